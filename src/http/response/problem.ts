import type { ServerResponse } from 'node:http'
import { BETWEEN_CLAUSES, type Fault, faultClause, validationDetail } from '../../errors.js'
import { escapedText } from '../../record/type/json-text.js'
import type { Context } from '../context.js'
import type { ValidationStatus } from '../error-form.js'
import { http2StreamOf } from '../lifetime/node-messages.js'
import { readableError, type StatusError } from '../lifetime/thrown-value.js'
import { PROBLEM_TYPE, problemOf } from '../problem.js'
import { reasonPhrase } from '../reply/reason-phrase.js'
import { type ProblemReply, setReasonPhrase } from '../reply/reply.js'
import type { HttpSettings } from '../settings.js'
import { logFields } from './request-log.js'

/** What a client gets for an unexpected error: no details. */
export const INTERNAL_ERROR: StatusError = { status: 500, detail: 'Internal server error' }

/** The error as it is sent, in the application's form if it has one. */
export function problemReply(error: StatusError, thrown: unknown, ctx: Context, settings: HttpSettings): ProblemReply {
  const { errors, logger } = settings
  const { headers } = error
  const problem = problemOf(error.isInvalid === true ? { ...error, status: errors.validationStatus } : error)
  const { status } = problem
  if (errors.write !== undefined) {
    try {
      const body = errors.write(problem, ctx, thrown)
      if (body !== undefined) return { status, contentType: errors.contentType, body, headers }
    } catch (failure) {
      logger.error(logFields(ctx, readableError(failure)), 'errors.format failed; the problem is sent as it is')
    }
  }
  return { status, contentType: PROBLEM_TYPE, body: JSON.stringify(problem), headers }
}

const VALIDATION_STARTS: Readonly<Record<ValidationStatus, string>> = { 400: startOf(400), 422: startOf(422) }

function startOf(status: ValidationStatus): string {
  const title = JSON.stringify(reasonPhrase(status))
  return `{"type":"about:blank","title":${title},"status":${status},"detail":"${validationDetail([])}`
}

/** The response to a request with these faults: what `problemReply` gives for a `ValidationError`, without making one. */
export function faultsReply(faults: readonly Fault[], status: ValidationStatus): ProblemReply {
  let detail = VALIDATION_STARTS[status]
  let errors = ''
  for (const fault of faults) {
    const path = escapedText(fault.path)
    const message = escapedText(fault.message)
    if (errors !== '') {
      detail += BETWEEN_CLAUSES
      errors += ','
    }
    detail += faultClause(fault.in, path, message)
    const limit = fault.limit === undefined ? '' : `,"limit":${JSON.stringify(fault.limit)}`
    errors += `{"in":"${fault.in}","path":"${path}","rule":"${escapedText(fault.rule)}","message":"${message}"${limit}}`
  }
  return { status, contentType: PROBLEM_TYPE, body: `${detail}","errors":[${errors}]}`, headers: undefined }
}

/** Writes a problem as the response to a request that no router has seen, and closes its connection. */
export function writeProblem(res: ServerResponse, error: StatusError): void {
  const problem = problemOf(error)
  const body = JSON.stringify(problem)
  // HTTP/2 has no such header.
  if (http2StreamOf(res) === undefined) res.setHeader('connection', 'close')
  setReasonPhrase(res, problem.status)
  res.writeHead(problem.status, ['content-type', PROBLEM_TYPE, 'content-length', Buffer.byteLength(body)])
  if (res.req.method === 'HEAD') res.end()
  else res.end(body)
}
