import { Buffer } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { DIRECT, type OpenResponse, type SentRequest, type WholeReply } from '../lifetime/direct-exchange.js'
import { drain, LINGER_MS } from '../lifetime/drain.js'
import { awaitsContinue } from '../lifetime/expect-continue.js'
import { declaresContent, http2StreamOf, isNodesOwn, nodeRequestOf, nodeResponseOf } from '../lifetime/node-messages.js'
import { checkFieldValue } from '../syntax/header-fields.js'
import type { Items } from './item-stream.js'
import { type HeadStart, writeKnown } from './known-head.js'
import { reasonPhrase } from './reason-phrase.js'
import type { ContentSource } from './stream-source.js'

export const JSON_TYPE = 'application/json; charset=utf-8'
export const TEXT_TYPE = 'text/plain; charset=utf-8'
export const HTML_TYPE = 'text/html; charset=utf-8'

/** A reply that is kept until it is written. Its headers are already on the response. */
export interface Reply extends WholeReply {
  /** What the body is streamed from; then `body` is empty. */
  readonly source?: ContentSource | Items
  /** Headers that are not on the response yet, names and values in turns: one that it has then takes their place. */
  readonly fields?: readonly string[]
}

/** An error response that the framework makes, with headers still to be set. */
export interface ProblemReply extends Reply {
  readonly headers: Readonly<Record<string, string>> | undefined
}

/** An error response that was made before its request, with all headers that it has. */
export interface PreparedReply extends ProblemReply {
  /** Names and values in turn. */
  readonly head: readonly (string | number)[]
  /** The same as a text. */
  readonly start: HeadStart
}

function isPrepared(reply: Reply): reply is PreparedReply {
  return 'head' in reply
}

/** Whether the framework has made the reply of an error. */
export function isErrorReply(reply: Reply): reply is ProblemReply {
  return 'headers' in reply
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
 * Writes the head and the body at once, with the headers that were set on the response. A content type that the
 * application has set is kept. 204 and 304 have no body and no content-length (RFC 9110 section 8.6); HEAD gets the
 * headers of GET without the body.
 */
export function writeReply(sent: SentRequest, open: OpenResponse, reply: Reply): void {
  if (open[DIRECT]?.write(reply) === true) return
  const req = nodeRequestOf(sent)
  const res = nodeResponseOf(open)
  if (res.destroyed && isNodesOwn(res) && res.socket === null) {
    // From Node 24 on the head would be written without its body, and the client would take the next response for it.
    res.once('socket', (socket) => socket.destroy())
    return
  }
  if (reply.status >= 400 && rejectsArrivingBody(req, res, reply)) writeAndDrain(req, res, reply)
  else writeWhole(req, res, reply)
}

function writeWhole(req: IncomingMessage, res: ServerResponse, reply: Reply): void {
  const { status, contentType } = reply
  // 205 promises an empty body (RFC 9110 section 15.3.6).
  const content = status === 205 ? '' : reply.body
  const length = lengthOf(content)
  const isBodiless = status === 204 || status === 304
  if (!isBodiless && length > 0 && contentType !== undefined) {
    const text = typeof content === 'string' && content.length === length ? content : undefined
    if (writeKnown(res, status, contentType, length, text, isPrepared(reply) ? reply.start : undefined)) {
      if (text === undefined) writeContent(res, content, length)
      return
    }
  }
  const isFresh = !hasHeaders(res)
  if (status !== 200) setReasonPhrase(res, status)
  if (!isFresh) removeTransferCoding(res)
  if (isBodiless) {
    res.removeHeader('content-length')
    res.removeHeader('content-type')
    res.writeHead(status)
    res.end()
    return
  }
  if (isPrepared(reply)) {
    res.writeHead(status, reply.head as (string | number)[])
  } else if (contentType === undefined || length === 0 || (!isFresh && res.hasHeader('content-type'))) {
    res.writeHead(status, ['content-length', length])
  } else {
    res.writeHead(status, ['content-type', contentType, 'content-length', length])
  }
  if (req.method === 'HEAD' || length === 0) res.end()
  else writeContent(res, content, length)
}

function lengthOf(body: string | Uint8Array): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
}

function writeContent(res: ServerResponse, content: string | Uint8Array, length: number): void {
  // ASCII is the same in both encodings, and is written faster as Latin-1.
  if (typeof content === 'string') writeText(res, content, content.length === length ? 'latin1' : 'utf8')
  else res.end(content)
}

/** Whether `end` with a text is a single write, as it is since Node 23 and where another runtime serves Node's interface. */
const ENDS_IN_ONE_WRITE = Number(process.versions.node.split('.')[0]) >= 23

/**
 * Writes the whole body and ends. Before Node 23 `end` with a text writes a second, empty chunk, and two chunks cost 1 µs
 * more than one: so if the response is Node's own and writes to a socket of its own, the text is written first. On later
 * versions that would cost 0.5 µs.
 */
