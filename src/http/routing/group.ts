import { inspect } from 'node:util'
import { SetupError } from '../../errors.js'
import type { ContextHandler, Method, Middleware, NodeHandler, RouteOptions } from '../route.js'
import type { SecurityRequirement } from '../security.js'
import { type ConnectMiddleware, connect } from './connect.js'
import type { RouteDeclaration } from './registered-route.js'
import { assertMiddleware, isMiddleware, RouteScope } from './scope.js'
import { captureSource } from './source.js'
import { type StaticOptions, staticRoutes } from './static-files.js'
import type { RouteTable } from './table.js'

/**
 * Registers routes below a prefix and gives them middleware. A router is one itself, with an empty prefix.
 *
 * `get`, `post` and so on take standard Node handlers, `getFunc`, `postFunc` and so on handlers of the context.
 * All of them throw a {@link SetupError} for a malformed path, a wrong handler, a duplicate or hidden route, and after
 * the first request. Paths stand below the prefix; in a group with a prefix, `''` and `/` stand for the prefix itself.
 */
export class RouteGroup {
  readonly #table: RouteTable
  readonly #scope: RouteScope

  /** Made by `router.group` and `router.subrouter`. */
  constructor(table: RouteTable, scope: RouteScope) {
    this.#table = table
    this.#scope = scope
  }

  get(path: string, handler: NodeHandler, options?: RouteOptions): this {
    return this.#node('GET', path, handler, options, this.get)
  }

  post(path: string, handler: NodeHandler, options?: RouteOptions): this {
    return this.#node('POST', path, handler, options, this.post)
  }

  put(path: string, handler: NodeHandler, options?: RouteOptions): this {
    return this.#node('PUT', path, handler, options, this.put)
  }

  patch(path: string, handler: NodeHandler, options?: RouteOptions): this {
    return this.#node('PATCH', path, handler, options, this.patch)
  }

  delete(path: string, handler: NodeHandler, options?: RouteOptions): this {
    return this.#node('DELETE', path, handler, options, this.delete)
  }

  /** Without it, HEAD is answered by GET's route, whose body is not sent. */
  head(path: string, handler: NodeHandler, options?: RouteOptions): this {
    return this.#node('HEAD', path, handler, options, this.head)
  }

  /** Without it, OPTIONS is answered with 204 and `Allow`. */
  options(path: string, handler: NodeHandler, options?: RouteOptions): this {
    return this.#node('OPTIONS', path, handler, options, this.options)
  }

  getFunc(path: string, handler: ContextHandler, options?: RouteOptions): this {
    return this.#context('GET', path, handler, options, this.getFunc)
  }

  postFunc(path: string, handler: ContextHandler, options?: RouteOptions): this {
    return this.#context('POST', path, handler, options, this.postFunc)
  }

  putFunc(path: string, handler: ContextHandler, options?: RouteOptions): this {
    return this.#context('PUT', path, handler, options, this.putFunc)
  }

  patchFunc(path: string, handler: ContextHandler, options?: RouteOptions): this {
    return this.#context('PATCH', path, handler, options, this.patchFunc)
  }

  deleteFunc(path: string, handler: ContextHandler, options?: RouteOptions): this {
    return this.#context('DELETE', path, handler, options, this.deleteFunc)
  }

  headFunc(path: string, handler: ContextHandler, options?: RouteOptions): this {
    return this.#context('HEAD', path, handler, options, this.headFunc)
  }

  optionsFunc(path: string, handler: ContextHandler, options?: RouteOptions): this {
    return this.#context('OPTIONS', path, handler, options, this.optionsFunc)
  }

  /** Registers a Node handler for a method. */
  handle(method: Method, path: string, handler: NodeHandler, options?: RouteOptions): this {
    return this.#node(method, path, handler, options, this.handle)
  }

  /** Registers a handler of the context for a method. */
  handleFunc(method: Method, path: string, handler: ContextHandler, options?: RouteOptions): this {
    return this.#context(method, path, handler, options, this.handleFunc)
  }

  /** Registers a declaration that knows its own source, as controllers make them. */
  add(declaration: RouteDeclaration): this {
    this.#table.add(declaration, this.#scope)
    return this
  }

  /**
   * Adds layers around every route in here, whether it is registered before or after, and around the answers that no
   * route gives: 404, 405 and OPTIONS of the paths below the prefix. The first layer added is the outermost.
   */
  use(...middleware: Middleware[]): this {
    const source = captureSource(undefined, this.use)
    this.#assertUsable(middleware, 'use', source)
    this.#scope.layers.push(...middleware)
    return this
  }

  /** Adds Express-style middleware as layers: `use(connect(…))`. */
  connect(...middleware: ConnectMiddleware[]): this {
    const source = captureSource(undefined, this.connect)
    this.#assertUsable([], 'connect', source)
    this.#scope.layers.push(...middleware.map((layer) => connect(layer)))
    return this
  }

