import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2Session } from 'node:http2'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { abortRequest, RequestCut } from '../lifetime/abort-signal.js'
import { blockedTime } from '../lifetime/blocked-time.js'
import { clock } from '../lifetime/clock.js'
import { drain, LINGER_MS } from '../lifetime/drain.js'
import { http2StreamOf, isNodesOwn } from '../lifetime/node-messages.js'
import type { EdgeGuard } from './edge-guard.js'
import { announceGoaway, Http2Sessions } from './http2-sessions.js'
import type { NodeServer } from './protocols.js'

/** A connection of HTTP/1. */
interface Connection {
  /**
   * The unfinished responses, in the order of their requests. It is mostly one, for which a list of one is made: an empty
   * list that gets one by `push` keeps room for sixteen more.
   */
  responses: ServerResponse[]
  /** The request whose head came last, as long as its body may still be arriving. */
  latest: IncomingMessage | undefined
  /** How it will end; nothing that still comes over it gets a response. */
  end: 'after responses' | 'now' | undefined
  /** What is written after the pending responses: the error response to what came last. */
  errorText: string | undefined
  /** Since when it waits for its next request, as `blockedTime.lastTime` gives it; undefined while a request is in flight. */
  idleSince: number | undefined
}

/** A socket that knows its connection. */
type Known = Socket & { [key: symbol]: Connection | undefined }

/** Shared by all connections without a request: nothing is added to it. */
const NONE: ServerResponse[] = []

/** What becomes of a connection on which nothing more can be understood; see {@link ServerConnections.giveUp}. */
export type Verdict = 'reject' | 'cut' | 'wait' | 'known'

/** The open connections of a server, and how they come to their end. */
export class ServerConnections {
  readonly #guard: EdgeGuard
  /** All of them as they come from the network, sessions of HTTP/2 and unfinished handshakes included. */
  readonly #sockets = new Set<Socket>()
  /** Those that can carry HTTP/1. */
  readonly #connections = new Map<Socket, Connection>()
  /**
   * The property of a socket under which its connection is found with each request: of its own for each server, as one may hand a
   * socket on to another. A map would ask the engine for the hash of an object, which takes as long as 200 instructions.
   */
  readonly #key = Symbol('fieldstone.connection')
  readonly #sessions: Http2Sessions
  /** The unfinished TLS handshakes, by the client's address and port. */
  readonly #handshakes = new Map<string, Socket>()
  readonly #closed: (this: Socket) => void
  readonly #failed: (this: Socket) => void
  /** `leaving`: every response is the last one of its connection; `closing`: idle connections are closed, too. */
  #phase: 'open' | 'leaving' | 'closing' = 'open'
  /** Whether every connection is a session of HTTP/2 without TLS. */
  #isClearHttp2 = false

  constructor(guard: EdgeGuard) {
    this.#guard = guard
    this.#sessions = new Http2Sessions(guard)
    this.#closed = guard.shared((socket) => this.#forget(socket))
    // An 'error' event without a listener ends the process, and Node removes its own listener with a request for a tunnel: what
    // is still written then may fail. The end of the connection says enough.
    this.#failed = guard.shared(() => undefined)
  }

