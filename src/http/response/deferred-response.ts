import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { type HttpError, NotAcceptable } from '../../errors.js'
import type { WriterNotes } from '../../record/writer.js'
import type { SentContent } from '../context.js'
import { expireRequest, signalOf } from '../lifetime/abort-signal.js'
import { cutResponse } from '../lifetime/cut-connection.js'
import type { OpenResponse, SentRequest } from '../lifetime/direct-exchange.js'
import { guardListeners } from '../lifetime/listener-guard.js'
import {
  headerOf,
  isMessageOf,
  isNodesOwn,
  isResponseOf,
  nodeRequestOf,
  nodeResponseOf
} from '../lifetime/node-messages.js'
import { type RedirectOptions, redirectTo } from '../origin/redirect-target.js'
import type { FileContent } from '../reply/file-content.js'
import { type ResponseHeaderValue, setTypedHeader } from '../reply/header-text.js'
import type { ItemSource, Items } from '../reply/item-stream.js'
import { reasonPhrase } from '../reply/reason-phrase.js'
import {
  checkedStatus,
  clearRepresentation,
  hasHeaders,
  isErrorReply,
  type ProblemReply,
  type Reply,
  setFields,
  setHeader,
  writeReply
} from '../reply/reply.js'
import { writeStream } from '../reply/stream.js'
import {
  ContentSource,
  guardContent,
  isIterableContent,
  releaseContent,
  type SourceOptions,
  type StreamContent
} from '../reply/stream-source.js'
import type { RouteDefinition } from '../route.js'
import type { HttpSettings } from '../settings.js'
import { negotiate, varyWith } from '../syntax/accept.js'
import { cookiesWith } from '../syntax/cookies.js'
import { checkedMediaType, isJson, parseMediaType } from '../syntax/media-type.js'
import type { Violations } from '../violation-reports.js'
import { checkHandedOver, uncheckedReply, violatingReply, violatingStream } from './checked-reply.js'
import {
  defectReply,
  expiryReply,
  failureReply,
  keepErrorType,
  preparedReply,
  rejectionReply,
  streamFailure,
  withErrorHeaders,
  writeInternalError
} from './failure.js'
import { PreparedError } from './prepared-error.js'
import { problemReply } from './problem.js'
import { RejectedInput } from './rejected-input.js'
import { announce, type Responding, report } from './request-log.js'
import {
  isDeclaredJson,
  isInSample,
  jsonReply,
  type PromisedJson,
  type PromisedResponse,
  type RespondingContext
} from './route-responses.js'
import { sendItems } from './streamed-replies.js'

/** Read after the name of the route. */
const UNSENDABLE = 'gave a reply that cannot be sent'

/**
 * The response to one request: the reply is kept until the outermost middleware has settled, and then written once. Until
 * then an error takes its place.
 */
export class DeferredResponse implements Responding {
  readonly ctx: RespondingContext
  readonly req: SentRequest
  readonly res: OpenResponse
  readonly settings: HttpSettings
  #status: number | undefined = undefined
  #reply: Reply | undefined = undefined
  /** Whether something else writes the response, or nothing has to. */
  #isHandedOver = false
  #isCommitted = false
  #isGuarded = false
  /** What the writer of the reply's body has noted. */
  #misfits: WriterNotes['misfits'] = undefined
  /** Whether the body was written for another status than the one that is sent. */
  #isForOther = false
  /** Whether the reply is the JSON that its response is declared with: then its status and its media type are promised. */
  #isDeclared = false
  /** Whether the reply is checked in full; undefined where that is not known yet. */
  #isSampled: boolean | undefined

  /** @param isSampled whether the reply is one of those that are checked in full; by default that is chosen when it is written */
  constructor(
    ctx: RespondingContext,
    req: SentRequest,
    res: OpenResponse,
    settings: HttpSettings,
    isSampled?: boolean
  ) {
    this.ctx = ctx
    this.req = req
    this.res = res
    this.settings = settings
    this.#isSampled = isSampled
  }

  // ——— What a handler returned or gave.

