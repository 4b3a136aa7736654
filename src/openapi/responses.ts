import { SetupErrors, setupErrorOf } from '../errors.js'
import { extensionsOf } from '../extensions.js'
import { isErrorContent, withErrorContent } from '../http/error-form.js'
import type { ResponseOption } from '../http/operation-options.js'
import { reasonPhrase } from '../http/reply/reason-phrase.js'
import { responseContent, responseExamples } from '../http/response/content-types.js'
import { declaredHeaders } from '../http/response/declared-headers.js'
import { type DeclaredStream, declaredStreams } from '../http/response/declared-streams.js'
import type { RouteDefinition } from '../http/route.js'
import type { OutgoingRoute } from '../http/routing/outgoing-route.js'
import { byStatus, isContentless, statusKeyFault } from '../http/syntax/by-status.js'
import type { DocumentDirection } from '../record/json-schema/directions.js'
import type { SchemaEmitter } from '../record/json-schema/json-schema.js'
import type { FieldSchema, TypeSchema } from '../record/type/schema.js'
import type { SchemaObject } from '../record/type/schema-object.js'
import type { MediaType, Response, ResponseHeader } from './document.js'
import { type ErrorDescriber, frameworkHeaders } from './error-responses.js'

const invalid = setupErrorOf('RESPONSE_INVALID')

const UNDECLARED: Response = { description: 'The responses of this operation are not declared.' }
/** A response without content would mean an empty body (OpenAPI 3.0.3, section 4.7.17). */
const ANYTHING = { '*/*': { schema: {} } }

/**
 * All responses of an operation, by status code, range or `default`.
 * @throws BootstrapError of RESPONSE_INVALID for each malformed one.
 */
export function describeResponses(
  route: RouteDefinition,
  emitter: SchemaEmitter,
  described: ErrorDescriber
): Record<string, Response> {
  const declared = route.options.responses ?? {}
  if (typeof declared !== 'object' || declared === null || Array.isArray(declared)) {
    throw invalid('the responses are not an object', route.source, 'write responses: { 200: { body: Item } }')
  }
  const errors = new SetupErrors()
  const headers = frameworkHeaders(route)
  const responses = Object.entries(withErrorContent(declared, described.form)).map(
    ([status, option]): [string, Response] | undefined => {
      const response = errors.attempt(() =>
        describeResponse(status, option, route, { emitter, direction: 'response', described, own: headers.get(status) })
      )
      return response && [status, { ...response, ...extensionsOf(option) }]
    }
  )
  errors.throwIfAny()
  // OpenAPI requires at least one response; nothing is known of one that is not declared.
  const anything = route.method === 'HEAD' ? UNDECLARED : { ...UNDECLARED, content: ANYTHING }
  const isOpen = responses.length === 0 || route.isPromising === false
  const known = byStatus(responses.filter((response) => response !== undefined))
  return isOpen ? { ...known, default: anything } : known
}

/**
 * The responses of an operation that the application calls, which it reads.
 *
 * @throws BootstrapError of RESPONSE_INVALID for each malformed one
 */
export function describeOutgoingResponses(route: OutgoingRoute, emitter: SchemaEmitter): Record<string, Response> {
  const errors = new SetupErrors()
  const responses = Object.entries(route.options.responses ?? {}).map(([status, option]) => {
    const response = errors.attempt(() => {
      const foreign = (['events', 'lines', 'links'] as const).find((name) => option?.[name] !== undefined)
      if (foreign !== undefined) {
        const place = `${route.source}, response ${status}`
        throw invalid(`it has ${foreign}, which only responses of this service have`, place, `remove ${foreign}`)
      }
      return describeResponse(status, option, route, { emitter, direction: 'request' })
    })
    return [status, response && { ...response, ...extensionsOf(option) }] as const
  })
  errors.throwIfAny()
  return byStatus(responses as [string, Response][])
}

/** How a response is described. */
interface ResponseDescription {
  readonly emitter: SchemaEmitter
  /** Whether the service sends it or gets it. */
  readonly direction: DocumentDirection
  /** Undefined where errors have no form of the application. */
  readonly described?: ErrorDescriber
  /** The headers of the framework's response of the same status, in whose place this one is. */
  readonly own?: Response['headers'] | undefined
}

