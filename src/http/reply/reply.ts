import type { IncomingMessage, ServerResponse } from 'node:http'
import { drain, LINGER_MS } from '../lifetime/drain.js'
import { awaitsContinue } from '../lifetime/expect-continue.js'
import { declaresContent, http2StreamOf } from '../lifetime/node-messages.js'
import { setReasonPhrase } from './reason-phrase.js'
import type { ContentSource } from './stream-source.js'

export const JSON_TYPE = 'application/json; charset=utf-8'
export const TEXT_TYPE = 'text/plain; charset=utf-8'
export const HTML_TYPE = 'text/html; charset=utf-8'

/** A reply that is kept until it is written. Its headers are already on the response. */
export interface Reply {
  readonly status: number
  /** Undefined for a reply without a body. */
  readonly contentType: string | undefined
  readonly body: string | Uint8Array
  /** What the body is streamed from; then `body` is empty. */
  readonly source?: ContentSource
}

/** Headers that describe the representation which an error replaces. */
const REPRESENTATION_HEADERS = [
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-location',
  'content-range',
  'content-type',
  'etag',
  'expires',
  'last-modified'
]

/**
 * Writes the head and the body at once, merged with the headers that were set on the response. A content type that
 * was set by hand stands. 204 and 304 have no body and no content-length (RFC 9110 section 8.6); HEAD gets the
 * headers of GET without the body.
 */
export function writeReply(req: IncomingMessage, res: ServerResponse, reply: Reply): void {
  if (reply.status >= 400 && isRefusal(req, res, reply)) writeRefusal(req, res, reply)
  else writeWhole(req, res, reply)
}

function writeWhole(req: IncomingMessage, res: ServerResponse, reply: Reply): void {
  const { status, body } = reply
  if (status !== 200) setReasonPhrase(res, status)
  const isFresh = !hasHeaders(res)
  if (!isFresh) removeTransferCoding(res)
  if (status === 204 || status === 304) {
    res.removeHeader('content-length')
    res.removeHeader('content-type')
    res.writeHead(status)
    res.end()
    return
  }
  // 205 promises an empty body (RFC 9110 section 15.3.6).
  const content = status === 205 ? '' : body
  const length = typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength
  if (reply.contentType === undefined || length === 0 || (!isFresh && res.hasHeader('content-type'))) {
    res.writeHead(status, ['content-length', length])
  } else {
    res.writeHead(status, ['content-type', reply.contentType, 'content-length', length])
  }
  if (req.method === 'HEAD' || length === 0) res.end()
  // Text without a character beyond ASCII is the same in both encodings, and goes into the socket faster as Latin-1.
  else if (typeof content === 'string') writeText(res, content, content.length === length ? 'latin1' : 'utf8')
  else res.end(content)
}

/**
 * Writes the whole body and ends. `end` with a text gives the socket a second, empty piece, and two pieces are written
 * in a dearer way than one (1 µs): so where Node's own response writes to a socket of its own, the text goes first.
 */
function writeText(res: ServerResponse, text: string, encoding: 'latin1' | 'utf8'): void {
  const socket = isPlain(res) ? res.socket : null
  if (socket === null || socket.writableCorked !== 0) {
    res.end(text, encoding)
    return
  }
  // `write` holds the socket until the next tick, so that more could be added.
  res.write(text, encoding)
  socket.uncork()
  res.end()
}

/** Marks a class of responses that write as Node's response of HTTP/1 does. */
export const PLAIN: unique symbol = Symbol('fieldstone.plain')

/** Whether nobody has put his own in place of what Node's response of HTTP/1 does. */
function isPlain(res: ServerResponse & { readonly [PLAIN]?: boolean }): boolean {
  const isNodes = res[PLAIN] === true || res.constructor?.name === 'ServerResponse'
  return isNodes && !Object.hasOwn(res, 'end') && !Object.hasOwn(res, 'write')
}

/**
 * Takes back a transfer coding that was set by hand. Node remembers that it was removed, there or not, and then sends a
 * body whose length a layer takes away, as compression does, without chunks: on a connection that stays open, without end.
 */
export function removeTransferCoding(res: ServerResponse): void {
  if (res.hasHeader('transfer-encoding')) res.removeHeader('transfer-encoding')
}

/** Most responses have no header yet, and then there is nothing else to ask or to remove. Stand-ins may not tell. */
function hasHeaders(res: ServerResponse): boolean {
  return res.getHeaderNames()?.length !== 0
}

/**
 * Writes a reply that refuses a body which is still arriving. Closing at once would make the kernel reset the
 * connection, and the client could lose the answer: so the answer goes out whole, and the connection closes when
 * the client has finished or given up, at the latest after 5 seconds.
 */
function writeRefusal(req: IncomingMessage, res: ServerResponse, reply: Reply): void {
  const length = typeof reply.body === 'string' ? Buffer.byteLength(reply.body) : reply.body.byteLength
  if (reply.contentType !== undefined && !res.hasHeader('content-type'))
    res.setHeader('content-type', reply.contentType)
  res.setHeader('connection', 'close')
  setReasonPhrase(res, reply.status)
  res.writeHead(reply.status, ['content-length', length])
  res.write(reply.body)
  drain(req, LINGER_MS, () => res.end())
}

/** Whether the reply refuses a body that is still arriving, and the connection ends with it. A late one is not arriving. */
function isRefusal(req: IncomingMessage, res: ServerResponse, { status }: Reply): boolean {
  if (status === 408) return false
  const isLast = status === 413 || res.shouldKeepAlive === false || res.getHeader('connection') === 'close'
  return isLast && http2StreamOf(res) === undefined && isArriving(req)
}

function isArriving(req: IncomingMessage): boolean {
  return !req.complete && !req.readableEnded && !req.destroyed && declaresContent(req) && !awaitsContinue(req)
}

/** The status, if a reply may carry it. Throws a RangeError otherwise. */
export function checkedStatus(status: number, least = 200, most = 599): number {
  if (Number.isInteger(status) && status >= least && status <= most) return status
  throw new RangeError(`The status of this reply is an integer from ${least} to ${most}, not ${String(status)}`)
}

/** Sets a response header; a name or value that HTTP cannot carry is a TypeError that says so. */
export function setHeader(res: ServerResponse, name: string, value: string | number | readonly string[]): void {
  try {
    res.setHeader(name, value)
  } catch (cause) {
    throw new TypeError(`The response header ${JSON.stringify(name)} has a name or value that HTTP cannot carry`, {
      cause
    })
  }
}

/** Takes back what described a representation that will not be sent. */
export function clearRepresentation(res: ServerResponse): void {
  if (!hasHeaders(res)) return
  for (const name of REPRESENTATION_HEADERS) res.removeHeader(name)
  // An error must not be cached for as long as the answer might have been; what forbids caching stays.
  const caching = res.getHeader('cache-control')
  if (caching !== undefined && !String(caching).includes('no-store')) res.removeHeader('cache-control')
}
