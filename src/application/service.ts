import { SetupError } from '../errors.js'
import { type InjectRequest, type InjectResponse, inject } from '../http/fetch/inject.js'
import type { FetchHandler, FetchServer } from '../http/fetch/server.js'
import { type RequestHandler } from '../http/route.js'
import type { ListenAddress } from '../http/server/listening.js'
import { LISTEN_OPTIONS, type ServerListenOptions, type ServerOptions } from '../http/server/options.js'
import { HttpServer, type ServerCloseOptions } from '../http/server/server.js'
import { isTime } from '../http/settings.js'
import type { OpenAPIDocument } from '../openapi/document.js'
import type { Router } from '../openapi/documented-router.js'
import { checkOptions, type OptionTable } from '../options.js'
import type { Health } from './health.js'
import type { Lifecycle } from './lifecycle.js'
import { stopOnSignals } from './process-signals.js'

/** How to stop; times in milliseconds. */
export interface CloseOptions extends ServerCloseOptions {
  /**
   * How long requests are still taken after the readiness probe has turned: until every load balancer has noticed. Every
   * answer says meanwhile that its connection ends with it (`Connection: close`; over HTTP/2 without TLS a GOAWAY
   * that refuses nothing), so a client that sends on a kept connection at least once in this time loses no request. Default: 0.
   */
  readonly delay?: number
}

/** Where and how to listen. */
export interface ListenOptions extends ServerListenOptions {
  /**
   * The signals at which the service stops and the process ends with 0; a second one ends it at once. `false` leaves
   * signals to the application. Default: SIGTERM and SIGINT.
   */
  readonly signals?: boolean | readonly NodeJS.Signals[]
  /** How the service stops at a signal. */
  readonly shutdown?: CloseOptions
}

const CLOSE_OPTIONS: OptionTable<CloseOptions> = { delay: true, deadline: true }

const SERVICE_LISTEN_OPTIONS: OptionTable<ListenOptions> = { ...LISTEN_OPTIONS, signals: true, shutdown: true }

/** What `bootstrap` makes a service of. */
export interface ServiceParts {
  readonly router: Router
  readonly document: OpenAPIDocument
  readonly injectHandler: RequestHandler
  readonly server: ServerOptions | undefined
  readonly health: Health
  readonly lifecycle: Lifecycle
}

const DEFAULT_DEADLINE = 10_000
const DEFAULT_SIGNALS = ['SIGTERM', 'SIGINT'] as const

/** Throws a {@link SetupError} for what is not a time: a deadline of NaN would cut every request at once. */
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

/** A running application, or one that can run at any moment: what `bootstrap` answers. */
export class Service {
  readonly router: Router
  /** The published document. */
  readonly document: OpenAPIDocument
  /**
   * Answers a request; never throws. For a server of your own: `http.createServer(service.handler)`,
   * `express().use('/api', service.handler)`. What starts with the service is then started by {@link start}.
   */
  readonly handler: RequestHandler
  /**
   * Answers a WHATWG request, without node:http: the same service on Bun, Deno, edge workers and functions. The first
   * request starts the service. Bound, so it can be given away: `Deno.serve(service.fetch)`, `export default service`.
   * `connection` tells who asks ({@link FetchHandler}), and is what Deno and Bun give beside the request.
   *
   * Where the service cannot start the answer is a 503, and the log tells why; a service that was closed answers 503
   * until {@link start} is called. Rejects where the handler cuts the connection before its answer has begun.
   *
   * @example const response = await service.fetch(new Request('http://localhost/items/3'))
   */
  readonly fetch: FetchHandler
  /** What the readiness probe tells: `(await service.health.report()).status`. */
  readonly health: Health
  readonly #parts: ServiceParts
  #server: HttpServer | undefined = undefined
  #fetchServer: FetchServer | undefined = undefined
  #started: Promise<void> | undefined = undefined
  #isStarted = false
  #closing: Promise<boolean> | undefined = undefined
  #forgetSignals: () => void = () => undefined

  /** Made by `bootstrap`. */
  constructor(parts: ServiceParts) {
    this.router = parts.router
    this.document = parts.document
    this.handler = parts.router.handler
    this.fetch = (request, connection) =>
      this.#isStarted && this.#fetchServer !== undefined
        ? this.#fetchServer.answer(request, connection)
        : this.#fetchFirst(request, connection)
    this.health = parts.health
    this.#parts = parts
  }

  /**
   * Runs every `onStart`, in order; {@link listen} and {@link inject} do it by themselves. Does nothing where the
   * service is started already. Rejects where one fails, after everything that was started is closed again.
   */
  start(): Promise<void> {
    this.#started ??= this.#start()
    return this.#started
  }

  /**
   * Starts, and then listens. At SIGTERM and SIGINT the service stops as {@link close} does, and the process ends.
   *
   * @throws SetupError LISTEN_FAILED when the port is taken or not allowed, or when the service listens already;
   * APPLICATION_INVALID for a limit of a wrong form; BootstrapError of OPTION_UNKNOWN; and what an `onStart` throws.
   *
   * @example const { url } = await service.listen({ port: 0, host: '127.0.0.1' })
   */
  async listen(options: ListenOptions = {}): Promise<ListenAddress> {
    checkOptions(options, SERVICE_LISTEN_OPTIONS, 'service.listen')
    checkOptions(options.shutdown, CLOSE_OPTIONS, 'service.listen, shutdown')
    checkTimes(options.shutdown, 'service.listen, shutdown')
    if (this.#server !== undefined) {
      throw new SetupError('LISTEN_FAILED', 'the service listens already', 'service.listen', 'close it first')
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
   * Stops: the readiness probe turns to 503; after the delay no new connection is taken, requests in flight are
   * finished, and at the deadline what is left is cut; then every `onClose` runs, in reverse order, each at most as
   * long as the deadline. Then the service can listen again. Where nothing was started it does nothing; while it stops
   * already, it waits for that. Never rejects: what fails is told in the log.
   */
  async close(options: CloseOptions = {}): Promise<void> {
    try {
      checkOptions(options, CLOSE_OPTIONS, 'service.close')
      checkTimes(options, 'service.close')
    } catch (err) {
      // It stops all the same.
      this.router.settings.logger.warn({ err }, 'The service was closed with a wrong option, which is ignored')
    }
    await this.#stop(options)
  }

  /**
   * Runs a request in-process, without a socket: for specs. Unless the application sets `responseChecks`, an answer
   * that the document does not promise is a 500 here, and the log tells what is wrong with it.
   *
   * @example const { statusCode, json } = await service.inject({ method: 'POST', url: '/data', body: { name: 'x' } })
   */
  async inject(request: InjectRequest | string): Promise<InjectResponse> {
    await this.start()
    return inject(this.#parts.injectHandler, request)
  }

  /** Only who answers by fetch pays for loading it. */
  async #fetchFirst(request: Request, connection: object | undefined): Promise<Response> {
    const { FetchServer, unavailable } = await import('../http/fetch/server.js')
    this.#fetchServer ??= new FetchServer(this.handler)
    const server = this.#fetchServer
    if (!server.isClosed) {
      try {
        await this.start()
      } catch (error) {
        this.router.settings.logger.error({ err: error }, 'The service cannot start')
        return unavailable()
      }
    }
    return server.answer(request, connection)
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
    // What is still starting is closed when it has started; else the listening ends at once.
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
