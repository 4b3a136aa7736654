import { promisify } from 'node:util'
import { brotliDecompress, gzip } from 'node:zlib'
import { SetupError } from '../../errors.js'
import type { HttpRouter } from '../../http/exchange/router.js'
import { parsePathPattern } from '../../http/path/pattern.js'
import type { NodeHandler } from '../../http/route.js'
import type { SchemeDeclaration } from '../../http/security-scheme.js'
import { compileFile } from './embedded-file.js'
import { type DocsUIOptions, type PageOptions, parsePageOptions } from './page-options.js'
import { FILE_POLICY, pagePolicy, REDIRECT_POLICY, tokenAddresses } from './page-policy.js'
import { scalarFile, scalarScript } from './scalar.js'

const PLACE = 'serveDocsUI'

const SCRIPT = 'text/javascript; charset=utf-8'
const STYLE = 'text/css; charset=utf-8'

/** A file that the docs serve in addition to their page. */
interface Asset {
  readonly name: string
  readonly contentType: string
  /** Default: true. */
  readonly isEncoded?: boolean
  /** Default: {@link FILE_POLICY}. */
  readonly policy?: string
}

/** The files of both pages; no other names match. */
const COMMON: readonly Asset[] = [
  { name: 'docs-ui.css', contentType: STYLE },
  { name: 'document-url.js', contentType: SCRIPT },
  { name: 'documents.js', contentType: SCRIPT },
  { name: 'oauth2-redirect.html', contentType: 'text/html; charset=utf-8', policy: REDIRECT_POLICY },
  { name: 'oauth2-redirect.js', contentType: SCRIPT },
  { name: 'favicon.svg', contentType: 'image/svg+xml', isEncoded: false },
  { name: 'favicon-16x16.png', contentType: 'image/png', isEncoded: false },
  { name: 'favicon-32x32.png', contentType: 'image/png', isEncoded: false }
]

const SWAGGER: readonly Asset[] = [
  { name: 'docs-ui.js', contentType: SCRIPT },
  { name: 'accessible-names.js', contentType: SCRIPT },
  { name: 'sign-in.js', contentType: SCRIPT },
  { name: 'swagger-ui-bundle.js', contentType: SCRIPT },
  { name: 'swagger-ui-bundle.js.LICENSE.txt', contentType: 'text/plain; charset=utf-8' },
  { name: 'swagger-ui.css', contentType: STYLE }
]

const SCALAR: readonly Asset[] = [
  { name: 'scalar-page.css', contentType: STYLE },
  { name: 'scalar-page.js', contentType: SCRIPT },
  { name: 'scalar-names.js', contentType: SCRIPT },
  { name: 'scalar-sign-in.js', contentType: SCRIPT },
  { name: 'adopted-styles.js', contentType: SCRIPT }
]

const HEADERS = {
  // The names have no version, so a browser sends a request each time, and gets 304 until the package changes.
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer'
}

/** What the docs page shows. Read once, at the first request for the page. */
export interface DocsSource {
  /** The full paths that documents are served at, some with names; the first one is opened by default. */
  readonly documents: () => readonly (string | { readonly path: string; readonly name?: string | undefined })[]
  /**
   * The addresses of the documents' `servers`. Those of other origins become reachable from the page, so that
   * "Execute" works with them; the page can reach nothing else outside this service. Default: none.
   */
  readonly servers?: () => readonly string[]
  /** The security schemes of the service: the page can reach the endpoints of tokens that they name. Default: none. */
  readonly schemes?: readonly SchemeDeclaration[]
}

/**
 * Serves Swagger UI from memory: `{prefix}` redirects to `{prefix}/`; `{prefix}/` and `{prefix}/index.html` are the
 * page, and its assets are next to it. `?url=<path of a document>` opens another document of this service; a URL
 * outside this service is ignored, and so are the other query parameters of Swagger UI (`?configUrl=`); the page says
 * so. None of these routes is in the document. With `ui: 'scalar'` the page is Scalar's, from the installed package.
 *
 * Every URL in the page is relative, so the docs work behind a proxy and under a mount point.
 *
 * @param prefix literal segments: `/docs`, `/internal/docs`, or `/` for the root of the service
 * @throws SetupError PATH_INVALID if the prefix is not such a path; BootstrapError for wrong options
 */
export function serveDocsUI(
  router: Pick<HttpRouter, 'add'>,
  prefix: string,
  source: DocsSource,
  options?: DocsUIOptions
): void {
  const segments = parsePrefix(prefix)
  const { schemes = [] } = source
  const page = parsePageOptions(options, scopesOf(schemes), PLACE)
  const script = page.ui === 'scalar' ? scalarScript(PLACE) : undefined
  const base = prefix.endsWith('/') ? prefix : `${prefix}/`
  const register = (path: string, compile: () => Promise<NodeHandler> | NodeHandler) =>
    router.add({
      method: 'GET',
      path,
      handler: async (ctx) => {
        const serve = await compile()
        serve(ctx.request(), ctx.handOver())
      },
      options: { hidden: true, security: [] },
      source: `serveDocsUI(${JSON.stringify(prefix)})`
    })

  const html = madeOnce(() => {
    const addresses = page.tryItOut ? [...(source.servers?.() ?? []), ...tokenAddresses(schemes)] : []
    return compilePage(segments, source.documents(), page, pagePolicy(addresses))
  })
  if (segments.length > 0) {
    const redirect = redirectInto(segments[segments.length - 1] as string)
    register(base.slice(0, -1), () => redirect)
  }
  register(base, html)
  register(`${base}index.html`, html)
  for (const asset of [...COMMON, ...(script === undefined ? SWAGGER : SCALAR)]) {
    register(`${base}${asset.name}`, SERVED_ASSETS.get(asset) as () => Promise<NodeHandler>)
  }
  if (script !== undefined) {
    const compile = madeOnce(async () =>
      compileFile({ contentType: SCRIPT, ...(await scalarFile(script)), headers: FILE_HEADERS })
    )
    register(`${base}scalar.js`, compile)
  }
}

