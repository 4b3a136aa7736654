import type { IncomingMessage, ServerResponse } from 'node:http'
import { HttpError } from '../errors.js'
import { writeProblem } from './problem.js'
import { contextOf } from './request-context.js'

const TIMER = Symbol('fieldstone.requestTimer')

interface TimedRequest extends IncomingMessage {
  [TIMER]?: NodeJS.Timeout | undefined
}

const TOO_SLOW = 'The request took too long'

/**
 * Gives the body of a request so many milliseconds from now on, instead of what it was given before; 0 for no limit.
 * A body that has not arrived by then is answered 408, and the connection is closed; cut where an answer has begun.
 */
export function limitRequest(req: TimedRequest, res: ServerResponse, milliseconds: number): void {
  if (!hasBody(req) || req.complete) return
  if (TIMER in req) clearTimeout(req[TIMER])
  else stopAtEnd(req)
  req[TIMER] = milliseconds === 0 ? undefined : setTimeout(refuse, milliseconds, req, res)
}

/** An answer that is sent before the body has come ends nothing: the client can still hold the connection. */
function stopAtEnd(req: TimedRequest): void {
  // A request that is answered hears nothing of its socket any more.
  const socket = req.httpVersionMajor === 1 ? req.socket : undefined
  const stop = (): void => {
    clearTimeout(req[TIMER])
    req.off('end', stop).off('close', stop)
    socket?.off('close', stop)
  }
  req.on('end', stop).on('close', stop)
  socket?.on('close', stop)
}

function refuse(req: IncomingMessage, res: ServerResponse): void {
  if (res.headersSent) {
    req.destroy()
    return
  }
  if (req.httpVersionMajor === 1) res.setHeader('connection', 'close')
  // Whoever waits for the rest of the body learns that it will not come.
  res.once('close', () => req.destroy())
  const ctx = contextOf(req)
  if (ctx === undefined) writeProblem(res, { status: 408, detail: TOO_SLOW })
  else ctx.expire(new HttpError(408, TOO_SLOW))
}

/** HTTP/2 need not declare a length: there the end of the stream tells. */
function hasBody(req: IncomingMessage): boolean {
  const { stream } = req as { stream?: { endAfterHeaders?: boolean } }
  if (stream?.endAfterHeaders !== undefined) return !stream.endAfterHeaders
  const { headers } = req
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
