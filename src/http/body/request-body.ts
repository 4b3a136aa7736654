import { Buffer, isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { BadRequest, UnsupportedMediaType } from '../../errors.js'
import { type Binder, compileBinder } from '../../record/binder.js'
import type { Bound } from '../../record/type/fault-list.js'
import type { TypeSchema, UnknownFields } from '../../record/type/schema.js'
import { RequestAborted } from '../lifetime/abort-signal.js'
import { type BytesReader, bufferOf, type DirectExchange, type SentRequest } from '../lifetime/direct-exchange.js'
import {
  declaredLength,
  declaresContent,
  directOf,
  headerOf,
  headerTexts,
  http2StreamOf,
  mayHaveContent,
  nodeRequestOf
} from '../lifetime/node-messages.js'
import { Pending } from '../lifetime/pending.js'
import { parseForm } from '../syntax/form.js'
import { type MediaType, parseMediaType } from '../syntax/media-type.js'
import { BodyFlow } from './body-flow.js'
import { type ContentCoding, contentCodings, decode, tooLarge } from './codings.js'
import { ALREADY_READ, contentStream, readContent } from './content-coding.js'
import type { BodyDeclaration } from './declared-body.js'
import { type BodyFormat, type BodyTypes, formatOf, MULTIPART_TYPE } from './media-types.js'
import { type FormPlan, formPlanOf } from './multipart-fields.js'

/** Held, since Node's global is an accessor, which costs each use as much as a short function. */
const node = globalThis.process

/** What the client gets for a body that is not JSON. */
export const INVALID_JSON = 'Invalid JSON payload'

/** What the client gets for text in another encoding. */
const INVALID_TEXT = 'The request body is not valid UTF-8'

/** What the client gets for a body that is missing. */
const MISSING = 'The request body is missing'

/** A decoded body, and the format that it had. */
export interface DecodedBody {
  readonly format: BodyFormat
  /** The name, among those of the types that it may have, that is for its media type. */
  readonly name: string
  /** Parsed JSON, the texts and files of a form by name, or the bytes of anything else. */
  readonly value: unknown
}

/** Reads a `multipart/form-data` body into its texts and files. */
export type ReadMultipart = (body: RequestBody, boundary: string) => Promise<unknown>

/** Makes the reader of the multipart forms of one request, for the plan of a record. */
export interface MultipartReader {
  multipart(plan: FormPlan): ReadMultipart
}

/**
 * Called with a bound body, which may have faults, and with what the reading was started with: in the turn in which it was
 * read, which saves the cost of a promise.
 */
export type UseBody<C> = (bound: Bound<unknown>, context: C) => unknown

/**
 * Reads and binds a body. Its functions return what is made of it, or a promise of that; they throw or reject with the error of
 * a body that cannot be read.
 */
export interface ReadBody<C> {
  /** Whether a request without content is rejected. */
  readonly isRequired: boolean
  /** Takes the bytes of a body that says exactly that it is JSON; undefined where none may be. */
  readonly json: UseBytes<C> | undefined
  /** Takes a body in whatever type it is. */
  readonly any: (body: RequestBody, forms: MultipartReader, context: C) => unknown
}

/** The reader of a declared body, together with what uses it: both are compiled once for each route, so a request costs no closure. */
export type BodyReader = <C>(use: UseBody<C>) => ReadBody<C>

/**
 * Compiles the reader of a declared body, which is decoded by its content type, and bound by the declared type.
 * JSON must have the types of JSON; the texts of forms and plain texts are read by their lexical form.
 *
 * @param unknownFields what is done with unknown keys in records that do not declare it
 * @throws BootstrapError with the setup errors of the records that the type reaches.
 */
export function compileBodyReader(
  { media, types, required }: BodyDeclaration,
  unknownFields: UnknownFields
): BodyReader {
  const binds = [...media].map(([name, type]) => compileMedia(name, type, unknownFields))
  // Most bodies have one type: a Map for each would take as much memory as all else of the reader.
  const [only] = binds
  const byName = binds.length > 1 ? new Map([...media.keys()].map((name, index) => [name, binds[index]])) : undefined
  const form = media.get(MULTIPART_TYPE)
  const plan = form && formPlanOf(form)
  const read = async (body: RequestBody, forms: MultipartReader): Promise<Bound<unknown>> => {
    const readForm = plan && forms.multipart(plan)
    const decoded = required ? await body.decode(types, readForm) : await body.decodeIfAny(types, readForm)
    if (decoded === undefined) return NOTHING
    const bind = byName === undefined ? only : byName.get(decoded.name)
    return (bind as BindMedia)(decoded.value)
  }
  const type = media.get('application/json')
  const json = type && compileBinder(type, 'json', 'body', { unknownFields })
  return <C>(use: UseBody<C>): ReadBody<C> => {
    const useBytes = (bytes: Uint8Array, context: C): unknown => {
      if (bytes.length === 0 && !required) return use(NOTHING, context)
      const bound = (json as Binder<unknown>).validate(parseJson(bytes))
      return bound instanceof Promise ? useLater(bound, use, context) : use(bound, context)
    }
    const any: ReadBody<C>['any'] = (body, forms, context) => {
      return read(body, forms).then((bound) => use(bound, context))
    }
    return { isRequired: required, json: json && useBytes, any }
  }
}

/** What the head of a request says of its body. */
export interface BodyHead {
  /** Whether it says exactly that the body is JSON, which is then parsed without another look at the head. */
  readonly isPlainJson: boolean
  /** Whether content may follow. */
  readonly mayHaveContent: boolean
}

/** What takes the bytes of a body that is JSON by its head; undefined for any other, which has a longer way. */
export function jsonReader<C>({ json, isRequired }: ReadBody<C>, body: BodyHead): UseBytes<C> | undefined {
  return json !== undefined && body.isPlainJson && (isRequired || body.mayHaveContent) ? json : undefined
}

/** Reads and binds a body of one request. */
export function readBody<C>(read: ReadBody<C>, body: RequestBody, forms: MultipartReader, context: C): unknown {
  const json = jsonReader(read, body)
  return json === undefined ? read.any(body, forms, context) : body.whenRead(json, context)
}

function useLater<C>(bound: Promise<Bound<unknown>>, use: UseBody<C>, context: C): Promise<unknown> {
  return bound.then((settled) => use(settled, context))
}

/** What is bound of a body that is not there. */
const NOTHING: Bound<undefined> = { value: undefined, faults: undefined }

/** Binds a decoded body of one media type. */
type BindMedia = (value: unknown) => Bound<unknown> | Promise<Bound<unknown>>

function compileMedia(name: string, type: TypeSchema, unknownFields: UnknownFields): BindMedia {
  const format = formatOf(name)
  if (format === 'raw' && type.kind === 'file') return (value) => ({ value, faults: undefined })
  const binder = compileBinder(type, format === 'json' ? 'json' : 'text', 'body', { unknownFields })
  if (format !== 'raw') return (value) => binder.validate(value)
  return (value) => binder.validate(Buffer.isBuffer(value) ? decodeUtf8(value, INVALID_TEXT) : value)
}

/** Called with the bytes of a body, and with what the reading was started with. */
export type UseBytes<C> = (bytes: Uint8Array, context: C) => unknown

/** The body of one request: its bytes, read once, up to a limit, and kept; and what its content type makes of them. */
export class RequestBody implements BodyHead, BytesReader {
  /** In bytes. */
  readonly limit: number
  readonly #req: SentRequest
  readonly #isRequestKept: boolean
  #bytes: Promise<Buffer> | undefined = undefined
  /** The same, if they were read without a promise. */
  #arrived: Uint8Array | undefined = undefined
  /** What is done with them then, with what, and what comes of it. */
  #use: UseBytes<unknown> | undefined = undefined
  #context: unknown = undefined
  #pending: Pending<unknown> | undefined = undefined
  /** Why they have not come, where that was known at once. */
  #failure: Error | undefined = undefined
  #isStreamed = false

  /** @param isRequestKept whether headers of the request may be read when its response has ended */
  constructor(req: SentRequest, limit: number, isRequestKept = true) {
    this.#req = req
    this.limit = limit
    this.#isRequestKept = isRequestKept
  }

  /**
   * The bytes, with content codings undone. Rejects with a 413 above the limit (the declared length is checked first,
   * then the bytes are counted while they are read and decompressed), with a 415 for an unknown content coding, with a
   * 400 for bytes that cannot be decompressed, and with {@link RequestAborted}.
   */
  bytes(): Promise<Buffer> {
    if (this.#bytes === undefined) {
      this.#bytes = this.#read()
      // A stream of them that nothing reads leaves their failure to nobody.
      this.#bytes.catch(() => {})
    }
    return this.#bytes
  }

  #read(): Promise<Buffer> {
    if (this.#arrived !== undefined) return Promise.resolve(bufferOf(this.#arrived))
    if (this.#isStreamed) return Promise.reject(new Error(ALREADY_READ))
    const direct = directOf(this.#req)
    if (direct === undefined) return readContent(nodeRequestOf(this.#req), this.limit)
    return this.#readDirect(direct).finally(() => direct.watch())
  }

  /**
   * What `use` returns for the {@link bytes} and the context, or a promise of it; throws or rejects if they fail, or if `use`
   * throws. A short body comes in one packet with the head: it is complete in the next turn, without the cost of a promise or
   * of an event of the stream. Not in this turn, because Node parses the head first. `use` runs in the asynchronous context of
   * the caller.
   */
  whenRead<C>(use: UseBytes<C>, context: C): unknown {
    const direct = directOf(this.#req)
    const isFirst = this.#use === undefined
    if (!isFirst || (direct === undefined ? !this.#isUntouched() : !this.#isDirect(direct))) {
      return this.bytes().then((bytes) => use(bytes, context))
    }
    this.#use = use as UseBytes<unknown>
    this.#context = context
    if (direct === undefined) {
      const pending = new Pending()
      node.nextTick(useSent, this, pending)
      return pending
    }
    direct.readBody(this.limit, tooLarge, this)
    // There already, as most bodies on Deno are.
    if (this.#arrived !== undefined) return use(this.#arrived, context)
    if (this.#failure !== undefined) throw this.#failure
    this.#pending = new Pending()
    return this.#pending
  }

  /** Whether the bytes of the body are its content, and nothing has read it. */
  #isDirect(direct: DirectExchange): boolean {
    return !this.#isRead && !this.#isStreamed && this.#header(direct, 'content-encoding') === undefined
  }

  #header(direct: DirectExchange, name: string): string | undefined {
    return this.#isRequestKept ? direct.header(name) : direct.headerNow(name)
  }

  #readDirect(direct: DirectExchange): Promise<Buffer> {
    const { limit } = this
    const coding = direct.header('content-encoding')
    const isTooLarge = Number(direct.header('content-length')) > limit
    let codings: readonly ContentCoding[] = []
    try {
      if (coding !== undefined && !isTooLarge) codings = contentCodings(coding)
    } catch (error) {
      return Promise.reject(error)
    }
    const whole = new Promise<Buffer>((resolve, reject) => {
      direct.readBody(limit, tooLarge, { arrived: (bytes) => resolve(bufferOf(bytes)), failed: reject })
    })
    return codings.length === 0 ? whole : whole.then((bytes) => decode(bytes, codings, limit))
  }

  /** The bytes have come, all of them: for {@link whenRead}. */
  arrived(bytes: Uint8Array): void {
    this.#arrived = bytes
    if (this.#pending === undefined) return
    this.#useAll(bytes, this.#pending)
    directOf(this.#req)?.watch()
  }

  #useAll(bytes: Uint8Array, pending: Pending<unknown>): void {
    let value: unknown
    try {
      value = (this.#use as UseBytes<unknown>)(bytes, this.#context)
    } catch (error) {
      pending.reject(error)
      return
    }
    pending.fulfill(value)
  }

  /** In the turn after the head: for {@link whenRead}. */
  useSent(pending: Pending<unknown>): void {
    let bytes: Uint8Array | Promise<Buffer> | undefined
    try {
      bytes = this.sent()
    } catch (error) {
      pending.reject(error)
      return
    }
    if (bytes instanceof Uint8Array) this.#useAll(bytes, pending)
    else this.#useLater(bytes ?? this.bytes(), pending)
  }

  #useLater(whole: Promise<Buffer>, pending: Pending<unknown>): void {
    whole.then(
      (bytes) => this.#useAll(bytes, pending),
      (error) => pending.reject(error)
    )
  }

  /** They have not, and will not. */
  failed(error: unknown): void {
    if (this.#pending === undefined) this.#failure = error as Error
    else this.#pending.reject(error)
  }

  /** Whether the bytes were read whole, or are. */
  get #isRead(): boolean {
    return this.#bytes !== undefined || this.#arrived !== undefined || this.#pending !== undefined
  }

  /** Whether they will be, in the next turn at the latest. */
  get #isTaken(): boolean {
    return this.#isRead || this.#use !== undefined
  }

  /** The bytes, if all of them have come and none of them was read; a promise where they are long to decompress. */
  sent(): Uint8Array | Promise<Buffer> | undefined {
    const req = nodeRequestOf(this.#req)
    const length = declaredLength(req)
    if (req.readableLength !== length || length > this.limit || !this.#isUntouched()) return undefined
    const coding = req.headers['content-encoding']
    const codings = coding === undefined ? undefined : contentCodings(coding)
    const bytes: unknown = req.read()
    if (!Buffer.isBuffer(bytes)) return undefined
    if (codings === undefined) this.#arrived = bytes
    else this.#decode(bytes, codings)
    return this.#arrived ?? this.#bytes
  }

  #decode(bytes: Buffer, codings: readonly ContentCoding[]): void {
    try {
      const content = decode(bytes, codings, this.limit)
      if (content instanceof Promise) this.#bytes = content
      else this.#arrived = content
    } catch (error) {
      this.#bytes = Promise.reject(error)
    }
  }

  #isUntouched(): boolean {
    const req = nodeRequestOf(this.#req)
    return (
      !this.#isRead &&
      !this.#isStreamed &&
      req.readableFlowing === null &&
      req.readableEncoding === null &&
      !req.destroyed
    )
  }

  /** Like {@link bytes}, as a stream, which fails where the promise would reject. `limit` in bytes, for this stream. */
  stream(limit: number = this.limit): Readable {
    if (this.#isTaken) return this.#late()
    const req = nodeRequestOf(this.#req)
    if (req.readableEnded) return this.#late()
    if (req.destroyed) throw new RequestAborted()
    if (this.#isStreamed || req.readableDidRead) throw new Error(ALREADY_READ)
    this.#isStreamed = true
    return contentStream(req, limit)
  }

  /** The bytes that are read whole, as a stream. A reader gets its failure; without a reader it must not end the process. */
  #late(): Readable {
    return Readable.from(lateBytes(this.bytes()), { objectMode: false }).on('error', () => {})
  }

  /** Like {@link stream}, pushed to a reader, which costs less. */
  flow(limit: number): BodyFlow {
    if (this.#isTaken) return BodyFlow.ofStream(this.stream(limit))
    const req = nodeRequestOf(this.#req)
    const isOpen = !this.#isStreamed && !req.readableDidRead && !req.readableEnded && !req.destroyed
    if (!isOpen || req.headers['content-encoding'] !== undefined) return BodyFlow.ofStream(this.stream(limit))
    this.#isStreamed = true
    return BodyFlow.ofRequest(req, { limit, tooLarge })
  }

  /** The body as text. Rejects with a 415 for another charset than UTF-8, a 400 for bytes that are not UTF-8. */
  async text(): Promise<string> {
    const type = headerOf(this.#req, 'content-type')
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
    const name = types.nameOf(type.essence) as string
    const parsed = this.#parsed()
    if (parsed !== undefined) return { format, name, value: parsed }
    if (format === 'multipart') {
      const { boundary = '' } = type
      if (!BOUNDARY.test(boundary)) throw new BadRequest('The boundary of the multipart body is missing or malformed')
      if (readMultipart === undefined) throw types.unsupportedError()
      return { format, name, value: await readMultipart(this, boundary) }
    }
    const bytes = await this.bytes()
    if (bytes.length === 0 && format !== 'json' && types.isDeclared) throw new BadRequest(MISSING)
    if (format === 'json') return { format, name, value: parseJson(bytes) }
    if (format === 'form') return { format, name, value: parseForm(decodeUtf8(bytes, 'The form is not valid UTF-8')) }
    return { format, name, value: bytes }
  }

  /**
   * The body as {@link decode} returns it; undefined where the content of the request has no bytes: where it declares
   * none, whatever its content type says of it, and where none come (chunks, HTTP/2). A content type that is not one of the
   * types is a 415 where content may come, before any is read.
   */
  async decodeIfAny(types: BodyTypes, readMultipart?: ReadMultipart): Promise<DecodedBody | undefined> {
    if (!this.mayHaveContent) return undefined
    const type = this.#typeAmong(types)
    const parsed = this.#parsed()
    if (parsed === undefined) {
      const isEmpty = type?.essence === MULTIPART_TYPE ? await this.#hasNoBytes() : (await this.bytes()).length === 0
      if (isEmpty) return undefined
    }
    return parsed === '' ? undefined : this.decode(types, readMultipart)
  }

  /** What other code has made of the whole body, and kept, as parsers of Express do; undefined for bytes. */
  #parsed(): unknown {
    if (directOf(this.#req) !== undefined) return undefined
    const { body, readableEnded } = nodeRequestOf(this.#req) as IncomingMessage & { readonly body?: unknown }
    return readableEnded && !Buffer.isBuffer(body) ? body : undefined
  }

  /** Whether content may follow the head of the request. */
  get mayHaveContent(): boolean {
    return mayHaveContent(this.#req)
  }

  /** Whether the content is empty; nothing of it is read. */
  async #hasNoBytes(): Promise<boolean> {
    const req = nodeRequestOf(this.#req)
    if (req.readableEnded || req.readableLength > 0 || req.destroyed || declaredLength(req) > 0) {
      return false
    }
    await new Promise<void>((resolve) => {
      req.once('readable', resolve).once('close', resolve)
    })
    return req.readableLength === 0
  }

  /**
   * Whether the head says exactly that the body is JSON, and nothing has parsed it before: then {@link decode} need not
   * check anything else.
   */
  get isPlainJson(): boolean {
    const direct = directOf(this.#req)
    if (direct !== undefined) return isPlainJson(this.#header(direct, 'content-type'))
    const { headers, rawHeaders, body } = nodeRequestOf(this.#req) as IncomingMessage & { readonly body?: unknown }
    const type = headers['content-type']
    if (body !== undefined || !isPlainJson(type)) return false
    return headerTexts(rawHeaders, 'content-type').length < 2
  }

  /** Throws a 415 for a content type that is not one of the types; a request without a body may have any. */
  check(types: BodyTypes): void {
    if (this.#typeAmong(types) === undefined && declaresContent(this.#req)) throw types.unsupportedError()
  }

  /** The content type; undefined if there is none, or if it is another one and there is no body. */
  #typeAmong(types: BodyTypes): MediaType | undefined {
    const header = headerOf(this.#req, 'content-type')
    if (header === undefined) return undefined
    // A request that did not come by node:http has each header once.
    if (directOf(this.#req) === undefined && headerTexts(this.#req.rawHeaders, 'content-type').length > 1)
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

/** Whether a content type says exactly that the body is JSON. */
export function isPlainJson(type: string | undefined): boolean {
  return type === 'application/json' || type === 'application/json; charset=utf-8'
}

function useSent(body: RequestBody, pending: Pending<unknown>): void {
  body.useSent(pending)
}

async function* lateBytes(bytes: Promise<Buffer>): AsyncGenerator<Buffer> {
  yield await bytes
}

/** RFC 2046, section 5.1.1. */
const BOUNDARY = /^[0-9A-Za-z'()+_,./:=? -]{0,69}[0-9A-Za-z'()+_,./:=?-]$/

/** Parses JSON, or throws a 400. A byte order mark at its start is ignored (RFC 8259 section 8.1 allows that). */
function parseJson(bytes: Uint8Array): unknown {
  const text = decodeUtf8(bytes, INVALID_JSON)
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  } catch {
    throw new BadRequest(INVALID_JSON)
  }
}

/** The text of bytes in UTF-8; throws a 400 with this message for other bytes. */
export function decodeUtf8(bytes: Uint8Array, message: string): string {
  if (!Buffer.isBuffer(bytes)) return decodeArray(bytes, message)
  return checked(bytes.toString('utf8'), bytes, message)
}

let decoder: InstanceType<typeof TextDecoder> | undefined

/** The same for what is no Buffer. On Deno a decoder takes a third of the time of a Buffer, and twice as long if it is to throw. */
function decodeArray(bytes: Uint8Array, message: string): string {
  decoder ??= new TextDecoder('utf-8', { ignoreBOM: true })
  return checked(decoder.decode(bytes), bytes, message)
}

/** What is not UTF-8 becomes U+FFFD; only a text that has one needs the slower check of its bytes. */
function checked(text: string, bytes: Uint8Array, message: string): string {
  if (text.includes('\ufffd') && !isUtf8(bytes)) throw new BadRequest(message)
  return text
}

function checkCharset(charset: string | undefined): void {
  if (charset === undefined || charset === 'utf-8' || charset === 'utf8') return
  throw new UnsupportedMediaType('The request body must be encoded in UTF-8')
}
