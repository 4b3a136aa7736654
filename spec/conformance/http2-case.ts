import { block, type ErrorName, type Field, FLAG, frame, headers, TYPE } from '../support/raw-http2.js'

/** What a client sees of the outcome. */
export type Outcome =
  /** The connection goes on, and no stream was reset. */
  | { readonly is: 'ignored' }
  /** The stream is answered, and the connection goes on; `body` in its pieces. */
  | { readonly is: 'answered'; readonly stream?: number; readonly body?: readonly string[] }
  /** A stream error (RFC 9113 section 5.4.2). */
  | { readonly is: 'reset'; readonly code: ErrorName; readonly stream?: number }
  /** A connection error (section 5.4.1): GOAWAY, and the end of the connection. */
  | { readonly is: 'goaway'; readonly code: ErrorName }
  /** The end of the connection, or nothing. */
  | { readonly is: 'closed' }

/** Waits before the next frames are sent. */
export type Pause = 'answered' | 'acknowledged' | 'begun'

/** One requirement of RFC 9113 or RFC 7541 for a server. */
export interface Http2Case {
  /** `9113 5.1`: the RFC and the section. */
  readonly section: string
  readonly rule: string
  /** Behind the preface and the settings of both sides, in turns with pauses. */
  readonly send: readonly (Buffer | Pause)[]
  /** Whether `send` begins the connection, in place of the preface. */
  readonly isBare?: true
  /** What the RFC asks for. */
  readonly outcome: Outcome
  /**
   * What Node's library nghttp2 does in place of that, which no option of Node changes. A version of Node that does what
   * the RFC asks for passes, too. GOAWAY of INTERNAL_ERROR in place of another code is not noted at each: Node ends a
   * session by that code whatever nghttp2 has found.
   */
  readonly node?: { readonly outcome: Outcome; readonly why: string }
}

export const IGNORED: Outcome = { is: 'ignored' }
export const ANSWERED: Outcome = { is: 'answered' }
export const reset = (code: ErrorName, stream = 1): Outcome => ({ is: 'reset', code, stream })
export const goaway = (code: ErrorName): Outcome => ({ is: 'goaway', code })

/** The fields of a request. */
export function fields(method: string, path: string, ...more: readonly Field[]): Field[] {
  return [[':method', method], [':scheme', 'http'], [':path', path], [':authority', 'x'], ...more]
}

export const GET: Buffer = block(fields('GET', '/'))
export const HEAD: Buffer = block(fields('HEAD', '/'))
/** Never answered. */
export const WAIT: Buffer = block(fields('GET', '/wait'))
export const POST: Buffer = block(fields('POST', '/echo'))
export const DUMMY: Buffer = block([['x-dummy', 'a']])

export const HALF = FLAG.END_HEADERS
export const data = (stream: number, text: string, flags: number = FLAG.END_STREAM): Buffer =>
  frame(TYPE.DATA, flags, stream, text)
export const continuation = (stream: number, fragment: Buffer, flags: number = FLAG.END_HEADERS): Buffer =>
  frame(TYPE.CONTINUATION, flags, stream, fragment)
export const priority = (stream: number, dependency: number, weight = 15): Buffer =>
  frame(TYPE.PRIORITY, 0, stream, Buffer.from([dependency >>> 24, 0, 0, dependency & 255, weight]))
/** A request that begins and ends in one frame. */
export const get = (stream = 1): Buffer => headers(stream, GET)
