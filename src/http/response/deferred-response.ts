import type { IncomingMessage, ServerResponse } from 'node:http'
import { type HttpError, NotAcceptable } from '../../errors.js'
import type { SentContent } from '../context.js'
import { expireRequest, isAbortOf, isExpired, RequestAborted, signalOf } from '../lifetime/abort-signal.js'
import { cutResponse } from '../lifetime/cut-connection.js'
import { guardListeners } from '../lifetime/listener-guard.js'
import { readableError, type StatusError, statusErrorOf } from '../lifetime/thrown-value.js'
import { whenOver } from '../lifetime/when-over.js'
import type { Level } from '../logger.js'
import { type RedirectOptions, redirectTo } from '../origin/redirect-target.js'
import { checkedStatus, clearRepresentation, type Reply, setHeader, writeReply } from '../reply/reply.js'
import { writeStream } from '../reply/stream.js'
import { ContentSource, type SourceOptions, type StreamContent } from '../reply/stream-source.js'
import type { HttpSettings } from '../settings.js'
import { negotiate, varyWith } from '../syntax/accept.js'
import { cookiesWith } from '../syntax/cookies.js'
import { isJson, parseMediaType } from '../syntax/media-type.js'
import { faultsReply, INTERNAL_ERROR, type ProblemReply, problemReply, writeProblem } from './problem.js'
import { RejectedInput } from './rejected-input.js'
import { logExchange } from './request-log.js'
import {
  checkedReply,
  checkHandedOver,
  type PromisedResponse,
  type RespondingContext,
  UNDECLARED
} from './route-responses.js'
import { type Success, UNDOCUMENTED } from './success-status.js'

/** Read after the name of the route. */
const UNSENDABLE = 'gave a reply that cannot be sent'

/** The response to one request: kept until the outermost middleware has settled, and then written once. */
export class DeferredResponse {
  readonly #ctx: RespondingContext
  readonly #req: IncomingMessage
  readonly #res: ServerResponse
  readonly #settings: HttpSettings
  #reply: Reply | undefined = undefined
  #status: number | undefined = undefined
  #isGuarded = false
  #isHandedOver = false
  #isCommitted = false

  constructor(ctx: RespondingContext, req: IncomingMessage, res: ServerResponse, settings: HttpSettings) {
    this.#ctx = ctx
    this.#req = req
    this.#res = res
    this.#settings = settings
  }

