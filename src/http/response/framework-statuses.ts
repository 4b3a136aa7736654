import type { ParameterPlace } from '../parameter-name.js'
import type { DescribedBody } from '../request-body-options.js'
import type { Middleware, RouteDefinition } from '../route.js'
import type { Security } from '../security.js'
import { isJson } from '../syntax/media-type.js'
import { isNegotiated } from './success.js'

/** The statuses with which the framework itself can respond on a route, before or after its handler. */
export type FrameworkStatus = 400 | 401 | 403 | 404 | 406 | 408 | 413 | 415 | 422 | 429 | 500 | 503

/** The statuses with which the framework itself can respond on this route, in ascending order. */
export function frameworkStatuses(route: RouteDefinition): FrameworkStatus[] {
  const { parameters } = route.pattern
  const readsBody = route.inputs?.body !== undefined || route.options.requestBody !== undefined
  const readsParameters = [parameters, route.inputs?.parameters, route.options.parameters].some((list) => {
    return list !== undefined && list.length > 0
  })
  const statuses: FrameworkStatus[] = []
  if (readsBody || readsParameters) statuses.push(400)
  if (isSecured(route.security)) {
    statuses.push(401)
    if (route.security.flat().some(({ scopes }) => scopes.length > 0)) statuses.push(403)
  }
  // A value that breaks the regular expression of a path parameter leads to no route at all.
  if (parameters.some((parameter) => parameter.regex !== undefined)) statuses.push(404)
  if (isNegotiated(route) && !isNamedByAccept(route)) statuses.push(406)
  // The server has a limit by default; a route that takes it away has none.
  const { requestTimeout } = route.options
  if (requestTimeout === undefined ? readsBody : requestTimeout > 0) statuses.push(408)
  if (readsBody) statuses.push(413, 415)
  if (route.validationStatus === 422 && canBreakRule(route)) statuses.push(422)
  const ofMiddleware = middlewareStatuses(route.allMiddleware ?? route.middleware)
  if (ofMiddleware.has(429)) statuses.push(429)
  statuses.push(500)
  if (route.handlerTimeout !== undefined || route.isLimited === true || ofMiddleware.has(503)) statuses.push(503)
  return statuses
}

/**
 * Whether only requests that accept one of the route's types are for it, as they have no body that could name its version:
 * those that accept none are for another one.
 */
function isNamedByAccept({ method, versionMedia }: RouteDefinition): boolean {
  return method === 'GET' && versionMedia !== undefined && !versionMedia.includes('application/json')
}

/**
 * Whether the framework reads anything from the route's requests that may break a rule. Bytes and whole texts are whatever
 * is sent, and so is a text without rules in the path, or in a header that may be absent; what is malformed is a 400.
 */
function canBreakRule({ inputs, options }: RouteDefinition): boolean {
  const isBodyRead = inputs?.body !== undefined || options.requestBody !== undefined
  if (isBodyRead && (inputs?.body === undefined || !isAnyContent(inputs.body))) return true
  const isAnyText = (place: ParameterPlace, required: boolean) => place === 'path' || (place === 'header' && !required)
  const ofInputs = inputs?.parameters.some(({ in: place, field: { type, required, rules } }) => {
    return type.kind !== 'string' || rules.length > 0 || !isAnyText(place, required)
  })
  if (ofInputs === true || !Array.isArray(options.parameters)) return ofInputs === true
  return options.parameters.some(({ in: place, required, ...option }) => {
    const isPlain =
      Object.keys(option).every((name) => PLAIN.has(name)) && [undefined, String, ''].includes(option.schema)
    return !isPlain || !isAnyText(place, required === true)
  })
}

/** Options of a parameter that are no rules. */
const PLAIN: ReadonlySet<string> = new Set(['name', 'schema', 'description', 'example', 'deprecated'])

function isAnyContent({ media }: DescribedBody): boolean {
  return [...media].every(([essence, { kind }]) => {
    return kind === 'file' || (kind === 'string' && !isJson({ essence, charset: undefined }))
  })
}

/** The statuses with which middleware can respond, as far as it has declared them by {@link withStatuses}. */
export type MiddlewareStatus = 429 | 503

const known = new WeakMap<Middleware, readonly MiddlewareStatus[]>()

/** The same middleware; the document says of each route behind it that it can respond with a problem of these statuses. */
export function withStatuses(middleware: Middleware, statuses: readonly MiddlewareStatus[]): Middleware {
  known.set(middleware, statuses)
  return middleware
}

function middlewareStatuses(middleware: readonly Middleware[]): Set<MiddlewareStatus> {
  return new Set(middleware.flatMap((each) => known.get(each) ?? []))
}

/** Whether a request that shows nothing is rejected. */
function isSecured(security: Security | undefined): security is Security {
  return security !== undefined && security.length > 0 && security.every((required) => required.length > 0)
}
