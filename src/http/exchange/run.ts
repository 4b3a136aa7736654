import { Stream } from 'node:stream'
import type { OpenResponse } from '../lifetime/direct-exchange.js'
import { Pending, promiseOf } from '../lifetime/pending.js'
import type { Reply } from '../reply/reply.js'
import type { DeferredResponse } from '../response/deferred-response.js'
import { PreparedError } from '../response/prepared-error.js'
import { RejectedInput } from '../response/rejected-input.js'
import { isInSample, type JsonSuccess, jsonReply } from '../response/route-responses.js'
import type { ContextHandler, Middleware } from '../route.js'
import type { HttpSettings } from '../settings.js'
import { type Chain, type ChainEnd, composeMiddleware, settling } from './middleware-chain.js'
import type { RequestContext } from './request-context.js'

/** One function for a route: its middleware, its handler, and the end. */
export function compileRun(middleware: readonly Middleware[], handler: ContextHandler): (ctx: RequestContext) => void {
  if (middleware.length === 0) return (ctx) => runBare(ctx, handler)
  const chain = composeMiddleware(middleware)
  const settled = settling(handler)
  return (ctx) => runChain(ctx, chain, settled)
}

/** Runs middleware and what follows it, and responds; whatever is thrown is responded to as well. */
export function runChain(ctx: RequestContext, chain: Chain, handler: ChainEnd): void {
  try {
    const promise = promiseOf(chain(ctx, handler))
    if (promise === undefined) end(ctx)
    else
      promise.then(
        () => end(ctx),
        (error) => endFailed(ctx, error)
      )
  } catch (error) {
    endFailed(ctx, error)
  }
}

/** Without middleware: settling and ending are one step, which saves an asynchronous handler a promise. */
export function runBare(ctx: RequestContext, handler: ContextHandler): void {
  try {
    endBare(ctx, handler(ctx))
  } catch (error) {
    endFailed(ctx, error)
  }
}

/** Responds with what a handler without middleware returned. Throws where it cannot be known whether that is a promise. */
export function endBare(ctx: RequestContext, value: unknown): void {
  if (value instanceof Pending) {
    value.whenDone(ctx, endWith, endFailed)
    return
  }
  const promise = promiseOf(value)
  if (promise === undefined) endWith(ctx, value)
  else endLater(ctx, promise)
}

/**
 * Responds with what a promise gives. Apart from what is done in one turn, which has no closure, and so nothing to keep for one.
 */
export function endLater(ctx: RequestContext, promise: Promise<unknown>): void {
  promise.then(
    (settled) => endWith(ctx, settled),
    (error) => endFailed(ctx, error)
  )
}

function endWith(ctx: RequestContext, value: unknown): void {
  try {
    if (!ctx.isDeferred && respondAtOnce(ctx, value)) return
  } catch (error) {
    // Even reading a value can throw: a proxy runs code of its own.
    endFailed(ctx, error)
    return
  }
  endSettled(ctx, value)
}

/** Responds with a value that cannot be responded with at once. */
export function endSettled(ctx: RequestContext, value: unknown): void {
  try {
    ctx.settle(value)
  } catch (error) {
    endFailed(ctx, error)
    return
  }
  end(ctx)
}

/** Responds to what was thrown. */
export function endFailed(ctx: RequestContext, error: unknown): void {
  try {
    ctx.fail(error)
    ctx.commit()
  } catch (defect) {
    abandon(ctx, defect)
  }
}

function end(ctx: RequestContext): void {
  try {
    ctx.commit()
  } catch (defect) {
    abandon(ctx, defect)
  }
}

/** Only code that was put around the response can lead here; thrown on, it would end the process. */
function abandon(ctx: RequestContext, defect: unknown): void {
  ctx.report(defect, 'could not be responded to')
  ctx.response().destroy()
}

/** A request that is responded to, with all that it takes where the response is out of the ordinary. */
export interface Respondent {
  /** What was said of the response until now. */
  readonly open: Pick<OpenResponse, 'headersSent' | 'hasHeader'>
  readonly settings: HttpSettings
  /** What the route declares of a returned value, where that is JSON of one type. */
  readonly promisedJson: JsonSuccess | undefined
  /** Whether anything else was said of the response. */
  readonly isDeferred: boolean
  /**
   * The response that is kept until all of it is known, made at the first call.
   *
   * @param isSampled whether it is one of those that are checked in full
   */
  deferred(isSampled?: boolean): DeferredResponse
  /** Writes a response of which nothing was said before. */
  writeWhole(reply: Reply): void
}

/**
 * Responds at once with what the handler returned, where that is the JSON which the route declares, and nothing else was said
 * of the response: so it is with most. False where it takes a {@link DeferredResponse} to respond.
 */
export function respondAtOnce(respondent: Respondent, value: unknown): boolean {
  const { open, promisedJson: json, settings } = respondent
  if (json === undefined || !isData(value) || open.headersSent) return false
  const { mode, sample, notes } = settings.responseChecks
  if (mode !== 'off') {
    if (open.hasHeader('content-type')) return false
    if (isInSample(sample)) {
      respondent.deferred(true)
      return false
    }
  }
  let reply: Reply
  try {
    reply = jsonReply(json.status, json, value, notes)
  } catch (error) {
    const deferred = respondent.deferred(false)
    deferred.unsendable(error)
    deferred.commit()
    return true
  }
  // A getter of the value may have said something of the response.
  if (notes?.misfits !== undefined || respondent.isDeferred) {
    const deferred = respondent.deferred(false)
    deferred.keepJson(reply, notes?.misfits)
    deferred.commit()
    return true
  }
  try {
    respondent.writeWhole(reply)
  } catch (error) {
    respondent.deferred().writeFailed(error)
  }
  return true
}

/** Whether what a handler returned is nothing but a value to send, of all that {@link DeferredResponse.settle} takes. */
function isData(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value !== undefined
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === Array.prototype) return true
  const isOther = value instanceof Error || value instanceof RejectedInput || value instanceof PreparedError
  return !(isOther || value instanceof Stream)
}
