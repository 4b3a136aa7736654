import { ofAbsence, SetupError, SetupErrors } from '../errors.js'
import { checkOptions, type OptionTable } from '../options.js'
import type { Context } from './context.js'
import { clock } from './lifetime/clock.js'
import { promiseOf } from './lifetime/pending.js'
import { readableError } from './lifetime/thrown-value.js'
import type { Logger } from './logger.js'
import { methodName } from './operation-options.js'
import type { Routes } from './routes.js'
import type { ResponseViolation } from './violation-reports.js'

/** One request, as hooks get it. */
export interface Exchange {
  /** One a request: what a hook keeps for a request, it keeps in a WeakMap by it. */
  readonly ctx: Context
  /**
   * The request's method; HEAD stays HEAD where GET's route handles it. `_OTHER` where HTTP does not define the method, so that
   * no client chooses a label; `ctx.method` is what it sent.
   */
  readonly method: string
  /** The route's path as declared, `/items/{id}`; undefined where no route matches (400, 404, 405, OPTIONS). */
  readonly template: string | undefined
}

/** A request that is over. */
export interface EndedExchange extends Exchange {
  /** The status that was sent; undefined where nothing was, because the client had gone or the connection was cut. */
  readonly status: number | undefined
  /** From the moment that the route was found to the end of the response, in milliseconds. */
  readonly ms: number
  /** Whether the response was not sent whole. */
  readonly isAborted: boolean
}

/**
 * Functions that are called for every request, outside of all middleware; for metrics, traces and reports of errors. They
 * change no response: what a hook throws or rejects with is reported in the log and otherwise ignored. Probes call none.
 *
 * @example
 * const slow: Hooks = {
 *   onResponse: ({ method, template, ms }) => { if (ms > 1000) console.warn(`${method} ${template} took ${ms} ms`) }
 * }
 */
export interface Hooks {
  /** Before the middleware and the handler run. */
  onRequest?(exchange: Exchange): unknown
  /**
   * Runs the middleware and the handler, by calling `run` once and at once: for what follows asynchronous calls, as
   * AsyncLocalStorage does. Where it does not call `run`, Fieldstone does. The first hook is the outermost.
   *
   * @example around: ({ ctx }, run) => storage.run({ requestId: ctx.requestId }, run)
   */
  around?(exchange: Exchange, run: () => void): unknown
  /**
   * An error that became a response or cut one: what a handler or middleware threw, and everything else that is a 500.
   * Those below 500 are HttpErrors (a ValidationError, a NotFound). A client that goes away is not an error.
   */
  onError?(exchange: Exchange, error: unknown): unknown
  /**
   * A response that breaks the document, when it is about to be sent, or to become a 500 where `responseChecks` enforces
   * the document. Once a response, also of those that the log does not repeat.
   */
  onViolation?(exchange: Exchange, violation: ResponseViolation): unknown
  /** When the response is sent whole, or its client has gone. */
  onResponse?(exchange: EndedExchange): unknown
  /** Once a router, when it is made: for routes that the hooks need themselves. What it throws is a setup error. */
  onRouter?(router: Routes): void
  /**
   * Once a router, when all routes are registered and before they are compiled; a Router can describe them then
   * ({@link Router.describe}). A SetupError that it throws is reported with all others, but not where routes could not be
   * registered. It returns nothing, and no promise.
   */
  onRoutes?(router: Routes): void
}

/** {@link Hooks}, by name. */
const HOOK_NAMES: OptionTable<Hooks> = {
  onRequest: true,
  around: true,
  onError: true,
  onViolation: true,
  onResponse: true,
  onRouter: true,
  onRoutes: true
}
const NAMES = Object.keys(HOOK_NAMES) as (keyof Hooks)[]

/** All hooks of a router, to be called where they belong. */
export class RequestHooks {
  /** Whether any hook wants the errors: else many need not be made. */
  readonly hearErrors: boolean
  readonly #hooks: readonly Hooks[]
  readonly #around: readonly Hooks[]
  readonly #hearEnds: boolean
  readonly #hearViolations: boolean
  readonly #logger: Logger

  constructor(hooks: readonly Hooks[], logger: Logger) {
    this.#hooks = hooks
    this.#around = hooks.filter(({ around }) => around !== undefined)
    this.#hearEnds = hooks.some(({ onResponse }) => onResponse !== undefined)
    this.#logger = logger
    this.#hearViolations = hooks.some(({ onViolation }) => onViolation !== undefined)
    this.hearErrors = hooks.some(({ onError }) => onError !== undefined)
  }

