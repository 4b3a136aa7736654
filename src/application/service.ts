import { SetupError } from '../errors.js'
import type { FetchHandler } from '../http/fetch/handler.js'
import { unavailable } from '../http/fetch/in-flight.js'
import { type InjectRequest, type InjectResponse, inject } from '../http/fetch/inject.js'
import { FetchServer } from '../http/fetch/server.js'
import type { ResponseCheckMode } from '../http/response-checks.js'
import type { RequestHandler, RouteDefinition } from '../http/route.js'
import type { ListenAddress } from '../http/server/listening.js'
import { LISTEN_OPTIONS, type ServerListenOptions, type ServerOptions } from '../http/server/options.js'
import { HttpServer, type ServerCloseOptions } from '../http/server/server.js'
import { InjectFailures, isTime } from '../http/settings.js'
import type { OpenAPIDocument } from '../openapi/document.js'
import type { Router } from '../openapi/serving/documented-router.js'
import { checkOptions, type OptionTable } from '../options.js'
import type { Health } from './health.js'
import type { Lifecycle } from './lifecycle.js'
import { stopOnSignals } from './process-signals.js'

/** How to stop; times in milliseconds. */
export interface CloseOptions extends ServerCloseOptions {
  /**
   * How long requests are still accepted after the readiness probe has changed: until every load balancer has noticed.
   * Meanwhile every response says that its connection ends with it (`Connection: close`; over HTTP/2 without TLS a
   * GOAWAY that rejects nothing), so a client that sends on a kept connection at least once in this time loses no
   * request. Default: 0.
   */
  readonly delay?: number
}

/** Where and how to listen. */
export interface ListenOptions extends ServerListenOptions {
  /**
   * The signals at which the service stops and the process ends with 0; a second signal ends it at once. `false` leaves
   * signals to the application. Default: SIGTERM and SIGINT.
   */
  readonly signals?: boolean | readonly NodeJS.Signals[]
  /** How the service stops at a signal. */
  readonly shutdown?: CloseOptions
}

const CLOSE_OPTIONS: OptionTable<CloseOptions> = { delay: true, deadline: true }

const SERVICE_LISTEN_OPTIONS: OptionTable<ListenOptions> = { ...LISTEN_OPTIONS, signals: true, shutdown: true }

/** The parts from which `bootstrap` makes a service. */
export interface ServiceParts {
  readonly router: Router
  /** The first is the application's own. */
  readonly documents: ReadonlyMap<string, () => OpenAPIDocument>
  /** What becomes of a response to an injected request that the document does not promise. */
  readonly injectChecks: ResponseCheckMode
  readonly server: ServerOptions | undefined
  readonly health: Health
  readonly lifecycle: Lifecycle
}

const DEFAULT_DEADLINE = 10_000
const DEFAULT_SIGNALS = ['SIGTERM', 'SIGINT'] as const

/** Throws a {@link SetupError} for an invalid time: a deadline of NaN would cut every request at once. */
function checkTimes(options: CloseOptions | undefined, place: string): void {
  for (const name of ['delay', 'deadline'] as const) {
    const value: unknown = options?.[name]
    if (value === undefined || isTime(value)) continue
    const what = `\`${name}\` is ${typeof value === 'string' ? `'${value}'` : String(value)}`
    throw new SetupError('APPLICATION_INVALID', what, place, 'give whole milliseconds, 0 or more')
  }
}

function timeOf(value: number | undefined, fallback: number): number {
  return isTime(value) ? value : fallback
}

