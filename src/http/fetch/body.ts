import type { ReadableStreamDefaultReader } from 'node:stream/web'
import { RequestAborted } from '../lifetime/abort-signal.js'
import { type BytesReader, bufferOf } from '../lifetime/direct-exchange.js'
import type { FetchConnection } from './connection.js'

/** How far the body of a request was read. */
type State = 'unread' | 'chunks' | 'counted' | 'framed' | 'ended' | 'cancelled'

/** What a body belongs to. */
interface BodyOwner {
  /** The bytes have failed that are read whole. */
  bodyFailed(): void
}

/** A body that was taken whole before anything else was to read it. */
export interface TakenBody {
  /** As the platform gives them. */
  readonly bytes: Uint8Array | Promise<ArrayBuffer | Uint8Array>
  /** Whether they have come. */
  readonly isRead: boolean
}

/**
 * The body of a WHATWG request, read once: whole, or chunk by chunk. What a client says of its length is not believed: a
 * body is counted while it is read, unless the platform has framed it by that length.
 */
export class FetchBody {
  readonly #request: Request
  readonly #connection: FetchConnection
  #state: State = 'unread'
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined = undefined
  /** As the platform gives them, or counted: whoever asks for them later gets the same. */
  #bytes: Promise<ArrayBuffer | Uint8Array> | undefined = undefined
  /** Whether these are the platform's, framed: that is known once, since it does not know a client any more that has gone. */
  #isWhole = false
  /** Those that the platform had when they were asked for. */
  #held: Uint8Array | undefined = undefined
  readonly #owner: BodyOwner

  constructor(request: Request, connection: FetchConnection, owner: BodyOwner, taken?: TakenBody) {
    this.#owner = owner
    this.#request = request
    this.#connection = connection
    if (taken === undefined) return
    const { bytes, isRead } = taken
    if (bytes instanceof Uint8Array) this.#held = bytes
    else this.#bytes = bytes
    this.#isWhole = this.#bytes !== undefined
    this.#state = isRead || this.#held !== undefined ? 'ended' : 'framed'
  }

