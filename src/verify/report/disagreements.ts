import type { Finding } from '../judge/comparison.js'
import { curlLine } from '../wire/curl.js'
import { NoAnswer } from '../wire/exchange.js'
import type { WireRequest, WireResponse } from '../wire/wire-request.js'
import type { Disagreement } from './report.js'

/** A finding with the request that showed it. */
export interface Shown {
  readonly operation: string
  readonly finding: Finding
  readonly probe: string
  readonly request: WireRequest
  readonly response: WireResponse | NoAnswer
}

/** The different disagreements found so far. Two are the same if they are of one kind, operation and place. */
export class Disagreements {
  readonly #baseUrl: string
  readonly #found = new Map<string, { shown: Shown; count: number }>()
  /** What a finding turned into when it was made small. */
  readonly #aliases = new Map<string, string>()

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl
  }

  get size(): number {
    return this.#found.size
  }

  /** Counts a finding that is known; false for a new one. */
  recognise(operation: string, finding: Finding): boolean {
    const key = keyOf(operation, finding)
    const entry = this.#found.get(this.#aliases.get(key) ?? key)
    if (entry === undefined) return false
    entry.count++
    return true
  }

  /** Keeps a finding as it was made small, and remembers what it was before. */
  keep(original: Finding, shown: Shown): void {
    const key = keyOf(shown.operation, shown.finding)
    this.#aliases.set(keyOf(shown.operation, original), key)
    const entry = this.#found.get(key)
    if (entry === undefined) this.#found.set(key, { shown, count: 1 })
    else entry.count++
  }

  report(): Disagreement[] {
    return [...this.#found.values()].map(({ shown, count }) => {
      const { operation, finding, probe, request, response } = shown
      const answer =
        response instanceof NoAnswer
          ? { status: 0, contentType: undefined, body: response.reason }
          : { status: response.status, contentType: response.headers['content-type'], body: excerpt(response.body) }
      const curl = curlLine(request, this.#baseUrl)
      return { kind: finding.kind, operation, probe, count, curl, judge: finding.judge, answer }
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
