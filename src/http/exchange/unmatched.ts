import { BadRequest, type HttpError, MethodNotAllowed, NotFound } from '../../errors.js'
import type { Context } from '../context.js'
import { METHODS } from '../operation-options.js'
import { regexShape } from '../path/node.js'
import { type PathPattern, parsePathPattern, type Segment } from '../path/pattern.js'
import { RouteTree } from '../path/tree.js'
import { PreparedError } from '../response/prepared-error.js'
import type { ContextHandler } from '../route.js'
import type { RegisteredRoute } from '../routing/registered-route.js'
import type { RouteTrees } from '../routing/route-trees.js'
import type { RouteScope } from '../routing/scope.js'
import type { RouteTable } from '../routing/table.js'
import { type Chain, composeMiddleware } from './middleware-chain.js'

/** A response without a route, and the middleware around it. */
export interface Fallback {
  /** Undefined where there is no middleware. */
  readonly chain: Chain | undefined
  readonly handler: ContextHandler
}

/** The responses without a route in one place: each is made once, whatever paths clients try. */
class Place {
  readonly chain: Chain | undefined
  readonly notFound: Fallback
  readonly malformed: Fallback
  /** By what is allowed, for as many sets of methods as the routes have. */
  readonly #options = new Map<string, Fallback>()
  readonly #notAllowed = new Map<string, Fallback>()
  /** Innermost first, the router's last. */
  readonly #scopes: readonly RouteScope[]

