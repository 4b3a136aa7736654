import type { JsonSchema } from '../document/json-schema-2020.js'
import { setOwn } from '../wire/json-text.js'
import { LONGEST, MOST_ITEMS } from './bounds.js'
import type { Draw } from './draw.js'
import type { FlatSchema, FlatType } from './flat-schema.js'
import { BOTTOM, type ValueMaker } from './value-maker.js'

/**
 * How the parts of a value are made:
 * - `telling`: all of them, so that a change shows: spaces around a text, letters of both cases, decimals, offsets of time;
 * - `varied`: the same, each text by chance with one or the other of that;
 * - `long`: as `telling`, but with many items in each list;
 * - `empty`: all of them, as small as they may be: an empty text, 0, false, an empty list, null;
 * - `minimal`: the required ones only.
 */
export type TellingStyle = 'telling' | 'varied' | 'long' | 'empty' | 'minimal'

/** No value has more parts: each of them is checked on its own. */
const MOST_PARTS = 2000
/** Below this depth only required parts are made. */
const DEPTH = 3

/** More items than the limits that are usual: 10, 20, 50. */
const LONG_LIST = 51
/** The names of a map's entries. */
const NAMES = ['de', 'b c', 'ключ']

/** Where a service keeps a text of these as another one, the difference shows. */
const TELLING = 'Ab  Ö <i>&"\'%20+ 😀\té '
const TEXTS = [
  'Two  Words ',
  'Zürich ÉCOLE ñandú 日本 😀',
  '<b>O\'Neil & "Co"</b> 100% +1 \\n',
  '007',
  'first line\nSecond\tLine ',
  'null'
]

const FRACTIONS = [1234.5678, 0.1, -17.25, 99.995, 3.5, 250.75, 10.01]
const INTEGERS = [2_147_483_648, 1_000_003, 19, 7, 100, 23, 5]

const BY_FORMAT: Readonly<Record<string, readonly string[]>> = {
  email: ['Mixed.Case+Tag@Example.com', 'a_b@mail.example.org'],
  uri: ['https://Example.com/Path/?q=A%20b&x=1#Part', 'http://example.org/'],
  'date-time': ['2024-05-17T23:30:15.250+05:30', '1969-07-20T20:17:40-04:00', '2031-12-31T23:59:59.999Z'],
  date: ['2024-02-29', '1969-12-31', '2031-01-01']
}

/** Makes values by which it shows whether a service keeps what it was sent. */
export class TellingValues {
  readonly #maker: ValueMaker
  /** How many parts the value that is being made may still get. */
  #left = MOST_PARTS

  constructor(maker: ValueMaker) {
    this.#maker = maker
  }

  /** A valid value; undefined where none was found. */
  make(schema: JsonSchema, style: TellingStyle, draw: Draw): { readonly value: unknown } | undefined {
    for (let attempt = 0; attempt < 6; attempt++) {
      this.#left = MOST_PARTS
      const value = this.#part(schema, style, draw, 0)
      if (this.#maker.isValid(schema, value)) return { value }
    }
    return undefined
  }

  #part(schema: JsonSchema, style: TellingStyle, draw: Draw, depth: number): unknown {
    this.#left--
    if (depth > BOTTOM || this.#left < 0) return null
    const flat = this.#maker.flattener.flatten(schema)
    const [group] = flat.alternatives
    if (group !== undefined && flat.members === undefined) return this.#part(draw.pick(group), style, draw, depth)
    const value = flat.members === undefined ? this.#ofType(schema, flat, style, draw, depth) : undefined
    const isSound = value !== undefined && this.#maker.isValid(schema, value)
    // The whole of an object is checked at the end: here a part of it may depend on another.
    return isSound || typeof value === 'object' ? value : this.#other(schema, flat, draw)
  }

  /** A valid value, if possible not an example: what has the example's value may be there already. */
  #other(schema: JsonSchema, { patterns, examples }: FlatSchema, draw: Draw): unknown {
    let made = this.#maker.valid(schema, draw)
    for (let attempt = 0; attempt < 4 && patterns.length > 0 && examples.includes(made?.value); attempt++)
      made = this.#maker.valid(schema, draw)
    return made?.value ?? null
  }

