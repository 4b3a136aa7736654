import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { BadRequest, UnsupportedMediaType } from '../../errors.js'
import { type Binder, compileBinder } from '../../record/binder.js'
import type { Bound } from '../../record/type/fault-list.js'
import type { UnknownFields } from '../../record/type/schema.js'
import { RequestAborted } from '../lifetime/abort-signal.js'
import { declaresContent, headerTexts, http2StreamOf } from '../lifetime/node-messages.js'
import { Pending } from '../lifetime/pending.js'
import { parseForm } from '../syntax/form.js'
import { type MediaType, parseMediaType } from '../syntax/media-type.js'
import { ALREADY_READ, contentStream, readContent } from './content-coding.js'
import type { BodyDeclaration } from './declared-body.js'
import { type BodyFormat, type BodyTypes, formatOf } from './media-types.js'
import { type FormPlan, formPlanOf } from './multipart-fields.js'

/** What the client gets for a body that is not JSON. */
export const INVALID_JSON = 'Invalid JSON payload'

/** What the client gets for text in another encoding. */
const INVALID_TEXT = 'The request body is not valid UTF-8'

/** What the client gets for a body that is missing. */
const MISSING = 'The request body is missing'

/** A decoded body, and the format that it had. */
export interface DecodedBody {
  readonly format: BodyFormat
  /** Parsed JSON, the texts and files of a form by name, or the bytes of anything else. */
  readonly value: unknown
}

/** Reads a `multipart/form-data` body into its texts and files. */
export type ReadMultipart = (body: RequestBody, boundary: string) => Promise<unknown>

/** Makes the reader of the multipart forms of one request, for the plan of a record. */
export interface MultipartReader {
  multipart(plan: FormPlan): ReadMultipart
}

/** Called with a bound body in the turn in which it was read, which saves the cost of a promise. */
export type UseBody = (bound: Bound<unknown>) => unknown

/**
 * Reads and binds the body of a request; compiled once for each route. Resolves with what `use` returns, which gets
 * faults as well. Rejects with the error of a body that cannot be read.
 */
export type BodyReader = (body: RequestBody, forms: MultipartReader, use: UseBody) => PromiseLike<unknown>

/**
 * Compiles the reader of a declared body, which is decoded by its content type, and bound by the declared type.
 * JSON must have the types of JSON; the texts of forms and plain texts are read by their lexical form.
 *
 * @param unknownFields what is done with unknown keys in records that do not declare it
 * @throws BootstrapError with the setup errors of the records that the type reaches.
 */
export function compileBodyReader({ type, types }: BodyDeclaration, unknownFields: UnknownFields): BodyReader {
  const formats = new Set(types.names.map(formatOf))
  const json = formats.has('json') ? compileBinder(type, 'json', 'body', { unknownFields }) : undefined
  const isBytes = type.kind === 'file'
  const text =
    formats.has('json') && formats.size === 1 ? undefined : compileBinder(type, 'text', 'body', { unknownFields })
  const plan = formats.has('multipart') ? formPlanOf(type) : undefined
  const read = async (body: RequestBody, forms: MultipartReader): Promise<Bound<unknown>> => {
    const { format, value } = await body.decode(types, plan && forms.multipart(plan))
    if (format === 'json') return (json as Binder).validate(value)
    if (format === 'raw' && isBytes) return { value, faults: undefined }
    return (text as Binder).validate(Buffer.isBuffer(value) ? decodeUtf8(value, INVALID_TEXT) : value)
  }
  if (json === undefined || !types.names.includes('application/json')) {
    return (body, forms, use) => read(body, forms).then(use)
  }
  return (body, forms, use) => {
    if (!body.isPlainJson) return read(body, forms).then(use)
    return body.whenRead((bytes) => {
      const bound = json.validate(parseJson(bytes))
      return bound instanceof Promise ? bound.then(use) : use(bound)
    })
  }
}

/** The body of one request: its bytes, read once, up to a limit, and kept; and what its content type makes of them. */
export class RequestBody {
  /** In bytes. */
  readonly limit: number
  readonly #req: IncomingMessage
  #bytes: Promise<Buffer> | undefined = undefined
  /** The same, if they were read without a promise. */
  #arrived: Buffer | undefined = undefined
  #isStreamed = false

  constructor(req: IncomingMessage, limit: number) {
    this.#req = req
    this.limit = limit
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
    return this.#isStreamed ? Promise.reject(new Error(ALREADY_READ)) : readContent(this.#req, this.limit)
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
    const req = this.#req
    if (req.readableLength !== Number(req.headers['content-length']) || !this.#isUntouched()) return undefined
    const bytes: unknown = req.read()
    if (!Buffer.isBuffer(bytes)) return undefined
    this.#arrived = bytes
    return bytes
  }

  #isUntouched(): boolean {
    const req = this.#req
    return (
      this.#bytes === undefined &&
      this.#arrived === undefined &&
      !this.#isStreamed &&
      req.readableFlowing === null &&
      req.readableEncoding === null &&
      !req.destroyed &&
      Number(req.headers['content-length']) <= this.limit &&
      req.headers['content-encoding'] === undefined
    )
  }

