import {
  ANY,
  asciiFolded,
  type CharacterSet,
  complement,
  DIGITS,
  FOLDED_WORD,
  folded,
  LINE_ENDS,
  propertySet,
  SPACE,
  union,
  WORD
} from './character-set.js'

/** A regular expression without what its backtracking does not depend on: which text a group captures, and laziness. */
export type RegexNode =
  | { readonly kind: 'set'; readonly set: CharacterSet }
  | { readonly kind: 'sequence' | 'either'; readonly parts: readonly RegexNode[] }
  | { readonly kind: 'repeat'; readonly node: RegexNode; readonly least: number; readonly most: number }
  | { readonly kind: 'start' | 'end' | 'boundary' }
  | { readonly kind: 'look'; readonly node: RegexNode; readonly isBehind: boolean }
  | { readonly kind: 'group'; readonly node: RegexNode; readonly number: number; readonly name: string | undefined }
  | { readonly kind: 'reference'; readonly to: number | string }

/** Thrown for syntax that is not analyzed. */
export class UnknownSyntax extends Error {}

/**
 * Parses a regular expression that compiles: ECMA-262, section 22.2.1, with the additions of Annex B without `u` or
 * `v`. A set never has fewer characters than the engine accepts there.
 *
 * @throws UnknownSyntax
 */
export function parseRegex(source: string, flags: string): RegexNode {
  return new RegexParser(source, flags).parse()
}

const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13 }

/** Escapes and classes: no parenthesis in them begins a group. */
const NOT_GROUPS = /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]/g

class RegexParser {
  readonly #text: readonly string[]
  readonly #isUnicode: boolean
  readonly #isSets: boolean
  readonly #ignoresCase: boolean
  readonly #dot: CharacterSet
  readonly #hasNames: boolean
  /** How many groups capture. */
  readonly #captures: number
  #at = 0
  #groups = 0

  constructor(source: string, flags: string) {
    this.#isSets = flags.includes('v')
    this.#isUnicode = flags.includes('u') || this.#isSets
    this.#text = this.#isUnicode ? [...source] : source.split('')
    this.#ignoresCase = flags.includes('i')
    this.#dot = flags.includes('s') ? ANY : complement(LINE_ENDS)
    const parentheses = source.replace(NOT_GROUPS, '')
    this.#hasNames = /\(\?<(?![=!])/.test(parentheses)
    this.#captures = [...parentheses.matchAll(/\((?!\?)|\(\?<(?![=!])/g)].length
  }

  parse(): RegexNode {
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
    return { kind: 'set', set: this.#folded([[point, point]], false) }
  }

  /** @param isNegated whether the complement of the set is needed, which then must not have too many characters */
  #folded(set: CharacterSet, isNegated: boolean): CharacterSet {
    if (!this.#ignoresCase) return set
    return isNegated ? asciiFolded(set, this.#isUnicode) : folded(set, this.#isUnicode)
  }

  #group(): RegexNode {
    const start = this.#matched(/^\?(?:<?[=!]|:|<([^>]*)>)/)
    if (start === undefined) {
      // `(?i:`, or what later versions of the language add.
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
    const start = this.#at
    const reference = Number(this.#matched(/^[1-9]\d*/)?.[0] ?? 0)
    if (reference > 0 && (this.#isUnicode || reference <= this.#captures)) return { kind: 'reference', to: reference }
    this.#at = start
    const set = this.#classEscape(false)
    return set === undefined ? this.#literal(this.#escapedPoint(false)) : { kind: 'set', set }
  }

  /** The set of `\d`, `\p{L}` and the like, after the backslash; undefined for the escape of one character. */
  #classEscape(isNegated: boolean): CharacterSet | undefined {
    const property = this.#isUnicode ? this.#matched(/^[pP]\{[^}]*\}/) : undefined
    if (property !== undefined) {
      try {
        return this.#folded(propertySet(`\\${property[0]}`), isNegated)
      } catch {
        throw new UnknownSyntax(property[0])
      }
    }
    const name = this.#matched(/^[dswDSW]/)?.[0]
    if (name === undefined) return undefined
    const word = this.#ignoresCase && this.#isUnicode ? FOLDED_WORD : WORD
    const set = { d: DIGITS, s: SPACE, w: word }[name.toLowerCase() as 'd' | 's' | 'w']
    // None of these has a letter of which it lacks another case.
    return /[dsw]/.test(name) ? set : complement(set)
  }

  /** The character of an escape, after the backslash. */
  #escapedPoint(isInClass: boolean): number {
    const octal = this.#matched(/^(?:[0-3][0-7]{0,2}|[4-7][0-7]?)/)
    if (octal !== undefined) return Number.parseInt(octal[0], 8)
    const character = this.#next()
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
    if (character === 'c') {
      const letter = this.#matched(isInClass && !this.#isUnicode ? /^\w/ : /^[A-Za-z]/)
      if (letter !== undefined) return (letter[0].codePointAt(0) as number) % 32
      // The backslash is then a character of its own (Annex B).
      this.#at -= 1
      return 0x5c
    }
    return character.codePointAt(0) as number
  }

  /** The characters of a class, after its opening bracket. */
  #class(): CharacterSet {
    const isNegated = this.#take('^')
    const sets: CharacterSet[] = []
    const add = (part: CharacterSet | number, last = part) =>
      sets.push(typeof part === 'number' ? this.#folded([[part, last as number]], isNegated) : part)
    while (!this.#take(']')) {
      const low = this.#classPart(isNegated)
      if (this.#sees('-') && !this.#sees(']', 1) && !(this.#isSets && this.#sees('-', 1))) {
        this.#next()
        const high = this.#classPart(isNegated)
        if (typeof low === 'number' && typeof high === 'number') add(low, high)
        else for (const part of [low, 0x2d, high]) add(part)
      } else add(low)
    }
    const set = union(sets)
    return isNegated ? complement(set) : set
  }

  /** A character, or the set of an escape. */
  #classPart(isNegated: boolean): CharacterSet | number {
    const character = this.#next()
    // Sets of sets, and their differences, come with the flag `v`.
    if (this.#isSets && (character === '[' || (/[&-]/.test(character) && this.#sees(character)))) {
      throw new UnknownSyntax('v')
    }
    if (character !== '\\') return character.codePointAt(0) as number
    if (this.#take('b')) return 8
    if (this.#isSets && (this.#sees('q') || this.#sees('p'))) throw new UnknownSyntax('v')
    return this.#classEscape(isNegated) ?? this.#escapedPoint(true)
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
    this.#at += this.#isUnicode ? [...found[0]].length : found[0].length
    return found
  }
}
