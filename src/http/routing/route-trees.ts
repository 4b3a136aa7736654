import { RouteTree } from '../path/tree.js'
import type { RegisteredRoute } from './registered-route.js'

type Tree = RouteTree<RegisteredRoute>

/** The routes of an application or of one of its versions: a tree of paths for each method. */
export class RouteTrees {
  /** Most requests have one of two methods, whose trees are found without the hash of a text: a hundredth of a short request. */
  ofGet: Tree | undefined = undefined
  ofPost: Tree | undefined = undefined
  readonly #others = new Map<string, Tree>()

  /** The tree of a method; undefined where no route has it. */
  get(method: string): Tree | undefined {
    if (method === 'GET') return this.ofGet
    return method === 'POST' ? this.ofPost : this.#others.get(method)
  }

  /** Adds a route to the tree of its method. @throws SetupError ROUTE_DUPLICATE, ROUTE_SHADOWED; then nothing is added */
  insert(route: RegisteredRoute): void {
    const { method } = route
    const tree = this.get(method) ?? new RouteTree<RegisteredRoute>(String)
    tree.insert(route.pattern, route)
    if (method === 'GET') this.ofGet = tree
    else if (method === 'POST') this.ofPost = tree
    else this.#others.set(method, tree)
  }
}
