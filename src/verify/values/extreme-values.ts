import type { JsonSchema } from '../document/json-schema-2020.js'
import { setOwn } from '../wire/json-text.js'
import { LONGEST, MOST_ITEMS } from './bounds.js'
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
  const made = new ExtremeMaker(maker, extreme, draw)
  for (const depth of [0, 1, 2]) {
    const value = made.make(schema, depth)
    if (maker.isValid(schema, value)) return { value }
  }
  return undefined
}

class ExtremeMaker {
  readonly #maker: ValueMaker
  readonly #extreme: Extreme
  readonly #draw: Draw
  #size = 0

  constructor(maker: ValueMaker, extreme: Extreme, draw: Draw) {
    this.#maker = maker
    this.#extreme = extreme
    this.#draw = draw
  }

  make(schema: JsonSchema, depth: number): unknown {
    if (depth > BOTTOM || this.#size > SIZE * 10) return null
    const maker = this.#maker
    const flat = maker.flattener.flatten(schema)
    const { types, members, alternatives } = flat
    if (this.#extreme === 'null' && types.has('null') && depth > 0) return null
    if (members !== undefined && members.length > 0) {
      return structuredClone(this.#extreme === 'most' ? members.at(-1) : members[0])
    }
    const [group] = alternatives
    if (group !== undefined && group.length > 0) return this.make(this.#draw.pick(group), depth)
    const candidates = [...this.#candidates(schema, flat, depth)]
    const isAlone = (value: unknown) => maker.isValid(schema, value)
    return candidates.find(isAlone) ?? maker.valid(schema, this.#draw)?.value ?? candidates[0] ?? null
  }

  /** Values of the schema's types, the most extreme first. */
  *#candidates(schema: JsonSchema, flat: FlatSchema, depth: number): Generator<unknown> {
    const { types } = flat
    const isMost = this.#extreme === 'most'
    if (types.size === 6) yield isMost ? { any: ['x', 1, true, null] } : null
    if (types.has('object')) yield this.#object(flat, depth)
    if (types.has('array')) yield this.#array(flat, depth)
    if (types.has('string')) yield* this.#strings(flat)
    if (types.has('number')) yield* this.#numbers(flat)
    if (types.has('boolean')) yield isMost
    if (types.has('null')) yield null
    yield this.#maker.make(schema, this.#draw, DEPTH)
  }

  #object(flat: FlatSchema, depth: number): object {
    const out = {}
    const isBottom = depth >= DEPTH || this.#size > SIZE
    for (const [name, child] of flat.properties) {
      const isLeftOut = this.#extreme === 'least' || isBottom
      if (this.#maker.flattener.flatten(child).isReadOnly || (isLeftOut && !flat.required.has(name))) continue
      this.#size++
      setOwn(out, name, this.make(child, depth + 1))
    }
    const least = flat.bounds.get('minProperties') ?? 0
    const most = Math.min(flat.bounds.get('maxProperties') ?? 3, LONGEST_LIST)
    const entry = typeof flat.additional === 'object' ? flat.additional : undefined
    const wanted = entry !== undefined && this.#extreme === 'most' && !isBottom ? Math.max(least, most) : least
    for (let index = 0; Object.keys(out).length < wanted && flat.additional !== false; index++) {
      this.#size++
      setOwn(out, `entry${index}`, this.make(entry ?? true, depth + 1))
    }
    return out
  }

  #array(flat: FlatSchema, depth: number): unknown[] {
    const least = Math.max(Math.min(flat.bounds.get('minItems') ?? 0, MOST_ITEMS), flat.prefixItems.length)
    const isFull = this.#extreme === 'most' && depth < DEPTH && this.#size < SIZE && flat.items !== false
    const length = isFull ? Math.min(flat.bounds.get('maxItems') ?? least + 3, LONGEST_LIST) : least
    const items = new Map<string, unknown>()
    for (let attempt = 0; items.size < length && attempt < length * 4 + 8 && this.#size < SIZE * 2; attempt++) {
      this.#size++
      const schema = flat.prefixItems[items.size] ?? flat.items ?? true
      const item = attempt === 0 ? this.make(schema, depth + 1) : (this.#maker.valid(schema, this.#draw)?.value ?? null)
      items.set(flat.isUnique ? JSON.stringify(item) : String(attempt), item)
    }
    return [...items.values()]
  }

  *#strings(flat: FlatSchema): Generator<string> {
    if (flat.patterns.length > 0 || flat.formats.length > 0 || flat.rules.length > 0) return
    const least = Math.min(flat.bounds.get('minLength') ?? 0, LONGEST)
    const most = Math.min(flat.bounds.get('maxLength') ?? least + 200, LONGEST_TEXT)
    yield 'x'.repeat(this.#extreme === 'most' ? most : least)
  }

  *#numbers(flat: FlatSchema): Generator<number> {
    const { bounds, isInteger, multiples } = flat
    const step = multiples[0] ?? (isInteger ? 1 : 0.5)
    const low = bounds.get('minimum') ?? addTo(bounds.get('exclusiveMinimum'), step)
    const high = bounds.get('maximum') ?? addTo(bounds.get('exclusiveMaximum'), -step)
    if (this.#extreme === 'zero') yield 0
    const [multiple] = multiples
    const rounded = (value: number, round: (value: number) => number): number =>
      multiple === undefined
        ? value
        : Number((round(Number((value / multiple).toPrecision(15))) * multiple).toPrecision(15))
    if (this.#extreme === 'most') yield rounded(high ?? Number.MAX_SAFE_INTEGER, Math.floor)
    else yield rounded(low ?? Number.MIN_SAFE_INTEGER, Math.ceil)
    yield 2 ** 31 - 1
  }
}

function addTo(bound: number | undefined, step: number): number | undefined {
  return bound === undefined ? undefined : bound + step
}
