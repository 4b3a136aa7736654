import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStreamDefaultReader } from 'node:stream/web'
import type { FetchSocket } from './socket.js'

/**
 * A WHATWG request with the surface of node:http's own: what contexts, bodies and Express-style middleware use of it.
 * The body is read when a handler reads it, and as fast. The request says of itself that it came by HTTP/1.1, whatever
 * the client spoke.
 */
export class FetchRequest extends Readable {
  readonly method: string
  /** The path and the query. */
  url: string
  readonly headers: IncomingHttpHeaders
  readonly httpVersion = '1.1'
  readonly httpVersionMajor = 1
  readonly httpVersionMinor = 1
  readonly trailers = {}
  readonly socket: FetchSocket
  /** Whether the whole body has arrived. */
  complete: boolean
  aborted = false
  readonly #body: Request['body']
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined = undefined

  /** Throws a TypeError for a request whose body was read already. */
  constructor(request: Request, socket: FetchSocket) {
    super()
    if (request.bodyUsed) throw new TypeError('The body of the request was already read by someone else')
    const { url, body } = request
    const start = url.indexOf('/', url.indexOf('//') + 2)
    const fragment = url.indexOf('#', start)
    this.method = request.method
    this.url = fragment === -1 ? url.slice(start) : url.slice(start, fragment)
    this.headers = headersOf(request.headers, url.slice(url.indexOf('//') + 2, start), body !== null)
    this.socket = socket
    this.#body = body
    this.complete = body === null
  }

  /** Names and values in turns, names in lower case. */
  get rawHeaders(): string[] {
    return Object.entries(this.headers).flatMap(([name, value]) => [name, String(value)])
  }

  get headersDistinct(): Record<string, string[]> {
    return Object.fromEntries(Object.entries(this.headers).map(([name, value]) => [name, [String(value)]]))
  }

  get connection(): FetchSocket {
    return this.socket
  }

  /** Times are the platform's. */
  setTimeout(): this {
    return this
  }

  /** The response is sent: what is left will not be read. */
  discard(): void {
    if (this.readableEnded || this.destroyed || this.readableDidRead) return
    this.#body?.cancel().catch(() => {})
    this.complete = true
    this.push(null)
    this.resume()
  }

  override _read(): void {
    if (this.#body === null) this.push(null)
    else {
      this.#reader ??= this.#body.getReader()
      this.#pull(this.#reader).catch((error: Error) => this.destroy(error))
    }
  }

  async #pull(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
    for (;;) {
      const { done, value } = await reader.read()
      if (this.destroyed) return
      if (done) {
        this.complete = true
        this.push(null)
        return
      }
      if (value.byteLength > 0) {
        this.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength))
        return
      }
    }
  }

  /** As in node:http: an incomplete request takes its connection with it, and its error is for those who listen. */
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.complete) {
      this.aborted = true
      this.emit('aborted')
      ;(this.#reader ?? this.#body)?.cancel(error).catch(() => {})
      this.socket.destroy()
    }
    const failure = error ?? (this.aborted ? Object.assign(new Error('aborted'), { code: 'ECONNRESET' }) : null)
    queueMicrotask(() => done(this.listenerCount('error') === 0 ? null : failure))
  }
}

/**
 * By lower-case name, without a prototype. A request that was made in-process has neither a Host nor says how its body is
 * framed: what node:http would have seen is put in its place.
 */
function headersOf(given: Headers, authority: string, hasBody: boolean): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = Object.create(null)
  given.forEach((value, name) => {
    headers[name] = value
  })
  headers.host ??= authority
  if (hasBody && headers['content-length'] === undefined) headers['transfer-encoding'] ??= 'chunked'
  return headers
}
