import { RouteTree } from '../path/tree.js'
import type { RegisteredRoute } from './registered-route.js'

/** The routes of an application or of one of its versions: a tree of paths for each method. */
export class RouteTrees {
  /** Most requests have one of these two: they are found without the hash of a text, a hundredth of a short request. */
  #get: RouteTree<RegisteredRoute> | undefined = undefined
  #post: RouteTree<RegisteredRoute> | undefined = undefined
  readonly #others = new Map<string, RouteTree<RegisteredRoute>>()

  /** The tree of a method; undefined where no route has it. */
  get(method: string): RouteTree<RegisteredRoute> | undefined {
    if (method === 'GET') return this.#get
    return method === 'POST' ? this.#post : this.#others.get(method)
  }

  /** Adds a route to the tree of its method. @throws SetupError ROUTE_DUPLICATE, ROUTE_SHADOWED; then nothing is added */
  insert(route: RegisteredRoute): void {
    const { method } = route
    const tree = this.get(method) ?? new RouteTree<RegisteredRoute>(String)
    tree.insert(route.pattern, route)
    if (method === 'GET') this.#get = tree
    else if (method === 'POST') this.#post = tree
    else this.#others.set(method, tree)
  }
}
