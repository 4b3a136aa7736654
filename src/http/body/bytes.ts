import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { RequestAborted } from '../lifetime/abort-signal.js'
import { Pending } from '../lifetime/pending.js'
import { collectStream, contentStream, tooLarge } from './stream.js'

const TAKEN = 'The request body was already read by other code, which did not keep it in req.body'

/** The bytes of the body of one request: read once, up to a limit, and kept. */
export class BodyBytes {
  protected readonly req: IncomingMessage
  readonly #limit: number
  #bytes: Promise<Buffer> | undefined = undefined
  /** The same, if they were read without a promise. */
  #arrived: Buffer | undefined = undefined
  #isStreamed = false

  /** `limit` in bytes. */
  constructor(req: IncomingMessage, limit: number) {
    this.req = req
    this.#limit = limit
  }

  /**
   * The bytes, with content codings undone. Rejects with a 413 above the limit (the declared length is checked first,
   * then the bytes are counted while they are read and decompressed), with a 415 for an unknown content coding, with a
   * 400 for bytes that cannot be decompressed, and with {@link RequestAborted}.
   */
  bytes(): Promise<Buffer> {
    this.#bytes ??= this.#read()
    return this.#bytes
  }

  #read(): Promise<Buffer> {
    if (this.#arrived !== undefined) return Promise.resolve(this.#arrived)
    return this.#isStreamed ? Promise.reject(new Error(TAKEN)) : readBytes(this.req, this.#limit)
  }

  /**
   * What `use` returns for the {@link bytes}; rejects if they reject, or if `use` throws. A short body comes in one
   * packet with the head: it is complete in the next turn, without the cost of a promise or of an event of the stream.
   * Not in this turn, because Node parses the head first. `use` runs in the asynchronous context of the caller.
   */
  whenRead(use: (bytes: Buffer) => unknown): PromiseLike<unknown> {
    if (!this.#isUntouched()) return this.bytes().then(use)
    const pending = new Pending()
    process.nextTick(useArrived, this, use, pending)
    return pending
  }

  /** The bytes, if all of them have come and none of them was read. */
  arrived(): Buffer | undefined {
    const req = this.req
    if (req.readableLength !== Number(req.headers['content-length']) || !this.#isUntouched()) return undefined
    const bytes: unknown = req.read()
    if (!Buffer.isBuffer(bytes)) return undefined
    this.#arrived = bytes
    return bytes
  }

  #isUntouched(): boolean {
    const req = this.req
    return (
      this.#bytes === undefined &&
      this.#arrived === undefined &&
      !this.#isStreamed &&
      req.readableFlowing === null &&
      req.readableEncoding === null &&
      !req.destroyed &&
      Number(req.headers['content-length']) <= this.#limit &&
      req.headers['content-encoding'] === undefined
    )
  }

  /** Like {@link bytes}, as a stream, which fails where the promise would reject. `limit` in bytes. */
  stream(limit: number = this.#limit): Readable {
    const req = this.req
    if (this.#bytes !== undefined || this.#arrived !== undefined || req.readableEnded)
      return Readable.from(lateBytes(this.bytes()), { objectMode: false })
    if (req.destroyed) throw new RequestAborted()
    if (this.#isStreamed || req.readableDidRead) throw new Error(TAKEN)
    this.#isStreamed = true
    return contentStream(req, limit)
  }
}

function useArrived(body: BodyBytes, use: (bytes: Buffer) => unknown, pending: Pending<unknown>): void {
  let value: unknown
  try {
    const bytes = body.arrived()
    value = bytes === undefined ? body.bytes().then(use) : use(bytes)
  } catch (error) {
    pending.reject(error)
    return
  }
  pending.fulfill(value)
}

async function* lateBytes(bytes: Promise<Buffer>): AsyncGenerator<Buffer> {
  yield await bytes
}

function readBytes(req: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (Number(req.headers['content-length']) > limit) return reject(tooLarge(limit))
    if (req.readableEnded) {
      const { body, rawBody } = req as { body?: unknown; rawBody?: unknown }
      const bytes = typeof body === 'string' ? Buffer.from(body) : [rawBody, body].find(Buffer.isBuffer)
      return bytes === undefined ? reject(new Error(TAKEN)) : resolve(bytes)
    }
    if (req.destroyed) return reject(new RequestAborted())
    if (req.readableDidRead) return reject(new Error(TAKEN))
    // The constructor of the promise turns an error that is thrown here into a rejection.
    if (req.headers['content-encoding'] === undefined) collect(req, limit, resolve, reject)
    else resolve(collectStream(contentStream(req, limit)))
  })
}

function collect(
  req: IncomingMessage,
  limit: number,
  resolve: (bytes: Buffer) => void,
  reject: (error: Error) => void
): void {
  let size = 0
  let isWhole = false
  // Most bodies come in one chunk, which is then used as it is.
  let first: Buffer | undefined
  let more: Buffer[] | undefined
  req.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > limit) {
      first = more = undefined
      reject(tooLarge(limit))
    } else if (first === undefined) first = chunk
    else if (more === undefined) more = [first, chunk]
    else more.push(chunk)
  })
  const abort = (): void => {
    // Every request is closed in the end, and an error that is not used costs as much as one that is.
    if (!isWhole) reject(new RequestAborted())
  }
  req.on('end', () => {
    isWhole = true
    resolve(more === undefined ? (first ?? Buffer.alloc(0)) : Buffer.concat(more, size))
  })
  req.on('error', abort)
  req.on('close', abort)
}
