import type { Context } from '../context.js'
import type { Level, Logger } from '../logger.js'

/** What an entry of the log says of its request. */
export function logFields({ method, path, requestId, route }: Context, err: unknown): object {
  return { route: route?.source, method, path, requestId, err }
}

/** An entry of the log about one request; `what` is read after the route's name: `ItemController.find failed`. */
export function logExchange(ctx: Context, logger: Logger, level: Level, err: unknown, what: string): void {
  logger[level](logFields(ctx, err), `${ctx.route?.source ?? `${ctx.method} ${ctx.path}`} ${what}`)
}
