import { SetupError } from '../errors.js'
import type { Context } from '../http/context.js'
import type { HttpRouter } from '../http/exchange/router.js'
import type { Logger } from '../http/logger.js'
import { isTime } from '../http/settings.js'
import type { OptionTable } from '../options.js'

/**
 * Checks whether something that the service needs works: throws, rejects or returns `false` if it does not. The signal
 * fires when the time of the check is up.
 */
export type HealthCheck = (signal: AbortSignal) => unknown

/** Where and how the service reports its health. */
export interface HealthOptions {
  /** The path that says that the process is alive: 200. Default: `/livez`. */
  readonly livez?: string
  /** The path that says whether requests should be sent: 200 or 503. Default: `/readyz`. */
  readonly readyz?: string
  /** Checks of what the service needs, by name. */
  readonly checks?: Readonly<Record<string, HealthCheck>>
  /** How long a check may take, in milliseconds. Default: 800, less than the second that Kubernetes gives a probe. */
  readonly timeout?: number
}

/** {@link HealthOptions}, by name. */
export const HEALTH_OPTIONS: OptionTable<HealthOptions> = { livez: true, readyz: true, checks: true, timeout: true }

/** The health of a service, as code and probes get it. */
export interface HealthReport {
  /** `starting` before the service was started and while it starts, `closing` from the beginning of its stop. */
  readonly status: 'ok' | 'failing' | 'starting' | 'closing'
  /** The names of the checks that failed. */
  readonly failing: readonly string[]
  /** The outcome of each check; empty while the service is starting or closing. */
  readonly checks: Readonly<Record<string, 'ok' | 'failed' | 'timed out'>>
}

/** The phase of a service's life. */
export type Phase = 'starting' | 'ready' | 'closing'

type Outcome = HealthReport['checks'][string]

const DEFAULT_TIMEOUT = 800

/** The health of a service. */
export class Health {
  readonly #checks: Readonly<Record<string, HealthCheck>>
  readonly #timeout: number
  readonly #logger: Logger
  readonly #running = new Map<string, Promise<Outcome>>()
  #phase: Phase = 'starting'

  /** Made by `bootstrap`. */
  constructor(options: HealthOptions, logger: Logger) {
    this.#checks = options.checks ?? {}
    this.#timeout = options.timeout ?? DEFAULT_TIMEOUT
    this.#logger = logger
  }

  /** For the service: sets its phase. */
  enter(phase: Phase): void {
    this.#phase = phase
  }

  /** Runs all checks at the same time; one that is still running is awaited and not started again. */
  async report(): Promise<HealthReport> {
    if (this.#phase !== 'ready') return { status: this.#phase, failing: [], checks: {} }
    const outcomes = await Promise.all(
      Object.keys(this.#checks).map(async (name) => [name, await this.#run(name)] as const)
    )
    const failing = outcomes.filter(([, outcome]) => outcome !== 'ok').map(([name]) => name)
    return { status: failing.length === 0 ? 'ok' : 'failing', failing, checks: Object.fromEntries(outcomes) }
  }

  #run(name: string): Promise<Outcome> {
    let running = this.#running.get(name)
    if (running === undefined) {
      running = this.#check(name).finally(() => this.#running.delete(name))
      this.#running.set(name, running)
    }
    return running
  }

  async #check(name: string): Promise<Outcome> {
    const controller = new AbortController()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'timed out'>((resolve) => {
      timer = setTimeout(() => {
        resolve('timed out')
        controller.abort(new DOMException(`The check ${name} took too long`, 'TimeoutError'))
      }, this.#timeout)
    })
    try {
      const outcome = await Promise.race([this.#outcome(name, controller.signal), late])
      if (outcome === 'timed out') this.#logger.warn({ check: name }, `The health check ${name} took too long`)
      return outcome
    } finally {
      clearTimeout(timer)
    }
  }

  async #outcome(name: string, signal: AbortSignal): Promise<Outcome> {
    try {
      if ((await this.#checks[name]?.(signal)) !== false) return 'ok'
      this.#logger.warn({ check: name }, `The health check ${name} failed`)
    } catch (error) {
      // The probe's response has only the name: an error may contain addresses and secrets.
      if (!signal.aborted) this.#logger.warn({ check: name, err: error }, `The health check ${name} failed`)
    }
    return 'failed'
  }
}

/**
 * Registers the probes: hidden from the document, outside of all middleware, and not in the log of requests.
 *
 * @throws SetupError APPLICATION_INVALID, PATH_INVALID, ROUTE_DUPLICATE
 */
export function serveHealth(router: HttpRouter, options: HealthOptions, health: Health): void {
  const { livez = '/livez', readyz = '/readyz' } = options
  const serve = (path: string, source: string, respond: (ctx: Context) => unknown): void => {
    const handler = (ctx: Context): unknown => {
      ctx.header('cache-control', 'no-store')
      return respond(ctx)
    }
    router.add({ method: 'GET', path, handler, options: { hidden: true, handlerTimeout: 0 }, isProbe: true, source })
  }
  serve(livez, 'health.livez', (ctx) => ctx.json(200, { status: 'ok' }))
  serve(readyz, 'health.readyz', async (ctx) => {
    const report = await health.report()
    ctx.json(report.status === 'ok' ? 200 : 503, report)
  })
}

/** The options of the probes; undefined without probes. Throws a {@link SetupError} for malformed options. */
export function healthOptions(given: boolean | HealthOptions | undefined): HealthOptions | undefined {
  if (given === undefined || given === false) return undefined
  if (given === true) return {}
  if (typeof given !== 'object' || given === null)
    throw invalid('`health` must be a boolean or an object', 'write health: true')
  const { checks = {}, timeout = DEFAULT_TIMEOUT } = given
  if (
    typeof checks !== 'object' ||
    checks === null ||
    Array.isArray(checks) ||
    !Object.values(checks).every((check) => typeof check === 'function')
  ) {
    throw invalid('`health.checks` must be an object of functions', 'write checks: { database: () => pool.ping() }')
  }
  if (!isTime(timeout) || timeout === 0)
    throw invalid('`health.timeout` must be a whole number of milliseconds above 0', 'write timeout: 800')
  return given
}

function invalid(what: string, remedy: string): SetupError {
  return new SetupError('APPLICATION_INVALID', what, 'the application', remedy)
}
