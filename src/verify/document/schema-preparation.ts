import { isNode, type JsonSchema, mapSchemas, type SchemaNode } from './json-schema-2020.js'

/**
 * What a value is checked as:
 * - `request`: `readOnly` properties need not be there; they are ignored, or must not be there where unknown ones may not;
 * - `fraction`: as `request`, for a number that is not written as an integer: no `integer` takes it;
 * - `response`: `writeOnly` properties must not be there, and properties that the schema does not name neither;
 * - `response-open`: as `response`, with unnamed properties let be.
 */
export type CheckPurpose = 'request' | 'fraction' | 'response' | 'response-open'

/** The keywords whose schemas speak about a value inside of the value. */
const INSTANCES = new Set(['properties', 'patternProperties', 'additionalProperties', 'items', 'prefixItems'])

/** The `$id` that references lead to once they are prepared. */
export const DOCUMENT_ID = 'https://document.invalid/'

/** Turns published schemas into what a validator of JSON Schema must hold a value against, for each purpose. */
export class SchemaPreparation {
  readonly #resolve: (schema: JsonSchema) => JsonSchema

  /** `resolve` follows a reference. */
  constructor(resolve: (schema: JsonSchema) => JsonSchema) {
    this.#resolve = resolve
  }

  /** `isRoot`: the schema alone speaks about its value, it is no part of an `allOf` and the like. */
  prepare(schema: JsonSchema, purpose: CheckPurpose, isRoot: boolean): JsonSchema {
    if (!isNode(schema)) return schema
    const out = mapSchemas(schema, (child, keyword) => this.prepare(child, purpose, INSTANCES.has(keyword)))
    delete out.examples
    delete out.discriminator
    if (typeof out.$ref === 'string') out.$ref = DOCUMENT_ID + out.$ref
    if (purpose === 'fraction') forbidIntegers(out)
    this.#direct(schema, out, purpose)
    const isOpen = out.additionalProperties !== undefined || out.unevaluatedProperties !== undefined
    if (purpose === 'response' && isRoot && !isOpen && this.#namesProperties(schema, new Set())) {
      out.unevaluatedProperties = false
    }
    return out
  }

  /** OpenAPI 3.0.3, section 4.7.24.2: `readOnly` and `writeOnly`, and what they do to `required`. */
  #direct(schema: SchemaNode, out: SchemaNode, purpose: CheckPurpose): void {
    if (!isNode(out.properties)) return
    const flag = purpose.startsWith('response') ? 'writeOnly' : 'readOnly'
    const flagged = Object.entries(schema.properties as Record<string, JsonSchema>)
      .filter(([, property]) => this.#isFlagged(property, flag))
      .map(([name]) => name)
    if (flagged.length === 0) return
    const replaced = flag === 'readOnly' && out.additionalProperties !== false
    for (const name of flagged) out.properties[name] = replaced
    if (Array.isArray(out.required)) out.required = out.required.filter((name) => !flagged.includes(name as string))
  }

  #isFlagged(schema: JsonSchema, flag: 'readOnly' | 'writeOnly'): boolean {
    const resolved = this.#resolve(schema)
    if (!isNode(resolved)) return false
    return resolved[flag] === true || list(resolved.allOf).some((part) => this.#isFlagged(part, flag))
  }

  #namesProperties(schema: JsonSchema, seen: Set<unknown>): boolean {
    const resolved = this.#resolve(schema)
    if (!isNode(resolved) || seen.has(resolved)) return false
    seen.add(resolved)
    if (isNode(resolved.properties) && Object.keys(resolved.properties).length > 0) return true
    const parts = [...list(resolved.allOf), ...list(resolved.anyOf), ...list(resolved.oneOf)]
    return parts.some((part) => this.#namesProperties(part, seen))
  }
}

function forbidIntegers(schema: SchemaNode): void {
  const types = [schema.type].flat().filter((type) => type !== undefined)
  if (!types.includes('integer')) return
  const others = types.filter((type) => type !== 'integer')
  if (others.length > 0) schema.type = others
  else {
    delete schema.type
    schema.not = {}
  }
}

function list(value: unknown): JsonSchema[] {
  return Array.isArray(value) ? value : []
}
