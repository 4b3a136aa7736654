import type { IncomingMessage, ServerResponse } from 'node:http'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { type HttpError, ValidationError } from '../errors.js'
import type { Class } from '../metadata.js'
import type { Bound } from '../record/type/fault-list.js'
import type { BodyFormat } from './body/media-types.js'
import type { BodyReader, UseBody } from './body/reader.js'
import type { FormPart } from './body/streamed-parts.js'
import { BodyInput } from './exchange/body-input.js'
import { RequestHead } from './exchange/request-head.js'
import type { RedirectOptions, RedirectStatus } from './origin/redirect-target.js'
import { type EventSource, EventStream, type EventStreamOptions } from './reply/event-stream.js'
import { type FileOptions, fileReply } from './reply/file.js'
import { HTML_TYPE, TEXT_TYPE } from './reply/reply.js'
import type { StreamContent } from './reply/stream-source.js'
import { Answer, type SentContent } from './response/deferred-response.js'
import { negotiableTypes } from './response/negotiation.js'
import { answersOf, type RouteAnswers } from './response/route-answers.js'
import type { RouteDefinition } from './route.js'
import type { HttpSettings } from './settings.js'
import { attachment } from './syntax/content-disposition.js'
import { type CookieOptions, clearCookieText, setCookieText } from './syntax/set-cookie.js'

/**
 * What middleware keeps for the handlers behind it, in `ctx.state`. An application declares its own members:
 *
 * @example declare module 'fieldstone' { interface ContextState { user: User } }
 */
export interface ContextState {
  [name: string]: unknown
}

const RECORD_FORMATS: readonly BodyFormat[] = ['json', 'form', 'multipart']
const JSON_FORMAT: readonly BodyFormat[] = ['json']

/** What can be said of a stream that is sent. */
export interface StreamOptions {
  /** Default: `application/octet-stream`. */
  readonly contentType?: string
  /** In bytes. Default: not told beforehand. */
  readonly contentLength?: number
}

/** A record class, or `[Class]` for a JSON array of its records. */
export type Bindable<T> = Class<T> | readonly [Class<T>]

/**
 * What a handler holds: one request and the reply to it.
 *
 * A reply is deferred: `json` and its like keep it, and it is written when the outermost middleware has settled.
 * So middleware can still set headers after `await next()`, and an error after answering is a true 500.
 * The first reply stands; a second one is reported in the log and dropped. No method for replying ever throws:
 * what cannot be sent (a cycle, a status of 42) becomes a 500 whose reason is in the log.
 */
export class Context extends RequestHead {
  readonly #req: IncomingMessage
  readonly #answer: Answer
  readonly #settings: HttpSettings
  #answers: RouteAnswers | undefined = undefined
  #state: ContextState | undefined = undefined
  #body: BodyInput | undefined = undefined

  /** Made by the router. */
  constructor(req: IncomingMessage, res: ServerResponse, path: string, search: string, settings: HttpSettings) {
    super(req, path, search, settings)
    this.#req = req
    this.#answer = new Answer(this, req, res, settings)
    this.#settings = settings
  }

  /** Node's own request. A listener of it that throws is as if the handler threw. */
  request(): IncomingMessage {
    return this.#answer.request()
  }

  /**
   * Node's own response, for headers and for answers that are complete when the handler settles.
   * To answer later, or to pipe a stream, use {@link handOver}.
   */
  response(): ServerResponse {
    return this.#answer.response()
  }

  /**
   * Node's own response, to be answered whenever the caller likes: Fieldstone writes nothing by itself any more,
   * unless the handler fails before the head is sent. Replies like `json` still work, and are written at once
   * when the handler has settled.
   *
   * @example createReadStream(file).pipe(ctx.handOver())
   */
  handOver(): ServerResponse {
    return this.#answer.handOver()
  }

