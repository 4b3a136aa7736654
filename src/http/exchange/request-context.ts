import type { IncomingMessage, ServerResponse } from 'node:http'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { type HttpError, ValidationError } from '../../errors.js'
import type { Class } from '../../metadata.js'
import type { Bound } from '../../record/type/fault-list.js'
import type { StandardSchema } from '../../record/type/standard-schema.js'
import type { FormPart } from '../body/form-parts.js'
import type { BodyFormat } from '../body/media-types.js'
import type { FormPlan } from '../body/multipart-fields.js'
import { type MultipartReader, type ReadBody, type ReadMultipart, RequestBody, readBody } from '../body/request-body.js'
import { type Bindable, Context, type ContextState, type SentContent, type StreamOptions } from '../context.js'
import { RequestAborted } from '../lifetime/abort-signal.js'
import { CONTEXT, type OpenResponse, type Remembering, type SentRequest } from '../lifetime/direct-exchange.js'
import { headerOf } from '../lifetime/node-messages.js'
import { whenOver } from '../lifetime/when-over.js'
import type { RedirectOptions, RedirectStatus } from '../origin/redirect-target.js'
import type { ParameterPlace } from '../parameter-name.js'
import type { PrincipalSource } from '../principal.js'
import type { EventSource, EventStreamOptions } from '../reply/event-stream.js'
import type { FileOptions } from '../reply/file.js'
import type { ResponseHeaderValue } from '../reply/header-text.js'
import { HTML_TYPE, type Reply, TEXT_TYPE, writeReply } from '../reply/reply.js'
import type { StreamContent } from '../reply/stream-source.js'
import { DeferredResponse } from '../response/deferred-response.js'
import { sendFile } from '../response/file-reply.js'
import {
  type DocumentedResponses,
  documentedResponses,
  type JsonSuccess,
  NOTHING_DOCUMENTED,
  type RespondingContext
} from '../response/route-responses.js'
import { sendEvents } from '../response/streamed-replies.js'
import { negotiableTypes } from '../response/success.js'
import type { RouteDefinition } from '../route.js'
import { type Identity, principalAmong } from '../security/principals.js'
import type { HttpSettings } from '../settings.js'
import { attachment } from '../syntax/content-disposition.js'
import { type CookieOptions, clearCookieText, setCookieText } from '../syntax/cookies.js'
import { BodyInput } from './context-body.js'
import { type BoundInputs, boundBody, parameterValue } from './declared-inputs.js'
import { RequestHead } from './request-head.js'

const RECORD_FORMATS: readonly BodyFormat[] = ['json', 'form', 'multipart']
const JSON_FORMAT: readonly BodyFormat[] = ['json']

/**
 * The context of one request, as the router makes it: the request's head, its body, and the response to it. What a
 * handler may never use is made when it is used.
 */
export class RequestContext extends Context implements RespondingContext, MultipartReader {
  readonly method: string
  readonly path: string
  readonly search: string

  readonly #req: SentRequest
  readonly #settings: HttpSettings
  readonly #res: OpenResponse
  #response: DeferredResponse | undefined = undefined
  #route: RouteDefinition | undefined = undefined
  #documented: DocumentedResponses | undefined = undefined
  #values: readonly string[] | undefined = undefined
  #params: Readonly<Record<string, string>> | undefined = undefined
  #head: RequestHead | undefined = undefined
  #body: RequestBody | undefined = undefined
  #input: BodyInput | undefined = undefined
  #inputs: BoundInputs | undefined = undefined
  #state: ContextState | undefined = undefined
  #identity: Identity | undefined = undefined

  constructor(req: SentRequest, res: OpenResponse, path: string, search: string, settings: HttpSettings) {
    super()
    this.method = req.method ?? 'GET'
    this.path = path
    this.search = search
    this.#req = req
    this.#settings = settings
    this.#res = res
    ;(req as Remembering)[CONTEXT] = this
  }

  /** A route matches; `values` are the decoded parameters in the order of the path. */
  enter(route: RouteDefinition, values: readonly string[], documented?: DocumentedResponses): void {
    this.#route = route
    this.#values = values
    this.#params = undefined
    this.#documented = documented
  }

  get route(): RouteDefinition | undefined {
    return this.#route
  }

