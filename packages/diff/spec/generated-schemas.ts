import { createRequire } from 'node:module'
import type { Ajv2020 as AjvClass } from 'ajv/dist/2020.js'

const { Ajv2020 } = createRequire(import.meta.url)('ajv/dist/2020.js') as { Ajv2020: typeof AjvClass }

export type Schema = Record<string, unknown>

const NAMES = ['a', 'b', 'c', 'kind']
const TEXTS = ['', 'a', 'b', 'ab', 'aaa', 'x1', '12']
const SCALARS: readonly unknown[] = [...TEXTS, -3, -1, 0, 1, 2, 3, 4, null, true, false, 0.5, 1.5]

/** Schemas and values by chance: few names and small numbers, so that they meet. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 0
  }

  /** An integer below the limit, by mulberry32. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }

  one<Value>(of: readonly Value[]): Value {
    return of[this.below(of.length)] as Value
  }

  /** Each with a probability of one in `in_`. */
  some<Value>(of: readonly Value[], outOf: number): Value[] {
    return of.filter(() => this.below(outOf) === 0)
  }

  /** A schema of draft 2020-12, with any of the keywords that are compared. */
  schema(depth = 3): Schema {
    const kind = this.below(depth > 0 ? 13 : 6)
    if (kind < 2) return this.#withSome({ type: 'string' }, 3, this.#ofStrings())
    if (kind < 4) return this.#withSome({ type: this.one(['integer', 'number']) }, 3, this.#ofNumbers())
    if (kind === 4) return this.one<Schema>([{ type: 'boolean' }, { type: 'null' }, { type: ['string', 'null'] }, {}])
    if (kind === 5) return { enum: [...new Set([this.one(SCALARS), this.one(SCALARS), this.one(SCALARS)])] }
    if (kind < 9) return this.#object(depth)
    if (kind < 11) return this.#withSome({ type: 'array' }, 3, this.#ofArrays(depth))
    const keyword = this.one(['anyOf', 'oneOf', 'allOf', 'anyOf'])
    const branches = Array.from({ length: 1 + this.below(3) }, () => this.schema(depth - 1))
    const base = this.below(3) === 0 ? this.#object(depth - 1) : {}
    const rest = this.below(6) === 0 ? { not: this.schema(depth - 2) } : {}
    return { ...base, [keyword]: branches, ...rest }
  }

  #withSome(schema: Schema, outOf: number, keywords: Record<string, () => unknown>): Schema {
    return {
      ...schema,
      ...Object.fromEntries(this.some(Object.entries(keywords), outOf).map(([name, make]) => [name, make()]))
    }
  }

  #ofStrings() {
    return {
      minLength: () => this.below(3),
      maxLength: () => this.below(4),
      pattern: () => this.one(['^a', '^a*$', 'b$', '^.*$', '[0-9]']),
      enum: () => [...new Set([this.one(TEXTS), this.one(TEXTS)])]
    }
  }

  #ofNumbers() {
    return {
      minimum: () => this.below(5) - 2,
      maximum: () => this.below(5) - 1,
      exclusiveMinimum: () => this.below(4) - 2,
      exclusiveMaximum: () => this.below(5),
      multipleOf: () => this.one([1, 2, 3, 0.5])
    }
  }

  #ofArrays(depth: number) {
    return {
      items: () => (this.below(5) === 0 ? false : this.schema(depth - 1)),
      prefixItems: () => Array.from({ length: 1 + this.below(2) }, () => this.schema(depth - 1)),
      minItems: () => this.below(3),
      maxItems: () => this.below(4),
      uniqueItems: () => true
    }
  }

  #object(depth: number): Schema {
    const named = Object.fromEntries(this.some(NAMES, 2).map((name) => [name, this.schema(depth - 1)]))
    return this.#withSome({ type: 'object', properties: named }, 4, {
      required: () => this.some(NAMES, 3),
      additionalProperties: () => this.one([false, false, true, this.schema(depth - 1)]),
      patternProperties: () => ({ [this.one(['^a', '^k'])]: this.schema(depth - 1) }),
      minProperties: () => this.below(3),
      maxProperties: () => 1 + this.below(3),
      propertyNames: () => this.one([{ maxLength: 1 }, { pattern: '^[a-c]' }]),
      dependentRequired: () => this.one([{ a: ['b'] }, { b: ['c'] }]),
      unevaluatedProperties: () => false
    })
  }

  /** The schema with a part of it replaced, added or removed. */
  changed(schema: Schema, depth = 3): Schema {
    if (this.below(8) === 0) return this.#amongVariants(schema, depth)
    const nested = Object.keys(schema).filter(
      (keyword) => typeof schema[keyword] === 'object' && keyword !== 'enum' && keyword !== 'type'
    )
    if (nested.length > 0 && this.below(3) > 0) {
      const keyword = this.one(nested)
      return { ...schema, [keyword]: this.#changedBelow(keyword, schema[keyword], depth - 1) }
    }
    const other = this.schema(depth)
    const keyword = this.one(Object.keys(schema).length > 0 ? Object.keys(schema) : ['type'])
    const value = schema[keyword]
    switch (this.below(4)) {
      case 0:
        return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== keyword))
      case 1:
        if (typeof value !== 'number') return { ...other, ...schema }
        return {
          ...schema,
          [keyword]:
            keyword === 'multipleOf'
              ? this.one([1, 2, 3, 0.5])
              : Math.max(value < 0 ? -3 : 0, value + this.one([1, -1]))
        }
      case 2:
        return other
      default: {
        const fitting = Object.entries(other).filter(([name]) => name !== 'type')
        return { ...schema, ...Object.fromEntries(fitting) }
      }
    }
  }

  /** The schema, or nearly it, as one variant of several; or one of its own variants alone. */
  #amongVariants(schema: Schema, depth: number): Schema {
    const own = [schema.anyOf, schema.oneOf].find(Array.isArray)
    if (own !== undefined && own.length > 0) return this.one(own)
    const near = this.below(3) === 0 ? { ...schema, ...this.schema(depth - 1) } : schema
    const variants = [near, this.schema(depth - 1)]
    return { [this.one(['anyOf', 'oneOf'])]: this.below(2) === 0 ? variants : variants.reverse() }
  }

  #changedBelow(keyword: string, value: unknown, depth: number): unknown {
    if (Array.isArray(value)) {
      if (keyword === 'required') return this.some(NAMES, 3)
      const at = this.below(value.length)
      if (this.below(3) === 0)
        return this.below(2) === 0 && value.length > 1
          ? value.filter((_, index) => index !== at)
          : [...value, this.schema(depth)]
      return value.map((each, index) => (index === at ? this.changed(each, depth) : each))
    }
    if (keyword === 'properties' || keyword === 'patternProperties') {
      const names = Object.keys(value as object)
      const name =
        this.below(3) > 0 && names.length > 0 ? this.one(names) : keyword === 'properties' ? this.one(NAMES) : '^b'
      const old = (value as Record<string, Schema>)[name]
      return { ...(value as object), [name]: old === undefined ? this.schema(depth) : this.changed(old, depth) }
    }
    if (keyword === 'dependentRequired') return this.one([{ a: ['b'] }, { b: ['c'] }, { a: ['c'] }])
    if (keyword === 'propertyNames') return this.one([{ maxLength: 1 }, { pattern: '^[a-c]' }, { minLength: 2 }])
    return this.changed(value as Schema, depth)
  }

  /** A value that the schema may accept. */
  valueFor(schema: unknown, depth = 4): unknown {
    if (typeof schema !== 'object' || schema === null || depth < 0) return this.one(SCALARS)
    const { type, enum: values, properties, items, prefixItems, anyOf, oneOf, allOf, ...rest } = schema as Schema
    if (Array.isArray(values) && values.length > 0) return this.one(values)
    const branches = [anyOf, oneOf, allOf].find(Array.isArray)
    if (branches !== undefined) {
      const base = type === 'object' ? this.valueFor({ type, properties, ...rest }, depth) : undefined
      const value = this.valueFor(this.one(branches), depth - 1)
      const more = this.below(2) === 0 ? this.valueFor(this.one(branches), depth - 1) : undefined
      const isObject = [base, value, more].every((each) => each === undefined || isPlain(each))
      return isObject ? Object.assign({}, more, value, base) : value
    }
    if (type === 'object') {
      const schemas = { ...(properties as object | undefined) } as Record<string, unknown>
      const names = [
        ...this.some(NAMES, 3),
        ...this.some(Object.keys(schemas), 2),
        ...(Array.isArray(rest.required) ? rest.required : [])
      ]
      const additional =
        rest.patternProperties === undefined
          ? rest.additionalProperties
          : Object.values(rest.patternProperties as object)[0]
      return Object.fromEntries(names.map((name) => [name, this.valueFor(schemas[name] ?? additional, depth - 1)]))
    }
    if (type === 'array') {
      const prefix = Array.isArray(prefixItems) ? prefixItems : []
      return Array.from({ length: this.below(4) }, (_, index) => this.valueFor(prefix[index] ?? items, depth - 1))
    }
    if (type === 'string') return this.one(TEXTS)
    if (type === 'integer' || type === 'number') return this.below(4) === 0 ? this.one([0.5, 1.5]) : this.below(9) - 3
    return this.one([...SCALARS, {}, []])
  }
}

