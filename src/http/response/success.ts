import type { MatchedRoute } from '../context.js'
import { hasErrorContent } from '../error-form.js'
import type { ResponseOption } from '../operation-options.js'
import type { ContextHandler, RouteDefinition } from '../route.js'
import { rangeOf } from '../syntax/by-status.js'
import { responseContent } from './content-types.js'

/** The status of a route's response where its handler names none. */
export interface Success {
  /** For a returned value: the one success status that the route documents with a body, else 200. */
  readonly withBody: number
  /** For a handler that returned nothing; undefined where every documented success promises a body. */
  readonly withoutBody: number | undefined
}

/** The options of a response that promise a body. */
const BODIES = ['body', 'contentType', 'content', 'events', 'lines'] as const

/** Of a response without a route. */
export const UNDOCUMENTED: Success = { withBody: 200, withoutBody: 204 }

/** The route's success statuses, read from its documented responses once. */
export const successOf = oncePerRoute(UNDOCUMENTED, readSuccess)

function readSuccess(route: MatchedRoute): Success {
  // One that is undefined or null is reported where it is compiled.
  const declared: Record<string, ResponseOption | undefined> = route.options.responses ?? {}
  const promisesBody = (response: ResponseOption | undefined) =>
    BODIES.some((name) => (response?.[name] ?? undefined) !== undefined)
  const successes = Object.entries(declared).filter(([status]) => /^2\d\d$/.test(status))
  const full = successes.filter(([, response]) => promisesBody(response)).map(([status]) => Number(status))
  const empty = successes.filter(([, response]) => !promisesBody(response)).map(([status]) => Number(status))
  // The range of them all: what it promises is sent with the usual statuses.
  const all = declared['2XX']
  const isRangeFull = all !== undefined && promisesBody(all)
  const isRangeEmpty = all !== undefined && !isRangeFull
  const withoutContent = isRangeFull || full.length > 0 ? undefined : only(empty.filter((status) => status !== 204))
  const isOpen = successes.length === 0 && all === undefined
  return {
    withBody: only(full) ?? withoutContent ?? 200,
    withoutBody: isOpen || empty.includes(204) ? 204 : (empty[0] ?? (isRangeEmpty ? 204 : undefined))
  }
}

function only(statuses: readonly number[]): number | undefined {
  return statuses.length === 1 ? statuses[0] : undefined
}

const JSON_ALONE: readonly string[] = ['application/json']

/** The media types that a route documents for its success, best first; JSON where it documents none. */
export const negotiableTypes = oncePerRoute(JSON_ALONE, readTypes)

/**
 * The handler of a route; where the client can choose among several media types, one that is not called when none of them
 * is acceptable.
 */
export function negotiatingHandler(route: RouteDefinition, handler: ContextHandler): ContextHandler {
  if (!isNegotiated(route)) return handler
  return (ctx) => {
    ctx.accepts()
    return handler(ctx)
  }
}

/** Whether a client may accept none of the types: of several, or of one that names a version. */
export function isNegotiated(route: RouteDefinition): boolean {
  const types = negotiableTypes(route)
  return types.length > 1 || types.some((type) => route.versionMedia?.includes(type))
}

function readTypes(route: MatchedRoute): readonly string[] {
  const response = successResponse(route.options.responses ?? {}, successOf(route).withBody)
  if (response === undefined) return JSON_ALONE
  try {
    const content = responseContent(response, route.source)
    return content === undefined ? JSON_ALONE : [...content.keys()]
  } catch {
    // What is wrong with a response is reported where it is compiled.
    return JSON_ALONE
  }
}

/**
 * The declaration of a success: that of its status, else of `2XX`, else `default`, unless that has the body of every error of
 * the application.
 */
function successResponse(
  responses: Readonly<Record<string, ResponseOption>>,
  status: number
): ResponseOption | undefined {
  const declared = responses[status] ?? responses[rangeOf(status)]
  if (declared !== undefined) return declared
  const rest: ResponseOption | null | undefined = responses.default
  // One that is null is reported where it is compiled.
  return rest && hasErrorContent(rest) ? undefined : rest
}

/** Reads something of each route at the first call, and keeps it; `otherwise` where no route matched. */
function oncePerRoute<T>(otherwise: T, read: (route: MatchedRoute) => T): (route: MatchedRoute | undefined) => T {
  const known = new WeakMap<MatchedRoute, { readonly value: T }>()
  return (route) => {
    if (route === undefined) return otherwise
    let found = known.get(route)
    if (found === undefined) {
      found = { value: read(route) }
      known.set(route, found)
    }
    return found.value
  }
}
