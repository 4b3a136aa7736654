import type { Context } from '../context.js'
import { promiseOf } from '../lifetime/pending.js'
import { RejectedInput } from '../response/rejected-input.js'
import type { ContextHandler, Interceptor } from '../route.js'

/**
 * The handler, whose returned value goes through interceptors before it is settled; the handler itself where there are
 * none. A returned promise is awaited first.
 *
 * @param interceptors outermost first: the last one sees the value first
 */
export function interceptedHandler(interceptors: readonly Interceptor[], handler: ContextHandler): ContextHandler {
  if (interceptors.length === 0) return handler
  const inwardOut = [...interceptors].reverse()
  const pass = (ctx: Context, value: unknown, from: number): unknown => {
    if (!isSeen(value)) return value
    let current = value
    for (let at = from; at < inwardOut.length; at++) {
      const before = current
      const result = (inwardOut[at] as Interceptor)(before, ctx)
      const promise = promiseOf(result)
      if (promise !== undefined) return promise.then((settled) => pass(ctx, kept(settled, before), at + 1))
      current = kept(result, before)
      if (!isSeen(current)) return current
    }
    return current
  }
  return (ctx) => {
    const value = handler(ctx)
    const promise = promiseOf(value)
    return promise === undefined ? pass(ctx, value, 0) : promise.then((settled) => pass(ctx, settled, 0))
  }
}

/** An interceptor that returns nothing has only seen the value; null is a value. */
function kept(result: unknown, before: unknown): unknown {
  return result === undefined ? before : result
}

/** What a handler returned to be written: neither nothing, nor the faults of a request, nor an error. */
function isSeen(value: unknown): boolean {
  return value !== undefined && !(value instanceof RejectedInput) && !(value instanceof Error)
}
