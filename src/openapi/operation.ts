import { SetupErrors, setupErrorOf } from '../errors.js'
import { extensionsOf, isExtension } from '../extensions.js'
import { formatOf } from '../http/body/media-types.js'
import { type ErrorForm, isErrorContent } from '../http/error-form.js'
import type { ResponseOption } from '../http/operation-options.js'
import { declaredParameters } from '../http/parameters/declared-parameters.js'
import { responseContent } from '../http/response/content-types.js'
import { declaredHeaders } from '../http/response/declared-headers.js'
import { declaredStreams } from '../http/response/declared-streams.js'
import type { RouteDefinition } from '../http/route.js'
import { assertRouteOptions } from '../http/routing/options.js'
import { RegisteredRoute } from '../http/routing/registered-route.js'
import { bodyOf, isWithoutBody } from '../http/routing/route-body.js'
import { checkSecuredParameters } from '../http/security/guard.js'
import { byStatus, isContentless, statusKeyFault } from '../http/syntax/by-status.js'
import type { DocumentDirection } from '../record/json-schema/directions.js'
import type { SchemaEmitter } from '../record/json-schema/json-schema.js'
import { isPlainField, isPlainScalar } from '../record/json-schema/plain-record.js'
import type { TypeSchema } from '../record/type/schema.js'
import { parseType } from '../record/type/type-expression.js'
import { callbacksOf } from './callbacks.js'
import { parseDocs } from './config-values.js'
import type { Operation } from './document.js'
import { describeFrameworkErrors, type ErrorDescriber } from './error-responses.js'
import { describeParameters } from './parameters.js'
import { describeRequestBody } from './request-body.js'
import { describeResponses } from './responses.js'
import { parseServers } from './servers.js'

const invalid = setupErrorOf('ROUTE_OPTIONS_INVALID')

/**
 * A route as the document describes it.
 *
 * @param operationId unique in the document
 * @param names the names of the path's parameters in the document, in the path's order
 * @param described describes the responses that are errors
 * @param security its requirements, as far as they are not those of the whole document
 * @throws BootstrapError with everything that is wrong with the route's options
 */
export function describeOperation(
  route: RouteDefinition,
  operationId: string,
  names: readonly string[],
  emitter: SchemaEmitter,
  described: ErrorDescriber,
  security: Pick<Operation, 'security' | 'x-security-scopes'> = {}
): Operation {
  const { options } = route
  const errors = new SetupErrors()
  // Routes may come from a router, which has checked them, or from elsewhere.
  if (!(route instanceof RegisteredRoute)) errors.attempt(() => assertRouteOptions(options, () => route.source))
  if (route.security !== undefined && route.security.length > 0) errors.attempt(() => checkSecuredParameters(route))
  if (options.operationId === '') {
    errors.add(invalid('operationId is empty', route.source, 'make it a non-empty string or remove it'))
  }
  const owner = { place: route.source, invalid }
  const { externalDocs, servers, parameters, requestBody, responses } = errors.resultsOf({
    externalDocs: () => parseDocs(options.externalDocs, 'externalDocs', owner),
    servers: () => parseServers(options.servers, owner),
    parameters: () => describeParameters(route, names, emitter),
    requestBody: () => describeRequestBody(route, emitter),
    responses: () => describeResponses(route, emitter, described)
  })
  return {
    ...(options.tags?.length ? { tags: [...new Set(options.tags)] } : {}),
    ...(options.summary === undefined ? {} : { summary: options.summary }),
    ...(options.description === undefined ? {} : { description: options.description }),
    ...(externalDocs === undefined ? {} : { externalDocs }),
    operationId,
    ...(options.deprecated ? { deprecated: true } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody === undefined ? {} : { requestBody }),
    // The route's declaration wins over the framework's own for the same status.
    responses: byStatus([...describeFrameworkErrors(route), ...Object.entries(responses)]),
    ...security,
    ...(servers.length > 0 ? { servers } : {}),
    ...extensionsOf(options)
  }
}

/**
 * Announces the types that the description of a route will contain, so that the document knows which of them go both
 * ways. What is wrong with them is reported when the route is described.
 */
export function announceTypes(route: RouteDefinition, emitter: SchemaEmitter): void {
  announceBodies(route, emitter, 'request', 'response')
  if (route.options.callbacks === undefined) return
  const callbacks = new SetupErrors().attempt(() => callbacksOf(route)) ?? []
  for (const [, routes] of callbacks) for (const outgoing of routes) announceOutgoing(outgoing, emitter)
}

/** The same for an operation of others: what the application sends is as its responses are, and what it gets as requests. */
export function announceOutgoing(route: RouteDefinition, emitter: SchemaEmitter): void {
  announceBodies(route, emitter, 'response', 'request')
}

