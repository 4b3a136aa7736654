import type { Context } from '../context.js'
import type { Level, Logger } from '../logger.js'

/** An entry of the log about one request; `what` is read after the route's name: `ItemController.find failed`. */
export function logExchange(ctx: Context, logger: Logger, level: Level, err: unknown, what: string): void {
  const { method, path, requestId, route } = ctx
  const source = route?.source
  logger[level]({ route: source, method, path, requestId, err }, `${source ?? `${method} ${path}`} ${what}`)
}