function isPlain(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const ajv = new Ajv2020({ strict: false, allErrors: false, logger: false })

/** Whether a value is valid under a schema, by ajv; undefined where ajv makes code that fails, as below some `not`. */
export function judge(schema: unknown): (value: unknown) => boolean | undefined {
  const validate = ajv.compile(withUniqueApart(schema))
  return (value) => {
    try {
      return validate(value) as boolean
    } catch (error) {
      if (error instanceof ReferenceError) return undefined
      throw error
    }
  }
}

/** Beside `items` of a type, ajv leaves those of `prefixItems` out of `uniqueItems`; in a schema of its own it does not. */
function withUniqueApart(schema: unknown): Schema {
  return JSON.parse(JSON.stringify(schema), (_, value) => {
    if (!isPlain(value) || value.uniqueItems !== true || value.prefixItems === undefined) return value
    const { uniqueItems, allOf = [], ...rest } = value
    return { ...rest, allOf: [...(allOf as unknown[]), { uniqueItems }] }
  })
}

/**
 * The schema for values that have no properties but those that are named: what a document leaves open, clients do not
 * send. Objects with `additionalProperties` say themselves what they allow.
 */
export function keptTo(schema: unknown): unknown {
  const closed = closedBelow(schema)
  return typeof closed === 'object' ? { allOf: [closed], unevaluatedProperties: false } : closed
}

function closedBelow(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema
  const out: Schema = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'properties' || keyword === 'patternProperties') {
      out[keyword] = Object.fromEntries(Object.entries(value as object).map(([name, each]) => [name, keptTo(each)]))
    } else if (keyword === 'items' || keyword === 'additionalProperties') out[keyword] = keptTo(value)
    else if (keyword === 'prefixItems') out[keyword] = (value as unknown[]).map(keptTo)
    else if (keyword === 'anyOf' || keyword === 'oneOf' || keyword === 'allOf') {
      out[keyword] = (value as unknown[]).map(closedBelow)
    } else out[keyword] = value
  }
  return out
}