  /**
   * What requests must show on the routes in here that say nothing themselves, registered before or after, in place of
   * what is asked around; `[]` for nothing. See the option `security` of a route.
   *
   * @throws SetupError SECURITY_INVALID
   *
   * @example router.group('/admin').secure([{ bearer: ['admin'] }]).getFunc('/users', listUsers)
   */
  secure(security: readonly SecurityRequirement[]): this {
    const source = captureSource(undefined, this.secure)
    this.#assertUsable([], 'secure', source)
    this.#scope.security = this.#table.parseSecurity(security, () => `secure at ${source()}`)
    return this
  }

  /** A group of routes below a further prefix (`''` for none) with layers of its own, inside of those around it. */
  group(prefix: string, ...middleware: Middleware[]): RouteGroup {
    const source = captureSource(undefined, this.group)
    this.#assertUsable(middleware, `group(${JSON.stringify(prefix)})`, source)
    return this.#below(prefix, middleware, source)
  }

  /**
   * A router below a further prefix, to be given its own middleware, not-found and method-not-allowed handlers.
   * @example const api = router.subrouter('/api'); api.use(auth).getFunc('/items', listItems)
   */
  subrouter(prefix: string): RouteGroup {
    const source = captureSource(undefined, this.subrouter)
    this.#assertUsable([], `subrouter(${JSON.stringify(prefix)})`, source)
    return this.#below(prefix, [], source)
  }

  /**
   * Serves the files of a folder below a prefix, with ranges, ETags and 304: `{prefix}/` is the folder's `index.html`.
   * `..`, symbolic links out of the folder, encoded slashes and names that begin with a dot are a 404. None of it is in
   * the document.
   *
   * @throws SetupError PATH_INVALID, and ROUTE_OPTIONS_INVALID for a folder that is not there
   *
   * @example router.static('/assets', '/srv/app/assets', { maxAge: 86_400_000 })
   */
  static(prefix: string, folder: string, options: StaticOptions = {}): this {
    const source = captureSource(undefined, this.static)
    const isWhole = prefix === '/' || prefix === ''
    if (isWhole && this.#scope.path('/') !== '/') {
      const remedy = "name a prefix inside of the group: group.static('/files', folder)"
      throw new SetupError('PATH_INVALID', 'the folder has the prefix of its group', source(), remedy)
    }
    for (const { path, handler } of staticRoutes(prefix, folder, options, `static(${JSON.stringify(prefix)})`)) {
      this.add({ method: 'GET', path, handler, options: { hidden: true }, source })
    }
    return this
  }

  /**
   * Answers paths below the prefix that no route takes, instead of the 404 problem. The status is 404 unless the handler
   * replies with another one. The handler of the innermost group answers; the layers around it run first.
   */
  notFound(handler: ContextHandler): this {
    this.#scope.notFound = this.#fallback(handler, 'notFound', captureSource(undefined, this.notFound))
    return this
  }

  /** Answers methods that a path in here does not have, instead of the 405 problem. `Allow` is set already. */
  methodNotAllowed(handler: ContextHandler): this {
    const source = captureSource(undefined, this.methodNotAllowed)
    this.#scope.methodNotAllowed = this.#fallback(handler, 'methodNotAllowed', source)
    return this
  }

  // biome-ignore lint/complexity/noBannedTypes: the method whose caller declares the route
  #context(method: Method, path: string, handler: ContextHandler, options: RouteOptions | undefined, via: Function) {
    return this.add({ method, path, handler, options, source: captureSource(handler, via) })
  }

  // biome-ignore lint/complexity/noBannedTypes: the method whose caller declares the route
  #node(method: Method, path: string, handler: NodeHandler, options: RouteOptions | undefined, via: Function) {
    const source = captureSource(handler, via)
    return this.add({ method, path, handler: overContext(handler), options, source })
  }

  #below(prefix: string, middleware: readonly Middleware[], source: () => string): RouteGroup {
    const scope = this.#scope.below(prefix, source())
    scope.layers.push(...middleware)
    this.#table.scopes.push(scope)
    return new RouteGroup(this.#table, scope)
  }

  #fallback(handler: ContextHandler, what: string, source: () => string): ContextHandler {
    this.#assertUsable([], what, source)
    if (typeof handler === 'function') return handler
    const given = inspect(handler, { depth: 0 })
    throw new SetupError('ROUTE_HANDLER_INVALID', `${what} was given ${given}`, source(), 'give a function (ctx) => …')
  }

  #assertUsable(middleware: readonly unknown[], what: string, source: () => string): void {
    if (this.#table.isFrozen) this.#table.assertOpen(`${what} at ${source()}`)
    if (!middleware.every(isMiddleware)) assertMiddleware(middleware, `${what} at ${source()}`)
  }
}

/** A Node handler answers when it likes: what it returns means nothing, except that a promise may reject. */
function overContext(handler: NodeHandler): ContextHandler {
  // Not wrapped, so that the registration sees what was really given.
  if (typeof handler !== 'function') return handler
  return (ctx) => handler(ctx.request(), ctx.handOver())
}
