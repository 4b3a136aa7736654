import { inspect, types } from 'node:util'
import { HttpError, ValidationError } from '../../errors.js'
import { RequestAborted } from './abort-signal.js'

/** How many causes are read: an error may be its own cause. */
const CAUSES = 16

/**
 * What was thrown, as an Error that can be read: the same Error, or a new one that describes what was thrown. Anything
 * can be thrown, and a proxy or a getter throws when it is read: in a log, in a hook, or in Node's streams, where
 * nothing catches it.
 */
export function readableError(thrown: unknown): Error {
  if (isReadableError(thrown)) return thrown
  const what = types.isNativeError(thrown) ? 'An Error that cannot be read' : 'Something that is not an Error'
  return new Error(`${what} was thrown: ${logText(thrown)}`)
}

/** What an error response is made from; an `HttpError` is one. */
export type StatusError = Pick<HttpError, 'status' | 'detail'> &
  Partial<Pick<HttpError, 'headers' | 'faults'>> & {
    /** Whether the request breaks a rule: the application chooses the status of that. */
    readonly isInvalid?: boolean
  }

/** What a thrown HttpError says, read once. */
export type ThrownStatusError = StatusError & { readonly hasCause: boolean }

/** What a thrown HttpError says; undefined for anything else, and for one that cannot be sent. */
export function statusErrorOf(thrown: unknown): ThrownStatusError | undefined {
  try {
    if (!(thrown instanceof HttpError)) return undefined
    const { status, detail, headers, faults, cause } = thrown
    if (!Number.isInteger(status) || status < 400 || status > 599 || typeof detail !== 'string') return undefined
    const error = { status, detail, hasCause: cause !== undefined }
    const isInvalid = thrown instanceof ValidationError
    return {
      ...error,
      ...(isInvalid && { isInvalid }),
      ...(headers && { headers: { ...headers } }),
      ...(Array.isArray(faults) && { faults })
    }
  } catch {
    return undefined
  }
}

/** An HttpError that can be sent, as it is; anything else as {@link readableError} returns it. */
export function sendableError(thrown: unknown): Error {
  return statusErrorOf(thrown) === undefined ? readableError(thrown) : (thrown as HttpError)
}

/** A value as a text for the log, whatever it is. */
export function logText(value: unknown, depth = 1): string {
  try {
    return inspect(value, { depth, customInspect: false, breakLength: Number.POSITIVE_INFINITY })
  } catch {
    return `a value of type ${typeof value} that cannot be shown`
  }
}

function isReadableError(thrown: unknown): thrown is Error {
  try {
    // Made here: reading its members would cost most of the end of a stream.
    if (thrown instanceof RequestAborted && !types.isProxy(thrown)) return true
    let error: unknown = thrown
    for (let depth = 0; depth < CAUSES; depth++) {
      if (types.isProxy(error) || !(error instanceof Error)) return depth > 0 && !types.isProxy(error)
      const { name, message, stack, cause } = error
      for (const member of [name, message, stack]) String(member)
      if (cause === undefined || cause === thrown) return true
      error = cause
    }
    return true
  } catch {
    return false
  }
}
