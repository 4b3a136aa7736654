import { Writable } from 'node:stream'
import { reasonPhrase } from '../reply/reason-phrase.js'
import { HeaderFields, type HeaderList, type HeaderValue } from '../syntax/header-fields.js'
import { canHaveBody, type FetchHead, headOf } from './head.js'
import type { FetchRequest } from './request.js'
import type { FetchSocket } from './socket.js'

type Done = (error?: Error | null) => void
type Content = string | Uint8Array

/**
 * A WHATWG response in the making, with the surface of node:http's own: what contexts, replies and Express-style
 * middleware use of it. What is written at once becomes a whole body; else the body is a stream, which gives as fast as it
 * is read. Destroyed in its middle, its body fails.
 */
export class FetchResponse extends Writable {
  statusCode = 200
  statusMessage: string | undefined = undefined
  sendDate = true
  readonly req: FetchRequest
  readonly socket: FetchSocket
  readonly #resolve: (response: Response) => void
  readonly #headers: HeaderFields
  #head: FetchHead | undefined = undefined
  #isAnswered = false
  #isGiven = false
  #whole: Content | undefined = undefined
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined = undefined
  /** Whether a reader waits for the next bytes of the body. */
  #isWanted = false
  #goOn: Done | undefined = undefined

  /**
   * `headers` are those that are set already; `resolve` gets the response as soon as its head is known and its first bytes,
   * or the whole body.
   */
  constructor(req: FetchRequest, headers: HeaderFields, resolve: (response: Response) => void) {
    super()
    this.req = req
    this.socket = req.socket
    this.#headers = headers
    this.#resolve = resolve
    // A write that comes too late emits an error; it need not have a listener.
    this.on('error', () => {})
  }

  get headersSent(): boolean {
    return this.#head !== undefined
  }

  /** It was given before, whole: nothing can be written any more. */
  endAs({ status, statusText }: Response): void {
    this.statusCode = status
    this.#head = { status, statusText, hasBody: false }
    this.#isAnswered = true
    super.end()
  }

