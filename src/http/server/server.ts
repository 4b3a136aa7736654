import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerHttp2Session } from 'node:http2'
import { Server as NetServer, type Socket } from 'node:net'
import { SetupError } from '../../errors.js'
import { limitRequest } from '../exchange/time-limits.js'
import { blockedTime } from '../lifetime/blocked-time.js'
import { holdContinue } from '../lifetime/expect-continue.js'
import { http2StreamOf } from '../lifetime/node-messages.js'
import type { StatusError } from '../lifetime/thrown-value.js'
import type { Logger } from '../logger.js'
import { writeProblem } from '../response/problem.js'
import { ServerConnections } from './connections.js'
import { EdgeGuard } from './edge-guard.js'
import { limitSession } from './http2-limits.js'
import { CLOSED, type ListenAddress, listenFailure, startListening } from './listening.js'
import { type ServerListenOptions, type ServerOptions, serverSettings } from './options.js'
import { createNodeServer, type NodeServer } from './protocols.js'
import { authorityFault, headFault, parserError, rawResponse, TunnelRejected } from './rejected-heads.js'

/** How to stop; times in milliseconds. */
export interface ServerCloseOptions {
  /** How long requests in flight may take to finish. Default: 10,000. */
  readonly deadline?: number
}

/** Answers a request. */
export type RequestHandler = (req: IncomingMessage, res: ServerResponse) => void

/** In milliseconds. */
const DROPS_INTERVAL = 10_000

const UNKNOWN_EXPECTATION: StatusError = { status: 417, detail: 'The only expectation that can be met is 100-continue' }

/** The edge to node:http: limits, malformed requests, and a stop that loses no request in flight. Listens once. */
export class HttpServer {
  readonly #handler: RequestHandler
  readonly #logger: Logger
  readonly #options: ServerOptions
  readonly #guard: EdgeGuard
  readonly #connections: ServerConnections
  #server: NodeServer | undefined = undefined
  /** Undefined where node:http itself limits the time of requests. */
  #requestTimeout: number | undefined = undefined
  #isUsed = false
  #closing: Promise<void> | undefined = undefined

  constructor(handler: RequestHandler, logger: Logger, options: ServerOptions = {}) {
    this.#handler = handler
    this.#logger = logger
    this.#options = options
    this.#guard = new EdgeGuard(logger)
    this.#connections = new ServerConnections(this.#guard)
  }

