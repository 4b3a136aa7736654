import type { RouteDefinition } from '../route.js'
import { isSecured } from '../security.js'
import { negotiableTypes } from './negotiation.js'
import { layerStatuses } from './refusing-layers.js'

/** The statuses that the framework itself can answer on a route, before or after its handler. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 406 | 408 | 413 | 415 | 429 | 500 | 503

/** The statuses that the framework itself can answer on this route, in ascending order. */
export function refusalStatuses(route: RouteDefinition): RefusalStatus[] {
  const { parameters } = route.pattern
  const readsBody = route.inputs?.body !== undefined || route.options.requestBody !== undefined
  const readsParameters = parameters.length > 0 || (route.inputs?.parameters.length ?? 0) > 0
  const statuses: RefusalStatus[] = []
  if (readsBody || readsParameters) statuses.push(400)
  if (isSecured(route.security)) {
    statuses.push(401)
    if (route.security.flat().some(({ scopes }) => scopes.length > 0)) statuses.push(403)
  }
  // A value that breaks the regular expression of a path parameter leads to no route at all.
  if (parameters.some((parameter) => parameter.regex !== undefined)) statuses.push(404)
  if (negotiableTypes(route).length > 1) statuses.push(406)
  // The server has a limit by default; a route that takes it away has none.
  const { requestTimeout } = route.options
  if (requestTimeout === undefined ? readsBody : requestTimeout > 0) statuses.push(408)
  if (readsBody) statuses.push(413, 415)
  const layers = layerStatuses(route.layers ?? route.middleware)
  if (layers.has(429)) statuses.push(429)
  statuses.push(500)
  if (route.handlerTimeout !== undefined || route.isLimited === true || layers.has(503)) statuses.push(503)
  return statuses
}
