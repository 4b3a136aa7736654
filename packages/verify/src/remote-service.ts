import { readFile, stat } from 'node:fs/promises'
import { withExtras } from './credentials/presented.js'
import { isNode } from './document/json-schema-2020.js'
import { VerifyError } from './document/verify-error.js'
import type { VerifySettings } from './options.js'
import { HttpTarget } from './wire/http-target.js'
import { NoResponse, type Target } from './wire/target.js'

/** A service that is reached over the network, of whatever framework. */
export interface RemoteService {
  /**
   * Where it is: `http://127.0.0.1:3000`. A path in it takes the place of the path that the document has under `servers`.
   */
  readonly url: string | URL
  /** Its OpenAPI document as an object; or where that is, as JSON or YAML: a file, an address, or a path of the service. */
  readonly document: object | string | URL
}

/** A service that accepts connections, and its document. */
export interface ReachedService {
  readonly target: HttpTarget
  readonly json: unknown
}

/**
 * Connects to a service and reads its document.
 *
 * @throws TypeError for an address that is none of `http:` or `https:`; VerifyError where the service accepts no
 *   connection, or the document cannot be read
 */
export async function reach(service: RemoteService, settings: VerifySettings): Promise<ReachedService> {
  const url = addressOf(service.url)
  const local = await readLocal(service.document)
  const root = new HttpTarget(new URL(url.origin), settings.rate)
  try {
    await root.connect(settings.timeout)
    const { json, at } = local ?? (await fetchDocument(String(service.document), root, settings))
    const base = url.pathname === '/' ? new URL(serverPath(json, at ?? url), url) : url
    const target = new HttpTarget(base, settings.rate)
    await target.connect(settings.timeout)
    return { target, json }
  } finally {
    root.close()
  }
}

function addressOf(url: string | URL): URL {
  const address = URL.canParse(String(url)) ? new URL(url) : undefined
  if (address !== undefined && /^https?:$/.test(address.protocol)) return address
  throw new TypeError(
    `\`url\` is the address of a service, as http://127.0.0.1:3000, not ${JSON.stringify(String(url))}`
  )
}

/** A document. `at` is where it was read from, if it came over the network. */
interface ReadDocument {
  readonly json: unknown
  readonly at?: URL
}

/** The document that needs no network; undefined for one at an address or a path of the service. */
async function readLocal(source: RemoteService['document']): Promise<ReadDocument | undefined> {
  if (typeof source === 'object' && !(source instanceof URL)) return { json: JSON.parse(JSON.stringify(source)) }
  const name = String(source)
  if (/^https?:\/\//.test(name)) return undefined
  const isFile = await stat(source).then(
    (found) => found.isFile(),
    () => false
  )
  if (isFile) return { json: await parseDocument(await readFile(source, 'utf8'), name) }
  if (name.startsWith('/')) return undefined
  throw new VerifyError(`The document cannot be read: there is no file ${name}`)
}

async function fetchDocument(name: string, service: HttpTarget, settings: VerifySettings): Promise<ReadDocument> {
  if (/^https?:\/\//.test(name)) {
    const at = new URL(name)
    const target = at.origin === service.address ? service : new HttpTarget(new URL(at.origin), undefined)
    // What is given for the service, as a token in a header, is not for others.
    const extras = target === service ? settings.extras : { headers: [], query: [] }
    const text = await fetchText(target, at.pathname + at.search, { ...settings, extras })
    if (target !== service) target.close()
    return { json: await parseDocument(text, name), at }
  }
  const text = await fetchText(service, name, settings)
  return { json: await parseDocument(text, name), at: new URL(name, service.address) }
}

/** @throws VerifyError where the response is not a 200 */
export async function fetchText(
  target: Target,
  path: string,
  { timeout, extras }: Pick<VerifySettings, 'timeout' | 'extras'>
): Promise<string> {
  const request = { method: 'GET', url: path, headers: [], body: undefined }
  const response = await target.send(withExtras(request, extras), { timeout, client: 0 })
  if (!(response instanceof NoResponse) && response.status === 200) return Buffer.from(response.body).toString()
  const cause = response instanceof NoResponse ? response.message : `the service responded ${response.status}`
  throw new VerifyError(`The document at ${path} cannot be read: ${cause}`)
}

/** Reads JSON, or YAML. @throws VerifyError with the document's name */
export async function parseDocument(text: string, name: string): Promise<unknown> {
  const plain = text.replace(/^\uFEFF/, '')
  try {
    return JSON.parse(plain)
  } catch (error) {
    if (/^\s*\{/.test(plain)) throw new VerifyError(`The document ${name} is not JSON: ${(error as Error).message}`)
  }
  // Only documents in YAML take the time to load its parser.
  const { parse } = await import('yaml')
  try {
    // As JSON: aliases of YAML make a tree that shares branches, or a circle.
    return JSON.parse(JSON.stringify(parse(plain, { logLevel: 'error', merge: true })))
  } catch (error) {
    throw new VerifyError(`The document ${name} is not YAML: ${(error as Error).message}`)
  }
}

/** The path of the first server of the document, its variables replaced by their defaults (OpenAPI 3.0.3, section 4.7.5). */
function serverPath(json: unknown, documentAt: URL): string {
  const [server] = isNode(json) && Array.isArray(json.servers) ? json.servers : []
  if (!isNode(server) || typeof server.url !== 'string') return '/'
  const variables = isNode(server.variables) ? server.variables : {}
  const url = server.url.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined
    return isNode(variable) && variable.default !== undefined ? String(variable.default) : whole
  })
  return URL.canParse(url, documentAt.href) ? new URL(url, documentAt).pathname : '/'
}
