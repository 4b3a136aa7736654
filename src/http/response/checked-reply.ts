import { readableError, type StatusError } from '../lifetime/thrown-value.js'
import { clearRepresentation, type Reply } from '../reply/reply.js'
import { type Violations, violationText } from '../violation-reports.js'
import { INTERNAL_ERROR, problemReply } from './problem.js'
import { announce, log, type Responding, report } from './request-log.js'
import { isInSample, type RespondingContext } from './route-responses.js'
import type { ItemChecks } from './stream-writers.js'

/** A response whose request may have a route that documents it. */
interface DocumentedResponding extends Responding {
  readonly ctx: RespondingContext
}

/** A response that the document does not promise. */
class UndocumentedResponse extends Error {
  override readonly name = 'UndocumentedResponse'
}

/** What takes the place of a reply that the document does not promise: a 500 where the promise is enforced. */
export function violatingReply(reply: Reply, violations: Violations, responding: DocumentedResponding): Reply {
  const { settings } = responding
  const error = enforcedError(responding, reply.status, violations)
  reportViolations(responding, reply.status, violations)
  if (error === undefined) return reply
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
export function itemChecks(responding: DocumentedResponding, status: number): ItemChecks | undefined {
  return responding.settings.responseChecks.mode === 'off' ? undefined : new StreamChecks(responding, status)
}

class StreamChecks implements ItemChecks {
  readonly isWhole: boolean
  readonly #responding: DocumentedResponding
  readonly #status: number
  #isReported = false

  constructor(responding: DocumentedResponding, status: number) {
    this.isWhole = isInSample(responding.settings.responseChecks.sample)
    this.#responding = responding
    this.#status = status
  }

  violated(violations: Violations): void {
    if (this.#isReported) return
    this.#isReported = true
    violatingStream(this.#status, violations, this.#responding)
  }
}

/** Reports what a stream breaks while it is sent; throws where the promise is enforced. */
export function violatingStream(status: number, violations: Violations, responding: DocumentedResponding): void {
  const error = enforcedError(responding, status, violations)
  reportViolations(responding, status, violations)
  if (error !== undefined) throw error
}

/** What a violation is where the promise is enforced; made before it is reported, which would be its cause. */
function enforcedError(responding: DocumentedResponding, status: number, violations: Violations): Error | undefined {
  return responding.settings.responseChecks.mode === 'enforce'
    ? undocumented(responding, status, violations)
    : undefined
}

function replaced(reply: Reply, error: Error, sent: StatusError, { ctx, res, settings }: Responding): Reply {
  reply.source?.release()
  clearRepresentation(res)
  return problemReply(sent, error, ctx, settings)
}

/** Of a response that the user's code wrote, only the head can still be checked, and nothing be changed. */
export function checkHandedOver(responding: DocumentedResponding): void {
  const { statusCode } = responding.res
  const violations = responding.ctx.documented.responses.statusViolations(statusCode)
  if (violations !== undefined) reportViolations(responding, statusCode, violations)
}

/** Writes it to the log, unless that has it; calls the hooks, and keeps it for an injected request. */
function reportViolations(responding: DocumentedResponding, status: number, violations: Violations): void {
  const { ctx, res, settings } = responding
  const { mode, reports } = settings.responseChecks
  // Where it is enforced, each is a 500 of its own, and specs look for each.
  const isEach = mode === 'enforce' || settings.failures !== undefined
  const text = isEach ? violationText(violations()) : reports.textOf(ctx.documented.responses, status, violations)
  if (text !== undefined) log(responding, 'warn', undefined, `responded ${status}, which breaks the document: ${text}`)
  settings.hooks?.violate(ctx, {
    status,
    get messages() {
      return violations().map((violation) => violation.text)
    }
  })
  settings.failures?.set(res, undocumented(responding, status, violations))
}

/** What the response would have replaced is its cause: an error whose own status is not documented. */
function undocumented(
  { ctx, res, settings }: Responding,
  status: number,
  violations: Violations
): UndocumentedResponse {
  const { method, path, route } = ctx
  const place = route === undefined ? `${method} ${path}` : `${method} ${route.path} (${route.source})`
  const cause = settings.failures?.get(res)
  const message = `${place} responded ${status}, which breaks the document: ${violationText(violations())}`
  return new UndocumentedResponse(message, cause && { cause })
}
