import type { IncomingMessage, ServerResponse } from 'node:http'
import { type HttpError } from '../../errors.js'
import { expireRequest, isAbortOf, isExpired, RequestAborted, signalOf } from '../lifetime/abort-signal.js'
import { cutResponse } from '../lifetime/cut-connection.js'
import { readableError, type StatusError, sendableError, statusErrorOf } from '../lifetime/thrown-value.js'
import type { Level } from '../logger.js'
import { clearRepresentation, type Reply, setHeader, writeReply } from '../reply/reply.js'
import { writeStream } from '../reply/stream.js'
import type { HttpSettings } from '../settings.js'
import { faultsReply, INTERNAL_ERROR, type ProblemReply, problemReply, writeProblem } from './problem.js'
import { RejectedInput } from './rejected-input.js'
import { logExchange } from './request-log.js'
import { checkedReply, type RespondingContext } from './route-responses.js'

/**
 * The reply to one request: kept until the outermost middleware has settled, and then written once; and the error
 * responses that take its place.
 */
export class KeptReply {
  protected readonly ctx: RespondingContext
  protected readonly req: IncomingMessage
  protected readonly res: ServerResponse
  protected readonly settings: HttpSettings
  protected reply: Reply | undefined = undefined
  /** Whether something else writes the response, or nothing has to. */
  protected isHandedOver = false
  #isCommitted = false

  constructor(ctx: RespondingContext, req: IncomingMessage, res: ServerResponse, settings: HttpSettings) {
    this.ctx = ctx
    this.req = req
    this.res = res
    this.settings = settings
  }

  /** Undefined while there is no reply. */
  get replyStatus(): number | undefined {
    return this.res.headersSent ? this.res.statusCode : this.reply?.status
  }

  /**
   * Takes what was thrown. An HttpError is sent as it says; anything else is a 500 that says
   * nothing of it, and the log reports it. Replaces a reply that was not written yet; where a Node handler has begun to
   * respond, the connection is cut.
   */
  fail(thrown: unknown): void {
    const statusError = statusErrorOf(thrown)
    if (statusError !== undefined) {
      const { status, hasCause } = statusError
      this.settings.hooks?.fail(this.ctx, thrown)
      if (status >= 500) this.report(thrown, `answered ${status}`)
      else if (hasCause) this.#log('warn', thrown, `answered ${status}`)
      this.#replace(this.#problem(statusError, thrown))
      return
    }
    const error = readableError(thrown)
    if (error instanceof RequestAborted || isAbortOf(this.res, error)) {
      this.isHandedOver = true
      this.reply = undefined
      this.#log('debug', undefined, isExpired(this.res) ? 'gave up when its time was up' : 'was left by its client')
    } else this.defect('failed', error)
  }

