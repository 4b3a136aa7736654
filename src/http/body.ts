import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { BadRequest, ContentTooLarge, UnsupportedMediaType } from '../errors.js'
import { FORM_TYPE, parseForm } from './form.js'
import { isJson, parseMediaType } from './media-type.js'

/** What a client is told about a body that is no JSON. */
export const INVALID_JSON = 'Invalid JSON payload'

/** How a body may be written. */
export type BodyFormat = 'json' | 'form'

/** A body as it was decoded, and from what. */
export interface DecodedBody {
  readonly format: BodyFormat
  readonly value: unknown
}

/** The client went away before its request was complete. Nobody is left to be answered, and nothing is wrong here. */
export class RequestAborted extends Error {
  override readonly name = 'RequestAborted'

  constructor() {
    super('The client went away before its request was complete')
  }
}

const TAKEN = 'The request body was already read by someone else, and not left in req.body'

/** The body of one request: read once, at most as large as allowed, and kept. */
export class RequestBody {
  readonly #req: IncomingMessage
  readonly #limit: number
  #bytes: Promise<Buffer> | undefined = undefined

  /** `limit` in bytes. */
  constructor(req: IncomingMessage, limit: number) {
    this.#req = req
    this.#limit = limit
  }

  /**
   * The bytes as they came. Rejects with a 413 above the limit, which is checked against the declared length first
   * and counted while reading, with a 415 for a content coding, and with {@link RequestAborted}.
   */
  bytes(): Promise<Buffer> {
    this.#bytes ??= readBytes(this.#req, this.#limit)
    return this.#bytes
  }

  /** The body as text. Rejects with a 415 for a charset other than UTF-8 and with a 400 for bytes that are no UTF-8. */
  async text(): Promise<string> {
    const type = this.#req.headers['content-type']
    checkCharset(type === undefined ? undefined : parseMediaType(type)?.charset)
    return decodeUtf8(await this.bytes(), 'The request body is not valid UTF-8')
  }

  /**
   * The body decoded by its content type, which must be one of the formats: else a 415. A body that cannot be
   * decoded, or is missing where JSON is due, is a 400. Each call decodes anew: two callers share no object.
   */
  async decode(formats: readonly BodyFormat[]): Promise<DecodedBody> {
    const format = this.#format(formats)
    if (format === undefined) {
      // Without a content type only reading tells whether there is a body; HTTP/2 need not declare its length.
      if (hasContent(this.#req) || (await this.bytes()).length > 0) throw unsupported(formats)
      throw new BadRequest(INVALID_JSON)
    }
    const parsed = (this.#req as { body?: unknown }).body
    if (parsed !== undefined && !Buffer.isBuffer(parsed) && this.#req.readableEnded) return { format, value: parsed }
    const bytes = await this.bytes()
    if (format === 'json') return { format, value: parseJson(bytes) }
    return { format, value: parseForm(decodeUtf8(bytes, 'The form is not valid UTF-8')) }
  }

  /** Undefined for a request that names no content type, or another one and has no body. */
  #format(formats: readonly BodyFormat[]): BodyFormat | undefined {
    const header = this.#req.headers['content-type']
    if (header === undefined) return undefined
    const type = parseMediaType(header)
    const format =
      type === undefined ? undefined : isJson(type) ? 'json' : type.essence === FORM_TYPE ? 'form' : undefined
    if (format === undefined || !formats.includes(format)) {
      if (declaresNothing(this.#req)) return undefined
      throw unsupported(formats)
    }
    checkCharset(type?.charset)
    return format
  }
}

/** JSON text may begin with a byte order mark, which is ignored (RFC 8259 section 8.1 allows that). */
function parseJson(bytes: Buffer): unknown {
  const text = decodeUtf8(bytes, INVALID_JSON)
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  } catch {
    throw new BadRequest(INVALID_JSON)
  }
}

function decodeUtf8(bytes: Buffer, refusal: string): string {
  if (!isUtf8(bytes)) throw new BadRequest(refusal)
  return bytes.toString('utf8')
}

function checkCharset(charset: string | undefined): void {
  if (charset === undefined || charset === 'utf-8' || charset === 'utf8') return
  throw new UnsupportedMediaType('The request body must be encoded in UTF-8')
}

function unsupported(formats: readonly BodyFormat[]): UnsupportedMediaType {
  const names = formats.map((format) => (format === 'json' ? 'application/json' : FORM_TYPE))
  return new UnsupportedMediaType(`The content type of the request body must be ${names.join(' or ')}`)
}

function hasContent({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function declaresNothing(req: IncomingMessage): boolean {
  return req.httpVersionMajor === 1 && !hasContent(req)
}

function readBytes(req: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const coding = req.headers['content-encoding']
    if (coding !== undefined && coding.toLowerCase() !== 'identity') {
      // RFC 9110 section 12.5.3 wants the acceptable codings told.
      const headers = { 'accept-encoding': 'identity' }
      return reject(new UnsupportedMediaType('The content coding of the request body is not supported', { headers }))
    }
    if (Number(req.headers['content-length']) > limit) return reject(tooLarge(limit))
    if (req.readableEnded) {
      const { body, rawBody } = req as { body?: unknown; rawBody?: unknown }
      const bytes = typeof body === 'string' ? Buffer.from(body) : [rawBody, body].find(Buffer.isBuffer)
      return bytes === undefined ? reject(new Error(TAKEN)) : resolve(bytes)
    }
    if (req.destroyed) return reject(new RequestAborted())
    if (req.readableDidRead) return reject(new Error(TAKEN))
    collect(req, limit, resolve, reject)
  })
}

function collect(
  req: IncomingMessage,
  limit: number,
  resolve: (bytes: Buffer) => void,
  reject: (error: Error) => void
): void {
  let size = 0
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
  req.on('end', () => resolve(more === undefined ? (first ?? Buffer.alloc(0)) : Buffer.concat(more, size)))
  req.on('error', () => reject(new RequestAborted()))
  req.on('close', () => reject(new RequestAborted()))
}

function tooLarge(limit: number): ContentTooLarge {
  return new ContentTooLarge(`The request body is larger than ${limit} bytes`)
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
