import type { Random } from 'fast-check'
import { Draw } from '../../packages/verify/src/values/draw.js'

/** A source of random values that does not depend on a library's generator: `next` returns numbers from 0 up to 1. */
function scriptedDraw(next: () => number): Draw {
  const within = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return new Draw({
    nextInt: within,
    nextBigInt: (least: bigint, most: bigint) => least + BigInt(Math.floor(next() * Number(most - least))),
    nextBoolean: () => next() < 0.5,
    nextDouble: next,
    next: (bits: number) => within(0, 2 ** bits - 1)
  } as unknown as Random)
}

/** The least of everything that can be drawn; what is left to chance happens. */
export function leastDraw(): Draw {
  return scriptedDraw(() => 0)
}

/** Numbers that are spread evenly, from another start for each index. */
export function evenDraw(index: number): Draw {
  let at = index * 0.37
  return scriptedDraw(() => {
    at = (at + 0.618034) % 1
    return at
  })
}
