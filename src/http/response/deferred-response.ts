import type { IncomingMessage, ServerResponse } from 'node:http'
import { NotAcceptable } from '../../errors.js'
import type { SentContent } from '../context.js'
import { guardListeners } from '../lifetime/listener-guard.js'
import { whenOver } from '../lifetime/when-over.js'
import { type RedirectOptions, redirectTo } from '../origin/redirect-target.js'
import { checkedStatus, setHeader } from '../reply/reply.js'
import { ContentSource, type SourceOptions, type StreamContent } from '../reply/stream-source.js'
import { negotiate, varyWith } from '../syntax/accept.js'
import { cookiesWith } from '../syntax/cookies.js'
import { isJson, parseMediaType } from '../syntax/media-type.js'
import { KeptReply } from './kept-reply.js'
import { problemReply } from './problem.js'
import { RejectedInput } from './rejected-input.js'
import { checkHandedOver, type PromisedResponse, UNDECLARED } from './route-responses.js'
import { type Success, UNDOCUMENTED } from './success.js'

/** Read after the name of the route. */
const UNSENDABLE = 'gave a reply that cannot be sent'

/** The response to one request: the ways to reply, and Node's own objects. */
export class DeferredResponse extends KeptReply {
  #status: number | undefined = undefined
  #isGuarded = false

  /** Node's own request. */
  request(): IncomingMessage {
    guardListeners(this.req, (error) => this.failListener(error))
    return this.req
  }

  /** Calls back once, when the response is over ({@link whenOver}), with the status that was sent. */
  whenOver(work: (isSent: boolean, status: number | undefined) => void): void {
    const res = this.res
    whenOver(this.req, res, (isSent) => {
      try {
        work(isSent, res.headersSent ? res.statusCode : undefined)
      } catch (error) {
        // Called from an event of the socket, it would end the process.
        this.report(error, 'failed in what waited for its end')
      }
    })
  }

  /** Node's own response. */
  response(): ServerResponse {
    if (!this.#isGuarded) {
      this.#isGuarded = true
      guardListeners(this.res, (error) => this.failListener(error))
      // A write after the end emits 'error', which without a listener would end the process.
      this.res.on('error', (error) => this.report(error, 'failed to write its response'))
    }
    return this.res
  }

  /** Node's own response, which from now on the caller writes. */
  handOver(): ServerResponse {
    if (!this.isHandedOver) {
      this.isHandedOver = true
      if (this.settings.responseChecks !== 'off')
        this.res.once('finish', () => checkHandedOver(this.ctx, this.res, this.settings))
    }
    return this.response()
  }

  json(status: number, value: unknown): void {
    try {
      const { jsonType, encode } = this.#promised(status)
      this.#reply(status, jsonType, encode, value)
    } catch (error) {
      this.defect(UNSENDABLE, error)
    }
  }

  /** Text and bytes are sent whole, anything else is streamed. */
  send(status: number, contentType: string, content: SentContent): void {
    if (typeof content !== 'string' && !(content instanceof Uint8Array)) {
      this.stream(status, contentType, content)
      return
    }
    if (this.hasReply()) return
    try {
      this.keep({ status: checkedStatus(status), contentType: checkedType(contentType), body: content })
    } catch (error) {
      this.defect(UNSENDABLE, error)
    }
  }

  stream(status: number, contentType: string | undefined, content: StreamContent, facts: SourceOptions = {}): void {
    let source: ContentSource | undefined
    try {
      source = new ContentSource(content, facts)
      if (this.hasReply()) source.release()
      else {
        const type = contentType === undefined ? undefined : checkedType(contentType)
        this.keep({ status: checkedStatus(status), contentType: type, body: '', source })
      }
    } catch (error) {
      source?.release()
      this.defect(UNSENDABLE, error)
    }
  }

  /** The media type that the client prefers; the response is marked as one of several. Throws a 406 for none. */
  accepts(types: readonly string[]): string {
    this.vary('accept')
    const type = negotiate(this.req.headers.accept, types)
    if (type === undefined) throw new NotAcceptable(`The service can answer in ${types.join(', ')}`)
    return type
  }

