import { isDeepStrictEqual } from 'node:util'
import { SetupError } from '../../errors.js'
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
 * read, and for a function that returns no schema
 */
export function overriddenSchema(
  schema: SchemaObject,
  override: unknown,
  target: Class,
  property: string | undefined
): SchemaObject {
  const overridden = applied(schema, override)
  if (overridden === schema) return schema
  if (typeof overridden !== 'object' || overridden === null)
    throw faultOf(`the function of @JSONSchema returns ${String(overridden)}`, target, property, 'return a schema')
  if (schema['x-rules'] === undefined) checkEnforced(schema, overridden, target, property)
  checkPatterns(overridden, target, property)
  return overridden
}

function applied(schema: SchemaObject, override: unknown): SchemaObject | null | undefined {
  if (typeof override === 'function') return override({ ...schema }, {})
  if (typeof override !== 'object' || override === null || Object.keys(override).length === 0) return schema
  // Next to a $ref nothing counts in OpenAPI 3.0 (section 4.7.23.1).
  const base = schema.$ref === undefined ? schema : { allOf: [schema] }
  return { ...base, ...override }
}

/** Checks the patterns of a schema and of the schemas within it. */
function checkPatterns(
  schema: unknown,
  target: Class,
  property: string | undefined,
  above: readonly unknown[] = []
): void {
  if (typeof schema !== 'object' || schema === null) return
  if (above.includes(schema))
    throw faultOf('@JSONSchema gives a schema that contains itself', target, property, 'refer to it by $ref')
  const { items, additionalProperties, not, properties, ...rest } = schema as SchemaObject
  const pattern: unknown = (schema as SchemaObject).pattern
  const expected =
    pattern instanceof RegExp ? 'its source, a text' : pattern === undefined ? undefined : expectPattern(pattern)
  if (expected !== undefined)
    throw faultOf(`@JSONSchema says the pattern ${String(pattern)}`, target, property, `give ${expected}`)
  const { allOf = [], anyOf = [], oneOf = [], prefixItems = [] } = rest
  const parts = [allOf, anyOf, oneOf, prefixItems, Object.values(properties ?? {}), [items, additionalProperties, not]]
  for (const part of parts.flat()) checkPatterns(part, target, property, [...above, schema])
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
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 40 ? '…' : text
}
