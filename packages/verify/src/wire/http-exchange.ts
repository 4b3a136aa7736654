import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest, type RequestOptions } from 'node:https'
import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { decoded } from './content-coding.js'
import { ENOUGH, isItemStream, type StreamTime } from './stream-time.js'
import { BETWEEN_COOKIES, headerValues, WITH_BODY, type WireRequest, type WireResponse } from './wire-request.js'

/** More of a body is not read, in bytes: then only the head of the response is judged. */
const LONGEST_BODY = 16 * 1024 * 1024
const LONGEST_HEAD = 64 * 1024
/** A longer body is sent in parts, so that a response to its beginning is seen (RFC 9112, section 9.3). */
const PART = 64 * 1024

/** What one try to send a request led to. */
export type Outcome =
  | { readonly kind: 'response'; readonly response: WireResponse }
  | { readonly kind: 'late' }
  | {
      readonly kind: 'failure'
      readonly error: NodeJS.ErrnoException
      /** Whether the connection had been used before, and may have been closed for that reason. */
      readonly isReused: boolean
      /** Whether the whole body was sent before. */
      readonly isAllSent: boolean
    }

/** Where a request is sent. */
export interface Route {
  /** `https:` or `http:`. */
  readonly protocol: string
  /** The value of the header `host`. */
  readonly authority: string
  /** Comes before the path of each request. */
  readonly basePath: string
  readonly connection: Pick<RequestOptions, 'agent' | 'host' | 'port' | 'localAddress' | 'servername'>
  readonly streamTime: StreamTime
}

/** Sends a request as it is, and reads the response as it comes: redirections are not followed. Never rejects. */
export function exchange(route: Route, request: WireRequest, timeout: number): Promise<Outcome> {
  return new Promise((resolve) => new Exchange(route, request, timeout, resolve))
}

class Exchange {
  readonly #resolve: (outcome: Outcome) => void
  readonly #sent: ClientRequest
  readonly #timer: NodeJS.Timeout
  readonly #streamTime: StreamTime
  readonly #url: string
  #streamTimer: NodeJS.Timeout | undefined
  readonly #received: Uint8Array[] = []
  /** The codings of a body that the request accepts. */
  readonly #accepted: string
  #length = 0
  #head: IncomingMessage | undefined
  #error: Error | undefined
  #isAllSent = false

  constructor(route: Route, request: WireRequest, timeout: number, resolve: (outcome: Outcome) => void) {
    const { method, body = new Uint8Array() } = request
    this.#accepted = headerValues(request, 'accept-encoding').join(', ') || IDENTITY
    this.#resolve = resolve
    this.#streamTime = route.streamTime
    this.#url = request.url
    this.#sent = (route.protocol === 'https:' ? httpsRequest : httpRequest)({
      ...route.connection,
      method,
      path: route.basePath + request.url,
      headers: linesOf(request, route.authority, body.length),
      maxHeaderSize: LONGEST_HEAD
    })
    this.#timer = setTimeout(() => this.#cut(), timeout)
    this.#sent.on('error', (error) => {
      this.#error = error
      if (this.#head === undefined) this.#fail()
    })
    this.#sent.on('close', () => {
      if (this.#head === undefined) this.#fail()
    })
    this.#sent.on('response', (head) => this.#receive(head))
    this.#sent.on('upgrade', (head, socket) => {
      this.#head = head
      socket.destroy()
      this.#respond(head, 'long')
    })
    this.#send(body)
  }

  async #send(body: Uint8Array): Promise<void> {
    for (let at = 0; at + PART < body.length; at += PART) {
      await new Promise((resolve) => this.#sent.write(body.subarray(at, at + PART), resolve))
      await turnOfLoop()
      if (this.#head !== undefined || this.#sent.destroyed) return
    }
    this.#isAllSent = true
    const last = body.subarray(Math.floor(Math.max(0, body.length - 1) / PART) * PART)
    this.#sent.end(last.length === 0 ? undefined : last)
  }

  #receive(head: IncomingMessage): void {
    this.#head = head
    const isStream = isItemStream(head.headers['content-type'])
    if (isStream) this.#streamTimer = setTimeout(() => this.#leave(head), this.#streamTime.of(this.#url))
    head.on('data', (chunk: Uint8Array) => {
      this.#received.push(chunk)
      this.#length += chunk.length
      if (isStream && this.#length > ENOUGH) this.#leave(head)
      else if (this.#length > LONGEST_BODY) this.#respond(head, 'long')
    })
    head.on('error', (error) => {
      this.#error ??= error
    })
    head.on('close', () => {
      if (head.complete) this.#respond(head)
      else this.#fail()
    })
  }

  /** Enough of a stream was read. */
  #leave(head: IncomingMessage): void {
    this.#streamTime.wasOpen(this.#url)
    this.#respond(head, 'open')
  }

  /** The time is up. */
  #cut(): void {
    if (this.#head === undefined) this.#settle({ kind: 'late' })
    else this.#respond(this.#head, 'late')
  }

  #fail(): void {
    const error = this.#error ?? new Error('the connection was cut')
    this.#settle({ kind: 'failure', error, isReused: this.#sent.reusedSocket, isAllSent: this.#isAllSent })
  }

  async #respond(head: IncomingMessage, cut?: WireResponse['cut']): Promise<void> {
    this.#clearTimers()
    const response = await responseOf(head, Buffer.concat(this.#received), cut, this.#accepted)
    this.#settle({ kind: 'response', response })
  }

  #clearTimers(): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#streamTimer)
  }

  #settle(outcome: Outcome): void {
    this.#clearTimers()
    this.#resolve(outcome)
    // A connection is used again only after a request and a response that are complete.
    const isComplete = outcome.kind === 'response' && this.#isAllSent && outcome.response.cut === undefined
    if (!isComplete) this.#sent.destroy()
  }
}

/** No coding: a body is judged as it comes. */
const IDENTITY = 'identity'

/** The head as a flat list, in the order of sending: what curl sends of its own accord, then the request's headers. */
function linesOf({ method, headers }: WireRequest, authority: string, length: number): string[] {
  const given = new Set(headers.map(([name]) => name))
  const own = [
    ['host', authority],
    ['user-agent', 'fieldstone-verify'],
    ['accept', '*/*'],
    ['accept-encoding', IDENTITY]
  ].filter(([name]) => !given.has(name as string))
  const framing = length > 0 || WITH_BODY.has(method) ? [['content-length', String(length)]] : []
  return [...own, ...headers, ...framing].flat()
}

async function responseOf(
  head: IncomingMessage,
  content: Uint8Array,
  cut: WireResponse['cut'],
  accepted: string
): Promise<WireResponse> {
  const headers = new Map<string, string>()
  for (let at = 0; at < head.rawHeaders.length; at += 2) {
    const name = (head.rawHeaders[at] as string).toLowerCase()
    const value = head.rawHeaders[at + 1] as string
    const between = name === 'set-cookie' ? BETWEEN_COOKIES : ', '
    headers.set(name, headers.has(name) ? headers.get(name) + between + value : value)
  }
  const received = { status: head.statusCode ?? 0, headers: Object.fromEntries(headers) }
  if (cut !== undefined) return { ...received, body: content, cut }
  const { isLong, ...read } = await decoded(content, headers.get('content-encoding'), accepted, LONGEST_BODY)
  return { ...received, ...read, ...(isLong === true && { cut: 'long' }) }
}