  /**
   * Takes what the handler returned. A value is sent as JSON, an Error is as if it was thrown;
   * nothing is a success without a body, or a 500 where the document promises one.
   */
  settle(value: unknown): void {
    // `return stream.pipe(ctx.response())` returns the response.
    if (isResponseOf(this.res, value)) this.#isHandedOver = true
    if (this.#isHandedOver) this.#drop(value)
    else if (value instanceof Error) this.fail(value)
    else if (value instanceof RejectedInput) this.#replace(rejectionReply(value, this))
    else if (value instanceof PreparedError) this.#replace(preparedReply(value, this))
    else if (value !== undefined) this.#settleValue(this.#status ?? this.ctx.documented.success.withBody, value)
    else if (this.#reply === undefined && !this.res.headersSent) this.#settleEmpty()
  }

  /** In the one media type that is documented for such a value, or in the one of several that the client likes best. */
  #settleValue(status: number, value: unknown): void {
    try {
      const promised = this.ctx.documented.responses.of(status)
      const { types, streams } = promised
      const type = types === undefined ? undefined : this.#typeOf(value, types, streams)
      const stream = type === undefined ? undefined : streams?.get(type)
      if (type === undefined || isJson({ essence: type, charset: undefined })) {
        this.#sendJson(status, (type && promised.jsonTypes?.get(type)) || promised, value)
      } else if (stream !== undefined) sendItems(this, status, type, stream, value as ItemSource<unknown>)
      else this.send(status, type.startsWith('text/') ? `${type}; charset=utf-8` : type, value as SentContent)
    } catch (error) {
      this.#drop(value)
      this.fail(error)
    }
  }

  #typeOf(value: unknown, types: readonly string[], streams: PromisedResponse['streams']): string {
    const fitting = streams === undefined ? types : types.filter((type) => canCarry(type, streams.has(type), value))
    const [only] = fitting
    if (only === undefined) throw new TypeError(notIterable(types, this.ctx.route as RouteDefinition | undefined))
    return types.length === 1 ? only : this.accepts(fitting)
  }

