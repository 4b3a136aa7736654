import type { IncomingMessage } from 'node:http'
import type { Context } from '../context.js'

/** Where a request remembers its context. */
const CONTEXT = Symbol('fieldstone.context')

/** The context of a request that a router has seen. */
export function contextOf(req: IncomingMessage): Context | undefined {
  return (req as { [CONTEXT]?: Context })[CONTEXT]
}

/** Remembers the context of a request, for `router.urlParam(req, name)` and for the limits on time. */
export function rememberContext(req: IncomingMessage, ctx: Context): void {
  ;(req as { [CONTEXT]?: Context })[CONTEXT] = ctx
}
