import type { Method, SecurityRequirement } from './operation-options.js'
import type { StaticOptions } from './reply/file.js'
import type {
  ConnectMiddleware,
  ContextHandler,
  Interceptor,
  Middleware,
  NodeHandler,
  RouteDeclaration,
  RouteOptions
} from './route.js'

/**
 * Where routes are registered: a router, and each group below it.
 *
 * `get`, `post` and so on take standard Node handlers, `getFunc`, `postFunc` and so on handlers of the context.
 * All of them throw a `SetupError` for a malformed path, a wrong handler, a duplicate or hidden route, and after the
 * first request. Paths are below the prefix; in a group with a prefix, `''` and `/` are the prefix itself.
 */
export interface Routes {
  /** Registers a Node handler for GET, and for HEAD with it. */
  get(path: string, handler: NodeHandler, options?: RouteOptions): this
  /** Registers a Node handler for POST. */
  post(path: string, handler: NodeHandler, options?: RouteOptions): this
  /** Registers a Node handler for PUT. */
  put(path: string, handler: NodeHandler, options?: RouteOptions): this
  /** Registers a Node handler for PATCH. */
  patch(path: string, handler: NodeHandler, options?: RouteOptions): this
  /** Registers a Node handler for DELETE. */
  delete(path: string, handler: NodeHandler, options?: RouteOptions): this
  /** Without it, HEAD is answered by GET's route, whose body is not sent. */
  head(path: string, handler: NodeHandler, options?: RouteOptions): this

  /** Without it, OPTIONS is answered with 204 and `Allow`. */
  options(path: string, handler: NodeHandler, options?: RouteOptions): this

  /** Registers a Node handler for TRACE. */
  trace(path: string, handler: NodeHandler, options?: RouteOptions): this
  /** Registers a Node handler for QUERY, a safe request with a body. */
  query(path: string, handler: NodeHandler, options?: RouteOptions): this

  /** Registers a handler of the context for GET, and for HEAD with it. */
  getFunc(path: string, handler: ContextHandler, options?: RouteOptions): this
  /** Registers a handler of the context for POST. */
  postFunc(path: string, handler: ContextHandler, options?: RouteOptions): this
  /** Registers a handler of the context for PUT. */
  putFunc(path: string, handler: ContextHandler, options?: RouteOptions): this
  /** Registers a handler of the context for PATCH. */
  patchFunc(path: string, handler: ContextHandler, options?: RouteOptions): this
  /** Registers a handler of the context for DELETE. */
  deleteFunc(path: string, handler: ContextHandler, options?: RouteOptions): this
  /** Registers a handler of the context for HEAD, in place of GET's handler. */
  headFunc(path: string, handler: ContextHandler, options?: RouteOptions): this
  /** Registers a handler of the context for OPTIONS, in place of the automatic response. */
  optionsFunc(path: string, handler: ContextHandler, options?: RouteOptions): this
  /** Registers a handler of the context for TRACE. */
  traceFunc(path: string, handler: ContextHandler, options?: RouteOptions): this
  /** Registers a handler of the context for QUERY, a safe request with a body. */
  queryFunc(path: string, handler: ContextHandler, options?: RouteOptions): this
  /** Registers a Node handler for a method. */
  handle(method: Method, path: string, handler: NodeHandler, options?: RouteOptions): this

  /** Registers a handler of the context for a method. */
  handleFunc(method: Method, path: string, handler: ContextHandler, options?: RouteOptions): this

  /** Registers a declaration that knows its own source, as controllers make them. */
  add(declaration: RouteDeclaration): this

  /**
   * Adds middleware around every route in here, whether it is registered before or after, and around the responses
   * without a route: 404, 405 and OPTIONS of the paths below the prefix. The first added is the outermost.
   */
  use(...middleware: Middleware[]): this

  /** Adds Express-style middleware: `use(connect(…))`. */
  connect(...middleware: ConnectMiddleware[]): this

  /**
   * Adds interceptors for every route in here, whether it is registered before or after: each sees the value that a
   * handler returned, and returns the one that is written. The first added is the outermost, and sees it last.
   *
   * @example router.intercept((value) => ({ data: value }))
   */
  intercept(...interceptors: Interceptor[]): this

  /**
   * What requests must show on the routes in here that have no `security` of their own, registered before or after, in
   * place of what the groups around require; `[]` for nothing. See the option `security` of a route.
   *
   * @throws SetupError SECURITY_INVALID
   *
   * @example router.group('/admin').secure([{ bearer: ['admin'] }]).getFunc('/users', listUsers)
   */
  secure(security: readonly SecurityRequirement[]): this

  /**
   * Declares responses of all routes in here, registered before or after. What a route, its controller or a group within
   * declares for the same status goes before. A route that declares no response of its own may still give any other,
   * unless a success is declared here.
   *
   * @throws BootstrapError of RESPONSE_INVALID
   *
   * @example router.group('/admin').returns({ 403: 'For administrators', 409: Conflicting }).getFunc('/users', listUsers)
   */
  returns(responses: NonNullable<RouteOptions['responses']>): this

  /** A group of routes below a further prefix (`''` for none) with middleware of its own, inside of that around it. */
  group(prefix: string, ...middleware: Middleware[]): Routes

  /**
   * A router below a further prefix, to be given its own middleware, not-found and method-not-allowed handlers.
   * @example const api = router.subrouter('/api'); api.use(auth).getFunc('/items', listItems)
   */
  subrouter(prefix: string): Routes

  /**
   * Serves the files of a folder below a prefix, with ranges, ETags and 304: `{prefix}/` is the folder's `index.html`.
   * `..`, symbolic links out of the folder, encoded slashes and names that begin with a dot are a 404. None of it is in
   * the document.
   *
   * @throws SetupError PATH_INVALID, and ROUTE_OPTIONS_INVALID for a folder that is not there
   *
   * @example router.static('/assets', '/srv/app/assets', { maxAge: 86_400_000 })
   */
  static(prefix: string, folder: string, options?: StaticOptions): this

  /**
   * Responds to paths below the prefix that match no route, instead of the 404 problem. The status is 404 unless the handler
   * replies with another one. The handler of the innermost group responds; the middleware around it runs first.
   */
  notFound(handler: ContextHandler): this

  /** Responds to methods that a path in here does not have, instead of the 405 problem. `Allow` is set already. */
  methodNotAllowed(handler: ContextHandler): this
}
