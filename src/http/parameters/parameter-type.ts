import { setupErrorOf } from '../../errors.js'
import type { Class } from '../../metadata.js'
import { fieldOf } from '../../record/field/field-declaration.js'
import { isScalar, itemTypes } from '../../record/kinds/type-facts.js'
import { recordSchemaOf } from '../../record/model/registry.js'
import { takesNull } from '../../record/standard/standard-parts.js'
import type { FieldSchema, QueryStyle, TypeSchema } from '../../record/type/schema.js'
import { parseType } from '../../record/type/type-expression.js'
import type { ParameterPlace } from '../parameter-name.js'

const invalid = setupErrorOf('PARAMETER_INVALID')

/** The name of a parameter in errors: `ItemController.find, query parameter page`. */
export function parameterPlace(source: ParameterPlace, name: string, place: string): string {
  return `${place}, ${source} parameter ${name}`
}

/**
 * Checks that a parameter can have the type: text can express scalars, and lists of them where a name may be repeated.
 *
 * @throws SetupError PARAMETER_INVALID
 */
export function checkParameterType({ type, style }: FieldSchema, source: ParameterPlace, where: string): void {
  if (style !== undefined) {
    checkStyle(type, style, source, where)
    return
  }
  const hasLists = source === 'query' || source === 'header'
  const items = itemTypes(type)
  const wrong = (hasLists && items !== undefined ? items : [type]).find((part) => part.kind !== 'any' && !isText(part))
  if (wrong === undefined) return
  const what = items === undefined ? 'an object' : `a list${hasLists ? ` of type ${wrong.kind}` : ''}`
  const isStylable = source === 'query' && items === undefined
  const remedy =
    `use a string, number, boolean, date or enum${hasLists ? ', or a list of them' : ''}` +
    (isStylable ? ", or add style: 'deepObject'" : '')
  throw invalid(`a ${source} parameter cannot be ${what}`, where, remedy)
}

function checkStyle(type: TypeSchema, style: QueryStyle, source: ParameterPlace, where: string): void {
  if (source !== 'query') throw invalid(`a ${source} parameter cannot have a style`, where, 'remove `style`')
  const parts = style === 'comma' ? itemTypes(type) : memberTypes(type)
  if (parts?.every((part) => part.kind === 'any' || isText(part))) return
  const remedy = style === 'comma' ? 'use a list of strings, numbers, booleans, dates or enums' : 'use a flat record'
  throw invalid(`the style ${style} does not fit its type`, where, remedy)
}

/**
 * Text cannot express null, so no client could send the null that the field promises to accept. class-validator's
 * `IsOptional` is allowed: it is on every property that may be absent, and permits null as well.
 *
 * @throws SetupError PARAMETER_INVALID for a `@Field` that may be null
 */
export function checkNullable(record: Class, { property, type }: FieldSchema, where: string): void {
  const declaration = fieldOf(record, property)
  const declared = declaration?.type === undefined ? undefined : parseType(declaration.type(), where)
  if (declaration?.options.nullable === true || declared?.kind === 'nullable') {
    const remedy =
      'write `optional: true` for a parameter that may be absent; if the record is also a body, make a separate record ' +
      'for the parameters'
    throw invalid('a parameter cannot be null, but the field allows null', where, remedy)
  }
  checkSchemaNull(type, where)
  if (type.kind === 'record') {
    for (const member of recordSchemaOf(type.class).fields)
      checkNullable(type.class, member, `${where}[${member.name}]`)
  }
}

/** @throws SetupError PARAMETER_INVALID for a schema of another library that names null */
export function checkSchemaNull(type: TypeSchema, where: string): void {
  if (type.kind !== 'standard' || !takesNull(type)) return
  const remedy = 'let the schema accept undefined instead, for a parameter that may be absent'
  throw invalid('a parameter cannot be null, but its schema accepts null', where, remedy)
}

/**
 * Checks that the fields of a record can be parameters of their own: of a record whose keys are counted, or may be any, the
 * document could not say so.
 *
 * @throws SetupError PARAMETER_INVALID
 */
export function checkParameterRecord(record: Class, where: string): void {
  const { additional, minProperties, maxProperties } = recordSchemaOf(record)
  const counts = { minProperties, maxProperties, additionalProperties: additional }
  const [name] = Object.entries(counts).find(([, value]) => value !== undefined) ?? []
  if (name === undefined) return
  const remedy = `make a record without it for the parameters, or one parameter of the record: style: 'deepObject'`
  throw invalid(`each field of ${record.name} is a parameter, and OpenAPI has no ${name} of these`, where, remedy)
}

/** The types within a record or a map; undefined for anything else. */
function memberTypes(type: TypeSchema): readonly TypeSchema[] | undefined {
  if (type.kind === 'map') return [type.values]
  if (type.kind !== 'record') return undefined
  const { fields, additional } = recordSchemaOf(type.class)
  return [...fields.map((field) => field.type), ...(additional === undefined ? [] : [additional])]
}

function isText(type: TypeSchema): boolean {
  return type.kind !== 'nullable' && isScalar(type)
}
