/** One mistake that a developer of an application makes, which `makeApplication(id)` contains. */
export interface Mistake {
  readonly id: string
  /** The `operationId` where it shows, or several; none where it is outside of every operation. */
  readonly operation: string | readonly string[]
  /** What the developer did wrong. */
  readonly what: string
  /** What a developer must be able to read in a good report. */
  readonly report: string
  /** Whether the document says otherwise, or only what one expects of a good service. */
  readonly promise: 'contradicts-document' | 'good-service'
}

type Words = readonly [what: string, report: string]

/** The document says otherwise. */
export function contradicts<const I extends string>(
  id: I,
  operation: string | readonly string[],
  ...[what, report]: Words
) {
  return { id, operation, what, report, promise: 'contradicts-document' } as const
}

/** The document allows it, and a good service does not do it. */
export function disappoints<const I extends string>(
  id: I,
  operation: string | readonly string[],
  ...[what, report]: Words
) {
  return { id, operation, what, report, promise: 'good-service' } as const
}
