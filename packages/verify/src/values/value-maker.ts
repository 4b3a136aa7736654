import { isNode, type JsonSchema } from '../document/json-schema-2020.js'
import type { VerifyLibraries } from '../document/libraries.js'
import type { SchemaChecks } from '../document/schema-checks.js'
import { MOST_PARTS } from '../document/schema-growth.js'
import { readBack, setOwn } from '../wire/json-text.js'
import { MOST_ITEMS } from './bounds.js'
import type { Draw } from './draw.js'
import { type FlatSchema, type FlatType, SchemaFlattener } from './flat-schema.js'
import { validNumber } from './number-values.js'
import { StringMaker } from './string-values.js'

/** Below this depth only required parts are made. */
const DEPTH = 3
/** A schema that requires itself has no finite value. */
export const BOTTOM = 40

/** Makes JSON values that a schema accepts. */
export class ValueMaker {
  readonly checks: SchemaChecks
  readonly flattener: SchemaFlattener
  readonly strings: StringMaker
  /** How many parts the value that is being made may still get; below zero where it got no more. */
  #left = MOST_PARTS
  /** The schemas of which no value is small enough. */
  readonly #endless = new WeakSet<object>()

  constructor(checks: SchemaChecks, { fastCheck }: VerifyLibraries) {
    this.checks = checks
    this.flattener = new SchemaFlattener(checks)
    this.strings = new StringMaker(fastCheck, checks.patterns)
  }

  /** A value that is valid under the schema; undefined where none was found. */
  valid(schema: JsonSchema, draw: Draw): { readonly value: unknown } | undefined {
    if (isNode(schema) && this.#endless.has(schema)) return undefined
    let isEndless = true
    for (let attempt = 0; attempt < 24; attempt++) {
      const value = this.make(schema, draw, attempt > 12 ? DEPTH : 0)
      if (this.#left < 0) continue
      isEndless = false
      if (this.isValid(schema, value)) return { value }
    }
    if (isEndless && isNode(schema)) this.#endless.add(schema)
    for (const example of this.flattener.flatten(schema).examples) {
      if (this.isValid(schema, example)) return { value: structuredClone(example) }
    }
    return undefined
  }

  isValid(schema: JsonSchema, value: unknown): boolean {
    return this.checks.check(schema, readBack(value), 'request') === undefined
  }

  /**
   * A value that should be valid; where parts depend on each other, or where chance makes it too large, it may be invalid.
   */
  make(schema: JsonSchema, draw: Draw, depth = 0): unknown {
    this.#left = MOST_PARTS
    return this.#make(schema, draw, depth)
  }

  #make(schema: JsonSchema, draw: Draw, depth: number): unknown {
    this.#left--
    if (depth > BOTTOM || this.#left < 0) return null
    const flat = this.flattener.flatten(schema)
    if (flat.members !== undefined && flat.members.length > 0) return structuredClone(draw.pick(flat.members))
    const [group] = flat.alternatives
    if (group !== undefined) return this.#make(draw.pick(group), draw, depth)
    if (flat.examples.length > 0 && draw.chance(0.15)) return structuredClone(draw.pick(flat.examples))
    return this.#ofType(this.#typeOf(flat, draw, depth), flat, draw, depth)
  }

  #typeOf(flat: FlatSchema, draw: Draw, depth: number): FlatType {
    if (flat.types.has('null') && (depth >= DEPTH || draw.chance(0.15))) return 'null'
    const others = [...flat.types].filter((type) => type !== 'null')
    const scalars = others.filter((type) => type !== 'array' && type !== 'object')
    const simple = depth >= DEPTH && scalars.length > 0 ? scalars : others
    return simple.length === 0 ? 'null' : draw.pick(simple)
  }

  #ofType(type: FlatType, flat: FlatSchema, draw: Draw, depth: number): unknown {
    switch (type) {
      case 'null':
        return null
      case 'boolean':
        return draw.chance(0.5)
      case 'number':
        return validNumber(flat, draw)
      case 'string':
        return this.strings.valid(flat, draw)
      case 'array':
        return this.#array(flat, draw, depth)
      case 'object':
        return this.#object(flat, draw, depth)
    }
  }

  #array(flat: FlatSchema, draw: Draw, depth: number): unknown[] {
    const minimum = Math.min(flat.bounds.get('minItems') ?? 0, MOST_ITEMS)
    const fixed = flat.prefixItems.length
    const usual = Math.max(minimum, fixed) + 3
    const most = flat.items === false ? fixed : Math.min(flat.bounds.get('maxItems') ?? usual, usual)
    const length = depth >= DEPTH ? minimum : Math.max(Math.min(fixed, most), draw.int(minimum, most))
    const out: unknown[] = []
    for (let attempt = 0; out.length < length && attempt < length * 4 + 8; attempt++) {
      const item = this.#make(flat.prefixItems[out.length] ?? flat.items ?? true, draw, depth + 1)
      if (!flat.isUnique || !out.some((other) => JSON.stringify(other) === JSON.stringify(item))) out.push(item)
    }
    return out
  }

  #object(flat: FlatSchema, draw: Draw, depth: number): object {
    const out = {}
    // Deeper objects get a few properties only: a record of many records would grow too large.
    const likelihood = depth === 0 ? 0.6 : Math.min(0.6, 3 / (flat.properties.size + 1))
    for (const [name, schema] of flat.properties) {
      if (this.flattener.flatten(schema).isReadOnly) continue
      if (flat.required.has(name) || (depth < DEPTH && draw.chance(likelihood)))
        setOwn(out, name, this.#make(schema, draw, depth + 1))
    }
    for (const name of flat.required) {
      if (!flat.properties.has(name)) setOwn(out, name, this.#make(flat.additional ?? true, draw, depth + 1))
    }
    this.#entries(flat, out, draw, depth)
    return out
  }

  /** Adds entries of a map; an unknown field only where the schema says nothing about unknown fields. */
  #entries(flat: FlatSchema, out: object, draw: Draw, depth: number): void {
    const minimum = flat.bounds.get('minProperties') ?? 0
    const maximum = flat.bounds.get('maxProperties') ?? Number.POSITIVE_INFINITY
    const isMap = flat.additional !== undefined && flat.additional !== false
    const wanted = isMap && depth < DEPTH ? draw.int(0, 2) : flat.additional === undefined && draw.chance(0.05) ? 1 : 0
    const names = draw.shuffle(['alpha', 'b c', 'ключ', 'x-1', 'constructor'])
    for (const [index, name] of names.entries()) {
      const count = Object.keys(out).length
      if (count >= maximum || (count >= minimum && index >= wanted)) break
      if (flat.additional === false || Object.hasOwn(out, name)) continue
      setOwn(out, name, this.#make(flat.additional ?? true, draw, depth + 1))
    }
    for (const [name, schema] of flat.properties) {
      if (Object.keys(out).length >= minimum) break
      if (!Object.hasOwn(out, name)) setOwn(out, name, this.#make(schema, draw, depth + 1))
    }
  }
}
