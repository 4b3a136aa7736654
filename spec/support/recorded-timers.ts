import { until } from './one-handler.js'

/** Longer than any spec takes, in milliseconds, and no time that another timer has. */
const LONGER_THAN_ANY_SPEC = 987_000

/** How many times were given: every spec has its own, or timers left behind by one would hide those of the next. */
let given = 0

/** The timers of some delays, from those that are set while it records. */
export class RecordedTimers {
  readonly #names = new Map<number, string>()
  readonly #open = new Map<unknown, number>()
  readonly #own = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout }
  #made = 0

  /** A delay, in milliseconds, that is longer than any spec takes, and that nothing else has: its timers are recorded. */
  delay(name: string): number {
    given += 1
    const delay = LONGER_THAN_ANY_SPEC + given
    this.#names.set(delay, name)
    return delay
  }

  /** How many were set. */
  get made(): number {
    return this.#made
  }

  /** The names of those that are set and not cleared. */
  get open(): readonly string[] {
    return [...this.#open.values()].map((delay) => this.#names.get(delay) ?? '')
  }

  /** Waits until none is set; else names those that are. */
  allCleared(): Promise<void> {
    return until(
      () => this.#open.size === 0,
      () => `these timers are still set: ${this.open.join(', ')}`
    )
  }

  /** For `beforeEach`. */
  start(): void {
    const { setTimeout, clearTimeout } = this.#own
    this.#made = 0
    this.#open.clear()
    this.#names.clear()
    globalThis.setTimeout = ((work: () => void, delay?: number, ...rest: unknown[]) => {
      const timer = setTimeout(work, delay, ...(rest as []))
      if (delay !== undefined && this.#names.has(delay)) {
        this.#made += 1
        this.#open.set(timer, delay)
      }
      return timer
    }) as typeof setTimeout
    globalThis.clearTimeout = (timer) => {
      this.#open.delete(timer)
      clearTimeout(timer)
    }
  }

  /** For `afterEach`. */
  stop(): void {
    Object.assign(globalThis, this.#own)
    for (const timer of this.#open.keys()) clearTimeout(timer as NodeJS.Timeout)
  }
}
