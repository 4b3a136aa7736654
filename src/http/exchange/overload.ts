import { clock } from '../lifetime/clock.js'
import type { Logger } from '../logger.js'
import type { OverloadLimits } from '../overload-options.js'
import type { RequestContext } from './request-context.js'

/** How often the memory is read, in milliseconds: reading costs microseconds. */
const SAMPLE_MS = 250

/** How often the log says that requests are rejected, in milliseconds: a flood of them is the reason. */
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
  #rejected = 0
  #reported = Number.NEGATIVE_INFINITY

  constructor({ maxRequests, maxMemory, retryAfter }: OverloadLimits, logger: Logger) {
    this.#maxRequests = maxRequests || Number.POSITIVE_INFINITY
    this.#maxMemory = maxMemory || Number.POSITIVE_INFINITY
    this.#logger = logger
    this.#retryAfter = retryAfter
  }

  /** The same run of a route, for as many requests as there may be; the others get a 503. */
  limit(run: (ctx: RequestContext) => void): (ctx: RequestContext) => void {
    return (ctx) => {
      if (this.#isFull()) {
        this.#reject(ctx)
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
    const now = clock.now()
    if (now - this.#sampled >= SAMPLE_MS) {
      this.#sampled = now
      this.#memory = process.memoryUsage.rss()
    }
    return this.#memory
  }

  #reject(ctx: RequestContext): void {
    this.#rejected += 1
    const now = clock.now()
    if (now - this.#reported >= REPORT_MS) {
      this.#reported = now
      const fields = {
        rejected: this.#rejected,
        requests: this.#requests,
        // It is only measured where it has a limit.
        ...(this.#memory > 0 && { memory: this.#memory })
      }
      this.#logger.warn(fields, 'Requests are rejected with a 503: the service is overloaded')
      this.#rejected = 0
    }
    ctx.header('retry-after', this.#retryAfter)
    ctx.jsonError(503, 'The service is overloaded')
    ctx.commit()
  }
}
