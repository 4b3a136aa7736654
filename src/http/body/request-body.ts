import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { BadRequest, UnsupportedMediaType } from '../../errors.js'
import { declaresContent, http2StreamOf } from '../lifetime/node-messages.js'
import { parseForm } from '../syntax/form.js'
import { type MediaType, parseMediaType } from '../syntax/media-type.js'
import { BodyBytes } from './bytes.js'
import { type BodyFormat, type BodyTypes, formatOf } from './media-types.js'

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

/** The body of one request, decoded by its content type. */
export class RequestBody extends BodyBytes {
  /** The body as text. Rejects with a 415 for a charset other than UTF-8 and with a 400 for bytes that are no UTF-8. */
  async text(): Promise<string> {
    const type = this.req.headers['content-type']
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
      if (declaresContent(this.req) || (await this.bytes()).length > 0) throw types.unsupportedError()
      throw new BadRequest(types.acceptsJSON ? INVALID_JSON : MISSING)
    }
    const format = formatOf(type)
    const parsed = (this.req as { body?: unknown }).body
    if (parsed !== undefined && !Buffer.isBuffer(parsed) && this.req.readableEnded) return { format, value: parsed }
    if (format === 'multipart') {
      const { boundary = '' } = type
      if (!BOUNDARY.test(boundary)) throw new BadRequest('The boundary of the multipart body is missing or malformed')
      if (readMultipart === undefined) throw types.unsupportedError()
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
    const { headers, rawHeaders, body } = this.req as IncomingMessage & { body?: unknown }
    const type = headers['content-type']
    if (body !== undefined || (type !== 'application/json' && type !== 'application/json; charset=utf-8')) return false
    return !isRepeated(rawHeaders, 'content-type')
  }

  /** Throws a 415 for a content type that is none of the types; a request without a body may name any. */
  check(types: BodyTypes): void {
    if (this.#typeAmong(types) === undefined && declaresContent(this.req)) throw types.unsupportedError()
  }

  /** Undefined for a request that names no content type, or another one and has no body. */
  #typeAmong(types: BodyTypes): MediaType | undefined {
    const header = this.req.headers['content-type']
    if (header === undefined) return undefined
    if (isRepeated(this.req.rawHeaders, 'content-type'))
      throw new BadRequest('The request has more than one Content-Type header')
    const type = parseMediaType(header)
    if (type === undefined || !types.accepts(type)) {
      if (http2StreamOf(this.req) === undefined && !declaresContent(this.req)) return undefined
      throw types.unsupportedError()
    }
    checkCharset(type.charset)
    return type
  }
}

/** RFC 2046, section 5.1.1. */
const BOUNDARY = /^[0-9A-Za-z'()+_,./:=? -]{0,69}[0-9A-Za-z'()+_,./:=?-]$/

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

/**
 * Whether a header came in more than one line. Of most headers that can be there only once, node:http keeps the first,
 * while a proxy may have looked at the last (RFC 9110 section 5.3).
 *
 * @param rawHeaders names and values in turns, as they came
 * @param name in lower case
 */
export function isRepeated(rawHeaders: readonly string[], name: string): boolean {
  let isThere = false
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const raw = rawHeaders[at] as string
    if (raw.length !== name.length || (raw !== name && raw.toLowerCase() !== name)) continue
    if (isThere) return true
    isThere = true
  }
  return false
}
