import { inspect } from 'node:util'
import { SetupError } from '../errors.js'
import { checkOptions, type OptionTable } from '../options.js'
import type { Context } from './context.js'
import type { Logger } from './logger.js'

/**
 * When requests are refused because the service has as much to do as it can: a 503 at once, before any middleware, costs
 * little, and a load balancer sends the request elsewhere. Probes are always answered.
 */
export interface OverloadOptions {
  /**
   * How many requests may be in flight at once: from the moment that their route is found until their answer is sent
   * whole or cut, streams and server-sent events included. 0 for no limit. Default: 0.
   */
  readonly maxRequests?: number
  /**
   * How much memory the process may hold while it takes requests, in bytes of its resident set: well below what the
   * machine or container has. Looked at four times a second. 0 for no limit. Default: 0.
   */
  readonly maxMemory?: number
  /** What `Retry-After` says, in seconds (RFC 9110 section 10.2.3). Default: 1. */
  readonly retryAfter?: number
}

const OVERLOAD_OPTIONS: OptionTable<OverloadOptions> = { maxRequests: true, maxMemory: true, retryAfter: true }

/** How often the memory is looked at, in milliseconds: to ask costs microseconds. */
const SAMPLE_MS = 250

/** How often the log says that requests are refused, in milliseconds: a flood of them is the reason. */
const REPORT_MS = 10_000

/** Counts the requests in flight, and says which ones are too many. */
export class Overload {
  readonly #maxRequests: number
  readonly #maxMemory: number
  readonly #logger: Logger
  readonly #retryAfter: number
  readonly #leave = (): void => {
    this.#requests -= 1
  }
  #requests = 0
  #memory = 0
  #sampled = Number.NEGATIVE_INFINITY
  #refused = 0
  #reported = Number.NEGATIVE_INFINITY

  private constructor({ maxRequests, maxMemory, retryAfter }: Required<OverloadOptions>, logger: Logger) {
    this.#maxRequests = maxRequests || Number.POSITIVE_INFINITY
    this.#maxMemory = maxMemory || Number.POSITIVE_INFINITY
    this.#logger = logger
    this.#retryAfter = retryAfter
  }

  /** Undefined where there is no limit. Throws a {@link SetupError} for options of a wrong form. */
  static compile(options: OverloadOptions | undefined, logger: Logger): Overload | undefined {
    if (options === undefined) return undefined
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
    return new Overload({ maxRequests, maxMemory, retryAfter }, logger)
  }

  /** The same run of a route, for as many requests as there may be; the others are answered 503. */
  limit(run: (ctx: Context) => void): (ctx: Context) => void {
    return (ctx) => {
      if (this.#isFull()) {
        this.#refuse(ctx)
        return
      }
      this.#requests += 1
      ctx.whenOver(this.#leave)
      run(ctx)
    }
  }

  #isFull(): boolean {
    return this.#requests >= this.#maxRequests || (Number.isFinite(this.#maxMemory) && this.#hold() >= this.#maxMemory)
  }

  #hold(): number {
    const now = performance.now()
    if (now - this.#sampled >= SAMPLE_MS) {
      this.#sampled = now
      this.#memory = process.memoryUsage.rss()
    }
    return this.#memory
  }

  #refuse(ctx: Context): void {
    this.#refused += 1
    const now = performance.now()
    if (now - this.#reported >= REPORT_MS) {
      this.#reported = now
      const memory = this.#memory === 0 ? undefined : this.#memory
      const fields = { refused: this.#refused, requests: this.#requests, ...(memory && { memory }) }
      this.#logger.warn(fields, 'Requests are refused by a 503, since the service is overloaded')
      this.#refused = 0
    }
    ctx.header('retry-after', this.#retryAfter)
    ctx.jsonError(503, 'The service is overloaded')
    ctx.commit()
  }
}

function invalid(what: string, remedy: string): SetupError {
  return new SetupError('APPLICATION_INVALID', what, 'the option overload', remedy)
}
