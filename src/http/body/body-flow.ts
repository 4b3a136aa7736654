import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { RequestAborted } from '../lifetime/abort-signal.js'
import { declaredLength } from '../lifetime/node-messages.js'

/** Gets a body as it comes. What `chunk` and `end` throw is the body's failure; `end` or `fail` is the last call. */
export interface FlowReader {
  chunk(bytes: Buffer): void
  end(): void
  fail(error: Error): void
}

/** The most bytes of a request's body, and the error above it. */
export interface FlowLimit {
  readonly limit: number
  readonly tooLarge: (limit: number) => Error
}

/**
 * The bytes of a body, pushed to a reader: without the streams and promises between, which cost more than the bytes of a
 * small body. A request itself is never destroyed, because a response may still be sent: what is not read of it is thrown
 * away. Any other source is destroyed.
 */
export class BodyFlow {
  readonly #source: Readable
  /** Where the source is the request, whose bytes are counted here. */
  readonly #limit: FlowLimit | undefined
  #reader: FlowReader | undefined = undefined
  #size = 0
  #isOver = false

  private constructor(source: Readable, limit?: FlowLimit) {
    this.#source = source
    this.#limit = limit
  }

  /** A body without content codings, of which nothing was read. Throws for a declared length above the limit. */
  static ofRequest(req: IncomingMessage, limit: FlowLimit): BodyFlow {
    if (declaredLength(req) > limit.limit) throw limit.tooLarge(limit.limit)
    return new BodyFlow(req, limit)
  }

  /** A stream that is limited already. */
  static ofStream(source: Readable): BodyFlow {
    return new BodyFlow(source)
  }

  /** Begins to read; called once. Fails with the source's error, and with {@link RequestAborted}. */
  start(reader: FlowReader): void {
    const source = this.#source
    this.#reader = reader
    source.on('error', this.#failed)
    // A body can have ended, or be too large, before it is read: it came in one packet with the head.
    if (source.errored) this.#failed(source.errored)
    else if (source.destroyed) this.#closed()
    else source.on('data', this.#chunk).on('end', this.#ended).on('close', this.#closed).resume()
  }

  pause(): void {
    if (!this.#isOver) this.#source.pause()
  }

  resume(): void {
    if (!this.#isOver) this.#source.resume()
  }

  /** Reads no more. The reader is not called again. */
  stop(): void {
    this.#isOver = true
    const source = this.#source
    source.off('data', this.#chunk)
    if (this.#limit === undefined) source.destroy()
    else source.resume()
  }

  readonly #chunk = (chunk: Buffer | string): void => {
    const bytes = bytesOf(chunk, this.#source)
    this.#size += bytes.length
    try {
      const limit = this.#limit
      if (limit !== undefined && this.#size > limit.limit) throw limit.tooLarge(limit.limit)
      this.#reader?.chunk(bytes)
    } catch (error) {
      this.#fail(error as Error)
    }
  }

  readonly #ended = (): void => {
    if (this.#isOver) return
    try {
      this.#reader?.end()
      this.#isOver = true
    } catch (error) {
      this.#fail(error as Error)
    }
  }

  readonly #failed = (error: Error): void => this.#fail(this.#limit === undefined ? error : new RequestAborted())

  readonly #closed = (): void => {
    // Every request is closed in the end, and an error that is not used costs as much as one that is.
    if (!this.#isOver) this.#fail(new RequestAborted())
  }

  #fail(error: Error): void {
    if (this.#isOver) return
    this.stop()
    this.#reader?.fail(error)
  }
}

/** The bytes of a chunk, which is a text where other code has set an encoding before. */
export function bytesOf(chunk: Buffer | string, { readableEncoding }: Readable): Buffer {
  return typeof chunk === 'string' ? Buffer.from(chunk, readableEncoding ?? 'utf8') : chunk
}
