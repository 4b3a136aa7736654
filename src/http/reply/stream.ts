import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline, Writable } from 'node:stream'
import { RequestAborted } from '../lifetime/abort-signal.js'
import { whenOver } from '../lifetime/when-over.js'
import { setReasonPhrase } from './reason-phrase.js'
import { removeTransferCoding } from './reply.js'
import type { ContentSource } from './stream-source.js'

/** The head of an answer that is streamed. */
export interface StreamHead {
  readonly status: number
  readonly contentType: string | undefined
}

/**
 * Sends a source as the body of an answer, with the back-pressure of the connection. The head goes out with the first
 * bytes, or when the source's `headDelay` is over; a source that fails before can still be answered otherwise, which is
 * for `failed` to do. A source that fails later,
 * or does not keep to its declared length, has its connection cut: half an answer must not look like a whole one. When
 * the client goes away, the source is destroyed.
 */
export function writeStream(
  req: IncomingMessage,
  res: ServerResponse,
  head: StreamHead,
  source: ContentSource,
  failed: (error: Error) => void
): void {
  const { status } = head
  if (req.method === 'HEAD' || status === 204 || status === 205 || status === 304) {
    source.release()
    writeHead(res, head, status === 204 || status === 304 ? undefined : status === 205 ? 0 : source.length)
    res.end()
    return
  }
  const sink = new ResponseSink(res, head, source)
  pipeline(source.take(), sink, (error) => {
    if (error) failed(sink.isLeft ? new RequestAborted() : error)
  })
  whenOver(req, res, () => sink.leave())
}

function writeHead(res: ServerResponse, { status, contentType }: StreamHead, length: number | undefined): void {
  const hasType = contentType === undefined || res.hasHeader('content-type')
  const type = hasType || status === 204 || status === 304 ? [] : ['content-type', contentType]
  // What was set by hand would make the end of the body a matter of opinion.
  if (length !== undefined) removeTransferCoding(res)
  res.removeHeader('content-length')
  if (status !== 200) setReasonPhrase(res, status)
  res.writeHead(status, length === undefined ? type : [...type, 'content-length', length])
}

/** Writes to the response what it is given, and its head before. Destroying it leaves the response as it is. */
class ResponseSink extends Writable {
  readonly #res: ServerResponse
  readonly #head: StreamHead
  readonly #length: number | undefined
  #size = 0
  #isLeft = false
  #timer: NodeJS.Timeout | undefined = undefined

  constructor(res: ServerResponse, head: StreamHead, { length, headDelay }: ContentSource) {
    // A source in object mode may give anything: as a stream of bytes, this one would throw from within its 'data'.
    super({ objectMode: true })
    this.#res = res
    this.#head = head
    this.#length = length
    if (headDelay === 0) {
      this.#begin()
      res.flushHeaders()
    } else if (headDelay !== undefined) this.#timer = setTimeout(() => this.#flush(), headDelay)
  }

  /** Whether the connection was closed before all was written. */
  get isLeft(): boolean {
    return this.#isLeft
  }

  /** The exchange is over: nothing can be written any more. */
  leave(): void {
    if (this.writableFinished || this.destroyed) return
    this.#isLeft = true
    this.destroy()
  }

  override _write(given: unknown, encoding: BufferEncoding, done: (error?: Error) => void): void {
    if (typeof given !== 'string' && !(given instanceof Uint8Array)) {
      done(new TypeError('The source gave what is neither text nor bytes'))
      return
    }
    const chunk = typeof given === 'string' ? Buffer.from(given, encoding) : given
    this.#size += chunk.length
    if (this.#length !== undefined && this.#size > this.#length) {
      done(new Error(`The source gave more than the ${this.#length} bytes that were declared`))
      return
    }
    let isTaken: boolean
    try {
      this.#begin()
      isTaken = this.#res.write(chunk)
    } catch (error) {
      // Only code that was put around the response can fail here; thrown on, it would end the process.
      done(error as Error)
      return
    }
    if (isTaken) done()
    else this.#res.once('drain', () => done())
  }

  override _final(done: (error?: Error) => void): void {
    if (this.#length !== undefined && this.#size < this.#length) {
      done(new Error(`The source ended after ${this.#size} of the ${this.#length} bytes that were declared`))
      return
    }
    try {
      this.#begin()
      this.#res.end()
      done()
    } catch (error) {
      done(error as Error)
    }
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#timer)
    done(error)
  }

  /** The source has given nothing for as long as the head could wait. */
  #flush(): void {
    const res = this.#res
    if (this.destroyed || res.headersSent || res.destroyed) return
    try {
      this.#begin()
      res.flushHeaders()
    } catch (error) {
      this.destroy(error as Error)
    }
  }

  #begin(): void {
    clearTimeout(this.#timer)
    if (!this.#res.headersSent) writeHead(this.#res, this.#head, this.#length)
  }
}
