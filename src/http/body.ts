import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { BadRequest, UnsupportedMediaType } from '../errors.js'
import { collectStream, contentStream, RequestAborted, tooLarge } from './body-stream.js'
import { type BodyFormat, type BodyTypes, formatOf } from './body-types.js'
import { parseForm } from './form.js'
import { type MediaType, parseMediaType } from './media-type.js'
import { Pending } from './pending.js'

/** What a client is told about a body that is no JSON. */
export const INVALID_JSON = 'Invalid JSON payload'

/** What a client is told about text in another encoding. */
export const INVALID_TEXT = 'The request body is not valid UTF-8'

/** What a client is told where a body is due and none came. */
const MISSING = 'The request body is missing'

/** A body as it was decoded, and from what. */
export interface DecodedBody {
  readonly format: BodyFormat
  /** JSON as parsed, a form as texts and files by name, or the bytes of anything else. */
  readonly value: unknown
}

/** Reads a `multipart/form-data` body into its texts and files. */
export type ReadMultipart = (body: RequestBody, boundary: string) => Promise<unknown>

const TAKEN = 'The request body was already read by someone else, and not left in req.body'

/** The body of one request: read once, at most as large as allowed, and kept. */
export class RequestBody {
  readonly #req: IncomingMessage
  readonly #limit: number
  #bytes: Promise<Buffer> | undefined = undefined
  /** The same where they were taken without a promise. */
  #taken: Buffer | undefined = undefined
  #isStreamed = false

  /** `limit` in bytes. */
  constructor(req: IncomingMessage, limit: number) {
    this.#req = req
    this.#limit = limit
  }

  /**
   * The bytes, content codings undone. Rejects with a 413 above the limit, which is checked against the declared
   * length first and counted while reading and decompressing, with a 415 for an unknown content coding, a 400 for what
   * cannot be decompressed, and with {@link RequestAborted}.
   */
  bytes(): Promise<Buffer> {
    this.#bytes ??= this.#read()
    return this.#bytes
  }

  #read(): Promise<Buffer> {
    if (this.#taken !== undefined) return Promise.resolve(this.#taken)
    return this.#isStreamed ? Promise.reject(new Error(TAKEN)) : readBytes(this.#req, this.#limit)
  }

