import type { IncomingMessage } from 'node:http'
import type { StatusError } from '../lifetime/thrown-value.js'
import { PROBLEM_TYPE, problemOf } from '../problem.js'
import { isHost } from '../syntax/request-target.js'

/** The error for a version of HTTP that the connection does not speak (RFC 9110 section 15.6.6). */
const VERSION_NOT_SUPPORTED: StatusError = { status: 505, detail: 'The service speaks HTTP/1.0 and HTTP/1.1' }
const NO_HOST: StatusError = { status: 400, detail: 'The request has no Host header' }
const TWO_HOSTS: StatusError = { status: 400, detail: 'The request has more than one Host header' }
const WRONG_HOST: StatusError = { status: 400, detail: 'The Host header of the request is malformed' }
const UNKNOWN_CODING: StatusError = {
  status: 501,
  detail: 'The only transfer coding that the service knows is chunked'
}
const UNFRAMED: StatusError = { status: 400, detail: 'The length of the request body cannot be known' }

/**
 * Why a request over HTTP/1 must not be acted upon, though Node's parser took its head; undefined where nothing is wrong.
 *
 * - A version that HTTP/1 does not have: Node takes `HTTP/0.9` and `HTTP/2.0`, and rejects all others itself.
 * - No Host, two, or one that is not a host (RFC 9112 section 3.2): a proxy might have taken another one for it.
 * - A transfer coding other than chunked, or any in HTTP/1.0 (RFC 9112 sections 6.1 and 6.3): where the body ends would
 *   be ambiguous, and what follows it could be a request that someone else chose.
 */
export function headFault(req: IncomingMessage): StatusError | undefined {
  const { httpVersionMajor, httpVersionMinor, rawHeaders } = req
  if (httpVersionMajor !== 1 || httpVersionMinor > 1) return VERSION_NOT_SUPPORTED
  let host: string | undefined
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    if (name.length === 4) {
      if (name !== 'Host' && name !== 'host' && name.toLowerCase() !== 'host') continue
      if (host !== undefined) return TWO_HOSTS
      host = rawHeaders[index + 1] as string
    } else if (name.length === 17 && name.toLowerCase() === 'transfer-encoding') {
      const fault = codingFault(rawHeaders[index + 1] as string, httpVersionMinor)
      if (fault !== undefined) return fault
    }
  }
  if (host !== undefined) return isKnownHost(host) ? undefined : WRONG_HOST
  return httpVersionMinor === 0 ? undefined : NO_HOST
}

/** The last host that was right: most requests have the same, and two texts are compared sooner than one is checked. */
let knownHost = ''

function isKnownHost(host: string): boolean {
  if (host === knownHost) return true
  const isRight = isHost(host)
  if (isRight) knownHost = host
  return isRight
}

const TWO_AUTHORITIES: StatusError = {
  status: 400,
  detail: 'The Host header of the request differs from its authority'
}

/**
 * The same for a request over HTTP/2, of which nghttp2 checks the rest: its authority is a host, without userinfo, and a
 * Host beside it says the same (RFC 9113 section 8.3.1).
 */
export function authorityFault({ headers }: IncomingMessage): StatusError | undefined {
  const authority = headers[':authority'] as string | undefined
  const { host } = headers
  const name = authority ?? host
  if (name !== undefined && !isHost(name)) return WRONG_HOST
  if (authority === undefined || host === undefined) return undefined
  return authority === host || authority.toLowerCase() === host.toLowerCase() ? undefined : TWO_AUTHORITIES
}

function codingFault(codings: string, minor: number): StatusError | undefined {
  const text = codings.toLowerCase()
  if (minor === 0) return UNFRAMED
  if (text === 'chunked') return undefined
  return /(?:^|,)[ \t]*chunked$/.test(text) ? UNKNOWN_CODING : UNFRAMED
}

/** The error response to a request that the parser rejects, by the parser's error code. */
const PARSER_ERRORS: Readonly<Record<string, StatusError>> = {
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The head of the request is too large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, detail: 'The chunk extensions of the request are too large' },
  // The preface of HTTP/2 on a connection that did not agree on it.
  HPE_PAUSED_H2_UPGRADE: VERSION_NOT_SUPPORTED,
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'The request took too long' },
  TUNNEL_REJECTED: { status: 501, detail: 'The service is not a proxy' }
}
const MALFORMED: StatusError = { status: 400, detail: 'The request is not valid HTTP' }

/** A request for a tunnel; node:http hands its socket over without a response (RFC 9110 section 9.3.6). */
export class TunnelRejected extends Error {
  readonly code = 'TUNNEL_REJECTED'
}

/** Of the parser's reasons under `HPE_INVALID_VERSION`: all others are about a text that is not a version. */
const UNKNOWN_VERSION = 'Invalid HTTP version'

/** The error response to a request that the parser rejects. */
export function parserError({ code, reason }: NodeJS.ErrnoException & { readonly reason?: string }): StatusError {
  // Every version but 0.9, 1.0, 1.1 and 2.0; of these, 0.9 and 2.0 are rejected where the head is checked.
  if (reason === UNKNOWN_VERSION) return VERSION_NOT_SUPPORTED
  const name = String(code)
  return Object.hasOwn(PARSER_ERRORS, name) ? (PARSER_ERRORS[name] as StatusError) : MALFORMED
}

/**
 * The whole response as it is sent, for a socket on which no response of node:http can be made. `method` is that
 * of the request, where its head was read: HEAD has no content in its response (RFC 9110 section 9.3.2).
 */
export function rawResponse(error: StatusError, method: string | undefined): string {
  const problem = problemOf(error)
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