  /** Whether more of it may come. */
  get isArriving(): boolean {
    if (this.#state === 'ended' || this.#state === 'cancelled') return false
    if (this.#state !== 'unread') return true
    try {
      const { method, body } = this.#request
      return method !== 'GET' && method !== 'HEAD' && body !== null
    } catch {
      // On Deno a request whose response has ended is closed, and reading of it throws.
      return false
    }
  }

  /** Whether it is read whole now, as the platform has framed it. */
  get isFramed(): boolean {
    return this.#state === 'framed'
  }

  /** The bytes that are being read whole. */
  get reading(): Promise<Buffer> | undefined {
    if (this.#state === 'counted') return this.#bytes as Promise<Buffer>
    if (this.#state !== 'framed') return undefined
    return (this.#bytes as Promise<ArrayBuffer | Uint8Array>).then(
      (bytes) => {
        if (this.#isCancelled) throw new RequestAborted()
        return bufferOf(bytes)
      },
      () => {
        throw new RequestAborted()
      }
    )
  }

  /** Whether it was read whole, or is: by nothing that reads a stream. */
  get isTaken(): boolean {
    return this.#held !== undefined || (this.#bytes !== undefined && this.#state !== 'chunks')
  }

  /**
   * Reads all bytes, and gives them to the reader; or the error of a limit that they are above, or {@link RequestAborted} where
   * they fail. Whoever reads them again gets the same.
   */
  read(limit: number, tooLarge: (limit: number) => Error, reader: BytesReader): void {
    if (this.#state === 'unread') this.#held = this.#connection.heldBytes(this.#request)
    if (this.#held === undefined) this.#readComing(limit, tooLarge, reader)
    else {
      const size = sizeOf(this.#connection.header(this.#request, 'content-length'))
      this.#useWhole(this.#held, size, limit, tooLarge, reader)
    }
  }

  /** Of a request that the application made in the place of its server's, the declared size is another one's. */
  #useWhole(
    bytes: Uint8Array,
    size: number,
    limit: number,
    tooLarge: (limit: number) => Error,
    reader: BytesReader
  ): void {
    if (this.#connection.isCut(bytes.byteLength, size)) {
      reader.failed(this.#fail())
      return
    }
    this.#state = 'ended'
    if (bytes.byteLength > limit) reader.failed(tooLarge(limit))
    else reader.arrived(bytes)
  }

  #readComing(limit: number, tooLarge: (limit: number) => Error, reader: BytesReader): void {
    let size: number
    try {
      size = sizeOf(this.#request.headers.get('content-length'))
    } catch {
      // On Deno a request whose response has ended is closed.
      reader.failed(this.#fail())
      return
    }
    if (size > limit) reader.failed(tooLarge(limit))
    else if (!this.#isWhole && (!(size <= limit) || !this.#connection.frames(this.#request))) {
      this.#bytes ??= this.#counted(limit, tooLarge)
      this.#bytes.then(
        (bytes) => reader.arrived(bytes as Buffer),
        (error) => reader.failed(error)
      )
    } else {
      this.#framed().then(
        (bytes) => {
          if (this.#isCancelled) {
            reader.failed(new RequestAborted())
            return
          }
          const array = bytes instanceof Uint8Array ? bytes : Buffer.from(bytes)
          this.#useWhole(array, size, limit, tooLarge, reader)
        },
        () => reader.failed(this.#fail())
      )
    }
  }

  /** Then the platform may read on all the same, and what comes of it is for nobody. */
  get #isCancelled(): boolean {
    return this.#state === 'cancelled'
  }

  /** The platform's server gives as many bytes as the checked length says. */
  #framed(): Promise<ArrayBuffer | Uint8Array> {
    if (this.#bytes === undefined) {
      this.#state = 'framed'
      this.#isWhole = true
      this.#bytes = this.#connection.bytesOf(this.#request)
    }
    return this.#bytes
  }

  #fail(): RequestAborted {
    this.#state = 'cancelled'
    this.#owner.bodyFailed()
    return new RequestAborted()
  }

  async #counted(limit: number, tooLarge: (limit: number) => Error): Promise<Buffer> {
    let size = 0
    // Most bodies come in one chunk, which is then used as it is.
    let first: Buffer | undefined
    let more: Buffer[] | undefined
    this.#state = 'counted'
    for (;;) {
      const chunk = await this.#next()
      if (chunk === undefined) break
      size += chunk.byteLength
      // The rest is left to what responds: it may have to read on.
      if (size > limit) {
        this.#state = 'chunks'
        throw tooLarge(limit)
      }
      if (first === undefined) first = chunk
      else if (more === undefined) more = [first, chunk]
      else more.push(chunk)
    }
    return more === undefined ? (first ?? Buffer.alloc(0)) : Buffer.concat(more, size)
  }

  async #next(): Promise<Buffer | undefined> {
    let chunk: Buffer | undefined
    try {
      chunk = await this.next()
    } catch {
      throw this.#fail()
    }
    // A reading that is cancelled ends like a whole one.
    if (this.#isCancelled) throw new RequestAborted()
    return chunk
  }

  /** The next bytes, never empty; undefined at the end. Rejects where the body fails. */
  async next(): Promise<Buffer | undefined> {
    if (this.#state === 'unread') this.#state = 'chunks'
    if (this.#state === 'ended' || this.#state === 'cancelled') return undefined
    const reader = this.#open()
    for (;;) {
      const value = (await reader?.read())?.value
      if (value === undefined) {
        this.#ended()
        return undefined
      }
      if (value.byteLength > 0) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    }
  }

  #ended(): void {
    if (!this.#isCancelled) this.#state = 'ended'
  }

  #open(): ReadableStreamDefaultReader<Uint8Array> | undefined {
    this.#reader ??= this.#request.body?.getReader() as ReadableStreamDefaultReader<Uint8Array> | undefined
    return this.#reader
  }

  /** What is left will not be read. */
  cancel(reason?: unknown): void {
    if (!this.isArriving) return
    // The platform ends its own reading with the connection.
    const source = this.#reader ?? (this.#state === 'framed' ? undefined : this.#request.body)
    this.#state = 'cancelled'
    source?.cancel(reason).catch(() => {})
  }
}

/** The size that a Content-Length declares; no number without one, and for a length that was sent twice. */
export function sizeOf(length: string | null): number {
  return length === null ? Number.NaN : Number(length)
}
