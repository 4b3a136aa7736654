import type { HttpError } from '../../errors.js'
import { isAbortOf, isExpired, RequestAborted } from '../lifetime/abort-signal.js'
import { cutResponse } from '../lifetime/cut-connection.js'
import type { OpenResponse, SentRequest } from '../lifetime/direct-exchange.js'
import { http2StreamOf, nodeResponseOf } from '../lifetime/node-messages.js'
import {
  readableError,
  type StatusError,
  sendableError,
  statusErrorOf,
  type ThrownStatusError
} from '../lifetime/thrown-value.js'
import { setTypedHeader } from '../reply/header-text.js'
import type { ProblemReply } from '../reply/reply.js'
import { parseMediaType } from '../syntax/media-type.js'
import type { PreparedError } from './prepared-error.js'
import { faultsReply, INTERNAL_ERROR, problemReply, writeProblem } from './problem.js'
import type { RejectedInput } from './rejected-input.js'
import { announce, log, type Responding, report } from './request-log.js'

/**
 * The error response for what was thrown. An HttpError is sent as it says; anything else is a 500 that says nothing of it,
 * and the log reports it. Undefined where the client has gone, or the request's own signal has ended its work.
 */
export function failureReply(thrown: unknown, responding: Responding): ProblemReply | undefined {
  const { res } = responding
  const statusError = statusErrorOf(thrown)
  if (statusError !== undefined) return httpErrorReply(statusError, thrown, thrown, responding)
  const error = readableError(thrown)
  if (error instanceof RequestAborted || isAbortOf(res, error)) {
    log(responding, 'debug', undefined, gaveUp(res))
    return undefined
  }
  const mapped = mappedError(thrown, responding)
  const mappedStatus = statusErrorOf(mapped)
  if (mappedStatus === undefined) return defectReply('failed', error, responding)
  return httpErrorReply(mappedStatus, mapped, thrown, responding)
}

/** @param thrown what the handler threw; `error` is what it became */
function httpErrorReply(
  { hasCause, ...statusError }: ThrownStatusError,
  error: unknown,
  thrown: unknown,
  responding: Responding
): ProblemReply {
  const { ctx, res, settings } = responding
  const { status, faults } = statusError
  if (faults !== undefined) settings.failures?.faults.set(res, faults)
  if (status >= 500) {
    announce(error, responding)
    report(thrown, `responded ${status}`, responding)
  } else {
    settings.hooks?.fail(ctx, error)
    if (hasCause) log(responding, 'warn', error, `responded ${status}`)
  }
  return statusReply(statusError, thrown, responding)
}

/** The reply of an error. After the head of a response nothing can take its place, and no form needs to be made. */
function errorReply(error: StatusError, thrown: unknown, { ctx, res, settings }: Responding): ProblemReply {
  if (!res.headersSent) return problemReply(error, thrown, ctx, settings)
  return { status: error.status, contentType: undefined, body: '', headers: undefined }
}

/** The HTTP error that the application makes of another one; undefined for none, and where making it fails. */
function mappedError(thrown: unknown, responding: Responding): HttpError | undefined {
  const { ctx, settings } = responding
  try {
    return settings.errors.map?.(thrown, ctx)
  } catch (failure) {
    report(failure, 'threw an error, for which errors.map failed', responding)
    return undefined
  }
}

/** The error as it is sent; a 500 where it cannot be written: its faults come from the user's code. */
function statusReply(error: StatusError, thrown: unknown, responding: Responding): ProblemReply {
  try {
    return errorReply(error, thrown, responding)
  } catch (defect) {
    const failure = readableError(defect)
    report(failure, 'threw an error that cannot be sent', responding)
    // The hooks have heard of the error; an injected request gets why its status is 500.
    responding.settings.failures?.set(responding.res, failure)
    return errorReply(INTERNAL_ERROR, failure, responding)
  }
}

