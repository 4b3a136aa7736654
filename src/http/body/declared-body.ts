import { BootstrapError, SetupError, setupErrorOf } from '../../errors.js'
import { type Binder, compileBinder } from '../../record/binder.js'
import { isScalar } from '../../record/kinds/type-facts.js'
import { recordSchemaOf } from '../../record/model/registry.js'
import type { Bound } from '../../record/type/fault-list.js'
import type { FieldSchema, TypeSchema, UnknownFields } from '../../record/type/schema.js'
import { isStructured } from '../../record/type/type-records.js'
import { parseMediaType } from '../syntax/media-type.js'
import { type BodyFormat, BodyTypes, formatOf, MULTIPART_TYPE } from './media-types.js'
import { type FormPlan, formPlanOf } from './multipart-fields.js'
import { decodeUtf8, INVALID_TEXT, parseJson, type ReadMultipart, type RequestBody } from './request-body.js'

const invalid = setupErrorOf('ROUTE_OPTIONS_INVALID')

/** The request body of a route: its type, and the media types that it may have. */
export interface BodyDeclaration {
  readonly type: TypeSchema
  readonly types: BodyTypes
}

/**
 * The declaration of a route's body. By default it is JSON; a record with files is `multipart/form-data`, and bytes are
 * `application/octet-stream`.
 *
 * @throws SetupError ROUTE_OPTIONS_INVALID for what is not a media type, and for media types that cannot carry the type
 */
export function declareBody(type: TypeSchema, consumes: unknown, place: string): BodyDeclaration {
  const names = consumes === undefined ? [defaultType(type)] : checkedTypes(consumes, place)
  const types = new BodyTypes(names)
  for (const name of names) {
    const format = formatOf(name)
    const misfit = MISFITS[format](type)
    if (misfit !== undefined) throw invalid(`a body of type ${name} ${misfit}`, place, REMEDIES[format])
  }
  return { type, types }
}

function defaultType(type: TypeSchema): string {
  if (type.kind === 'file') return 'application/octet-stream'
  return hasFiles(type) ? MULTIPART_TYPE : 'application/json'
}

function checkedTypes(consumes: unknown, place: string): string[] {
  const remedy = "write consumes: ['application/json', 'application/x-www-form-urlencoded']"
  const list: unknown[] = Array.isArray(consumes) ? consumes : [consumes]
  if (list.length === 0) throw invalid('consumes is an empty list', place, remedy)
  const names = list.map((name) => {
    const essence = typeof name === 'string' ? parseMediaType(name)?.essence : undefined
    if (essence !== undefined && essence === String(name).toLowerCase()) return essence
    throw invalid(`consumes names ${JSON.stringify(name)}, which is not a media type`, place, remedy)
  })
  return [...new Set(names)]
}

/** Why a body of the format cannot carry the type; undefined if it can. */
const MISFITS: Readonly<Record<BodyFormat, (type: TypeSchema) => string | undefined>> = {
  json: (type) => (type.kind === 'file' || hasFiles(type) ? 'cannot carry files' : undefined),
  form: (type) => formMisfit(type, false),
  multipart: (type) => formMisfit(type, true),
  raw: (type) => {
    const isText = type.kind === 'string' || type.kind === 'timestamp' || isTextEnum(type)
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
  if (type.kind !== 'record') return 'carries one record'
  for (const field of recordSchemaOf(type.class).fields) {
    if (!isText(field, withFiles)) return `cannot carry the field '${field.name}'`
  }
  return undefined
}

function isText({ type, condition }: FieldSchema, withFiles: boolean): boolean {
  const own = condition?.type ?? type
  const item = own.kind === 'array' ? own.items : own
  return (isScalar(item) && !isStructured(item)) || item.kind === 'any' || (withFiles && item.kind === 'file')
}

function isTextEnum(type: TypeSchema): boolean {
  return type.kind === 'enum' && type.values.every((value) => typeof value === 'string')
}

/** Whether the type is a record with files among its own fields. */
function hasFiles(type: TypeSchema): boolean {
  if (type.kind !== 'record') return false
  try {
    return formPlanOf(type).files.size > 0
  } catch (error) {
    // What is wrong with the record is reported when it is compiled.
    if (error instanceof SetupError || error instanceof BootstrapError) return false
    throw error
  }
}

/** Makes the reader of the multipart forms of one request, for the plan of a record. */
export interface MultipartReader {
  multipart(plan: FormPlan): ReadMultipart
}

/** Called with a bound body in the turn in which it was read, which saves the cost of a promise. */
export type UseBody = (bound: Bound<unknown>) => unknown

/**
 * Reads and binds the body of a request; compiled once for each route. Resolves with what `use` returns, which gets
 * faults as well. Rejects with the error of a body that cannot be read.
 */
export type BodyReader = (body: RequestBody, forms: MultipartReader, use: UseBody) => PromiseLike<unknown>

/**
 * Compiles the reader of a declared body, which is decoded by its content type, and bound by the declared type.
 * JSON must have the types of JSON; the texts of forms and plain texts are read by their lexical form.
 *
 * @param unknownFields what is done with unknown keys in records that do not declare it
 * @throws BootstrapError with the setup errors of the records that the type reaches.
 */
export function compileBodyReader({ type, types }: BodyDeclaration, unknownFields: UnknownFields): BodyReader {
  const formats = new Set(types.names.map(formatOf))
  const json = formats.has('json') ? compileBinder(type, 'json', 'body', { unknownFields }) : undefined
  const isBytes = type.kind === 'file'
  const text =
    formats.has('json') && formats.size === 1 ? undefined : compileBinder(type, 'text', 'body', { unknownFields })
  const plan = formats.has('multipart') ? formPlanOf(type) : undefined
  const read = async (body: RequestBody, forms: MultipartReader): Promise<Bound<unknown>> => {
    const { format, value } = await body.decode(types, plan && forms.multipart(plan))
    if (format === 'json') return (json as Binder).validate(value)
    if (format === 'raw' && isBytes) return { value, faults: undefined }
    return (text as Binder).validate(Buffer.isBuffer(value) ? decodeUtf8(value, INVALID_TEXT) : value)
  }
  if (json === undefined || !types.names.includes('application/json')) {
    return (body, forms, use) => read(body, forms).then(use)
  }
  return (body, forms, use) => {
    if (!body.isPlainJson) return read(body, forms).then(use)
    return body.whenRead((bytes) => {
      const bound = json.validate(parseJson(bytes))
      return bound instanceof Promise ? bound.then(use) : use(bound)
    })
  }
}
