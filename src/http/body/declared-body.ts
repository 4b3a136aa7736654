import { BootstrapError, SetupError, setupErrorOf } from '../../errors.js'
import { isScalar, itemTypes, jsonKinds } from '../../record/kinds/type-facts.js'
import { recordSchemaOf } from '../../record/model/registry.js'
import { standardProperties } from '../../record/standard/standard-parts.js'
import type { FieldSchema, TypeSchema } from '../../record/type/schema.js'
import { isStructured } from '../../record/type/type-records.js'
import { parseMediaType } from '../syntax/media-type.js'
import { type BodyFormat, type BodyTypes, declaredTypes, formatOf, MULTIPART_TYPE } from './media-types.js'
import { formPlanOf } from './multipart-fields.js'

const invalid = setupErrorOf('ROUTE_OPTIONS_INVALID')

/** The request body of a route: the media types that it may have, and its type in each. */
export interface BodyDeclaration {
  /** By media type, as {@link BodyTypes.names} has them. */
  readonly media: ReadonlyMap<string, TypeSchema>
  readonly types: BodyTypes
  /** Whether a request without a body is rejected; else its value is undefined. */
  readonly required: boolean
}

/**
 * The declaration of a route's body. By default it is JSON; a record with files is `multipart/form-data`, and bytes are
 * `application/octet-stream`.
 *
 * @throws SetupError ROUTE_OPTIONS_INVALID for what is not a media type, and for media types that cannot carry the type
 */
export function declareBody(type: TypeSchema, consumes: unknown, place: string, required = true): BodyDeclaration {
  const names = consumes === undefined ? [defaultType(type)] : checkedTypes(consumes, place)
  return declareMedia(new Map(names.map((name) => [name, type])), place, required)
}

/**
 * The declaration of a body whose type is another one for each media type.
 *
 * @throws SetupError as {@link declareBody}
 */
export function declareContent(
  content: readonly (readonly [name: string, type: TypeSchema])[],
  place: string,
  required = true
): BodyDeclaration {
  const entries = content.map(([name, type]) => [...checkedTypes([name], place, 'content'), type] as const)
  return declareMedia(new Map(entries as [string, TypeSchema][]), place, required)
}

function declareMedia(media: ReadonlyMap<string, TypeSchema>, place: string, required: boolean): BodyDeclaration {
  for (const [name, type] of media) {
    const format = formatOf(name)
    const misfit = MISFITS[format](type)
    if (misfit !== undefined) throw invalid(`a body of type ${name} ${misfit}`, place, REMEDIES[format])
  }
  return { media, types: declaredTypes([...media.keys()]), required }
}

/** Whether a body is bytes, or has files, in any of its media types. */
export function carriesFiles({ media }: BodyDeclaration): boolean {
  return [...media.values()].some((type) => type.kind === 'file' || hasFiles(type))
}

function defaultType(type: TypeSchema): string {
  if (type.kind === 'file') return 'application/octet-stream'
  return hasFiles(type) ? MULTIPART_TYPE : 'application/json'
}

function checkedTypes(consumes: unknown, place: string, option: 'consumes' | 'content' = 'consumes'): string[] {
  const remedy =
    option === 'consumes'
      ? "write consumes: ['application/json', 'application/x-www-form-urlencoded']"
      : "write content: { 'application/json': NewItem }, without parameters of the media type"
  const list: unknown[] = Array.isArray(consumes) ? consumes : [consumes]
  if (list.length === 0) throw invalid('consumes is an empty list', place, remedy)
  const names = list.map((name) => {
    const essence = typeof name === 'string' ? parseMediaType(name)?.essence : undefined
    if (essence !== undefined && essence === String(name).toLowerCase()) return essence
    throw invalid(`${option} names ${JSON.stringify(name)}, which is not a media type`, place, remedy)
  })
  return [...new Set(names)]
}

/** Why a body of the format cannot carry the type; undefined if it can. */
const MISFITS: Readonly<Record<BodyFormat, (type: TypeSchema) => string | undefined>> = {
  json: (type) => (type.kind === 'file' || hasFiles(type) ? 'cannot carry files' : undefined),
  form: (type) => formMisfit(type, false),
  multipart: (type) => formMisfit(type, true),
  raw: (type) => {
    const isText = ['string', 'timestamp', 'date'].includes(type.kind) || isTextEnum(type) || isTextSchema(type)
    return isText || type.kind === 'file' ? undefined : 'is text or bytes, and cannot carry this type'
  }
}

const REMEDIES: Readonly<Record<BodyFormat, string>> = {
  json: `use ${MULTIPART_TYPE} for a record with files, and application/octet-stream for bytes`,
  form: 'use application/json, or a record whose fields are texts, numbers, booleans, dates, enums and lists of them',
  multipart:
    'use application/json, or a record whose fields are files, texts, numbers, booleans, dates, enums and lists of them',
  raw: 'declare the body as String or Buffer, or use application/json'
}

function formMisfit(type: TypeSchema, withFiles: boolean): string | undefined {
  if (type.kind === 'standard') {
    const properties = standardProperties(type)
    if (properties === undefined) return 'carries one object'
    const wrong = properties.find((property) => !(itemTypes(property.type) ?? [property.type]).every(isScalar))
    return wrong && `cannot carry the property '${wrong.name}'`
  }
  if (type.kind !== 'record') return 'carries one record'
  const { fields, additional, minProperties, maxProperties } = recordSchemaOf(type.class)
  if (additional !== undefined) return 'carries no additionalProperties'
  if ((minProperties ?? maxProperties) !== undefined) return 'has no minProperties or maxProperties'
  for (const field of fields) {
    if (!isText(field, withFiles)) return `cannot carry the field '${field.name}'`
  }
  return undefined
}

function isText({ type, condition }: FieldSchema, withFiles: boolean): boolean {
  const own = condition?.type ?? type
  const item = own.kind === 'array' ? own.items : own
  return (isScalar(item) && !isStructured(item)) || item.kind === 'any' || (withFiles && item.kind === 'file')
}

/** Whether a schema of another library describes texts alone. */
function isTextSchema(type: TypeSchema): boolean {
  return type.kind === 'standard' && [...jsonKinds(type, 'json')].every((kind) => kind === 'string')
}

function isTextEnum(type: TypeSchema): boolean {
  return type.kind === 'enum' && type.values.every((value) => typeof value === 'string')
}

/** Whether the type is a record with files among its own fields. */
export function hasFiles(type: TypeSchema): boolean {
  try {
    return formPlanOf(type).files.size > 0
  } catch (error) {
    // What is wrong with the record is reported when it is compiled.
    if (error instanceof SetupError || error instanceof BootstrapError) return false
    throw error
  }
}
