import { inspect } from 'node:util'
import { HttpError, SetupError } from '../../errors.js'
import type { Context } from '../context.js'
import { promiseOf } from '../lifetime/pending.js'
import { readableError } from '../lifetime/thrown-value.js'
import type { ConnectMiddleware, Middleware, Next } from '../route.js'

/**
 * Makes middleware of Express-style middleware, unchanged. Headers that it sets are merged into the reply;
 * `next(error)` throws the error in the chain; `next('route')` and `next('router')` go on like `next()`.
 * If it writes the response, the chain behind it does not run.
 *
 * @example router.use(connect(helmet()), connect(cors()), connect(compression()))
 */
export function connect(middleware: ConnectMiddleware): Middleware {
  if (typeof middleware !== 'function') {
    const what = `connect was given ${inspect(middleware, { depth: 0 })}`
    throw new SetupError('MIDDLEWARE_INVALID', what, 'connect(…)', 'give a function (req, res, next)')
  }
  return (ctx, next) => new Promise((resolve, reject) => run(middleware, ctx, next, resolve, reject))
}

function run(
  middleware: ConnectMiddleware,
  ctx: Context,
  next: Next,
  resolve: (rest?: Promise<void>) => void,
  reject: (error: unknown) => void
): void {
  const res = ctx.response()
  let isPassed = false

  const pass = (): boolean => {
    res.off('finish', settle).off('close', settle)
    const first = !isPassed
    isPassed = true
    return first
  }
  const settle = (): void => {
    if (pass()) resolve()
  }
  const fail = (error: unknown): void => {
    if (pass()) reject(asHttpError(error))
    else ctx.report(error, 'failed in a middleware that had called next already')
  }

  const goOn = (): void => {
    try {
      resolve(next())
    } catch (error) {
      reject(error)
    }
  }

  res.on('finish', settle).on('close', settle)
  try {
    const result = middleware(ctx.request(), res, (error) => {
      if (error && error !== 'route' && error !== 'router') fail(error)
      else if (pass()) goOn()
      else ctx.report(new Error('The second call is ignored'), 'has a middleware that called next twice')
    })
    promiseOf(result)?.catch(fail)
  } catch (error) {
    fail(error)
  }
}

/** Errors of the http-errors package say which of them a client may see: those with `expose`. */
function asHttpError(error: unknown): unknown {
  try {
    if (!(error instanceof Error)) return error
    const { expose, status, headers } = error as {
      expose?: unknown
      status?: unknown
      headers?: Record<string, string>
    }
    if (expose !== true || !Number.isInteger(status) || Number(status) < 400 || Number(status) > 499) return error
    return new HttpError(Number(status), error.message, { headers })
  } catch {
    // Called by the middleware at any time: nothing would catch what is thrown here.
    return readableError(error)
  }
}