  /**
   * What `use` makes of the {@link bytes}; rejects where they reject, or where it throws. A short body comes with the
   * head, in one packet, and is whole in the next turn, without a promise and without an event of the stream; the next
   * turn and not this one, because Node parses the head first. `use` runs in the asynchronous context of the caller.
   */
  take(use: (bytes: Buffer) => unknown): PromiseLike<unknown> {
    if (!this.#isUntouched()) return this.bytes().then(use)
    const pending = new Pending()
    process.nextTick(takeNow, this, use, pending)
    return pending
  }

  /** The bytes, if all of them have come and nobody has begun to read them. */
  arrived(): Buffer | undefined {
    const req = this.#req
    if (req.readableLength !== Number(req.headers['content-length']) || !this.#isUntouched()) return undefined
    const bytes: unknown = req.read()
    if (!Buffer.isBuffer(bytes)) return undefined
    this.#taken = bytes
    return bytes
  }

  #isUntouched(): boolean {
    const req = this.#req
    return (
      this.#bytes === undefined &&
      this.#taken === undefined &&
      !this.#isStreamed &&
      req.readableFlowing === null &&
      req.readableEncoding === null &&
      !req.destroyed &&
      Number(req.headers['content-length']) <= this.#limit &&
      req.headers['content-encoding'] === undefined
    )
  }

  /** Like {@link bytes}, as a stream that fails where that rejects. `limit` in bytes, where it is another one. */
  stream(limit: number = this.#limit): Readable {
    const req = this.#req
    if (this.#bytes !== undefined || this.#taken !== undefined || req.readableEnded)
      return Readable.from(lateBytes(this.bytes()), { objectMode: false })
    if (req.destroyed) throw new RequestAborted()
    if (this.#isStreamed || req.readableDidRead) throw new Error(TAKEN)
    this.#isStreamed = true
    return contentStream(req, limit)
  }

  /** The body as text. Rejects with a 415 for a charset other than UTF-8 and with a 400 for bytes that are no UTF-8. */
  async text(): Promise<string> {
    const type = this.#req.headers['content-type']
    checkCharset(type === undefined ? undefined : parseMediaType(type)?.charset)
    return decodeUtf8(await this.bytes(), INVALID_TEXT)
  }

  /**
   * The body decoded by its content type, which must be one of the types: else a 415. A body that cannot be
   * decoded, or is missing where JSON is due, is a 400. Each call decodes anew: two callers share no object.
   */
  async decode(types: BodyTypes, readMultipart?: ReadMultipart): Promise<DecodedBody> {
    const type = this.#typeAmong(types)
    if (type === undefined) {
      // Without a content type only reading tells whether there is a body; HTTP/2 need not declare its length.
      if (hasContent(this.#req) || (await this.bytes()).length > 0) throw types.refusal()
      throw new BadRequest(types.takesJSON ? INVALID_JSON : MISSING)
    }
    const format = formatOf(type)
    const parsed = (this.#req as { body?: unknown }).body
    if (parsed !== undefined && !Buffer.isBuffer(parsed) && this.#req.readableEnded) return { format, value: parsed }
    if (format === 'multipart') {
      const { boundary = '' } = type
      if (!BOUNDARY.test(boundary)) throw new BadRequest('The boundary of the multipart body is missing or malformed')
      if (readMultipart === undefined) throw types.refusal()
      return { format, value: await readMultipart(this, boundary) }
    }
    const bytes = await this.bytes()
    if (bytes.length === 0 && format !== 'json' && types.isDeclared) throw new BadRequest(MISSING)
    if (format === 'json') return { format, value: parseJson(bytes) }
    if (format === 'form') return { format, value: parseForm(decodeUtf8(bytes, 'The form is not valid UTF-8')) }
    return { format, value: bytes }
  }

  /**
   * Whether the body is JSON by the very words of its head, and nobody has parsed it before: then there is nothing else
   * that {@link decode} would find out about it.
   */
  get isPlainJson(): boolean {
    const { headers, body } = this.#req as IncomingMessage & { body?: unknown }
    const type = headers['content-type']
    return body === undefined && (type === 'application/json' || type === 'application/json; charset=utf-8')
  }

  /** Throws a 415 for a content type that is none of the types; a request without a body may name any. */
  check(types: BodyTypes): void {
    if (this.#typeAmong(types) === undefined && hasContent(this.#req)) throw types.refusal()
  }

  /** Undefined for a request that names no content type, or another one and has no body. */
  #typeAmong(types: BodyTypes): MediaType | undefined {
    const header = this.#req.headers['content-type']
    if (header === undefined) return undefined
    const type = parseMediaType(header)
    if (type === undefined || !types.takes(type)) {
      if (declaresNothing(this.#req)) return undefined
      throw types.refusal()
    }
    checkCharset(type.charset)
    return type
  }
}

/** RFC 2046, section 5.1.1. */
const BOUNDARY = /^[0-9A-Za-z'()+_,./:=? -]{0,69}[0-9A-Za-z'()+_,./:=?-]$/

function takeNow(body: RequestBody, use: (bytes: Buffer) => unknown, pending: Pending<unknown>): void {
  let value: unknown
  try {
    const bytes = body.arrived()
    value = bytes === undefined ? body.bytes().then(use) : use(bytes)
  } catch (error) {
    pending.reject(error)
    return
  }
  pending.fulfil(value)
}

async function* lateBytes(bytes: Promise<Buffer>): AsyncGenerator<Buffer> {
  yield await bytes
}

/** JSON text may begin with a byte order mark, which is ignored (RFC 8259 section 8.1 allows that). */
export function parseJson(bytes: Buffer): unknown {
  const text = decodeUtf8(bytes, INVALID_JSON)
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  } catch {
    throw new BadRequest(INVALID_JSON)
  }
}

/** The text, if the bytes are valid UTF-8; else a 400 with this text. */
export function decodeUtf8(bytes: Buffer, refusal: string): string {
  const text = bytes.toString('utf8')
  // What is no UTF-8 becomes U+FFFD; only a text that has one needs the dearer look at its bytes.
  if (text.includes('\ufffd') && !isUtf8(bytes)) throw new BadRequest(refusal)
  return text
}

function checkCharset(charset: string | undefined): void {
  if (charset === undefined || charset === 'utf-8' || charset === 'utf8') return
  throw new UnsupportedMediaType('The request body must be encoded in UTF-8')
}

function hasContent({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function declaresNothing(req: IncomingMessage): boolean {
  return req.httpVersionMajor === 1 && !hasContent(req)
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
    // The constructor of a promise turns a refusal that is thrown into a rejection.
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
    // Every request is closed in the end, and an error that nobody sees costs as much as one that is sent.
    if (!isWhole) reject(new RequestAborted())
  }
  req.on('end', () => {
    isWhole = true
    resolve(more === undefined ? (first ?? Buffer.alloc(0)) : Buffer.concat(more, size))
  })
  req.on('error', abort)
  req.on('close', abort)
}

/** Reads what is left of a request and throws it away; calls back when it has ended, or after `milliseconds`. */
export function drain(req: IncomingMessage, milliseconds: number, done: () => void): void {
  const finish = (): void => {
    clearTimeout(timer)
    req.off('end', finish).off('close', finish)
    done()
  }
  const timer = setTimeout(finish, milliseconds)
  req.on('end', finish).on('close', finish)
  // An aborted upload emits 'error', which without a listener would end the process.
  req.on('error', () => {})
  req.resume()
}
