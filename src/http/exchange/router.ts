import type { IncomingMessage, ServerResponse } from 'node:http'
import { SetupErrors } from '../../errors.js'
import type { PatternPolicy } from '../../record/model/pattern-policy.js'
import { compileBodyReader } from '../body/request-body.js'
import type { Logger } from '../logger.js'
import { readParameters } from '../parameters/declared-parameters.js'
import { parameterPlace } from '../parameters/parameter-type.js'
import { checkResponses } from '../response/route-responses.js'
import { type ResponseCheckMode, responseChecksOf } from '../response-checks.js'
import type { RequestHandler, RouteDefinition } from '../route.js'
import { RouteGroup } from '../routing/group.js'
import { bodyOf, checkedBodyOf } from '../routing/route-body.js'
import { inMatchingOrder, matchingRoutes, type RouteMatch } from '../routing/route-matching.js'
import { RouteScope } from '../routing/scope.js'
import { sharedResponses } from '../routing/shared-responses.js'
import { type ReplacedResponses, RouteTable } from '../routing/table.js'
import { checkSecuredParameters } from '../security/guard.js'
import { checkPrincipals } from '../security/principals.js'
import type { Security } from '../security.js'
import { type HttpOptions, type HttpSettings, httpSettings, type InjectFailures } from '../settings.js'
import { compareVersions, type VersioningOptions } from '../versioning.js'
import { type CompiledTable, compileCalls, compileDispatch, compileTable } from './dispatch.js'
import { contextOf } from './request-context.js'
import type { FindCall } from './value-call.js'
import { checkDefaultVersion, checkVersion, type VersionedRoutes } from './version-checks.js'

/**
 * Routes requests of node:http: registration as in `RouteGroup`, and dispatch.
 *
 * Its middleware runs around every response, those without a route included, whatever the order of registration. With
 * the first request, or by `freeze`, everything is compiled, and registering more is an error.
 *
 * A path that exists under other methods gets a 405 with `Allow`, OPTIONS a 204 with `Allow`, HEAD GET's route,
 * a broken percent-encoding 400, and anything else 404.
 *
 * @example http.createServer(router.handler).listen(8080)
 */
export class HttpRouter extends RouteGroup {
  /** The settings that its contexts use. @internal */
  readonly settings: HttpSettings
  readonly #table: RouteTable
  readonly #scope: RouteScope
  #dispatch: RequestHandler | undefined = undefined
  #isSecurityKnown = true
  #compiled: CompiledTable | undefined = undefined
  /** For those who take the handler before the router is frozen. */
  readonly #lateHandler: RequestHandler = (req, res) => this.dispatch(req, res)

  constructor(options: HttpOptions = {}) {
    const settings = httpSettings(options)
    const table = new RouteTable(settings)
    const scope = RouteScope.root()
    scope.security = settings.security
    scope.addResponses(sharedResponses(options.responses, () => 'the option responses'))
    super(table, scope)
    this.#table = table
    this.#scope = scope
    this.settings = settings
    settings.hooks?.register(this)
  }

  /** What the application requires is wrong and reported: then it is not known which principals routes have. @internal */
  withUnknownSecurity(): this {
    this.#isSecurityKnown = false
    return this
  }

  /** All routes, in the order of registration. */
  get routes(): readonly RouteDefinition[] {
    return this.#table.routes
  }

  /** All routes, in the order in which the router tries them. */
  get routesInMatchingOrder(): readonly RouteDefinition[] {
    return inMatchingOrder(this.routes)
  }

  /**
   * The routes, of every version, that take a path with a method, in the order in which the router tries them: the first
   * one handles the request. Empty for a 404 and a 405. For tools: it reads all routes with each call.
   *
   * @param path as in a request: percent-encoded, with or without a query
   *
   * @example router.match('GET', '/items/5')[0]?.params // { id: '5' }
   */
  match(method: string, path: string): readonly RouteMatch[] {
    return matchingRoutes(this.routesInMatchingOrder, method, path)
  }

  /** The versions of the routes: the default first, then from the last to the first; empty where routes have none. */
  get versions(): readonly string[] {
    const first = this.settings.versioning?.default
    const known = this.#table.knownVersions.sort(compareVersions).reverse()
    return first !== undefined && known.includes(first) ? [first, ...known.filter((each) => each !== first)] : known
  }

  /** How requests name the version of a route; undefined where routes have none. */
  get versioning(): VersioningOptions | undefined {
    return this.settings.versioning
  }

  /** The version that the headers of a request name, or the default; undefined where headers choose no routes. */
  versionNamed(header: (name: string) => string | undefined): string | undefined {
    return this.#table.versions?.named(header)
  }

