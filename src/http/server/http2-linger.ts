import type { ServerResponse } from 'node:http'
import { LINGER_MS } from '../lifetime/drain.js'
import { http2StreamOf } from '../lifetime/node-messages.js'
import type { EdgeGuard } from './edge-guard.js'

/** RFC 9113, section 7: NO_ERROR. */
const NO_ERROR = 0

/**
 * Ends the stream of an HTTP/2 request whose response was sent whole before its body had come: what still comes is discarded,
 * and after so many milliseconds the stream is closed, as RFC 9113 section 8.1 allows. Node leaves it open where a handler
 * has begun to read: a client that never ends its body would hold the stream, and with it the stop of the service.
 */
export function endUnread(res: ServerResponse, guard: EdgeGuard, milliseconds: number = LINGER_MS): void {
  const stream = http2StreamOf(res)
  if (stream === undefined || stream.endAfterHeaders) return
  guard.on(stream, 'finish', () => {
    if (stream.readableEnded || stream.closed) return
    const timer = setTimeout(() => stream.close(NO_ERROR), milliseconds)
    guard.on(stream, 'close', () => clearTimeout(timer))
    res.req.resume()
  })
}