  /** Calls `onRouter` of every hook. */
  register(router: Routes): void {
    for (const hooks of this.#hooks) hooks.onRouter?.(router)
  }

  /** Calls `onRoutes` of every hook, and collects what they throw. */
  checkRoutes(router: Routes, errors: SetupErrors): void {
    const found = new SetupErrors()
    for (const hooks of this.#hooks) found.attempt(() => rejectPromise(hooks.onRoutes?.(router)))
    for (const error of found.all) errors.add(ofAbsence(error))
  }

  /** Runs the middleware and the handler of a request, and calls the hooks. */
  run(ctx: Context, work: () => void): void {
    const exchange = exchangeOf(ctx)
    if (this.#hearEnds) this.#awaitEnd(exchange)
    for (const hooks of this.#hooks) this.#call(ctx, 'onRequest', () => hooks.onRequest?.(exchange))
    this.#enter(exchange, work, 0)
  }

  /** Calls `onError` of every hook. */
  fail(ctx: Context, error: unknown): void {
    if (!this.hearErrors || ctx.route?.isProbe === true) return
    const exchange = exchangeOf(ctx)
    for (const hooks of this.#hooks) this.#call(ctx, 'onError', () => hooks.onError?.(exchange, error))
  }

  /** Calls `onViolation` of every hook. */
  violate(ctx: Context, violation: ResponseViolation): void {
    if (!this.#hearViolations || ctx.route?.isProbe === true) return
    const exchange = exchangeOf(ctx)
    for (const hooks of this.#hooks) this.#call(ctx, 'onViolation', () => hooks.onViolation?.(exchange, violation))
  }

  #awaitEnd(exchange: Exchange): void {
    const { ctx } = exchange
    const start = clock.now()
    ctx.whenOver((isSent, status) => {
      const ended = { ...exchange, status, ms: clock.now() - start, isAborted: !isSent }
      for (const hooks of this.#hooks) this.#call(ctx, 'onResponse', () => hooks.onResponse?.(ended))
    })
  }

  #enter(exchange: Exchange, work: () => void, index: number): void {
    const hooks = this.#around[index]
    if (hooks === undefined) {
      work()
      return
    }
    let isEntered = false
    const run = (): void => {
      if (isEntered) return
      isEntered = true
      this.#enter(exchange, work, index + 1)
    }
    this.#call(exchange.ctx, 'around', () => hooks.around?.(exchange, run))
    run()
  }

  #call(ctx: Context, name: string, call: () => unknown): void {
    try {
      const value = call()
      promiseOf(value)?.catch((error: unknown) => this.#report(ctx, name, error))
    } catch (error) {
      this.#report(ctx, name, error)
    }
  }

  #report(ctx: Context, name: string, thrown: unknown): void {
    const err = readableError(thrown)
    const { method, route, requestId } = ctx
    const fields = { route: route?.source, method: methodName(method), template: route?.path, requestId, err }
    this.#logger.error(fields, `A hook failed in its ${name}`)
  }
}

/** Undefined where there are none. Throws a {@link SetupError} for hooks of a wrong form. */
export function compileHooks(hooks: readonly Hooks[], logger: Logger): RequestHooks | undefined {
  if (!Array.isArray(hooks) || !hooks.every(isHooks)) {
    throw new SetupError(
      'APPLICATION_INVALID',
      '`hooks` must be a list of objects with hooks',
      'the option hooks',
      `give objects with functions of the names ${NAMES.join(', ')}`
    )
  }
  hooks.forEach((each, index) => {
    checkOptions(each, HOOK_NAMES, `hooks[${index}]`, { isOpen: true })
  })
  return hooks.length === 0 ? undefined : new RequestHooks(hooks, logger)
}

function exchangeOf(ctx: Context): Exchange {
  return { ctx, method: methodName(ctx.method), template: ctx.route?.path }
}

function isHooks(value: unknown): value is Hooks {
  if (typeof value !== 'object' || value === null) return false
  const known = value as { readonly [name: string]: unknown }
  const given = NAMES.filter((name) => known[name] !== undefined)
  return given.length > 0 && given.every((name) => typeof known[name] === 'function')
}

/** A function that is called at start-up is not awaited: what it finds later would be lost. */
function rejectPromise(returned: unknown): void {
  const promise = promiseOf(returned)
  if (promise === undefined) return
  promise.catch(() => undefined)
  const remedy = 'make it synchronous, and read what it needs before the application is made'
  throw new SetupError('APPLICATION_INVALID', 'onRoutes returned a promise', 'the option hooks', remedy)
}
