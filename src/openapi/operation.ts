import { SetupErrors, setupErrorOf } from '../errors.js'
import type { BodyDeclaration } from '../http/body/declared-body.js'
import { formatOf } from '../http/body/media-types.js'
import { formPlanOf } from '../http/body/multipart-fields.js'
import { responseContent } from '../http/response/content-types.js'
import type { RouteDefinition } from '../http/route.js'
import { assertRouteOptions } from '../http/routing/options.js'
import { bodyOf } from '../http/routing/route-body.js'
import { checkSecuredParameters } from '../http/security/guard.js'
import { byStatus } from '../http/syntax/by-status.js'
import type { SchemaEmitter } from '../record/json-schema/json-schema.js'
import type { TypeSchema } from '../record/type/schema.js'
import { parseType } from '../record/type/type-expression.js'
import type { BodyLimits, Encoding, MediaType, Operation, RequestBody } from './document.js'
import { describeFrameworkErrors } from './error-responses.js'
import { describeParameters } from './parameters.js'
import { describeResponses } from './responses.js'

const invalid = setupErrorOf('ROUTE_OPTIONS_INVALID')

/**
 * A route as the document describes it.
 *
 * @param operationId unique in the document
 * @param names the names of the path's parameters in the document, in the path's order
 * @param security its requirements, as far as they are not those of the whole document
 * @throws BootstrapError with everything that is wrong with the route's options
 */
export function describeOperation(
  route: RouteDefinition,
  operationId: string,
  names: readonly string[],
  emitter: SchemaEmitter,
  security: Pick<Operation, 'security' | 'x-security-scopes'> = {}
): Operation {
  const { options } = route
  const errors = new SetupErrors()
  // Routes may come from a router, which has checked them, or from elsewhere.
  errors.attempt(() => assertRouteOptions(options, () => route.source))
  errors.attempt(() => checkSecuredParameters(route))
  if (options.operationId === '') {
    errors.add(invalid('operationId is empty', route.source, 'make it a non-empty string or remove it'))
  }
  const parameters = errors.attempt(() => describeParameters(route, names, emitter)) ?? []
  const requestBody = errors.attempt(() => describeRequestBody(route, emitter))
  const responses = errors.attempt(() => describeResponses(route, emitter)) ?? {}
  errors.throwIfAny()
  return {
    ...(options.tags?.length ? { tags: [...new Set(options.tags)] } : {}),
    ...(options.summary === undefined ? {} : { summary: options.summary }),
    ...(options.description === undefined ? {} : { description: options.description }),
    operationId,
    ...(options.deprecated ? { deprecated: true } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody === undefined ? {} : { requestBody }),
    // The route's declaration wins over the framework's own for the same status.
    responses: byStatus([...describeFrameworkErrors(route), ...Object.entries(responses)]),
    ...security
  }
}

/**
 * Announces the types that the description of a route will contain, so that the document knows which of them go both
 * ways. What is wrong with them is reported when the route is described.
 */
export function announceTypes(route: RouteDefinition, emitter: SchemaEmitter): void {
  const { options, inputs, source } = route
  const ignored = new SetupErrors()
  const use = (direction: 'request' | 'response', typesOf: () => Iterable<TypeSchema>) => {
    for (const type of ignored.attempt(typesOf) ?? []) emitter.use(type, direction)
  }
  use('request', () => {
    const body = bodyOf(route)
    return body === undefined ? [] : [body.type]
  })
  for (const { field } of inputs?.parameters ?? []) emitter.use(field.type, 'request')
  for (const option of listOf(options.parameters)) {
    if (option?.schema !== undefined) use('request', () => [parseType(option.schema, source)])
  }
  for (const response of Object.values(options.responses ?? {})) {
    if (typeof response !== 'object' || response === null) continue
    use('response', () => responseContent(response, source)?.values() ?? [])
  }
}

/** What is not a list is reported where it is described. */
function listOf<T>(given: readonly T[] | undefined): readonly T[] {
  return Array.isArray(given) ? given : []
}

function describeRequestBody(route: RouteDefinition, emitter: SchemaEmitter): RequestBody | undefined {
  const { options, inputs } = route
  if (!('requestBody' in options) && inputs?.body === undefined && options.consumes === undefined) return undefined
  const place = `${route.source}, request body`
  // OpenAPI 3.0.3, section 4.7.10.1; RFC 9110, section 9.3.1: clients cannot send one.
  if (route.method === 'GET' || route.method === 'HEAD') {
    throw invalid(`a ${route.method} request cannot have a body`, place, 'use another method, or query parameters')
  }
  const { bodyLimit, uploads } = options
  const limits: BodyLimits = {
    ...(bodyLimit !== undefined && { bodyLimit }),
    ...(uploads !== undefined && { uploads })
  }
  return {
    required: true,
    content: describeBody(bodyOf(route) as BodyDeclaration, place, emitter),
    ...(Object.keys(limits).length > 0 && { 'x-body-limits': limits })
  }
}

/** The content of a request body, by media type: one schema for all of them. */
function describeBody(
  { type, types }: BodyDeclaration,
  place: string,
  emitter: SchemaEmitter
): Record<string, MediaType> {
  const schema = emitter.schemaOf(type, place)
  return Object.fromEntries(
    types.names.map((name): [string, MediaType] => {
      const encoding = formatOf(name) === 'multipart' ? describeParts(type) : {}
      return [name, Object.keys(encoding).length > 0 ? { schema, encoding } : { schema }]
    })
  )
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
