import type { Duplex } from 'node:stream'
import { PROBLEM_TYPE, type Problem, problemOf, type Refusal } from './problem.js'

/** What a client is told whose request the parser refuses, by the parser's error code. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The head of the request is too large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, detail: 'The chunk extensions of the request are too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'The request took too long' }
}
const MALFORMED: Refusal = { status: 400, detail: 'The request is not valid HTTP' }

/** Answers a request that the parser refuses, and closes its connection. */
export function refuseUnparsed(error: NodeJS.ErrnoException, socket: Duplex): Problem {
  const problem = problemOf(REFUSALS[error.code ?? ''] ?? MALFORMED)
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    `content-type: ${PROBLEM_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    // RFC 9110, section 6.6.1.
    `date: ${new Date().toUTCString()}`,
    'connection: close'
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
  return problem
}
