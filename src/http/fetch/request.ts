import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { CONTEXT, type Remembering } from '../lifetime/direct-exchange.js'
import type { FetchBody } from './body.js'
import type { FetchSocket } from './socket.js'

/** What the request of an exchange says of itself. */
interface Head {
  readonly method: string
  /** The path and the query. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
}

/**
 * A WHATWG request with the surface of node:http's own: what Express-style middleware and Node's handlers use of it.
 * The body is read when a handler reads it, and as fast. The request says of itself that it came by HTTP/1.1, whatever
 * the client spoke.
 */
export class FetchRequest extends Readable implements Remembering {
  readonly method: string
  url: string
  readonly headers: IncomingHttpHeaders
  readonly httpVersion = '1.1'
  readonly httpVersionMajor = 1
  readonly httpVersionMinor = 1
  readonly trailers = {}
  readonly socket: FetchSocket
  aborted = false;
  [CONTEXT]: unknown = undefined
  readonly #body: FetchBody

  constructor({ method, url, headers }: Head, socket: FetchSocket, body: FetchBody) {
    super()
    this.method = method
    this.url = url
    this.headers = headers
    this.socket = socket
    this.#body = body
    // What was read whole before is over here, too.
    if (body.isTaken) this.resume()
  }

  /** Whether the whole body has arrived. */
  get complete(): boolean {
    return !this.#body.isArriving
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
    this.#body.cancel()
    this.push(null)
    this.resume()
  }

  override _read(): void {
    const { reading } = this.#body
    if (reading === undefined) this.#take(this.#body.next(), false)
    else this.#take(reading, true)
  }

  #take(coming: Promise<Buffer | undefined>, isLast: boolean): void {
    coming.then(
      (chunk) => {
        if (this.destroyed) return
        this.push(chunk ?? null)
        if (isLast) this.push(null)
      },
      (error: Error) => {
        // What is above the limit of a body is still there to be read.
        if (isLast && !this.complete) this._read()
        else this.destroy(error)
      }
    )
  }

  /** As in node:http: an incomplete request takes its connection with it, and its error is for those who listen. */
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.complete) {
      this.aborted = true
      this.emit('aborted')
      this.#body.cancel(error)
      this.socket.destroy()
    }
    const failure = error ?? (this.aborted ? Object.assign(new Error('aborted'), { code: 'ECONNRESET' }) : null)
    queueMicrotask(() => done(this.listenerCount('error') === 0 ? null : failure))
  }
}
