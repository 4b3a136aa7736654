import { digestOf } from '../../../../spec/support/listed.js'
import { conventionTrials } from '../../src/conventions/convention-trials.js'
import { Principals } from '../../src/credentials/principals.js'
import { loadLibraries } from '../../src/document/libraries.js'
import { readDocument } from '../../src/document/published-document.js'
import { SchemaChecks } from '../../src/document/schema-checks.js'
import type { FindingKind } from '../../src/judge/finding.js'
import { RequestJudge } from '../../src/judge/request-judge.js'
import { RequestMaker } from '../../src/requests/request-maker.js'
import { type RequestParts, writeRequest } from '../../src/requests/request-parts.js'
import { Play } from '../../src/resources/play.js'
import { sequenceTrials } from '../../src/sequences/sequences.js'
import type { Attempt, TrialStep } from '../../src/session/attempt.js'
import { Session, statusOf } from '../../src/session/session.js'
import { type Draw, drawWith } from '../../src/values/draw.js'
import { ValueMaker } from '../../src/values/value-maker.js'
import { curlScript } from '../../src/wire/curl-script.js'
import { InProcessTarget, NoResponse, type VerifiableService } from '../../src/wire/target.js'
import { RecordedService } from '../recorded-service.js'

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
  /** Each sequence with what it sent and found, for a list. */
  readonly lines: readonly string[]
}

/** What is made of a document once, for all services that publish it: to compile its schemas takes longer than to play. */
async function makeParts(text: string) {
  const libraries = await loadLibraries()
  const document = readDocument(JSON.parse(text))
  const checks = new SchemaChecks(document, libraries)
  return { libraries, document, checks, values: new ValueMaker(checks, libraries) }
}

const known = new Map<string, ReturnType<typeof makeParts>>()

/** Plays the sequences of a service's document, those whose label matches, without the rest of verification. */
export async function playSequences(
  service: VerifiableService,
  { labels = /./, seed = 1, shrinkRuns = 120, reset = () => {} }: PlayOptions = {}
): Promise<Played> {
  const text = JSON.stringify(service.document)
  const parts = known.get(text) ?? makeParts(text)
  known.set(text, parts)
  const { libraries, document, checks, values } = await parts
  const none = { extras: { headers: [], query: [] }, credentials: {}, principals: {}, scopes: {} }
  const judge = new RequestJudge(document, checks)
  const principals = new Principals(document.schemes, none)
  const settings = { timeout: 5000, reset, resetEvery: 1 }
  const recorded = new RecordedService(service)
  const session = new Session(new InProcessTarget(recorded.service), checks, judge, principals, settings)
  const trials = sequenceTrials(document.operations, new RequestMaker(values), values)
  const findings = new Map<string, Found>()
  const missing: string[] = []
  const lines: string[] = []
  let requests = 0
  for (const [index, trial] of trials.filter(({ label }) => labels.test(label)).entries()) {
    await session.reset()
    const before = session.requests
    const outcome = await drawWith(libraries.fastCheck, seed * 1000 + index, (draw) => trial.run(session, draw))
    requests += session.requests - before
    lines.push(`${trial.label} (${trial.operation.id}, about ${trial.cost}), ${recorded.take()}`)
    for (const step of outcome.attempts) lines.push(`  ${stepText(step)}`)
    if (outcome.missing !== undefined) missing.push(`${trial.label}: ${outcome.missing}`)
    if (outcome.missing !== undefined) lines.push(`  not tried: ${outcome.missing}`)
    for (const { finding, operation, steps, simplify } of outcome.findings) {
      const key = `${finding.kind} ${operation.id} ${finding.what}`
      if (findings.has(key)) continue
      const small = await simplify(session, shrinkRuns)
      const script = curlScript(small.steps, 'http://h')
      const { kind, what, judge } = small.finding
      findings.set(key, { kind, what, operation: operation.id, document: judge, script })
      lines.push(
        `  ${key}: ${judge}; by ${numbersOf(steps, outcome.attempts)}`,
        ...script.split('\n').map((line) => `    ${line}`)
      )
      if (shrinkRuns > 0) lines.push(`    after ${small.requests} requests to simplify, ${recorded.take()}`)
    }
  }
  return { findings: [...findings.values()], missing, requests, lines }
}

