import type { DisagreementKind } from '../judge/disagreement-kind.js'

/** One thing in which service and document disagree, with the smallest request found that shows it. */
export interface Disagreement {
  readonly kind: DisagreementKind
  /** The operation's id. */
  readonly operation: string
  /** What was being tried when it was found. */
  readonly probe: string
  /** How often it was met. */
  readonly count: number
  /** The request as a command for `sh`. */
  readonly curl: string
  /** What the document says, by the judge. */
  readonly judge: string
  /** What the service did. */
  readonly answer: {
    /** 0 where there was no answer. */
    readonly status: number
    readonly contentType: string | undefined
    /** The first 500 characters. */
    readonly body: string
  }
}

/** What verification did with one operation. */
export interface OperationReport {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly isSkipped: boolean
  readonly requests: number
  /** Invalid requests that were answered by something that stands beside validation (401, 404, 409 …). */
  readonly inconclusive: number
  /** Valid requests that were refused by a rule that the document lists under `x-rules`. */
  readonly refusedByRule: number
  /** Requests that were answered 429, whoever asked, and so prove nothing. */
  readonly limited: number
  /** Requests that were answered 401 in spite of the credentials that there are, where the document asks for some. */
  readonly denied: number
  /** Whether a request was let in far enough to be judged. */
  readonly isAdmitted: boolean
  /** How often each status was answered. */
  readonly statuses: Readonly<Record<string, number>>
  /** Documented statuses that never came; not 5xx, which never should, nor 408 and 429, which come with time. */
  readonly unreachedStatuses: readonly string[]
  /** Whether a request had success. */
  readonly isReached: boolean
  /** The edges of this operation: how many there are, and how many were tried and not answered 429. */
  readonly probes: { readonly total: number; readonly tried: number }
  /** False where no valid request could be made from the document, so that nothing was sent. */
  readonly isPossible: boolean
}

/** What {@link verify} found. */
export interface VerifyReport {
  /** No disagreement, and no operation that answered nothing but 429, or but 401. */
  readonly ok: boolean
  /** Gives the same requests again. */
  readonly seed: number
  /** Requests made; those that made disagreements smaller are in `shrinkRequests`. */
  readonly requests: number
  readonly shrinkRequests: number
  readonly milliseconds: number
  /** Whether it ended at `maxDisagreements`, before `runs`. */
  readonly isStoppedEarly: boolean
  readonly disagreements: readonly Disagreement[]
  readonly operations: readonly OperationReport[]
  /** Ids in `skip` that no operation has. */
  readonly unknownSkips: readonly string[]
}

/** Whether nothing was learnt about the operation, since it answered nothing but 429, or since nobody was let in. */
export function isUnproved(operation: OperationReport): boolean {
  return isLimited(operation) || isShut(operation)
}

/** Whether the operation answered nothing but 429. */
export function isLimited({ requests, limited }: OperationReport): boolean {
  return requests > 0 && limited === requests
}

/** Whether the operation asks for credentials, and answered 401 to whatever it could be asked. */
export function isShut({ denied, isAdmitted }: OperationReport): boolean {
  return denied > 0 && !isAdmitted
}
