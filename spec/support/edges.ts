import { once } from 'node:events'
import { request as requestHttp1 } from 'node:http'
import { type ClientHttp2Session, connect } from 'node:http2'
import {
  Application,
  type ApplicationOptions,
  bootstrap,
  type ContextHandler,
  type RouteOptions,
  type Router,
  type Service
} from 'fieldstone'
import { type Entry, RecordingLogger } from './recording-logger.js'

/** The ways in which a request reaches a service. */
export const EDGES = ['inject', 'fetch', 'HTTP/1.1', 'HTTP/2'] as const
export type Edge = (typeof EDGES)[number]

/** A request, over whatever edge. */
export interface EdgeRequest {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A response, as every edge could give it. */
export interface EdgeResponse {
  /** 0 where the connection was cut before the head. */
  readonly status: number
  /**
   * By lower-case name; lines of one name are joined by `, `, those of Set-Cookie by `; and `. Without `date`, and without
   * what describes a connection of HTTP/1.
   */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Whether the body did not come to its end. */
  readonly isCut: boolean
}

/** A service behind one edge, and its log without what is for developers only. */
export interface Reached {
  readonly service: Service
  readonly log: readonly Entry[]
  send(request?: EdgeRequest | string): Promise<EdgeResponse>
}

/** What came of a request, and the log. */
export interface Got {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly isCut: boolean
  readonly log: readonly Entry[]
  // biome-ignore lint/suspicious/noExplicitAny: whatever was sent
  json(): any
}

type Tail<List extends readonly unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never

const COOKIES = '; and '
const CUT: EdgeResponse = { status: 0, headers: {}, body: '', isCut: true }
const OF_CONNECTIONS = ['date', 'connection', 'keep-alive', 'transfer-encoding']

/** Services behind an edge, closed after each spec. */
export class Edges {
  readonly #closing: (() => unknown)[] = []

  /** Makes a service of these routes, and reaches it over the edge. */
  async reach(
    edge: Edge,
    register: (router: Router) => unknown,
    options: Partial<ApplicationOptions> = {}
  ): Promise<Reached> {
    const logger = new RecordingLogger({ hasDebug: false })
    const service = await bootstrap(
      new Application({ title: 'Shop', version: '1.0.0', logger, routes: register, ...options })
    )
    this.#closing.push(() => service.close({ deadline: 50 }))
    const send = await this.#sender(edge, service, options)
    return {
      service,
      log: logger.entries,
      send: (request = {}) => send(typeof request === 'string' ? { path: request } : request)
    }
  }

  /** What comes of one request to a handler that answers GET, HEAD and POST. */
  async get(
    edge: Edge,
    handler: ContextHandler,
    { route = {}, ...options }: Partial<ApplicationOptions> & { readonly route?: RouteOptions } = {},
    method = 'GET'
  ): Promise<Got> {
    const { send, log } = await this.reach(
      edge,
      (router) => router.getFunc('/', handler, route).postFunc('/', handler, route),
      options
    )
    const { status, headers, body, isCut } = await send({ method })
    const lines = Object.entries(headers).flatMap(([name, value]) => {
      return name === 'set-cookie'
        ? value.split(COOKIES).map((line) => [name, line] as const)
        : [[name, value] as const]
    })
    return {
      status,
      headers: new Headers(lines as [string, string][]),
      text: body,
      isCut,
      log,
      json: () => JSON.parse(body)
    }
  }

  /** {@link get} over one edge. */
  over(edge: Edge): (...request: Tail<Parameters<Edges['get']>>) => Promise<Got> {
    return (...request) => this.get(edge, ...request)
  }

  /** For `afterEach`. */
  async close(): Promise<void> {
    await Promise.all(this.#closing.splice(0).map((close) => close()))
  }

  async #sender(
    edge: Edge,
    service: Service,
    { responseChecks }: Partial<ApplicationOptions>
  ): Promise<(request: EdgeRequest) => Promise<EdgeResponse>> {
    if (edge === 'inject') {
      // Without a mode, the checks of an injected request are stricter than those of any other.
      const checks = responseChecks === undefined ? { responseChecks: 'report' as const } : {}
      return ({ path = '/', ...rest }) => overInject(service, { url: path, ...checks, ...rest })
    }
    if (edge === 'fetch') return (request) => overFetch(service, request)
    const { port } = await service.listen({ port: 0, host: '127.0.0.1', signals: false, http2: edge === 'HTTP/2' })
    if (edge === 'HTTP/1.1') return (request) => overHttp1(port, request)
    const session = connect(`http://127.0.0.1:${port}`)
    session.on('error', () => undefined)
    this.#closing.push(() => session.destroy())
    return (request) => overHttp2(session, request)
  }
}

async function overInject(service: Service, request: Parameters<Service['inject']>[0]): Promise<EdgeResponse> {
  try {
    const { statusCode, headers, body, isCut } = await service.inject(request)
    return { status: statusCode, headers: joined(Object.entries(headers)), body, isCut }
  } catch {
    return CUT
  }
}

async function overFetch(service: Service, { path = '/', method, headers, body }: EdgeRequest): Promise<EdgeResponse> {
  const request = new Request(`http://127.0.0.1${path}`, { method, headers, body })
  const response = await service.fetch(request).catch(() => undefined)
  if (response === undefined) return CUT
  let text = ''
  let isCut = false
  try {
    const decoder = new TextDecoder()
    for await (const bytes of response.body ?? []) text += decoder.decode(bytes, { stream: true })
  } catch {
    isCut = true
  }
  return { status: response.status, headers: joined([...response.headers]), body: text, isCut }
}

async function overHttp1(port: number, { path = '/', method, headers, body }: EdgeRequest): Promise<EdgeResponse> {
  const client = requestHttp1({ host: '127.0.0.1', port, path, method, headers, agent: false })
  client.end(body)
  try {
    const [response] = await once(client, 'response')
    const lines = response.rawHeaders as string[]
    const pairs = lines.flatMap((name, at) => (at % 2 === 0 ? [[name, lines[at + 1]] as const] : []))
    const { text, isCut } = await read(response.setEncoding('utf8'))
    return { status: response.statusCode, headers: joined(pairs), body: text, isCut }
  } catch {
    return CUT
  }
}

async function overHttp2(
  session: ClientHttp2Session,
  { path = '/', method = 'GET', headers, body }: EdgeRequest
): Promise<EdgeResponse> {
  const stream = session.request({ ':path': path, ':method': method, ...headers }, { endStream: body === undefined })
  if (body !== undefined) stream.end(body)
  try {
    // A stream that is closed before its head has no error.
    const [head] = await Promise.race([once(stream, 'response'), once(stream, 'close')])
    if (head === undefined) return CUT
    const { text, isCut } = await read(stream.setEncoding('utf8'))
    const fields = Object.entries(head as Record<string, unknown>).filter(([name]) => !name.startsWith(':'))
    return { status: head[':status'], headers: joined(fields), body: text, isCut }
  } catch {
    return CUT
  }
}

async function read(source: AsyncIterable<string>): Promise<{ text: string; isCut: boolean }> {
  let text = ''
  try {
    for await (const part of source) text += part
    return { text, isCut: false }
  } catch {
    return { text, isCut: true }
  }
}

function joined(lines: Iterable<readonly [string, unknown]>): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [given, value] of lines) {
    const name = given.toLowerCase()
    if (OF_CONNECTIONS.includes(name)) continue
    const separator = name === 'set-cookie' ? COOKIES : ', '
    const text = Array.isArray(value) ? value.join(separator) : String(value)
    headers[name] = name in headers ? `${headers[name]}${separator}${text}` : text
  }
  return headers
}
