import { inspect } from 'node:util'
import { SetupError } from '../../errors.js'
import type { Method, SecurityRequirement } from '../operation-options.js'
import type { StaticOptions } from '../reply/file.js'
import type {
  ConnectMiddleware,
  ContextHandler,
  Interceptor,
  Middleware,
  NodeHandler,
  RouteDeclaration,
  RouteOptions
} from '../route.js'
import type { Routes } from '../routes.js'
import { connect } from './connect.js'
import { assertInterceptors, assertMiddleware, isMiddleware, RouteScope } from './scope.js'
import { sharedResponses } from './shared-responses.js'
import { captureSource } from './source.js'
import { staticRoutes } from './static-files.js'
import type { RouteTable } from './table.js'

/** Registers routes below a prefix and gives them middleware. A router is one itself, with an empty prefix. */
export class RouteGroup implements Routes {
  readonly #table: RouteTable
  readonly #scope: RouteScope

  /** Made by `router.group` and `router.subrouter`. @internal */
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

  head(path: string, handler: NodeHandler, options?: RouteOptions): this {
    return this.#node('HEAD', path, handler, options, this.head)
  }

  options(path: string, handler: NodeHandler, options?: RouteOptions): this {
    return this.#node('OPTIONS', path, handler, options, this.options)
  }

  trace(path: string, handler: NodeHandler, options?: RouteOptions): this {
    return this.#node('TRACE', path, handler, options, this.trace)
  }

  query(path: string, handler: NodeHandler, options?: RouteOptions): this {
    return this.#node('QUERY', path, handler, options, this.query)
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

  traceFunc(path: string, handler: ContextHandler, options?: RouteOptions): this {
    return this.#context('TRACE', path, handler, options, this.traceFunc)
  }

  queryFunc(path: string, handler: ContextHandler, options?: RouteOptions): this {
    return this.#context('QUERY', path, handler, options, this.queryFunc)
  }

  handle(method: Method, path: string, handler: NodeHandler, options?: RouteOptions): this {
    return this.#node(method, path, handler, options, this.handle)
  }

  handleFunc(method: Method, path: string, handler: ContextHandler, options?: RouteOptions): this {
    return this.#context(method, path, handler, options, this.handleFunc)
  }

  add(declaration: RouteDeclaration): this {
    this.#table.add(declaration, this.#scope)
    return this
  }

  use(...middleware: Middleware[]): this {
    const source = captureSource(undefined, this.use)
    this.#assertUsable(middleware, 'use', source)
    this.#scope.middleware.push(...middleware)
    return this
  }

  connect(...middleware: ConnectMiddleware[]): this {
    const source = captureSource(undefined, this.connect)
    this.#assertUsable([], 'connect', source)
    this.#scope.middleware.push(...middleware.map((each) => connect(each)))
    return this
  }

  intercept(...interceptors: Interceptor[]): this {
    const source = captureSource(undefined, this.intercept)
    this.#assertUsable([], 'intercept', source)
    assertInterceptors(interceptors, `intercept at ${source()}`)
    this.#scope.interceptors.push(...interceptors)
    return this
  }

  secure(security: readonly SecurityRequirement[]): this {
    const source = captureSource(undefined, this.secure)
    this.#assertUsable([], 'secure', source)
    this.#scope.security = this.#table.parseSecurity(security, () => `secure at ${source()}`)
    return this
  }

  returns(responses: NonNullable<RouteOptions['responses']>): this {
    const source = captureSource(undefined, this.returns)
    this.#assertUsable([], 'returns', source)
    this.#scope.addResponses(sharedResponses(responses, () => `returns at ${source()}`))
    return this
  }

  group(prefix: string, ...middleware: Middleware[]): RouteGroup {
    const source = captureSource(undefined, this.group)
    this.#assertUsable(middleware, `group(${JSON.stringify(prefix)})`, source)
    return this.#below(prefix, middleware, source)
  }

  subrouter(prefix: string): RouteGroup {
    const source = captureSource(undefined, this.subrouter)
    this.#assertUsable([], `subrouter(${JSON.stringify(prefix)})`, source)
    return this.#below(prefix, [], source)
  }

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

  notFound(handler: ContextHandler): this {
    this.#scope.notFound = this.#fallback(handler, 'notFound', captureSource(undefined, this.notFound))
    return this
  }

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
    return this.add({ method, path, handler: overContext(handler), options, readsItself: 'body', source })
  }

  /** A group whose prefix is before the version in the paths of its routes: that of an application. @internal */
  base(prefix: string): RouteGroup {
    return this.#below(prefix, [], () => 'the option prefix', true)
  }

  #below(prefix: string, middleware: readonly Middleware[], source: () => string, isBeforeVersion = false): RouteGroup {
    const scope = this.#scope.below(prefix, source(), isBeforeVersion)
    scope.middleware.push(...middleware)
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
    this.#table.assertOpen(() => `${what} at ${source()}`)
    if (!middleware.every(isMiddleware)) assertMiddleware(middleware, `${what} at ${source()}`)
  }
}

/** A Node handler responds at any time: what it returns means nothing, except that a promise may reject. */
function overContext(handler: NodeHandler): ContextHandler {
  // Not wrapped, so that the registration sees what was really given.
  if (typeof handler !== 'function') return handler
  return (ctx) => handler(ctx.request(), ctx.handOver())
}
