import type { ServerHttp2Session, ServerHttp2Stream } from 'node:http2'
import type { Logger } from '../logger.js'
import type { EdgeGuard } from './edge-guard.js'
import type { ServerOptions } from './options.js'

/** The limits of a server that hold for its sessions of HTTP/2. */
export type Http2Limits = Required<
  Pick<ServerOptions, 'headersTimeout' | 'keepAliveTimeout' | 'connectionsCheckingInterval' | 'maxHeaderSize'>
>

/** What a session belongs to. */
export interface SessionServer {
  readonly limits: Http2Limits
  readonly guard: EdgeGuard
  readonly logger: Logger
  /** Destroys the socket of the session. */
  cut(): void
}

/** RFC 9113, section 7. */
const NO_ERROR = 0
const INTERNAL_ERROR = 2
const CANCEL = 8
const ENHANCE_YOUR_CALM = 11

/** Streams that a client may reset at once, and those that it may reset a second beyond one for each that it lets end. */
const RESET_BURST = 200
const RESETS_PER_SECOND = 33

/**
 * Bytes that a session may receive beyond requests and bodies (PING, SETTINGS, PRIORITY, WINDOW_UPDATE, frames without
 * content or of unknown types): at once, a second, and for each byte that is sent, which windows are opened for.
 */
const OVERHEAD_BURST = 262_144
const OVERHEAD_PER_SECOND = 2_048
const OVERHEAD_PER_BYTE_SENT = 1 / 8
/** What a piece of a body may bring along: the head of its frame, padding, and the record of TLS. */
const OVERHEAD_PER_PIECE = 64

/** How long the socket of an ended session may wait for its client to close it, too, in milliseconds. */
const SOCKET_LINGER_MS = 1_000

/** The slowest client that is waited for, in bytes a millisecond, where a response was written in one piece. */
const SLOWEST_RATE = 16

/** A response that waits for its client. */
interface Waiting {
  /** How many bytes of it. */
  left: number
  /** For how long none was sent, in milliseconds. */
  time: number
  isReset: boolean
}

/**
 * Ends what holds a session of HTTP/2 without using it, by the limits of HTTP/1: `headersTimeout` for the preface with its
 * settings and for each head, `keepAliveTimeout` for a session without requests, whatever frames come meanwhile, and for an
 * response of which the client takes nothing. Ends sessions that reset streams, or send frames beside requests, without
 * measure. What nghttp2 limits itself is set in `server-protocols.ts`; the time of a body is `limitRequest`'s.
 *
 * Node has no event for half a head, so one timer a session looks every `connectionsCheckingInterval`. It counts its own
 * ticks and not the clock: while the process is busy, what a client has sent in time could not have been read.
 */
export function limitSession(session: ServerHttp2Session, server: SessionServer): void {
  new SessionWatch(session, server)
}

class SessionWatch {
  readonly #session: ServerHttp2Session
  readonly #limits: Http2Limits
  readonly #logger: Logger
  readonly #guard: EdgeGuard
  readonly #cut: () => void
  readonly #interval: number
  readonly #streams = new Set<ServerHttp2Stream>()
  readonly #waiting = new Map<ServerHttp2Stream, Waiting>()
  #hasSettings = false
  /** The highest stream whose head has come whole. */
  #announced = 0
  /** The stream whose head has begun, and for how long it has been coming. */
  #pending = 0
  #pendingTime = 0
  #idleTime = 0
  #endTime = 0
  #resets = RESET_BURST
  #overhead = OVERHEAD_BURST
  /** What was received for requests and bodies since the last tick, in bytes. */
  #used = 0
  #bytesRead = 0
  #bytesWritten = 0

  constructor(session: ServerHttp2Session, { limits, guard, logger, cut }: SessionServer) {
    this.#session = session
    this.#limits = limits
    this.#logger = logger
    this.#guard = guard
    this.#cut = cut
    const { headersTimeout, keepAliveTimeout, connectionsCheckingInterval } = limits
    this.#interval = Math.min(connectionsCheckingInterval, headersTimeout || Infinity, keepAliveTimeout || Infinity)
    const timer = setInterval(() => this.#guarded(() => this.#tick()), this.#interval).unref()
    guard.on(session, 'close', () => clearInterval(timer))
    guard.on(session, 'remoteSettings', () => {
      // The first ones end the preface; any later ones are frames like others.
      if (!this.#hasSettings) this.#idleTime = 0
      this.#hasSettings = true
    })
    const forget = this.#forgetter()
    guard.on(session, 'stream', (stream: ServerHttp2Stream) => this.#add(stream, forget))
  }

  #add(stream: ServerHttp2Stream, forget: (this: ServerHttp2Stream) => void): void {
    this.#announced = Math.max(this.#announced, stream.id ?? 0)
    this.#used += this.#limits.maxHeaderSize
    this.#idleTime = 0
    this.#streams.add(stream)
    stream.on('close', forget)
    if (!stream.endAfterHeaders) this.#countBody(stream)
  }

  /** Node does not say how many bytes of a body have come, and a listener of 'data' would consume them. */
  #countBody(stream: ServerHttp2Stream): void {
    const { push } = stream
    stream.push = (chunk: Buffer | null, encoding?: BufferEncoding): boolean => {
      if (chunk !== null) this.#used += 2 * chunk.length + OVERHEAD_PER_PIECE
      return push.call(stream, chunk, encoding)
    }
  }

  /** One listener for all streams. */
  #forgetter(): (this: ServerHttp2Stream) => void {
    const forget = (stream: ServerHttp2Stream): void => this.#guarded(() => this.#forget(stream))
    return function (this: ServerHttp2Stream) {
      forget(this)
    }
  }