  /**
   * Starts to listen. `requestTimeouts` are those of the routes that have their own.
   *
   * Rejects with a {@link SetupError}: `APPLICATION_INVALID` for a limit of a wrong form, `LISTEN_FAILED` for a port that
   * is taken or not allowed, an address of another machine, or a TLS key or certificate that cannot be read.
   */
  async listen(options: ServerListenOptions = {}, requestTimeouts: readonly number[] = []): Promise<ListenAddress> {
    if (this.#isUsed) throw listenFailure('ERR_SERVER_ALREADY_LISTEN', options)
    this.#isUsed = true
    const server = await this.#create(options, requestTimeouts)
    const address = await startListening(server, options)
    if (this.#closing !== undefined) {
      server.close()
      throw listenFailure(CLOSED, options)
    }
    this.#server = server
    this.#guard.on(server, 'error', (error) => this.#logger.error({ err: error }, 'The server failed'))
    blockedTime.watch()
    this.#guard.on(server, 'close', () => blockedTime.unwatch())
    return address
  }

  /**
   * Prepares to stop, while every request is still taken: each response says that its connection ends with it, so that no
   * client sends its next request on a connection that {@link close} is about to close.
   */
  leave(): void {
    if (this.#server === undefined || this.#closing !== undefined) return
    this.#connections.leave()
    this.#connections.warnSessions()
  }

  /**
   * Stops: takes no new connection, closes the idle ones, lets the requests in flight finish, and cuts what is left
   * at the deadline. Resolves when every connection is closed; calling it again gives the same promise.
   */
  close(options: ServerCloseOptions = {}): Promise<void> {
    this.#closing ??= this.#close(options.deadline ?? 10_000)
    return this.#closing
  }

  async #create(options: ServerListenOptions, requestTimeouts: readonly number[]): Promise<NodeServer> {
    const limits = serverSettings({ ...this.#options, ...definedOnly(options) })
    const { tls, http2 = false } = options
    let server: NodeServer
    try {
      server = await createNodeServer(longest(limits, requestTimeouts), options, this.#guard, (res) =>
        this.#connections.untrack(res)
      )
    } catch (error) {
      if (error instanceof SetupError || tls === undefined) throw error
      const what = `the TLS key or certificate cannot be read (${(error as Error).message})`
      throw new SetupError('LISTEN_FAILED', what, 'the option tls', 'give key and cert in PEM format, as text or bytes')
    }
    // HTTP/2 has no limit of its own, and where a route may take longer, node:http's is too long for the others.
    if (http2 || requestTimeouts.length > 0) this.#requestTimeout = limits.requestTimeout
    this.#connections.watch(server, { isSecure: tls !== undefined, isHttp2: http2 })
    this.#serve(server, limits)
    return server
  }

  #serve(server: NodeServer, limits: Required<ServerOptions>): void {
    const guard = this.#guard
    const cutExchange = (_req: IncomingMessage, res: ServerResponse): ServerResponse => res
    // The one listener that every request pays for guards itself.
    server.on('request', (req: IncomingMessage, res: ServerResponse) => this.#dispatch(req, res))
    guard.on(
      server,
      'checkContinue',
      (req: IncomingMessage, res: ServerResponse) => {
        holdContinue(req, res)
        this.#dispatch(req, res)
      },
      cutExchange
    )
    guard.on(
      server,
      'checkExpectation',
      (_req: IncomingMessage, res: ServerResponse) => {
        this.#connections.track(res)
        writeProblem(res, UNKNOWN_EXPECTATION)
      },
      cutExchange
    )
    guard.on(
      server,
      'clientError',
      (error: NodeJS.ErrnoException, socket: Socket) => this.#reject(error, socket),
      (_error, socket) => socket
    )
    guard.on(
      server,
      'connect',
      (_req: IncomingMessage, socket: Socket) => this.#reject(new TunnelRejected(), socket),
      (_req, socket) => socket
    )
    guard.on(
      server,
      'session',
      (session: ServerHttp2Session) => {
        const cut = (): unknown => this.#connections.socketOf(session)?.destroy()
        limitSession(session, { limits, cut, guard, logger: this.#logger })
      },
      (session) => session
    )
    this.#endIdle(server, limits)
    if (limits.maxConnections > 0) warnOfDrops(server, limits.maxConnections, guard, this.#logger)
  }

  /** A connection is idle no longer than it may be, and its next head takes no longer than one may, whatever it sends. */
  #endIdle(server: NodeServer, limits: Required<ServerOptions>): void {
    const { keepAliveTimeout, headersTimeout, connectionsCheckingInterval } = limits
    if (keepAliveTimeout === 0 || headersTimeout === 0) return
    const look = (): void => {
      this.#guard.run(
        // Node keeps a connection for a second longer than it says, so that clients do not send into its end.
        () => this.#connections.closeIdle(blockedTime.extend(keepAliveTimeout + headersTimeout + 1_000)),
        () => undefined
      )
    }
    const timer = setInterval(look, connectionsCheckingInterval).unref()
    this.#guard.on(server, 'close', () => clearInterval(timer))
  }

  #dispatch(req: IncomingMessage, res: ServerResponse): void {
    try {
      this.#connections.track(res)
      const fault = http2StreamOf(res) === undefined ? headFault(req) : authorityFault(req)
      if (fault !== undefined) {
        const { status, detail } = fault
        this.#logger.debug({ status }, `A request was rejected before it reached the router: ${detail}`)
        writeProblem(res, fault)
        return
      }
      if (this.#requestTimeout !== undefined) limitRequest(req, res, this.#requestTimeout)
      this.#handler(req, res)
    } catch (error) {
      this.#guard.failed(error, () => res)
    }
  }

  #reject(error: NodeJS.ErrnoException, socket: Socket): void {
    // A failed handshake leaves nothing to respond on.
    const isDead = error.code === 'ECONNRESET' || /^ERR_(SSL|TLS)_/.test(String(error.code))
    if (isDead) {
      socket.destroy()
      return
    }
    const rejection = parserError(error)
    // The parser of a connection over TLS that is paused, because responses wait to be sent, and is fed all the same: Node has
    // lost what came, and nothing was wrong with it.
    const isLost = error.code === 'HPE_PAUSED'
    const text = isLost ? undefined : rawResponse(rejection, this.#connections.methodOf(socket))
    const verdict = this.#connections.giveUp(socket, text)
    if (verdict === 'cut') this.#connections.cutSocket(socket)
    if (verdict === 'cut' || verdict === 'known') return
    this.#logger.debug({ err: error, status: rejection.status }, 'A request was rejected before it reached the router')
    if (verdict === 'reject') this.#connections.endGently(socket, text)
  }

  #close(deadline: number): Promise<void> {
    const server = this.#server
    if (server === undefined) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#cut(deadline), deadline)
      // Server.close of node:http stops looking at the timeouts too, and half a request could hold the process until
      // the deadline. So at first only the listening ends. (Bun's server of node:http is none of node:net's.)
      const { close }: Pick<NetServer, 'close'> = server instanceof NetServer ? NetServer.prototype : server
      close.call(server, () => {
        clearTimeout(timer)
        server.close()
        resolve()
      })
      this.#connections.leave()
      this.#connections.closeSessions()
      // What has arrived already is read before its connection could pass for an idle one: in the next turn of the event
      // loop, which only the second of two immediates is sure to lie behind.
      setImmediate(() => setImmediate(() => this.#closeIdle(server)))
    })
  }

  #closeIdle(server: NodeServer): void {
    this.#guard.run(
      () => {
        if ('closeIdleConnections' in server) server.closeIdleConnections()
        this.#connections.close()
      },
      () => undefined
    )
  }

  #cut(deadline: number): void {
    const connections = this.#connections.size
    this.#logger.warn({ connections, deadline }, 'The deadline of the stop has passed: open connections are cut')
    this.#connections.cut()
  }
}

/** A route whose limit is longer than the server's is served by a server of that limit. */
function longest(limits: Required<ServerOptions>, requestTimeouts: readonly number[]): Required<ServerOptions> {
  const all = [limits.requestTimeout, ...requestTimeouts]
  return { ...limits, requestTimeout: all.includes(0) ? 0 : Math.max(...all) }
}

function definedOnly<T extends object>(options: T): T {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T
}

/** Says in the log that connections are dropped: at most once in ten seconds, since a flood of them is the reason. */
function warnOfDrops(server: NodeServer, maxConnections: number, guard: EdgeGuard, logger: Logger): void {
  let dropped = 0
  let timer: NodeJS.Timeout | undefined
  const warn = (): void => {
    if (dropped > 0) logger.warn({ dropped, maxConnections }, 'More clients connect than maxConnections allows')
    timer = dropped > 0 ? setTimeout(() => guard.run(warn, () => undefined), DROPS_INTERVAL).unref() : undefined
    dropped = 0
  }
  guard.on(server, 'drop', () => {
    dropped += 1
    if (timer === undefined) warn()
  })
}
