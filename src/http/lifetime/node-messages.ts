import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerHttp2Stream } from 'node:http2'
import { DIRECT, type DirectExchange, type OpenResponse, type SentRequest } from './direct-exchange.js'

/** The direct exchange of a request or a response, as long as Node's messages were not made of it. */
export function directOf(message: SentRequest | OpenResponse): DirectExchange | undefined {
  const direct = message[DIRECT]
  return direct === undefined || direct.isNode ? undefined : direct
}

/** Node's own request; made here where the request came in another form. */
export function nodeRequestOf(req: SentRequest): IncomingMessage {
  return req[DIRECT]?.req ?? (req as IncomingMessage)
}

/** Node's own response; made here where the request came in another form. */
export function nodeResponseOf(res: OpenResponse): ServerResponse {
  return res[DIRECT]?.res ?? (res as ServerResponse)
}

/** Whether a value is the request or the response, or what was made of it. */
export function isMessageOf(message: SentRequest | OpenResponse, value: unknown): boolean {
  if (value === message) return true
  const direct = message[DIRECT]
  return direct?.isNode === true && (value === direct.req || value === direct.res)
}

/** Whether a value is the response, or what was made of it. */
export function isResponseOf(res: OpenResponse, value: unknown): boolean {
  if (value === res) return true
  const direct = res[DIRECT]
  return direct?.isNode === true && value === direct.res
}

/** One header of a request, by name in lower case. */
export function headerOf(req: SentRequest, name: string): string | undefined {
  const direct = req[DIRECT]
  if (direct !== undefined) return direct.header(name)
  const value = req.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/**
 * The HTTP/2 stream of a request or a response; undefined over HTTP/1. Only the object decides: the version in a
 * request line is the client's text, and `GET / HTTP/2.0` can come over HTTP/1.
 */
export function http2StreamOf(message: SentRequest | OpenResponse): ServerHttp2Stream | undefined {
  return (message as { stream?: ServerHttp2Stream }).stream
}

/** Marks a class of responses that are Node's of HTTP/1, with a guard around their listeners. */
export const PLAIN: unique symbol = Symbol('fieldstone.plain')

/** Whether the response is Node's own of HTTP/1, as our server makes it. */
export function isNodesOwn(res: object): boolean {
  return (res as { readonly [PLAIN]?: boolean })[PLAIN] === true
}

/** Whether the header section declares content (RFC 9112 section 6.3). Over HTTP/2, content may come without it. */
export function declaresContent(req: SentRequest): boolean {
  if (req[DIRECT] !== undefined) {
    // The servers of Bun and Deno pass on a length that was sent twice: `12, 12`.
    return headerOf(req, 'transfer-encoding') !== undefined || Number(headerOf(req, 'content-length') ?? 0) !== 0
  }
  return req.headers['transfer-encoding'] !== undefined || declaredLength(req) > 0
}

/**
 * What the Content-Length of a request says, in bytes; NaN where there is none. For `Number` V8 calls its runtime, which takes
 * ten times as long as reading the digits.
 */
export function declaredLength({ headers }: Pick<IncomingMessage, 'headers'>): number {
  const text = headers['content-length']
  if (typeof text !== 'string' || text.length > SAFE_DIGITS) return Number(text)
  let length = 0
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - ZERO
    if (!(digit >= 0 && digit <= 9)) return Number(text)
    length = length * 10 + digit
  }
  return length
}

/** So many digits always make a number that is exact. */
const SAFE_DIGITS = 15
const ZERO = 0x30

/** Whether content may follow the header section: over HTTP/2 the end of the stream decides. */
export function mayHaveContent(req: SentRequest): boolean {
  const stream = http2StreamOf(req)
  return stream === undefined ? declaresContent(req) : !stream.endAfterHeaders
}

/**
 * The texts of a header, one for each line in which it came. Of most headers that may come only once, node:http keeps the
 * first line, while a proxy may have read the last (RFC 9110 section 5.3).
 *
 * @param rawHeaders names and values in turns, as they came
 * @param name in lower case
 */
export function headerTexts(rawHeaders: readonly string[], name: string): string[] {
  const texts: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const raw = rawHeaders[at] as string
    if (raw.length !== name.length || (raw !== name && raw.toLowerCase() !== name)) continue
    texts.push(rawHeaders[at + 1] as string)
  }
  return texts
}
