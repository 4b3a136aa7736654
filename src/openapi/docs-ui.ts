import { accessSync, constants, readFileSync } from 'node:fs'
import { SetupError } from '../errors.js'
import type { HttpRouter } from '../http/exchange/router.js'
import { parsePathPattern } from '../http/path/pattern.js'
import type { NodeHandler } from '../http/route.js'
import { type ContentCoding, compileFile } from './embedded-file.js'

const PLACE = 'serveDocsUI'

/** Everything that the docs serve besides their page: exactly these names, matched whole. */
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

/** What the names of the compressed forms end with. */
const ENDINGS: Readonly<Record<ContentCoding, string>> = { br: '.br', gzip: '.gz' }

/**
 * Scripts, styles and requests of this service alone. Images may be inline (Swagger UI's icons) or made in the page
 * (an image that an operation answered). Swagger UI styles elements through the DOM, which needs no 'unsafe-inline'.
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
  // The names carry no version, so a browser asks each time and is told 304 until the package changes.
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer'
}

/** What the docs page shows. Asked once, at the first request for the page. */
export interface DocsSource {
  /** The full paths that documents are served at; the first one is opened when the reader names none. */
  readonly documents: () => readonly string[]
  /**
   * The addresses of the documents' `servers`. Those of other origins become reachable from the page, so that
   * "Execute" works against them; nothing else beyond this service does. Default: none.
   */
  readonly servers?: () => readonly string[]
}

/**
 * Serves Swagger UI from memory: `{prefix}` redirects to `{prefix}/`; `{prefix}/` and `{prefix}/index.html` are the
 * page, and beside it lie its assets. `?url=<path of a document>` opens another document of this service; an address
 * that leads elsewhere is ignored, and so is what else configures Swagger UI by its address (`?configUrl=`); the page says
 * so. None of it appears in the document.
 *
 * Every address in the page is relative, so the docs work behind a proxy and under a mount point.
 *
 * @param prefix literal segments: `/docs`, `/internal/docs`, or `/` for the root of the service
 * @throws SetupError PATH_INVALID if the prefix is not such a path
 */
export function serveDocsUI(router: Pick<HttpRouter, 'add'>, prefix: string, source: DocsSource): void {
  const segments = parsePrefix(prefix)
  const base = prefix.endsWith('/') ? prefix : `${prefix}/`
  const register = (path: string, serve: NodeHandler) =>
    router.add({
      method: 'GET',
      path,
      handler: (ctx) => serve(ctx.request(), ctx.handOver()),
      options: { hidden: true, security: [] },
      source: `serveDocsUI(${JSON.stringify(prefix)})`
    })

  let page: NodeHandler | undefined
  const servePage: NodeHandler = (req, res) => {
    page ??= compilePage(segments, source.documents(), source.servers?.() ?? [])
    return page(req, res)
  }
  if (segments.length > 0) register(base.slice(0, -1), redirectInto(segments[segments.length - 1] as string))
  register(base, servePage)
  register(`${base}index.html`, servePage)
  for (const [name, handler] of assets()) register(`${base}${name}`, handler)
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

/** Relative, for the path before it may be known to a proxy alone; "./" keeps a colon from reading as a scheme. */
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

function compilePage(segments: readonly string[], paths: readonly string[], servers: readonly string[]): NodeHandler {
  const service = segments.length === 0 ? './' : '../'.repeat(segments.length)
  const documents = [...new Set(paths)].map((path) => ({
    path,
    href: service + parsePathPattern(path, PLACE).template.slice(1)
  }))
  const values: Record<string, string> = { documents: JSON.stringify(documents), service }
  const html = read('index.html')
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

/** The origins of absolute http(s) addresses; a host with a template in it is no source that a policy could name. */
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

let servedAssets: readonly (readonly [name: string, handler: NodeHandler])[] | undefined

/**
 * Looked for at start-up, where a missing file is a setup error, and read when first asked for: three megabytes that most
 * processes of a service never send.
 */
function assets(): readonly (readonly [name: string, handler: NodeHandler])[] {
  if (servedAssets !== undefined) return servedAssets
  withFile('index.html', find)
  servedAssets = ASSETS.map((asset) => {
    const { name, encoded } = asset
    for (const ending of encoded ? ['', ...Object.values(ENDINGS)] : ['']) withFile(name + ending, find)
    let serve: NodeHandler | undefined
    return [
      name,
      (req, res) => {
        serve ??= compileAsset(asset)
        return serve(req, res)
      }
    ] as const
  })
  return servedAssets
}

function compileAsset({ name, contentType, encoded }: (typeof ASSETS)[number]): NodeHandler {
  const codings = Object.entries(encoded ? ENDINGS : {}).map(([coding, ending]) => [coding, read(name + ending)])
  const headers = { ...HEADERS, 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" }
  return compileFile({ contentType, bytes: read(name), encoded: Object.fromEntries(codings), headers })
}

function find(address: URL): void {
  accessSync(address, constants.R_OK)
}

function read(name: string): Buffer {
  return withFile(name, (address) => readFileSync(address))
}

function withFile<T>(name: string, take: (address: URL) => T): T {
  try {
    // Asked for here alone: bundled for an edge worker, a module has no address.
    return take(new URL(`./docs-ui/${name}`, import.meta.url))
  } catch (cause) {
    const error = new SetupError(
      'APPLICATION_INVALID',
      `the file docs-ui/${name} of the docs page cannot be read`,
      PLACE,
      'a bundle needs the folder dist/lib/docs-ui of the package beside it; where there is no file system, do not serve docs'
    )
    error.cause = cause
    throw error
  }
}
