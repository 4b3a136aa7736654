/** How often the clock looks whether the event loop turns, in milliseconds. */
const PERIOD = 100

/** A turn that takes longer than so many milliseconds is one in which the server could not have read. */
const LONGEST_TURN = 2 * PERIOD

/** The blocks that are remembered; the oldest go first. */
const MOST_BLOCKS = 1_000

interface Block {
  /** As `performance.now()` gives it. */
  readonly end: number
  readonly ms: number
}

/**
 * The time in which the event loop was blocked, and nothing could be read. What clients sent meanwhile waited in the
 * kernel, so none of it counts as theirs. Runs while at least one server listens; otherwise no time counts as blocked.
 */
export class BlockedTime {
  #blocks: Block[] = []
  #last = 0
  #users = 0
  #timer: NodeJS.Timeout | undefined = undefined

  /** Starts to watch, for one more server. */
  watch(): void {
    this.#users += 1
    if (this.#timer !== undefined) return
    this.#last = performance.now()
    this.#timer = setInterval(() => this.#look(), PERIOD)
    this.#timer.unref()
  }

  /** One server less. */
  unwatch(): void {
    this.#users -= 1
    if (this.#users > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#blocks = []
  }

  /** How many milliseconds of those since `start` (as `performance.now()` gives it) the event loop was blocked. */
  since(start: number): number {
    this.#look()
    let blocked = 0
    for (const { end, ms } of this.#blocks) if (end > start) blocked += Math.min(ms, end - start)
    return blocked
  }

  /**
   * How old a request may be whose client has had `limit` milliseconds in which the server could have read: the limit, and
   * whatever of the time before now was blocked. In whole milliseconds; 0 for no limit.
   */
  extend(limit: number): number {
    if (limit === 0) return 0
    const now = this.#look()
    let age = limit
    for (let index = this.#blocks.length - 1; index >= 0; index -= 1) {
      const { end, ms } = this.#blocks[index] as Block
      if (end < now - age) break
      age += ms
    }
    return Math.ceil(age)
  }

  /** Also called between two turns of the timer: a timer that is late with this one runs before it. */
  #look(): number {
    const now = performance.now()
    const ms = now - this.#last
    this.#last = now
    if (this.#timer !== undefined && ms > LONGEST_TURN) {
      this.#blocks.push({ end: now, ms })
      if (this.#blocks.length > MOST_BLOCKS) this.#blocks.shift()
    }
    return now
  }
}

/** That of this process: it has one event loop. */
export const blockedTime: BlockedTime = new BlockedTime()
