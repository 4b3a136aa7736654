import type { ServerResponse } from 'node:http'
import { BETWEEN_CLAUSES, type Fault, faultClause, validationDetail } from '../../errors.js'
import { escapedText, jsonText } from '../../record/type/json-text.js'
import type { Context } from '../context.js'
import type { FormattedError, Problem } from '../error-formatter.js'
import { http2StreamOf } from '../lifetime/node-messages.js'
import { readableError, type StatusError } from '../lifetime/thrown-value.js'
import { checkedStatus, type Reply, reasonPhrase, setReasonPhrase } from '../reply/reply.js'
import type { HttpSettings } from '../settings.js'
import { logFields } from './request-log.js'

/** The media type of RFC 9457. */
export const PROBLEM_TYPE = 'application/problem+json'

/** What a client gets for an unexpected error: no details. */
export const INTERNAL_ERROR: StatusError = { status: 500, detail: 'Internal server error' }

/** The error as a problem. */
export function problemOf(error: StatusError): Problem {
  const { status, detail, faults } = error
  const problem = { type: 'about:blank', title: reasonPhrase(status), status, detail } as const
  return faults === undefined ? problem : { ...problem, errors: faults }
}

/** An error response, with headers still to be set. */
export interface ProblemReply extends Reply {
  readonly headers: Readonly<Record<string, string>> | undefined
}

/** The error as it is sent, in the application's form if it has one. */
export function problemReply(error: StatusError, thrown: unknown, ctx: Context, settings: HttpSettings): ProblemReply {
  const problem = problemOf(error)
  const { errorFormatter, logger } = settings
  if (errorFormatter !== undefined) {
    try {
      return formattedReply(errorFormatter(problem, ctx, thrown), error)
    } catch (failure) {
      logger.error(logFields(ctx, readableError(failure)), 'The errorFormatter failed; the problem is sent as it is')
    }
  }
  return {
    status: problem.status,
    contentType: PROBLEM_TYPE,
    body: JSON.stringify(problem),
    headers: error.headers
  }
}

const VALIDATION_START = `{"type":"about:blank","title":${JSON.stringify(reasonPhrase(400))},"status":400,"detail":"${validationDetail([])}`

/** The response to a request with these faults: what `problemReply` gives for a `ValidationError`, without making one. */
export function faultsReply(faults: readonly Fault[]): ProblemReply {
  let detail = VALIDATION_START
  let errors = ''
  for (const fault of faults) {
    const path = escapedText(fault.path)
    const message = escapedText(fault.message)
    if (errors !== '') {
      detail += BETWEEN_CLAUSES
      errors += ','
    }
    detail += faultClause(fault.in, path, message)
    errors += `{"in":"${fault.in}","path":"${path}","rule":"${escapedText(fault.rule)}","message":"${message}"}`
  }
  return { status: 400, contentType: PROBLEM_TYPE, body: `${detail}","errors":[${errors}]}`, headers: undefined }
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

function formattedReply(formatted: FormattedError, error: StatusError): ProblemReply {
  if (typeof formatted !== 'object' || formatted === null || !('body' in formatted)) {
    throw new TypeError('An errorFormatter returns { body }, and it returns it synchronously')
  }
  const { status = error.status, contentType = PROBLEM_TYPE, body } = formatted
  const headers = { ...error.headers, ...formatted.headers }
  const raw = !/\bjson\b/i.test(contentType) && (typeof body === 'string' || body instanceof Uint8Array)
  return { status: checkedStatus(status), contentType, body: raw ? body : jsonText(body), headers }
}
