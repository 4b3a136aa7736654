import { ServiceUnavailable } from '../../errors.js'
import type { Context } from '../context.js'
import { blockedTime } from '../lifetime/blocked-time.js'

/**
 * Gives a route's run so many milliseconds until its answer begins; then it is answered 503, and its signal fires. Time in
 * which the event loop was blocked does not count: what the handler waits for could not have come.
 */
export function limitHandler(run: (ctx: Context) => void, milliseconds: number): (ctx: Context) => void {
  return (ctx) => {
    let timer: NodeJS.Timeout
    let start = performance.now()
    const expire = (): void => {
      const blocked = blockedTime.since(start)
      if (blocked === 0) {
        ctx.expire(new ServiceUnavailable('The request took too long to be answered'))
        return
      }
      start = performance.now()
      timer = setTimeout(expire, blocked)
    }
    timer = setTimeout(expire, milliseconds)
    const stop = (): void => clearTimeout(timer)
    ctx.response().on('finish', stop).on('close', stop)
    run(ctx)
  }
}
