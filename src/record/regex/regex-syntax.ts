import {
  ANY,
  type CharacterSet,
  complement,
  DIGITS,
  folded,
  LINE_ENDS,
  propertySet,
  SPACE,
  union,
  WORD
} from './character-set.js'

/** A regular expression as far as its matching branches: what it captures is left out, and laziness. */
export type RegexNode =
  | { readonly kind: 'set'; readonly set: CharacterSet }
  | { readonly kind: 'sequence' | 'either'; readonly parts: readonly RegexNode[] }
  | { readonly kind: 'repeat'; readonly node: RegexNode; readonly least: number; readonly most: number }
  | { readonly kind: 'start' | 'end' | 'boundary' }
  | { readonly kind: 'look'; readonly node: RegexNode; readonly isBehind: boolean }
  | { readonly kind: 'group'; readonly node: RegexNode; readonly number: number; readonly name: string | undefined }
  | { readonly kind: 'reference'; readonly to: number | string }

/** Thrown at what the reader of regular expressions does not know. */
export class UnknownSyntax extends Error {}

/** Reads a regular expression that compiles: ECMA-262, section 22.2.1, with the additions of Annex B where no `u` is. */
export function parseRegex(source: string, flags: string): RegexNode {
  return new RegexReader(source, flags).read()
}

const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13 }
const CLASSES: Readonly<Record<string, CharacterSet>> = { d: DIGITS, w: WORD, s: SPACE }

class RegexReader {
  readonly #text: readonly string[]
  readonly #isUnicode: boolean
  readonly #isSets: boolean
  readonly #ignoresCase: boolean
  readonly #dot: CharacterSet
  readonly #hasNames: boolean
  #at = 0
  #groups = 0

  constructor(source: string, flags: string) {
    this.#isSets = flags.includes('v')
    this.#isUnicode = flags.includes('u') || this.#isSets
    this.#text = this.#isUnicode ? [...source] : source.split('')
    this.#ignoresCase = flags.includes('i')
    this.#dot = flags.includes('s') ? ANY : complement(LINE_ENDS)
    this.#hasNames = this.#isUnicode || source.includes('(?<')
  }

