import { clock } from './clock.js'

/** What can wait for one {@link SharedTimer} at a time. The fields are the timer's own. */
export abstract class Waiting {
  /** As `clock.now()` returned it; undefined where it waits for nothing. */
  since: number | undefined = undefined
  previous: Waiting | undefined = undefined
  next: Waiting | undefined = undefined

  /** Called when the time is up. It must not throw. */
  abstract timeIsUp(): void
}

/** The timers for which something waits, by their milliseconds: those that keep the process running, and those that do not. */
const holding = new Map<number, SharedTimer>()
const idle = new Map<number, SharedTimer>()

/**
 * One timer for all that wait for the same time: thousands of open streams wait for their next heartbeat, and each event
 * starts that wait from its beginning. A timer of Node's for each takes 250 bytes, and a microsecond to set.
 */
export class SharedTimer {
  readonly #milliseconds: number
  readonly #isHolding: boolean
  readonly #known: Map<number, SharedTimer>
  /** In the order in which their times are up. */
  #first: Waiting | undefined = undefined
  #last: Waiting | undefined = undefined
  #timeout: NodeJS.Timeout | undefined = undefined

  private constructor(milliseconds: number, isHolding: boolean) {
    this.#milliseconds = milliseconds
    this.#isHolding = isHolding
    this.#known = isHolding ? holding : idle
  }

  /** The timer of so many milliseconds. `isHolding`: whether it keeps the process running. */
  static of(milliseconds: number, isHolding: boolean): SharedTimer {
    const known = isHolding ? holding : idle
    return known.get(milliseconds) ?? new SharedTimer(milliseconds, isHolding)
  }

  /** Waits for the whole time from now on. */
  start(waiting: Waiting): void {
    if (waiting.since !== undefined) this.#remove(waiting)
    waiting.since = clock.now()
    waiting.previous = this.#last
    if (this.#last === undefined) this.#first = waiting
    else this.#last.next = waiting
    this.#last = waiting
    if (this.#timeout !== undefined) return
    this.#known.set(this.#milliseconds, this)
    this.#wakeAfter(this.#milliseconds)
  }

  /** Does not wait any more. */
  stop(waiting: Waiting): void {
    if (waiting.since === undefined) return
    this.#remove(waiting)
    if (this.#first === undefined) this.#rest()
  }

  #remove(waiting: Waiting): void {
    const { previous, next } = waiting
    if (previous === undefined) this.#first = next
    else previous.next = next
    if (next === undefined) this.#last = previous
    else next.previous = previous
    waiting.previous = undefined
    waiting.next = undefined
    waiting.since = undefined
  }

  #rest(): void {
    clearTimeout(this.#timeout)
    this.#timeout = undefined
    this.#known.delete(this.#milliseconds)
  }

  #wakeAfter(milliseconds: number): void {
    this.#timeout = setTimeout(() => this.#wake(), milliseconds)
    if (!this.#isHolding) this.#timeout.unref()
  }

  #wake(): void {
    const now = clock.now()
    const fired = this.#timeout
    for (let waiting = this.#first; waiting !== undefined; waiting = this.#first) {
      const left = (waiting.since as number) + this.#milliseconds - now
      // Node's timers count whole milliseconds, and may fire up to one too early.
      if (left >= 1) {
        // Where all others were stopped meanwhile, what has started since has set a timeout already.
        if (this.#timeout === fired) this.#wakeAfter(Math.ceil(left))
        return
      }
      this.#remove(waiting)
      waiting.timeIsUp()
    }
    this.#rest()
  }
}
