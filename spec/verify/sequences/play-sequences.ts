import { Principals } from '../../../src/verify/credentials/principals.js'
import { loadLibraries } from '../../../src/verify/document/libraries.js'
import { readDocument } from '../../../src/verify/document/published-document.js'
import { SchemaChecks } from '../../../src/verify/document/schema-checks.js'
import type { FindingKind } from '../../../src/verify/judge/finding.js'
import { RequestJudge } from '../../../src/verify/judge/request-judge.js'
import { RequestMaker } from '../../../src/verify/requests/request-maker.js'
import { sequenceTrials } from '../../../src/verify/sequences/sequences.js'
import { Session } from '../../../src/verify/session/session.js'
import { drawWith } from '../../../src/verify/values/draw.js'
import { ValueMaker } from '../../../src/verify/values/value-maker.js'
import { curlScript } from '../../../src/verify/wire/curl-script.js'
import { InProcessTarget, type VerifiableService } from '../../../src/verify/wire/target.js'

/** What a sequence found. */
export interface Found {
  readonly kind: FindingKind
  readonly operation: string
  readonly what: string
  readonly document: string
  readonly script: string
}

export interface Played {
  /** Each kind, operation and what once. */
  readonly findings: readonly Found[]
  readonly missing: readonly string[]
  readonly requests: number
}

/** Plays the sequences of a service's document, those whose label matches, without the rest of verification. */
export async function playSequences(
  service: VerifiableService,
  { labels = /./, seed = 1, shrinkRuns = 120, reset = () => {} }: PlayOptions = {}
): Promise<Played> {
  const libraries = await loadLibraries()
  const document = readDocument(JSON.parse(JSON.stringify(service.document)))
  const checks = new SchemaChecks(document, libraries)
  const none = { extras: { headers: [], query: [] }, credentials: {}, principals: {}, scopes: {} }
  const judge = new RequestJudge(document, checks)
  const principals = new Principals(document.schemes, none)
  const settings = { timeout: 5000, reset, resetEvery: 1 }
  const session = new Session(new InProcessTarget(service), checks, judge, principals, settings)
  const values = new ValueMaker(checks, libraries)
  const trials = sequenceTrials(document.operations, new RequestMaker(values), values)
  const findings = new Map<string, Found>()
  const missing: string[] = []
  let requests = 0
  for (const [index, trial] of trials.filter(({ label }) => labels.test(label)).entries()) {
    await session.reset()
    const before = session.requests
    const outcome = await drawWith(libraries.fastCheck, seed * 1000 + index, (draw) => trial.run(session, draw))
    requests += session.requests - before
    if (outcome.missing !== undefined) missing.push(`${trial.label}: ${outcome.missing}`)
    for (const { finding, operation, simplify } of outcome.findings) {
      const key = `${finding.kind} ${operation.id} ${finding.what}`
      if (findings.has(key)) continue
      const small = await simplify(session, shrinkRuns)
      const script = curlScript(small.steps, 'http://h')
      const { kind, what, judge } = small.finding
      findings.set(key, { kind, what, operation: operation.id, document: judge, script })
    }
  }
  return { findings: [...findings.values()], missing, requests }
}

interface PlayOptions {
  readonly labels?: RegExp
  readonly seed?: number
  readonly shrinkRuns?: number
  readonly reset?: () => unknown
}