function writeText(res: ServerResponse, text: string, encoding: 'latin1' | 'utf8'): void {
  const socket = !ENDS_IN_ONE_WRITE && isPlain(res) ? res.socket : null
  if (socket === null || socket.writableCorked !== 0) {
    res.end(text, encoding)
    return
  }
  // `write` corks the socket until the next tick.
  res.write(text, encoding)
  socket.uncork()
  res.end()
}

/** Whether the response writes with Node's own methods of HTTP/1. */
export function isPlain(res: ServerResponse): boolean {
  const isNodes = isNodesOwn(res) || res.constructor?.name === 'ServerResponse'
  return isNodes && !Object.hasOwn(res, 'end') && !Object.hasOwn(res, 'write')
}

/**
 * Removes a transfer coding that the application has set. Node remembers that it was removed, even if there was none:
 * if middleware then removes the length, as compression does, the body is sent without chunks, and on a connection that
 * stays open it has no end. So it is removed only if it is there.
 */
export function removeTransferCoding(res: OpenResponse): void {
  if (res.hasHeader('transfer-encoding')) res.removeHeader('transfer-encoding')
}

/** Sets the headers of a reply that the response does not have. */
export function setFields(res: OpenResponse, fields: readonly string[]): void {
  for (let at = 0; at < fields.length; at += 2) {
    const name = fields[at] as string
    if (!res.hasHeader(name)) setHeader(res, name, fields[at + 1] as string)
  }
}

/** Whether any header is set: most responses have none yet. A stand-in for a response may return undefined. */
export function hasHeaders(res: OpenResponse): boolean {
  return res.getHeaderNames()?.length !== 0
}

/**
 * Writes a reply that rejects a body which is still arriving. If the connection were closed at once, the kernel would
 * reset it, and the client could lose the response: so the response is sent completely, and the connection is closed
 * when the client has finished or gone away, at the latest after 5 seconds.
 */
function writeAndDrain(req: IncomingMessage, res: ServerResponse, reply: Reply): void {
  const length = lengthOf(reply.body)
  if (!isPrepared(reply) && reply.contentType !== undefined && !res.hasHeader('content-type'))
    res.setHeader('content-type', reply.contentType)
  res.setHeader('connection', 'close')
  setReasonPhrase(res, reply.status)
  res.writeHead(reply.status, isPrepared(reply) ? (reply.head as (string | number)[]) : ['content-length', length])
  res.write(reply.body)
  drain(req, LINGER_MS, () => res.end())
}

/** Whether the reply rejects a body that is still arriving, and ends the connection. A 408 waits for no body. */
function rejectsArrivingBody(req: IncomingMessage, res: ServerResponse, { status }: Reply): boolean {
  if (status === 408) return false
  const isLast = status === 413 || res.shouldKeepAlive === false || res.getHeader('connection') === 'close'
  return isLast && http2StreamOf(res) === undefined && isArriving(req)
}

function isArriving(req: IncomingMessage): boolean {
  return !req.complete && !req.readableEnded && !req.destroyed && declaresContent(req) && !awaitsContinue(req)
}

/** The status, if a reply may have it; otherwise throws a RangeError. */
export function checkedStatus(status: number, least = 200, most = 599): number {
  if (Number.isInteger(status) && status >= least && status <= most) return status
  throw new RangeError(`The status of this reply must be an integer from ${least} to ${most}, not ${String(status)}`)
}

/** Sets a response header. Throws a TypeError for a name or a value that HTTP cannot carry. */
export function setHeader(res: OpenResponse, name: string, value: string | number | readonly string[]): void {
  try {
    // Of HTTP/2 Node does not look at the value, and leaves out one that cannot be sent.
    if (http2StreamOf(res) !== undefined) checkFieldValue(name, value)
    res.setHeader(name, value)
  } catch (cause) {
    throw new TypeError(`The response header ${JSON.stringify(name)} has a name or value that HTTP cannot carry`, {
      cause
    })
  }
}

/** Removes the headers that describe a representation which will not be sent. */
export function clearRepresentation(res: OpenResponse): void {
  if (!hasHeaders(res)) return
  for (const name of REPRESENTATION_HEADERS) res.removeHeader(name)
  // An error must not be cached as long as the response that it replaces; a header that forbids caching is kept.
  const caching = res.getHeader('cache-control')
  if (caching !== undefined && !String(caching).includes('no-store')) res.removeHeader('cache-control')
}

/**
 * Sets the reason phrase of HTTP/1 to the title of problems, because node:http has older names (413
 * `Payload Too Large`). A phrase that the application has set is kept.
 */
export function setReasonPhrase(res: ServerResponse, status: number): void {
  // HTTP/2 has no phrases, and Node warns if one is set.
  if (http2StreamOf(res) === undefined && !res.statusMessage) res.statusMessage = reasonPhrase(status)
}
