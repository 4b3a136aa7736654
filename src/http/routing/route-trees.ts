import { RouteTree } from '../path/tree.js'
import type { RegisteredRoute } from './registered-route.js'

/** By their method. */
export type RouteTrees = ReadonlyMap<string, RouteTree<RegisteredRoute>>

/** {@link RouteTrees} that routes are added to. */
export type OpenTrees = Map<string, RouteTree<RegisteredRoute>>

/** Adds a route to the tree of its method. @throws SetupError ROUTE_DUPLICATE, ROUTE_SHADOWED; then nothing is added */
export function insertRoute(trees: OpenTrees, route: RegisteredRoute): void {
  const tree = trees.get(route.method) ?? new RouteTree<RegisteredRoute>(String)
  tree.insert(route.pattern, route)
  trees.set(route.method, tree)
}
