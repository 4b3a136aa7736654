import type { ServerResponse } from 'node:http'
import type { Context } from '../context.js'
import { clearRepresentation, type Reply } from '../reply/reply.js'
import type { HttpSettings } from '../settings.js'
import { INTERNAL_ERROR, problemReply } from './problem.js'
import { logExchange } from './request-log.js'

/** The reply, if the document promises it or the promise is not enforced; else the 500 that takes its place. */
export function checkedReply(reply: Reply, ctx: Context, res: ServerResponse, settings: HttpSettings): Reply {
  const violation = ctx.answers?.responses.violation(reply)
  if (violation === undefined) return reply
  logViolation(ctx, settings, reply.status, violation)
  if (settings.responseChecks !== 'enforce') return reply
  reply.source?.release()
  clearRepresentation(res)
  return problemReply(INTERNAL_ERROR, undefined, ctx, settings)
}

/** Of a response that somebody else wrote, the head alone can still be looked at, and nothing be changed. */
export function checkHandedOver(ctx: Context, res: ServerResponse, settings: HttpSettings): void {
  const status = res.statusCode
  const violation = ctx.answers?.responses.statusViolation(status)
  if (violation !== undefined) logViolation(ctx, settings, status, violation)
}

function logViolation(ctx: Context, { logger }: HttpSettings, status: number, violation: string): void {
  logExchange(ctx, logger, 'warn', undefined, `answered ${status}, which breaks the document: ${violation}`)
}
