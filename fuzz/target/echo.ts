import type { Context, Hooks } from 'fieldstone'

let count = 0

/** How many requests have reached a handler. */
export function reachedCount(): number {
  return count
}

/** Marks the answer: the handler was reached. */
export function reached(ctx: Context): void {
  count++
  ctx.header('x-fuzz-reached', '1')
}

/** Says as well that the whole body had been read before. */
export function readBody(ctx: Context): void {
  reached(ctx)
  ctx.header('x-fuzz-body', 'whole')
}

/** What the answer to each request says: the id of the request, and the route that handled it (`-` for none). */
export const echo: Hooks = {
  onRequest: ({ ctx, template }) => {
    const id = ctx.requestHeader('x-fuzz-id')
    if (id !== undefined && /^[\w.-]{1,40}$/.test(id)) ctx.header('x-fuzz-id', id)
    ctx.header('x-fuzz-route', template ?? '-')
  },
  // Findings are distinguished by it; the bodies of answers do not contain it.
  onError: ({ ctx }, error) => {
    if (ctx.response().headersSent) return
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    ctx.header('x-fuzz-error', message.replace(/[^\x20-\x7e]|[0-9]/g, '.').slice(0, 60))
  }
}
