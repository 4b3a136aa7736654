import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2Session } from 'node:http2'
import { Server as NetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { SetupError } from '../errors.js'
import { holdContinue } from './expect-continue.js'
import { hostFault } from './host-header.js'
import type { Logger } from './logger.js'
import { writeProblem } from './problem.js'
import { limitRequest } from './request-timeout.js'
import { ServerConnections } from './server-connections.js'
import { CLOSED, type ListenAddress, listenFailure, startListening } from './server-listening.js'
import { type ServerListenOptions, type ServerOptions, serverSettings } from './server-options.js'
import { createNodeServer, type NodeServer } from './server-protocols.js'
import { refuseUnparsed } from './server-refusals.js'

/** How to stop; times in milliseconds. */
export interface ServerCloseOptions {
  /** How long requests in flight may take to finish. Default: 10,000. */
  readonly deadline?: number
}

/** Answers a request. */
export type RequestHandler = (req: IncomingMessage, res: ServerResponse) => void

/** The edge to node:http: limits, malformed requests, and a stop that loses no request in flight. Listens once. */
export class HttpServer {
  readonly #handler: RequestHandler
  readonly #logger: Logger
  readonly #options: ServerOptions
  readonly #connections = new ServerConnections()
  #server: NodeServer | undefined = undefined
  /** Undefined where node:http itself limits the time of requests. */
  #requestTimeout: number | undefined = undefined
  #isUsed = false
  #closing: Promise<void> | undefined = undefined

  constructor(handler: RequestHandler, logger: Logger, options: ServerOptions = {}) {
    this.#handler = handler
    this.#logger = logger
    this.#options = options
  }

  /**
   * Starts to listen. `requestTimeouts` are those of the routes that have their own.
   *
   * Rejects with a {@link SetupError}: `APPLICATION_INVALID` for a limit of a wrong form, `LISTEN_FAILED` for a port that
   * is taken or not allowed, an address that is none of this machine's, or a TLS key or certificate that cannot be read.
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
    server.on('error', (error) => this.#logger.error({ err: error }, 'The server failed'))
    return address
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
      server = await createNodeServer(longest(limits, requestTimeouts), options)
    } catch (error) {
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
    const answer = (req: IncomingMessage, res: ServerResponse): void => this.#answer(req, res)
    server.on('request', answer)
    server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => {
      holdContinue(req, res)
      this.#answer(req, res)
    })
    server.on('checkExpectation', (_req: IncomingMessage, res: ServerResponse) => {
      this.#connections.track(res)
      writeProblem(res, { status: 417, detail: 'The only expectation that can be met is 100-continue' })
    })
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => this.#refuse(error, socket))
    server.on('session', (session: Http2Session) => {
      session.setTimeout(limits.keepAliveTimeout, () => session.close())
    })
  }

  #answer(req: IncomingMessage, res: ServerResponse): void {
    this.#connections.track(res)
    if (req.httpVersionMajor < 2) {
      const fault = hostFault(req)
      if (fault !== undefined) {
        this.#logger.debug({ status: 400 }, `A request was refused before it reached the router: ${fault}`)
        writeProblem(res, { status: 400, detail: fault })
        return
      }
    }
    if (this.#requestTimeout !== undefined) limitRequest(req, res, this.#requestTimeout)
    this.#handler(req, res)
  }

  #refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
    // A failed handshake leaves nothing that could be answered on.
    const isDead = error.code === 'ECONNRESET' || /^ERR_(SSL|TLS)_/.test(error.code ?? '')
    const next = isDead || !socket.writable ? 'cut' : this.#connections.giveUp(socket as Socket)
    if (next === 'cut') socket.destroy()
    if (next !== 'refuse') return
    const { status } = refuseUnparsed(error, socket)
    this.#logger.debug({ err: error, status }, 'A request was refused before it reached the router')
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
      if ('closeIdleConnections' in server) server.closeIdleConnections()
      this.#connections.close()
    })
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
