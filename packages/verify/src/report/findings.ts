import type { Secrets } from '../credentials/secrets.js'
import { FINDING_LEVELS, type Finding, type FindingLevel, isDisagreement } from '../judge/finding.js'
import { curlLine } from '../wire/curl.js'
import { curlScript, type ScriptStep } from '../wire/curl-script.js'
import { NoResponse } from '../wire/target.js'
import type { WireResponse } from '../wire/wire-request.js'
import type { Baseline } from './baseline.js'
import type { ReportedFinding } from './report.js'

/** A finding with the requests that show it. */
export interface Evidence {
  readonly operation: string
  readonly finding: Finding
  /** The edge case or sequence that led to it. */
  readonly label: string
  /** In order; the last response shows the finding. */
  readonly steps: readonly (ScriptStep | Omit<ScriptStep, 'note' | 'uses' | 'isAtOnce'>)[]
}

/** The different findings so far. Two are the same if they are of one kind, operation and place. */
export class Findings {
  readonly #baseUrl: string
  readonly #baseline: Baseline
  readonly #secrets: Secrets
  readonly #found = new Map<string, { evidence: Evidence; count: number }>()
  /** The key of each original finding, and that of the finding that its simplified request shows. */
  readonly #aliases = new Map<string, string>()

  constructor(baseUrl: string, baseline: Baseline, secrets: Secrets) {
    this.#baseUrl = baseUrl
    this.#baseline = baseline
    this.#secrets = secrets
  }

  /** How many disagreements there are that the baseline does not accept. */
  get disagreements(): number {
    return this.#count(isDisagreement)
  }

  /** How many suspicions there are that the baseline does not accept. */
  get suspicions(): number {
    return this.#count((finding) => !isDisagreement(finding))
  }

  #count(test: (finding: Finding) => boolean): number {
    return [...this.#found.values()].filter(({ evidence }) => test(evidence.finding) && !this.#isAccepted(evidence))
      .length
  }

  #isAccepted({ operation, finding: { kind, what } }: Evidence): boolean {
    return this.#baseline.accepts({ operation, kind, what: this.#secrets.mask(what) })
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

  report(level: FindingLevel): ReportedFinding[] {
    const found = [...this.#found.values()].filter(({ evidence }) => FINDING_LEVELS[evidence.finding.kind] === level)
    return found.map(({ evidence, count }) => {
      const { operation, finding, label, steps } = evidence
      const secrets = this.#secrets
      const { kind } = finding
      const [what, judge] = [secrets.mask(finding.what), secrets.mask(finding.judge)]
      const last = steps.at(-1)?.response
      const script = steps.filter((step) => 'uses' in step)
      const curl =
        script.length > 0
          ? curlScript(script, this.#baseUrl, secrets)
          : steps.map(({ request }) => curlLine(request, this.#baseUrl, secrets)).join('\n')
      const isAccepted = this.#isAccepted(evidence)
      return {
        kind,
        level,
        operation,
        what,
        foundBy: label,
        count,
        isAccepted,
        curl,
        document: judge,
        response: reported(last, secrets)
      }
    })
  }
}

function reported(response: WireResponse | NoResponse | undefined, secrets: Secrets): ReportedFinding['response'] {
  if (response === undefined) return { status: 0, contentType: undefined, body: '' }
  if (response instanceof NoResponse) return { status: 0, contentType: undefined, body: secrets.mask(response.message) }
  const { status, headers, body, error } = response
  const why = error === undefined ? {} : { error: secrets.mask(error) }
  return {
    status,
    contentType: headers['content-type'] === undefined ? undefined : secrets.mask(headers['content-type']),
    body: excerpt(secrets.mask(Buffer.from(body).toString())),
    ...why
  }
}

function keyOf(operation: string, { kind, what }: Finding): string {
  return `${operation}\n${kind}\n${what}`
}

function excerpt(text: string): string {
  return text.length > 500 ? `${text.slice(0, 500)}…` : text
}