  read(): RegexNode {
    const node = this.#either()
    if (this.#at < this.#text.length) throw new UnknownSyntax(this.#text[this.#at])
    return node
  }

  #either(): RegexNode {
    const parts = [this.#sequence()]
    while (this.#take('|')) parts.push(this.#sequence())
    return parts.length === 1 ? (parts[0] as RegexNode) : { kind: 'either', parts }
  }

  #sequence(): RegexNode {
    const parts: RegexNode[] = []
    while (this.#at < this.#text.length && !this.#sees('|') && !this.#sees(')')) parts.push(this.#term())
    return { kind: 'sequence', parts }
  }

  #term(): RegexNode {
    const node = this.#atom()
    const bounds = this.#quantifier()
    if (bounds === undefined) return node
    this.#take('?')
    return { kind: 'repeat', node, least: bounds[0], most: bounds[1] }
  }

  #quantifier(): readonly [number, number] | undefined {
    if (this.#take('*')) return [0, Number.POSITIVE_INFINITY]
    if (this.#take('+')) return [1, Number.POSITIVE_INFINITY]
    if (this.#take('?')) return [0, 1]
    const found = this.#sees('{') ? this.#matched(/^\{(\d+)(,(\d*))?\}/) : undefined
    if (found === undefined) return undefined
    const least = Number(found[1])
    return [least, found[2] === undefined ? least : found[3] === '' ? Number.POSITIVE_INFINITY : Number(found[3])]
  }

  #atom(): RegexNode {
    const character = this.#next()
    switch (character) {
      case '^':
        return { kind: 'start' }
      case '$':
        return { kind: 'end' }
      case '.':
        return { kind: 'set', set: this.#dot }
      case '(':
        return this.#group()
      case '[':
        return { kind: 'set', set: this.#class() }
      case '\\':
        return this.#escape()
      default:
        return this.#literal(character.codePointAt(0) as number)
    }
  }

  #literal(point: number): RegexNode {
    return { kind: 'set', set: this.#folded([[point, point]]) }
  }

  #folded(set: CharacterSet): CharacterSet {
    return this.#ignoresCase ? folded(set) : set
  }

  #group(): RegexNode {
    const start = this.#matched(/^\?(?:<?[=!]|:|<([^>]*)>)/)
    if (start === undefined) {
      // `(?i:` and whatever comes after it.
      if (this.#sees('?')) throw new UnknownSyntax('(?')
      return this.#closed(undefined)
    }
    const [token, name] = start
    if (name !== undefined) return this.#closed(name)
    const node = this.#either()
    this.#expect(')')
    return token === '?:' ? node : { kind: 'look', node, isBehind: token.startsWith('?<') }
  }

  #closed(name: string | undefined): RegexNode {
    this.#groups += 1
    const number = this.#groups
    const node = this.#either()
    this.#expect(')')
    return { kind: 'group', node, number, name }
  }

  #escape(): RegexNode {
    if (this.#take('b') || this.#take('B')) return { kind: 'boundary' }
    if (this.#hasNames && this.#sees('k')) {
      const [, name] = this.#matched(/^k<([^>]*)>/) ?? []
      if (name !== undefined) return { kind: 'reference', to: name }
    }
    const reference = this.#matched(/^[1-9]\d*/)
    if (reference !== undefined) return { kind: 'reference', to: Number(reference[0]) }
    return { kind: 'set', set: this.#folded(this.#escapedSet()) }
  }

  /** The characters of an escape, whose backslash was read. */
  #escapedSet(): CharacterSet {
    const property = this.#isUnicode ? this.#matched(/^[pP]\{[^}]*\}/) : undefined
    if (property !== undefined) return propertySet(`\\${property[0]}`)
    const character = this.#next()
    const lower = character.toLowerCase()
    const set = CLASSES[lower]
    if (set !== undefined) return lower === character ? set : complement(set)
    const point = this.#escapedPoint(character)
    return [[point, point]]
  }

  #escapedPoint(character: string): number {
    const control = CONTROLS[character]
    if (control !== undefined) return control
    const hex = character === 'x' ? this.#matched(/^[0-9A-Fa-f]{2}/) : undefined
    if (hex !== undefined) return Number.parseInt(hex[0], 16)
    if (character === 'u') {
      const long = this.#isUnicode ? this.#matched(/^\{([0-9A-Fa-f]+)\}/) : undefined
      if (long !== undefined) return Number.parseInt(long[1] as string, 16)
      const pair = this.#isUnicode ? this.#matched(/^([Dd][89ABab]..)\\u([Dd][C-Fc-f]..)/) : undefined
      if (pair !== undefined) {
        const units = [pair[1], pair[2]].map((unit) => Number.parseInt(unit as string, 16))
        return String.fromCharCode(...units).codePointAt(0) as number
      }
      const short = this.#matched(/^[0-9A-Fa-f]{4}/)
      if (short !== undefined) return Number.parseInt(short[0], 16)
    }
    const letter = character === 'c' ? this.#matched(/^[A-Za-z]/) : undefined
    if (letter !== undefined) return (letter[0].codePointAt(0) as number) % 32
    if (character >= '0' && character <= '9') {
      const octal = this.#matched(/^[0-7]{0,2}/)
      return Number.parseInt(`${character}${octal?.[0] ?? ''}`, 8) || 0
    }
    return character.codePointAt(0) as number
  }

  /** The characters of a class, whose bracket was read. */
  #class(): CharacterSet {
    const isNegated = this.#take('^')
    const sets: CharacterSet[] = []
    while (!this.#take(']')) {
      const low = this.#classPart()
      if (this.#sees('-') && !this.#sees(']', 1) && !(this.#isSets && this.#sees('-', 1))) {
        this.#next()
        const high = this.#classPart()
        const [first, last] = [pointOf(low), pointOf(high)]
        if (first === undefined || last === undefined) sets.push(low, high, [[0x2d, 0x2d]])
        else sets.push([[first, last]])
      } else sets.push(low)
    }
    const set = union(sets)
    // Folded last, so that it never has less than it should.
    return this.#folded(isNegated ? complement(set) : set)
  }

  #classPart(): CharacterSet {
    const character = this.#next()
    // Sets of sets, and their differences, come with the flag `v`.
    if (this.#isSets && (character === '[' || (/[&-]/.test(character) && this.#sees(character)))) {
      throw new UnknownSyntax('v')
    }
    if (character !== '\\') {
      const point = character.codePointAt(0) as number
      return [[point, point]]
    }
    if (this.#take('b')) return [[8, 8]]
    if (this.#isSets && (this.#sees('q') || this.#sees('p'))) throw new UnknownSyntax('v')
    return this.#escapedSet()
  }

  #sees(character: string, ahead = 0): boolean {
    return this.#text[this.#at + ahead] === character
  }

  #take(character: string): boolean {
    const isThere = this.#sees(character)
    if (isThere) this.#at += 1
    return isThere
  }

  #expect(character: string): void {
    if (!this.#take(character)) throw new UnknownSyntax(character)
  }

  #next(): string {
    const character = this.#text[this.#at]
    if (character === undefined) throw new UnknownSyntax('the end')
    this.#at += 1
    return character
  }

  #matched(token: RegExp): RegExpExecArray | undefined {
    const found = token.exec(this.#text.slice(this.#at, this.#at + 80).join(''))
    if (found === null) return undefined
    this.#at += [...found[0]].length
    return found
  }
}

function pointOf(set: CharacterSet): number | undefined {
  const [range] = set
  return set.length === 1 && range !== undefined && range[0] === range[1] ? range[0] : undefined
}
