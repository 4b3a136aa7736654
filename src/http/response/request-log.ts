import type { Context } from '../context.js'
import { isExpired } from '../lifetime/abort-signal.js'
import type { OpenResponse } from '../lifetime/direct-exchange.js'
import { readableError } from '../lifetime/thrown-value.js'
import { type Level, unheard } from '../logger.js'
import { methodName } from '../operation-options.js'
import type { HttpSettings } from '../settings.js'

/** A request that is being responded to. */
export interface Responding {
  readonly ctx: Context
  readonly res: OpenResponse
  readonly settings: HttpSettings
}

/** What an entry of the log says of its request. */
export function logFields({ method, path, requestId, route }: Context, err: unknown): object {
  return { route: route?.source, method: methodName(method), path, requestId, err }
}

/** An entry of the log about one request; `what` is read after the route's name: `ItemController.find failed`. */
export function log({ ctx, settings }: Responding, level: Level, error: unknown, what: string): void {
  if (settings.logger[level] === unheard) return
  const err = error === undefined ? undefined : readableError(error)
  settings.logger[level](logFields(ctx, err), `${ctx.route?.source ?? `${methodName(ctx.method)} ${ctx.path}`} ${what}`)
}

/** Hands the error that became a 500 or above, or that cut a response, to the hooks and to an injected request. */
export function announce(error: unknown, { ctx, res, settings }: Responding): void {
  settings.failures?.set(res, readableError(error))
  settings.hooks?.fail(ctx, error)
}

/** Reports what went wrong with a request: as an error, unless its time was up. */
export function report(error: unknown, what: string, responding: Responding): void {
  if (isExpired(responding.res)) log(responding, 'warn', error, `${what}, after its time was up`)
  else log(responding, 'error', error, what)
}
