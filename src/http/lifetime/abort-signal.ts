import { LIMITS_STACKS } from '../../errors.js'
import type { OpenResponse, SentRequest } from './direct-exchange.js'
import { guardSignal } from './listener-guard.js'
import { directOf, nodeResponseOf } from './node-messages.js'
import { whenOver } from './when-over.js'

/** The client went away before its request was complete. No response can be sent, and the service is not at fault. */
export class RequestAborted extends Error {
  override readonly name = 'RequestAborted'

  constructor() {
    const { stackTraceLimit } = Error
    // No code has made a mistake: every client that leaves an event stream ends with this.
    if (LIMITS_STACKS) Error.stackTraceLimit = 0
    try {
      super('The client went away before its request was complete')
    } finally {
      if (LIMITS_STACKS) Error.stackTraceLimit = stackTraceLimit
    }
  }
}

/** The service stopped, and cut the connection before the response was sent. */
export class RequestCut extends RequestAborted {
  override readonly message = 'The service stopped before the response was sent'
}

/** Only requests whose handler reads the signal pay for one. */
const controllers = new WeakMap<OpenResponse, AbortController>()
const expired = new WeakSet<OpenResponse>()

/**
 * The signal of a request, made at the first call. It fires when the client goes away before the whole response is
 * sent, when the request has run out of time, and when the service stops and cuts the connection. `caught` is called
 * with what its listeners throw.
 */
export function signalOf(req: SentRequest, res: OpenResponse, caught: (error: unknown) => void): AbortSignal {
  const known = controllers.get(res)
  if (known !== undefined) return known.signal
  const controller = new AbortController()
  controllers.set(res, controller)
  guardSignal(controller.signal, caught)
  if (isCut(res)) controller.abort(new RequestAborted())
  else {
    whenOver(req, res, (isSent) => {
      if (!isSent) controller.abort(new RequestAborted())
    })
  }
  return controller.signal
}

/** Fires the signal of a request if there is one; a signal that has fired keeps its first reason. */
export function abortRequest(res: OpenResponse, reason: Error): void {
  controllers.get(res)?.abort(reason)
}

/** Fires the signal of a request that has run out of time. */
export function expireRequest(res: OpenResponse, signal: AbortSignal): void {
  expired.add(res)
  if (!signal.aborted) abortRequest(res, new DOMException('The request has run out of time', 'TimeoutError'))
}

/** Whether the request has run out of time. */
export function isExpired(res: OpenResponse): boolean {
  return expired.has(res)
}

/** Whether an error only reports that the request's own signal has fired. */
export function isAbortOf(res: OpenResponse, error: unknown): boolean {
  const signal = controllers.get(res)?.signal
  if (signal === undefined || !signal.aborted) return false
  return error === signal.reason || (error as Error | null)?.name === 'AbortError'
}

function isCut(open: OpenResponse): boolean {
  const direct = directOf(open)
  if (direct !== undefined) return direct.isCut
  const res = nodeResponseOf(open)
  if (res.writableFinished && res.writableEnded) return false
  const { stream } = res as { stream?: { destroyed: boolean } }
  return res.destroyed || res.socket?.destroyed === true || stream?.destroyed === true
}