  /** For which requests without a route the application has handlers of its own. @internal */
  get replaced(): ReplacedResponses {
    const scopes = [this.#scope, ...this.#table.scopes]
    return {
      notFound: scopes.some(({ notFound }) => notFound !== undefined),
      methodNotAllowed: scopes.some(({ methodNotAllowed }) => methodNotAllowed !== undefined)
    }
  }

  /** Where the router and its hooks log. */
  get logger(): Logger {
    return this.settings.logger
  }

  /** What requests must show on routes that say nothing else. */
  get security(): Security {
    return this.#scope.effectiveSecurity
  }

  /**
   * Responds to a request; bound, so it can be passed on: to `http.createServer`, Express's `use`, or middie. Of a frozen
   * router it is the compiled dispatch itself.
   */
  get handler(): RequestHandler {
    return this.#dispatch ?? this.#lateHandler
  }

  /** Finds the routes that take requests without a context; undefined before the router is frozen. @internal */
  get findCall(): FindCall | undefined {
    return this.#dispatch && this.#compiled && compileCalls(this.#table, this.#compiled, this.settings)
  }

  /** Responds to a request. Never throws, and leaves no promise that could reject. */
  dispatch(req: IncomingMessage, res: ServerResponse): void {
    this.#dispatch ??= this.#compileLate()
    this.#dispatch(req, res)
  }

  /**
   * Compiles everything; from now on nothing can be registered. The first request does it otherwise.
   * @throws BootstrapError with every response whose type is not properly declared, and every parameter that a security
   * scheme reads as well, every principal that a route does not have, and every pattern that a client could make take long; the router is frozen only without
   */
  freeze(): void {
    if (this.#dispatch !== undefined) return
    const errors = new SetupErrors()
    const versioned = this.#versioned()
    for (const route of this.#table.routes) {
      if (route.security.length > 0) errors.attempt(() => checkSecuredParameters(route))
      if (versioned !== undefined) checkVersion(route, versioned, errors)
      if (this.#isSecurityKnown && (route.inputs?.principals ?? []).length > 0) {
        errors.attempt(() => checkPrincipals(route, this.settings.securitySchemes))
      }
      errors.attempt(() => checkResponses(route, this.settings))
      checkPatterns(route, this.settings.patterns, errors)
      checkBody(route, this.settings, errors)
    }
    if (versioned !== undefined) errors.attempt(() => checkDefaultVersion(versioned))
    this.settings.hooks?.checkRoutes(this, errors)
    errors.throwIfAny()
    for (const pattern of this.settings.patterns.unused) {
      this.settings.logger.warn(
        { pattern },
        'trustedPatterns names a pattern that no field of a route has: remove it, or write it as the field does'
      )
    }
    this.#dispatch = this.#compile(this.settings)
  }

  #versioned(): VersionedRoutes | undefined {
    const { versioning } = this.settings
    return versioning && { versioning, routes: this.#table.routes, known: this.#table.knownVersions }
  }

  /** The same service with other checks: a handler like `handler`. Freezes the router. @internal */
  handlerWith(mode: ResponseCheckMode, failures: InjectFailures): RequestHandler {
    this.freeze()
    const responseChecks = responseChecksOf({ mode })
    return this.#compile({ ...this.settings, responseChecks, failures })
  }

  /** The router was not frozen, and now it is too late to reject anything: the routes that are right shall work. */
  #compileLate(): RequestHandler {
    this.prepareLate()
    try {
      this.freeze()
    } catch (error) {
      this.settings.logger.error({ err: error }, 'Some routes are not properly declared')
    }
    return this.#dispatch ?? this.#compile(this.settings)
  }

  /** Comes before the late freeze, for what may fail without the routes. @internal */
  protected prepareLate(): void {}

  /** The routes are compiled once: what differs between handlers is in the context of each request. */
  #compile(settings: HttpSettings): RequestHandler {
    this.#table.freeze()
    this.#compiled ??= compileTable(this.#table, this.#scope, this.settings)
    return compileDispatch(this.#table, this.#compiled, settings)
  }

  /**
   * A path parameter of a request that this router handles, percent-decoded. Asking for one that the route's path does
   * not have is a programming error.
   */
  urlParam(req: IncomingMessage, name: string): string {
    const ctx = contextOf(req)
    if (ctx === undefined)
      throw new Error(`The request did not come through a router, so it has no parameter "${name}"`)
    return ctx.urlParam(name)
  }
}

/** Checks the patterns that the body and the parameters of a route are held against; keeps a PATTERN_UNSAFE for each. */
function checkPatterns(route: RouteDefinition, patterns: PatternPolicy, errors: SetupErrors): void {
  const body = errors.attempt(() => bodyOf(route))
  for (const type of new Set(body?.media.values())) errors.attempt(() => patterns.checkType(type))
  for (const { in: place, field } of errors.attempt(() => readParameters(route)) ?? []) {
    errors.attempt(() => patterns.checkParameter(field, parameterPlace(place, field.name, route.source)))
  }
}

/** Checks that the records of a body in the router's own form can be bound, which is compiled for good at the first request. */
function checkBody(route: RouteDefinition, { unknownFields }: HttpSettings, errors: SetupErrors): void {
  errors.attempt(() => {
    const body = checkedBodyOf(route)
    if (body !== undefined) compileBodyReader(body, unknownFields)
  })
}
