import { clock } from '../../src/http/lifetime/clock.js'

interface Timer {
  readonly work: () => void
  /** Undefined for one that fires once. */
  readonly period: number | undefined
  at: number
  unref(): Timer
}

/** The time of a spec, which passes when the spec says so; timers fire at their millisecond. */
export class StandingClock {
  readonly #own = { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate }
  readonly #ownNow = clock.now
  readonly #timers = new Set<Timer>()
  readonly #say: (what: string) => void
  #soon: (() => void)[] = []
  now = 1_000

  /** `say` gets what timers are set and cleared. */
  constructor(say: (what: string) => void = () => undefined) {
    this.#say = say
  }

  /** From now on, until {@link stop}. */
  start(): void {
    const set = (work: () => void, milliseconds: number, period: number | undefined): Timer => {
      this.#say(`${period === undefined ? 'waits' : 'looks every'} ${milliseconds} ms`)
      const timer: Timer = {
        work,
        period,
        at: this.now + milliseconds,
        unref: () => {
          this.#say('without holding the process')
          return timer
        }
      }
      this.#timers.add(timer)
      return timer
    }
    const clear = (timer: Timer | undefined): void => {
      if (timer !== undefined && this.#timers.delete(timer))
        this.#say(`no longer${timer.period ? ` each ${timer.period} ms` : ''}`)
    }
    Object.assign(globalThis, {
      setTimeout: (work: () => void, milliseconds: number) => set(work, milliseconds, undefined),
      setInterval: (work: () => void, milliseconds: number) => set(work, milliseconds, milliseconds),
      clearTimeout: clear,
      clearInterval: clear,
      setImmediate: (work: () => void) => this.#soon.push(work)
    })
    clock.now = () => this.now
  }

  stop(): void {
    Object.assign(globalThis, this.#own)
    clock.now = this.#ownNow
  }

  /** Runs what waits for the next turn of the event loop. */
  turn(): void {
    const works = this.#soon
    this.#soon = []
    for (const work of works) work()
  }

  /** Lets time pass. `isBlocked`: nothing runs meanwhile, and what is due runs at its end. */
  pass(milliseconds: number, isBlocked = false): void {
    const end = this.now + milliseconds
    if (isBlocked) this.now = end
    for (;;) {
      const due = [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
      if (due === undefined) break
      this.now = Math.max(this.now, due.at)
      if (due.period === undefined) this.#timers.delete(due)
      else due.at = this.now + due.period
      due.work()
    }
    this.now = end
  }
}
