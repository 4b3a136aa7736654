import type { IncomingMessage, ServerResponse } from 'node:http'
import { declaresContent } from './node-messages.js'

/** Requests whose clients wait for `100 Continue` before they send a body. */
const waiting = new WeakSet<IncomingMessage>()

/**
 * Sends `100 Continue` when the body is first read, and not before: the client of a request that is rejected for its
 * length, content type or credentials sends no body (RFC 9110 section 10.1.1). If the body is never read, Node closes
 * the connection after the response, because the client may or may not send the body.
 */
export function holdContinue(req: IncomingMessage, res: ServerResponse): void {
  if (!declaresContent(req)) {
    // There is no body, so Node need not close the connection after the response.
    Object.assign(res, { _expect_continue: false })
    return
  }
  waiting.add(req)
  const { _read: read } = req
  req._read = function (this: IncomingMessage, size: number): void {
    req._read = read
    if (waiting.delete(req) && !res.headersSent) res.writeContinue()
    read.call(this, size)
  }
}

/** Whether the client still waits for `100 Continue`, so that the body will not come. */
export function awaitsContinue(req: IncomingMessage): boolean {
  return waiting.has(req)
}
