import { isPlainPattern } from 'fieldstone-pattern-cost'
import { type Class, symbolMetadata } from '../../metadata.js'
import type { FieldSchema, RecordSchema, Rule, TypeSchema } from '../type/schema.js'

/** The key of the metadata of class-validator-jsonschema, of which each copy has its own. */
export const JSON_SCHEMA = 'class-validator-jsonschema:JSONSchema'

/**
 * Whether the schema of a record is right for certain where those of its fields' types are, so that a check need not make
 * it: nothing of the application's own is in it, such as a function of `@JSONSchema`, and nothing that only some versions of
 * OpenAPI have. It says so of fewer records than it could.
 */
export function isPlainRecord({ class: target, fields, additional, examples }: RecordSchema): boolean {
  return (
    additional === undefined && examples === undefined && fields.every(isPlainField) && !isAnnotated(target, fields)
  )
}

/** Whether a class, or one of its fields, has `@JSONSchema`. */
export function isAnnotated(target: Class, fields: readonly { readonly property: string }[]): boolean {
  const names = [target.name, ...fields.map(({ property }) => property)]
  return names.some((name) => symbolMetadata(target, name, JSON_SCHEMA) !== undefined)
}

/** The same of a field, its type apart. */
export function isPlainField({ condition, transform, examples, rules }: FieldSchema): boolean {
  return condition === undefined && transform === undefined && examples === undefined && rules.every(isPlainRule)
}

/** Whether nothing can be wrong with the schema of the type, which consists of no other. */
export function isPlainScalar(type: TypeSchema): boolean {
  return SCALARS.has(type.kind) || (type.kind === 'enum' && type.name === undefined)
}

const SCALARS: ReadonlySet<TypeSchema['kind']> = new Set([
  'string',
  'integer',
  'number',
  'boolean',
  'timestamp',
  'date'
])

function isPlainRule({ keywords = {}, constraints }: Rule): boolean {
  const { pattern } = keywords
  const isPlainKeyword = pattern === undefined || (typeof pattern === 'string' && isPlainPattern(pattern))
  return isPlainKeyword && Object.values(keywords).every(isFlat) && constraints.every(isFlat)
}

/** Whether writing it as JSON, as comparing keywords does, comes to an end. */
function isFlat(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'bigint'
  if (value instanceof RegExp || value instanceof Date) return true
  return Array.isArray(value) && value.every((item) => typeof item !== 'object' && typeof item !== 'bigint')
}
