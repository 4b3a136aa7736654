import type { PublishedOperation } from '../document/published-document.js'
import type { SchemaFault } from '../document/schema-checks.js'

/** Where in a request a fault is. */
export type RequestPlace = 'body' | 'query' | 'path' | 'header' | 'cookie' | 'method' | 'content-type'

/** One fault that the judge finds in a request. */
export interface RequestFault extends SchemaFault {
  readonly in: RequestPlace
  /** Whether only a convention forbids it, and no sentence of the document: some readers accept this form. */
  readonly isUnusual?: boolean
}

/** The judge's decision on one part of a request. */
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

/** Invalid by convention: the document does not define this form. */
export function unusual(place: RequestPlace, path: string, keyword: string, message: string): PartVerdict {
  return { kind: 'invalid', fault: { in: place, path, keyword, message, isUnusual: true } }
}

/** The judge's decision on a request. */
export type Verdict =
  /** No path of the document matches, or the patterns of its parameters do not. */
  | {
      readonly kind: 'unknown-path'
      /** Whether another document of the service has the path. */
      readonly isElsewhere: boolean
      readonly operation: PublishedOperation | undefined
      readonly faults: readonly RequestFault[]
    }
  /**
   * The path is in the document, the method is not. `methods` are those of all templates that match the path,
   * `ownMethods` those of the first of them, and
   * `possibleMethods` also those of paths whose parameters have a pattern that this one does not match: not every router
   * compares it before it finds a route. `elsewhere` are those of other documents of the service.
   */
  | {
      readonly kind: 'unknown-method'
      readonly methods: readonly string[]
      readonly ownMethods: readonly string[]
      readonly possibleMethods: readonly string[]
      readonly elsewhere: readonly string[]
    }
  | { readonly kind: 'valid'; readonly operation: PublishedOperation }
  | { readonly kind: 'invalid'; readonly operation: PublishedOperation; readonly faults: readonly RequestFault[] }
  /** There is no fault, but the document leaves open whether the request is valid. */
  | { readonly kind: 'open'; readonly operation: PublishedOperation; readonly reasons: readonly string[] }

/** The verdict as a sentence. */
export function describeVerdict(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'valid':
      return 'the request is valid under the document'
    case 'open':
      return `the document leaves the request open: ${verdict.reasons.join(', ')}`
    case 'invalid':
      return describeFaults(verdict.faults)
    case 'unknown-path':
      return verdict.faults.length > 0 ? describeFaults(verdict.faults) : 'the document has no such path'
    case 'unknown-method':
      return `the document has only ${verdict.methods.join(', ')} for this path`
  }
}

function describeFaults(faults: readonly RequestFault[]): string {
  return faults
    .map(({ in: place, path, message }) => `${place}${path === '' ? '' : ` '${path}'`}: ${message}`)
    .join('; ')
}
