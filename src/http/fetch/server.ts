import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FindCall } from '../exchange/value-call.js'
import type { RequestHandler } from '../route.js'
import type { ServerCloseOptions } from '../server/server.js'
import { FetchCall } from './call.js'
import { FetchConnection } from './connection.js'
import { FetchExchange, targetOf } from './exchange.js'
import { InFlight, unavailable } from './in-flight.js'

/**
 * The edge to platforms that hand over WHATWG requests: Bun, Deno, edge workers, functions. Without node:http; whatever a
 * server of it would limit (times, the size of heads) is the platform's to limit.
 */
export class FetchServer {
  readonly #handler: RequestHandler
  readonly #findCall: FindCall | undefined
  #last = new FetchConnection(undefined)
  #inFlight = new InFlight()
  #isClosed = false

  /** @param findCall finds the routes that the handler would call with nothing of the request but values */
  constructor(handler: RequestHandler, findCall?: FindCall) {
    this.#handler = handler
    this.#findCall = findCall
  }

  /** Whether every request is rejected, since the service has stopped. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Takes requests again. */
  open(): void {
    this.#isClosed = false
    this.#inFlight = new InFlight()
  }

  /**
   * Handles a request. Rejects where the handler cuts the connection before its response has begun, and with a TypeError
   * for a request whose body was read already.
   *
   * @param caller the `this` of the call: Bun's server has made the request itself where it calls
   */
  answer(request: Request, connection?: object, caller?: unknown): Promise<Response> {
    if (this.#isClosed) return Promise.resolve(unavailable())
    if (request.bodyUsed)
      return Promise.reject(new TypeError('The body of the request was already read by someone else'))
    const from = this.#connectionOf(connection, caller)
    const { method } = request
    const found = method === 'HEAD' ? undefined : this.#findCall?.(method, targetOf(request.url))
    const inFlight = this.#inFlight
    if (found !== undefined) {
      inFlight.begin()
      return new FetchCall(found, request, method, from, inFlight).respond()
    }
    const exchange = new FetchExchange(request, from, inFlight)
    // Throws for what is no request, which a stop would wait for in vain.
    void exchange.url
    inFlight.begin()
    this.#handler(exchange as unknown as IncomingMessage, exchange as unknown as ServerResponse)
    return inFlight.responseOf(exchange)
  }

  /** Bun's server hands over itself with each request. */
  #connectionOf(connection: object | undefined, caller: unknown): FetchConnection {
    if (!this.#last.isOf(connection, caller)) this.#last = new FetchConnection(connection, caller)
    return this.#last
  }

  /**
   * Rejects what comes from now on, lets the requests in flight finish, and cuts what is left at the deadline. A request whose
   * body the platform reads then is responded to when that has ended, without its method.
   */
  close({ deadline = 10_000 }: ServerCloseOptions = {}): Promise<void> {
    this.#isClosed = true
    return this.#inFlight.finish(deadline)
  }
}
