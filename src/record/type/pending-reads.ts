/**
 * The results that one binding waits for: those of validators that return a promise. A binding reads its whole input
 * without waiting, so that all of them run at the same time, and then reads it again with their results. A reader that
 * is reached only then, such as the next member of a union, may have it wait once more.
 */
export class PendingReads {
  readonly #results = new Map<object, Map<unknown, unknown>>()
  #waiting: Promise<unknown>[] = []

  /** The settled result of a validator for a raw value; undefined where there is none yet. */
  resultOf(validator: object, raw: unknown): unknown {
    return this.#results.get(validator)?.get(raw)
  }

  add(validator: object, raw: unknown, result: PromiseLike<unknown>): void {
    const known = this.#results.get(validator) ?? new Map<unknown, unknown>()
    this.#results.set(validator, known)
    const stored = Promise.resolve(result).then((settled) => known.set(raw, settled))
    // The binding may throw before it waits; a rejection must not end the process then.
    stored.catch(() => undefined)
    this.#waiting.push(stored)
  }

  /** Resolves when all results are there; rejects with the first error of a validator. */
  async settle(): Promise<void> {
    await Promise.all(this.#waiting.splice(0))
  }
}