  #forget(stream: ServerHttp2Stream): void {
    this.#streams.delete(stream)
    this.#waiting.delete(stream)
    this.#idleTime = 0
    const { rstCode } = stream
    if (rstCode === NO_ERROR) this.#resets = Math.min(RESET_BURST, this.#resets + 1)
    // The code by which the server itself cuts responses; those of clients under this code are counted by nghttp2.
    else if (rstCode !== INTERNAL_ERROR && --this.#resets < 0) this.#end('it resets too many streams')
  }

  #tick(): void {
    const { headersTimeout, keepAliveTimeout } = this.#limits
    if (this.#session.destroyed) {
      this.#endSocket()
      return
    }
    this.#resets = Math.min(RESET_BURST, this.#resets + (RESETS_PER_SECOND * this.#interval) / 1_000)
    const isFlooded = this.#isFlooded()
    const isHeadLate = this.#isHeadLate(headersTimeout)
    // Also where half a head has ended the session: what it carries is still read.
    const isTaken = this.#endWaiting(keepAliveTimeout)
    if (isFlooded) this.#end('it sends too much beside requests')
    else if (!isTaken) this.#end('it takes nothing of what is sent')
    else if (isHeadLate) this.#leave('a head did not come in time')
    else if (this.#streams.size === 0) this.#rest(headersTimeout, keepAliveTimeout)
  }

  /** Node ends the socket of an ended session, and waits for as long as its client likes until that does so, too. */
  #endSocket(): void {
    this.#endTime += this.#interval
    if (this.#endTime >= SOCKET_LINGER_MS) this.#cut()
  }

  /** Counts the time without requests. */
  #rest(headersTimeout: number, keepAliveTimeout: number): void {
    this.#idleTime += this.#interval
    if (!this.#hasSettings && headersTimeout > 0 && this.#idleTime >= headersTimeout)
      this.#end('the preface did not come in time')
    else if (keepAliveTimeout > 0 && this.#idleTime >= keepAliveTimeout) this.#leave('it is idle')
  }

  #isFlooded(): boolean {
    const { bytesRead = 0, bytesWritten = 0 } = this.#session.socket
    const sent = bytesWritten - this.#bytesWritten
    const received = bytesRead - this.#bytesRead
    this.#bytesRead = bytesRead
    this.#bytesWritten = bytesWritten
    const earned = this.#used + sent * OVERHEAD_PER_BYTE_SENT + (OVERHEAD_PER_SECOND * this.#interval) / 1_000
    this.#used = 0
    this.#overhead = Math.min(OVERHEAD_BURST, this.#overhead + earned - received)
    return this.#overhead < 0
  }

  /**
   * nghttp2 counts a stream when its head begins, and Node emits it when the head is whole. A head that nghttp2 rejects is
   * never emitted, and looks as if it came slowly until the next request: then a session without requests ends early.
   */
  #isHeadLate(headersTimeout: number): boolean {
    const { lastProcStreamID } = this.#session.state
    if (lastProcStreamID === undefined || lastProcStreamID <= this.#announced) return false
    if (lastProcStreamID !== this.#pending) {
      this.#pending = lastProcStreamID
      this.#pendingTime = 0
    }
    this.#pendingTime += this.#interval
    return headersTimeout > 0 && this.#pendingTime >= headersTimeout
  }

  /** Resets the streams whose clients take nothing of their responses; false where even that is not sent. */
  #endWaiting(keepAliveTimeout: number): boolean {
    if (keepAliveTimeout === 0) return true
    for (const stream of this.#streams) {
      // One that has ended is here until it is closed: in a session that nghttp2 has ended itself, never.
      const isWaiting = stream.writableLength > 0 || stream.writableEnded
      const waiting = this.#waiting.get(stream)
      if (!isWaiting) {
        if (waiting !== undefined) waiting.time = 0
      } else if (waiting === undefined) this.#awaitDrain(stream)
      else if (waiting.isReset) return false
      else if (this.#isStuck(stream, waiting, keepAliveTimeout)) {
        waiting.isReset = true
        stream.close(CANCEL)
      }
    }
    return true
  }

  #awaitDrain(stream: ServerHttp2Stream): void {
    const waiting: Waiting = { left: stream.writableLength, time: 0, isReset: false }
    this.#waiting.set(stream, waiting)
    // A stream that is fed by the piece has as much to send at each look.
    this.#guard.on(stream, 'drain', () => {
      waiting.time = 0
    })
  }

  #isStuck(stream: ServerHttp2Stream, waiting: Waiting, keepAliveTimeout: number): boolean {
    const left = stream.writableLength
    if (left < waiting.left) waiting.time = 0
    else waiting.time += this.#interval
    waiting.left = left
    // How much of one large piece was sent cannot be seen.
    return waiting.time >= keepAliveTimeout + left / SLOWEST_RATE
  }

  /** Lets the requests on the session end, and takes no more; where there are none, or half of one, nothing is waited for. */
  #leave(why: string): void {
    if (this.#session.closed) {
      if (this.#streams.size === 0) this.#end(why)
      return
    }
    this.#logger.debug({}, `A session of HTTP/2 is closed: ${why}`)
    this.#session.close()
  }

  #end(why: string): void {
    if (this.#session.destroyed) return
    this.#logger.debug({}, `A session of HTTP/2 was ended: ${why}`)
    this.#session.destroy(ENHANCE_YOUR_CALM as unknown as Error)
  }

  #guarded(work: () => void): void {
    this.#guard.run(work, () => this.#session)
  }
}
