import { SetupErrors, setupErrorOf } from '../errors.js'
import { extensionsOf, isExtension } from '../extensions.js'
import { OutgoingOperations } from '../http/outgoing-operations.js'
import type { RouteDefinition } from '../http/route.js'
import { callbackRoutes, type OutgoingRoute } from '../http/routing/outgoing-route.js'
import { parseTemplate } from '../http/syntax/runtime-expression.js'
import type { SchemaEmitter } from '../record/json-schema/json-schema.js'
import { parseDocs } from './config-values.js'
import type { Callback, CallbackOperation, Operation, OperationMethod, Response } from './document.js'
import { type ExpressionScope, expressionFault } from './expressions.js'
import { describeParameters } from './parameters.js'
import { checkMethod } from './paths.js'
import { describeRequestBody } from './request-body.js'
import { describeOutgoingResponses } from './responses.js'
import { parseServers } from './servers.js'

const invalid = setupErrorOf('ROUTE_OPTIONS_INVALID')

/** By route, the operations of its callbacks, by the callback's name. */
const known = new WeakMap<RouteDefinition, ReadonlyMap<string, readonly OutgoingRoute[]>>()

/**
 * The operations of a route's callbacks, by name.
 *
 * @throws BootstrapError with everything that is wrong with them
 */
export function callbacksOf(route: RouteDefinition): ReadonlyMap<string, readonly OutgoingRoute[]> {
  const found = known.get(route) ?? readCallbacks(route)
  known.set(route, found)
  return found
}

function readCallbacks({ options, source }: RouteDefinition): ReadonlyMap<string, readonly OutgoingRoute[]> {
  const callbacks: unknown = options.callbacks === undefined ? {} : options.callbacks
  const isObject = typeof callbacks === 'object' && callbacks !== null && !Array.isArray(callbacks)
  if (!isObject) throw invalid('callbacks is not an object', source, 'write callbacks: { onData: dataCallback }')
  const errors = new SetupErrors()
  const read = new Map<string, readonly OutgoingRoute[]>()
  for (const [name, given] of Object.entries(callbacks) as [string, unknown][]) {
    const place = `${source}, callback ${name}`
    const routes = errors.attempt(() => {
      if (!/^[\w.-]+$/.test(name) || isExtension(name)) {
        throw invalid(`no callback can have the name ${JSON.stringify(name)}`, source, 'use letters, digits and . _ -')
      }
      if (given instanceof OutgoingOperations) return given.routes as readonly OutgoingRoute[]
      if (typeof given === 'function') {
        throw invalid('it is a class', place, `write ${name}: defineCallback(${given.name || 'DataCallback'})`)
      }
      if (typeof given !== 'object' || given === null) {
        throw invalid('it is not an object', place, `write ${name}: defineCallback(DataCallback)`)
      }
      return callbackRoutes(given as Parameters<typeof callbackRoutes>[0], place)
    })
    if (routes !== undefined) read.set(name, routes)
  }
  errors.throwIfAny()
  return read
}

/** What callbacks need of the rest of the document. */
export interface CallbackScope {
  readonly schemas: ExpressionScope['schemas']
  /** Whether the whole document requires credentials. */
  readonly isSecured: boolean
}

/**
 * Notes the operationId of an operation of others; an id is unique among all operations (section 4.7.10.1).
 *
 * @param owners by operationId, the declaration that has it
 * @throws SetupError DOCUMENT_CONFLICT for one that another declaration has
 */
export function claimId(owners: Map<string, string>, operationId: string | undefined, place: string): void {
  if (operationId === undefined) return
  const owner = owners.get(operationId)
  if (owner !== undefined) {
    const what = `the operationId ${JSON.stringify(operationId)} is that of ${owner}, too`
    throw setupErrorOf('DOCUMENT_CONFLICT')(what, place, 'change one of them')
  }
  owners.set(operationId, place)
}

/**
 * Describes the callbacks of an operation that is described itself.
 *
 * @throws BootstrapError with everything that is wrong with them
 */