  #ofType(schema: JsonSchema, flat: FlatSchema, style: TellingStyle, draw: Draw, depth: number): unknown {
    if (style === 'empty' && flat.types.has('null') && draw.chance(0.4)) return null
    const order: readonly FlatType[] = ['object', 'array', 'string', 'number', 'boolean']
    switch (order.find((type) => flat.types.has(type))) {
      case 'object':
        return flat.properties.size === 0 ? this.#map(flat, style, draw, depth) : this.#object(flat, style, draw, depth)
      case 'array':
        return this.#array(flat, style, draw, depth)
      case 'string':
        return this.#text(schema, flat, style, draw)
      case 'number':
        return this.#number(schema, flat, style, draw)
      case 'boolean':
        return style === 'empty' ? false : draw.chance(0.5)
      default:
        return undefined
    }
  }

  #object(flat: FlatSchema, style: TellingStyle, draw: Draw, depth: number): object {
    const out = {}
    for (const [name, child] of flat.properties) {
      if (this.#maker.flattener.flatten(child).isReadOnly) continue
      if (flat.required.has(name) || (style !== 'minimal' && depth < DEPTH))
        setOwn(out, name, this.#part(child, style, draw, depth + 1))
    }
    return out
  }

  /** Undefined where the schema does not say what the entries are, or how many. */
  #map(flat: FlatSchema, style: TellingStyle, draw: Draw, depth: number): object | undefined {
    const { additional, bounds } = flat
    if (style === 'empty' || style === 'minimal' || typeof additional !== 'object' || bounds.size > 0) return undefined
    const out = {}
    for (const name of NAMES) setOwn(out, name, this.#part(additional, style, draw, depth + 1))
    return out
  }

  /** Several different items, not in an order; one of them twice where that is allowed. */
  #array(flat: FlatSchema, style: TellingStyle, draw: Draw, depth: number): unknown[] | undefined {
    if (flat.prefixItems.length > 0 || flat.items === undefined || typeof flat.items === 'boolean') return undefined
    const minimum = Math.min(flat.bounds.get('minItems') ?? 0, MOST_ITEMS)
    const most = style === 'long' && depth < DEPTH ? LONG_LIST : 3
    const length =
      style === 'empty' || style === 'minimal'
        ? minimum
        : Math.max(minimum, Math.min(most, flat.bounds.get('maxItems') ?? most))
    const items = new Map<string, unknown>()
    for (let attempt = 0; items.size < length && attempt < length * 6; attempt++) {
      // Long lists of long lists would be very long.
      const item = this.#part(flat.items, style === 'long' ? 'telling' : style, draw, depth + 1)
      items.set(JSON.stringify(item), item)
    }
    const texts = [...items.keys()]
    const isInOrder = String(texts) === String(texts.toSorted())
    const out = isInOrder ? [...items.values()].reverse() : [...items.values()]
    // Few different items are possible.
    const wanted = style === 'long' ? length : minimum
    for (let index = 0; !flat.isUnique && out.length < wanted; index++) out.push(structuredClone(out[index]))
    const [first] = out
    const isRoom = !flat.isUnique && length > 1 && out.length + 1 <= (flat.bounds.get('maxItems') ?? 4)
    return isRoom ? [...out, structuredClone(first)] : out
  }

  #text(schema: JsonSchema, flat: FlatSchema, style: TellingStyle, draw: Draw): string | undefined {
    if (flat.patterns.length > 0 || flat.rules.length > 0) return undefined
    const [format] = flat.formats
    if (format !== undefined) {
      const samples = (BY_FORMAT[format] ?? []).filter((text) => this.#maker.isValid(schema, text))
      if (samples.length === 0) return undefined
      return format === 'email' ? marked(draw.pick(samples), draw) : draw.pick(samples)
    }
    const minimum = Math.min(flat.bounds.get('minLength') ?? 0, LONGEST)
    if (style === 'empty') return 'x'.repeat(minimum)
    const maximum = flat.bounds.get('maxLength') ?? 400
    const isLong = style === 'varied' && draw.chance(0.2)
    const base = isLong ? 'Long text, '.repeat(Math.ceil(Math.min(maximum, 400) / 11)) : draw.pick(TEXTS)
    // Not the same twice: a service may keep names unique.
    const mark = String(draw.int(1000, 9999))
    const [...characters] = style === 'telling' || style === 'long' ? ` ${mark}${TELLING}` : `${mark}${base}`
    // The end tells as much as the beginning.
    const fitting = characters.length > maximum ? [...characters.slice(0, maximum - 1), characters.at(-1)] : characters
    return fitting.slice(0, maximum).join('').padEnd(minimum, 'y')
  }

  #number(schema: JsonSchema, flat: FlatSchema, style: TellingStyle, draw: Draw): number | undefined {
    const made = [...FRACTIONS, ...INTEGERS].filter((value) => this.#maker.isValid(schema, value))
    if (style === 'empty') return [0, 1].find((value) => this.#maker.isValid(schema, value))
    const exact = made.filter((value) => flat.isInteger || !Number.isInteger(value))
    return exact.length === 0 ? undefined : draw.pick(exact)
  }
}

/** The address with a number before its `@`, so that it is not the same twice. */
function marked(address: string, draw: Draw): string {
  return address.replace('@', `${draw.int(1000, 9999)}@`)
}