/** A running application, or one that can run at any moment: the result of `bootstrap`. */
export class Service {
  /** The router of all routes, those of the controllers included. */
  readonly router: Router
  /**
   * Handles a request; never throws. For a server of your own: `http.createServer(service.handler)`,
   * `express().use('/api', service.handler)`. Call {@link Service.start} first, for whatever starts with the service.
   */
  readonly handler: RequestHandler
  /**
   * Handles a WHATWG request, without node:http: the same service on Bun, Deno, edge workers and functions. The first
   * request starts the service. Bound, so it can be passed on: `Deno.serve(service.fetch)`, `export default service`.
   * `connection` identifies the client ({@link FetchHandler}), and is the second argument that Deno and Bun give.
   *
   * If the service cannot start, the response is a 503, and the log says why; a service that was closed responds with
   * 503 until {@link Service.start} is called. Rejects if the handler cuts the connection before its response has begun.
   *
   * @example const response = await service.fetch(new Request('http://localhost/items/3'))
   */
  readonly fetch: FetchHandler
  /** The health that the readiness probe reports: `(await service.health.report()).status`. */
  readonly health: Health
  readonly #parts: ServiceParts
  /** Made at the first injected request that needs each. */
  readonly #injectHandlers = new Map<ResponseCheckMode, RequestHandler>()
  readonly #injectFailures = new InjectFailures()
  #server: HttpServer | undefined = undefined
  #fetchServer: FetchServer | undefined = undefined
  #started: Promise<void> | undefined = undefined
  #isStarted = false
  #closing: Promise<boolean> | undefined = undefined
  #forgetSignals: () => void = () => undefined

  /** Made by `bootstrap`. @internal */
  constructor(parts: ServiceParts) {
    this.router = parts.router
    this.handler = parts.router.handler
    const service = this
    // An arrow function cannot tell who calls it: Bun's server calls with itself as `this`, and few else.
    this.fetch = function (this: unknown, request, connection) {
      return service.#isStarted && service.#fetchServer !== undefined
        ? service.#fetchServer.answer(request, connection, this)
        : service.#fetchFirst(request, connection, this)
    }
    this.health = parts.health
    this.#parts = parts
  }

  /** All routes, in the order in which the router tries them: those of the controllers, the document and the page. */
  get routes(): readonly RouteDefinition[] {
    return this.router.routesInMatchingOrder
  }

  /** The published document, of several the first; generated at the first call. */
  get document(): OpenAPIDocument {
    const [document] = this.#parts.documents.values()
    return (document as () => OpenAPIDocument)()
  }

