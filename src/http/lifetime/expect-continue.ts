import type { IncomingMessage, ServerResponse } from 'node:http'
import { declaresContent } from './node-messages.js'

/** Requests whose clients wait for `100 Continue` before they send a body. */
const waiting = new WeakSet<IncomingMessage>()

/**
 * Holds `100 Continue` back until somebody reads the body, so that whoever is refused before (length, content type,
 * credentials) sends none of it (RFC 9110 section 10.1.1). If nobody does, Node closes the connection after the answer:
 * nobody can know whether the client will still send the body.
 */
export function holdContinue(req: IncomingMessage, res: ServerResponse): void {
  if (!declaresContent(req)) {
    // No body is waited for, so nothing is to be asked for, and Node need not close the connection behind the answer.
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

/** Whether the request's body will not come, since the client still waits to be asked for it. */
export function awaitsContinue(req: IncomingMessage): boolean {
  return waiting.has(req)
}
