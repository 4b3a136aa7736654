/** A JSON Schema of draft 2020-12. */
export type JsonSchema = boolean | SchemaNode

/** A JSON Schema that is an object. */
export interface SchemaNode {
  [keyword: string]: unknown
}

const SCHEMA = new Set([
  ...['items', 'additionalProperties', 'not', 'contains', 'propertyNames', 'if', 'then', 'else'],
  ...['unevaluatedItems', 'unevaluatedProperties']
])
const SCHEMA_LIST = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const SCHEMA_MAP = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs'])

/** A copy of the schema in which every direct sub-schema is replaced by what `visit` returns for it. */
export function mapSchemas(schema: SchemaNode, visit: (child: JsonSchema, keyword: string) => JsonSchema): SchemaNode {
  const out: SchemaNode = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (SCHEMA.has(keyword) && isSchema(value)) define(out, keyword, visit(value, keyword))
    else if (SCHEMA_LIST.has(keyword) && Array.isArray(value)) {
      const children = value.map((child) => (isSchema(child) ? visit(child, keyword) : child))
      define(out, keyword, children)
    } else if (SCHEMA_MAP.has(keyword) && isNode(value)) {
      const children = Object.entries(value).map(([name, child]) => [
        name,
        isSchema(child) ? visit(child, keyword) : child
      ])
      define(out, keyword, Object.fromEntries(children))
    } else define(out, keyword, value)
  }
  return out
}

/** The sub-schemas under keywords that hold a list of them: `allOf`, `anyOf`, `oneOf`. */
export function schemasUnder(schema: SchemaNode, ...keywords: readonly string[]): JsonSchema[] {
  return keywords.flatMap((keyword) => (Array.isArray(schema[keyword]) ? (schema[keyword] as JsonSchema[]) : []))
}

// Assigning to __proto__ would change the prototype.
function define(out: SchemaNode, keyword: string, value: unknown): void {
  Object.defineProperty(out, keyword, { value, enumerable: true, writable: true, configurable: true })
}

/**
 * Converts a Schema Object of OpenAPI 3.0 (OpenAPI 3.0.3, section 4.7.24) into JSON Schema 2020-12: `nullable` counts
 * only beside a `type`, exclusive bounds become numbers, keywords beside a `$ref` are ignored. Extensions (`x-…`) and
 * annotations stay.
 */
export function convertSchema30(schema: JsonSchema): JsonSchema {
  if (!isNode(schema)) return schema
  if (typeof schema.$ref === 'string') return { $ref: schema.$ref }
  const { nullable, exclusiveMinimum, exclusiveMaximum, example, ...rest } = schema
  const out = mapSchemas(rest, convertSchema30)
  if (nullable === true && typeof out.type === 'string') out.type = [out.type, 'null']
  if (exclusiveMinimum === true && out.minimum !== undefined) {
    out.exclusiveMinimum = out.minimum
    delete out.minimum
  }
  if (exclusiveMaximum === true && out.maximum !== undefined) {
    out.exclusiveMaximum = out.maximum
    delete out.maximum
  }
  if (example !== undefined) out.examples = [example]
  return out
}

/**
 * Follows a JSON pointer (`#/components/schemas/Item`) in a document.
 *
 * @throws Error for a pointer that leads out of the document, or to nothing
 */
export function resolvePointer(document: unknown, reference: string): unknown {
  if (!reference.startsWith('#')) throw new Error(`it refers to ${reference}, which is not in the document`)
  let at = document
  for (const name of pointerNames(reference)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) {
      throw new Error(`it refers to ${reference}, which does not exist`)
    }
    at = (at as Record<string, unknown>)[name]
  }
  return at
}

/** The names that a JSON pointer of a URI (`#/a/b`) leads through. */
export function pointerNames(reference: string): string[] {
  const names = decoded(reference.slice(1)).split('/').slice(1)
  return names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** A percent sign that begins no sequence means itself. */
function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

export function isNode(value: unknown): value is SchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'boolean' || isNode(value)
}
