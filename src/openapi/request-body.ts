import { setupErrorOf } from '../errors.js'
import { type BodyFormat, formatOf } from '../http/body/media-types.js'
import { formPlanOf } from '../http/body/multipart-fields.js'
import type { DescribedBody } from '../http/request-body-options.js'
import type { RouteDefinition } from '../http/route.js'
import { bodyOf, isWithoutBody } from '../http/routing/route-body.js'
import type { DocumentDirection } from '../record/json-schema/directions.js'
import type { SchemaEmitter } from '../record/json-schema/json-schema.js'
import { itemTypes } from '../record/kinds/type-facts.js'
import { recordSchemaOf } from '../record/model/registry.js'
import { standardProperties } from '../record/standard/standard-parts.js'
import type { FieldSchema, TypeSchema } from '../record/type/schema.js'
import type { BodyLimits, Encoding, MediaType, RequestBody } from './document.js'

const invalid = setupErrorOf('ROUTE_OPTIONS_INVALID')

/**
 * The request body of a route as the document describes it; undefined where the route has none.
 *
 * @param direction `response` where the application sends the body
 * @throws SetupError ROUTE_OPTIONS_INVALID for a body that no client can send
 */
export function describeRequestBody(
  route: RouteDefinition,
  emitter: SchemaEmitter,
  direction: DocumentDirection = 'request'
): RequestBody | undefined {
  const { options, inputs } = route
  if (!('requestBody' in options) && inputs?.body === undefined && options.consumes === undefined) return undefined
  const place = `${route.source}, request body`
  if (isWithoutBody(route.method)) {
    throw invalid(`a ${route.method} request cannot have a body`, place, 'use another method, or query parameters')
  }
  const { bodyLimit, uploads } = options
  const limits: BodyLimits = {
    ...(bodyLimit !== undefined && { bodyLimit }),
    ...(uploads !== undefined && { uploads })
  }
  const body = bodyOf(route) as DescribedBody
  const { description, required, extensions } = body
  return {
    ...(description !== undefined && { description }),
    required,
    content: describeBody(body, place, emitter, direction),
    ...(route.readsItself === 'body' && { 'x-unchecked': true as const }),
    ...(Object.keys(limits).length > 0 && { 'x-body-limits': limits }),
    ...extensions
  }
}

/** The content of a request body, by media type. */
function describeBody(
  { media, examples }: DescribedBody,
  place: string,
  emitter: SchemaEmitter,
  direction: DocumentDirection
): Record<string, MediaType> {
  return Object.fromEntries(
    [...media].map(([name, type]): [string, MediaType] => {
      const encoding = (ENCODINGS[formatOf(name)] ?? noEncoding)(type)
      const described: MediaType = { schema: emitter.schemaOf(type, place, direction), ...examples.get(name) }
      return [name, Object.keys(encoding).length > 0 ? { ...described, encoding } : described]
    })
  )
}

const noEncoding = () => ({})

/** What a media type's form needs beside its schema. */
const ENCODINGS: Partial<Record<BodyFormat, (type: TypeSchema) => Record<string, Encoding>>> = {
  form: describeLists,
  multipart: (type) => ({ ...describeLists(type), ...describeParts(type) })
}

/**
 * The lists of a form: a name is repeated for each item. That is the default (OpenAPI 3.0.3, section 4.7.15.1), but
 * clients exist that send `tags=a,b` where the document leaves it to the default.
 */
function describeLists(type: TypeSchema): Record<string, Encoding> {
  const lists = fieldsOf(type).filter((field) => itemTypes(field.type)?.every(({ kind }) => kind !== 'file'))
  return Object.fromEntries(lists.map(({ name }) => [name, { style: 'form', explode: true }]))
}

function fieldsOf(type: TypeSchema): readonly Pick<FieldSchema, 'name' | 'type'>[] {
  if (type.kind === 'standard') return standardProperties(type) ?? []
  if (type.kind !== 'record') return []
  return recordSchemaOf(type.class).fields.map((field) => ({ ...field, type: field.condition?.type ?? field.type }))
}

/** The content types of files, unless the default, `application/octet-stream` (OpenAPI 3.0.3, section 4.7.15.1). */
function describeParts(type: TypeSchema): Record<string, Encoding> {
  const encodings: [string, Encoding][] = []
  for (const [name, file] of formPlanOf(type).files) {
    const { contentTypes } = file.type
    if (contentTypes !== undefined) encodings.push([name, { contentType: contentTypes.join(', ') }])
  }
  return Object.fromEntries(encodings)
}
