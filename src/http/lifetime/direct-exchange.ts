import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

/**
 * What the framework reads of a request before anything needs a stream. Node's own requests have it as they are; where a
 * request came in another form, {@link DIRECT} has the rest.
 */
export interface SentRequest {
  readonly method?: string | undefined
  /** The request target. */
  readonly url?: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly rawHeaders: readonly string[]
  /** Whom the request came from. */
  readonly socket: { readonly remoteAddress?: string | undefined }
  readonly [DIRECT]?: DirectExchange
}

/** What the framework reads and sets of a response before it is written. Node's own responses have it as they are. */
export interface OpenResponse {
  readonly headersSent: boolean
  readonly statusCode: number
  readonly destroyed: boolean
  readonly writableEnded: boolean
  getHeader(name: string): number | string | string[] | undefined
  getHeaderNames(): string[]
  hasHeader(name: string): boolean
  setHeader(name: string, value: number | string | readonly string[]): unknown
  removeHeader(name: string): void
  readonly [DIRECT]?: DirectExchange
}

/** A response that is given at once, with the headers that were set before. */
export interface WholeReply {
  readonly status: number
  /** Undefined for a reply without a body. */
  readonly contentType: string | undefined
  readonly body: string | Uint8Array
  /** All headers that it has where they are known before, names and values in turn. */
  readonly head?: readonly (string | number)[]
}

/** What all bytes of a body are given to, without a promise of their own. It throws nothing. */
export interface BytesReader {
  arrived(bytes: Uint8Array): void
  failed(error: unknown): void
}

/** Finds what is behind a request or a response that is not Node's own. */
export const DIRECT: unique symbol = Symbol('fieldstone.direct')

/**
 * A request and its response that did not come as Node's messages. It is read and written directly; Node's messages are
 * made only where a handler or middleware uses them, or where a stream is needed, and then go on from where it is.
 */
export interface DirectExchange {
  /** Whether Node's messages were made, so that all goes through them. */
  readonly isNode: boolean
  /** A header of the request, by name in lower case. */
  header(name: string): string | undefined
  /** The same of a header that the framework alone reads, while the request is there: none needs to be kept behind its end. */
  headerNow(name: string): string | undefined
  /**
   * Reads all bytes of the body, and gives them to the reader; or what `tooLarge` makes above the limit, or an error where the
   * body fails.
   */
  readBody(limit: number, tooLarge: (limit: number) => Error, reader: BytesReader): void
  /** Called when the response may take a while: from now on it is noticed that the client goes away. */
  watch(): void
  /** Writes the response; false where only a stream can do it. */
  write(reply: WholeReply): boolean
  /** Calls back once, when the response was given whole (`isSent`), or the client has gone. */
  whenOver(work: (isSent: boolean) => void): void
  /** Whether the client has gone before the response was given. */
  readonly isCut: boolean
  /** The same as Node's messages. */
  readonly req: IncomingMessage
  readonly res: ServerResponse
}

/** Where a request remembers its context: for `router.urlParam(req, name)`, and for the limits on time. */
export const CONTEXT: unique symbol = Symbol('fieldstone.context')

/** A request that a router has seen. */
export interface Remembering {
  [CONTEXT]?: unknown
}

/** The same memory, as Node's middleware and handlers get it. */
export function bufferOf(bytes: ArrayBuffer | Uint8Array): Buffer {
  if (!(bytes instanceof Uint8Array)) return Buffer.from(bytes)
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