/** The sequences of a document: their labels, operations and costs. */
export async function sequencesOf(json: unknown, labels = /./): Promise<string[]> {
  const text = JSON.stringify(json)
  const parts = known.get(text) ?? makeParts(text)
  known.set(text, parts)
  const { document, values } = await parts
  return sequenceTrials(document.operations, new RequestMaker(values), values)
    .filter(({ label }) => labels.test(label))
    .map(({ label, operation, cost }) => `${label} (${operation.id}, about ${cost})`)
}

/** So many replies of a long sequence are changed. */
const MOST_CHANGED = 6
const OF_ONE: ReadonlySet<FindingKind> = new Set(['broken-response', 'undocumented-status', 'server-error'])

/**
 * Plays each sequence of the document with a service of its own, once for each `change` of each of the first replies: what
 * it finds, or why it ends, in a line.
 */
export async function playChanged<C>(
  serviceWith: (change: C | undefined, at: number) => VerifiableService,
  changes: readonly C[],
  nameOf: (change: C) => string,
  labels: RegExp,
  which: 'sequences' | 'conventions' = 'sequences'
): Promise<string[]> {
  const { document: json } = serviceWith(undefined, 0)
  const text = JSON.stringify(json)
  const parts = known.get(text) ?? makeParts(text)
  known.set(text, parts)
  const { libraries, document, checks, values } = await parts
  const none = { extras: { headers: [], query: [] }, credentials: {}, principals: {}, scopes: {} }
  const judge = new RequestJudge(document, checks)
  const principals = new Principals(document.schemes, none)
  const requests = new RequestMaker(values)
  const trials =
    which === 'sequences'
      ? sequenceTrials(document.operations, requests, values)
      : conventionTrials(document.operations, principals, requests, values, () => true)
  const lines: string[] = []
  for (const [index, trial] of trials.filter(({ label }) => labels.test(label)).entries()) {
    const play = async (change: C | undefined, at: number) => {
      const recorded = new RecordedService(serviceWith(change, at))
      const settings = { timeout: 5000, reset: () => {}, resetEvery: 1 }
      const session = new Session(new InProcessTarget(recorded.service), checks, judge, principals, settings)
      await session.reset()
      const outcome = await drawWith(libraries.fastCheck, index, (draw) => trial.run(session, draw))
      const { length } = recorded.lines
      const found = outcome.findings.map(({ finding: { kind, what, judge }, operation: { id }, steps }) => {
        const numbers = numbersOf(steps, outcome.attempts)
        // What is wrong with one response is not about sequences.
        return OF_ONE.has(kind) ? `${kind} ${id} ${what}`.trim() : `${kind} ${id} ${what}: ${judge}; by ${numbers}`
      })
      const missing = outcome.missing === undefined ? [] : [`not tried: ${outcome.missing}`]
      return { length, line: [`${recorded.take()}`, ...missing, ...new Set(found)].join('; '), steps: outcome.attempts }
    }
    const honest = await play(undefined, 0)
    lines.push(`\n${trial.label} (${trial.operation.id}, about ${trial.cost}): ${honest.line}`)
    lines.push(...honest.steps.map((step) => `  ${stepText(step)}`))
    for (let at = 0; at < Math.min(honest.length, MOST_CHANGED); at++) {
      for (const change of changes) lines.push(`${at + 1} ${nameOf(change)}: ${(await play(change, at)).line}`)
    }
  }
  return lines
}

/**
 * Plays the sequences of a document with several services that publish it, and compares no response with the document: what
 * each sequence of a service finds, or why it ends, in a line.
 */
