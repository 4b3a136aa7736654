import { SetupError } from '../../errors.js'
import { METHODS, type Method } from '../operation-options.js'
import { RouteTree } from '../path/tree.js'
import { type RouteDeclaration } from '../route.js'
import { parseSecurity, type Security } from '../security.js'
import { RegisteredRoute, type RouteSettings } from './registered-route.js'
import type { RouteScope } from './scope.js'

/** For which requests without a route the router, or a group, has a handler of the application. */
export interface ReplacedResponses {
  readonly notFound: boolean
  readonly methodNotAllowed: boolean
}

/** All routes of a router: one tree a method. */
export class RouteTable {
  /** In the order of registration. */
  readonly routes: RegisteredRoute[] = []
  /** Those of the groups, in the order in which they were made. */
  readonly scopes: RouteScope[] = []
  /** By their method. */
  readonly trees = new Map<string, RouteTree<RegisteredRoute>>()
  readonly #settings: RouteSettings
  #isFrozen = false

  constructor(settings: RouteSettings) {
    this.#settings = settings
  }

  /** Adds a route; what is rejected with a {@link SetupError} leaves no trace. */
  add(declaration: RouteDeclaration, scope: RouteScope): void {
    const route = new RegisteredRoute(declaration, scope, this.#settings)
    if (this.#isFrozen) this.assertOpen(String(route))
    const tree = this.trees.get(route.method) ?? new RouteTree<RegisteredRoute>(String)
    tree.insert(route.pattern, route)
    this.trees.set(route.method, tree)
    this.routes.push(route)
  }

  /** Reads the `security` of a group. */
  parseSecurity(given: unknown, place: () => string): Security {
    return parseSecurity(given, this.#settings.securitySchemes, place)
  }

  /** The routes that take a path, one a method, in the order of {@link METHODS}. */
  findAll(path: string): RegisteredRoute[] {
    const found: RegisteredRoute[] = []
    for (const method of METHODS) {
      const match = this.trees.get(method)?.find(path)
      if (match !== undefined) found.push(match.value)
    }
    return found
  }

  /** The methods that any route is registered for. */
  get methods(): Method[] {
    return METHODS.filter((method) => this.trees.has(method))
  }

  get isFrozen(): boolean {
    return this.#isFrozen
  }

  freeze(): void {
    this.#isFrozen = true
    for (const route of this.routes) route.settle()
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
