import { isPlainPattern, readsTheSame } from 'fieldstone-pattern-cost'
import type { JSONType, SchemaObject } from '../type/schema-object.js'

/** The versions of OpenAPI that a document can be written in. */
export type OpenAPIVersion = '3.0' | '3.1' | '3.2'

/**
 * How one version of OpenAPI writes a schema. Everything is modelled in JSON Schema 2020-12
 * and turned into the dialect at the very end; this file is the only place where the versions differ.
 */
export interface SchemaDialect {
  /** Whether the dialect has keywords for all that the schema says. */
  expresses(schema: unknown): boolean
  /** The same schema in the dialect's keywords. */
  render(schema: SchemaObject): SchemaObject
}

/** Keywords whose values are schemas, by how they hold them. */
const SCHEMA = new Set(['items', 'additionalProperties', 'not'])
const SCHEMA_LIST = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const SCHEMA_MAP = new Set(['properties'])

// OpenAPI 3.0.3, section 4.7.24.1, and what `render` can rewrite into it: const, examples, type lists.
const KEYWORDS_30 = new Set([
  ...['$ref', 'type', 'nullable', 'format', 'title', 'description', 'deprecated', 'default', 'example', 'examples'],
  ...['enum', 'const', 'minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'exclusiveMinimum'],
  ...['exclusiveMaximum', 'multipleOf', 'minItems', 'maxItems', 'uniqueItems', 'required', 'minProperties'],
  ...['maxProperties', 'readOnly', 'writeOnly', 'discriminator', 'xml', 'externalDocs'],
  ...SCHEMA,
  ...SCHEMA_LIST,
  ...SCHEMA_MAP
])

const NULL_30: SchemaObject = { type: 'object', nullable: true, enum: [null] }

const openapi30: SchemaDialect = { expresses: expresses30, render: render30 }

const openapi31: SchemaDialect = { expresses: () => true, render: (schema) => schema }

/** The dialect of a version of OpenAPI. */
export function dialectOf(version: OpenAPIVersion): SchemaDialect {
  return version === '3.0' ? openapi30 : openapi31
}

function expresses30(schema: unknown): boolean {
  if (typeof schema === 'boolean') return true
  if (!isObject(schema)) return false
  return Object.entries(schema).every(([keyword, value]) => {
    if (SCHEMA.has(keyword)) return expresses30(value)
    if (SCHEMA_LIST.has(keyword)) return Array.isArray(value) && value.every(expresses30)
    if (SCHEMA_MAP.has(keyword)) return isObject(value) && Object.values(value).every(expresses30)
    if (keyword === 'pattern') return typeof value === 'string' && isPortable(value)
    return KEYWORDS_30.has(keyword) || keyword.startsWith('x-')
  })
}

function render30(schema: SchemaObject | boolean): SchemaObject {
  if (typeof schema === 'boolean') return schema ? {} : { not: {} }
  if (schema.prefixItems !== undefined) return render30(withoutPrefix(schema.prefixItems, schema))
  if (schema.patternProperties !== undefined || schema.propertyNames !== undefined)
    return render30(withoutNames(schema))
  if (schema.pattern !== undefined && !isPortable(schema.pattern)) return render30(withoutPattern(schema))
  const { $ref, type, const: constant, examples, exclusiveMinimum, exclusiveMaximum, ...rest } = schema
  const out: SchemaObject = {}
  // Sub-schemas that must hold as well as the rest: 3.0 ignores what is next to a $ref.
  const conjuncts: SchemaObject[] = $ref === undefined ? [] : [{ $ref }]
  renderType(type, out, conjuncts)
  for (const [keyword, value] of Object.entries(rest)) out[keyword] = renderKeyword(keyword, value)
  if (constant !== undefined) {
    if (constant === null) conjuncts.push(NULL_30)
    else if (out.enum === undefined) out.enum = [constant]
    else conjuncts.push({ enum: [constant] })
  }
  if (Array.isArray(examples) && examples.length > 0 && out.example === undefined) out.example = examples[0]
  renderBound(out, 'minimum', 'exclusiveMinimum', exclusiveMinimum, Math.max)
  renderBound(out, 'maximum', 'exclusiveMaximum', exclusiveMaximum, Math.min)
  if (conjuncts.length === 1 && Object.keys(out).length === 0) return conjuncts[0] as SchemaObject
  if (conjuncts.length > 0) out.allOf = [...conjuncts, ...(out.allOf ?? [])]
  return out
}

function renderType(type: SchemaObject['type'], out: SchemaObject, conjuncts: SchemaObject[]): void {
  if (type === undefined) return
  const all: readonly (JSONType | 'null')[] = typeof type === 'string' ? [type] : type
  const names = all.filter((name): name is JSONType => name !== 'null')
  const nullable = names.length < all.length
  const [only] = names
  if (only === undefined) conjuncts.push(NULL_30)
  else if (names.length === 1) Object.assign(out, { type: only }, nullable ? { nullable } : {})
  else conjuncts.push({ anyOf: [...names.map((name) => ({ type: name })), ...(nullable ? [NULL_30] : [])] })
}

function renderKeyword(keyword: string, value: unknown): unknown {
  if (keyword === 'additionalProperties' && typeof value === 'boolean') return value
  if (SCHEMA.has(keyword)) return render30(value as SchemaObject)
  if (SCHEMA_LIST.has(keyword)) return (value as SchemaObject[]).map(render30)
  if (!SCHEMA_MAP.has(keyword)) return value
  return Object.fromEntries(Object.entries(value as object).map(([name, schema]) => [name, render30(schema)]))
}

/** 3.0 reads patterns without the flag `u`: one that means something else then is only listed. */
function withoutPattern({ pattern, ...rest }: SchemaObject): SchemaObject {
  return { ...rest, 'x-rules': [...(rest['x-rules'] ?? []), { rule: 'pattern', constraints: [pattern] }] }
}

/** Says of an object only what 3.0 can: it has no keywords for schemas of names. */
function withoutNames(schema: SchemaObject): SchemaObject {
  const { patternProperties, propertyNames: _names, additionalProperties, ...rest } = schema
  // Without the patterns, what they allow would count as additional.
  return patternProperties === undefined && additionalProperties !== undefined
    ? { ...rest, additionalProperties }
    : rest
}

/** A list of these items, said as far as 3.0 can: how many they are, and what any of them may be. */
function withoutPrefix(each: readonly SchemaObject[], schema: SchemaObject): SchemaObject {
  const { prefixItems: _each, items: others = true, ...rest } = schema
  const all = typeof others === 'object' ? [...each, others] : each
  const different = [...new Map(all.map((item) => [JSON.stringify(item), item])).values()]
  const [only] = different
  const counted = others === false ? { ...rest, maxItems: each.length } : rest
  // An empty list of items leaves nothing to say of them: `anyOf` must not be empty.
  if (others === true || only === undefined) return { ...counted, items: {} }
  if (different.length === 1) return { ...counted, items: only }
  return { ...counted, items: { anyOf: different }, 'x-rules': [...(rest['x-rules'] ?? []), { rule: 'tuple' }] }
}

/** In 3.0 (JSON Schema draft 5) an exclusive bound is a flag beside the bound. */
function renderBound(
  out: SchemaObject,
  bound: 'minimum' | 'maximum',
  flag: 'exclusiveMinimum' | 'exclusiveMaximum',
  exclusive: boolean | number | undefined,
  narrower: (a: number, b: number) => number
): void {
  if (typeof exclusive === 'boolean') out[flag] = exclusive
  if (typeof exclusive !== 'number') return
  const inclusive = out[bound] ?? exclusive
  out[bound] = narrower(inclusive, exclusive)
  if (out[bound] === exclusive) out[flag] = true
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether readers of OpenAPI 3.0 take a pattern for the same as it is here. */
function isPortable(pattern: string): boolean {
  return isPlainPattern(pattern) || readsTheSame(pattern)
}
