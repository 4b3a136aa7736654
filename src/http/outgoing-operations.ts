/**
 * Operations of others that this application calls, as `defineCallback` declares them. They are read at the first use; what is wrong with
 * them is then a setup error.
 */
export class OutgoingOperations<R = unknown> {
  #read: (() => readonly R[]) | undefined
  #routes: readonly R[] = []

  /** @internal */
  constructor(read: () => readonly R[]) {
    this.#read = read
  }

  /** @throws SetupError or BootstrapError for what is wrong with them, at each call
   * @internal */
  get routes(): readonly R[] {
    if (this.#read !== undefined) {
      this.#routes = this.#read()
      this.#read = undefined
    }
    return this.#routes
  }
}
