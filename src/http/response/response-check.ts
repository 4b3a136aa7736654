import type { ServerResponse } from 'node:http'
import { clearRepresentation, type Reply } from '../reply/reply.js'
import type { HttpSettings } from '../settings.js'
import { INTERNAL_ERROR, problemReply } from './problem.js'
import { logExchange } from './request-log.js'
import type { RespondingContext } from './route-responses.js'

/** The reply, if the document promises it or the promise is not enforced; else the 500 that takes its place. */
export function checkedReply(reply: Reply, ctx: RespondingContext, res: ServerResponse, settings: HttpSettings): Reply {
  const violation = ctx.documented?.responses.violation(reply)
  if (violation === undefined) return reply
  logViolation(ctx, settings, reply.status, violation)
  if (settings.responseChecks !== 'enforce') return reply
  reply.source?.release()
  clearRepresentation(res)
  return problemReply(INTERNAL_ERROR, undefined, ctx, settings)
}

/** Of a response that somebody else wrote, the head alone can still be looked at, and nothing be changed. */
export function checkHandedOver(ctx: RespondingContext, res: ServerResponse, settings: HttpSettings): void {
  const status = res.statusCode
  const violation = ctx.documented?.responses.statusViolation(status)
  if (violation !== undefined) logViolation(ctx, settings, status, violation)
}

function logViolation(ctx: RespondingContext, { logger }: HttpSettings, status: number, violation: string): void {
  logExchange(ctx, logger, 'warn', undefined, `answered ${status}, which breaks the document: ${violation}`)
}
