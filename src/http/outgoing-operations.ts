/**
 * Operations of others that this application calls, as `defineCallback` or `defineWebhook` declares them. They are read at the
 * first use; what is wrong with them is then a setup error.
 */
export class OutgoingOperations {
  #read: (() => readonly unknown[]) | undefined
  #routes: readonly unknown[] = []

  /** @internal */
  constructor(read: () => readonly unknown[]) {
    this.#read = read
  }

  /** @throws SetupError or BootstrapError for what is wrong with them, at each call
   * @internal */
  get routes(): readonly unknown[] {
    if (this.#read !== undefined) {
      this.#routes = this.#read()
      this.#read = undefined
    }
    return this.#routes
  }
}
