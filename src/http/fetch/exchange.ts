import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { abortRequest, RequestAborted } from '../lifetime/abort-signal.js'
import {
  type BytesReader,
  CONTEXT,
  DIRECT,
  type DirectExchange,
  type OpenResponse,
  type Remembering,
  type SentRequest,
  type WholeReply
} from '../lifetime/direct-exchange.js'
import { whenOver } from '../lifetime/when-over.js'
import { reasonPhrase } from '../reply/reason-phrase.js'
import { HeaderFields, type HeaderValue } from '../syntax/header-fields.js'
import { FetchBody, type TakenBody } from './body.js'
import type { FetchConnection } from './connection.js'
import { FetchRequest } from './request.js'
import { FetchResponse } from './response.js'
import { FetchSocket } from './socket.js'
import { wholeResponse } from './whole-response.js'

/** What the edge does with an exchange, apart from handing it to the router. */
export interface FetchEdge {
  /** The exchange is over, in whatever way. */
  forget(exchange: FetchExchange): void
}

/** The request target that a URL has: its path and query. */
export function targetOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  const fragment = url.indexOf('#', start)
  return fragment === -1 ? url.slice(start) : url.slice(start, fragment)
}

/** What nginx logs for a client that has gone; it is never sent. */
const CLIENT_CLOSED = 499

interface NodeMessages {
  readonly req: FetchRequest
  readonly res: FetchResponse
}

/**
 * A WHATWG request and the response to it. What the framework reads and writes itself goes without Node's messages: they
 * are made at the first use of `req` or `res`, with what was read and set until then.
 */
export class FetchExchange implements SentRequest, OpenResponse, DirectExchange, Remembering {
  readonly method: string;
  [CONTEXT]: unknown = undefined
  /** Where the edge keeps it until its response was given. */
  place: number | undefined = undefined
  readonly #request: Request
  readonly #connection: FetchConnection
  readonly #edge: FetchEdge
  /** As the platform gives it, which Deno does no more when the response has ended. */
  #whole = ''
  #url: string | undefined = undefined
  #sentHeaders: IncomingHttpHeaders | undefined = undefined
  #body: FetchBody | undefined = undefined
  #socket: FetchSocket | undefined = undefined
  #fields: HeaderFields | undefined = undefined
  #response: Response | undefined = undefined
  #resolve: ((response: Response) => void) | undefined = undefined
  #reject: ((error: Error) => void) | undefined = undefined
  /** What it ended with in place of its own response, which may be before anybody waits for that. */
  #early: Response | Error | undefined = undefined
  #ends: ((isSent: boolean) => void)[] | undefined = undefined
  #leave: (() => void) | undefined = undefined
  #isCut = false
  /** Whether it does not matter any more that the client goes away. */
  #isOver = false
  #node: NodeMessages | undefined = undefined

  constructor(request: Request, connection: FetchConnection, edge: FetchEdge, taken?: TakenBody) {
    this.method = request.method
    this.#request = request
    this.#connection = connection
    this.#edge = edge
    if (taken !== undefined) this.#body = new FetchBody(request, connection, this, taken)
  }

  get [DIRECT](): this {
    return this
  }

  // ——— What was sent.

  get url(): string {
    if (this.#url === undefined) {
      this.#whole = this.#request.url
      this.#url = targetOf(this.#whole)
    }
    return this.#url
  }

