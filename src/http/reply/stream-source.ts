import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { GuardedSource, isWebStream } from './guarded-source.js'

/** The sources of a streamed response. Texts are sent in UTF-8. */
export type StreamContent =
  | Readable
  | ReadableStream<Uint8Array | string>
  | AsyncIterable<Uint8Array | string>
  | Iterable<Uint8Array | string>

/** What is known of a source before it is read. */
export interface SourceOptions {
  /** In bytes; undefined where it is not known. */
  readonly length?: number
  /**
   * How long the head waits for the first bytes, in milliseconds; with 0 it is sent before the source is read. Undefined:
   * until they come.
   */
  readonly headDelay?: number
}

/** A source that is kept until it is sent, or released because something else is sent. */
export class ContentSource {
  readonly length: number | undefined
  readonly headDelay: number | undefined
  readonly #content: StreamContent
  #stream: Readable | undefined

  /** Throws a TypeError for a value that is not a source, and for a length that is not a whole number of 0 or more. */
  constructor(content: StreamContent, options: SourceOptions = {}) {
    const { length, headDelay } = options
    if (length !== undefined && !(Number.isSafeInteger(length) && length >= 0)) {
      throw new TypeError(`The contentLength must be a whole number of bytes, 0 or more, not ${String(length)}`)
    }
    if (!isStreamContent(content)) throw new TypeError('The content must be a stream or an iterable')
    this.length = length
    this.headDelay = headDelay
    this.#content = content
    this.#stream = content instanceof Readable ? content : undefined
    // A file that cannot be opened fails before it is read; the failure is handled when it is sent.
    this.#stream?.on('error', () => {})
  }

  /** The stream, to be read once. An iterable that is never sent is never read. */
  take(): Readable {
    this.#stream ??= asReadable(this.#content)
    return this.#stream
  }

  /** Releases a source that will not be read. */
  release(): void {
    const content = this.#content
    if (this.#stream !== undefined) this.#stream.destroy()
    else if (isWebStream(content)) content.cancel().catch(() => {})
  }
}

/** Whether the value can be streamed; a text cannot. */
function isStreamContent(value: unknown): value is StreamContent {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return false
  return Symbol.asyncIterator in value || Symbol.iterator in value || isWebStream(value)
}

function asReadable(content: StreamContent): Readable {
  return content instanceof Readable ? content : Readable.from(new GuardedSource(content), { objectMode: false })
}
