import type { IncomingMessage } from 'node:http'
import { pipeline, type Readable, Transform, type TransformCallback } from 'node:stream'
import { HttpError } from '../../errors.js'
import { RequestAborted } from '../lifetime/abort-signal.js'
import { declaredLength } from '../lifetime/node-messages.js'
import { bytesOf } from './body-flow.js'
import { type ContentCoding, contentCodings, decode, decoderStream, malformed, tooLarge } from './codings.js'

/** Lets at most `limit` bytes through; fails with the error that the client gets. */
class ByteLimit extends Transform {
  readonly #limit: number
  readonly #codings: readonly ContentCoding[]
  #size = 0

  constructor(limit: number, codings: readonly ContentCoding[]) {
    super()
    this.#limit = limit
    this.#codings = codings
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#size += chunk.length
    if (this.#size > this.#limit) done(tooLarge(this.#limit))
    else done(null, chunk)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const isOurs = error === null || error instanceof HttpError || error instanceof RequestAborted
    done(isOurs ? error : malformed(this.#codings))
  }
}

/**
 * The content of a request's body: its content codings are undone, and its bytes counted before, between and after
 * them, so that decompressing stops at the limit. Fails with a 413 above the limit, with a 400 for bytes that cannot be
 * decompressed, and with {@link RequestAborted}. Throws a 413 for a declared length above the limit, and a 415 for an
 * unknown coding.
 *
 * The request itself is never destroyed, because a response may still be sent: what is not read is thrown away.
 */
export function contentStream(req: IncomingMessage, limit: number): Readable {
  const codings = contentCodings(req.headers['content-encoding'])
  if (declaredLength(req) > limit) throw tooLarge(limit)
  const first = new ByteLimit(limit, codings)
  // The last coding was applied last, so it is undone first.
  const stages = [...codings].reverse().flatMap((coding) => [decoderStream(coding), new ByteLimit(limit, codings)])
  const last = (stages.at(-1) ?? first) as Readable
  const abort = (): void => {
    if (!req.complete) first.destroy(new RequestAborted())
  }
  req.on('error', abort).on('close', abort)
  // What is left when the reader stops is thrown away.
  first.on('close', () => {
    req.off('error', abort).off('close', abort)
    req.on('error', () => {})
    req.unpipe(first).resume()
  })
  // A reader gets its failure; without a reader it must not end the process.
  last.on('error', () => {})
  if (stages.length > 0) pipeline([first, ...stages] as unknown as NodeJS.ReadWriteStream[], () => {})
  req.pipe(first)
  return last
}

/** What the application gets that reads a body twice. */
export const ALREADY_READ = 'The request body was already read by other code, which did not keep it in req.body'

/** All bytes of a request's body, with content codings undone; rejects as {@link contentStream} fails. */
export function readContent(req: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (declaredLength(req) > limit) return reject(tooLarge(limit))
    if (req.readableEnded) {
      const { body, rawBody } = req as { body?: unknown; rawBody?: unknown }
      const bytes = typeof body === 'string' ? Buffer.from(body) : [rawBody, body].find(Buffer.isBuffer)
      return bytes === undefined ? reject(new Error(ALREADY_READ)) : resolve(bytes)
    }
    if (req.destroyed) return reject(new RequestAborted())
    if (req.readableDidRead) return reject(new Error(ALREADY_READ))
    // The constructor of the promise turns an error that is thrown here into a rejection.
    const codings = contentCodings(req.headers['content-encoding'])
    if (codings.length === 0) collect(req, limit, resolve, reject)
    else collect(req, limit, (bytes) => resolve(decodeWhole(bytes, codings, limit)), reject)
  })
}

/** The same as {@link decode}, which it never throws. */
async function decodeWhole(bytes: Buffer, codings: readonly ContentCoding[], limit: number): Promise<Buffer> {
  return decode(bytes, codings, limit)
}

function collect(
  req: IncomingMessage,
  limit: number,
  resolve: (bytes: Buffer) => void,
  reject: (error: Error) => void
): void {
  let size = 0
  // A body that has failed may end all the same: over HTTP/2 one that is shorter than its length has an error, and then its end.
  let isOver = false
  // Most bodies come in one chunk, which is then used as it is.
  let first: Buffer | undefined
  let more: Buffer[] | undefined
  const fail = (error: Error): void => {
    isOver = true
    first = more = undefined
    reject(error)
  }
  req.on('data', (read: Buffer | string) => {
    if (isOver) return
    const chunk = bytesOf(read, req)
    size += chunk.length
    if (size > limit) fail(tooLarge(limit))
    else if (first === undefined) first = chunk
    else if (more === undefined) more = [first, chunk]
    else more.push(chunk)
  })
  const abort = (): void => {
    // Every request is closed in the end, and an error that is not used costs as much as one that is.
    if (!isOver) fail(new RequestAborted())
  }
  req.on('end', () => {
    // What was rejected is not decompressed: that failure would have no reader, and end the process.
    if (!isOver) resolve(more === undefined ? (first ?? Buffer.alloc(0)) : Buffer.concat(more, size))
    isOver = true
  })
  req.on('error', abort)
  req.on('close', abort)
}
