import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { DispatchFunc, InjectOptions } from 'light-my-request'
import type { Fault } from '../../errors.js'
import { checkGivenOptions, type OptionTable } from '../../options.js'
import { isItemStream } from '../response/declared-streams.js'
import { RESPONSE_CHECKS, type ResponseCheckMode } from '../response-checks.js'
import type { RequestHandler } from '../route.js'
import type { InjectFailures } from '../settings.js'
import { fieldValue } from '../syntax/header-fields.js'
import { injectedBody } from './injected-body.js'

/** A request that is made in-process. */
export interface InjectRequest {
  /** Default: GET. */
  readonly method?: string
  /** A path with or without a query: `/items/3?full=1`. Dot segments are resolved, as in any URL. */
  readonly url: string
  /** The headers of the request, by name in any case. */
  readonly headers?: IncomingHttpHeaders | OutgoingHttpHeaders
  /** Whom the request comes from, for `ctx.ip` and limits on rates. Default: `127.0.0.1`. */
  readonly remoteAddress?: string
  /** Added to the URL's own query; a list gives a repeated parameter. */
  readonly query?: Readonly<Record<string, string | readonly string[]>>
  /**
   * What is sent, encoded as `fetch` does: text, bytes (a typed array, an `ArrayBuffer`) and streams (Node's, a
   * `ReadableStream`, an asynchronous iterable) as they are, without a content type; a `FormData` as multipart with its
   * boundary, a `URLSearchParams` urlencoded, a `Blob` as its bytes, each with its content type. Any other value is sent as
   * JSON, with its content type. A content type among the headers goes before these. A promise or a function is a TypeError.
   */
  readonly body?: unknown
  /** The same as `body`. */
  readonly payload?: unknown
  /**
   * What becomes of a response that the document does not promise; goes before what the application sets. By `'off'` the
   * response is the one that a service without checks sends. Default: the mode of the application's
   * `responseChecks`, or `'enforce'` where it sets none.
   */
  readonly responseChecks?: ResponseCheckMode
  /**
   * Cuts the request, as a client does that goes away: the handler's `ctx.signal` fires, and the promise of the response
   * rejects with the signal's reason.
   */
  readonly signal?: AbortSignal
  /**
   * Cuts a stream of events or lines (`text/event-stream`, `application/jsonl`) so many milliseconds after its head, as a
   * client does that has seen enough: the response has what was sent until then. Default: it is awaited to its end.
   */
  readonly streamTime?: number
}

const INJECT_OPTIONS: OptionTable<InjectRequest> = {
  method: true,
  url: true,
  headers: true,
  remoteAddress: true,
  query: true,
  body: true,
  payload: true,
  responseChecks: RESPONSE_CHECKS,
  signal: true,
  streamTime: true
}

/** The response to a request that was made in-process. */
export interface InjectResponse {
  /** The status of the response. */
  readonly statusCode: number
  /** By lower-case name. */
  readonly headers: OutgoingHttpHeaders
  /** The body, read as UTF-8. */
  readonly body: string
  /** The body's bytes. */
  readonly rawBody: Buffer
  /**
   * Whether the body is only its beginning: `streamTime` was over, or the connection was cut after the head, as a stream
   * does that fails in the middle. Then `error` says why.
   */
  readonly isCut: boolean
  /** The body, read as JSON. */
  json<T = unknown>(): T
  /**
   * Why the status is 500 or above, or why the response was cut after its head: what the handler threw, or what is wrong
   * with its reply. With checks of responses it is
   * also how the response breaks the document. Undefined for any other response. No body contains what was thrown.
   *
   * @example assert.ifError((await service.inject('/items/3')).error)
   */
  readonly error: Error | undefined
  /**
   * What is wrong with the request, one entry a fault, in whatever form the application sends errors. Undefined where the
   * request breaks no rule.
   */
  readonly faults: readonly Fault[] | undefined
}

