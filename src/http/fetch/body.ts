import type { ReadableStreamDefaultReader } from 'node:stream/web'
import { RequestAborted } from '../lifetime/abort-signal.js'
import type { FetchConnection } from './connection.js'

/** How far the body of a request was read. */
type State = 'unread' | 'chunks' | 'counted' | 'framed' | 'ended' | 'cancelled'

/**
 * The body of a WHATWG request, read once: whole, or chunk by chunk. What a client says of its length is not believed: a
 * body is counted while it is read, unless the platform has framed it by that length.
 */
export class FetchBody {
  readonly #request: Request
  readonly #connection: FetchConnection
  #state: State = 'unread'
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined = undefined
  #bytes: Promise<Buffer> | undefined = undefined

  readonly #failed: () => void

  /** `failed` is called where the bytes fail that are read whole. */
  constructor(request: Request, connection: FetchConnection, failed: () => void) {
    this.#failed = failed
    this.#request = request
    this.#connection = connection
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
    return this.#state === 'counted' || this.#state === 'framed' ? this.#bytes : undefined
  }

  /** Whether it was read whole, or is: by nothing that reads a stream. */
  get isTaken(): boolean {
    return this.#bytes !== undefined && this.#state !== 'chunks'
  }

  /** All bytes; rejects with the error of a limit that they are above, and with {@link RequestAborted} where they fail. */
  bytes(limit: number, tooLarge: (limit: number) => Error): Promise<Buffer> {
    const length = this.#request.headers.get('content-length')
    if (length !== null && Number(length) > limit) return Promise.reject(tooLarge(limit))
    this.#bytes =
      length !== null && this.#connection.frames(this.#request) ? this.#framed() : this.#counted(limit, tooLarge)
    return this.#bytes
  }

  /** The platform's server gives as many bytes as the checked length says. */
  #framed(): Promise<Buffer> {
    this.#state = 'framed'
    return this.#request.arrayBuffer().then(
      (bytes) => {
        this.#state = 'ended'
        return Buffer.from(bytes)
      },
      () => this.#fail()
    )
  }

  #fail(): never {
    this.#state = 'cancelled'
    this.#failed()
    throw new RequestAborted()
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
      this.#fail()
    }
    // A reading that is cancelled ends like a whole one.
    if (this.#state === 'cancelled') throw new RequestAborted()
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
    if (this.#state !== 'cancelled') this.#state = 'ended'
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