  #settleEmpty(): void {
    const { success, responses } = this.ctx.documented
    const status = this.#status ?? success.withoutBody
    if (status !== undefined && status >= 400 && responses.of(status).isError === true) {
      this.problem(status, reasonPhrase(status))
    } else if (status === undefined || responses.promisesBody(status)) {
      this.#failAs('returned nothing, but the document promises a body')
    } else {
      this.text(status, undefined, '')
    }
  }

  json(status: number, value: unknown, contentType?: string): void {
    try {
      this.#sendJson(status, this.#jsonOf(this.ctx.documented.responses.of(status), contentType), value)
    } catch (error) {
      this.#failAs(UNSENDABLE, error)
    }
  }

  /** How a value is sent: in the type that the handler names, else in the one of several that the client likes best. */
  #jsonOf(promised: PromisedResponse, contentType: string | undefined): PromisedJson {
    const { jsonType, encode, jsonTypes, types } = promised
    if (contentType === undefined && jsonTypes === undefined) return promised
    const known = jsonTypes ?? new Map([[parseMediaType(jsonType)?.essence ?? jsonType, promised]])
    if (contentType === undefined) {
      this.header('vary', varyWith(this.res.getHeader('vary'), 'accept'))
      return known.get(negotiate(headerOf(this.req, 'accept'), [...known.keys()]) ?? '') ?? promised
    }
    const essence = parseMediaType(contentType)?.essence
    const found = essence === undefined ? undefined : known.get(essence)
    if (found !== undefined) return found
    if (essence === undefined || !isJson({ essence, charset: undefined })) {
      throw new TypeError(`${JSON.stringify(contentType)} is no media type of JSON`)
    }
    // Of a status that is not declared anything may be sent.
    if (promised.isBodiless === undefined) return { jsonType: contentType, encode }
    const names = types?.join(', ') ?? 'application/json'
    throw new TypeError(
      `The response declares ${names}, and not ${essence}: nothing says what of the value may be sent`
    )
  }

  #sendJson(status: number, promised: PromisedJson & Partial<PromisedResponse>, value: unknown): void {
    if (value instanceof Readable) {
      this.#dropStream(value)
      return
    }
    if (this.#hasReply()) return
    const { notes } = this.settings.responseChecks
    try {
      const reply = jsonReply(checkedStatus(status), promised, value, notes)
      this.#keep(reply, notes?.misfits, isDeclaredJson(promised))
    } catch (error) {
      this.#failAs(UNSENDABLE, error)
    }
  }

  /** Takes a value that the handler returned, written as the JSON that its response is declared with. */
  keepJson(reply: Reply, misfits: WriterNotes['misfits']): void {
    this.#keep(reply, misfits, true)
  }

  /** Such a value could not be written. */
  unsendable(error: unknown): void {
    this.#failAs(UNSENDABLE, error)
  }

  /** A stream has no JSON form. */
  #dropStream(stream: Readable): void {
    this.#drop(stream)
    if (this.#hasReply()) return
    const remedy = 'give it to ctx.stream, or declare the content type of the response'
    this.#failAs(UNSENDABLE, new TypeError(`A stream has no JSON form: ${remedy}`))
  }

  text(status: number, contentType: string | undefined, text: string): void {
    this.#give(() => ({ status: checkedStatus(status), contentType, body: String(text) }))
  }

  /** Text and bytes are sent whole, anything else is streamed. */
  send(status: number, contentType: string, content: SentContent): void {
    if (typeof content !== 'string' && !(content instanceof Uint8Array)) this.stream(status, contentType, content)
    else {
      this.#give(() => ({ status: checkedStatus(status), contentType: checkedMediaType(contentType), body: content }))
    }
  }

  stream(
    status: number,
    contentType: string | undefined,
    content: StreamContent | FileContent,
    facts: SourceOptions = {}
  ): void {
    try {
      const source = new ContentSource(content, facts)
      if (this.#hasReply()) source.release()
      else {
        const type = contentType === undefined ? undefined : checkedMediaType(contentType)
        this.#keep({ status: checkedStatus(status), contentType: type, body: '', source })
      }
    } catch (error) {
      releaseContent(content)
      this.#failAs(UNSENDABLE, error)
    }
  }

  /**
   * A stream of items, of a declared media type. Its headers, which replace what was set before, are not put on a response
   * that has none yet: for as long as the stream is open, they would take 500 bytes.
   */
  items(status: number, contentType: string, fields: readonly string[], items: Items): void {
    const { res } = this
    try {
      if (this.#hasReply()) items.release()
      else if (isNodesOwn(res) && !hasHeaders(res)) {
        this.#keep({ status: checkedStatus(status), contentType, body: '', source: items, fields })
      } else {
        for (let at = 0; at < fields.length; at += 2) setHeader(res, fields[at] as string, fields[at + 1] as string)
        this.#keep({ status: checkedStatus(status), contentType, body: '', source: items })
      }
    } catch (error) {
      items.release()
      this.#failAs(UNSENDABLE, error)
    }
  }

  /** Releases a stream that is not sent; where the handler writes the response itself, it may read it. */
  #drop(value: unknown): void {
    if (this.#isGuarded || isMessageOf(this.req, value) || isMessageOf(this.res, value)) guardContent(value)
    else releaseContent(value)
  }

  redirect(location: string, options: RedirectOptions): void {
    this.#give(() => {
      const { status, location: sent } = redirectTo(location, options, this.settings.redirectOrigins)
      setHeader(this.res, 'location', sent)
      return { status, contentType: undefined, body: '' }
    })
  }

  problem(status: number, detail: string): void {
    this.#give(() => {
      const error = { status: checkedStatus(status, 400), detail: String(detail) }
      return this.#documented(withErrorHeaders(problemReply(error, undefined, this.ctx, this.settings), this))
    })
  }

  /** Keeps the reply that `make` makes; what it throws is the handler's defect. */
  #give(make: () => Reply): void {
    if (this.#hasReply()) return
    try {
      this.#keep(make())
    } catch (error) {
      this.#failAs(UNSENDABLE, error)
    }
  }

  /** Whether there is a reply already; then the log reports the second one. */
  #hasReply(): boolean {
    if (this.#reply === undefined && !this.res.headersSent) return false
    this.report(new Error('The first reply counts, this one is dropped'), 'replied twice')
    return true
  }

  /** Undefined while there is no reply. */
  get replyStatus(): number | undefined {
    return this.res.headersSent ? this.res.statusCode : this.#reply?.status
  }

  // ——— The head of the response.

  header(name: string, value: ResponseHeaderValue): void {
    if (this.res.headersSent) this.#logLate(`the header ${name}`)
    else if (typeof value === 'string') setHeader(this.res, name, value)
    else setTypedHeader(this.res, name, value, this.ctx.documented.responses.headerForm(String(name)))
  }

  setStatus(status: number): void {
    checkedStatus(status)
    if (this.res.headersSent) this.#logLate(`the status ${status}`)
    else if (this.#reply === undefined) this.#status = status
    else if (status !== this.#reply.status) {
      this.#reply = { ...this.#reply, status }
      this.#isForOther = true
    }
  }

  /** The media type that the client prefers; the response is marked as one of several. Throws a 406 for none. */
  accepts(types: readonly string[]): string {
    this.header('vary', varyWith(this.res.getHeader('vary'), 'accept'))
    const type = negotiate(headerOf(this.req, 'accept'), types)
    if (type === undefined) throw new NotAcceptable(`The service can answer in ${types.join(', ')}`)
    return type
  }

  /** Adds a cookie; one that was set before under the same name, path and domain gives way. */
  cookie(text: string): void {
    this.header('set-cookie', cookiesWith(this.res.getHeader('set-cookie'), text))
  }

  #logLate(what: string): void {
    this.report(new Error('The response was sent already'), `set ${what} too late`)
  }

  // ——— The reply is kept, and written once.

  #keep(reply: Reply, misfits?: WriterNotes['misfits'], isDeclared = false): void {
    this.#reply?.source?.release()
    this.#reply = reply
    this.#misfits = misfits
    this.#isForOther = false
    this.#isDeclared = isDeclared
    if (this.#isCommitted) this.#write(reply)
  }

  /**
   * Writes the reply, when the outermost middleware has settled; the first call counts. Where there is no reply, a
   * middleware neither replied nor called `next`; that is a 500, unless the response was handed over.
   */
  commit(): void {
    if (this.#isCommitted) return
    this.#isCommitted = true
    if (this.#reply !== undefined) this.#write(this.#reply)
    else if (!this.#isHandedOver && !this.res.headersSent && !this.res.destroyed) {
      this.#failAs('was not responded to: a middleware neither replied nor called next')
    }
  }

  #write(reply: Reply): void {
    const { res } = this
    if (res.headersSent) {
      reply.source?.release()
      this.report(new Error('The response was written by hand, the reply is dropped'), 'replied twice')
      return
    }
    try {
      const isChecked = this.settings.responseChecks.mode !== 'off'
      const isWhole = isChecked && (this.#isForOther || this.#isInSample)
      const sent = isChecked ? this.#checked(reply, isWhole) : reply
      if (isErrorReply(sent)) keepErrorType(sent, this)
      if (sent.source === undefined) writeReply(this.req, res, sent)
      else this.#writeStream(sent, sent.source, isWhole)
    } catch (error) {
      this.writeFailed(error)
    }
  }

  /** Writing a reply has failed: responds with a 500, where that can still be written. */
  writeFailed(error: unknown): void {
    this.report(error, 'could not be responded to')
    announce(error, this)
    writeInternalError(this)
  }

  get #isInSample(): boolean {
    return this.#isSampled ?? isInSample(this.settings.responseChecks.sample)
  }

  #writeStream(reply: Reply, source: ContentSource | Items, isWhole: boolean): void {
    const { res } = this
    // What gives the stream may set headers until its first item.
    const begins = () => {
      if (reply.fields !== undefined) setFields(res, reply.fields)
      const violations = this.ctx.documented.responses.headerViolations(reply.status, res)
      if (violations !== undefined) violatingStream(reply.status, violations, this)
    }
    writeStream(this.req, res, reply, source, (error) => this.#failStream(reply, error), isWhole ? begins : undefined)
  }

  /** The reply, if the document promises it or the promise is not enforced; else what takes its place. */
  #checked(reply: Reply, isWhole: boolean): Reply {
    const { ctx, res } = this
    // Most replies: nothing is left that could be wrong.
    if (this.#isDeclared && !isWhole && this.#misfits === undefined && !res.hasHeader('content-type')) return reply
    let violations: Violations | undefined
    try {
      violations = ctx.documented.responses.violations(asSent(reply, res), res, isWhole, this.#misfits)
    } catch (thrown) {
      return uncheckedReply(reply, thrown, this)
    }
    return violations === undefined ? reply : violatingReply(reply, violations, this)
  }

  // ——— Errors, which take the place of a reply.

  /**
   * Takes what was thrown: as an error response, as `failureReply` says. It replaces a reply that was not written yet; where
   * a Node handler has begun to respond, the connection is cut. A client that has gone gets nothing.
   */
  fail(thrown: unknown): void {
    this.#replace(failureReply(thrown, this))
  }

  /** A 500 for something that the handler did wrong; `what` is read after the route's name in the log. */
  #failAs(what: string, thrown?: unknown): void {
    this.#replace(defectReply(what, thrown, this))
  }

  /**
   * Responds with this error now, and fires the signal: the time is up. What the handler still does is reported and has no
   * effect. Where the response has begun or its client has gone, nothing happens.
   */
  expire(error: HttpError): void {
    if (this.res.headersSent || this.res.destroyed) return
    this.#replace(expiryReply(error, this))
    this.#isHandedOver = true
    this.commit()
    expireRequest(this.res, this.signal)
  }

  #replace(reply: ProblemReply | undefined): void {
    const { res } = this
    if (reply === undefined) {
      this.#isHandedOver = true
      this.#reply?.source?.release()
      this.#reply = undefined
      return
    }
    if (res.headersSent) {
      // Half a response must not look like a whole one.
      if (!res.writableEnded) cutResponse(this.req, res)
      return
    }
    clearRepresentation(res)
    this.#keep(this.#documented(withErrorHeaders(reply, this)))
  }

  /** The error, without its body where the document says that it has none. */
  #documented(reply: ProblemReply): ProblemReply {
    if (!this.ctx.documented.responses.isBodiless(reply.status)) return reply
    return { ...reply, contentType: undefined, body: '' }
  }

  #failStream(reply: Reply, thrown: Error): void {
    if (this.#reply !== reply) return
    const error = streamFailure(thrown, this.req, this)
    if (error !== undefined) this.fail(error)
  }

  /** An entry in the log; `what` is read after the route's name. */
  report(error: unknown, what: string): void {
    report(error, what, this)
  }

  // ——— Node's own objects, for handlers that use them.

  request(): IncomingMessage {
    const req = nodeRequestOf(this.req)
    guardListeners(req, (error) => this.#failListener(error))
    return req
  }

  response(): ServerResponse {
    const res = nodeResponseOf(this.res)
    if (!this.#isGuarded) {
      this.#isGuarded = true
      guardListeners(res, (error) => this.#failListener(error))
      // A write after the end emits 'error', which without a listener would end the process.
      res.on('error', (error) => this.report(error, 'failed to write its response'))
    }
    return res
  }

  /** Node's own response, which from now on the caller writes. */
  handOver(): ServerResponse {
    if (!this.#isHandedOver) {
      this.#isHandedOver = true
      const isChecked = this.settings.responseChecks.mode !== 'off' && this.ctx.documented.responses.isPromising
      if (isChecked) nodeResponseOf(this.res).once('finish', () => checkHandedOver(this))
    }
    return this.response()
  }

  /** Fires when the client has gone, or the time is up. */
  get signal(): AbortSignal {
    return signalOf(this.req, this.res, (error) => this.#failListener(error))
  }

  #failListener(error: unknown): void {
    this.fail(error)
    this.commit()
  }
}

/** An interceptor may have put the iterable into an object. */
function notIterable(types: readonly string[], route: RouteDefinition | undefined): string {
  const what = `The returned value is no iterable, which ${types.join(', ')} needs`
  const { interceptors = [] } = route ?? {}
  if (interceptors.length === 0) return what
  const names = interceptors.map(({ name }) => name || 'one without a name').join(', ')
  return `${what}; it is what the interceptors of the route made of it: ${names}. Let them return an iterable for an iterable`
}

/** Whether a value can be sent in a media type of a response that has streams: these need an iterable, and JSON none but a list. */
function canCarry(type: string, isStream: boolean, value: unknown): boolean {
  const isIterable = isIterableContent(value)
  if (isStream) return isIterable
  return !isIterable || Array.isArray(value) || !isJson({ essence: type, charset: undefined })
}

/** The reply with the content type that the application has set on the response. An error has its own. */
function asSent(reply: Reply, res: OpenResponse): Reply {
  const type = res.getHeader('content-type')
  if (type === undefined || reply.contentType === undefined || isErrorReply(reply)) return reply
  return { ...reply, contentType: String(type) }
}
