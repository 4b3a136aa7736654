import { inspect } from 'node:util'
import { SetupError } from '../errors.js'
import { checkOptions, type OptionTable } from '../options.js'

/**
 * When requests are rejected because the service is busy: a 503 at once, before any middleware, costs little, and a load
 * balancer sends the request elsewhere. Probes are always handled.
 */
export interface OverloadOptions {
  /**
   * How many requests may be in flight at once: from the moment that their route is found until their response is sent
   * whole or cut, streams and server-sent events included. 0 for no limit. Default: 0.
   */
  readonly maxRequests?: number
  /**
   * How much memory the process may hold while it takes requests, in bytes of its resident set: well below what the
   * machine or container has. Read four times a second. 0 for no limit. Default: 0.
   */
  readonly maxMemory?: number
  /** What `Retry-After` says, in seconds (RFC 9110 section 10.2.3). Default: 1. */
  readonly retryAfter?: number
}

const OVERLOAD_OPTIONS: OptionTable<OverloadOptions> = { maxRequests: true, maxMemory: true, retryAfter: true }

/** {@link OverloadOptions}, checked and with every default filled in. */
export type OverloadLimits = Required<OverloadOptions>

/** Checks the options; undefined where there is no limit. Throws a {@link SetupError} for options of a wrong form. */
export function overloadLimits(options: OverloadOptions): OverloadLimits | undefined {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw invalid('`overload` is not an object', 'write overload: { maxRequests: 1000 }')
  }
  checkOptions(options, OVERLOAD_OPTIONS, 'the option overload')
  const { maxRequests = 0, maxMemory = 0, retryAfter = 1 } = options
  for (const [name, value] of Object.entries({ maxRequests, maxMemory })) {
    if (!Number.isSafeInteger(value) || value < 0)
      throw invalid(`\`overload.${name}\` is ${inspect(value)}`, 'give a whole number, 0 for no limit')
  }
  if (!Number.isSafeInteger(retryAfter) || retryAfter < 1)
    throw invalid(`\`overload.retryAfter\` is ${inspect(retryAfter)}`, 'give whole seconds, 1 or more')
  if (maxRequests === 0 && maxMemory === 0) return undefined
  return { maxRequests, maxMemory, retryAfter }
}

function invalid(what: string, remedy: string): SetupError {
  return new SetupError('APPLICATION_INVALID', what, 'the option overload', remedy)
}