  /**
   * By lower-case name, without a prototype. A request that was made in-process has neither a Host nor says how its body is
   * framed: what node:http would have seen is put in its place.
   */
  get headers(): IncomingHttpHeaders {
    if (this.#sentHeaders === undefined) {
      const headers: IncomingHttpHeaders = Object.create(null)
      this.#request.headers.forEach((value, name) => {
        headers[name] = value
      })
      headers.host ??= this.#host
      if (headers['content-length'] === undefined && this.#hasBody) headers['transfer-encoding'] ??= 'chunked'
      this.#sentHeaders = headers
    }
    return this.#sentHeaders
  }

  header(name: string): string | undefined {
    if (this.#sentHeaders !== undefined) return this.#sentHeaders[name] as string | undefined
    // The pseudo-headers of HTTP/2, whose names no Headers object takes.
    if (name.charCodeAt(0) === COLON) return undefined
    let value: string | null
    try {
      value = this.#request.headers.get(name)
    } catch {
      return undefined
    }
    if (value !== null) return value
    if (name === 'host') return this.#host
    const isUnframed = name === 'transfer-encoding' && this.header('content-length') === undefined && this.#hasBody
    return isUnframed ? 'chunked' : undefined
  }

  headerNow(name: string): string | undefined {
    if (this.#sentHeaders !== undefined) return this.#sentHeaders[name] as string | undefined
    return this.#connection.header(this.#request, name) ?? undefined
  }

  /** Names and values in turns, names in lower case. */
  get rawHeaders(): string[] {
    return Object.entries(this.headers).flatMap(([name, value]) => [name, String(value)])
  }

  get socket(): FetchSocket {
    this.#socket ??= new FetchSocket(this.#connection.addressOf(this.#request), this.#request.url.startsWith('https:'))
    return this.#socket
  }

  readBody(limit: number, tooLarge: (limit: number) => Error, reader: BytesReader): void {
    this.#lazyBody.read(limit, tooLarge, reader)
  }

  get #lazyBody(): FetchBody {
    this.#body ??= new FetchBody(this.#request, this.#connection, this)
    return this.#body
  }

  get #hasBody(): boolean {
    return this.#request.body !== null
  }

  get #host(): string {
    void this.url
    const start = this.#whole.indexOf('//') + 2
    return this.#whole.slice(start, this.#whole.indexOf('/', start))
  }

  // ——— What is set and written.

  get headersSent(): boolean {
    return this.#node === undefined ? this.#response !== undefined : this.#node.res.headersSent
  }

  get statusCode(): number {
    return this.#node === undefined ? (this.#response?.status ?? 200) : this.#node.res.statusCode
  }

  get destroyed(): boolean {
    return this.#node === undefined ? this.#isCut : this.#node.res.destroyed
  }

  get writableEnded(): boolean {
    return this.#node === undefined ? this.#response !== undefined : this.#node.res.writableEnded
  }

  getHeader(name: string): number | string | string[] | undefined {
    return (this.#node === undefined ? this.#fields?.get(name) : this.#node.res.getHeader(name)) as string | undefined
  }

  getHeaderNames(): string[] {
    return this.#node === undefined ? (this.#fields?.names() ?? []) : this.#node.res.getHeaderNames()
  }

  hasHeader(name: string): boolean {
    return this.#node === undefined ? this.#fields?.has(name) === true : this.#node.res.hasHeader(name)
  }

  setHeader(name: string, value: HeaderValue): void {
    if (this.#node !== undefined) this.#node.res.setHeader(name, value)
    else {
      this.#fields ??= new HeaderFields()
      this.#fields.set(name, value)
    }
  }

  removeHeader(name: string): void {
    if (this.#node === undefined) this.#fields?.delete(name)
    else this.#node.res.removeHeader(name)
  }

  write(reply: WholeReply): boolean {
    if (this.#isCut) return true
    if (this.#node !== undefined || this.#mustDrain(reply)) return false
    const response = this.#made(reply)
    this.#response = response
    this.#unwatch()
    this.#resolve?.(response)
    this.#discard()
    if (this.#ends === undefined) this.#edge.forget(this)
    else this.#endSoon()
    return true
  }

  #endSoon(): void {
    queueMicrotask(() => this.#end(true))
  }

  /** As node:http writes a reply, with the same headers. */
  #made({ status, contentType, body, head }: WholeReply): Response {
    const statusText = reasonPhrase(status)
    const fields = this.#fields
    if (status === 204 || status === 304) {
      fields?.delete('content-length')
      fields?.delete('content-type')
      fields?.delete('transfer-encoding')
      return new Response(null, { status, statusText, headers: fields?.entries() ?? [] })
    }
    const content = status === 205 ? '' : body
    const hasType = contentType !== undefined && content.length > 0
    const isEmpty = content.length === 0 || this.method === 'HEAD'
    if (fields === undefined || fields.isEmpty) {
      if (head !== undefined) {
        return new Response(isEmpty ? null : (content as string), { status, statusText, headers: pairsOf(head) })
      }
      if (hasType && !isEmpty) return wholeResponse(status, contentType, content, this.#connection)
      const headers: [string, string][] = [['content-length', String(Buffer.byteLength(content))]]
      if (hasType) headers.push(['content-type', contentType])
      return new Response(isEmpty ? null : (bytesOf(content) as unknown as string), { status, statusText, headers })
    }
    fields.delete('transfer-encoding')
    if (head !== undefined) fields.merge(head)
    else {
      if (hasType && !fields.has('content-type')) fields.set('content-type', contentType)
      fields.set('content-length', Buffer.byteLength(content))
    }
    // A text without a content type would be given one.
    const sent = isEmpty ? null : fields.has('content-type') ? content : bytesOf(content)
    // Cloudflare's workerd would compress what is compressed already; no other runtime reads it.
    const init = { status, statusText, headers: fields.entries(), encodeBody: 'manual' }
    return new Response(sent as string | null, init)
  }

  /** A body that is rejected while it arrives is read on, so that its client can read the response. */
  #mustDrain({ status }: WholeReply): boolean {
    if (status < 400 || status === 408) return false
    return (status === 413 || this.getHeader('connection') === 'close') && this.#lazyBody.isArriving
  }

  /** A body that nothing has read, and nothing will. */
  #discard(): void {
    const { method } = this
    if (this.#body !== undefined || (method !== 'GET' && method !== 'HEAD')) this.#lazyBody.cancel()
  }

  // ——— How it ends.

  /** The response, as soon as there is one; undefined where Node's messages write it. */
  get response(): Response | undefined {
    return this.#node === undefined ? this.#response : undefined
  }

  /** Says to whom the response goes when it comes. */
  whenGiven(resolve: (response: Response) => void, reject: (error: Error) => void): void {
    this.#resolve = resolve
    this.#reject = reject
    const given = this.#response ?? this.#early
    if (given !== undefined) this.#settle(given)
    this.#connection.keepHeaders(this.#request)
    // A platform that frames the body reports in its reading that the client has gone.
    if (this.#body?.isFramed !== true) this.watch()
  }

  #settle(given: Response | Error): void {
    if (given instanceof Error) this.#reject?.(given)
    else this.#resolve?.(given)
  }

  /** Until a promise was given there is time: most responses come in the turn of their request. */
  watch(): void {
    if (!this.#isOver && this.#leave === undefined && this.#resolve !== undefined) this.#watchClient()
  }

  #watchClient(): void {
    const { signal } = this.#request
    if (signal == null) return
    this.#leave = () => this.giveUp(new Response(null, { status: CLIENT_CLOSED }))
    if (signal.aborted) this.#leave()
    else signal.addEventListener('abort', this.#leave)
  }

  #unwatch(): void {
    this.#isOver = true
    if (this.#leave !== undefined) this.#request.signal?.removeEventListener('abort', this.#leave)
  }

  whenOver(work: (isSent: boolean) => void): void {
    if (this.#response !== undefined || this.#isCut) {
      const isSent = !this.#isCut
      queueMicrotask(() => work(isSent))
    } else if (this.#ends === undefined) this.#ends = [work]
    else this.#ends.push(work)
  }

  #end(isSent: boolean): void {
    const ends = this.#ends ?? []
    this.#ends = undefined
    for (const end of ends) end(isSent)
    this.#edge.forget(this)
  }

  get isCut(): boolean {
    return this.#isCut
  }

  /** The service stops, and does not wait any longer. */
  cut(response: Response, reason: Error): void {
    abortRequest(this, reason)
    this.giveUp(response)
  }

  /** Ends it at once, with another response if none has begun: the client has gone, or the service stops. */
  giveUp(response: Response): void {
    if (this.#node !== undefined) {
      // Deno's signal fires for a response that was sent whole as well, before Node's response has closed.
      if (this.#node.res.isGiven) return
      this.#node.res.giveWay(response)
      this.socket.destroy()
    } else this.#endAs(response)
  }

  /** The body has failed: its client has gone, or what made it has. */
  bodyFailed(): void {
    if (this.#request.signal?.aborted) this.giveUp(new Response(null, { status: CLIENT_CLOSED }))
    else if (this.#node !== undefined) this.socket.destroy()
    else this.#endAs(cutError())
  }

  /** Ends it in place of its own response, unless that was given. */
  #endAs(given: Response | Error): void {
    if (this.#response !== undefined || this.#isCut) return
    this.#isCut = true
    this.#unwatch()
    this.#early = given
    this.#settle(given)
    this.#body?.cancel(new RequestAborted())
    this.#end(false)
  }

  // ——— Node's messages.

  get isNode(): boolean {
    return this.#node !== undefined
  }

  get req(): IncomingMessage {
    return this.#nodeMessages.req as unknown as IncomingMessage
  }

  get res(): ServerResponse {
    return this.#nodeMessages.res as unknown as ServerResponse
  }

  get #nodeMessages(): NodeMessages {
    if (this.#node !== undefined) return this.#node
    const { socket } = this
    const req = new FetchRequest(this, socket, this.#lazyBody)
    req[CONTEXT] = this[CONTEXT]
    const res = new FetchResponse(req, this.#fields ?? new HeaderFields(), (response) => {
      this.#response = response
      this.#resolve?.(response)
    })
    const isOver = this.#response !== undefined || this.#isCut
    this.#node = { req, res }
    // Whichever of the three ends before its time takes the others with it.
    socket.once('close', () => {
      req.destroy()
      res.destroy()
    })
    if (this.#response !== undefined) res.endAs(this.#response)
    else if (this.#isCut) socket.destroy()
    if (!isOver) this.#follow(req, res)
    return this.#node
  }

  /** What waits for the end of the exchange waits for that of Node's response. */
  #follow(req: FetchRequest, res: FetchResponse): void {
    const ends = this.#ends ?? []
    this.#ends = undefined
    const [sent, open] = [req as unknown as IncomingMessage, res as unknown as ServerResponse]
    for (const end of ends) whenOver(sent, open, end)
    res.once('close', () => {
      this.#unwatch()
      this.#edge.forget(this)
      if (!res.isAnswered) this.#reject?.(cutError())
      if (res.getHeader('connection') === 'close') this.socket.destroy()
      else req.discard()
    })
  }
}

/** The code of `:`. */
const COLON = 58

function cutError(): Error {
  return new Error('The connection was cut before the response had begun')
}

function pairsOf(head: readonly (string | number)[]): [string, string][] {
  const pairs: [string, string][] = []
  for (let at = 0; at < head.length; at += 2) pairs.push([head[at] as string, String(head[at + 1])])
  return pairs
}

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : content
}