export function describeCallbacks(
  route: RouteDefinition,
  operation: Operation,
  emitter: SchemaEmitter,
  { schemas, isSecured }: CallbackScope
): Record<string, Callback> {
  const errors = new SetupErrors()
  const responses = Object.values(operation.responses).filter((response): response is Response => !('$ref' in response))
  const scope: ExpressionScope = { operation, responses, schemas }
  const saysPublic = isSecured || operation.security !== undefined
  const described = [...callbacksOf(route)].map(([name, routes]) => {
    const callback: Callback = {}
    for (const outgoing of routes) {
      const url = outgoing.url as string
      errors.attempt(() => checkUrl(url, `${route.source}, callback ${name}`, scope))
      const item = callback[url] ?? {}
      callback[url] = item
      const method = outgoing.method.toLowerCase() as OperationMethod
      if (item[method] !== undefined) {
        const what = `it has ${outgoing.method} ${url} twice`
        errors.add(invalid(what, `${route.source}, callback ${name}`, 'change one of them'))
      }
      const described = errors.attempt(() => describeOutgoing(outgoing, emitter, saysPublic))
      if (described !== undefined) item[method] = described
    }
    return [name, callback] as const
  })
  errors.throwIfAny()
  return Object.fromEntries(described)
}

function checkUrl(url: string, place: string, scope: ExpressionScope): void {
  const template = parseTemplate(url)
  const where = `${place}, ${JSON.stringify(url)}`
  if ('wrong' in template) {
    const remedy = 'write $request.query.callbackUrl, $request.body#/url or $response.header.location, in braces'
    throw invalid(`${JSON.stringify(template.wrong)} is not a runtime expression`, where, remedy)
  }
  for (const part of template) {
    if (typeof part === 'string' && /[{}\s]/.test(part)) {
      throw invalid(
        'its URL has something else in braces, or a space',
        where,
        "write '{$request.query.callbackUrl}/data'"
      )
    }
    const fault = typeof part === 'string' ? undefined : expressionFault(part, scope)
    if (fault !== undefined) throw invalid(fault, where, 'point at what the request or the response has')
  }
  if (!/^(?:\{?\$|https?:\/\/)/.test(url)) {
    throw invalid('its URL is not absolute', where, "begin with an expression, or with 'https://'")
  }
}

/**
 * An operation of others as the document describes it: bodies are what the application writes, responses what it reads.
 *
 * @param saysPublic whether it says that it requires no credential: one that says nothing of it requires what the whole
 *   document requires, which is meant for this service
 * @param operationId of one that declares none
 * @throws BootstrapError with everything that is wrong with it
 */
export function describeOutgoing(
  route: OutgoingRoute,
  emitter: SchemaEmitter,
  saysPublic: boolean,
  operationId?: string
): CallbackOperation {
  const { options, source } = route
  const id = options.operationId ?? operationId
  const owner = { place: source, invalid }
  const { externalDocs, servers, parameters, requestBody, responses } = new SetupErrors().resultsOf({
    method: () => checkMethod(route, emitter.version, 'send another method'),
    externalDocs: () => parseDocs(options.externalDocs, 'externalDocs', owner),
    servers: () => parseServers(options.servers, owner),
    parameters: () => describeParameters(route, [], emitter),
    requestBody: () => describeRequestBody(route, emitter, 'response'),
    responses: () => describeOutgoingResponses(route, emitter)
  })
  return {
    ...(options.tags?.length ? { tags: [...new Set(options.tags)] } : {}),
    ...(options.summary === undefined ? {} : { summary: options.summary }),
    ...(options.description === undefined ? {} : { description: options.description }),
    ...(externalDocs === undefined ? {} : { externalDocs }),
    ...(id === undefined ? {} : { operationId: id }),
    ...(options.deprecated ? { deprecated: true } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses,
    ...(servers.length > 0 ? { servers } : {}),
    ...extensionsOf(options),
    ...(saysPublic ? { security: [] } : {})
  }
}
