import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Match } from '../path/tree.js'
import { type DocumentedResponses, documentedResponses } from '../response/route-responses.js'
import { negotiatingHandler } from '../response/success.js'
import type { ContextHandler } from '../route.js'
import type { RegisteredRoute } from '../routing/registered-route.js'
import type { RouteTrees } from '../routing/route-trees.js'
import type { RouteVersions } from '../routing/route-versions.js'
import type { RouteScope } from '../routing/scope.js'
import type { RouteTable } from '../routing/table.js'
import { guardedHandler } from '../security/guard.js'
import type { HttpSettings } from '../settings.js'
import { parseTarget } from '../syntax/request-target.js'
import { withAccessLog } from './access-log.js'
import { checkedHandler } from './declared-inputs.js'
import { interceptedHandler } from './interceptors.js'
import { settling } from './middleware-chain.js'
import { Overload } from './overload.js'
import { RequestContext } from './request-context.js'
import { compileRun, runBare, runChain } from './run.js'
import { limitHandler, limitRequest } from './time-limits.js'
import { type Fallback, Fallbacks } from './unmatched.js'
import type { FindCall } from './value-call.js'

/** What responds to the requests of a frozen table, whatever handler they come through. */
export interface CompiledTable {
  /** The responses where no route matches. */
  readonly fallbacks: Fallbacks
  /** Compiles a route, and returns what it documents. */
  readonly compile: (route: RegisteredRoute) => DocumentedResponses
}

/**
 * Each route is compiled at its first request: most routes of a large application are seldom called, and what is compiled of a
 * route needs more memory than its declaration. What can be wrong with one was found when the router was frozen.
 */
export function compileTable(table: RouteTable, root: RouteScope, settings: HttpSettings): CompiledTable {
  const overload = settings.overload && new Overload(settings.overload, settings.logger)
  const compile = (route: RegisteredRoute): DocumentedResponses => {
    const handler = negotiatingHandler(route, checkedHandler(route, settings.unknownFields))
    route.run = hooked(route, shedding(route, compileRoute(route, handler, root), overload), settings.hooks)
    route.isContextFree = isContextFree(route, settings)
    route.takesCalls = handler === route.handler && takesCalls(route, settings)
    route.documented = documentedResponses(route, settings)
    return route.documented
  }
  return { fallbacks: new Fallbacks(table, root), compile }
}

/**
 * Returns the function that responds to requests by the compiled routes of a table. It never throws; whatever goes
 * wrong in a handler or in middleware goes to `ctx.fail`, and the reply is written by one `ctx.commit`.
 */
export function compileDispatch(
  table: RouteTable,
  { fallbacks, compile }: CompiledTable,
  settings: HttpSettings
): (req: IncomingMessage, res: ServerResponse) => void {
  const { accessLog, hooks, logger } = settings
  const { trees, versions } = table
  const respond: typeof runFallback =
    hooks === undefined ? runFallback : (ctx, fallback) => hooks.run(ctx, () => runFallback(ctx, fallback))

  const dispatch = (req: IncomingMessage, res: ServerResponse): void => {
    const url = req.url as string
    const target = parseTarget(url)
    const path = target?.path ?? url
    const isReadable = target !== undefined && !target.isMalformed
    const match = isReadable ? find(trees, req.method ?? 'GET', path) : undefined
    if (match === undefined) {
      const ctx = new RequestContext(req, res, path, target?.search ?? '', settings)
      const isTarget = target !== undefined
      respond(ctx, isReadable ? fallbacks.find(ctx) : isTarget ? fallbacks.malformed : fallbacks.noTarget)
      return
    }
    const route = match.value
    const documented = route.documented ?? compile(route)
    const ctx = new RequestContext(req, res, path, target?.search ?? '', settings)
    ctx.enter(route, match.values, documented)
    route.run(ctx)
  }
  const chosen =
    versions?.isEmpty === false ? dispatchByVersion(versions, { fallbacks, compile }, respond, settings) : dispatch
  return accessLog === undefined ? chosen : withAccessLog(chosen, logger, accessLog)
}

/**
 * Returns the function that finds the routes which take requests without a context; undefined where none does, so that their
 * paths are not looked up twice, and where a header of the request chooses among the routes.
 */