  /** Scopes given outermost first; middleware that two of them share runs once. */
  constructor(scopes: readonly RouteScope[]) {
    const middleware = new Set(scopes.flatMap((scope) => scope.middleware))
    this.chain = middleware.size === 0 ? undefined : composeMiddleware([...middleware])
    this.#scopes = [...scopes].reverse()
    this.notFound = { chain: this.chain, handler: notFound(this.#scopes) }
    this.malformed = { chain: this.chain, handler: rejectTarget }
  }

  /** The response to OPTIONS. */
  options(allow: string): Fallback {
    return keptIn(this.#options, allow, () => ({ chain: this.chain, handler: allowing(allow) }))
  }

  methodNotAllowed(allow: string): Fallback {
    return keptIn(this.#notAllowed, allow, () => ({
      chain: this.chain,
      handler: methodNotAllowed(this.#scopes, allow)
    }))
  }
}

/**
 * The responses without a route: 400, 404, 405 and OPTIONS. Made when the router is frozen.
 *
 * Where the path has routes under other methods, the middleware around those routes runs (without the routes' own), so that
 * a preflight runs the CORS middleware of the group that it is about. Elsewhere those of every group run whose
 * prefix the path lies in, of the most specific prefix where a literal one and one with parameters compete. A group
 * without a prefix has no paths of its own, so it does not count for paths without a route.
 */
export class Fallbacks {
  readonly #table: RouteTable
  readonly #root: Place
  readonly #byScope = new Map<RouteScope, Place>()
  readonly #byPrefix = new RouteTree<Place>(() => 'a prefix')
  readonly #hasPrefixes: boolean
  /** `Allow` by the methods that the routes of a path have, a bit each in the order of {@link METHODS}. */
  readonly #allows = new Map<number, string>()

  constructor(table: RouteTable, root: RouteScope) {
    this.#table = table
    this.#root = new Place([root])
    this.#byScope.set(root, this.#root)
    for (const scope of table.scopes) this.#byScope.set(scope, new Place([root, ...scope.lineage()]))
    const around = prefixes(table.scopes, table.versionSegments)
    this.#hasPrefixes = around.length > 0
    for (const { pattern, scopes } of around) this.#place(pattern, new Place([root, ...scopes]))
  }

  /** The response to what is not a request target. No middleware runs: it could fail to parse the URL, or read another path. */
  readonly noTarget: Fallback = { chain: undefined, handler: rejectTarget }

  /** The response to a request whose path cannot be decoded. */
  get malformed(): Fallback {
    return this.#root.malformed
  }

  /**
   * The response to a decoded path that matches no route under the request's method.
   * @param trees the routes among which none was found, where a version chooses
   */
  find(ctx: Context, trees?: RouteTrees): Fallback {
    const { method, path } = ctx
    if (path === '*') {
      return method === 'OPTIONS' ? this.#root.options(allowOf(this.#table.methods)) : this.#root.malformed
    }
    const routes = this.#table.findAll(path, trees)
    if (routes.length === 0) {
      const place = this.#hasPrefixes ? this.#byPrefix.find(path)?.value : undefined
      return (place ?? this.#root).notFound
    }
    const place = this.#byScope.get(preflighted(ctx, routes).scope) ?? this.#root
    const allow = this.#allowOf(routes)
    return method === 'OPTIONS' ? place.options(allow) : place.methodNotAllowed(allow)
  }

  #allowOf(routes: readonly RegisteredRoute[]): string {
    let methods = 0
    for (const route of routes) methods |= 1 << METHODS.indexOf(route.method)
    return keptIn(this.#allows, methods, () => allowOf(routes.map((route) => route.method)))
  }

  /** The prefix itself, with a slash, and with anything below it. */
  #place(pattern: PathPattern, value: Place): void {
    const ends: Segment[][] = [[], [{ kind: 'literal', text: '' }], [{ kind: 'rest', name: 'rest' }]]
    for (const end of ends) {
      const segments = [...pattern.segments, ...end]
      const parameters = end[0]?.kind === 'rest' ? [...pattern.parameters, REST] : pattern.parameters
      try {
        this.#byPrefix.insert({ ...pattern, segments, parameters }, value)
      } catch {
        // Another prefix always comes first: "/{a}" beside "/{b:.+}".
      }
    }
  }
}

const REST = { name: 'rest', regex: undefined, rest: true }

/** The route that a preflight is about, else any one of them. */
function preflighted(ctx: Context, routes: readonly RegisteredRoute[]): RegisteredRoute {
  const first = routes[0] as RegisteredRoute
  if (routes.length === 1) return first
  const method = ctx.requestHeader('access-control-request-method')
  return routes.find((route) => route.method === method) ?? first
}

/** What a map has of the key, made when it is first needed. */
function keptIn<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const kept = map.get(key)
  if (kept !== undefined) return kept
  const made = make()
  map.set(key, made)
  return made
}

/** Each prefix once, with the scopes of all groups around a path below it, outermost first. */
function prefixes(
  scopes: readonly RouteScope[],
  versions: readonly string[]
): { pattern: PathPattern; scopes: RouteScope[] }[] {
  const byShape = new Map<string, { pattern: PathPattern; scopes: RouteScope[] }>()
  for (const scope of scopes) {
    if (scope.pattern === undefined) continue
    const versioned = versions.map((version) => parsePathPattern(scope.versionedPrefix(version), ''))
    for (const pattern of [scope.pattern, ...versioned]) {
      const shape = shapesOf(pattern).at(-1) as string
      const same = byShape.get(shape)
      if (same === undefined) byShape.set(shape, { pattern, scopes: [scope] })
      else same.scopes.push(scope)
    }
  }
  return [...byShape.values()].map(({ pattern }) => {
    const around = shapesOf(pattern).flatMap((shape) => byShape.get(shape)?.scopes ?? [])
    return { pattern, scopes: [...new Set(around.flatMap((scope) => scope.lineage()))] }
  })
}

/** Of `/a/{b}`: a key for `/a` and one for `/a/{b}`, the same for every name of the parameter. */
function shapesOf(pattern: PathPattern): string[] {
  let shape = ''
  return pattern.segments.map((segment) => {
    const kind =
      segment.kind === 'literal' ? segment.text : segment.kind === 'regex' ? regexShape(segment.source).key : ''
    shape += `${segment.kind} ${JSON.stringify(kind)} `
    return shape
  })
}

/** `Allow` of RFC 9110 section 10.2.1. */
function allowOf(methods: readonly string[]): string {
  const allowed = new Set<string>()
  for (const method of methods) {
    allowed.add(method)
    if (method === 'GET') allowed.add('HEAD')
  }
  return [...allowed.add('OPTIONS')].join(', ')
}

const rejectTarget = returning(() => new BadRequest('The target of the request is malformed'))

/** A handler of an error that is the same for every request. */
function returning(make: () => HttpError): ContextHandler {
  const prepared = new PreparedError(make)
  return () => prepared
}

function allowing(allow: string): ContextHandler {
  return (ctx) => {
    ctx.header('allow', allow)
    ctx.noContent()
  }
}

function notFound(scopes: readonly RouteScope[]): ContextHandler {
  const handler = scopes.find((scope) => scope.notFound !== undefined)?.notFound
  if (handler === undefined) return returning(() => new NotFound())
  return (ctx) => {
    ctx.status(404)
    return handler(ctx)
  }
}

function methodNotAllowed(scopes: readonly RouteScope[], allow: string): ContextHandler {
  const handler = scopes.find((scope) => scope.methodNotAllowed !== undefined)?.methodNotAllowed
  if (handler === undefined) return returning(() => new MethodNotAllowed(undefined, { headers: { allow } }))
  return (ctx) => {
    ctx.header('allow', allow)
    ctx.status(405)
    return handler(ctx)
  }
}
