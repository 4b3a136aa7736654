import { isDeepStrictEqual } from 'node:util'
import { SetupError } from '../../errors.js'
import { valueFault } from '../../extensions.js'
import type { Class } from '../../metadata.js'
import { expectPattern } from '../format/pattern.js'
import type { SchemaObject } from '../type/schema-object.js'

/** Keywords that accept and reject nothing: they say something to people and tools. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  ...['title', 'description', 'deprecated', 'example', 'examples', 'externalDocs', 'xml', '$comment'],
  ...['contentEncoding', 'contentMediaType', 'contentSchema']
])

/** Keywords that are options of `@Field` as well, which are enforced. */
const OF_FIELDS: ReadonlySet<string> = new Set([
  ...['minLength', 'maxLength', 'pattern', 'format', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['multipleOf', 'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties', 'enum', 'default'],
  ...['nullable', 'readOnly', 'writeOnly']
])

/** What is said in the type of a field. */
const OF_TYPES: ReadonlySet<string> = new Set([
  ...['type', '$ref', 'items', 'prefixItems', 'properties', 'required', 'additionalProperties', 'oneOf', 'anyOf'],
  ...['const', 'discriminator']
])

/** Keywords that are options of `@Record`, which are enforced. */
const OF_RECORDS: ReadonlySet<string> = new Set(['minProperties', 'maxProperties', 'additionalProperties'])

/**
 * What the user says of a property's schema by class-validator-jsonschema's `@JSONSchema`, or of a whole record's:
 * annotations and extensions that are added to what the declaration gives, and win over it, or a function from one schema to
 * another. Keywords that accept or reject values must be those of the declaration, since nothing else is enforced; beside a
 * rule of the application's own, which the document cannot express, they may say what that does.
 *
 * @param override what the decorator was given
 * @param property undefined for the record itself
 * @throws SetupError FIELD_OPTION_INVALID, RECORD_INVALID for what is not enforced, for a pattern that JSON Schema cannot
 * read, for what is no schema or no JSON, and for a function that returns none or throws
 */
export function overriddenSchema(
  schema: SchemaObject,
  override: unknown,
  target: Class,
  property: string | undefined
): SchemaObject {
  const overridden = applied(schema, override, target, property)
  if (overridden === schema) return schema
  if (typeof overridden !== 'object' || overridden === null)
    throw faultOf(`the function of @JSONSchema returns ${String(overridden)}`, target, property, 'return a schema')
  if (schema['x-rules'] === undefined) checkEnforced(schema, overridden, target, property)
  checkSchema(overridden, target, property)
  checkJson(overridden, override, target, property)
  return overridden
}

function applied(
  schema: SchemaObject,
  override: unknown,
  target: Class,
  property: string | undefined
): SchemaObject | null | undefined {
  if (typeof override === 'function') {
    try {
      return override({ ...schema }, {})
    } catch (error) {
      const what = `the function of @JSONSchema throws ${(error as Error | undefined)?.message ?? String(error)}`
      throw faultOf(what, target, property, 'return a schema')
    }
  }
  if (typeof override !== 'object' || override === null || Object.keys(override).length === 0) return schema
  // Next to a $ref nothing counts in OpenAPI 3.0 (section 4.7.23.1).
  const base = schema.$ref === undefined ? schema : { allOf: [schema] }
  return { ...base, ...override }
}

/** What a keyword takes, of those whose values the document could not be written with otherwise. */
const SHAPES: ReadonlyMap<string, readonly [expected: string, holds: (value: unknown) => boolean]> = new Map<
  string,
  readonly [string, (value: unknown) => boolean]
>([
  ...['allOf', 'anyOf', 'oneOf', 'prefixItems'].map((keyword) => [keyword, ['a list of schemas', areSchemas]] as const),
  ...['items', 'additionalProperties', 'not'].map((keyword) => [keyword, ['a schema', isSchema]] as const),
  ['properties', ['an object of schemas', (value) => isObject(value) && areSchemas(Object.values(value))]],
  [
    'type',
    ['the name of a type, or a list of names', (value) => [value].flat().every((name) => typeof name === 'string')]
  ],
  ['required', ['a list of names', (value) => Array.isArray(value) && value.every((name) => typeof name === 'string')]],
  ['enum', ['a list of values', (value) => Array.isArray(value)]],
  ['$ref', ['a text', (value) => typeof value === 'string']]
])

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isSchema(value: unknown): boolean {
  return isObject(value) || typeof value === 'boolean'
}

function areSchemas(value: unknown): boolean {
  return Array.isArray(value) && value.every(isSchema)
}

/** Checks that a schema, and each within it, is one, and that JSON Schema can read its patterns. */
function checkSchema(
  schema: SchemaObject | boolean | undefined,
  target: Class,
  property: string | undefined,
  above: readonly unknown[] = []
): void {
  if (typeof schema !== 'object') return
  if (above.includes(schema))
    throw faultOf('@JSONSchema gives a schema that contains itself', target, property, 'refer to it by $ref')
  for (const [keyword, value] of Object.entries(schema)) {
    const [expected, holds] = SHAPES.get(keyword) ?? []
    if (value !== undefined && holds?.(value) === false)
      throw faultOf(`@JSONSchema says ${keyword}: ${shown(value)}`, target, property, `give ${expected}`)
  }
  const { items, additionalProperties, not, properties, ...rest } = schema
  const pattern: unknown = schema.pattern
  const expected =
    pattern instanceof RegExp ? 'its source, a text' : pattern === undefined ? undefined : expectPattern(pattern)
  if (expected !== undefined)
    throw faultOf(`@JSONSchema says the pattern ${String(pattern)}`, target, property, `give ${expected}`)
  const { allOf = [], anyOf = [], oneOf = [], prefixItems = [] } = rest
  const parts = [allOf, anyOf, oneOf, prefixItems, Object.values(properties ?? {}), [items, additionalProperties, not]]
  for (const part of parts.flat()) checkSchema(part, target, property, [...above, schema])
}

/** Checks that the document can have what was said: a copy of a value would be another one, or none. */
function checkJson(schema: SchemaObject, override: unknown, target: Class, property: string | undefined): void {
  for (const [keyword, value] of Object.entries(schema)) {
    if (typeof override === 'object' && !Object.hasOwn(override as object, keyword)) continue
    const fault = value === undefined ? undefined : valueFault(written(value))
    if (fault === undefined) continue
    const remedy = 'give null, a boolean, number, text, list or object'
    throw faultOf(`@JSONSchema says ${keyword}, which is not JSON: ${fault}`, target, property, remedy)
  }
}

/** A value as the document has it: a date is a text. */
function written(value: unknown, above: readonly unknown[] = []): unknown {
  if (typeof value !== 'object' || value === null || above.includes(value)) return value
  const { toJSON } = value as { readonly toJSON?: unknown }
  if (typeof toJSON === 'function') return toJSON.call(value, '')
  const within = [...above, value]
  if (Array.isArray(value)) return value.map((item) => written(item, within))
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, written(member, within)]))
}

