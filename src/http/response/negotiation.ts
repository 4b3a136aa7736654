import type { MatchedRoute } from '../context.js'
import type { ContextHandler, RouteDefinition } from '../route.js'
import { responseContent } from './content-types.js'
import { successOf } from './success-status.js'

const JSON_ALONE: readonly string[] = ['application/json']

const known = new WeakMap<MatchedRoute, readonly string[]>()

/** The media types that a route documents for its success, best first; JSON where it documents none. */
export function negotiableTypes(route: MatchedRoute | undefined): readonly string[] {
  if (route === undefined) return JSON_ALONE
  let types = known.get(route)
  if (types === undefined) {
    types = readTypes(route)
    known.set(route, types)
  }
  return types
}

/**
 * The route's handler; where the client can choose among several media types, one that is not called when none of them
 * is acceptable.
 */
export function negotiatingHandler(route: RouteDefinition): ContextHandler {
  const { handler } = route
  if (negotiableTypes(route).length < 2) return handler
  return (ctx) => {
    ctx.accepts()
    return handler(ctx)
  }
}

function readTypes(route: MatchedRoute): readonly string[] {
  const response = route.options.responses?.[successOf(route).withBody]
  if (response === undefined) return JSON_ALONE
  try {
    const content = responseContent(response, route.source)
    return content === undefined ? JSON_ALONE : [...content.keys()]
  } catch {
    // What is wrong with a response is reported where it is compiled.
    return JSON_ALONE
  }
}
