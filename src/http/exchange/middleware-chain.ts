import { promiseOf } from '../lifetime/pending.js'
import { PreparedError } from '../response/prepared-error.js'
import { RejectedInput } from '../response/rejected-input.js'
import type { ContextHandler, Middleware, Next } from '../route.js'
import type { RequestContext } from './request-context.js'

/** What a chain of middleware ends in. */
export type ChainEnd = (ctx: RequestContext) => unknown

/** Middleware composed once; each request gives the handler in its middle. */
export type Chain = (ctx: RequestContext, handler: ChainEnd) => unknown

/**
 * Composes middleware, outermost first. The chain returns a promise only if middleware or the handler returned one,
 * and throws where they throw.
 *
 * `next()` itself never throws: it returns a promise that rejects. Calling it twice, or after the middleware has
 * settled, is rejected and reported. A middleware that calls `next` without waiting for it is waited for, unless it has
 * replied itself (a time limit does); and an error behind it that it neither passes on nor replies to goes on outwards.
 */
export function composeMiddleware(middleware: readonly Middleware[]): Chain {
  return middleware.reduceRight<Chain>(wrap, (ctx, handler) => handler(ctx))
}

/** A handler whose returned value is settled in the context before the middleware around it goes on. */
export function settling(handler: ContextHandler): ChainEnd {
  return (ctx) => {
    const value = handler(ctx)
    const promise = promiseOf(value)
    if (promise === undefined) return settle(ctx, value)
    return promise.then((settled) => settle(ctx, settled))
  }
}

function settle(ctx: RequestContext, value: unknown): void {
  if (value instanceof RejectedInput || value instanceof PreparedError) throw value.error
  ctx.settle(value)
}

/** What `next()` returns where all behind it is done: shared, so that `return next()` needs no promise either. */
const DONE: Promise<void> = Promise.resolve()

function wrap(behind: Chain, middleware: Middleware): Chain {
  return (ctx, handler) => {
    const passage = new Passage(ctx, behind, handler)
    let result: unknown
    try {
      result = middleware(ctx, passage.next)
    } catch (error) {
      passage.close()
      throw error
    }
    return passage.settle(result)
  }
}

/** One request's way through one middleware. */
class Passage {
  readonly next: Next = () => this.#enter()
  readonly #ctx: RequestContext
  readonly #behind: Chain
  readonly #handler: ChainEnd
  #isEntered = false
  #isClosed = false
  #isPending = false
  #rest: Promise<unknown> | undefined = undefined
  #failure: { readonly error: unknown } | undefined = undefined
  #misuse: Error | undefined = undefined

  constructor(ctx: RequestContext, behind: Chain, handler: ChainEnd) {
    this.#ctx = ctx
    this.#behind = behind
    this.#handler = handler
  }

  close(): void {
    this.#isClosed = true
  }

  /** Takes what the middleware returned; returns a promise while anything is still to be waited for. */
  settle(result: unknown): unknown {
    if (result === DONE) return this.#end()
    const promise = promiseOf(result)
    if (promise === undefined) return this.#end()
    return promise.then(
      () => this.#end(),
      (error) => {
        this.#isClosed = true
        throw error
      }
    )
  }

  #enter(): Promise<void> {
    if (this.#isEntered || this.#isClosed) return this.#reject()
    this.#isEntered = true
    try {
      const rest = promiseOf(this.#behind(this.#ctx, this.#handler))
      return rest === undefined ? DONE : this.#watch(rest)
    } catch (error) {
      this.#failure = { error }
      return rejected(error)
    }
  }

  /** Also keeps an unhandled rejection from ending the process. */
  #watch(rest: Promise<unknown>): Promise<void> {
    this.#rest = rest
    this.#isPending = true
    rest.then(
      () => {
        this.#isPending = false
      },
      (error) => {
        this.#isPending = false
        this.#failure = { error }
        if (this.#isClosed) this.#ctx.report(error, 'failed after a middleware had replied without waiting for it')
      }
    )
    return rest as Promise<void>
  }

  #reject(): Promise<void> {
    const misuse = this.#isEntered
      ? new Error('A middleware called next() twice')
      : new Error('A middleware called next() after it had settled: return or await what calls it')
    if (this.#isClosed) this.#ctx.report(misuse, 'has a middleware that misuses next()')
    else this.#misuse = misuse
    return rejected(misuse)
  }

  #end(): unknown {
    if (this.#misuse !== undefined) {
      // A response now would be followed by another from what still runs behind.
      if (this.#isPending) {
        const again = () => this.#end()
        return this.#rest?.then(again, again)
      }
      this.#isClosed = true
      throw this.#misuse
    }
    const isAnswered = this.#ctx.replyStatus !== undefined
    if (this.#isPending && !isAnswered) return this.#rest?.then(() => this.#end())
    this.#isClosed = true
    if (this.#failure !== undefined && !isAnswered) throw this.#failure.error
    return undefined
  }
}

/** A rejection that need not be handled: it is reported in another way as well. */
function rejected(error: unknown): Promise<never> {
  const promise = Promise.reject(error)
  promise.catch(() => undefined)
  return promise
}
