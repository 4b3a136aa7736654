import type { SchemaFault } from '../document/schema-checks.js'

/** Where in a request something is wrong. */
export type RequestPlace = 'body' | 'query' | 'path' | 'header' | 'cookie' | 'method' | 'content-type'

/** One thing that the judge finds wrong with a request. */
export interface RequestFault extends SchemaFault {
  readonly in: RequestPlace
}

/** What the judge says of one part of a request. */
export type PartVerdict =
  | { readonly kind: 'valid' }
  | { readonly kind: 'invalid'; readonly fault: RequestFault }
  /** The document leaves open whether this is valid. */
  | { readonly kind: 'open'; readonly reason: string }

export const VALID: PartVerdict = { kind: 'valid' }

export function open(reason: string): PartVerdict {
  return { kind: 'open', reason }
}

export function invalid(place: RequestPlace, path: string, keyword: string, message: string): PartVerdict {
  return { kind: 'invalid', fault: { in: place, path, keyword, message } }
}