/** A 500 for something that the handler did wrong; the log says what, after the route's name. */
export function defectReply(what: string, thrown: unknown, responding: Responding): ProblemReply {
  const { ctx } = responding
  const error = thrown === undefined ? undefined : readableError(thrown)
  report(error, what, responding)
  announce(error ?? new Error(`${ctx.route?.source ?? 'The request'} ${what}`), responding)
  return errorReply(INTERNAL_ERROR, error, responding)
}

/** The response to a request whose time is up. */
export function expiryReply(error: HttpError, responding: Responding): ProblemReply {
  log(responding, 'warn', undefined, `responded ${error.status}: its time was up`)
  announce(error, responding)
  return errorReply(error, error, responding)
}

/** Like {@link failureReply} of the error, which is made only for a form of the application's own or for hooks. */
export function rejectionReply(rejected: RejectedInput, responding: Responding): ProblemReply | undefined {
  const { res, settings } = responding
  const { errors, failures, hooks } = settings
  if (errors.write !== undefined || hooks?.hearErrors === true) return failureReply(rejected.error, responding)
  failures?.faults.set(res, rejected.faults)
  return faultsReply(rejected.faults, errors.validationStatus)
}

/** The response that was made with the error, unless anything of the application's gets the error itself, or reads the headers. */
export function preparedReply(prepared: PreparedError, responding: Responding): ProblemReply | undefined {
  const { errors, hooks } = responding.settings
  return errors.write === undefined && hooks === undefined ? prepared.reply : failureReply(prepared.error, responding)
}

/** The reply, when its headers are on the response; one that cannot be sent is left out. */
export function withErrorHeaders(reply: ProblemReply, responding: Responding): ProblemReply {
  if (reply.headers === undefined) return reply
  for (const [name, value] of Object.entries(reply.headers)) {
    try {
      setTypedHeader(responding.res, name, value)
    } catch (error) {
      report(error, 'gave an error with a header that cannot be sent', responding)
    }
  }
  return reply
}

/** Removes a content type that was set on the response of an error: its body is JSON, and must not be read as HTML. */
export function keepErrorType({ contentType }: ProblemReply, responding: Responding): void {
  const { res } = responding
  const given = res.getHeader('content-type')
  if (given === undefined || contentType === undefined) return
  res.removeHeader('content-type')
  if (parseMediaType(String(given))?.essence === parseMediaType(contentType)?.essence) return
  log(
    responding,
    'warn',
    undefined,
    `set the content type ${String(given)} on an error, which is sent as ${contentType}`
  )
}

/** What is logged of code that has ended since the signal of the request fired. */
function gaveUp(res: OpenResponse): string {
  return isExpired(res) ? 'gave up when its time was up' : 'was left by its client'
}

/**
 * What a stream failed with, for the error response that takes its place; undefined where there can be none: after the head
 * was sent, the connection is cut.
 */
export function streamFailure(thrown: Error, req: SentRequest, responding: Responding): Error | undefined {
  const { res } = responding
  const error = sendableError(thrown)
  if (error instanceof RequestAborted) {
    log(responding, 'debug', undefined, 'was left by its client')
    return undefined
  }
  if (!res.headersSent) return error
  if (isAbortOf(res, error)) log(responding, 'debug', undefined, gaveUp(res))
  else {
    report(error, 'failed in the middle of its stream: the connection is cut', responding)
    announce(error, responding)
  }
  cutResponse(req, res)
  return undefined
}

/**
 * Writes a 500 without the headers that were set: one of them, or code around the response, has kept the reply from being
 * written.
 */
export function writeInternalError(responding: Responding): void {
  const res = nodeResponseOf(responding.res)
  try {
    if (!res.headersSent) {
      for (const name of res.getHeaderNames()) res.removeHeader(name)
      // Node has set the phrase of the reply before it found what it cannot write. HTTP/2 has none.
      if (http2StreamOf(res) === undefined) res.statusMessage = ''
      writeProblem(res, INTERNAL_ERROR)
      return
    }
  } catch (error) {
    report(error, 'could not be responded to by a 500 either', responding)
  }
  res.destroy()
}