function faultOf(what: string, target: Class, property: string | undefined, remedy: string): SetupError {
  return property === undefined
    ? new SetupError('RECORD_INVALID', what, target.name, remedy)
    : new SetupError('FIELD_OPTION_INVALID', what, `${target.name}.${property}`, remedy)
}

function checkEnforced(before: SchemaObject, after: SchemaObject, target: Class, property: string | undefined): void {
  const own: SchemaObject = before.$ref === undefined ? before : { ...before, allOf: [before] }
  for (const keyword of new Set([...Object.keys(own), ...Object.keys(after)])) {
    if (ANNOTATIONS.has(keyword) || (keyword.startsWith('x-') && keyword !== 'x-rules')) continue
    if (isDeepStrictEqual(own[keyword], after[keyword]) || isDeepStrictEqual(before[keyword], after[keyword])) continue
    const isRemoved = after[keyword] === undefined
    // Of a reference one of the two forms is there.
    if (isRemoved && keyword === '$ref' && after.allOf !== undefined) continue
    if (keyword === 'nullable' && after.nullable === [before.type].flat().includes('null')) continue
    const what = isRemoved
      ? `@JSONSchema leaves out ${keyword}, which is enforced`
      : `@JSONSchema says ${keyword}, which nothing enforces`
    const remedy = isRemoved
      ? 'let the function keep it'
      : property === undefined
        ? remedyOfRecord(keyword, after[keyword])
        : remedyOfField(keyword, after[keyword])
    throw faultOf(what, target, property, remedy)
  }
}

function remedyOfField(keyword: string, value: unknown): string {
  if (OF_FIELDS.has(keyword)) return `write @Field({ ${keyword}: ${shown(value)} }) in its place`
  if (keyword === 'const') return `write @Field({ enum: [${shown(value)}] }) in its place`
  if (OF_TYPES.has(keyword)) return 'declare the type in its place, by @Field(() => …)'
  return 'remove it, or check it by a constraint of your own, which it then describes'
}

function remedyOfRecord(keyword: string, value: unknown): string {
  if (keyword === 'additionalProperties' && value === false) {
    return "write @Record({ unknownFields: 'reject' }) in its place"
  }
  if (keyword === 'additionalProperties') return 'write @Record({ additionalProperties: … }) with a type in its place'
  if (OF_RECORDS.has(keyword)) return `write @Record({ ${keyword}: ${shown(value)} }) in its place`
  return 'remove it, and declare the fields so'
}

function shown(value: unknown): string {
  const text = valueFault(value) === undefined ? JSON.stringify(value) : String(value)
  return text.length > 40 ? '…' : text
}
