import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerHttp2Stream } from 'node:http2'

/**
 * The HTTP/2 stream of a request or a response; undefined over HTTP/1. Only the object decides: the version in a
 * request line is the client's text, and `GET / HTTP/2.0` can come over HTTP/1.
 */
export function http2StreamOf(message: IncomingMessage | ServerResponse): ServerHttp2Stream | undefined {
  return (message as { stream?: ServerHttp2Stream }).stream
}

/** Marks a class of responses that are Node's of HTTP/1, with a guard around their listeners. */
export const PLAIN: unique symbol = Symbol('fieldstone.plain')

/** Whether the response is Node's own of HTTP/1, as our server makes it. */
export function isNodesOwn(res: ServerResponse): boolean {
  return (res as ServerResponse & { readonly [PLAIN]?: boolean })[PLAIN] === true
}

/** Whether the header section declares content (RFC 9112 section 6.3). Over HTTP/2, content may come without it. */
export function declaresContent({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Whether content may follow the header section: over HTTP/2 the end of the stream decides. */
export function mayHaveContent(req: IncomingMessage): boolean {
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