export function compileCalls(
  { trees, versions, routes }: RouteTable,
  { compile }: CompiledTable,
  settings: HttpSettings
): FindCall | undefined {
  if (versions?.isEmpty === false || !routes.some((route) => takesCalls(route, settings))) return undefined
  return (method, url) => {
    const target = parseTarget(url)
    if (target === undefined || target.isMalformed) return undefined
    const match = find(trees, method, target.path)
    if (match === undefined) return undefined
    const { value: route, values } = match
    if (route.documented === undefined) compile(route)
    return route.takesCalls ? { route, values, target, settings } : undefined
  }
}

/** The same where a header of the request chooses among the routes: a response that depends on it says so (`Vary`). */
function dispatchByVersion(
  versions: RouteVersions,
  { fallbacks, compile }: CompiledTable,
  respond: typeof runFallback,
  settings: HttpSettings
): (req: IncomingMessage, res: ServerResponse) => void {
  const { header } = versions
  return (req, res) => {
    const url = req.url as string
    const target = parseTarget(url)
    const path = target?.path ?? url
    const ctx = new RequestContext(req, res, path, target?.search ?? '', settings)
    if (target === undefined || target.isMalformed) {
      respond(ctx, target === undefined ? fallbacks.noTarget : fallbacks.malformed)
      return
    }
    const trees = versions.find(ctx)
    const match = find(trees, ctx.method, path)
    if (match === undefined) {
      ctx.header('vary', header)
      respond(ctx, fallbacks.find(ctx, trees))
      return
    }
    const route = match.value
    if (route.version !== undefined) ctx.header('vary', header)
    ctx.enter(route, match.values, route.documented ?? compile(route))
    route.run(ctx)
  }
}

/** The route of this method that takes a decoded path; HEAD is taken by GET's where none is registered for it. */
function find(trees: RouteTrees, method: string, path: string): Match<RegisteredRoute> | undefined {
  const tree = method === 'GET' ? trees.ofGet : method === 'POST' ? trees.ofPost : trees.get(method)
  const match = tree?.find(path)
  return match === undefined && method === 'HEAD' ? trees.ofGet?.find(path) : match
}

/** Whether no code of the application gets the context: no middleware, no security scheme, no hook, and no handler. */
function isContextFree(route: RegisteredRoute, { hooks }: HttpSettings): boolean {
  const { inputs, allMiddleware, interceptors, security } = route
  const isBare = allMiddleware.length + interceptors.length + security.length === 0
  return inputs?.takesValuesAlone === true && hooks === undefined && isBare
}

/**
 * Whether a request of the route may go without a context: no code of the application gets it, nothing around the handler needs
 * it, and the handler reads nothing of the head but the target. The log of requests needs the context of each.
 */
function takesCalls(route: RegisteredRoute, settings: HttpSettings): boolean {
  const isBare = route.handlerTimeout === undefined && route.options.requestTimeout === undefined && !route.isLimited
  if (!isBare || settings.accessLog !== undefined || !isContextFree(route, settings)) return false
  return route.inputs?.parameters.every((each) => each.in === 'path' || each.in === 'query') === true
}

/** Hooks are around a route only where there are any; probes have none. */
function hooked(route: RegisteredRoute, run: (ctx: RequestContext) => void, hooks: HttpSettings['hooks']): typeof run {
  return hooks === undefined || route.isProbe ? run : (ctx) => hooks.run(ctx, () => run(ctx))
}

/** While the service is overloaded, nothing of a route runs; probes run all the same. */
function shedding(
  route: RegisteredRoute,
  run: (ctx: RequestContext) => void,
  overload: Overload | undefined
): typeof run {
  return overload === undefined || route.isProbe ? run : overload.limit(run)
}

/** A route's own limits are around its run only where it has any: others pay nothing for them. */
function compileRoute(
  route: RegisteredRoute,
  handler: ContextHandler,
  root: RouteScope
): (ctx: RequestContext) => void {
  const { requestTimeout } = route.options
  const middleware = route.isProbe ? route.middleware : [...root.middleware, ...route.middleware]
  const intercepted = interceptedHandler(route.interceptors, handler)
  const { security } = route
  const run = compileRun(middleware, security.length === 0 ? intercepted : guardedHandler(security, intercepted))
  const timed = route.handlerTimeout === undefined ? run : limitHandler(run, route.handlerTimeout)
  if (requestTimeout === undefined) return timed
  return (ctx) => {
    limitRequest(ctx.request(), ctx.response(), requestTimeout)
    timed(ctx)
  }
}

function runFallback(ctx: RequestContext, { chain, handler }: Fallback): void {
  if (chain === undefined) runBare(ctx, handler)
  else runChain(ctx, chain, settling(handler))
}
