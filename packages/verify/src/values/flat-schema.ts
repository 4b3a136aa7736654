import { isNode, type JsonSchema, type SchemaNode, schemasUnder } from '../document/json-schema-2020.js'
import type { SchemaChecks } from '../document/schema-checks.js'

/** The types of JSON; an integer is a number. */
export type FlatType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object'

const TYPES: readonly FlatType[] = ['null', 'boolean', 'number', 'string', 'array', 'object']

/** A schema with its references followed and its `allOf` merged, for generators. It need not be exact. */
export interface FlatSchema {
  readonly types: ReadonlySet<FlatType>
  readonly isInteger: boolean
  /** `enum` or `const`. */
  readonly members: readonly unknown[] | undefined
  /** The tightest bounds, by keyword. */
  readonly bounds: ReadonlyMap<string, number>
  readonly multiples: readonly number[]
  readonly patterns: readonly string[]
  readonly formats: readonly string[]
  readonly properties: ReadonlyMap<string, JsonSchema>
  readonly required: ReadonlySet<string>
  /** Undefined where the schema does not say. */
  readonly additional: JsonSchema | undefined
  readonly items: JsonSchema | undefined
  readonly prefixItems: readonly JsonSchema[]
  readonly isUnique: boolean
  readonly isReadOnly: boolean
  readonly isWriteOnly: boolean
  /** For each `anyOf` and `oneOf` the whole schema with one of its alternatives. */
  readonly alternatives: readonly (readonly JsonSchema[])[]
  /** Members of `examples` and `default`. */
  readonly examples: readonly unknown[]
  /** The names under `x-rules`. */
  readonly rules: readonly string[]
}

const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']

/** Flattens the schemas of one document, each once. */
export class SchemaFlattener {
  readonly #checks: SchemaChecks
  readonly #known = new WeakMap<object, FlatSchema>()

  constructor(checks: SchemaChecks) {
    this.#checks = checks
  }

  flatten(schema: JsonSchema): FlatSchema {
    if (!isNode(schema)) return flattenParts(schema ? [] : [{ enum: [] }])
    let flat = this.#known.get(schema)
    if (flat === undefined) {
      flat = flattenParts(this.#conjuncts(schema, []))
      this.#known.set(schema, flat)
    }
    return flat
  }

  /** Whether the schema, or one within it, lists rules that it cannot express, under `x-rules`. */
  listsRules(schema: JsonSchema, seen = new Set<FlatSchema>()): boolean {
    if (!isNode(schema)) return false
    const flat = this.flatten(schema)
    if (seen.has(flat)) return false
    seen.add(flat)
    const { properties, additional = false, items = false, prefixItems, alternatives } = flat
    const within = [...properties.values(), ...prefixItems, ...alternatives.flat(), additional, items]
    return flat.rules.length > 0 || within.some((each) => this.listsRules(each, seen))
  }

  #conjuncts(schema: JsonSchema, seen: readonly unknown[]): SchemaNode[] {
    const node = this.#checks.resolve(schema)
    if (!isNode(node)) return node ? [] : [{ enum: [] }]
    if (seen.includes(node)) return []
    const parts = schemasUnder(node, 'allOf')
    const { allOf, ...own } = node
    return [this.#withDiscriminator(own), ...parts.flatMap((part) => this.#conjuncts(part, [...seen, node]))]
  }

  /** OpenAPI 3.0.3, section 4.7.25: the value of a property selects the alternative. */
  #withDiscriminator(node: SchemaNode): SchemaNode {
    const { discriminator } = node
    if (!isNode(discriminator) || typeof discriminator.propertyName !== 'string') return node
    const { propertyName: name } = discriminator
    const mapping = Object.entries(isNode(discriminator.mapping) ? discriminator.mapping : {})
    const withValue = (alternative: JsonSchema): JsonSchema => {
      const reference = isNode(alternative) ? String(alternative.$ref) : ''
      const isTarget = (target: unknown) => target === reference || reference.endsWith(`/schemas/${target}`)
      const mapped = mapping.filter(([, target]) => isTarget(target)).map(([value]) => value)
      const values = mapped.length > 0 ? mapped : [reference.split('/').at(-1)]
      return { allOf: [alternative, { properties: { [name]: { enum: values } }, required: [name] }] }
    }
    const out: SchemaNode = { ...node }
    for (const keyword of ['oneOf', 'anyOf']) {
      if (Array.isArray(node[keyword])) out[keyword] = (node[keyword] as JsonSchema[]).map(withValue)
    }
    return out
  }
}