/**
 * Runs a request through the handler without a socket: for specs, and for commands that call their own service.
 * Rejects where the handler cuts the connection before the head of a response, or the request's signal does.
 * `failures` has the errors of responses that the handler makes.
 *
 * @example const { statusCode, json } = await inject(handler, { method: 'POST', url: '/data', body: { name: 'x' } })
 */
export async function inject(
  handler: RequestHandler,
  request: InjectRequest | string,
  failures?: InjectFailures
): Promise<InjectResponse> {
  const { default: lightMyRequest } = await import('light-my-request')
  const given = typeof request === 'string' ? { url: request } : request
  const options = await injectOptions(given)
  const { signal, streamTime } = given
  // One of another realm or library is as good.
  if (signal !== undefined && typeof signal?.throwIfAborted !== 'function') {
    throw new TypeError('The request: the option signal is no AbortSignal; give `new AbortController().signal`')
  }
  if (streamTime !== undefined && !(streamTime >= 0)) {
    throw new TypeError('The request: the option streamTime is no number of milliseconds; give one, as 500')
  }
  signal?.throwIfAborted()
  const connection = new InjectedConnection(withRawHeaders(handler, given.headers), given.streamTime)
  const cut = (): void => connection.cut()
  signal?.addEventListener('abort', cut)
  try {
    const whole = lightMyRequest(connection.handler as DispatchFunc, options)
    let broken: Error | undefined
    const { statusCode, headers, rawPayload } = await Promise.race([whole, connection.beginning]).catch(
      (error: Error) => {
        const { sent } = connection
        if (connection.isCut || sent === undefined) throw error
        broken = error
        return sent
      }
    )
    // What a handler of Node writes there, no connection sends.
    const hasBody = options.method !== 'HEAD' && statusCode !== 204 && statusCode !== 304
    const rawBody = hasBody ? rawPayload : Buffer.alloc(0)
    const body = rawBody.toString('utf8')
    const error = connection.failureIn(failures) ?? broken
    const isCut = connection.isCut || broken !== undefined
    const faults = connection.faultsIn(failures)
    const json = <T>() => JSON.parse(body) as T
    return { statusCode, headers, body, rawBody, isCut, json, error, faults }
  } catch (error) {
    if (connection.isCut) throw signal?.reason
    const cause = connection.failureIn(failures)
    throw cause === undefined ? error : Object.assign(error as Error, { cause })
  } finally {
    signal?.removeEventListener('abort', cut)
    connection.dump()
  }
}

/** What a request and its response are on: nothing but the two, which end together where the client goes away. */
class InjectedConnection {
  readonly handler: RequestHandler
  /** Whether the client went away before the whole response had come. */
  isCut = false
  /** What was sent of a stream when its time was over. */
  readonly beginning: Promise<Beginning>
  readonly #chunks: Buffer[] = []
  #req: IncomingMessage | undefined = undefined
  #res: ServerResponse | undefined = undefined

