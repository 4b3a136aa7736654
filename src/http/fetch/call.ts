import { tooLarge } from '../body/codings.js'
import { isPlainJson } from '../body/request-body.js'
import { type FoundCall, ValueCall } from '../exchange/value-call.js'
import { type Reply, writeReply } from '../reply/reply.js'
import { sizeOf } from './body.js'
import type { FetchConnection } from './connection.js'
import { FetchExchange } from './exchange.js'
import { canHaveBody } from './head.js'
import { type InFlight, unavailable } from './in-flight.js'
import { wholeResponse } from './whole-response.js'

/**
 * A WHATWG request of a route that takes it without a context. One object for all of it: the body is read where the platform
 * frames it, and the response is given where it is whole. For anything else the exchange is made, and goes on from there.
 */
export class FetchCall extends ValueCall {
  readonly #request: Request
  readonly #method: string
  readonly #connection: FetchConnection
  readonly #inFlight: InFlight
  #exchange: FetchExchange | undefined = undefined
  /** The bytes of the body where the platform gives them whole, and whether they have come. */
  #taken: Uint8Array | Promise<ArrayBuffer | Uint8Array> | undefined = undefined
  #isRead = false
  #limit = 0
  /** What the body's Content-Length declares. */
  #size = 0
  #response: Response | undefined = undefined

  constructor(found: FoundCall, request: Request, method: string, connection: FetchConnection, inFlight: InFlight) {
    super(found)
    this.#request = request
    this.#method = method
    this.#connection = connection
    this.#inFlight = inFlight
  }

  /** Calls the method, when the body has come; resolves with its response. Rejects like an exchange. */
  respond(): Promise<Response> {
    this.run()
    if (this.#response !== undefined) return Promise.resolve(this.#response)
    if (this.#exchange !== undefined) return this.#inFlight.responseOf(this.#exchange)
    return this.#respondLater(this.#taken as Promise<ArrayBuffer | Uint8Array>)
  }

  /**
   * Apart, and awaiting nothing but the body: a promise that something else could settle as well costs Bun a fiftieth of a
   * short request. So a stop cannot respond to it before the body has ended.
   */
  async #respondLater(coming: Promise<ArrayBuffer | Uint8Array>): Promise<Response> {
    const inFlight = this.#inFlight
    inFlight.beginReading()
    let bytes: ArrayBuffer | Uint8Array | undefined
    try {
      bytes = await coming
    } catch {
      // Its client has gone, or what made it has failed: the exchange finds out.
    }
    if (inFlight.isOver) return unavailable()
    inFlight.endReading()
    if (bytes === undefined) this.#readByExchange()
    else this.#takeWhole(bytes instanceof Uint8Array ? bytes : Buffer.from(bytes))
    return this.#response ?? inFlight.responseOf(this.exchange)
  }

  protected get exchange(): FetchExchange {
    if (this.#exchange === undefined) {
      const taken = this.#taken && { bytes: this.#taken, isRead: this.#isRead }
      this.#exchange = new FetchExchange(this.#request, this.#connection, this.#inFlight, taken)
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
      this.#taken = connection.bytesOf(request)
    } else this.#readByExchange()
  }

  #takeWhole(bytes: Uint8Array): void {
    // They may not be those that were declared.
    if (bytes.byteLength > this.#limit || this.#connection.isCut(bytes.byteLength, this.#size)) {
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
    this.#inFlight.end()
  }
}
