import type { PublishedDocument, PublishedOperation } from '../document/published-document.js'
import type { Comparison } from '../judge/comparison.js'
import { documentedResponse } from '../judge/response-judge.js'
import type { OperationReport } from './report.js'

/** Documented statuses that the request does not decide: failures, and what comes with time. */
const BESIDE_REQUEST = /^(?:5|default|408|429)/

/** Counts what happened with one operation. */
export class OperationTally {
  readonly operation: PublishedOperation
  readonly isSkipped: boolean
  isPossible = true
  probes = { total: 0, tried: 0 }
  readonly #statuses = new Map<number, number>()
  #requests = 0
  #inconclusive = 0
  #refusedByRule = 0
  #limited = 0
  #denied = 0
  #isAdmitted = false

  constructor(operation: PublishedOperation, isSkipped: boolean) {
    this.operation = operation
    this.isSkipped = isSkipped
  }

  /** `answered` is whether the answer is one of this operation: not that of an unknown path or method. */
  add(status: number, outcome: Comparison['outcome'], answered: boolean): void {
    this.#requests++
    if (outcome === 'inconclusive') this.#inconclusive++
    if (outcome === 'rule') this.#refusedByRule++
    if (outcome === 'limited') this.#limited++
    if (outcome === 'denied') this.#denied++
    if (answered && (outcome === 'accepted' || outcome === 'rule')) this.#isAdmitted = true
    if (answered && status > 0) this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1)
  }

  report(): OperationReport {
    const { id, method, path, responses } = this.operation
    const seen = [...this.#statuses.keys()]
    const hit = new Set(seen.map((status) => documentedResponse(this.operation, status)))
    const unreached = [...responses].filter(([status, response]) => !hit.has(response) && !BESIDE_REQUEST.test(status))
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
      probes: { ...this.probes },
      isPossible: this.isPossible
    }
  }
}

/** Ids that no operation of the document has. */
export function unknownIds(document: PublishedDocument, ids: readonly string[]): string[] {
  return ids.filter((id) => !document.operations.some((operation) => operation.id === id))
}
