import type { PublishedOperation } from '../document/published-document.js'
import type { Finding } from '../judge/finding.js'
import type { Draw } from '../values/draw.js'
import type { TrialStep } from './attempt.js'
import type { Session } from './session.js'

/** Something to try that takes more than one request: a sequence, a repetition, two requests at once. */
export interface Trial {
  /** What it tries, as the report names it: `create, then read`. */
  readonly label: string
  /** The operation that its findings belong to. */
  readonly operation: PublishedOperation
  /** How many requests it takes, about. */
  readonly cost: number
  /** Sends its requests; the state of the service is restored before. */
  run(session: Session, draw: Draw): Promise<TrialOutcome>
}

/** What a trial led to. */
export interface TrialOutcome {
  /** All requests, in order. */
  readonly attempts: readonly TrialStep[]
  /** What they show beyond what each request shows on its own. */
  readonly findings: readonly TrialFinding[]
  /** Why it could not be tried, as "no book could be created"; undefined where it was. */
  readonly missing?: string | undefined
}

/** A finding, with the requests that show it, in order. */
export interface TrialFinding {
  readonly finding: Finding
  readonly operation: PublishedOperation
  readonly steps: readonly TrialStep[]
  /**
   * Looks for simpler requests that show the same.
   *
   * @param budget how many requests may be made
   */
  simplify(session: Session, budget: number): Promise<SimplifiedTrial>
}

/** The simplest requests found that show a finding of a trial. */
export interface SimplifiedTrial {
  readonly finding: Finding
  readonly steps: readonly TrialStep[]
  /** How many requests it took. */
  readonly requests: number
}
