import type { PublishedDocument } from '../document/published-document.js'
import type { Comparison } from '../judge/comparison.js'
import { documentedResponse } from '../judge/response-judge.js'
import type { OperationPlan } from '../requests/operation-plan.js'
import type { OperationReport } from './report.js'

/** Documented statuses that do not depend on the request: failures, timeouts and limits. */
const INDEPENDENT = /^(?:5|default|408|429)/

/** Counts what the requests of one operation led to. */
export class OperationCounts {
  readonly plan: OperationPlan
  readonly isSkipped: boolean
  readonly #statuses = new Map<number, number>()
  #requests = 0
  #inconclusive = 0
  #refusedByRule = 0
  #limited = 0
  #denied = 0
  #isAdmitted = false

  constructor(plan: OperationPlan, isSkipped: boolean) {
    this.plan = plan
    this.isSkipped = isSkipped
  }

  /** @param isOwn whether the response is one of this operation, not of an unknown path or method */
  add(status: number, outcome: Comparison['outcome'], isOwn: boolean): void {
    this.#requests++
    if (outcome === 'inconclusive') this.#inconclusive++
    if (outcome === 'rule') this.#refusedByRule++
    if (outcome === 'limited') this.#limited++
    if (outcome === 'denied') this.#denied++
    if (isOwn && (outcome === 'accepted' || outcome === 'rule')) this.#isAdmitted = true
    if (isOwn && status > 0) this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1)
  }

  report(): OperationReport {
    const { operation, total, tried, isPossible } = this.plan
    const { id, method, path, responses } = operation
    const seen = [...this.#statuses.keys()]
    const hit = new Set(seen.map((status) => documentedResponse(operation, status)))
    const unreached = [...responses].filter(([status, response]) => !hit.has(response) && !INDEPENDENT.test(status))
    return {
      id,
      method,
      path,
      isSkipped: this.isSkipped,
      requests: this.#requests,
      inconclusive: this.#inconclusive,
      refusedByRule: this.#refusedByRule,
      limited: this.#limited,
      denied: this.#denied,
      isAdmitted: this.#isAdmitted,
      statuses: Object.fromEntries([...this.#statuses].sort(([a], [b]) => a - b)),
      unreachedStatuses: this.isSkipped ? [] : unreached.map(([status]) => status),
      isReached: seen.some((status) => status < 400),
      probes: { total, tried },
      isPossible
    }
  }
}

/** Ids that no operation of the document has. */
export function unknownIds(document: PublishedDocument, ids: readonly string[]): string[] {
  return ids.filter((id) => !document.operations.some((operation) => operation.id === id))
}
