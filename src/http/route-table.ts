import { SetupError } from '../errors.js'
import { RegisteredRoute, type RouteDeclaration } from './registered-route.js'
import { METHODS, type Method } from './route.js'
import type { RouteScope } from './route-scope.js'
import { type Match, RouteTree } from './route-tree.js'

/** All routes of a router: one tree a method. */
export class RouteTable {
  /** In the order of registration. */
  readonly routes: RegisteredRoute[] = []
  /** Those of the groups, in the order in which they were made. */
  readonly scopes: RouteScope[] = []
  readonly #trees = new Map<string, RouteTree<RegisteredRoute>>()
  readonly #handlerTimeout: number | undefined
  #isFrozen = false

  /** `handlerTimeout` is for the routes that have none of their own. */
  constructor(handlerTimeout?: number) {
    this.#handlerTimeout = handlerTimeout
  }

  /** Adds a route; what is refused with a {@link SetupError} leaves no trace. */
  add(declaration: RouteDeclaration, scope: RouteScope): void {
    const route = new RegisteredRoute(declaration, scope, this.#handlerTimeout)
    if (this.#isFrozen) this.assertOpen(String(route))
    const tree = this.#trees.get(route.method) ?? new RouteTree<RegisteredRoute>(String)
    tree.insert(route.pattern, route)
    this.#trees.set(route.method, tree)
    this.routes.push(route)
  }

  /** The route of this method that takes a decoded path; HEAD is taken by GET's where none is registered for it. */
  find(method: string, path: string): Match<RegisteredRoute> | undefined {
    const match = this.#trees.get(method)?.find(path)
    return match === undefined && method === 'HEAD' ? this.#trees.get('GET')?.find(path) : match
  }

  /** The routes that take a path, one a method, in the order of {@link METHODS}. */
  findAll(path: string): RegisteredRoute[] {
    return METHODS.flatMap((method) => this.#trees.get(method)?.find(path)?.value ?? [])
  }

  /** The methods that any route is registered for. */
  get methods(): Method[] {
    return METHODS.filter((method) => this.#trees.has(method))
  }

  get isFrozen(): boolean {
    return this.#isFrozen
  }

  freeze(): void {
    this.#isFrozen = true
  }

  /** Throws a {@link SetupError} (`ROUTER_FROZEN`) once the table is frozen. */
  assertOpen(place: string): void {
    if (!this.#isFrozen) return
    throw new SetupError(
      'ROUTER_FROZEN',
      'the router is in use already',
      place,
      'register everything before the first request'
    )
  }
}