export async function quickPlays(json: unknown, labels: RegExp) {
  const text = JSON.stringify(json)
  const parts = known.get(text) ?? makeParts(text)
  known.set(text, parts)
  const { libraries, document, checks, values } = await parts
  const judge = new RequestJudge(document, checks)
  const trials = sequenceTrials(document.operations, new RequestMaker(values), values)
  const chosen = trials.filter(({ label }) => labels.test(label))
  return async (service: VerifiableService, only = /./): Promise<Map<string, string>> => {
    const lines = new Map<string, string>()
    const { wait, decide } = Play.prototype
    // These services show at once what they did.
    Play.prototype.wait = () => Promise.resolve()
    // A play is repeated with the decisions of these names.
    const decided: string[] = []
    Play.prototype.decide = function <T>(this: Play, name: string, make: (draw: Draw) => T): T {
      decided.push(name)
      return decide.call(this, name, make) as T
    }
    try {
      await playAll(service, only, lines, decided)
    } finally {
      Object.assign(Play.prototype, { wait, decide })
    }
    return lines
  }
  async function playAll(
    service: VerifiableService,
    only: RegExp,
    lines: Map<string, string>,
    decided: string[]
  ): Promise<void> {
    for (const [index, trial] of chosen.entries()) {
      if (!only.test(trial.label)) continue
      const sent: string[] = []
      const attemptNext = async (request: RequestParts): Promise<Attempt> => {
        const wire = writeRequest(request)
        const { method, url, body } = wire
        sent.push([method, url, ...(body === undefined ? [] : [Buffer.from(body).toString('latin1')])].join(' '))
        const headers = Object.fromEntries(wire.headers)
        const how = { remoteAddress: '', responseChecks: 'off', signal: NEVER, streamTime: 0 } as const
        const response = await service.inject({ ...wire, headers, ...how }).then(
          ({ statusCode: status, headers: own, rawBody }) => {
            return { status, headers: own as Record<string, string>, body: Buffer.from(rawBody) }
          },
          (error) => new NoResponse(error)
        )
        const comparison = { findings: [], outcome: 'other' } as const
        return { parts: request, request: wire, response, verdict: judge.judge(wire), comparison, milliseconds: 0 }
      }
      const session = { attemptNext, isLate: () => false } as unknown as Session
      const { attempts, missing, findings } = await drawWith(libraries.fastCheck, index, (draw) =>
        trial.run(session, draw)
      )
      const found = findings.map(({ finding: { kind, what, judge }, operation, steps }) => {
        return `${`${kind} ${operation.id} ${what}`.trim()}: ${judge}; by ${numbersOf(steps, attempts)}`
      })
      const why = missing === undefined ? [] : [`not tried: ${missing}`]
      const notes = digestOf([...attempts.map(stepText), ...decided.splice(0)])
      lines.set(trial.label, [`${sent.length} requests (${digestOf(sent)} ${notes})`, ...why, ...found].join('; '))
    }
  }
}

const NEVER = new AbortController().signal

interface PlayOptions {
  readonly labels?: RegExp
  readonly seed?: number
  readonly shrinkRuns?: number
  readonly reset?: () => unknown
}

/** Which of the requests show a finding, by number: `1 3 4`. */
function numbersOf(steps: readonly TrialStep[], all: readonly TrialStep[]): string {
  return steps.map((step) => all.indexOf(step) + 1).join(' ')
}

/** `create a book: POST /books 201`; the digest of the trial's requests says what they contained. */
function stepText({ note, request, response, isAtOnce, uses }: TrialStep): string {
  const used = uses.map(({ parameter, path }) => `${parameter} from ${path.join('.')}`).join(', ')
  const more = [...(isAtOnce ? ['at once'] : []), ...(used === '' ? [] : [used])].join(', ')
  return `${note}: ${request.method} ${request.url} ${statusOf(response)}${more === '' ? '' : ` (${more})`}`
}