  /** What the route promises. */
  get documented(): DocumentedResponses {
    if (this.#route === undefined) return NOTHING_DOCUMENTED
    this.#documented ??= documentedResponses(this.#route)
    return this.#documented
  }

  resolve<T extends object>(type: Class<T>): T {
    return this.#settings.services.resolve(type)
  }

  urlParam(name: string): string {
    const index = this.#route?.pattern.parameters.findIndex((parameter) => parameter.name === name) ?? -1
    const value = this.#values?.[index]
    if (value !== undefined) return value
    const { source = 'A middleware', path = this.path } = this.#route ?? {}
    throw new Error(`${source} reads the path parameter ${JSON.stringify(name)}, which ${path} does not have`)
  }

  pathValue(index: number): string {
    return this.#values?.[index] ?? ''
  }

  get params(): Readonly<Record<string, string>> {
    if (this.#params === undefined) {
      const params: Record<string, string> = Object.create(null)
      this.#route?.pattern.parameters.forEach(({ name }, index) => {
        params[name] = this.#values?.[index] ?? ''
      })
      this.#params = params
    }
    return this.#params
  }

  /** Keeps what was bound for the handler ({@link BoundInputs}). */
  keepInputs(inputs: BoundInputs): void {
    this.#inputs = inputs
  }

  parameter<T = unknown>(name: string, place?: ParameterPlace): T {
    return parameterValue(this.#inputs, this.#route, name, place) as T
  }

  get rawHeaders(): readonly string[] {
    return this.#req.rawHeaders
  }

  requestHeader(name: string): string | undefined {
    return headerOf(this.#req, name.toLowerCase())
  }

  get query(): URLSearchParams {
    return this.#lazyHead.query
  }

  cookie(name: string): string | undefined {
    return this.#lazyHead.cookie(name)
  }

  get cookies(): Readonly<Record<string, string | string[]>> {
    return this.#lazyHead.cookies
  }

  get requestId(): string {
    return this.#lazyHead.requestId
  }

  get ip(): string {
    return this.#lazyHead.origin.ip
  }

  get protocol(): 'http' | 'https' {
    return this.#lazyHead.origin.protocol
  }

  get host(): string {
    return this.#lazyHead.origin.host
  }

  get #lazyHead(): RequestHead {
    this.#head ??= new RequestHead(this.#req, this.search, this.#settings)
    return this.#head
  }

  request(): IncomingMessage {
    return this.#lazyResponse.request()
  }

  response(): ServerResponse {
    return this.#lazyResponse.response()
  }

  handOver(): ServerResponse {
    return this.#lazyResponse.handOver()
  }

  get signal(): AbortSignal {
    return this.#lazyResponse.signal
  }

  get state(): ContextState {
    this.#state ??= Object.create(null) as ContextState
    return this.#state
  }

  /** Keeps who sent the request for the handler ({@link Identity}). */
  keepIdentity(identity: Identity): void {
    this.#identity = identity
  }

  principal(...schemes: readonly PrincipalSource[]): never {
    return (this.#identity && principalAmong(this.#identity, schemes)) as never
  }

  bind<T>(type: Class<T>): Promise<T>
  bind<T>(type: readonly [Class<T>]): Promise<T[]>
  bind<T>(type: StandardSchema<unknown, T>): Promise<T>
  bind<T>(type: Bindable<T>): Promise<T | T[]> {
    return this.#attended(this.#bound<T>(type, RECORD_FORMATS, false))
  }

  bindJSON<T>(type: Class<T>): Promise<T>
  bindJSON<T>(type: readonly [Class<T>]): Promise<T[]>
  bindJSON<T>(type: StandardSchema<unknown, T>): Promise<T>
  bindJSON<T>(type: Bindable<T>): Promise<T | T[]> {
    return this.#attended(this.#bound<T>(type, JSON_FORMAT, false))
  }

  bindValidated<T>(type: Class<T>): Promise<T>
  bindValidated<T>(type: readonly [Class<T>]): Promise<T[]>
  bindValidated<T>(type: StandardSchema<unknown, T>): Promise<T>
  bindValidated<T>(type: Bindable<T>): Promise<T | T[]> {
    return this.#attended(this.#bound<T>(type, RECORD_FORMATS, true))
  }

  async #bound<T>(type: Bindable<T>, formats: readonly BodyFormat[], isValidated: boolean): Promise<T | T[]> {
    if (this.#inputs?.declared.hasBodyOf(type, formats === JSON_FORMAT)) return this.#inputs.body as T
    const { binder, raw } = await this.#lazyInput.decode<T>(type, formats)
    return accepted(await (isValidated ? binder.validate(raw) : binder.decode(raw)))
  }

  /**
   * A handler that has responded may have left a reading alone, which no client may end the process by: its failure is in the
   * log, unless it is that the client has gone.
   */
  #attended<T>(reading: Promise<T>): Promise<T> {
    reading.catch((error: unknown) => {
      if (this.#res.headersSent && !(error instanceof RequestAborted)) {
        this.report(error, 'was responded to before its body was read')
      }
    })
    return reading
  }

  body<T = unknown>(): T {
    return boundBody(this.#inputs, this.#route) as T
  }

  boundBody<C>(read: ReadBody<C>, context: C): unknown {
    return readBody(read, this.#requestBody, this, context)
  }

  bodyText(): Promise<string> {
    return this.#attended(this.#lazyInput.text())
  }

  bodyBytes(): Promise<Buffer> {
    return this.#attended(this.#lazyInput.bytes())
  }

  bodyStream(): Readable {
    return this.#lazyInput.stream()
  }

  bodyParts(): AsyncGenerator<FormPart, void> {
    return this.#lazyInput.parts()
  }

  /** For the framework's reading of a form. */
  multipart(plan: FormPlan): ReadMultipart {
    return this.#lazyInput.multipart(plan)
  }

  get #requestBody(): RequestBody {
    if (this.#body === undefined) {
      const limit = this.#route?.options.bodyLimit ?? this.#settings.bodyLimit
      this.#body = new RequestBody(this.#req, limit, this.#route?.isContextFree !== true)
    }
    return this.#body
  }

  get #lazyInput(): BodyInput {
    this.#input ??= new BodyInput(this.#requestBody, this, this.#settings)
    return this.#input
  }

  json(status: number, value: unknown, contentType?: string): void {
    this.#lazyResponse.json(status, value, contentType)
  }

  jsonError(status: number, message: string): void {
    this.#lazyResponse.problem(status, message)
  }

  text(status: number, text: string): void {
    this.#lazyResponse.text(status, TEXT_TYPE, text)
  }

  html(status: number, html: string): void {
    this.#lazyResponse.text(status, HTML_TYPE, html)
  }

  redirect(location: string, status?: RedirectStatus, options?: RedirectOptions): void
  redirect(location: string, options: RedirectOptions): void
  redirect(location: string, status?: RedirectStatus | RedirectOptions, options: RedirectOptions = {}): void {
    const given = status === undefined ? options : typeof status === 'object' ? status : { ...options, status }
    this.#lazyResponse.redirect(location, given)
  }

  noContent(): void {
    this.#lazyResponse.text(204, undefined, '')
  }

  send(status: number, contentType: string, content: SentContent): void {
    this.#lazyResponse.send(status, contentType, content)
  }

  stream(status: number, content: StreamContent, options: StreamOptions = {}): void {
    const { contentType = 'application/octet-stream', contentLength } = options
    this.#lazyResponse.stream(status, contentType, content, { length: contentLength })
  }

  sse(events: EventSource, options?: EventStreamOptions): void {
    sendEvents(this.#lazyResponse, events, options)
  }

  file(path: string, options?: FileOptions): Promise<void> {
    return sendFile(this.#lazyResponse, path, options)
  }

  async download(path: string, filename: string = basename(path), options?: FileOptions): Promise<void> {
    await this.file(path, options)
    this.header('content-disposition', attachment(filename))
  }

  accepts(types: readonly string[] = negotiableTypes(this.route)): string {
    return this.#lazyResponse.accepts(types)
  }

  setCookie(name: string, value: string, options?: CookieOptions): void {
    this.#lazyResponse.cookie(setCookieText(name, value, options))
  }

  clearCookie(name: string, options?: CookieOptions): void {
    this.#lazyResponse.cookie(clearCookieText(name, options))
  }

  header(name: string, value: ResponseHeaderValue): void {
    this.#lazyResponse.header(name, value)
  }

  status(status: number): void {
    this.#lazyResponse.setStatus(status)
  }

  get replyStatus(): number | undefined {
    return this.#lazyResponse.replyStatus
  }

  get sent(): SentRequest {
    return this.#req
  }

  get open(): OpenResponse {
    return this.#res
  }

  get settings(): HttpSettings {
    return this.#settings
  }

  get promisedJson(): JsonSuccess | undefined {
    return this.#documented?.json
  }

  writeWhole(reply: Reply): void {
    writeReply(this.#req, this.#res, reply)
  }

  get isDeferred(): boolean {
    return this.#response !== undefined
  }

  deferred(isSampled?: boolean): DeferredResponse {
    this.#response ??= new DeferredResponse(this, this.#req, this.#res, this.#settings, isSampled)
    return this.#response
  }

  get #lazyResponse(): DeferredResponse {
    return this.deferred()
  }

  /** Takes what the handler returned ({@link DeferredResponse.settle}). */
  settle(value: unknown): void {
    this.#lazyResponse.settle(value)
  }

  /** Takes what was thrown ({@link DeferredResponse.fail}). */
  fail(error: unknown): void {
    this.#lazyResponse.fail(error)
  }

  /** The outermost middleware has settled ({@link DeferredResponse.commit}). */
  commit(): void {
    this.#lazyResponse.commit()
  }

  /** Responds now, whatever the handler still does ({@link DeferredResponse.expire}). */
  expire(error: HttpError): void {
    this.#lazyResponse.expire(error)
  }

  whenOver(work: (isSent: boolean, status: number | undefined) => void): void {
    const res = this.#res
    whenOver(this.#req, res, (isSent) => {
      try {
        work(isSent, res.headersSent ? res.statusCode : undefined)
      } catch (error) {
        // Called from an event of the socket, it would end the process.
        this.report(error, 'failed in what waited for its end')
      }
    })
  }

  report(error: unknown, what: string): void {
    this.#lazyResponse.report(error, what)
  }
}

function accepted<T>(bound: Bound<T>): T {
  if (bound.faults !== undefined) throw new ValidationError(bound.faults, bound.tree)
  return bound.value
}

/** The context of a request that a router has seen. */
export function contextOf(req: SentRequest): RequestContext | undefined {
  return (req as Remembering)[CONTEXT] as RequestContext | undefined
}