  /** Like {@link bytes}, as a stream, which fails where the promise would reject. `limit` in bytes, for this stream. */
  stream(limit: number = this.limit): Readable {
    const req = this.#req
    if (this.#bytes !== undefined || this.#arrived !== undefined || req.readableEnded)
      return Readable.from(lateBytes(this.bytes()), { objectMode: false })
    if (req.destroyed) throw new RequestAborted()
    if (this.#isStreamed || req.readableDidRead) throw new Error(ALREADY_READ)
    this.#isStreamed = true
    return contentStream(req, limit)
  }

  /** The body as text. Rejects with a 415 for another charset than UTF-8, a 400 for bytes that are not UTF-8. */
  async text(): Promise<string> {
    const type = this.#req.headers['content-type']
    checkCharset(type === undefined ? undefined : parseMediaType(type)?.charset)
    return decodeUtf8(await this.bytes(), INVALID_TEXT)
  }

  /**
   * The body, decoded by its content type. Rejects with a 415 for a content type that is not one of the types, and with
   * a 400 for a body that cannot be decoded or is missing. Each call decodes again: callers share no object.
   */
  async decode(types: BodyTypes, readMultipart?: ReadMultipart): Promise<DecodedBody> {
    const type = this.#typeAmong(types)
    if (type === undefined) {
      // Without a content type, only reading shows whether there is a body: HTTP/2 need not declare its length.
      if (declaresContent(this.#req) || (await this.bytes()).length > 0) throw types.unsupportedError()
      throw new BadRequest(types.acceptsJSON ? INVALID_JSON : MISSING)
    }
    const format = formatOf(type.essence)
    const parsed = (this.#req as { body?: unknown }).body
    if (parsed !== undefined && !Buffer.isBuffer(parsed) && this.#req.readableEnded) return { format, value: parsed }
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
   * Whether the head says exactly that the body is JSON, and nothing has parsed it before: then {@link decode} need not
   * check anything else.
   */
  get isPlainJson(): boolean {
    const { headers, rawHeaders, body } = this.#req as IncomingMessage & { body?: unknown }
    const type = headers['content-type']
    if (body !== undefined || (type !== 'application/json' && type !== 'application/json; charset=utf-8')) return false
    return headerTexts(rawHeaders, 'content-type').length < 2
  }

  /** Throws a 415 for a content type that is not one of the types; a request without a body may have any. */
  check(types: BodyTypes): void {
    if (this.#typeAmong(types) === undefined && declaresContent(this.#req)) throw types.unsupportedError()
  }

  /** The content type; undefined if there is none, or if it is another one and there is no body. */
  #typeAmong(types: BodyTypes): MediaType | undefined {
    const header = this.#req.headers['content-type']
    if (header === undefined) return undefined
    if (headerTexts(this.#req.rawHeaders, 'content-type').length > 1)
      throw new BadRequest('The request has more than one Content-Type header')
    const type = parseMediaType(header)
    if (type === undefined || !types.accepts(type)) {
      if (http2StreamOf(this.#req) === undefined && !declaresContent(this.#req)) return undefined
      throw types.unsupportedError()
    }
    checkCharset(type.charset)
    return type
  }
}

function useArrived(body: RequestBody, use: (bytes: Buffer) => unknown, pending: Pending<unknown>): void {
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

/** RFC 2046, section 5.1.1. */
const BOUNDARY = /^[0-9A-Za-z'()+_,./:=? -]{0,69}[0-9A-Za-z'()+_,./:=?-]$/

/** Parses JSON, or throws a 400. A byte order mark at its start is ignored (RFC 8259 section 8.1 allows that). */
function parseJson(bytes: Buffer): unknown {
  const text = decodeUtf8(bytes, INVALID_JSON)
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  } catch {
    throw new BadRequest(INVALID_JSON)
  }
}

/** The text of bytes in UTF-8; throws a 400 with this message for other bytes. */
export function decodeUtf8(bytes: Buffer, message: string): string {
  const text = bytes.toString('utf8')
  // What is not UTF-8 becomes U+FFFD; only a text that has one needs the slower check of its bytes.
  if (text.includes('\ufffd') && !isUtf8(bytes)) throw new BadRequest(message)
  return text
}

function checkCharset(charset: string | undefined): void {
  if (charset === undefined || charset === 'utf-8' || charset === 'utf8') return
  throw new UnsupportedMediaType('The request body must be encoded in UTF-8')
}