  /** Adds a name to the `vary` header. */
  vary(name: string): void {
    this.header('vary', varyWith(this.res.getHeader('vary'), name))
  }

  /** Adds a cookie; one that was set before under the same name, path and domain gives way. */
  cookie(text: string): void {
    this.header('set-cookie', cookiesWith(this.res.getHeader('set-cookie'), text))
  }

  text(status: number, contentType: string | undefined, text: string): void {
    this.#reply(status, contentType, String, text)
  }

  redirect(location: string, options: RedirectOptions): void {
    if (this.hasReply()) return
    try {
      const { status, location: sent } = redirectTo(location, options, this.settings.redirectOrigins)
      setHeader(this.res, 'location', sent)
      this.keep({ status, contentType: undefined, body: '' })
    } catch (error) {
      this.defect(UNSENDABLE, error)
    }
  }

  problem(status: number, detail: string): void {
    if (this.hasReply()) return
    try {
      const error = { status: checkedStatus(status, 400), detail: String(detail) }
      this.keepProblem(problemReply(error, undefined, this.ctx, this.settings))
    } catch (error) {
      this.defect(UNSENDABLE, error)
    }
  }

  header(name: string, value: string | number | readonly string[]): void {
    if (this.res.headersSent) this.#logLate(`the header ${name}`)
    else setHeader(this.res, name, value)
  }

  setStatus(status: number): void {
    checkedStatus(status)
    if (this.res.headersSent) this.#logLate(`the status ${status}`)
    else if (this.reply === undefined) this.#status = status
    else this.reply = { ...this.reply, status }
  }

  /**
   * Takes what the handler returned. A value is sent as JSON, an Error is as if it was thrown;
   * nothing is a success without a body, or a 500 where the document promises one.
   */
  settle(value: unknown): void {
    // `return stream.pipe(ctx.response())` returns the response.
    if (value === this.res) this.isHandedOver = true
    if (this.isHandedOver) return
    if (value instanceof Error) this.fail(value)
    else if (value instanceof RejectedInput) this.reject(value)
    else if (value !== undefined) this.#settleValue(this.#status ?? this.#success.withBody, value)
    else if (this.reply === undefined && !this.res.headersSent) this.#settleEmpty()
  }

  /** In the one media type that is documented, or in the one of several that the client likes best. */
  #settleValue(status: number, value: unknown): void {
    try {
      const promised = this.#promised(status)
      const { types } = promised
      const type = types === undefined ? undefined : types.length === 1 ? (types[0] as string) : this.accepts(types)
      if (type === undefined || isJson({ essence: type, charset: undefined }))
        this.#reply(status, promised.jsonType, promised.encode, value)
      else this.send(status, type.startsWith('text/') ? `${type}; charset=utf-8` : type, value as SentContent)
    } catch (error) {
      this.fail(error)
    }
  }

  #settleEmpty(): void {
    const success = this.#success
    const status = this.#status ?? success.withoutBody
    if (status === undefined || success.promised.has(status)) {
      this.defect('returned nothing, but the document promises a body')
    } else {
      this.text(status, undefined, '')
    }
  }

  #reply<T>(status: number, contentType: string | undefined, encode: (value: T) => string, value?: T): void {
    if (this.hasReply()) return
    try {
      this.keep({ status: checkedStatus(status), contentType, body: encode(value as T) })
    } catch (error) {
      this.defect(UNSENDABLE, error)
    }
  }

  /** What the route promises of a status; throws where its types are not properly declared. */
  #promised(status: number): PromisedResponse {
    const { documented } = this.ctx
    return documented === undefined ? UNDECLARED : documented.responses.of(status)
  }

  get #success(): Success {
    return this.ctx.documented?.success ?? UNDOCUMENTED
  }

  #logLate(what: string): void {
    this.report(new Error('The response was sent already'), `set ${what} too late`)
  }
}

function checkedType(contentType: string): string {
  if (parseMediaType(contentType) !== undefined) return contentType
  throw new TypeError(`${JSON.stringify(contentType)} is not a media type`)
}
