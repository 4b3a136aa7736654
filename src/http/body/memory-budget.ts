/** How much memory something may take, within what a larger whole may take. */
export class MemoryBudget {
  readonly #limit: number
  readonly #whole: MemoryBudget | undefined
  #taken = 0

  /** @param limit in bytes */
  constructor(limit: number, whole?: MemoryBudget) {
    this.#limit = limit
    this.#whole = whole
  }

  /** In bytes. */
  get taken(): number {
    return this.#taken
  }

  /** Takes so many bytes, if they are left. */
  take(bytes: number): boolean {
    if (this.#taken + bytes > this.#limit || this.#whole?.take(bytes) === false) return false
    this.#taken += bytes
    return true
  }

  give(bytes: number): void {
    this.#taken -= bytes
    this.#whole?.give(bytes)
  }
}
