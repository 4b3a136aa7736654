import { isNode, type JsonSchema, mapSchemas, type SchemaNode, schemasUnder } from './json-schema-2020.js'

/**
 * What a value is checked as. `request` and `response` read the schema as any validator does; in OpenAPI 3.0 `required`
 * does not count for `readOnly` properties of requests and `writeOnly` properties of responses (3.0.3, section 4.7.24.2).
 * The others find out why a value is valid or not:
 * - `request-certain`: as `request`, but a text has a loose format only where every reader says so;
 * - `fraction`: as `request`, for a number that is not written as an integer: `integer` rejects it;
 * - `request-without-read-only`: as `request`, but no `readOnly` property may be sent;
 * - `request-ignoring-read-only`: as `request`, but `readOnly` properties may have any value, or be absent;
 * - `response-without-write-only`: as `response`, but no `writeOnly` property may be sent;
 * - `response-closed`: as `response`, but properties that the schema does not name are rejected.
 */
export type CheckPurpose =
  | 'request'
  | 'request-certain'
  | 'fraction'
  | 'request-without-read-only'
  | 'request-ignoring-read-only'
  | 'response'
  | 'response-without-write-only'
  | 'response-closed'

/** The keywords whose schemas describe a value inside of the value. */
const CHILD_KEYWORDS = new Set(['properties', 'patternProperties', 'additionalProperties', 'items', 'prefixItems'])

/** The keywords whose schemas describe the value itself, and so what it must have. */
const PART_KEYWORDS = new Set(['allOf', 'anyOf', 'oneOf'])
const NONE: ReadonlySet<string> = new Set()

type Flag = 'readOnly' | 'writeOnly'

/** The `$id` of the document, to which prepared references lead. */
export const DOCUMENT_ID = 'https://document.invalid/'

/** Turns published schemas into the schemas that a validator of JSON Schema checks values by, one for each purpose. */
export class SchemaPreparation {
  readonly #resolve: (schema: JsonSchema) => JsonSchema
  readonly #is30: boolean

  /**
   * @param is30 whether the document is OpenAPI 3.0
   * @param resolve follows a reference
   */
  constructor(is30: boolean, resolve: (schema: JsonSchema) => JsonSchema) {
    this.#is30 = is30
    this.#resolve = resolve
  }

  /** @param isRoot whether the schema alone describes its value: it is not a part of an `allOf` and the like */
  prepare(schema: JsonSchema, purpose: CheckPurpose, isRoot: boolean): JsonSchema {
    return this.#prepared(schema, purpose, isRoot, NONE)
  }

  /** @param around the flagged properties of the schemas that this one is a part of */
  #prepared(schema: JsonSchema, purpose: CheckPurpose, isRoot: boolean, around: ReadonlySet<string>): JsonSchema {
    if (!isNode(schema)) return schema
    const flagged = new Set(around)
    this.#addFlagged(schema, purpose.startsWith('response') ? 'writeOnly' : 'readOnly', flagged, new Set())
    const out = mapSchemas(schema, (child, keyword) =>
      this.#prepared(child, purpose, CHILD_KEYWORDS.has(keyword), PART_KEYWORDS.has(keyword) ? flagged : NONE)
    )
    for (const keyword of ['examples', '$id', '$schema', '$anchor']) delete out[keyword]
    delete out.discriminator
    if (typeof out.$ref === 'string') out.$ref = DOCUMENT_ID + out.$ref
    if (purpose === 'fraction') forbidIntegers(out)
    if (flagged.size > 0) this.#applyAccess(out, purpose, flagged)
    const isOpen = out.additionalProperties !== undefined || out.unevaluatedProperties !== undefined
    if (purpose === 'response-closed' && isRoot && !isOpen && this.#namesProperties(schema, new Set())) {
      out.unevaluatedProperties = false
    }
    return out
  }

  /** Applies what the purpose says of `readOnly` and `writeOnly` properties, whichever part of the schema requires them. */
  #applyAccess(out: SchemaNode, purpose: CheckPurpose, flagged: ReadonlySet<string>): void {
    const isForbidden = purpose === 'request-without-read-only' || purpose === 'response-without-write-only'
    const isIgnored = purpose === 'request-ignoring-read-only'
    if ((isForbidden || isIgnored) && isNode(out.properties)) {
      for (const name of flagged) if (Object.hasOwn(out.properties, name)) out.properties[name] = isIgnored
    }
    if ((this.#is30 || isForbidden || isIgnored) && Array.isArray(out.required)) {
      out.required = out.required.filter((name) => !flagged.has(name as string))
    }
  }

  /** Adds the flagged properties of a schema and of the parts that every value of it matches. */
  #addFlagged(schema: JsonSchema, flag: Flag, names: Set<string>, seen: Set<unknown>): void {
    const resolved = this.#resolve(schema)
    if (!isNode(resolved) || seen.has(resolved)) return
    seen.add(resolved)
    for (const [name, property] of Object.entries(isNode(resolved.properties) ? resolved.properties : {})) {
      if (this.#isFlagged(property as JsonSchema, flag, new Set())) names.add(name)
    }
    for (const part of schemasUnder(resolved, 'allOf')) this.#addFlagged(part, flag, names, seen)
  }

  #isFlagged(schema: JsonSchema, flag: Flag, seen: Set<unknown>): boolean {
    const resolved = this.#resolve(schema)
    if (!isNode(resolved) || seen.has(resolved)) return false
    seen.add(resolved)
    return resolved[flag] === true || schemasUnder(resolved, 'allOf').some((part) => this.#isFlagged(part, flag, seen))
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
