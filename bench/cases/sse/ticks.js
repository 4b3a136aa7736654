/** What an application has behind a stream of events: each subscription gives its number, and every tick from then on. */
const takers = new Set()
let subscriptions = 0

/** How many are subscribed. */
export const subscribed = () => takers.size

/**
 * Gives the next tick to all.
 * @param {number} tick
 */
export function publish(tick) {
  for (const take of takers) take(tick)
}

/** @returns {AsyncIterableIterator<{ client: number, tick: number }>} */
export function subscribe() {
  const client = ++subscriptions
  const ready = [{ client, tick: 0 }]
  let waiting
  const take = (tick) => {
    const value = { client, tick }
    if (waiting === undefined) ready.push(value)
    else waiting({ done: false, value })
    waiting = undefined
  }
  takers.add(take)
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    next() {
      if (ready.length > 0) return Promise.resolve({ done: false, value: ready.shift() })
      return new Promise((resolve) => {
        waiting = resolve
      })
    },
    return() {
      takers.delete(take)
      waiting?.({ done: true, value: undefined })
      return Promise.resolve({ done: true, value: undefined })
    }
  }
}

/** The bytes in use after a collection; the process has the flag `--expose-gc`. */
export async function memory() {
  for (let turn = 0; turn < 4; turn++) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
