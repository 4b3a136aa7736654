import { tooLarge } from '../body/codings.js'
import { isPlainJson } from '../body/request-body.js'
import { type FoundCall, ValueCall } from '../exchange/value-call.js'
import { type Reply, writeReply } from '../reply/reply.js'
import { sizeOf } from './body.js'
import type { FetchConnection } from './connection.js'
import { type FetchEdge, FetchExchange, type OpenExchange } from './exchange.js'
import { canHaveBody } from './head.js'
import { wholeResponse } from './whole-response.js'

/**
 * A WHATWG request of a route that takes it without a context. One object for all of it: the body is read where the platform
 * frames it, and the response is given where it is whole. For anything else the exchange is made, and goes on from there.
 */
export class FetchCall extends ValueCall implements FetchEdge, OpenExchange {
  place: number | undefined = undefined
  readonly #request: Request
  readonly #method: string
  readonly #connection: FetchConnection
  readonly #edge: FetchEdge
  #exchange: FetchExchange | undefined = undefined
  /** The bytes of the body where the platform gives them whole, and whether they have come. */
  #taken: Uint8Array | Promise<ArrayBuffer | Uint8Array> | undefined = undefined
  #isRead = false
  #limit = 0
  /** What the body's Content-Length declares. */
  #size = 0
  #response: Response | undefined = undefined
  #resolve: ((response: Response) => void) | undefined = undefined
  #reject: ((error: Error) => void) | undefined = undefined

  constructor(found: FoundCall, request: Request, method: string, connection: FetchConnection, edge: FetchEdge) {
    super(found)
    this.#request = request
    this.#method = method
    this.#connection = connection
    this.#edge = edge
  }

  protected get exchange(): FetchExchange {
    if (this.#exchange === undefined) {
      const taken = this.#taken && { bytes: this.#taken, isRead: this.#isRead }
      this.#exchange = new FetchExchange(this.#request, this.#connection, this, taken)
      if (this.#resolve !== undefined && this.#reject !== undefined) {
        this.#exchange.giveTo(this.#resolve, this.#reject)
      }
    }
    return this.#exchange
  }

  // ——— The body.

  get isPlainJson(): boolean {
    const type = this.#connection.header(this.#request, 'content-type')
    return isPlainJson(type ?? undefined) && this.#connection.header(this.#request, 'content-encoding') === null
  }

  protected readBytes(limit: number): void {
    this.#limit = limit
    if (this.#exchange !== undefined) {
      this.#readByExchange()
      return
    }
    const connection = this.#connection
    const request = this.#request
    this.#size = sizeOf(connection.header(request, 'content-length'))
    const held = connection.heldBytes(request)
    if (held !== undefined) {
      this.#taken = held
      this.#takeWhole(held)
    } else if (this.#size <= limit && connection.frames(request)) {
      const coming = connection.bytesOf(request)
      this.#taken = coming
      coming.then(
        (bytes) => this.#takeWhole(bytes instanceof Uint8Array ? bytes : Buffer.from(bytes)),
        () => this.#readByExchange()
      )
    } else this.#readByExchange()
  }

  #takeWhole(bytes: Uint8Array): void {
    // The service has stopped meanwhile, or the bytes are not those that were declared.
    const isOver = this.#exchange !== undefined || bytes.byteLength > this.#limit
    if (isOver || this.#connection.isCut(bytes.byteLength, this.#size)) {
      this.#readByExchange()
      return
    }
    this.#isRead = true
    this.arrived(bytes)
  }

  /** Reads on from where it is, with the same bytes where they have come. */
  #readByExchange(): void {
    this.exchange.readBody(this.#limit, tooLarge, this)
  }

  // ——— The response.

  get open(): this {
    return this
  }

  get headersSent(): boolean {
    return this.#exchange?.headersSent === true
  }

  hasHeader(name: string): boolean {
    return this.#exchange?.hasHeader(name) === true
  }

  writeWhole(reply: Reply): void {
    const { status, contentType, body } = reply
    const hasBody = canHaveBody(this.#method, status) && body.length > 0
    // A body that nothing has read is cancelled.
    const isLeft = !this.#isRead && this.#method !== 'GET'
    if (this.#exchange !== undefined || contentType === undefined || !hasBody || isLeft) {
      writeReply(this.exchange, this.exchange, reply)
      return
    }
    this.#response = wholeResponse(status, contentType, body, this.#connection)
    this.#resolve?.(this.#response)
    this.#edge.forget(this)
  }

  /** The response, as soon as there is one; undefined where Node's messages write it. */
  get response(): Response | undefined {
    return this.#exchange === undefined ? this.#response : this.#exchange.response
  }

  /** Says to whom the response goes when it comes. */
  whenGiven(resolve: (response: Response) => void, reject: (error: Error) => void): void {
    this.#resolve = resolve
    this.#reject = reject
    if (this.#exchange !== undefined) this.#exchange.whenGiven(resolve, reject)
    else this.#connection.keepHeaders(this.#request)
  }

  // ——— How it ends.

  forget(): void {
    this.#edge.forget(this)
  }

  /** Whether it has ended without the response of its method. */
  get isCut(): boolean {
    return this.#exchange?.isCut === true
  }

  /** The service stops, and does not wait any longer. */
  cut(response: Response, reason: Error): void {
    this.exchange.cut(response, reason)
  }
}
