/** The value as a promise if it is a promise or has a `then`; otherwise undefined. */
export function promiseOf(value: unknown): Promise<unknown> | undefined {
  if (value instanceof Promise) return value
  if (typeof value !== 'object' || value === null) return undefined
  return typeof (value as { then?: unknown }).then === 'function' ? Promise.resolve(value) : undefined
}

/** Called with the value or the error of a {@link Pending}. */
type Continuation<C> = (context: C, value: unknown) => void

/**
 * A value that comes in a later turn. The dispatch of a request goes on in the same turn, without the cost of a promise
 * ({@link Pending.whenDone}); middleware can await it like a promise.
 */
export class Pending<C> implements PromiseLike<unknown> {
  #state: 'open' | 'fulfilled' | 'rejected' = 'open'
  #value: unknown = undefined
  #context: C | undefined = undefined
  #onValue: Continuation<C> | undefined = undefined
  #onError: Continuation<C> | undefined = undefined
  #promise: Promise<unknown> | undefined = undefined

  /** Sets the value; a promise is awaited. */
  fulfill(value: unknown): void {
    let promise: Promise<unknown> | undefined
    try {
      promise = promiseOf(value)
    } catch (error) {
      this.reject(error)
      return
    }
    if (promise === undefined) this.#settle('fulfilled', value)
    else this.#settleWith(promise)
  }

  #settleWith(promise: Promise<unknown>): void {
    promise.then(
      (settled) => this.#settle('fulfilled', settled),
      (error) => this.#settle('rejected', error)
    )
  }

  reject(error: unknown): void {
    this.#settle('rejected', error)
  }

  /** Calls one of the two functions once, with the context; at once if it has settled. They must not throw. */
  whenDone(context: C, onValue: Continuation<C>, onError: Continuation<C>): void {
    this.#context = context
    this.#onValue = onValue
    this.#onError = onError
    if (this.#state !== 'open') this.#notify()
  }

  // biome-ignore lint/suspicious/noThenProperty: a middleware awaits what follows it
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
    this.#notify()
  }

  #notify(): void {
    const notify = this.#state === 'fulfilled' ? this.#onValue : this.#onError
    notify?.(this.#context as C, this.#value)
  }
}
