import { isNode, type JsonSchema, type SchemaNode, schemasUnder } from './json-schema-2020.js'

/** Each value would be checked by so many schemas, or have so many parts, that a run would not come to its end. */
export const MOST_PARTS = 50_000

const IN_PLACE = ['allOf', 'anyOf', 'oneOf']
const IN_PLACE_ALONE = ['not', 'if', 'then', 'else']

/** Counts the schemas that a value is checked by: a few components that refer to others twice each make millions. */
export class SchemaGrowth {
  readonly #target: (reference: string) => JsonSchema
  readonly #counts = new Map<SchemaNode, number>()
  /** Those that are not counted yet, with the depth of the value that they describe; others are among the counts. */
  readonly #open = new Map<SchemaNode, number>()

  /** @param target what a reference leads to; it throws where that does not exist */
  constructor(target: (reference: string) => JsonSchema) {
    this.#target = target
  }

  /** Why no value can be checked by the schema; undefined where it can. */
  fault(schema: JsonSchema): string | undefined {
    try {
      const count = this.#count(schema, 0)
      return count > MOST_PARTS
        ? `a value is checked by more than ${MOST_PARTS.toLocaleString('en')} schemas, as its parts refer to others several times each`
        : undefined
    } finally {
      this.#open.clear()
    }
  }

  /** How many schemas check a value that has nothing but what is required. What refers to itself counts once. */
  #count(schema: unknown, depth: number): number {
    if (!isNode(schema)) return 1
    const known = this.#counts.get(schema)
    if (known !== undefined) return known
    const outer = this.#open.get(schema)
    if (outer === depth) throw new Error('a schema refers to itself, with no part of the value in between')
    if (outer !== undefined) return 1
    this.#open.set(schema, depth)
    const count = 1 + this.#inPlace(schema, depth) + this.#inParts(schema, depth + 1)
    this.#counts.set(schema, count)
    return count
  }

  #inPlace(schema: SchemaNode, depth: number): number {
    const alone = IN_PLACE_ALONE.flatMap((keyword) => (isNode(schema[keyword]) ? [schema[keyword]] : []))
    const dependent = isNode(schema.dependentSchemas) ? Object.values(schema.dependentSchemas) : []
    const referred = typeof schema.$ref === 'string' ? [this.#target(schema.$ref)] : []
    return this.#sum([...schemasUnder(schema, ...IN_PLACE), ...alone, ...dependent, ...referred], depth)
  }

  #inParts(schema: SchemaNode, depth: number): number {
    const { properties, required, items, minItems } = schema
    const names = new Set(Array.isArray(required) ? required : [])
    const parts = Object.entries(isNode(properties) ? properties : {}).filter(([name]) => names.has(name))
    const least = typeof minItems === 'number' && minItems > 0 ? minItems : 0
    const inItems = least > 0 && isNode(items) ? least * this.#count(items, depth) : 0
    return inItems + this.#sum([...parts.map(([, part]) => part), ...schemasUnder(schema, 'prefixItems')], depth)
  }

  #sum(schemas: readonly unknown[], depth: number): number {
    return schemas.reduce((sum: number, schema) => sum + this.#count(schema, depth), 0)
  }
}
