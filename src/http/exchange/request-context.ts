import type { IncomingMessage, ServerResponse } from 'node:http'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { type HttpError, ValidationError } from '../../errors.js'
import type { Class } from '../../metadata.js'
import type { Bound } from '../../record/type/fault-list.js'
import type { BodyReader, UseBody } from '../body/declared-body.js'
import type { BodyFormat } from '../body/media-types.js'
import type { FormPart } from '../body/multipart-reader.js'
import type { Bindable, ContextState, SentContent, StreamOptions } from '../context.js'
import type { RedirectOptions, RedirectStatus } from '../origin/redirect-target.js'
import { type EventSource, EventStream, type EventStreamOptions } from '../reply/event-stream.js'
import { type FileOptions, fileReply } from '../reply/file.js'
import { HTML_TYPE, TEXT_TYPE } from '../reply/reply.js'
import type { StreamContent } from '../reply/stream-source.js'
import { DeferredResponse } from '../response/deferred-response.js'
import { type DocumentedResponses, documentedResponses, type RespondingContext } from '../response/route-responses.js'
import { negotiableTypes } from '../response/success.js'
import type { RouteDefinition } from '../route.js'
import type { HttpSettings } from '../settings.js'
import { attachment } from '../syntax/content-disposition.js'
import { type CookieOptions, clearCookieText, setCookieText } from '../syntax/cookies.js'
import { BodyInput } from './context-body.js'
import { RequestHead } from './request-head.js'

const RECORD_FORMATS: readonly BodyFormat[] = ['json', 'form', 'multipart']
const JSON_FORMAT: readonly BodyFormat[] = ['json']

/** The context of one request, as the router makes it: the request's head, its body, and the response to it. */
export class RequestContext extends RequestHead implements RespondingContext {
  readonly #req: IncomingMessage
  readonly #response: DeferredResponse
  readonly #settings: HttpSettings
  #documented: DocumentedResponses | undefined = undefined
  #state: ContextState | undefined = undefined
  #body: BodyInput | undefined = undefined

  constructor(req: IncomingMessage, res: ServerResponse, path: string, search: string, settings: HttpSettings) {
    super(req, path, search, settings)
    this.#req = req
    this.#response = new DeferredResponse(this, req, res, settings)
    this.#settings = settings
  }

  request(): IncomingMessage {
    return this.#response.request()
  }

  response(): ServerResponse {
    return this.#response.response()
  }

  handOver(): ServerResponse {
    return this.#response.handOver()
  }

  get signal(): AbortSignal {
    return this.#response.signal
  }

  get state(): ContextState {
    this.#state ??= Object.create(null) as ContextState
    return this.#state
  }

  bind<T>(type: Class<T>): Promise<T>
  bind<T>(type: readonly [Class<T>]): Promise<T[]>
  async bind<T>(type: Bindable<T>): Promise<T | T[]> {
    const { binder, raw } = await this.#input.decode<T>(type, RECORD_FORMATS)
    return accepted(binder.decode(raw))
  }

  bindJSON<T>(type: Class<T>): Promise<T>
  bindJSON<T>(type: readonly [Class<T>]): Promise<T[]>
  async bindJSON<T>(type: Bindable<T>): Promise<T | T[]> {
    const { binder, raw } = await this.#input.decode<T>(type, JSON_FORMAT)
    return accepted(binder.decode(raw))
  }

  bindValidated<T>(type: Class<T>): Promise<T>
  bindValidated<T>(type: readonly [Class<T>]): Promise<T[]>
  async bindValidated<T>(type: Bindable<T>): Promise<T | T[]> {
    const { binder, raw } = await this.#input.decode<T>(type, RECORD_FORMATS)
    return accepted(await binder.validate(raw))
  }

  boundBody(read: BodyReader, use: UseBody): PromiseLike<unknown> {
    return this.#input.bound(read, use)
  }

  bodyText(): Promise<string> {
    return this.#input.text()
  }

  bodyBytes(): Promise<Buffer> {
    return this.#input.bytes()
  }

  bodyStream(): Readable {
    return this.#input.stream()
  }

  bodyParts(): AsyncGenerator<FormPart, void> {
    return this.#input.parts()
  }

