import type { ServerResponse } from 'node:http'
import { pipeline, Writable } from 'node:stream'
import { RequestAborted } from '../lifetime/abort-signal.js'
import type { OpenResponse, SentRequest } from '../lifetime/direct-exchange.js'
import { nodeRequestOf, nodeResponseOf } from '../lifetime/node-messages.js'
import { whenClosed, whenOver } from '../lifetime/when-over.js'
import { writeFile } from './file-body.js'
import { itemBody } from './item-body.js'
import type { Items } from './item-stream.js'
import { hasHeaders, isPlain, removeTransferCoding, setFields, setReasonPhrase } from './reply.js'
import { ContentSource } from './stream-source.js'

/** The head of a streamed response. */
export interface StreamHead {
  readonly status: number
  readonly contentType: string | undefined
  readonly fields?: readonly string[]
}

/**
 * Sends a source as the body of a response, with the back-pressure of the connection. The head is sent with the first
 * bytes; that of items also when it has waited for them long enough. `failed` is called with the error of a source that
 * fails or does not have its declared length. Before the head is sent, it can send another response; afterwards it must cut the
 * connection, because half a response must not look complete. When the client goes away, the source is destroyed, and
 * `failed` gets a {@link RequestAborted}.
 *
 * @param begins is called before the head of a body is written; what it throws is a failure of the source
 */
export function writeStream(
  sent: SentRequest,
  open: OpenResponse,
  head: StreamHead,
  source: ContentSource | Items,
  failed: (error: Error) => void,
  begins?: () => void
): void {
  const { status } = head
  const req = nodeRequestOf(sent)
  const res = nodeResponseOf(open)
  if (req.method === 'HEAD' || status === 204 || status === 205 || status === 304) {
    source.release()
    const length = source instanceof ContentSource ? source.length : undefined
    writeHead(res, head, status === 204 || status === 304 ? undefined : status === 205 ? 0 : length)
    res.end()
    return
  }
  if (!(source instanceof ContentSource)) {
    whenClosed(req, res, () => {
      if (source.release()) failed(new RequestAborted())
    })
    const begin = () => {
      begins?.()
      writeHead(res, head, undefined)
    }
    source.send(itemBody(res, begin, failed))
    return
  }
  const { file } = source
  if (file !== undefined && isPlain(res)) {
    const begin = () => {
      begins?.()
      writeHead(res, head, source.length)
    }
    writeFile(req, res, file, begin, failed)
    return
  }
  const sink = new ResponseSink(res, head, source.length, begins)
  pipeline(source.stream(), sink, (error) => {
    if (error) failed(sink.isAborted ? new RequestAborted() : error)
  })
  whenOver(req, res, () => sink.abort())
}

function writeHead(res: ServerResponse, { status, contentType, fields }: StreamHead, length: number | undefined): void {
  const isBodiless = status === 204 || status === 304
  if (fields !== undefined && contentType !== undefined && length === undefined && !isBodiless && !hasHeaders(res)) {
    if (status !== 200) setReasonPhrase(res, status)
    res.writeHead(status, ['content-type', contentType, ...fields])
    return
  }
  if (fields !== undefined) setFields(res, fields)
  const hasType = contentType === undefined || res.hasHeader('content-type')
  const type = hasType || isBodiless ? [] : ['content-type', contentType]
  // Together with a length, a transfer coding would leave open where the body ends.
  if (length !== undefined) removeTransferCoding(res)
  res.removeHeader('content-length')
  if (status !== 200) setReasonPhrase(res, status)
  res.writeHead(status, length === undefined ? type : [...type, 'content-length', length])
}

/** Writes the head and then the chunks to the response. Destroying it does not destroy the response. */
class ResponseSink extends Writable {
  readonly #res: ServerResponse
  readonly #head: StreamHead
  readonly #length: number | undefined
  readonly #begins: (() => void) | undefined
  #size = 0
  #isAborted = false

  constructor(res: ServerResponse, head: StreamHead, length: number | undefined, begins: (() => void) | undefined) {
    // A source in object mode may give anything; a stream of bytes would throw inside the source's 'data' event.
    super({ objectMode: true })
    this.#res = res
    this.#head = head
    this.#length = length
    this.#begins = begins
  }

  /** Whether the connection was closed before all was written. */
  get isAborted(): boolean {
    return this.#isAborted
  }

  /** Called when the request is over and nothing can be written any more. */
  abort(): void {
    if (this.writableFinished || this.destroyed) return
    this.#isAborted = true
    this.destroy()
  }

  override _write(given: unknown, encoding: BufferEncoding, done: (error?: Error) => void): void {
    if (typeof given !== 'string' && !(given instanceof Uint8Array)) {
      done(new TypeError(`The source of a stream must give texts or bytes, not a value of type ${typeof given}`))
      return
    }
    const chunk = typeof given === 'string' ? Buffer.from(given, encoding) : given
    this.#size += chunk.length
    if (this.#length !== undefined && this.#size > this.#length) {
      done(new Error(`The source gave more than the declared ${this.#length} bytes`))
      return
    }
    let isTaken: boolean
    try {
      this.#begin()
      isTaken = this.#res.write(chunk)
    } catch (error) {
      // Only code that wraps the response can throw here; an error that is not caught would end the process.
      done(error as Error)
      return
    }
    if (isTaken) done()
    else this.#res.once('drain', () => done())
  }

  override _final(done: (error?: Error) => void): void {
    if (this.#length !== undefined && this.#size < this.#length) {
      done(new Error(`The source ended after ${this.#size} of the declared ${this.#length} bytes`))
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

  #begin(): void {
    if (this.#res.headersSent) return
    this.#begins?.()
    writeHead(this.#res, this.#head, this.#length)
  }
}
