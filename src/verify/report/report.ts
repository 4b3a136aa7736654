import type { DisagreementKind } from '../judge/finding.js'

/** One point in which service and document disagree, with the smallest request found that shows it. */
export interface Disagreement {
  /** What kind of disagreement it is. */
  readonly kind: DisagreementKind
  /** The operation's id. */
  readonly operation: string
  /** The edge case that found it. */
  readonly probe: string
  /** How often it was found. */
  readonly count: number
  /** The request as a command for `sh`. */
  readonly curl: string
  /** What the document says, according to the judge. */
  readonly judge: string
  /** The service's response. */
  readonly answer: {
    /** 0 where there was none. */
    readonly status: number
    readonly contentType: string | undefined
    /** Its first 500 characters; why there was no response where the status is 0. */
    readonly body: string
  }
}

/** What verification did with one operation. */
export interface OperationReport {
  /** The operation: its `operationId`, or method and path. */
  readonly id: string
  /** Its method, in upper case. */
  readonly method: string
  /** Its path, as the document has it. */
  readonly path: string
  /** Whether it was left out. */
  readonly isSkipped: boolean
  /** How many requests were sent to it. */
  readonly requests: number
  /** Invalid requests that got a status other than those of validation (401, 404, 409 …). */
  readonly inconclusive: number
  /** Valid requests that were rejected by a rule that the document lists under `x-rules`. */
  readonly refusedByRule: number
  /** Requests that got a 429, also as another client, and so prove nothing. */
  readonly limited: number
  /** Requests that got a 401 where the document requires credentials, although they had those that were given. */
  readonly denied: number
  /** Whether a request passed the check of credentials, so that its response could be judged. */
  readonly isAdmitted: boolean
  /** How often the service responded with each status. */
  readonly statuses: Readonly<Record<string, number>>
  /** Documented statuses that never occurred; without 5xx, 408 and 429, which do not depend on the request alone. */
  readonly unreachedStatuses: readonly string[]
  /** Whether a request got a status below 400. */
  readonly isReached: boolean
  /** The edge cases of this operation: how many there are, and how many were tried and got another status than 429. */
  readonly probes: { readonly total: number; readonly tried: number }
  /** False where no valid request could be made from the document, and where a response took too long. */
  readonly isPossible: boolean
}

/** What {@link verify} found. */
export interface VerifyReport {
  /** No disagreement, and no operation that always responded 429, or always 401. */
  readonly ok: boolean
  /** With it the same requests are made again. */
  readonly seed: number
  /** Without `shrinkRequests`. */
  readonly requests: number
  /** Requests that were made to simplify disagreements. */
  readonly shrinkRequests: number
  /** How long it took. */
  readonly milliseconds: number
  /** Whether it stopped at `maxDisagreements`, before `runs`. */
  readonly isStoppedEarly: boolean
  /** What contradicts the document, one entry for each cause. */
  readonly disagreements: readonly Disagreement[]
  /** Every operation of the document. */
  readonly operations: readonly OperationReport[]
  /** Ids in `skip` that no operation has. */
  readonly unknownSkips: readonly string[]
}

/** Whether verification says nothing about the operation, because of limits or missing credentials. */
export function isUnproved(operation: OperationReport): boolean {
  return isLimited(operation) || isDenied(operation)
}

/** Whether the operation always responded 429. */
export function isLimited({ requests, limited }: OperationReport): boolean {
  return requests > 0 && limited === requests
}

/** Whether the operation requires credentials, and no request passed the check of them. */
export function isDenied({ denied, isAdmitted }: OperationReport): boolean {
  return denied > 0 && !isAdmitted
}
