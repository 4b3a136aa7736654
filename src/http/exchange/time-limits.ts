import type { IncomingMessage, ServerResponse } from 'node:http'
import { HttpError, ServiceUnavailable } from '../../errors.js'
import { blockedTime } from '../lifetime/blocked-time.js'
import { clock } from '../lifetime/clock.js'
import { cutResponse } from '../lifetime/cut-connection.js'
import { http2StreamOf, mayHaveContent } from '../lifetime/node-messages.js'
import { awaitClose, forgetClose } from '../lifetime/when-over.js'
import { writeProblem } from '../response/problem.js'
import { contextOf, type RequestContext } from './request-context.js'

const TIMER = Symbol('fieldstone.requestTimer')

interface TimedRequest extends IncomingMessage {
  [TIMER]?: NodeJS.Timeout | undefined
}

const TOO_SLOW = 'The request took too long'

/**
 * Gives the body of a request so many milliseconds from now on, instead of what it was given before; 0 for no limit.
 * A body that has not arrived by then gets a 408, and the connection is closed; cut where a response has begun. Time
 * in which the event loop was blocked does not count: the server could not have read.
 */
export function limitRequest(req: TimedRequest, res: ServerResponse, milliseconds: number): void {
  if (!mayHaveContent(req) || req.complete) return
  if (TIMER in req) clearTimeout(req[TIMER])
  else stopAtEnd(req, res)
  req[TIMER] = undefined
  if (milliseconds > 0) arm(req, res, milliseconds)
}

/** A response that is sent before the body has come ends nothing: the client can still hold the connection. */
function stopAtEnd(req: TimedRequest, res: ServerResponse): void {
  // A request with a response gets no events of its socket any more.
  const socket = http2StreamOf(res) === undefined ? req.socket : undefined
  const stop = (): void => {
    clearTimeout(req[TIMER])
    req.off('end', stop).off('close', stop)
    if (socket !== undefined) forgetClose(socket, stop)
  }
  req.on('end', stop).on('close', stop)
  if (socket !== undefined) awaitClose(socket, stop)
}

function arm(req: TimedRequest, res: ServerResponse, milliseconds: number): void {
  const start = clock.now()
  req[TIMER] = setTimeout(() => {
    const blocked = blockedTime.since(start)
    if (blocked > 0) arm(req, res, blocked)
    else reject(req, res)
  }, milliseconds)
}

function reject(req: IncomingMessage, res: ServerResponse): void {
  if (res.headersSent) {
    // Over HTTP/1 the request takes its connection with it; over HTTP/2 it leaves its stream as it is.
    if (http2StreamOf(res) !== undefined) cutResponse(req, res)
    req.destroy()
    return
  }
  if (http2StreamOf(res) === undefined) res.setHeader('connection', 'close')
  // What waits for the rest of the body gets an error.
  res.once('close', () => req.destroy())
  const ctx = contextOf(req)
  if (ctx === undefined) writeProblem(res, { status: 408, detail: TOO_SLOW })
  else ctx.expire(new HttpError(408, TOO_SLOW))
}

/**
 * Gives a route's run so many milliseconds until its response begins; then the response is a 503, and its signal fires. Time in
 * which the event loop was blocked does not count: what the handler waits for could not have come.
 */
export function limitHandler(run: (ctx: RequestContext) => void, milliseconds: number): (ctx: RequestContext) => void {
  return (ctx) => {
    let timer: NodeJS.Timeout
    let start = clock.now()
    const expire = (): void => {
      const blocked = blockedTime.since(start)
      if (blocked === 0) {
        ctx.expire(new ServiceUnavailable('The request took too long to be answered'))
        return
      }
      start = clock.now()
      timer = setTimeout(expire, blocked)
    }
    timer = setTimeout(expire, milliseconds)
    const stop = (): void => clearTimeout(timer)
    ctx.whenOver(stop)
    run(ctx)
  }
}
