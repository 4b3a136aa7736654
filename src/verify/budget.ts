/** Random requests of each operation, after its edge cases; fewer would miss what two changes at once show. */
const RANDOM_PER_OPERATION = 30
const RANDOM_AT_LEAST = 300

/** How many requests a run makes, and how many there will be: by a number, by a time, or by what the document needs. */
export class Budget {
  readonly #runs: number | undefined
  readonly #end: number | undefined
  readonly #random: number
  #randomDone = 0
  /** How many requests were made. */
  done = 0

  /**
   * @param runs the number of requests; undefined for what the document needs
   * @param time milliseconds; undefined for no limit
   */
  constructor(runs: number | undefined, time: number | undefined, operations: number) {
    this.#runs = runs
    this.#end = time === undefined ? undefined : performance.now() + time
    this.#random = Math.max(RANDOM_AT_LEAST, operations * RANDOM_PER_OPERATION)
  }

  /** Whether no request may be made any more. */
  get isSpent(): boolean {
    return this.done >= (this.#runs ?? Number.POSITIVE_INFINITY) || this.#isLate
  }

  get #isLate(): boolean {
    return this.#end !== undefined && performance.now() >= this.#end
  }

  /** Whether a random request is to follow, after everything that the document needs. */
  takeRandom(): boolean {
    if (this.isSpent) return false
    const isFixed = this.#runs !== undefined || this.#end !== undefined
    return isFixed || this.#randomDone++ < this.#random
  }

  /** How many requests there will be, about. @param known those that are still to come before the random ones */
  total(known: number): number {
    if (this.#runs !== undefined) return this.#runs
    return this.done + known + Math.max(0, this.#random - this.#randomDone)
  }
}
