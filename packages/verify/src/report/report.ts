import type { FindingKind, FindingLevel } from '../judge/finding.js'
import type { AcceptedFinding } from './baseline.js'
import type { ContractCoverage } from './coverage.js'
import type { ServiceLog } from './service-logs.js'

/** One point in which the service contradicts its document, or is suspicious, with the smallest request that shows it. */
export interface ReportedFinding {
  /** What kind of finding it is. */
  readonly kind: FindingKind
  /** Whether it contradicts the document, or is what a good service would not do. */
  readonly level: FindingLevel
  /** The operation's id. */
  readonly operation: string
  /** Distinguishes it from other findings of its kind in the operation: a status, a media type, a path and keyword. */
  readonly what: string
  /** The edge case or the sequence that found it. */
  readonly foundBy: string
  /** How often it was found. */
  readonly count: number
  /** Whether the baseline has it, so that it does not fail the run. */
  readonly isAccepted: boolean
  /** The requests as commands for `sh`, one on each line. */
  readonly curl: string
  /** What the document says, according to the judge; for a suspicion, what was expected. */
  readonly document: string
  /** The service's response to the last request. */
  readonly response: {
    /** 0 where there was none. */
    readonly status: number
    readonly contentType: string | undefined
    /** Its first 500 characters; why there was no response where the status is 0. */
    readonly body: string
    /** Why the service failed: what its handler threw, and where in its code. */
    readonly error?: string
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
  readonly rejectedByRule: number
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
  /** Whether a valid request got a response of success: one that the document lists, below 400 where there is one. */
  readonly isReached: boolean
  /**
   * The edge cases of this operation: how many there are, how many were tried here, and how many with another operation
   * that has the same component of the document.
   */
  readonly edgeCases: { readonly total: number; readonly tried: number; readonly shared: number }
  /** False where no valid request could be made from the document, and where a response took too long. */
  readonly isPossible: boolean
  /** Why it got no request, although it was not left out. */
  readonly obstacle?: Obstacle
}

/** Why an operation is not proved, and what would help. */
export interface Obstacle {
  /** As a sentence without a subject: `no request was sent`. */
  readonly why: string
  /** What would help: `more runs or time`. */
  readonly needs: string
}

/** An operation of which verification cannot say that it keeps its document. */
export interface UnprovedOperation {
  /** The operation's id. */
  readonly operation: string
  /** Why nothing is proved: `no request got a response of success (404 49 times)`. */
  readonly why: string
  /** What would help: an example, a credential, a reset, more runs. */
  readonly needs: string
  /** Whether it does not count: `allowUnproved` names the operation, or the document says what is not checked. */
  readonly isAllowed: boolean
}

/** What {@link verify} found. */
export interface VerifyReport {
  /** Whether everything is proved: no disagreement, no operation unproved, and with `strict` no suspicion. */
  readonly ok: boolean
  /** `proved`, `disagreement` (with `strict` also for suspicions), or `unproved`. */
  readonly outcome: 'proved' | 'disagreement' | 'unproved'
  /** Whether suspicions fail the run. */
  readonly isStrict: boolean
  /** With it the same requests are made again. */
  readonly seed: number
  /** How many requests were sent, without those of `shrinkRequests`. */
  readonly requests: number
  /** Requests that were made to simplify findings. */
  readonly shrinkRequests: number
  /** How long it took. */
  readonly milliseconds: number
  /** Whether it stopped at `maxDisagreements`. */
  readonly isStoppedEarly: boolean
  /** Whether it stopped because the service accepted no connection any more. */
  readonly isGone: boolean
  /** Whether the `signal` stopped it. */
  readonly isAborted: boolean
  /** What contradicts the document, one entry for each cause. */
  readonly disagreements: readonly ReportedFinding[]
  /** What a document cannot promise, but a good service keeps. */
  readonly suspicions: readonly ReportedFinding[]
  /** The operations that are not proved. */
  readonly unproved: readonly UnprovedOperation[]
  /** Sequences and repetitions that could not be tried, with what was missing. */
  readonly untriedSequences: readonly string[]
  /** What of the contract was met. */
  readonly coverage: ContractCoverage
  /** What part of it is to be met, in percent. */
  readonly minCoverage: number
  /** Every operation of the document. */
  readonly operations: readonly OperationReport[]
  /** What the baseline accepts and the run did not find. */
  readonly staleBaseline: readonly AcceptedFinding[]
  /** Patterns in `include` and `exclude`, and ids in `allowUnproved`, that name no operation. */
  readonly unknownIds: readonly string[]
  /** What the service wrote to its log, by cause; only the command captures it. */
  readonly logs?: readonly ServiceLog[]
}
