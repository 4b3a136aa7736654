import type { JsonSchema } from '../document/json-schema-2020.js'
import { setOwn } from '../wire/json-text.js'
import { LONGEST } from './bounds.js'
import type { Draw } from './draw.js'
import type { FlatSchema } from './flat-schema.js'
import { BOTTOM, type ValueMaker } from './value-maker.js'

/**
 * - `least`: only what is required, each part as small as it may be;
 * - `most`: all properties, each part as large as it may be, lists full;
 * - `zero`: all properties, each empty, zero or false where it may be;
 * - `null`: all properties, each null where it may be.
 */
export type Extreme = 'least' | 'most' | 'zero' | 'null'

export const EXTREMES: readonly Extreme[] = ['least', 'most', 'zero', 'null']

/** Longer lists and texts are not made: they would only cost time. */
const LONGEST_LIST = 100
const LONGEST_TEXT = 20_000
const DEPTH = 4
/** How many items and properties a value has at most, so that full lists of full lists end. */
const SIZE = 2000

/** A valid value with all its parts at an extreme; undefined where none was found. */
export function extremeValue(
  maker: ValueMaker,
  schema: JsonSchema,
  extreme: Extreme,
  draw: Draw
): { readonly value: unknown } | undefined {
  const value = new ExtremeMaker(maker, extreme, draw).make(schema, 0)
  return value !== undefined && maker.isValid(schema, value) ? { value } : undefined
}

class ExtremeMaker {
  readonly #maker: ValueMaker
  readonly #extreme: Extreme
  readonly #draw: Draw
  /** The schemas of which no valid value was found: each takes many attempts. */
  readonly #impossible = new Set<JsonSchema>()
  #size = 0

  constructor(maker: ValueMaker, extreme: Extreme, draw: Draw) {
    this.#maker = maker
    this.#extreme = extreme
    this.#draw = draw
  }

  /** Undefined where no valid value was found. */
  make(schema: JsonSchema, depth: number): unknown {
    this.#size++
    if (depth > BOTTOM || this.#impossible.has(schema)) return undefined
    const maker = this.#maker
    const flat = maker.flattener.flatten(schema)
    const { members, alternatives } = flat
    if (this.#extreme === 'null' && depth > 0 && maker.isValid(schema, null)) return null
    if (members !== undefined) return structuredClone(this.#extreme === 'most' ? members.at(-1) : members[0])
    const [group] = alternatives
    if (group !== undefined) return this.make(this.#draw.pick(group), depth)
    for (const value of this.#candidates(flat, depth)) if (maker.isValid(schema, value)) return value
    const made = maker.valid(schema, this.#draw)
    if (made === undefined) this.#impossible.add(schema)
    return made?.value
  }

  /** The most extreme first. Plain values of all types: those of other types than the schema's are not valid. */
  *#candidates(flat: FlatSchema, depth: number): Generator<unknown> {
    const isMost = this.#extreme === 'most'
    if (flat.types.size === 6) yield isMost ? { any: ['x', 1, true, null] } : null
    yield this.#object(flat, depth)
    if (flat.types.has('array')) yield this.#array(flat, depth)
    yield* this.#strings(flat)
    yield* this.#numbers(flat)
    yield isMost
  }

  #object(flat: FlatSchema, depth: number): object {
    const out = {}
    const isBottom = depth >= DEPTH || this.#size > SIZE
    const { additional = true, bounds } = flat
    for (const name of new Set([...flat.properties.keys(), ...flat.required])) {
      const child = flat.properties.get(name) ?? additional
      const isLeftOut = this.#extreme === 'least' || isBottom
      if (this.#maker.flattener.flatten(child).isReadOnly || (isLeftOut && !flat.required.has(name))) continue
      const value = this.make(child, depth + 1)
      if (value !== undefined) setOwn(out, name, value)
    }
    const least = bounds.get('minProperties') ?? 0
    const isFull = this.#extreme === 'most' && !isBottom && typeof additional === 'object'
    const wanted = isFull ? Math.max(least, bounds.get('maxProperties') ?? 3) : least
    for (let index = 0; Object.keys(out).length < Math.min(wanted, LONGEST_LIST); index++) {
      const value = this.make(additional, depth + 1)
      if (value === undefined) break
      setOwn(out, `entry${index}`, value)
    }
    return out
  }

  #array(flat: FlatSchema, depth: number): unknown[] {
    const limit = flat.bounds.get('maxItems')
    const wanted = Math.max(flat.bounds.get('minItems') ?? 0, flat.prefixItems.length)
    const least = Math.min(wanted, limit ?? wanted)
    const isFull = this.#extreme === 'most' && depth < DEPTH && flat.items !== false
    const length = isFull ? Math.max(least, Math.min(limit ?? least + 3, LONGEST_LIST)) : least
    const items = new Map<string, unknown>()
    for (let attempt = 0; items.size < length && attempt < length * 4 + 8 && this.#size < SIZE; attempt++) {
      const schema = flat.prefixItems[items.size] ?? flat.items ?? true
      this.#size++
      const item = attempt === 0 ? this.make(schema, depth + 1) : this.#maker.valid(schema, this.#draw)?.value
      if (item === undefined) break
      items.set(flat.isUnique ? JSON.stringify(item) : String(attempt), item)
    }
    return [...items.values()]
  }

  *#strings(flat: FlatSchema): Generator<string> {
    if (flat.patterns.length > 0 || flat.formats.length > 0 || flat.rules.length > 0) return
    const least = Math.min(flat.bounds.get('minLength') ?? 0, LONGEST)
    const most = Math.min(flat.bounds.get('maxLength') ?? least + 200, LONGEST_TEXT)
    yield 'x'.repeat(this.#extreme === 'most' ? Math.max(least, most) : least)
  }

  *#numbers({ bounds, isInteger, multiples }: FlatSchema): Generator<number> {
    const [multiple] = multiples
    const step = multiple ?? (isInteger ? 1 : 0.5)
    const low = bounds.get('minimum') ?? addTo(bounds.get('exclusiveMinimum'), step)
    const high = bounds.get('maximum') ?? addTo(bounds.get('exclusiveMaximum'), -step)
    if (this.#extreme === 'zero') yield 0
    const rounded = (value: number, round: (value: number) => number): number => {
      if (multiple === undefined) return isInteger ? round(value) : value
      return Number((round(Number((value / multiple).toPrecision(15))) * multiple).toPrecision(15))
    }
    if (this.#extreme === 'most') yield* [rounded(high ?? Number.MAX_SAFE_INTEGER, Math.floor), 2 ** 31 - 1]
    else yield* [rounded(low ?? Number.MIN_SAFE_INTEGER, Math.ceil), -(2 ** 31)]
  }
}

function addTo(bound: number | undefined, step: number): number | undefined {
  return bound === undefined ? undefined : bound + step
}
