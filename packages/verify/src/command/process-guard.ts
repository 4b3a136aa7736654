import { setImmediate } from 'node:timers/promises'

/** The signals that end the command: their numbers, for its exit code. */
const SIGNALS = { SIGINT: 2, SIGTERM: 15 } as const
const SIGNAL_NAMES = ['SIGINT', 'SIGTERM'] as const

/** Milliseconds that a run has for its report after it was interrupted. */
const GRACE = 2000

/** Why the run ends before its time. */
export interface Interruption {
  /** As a sentence. */
  readonly why: string
  /** Undefined where the report says it. */
  readonly exitCode: number | undefined
}

/** The run was interrupted, and there is no report. */
export class Interrupted extends Error {
  readonly exitCode: number

  constructor({ why, exitCode = 2 }: Interruption) {
    super(why)
    this.exitCode = exitCode
  }
}

/** What would have ended the process, did a guard not watch it; the `cause` is what the service threw. */
export class ServiceEnded extends Error {}

/**
 * Keeps the process alive while it runs a service: what would end it, an exception that nothing catches, or a call of
 * `process.exit`, fails the request that is handled then; and a signal ends the run, so that there is a report.
 */
export class ProcessGuard {
  readonly #controller = new AbortController()
  readonly #inFlight = new Set<(failure: Error) => void>()
  readonly #exitNow: (code: number) => void
  readonly #exit = process.exit
  #failures: Error[] = []
  #isThrowing = false

  /** @param exitNow ends the process at a second signal */
  constructor(exitNow: (code: number) => void = process.exit) {
    this.#exitNow = exitNow.bind(process)
  }

  /** Ends the run; its `reason` is an {@link Interruption}. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** What ended the run. */
  get interruption(): Interruption | undefined {
    return this.#controller.signal.aborted ? (this.#controller.signal.reason as Interruption) : undefined
  }

  /** From now on a signal interrupts the run, and so does a wait for what cannot happen any more. */
  watchSignals(): void {
    process.on('beforeExit', this.#onIdle)
    for (const signal of SIGNAL_NAMES) process.prependListener(signal, this.#onSignal)
  }

  /** From now on nothing that a service does ends the process. */
  watchService(): void {
    process.prependListener('uncaughtException', this.#onUncaught)
    process.prependListener('unhandledRejection', this.#onUnhandled)
    process.exit = ((code?: number) => {
      // A listener of the service for exceptions often ends the process: the exception is the news, and what is thrown
      // in the listener would really end it.
      if (this.#isThrowing) return
      const failure = new ServiceEnded(`the service ended the process (exit code ${code ?? process.exitCode ?? 0})`)
      this.#fail(failure)
      throw failure
    }) as typeof process.exit
  }

  stop(): void {
    process.off('uncaughtException', this.#onUncaught)
    process.off('unhandledRejection', this.#onUnhandled)
    process.off('beforeExit', this.#onIdle)
    for (const signal of SIGNAL_NAMES) process.off(signal, this.#onSignal)
    process.exit = this.#exit
  }

  /**
   * Waits for work of the service, and one turn longer for what it left undone.
   *
   * @throws what would have ended the process since the work before
   */
  async during<T>(work: () => Promise<T>): Promise<T> {
    let fail: (failure: Error) => void = () => {}
    const failed = new Promise<never>((_, reject) => {
      fail = reject
    })
    failed.catch(() => {})
    this.#inFlight.add(fail)
    try {
      const result = await Promise.race([work(), failed])
      await Promise.race([setImmediate(), failed])
      const [failure] = this.#takeFailures()
      if (failure !== undefined) throw failure
      return result
    } finally {
      this.#inFlight.delete(fail)
    }
  }

  /** @throws Interrupted where the run was interrupted, and the work goes on nevertheless */
  async orInterrupted<T>(work: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined
    let interrupt = () => {}
    const interrupted = new Promise<never>((_, reject) => {
      interrupt = () => {
        timer = setTimeout(() => reject(new Interrupted(this.signal.reason)), GRACE)
      }
    })
    if (this.signal.aborted) interrupt()
    else this.signal.addEventListener('abort', interrupt)
    try {
      return await Promise.race([work, interrupted])
    } finally {
      clearTimeout(timer)
      this.signal.removeEventListener('abort', interrupt)
    }
  }

  /** What would have ended the process while it did no work of {@link during}. */
  async rest(): Promise<Error | undefined> {
    await setImmediate()
    return this.#takeFailures()[0]
  }

  #takeFailures(): Error[] {
    const failures = this.#failures
    this.#failures = []
    return failures
  }

  #fail(failure: Error): void {
    if (this.signal.aborted) return
    const fails = [...this.#inFlight]
    for (const fail of fails) fail(failure)
    if (fails.length === 0) this.#failures.push(failure)
  }

  readonly #onUncaught = (error: unknown): void => {
    this.#isThrowing = true
    void setImmediate().then(() => {
      this.#isThrowing = false
    })
    this.#fail(
      new ServiceEnded('the service threw where nothing catches it, in this request or shortly before', {
        cause: asError(error)
      })
    )
  }

  readonly #onUnhandled = (error: unknown): void => {
    this.#fail(
      new ServiceEnded('nothing handled a promise that the service rejected, in this request or shortly before', {
        cause: asError(error)
      })
    )
  }

  readonly #onIdle = (): void => {
    this.#interrupt({ why: 'The service waits for something that cannot happen any more', exitCode: undefined })
  }

  readonly #onSignal = (signal: NodeJS.Signals): void => {
    const exitCode = 128 + SIGNALS[signal as keyof typeof SIGNALS]
    if (this.signal.aborted) this.#exitNow(exitCode)
    this.#interrupt({ why: `Stopped by ${signal}`, exitCode })
  }

  #interrupt(interruption: Interruption): void {
    if (!this.signal.aborted) this.#controller.abort(interruption)
  }
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}