  json(status: number, value: unknown): void {
    this.#response.json(status, value)
  }

  jsonError(status: number, message: string): void {
    this.#response.problem(status, message)
  }

  text(status: number, text: string): void {
    this.#response.text(status, TEXT_TYPE, text)
  }

  html(status: number, html: string): void {
    this.#response.text(status, HTML_TYPE, html)
  }

  redirect(location: string, status?: RedirectStatus, options?: RedirectOptions): void
  redirect(location: string, options: RedirectOptions): void
  redirect(location: string, status?: RedirectStatus | RedirectOptions, options: RedirectOptions = {}): void {
    const given = status === undefined ? options : typeof status === 'object' ? status : { ...options, status }
    this.#response.redirect(location, given)
  }

  noContent(): void {
    this.#response.text(204, undefined, '')
  }

  send(status: number, contentType: string, content: SentContent): void {
    this.#response.send(status, contentType, content)
  }

  stream(status: number, content: StreamContent, options: StreamOptions = {}): void {
    const { contentType = 'application/octet-stream', contentLength } = options
    this.#response.stream(status, contentType, content, { length: contentLength })
  }

  sse(events: EventSource, options?: EventStreamOptions): void {
    const response = this.#response
    try {
      const stream = new EventStream(events, options)
      response.header('cache-control', 'no-cache')
      // It makes nginx pass events on as they come.
      response.header('x-accel-buffering', 'no')
      response.stream(200, 'text/event-stream', stream, { headDelay: stream.headDelay })
    } catch (error) {
      this.fail(error)
    }
  }

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
      this.#response.text(status, undefined, '')
    } else this.#response.stream(status, contentType, stream, { length: contentLength })
  }

  async download(path: string, filename: string = basename(path), options: FileOptions = {}): Promise<void> {
    await this.file(path, options)
    this.header('content-disposition', attachment(filename))
  }

  accepts(types: readonly string[] = negotiableTypes(this.route)): string {
    return this.#response.accepts(types)
  }

  setCookie(name: string, value: string, options?: CookieOptions): void {
    this.#response.cookie(setCookieText(name, value, options))
  }

  clearCookie(name: string, options?: CookieOptions): void {
    this.#response.cookie(clearCookieText(name, options))
  }

  header(name: string, value: string | number | readonly string[]): void {
    this.#response.header(name, value)
  }

  status(status: number): void {
    this.#response.setStatus(status)
  }

  get replyStatus(): number | undefined {
    return this.#response.replyStatus
  }

  /** A route matches; `values` are the decoded parameters in the order of the path. */
  enter(route: RouteDefinition, values: readonly string[], documented?: DocumentedResponses): void {
    this.matched(route, values)
    this.#documented = documented
  }

  /** What the route promises; undefined where none matched. */
  get documented(): DocumentedResponses | undefined {
    if (this.#documented === undefined && this.route !== undefined) this.#documented = documentedResponses(this.route)
    return this.#documented
  }

  /** Takes what the handler returned ({@link DeferredResponse.settle}). */
  settle(value: unknown): void {
    this.#response.settle(value)
  }

  /** Takes what was thrown ({@link DeferredResponse.fail}). */
  fail(error: unknown): void {
    this.#response.fail(error)
  }

  /** The outermost middleware has settled ({@link DeferredResponse.commit}). */
  commit(): void {
    this.#response.commit()
  }

  /** Responds now, whatever the handler still does ({@link DeferredResponse.expire}). */
  expire(error: HttpError): void {
    this.#response.expire(error)
  }

  whenOver(work: (isSent: boolean, status: number | undefined) => void): void {
    this.#response.whenOver(work)
  }

  report(error: unknown, what: string): void {
    this.#response.report(error, what)
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

/** Where a request remembers its context. */
const CONTEXT = Symbol('fieldstone.context')

/** The context of a request that a router has seen. */
export function contextOf(req: IncomingMessage): RequestContext | undefined {
  return (req as { [CONTEXT]?: RequestContext })[CONTEXT]
}

/** Remembers the context of a request, for `router.urlParam(req, name)` and for the limits on time. */
export function rememberContext(req: IncomingMessage, ctx: RequestContext): void {
  ;(req as { [CONTEXT]?: RequestContext })[CONTEXT] = ctx
}
