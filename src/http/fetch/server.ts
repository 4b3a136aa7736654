import type { IncomingMessage, ServerResponse } from 'node:http'
import { abortRequest, RequestCut } from '../lifetime/abort-signal.js'
import { PROBLEM_TYPE, problemOf } from '../problem.js'
import type { RequestHandler } from '../route.js'
import type { ServerCloseOptions } from '../server/server.js'
import { FetchRequest } from './request.js'
import { FetchResponse } from './response.js'
import { FetchSocket } from './socket.js'

/**
 * Handles a WHATWG request. `connection` says who sent it, for `ctx.ip`: `{ remoteAddress: '203.0.113.7' }`, or what Deno
 * (`info`) and Bun (`server`) pass with a request; nothing else of it is read.
 */
export type FetchHandler = (request: Request, connection?: object) => Promise<Response>

/** What nginx logs for a client that has gone; it is never sent. */
const CLIENT_CLOSED = 499

/**
 * The edge to platforms that hand over WHATWG requests: Bun, Deno, edge workers, functions. Without node:http; whatever a
 * server of it would limit (times, the size of heads) is the platform's to limit.
 */
export class FetchServer {
  readonly #handler: RequestHandler
  readonly #open = new Set<FetchResponse>()
  #isClosed = false
  #emptied: () => void = () => {}

  constructor(handler: RequestHandler) {
    this.#handler = handler
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
   */
  answer(request: Request, connection?: object): Promise<Response> {
    if (this.#isClosed) return Promise.resolve(unavailable())
    return new Promise((resolve, reject) => {
      const socket = new FetchSocket(request, connection)
      const req = new FetchRequest(request, socket)
      const res = new FetchResponse(req, resolve)
      this.#open.add(res)
      const { signal } = request
      const leave = (): void => {
        res.giveWay(new Response(null, { status: CLIENT_CLOSED }))
        socket.destroy()
      }
      // Whichever of the three ends before its time takes the others with it.
      socket.once('close', () => {
        req.destroy()
        res.destroy()
      })
      res.once('close', () => {
        signal?.removeEventListener('abort', leave)
        this.#forget(res)
        if (!res.isAnswered) reject(new Error('The connection was cut before the response had begun'))
        if (res.getHeader('connection') === 'close') socket.destroy()
        else req.discard()
      })
      signal?.addEventListener('abort', leave)
      this.#handler(req as unknown as IncomingMessage, res as unknown as ServerResponse)
      if (signal?.aborted) leave()
    })
  }

  /** Rejects what comes from now on, lets the requests in flight finish, and cuts what is left at the deadline. */
  async close({ deadline = 10_000 }: ServerCloseOptions = {}): Promise<void> {
    this.#isClosed = true
    if (this.#open.size === 0) return
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      this.#emptied = resolve
      timer = setTimeout(() => this.#cut(), deadline)
    })
    clearTimeout(timer)
  }

  #forget(res: FetchResponse): void {
    this.#open.delete(res)
    if (this.#open.size === 0) this.#emptied()
  }

  #cut(): void {
    const reason = new RequestCut()
    for (const res of this.#open) {
      abortRequest(res as unknown as ServerResponse, reason)
      res.giveWay(unavailable())
      res.socket.destroy()
    }
  }
}

/** The response of a service that has stopped. */
export function unavailable(): Response {
  const problem = problemOf({ status: 503, detail: 'The service does not take requests now' })
  return new Response(JSON.stringify(problem), { status: problem.status, headers: { 'content-type': PROBLEM_TYPE } })
}
