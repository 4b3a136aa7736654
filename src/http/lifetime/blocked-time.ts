import { clock } from './clock.js'

/** How often the event loop is checked, in milliseconds. */
const PERIOD = 100

/** In a turn that takes longer than so many milliseconds the server could not read. */
const LONGEST_TURN = 2 * PERIOD

/** How many blocks are kept; the oldest are dropped first. */
const MOST_BLOCKS = 1_000

interface Block {
  /** As `clock.now()` returns it. */
  readonly end: number
  readonly ms: number
}

/**
 * The time in which the event loop was blocked and nothing could be read. What clients sent meanwhile waited in the
 * kernel, so this time does not count against them. Measured while at least one server listens.
 */
export class BlockedTime {
  #blocks: Block[] = []
  #last = 0
  /** Until something is measured: the beginning, in the nanoseconds of the process. Node loads `performance` at its first use. */
  #begin: bigint | undefined = undefined
  #users = 0
  #timer: NodeJS.Timeout | undefined = undefined

  /** Counts one more server, and starts to measure for the first. */
  watch(): void {
    this.#users += 1
    if (this.#timer !== undefined) return
    this.#begin = process.hrtime.bigint()
    this.#timer = setInterval(() => this.#measure(), PERIOD)
    this.#timer.unref()
  }

  /** Counts one server less, and stops after the last. */
  unwatch(): void {
    this.#users -= 1
    if (this.#users > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#blocks = []
  }

  /**
   * The time of the last measurement, as `clock.now()` returns it: at most 100 ms ago, where the event loop was not blocked
   * meanwhile. To read the clock costs each request half of a hundredth. While nobody watches, it is read.
   */
  get lastTime(): number {
    return this.#timer === undefined || this.#begin !== undefined ? clock.now() : this.#last
  }

  /** How many milliseconds of those since `start` (as `clock.now()` returns it) the event loop was blocked. */
  since(start: number): number {
    this.#measure()
    let blocked = 0
    for (const { end, ms } of this.#blocks) if (end > start) blocked += Math.min(ms, end - start)
    return blocked
  }

  /**
   * The age, in whole milliseconds, at which a client has had `limit` milliseconds in which the server could read: the
   * limit, and the blocked time before now. 0 for no limit.
   */
  extend(limit: number): number {
    if (limit === 0) return 0
    const now = this.#measure()
    let age = limit
    for (let index = this.#blocks.length - 1; index >= 0; index -= 1) {
      const { end, ms } = this.#blocks[index] as Block
      if (end < now - age) break
      age += ms
    }
    return Math.ceil(age)
  }

  /** Also called between two turns of the timer: another late timer may run before it. */
  #measure(): number {
    const now = clock.now()
    if (this.#begin !== undefined) {
      this.#last = now - Number(process.hrtime.bigint() - this.#begin) / 1e6
      this.#begin = undefined
    }
    const ms = now - this.#last
    this.#last = now
    if (this.#timer !== undefined && ms > LONGEST_TURN) {
      this.#blocks.push({ end: now, ms })
      if (this.#blocks.length > MOST_BLOCKS) this.#blocks.shift()
    }
    return now
  }
}

/** The blocked time of this process, which has one event loop. */
export const blockedTime: BlockedTime = new BlockedTime()
