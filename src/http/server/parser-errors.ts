import { PROBLEM_TYPE, problemOf, type Refusal } from '../response/problem.js'
import { VERSION_NOT_SUPPORTED } from './head-fault.js'

/** What a client is told whose request the parser refuses, by the parser's error code. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The head of the request is too large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, detail: 'The chunk extensions of the request are too large' },
  // The preface of HTTP/2 on a connection that did not agree on it.
  HPE_PAUSED_H2_UPGRADE: VERSION_NOT_SUPPORTED,
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'The request took too long' },
  CONNECT_REFUSED: { status: 501, detail: 'The service is not a proxy' }
}
const MALFORMED: Refusal = { status: 400, detail: 'The request is not valid HTTP' }

/** A request for a tunnel; node:http hands its socket over without a response (RFC 9110 section 9.3.6). */
export class ConnectRefused extends Error {
  readonly code = 'CONNECT_REFUSED'
}

/** Of the parser's reasons under `HPE_INVALID_VERSION`: all others are about a text that is not a version. */
const UNKNOWN_VERSION = 'Invalid HTTP version'

/** The answer to a request that the parser refuses. */
export function refusalOf({ code = '', reason }: NodeJS.ErrnoException & { readonly reason?: string }): Refusal {
  // Every version but 0.9, 1.0, 1.1 and 2.0; of these, 0.9 and 2.0 are refused where the head is checked.
  if (code === 'HPE_INVALID_VERSION' && reason === UNKNOWN_VERSION) return VERSION_NOT_SUPPORTED
  return Object.hasOwn(REFUSALS, code) ? (REFUSALS[code] as Refusal) : MALFORMED
}

/**
 * The whole answer as it goes over the wire, for a socket on which no response of node:http can be made. `method` is that
 * of the request, where its head was read: HEAD has no content in its answer (RFC 9110 section 9.3.2).
 */
export function refusalText(refusal: Refusal, method: string | undefined): string {
  const problem = problemOf(refusal)
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    `content-type: ${PROBLEM_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    // RFC 9110, section 6.6.1.
    `date: ${new Date().toUTCString()}`,
    'connection: close'
  ]
  return `${head.join('\r\n')}\r\n\r\n${method === 'HEAD' ? '' : body}`
}
