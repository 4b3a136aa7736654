import type { Finding } from '../judge/finding.js'
import { curlLine } from '../wire/curl.js'
import { NoResponse } from '../wire/send.js'
import type { WireRequest, WireResponse } from '../wire/wire-request.js'
import type { Disagreement } from './report.js'

/** A finding with a request that shows it. */
export interface Evidence {
  readonly operation: string
  readonly finding: Finding
  /** The edge case that led to it. */
  readonly label: string
  readonly request: WireRequest
  readonly response: WireResponse | NoResponse
}

/** The different disagreements found so far. Two are the same if they are of one kind, operation and place. */
export class Disagreements {
  readonly #baseUrl: string
  readonly #found = new Map<string, { evidence: Evidence; count: number }>()
  /** The key of each original finding, and that of the finding that its simplified request shows. */
  readonly #aliases = new Map<string, string>()

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl
  }

  get size(): number {
    return this.#found.size
  }

  /** Counts a finding that is known; returns false for a new one. */
  countKnown(operation: string, finding: Finding): boolean {
    const key = keyOf(operation, finding)
    const entry = this.#found.get(this.#aliases.get(key) ?? key)
    if (entry === undefined) return false
    entry.count++
    return true
  }

  /** Adds a finding with its simplified request. `original` is the finding before that. */
  add(original: Finding, evidence: Evidence): void {
    const key = keyOf(evidence.operation, evidence.finding)
    this.#aliases.set(keyOf(evidence.operation, original), key)
    const entry = this.#found.get(key)
    if (entry === undefined) this.#found.set(key, { evidence, count: 1 })
    else entry.count++
  }

  report(): Disagreement[] {
    return [...this.#found.values()].map(({ evidence, count }) => {
      const { operation, finding, label, request, response } = evidence
      const answer =
        response instanceof NoResponse
          ? { status: 0, contentType: undefined, body: response.message }
          : { status: response.status, contentType: response.headers['content-type'], body: excerpt(response.body) }
      const curl = curlLine(request, this.#baseUrl)
      return { kind: finding.kind, operation, probe: label, count, curl, judge: finding.judge, answer }
    })
  }
}

function keyOf(operation: string, { kind, what }: Finding): string {
  return `${operation}\n${kind}\n${what}`
}

function excerpt(body: Uint8Array): string {
  const text = Buffer.from(body).toString()
  return text.length > 500 ? `${text.slice(0, 500)}…` : text
}
