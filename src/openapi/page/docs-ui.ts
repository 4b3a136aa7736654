import { promisify } from 'node:util'
import { brotliDecompress, gzip } from 'node:zlib'
import { SetupError } from '../../errors.js'
import type { HttpRouter } from '../../http/exchange/router.js'
import { parsePathPattern } from '../../http/path/pattern.js'
import type { NodeHandler } from '../../http/route.js'
import { docsFiles } from '../../parts/loaders.js'
import { compileFile } from './embedded-file.js'

const PLACE = 'serveDocsUI'

/** The files that the docs serve in addition to their page; no other names match. */
const ASSETS: readonly { readonly name: string; readonly contentType: string; readonly encoded: boolean }[] = [
  { name: 'docs-ui.js', contentType: 'text/javascript; charset=utf-8', encoded: true },
  { name: 'document-url.js', contentType: 'text/javascript; charset=utf-8', encoded: true },
  { name: 'docs-ui.css', contentType: 'text/css; charset=utf-8', encoded: true },
  { name: 'swagger-ui-bundle.js', contentType: 'text/javascript; charset=utf-8', encoded: true },
  { name: 'swagger-ui-bundle.js.LICENSE.txt', contentType: 'text/plain; charset=utf-8', encoded: true },
  { name: 'swagger-ui.css', contentType: 'text/css; charset=utf-8', encoded: true },
  { name: 'favicon.svg', contentType: 'image/svg+xml', encoded: false },
  { name: 'favicon-16x16.png', contentType: 'image/png', encoded: false },
  { name: 'favicon-32x32.png', contentType: 'image/png', encoded: false }
]

/**
 * Only scripts and styles of this service, and requests to it. Images may be inline (Swagger UI's icons) or made in the
 * page (an image in a response). Swagger UI styles elements through the DOM, which needs no 'unsafe-inline'.
 */
const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  'media-src': "'self' blob:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'"
}

const HEADERS = {
  // The names have no version, so a browser sends a request each time, and gets 304 until the package changes.
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer'
}

/** What the docs page shows. Read once, at the first request for the page. */
export interface DocsSource {
  /** The full paths that documents are served at; the first one is opened by default. */
  readonly documents: () => readonly string[]
  /**
   * The addresses of the documents' `servers`. Those of other origins become reachable from the page, so that
   * "Execute" works with them; the page can reach nothing else outside this service. Default: none.
   */
  readonly servers?: () => readonly string[]
}

/**
 * Serves Swagger UI from memory: `{prefix}` redirects to `{prefix}/`; `{prefix}/` and `{prefix}/index.html` are the
 * page, and its assets are next to it. `?url=<path of a document>` opens another document of this service; a URL
 * outside this service is ignored, and so are the other query parameters of Swagger UI (`?configUrl=`); the page says
 * so. None of these routes is in the document.
 *
 * Every URL in the page is relative, so the docs work behind a proxy and under a mount point.
 *
 * @param prefix literal segments: `/docs`, `/internal/docs`, or `/` for the root of the service
 * @throws SetupError PATH_INVALID if the prefix is not such a path, APPLICATION_INVALID if a bundle does not have the page
 */
export function serveDocsUI(router: Pick<HttpRouter, 'add'>, prefix: string, source: DocsSource): void {
  const segments = parsePrefix(prefix)
  // A setup error, where a bundle does not have them.
  docsFiles()
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

  const page = madeOnce(() => compilePage(segments, source.documents(), source.servers?.() ?? []))
  if (segments.length > 0) {
    const redirect = redirectInto(segments[segments.length - 1] as string)
    register(base.slice(0, -1), () => redirect)
  }
  register(base, page)
  register(`${base}index.html`, page)
  for (const { name, compile } of SERVED_ASSETS) register(`${base}${name}`, compile)
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
  paths: readonly string[],
  servers: readonly string[]
): Promise<NodeHandler> {
  const service = segments.length === 0 ? './' : '../'.repeat(segments.length)
  const documents = [...new Set(paths)].map((path) => ({
    path,
    href: service + parsePathPattern(path, PLACE).template.slice(1)
  }))
  const values: Record<string, string> = { documents: JSON.stringify(documents), service }
  const html = (await decompress(await compressed('index.html')))
    .toString('utf8')
    .replace(/\{\{(\w+)\}\}/g, (_, name: string) => escapeAttribute(values[name] ?? ''))
  const origins = foreignOrigins(servers)
  const policy = { ...POLICY, 'connect-src': ["'self'", ...origins].join(' ') }
  return compileFile({
    contentType: 'text/html; charset=utf-8',
    bytes: Buffer.from(html),
    headers: {
      ...HEADERS,
      'content-security-policy': Object.entries(policy)
        .map((directive) => directive.join(' '))
        .join('; ')
    }
  })
}

/** The origins of absolute http(s) URLs; a policy cannot name a host that contains a template. */
function foreignOrigins(servers: readonly string[]): string[] {
  const origins = servers.flatMap((server) => {
    const url = URL.canParse(server) ? new URL(server) : undefined
    return url && /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d+)?$/.test(url.origin) ? [url.origin] : []
  })
  return [...new Set(origins)]
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Decoded at the first request for each, and once for all services of a process: most processes never send any. */
const SERVED_ASSETS = ASSETS.map((asset) => ({ name: asset.name, compile: madeOnce(() => compileAsset(asset)) }))

async function compileAsset({ name, contentType, encoded }: (typeof ASSETS)[number]): Promise<NodeHandler> {
  const br = await compressed(name)
  const bytes = await decompress(br)
  const headers = { ...HEADERS, 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" }
  return compileFile({ contentType, bytes, headers, ...(encoded && { encoded: { br, gzip: await deflate(bytes) } }) })
}

const decompress = promisify(brotliDecompress)
const deflate = promisify(gzip)

/** The file in Brotli's coding. */
async function compressed(name: string): Promise<Buffer> {
  const files = await docsFiles()().catch((cause: unknown) => {
    throw new Error(
      'The files of the docs page cannot be loaded: deploy all files that the bundler wrote, as one of them contains the page',
      { cause }
    )
  })
  return Buffer.from(files[name] as string, 'base64')
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
