import type { PublishedOperation } from '../document/published-document.js'
import type { Draw } from '../values/draw.js'
import type { ValueMaker } from '../values/value-maker.js'
import { edgeCasesOf } from './edge-cases.js'
import type { RequestMaker } from './request-maker.js'
import type { EdgeCase, RequestParts } from './request-parts.js'

/** A request to be sent, and what it tries. */
export interface PlannedRequest {
  readonly request: RequestParts
  readonly label: string
  /** Whether it is an edge case that is tried for the first time. */
  readonly isEdge: boolean
}

/** The requests of one operation: each edge case once, valid ones in between, then random edge cases, several at once. */
export class OperationPlan {
  readonly operation: PublishedOperation
  /** False where no valid request could be made from the document, and after a response that took too long. */
  isPossible = true
  /** How many edge cases were tried. */
  tried = 0
  readonly #requests: RequestMaker
  readonly #values: ValueMaker
  /** Shuffled. Undefined until the operation's first turn. */
  #edgeCases: readonly EdgeCase[] | undefined
  #next = 0
  #turns = 0

  constructor(operation: PublishedOperation, requests: RequestMaker, values: ValueMaker) {
    this.operation = operation
    this.#requests = requests
    this.#values = values
  }

  /** How many edge cases there are. */
  get total(): number {
    return this.#edgeCases?.length ?? 0
  }

  get hasUntried(): boolean {
    return this.#edgeCases === undefined || this.#next < this.#edgeCases.length
  }

  /** Undefined where no request could be made in this turn. */
  next(draw: Draw): PlannedRequest | undefined {
    const isFresh = this.#turns % 5 === 0
    const valid = isFresh ? this.#requests.valid(this.operation, draw) : this.#requests.base(this.operation, draw)
    if (valid === undefined) {
      this.isPossible = this.#turns > 0
      return undefined
    }
    this.#edgeCases ??= draw.shuffle(edgeCasesOf(this.#values, this.operation))
    this.#turns++
    if (isFresh || this.total === 0) return { request: valid, label: 'a valid request', isEdge: false }
    while (this.hasUntried) {
      const { label, apply } = this.#edgeCases[this.#next++] as EdgeCase
      this.tried++
      const request = apply(valid, draw)
      if (request !== undefined) return { request, label, isEdge: true }
    }
    const labels: string[] = []
    let request = valid
    for (let more = draw.int(1, 3); more > 0; more--) {
      const { label, apply } = draw.pick(this.#edgeCases)
      const changed = apply(request, draw)
      if (changed === undefined) continue
      request = changed
      labels.push(label)
    }
    return { request, label: labels.join(', and ') || 'a valid request', isEdge: false }
  }
}