  constructor(handler: RequestHandler, streamTime: number | undefined) {
    let begin: (beginning: Beginning) => void
    this.beginning = new Promise((resolve) => {
      begin = resolve
    })
    this.handler = (req, res) => {
      this.#req = req
      this.#res = res
      takeInTurns(res, this.#chunks)
      if (streamTime !== undefined) {
        endStream(res, streamTime, () => {
          const sent = this.sent as Beginning
          this.cut()
          begin(sent)
        })
      }
      if (this.isCut) this.cut()
      else handler(req, res)
    }
  }

  /** What was sent until now; undefined before the head. */
  get sent(): Beginning | undefined {
    const res = this.#res
    if (res?.headersSent !== true) return undefined
    return { statusCode: res.statusCode, headers: sentTexts(res), rawPayload: Buffer.concat(this.#chunks) }
  }

  failureIn(failures: InjectFailures | undefined): Error | undefined {
    return this.#res && failures?.get(this.#res)
  }

  faultsIn(failures: InjectFailures | undefined): readonly Fault[] | undefined {
    return this.#res && failures?.faults.get(this.#res)
  }

  /** Discards a body that nothing has read, as node:http does at the end of a response: what waits for its end has it then. */
  dump(): void {
    if (this.#req?.readableFlowing === null) this.#req.resume()
  }

  /** What the handler sees when its client goes away: neither the request goes on, nor can anything be sent. */
  cut(): void {
    if (this.#res?.destroyed === true) return
    this.isCut = true
    this.#req?.destroy()
    this.#res?.destroy()
  }
}

/**
 * Has the response take one chunk in a turn of the event loop, as a connection would: a stream that always has more
 * would otherwise leave no turn to timers, nor to the signal that cuts it. `chunks` has what was taken.
 */
function takeInTurns(res: ServerResponse, chunks: Buffer[]): void {
  const write = res.write as (...written: unknown[]) => boolean
  res.write = (...written: unknown[]): boolean => {
    const [chunk, encoding] = written as [string | Uint8Array, BufferEncoding | undefined]
    write.apply(res, written)
    chunks.push(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : Buffer.from(chunk))
    setImmediate(() => res.emit('drain'))
    return false
  }
}

/** A response of which only the beginning was sent. */
interface Beginning {
  readonly statusCode: number
  readonly headers: OutgoingHttpHeaders
  readonly rawPayload: Buffer
}

/** Calls back if the response is a stream of items that did not end in its time. */
function endStream(res: ServerResponse, streamTime: number, work: () => void): void {
  const { writeHead } = res
  res.writeHead = (...head: unknown[]): ServerResponse => {
    ;(writeHead as (...head: unknown[]) => ServerResponse).apply(res, head)
    if (isItemStream(res.getHeader('content-type'))) {
      const timer = setTimeout(work, streamTime)
      res.once('close', () => clearTimeout(timer))
    }
    return res
  }
}

function sentTexts(res: ServerResponse): OutgoingHttpHeaders {
  const entries = Object.entries(res.getHeaders()).map(([name, value]) => {
    return [name, Array.isArray(value) ? value.map(String) : String(value)] as const
  })
  return Object.fromEntries(entries)
}

async function injectOptions(request: InjectRequest): Promise<InjectOptions> {
  checkGivenOptions(request, INJECT_OPTIONS, 'The request')
  const { method = 'GET', url, headers = {}, query, remoteAddress, body } = request
  if ((url ?? undefined) === undefined) {
    throw new TypeError(`The request: the option url is ${url}; give a path, such as '/items'`)
  }
  const sent = sentHeaders(headers)
  const type = Object.entries(sent).find(([name]) => name.toLowerCase() === 'content-type')
  const given = type === undefined ? undefined : String(type[1])
  const { payload, contentType } = await injectedBody(body === undefined ? request.payload : body, given)
  if (contentType !== undefined && given === undefined) sent['content-type'] = contentType
  return { method, url, headers: sent, query, payload, remoteAddress, validate: false } as InjectOptions
}

/** By name, as a server gives them: a header that is sent several times is one text. */
function sentHeaders(headers: NonNullable<InjectRequest['headers']>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (!Array.isArray(value)) return [name, sentValue(value)]
      return [name, value.map(sentValue).join(name.toLowerCase() === 'cookie' ? '; ' : ', ')]
    })
  )
}

/** The handler, which finds headers among the raw ones as they are sent: each as often, and its name as it is written. */
function withRawHeaders(handler: RequestHandler, headers: InjectRequest['headers'] = {}): RequestHandler {
  const given = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), { name, value }] as const))
  const isPlain = [...given].every(([lower, { name, value }]) => name === lower && !Array.isArray(value))
  if (isPlain) return handler
  return (req, res) => {
    const pairs = Array.from({ length: req.rawHeaders.length / 2 }, (_, index) =>
      req.rawHeaders.slice(index * 2, index * 2 + 2)
    )
    req.rawHeaders = pairs.flatMap(([lower = '', text = '']) => {
      const { name = lower, value } = given.get(lower) ?? {}
      const texts = Array.isArray(value) ? value : [text]
      return texts.flatMap((each) => [name, String(sentValue(each))])
    })
    handler(req, res)
  }
}

function sentValue(value: unknown): unknown {
  return typeof value === 'string' ? fieldValue(value) : value
}
