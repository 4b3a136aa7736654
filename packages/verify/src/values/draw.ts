import type { Arbitrary, Random } from 'fast-check'

/** The only source of random values: fast-check's generator, so that a seed makes the same requests again. */
export class Draw {
  readonly #random: Random

  constructor(random: Random) {
    this.#random = random
  }

  /** Both ends included; safe integers. */
  int(minimum: number, maximum: number): number {
    if (maximum <= minimum) return minimum
    if (maximum - minimum < 2 ** 31) return minimum + this.#random.nextInt(0, maximum - minimum)
    return Number(this.#random.nextBigInt(BigInt(minimum), BigInt(maximum)))
  }

  chance(probability: number): boolean {
    return this.#random.nextInt(0, 999_999) < probability * 1_000_000
  }

  /** One of the members, of which there is at least one. */
  pick<T>(members: readonly T[]): T {
    return members[this.int(0, members.length - 1)] as T
  }

  shuffle<T>(members: readonly T[]): T[] {
    const out = [...members]
    for (let index = out.length - 1; index > 0; index--) {
      const other = this.int(0, index)
      ;[out[index], out[other]] = [out[other] as T, out[index] as T]
    }
    return out
  }

  arbitrary<T>(arbitrary: Arbitrary<T>): T {
    return arbitrary.generate(this.#random, undefined).value
  }
}

type FastCheck = typeof import('fast-check')

/** Calls `make` with a random source; the same seed makes the same. */
export function drawWith<T>(fastCheck: FastCheck, seed: number, make: (draw: Draw) => T): T {
  const making = Object.assign(fastCheck.constant<unknown>(undefined), {
    generate: (random: Random) => new fastCheck.Value<unknown>(make(new Draw(random)), undefined)
  })
  return fastCheck.sample(making, { seed, numRuns: 1 })[0] as T
}
