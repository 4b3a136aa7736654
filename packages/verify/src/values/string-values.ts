import type { Arbitrary } from 'fast-check'
import { compilePattern, type Patterns } from '../document/patterns.js'
import { LONGEST } from './bounds.js'
import type { Draw } from './draw.js'
import type { FlatSchema } from './flat-schema.js'
import { RANK, type Rank } from './rank.js'
import { FORMAT_SAMPLES, RULE_SAMPLES } from './text-samples.js'

const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789']
/** An astral character, a variation selector after its base, a combining mark, controls, characters of markup and SQL. */
const ODD = [
  ...['😀', '☂\uFE0F', 'e\u0301', 'ß', 'İ', '\u0000', '\n', '\t', ' ', '"', '\\', '/', '%', '<', "'", '{'],
  ...['‮', '\uFFFD']
]

/** Characters that are counted differently by different measures of length. */
const MEASURES: readonly (readonly [name: string, text: string])[] = [
  ['letters', 'a'],
  ['astral characters', '😀'],
  ['variation selectors', '☂\uFE0F'],
  ['combining marks', 'e\u0301']
]

type FastCheck = typeof import('fast-check')

/** By pattern. Making one can take 20 ms, so all documents share them. */
const matching = new WeakMap<FastCheck, Map<string, Arbitrary<string> | undefined>>()

/** Makes strings for schemas. */
export class StringMaker {
  readonly #fastCheck: FastCheck
  readonly #matching: Map<string, Arbitrary<string> | undefined>
  readonly #patterns: Patterns

  constructor(fastCheck: FastCheck, patterns: Patterns) {
    this.#patterns = patterns
    this.#fastCheck = fastCheck
    this.#matching = matching.get(fastCheck) ?? new Map()
    matching.set(fastCheck, this.#matching)
  }

  /** A string that should be valid; the caller checks. */
  valid(flat: FlatSchema, draw: Draw): string {
    const minimum = Math.min(flat.bounds.get('minLength') ?? 0, LONGEST)
    const maximum = flat.bounds.get('maxLength') ?? minimum + 12
    const samples = this.#samples(flat)
    if (samples.length > 0 && draw.chance(0.85)) return draw.pick(samples)
    if (flat.patterns.length > 0) {
      const text = this.#match(flat.patterns, draw)
      if (text !== undefined) return this.#fitLength(flat.patterns, text, minimum, maximum) ?? text
    }
    const length = draw.int(minimum, Math.min(maximum, minimum + 12))
    const alphabet = draw.chance(0.2) ? [...LETTERS, ...ODD] : LETTERS
    return truncate(Array.from({ length }, () => draw.pick(alphabet)).join(''), minimum, maximum)
  }

  #samples(flat: FlatSchema): readonly string[] {
    const texts = flat.examples.filter((example): example is string => typeof example === 'string')
    const known = [
      ...flat.rules.flatMap((rule) => RULE_SAMPLES[rule] ?? []),
      ...flat.formats.flatMap((name) => FORMAT_SAMPLES[name]?.good ?? [])
    ]
    // A pattern is more exact than the name of a format.
    return flat.patterns.length > 0 && flat.rules.length === 0 ? [] : [...texts, ...known]
  }

  /** A text that the patterns match; undefined where none was found. */
  #match(patterns: readonly string[], draw: Draw): string | undefined {
    for (let attempt = 0; attempt < 8; attempt++) {
      const arbitrary = this.#matchingOf(draw.pick(patterns))
      const text = arbitrary === undefined ? undefined : draw.arbitrary(arbitrary)
      if (text !== undefined && this.#matches(patterns, text)) return text
    }
    return undefined
  }

  #matchingOf(pattern: string): Arbitrary<string> | undefined {
    if (!this.#matching.has(pattern)) {
      let arbitrary: Arbitrary<string> | undefined
      try {
        arbitrary = withoutStacks(() => this.#fastCheck.stringMatching(compilePattern(pattern)))
      } catch {
        // fast-check does not support look-around and back-references; then there are only examples.
      }
      this.#matching.set(pattern, arbitrary)
    }
    return this.#matching.get(pattern)
  }

