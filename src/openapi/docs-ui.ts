import { accessSync, constants, readFileSync } from 'node:fs'
import { SetupError } from '../errors.js'
import type { HttpRouter } from '../http/exchange/router.js'
import { parsePathPattern } from '../http/path/pattern.js'
import type { NodeHandler } from '../http/route.js'
import { type ContentCoding, compileFile } from './embedded-file.js'

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

/** The endings of the names of the compressed files. */
const ENDINGS: Readonly<Record<ContentCoding, string>> = { br: '.br', gzip: '.gz' }

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

let servedAssets: readonly (readonly [name: string, handler: NodeHandler])[] | undefined

/**
 * Searched at start-up, where a missing file is a setup error, and read at the first request: three megabytes that most
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
    // Read only here: a module that is bundled for an edge worker has no URL.
    return take(new URL(`./docs-ui/${name}`, import.meta.url))
  } catch (cause) {
    const error = new SetupError(
      'APPLICATION_INVALID',
      `the file docs-ui/${name} of the docs page cannot be read`,
      PLACE,
      'copy the folder dist/lib/docs-ui of the package next to the bundle; where there is no file system, do not serve docs'
    )
    error.cause = cause
    throw error
  }
}
