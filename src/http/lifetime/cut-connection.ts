import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TLSSocket } from 'node:tls'
import { http2StreamOf } from './node-messages.js'

/** RFC 9113, section 7: INTERNAL_ERROR. */
const INTERNAL_ERROR = 2

/** Cuts an answer in its middle, so that no client can take it for whole. */
export function cutResponse(req: IncomingMessage, res: ServerResponse): void {
  const stream = http2StreamOf(res)
  if (stream !== undefined) {
    // Destroying the response would close its stream without an error, which is what a whole answer does.
    stream.close(INTERNAL_ERROR)
    return
  }
  // Before HTTP/1.1 the end of the connection is the end of the body, unless it is a reset. TLS has an end of its own,
  // which is missing where the socket is destroyed, and only sockets of TCP can be reset.
  const { socket } = req
  if (req.httpVersionMinor === 0 && (socket as Partial<TLSSocket>).encrypted !== true) socket.resetAndDestroy?.()
  res.destroy()
}
