import type { Context, Hooks } from 'fieldstone'

let count = 0

/** How many requests have reached a handler. */
export function reachedCount(): number {
  return count
}

/** Says in the answer that the handler was reached. */
export function reached(ctx: Context): void {
  count++
  ctx.header('x-fuzz-reached', '1')
}

/** Says as well that the whole body had been read before. */
export function readBody(ctx: Context): void {
  reached(ctx)
  ctx.header('x-fuzz-body', 'whole')
}

/** What every request's answer says of it: which one it answers, and which route took it (`-` for none). */
export const echo: Hooks = {
  onRequest: ({ ctx, template }) => {
    const id = ctx.requestHeader('x-fuzz-id')
    if (id !== undefined && /^[\w.-]{1,40}$/.test(id)) ctx.header('x-fuzz-id', id)
    ctx.header('x-fuzz-route', template ?? '-')
  },
  // Findings are told apart by it; the bodies of answers say nothing of the kind.
  onError: ({ ctx }, error) => {
    if (ctx.response().headersSent) return
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    ctx.header('x-fuzz-error', message.replace(/[^\x20-\x7e]|[0-9]/g, '.').slice(0, 60))
  }
}