function announceBodies(
  route: RouteDefinition,
  emitter: SchemaEmitter,
  request: DocumentDirection,
  response: DocumentDirection
): void {
  const { options, inputs, source } = route
  const ignored = new SetupErrors()
  const use = (direction: DocumentDirection, typesOf: () => Iterable<TypeSchema>) => {
    for (const type of ignored.attempt(typesOf) ?? []) emitter.use(type, direction)
  }
  use(request, () => {
    const body = bodyOf(route)
    return body?.media.values() ?? []
  })
  for (const { field } of inputs?.parameters ?? []) emitter.use(field.type, 'request')
  use('request', () => [...declaredParameters(route).fields.values()].map(({ field }) => field.type))
  for (const option of Object.values(options.responses ?? {})) {
    if (typeof option !== 'object' || option === null) continue
    use(response, () => responseContent(option, source)?.values() ?? [])
    use(response, () => declaredHeaders(option, source)?.headers.map(({ field }) => field.type) ?? [])
    use(response, () => {
      return [...declaredStreams(option, source).values()].flatMap((stream) => {
        return stream.kind === 'lines' ? [stream.type] : [...stream.types.values()]
      })
    })
  }
}

/** What requests or responses of an operation contain. */
export interface PlainValue {
  readonly type: TypeSchema
  readonly direction: DocumentDirection
  /** The part of the route that declares it, for errors; undefined for the option `errors`. */
  readonly part: string | undefined
}

/** An operation of which only what it contains, and how its credentials are sent, can be wrong. */
export type PlainOperation = readonly PlainValue[]

/** The routes that are plain, each with what can be wrong with it. */
export function plainOperations(
  routes: readonly RouteDefinition[],
  form: ErrorForm
): ReadonlyMap<RouteDefinition, PlainOperation> {
  const plain = new Map<RouteDefinition, PlainOperation>()
  for (const route of routes) {
    const operation = plainOperation(route, form)
    if (operation !== undefined) plain.set(route, operation)
  }
  return plain
}

/**
 * What a route says that can be wrong in the document, if that is the types of its body and its responses alone, as of most
 * routes; undefined of one whose description has to be made to know it. So a start does not describe what it does not keep,
 * which takes most of the time and memory of a large application. It knows fewer routes than it could.
 */
function plainOperation(route: RouteDefinition, form: ErrorForm): PlainOperation | undefined {
  if (!(route instanceof RegisteredRoute) || route.method === 'HEAD') return undefined
  const { options, pattern, inputs } = route
  if (options.operationId === '' || DESCRIBED_OPTIONS.some((name) => options[name] !== undefined)) return undefined
  // What an application changes in its options after registration is found as well.
  if (!Array.isArray(options.tags ?? []) || Object.keys(options).some(isExtension)) return undefined
  if (pattern.parameters.some(({ regex }) => regex !== undefined)) return undefined
  if (inputs?.parameters.some(({ field, examples }) => examples !== undefined || !isPlainParameter(field))) {
    return undefined
  }
  const body = plainBody(route)
  const responses = body && plainResponses(route, form)
  return responses && [...body, ...responses]
}

/** Options that are read when a route is described. The others are right once it is registered, or are read below. */
const DESCRIBED_OPTIONS = ['externalDocs', 'servers', 'callbacks', 'parameters'] as const

function isPlainParameter(field: NonNullable<RouteDefinition['inputs']>['parameters'][number]['field']): boolean {
  const { type } = field
  return isPlainScalar(type.kind === 'array' ? type.items : type) && isPlainField(field)
}

function plainBody(route: RouteDefinition): PlainValue[] | undefined {
  const { options, inputs, method } = route
  if (!('requestBody' in options) && inputs?.body === undefined && options.consumes === undefined) return []
  if (isWithoutBody(method)) return undefined
  const body = new SetupErrors().attempt(() => bodyOf(route))
  if (body === undefined || body.media.size !== 1 || body.examples.size > 0) return undefined
  const [[name, type]] = body.media as unknown as [[string, TypeSchema]]
  if (formatOf(name) !== 'json') return undefined
  return [{ type, direction: 'request', part: 'request body' }]
}

function plainResponses(route: RouteDefinition, form: ErrorForm): PlainValue[] | undefined {
  const values: PlainValue[] = []
  const { responses = {} } = route.options
  if (typeof responses !== 'object' || responses === null || Array.isArray(responses)) return undefined
  for (const [status, option] of Object.entries(responses)) {
    if (statusKeyFault(status) !== undefined || !isPlainResponse(option)) return undefined
    if (isErrorContent(option, form)) {
      values.push({ type: form.type, direction: 'response', part: undefined })
    } else if (option.content !== undefined) {
      return undefined
    } else if ('body' in option && option.body !== null) {
      const type = option.body === undefined ? undefined : typeOf(option.body, `${route.source}, response ${status}`)
      if (type === undefined || type.kind === 'file' || isContentless(Number(status)) || status === '1XX')
        return undefined
      values.push({ type, direction: 'response', part: `response ${status}` })
    }
  }
  return values
}

function typeOf(body: unknown, place: string): TypeSchema | undefined {
  return new SetupErrors().attempt(() => parseType(body, place))
}

function isPlainResponse(option: ResponseOption | undefined): option is ResponseOption {
  return (
    typeof option === 'object' &&
    option !== null &&
    Object.keys(option).every((name) => name === 'description' || name === 'body' || name === 'content') &&
    (option.description === undefined || typeof option.description === 'string')
  )
}