  /**
   * The published documents by their names: that at `spec`, then those of `documents`. Each is generated when it is first read.
   * @example service.documents.get('public')
   */
  get documents(): ReadonlyMap<string, OpenAPIDocument> {
    return new Map([...this.#parts.documents].map(([name, document]) => [name, document()]))
  }

  /**
   * Runs every `onStart`, in order; {@link Service.listen} and {@link Service.inject} call it. Does nothing if the service
   * is started already. Rejects if one fails, after everything that was started is closed again.
   */
  start(): Promise<void> {
    this.#started ??= this.#start()
    return this.#started
  }

  /**
   * Starts, and then listens. At SIGTERM and SIGINT the service stops as {@link Service.close} does, and the process ends.
   *
   * @throws SetupError LISTEN_FAILED when the port is taken or not allowed, or when the service is listening already;
   * APPLICATION_INVALID for an invalid limit; BootstrapError of OPTION_UNKNOWN; and what an `onStart` throws.
   *
   * @example const { url } = await service.listen({ port: 0, host: '127.0.0.1' })
   */
  async listen(options: ListenOptions = {}): Promise<ListenAddress> {
    checkOptions(options, SERVICE_LISTEN_OPTIONS, 'service.listen')
    checkOptions(options.shutdown, CLOSE_OPTIONS, 'service.listen, shutdown')
    checkTimes(options.shutdown, 'service.listen, shutdown')
    if (this.#server !== undefined) {
      throw new SetupError('LISTEN_FAILED', 'the service is already listening', 'service.listen', 'close it first')
    }
    const server = new HttpServer(this.handler, this.router.settings.logger, this.#parts.server)
    this.#server = server
    const wasStarted = this.#started !== undefined
    try {
      await this.start()
      const address = await server.listen(options, this.#requestTimeouts())
      this.#awaitSignals(options)
      return address
    } catch (error) {
      this.#server = undefined
      if (!wasStarted) await this.#stop({ deadline: options.shutdown?.deadline })
      throw error
    }
  }

  /**
   * Stops: the readiness probe changes to 503; after the delay no new connection is accepted, requests in flight are
   * finished, and at the deadline the rest is cut; then every `onClose` runs, in reverse order, each at most as long as
   * the deadline. Then the service can listen again. Does nothing if nothing was started; waits if the service is
   * already stopping. Never rejects: failures are logged.
   */
  async close(options: CloseOptions = {}): Promise<void> {
    try {
      checkOptions(options, CLOSE_OPTIONS, 'service.close')
      checkTimes(options, 'service.close')
    } catch (err) {
      // It stops nevertheless.
      this.router.settings.logger.warn({ err }, 'The service was closed with a wrong option, which is ignored')
    }
    await this.#stop((options as CloseOptions | null) ?? {})
  }

  /**
   * Runs a request in-process, without a socket: for specs. Unless the application or the request sets
   * `responseChecks`, a response that the document does not describe is a 500 here. The `error` of the response says why
   * it is a 500.
   *
   * @example const { statusCode, json } = await service.inject({ method: 'POST', url: '/data', body: { name: 'x' } })
   */
  async inject(request: InjectRequest | string): Promise<InjectResponse> {
    await this.start()
    const { responseChecks = this.#parts.injectChecks } = typeof request === 'string' ? {} : (request ?? {})
    return inject(this.#injectHandler(responseChecks), request, this.#injectFailures)
  }

  #injectHandler(responseChecks: ResponseCheckMode): RequestHandler {
    const known = this.#injectHandlers.get(responseChecks)
    if (known !== undefined) return known
    const handler = this.router.handlerWith(responseChecks, this.#injectFailures)
    this.#injectHandlers.set(responseChecks, handler)
    return handler
  }

  async #fetchFirst(request: Request, connection: object | undefined, caller: unknown): Promise<Response> {
    this.#fetchServer ??= new FetchServer(this.handler, this.router.findCall)
    const server = this.#fetchServer
    if (!server.isClosed) {
      try {
        await this.start()
      } catch (error) {
        this.router.settings.logger.error({ err: error }, 'The service cannot start')
        return unavailable()
      }
    }
    return server.answer(request, connection, caller)
  }

  async #start(): Promise<void> {
    const { health, lifecycle } = this.#parts
    try {
      await lifecycle.start(DEFAULT_DEADLINE)
    } catch (error) {
      this.#started = undefined
      throw error
    }
    this.#isStarted = true
    this.#fetchServer?.open()
    health.enter('ready')
  }

  #stop(options: CloseOptions): Promise<boolean> {
    if (this.#closing === undefined && this.#started === undefined) return Promise.resolve(true)
    this.#closing ??= this.#close(options).finally(() => {
      this.#closing = undefined
    })
    return this.#closing
  }

  async #close(options: CloseOptions): Promise<boolean> {
    const delay = timeOf(options.delay, 0)
    const deadline = timeOf(options.deadline, DEFAULT_DEADLINE)
    const { health, lifecycle } = this.#parts
    const server = this.#server
    // A service that is still starting is closed when it has started; otherwise listening ends at once.
    if (!this.#isStarted) await this.#started?.catch(() => undefined)
    health.enter('closing')
    const servers = [server, this.#fetchServer].filter((each) => each !== undefined)
    if (servers.length > 0 && delay > 0) {
      server?.leave()
      await new Promise((resolve) => setTimeout(resolve, delay))
    }
    await Promise.all(servers.map((each) => each.close({ deadline })))
    const failures = await lifecycle.close(deadline)
    this.#forgetSignals()
    this.#forgetSignals = () => undefined
    this.#server = undefined
    this.#started = undefined
    this.#isStarted = false
    health.enter('starting')
    return failures === 0
  }

  #requestTimeouts(): number[] {
    return this.router.routes.flatMap(({ options }) => options.requestTimeout ?? [])
  }

  #awaitSignals({ signals = true, shutdown = {} }: ListenOptions): void {
    const awaited = signals === true ? DEFAULT_SIGNALS : signals === false ? [] : signals
    const { logger } = this.router.settings
    this.#forgetSignals = stopOnSignals({ signals: awaited, logger, stop: () => this.#stop(shutdown) })
  }
}
