import type { TLSSocket } from 'node:tls'
import type { OpenResponse, SentRequest } from './direct-exchange.js'
import { http2StreamOf, nodeRequestOf, nodeResponseOf } from './node-messages.js'

/** RFC 9113, section 7: INTERNAL_ERROR. */
const INTERNAL_ERROR = 2

/** Cuts a response in its middle, so that no client can take it for complete. */
export function cutResponse(sent: SentRequest, open: OpenResponse): void {
  const req = nodeRequestOf(sent)
  const res = nodeResponseOf(open)
  const stream = http2StreamOf(res)
  if (stream !== undefined) {
    // Destroying the response would close its stream without an error, as a complete response does.
    stream.close(INTERNAL_ERROR)
    return
  }
  // In HTTP/1.0 the end of the connection is the end of the body, unless it is a reset. Only plain TCP sockets can be
  // reset; TLS has an end of its own, which is missing if the socket is destroyed.
  const { socket } = req
  if (req.httpVersionMinor === 0 && (socket as Partial<TLSSocket>).encrypted !== true) socket.resetAndDestroy?.()
  res.destroy()
}
