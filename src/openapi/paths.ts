import { SetupError, type SetupErrors } from '../errors.js'
import type { RouteDefinition } from '../http/route.js'

/** A path of the document: routes of different methods whose paths OpenAPI takes for one. */
export interface DocumentPath {
  /** The path template, with the parameter names of the first route. */
  readonly template: string
  /** The names of its parameters, in the path's order. */
  readonly names: readonly string[]
  /** In the order of registration, one a method. */
  readonly routes: readonly RouteDefinition[]
}

/**
 * Gathers routes into the paths of a document. Templates that differ only in their parameters' names are one path
 * (OpenAPI 3.0.3, section 4.7.8.2), called by the names that came first.
 *
 * `errors` keeps a DOCUMENT_CONFLICT for each route that finds its method taken: the router tells the two apart by
 * the parameters' regular expressions, the document cannot.
 */
export function gatherPaths(routes: readonly RouteDefinition[], errors: SetupErrors): DocumentPath[] {
  const paths = new Map<string, { template: string; names: readonly string[]; routes: RouteDefinition[] }>()
  for (const route of routes) {
    const { template, parameters } = route.pattern
    const shape = template.replace(/\{[^{}]*\}/g, '{}')
    const path = paths.get(shape)
    const rival = path?.routes.find((other) => other.method === route.method)
    if (path === undefined) paths.set(shape, { template, names: parameters.map(({ name }) => name), routes: [route] })
    else if (rival === undefined) path.routes.push(route)
    else errors.attempt(() => refuseConflict(rival, route))
  }
  return [...paths.values()]
}

function refuseConflict(first: RouteDefinition, second: RouteDefinition): never {
  throw new SetupError(
    'DOCUMENT_CONFLICT',
    `${first.method} ${first.path} and ${second.method} ${second.path} are one operation to OpenAPI`,
    `declared by ${first.source} and by ${second.source}`,
    'change one path, or leave one out of the document with hidden: true'
  )
}