  /**
   * Writes the reply, when the outermost middleware has settled; the first call counts. Where there is no reply, a
   * middleware neither replied nor called `next`; that is a 500, unless the response was handed over.
   */
  commit(): void {
    if (this.#isCommitted) return
    this.#isCommitted = true
    if (this.reply !== undefined) this.#write(this.reply)
    else if (!this.isHandedOver && !this.res.headersSent && !this.res.destroyed) {
      this.defect('was not answered: a middleware neither replied nor called next')
    }
  }

  /**
   * Responds with this error now, and fires the signal: the time is up. What the handler still does is reported and has no
   * effect. Where the response has begun or its client has gone, nothing happens.
   */
  expire(error: HttpError): void {
    if (this.res.headersSent || this.res.destroyed) return
    this.#log('warn', undefined, `answered ${error.status}: its time was up`)
    this.settings.hooks?.fail(this.ctx, error)
    this.#replace(problemReply(error, error, this.ctx, this.settings))
    this.isHandedOver = true
    this.commit()
    expireRequest(this.res, this.signal)
  }

  /** Like {@link fail} with the error, which is made only for a formatter or for hooks. */
  protected reject(rejected: RejectedInput): void {
    const { errorFormatter, hooks } = this.settings
    if (errorFormatter !== undefined || hooks?.hearErrors === true) this.fail(rejected.error)
    else this.#replace(faultsReply(rejected.faults))
  }

  protected keep(reply: Reply): void {
    this.reply?.source?.release()
    this.reply = reply
    if (this.#isCommitted) this.#write(reply)
  }

  protected keepProblem(reply: ProblemReply): void {
    const { headers } = reply
    if (headers === undefined) {
      this.keep(reply)
      return
    }
    for (const [name, value] of Object.entries(headers)) {
      try {
        setHeader(this.res, name, value)
      } catch (error) {
        this.report(error, 'gave an error with a header that cannot be sent')
      }
    }
    this.keep(reply)
  }

  /** Whether there is a reply already; then the log reports the second one. */
  protected hasReply(): boolean {
    if (this.reply === undefined && !this.res.headersSent) return false
    this.report(new Error('The first reply counts, this one is dropped'), 'replied twice')
    return true
  }

  protected defect(what: string, thrown?: unknown): void {
    const error = thrown === undefined ? undefined : readableError(thrown)
    this.report(error, what)
    this.settings.hooks?.fail(this.ctx, error ?? new Error(`${this.ctx.route?.source ?? 'The request'} ${what}`))
    this.#replace(problemReply(INTERNAL_ERROR, error, this.ctx, this.settings))
  }

  /** The error as it is sent; a 500 where it cannot be written: its faults come from the user's code. */
  #problem(error: StatusError, thrown: unknown): ProblemReply {
    try {
      return problemReply(error, thrown, this.ctx, this.settings)
    } catch (defect) {
      this.report(defect, 'threw an error that cannot be sent')
      return problemReply(INTERNAL_ERROR, readableError(defect), this.ctx, this.settings)
    }
  }

  #replace(reply: ProblemReply): void {
    const res = this.res
    if (res.headersSent) {
      // Half a response must not look like a whole one.
      if (!res.writableEnded) cutResponse(this.req, res)
      return
    }
    clearRepresentation(res)
    this.keepProblem(reply)
  }

  #write(reply: Reply): void {
    if (this.res.headersSent) {
      reply.source?.release()
      this.report(new Error('The response was written by hand, the reply is dropped'), 'replied twice')
      return
    }
    try {
      const { responseChecks } = this.settings
      const sent = responseChecks === 'off' ? reply : this.#checked(reply)
      if (sent.source === undefined) writeReply(this.req, this.res, sent)
      else writeStream(this.req, this.res, sent, sent.source, (error) => this.#failStream(sent, error))
    } catch (error) {
      this.report(error, 'could not be answered')
      this.#writePlainly()
    }
  }

  /** A 500 without the headers that were set: one of them, or code around the response, has kept the reply from being written. */
  #writePlainly(): void {
    const res = this.res
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

  /** A rule of the application's own may throw while a response is checked: then the response may be wrong. */
  #checked(reply: Reply): Reply {
    try {
      return checkedReply(reply, this.ctx, this.res, this.settings)
    } catch (thrown) {
      const error = readableError(thrown)
      this.report(error, 'gave a reply that cannot be checked')
      this.settings.hooks?.fail(this.ctx, error)
      reply.source?.release()
      clearRepresentation(this.res)
      return problemReply(INTERNAL_ERROR, error, this.ctx, this.settings)
    }
  }

  /** Before the head was sent, an error response takes the stream's place; after it, the connection is cut. */
  #failStream(reply: Reply, thrown: Error): void {
    if (this.reply !== reply) return
    const error = sendableError(thrown)
    if (error instanceof RequestAborted) this.#log('debug', undefined, 'was left by its client')
    else if (this.res.headersSent) {
      this.report(error, 'failed in the middle of its stream: the connection is cut')
      this.settings.hooks?.fail(this.ctx, error)
      cutResponse(this.req, this.res)
    } else this.fail(error)
  }

  /** Fires when the client has gone, or the time is up. */
  get signal(): AbortSignal {
    return signalOf(this.req, this.res, (error) => this.failListener(error))
  }

  protected failListener(error: unknown): void {
    this.fail(error)
    this.commit()
  }

  /** An entry in the log; `what` is read after the route's name. */
  report(error: unknown, what: string): void {
    if (isExpired(this.res)) this.#log('warn', error, `${what}, after its time was up`)
    else this.#log('error', error, what)
  }

  #log(level: Level, error: unknown, what: string): void {
    const err = error === undefined ? undefined : readableError(error)
    logExchange(this.ctx, this.settings.logger, level, err, what)
  }
}
