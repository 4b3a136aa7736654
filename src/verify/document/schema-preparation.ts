import { isNode, type JsonSchema, mapSchemas, type SchemaNode, schemasUnder } from './json-schema-2020.js'

/**
 * What a value is checked as:
 * - `request`: `readOnly` properties are not required; they are ignored, or rejected where unknown properties are;
 * - `fraction`: as `request`, for a number that is not written as an integer: `integer` rejects it;
 * - `response`: `writeOnly` properties and properties that the schema does not name are rejected;
 * - `response-open`: as `response`, but properties that the schema does not name are accepted.
 */
export type CheckPurpose = 'request' | 'fraction' | 'response' | 'response-open'

/** The keywords whose schemas describe a value inside of the value. */
const CHILD_KEYWORDS = new Set(['properties', 'patternProperties', 'additionalProperties', 'items', 'prefixItems'])

/** The `$id` of the document, to which prepared references lead. */
export const DOCUMENT_ID = 'https://document.invalid/'

/** Turns published schemas into the schemas that a validator of JSON Schema checks values by, one for each purpose. */
export class SchemaPreparation {
  readonly #resolve: (schema: JsonSchema) => JsonSchema

  /** `resolve` follows a reference. */
  constructor(resolve: (schema: JsonSchema) => JsonSchema) {
    this.#resolve = resolve
  }

  /** @param isRoot whether the schema alone describes its value: it is not a part of an `allOf` and the like */
  prepare(schema: JsonSchema, purpose: CheckPurpose, isRoot: boolean): JsonSchema {
    if (!isNode(schema)) return schema
    const out = mapSchemas(schema, (child, keyword) => this.prepare(child, purpose, CHILD_KEYWORDS.has(keyword)))
    delete out.examples
    delete out.discriminator
    if (typeof out.$ref === 'string') out.$ref = DOCUMENT_ID + out.$ref
    if (purpose === 'fraction') forbidIntegers(out)
    this.#applyAccess(schema, out, purpose)
    const isOpen = out.additionalProperties !== undefined || out.unevaluatedProperties !== undefined
    if (purpose === 'response' && isRoot && !isOpen && this.#namesProperties(schema, new Set())) {
      out.unevaluatedProperties = false
    }
    return out
  }

  /** Applies `readOnly` and `writeOnly`, also to `required` (OpenAPI 3.0.3, section 4.7.24.2). */
  #applyAccess(schema: SchemaNode, out: SchemaNode, purpose: CheckPurpose): void {
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
    return resolved[flag] === true || schemasUnder(resolved, 'allOf').some((part) => this.#isFlagged(part, flag))
  }

  #namesProperties(schema: JsonSchema, seen: Set<unknown>): boolean {
    const resolved = this.#resolve(schema)
    if (!isNode(resolved) || seen.has(resolved)) return false
    seen.add(resolved)
    if (isNode(resolved.properties) && Object.keys(resolved.properties).length > 0) return true
    return schemasUnder(resolved, 'allOf', 'anyOf', 'oneOf').some((part) => this.#namesProperties(part, seen))
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
