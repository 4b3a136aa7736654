import { SetupError } from '../errors.js'
import { guardedLogger, type Logger, silentLogger, stderrLogger } from './logger.js'
import type { ErrorFormatter } from './problem.js'

/** The largest request body that is read, unless set otherwise: 1 MiB. */
export const DEFAULT_BODY_LIMIT = 1_048_576

/** What an application may set about its HTTP side. */
export interface HttpOptions {
  /** The largest request body in bytes; a larger one is a 413. Default: 1 MiB (1,048,576). */
  readonly bodyLimit?: number
  /** Where failures are reported; `false` silences them. Default: warnings and errors on stderr. */
  readonly logger?: Logger | false
  /** The application's own form of an error answer. Default: RFC 9457 `application/problem+json`. */
  readonly errorFormatter?: ErrorFormatter
  /**
   * What becomes of a response that the document does not promise: an undocumented status or media type, a body that
   * breaks its schema. `'report'` tells the log, `'enforce'` also answers 500 in its place. Default: `'off'` where
   * `NODE_ENV` is `production`, else `'report'`; and `'enforce'` for requests made by `service.inject`.
   */
  readonly responseChecks?: ResponseChecks
}

/** How strictly responses are held against the document. */
export type ResponseChecks = (typeof RESPONSE_CHECKS)[number]

const RESPONSE_CHECKS = ['off', 'report', 'enforce'] as const

/** {@link HttpOptions}, checked and with every default filled in. */
export interface HttpSettings {
  readonly bodyLimit: number
  readonly logger: Logger
  readonly errorFormatter: ErrorFormatter | undefined
  readonly responseChecks: ResponseChecks
}

const LEVELS = ['debug', 'info', 'warn', 'error'] as const

/** Checks the options and fills in the defaults. Throws a {@link SetupError} for an option of a wrong form. */
export function httpSettings(options: HttpOptions = {}): HttpSettings {
  const { bodyLimit = DEFAULT_BODY_LIMIT, logger = stderrLogger, errorFormatter } = options
  if (!Number.isSafeInteger(bodyLimit) || bodyLimit < 0) {
    throw invalid(`bodyLimit is ${String(bodyLimit)}`, 'bodyLimit', 'give a whole number of bytes, 0 or more')
  }
  if (logger !== false && !isLogger(logger)) {
    throw invalid('the logger lacks a method', 'logger', `give an object with ${LEVELS.join(', ')}, or false`)
  }
  if (errorFormatter !== undefined && typeof errorFormatter !== 'function') {
    throw invalid('errorFormatter is no function', 'errorFormatter', 'give a function (problem, ctx) => ({ body })')
  }
  const { responseChecks = process.env.NODE_ENV === 'production' ? 'off' : 'report' } = options
  if (!RESPONSE_CHECKS.includes(responseChecks)) {
    throw invalid(
      `responseChecks is ${String(responseChecks)}`,
      'responseChecks',
      `give one of ${RESPONSE_CHECKS.join(', ')}`
    )
  }
  return { bodyLimit, responseChecks, logger: logger === false ? silentLogger : guardedLogger(logger), errorFormatter }
}

function isLogger(value: unknown): value is Logger {
  if (typeof value !== 'object' || value === null) return false
  return LEVELS.every((level) => typeof (value as Record<string, unknown>)[level] === 'function')
}

function invalid(what: string, option: string, remedy: string): SetupError {
  return new SetupError('APPLICATION_INVALID', what, `the option ${option}`, remedy)
}
