import type { ServerResponse } from 'node:http'
import type { Http2Session } from 'node:http2'
import type { Socket } from 'node:net'
import type { EdgeGuard } from './edge-guard.js'
import { endUnread } from './http2-linger.js'

/**
 * The frame GOAWAY of RFC 9113 section 6.8 with the highest identifier of a stream: it announces the end and rejects no
 * request. It is written as it is, because Node's `session.goaway` would drop every stream that comes behind it.
 */
const GOAWAY_NOTICE = Buffer.from('000008070000000000' + '7fffffff' + '00000000', 'hex')

/** The HTTP/2 sessions of a server, their sockets, and the responses on their streams. */
export class Http2Sessions {
  readonly #guard: EdgeGuard
  readonly #open = new Set<Http2Session>()
  readonly #sockets = new WeakMap<Http2Session, Socket>()
  /** The one that has just been made of a connection: Node does that in its own listener, before the server's. */
  #latest: Http2Session | undefined = undefined
  readonly #responses = new Set<ServerResponse>()
  /** One listener for all responses. */
  readonly #untrack: (this: ServerResponse) => void
  #isClosing = false

  constructor(guard: EdgeGuard) {
    this.#guard = guard
    const responses = this.#responses
    this.#untrack = function () {
      responses.delete(this)
    }
  }

  add(session: Http2Session): void {
    this.#open.add(session)
    this.#latest = session
    this.#guard.on(session, 'close', () => this.#open.delete(session))
    if (this.#isClosing) session.close()
  }

  /** The socket that the latest session was made of. */
  own(socket: Socket): void {
    if (this.#latest !== undefined) this.#sockets.set(this.#latest, socket)
    this.#latest = undefined
  }

  /** The socket of a session itself, which Node hides: ended sessions leave it half open until the client closes it. */
  socketOf(session: Http2Session): Socket | undefined {
    return this.#sockets.get(session)
  }

  /** Takes note of a response that is to be written. */
  track(res: ServerResponse): void {
    this.#responses.add(res)
    res.on('close', this.#untrack)
    endUnread(res, this.#guard)
  }

  /** The responses that are not written whole. */
  get unfinished(): Iterable<ServerResponse> {
    return this.#responses
  }

  /** Closes each behind its streams, with the GOAWAY that names the last one (RFC 9113 section 6.8). */
  close(): void {
    this.#isClosing = true
    for (const session of this.#open)
      this.#guard.run(
        () => session.close(),
        () => session
      )
  }
}

/** Behind the server's SETTINGS, which are the first frame that a client takes. */
export function announceGoaway(socket: Socket): void {
  setImmediate(() => {
    if (socket.writable) socket.write(GOAWAY_NOTICE)
  })
}
