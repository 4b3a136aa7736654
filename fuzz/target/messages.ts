import type { FetchInput } from '../input.js'

/** The start of the line of stderr in which the target reports why it dies. */
export const DEATH = 'fuzz-target-dies '

/** What the target reports about itself. */
export interface Usage {
  readonly files: number
  readonly descriptors: number
  readonly heapUsed: number
  readonly rss: number
  /** How many requests reached a handler, answered or not. */
  readonly reached: number
  /** How many errors were logged, by message. */
  readonly errors: Readonly<Record<string, number>>
}

/** What became of a WHATWG request. */
export type FetchResult =
  | { readonly kind: 'unmade'; readonly error: string }
  | { readonly kind: 'rejected'; readonly error: string }
  | { readonly kind: 'hung' }
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly headers: readonly (readonly [string, string])[]
      /** In latin1, one character a byte. */
      readonly body: string
      readonly bodyError: string | undefined
    }

/** A message of the target to the fuzzer. */
export type TargetMessage =
  | { readonly type: 'ready'; readonly ports: Readonly<Record<string, number>> }
  | { readonly type: 'fault'; readonly what: string; readonly text: string }
  | { readonly type: 'usage'; readonly usage: Usage }
  | { readonly type: 'fetched'; readonly id: number; readonly result: FetchResult }
  | { readonly type: 'seen'; readonly record: ReferenceRecord }

/** A message of the fuzzer to the target. */
export type FuzzerMessage =
  | { readonly type: 'usage' }
  | { readonly type: 'fetch'; readonly id: number; readonly input: FetchInput }

/** One request head as the parser of Node accepted it. */
export interface Head {
  readonly method: string
  readonly target: string
  readonly version: string
  /** The values of the headers that rules check. */
  readonly id: string | undefined
  readonly hosts: readonly string[]
  readonly transferEncodings: readonly string[]
  readonly contentLengths: readonly string[]
  readonly expect: string | undefined
  readonly headers: number
  /** Whether it names a content coding. */
  readonly isCoded: boolean
  /** The status with which Node's server rejects it (400 for no Host, 417). */
  readonly refused: number | undefined
  /** Whether its body came whole; known when the connection is closed. */
  isWhole: boolean
}

/** What a plain server of node:http saw of one connection. */
export interface ReferenceRecord {
  /** The client's port. */
  readonly port: number
  readonly heads: readonly Head[]
  /** The code of the error by which the parser or a limit ended the connection. */
  readonly error: string | undefined
}