  /** Watches a server, before it listens. */
  watch(server: NodeServer, protocol: { readonly isSecure: boolean; readonly isHttp2: boolean }): void {
    const { isSecure, isHttp2 } = protocol
    this.#isClearHttp2 = isHttp2 && !isSecure
    const guard = this.#guard
    guard.on(
      server,
      'connection',
      (socket: Socket) => {
        this.#sockets.add(socket)
        guard.add(socket, 'close', this.#closed)
        guard.add(socket, 'error', this.#failed)
        if (isSecure) this.#shake(socket)
        else if (!isHttp2) this.#add(socket)
        else {
          this.#sessions.own(socket)
          if (this.#phase === 'leaving') announceGoaway(socket)
        }
      },
      (socket) => socket
    )
    guard.on(
      server,
      'secureConnection',
      (socket: TLSSocket) => {
        this.#handshakes.delete(peerOf(socket))
        guard.add(socket, 'close', this.#closed)
        guard.add(socket, 'error', this.#failed)
        if (socket.alpnProtocol === 'h2') this.#sessions.own(socket)
        else this.#add(socket)
      },
      (socket) => socket
    )
    guard.on(
      server,
      'session',
      (session: Http2Session) => this.#sessions.add(session),
      (session) => session
    )
    guard.on(
      server,
      'timeout',
      (socket: Socket) => this.#idle(socket),
      (socket) => socket
    )
  }

  /** How many are open. */
  get size(): number {
    return this.#sockets.size
  }

  /** Tracks the response to a request, until {@link untrack} is called with it. */
  track(res: ServerResponse): void {
    if (http2StreamOf(res) !== undefined) {
      this.#sessions.track(res)
      return
    }
    const { req } = res
    const connection = this.#of(req.socket)
    if (connection !== undefined) {
      connection.latest = req
      connection.idleSince = undefined
      if (connection.responses.length === 0) connection.responses = [res]
      else connection.responses.push(res)
      // Those of other runtimes may not be of the class that says it.
      if (!isNodesOwn(res)) res.on('close', () => this.untrack(res))
    }
    if (this.#phase !== 'open') announceClose(connection?.responses ?? [res])
  }

  /** A response is over, sent or not. */
  untrack(res: ServerResponse): void {
    const { req } = res
    const { socket } = req
    const connection = this.#of(socket)
    if (connection === undefined) return
    const index = connection.responses.indexOf(res)
    if (index === 0 && connection.responses.length === 1) connection.responses = NONE
    else if (index !== -1) connection.responses.splice(index, 1)
    const { responses } = connection
    if (req.complete && connection.latest === req) connection.latest = undefined
    if (responses.length === 0) connection.idleSince = blockedTime.lastTime
    if (connection.end === 'after responses') this.#endBehind(socket, connection)
    // A response whose head was out before that was known had promised to keep the connection.
    else if (responses.length === 0 && this.#phase === 'closing') socket.destroySoon()
  }

  /**
   * What becomes of a connection on which nothing more can be understood, because what came is malformed or late.
   *
   * - `reject`: the error is the response to the malformed request, which has none yet, nor has one before it.
   * - `cut`: the response to that request has begun, so the error would be read as a part of it, or as the response to
   *   another one. What has been written whole still goes out.
   * - `wait`: responses to requests before it are pending. They are sent, then the error, where it is still due, and the
   *   connection is closed.
   *
   * - `known`: its end was decided before, and what comes after that is discarded.
   *
   * Without a text, the connection is closed without an error response.
   */
  giveUp(socket: Socket, errorText: string | undefined): Verdict {
    const connection = this.#of(socket)
    if (connection === undefined) return socket.writable ? 'reject' : 'cut'
    if (connection.end !== undefined) return 'known'
    const { responses, latest } = connection
    // A client that has sent nothing gets no 408.
    if (!socket.writable || socket.bytesRead === 0) return end(connection, 'cut')
    const own = responses.find(({ req }) => !req.complete)
    const isAnswered = latest?.complete === false && own?.headersSent !== false
    if (responses.some((res) => res !== own)) {
      if (!isAnswered) connection.errorText = errorText
      return end(connection, 'wait')
    }
    return end(connection, isAnswered || errorText === undefined ? 'cut' : 'reject')
  }

  /**
   * Closes connections that have waited for longer than they may, in milliseconds. Node's timer of idle ones restarts with
   * every byte, and so with empty lines, which are not part of a request (RFC 9112 section 2.2).
   */
  closeIdle(longest: number): void {
    if (this.#phase === 'leaving') return
    const now = clock.now()
    for (const [socket, { idleSince, latest }] of this.#connections)
      if (idleSince !== undefined && latest === undefined && now - idleSince > longest) socket.destroy()
  }

  /** The method of the request whose body is still arriving; undefined where there is none. */
  methodOf(socket: Socket): string | undefined {
    const latest = this.#of(socket)?.latest
    return latest?.complete === false ? latest.method : undefined
  }

  /** Ends a connection behind what was written to it, without a reset that could discard the response before the client reads it. */
  endGently(socket: Socket, text = ''): void {
    socket.end(text)
    // Node's parser would find fault with each chunk of what follows.
    socket.removeAllListeners('data')
    drain(socket, LINGER_MS, () => socket.destroy())
  }

  /** Cuts a connection; what was written whole still goes out. */
  cutSocket(socket: Socket): void {
    const responses = this.#of(socket)?.responses ?? []
    if (socket.writable && responses.every((res) => res.writableEnded || !res.headersSent)) this.endGently(socket)
    else socket.destroy()
  }

  /**
   * Says in every response that its connection ends with it, while every request is still taken. No connection is closed
   * for idleness meanwhile: its client may just be sending.
   */
  leave(): void {
    if (this.#phase !== 'open') return
    this.#phase = 'leaving'
    for (const { responses } of this.#connections.values()) announceClose(responses)
  }

  /**
   * Announces the end to HTTP/2 clients that came without TLS. Over TLS nothing can be written beside Node's own frames:
   * they learn it from the GOAWAY of the end, which names the last request that was taken.
   */
  warnSessions(): void {
    if (this.#isClearHttp2) for (const socket of this.#sockets) announceGoaway(socket)
  }

  /** Closes what is idle, and lets everything else end after the requests that it carries. */
  close(): void {
    this.#phase = 'closing'
    for (const socket of this.#handshakes.values()) socket.destroy()
    for (const [socket, { responses, latest, end }] of this.#connections) {
      // Node takes a connection that never sent a byte for a busy one, and so one that gets its response while it still sends.
      // Those of a TLS handshake do not count; Bun counts none at all.
      const isSilent = socket.bytesRead === 0 || latest?.complete === false || end !== undefined
      if (responses.length === 0 && isSilent) socket.destroy()
      announceClose(responses)
    }
  }

  /** Closes HTTP/2 sessions behind their streams. */
  closeSessions(): void {
    this.#sessions.close()
  }

  /** Cuts what is left, and aborts the requests on it. */
  cut(): void {
    const reason = new RequestCut()
    const responses = [...this.#connections.values()].flatMap((connection) => connection.responses)
    for (const response of [...responses, ...this.#sessions.unfinished]) abortRequest(response, reason)
    for (const socket of this.#sockets) socket.destroy()
  }

  /** The socket of a session; see {@link Http2Sessions.socketOf}. */
  socketOf(session: Http2Session): Socket | undefined {
    return this.#sessions.socketOf(session)
  }

  #shake(socket: Socket): void {
    const peer = peerOf(socket)
    this.#handshakes.set(peer, socket)
    this.#guard.on(socket, 'close', () => {
      if (this.#handshakes.get(peer) === socket) this.#handshakes.delete(peer)
    })
  }

  #add(socket: Socket): void {
    const connection = {
      responses: NONE,
      latest: undefined,
      end: undefined,
      errorText: undefined,
      idleSince: undefined
    }
    this.#connections.set(socket, connection)
    Object.defineProperty(socket, this.#key, { value: connection, writable: true, configurable: true })
  }

  /** Of a request that a tool has made, there may be no socket. */
  #of(socket: Socket | null | undefined): Connection | undefined {
    return (socket as Known | null | undefined)?.[this.#key]
  }

  #forget(socket: Socket): void {
    this.#sockets.delete(socket)
    const connection = this.#of(socket)
    if (connection === undefined) return
    this.#connections.delete(socket)
    ;(socket as Known)[this.#key] = undefined
    for (const response of connection.responses) closeQueued(response)
  }

  /**
   * A connection was idle for as long as it may be. Node's timer runs before the turn's reading, so what has come while
   * the event loop was blocked is read first.
   */
  #idle(socket: Socket): void {
    const connection = this.#of(socket)
    if (connection === undefined || this.#phase === 'leaving') return
    // A handler that listens for a timeout of its own decides.
    if (connection.responses.some((res) => res.listenerCount('timeout') + res.req.listenerCount('timeout') > 0)) return
    const { bytesRead } = socket
    setImmediate(() => {
      if (socket.bytesRead === bytesRead) socket.destroy()
    })
  }

  /** Ends a connection behind its responses, unless one of them is still due. */
  #endBehind(socket: Socket, connection: Connection): void {
    const { responses, errorText } = connection
    if (responses.some(({ req }) => req.complete)) return
    // The response to the malformed request may still come: nothing of it can be sent.
    connection.end = 'now'
    this.#guard.run(
      () => {
        if (responses.some((res) => res.headersSent)) this.cutSocket(socket)
        else this.endGently(socket, errorText)
      },
      () => socket
    )
  }
}

function end(connection: Connection, verdict: Verdict): Verdict {
  connection.end = verdict === 'wait' ? 'after responses' : 'now'
  return verdict
}

/** Only the last of a pipeline may say it: Node closes the connection behind whichever does. */
function announceClose(responses: readonly ServerResponse[]): void {
  const last = responses.at(-1)
  for (const response of responses) {
    if (response.headersSent) continue
    if (response === last) response.setHeader('connection', 'close')
    else if (response.getHeader('connection') === 'close') response.removeHeader('connection')
  }
}

/**
 * A response that waits behind another in a pipeline never had the socket, so it gets no event when the socket is
 * cut: whatever waits for its 'close' (a stream that is piped into it, a signal, a timer) would wait forever.
 */
function closeQueued(response: ServerResponse): void {
  if (response.socket !== null || response.writableFinished || response.destroyed) return
  response.destroy()
  response.emit('close')
}

function peerOf(socket: Socket): string {
  return `${socket.remoteAddress} ${socket.remotePort}`
}
