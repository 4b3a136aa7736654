/**
 * Whether validator.js's `isLocale` accepts a text longer than any registered tag: RFC 5646, section 2.1, also with `_`
 * instead of `-` between its parts, and with variants such as `1-ab`. This visits each place of the text once. The
 * expression of validator.js takes quadratic time, 3.7 s for `en`, 16,000 times `-0-00` and `!`, since such a text can
 * be divided in many ways.
 */
export function isLongLocale(text: string): boolean {
  if (PRIVATE_USE.test(text)) return true
  const places = new Places(text)
  for (let end = 2; end <= LONGEST_LANGUAGE; end++) if (LANGUAGE.test(text.slice(0, end))) places.reach('variants', end)
  return places.isWhole()
}

const PRIVATE_USE = /^x(?:-[A-Za-z0-9]{1,8})+$/
/** The language with its extensions, the script and the region: 3 + 4 + 4 + 4 characters, 5, and 4. */
const LANGUAGE =
  /^(?:[A-Za-z]{2,3}(?:-[A-Za-z]{3}(?:-[A-Za-z]{3}){0,2})?|[A-Za-z]{5,8})(?:[-_][A-Za-z]{4})?(?:[-_](?:[A-Za-z]{2}|\d{3}))?$/
const LONGEST_LANGUAGE = 24

/** The part that ends at a place: the language or a variant, the letter of an extension, or an extension. */
type Part = 'variants' | 'letter' | 'extensions'

const BITS: Readonly<Record<Part, number>> = { variants: 1, letter: 2, extensions: 4 }

class Places {
  readonly #text: string
  readonly #reached: Uint8Array
  /** The number of letters and digits in a row from a place on, up to 9. */
  readonly #runs: Uint8Array
  /** Whether only groups of `-` and one to eight letters or digits follow, or nothing. */
  readonly #endsPrivately: Uint8Array

  constructor(text: string) {
    const { length } = text
    this.#text = text
    this.#reached = new Uint8Array(length + 1)
    this.#runs = new Uint8Array(length + 1)
    this.#endsPrivately = new Uint8Array(length + 1)
    this.#endsPrivately[length] = 1
    for (let at = length - 1; at >= 0; at--) {
      this.#runs[at] = isAlphanumeric(text.charCodeAt(at)) ? Math.min(9, this.#run(at + 1) + 1) : 0
      const run = text[at] === '-' ? this.#run(at + 1) : 0
      if (run >= 1 && run <= 8) this.#endsPrivately[at] = this.#endsPrivately[at + 1 + run] as number
    }
  }

  reach(part: Part, at: number): void {
    this.#reached[at] = (this.#reached[at] as number) | BITS[part]
  }

  isWhole(): boolean {
    const { length } = this.#text
    for (let at = 0; at < length; at++) {
      if (this.#reached[at] === 0) continue
      if (this.#isPrivate(at)) return true
      this.#go(at)
    }
    return this.#has('variants', length) || this.#has('extensions', length)
  }

  #has(part: Part, at: number): boolean {
    return ((this.#reached[at] as number) & BITS[part]) !== 0
  }

  #run(at: number): number {
    return this.#runs[at] as number
  }

  /** Whether a part may end here, and the rest of the text is for private use. */
  #isPrivate(at: number): boolean {
    if (!this.#has('variants', at) && !this.#has('extensions', at)) return false
    const from = at + 2
    return (
      this.#isDelimiter(at) && this.#text[at + 1] === 'x' && from < this.#text.length && this.#endsPrivately[from] === 1
    )
  }

  /** Marks the places where the next part can end. */
  #go(at: number): void {
    const run = this.#run(at + 1)
    if (this.#isDelimiter(at)) {
      if (this.#has('variants', at)) {
        for (let length = 5; length <= 8 && length <= run; length++) this.reach('variants', at + 1 + length)
        if (this.#isShortVariant(at + 1)) this.reach('variants', at + 5)
      }
      const mayEnd = this.#has('variants', at) || this.#has('extensions', at)
      if (mayEnd && run >= 1 && !/[xX]/.test(this.#text[at + 1] as string)) this.reach('letter', at + 2)
    }
    if (this.#text[at] === '-' && (this.#has('letter', at) || this.#has('extensions', at))) {
      for (let length = 2; length <= 8 && length <= run; length++) this.reach('extensions', at + 1 + length)
    }
  }

  #isDelimiter(at: number): boolean {
    return this.#text[at] === '-' || this.#text[at] === '_'
  }

  /** A digit and three letters, digits or hyphens: validator.js accepts the hyphen by mistake. */
  #isShortVariant(at: number): boolean {
    return /^\d[A-Za-z0-9-]{3}$/.test(this.#text.slice(at, at + 4))
  }
}

function isAlphanumeric(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a)
}
