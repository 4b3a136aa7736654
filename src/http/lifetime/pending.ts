/** The value as a promise, if it is one (or a foreign one); undefined otherwise. */
export function promiseOf(value: unknown): Promise<unknown> | undefined {
  if (value instanceof Promise) return value
  if (typeof value !== 'object' || value === null) return undefined
  return typeof (value as { then?: unknown }).then === 'function' ? Promise.resolve(value) : undefined
}

/** Takes what a request came to. */
export type Continue<C> = (context: C, value: unknown) => void

/**
 * What will be there in a later turn. Whoever starts the handler goes on in the very turn in which it is there, without
 * a promise ({@link Pending.whenDone}); for anybody else it can be waited for like a promise.
 */
export class Pending<C> implements PromiseLike<unknown> {
  #state: 'open' | 'fulfilled' | 'rejected' = 'open'
  #value: unknown = undefined
  #context: C | undefined = undefined
  #onValue: Continue<C> | undefined = undefined
  #onError: Continue<C> | undefined = undefined
  #promise: Promise<unknown> | undefined = undefined

  /** Gives the value; a promise is waited for. */
  fulfill(value: unknown): void {
    let promise: Promise<unknown> | undefined
    try {
      promise = promiseOf(value)
    } catch (error) {
      this.reject(error)
      return
    }
    if (promise === undefined) this.#settle('fulfilled', value)
    else
      promise.then(
        (settled) => this.#settle('fulfilled', settled),
        (error) => this.#settle('rejected', error)
      )
  }

  reject(error: unknown): void {
    this.#settle('rejected', error)
  }

  /** Calls one of both once, with the context: at once where it is done already. They must not throw. */
  whenDone(context: C, onValue: Continue<C>, onError: Continue<C>): void {
    this.#context = context
    this.#onValue = onValue
    this.#onError = onError
    if (this.#state !== 'open') this.#tell()
  }

  // biome-ignore lint/suspicious/noThenProperty: a middleware waits for what is behind it by its `then`
  then<A = unknown, B = never>(
    onFulfilled?: ((value: unknown) => A | PromiseLike<A>) | null,
    onRejected?: ((error: unknown) => B | PromiseLike<B>) | null
  ): Promise<A | B> {
    this.#promise ??= new Promise<unknown>((resolve, reject) => {
      this.whenDone(
        undefined as C,
        (_context, value) => resolve(value),
        (_context, error) => reject(error)
      )
    })
    return this.#promise.then(onFulfilled, onRejected)
  }

  #settle(state: 'fulfilled' | 'rejected', value: unknown): void {
    this.#state = state
    this.#value = value
    this.#tell()
  }

  #tell(): void {
    const tell = this.#state === 'fulfilled' ? this.#onValue : this.#onError
    tell?.(this.#context as C, this.#value)
  }
}
