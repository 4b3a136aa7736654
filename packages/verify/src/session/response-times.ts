import type { PublishedOperation } from '../document/published-document.js'
import { NoResponse } from '../wire/target.js'
import type { Attempt } from './attempt.js'
import type { Session } from './session.js'

/** From so many responses of an operation it is known how long one takes. */
const ENOUGH = 8
/** So many of the last ones are remembered. */
const MEMORY = 64
/** Milliseconds that are not slow for any operation. */
const LEAST = 1000
/** So many times as long as usual is slow. */
const TIMES = 10

/** What is known of an operation's responses that were not slow. */
interface Known {
  readonly times: number[]
  fastest: Attempt
}

/** A response that took too long three times. */
export interface SlowResponse {
  /** The fastest of the three. */
  readonly fastest: Attempt
  readonly judge: string
}

/** How long responses take: finds those that take longer than they should, or far longer than others of their operation. */
export class ResponseTimes {
  readonly #given: number | undefined
  readonly #known = new Map<PublishedOperation, Known>()

  /** @param given how many milliseconds any response may take; without it each operation is compared with itself */
  constructor(given: number | undefined) {
    this.#given = given
  }

  /** Remembers how long a response took; returns how many milliseconds it should take where it took longer. */
  limit(attempt: Attempt): number | undefined {
    const { response, milliseconds, parts } = attempt
    if (response instanceof NoResponse) return undefined
    const limit = this.#given ?? (milliseconds > LEAST ? this.#limitOf(parts.operation) : Number.POSITIVE_INFINITY)
    if (milliseconds > limit) return limit
    this.#add(attempt)
    return undefined
  }

  #add(attempt: Attempt): void {
    const { operation } = attempt.parts
    const known = this.#known.get(operation) ?? { times: [], fastest: attempt }
    this.#known.set(operation, known)
    known.times.push(attempt.milliseconds)
    if (known.times.length > MEMORY) known.times.shift()
    if (attempt.milliseconds < known.fastest.milliseconds) known.fastest = attempt
  }

  #limitOf(operation: PublishedOperation): number {
    const usual = this.#usual(operation)
    return usual === undefined ? Number.POSITIVE_INFINITY : Math.max(LEAST, TIMES * usual)
  }

  /** How long half of the operation's responses take at most; undefined where too few are known. */
  #usual(operation: PublishedOperation): number | undefined {
    const times = this.#known.get(operation)?.times ?? []
    return times.length < ENOUGH ? undefined : times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]
  }

  /**
   * Sends a slow request twice more: another program may have kept the processor. Without a limit of the user's own, a
   * request that was fast before has to be fast in between.
   */
  async confirm(session: Session, attempt: Attempt, limit: number): Promise<SlowResponse | undefined> {
    const { operation } = attempt.parts
    const usual = this.#given === undefined ? this.#usual(operation) : undefined
    const other = usual === undefined ? undefined : this.#known.get(operation)?.fastest.parts
    let fastest = attempt
    for (let again = 0; again < 2; again++) {
      if (other !== undefined && (await session.attempt(other)).milliseconds > limit / 2) return undefined
      const next = await session.attempt(attempt.parts)
      if (next.milliseconds <= limit) return undefined
      if (next.milliseconds < fastest.milliseconds) fastest = next
    }
    const others = usual === undefined ? '' : `, as half of the operation's responses do within ${Math.ceil(usual)} ms`
    const took = `it took at least ${Math.round(fastest.milliseconds)} ms, three times`
    return { fastest, judge: `the response comes within ${Math.round(limit)} ms${others}; ${took}` }
  }
}
