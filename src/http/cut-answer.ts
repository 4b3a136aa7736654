import type { IncomingMessage, ServerResponse } from 'node:http'

/** RFC 9113, section 7: INTERNAL_ERROR. */
const INTERNAL_ERROR = 2

/** Cuts an answer in its middle, so that no client can take it for whole. */
export function cutAnswer(req: IncomingMessage, res: ServerResponse): void {
  if (req.httpVersionMajor === 2) {
    // Destroying the response would close its stream without an error, which is what a whole answer does.
    const { stream } = res as unknown as { stream: { close(code: number): void } }
    stream.close(INTERNAL_ERROR)
    return
  }
  // Before HTTP/1.1 the end of the connection is the end of the body, unless it is a reset.
  if (req.httpVersionMinor === 0) req.socket.resetAndDestroy?.()
  res.destroy()
}
