import { SetupError } from '../../errors.js'
import { METHODS, type Method } from '../operation-options.js'
import { type RouteDeclaration } from '../route.js'
import { parseSecurity, type Security } from '../security.js'
import { parseVersions } from '../versioning.js'
import { RegisteredRoute, type RouteSettings } from './registered-route.js'
import { RouteTrees } from './route-trees.js'
import { type RouteVersions, routeVersions, versionedDeclaration } from './route-versions.js'
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
  /** By their method; those of all versions alone, where a header of the request chooses. */
  readonly trees = new RouteTrees()
  /** Where a header of the request chooses among the routes. */
  readonly versions: RouteVersions | undefined
  readonly #settings: RouteSettings
  #isFrozen = false

  constructor(settings: RouteSettings) {
    this.#settings = settings
    const { versioning } = settings
    this.versions = versioning && routeVersions(versioning)
  }

  /** Adds a route; what is rejected with a {@link SetupError} leaves no trace. */
  add(declaration: RouteDeclaration, scope: RouteScope): void {
    const { versioning } = this.#settings
    const place = () => placeOf(declaration)
    const given = declaration.options?.version
    const versions = given === undefined ? undefined : parseVersions(given, versioning, place)
    if (versions === undefined || versioning === undefined) {
      this.#insert(new RegisteredRoute(declaration, scope, this.#settings))
      return
    }
    for (const version of versions) {
      const declared = versionedDeclaration(declaration, version, versioning, () => this.knownVersions, place)
      const others = () => this.knownVersions.filter((each) => each !== version)
      const header =
        versioning.by === 'header' ? { name: versioning.name, others, default: versioning.default } : undefined
      this.#insert(new RegisteredRoute(declared, scope, this.#settings, { version, header }))
    }
  }

  #insert(route: RegisteredRoute): void {
    this.assertOpen(() => String(route))
    this.versions?.add(route)
    if (this.versions === undefined || route.version === undefined) this.trees.insert(route)
    this.routes.push(route)
  }

  /** The segments of paths that name a version: `/v1`. */
  get versionSegments(): string[] {
    const { versioning } = this.#settings
    return versioning?.by === 'path' ? this.knownVersions.map((version) => `/${versioning.prefix}${version}`) : []
  }

  /** The versions that routes have, in the order of their registration. */
  get knownVersions(): string[] {
    return [...new Set(this.routes.flatMap(({ version }) => version ?? []))]
  }

  /** Reads the `security` of a group. */
  parseSecurity(given: unknown, place: () => string): Security {
    return parseSecurity(given, this.#settings.securitySchemes, place)
  }

  /** The routes that take a path, one a method, in the order of {@link METHODS}. */
  findAll(path: string, trees: RouteTrees = this.trees): RegisteredRoute[] {
    const found: RegisteredRoute[] = []
    for (const method of METHODS) {
      const match = trees.get(method)?.find(path)
      if (match !== undefined) found.push(match.value)
    }
    return found
  }

  /** The methods that any route is registered for. */
  get methods(): Method[] {
    return METHODS.filter((method) => this.routes.some((route) => route.method === method))
  }

  freeze(): void {
    this.#isFrozen = true
    for (const route of this.routes) route.settle()
  }

  /** Throws a {@link SetupError} (`ROUTER_FROZEN`) once the table is frozen. */
  assertOpen(place: () => string): void {
    if (!this.#isFrozen) return
    throw new SetupError(
      'ROUTER_FROZEN',
      'the router is in use already',
      place(),
      'register everything before the first request'
    )
  }
}

function placeOf({ method, path, source }: RouteDeclaration): string {
  return `${method} ${path} (${typeof source === 'function' ? source() : source})`
}
