import type { ServerResponse } from 'node:http'
import type { Http2Session } from 'node:http2'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { abortRequest, RequestCut } from './request-signal.js'
import type { NodeServer } from './server-protocols.js'
import { endUnread } from './unread-stream.js'

/** The open connections of a server, and how they come to their end. */
export class ServerConnections {
  /** All of them as they come from the network, sessions of HTTP/2 and unfinished handshakes included. */
  readonly #sockets = new Set<Socket>()
  /** Those that can carry HTTP/1, each with its unfinished responses in the order of their requests. */
  readonly #connections = new Map<Socket, ServerResponse[]>()
  readonly #sessions = new Set<Http2Session>()
  /** The unfinished TLS handshakes, by the client's address and port. */
  readonly #handshakes = new Map<string, Socket>()
  readonly #streams = new Set<ServerResponse>()
  /** Those that are closed when what they owe is sent. */
  readonly #givenUp = new WeakSet<Socket>()
  readonly #untrack: (this: ServerResponse) => void
  #isClosing = false

  constructor() {
    this.#untrack = this.#untracker()
  }

  /** Watches a server, before it listens. */
  watch(server: NodeServer, protocol: { readonly isSecure: boolean; readonly isHttp2: boolean }): void {
    const { isSecure, isHttp2 } = protocol
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket)
      socket.on('close', () => this.#sockets.delete(socket))
      if (isSecure) this.#shake(socket)
      else if (!isHttp2) this.#add(socket)
    })
    server.on('secureConnection', (socket: TLSSocket) => {
      this.#handshakes.delete(peerOf(socket))
      this.#add(socket)
    })
    server.on('session', (session: Http2Session) => {
      this.#sessions.add(session)
      session.on('close', () => this.#sessions.delete(session))
      if (this.#isClosing) session.close()
    })
  }

  /** How many are open. */
  get size(): number {
    return this.#sockets.size
  }

  /** Takes note of a request that is to be answered. */
  track(res: ServerResponse): void {
    const { req } = res
    if (req.httpVersionMajor < 2) {
      this.#connections.get(req.socket)?.push(res)
      res.on('close', this.#untrack)
      if (this.#isClosing) res.setHeader('connection', 'close')
    } else {
      this.#streams.add(res)
      res.on('close', () => this.#streams.delete(res))
      endUnread(res)
    }
  }

  /**
   * What becomes of a connection on which nothing more can be understood. `refuse` where the refusal answers the very
   * request that is malformed or late; `cut` where it would be taken for a part of an answer, or for another one. Where
   * answers are owed to requests that have come whole, the refusal would be taken for the first of these: they are sent,
   * and the connection is closed behind the last: `answer`.
   */
  giveUp(socket: Socket): 'refuse' | 'cut' | 'answer' {
    const responses = this.#connections.get(socket) ?? []
    if (responses.length === 0) return 'refuse'
    if (responses.every(({ req }) => req.complete)) {
      this.#givenUp.add(socket)
      announceClose(responses)
      return 'answer'
    }
    return responses.length > 1 || responses.some(({ headersSent }) => headersSent) ? 'cut' : 'refuse'
  }

  /** Closes what nobody uses, and lets everything else end after the requests that it carries. */
  close(): void {
    this.#isClosing = true
    for (const socket of this.#handshakes.values()) socket.destroy()
    for (const [socket, responses] of this.#connections) {
      // Node takes a connection that never sent a byte for a busy one. Those of a TLS handshake do not count; Bun counts
      // none at all.
      if (socket.bytesRead === 0 && responses.length === 0) socket.destroy()
      announceClose(responses)
    }
    // With GOAWAY, which tells the client to send no further request.
    for (const session of this.#sessions) session.close()
  }

  /** Cuts what is left, and tells the requests on it. */
  cut(): void {
    const reason = new RequestCut()
    for (const response of [...this.#connections.values(), ...this.#streams].flat()) abortRequest(response, reason)
    for (const socket of this.#sockets) socket.destroy()
  }

  #shake(socket: Socket): void {
    const peer = peerOf(socket)
    this.#handshakes.set(peer, socket)
    socket.on('close', () => {
      if (this.#handshakes.get(peer) === socket) this.#handshakes.delete(peer)
    })
  }

  #add(socket: Socket): void {
    const responses: ServerResponse[] = []
    this.#connections.set(socket, responses)
    socket.on('close', () => {
      this.#connections.delete(socket)
      for (const response of responses) closeQueued(response)
    })
  }

  /** One listener for all responses: a closure a request would cost more than the whole tracking. */
  #untracker(): (this: ServerResponse) => void {
    const connections = this.#connections
    const isLast = (socket: Socket): boolean => this.#isClosing || this.#givenUp.has(socket)
    return function (this: ServerResponse) {
      const { socket } = this.req
      const responses = connections.get(socket)
      if (responses === undefined) return
      const index = responses.indexOf(this)
      if (index !== -1) responses.splice(index, 1)
      // A response whose head was out before that was known had promised to keep the connection.
      if (responses.length === 0 && isLast(socket)) socket.destroySoon()
    }
  }
}

/** Only the last of a pipeline may tell it: Node closes the connection behind whichever does. */
function announceClose(responses: readonly ServerResponse[]): void {
  const last = responses.at(-1)
  if (last?.headersSent === false) last.setHeader('connection', 'close')
}

/**
 * A response that waits behind another in a pipeline never had the socket, so Node does not tell it that the socket is
 * cut: whatever waits for its 'close' (a stream that is piped into it, a signal, a timer) would wait for ever.
 */
function closeQueued(response: ServerResponse): void {
  if (response.socket !== null || response.writableFinished || response.destroyed) return
  response.destroy()
  response.emit('close')
}

function peerOf(socket: Socket): string {
  return `${socket.remoteAddress} ${socket.remotePort}`
}
