import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FindCall } from '../exchange/value-call.js'
import { RequestCut } from '../lifetime/abort-signal.js'
import { PROBLEM_TYPE, problemOf } from '../problem.js'
import type { RequestHandler } from '../route.js'
import type { ServerCloseOptions } from '../server/server.js'
import { FetchCall } from './call.js'
import { FetchConnection } from './connection.js'
import { type FetchEdge, FetchExchange, type OpenExchange, targetOf } from './exchange.js'

/** What a response is waited for from. */
type Open = FetchCall | FetchExchange

/**
 * The edge to platforms that hand over WHATWG requests: Bun, Deno, edge workers, functions. Without node:http; whatever a
 * server of it would limit (times, the size of heads) is the platform's to limit.
 */
export class FetchServer implements FetchEdge {
  readonly #handler: RequestHandler
  readonly #findCall: FindCall | undefined
  /** Those whose response was not given in the turn in which they came. */
  readonly #open: Open[] = []
  #last = new FetchConnection(undefined)
  #running = 0
  #isClosed = false
  /** Whose promise is being made: a function for each request would cost Bun a fiftieth of a short one. */
  #waiting: Open | undefined = undefined
  readonly #give = (resolve: (response: Response) => void, reject: (error: Error) => void): void => {
    this.#waiting?.whenGiven(resolve, reject)
    this.#waiting = undefined
  }
  #emptied: () => void = () => {}

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
    const exchange = this.#start(request, this.#connectionOf(connection, caller))
    const { response } = exchange
    return response === undefined ? this.#wait(exchange) : Promise.resolve(response)
  }

  #start(request: Request, connection: FetchConnection): Open {
    const { method } = request
    const found = method === 'HEAD' ? undefined : this.#findCall?.(method, targetOf(request.url))
    this.#running += 1
    if (found !== undefined) {
      const call = new FetchCall(found, request, method, connection, this)
      call.run()
      return call
    }
    const exchange = new FetchExchange(request, connection, this)
    this.#handler(exchange as unknown as IncomingMessage, exchange as unknown as ServerResponse)
    return exchange
  }

  #wait(exchange: Open): Promise<Response> {
    // One that was cut already is forgotten.
    if (!exchange.isCut) exchange.place = this.#open.push(exchange) - 1
    this.#waiting = exchange
    return new Promise(this.#give)
  }

  /** Bun's server hands over itself with each request. */
  #connectionOf(connection: object | undefined, caller: unknown): FetchConnection {
    if (!this.#last.isOf(connection, caller)) this.#last = new FetchConnection(connection, caller)
    return this.#last
  }

  /** Rejects what comes from now on, lets the requests in flight finish, and cuts what is left at the deadline. */
  async close({ deadline = 10_000 }: ServerCloseOptions = {}): Promise<void> {
    this.#isClosed = true
    if (this.#running === 0) return
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      this.#emptied = resolve
      timer = setTimeout(() => this.#cut(), deadline)
    })
    clearTimeout(timer)
  }

  forget(exchange: OpenExchange): void {
    const { place } = exchange
    if (place !== undefined) this.#leave(place)
    exchange.place = undefined
    this.#running -= 1
    if (this.#running === 0) this.#emptied()
  }

  /** The last one takes the place: a Set would cost Deno a hundredth of a short request. */
  #leave(place: number): void {
    const last = this.#open.pop() as Open
    if (last.place === place) return
    this.#open[place] = last
    last.place = place
  }

  #cut(): void {
    const reason = new RequestCut()
    for (const exchange of [...this.#open]) exchange.cut(unavailable(), reason)
  }
}

/** The edge that hands requests to this handler. */
export function fetchServer(handler: RequestHandler, findCall?: FindCall): FetchServer {
  return new FetchServer(handler, findCall)
}

/** The response of a service that has stopped. */
export function unavailable(): Response {
  const problem = problemOf({ status: 503, detail: 'The service does not take requests now' })
  return new Response(JSON.stringify(problem), { status: problem.status, headers: { 'content-type': PROBLEM_TYPE } })
}
