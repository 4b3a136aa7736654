import type { IncomingMessage } from 'node:http'

/** What may stand in a log and in a header of a request that is sent on: nothing that could forge a line of either. */
const SANE = /^[A-Za-z0-9._-]{1,128}$/

/** The request's `x-request-id` where it is sane, else a new UUID. A header that comes twice is not sane. */
export function requestIdOf(req: IncomingMessage): string {
  const given = req.headers['x-request-id']
  return typeof given === 'string' && SANE.test(given) ? given : crypto.randomUUID()
}
