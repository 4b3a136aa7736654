import type { IncomingMessage, ServerResponse } from 'node:http'
import { compileDispatch, contextOf } from './dispatch.js'
import type { RouteDefinition } from './route.js'
import { RouteGroup } from './route-group.js'
import { RouteScope } from './route-scope.js'
import { RouteTable } from './route-table.js'
import { type HttpOptions, type HttpSettings, httpSettings } from './settings.js'

/**
 * Routes requests of node:http: registration as in {@link RouteGroup}, and dispatch.
 *
 * Its middleware runs around every answer, those without a route included, whatever the order of registration. With
 * the first request, or by {@link HttpRouter.freeze}, everything is compiled, and registering more is an error.
 *
 * A path that exists under other methods is answered 405 with `Allow`, OPTIONS 204 with `Allow`, HEAD by GET's route,
 * a broken percent-encoding 400, and anything else 404.
 *
 * @example http.createServer(router.handler).listen(8080)
 */
export class HttpRouter extends RouteGroup {
  /** The settings that its contexts use. */
  readonly settings: HttpSettings
  /** Answers a request; bound, so it can be given away: to `http.createServer`, Express's `use`, or middie. */
  readonly handler: (req: IncomingMessage, res: ServerResponse) => void
  readonly #table: RouteTable
  readonly #scope: RouteScope
  #dispatch: ((req: IncomingMessage, res: ServerResponse) => void) | undefined = undefined

  constructor(options: HttpOptions = {}) {
    const table = new RouteTable()
    const scope = RouteScope.root()
    super(table, scope)
    this.#table = table
    this.#scope = scope
    this.settings = httpSettings(options)
    this.handler = (req, res) => this.dispatch(req, res)
  }

  /** All routes, in the order of registration. */
  get routes(): readonly RouteDefinition[] {
    return this.#table.routes
  }

  /** Answers a request. Never throws, and leaves no promise that could reject. */
  dispatch(req: IncomingMessage, res: ServerResponse): void {
    if (this.#dispatch === undefined) this.freeze()
    this.#dispatch?.(req, res)
  }

  /** Compiles everything; from now on nothing can be registered. The first request does it by itself. */
  freeze(): void {
    if (this.#dispatch !== undefined) return
    this.#table.freeze()
    this.#dispatch = compileDispatch(this.#table, this.#scope, this.settings)
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