  /**
   * Fires when the client goes away before the whole answer is sent, when the time for answering is up
   * (`handlerTimeout`), and when the service stops and cuts the connection: give it to whatever the handler waits for.
   * An error that only tells that it has fired is no failure of the handler.
   *
   * @example const response = await fetch(url, { signal: ctx.signal })
   */
  get signal(): AbortSignal {
    return this.#answer.signal
  }

  /** What middleware keeps for those behind it; an object without a prototype. */
  get state(): ContextState {
    this.#state ??= Object.create(null) as ContextState
    return this.#state
  }

  /**
   * The request body as an instance of the record, by the content type: of those types that the route declares
   * (`requestBody`, `consumes`); where it declares none, JSON (`application/json`, `application/*+json`) or
   * `application/x-www-form-urlencoded`. JSON types are checked; presence and rules are not.
   * Rejects with a 400 for what cannot be decoded, 413 over the limit, 415 for another content type.
   */
  bind<T>(type: Class<T>): Promise<T>
  bind<T>(type: readonly [Class<T>]): Promise<T[]>
  async bind<T>(type: Bindable<T>): Promise<T | T[]> {
    const { binder, raw } = await this.#input.decode<T>(type, RECORD_FORMATS)
    return accepted(binder.decode(raw))
  }

  /** Like {@link bind}, for JSON alone. */
  bindJSON<T>(type: Class<T>): Promise<T>
  bindJSON<T>(type: readonly [Class<T>]): Promise<T[]>
  async bindJSON<T>(type: Bindable<T>): Promise<T | T[]> {
    const { binder, raw } = await this.#input.decode<T>(type, JSON_FORMAT)
    return accepted(binder.decode(raw))
  }

  /**
   * Like {@link bind}, and then every rule is checked. What breaks them is a {@link ValidationError}:
   * `validation failed: Field '<path>' <reason>`, for all faults together.
   */
  bindValidated<T>(type: Class<T>): Promise<T>
  bindValidated<T>(type: readonly [Class<T>]): Promise<T[]>
  async bindValidated<T>(type: Bindable<T>): Promise<T | T[]> {
    const { binder, raw } = await this.#input.decode<T>(type, RECORD_FORMATS)
    return accepted(await binder.validate(raw))
  }

  /** The body through a reader that was compiled before, with every rule; `use` gets faults, too, which are not thrown. */
  boundBody(read: BodyReader, use: UseBody): PromiseLike<unknown> {
    return this.#input.bound(read, use)
  }

  /**
   * The request body as text in UTF-8, of whatever content type the route declares, or of any. Read once: binding it as
   * well is fine.
   */
  bodyText(): Promise<string> {
    return this.#input.text()
  }

  /** The bytes of the request body, content codings undone. Read once: binding it as well is fine. */
  bodyBytes(): Promise<Buffer> {
    return this.#input.bytes()
  }

  /**
   * The request body as a stream, content codings undone. It fails with a 413 above the limit of a body, and when the
   * client goes away; a failure that the handler passes on is answered as it says.
   *
   * @example await pipeline(ctx.bodyStream(), createWriteStream(path))
   */
  bodyStream(): Readable {
    return this.#input.stream()
  }

  /**
   * The parts of a `multipart/form-data` body as they arrive, nothing of them written to disk: for uploads that go
   * somewhere else. The limits of `uploads` hold; above them it fails with a 413.
   *
   * @example
   * for await (const part of ctx.bodyParts()) {
   *   if (part.kind === 'file') await pipeline(part.stream, bucket.upload(randomUUID()))
   * }
   */
  bodyParts(): AsyncGenerator<FormPart, void> {
    return this.#input.parts()
  }

  /** Replies with the value as JSON. */
  json(status: number, value: unknown): void {
    this.#answer.json(status, value)
  }

  /** Replies with an RFC 9457 problem: a status from 400 to 599, and the message as its `detail`. */
  jsonError(status: number, message: string): void {
    this.#answer.problem(status, message)
  }

  /** Replies with text, in UTF-8. */
  text(status: number, text: string): void {
    this.#answer.text(status, TEXT_TYPE, text)
  }