/** The scopes of the flows of OAuth 2; undefined where there is no such scheme. */
function scopesOf(schemes: readonly SchemeDeclaration[]): string[] | undefined {
  const flows = schemes.flatMap((scheme) => (scheme.kind === 'oauth2' ? Object.values(scheme.flows) : []))
  return flows.length === 0 ? undefined : [...new Set(flows.flatMap(({ scopes }) => Object.keys(scopes)))]
}

/** The segments of the prefix, percent-encoded; none for the root. */
function parsePrefix(prefix: string): string[] {
  const { segments, template } = parsePathPattern(prefix, PLACE)
  if (segments.some((segment) => segment.kind !== 'literal')) {
    throw new SetupError(
      'PATH_INVALID',
      `the prefix "${prefix}" has a parameter`,
      PLACE,
      'serve the docs at a fixed path'
    )
  }
  return template.split('/').filter((segment) => segment !== '')
}

/** Relative, because only a proxy may know the path before it; "./" prevents a colon from being read as a scheme's. */
function redirectInto(segment: string): NodeHandler {
  const location = `./${segment}/`
  return (req, res) => {
    const query = req.url?.indexOf('?') ?? -1
    res.statusCode = 308
    for (const [name, value] of Object.entries(HEADERS)) res.setHeader(name, value)
    res.setHeader('location', query < 0 ? location : location + req.url?.slice(query))
    res.setHeader('content-length', 0)
    res.end()
  }
}

async function compilePage(
  segments: readonly string[],
  given: ReturnType<DocsSource['documents']>,
  page: PageOptions,
  policy: string
): Promise<NodeHandler> {
  const service = segments.length === 0 ? './' : '../'.repeat(segments.length)
  const names = new Map(given.map((each) => (typeof each === 'string' ? [each, undefined] : [each.path, each.name])))
  const documents = [...names].map(([path, name]) => ({
    path,
    ...(name !== undefined && { name }),
    href: service + parsePathPattern(path, PLACE).template.slice(1)
  }))
  const { title = 'API documentation', favicon, ui, ...settings } = page
  const values: Record<string, string> = {
    title: escapeText(title),
    icons: favicon === undefined ? OWN_ICONS : iconLink(favicon.startsWith('/') ? service + favicon.slice(1) : favicon),
    documents: escapeText(JSON.stringify(documents)),
    service: escapeText(service),
    settings: escapeText(JSON.stringify({ title: page.title, ...settings }))
  }
  const html = (await decompress(await compressed(ui === 'scalar' ? 'scalar.html' : 'index.html')))
    .toString('utf8')
    .replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
  return compileFile({
    contentType: 'text/html; charset=utf-8',
    bytes: Buffer.from(html),
    headers: { ...HEADERS, 'content-security-policy': policy }
  })
}

const OWN_ICONS = [
  '<link rel="icon" href="./favicon-32x32.png" sizes="32x32" type="image/png">',
  '<link rel="icon" href="./favicon-16x16.png" sizes="16x16" type="image/png">',
  '<link rel="icon" href="./favicon.svg" sizes="any" type="image/svg+xml">'
].join('\n    ')

function iconLink(href: string): string {
  return `<link rel="icon" href="${escapeText(href)}">`
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

const FILE_HEADERS = { ...HEADERS, 'content-security-policy': FILE_POLICY }

/** Decoded at the first request for each, and once for all services of a process: most processes never send any. */
const SERVED_ASSETS = new Map(
  [...COMMON, ...SWAGGER, ...SCALAR].map((asset) => [asset, madeOnce(() => compileAsset(asset))])
)

async function compileAsset({ name, contentType, isEncoded = true, policy }: Asset): Promise<NodeHandler> {
  const br = await compressed(name)
  const bytes = await decompress(br)
  const headers = { ...FILE_HEADERS, ...(policy && { 'content-security-policy': policy }) }
  return compileFile({ contentType, bytes, headers, ...(isEncoded && { encoded: { br, gzip: await deflate(bytes) } }) })
}

const decompress = promisify(brotliDecompress)
const deflate = promisify(gzip)

/** The file in Brotli's coding. */
async function compressed(name: string): Promise<Buffer> {
  const { FILES } = await import('./docs-ui-files.js').catch((cause: unknown) => {
    throw new Error(
      'The files of the docs page cannot be loaded: deploy all files that the bundler wrote, as one of them contains the page',
      { cause }
    )
  })
  return Buffer.from(FILES[name] as string, 'base64')
}

/** The first result of the function; a failure is not kept. */
function madeOnce<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}