function flattenParts(parts: readonly SchemaNode[]): FlatSchema {
  const types = new Set<FlatType>(TYPES)
  const bounds = new Map<string, number>()
  const properties = new Map<string, JsonSchema>()
  let members: readonly unknown[] | undefined
  let [items, additional]: (JsonSchema | undefined)[] = []
  let prefixItems: readonly JsonSchema[] = []
  let isInteger = false
  for (const part of parts) {
    const named = [part.type].flat().filter((type) => type !== undefined)
    if (named.includes('integer') && !named.includes('number')) isInteger = true
    if (named.length > 0) {
      for (const type of TYPES) {
        if (!named.includes(type) && !(type === 'number' && named.includes('integer'))) types.delete(type)
      }
    }
    const own = 'const' in part ? [part.const] : (part.enum as unknown[] | undefined)
    if (own !== undefined) members = members === undefined ? own : members.filter((member) => includes(own, member))
    for (const [keywords, tighter] of [
      [LOWER, Math.max],
      [UPPER, Math.min]
    ] as const) {
      for (const keyword of keywords) {
        const bound = part[keyword]
        if (typeof bound === 'number') bounds.set(keyword, tighter(bounds.get(keyword) ?? bound, bound))
      }
    }
    for (const [name, schema] of Object.entries((part.properties ?? {}) as Record<string, JsonSchema>)) {
      properties.set(name, both(properties.get(name), schema))
    }
    if (part.items !== undefined) items = both(items, part.items as JsonSchema)
    if (part.additionalProperties !== undefined) additional = both(additional, part.additionalProperties as JsonSchema)
    if (Array.isArray(part.prefixItems)) prefixItems = part.prefixItems
  }
  const collect = <T>(keyword: string) => parts.flatMap((part) => (part[keyword] ?? []) as T[])
  return {
    types,
    isInteger,
    members,
    bounds,
    multiples: collect<number>('multipleOf'),
    patterns: collect<string>('pattern'),
    formats: collect<string>('format'),
    properties,
    required: new Set(collect<string>('required')),
    additional,
    items,
    prefixItems,
    isUnique: parts.some((part) => part.uniqueItems === true),
    isReadOnly: parts.some((part) => part.readOnly === true),
    isWriteOnly: parts.some((part) => part.writeOnly === true),
    alternatives: alternativesOf(parts),
    examples: [...collect<unknown>('examples'), ...parts.flatMap((part) => ('default' in part ? [part.default] : []))],
    rules: collect<{ rule?: unknown }>('x-rules').map(({ rule }) => String(rule))
  }
}

function alternativesOf(parts: readonly SchemaNode[]): JsonSchema[][] {
  const groups: JsonSchema[][] = []
  for (const [index, part] of parts.entries()) {
    for (const keyword of ['anyOf', 'oneOf']) {
      const alternatives = part[keyword]
      if (!Array.isArray(alternatives)) continue
      const { [keyword]: _taken, ...rest } = part
      const others = parts.map((other, at) => (at === index ? rest : other))
      groups.push(alternatives.map((alternative) => ({ allOf: [...others, alternative] })))
    }
  }
  return groups
}

function both(first: JsonSchema | undefined, second: JsonSchema): JsonSchema {
  return first === undefined || first === true ? second : { allOf: [first, second] }
}

function includes(members: readonly unknown[], value: unknown): boolean {
  const text = JSON.stringify(value)
  return members.some((member) => JSON.stringify(member) === text)
}