  /** Node's own request. */
  request(): IncomingMessage {
    guardListeners(this.#req, (error) => this.#failListener(error))
    return this.#req
  }

  /** Calls back once, when the answer is over ({@link whenOver}), with the status that was sent. */
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

  /** Fires when nobody waits for the answer any more. */
  get signal(): AbortSignal {
    return signalOf(this.#req, this.#res, (error) => this.#failListener(error))
  }

  /** Node's own response. */
  response(): ServerResponse {
    if (!this.#isGuarded) {
      this.#isGuarded = true
      guardListeners(this.#res, (error) => this.#failListener(error))
      // A write after the end emits 'error', which without a listener would end the process.
      this.#res.on('error', (error) => this.report(error, 'failed to write its response'))
    }
    return this.#res
  }

  /** Node's own response, which from now on is answered by someone else. */
  handOver(): ServerResponse {
    if (!this.#isHandedOver) {
      this.#isHandedOver = true
      if (this.#settings.responseChecks !== 'off')
        this.#res.once('finish', () => checkHandedOver(this.#ctx, this.#res, this.#settings))
    }
    return this.response()
  }

  json(status: number, value: unknown): void {
    try {
      const { jsonType, encode } = this.#promised(status)
      this.#answer(status, jsonType, encode, value)
    } catch (error) {
      this.#defect(UNSENDABLE, error)
    }
  }

  /** Text and bytes are sent whole, anything else is streamed. */
  send(status: number, contentType: string, content: SentContent): void {
    if (typeof content !== 'string' && !(content instanceof Uint8Array)) {
      this.stream(status, contentType, content)
      return
    }
    if (this.#isAnswered()) return
    try {
      this.#keep({ status: checkedStatus(status), contentType: checkedType(contentType), body: content })
    } catch (error) {
      this.#defect(UNSENDABLE, error)
    }
  }

  stream(status: number, contentType: string | undefined, content: StreamContent, facts: SourceOptions = {}): void {
    let source: ContentSource | undefined
    try {
      source = new ContentSource(content, facts)
      if (this.#isAnswered()) source.release()
      else {
        const type = contentType === undefined ? undefined : checkedType(contentType)
        this.#keep({ status: checkedStatus(status), contentType: type, body: '', source })
      }
    } catch (error) {
      source?.release()
      this.#defect(UNSENDABLE, error)
    }
  }

  /** The media type that the client likes best; the answer is marked as one of several. Throws a 406 for none. */
  accepts(types: readonly string[]): string {
    this.vary('accept')
    const type = negotiate(this.#req.headers.accept, types)
    if (type === undefined) throw new NotAcceptable(`The service can answer in ${types.join(', ')}`)
    return type
  }

  /** Adds a name to the `vary` header. */
  vary(name: string): void {
    this.header('vary', varyWith(this.#res.getHeader('vary'), name))
  }

  /** Adds a cookie; one that was set before under the same name, path and domain gives way. */
  cookie(text: string): void {
    this.header('set-cookie', cookiesWith(this.#res.getHeader('set-cookie'), text))
  }

  text(status: number, contentType: string | undefined, text: string): void {
    this.#answer(status, contentType, String, text)
  }

  redirect(location: string, options: RedirectOptions): void {
    if (this.#isAnswered()) return
    try {
      const { status, location: sent } = redirectTo(location, options, this.#settings.redirectOrigins)
      setHeader(this.#res, 'location', sent)
      this.#keep({ status, contentType: undefined, body: '' })
    } catch (error) {
      this.#defect(UNSENDABLE, error)
    }
  }

  problem(status: number, detail: string): void {
    if (this.#isAnswered()) return
    try {
      const refusal = { status: checkedStatus(status, 400), detail: String(detail) }
      this.#keepProblem(problemReply(refusal, undefined, this.#ctx, this.#settings))
    } catch (error) {
      this.#defect(UNSENDABLE, error)
    }
  }

  header(name: string, value: string | number | readonly string[]): void {
    if (this.#res.headersSent) this.#logLate(`the header ${name}`)
    else setHeader(this.#res, name, value)
  }

  setStatus(status: number): void {
    checkedStatus(status)
    if (this.#res.headersSent) this.#logLate(`the status ${status}`)
    else if (this.#reply === undefined) this.#status = status
    else this.#reply = { ...this.#reply, status }
  }

  /** Undefined while there is no reply. */
  get replyStatus(): number | undefined {
    return this.#res.headersSent ? this.#res.statusCode : this.#reply?.status
  }

  /**
   * Takes what the handler returned. A value is sent as JSON, an Error is as if it was thrown;
   * nothing is a success without a body, or a 500 where the document promises one.
   */
  settle(value: unknown): void {
    // `return stream.pipe(ctx.response())` returns the response.
    if (value === this.#res) this.#isHandedOver = true
    if (this.#isHandedOver) return
    if (value instanceof Error) this.fail(value)
    else if (value instanceof RejectedInput) this.#refuse(value)
    else if (value !== undefined) this.#settleValue(this.#status ?? this.#success.withBody, value)
    else if (this.#reply === undefined && !this.#res.headersSent) this.#settleEmpty()
  }

  /** In the one media type that is documented, or in the one of several that the client likes best. */
  #settleValue(status: number, value: unknown): void {
    try {
      const promised = this.#promised(status)
      const { types } = promised
      const type = types === undefined ? undefined : types.length === 1 ? (types[0] as string) : this.accepts(types)
      if (type === undefined || isJson({ essence: type, charset: undefined }))
        this.#answer(status, promised.jsonType, promised.encode, value)
      else this.send(status, type.startsWith('text/') ? `${type}; charset=utf-8` : type, value as SentContent)
    } catch (error) {
      this.fail(error)
    }
  }

  #settleEmpty(): void {
    const success = this.#success
    const status = this.#status ?? success.withoutBody
    if (status === undefined || success.promised.has(status)) {
      this.#defect('returned nothing, but the document promises a body')
    } else {
      this.text(status, undefined, '')
    }
  }

  /**
   * Takes what was thrown. An HttpError is sent as it says; anything else is a 500 that tells
   * nothing, and the log reports it. Replaces a reply that was not written yet; of an answer that a Node handler has
   * begun, the connection is cut.
   */
  fail(thrown: unknown): void {
    const refusal = statusErrorOf(thrown)
    if (refusal !== undefined) {
      const { status, hasCause } = refusal
      this.#settings.hooks?.fail(this.#ctx, thrown)
      if (status >= 500) this.report(thrown, `answered ${status}`)
      else if (hasCause) this.#log('warn', thrown, `answered ${status}`)
      this.#replace(this.#problem(refusal, thrown))
      return
    }
    const error = readableError(thrown)
    if (error instanceof RequestAborted || isAbortOf(this.#res, error)) {
      this.#isHandedOver = true
      this.#reply = undefined
      this.#log('debug', undefined, isExpired(this.#res) ? 'gave up when its time was up' : 'was left by its client')
    } else this.#defect('failed', error)
  }

  /**
   * Writes the reply, when the outermost middleware has settled; the first call counts. Where there is no reply, a
   * middleware neither replied nor called `next`; that is a 500, unless the response was handed over.
   */
  commit(): void {
    if (this.#isCommitted) return
    this.#isCommitted = true
    if (this.#reply !== undefined) this.#write(this.#reply)
    else if (!this.#isHandedOver && !this.#res.headersSent && !this.#res.destroyed) {
      this.#defect('was not answered: a middleware neither replied nor called next')
    }
  }

  /**
   * Answers now by this error, and fires the signal: the time is up. What the handler still does is reported and comes
   * to nothing. Where the answer has begun or nobody waits for it, nothing happens.
   */
  expire(error: HttpError): void {
    if (this.#res.headersSent || this.#res.destroyed) return
    this.#log('warn', undefined, `answered ${error.status}: its time was up`)
    this.#settings.hooks?.fail(this.#ctx, error)
    this.#replace(problemReply(error, error, this.#ctx, this.#settings))
    this.#isHandedOver = true
    this.commit()
    expireRequest(this.#res, this.signal)
  }

  /** Like {@link fail} with the error; that is made only for a formatter and for hooks, which may want to see it. */
  #refuse(refused: RejectedInput): void {
    const { errorFormatter, hooks } = this.#settings
    if (errorFormatter !== undefined || hooks?.hearErrors === true) this.fail(refused.error)
    else this.#replace(faultsReply(refused.faults))
  }

  #failListener(error: unknown): void {
    this.fail(error)
    this.commit()
  }

  #answer<T>(status: number, contentType: string | undefined, encode: (value: T) => string, value?: T): void {
    if (this.#isAnswered()) return
    try {
      this.#keep({ status: checkedStatus(status), contentType, body: encode(value as T) })
    } catch (error) {
      this.#defect(UNSENDABLE, error)
    }
  }

  /** What the route promises of a status; throws where its types are not properly declared. */
  #promised(status: number): PromisedResponse {
    const { documented } = this.#ctx
    return documented === undefined ? UNDECLARED : documented.responses.of(status)
  }

  get #success(): Success {
    return this.#ctx.documented?.success ?? UNDOCUMENTED
  }

  #keep(reply: Reply): void {
    this.#reply?.source?.release()
    this.#reply = reply
    if (this.#isCommitted) this.#write(reply)
  }

  #keepProblem(reply: ProblemReply): void {
    const { headers } = reply
    if (headers === undefined) {
      this.#keep(reply)
      return
    }
    for (const [name, value] of Object.entries(headers)) {
      try {
        setHeader(this.#res, name, value)
      } catch (error) {
        this.report(error, 'gave an error with a header that cannot be sent')
      }
    }
    this.#keep(reply)
  }

  /** Whether there is a reply already; then the log tells of the second one. */
  #isAnswered(): boolean {
    if (this.#reply === undefined && !this.#res.headersSent) return false
    this.report(new Error('The first reply stands, this one is dropped'), 'replied twice')
    return true
  }

  #defect(what: string, thrown?: unknown): void {
    const error = thrown === undefined ? undefined : readableError(thrown)
    this.report(error, what)
    this.#settings.hooks?.fail(this.#ctx, error ?? new Error(`${this.#ctx.route?.source ?? 'The request'} ${what}`))
    this.#replace(problemReply(INTERNAL_ERROR, error, this.#ctx, this.#settings))
  }

  /** The refusal as it is sent; a 500 where it cannot be written, as its faults come from whoever threw it. */
  #problem(refusal: StatusError, thrown: unknown): ProblemReply {
    try {
      return problemReply(refusal, thrown, this.#ctx, this.#settings)
    } catch (error) {
      this.report(error, 'threw an error that cannot be sent')
      return problemReply(INTERNAL_ERROR, readableError(error), this.#ctx, this.#settings)
    }
  }

  #replace(reply: ProblemReply): void {
    const res = this.#res
    if (res.headersSent) {
      // Half an answer must not look like a whole one.
      if (!res.writableEnded) cutResponse(this.#req, res)
      return
    }
    clearRepresentation(res)
    this.#keepProblem(reply)
  }

  #write(reply: Reply): void {
    if (this.#res.headersSent) {
      reply.source?.release()
      this.report(new Error('The response was written by hand, the reply is dropped'), 'replied twice')
      return
    }
    try {
      const { responseChecks } = this.#settings
      const sent = responseChecks === 'off' ? reply : this.#checked(reply)
      if (sent.source === undefined) writeReply(this.#req, this.#res, sent)
      else writeStream(this.#req, this.#res, sent, sent.source, (error) => this.#failStream(sent, error))
    } catch (error) {
      this.report(error, 'could not be answered')
      this.#writePlainly()
    }
  }

  /** A 500 without the headers that were set: one of them, or code around the response, has kept the reply from being written. */
  #writePlainly(): void {
    const res = this.#res
    try {
      if (!res.headersSent) {
        for (const name of res.getHeaderNames()) res.removeHeader(name)
        writeProblem(res, INTERNAL_ERROR)
        return
      }
    } catch (error) {
      this.report(error, 'could not be answered by a 500 either')
    }
    res.destroy()
  }

  /** A rule of the application's own may throw while its answer is checked: then nobody knows what the answer is worth. */
  #checked(reply: Reply): Reply {
    try {
      return checkedReply(reply, this.#ctx, this.#res, this.#settings)
    } catch (thrown) {
      const error = readableError(thrown)
      this.report(error, 'gave a reply that cannot be checked')
      this.#settings.hooks?.fail(this.#ctx, error)
      reply.source?.release()
      clearRepresentation(this.#res)
      return problemReply(INTERNAL_ERROR, error, this.#ctx, this.#settings)
    }
  }

  /** Before the head was sent, an error answer takes the stream's place; after it, the connection is cut. */
  #failStream(reply: Reply, thrown: Error): void {
    if (this.#reply !== reply) return
    const error = statusErrorOf(thrown) === undefined ? readableError(thrown) : thrown
    if (error instanceof RequestAborted) this.#log('debug', undefined, 'was left by its client')
    else if (this.#res.headersSent) {
      this.report(error, 'failed in the middle of its stream: the connection is cut')
      this.#settings.hooks?.fail(this.#ctx, error)
      cutResponse(this.#req, this.#res)
    } else this.fail(error)
  }

  /** An entry in the log; `what` is read after the route's name. */
  report(error: unknown, what: string): void {
    if (isExpired(this.#res)) this.#log('warn', error, `${what}, after its time was up`)
    else this.#log('error', error, what)
  }

  #logLate(what: string): void {
    this.report(new Error('The response was sent already'), `set ${what} too late`)
  }

  #log(level: Level, error: unknown, what: string): void {
    const err = error === undefined ? undefined : readableError(error)
    logExchange(this.#ctx, this.#settings.logger, level, err, what)
  }
}

function checkedType(contentType: string): string {
  if (parseMediaType(contentType) !== undefined) return contentType
  throw new TypeError(`${JSON.stringify(contentType)} is no media type`)
}
