import { ServiceUnavailable } from '../errors.js'
import type { Context } from './context.js'

/** Gives a route's run so many milliseconds until its answer begins; then it is answered 503, and its signal fires. */
export function limitHandler(run: (ctx: Context) => void, milliseconds: number): (ctx: Context) => void {
  return (ctx) => {
    const timer = setTimeout(expire, milliseconds, ctx)
    const stop = (): void => clearTimeout(timer)
    ctx.response().on('finish', stop).on('close', stop)
    run(ctx)
  }
}

function expire(ctx: Context): void {
  ctx.expire(new ServiceUnavailable('The request took too long to be answered'))
}
