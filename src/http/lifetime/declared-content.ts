import type { IncomingMessage } from 'node:http'
import { http2StreamOf } from './http2-stream.js'

/** Whether the header section announces content (RFC 9112 section 6.3). Over HTTP/2 it need not, and content may come all the same. */
export function declaresContent({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Whether content may follow the header section: over HTTP/2 the end of the stream decides. */
export function mayHaveContent(req: IncomingMessage): boolean {
  const stream = http2StreamOf(req)
  return stream === undefined ? declaresContent(req) : !stream.endAfterHeaders
}
