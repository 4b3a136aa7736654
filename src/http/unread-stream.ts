import type { ServerResponse } from 'node:http'
import type { ServerHttp2Stream } from 'node:http2'

/** RFC 9113, section 7: NO_ERROR. */
const NO_ERROR = 0

/** How long a client may go on sending what nobody reads: as long as over HTTP/1, 5 s. */
const LINGER_MS = 5_000

/**
 * Ends the stream of an HTTP/2 request that was answered whole before its body had come: what still comes is thrown away,
 * and after so many milliseconds the stream is closed, as RFC 9113 section 8.1 allows. Node leaves it open where somebody
 * has begun to read: a client that never ends its body would hold the stream, and with it the stop of the service.
 */
export function endUnread(res: ServerResponse, milliseconds: number = LINGER_MS): void {
  const { stream } = res as unknown as { stream: ServerHttp2Stream }
  if (stream.endAfterHeaders) return
  stream.once('finish', () => {
    if (stream.readableEnded || stream.closed) return
    const timer = setTimeout(() => stream.close(NO_ERROR), milliseconds)
    stream.once('close', () => clearTimeout(timer))
    res.req.resume()
  })
}
