import { isNamedBy } from '../document/operation-pattern.js'
import type { PublishedDocument } from '../document/published-document.js'
import type { Comparison } from '../judge/comparison.js'
import { documentedResponse, isExpected } from '../judge/response-judge.js'
import type { OperationPlan } from '../requests/operation-plan.js'
import type { Obstacle, OperationReport, UnprovedOperation } from './report.js'
import { unprovedOperation } from './unproved.js'

/** Counts what the requests of one operation led to. */
export class OperationCounts {
  readonly plan: OperationPlan
  readonly isSkipped: boolean
  readonly #statuses = new Map<number, number>()
  #requests = 0
  #inconclusive = 0
  #rejectedByRule = 0
  #isReached = false
  #limited = 0
  #denied = 0
  #isAdmitted = false

  #obstacle: Obstacle | undefined

  /** @param obstacle what keeps the operation from getting any request, apart from the caller's choice */
  constructor(plan: OperationPlan, isSkipped: boolean, obstacle: Obstacle | undefined) {
    this.plan = plan
    this.isSkipped = isSkipped
    this.#obstacle = obstacle
  }

  /** Keeps the operation from getting more requests: what it got proves nothing. */
  obstruct(obstacle: Obstacle): void {
    this.#obstacle = obstacle
  }

  /** Whether it gets requests. */
  get isActive(): boolean {
    return !this.isSkipped && this.#obstacle === undefined && this.plan.isPossible
  }

  /**
   * @param isOwn whether the response is one of this operation, not of an unknown path or method
   * @param isValid whether the request was valid, or could be
   * @returns whether the request got what the operation is for
   */
  add(status: number, outcome: Comparison['outcome'], isOwn: boolean, isValid: boolean): boolean {
    this.#requests++
    const isSuccess = isOwn && isValid && this.#isSuccess(status)
    if (isSuccess) this.#isReached = true
    if (outcome === 'inconclusive') this.#inconclusive++
    if (outcome === 'rule') this.#rejectedByRule++
    if (outcome === 'limited') this.#limited++
    if (outcome === 'denied') this.#denied++
    if (isOwn && (outcome === 'accepted' || outcome === 'rule')) this.#isAdmitted = true
    if (isOwn && status > 0) this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1)
    return isSuccess
  }

  /** A listed status below 400; any listed one where the document has no success. */
  #isSuccess(status: number): boolean {
    const { responses } = this.plan.operation
    if (status >= 200 && status < 400) return true
    const hasSuccess = [...responses.keys()].some((key) => /^[23]/.test(key) || key === 'default')
    return !hasSuccess && documentedResponse(this.plan.operation, status) !== undefined
  }

  /** Whether a valid request succeeded. */
  get isReached(): boolean {
    return this.#isReached
  }

  /** Whether something was not found. */
  get hasFoundNothing(): boolean {
    return this.#statuses.has(404) || this.#statuses.has(410)
  }

  /** How many requests were sent. */
  get requests(): number {
    return this.#requests
  }

  /** Why it is not proved, and what would help; undefined where it is. */
  unproved(isAllowed: (id: string) => boolean): UnprovedOperation | undefined {
    const [required] = this.plan.operation.security.alternatives
    const schemes = required?.schemes.map(({ name }) => name) ?? ['scheme']
    return unprovedOperation(this.report(), isAllowed, schemes)
  }

  report(): OperationReport {
    const { operation, total, tried, shared, isPossible } = this.plan
    const { id, method, path, responses } = operation
    const seen = [...this.#statuses.keys()]
    const hit = new Set(seen.map((status) => documentedResponse(operation, status)))
    const unreached = [...responses].filter(([status, response]) => !hit.has(response) && isExpected(status, operation))
    return {
      id,
      method,
      path,
      isSkipped: this.isSkipped,
      requests: this.#requests,
      inconclusive: this.#inconclusive,
      rejectedByRule: this.#rejectedByRule,
      limited: this.#limited,
      denied: this.#denied,
      isAdmitted: this.#isAdmitted,
      statuses: Object.fromEntries([...this.#statuses].sort(([a], [b]) => a - b)),
      unreachedStatuses: this.isSkipped ? [] : unreached.map(([status]) => status),
      isReached: this.#isReached,
      edgeCases: { total, tried, shared },
      isPossible,
      ...(this.#obstacle && { obstacle: this.#obstacle })
    }
  }
}

/** The patterns that name no operation, and the ids that no operation has. */
export function unknownNames(
  { operations }: PublishedDocument,
  patterns: readonly string[],
  ids: readonly string[]
): string[] {
  return [
    ...patterns.filter((pattern) => !operations.some((operation) => isNamedBy(pattern, operation))),
    ...ids.filter((id) => !operations.some((operation) => operation.id === id))
  ]
}
