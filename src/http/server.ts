import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { SetupError } from '../errors.js'
import type { Logger } from './logger.js'
import { PROBLEM_TYPE, problemOf } from './problem.js'

/** The limits of the server; times in milliseconds, sizes in bytes. */
export interface ServerOptions {
  /** How long a client may take for the head of a request. Default: 10,000. */
  readonly headersTimeout?: number
  /** How long a client may take for a whole request, body included. Default: 60,000. */
  readonly requestTimeout?: number
  /** How long an idle connection is kept: longer than load balancers keep it, mostly 60 s. Default: 72,000. */
  readonly keepAliveTimeout?: number
  /** How often the two timeouts of requests are looked at. Default: 2,000. */
  readonly connectionsCheckingInterval?: number
  /** The largest head of a request. Default: 16,384. */
  readonly maxHeaderSize?: number
}

/** Where to listen. */
export interface ListenOptions {
  /** Default: 8080; 0 takes a free one. */
  readonly port?: number
  /** Default: all addresses of the machine. */
  readonly host?: string
}

/** Where the server listens. */
export interface ListenAddress {
  /** To be opened on this machine: `http://localhost:8080`. */
  readonly url: string
  readonly host: string
  readonly port: number
}

/** How to stop. */
export interface CloseOptions {
  /** How long requests in flight may take to finish, in milliseconds. Default: 10,000. */
  readonly deadline?: number
}

/** Answers a request. */
export type RequestHandler = (req: IncomingMessage, res: ServerResponse) => void

const DEFAULTS = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16_384
} as const

/** What a client is told whose request the parser refuses, by the parser's error code. */
const REFUSALS: Readonly<Record<string, { readonly status: number; readonly detail: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The head of the request is too large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, detail: 'The chunk extensions of the request are too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'The request took too long' }
}
const MALFORMED = { status: 400, detail: 'The request is not valid HTTP' }

/** The edge to node:http: limits, malformed requests, and a stop that loses no request in flight. */
export class HttpServer {
  readonly #server: Server
  readonly #logger: Logger
  /** The open connections, each with its unfinished responses. */
  readonly #connections = new Map<Socket, ServerResponse[]>()
  #closing: Promise<void> | undefined = undefined

  constructor(handler: RequestHandler, logger: Logger, options: ServerOptions = {}) {
    this.#logger = logger
    const untrack = this.#untracker()
    this.#server = createServer({ ...DEFAULTS, ...options }, (req, res) => {
      this.#connections.get(req.socket)?.push(res)
      res.on('close', untrack)
      if (this.#closing !== undefined) res.setHeader('connection', 'close')
      handler(req, res)
    })
    this.#server.on('connection', (socket: Socket) => {
      this.#connections.set(socket, [])
      // A response that waits behind another in a pipeline emits no 'close' when its socket is cut.
      socket.on('close', () => this.#connections.delete(socket))
    })
    this.#server.on('clientError', (error: NodeJS.ErrnoException, socket) => this.#refuse(error, socket))
  }

  /**
   * Starts to listen. Rejects with a {@link SetupError} `LISTEN_FAILED` for a port that is taken or not allowed, or
   * an address that is none of this machine's.
   */
  listen(options: ListenOptions = {}): Promise<ListenAddress> {
    const { port = 8080, host } = options
    const server = this.#server
    return new Promise((resolve, reject) => {
      const fail = (error: unknown): void => reject(listenError(error, port, host))
      server.once('error', fail)
      try {
        server.listen({ port, host }, () => {
          server.off('error', fail)
          server.on('error', (error) => this.#logger.error({ err: error }, 'The server failed'))
          resolve(listenAddress(server.address() as AddressInfo))
        })
      } catch (error) {
        fail(error)
      }
    })
  }

  /**
   * Stops: takes no new connection, closes the idle ones, lets the requests in flight finish, and cuts what is left
   * at the deadline. Resolves when every connection is closed; calling it again gives the same promise.
   */
  close(options: CloseOptions = {}): Promise<void> {
    this.#closing ??= this.#close(options.deadline ?? 10_000)
    return this.#closing
  }

  #close(deadline: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#cut(deadline), deadline)
      // The only error is that the server does not listen: then it is closed.
      this.#server.close(() => {
        clearTimeout(timer)
        resolve()
      })
      for (const [socket, responses] of this.#connections) {
        // Node takes a connection that never sent a byte for a busy one.
        if (socket.bytesRead === 0) socket.destroy()
        for (const response of responses) if (!response.headersSent) response.setHeader('connection', 'close')
      }
    })
  }

  #cut(deadline: number): void {
    const connections = this.#connections.size
    this.#logger.warn({ connections, deadline }, 'The deadline of the stop has passed: open connections are cut')
    for (const socket of this.#connections.keys()) socket.destroy()
  }

  /** One listener for all responses: a closure a request would cost more than the whole tracking. */
  #untracker(): (this: ServerResponse) => void {
    const connections = this.#connections
    const isClosing = (): boolean => this.#closing !== undefined
    return function (this: ServerResponse) {
      const { socket } = this.req
      const responses = connections.get(socket)
      if (responses === undefined) return
      const index = responses.indexOf(this)
      if (index !== -1) responses.splice(index, 1)
      // A response whose head was out before the stop began had promised to keep the connection.
      if (responses.length === 0 && isClosing()) socket.destroySoon()
    }
  }

  #refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
    const responses = this.#connections.get(socket as Socket) ?? []
    const answering = responses.length > 1 || responses.some((response) => response.headersSent)
    // An answer would be taken for the answer to another request, or for a part of one.
    if (error.code === 'ECONNRESET' || !socket.writable || answering) {
      socket.destroy()
      return
    }
    const refusal = REFUSALS[error.code ?? ''] ?? MALFORMED
    const problem = problemOf(refusal)
    const body = JSON.stringify(problem)
    this.#logger.debug({ err: error, status: problem.status }, 'A request was refused before it reached the router')
    const head = [
      `HTTP/1.1 ${problem.status} ${problem.title}`,
      `content-type: ${PROBLEM_TYPE}`,
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close'
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
  }
}

function listenAddress({ address, port }: AddressInfo): ListenAddress {
  const everywhere = address === '::' || address === '0.0.0.0'
  const name = everywhere ? 'localhost' : address.includes(':') ? `[${address}]` : address
  return { url: `http://${name}:${port}`, host: address, port }
}

const LISTEN_FAILURES: Readonly<Record<string, readonly [what: string, remedy: string]>> = {
  EADDRINUSE: ['the port is already in use', 'stop the program that listens there or choose another port'],
  EACCES: ['the port may not be opened by this user', 'choose a port above 1023'],
  EADDRNOTAVAIL: [
    "the host is no address of this machine's",
    'choose 127.0.0.1, 0.0.0.0 or an address of this machine'
  ],
  ENOTFOUND: ['the host is not known', 'choose 127.0.0.1, 0.0.0.0 or an address of this machine'],
  ERR_SOCKET_BAD_PORT: ['the port is no port number', 'choose a whole number from 0 to 65535'],
  ERR_SERVER_ALREADY_LISTEN: ['the server listens already', 'call listen once']
}

function listenError(error: unknown, port: number, host: string | undefined): unknown {
  const failure = LISTEN_FAILURES[(error as NodeJS.ErrnoException).code ?? '']
  if (failure === undefined) return error
  return new SetupError('LISTEN_FAILED', failure[0], `${host ?? '*'}:${port}`, failure[1])
}
