/** Random requests of each operation, after its edge cases; fewer would miss what two changes at once show. */
const RANDOM_PER_OPERATION = 30
const RANDOM_AT_LEAST = 300

/** How many requests a run makes, and how many there will be: by a number, by a time, or by what the document needs. */
export class Budget {
  readonly #runs: number | undefined
  readonly #now: () => number
  readonly #start: number
  readonly #end: number | undefined
  readonly #random: number
  #randomDone = 0
  /** How many requests were made. */
  done = 0

  /**
   * @param runs the number of requests; undefined for what the document needs
   * @param time milliseconds; undefined for no limit
   * @param now the time in milliseconds
   */
  constructor(
    runs: number | undefined,
    time: number | undefined,
    operations: number,
    now: () => number = () => performance.now()
  ) {
    this.#runs = runs
    this.#now = now
    this.#start = now()
    this.#end = time === undefined ? undefined : this.#start + time
    this.#random = Math.max(RANDOM_AT_LEAST, operations * RANDOM_PER_OPERATION)
  }

  /** Whether no request may be made any more. */
  get isSpent(): boolean {
    return this.left <= 0 || this.#timeLeft <= 0
  }

  /** How many requests may still be made. */
  get left(): number {
    return (this.#runs ?? Number.POSITIVE_INFINITY) - this.done
  }

  get #timeLeft(): number {
    return this.#end === undefined ? Number.POSITIVE_INFINITY : this.#end - this.#now()
  }

  /** Whether a random request is to follow, after everything that the document needs. */
  takeRandom(): boolean {
    if (this.isSpent) return false
    const isFixed = this.#runs !== undefined || this.#end !== undefined
    return isFixed || this.#randomDone++ < this.#random
  }

  /**
   * How many requests there will be, and how many milliseconds are left, about: by the rate so far.
   *
   * @param known the requests that are still to come before the random ones
   */
  estimate(known: number): { readonly total: number; readonly millisecondsLeft: number | undefined } {
    const elapsed = this.#now() - this.#start
    // A clock may stand still for the first requests.
    const perRequest = this.done > 0 && elapsed > 0 ? elapsed / this.done : undefined
    const needed = this.done + known + Math.max(0, this.#random - this.#randomDone)
    const wanted = this.#runs ?? (this.#end === undefined ? needed : Number.POSITIVE_INFINITY)
    const timeLeft = Math.max(0, this.#timeLeft)
    if (perRequest === undefined) {
      const isTimed = Number.isFinite(timeLeft)
      return { total: Number.isFinite(wanted) ? wanted : needed, millisecondsLeft: isTimed ? timeLeft : undefined }
    }
    const millisecondsLeft = Math.min(timeLeft, Math.max(0, wanted - this.done) * perRequest)
    return { total: Math.round(this.done + millisecondsLeft / perRequest), millisecondsLeft }
  }
}
