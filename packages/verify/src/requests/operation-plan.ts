import type { Principals } from '../credentials/principals.js'
import type { PublishedOperation } from '../document/published-document.js'
import type { Draw } from '../values/draw.js'
import { RANKS, type Rank } from '../values/rank.js'
import type { ValueMaker } from '../values/value-maker.js'
import { edgeCasesOf } from './edge-cases.js'
import type { RequestMaker } from './request-maker.js'
import type { EdgeCase, RequestParts } from './request-parts.js'

/** A request to be sent, and what it tries. */
export interface PlannedRequest {
  readonly request: RequestParts
  readonly label: string
  /** The edge case that it tries for the first time. */
  readonly edge: EdgeCase | undefined
}

/** After so many valid requests that could not be made, no edge case is placed in one. */
const ATTEMPTS = 5

/**
 * The requests of one operation: each edge case once, in the order of ranks, and random ones, several edge cases at once.
 * Edge cases that another operation has tried are left out.
 */
export class OperationPlan {
  readonly operation: PublishedOperation
  /** False where no valid request could be made from the document, and after a response that took too long. */
  isPossible = true
  /** How many edge cases were tried. */
  tried = 0
  /** How many edge cases other operations have tried: those of components that this operation shares with them. */
  shared = 0
  /** How many edge cases no request of this operation can have, as a line feed in a header. */
  unmade = 0
  readonly #requests: RequestMaker
  readonly #values: ValueMaker
  readonly #principals: Principals
  /** Which operation tries a shared edge case: the first of the document, whatever the seed. */
  readonly #owners: Map<string, OperationPlan>
  readonly #allows: (method: string) => boolean
  #edgeCases: readonly EdgeCase[] = []
  readonly #waiting = new Map(RANKS.map((rank): [Rank, EdgeCase[]] => [rank, []]))

  /**
   * @param owners which operation tries each shared edge case; `prepare` adds its own
   * @param allows whether a method may be sent
   */
  constructor(
    operation: PublishedOperation,
    requests: RequestMaker,
    values: ValueMaker,
    principals: Principals,
    owners: Map<string, OperationPlan>,
    allows: (method: string) => boolean
  ) {
    this.operation = operation
    this.#requests = requests
    this.#values = values
    this.#principals = principals
    this.#owners = owners
    this.#allows = allows
  }

  /** How many edge cases there are; those that no request can have are not counted. */
  get total(): number {
    return this.#edgeCases.length - this.unmade
  }

  /** How many edge cases are left. */
  get untried(): number {
    return this.total - this.tried - this.shared
  }

  /** Lists the edge cases. */
  prepare(draw: Draw): void {
    const all = edgeCasesOf(this.#values, this.#principals, this.operation)
    this.#edgeCases = draw.shuffle(all.filter(({ method }) => method === undefined || this.#allows(method)))
    for (const edge of this.#edgeCases) {
      this.#waiting.get(edge.rank)?.push(edge)
      if (edge.share !== undefined && !this.#owners.has(edge.share)) this.#owners.set(edge.share, this)
    }
  }

  /** A new valid request; undefined where none can be made. */
  valid(draw: Draw): PlannedRequest | undefined {
    const request = this.#requests.valid(this.operation, draw)
    return request === undefined ? undefined : { request, label: 'a valid request', edge: undefined }
  }

  /** The next edge case of the rank; undefined where all are tried. */
  edge(rank: Rank, draw: Draw): PlannedRequest | undefined {
    const waiting = this.#waiting.get(rank) ?? []
    for (let edge = waiting.shift(); edge !== undefined; edge = waiting.shift()) {
      const { share, label } = edge
      const owner = share === undefined ? this : (this.#owners.get(share) ?? this)
      if (owner !== this) {
        this.shared++
        continue
      }
      const request = this.#withEdge(edge, draw)
      if (request === undefined) {
        this.unmade++
        if (share !== undefined) this.#owners.delete(share)
        continue
      }
      this.tried++
      return { request, label, edge }
    }
    return undefined
  }

  #withEdge(edge: EdgeCase, draw: Draw): RequestParts | undefined {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const base = this.#requests.base(this.operation, draw, true)
      const request = base && edge.apply(base, draw)
      if (request !== undefined) return request
    }
    return undefined
  }

  /** A valid request with one to three edge cases, or none. */
  random(draw: Draw): PlannedRequest | undefined {
    const valid = draw.chance(0.2)
      ? this.#requests.valid(this.operation, draw)
      : this.#requests.base(this.operation, draw)
    if (valid === undefined) return undefined
    const labels: string[] = []
    let request = valid
    for (let more = draw.chance(0.3) ? 0 : draw.int(1, 3); more > 0; more--) {
      if (this.#edgeCases.length === 0) break
      const { label, apply } = draw.pick(this.#edgeCases)
      const changed = apply(request, draw)
      if (changed === undefined) continue
      request = changed
      labels.push(label)
    }
    return { request, label: labels.join(', and ') || 'a valid request', edge: undefined }
  }
}
