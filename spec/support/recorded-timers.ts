/** The timers of one delay, from those that are set while it records. */
export class RecordedTimers {
  readonly #delay: number
  readonly #open = new Set<unknown>()
  readonly #own = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout }
  #made = 0

  /** @param delay in milliseconds */
  constructor(delay: number) {
    this.#delay = delay
  }

  /** How many were set. */
  get made(): number {
    return this.#made
  }

  /** How many are set and not cleared. */
  get open(): number {
    return this.#open.size
  }

  /** For `beforeEach`. */
  start(): void {
    const { setTimeout, clearTimeout } = this.#own
    this.#made = 0
    this.#open.clear()
    globalThis.setTimeout = ((work: () => void, delay?: number, ...rest: unknown[]) => {
      const timer = setTimeout(work, delay, ...(rest as []))
      if (delay === this.#delay) {
        this.#made += 1
        this.#open.add(timer)
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
    for (const timer of this.#open) clearTimeout(timer as NodeJS.Timeout)
  }
}