  /** Replies with an HTML page, in UTF-8. */
  html(status: number, html: string): void {
    this.#answer.text(status, HTML_TYPE, html)
  }

  /**
   * Replies with a redirection to a path of this service, which begins with one slash: `/items/3?full=1`. What a browser
   * would take for another origin (`//evil.example`, `/\\evil.example`), and a relative path, is the program's defect: a
   * 500 whose reason is in the log. Origins of the option `redirects` are allowed, and everything with
   * `{ external: true }`, which is for locations that no client can choose. What a header cannot carry is percent-encoded;
   * a location with a control character in it is refused.
   *
   * @param status 301, 302, 303, 307 or 308; default: 302. Or the options, with the status among them.
   *
   * @example return ctx.redirect('/items/3', 303)
   * @example return ctx.redirect(authorizationUrl, { external: true })
   */
  redirect(location: string, status?: RedirectStatus, options?: RedirectOptions): void
  redirect(location: string, options: RedirectOptions): void
  redirect(location: string, status?: RedirectStatus | RedirectOptions, options: RedirectOptions = {}): void {
    const given = status === undefined ? options : typeof status === 'object' ? status : { ...options, status }
    this.#answer.redirect(location, given)
  }

  /** Replies with 204 and no body. */
  noContent(): void {
    this.#answer.text(204, undefined, '')
  }

  /** Replies with text or bytes of a media type, or with a stream of them. */
  send(status: number, contentType: string, content: SentContent): void {
    this.#answer.send(status, contentType, content)
  }

  /**
   * Replies with what a stream or an iterable gives, as fast as the client takes it. A source that fails before its
   * first bytes is as if the handler threw; one that fails later has its connection cut, and so has one that does not
   * keep to the length that it was said to have. When the client goes away, the source is destroyed.
   *
   * @example return ctx.stream(200, createReadStream(path), { contentType: 'video/mp4', contentLength: size })
   */
  stream(status: number, content: StreamContent, options: StreamOptions = {}): void {
    const { contentType = 'application/octet-stream', contentLength } = options
    this.#answer.stream(status, contentType, content, { length: contentLength })
  }

  /**
   * Replies with a stream of server-sent events (WHATWG HTML section 9.2), and with a comment from time to time while
   * there are none. The head is sent with the first event, or after 100 ms without one (`headDelay`): a source that fails
   * before is as if the handler threw, one that fails later has its connection cut. When the client goes away, the
   * iterator is returned; `ctx.signal` wakes one that waits.
   *
   * @example
   * return ctx.sse(async function* () {
   *   for await (const price of prices(ctx.signal)) yield { event: 'price', id: price.id, data: price }
   * }())
   */
  sse(events: EventSource, options?: EventStreamOptions): void {
    const answer = this.#answer
    try {
      const stream = new EventStream(events, options)
      answer.header('cache-control', 'no-cache')
      // What nginx is told, so that it passes events on as they come.
      answer.header('x-accel-buffering', 'no')
      answer.stream(200, 'text/event-stream', stream, { headDelay: stream.headDelay })
    } catch (error) {
      this.fail(error)
    }
  }