function describeResponse(
  key: string,
  option: ResponseOption,
  route: RouteDefinition,
  { emitter, direction, described, own = {} }: ResponseDescription
): Response {
  const place = `${route.source}, response ${key}`
  const fault = statusKeyFault(key)
  if (fault !== undefined) throw invalid(fault.what, place, fault.remedy)
  if (option === undefined) {
    throw invalid('the response is undefined (perhaps because of a circular import)', place, 'write () => Item')
  }
  if (typeof option !== 'object' || option === null) {
    throw invalid(
      'the response is not an object',
      place,
      "write Item, a description, or { description: '…', body: Item }"
    )
  }
  if (option.description !== undefined && typeof option.description !== 'string') {
    throw invalid('its description is not a string', place, 'make it a string or remove it')
  }
  const description = option.description || DESCRIPTIONS[key] || reasonPhrase(Number(key))
  // A type that is undefined because of a circular import would be lost silently.
  if ('body' in option && option.body === undefined) {
    throw invalid(
      'its `body` is undefined (perhaps because of a circular import)',
      place,
      'remove `body` or give it a type'
    )
  }
  const headers = describeHeaders(option, place, { emitter, direction, own })
  const content = responseContent(option, place)
  if (content === undefined) {
    responseExamples(option, content, place)
    return { description, ...headers }
  }
  const examples = responseExamples(option, content, place)
  if (described !== undefined && isErrorContent(option, described.form) && route.method !== 'HEAD') {
    const error = { status: exampleStatus(key), detail: description }
    return { description, ...headers, content: described.content(error, examples.get(described.form.mediaType)) }
  }
  if (key === '1XX' || isContentless(Number(key)))
    throw invalid(`a ${key} response cannot have a body`, place, 'remove its body')
  const streams = declaredStreams(option, place)
  const media = [...content].map(([name, type]): [string, MediaType] => {
    const schema = emitter.schemaOf(type, place, direction)
    const stream = streams.get(name)
    return [name, stream === undefined ? { schema, ...examples.get(name) } : describeStream(stream, place, emitter)]
  })
  // RFC 9110, section 9.3.2: a response to HEAD has a header section alone.
  if (route.method === 'HEAD') return { description, ...headers }
  return { description, ...headers, content: Object.fromEntries(media) }
}

/** Of the responses whose statuses are not one (RFC 9110, section 15). */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  '1XX': 'Informational',
  '2XX': 'Success',
  '3XX': 'Redirection',
  '4XX': 'Client error',
  '5XX': 'Server error',
  default: 'Any other response'
}

/** A status that an error of the key may have. */
function exampleStatus(key: string): number {
  return key === 'default' ? 500 : Number(key.replace('XX', '00'))
}

function describeHeaders(
  option: ResponseOption,
  place: string,
  { emitter, direction, own = {} }: ResponseDescription
): Pick<Response, 'headers'> {
  const declared = declaredHeaders(option, place)?.headers ?? []
  const names = new Set(declared.map(({ field }) => field.name))
  const headers: [string, ResponseHeader][] = [
    ...Object.entries(own).filter(([name]) => !names.has(name.toLowerCase())),
    ...declared.map(({ name, field, examples }): [string, ResponseHeader] => {
      return [name, { ...describeHeader(field, `${place}, header ${name}`, emitter, direction), ...examples }]
    })
  ]
  return headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }
}

function describeHeader(
  field: FieldSchema,
  where: string,
  emitter: SchemaEmitter,
  direction: DocumentDirection
): ResponseHeader {
  const { description, example, deprecated, required, extensions } = field
  // What the header says of itself is not repeated in its schema.
  const bare = { ...field, description: undefined, example: undefined, deprecated: false, extensions: undefined }
  return {
    ...(description === undefined ? {} : { description }),
    ...(required ? { required } : {}),
    ...(deprecated ? { deprecated } : {}),
    schema: emitter.fieldSchemaOf(bare, where, direction),
    ...(example === undefined ? {} : { example }),
    ...extensions
  }
}

/**
 * A stream is a text for readers of OpenAPI 3.0 and 3.1, which know no streams; what its items are is beside the schema. From
 * 3.2 on `itemSchema` says it as well (section 4.14.1): of a line its JSON, of an event its fields.
 */
function describeStream(stream: DeclaredStream, place: string, emitter: SchemaEmitter): MediaType {
  const schemaOf = (type: TypeSchema) => emitter.schemaOf(type, place, 'response')
  const isNamed = emitter.version === '3.2'
  if (stream.kind === 'lines') {
    const line = schemaOf(stream.type)
    return { schema: { type: 'string', description: LINES }, ...(isNamed && { itemSchema: line }), 'x-lines': line }
  }
  const events = [...stream.types].map(([name, type]) => [name, schemaOf(type)] as const)
  return {
    schema: { type: 'string', description: EVENTS },
    ...(isNamed && { itemSchema: eventSchema(events) }),
    'x-events': Object.fromEntries(events)
  }
}

/** An event as OpenAPI 3.2 describes it: an object of the fields of the stream, whose data is a text that may contain JSON. */
function eventSchema(events: readonly (readonly [name: string, schema: SchemaObject])[]): SchemaObject {
  const kinds = events.map(([name, schema]): SchemaObject => {
    const isText = schema.type === 'string'
    const data: SchemaObject = isText
      ? schema
      : { type: 'string', contentMediaType: 'application/json', contentSchema: schema }
    // Without the field an event is a message (WHATWG HTML, section 9.2.6).
    return name === 'message'
      ? { properties: { event: { const: name }, data } }
      : { properties: { event: { const: name }, data }, required: ['event'] }
  })
  const fields = {
    event: { type: 'string' },
    data: { type: 'string' },
    id: { type: 'string' },
    retry: { type: 'integer', minimum: 0 }
  } as const
  return { type: 'object', properties: { ...fields }, required: ['data'], anyOf: kinds }
}

const LINES = 'JSON Lines: each line is a value of the schema in `x-lines`.'
const EVENTS =
  'Server-sent events: `x-events` has, by name, the schema of their data, which is JSON unless it is a string.'
