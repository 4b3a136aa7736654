import type { IncomingMessage } from 'node:http'
import type { RequestContext } from './request-context.js'

/** Where a request remembers its context. */
const CONTEXT = Symbol('fieldstone.context')

/** The context of a request that a router has seen. */
export function contextOf(req: IncomingMessage): RequestContext | undefined {
  return (req as { [CONTEXT]?: RequestContext })[CONTEXT]
}

/** Remembers the context of a request, for `router.urlParam(req, name)` and for the limits on time. */
export function rememberContext(req: IncomingMessage, ctx: RequestContext): void {
  ;(req as { [CONTEXT]?: RequestContext })[CONTEXT] = ctx
}
