/** How a connection is spoken on: each is a listening service of the target. */
export type WireTransport = 'plain' | 'bare' | 'tls' | 'alpn' | 'no-alpn' | 'h2' | 'h2c'

/** Where the sent bytes are split, and how long the rest waits, in milliseconds. */
export interface Cut {
  readonly at: number
  readonly pause: number
}

/**
 * What the client does after its last byte: with `answered` it closes its side when the answers have come, with
 * `half-close` at once, with `hold` never, and with `reset` it aborts the connection.
 */
export type End = 'answered' | 'half-close' | 'hold' | 'reset'

/** Bytes on one connection. */
export interface WireInput {
  readonly kind: 'wire'
  readonly transport: WireTransport
  /** Requests of HTTP/1, or frames of HTTP/2, in order; one character a byte (latin1). */
  readonly pieces: readonly string[]
  readonly cuts: readonly Cut[]
  readonly end: End
}

/** One request by the HTTP/2 client of Node. */
export interface Http2Request {
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string | undefined
  /** Whether the stream is reset by the client after the body's first half. */
  readonly isReset: boolean
}

/** Requests of one session, which Node's own HTTP/2 client sends at once. */
export interface Http2ClientInput {
  readonly kind: 'http2-client'
  readonly transport: 'h2' | 'h2c'
  readonly requests: readonly Http2Request[]
}

/** A WHATWG request to `service.fetch`. */
export interface FetchInput {
  readonly kind: 'fetch'
  readonly transport: 'fetch'
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** One character for each byte; undefined without a body. */
  readonly chunks: readonly string[] | undefined
  /** Whether the body fails after its last chunk instead of ending. */
  readonly fails: boolean
  /** After how many milliseconds the signal fires; undefined for never. */
  readonly abortAfter: number | undefined
  /** Whether the answer's body is cancelled instead of read. */
  readonly cancels: boolean
  /** Whether no middleware is around the route: then most requests are handled without Node's messages. */
  readonly isBare: boolean
  /** How long the body waits before each chunk, in milliseconds. */
  readonly pause: number
}

export type Input = WireInput | Http2ClientInput | FetchInput

/** The transports of HTTP/1.1. */
export function isHttp1(input: WireInput): boolean {
  return input.transport !== 'h2' && input.transport !== 'h2c'
}

/** Bytes as a person can read them: each CRLF starts a line, and what is not printable is escaped. */
function escapeBytes(bytes: string): string {
  return JSON.stringify(bytes).replace(/[\u007f-\u00ff]/g, (char) => `\\x${char.charCodeAt(0).toString(16)}`)
}

/** The input as it is printed with a finding. */
export function showInput(input: Input): string[] {
  if (input.kind === 'fetch') {
    const { method, url, headers, chunks, fails, abortAfter, cancels, isBare, pause } = input
    const lines = [`new Request(${JSON.stringify(url)}, ${JSON.stringify({ method, headers })})`]
    if (chunks !== undefined) lines.push(`body: ${chunks.map(escapeBytes).join(', ')}${fails ? ', then an error' : ''}`)
    if (abortAfter !== undefined) lines.push(`aborted after ${abortAfter} ms`)
    if (cancels) lines.push("the answer's body is cancelled")
    if (isBare) lines.push('without middleware')
    if (pause > 0) lines.push(`each chunk ${pause} ms after the one before`)
    return lines.map((line) => shorten(line))
  }
  if (input.kind === 'http2-client') return input.requests.map((request) => shorten(JSON.stringify(request)))
  const cuts = input.cuts.map(({ at, pause }) => (pause === 0 ? `${at}` : `${at} (+${pause} ms)`)).join(', ')
  const lines = input.pieces.map((piece) => shorten(escapeBytes(piece)))
  return [...lines, `split at: ${cuts === '' ? 'nowhere' : shorten(cuts)}; then: ${input.end}`]
}

function shorten(line: string): string {
  return line.length <= 1_500 ? line : `${line.slice(0, 1_000)} … (${line.length} characters) … ${line.slice(-300)}`
}