  /**
   * Replies with a file: with the range that the request asks for, with 304 where the client has it already, with an
   * ETag and a `last-modified` header. Rejects with a 404 where there is none, a 412 and a 416 where the request asks
   * for something else. The path is the program's own; of one that a client may choose give the folder as `root`, and
   * nothing outside of it and nothing whose name begins with a dot is sent, by whatever link or encoding.
   *
   * @example return ctx.file(ctx.urlParam('name'), { root: '/srv/reports' })
   */
  async file(path: string, options: FileOptions = {}): Promise<void> {
    const { status, headers, contentType, contentLength, stream } = await fileReply(this.#req, path, options)
    try {
      for (const [name, value] of Object.entries(headers)) this.header(name.toLowerCase(), value)
      this.header('x-content-type-options', 'nosniff')
    } catch (error) {
      stream.destroy()
      throw error
    }
    if (status === 304) {
      stream.destroy()
      this.#answer.text(status, undefined, '')
    } else this.#answer.stream(status, contentType, stream, { length: contentLength })
  }

  /**
   * Like {@link file}, to be saved under a name (RFC 6266; in any script, RFC 8187). Default: the name of the file.
   *
   * @example return ctx.download(path, 'Übersicht 2024.pdf')
   */
  async download(path: string, filename: string = basename(path), options: FileOptions = {}): Promise<void> {
    await this.file(path, options)
    this.header('content-disposition', attachment(filename))
  }

  /**
   * Which of the media types the client likes best, by its `accept` header; where it likes several alike, the first.
   * Throws a 406 where it takes none of them, and marks the answer as one of several (`vary`). Without an argument: of
   * those that the route documents for its success.
   */
  accepts(types: readonly string[] = negotiableTypes(this.route)): string {
    return this.#answer.accepts(types)
  }

  /**
   * Sets a cookie: for the path `/`, hidden from scripts and `SameSite=Lax` unless the options say otherwise. Throws for
   * what a browser would refuse: `sameSite: 'none'` or a `__Secure-` name without `secure`, a `__Host-` name with a
   * domain, names and values that no cookie can have (RFC 6265bis).
   *
   * @example ctx.setCookie('__Host-session', token, { secure: true, maxAge: 3600 })
   */
  setCookie(name: string, value: string, options?: CookieOptions): void {
    this.#answer.cookie(setCookieText(name, value, options))
  }

  /** Deletes a cookie; `path`, `domain` and `secure` are those that it was set with. */
  clearCookie(name: string, options?: CookieOptions): void {
    this.#answer.cookie(clearCookieText(name, options))
  }

  /**
   * Sets a header of the response; a list gives repeated headers. May be called before and after replying, until
   * the outermost middleware has settled. Throws for a name or value that HTTP cannot carry.
   */
  header(name: string, value: string | number | readonly string[]): void {
    this.#answer.header(name, value)
  }

  /** Sets the status of the reply: of the one that is kept already, or of the value that the handler will return. */
  status(status: number): void {
    this.#answer.setStatus(status)
  }

  /** The status of the reply; undefined while there is none. */
  get replyStatus(): number | undefined {
    return this.#answer.replyStatus
  }

  /** For the router: a route matches; `values` are the decoded parameters in the order of the path. */
  enter(route: RouteDefinition, values: readonly string[], answers?: RouteAnswers): void {
    this.matched(route, values)
    this.#answers = answers
  }

  /** For the answer: what the route promises; undefined where none answers. */
  get answers(): RouteAnswers | undefined {
    if (this.#answers === undefined && this.route !== undefined) this.#answers = answersOf(this.route)
    return this.#answers
  }

  /** For the router: what the handler returned ({@link Answer.settle}). */
  settle(value: unknown): void {
    this.#answer.settle(value)
  }

  /** For the router: what was thrown ({@link Answer.fail}). */
  fail(error: unknown): void {
    this.#answer.fail(error)
  }

  /** For the router: the outermost middleware has settled ({@link Answer.commit}). */
  commit(): void {
    this.#answer.commit()
  }

  /** For the router: answers now, whatever the handler still does ({@link Answer.expire}). */
  expire(error: HttpError): void {
    this.#answer.expire(error)
  }

  /**
   * Calls back once, when the answer was sent whole or cut, or the connection is closed: to release what the request
   * held. It is told whether the answer was sent whole, and its status; undefined where no head was sent.
   */
  whenOver(work: (isSent: boolean, status: number | undefined) => void): void {
    this.#answer.whenOver(work)
  }

  /** Reports something wrong with this request in the log; `what` is read after the route's name. */
  report(error: unknown, what: string): void {
    this.#answer.report(error, what)
  }

  get #input(): BodyInput {
    this.#body ??= new BodyInput(this.#req, this, this.#settings)
    return this.#body
  }
}

function accepted<T>(bound: Bound<T>): T {
  if (bound.faults !== undefined) throw new ValidationError(bound.faults, bound.tree)
  return bound.value
}