  /** Resolves with another response, unless this one has begun. */
  giveWay(response: Response): void {
    if (this.#isAnswered) return
    this.#isAnswered = true
    this.#resolve(response)
  }

  /** Whether there is a response already. */
  get isAnswered(): boolean {
    return this.#isAnswered
  }

  /** Whether the platform has all of it, as far as can be seen. */
  get isGiven(): boolean {
    return this.#isGiven
  }

  get finished(): boolean {
    return this.writableEnded
  }

  get connection(): FetchSocket {
    return this.socket
  }

  /** Middleware reads by this name as well whether the head is written. */
  get _header(): string | null {
    return this.#head === undefined ? null : `HTTP/1.1 ${this.#head.status}`
  }

  _implicitHeader(): void {
    this.writeHead(this.statusCode)
  }

  setHeader(name: string, value: HeaderValue): this {
    this.#checkUnsent()
    this.#headers.set(name, value)
    return this
  }

  appendHeader(name: string, value: HeaderValue): this {
    this.#checkUnsent()
    this.#headers.append(name, value)
    return this
  }

  setHeaders(headers: Headers | ReadonlyMap<string, HeaderValue>): this {
    // WHATWG headers give one cookie at a time; all of them replace what was set, as in node:http.
    const cookies: string[] = []
    for (const [name, value] of headers) {
      if (name === 'set-cookie') cookies.push(...[value].flat().map(String))
      else this.setHeader(name, value)
    }
    if (cookies.length > 0) this.setHeader('set-cookie', cookies)
    return this
  }

  removeHeader(name: string): void {
    this.#checkUnsent()
    this.#headers.delete(name)
  }

  getHeader(name: string): HeaderValue | undefined {
    return this.#headers.get(name)
  }

  hasHeader(name: string): boolean {
    return this.#headers.has(name)
  }

  getHeaders(): Record<string, HeaderValue> {
    return this.#headers.all()
  }

  getHeaderNames(): string[] {
    return this.#headers.names()
  }

  getRawHeaderNames(): string[] {
    return this.#headers.rawNames()
  }

  /** Throws a RangeError for a status that a response cannot have: it is from 200 to 599. */
  writeHead(status: number, reason?: string | HeaderList, headers?: HeaderList): this {
    this.#checkUnsent()
    const statusText = (typeof reason === 'string' ? reason : this.statusMessage) ?? reasonPhrase(status)
    const head = headOf(this.req.method, status, statusText)
    const list = typeof reason === 'object' && reason !== null ? reason : headers
    if (list !== undefined) this.#headers.merge(list)
    this.statusCode = status
    this.#head = head
    return this
  }

  flushHeaders(): void {
    if (this.#head === undefined) this._implicitHeader()
    this.#open()
  }

  override write(chunk: Content, encoding?: BufferEncoding | Done, done?: Done): boolean {
    const after = typeof encoding === 'function' ? encoding : done
    if (this.writableEnded) return this.#reject(after)
    if (this.#head === undefined) this._implicitHeader()
    if (this.#head?.hasBody === false) {
      if (after !== undefined) queueMicrotask(after)
      return true
    }
    return typeof encoding === 'string' ? super.write(chunk, encoding, after) : super.write(chunk, after)
  }

  override end(chunk?: Content | Done | null, encoding?: BufferEncoding | Done, done?: Done): this {
    const after = [chunk, encoding, done].find((argument) => typeof argument === 'function') as Done | undefined
    const content = typeof chunk === 'function' ? undefined : (chunk ?? undefined)
    const coding = typeof encoding === 'string' ? encoding : undefined
    if (this.writableEnded) {
      if (content !== undefined) this.#reject(after)
      return this
    }
    if (this.#isAnswered || this.writableLength > 0 || this.destroyed) {
      if (content !== undefined) this.write(content, coding)
    } else {
      const whole = typeof content === 'string' && coding !== undefined ? Buffer.from(content, coding) : content
      if (this.#head === undefined) {
        this.#declareLength(whole)
        this._implicitHeader()
      }
      this.#whole = whole
    }
    super.end(after)
    return this
  }

  /** A WHATWG response cannot carry informational ones. */
  writeContinue(): void {}

  writeProcessing(): void {}

  writeEarlyHints(_hints: unknown, done?: () => void): void {
    if (done !== undefined) queueMicrotask(done)
  }

  addTrailers(): void {}

  /** Times are the platform's. */
  setTimeout(): this {
    return this
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.#open()
    this.#controller?.enqueue(chunk)
    if (this.#isWanted) {
      this.#isWanted = false
      done()
    } else this.#goOn = done
  }

  override _final(done: Done): void {
    this.#isGiven = true
    if (this.#isAnswered) this.#controller?.close()
    else this.#respond(this.#head?.hasBody === true && this.#whole !== undefined ? this.#whole : null)
    done()
  }

  override _destroy(error: Error | null, done: Done): void {
    if (!this.writableFinished) {
      this.#controller?.error(error ?? new Error('The response was cut'))
      this.socket.destroy()
    }
    done(error)
  }

  #open(): void {
    if (this.#isAnswered) return
    if (this.#head?.hasBody === false) {
      this.#respond(null)
      return
    }
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller
        },
        pull: () => this.#pull(),
        cancel: () => {
          this.socket.destroy()
        }
      },
      // Nothing is taken before the body is read: what was written and not read would count as sent.
      { highWaterMark: 0 }
    )
    this.#respond(body)
  }

  #pull(): void {
    const goOn = this.#goOn
    if (goOn === undefined) this.#isWanted = true
    else {
      this.#goOn = undefined
      goOn()
    }
  }

  #respond(body: Content | ReadableStream<Uint8Array> | null): void {
    const { status, statusText } = this.#head as FetchHead
    this.#isAnswered = true
    // A text without a content type would be given one.
    const content = typeof body === 'string' && !this.hasHeader('content-type') ? Buffer.from(body) : body
    // Cloudflare's workerd would compress what is compressed already; no other runtime reads it.
    const init = { status, statusText, headers: this.#headers.entries(), encodeBody: 'manual' }
    this.#resolve(new Response(content, init))
  }

  /** As node:http does for a body that is given at once and has no length yet. */
  #declareLength(content: Content | undefined): void {
    const hasBody = canHaveBody(this.req.method, this.statusCode)
    if (!hasBody || this.hasHeader('content-length') || this.hasHeader('transfer-encoding')) return
    this.setHeader('content-length', content === undefined ? 0 : Buffer.byteLength(content))
  }

  #checkUnsent(): void {
    if (this.#head === undefined) return
    throw Object.assign(new Error('The headers are sent already'), { code: 'ERR_HTTP_HEADERS_SENT' })
  }

  /** A write after the end emits an error, and changes nothing about what was sent. */
  #reject(after: Done | undefined): false {
    const error = Object.assign(new Error('write after end'), { code: 'ERR_STREAM_WRITE_AFTER_END' })
    process.nextTick(() => {
      after?.(error)
      this.emit('error', error)
    })
    return false
  }
}
