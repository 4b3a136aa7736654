import { readableError, type StatusError } from '../lifetime/thrown-value.js'
import { clearRepresentation, type Reply } from '../reply/reply.js'
import { INTERNAL_ERROR, problemReply } from './problem.js'
import { announce, log, type Responding, report } from './request-log.js'
import type { RespondingContext } from './route-responses.js'
import type { ItemViolated } from './stream-writers.js'

/** A response whose request may have a route that documents it. */
interface DocumentedResponding extends Responding {
  readonly ctx: RespondingContext
}

/** A response that the document does not promise. */
class UndocumentedResponse extends Error {
  override readonly name = 'UndocumentedResponse'
}

/** What takes the place of a reply that the document does not promise: a 500 where the promise is enforced. */
export function violatingReply(reply: Reply, violation: string, responding: DocumentedResponding): Reply {
  const { settings } = responding
  logViolation(responding, reply.status, violation)
  if (settings.responseChecks !== 'enforce') {
    keepViolation(responding, reply.status, violation)
    return reply
  }
  const error = undocumented(responding, reply.status, violation)
  announce(error, responding)
  const sent = settings.isProduction ? INTERNAL_ERROR : { ...INTERNAL_ERROR, detail: error.message }
  return replaced(reply, error, sent, responding)
}

/** What takes the place of a reply whose check has thrown, by a rule of the application's own: it may be wrong. */
export function uncheckedReply(reply: Reply, thrown: unknown, responding: DocumentedResponding): Reply {
  const error = readableError(thrown)
  report(error, 'gave a reply that cannot be checked', responding)
  announce(error, responding)
  return replaced(reply, error, INTERNAL_ERROR, responding)
}

/**
 * What becomes of items of a stream that break the document: undefined where they are not checked. The first of a stream
 * is reported; where the promise is enforced, it ends the stream, as its own failure does.
 */
export function itemChecks(responding: DocumentedResponding, status: number): ItemViolated | undefined {
  const { responseChecks } = responding.settings
  if (responseChecks === 'off') return undefined
  let isReported = false
  return (violation) => {
    if (responseChecks === 'enforce') throw undocumented(responding, status, violation)
    if (isReported) return
    isReported = true
    logViolation(responding, status, violation)
    keepViolation(responding, status, violation)
  }
}

function replaced(reply: Reply, error: Error, sent: StatusError, { ctx, res, settings }: Responding): Reply {
  reply.source?.release()
  clearRepresentation(res)
  return problemReply(sent, error, ctx, settings)
}

/** Of a response that the user's code wrote, only the head can still be checked, and nothing be changed. */
export function checkHandedOver(responding: DocumentedResponding): void {
  const { statusCode } = responding.res
  const violation = responding.ctx.documented.responses.statusViolation(statusCode)
  if (violation === undefined) return
  logViolation(responding, statusCode, violation)
  keepViolation(responding, statusCode, violation)
}

function logViolation(responding: Responding, status: number, violation: string): void {
  log(responding, 'warn', undefined, `answered ${status}, which breaks the document: ${violation}`)
}

/** For the injected request alone: the response is sent as it is. */
function keepViolation(responding: Responding, status: number, violation: string): void {
  const { res, settings } = responding
  settings.failures?.set(res, undocumented(responding, status, violation))
}

/** What the response would have replaced is its cause: an error whose own status is not documented. */
function undocumented({ ctx, res, settings }: Responding, status: number, violation: string): UndocumentedResponse {
  const { method, path, route } = ctx
  const place = route === undefined ? `${method} ${path}` : `${method} ${route.path} (${route.source})`
  const cause = settings.failures?.get(res)
  const message = `${place} responded ${status}, which breaks the document: ${violation}`
  return new UndocumentedResponse(message, cause && { cause })
}