  /** Texts on both sides of each bound of the schema. */
  edgeCases(flat: FlatSchema): (readonly [rank: Rank, label: string, make: (draw: Draw) => string | undefined])[] {
    const { extreme, near } = RANK
    const out: (readonly [Rank, string, (draw: Draw) => string | undefined])[] = []
    for (const text of ['', ' ', '\u0000', '\uD800', '__proto__', 'null', '😀']) {
      out.push([extreme, `the text ${JSON.stringify(text)}`, () => text])
    }
    if (flat.patterns.length === 0 && flat.formats.length === 0) {
      for (const text of tellingTexts(flat)) out.push([extreme, `a text of people: ${text}`, () => text])
    }
    for (const keyword of ['minLength', 'maxLength']) {
      const bound = flat.bounds.get(keyword)
      if (bound === undefined || bound > 100_000) continue
      for (const length of [bound - 1, bound, bound + 1].filter((length) => length >= 0)) {
        for (const [name, unit] of MEASURES) {
          const rank = unit === 'a' ? extreme : near
          out.push([rank, `${keyword} ${bound}: ${length} ${name}`, (draw) => this.#ofLength(flat, length, unit, draw)])
        }
      }
    }
    if (flat.bounds.get('maxLength') === undefined) out.push([extreme, 'a long text', () => 'x'.repeat(5000)])
    for (const name of flat.formats) {
      for (const text of FORMAT_SAMPLES[name]?.good ?? []) out.push([extreme, `format ${name}: ${text}`, () => text])
      for (const text of FORMAT_SAMPLES[name]?.bad ?? []) out.push([near, `format ${name}: not ${text}`, () => text])
    }
    for (const pattern of flat.patterns) {
      out.push([extreme, `pattern ${pattern}`, (draw) => this.#match(flat.patterns, draw)])
      for (const [name, mutate] of MUTATIONS) {
        out.push([near, `pattern ${pattern}: ${name}`, (draw) => mutate(this.valid(flat, draw), draw)])
      }
    }
    return out
  }

  #matches(patterns: readonly string[], text: string): boolean {
    return patterns.every((pattern) => this.#patterns.matches(pattern, text))
  }

  #ofLength(flat: FlatSchema, length: number, unit: string, draw: Draw): string | undefined {
    const plain = truncate(unit.repeat(length), length, length)
    if (this.#matches(flat.patterns, plain)) return plain
    const text = unit === 'a' ? this.#match(flat.patterns, draw) : undefined
    return text === undefined ? undefined : this.#fitLength(flat.patterns, text, length, length)
  }

  /** @param text one that the patterns match; up to two thousand others are tried where its length is wrong */
  #fitLength(patterns: readonly string[], text: string, minimum: number, maximum: number): string | undefined {
    const { length } = [...text]
    if (length >= minimum && length <= maximum) return text
    return this.#patterns.watched(() => fitLength(text, minimum, maximum, (fit) => this.#matches(patterns, fit)))
  }
}

/** fast-check throws and catches thousands of errors for a pattern; their stacks take most of its time. */
function withoutStacks<T>(work: () => T): T {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return work()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** What people write, and what programs often take for something else: quotes, signs of URLs, markup, patterns, lines. */
const TELLING = ["O'Brien", ' Anne-Zoë ', '村上 ßé', 'C++ & <b>', '100 % (*[', 'a, "b"; c', 'a\nb\\', '{{x}} <%= y %>']

/** Those texts together, in pieces that have the length which the schema allows. */
function tellingTexts({ bounds }: FlatSchema): string[] {
  const [minimum, maximum] = [
    Math.min(bounds.get('minLength') ?? 0, LONGEST),
    bounds.get('maxLength') ?? Number.POSITIVE_INFINITY
  ]
  const fitting = TELLING.filter((text) => [...text].length <= maximum)
  const pieces: string[] = []
  for (const text of fitting) {
    const last = pieces.at(-1)
    // A line feed alone, as it cannot be sent in a header.
    const joined = `${last} ${text}`
    const canJoin = last !== undefined && !/\n/.test(joined) && [...joined].length <= Math.min(maximum, 40)
    if (canJoin) pieces[pieces.length - 1] = joined
    else pieces.push(text)
  }
  return pieces.map((piece) => piece + 'x'.repeat(Math.max(0, minimum - [...piece].length)))
}

/** Changes that turn a match into a text that almost matches. */
const MUTATIONS: readonly (readonly [name: string, mutate: (text: string, draw: Draw) => string])[] = [
  ['one character more', (text, draw) => insert(text, draw.pick(LETTERS), draw)],
  ['an odd character more', (text, draw) => insert(text, draw.pick(ODD), draw)],
  ['the last character less', (text) => [...text].slice(0, -1).join('')],
  ['the first character less', (text) => [...text].slice(1).join('')],
  ['the last character twice', (text) => text + [...text].slice(-1).join('')],
  ['one character less', (text, draw) => replaceOne(text, '', draw)],
  ['one character replaced', (text, draw) => replaceOne(text, draw.pick([...LETTERS, ...ODD, '-', '.', '_']), draw)],
  ['a line feed at the end', (text) => `${text}\n`],
  ['a line before', (text) => `x\n${text}`],
  ['a space before', (text) => ` ${text}`],
  ['letters of the other case', (text) => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase())],
  ['foreign digits', (text) => text.replace(/[0-9]/, '٣')]
]

function insert(text: string, character: string, draw: Draw): string {
  const at = draw.int(0, text.length)
  return text.slice(0, at) + character + text.slice(at)
}

function replaceOne(text: string, character: string, draw: Draw): string {
  const characters = [...text]
  if (characters.length > 0) characters[draw.int(0, characters.length - 1)] = character
  return characters.join('')
}

function truncate(text: string, minimum: number, maximum: number): string {
  const characters = [...text].slice(0, maximum)
  while (characters.length < minimum) characters.push('x')
  return characters.join('')
}

/** The text made longer or shorter, one character at a time, so that `test` stays true; undefined where that fails. */
function fitLength(
  text: string,
  minimum: number,
  maximum: number,
  test: (text: string) => boolean
): string | undefined {
  let characters = [...text]
  for (let budget = 2000; budget > 0 && (characters.length < minimum || characters.length > maximum); ) {
    const isShort = characters.length < minimum
    const step = isShort ? Math.max(1, Math.min(characters.length, minimum - characters.length)) : 1
    let next: string[] | undefined
    for (let at = characters.length - 1; at >= 0 && next === undefined && budget > 0; at--) {
      // Long texts cost more to write and to match.
      budget -= 1 + characters.length / 1000
      const repeated = characters[at] as string
      const changed = isShort
        ? [...characters.slice(0, at), ...Array(step).fill(repeated), ...characters.slice(at)]
        : [...characters.slice(0, at), ...characters.slice(at + 1)]
      if (test(changed.join(''))) next = changed
    }
    if (next === undefined) return undefined
    characters = next
  }
  const fit = characters.join('')
  return characters.length >= minimum && characters.length <= maximum && test(fit) ? fit : undefined
}
