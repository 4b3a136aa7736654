/**
 * A generator of pseudo-random numbers (sfc32) whose sequence is the same for the same seed and iteration on any machine.
 * Nothing that decides about an input may come from anywhere else.
 */
export class Random {
  #a: number
  #b: number
  #c: number
  #counter = 1

  constructor(seed: number, iteration: number) {
    this.#a = seed >>> 0
    this.#b = iteration >>> 0
    this.#c = Math.floor(iteration / 0x1_0000_0000) ^ 0x9e3779b9
    // The first numbers of near seeds are alike.
    for (let round = 0; round < 15; round++) this.#next()
  }

  /** A whole number from 0 to `bound` - 1. */
  int(bound: number): number {
    return Math.floor((this.#next() / 0x1_0000_0000) * bound)
  }

  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number {
    return least + this.int(most - least + 1)
  }

  /** True once in so many times as the probability says. */
  chance(probability: number): boolean {
    return this.#next() / 0x1_0000_0000 < probability
  }

  pick<T>(list: readonly T[]): T {
    return list[this.int(list.length)] as T
  }

  /** One of the values, each as likely as its weight says. */
  weighted<T>(choices: readonly (readonly [weight: number, value: T])[]): T {
    const total = choices.reduce((sum, [weight]) => sum + weight, 0)
    let left = (this.#next() / 0x1_0000_0000) * total
    for (const [weight, value] of choices) {
      left -= weight
      if (left < 0) return value
    }
    return (choices.at(-1) as readonly [number, T])[1]
  }

  /** A text of that many characters of an alphabet. */
  text(length: number, alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'): string {
    let text = ''
    while (text.length < length) text += alphabet[this.int(alphabet.length)]
    return text
  }

  /** Bytes of any value, one character a byte. */
  bytes(length: number): string {
    let text = ''
    while (text.length < length) text += String.fromCharCode(this.int(256))
    return text
  }

  #next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return sum >>> 0
  }
}
