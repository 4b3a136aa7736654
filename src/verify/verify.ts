import { loadLibraries, type VerifyLibraries } from './document/libraries.js'
import { type PublishedDocument, readDocument } from './document/published-document.js'
import { SchemaChecks } from './document/schema-checks.js'
import { type Comparison, compare, compareBadCredentials } from './judge/comparison.js'
import type { Finding } from './judge/finding.js'
import { RequestJudge } from './judge/request-judge.js'
import type { Verdict } from './judge/verdict.js'
import { type VerifyOptions, type VerifySettings, verifySettings } from './options.js'
import { Disagreements } from './report/disagreements.js'
import { OperationCounts, unknownIds } from './report/operation-counts.js'
import { isUnproved, type VerifyReport } from './report/report.js'
import { OperationPlan, type PlannedRequest } from './requests/operation-plan.js'
import { RequestMaker } from './requests/request-maker.js'
import { type RequestParts, writeRequest } from './requests/request-parts.js'
import { simplerRequests } from './requests/shrink.js'
import { drawWith } from './values/draw.js'
import { ValueMaker } from './values/value-maker.js'
import { type BadCredentials, withCredentials } from './wire/credentials.js'
import { clientAddress, NoResponse, send, type VerifiableService } from './wire/send.js'
import type { WireRequest, WireResponse } from './wire/wire-request.js'

/**
 * Checks a service against its published document: makes valid and almost valid requests for every operation from the
 * document alone, sends them in-process, and compares each response with what an independent judge (Ajv on the published
 * JSON) says of the request and of the response.
 *
 * Needs `ajv` and `fast-check`: `npm install --save-dev ajv fast-check`.
 *
 * @throws MissingLibraryError; RangeError or TypeError for wrong options; Error for a document that cannot be read
 *
 * @example
 * const report = await verify(await bootstrap(app), { runs: 10_000 })
 * if (!report.ok) throw new Error(formatReport(report))
 */
export async function verify(service: VerifiableService, options: VerifyOptions = {}): Promise<VerifyReport> {
  const settings = verifySettings(options)
  const libraries = await loadLibraries()
  const published = readDocument(await publishedJson(service, settings))
  return new Verification(service, published, settings, libraries).run()
}

/** The document as its readers get it. */
async function publishedJson(service: VerifiableService, settings: VerifySettings): Promise<unknown> {
  const { documentPath: path, timeout } = settings
  if (path === undefined) return JSON.parse(JSON.stringify(service.document))
  const response = await send(service, { method: 'GET', url: path, headers: [], body: undefined }, timeout)
  const isRead = !(response instanceof NoResponse) && response.status === 200
  if (isRead) return JSON.parse(Buffer.from(response.body).toString())
  const cause = response instanceof NoResponse ? response.message : `the service responded ${response.status}`
  throw new Error(`The document at ${path} cannot be read: ${cause}`)
}

/** A request that was sent, its response, and how both compare with the document. */
interface Attempt {
  readonly request: WireRequest
  readonly response: WireResponse | NoResponse
  readonly verdict: Verdict
  readonly comparison: Comparison
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** One run of verification: compares the service with its document. */
class Verification {
  readonly #service: VerifiableService
  readonly #document: PublishedDocument
  readonly #settings: VerifySettings
  readonly #fastCheck: VerifyLibraries['fastCheck']
  readonly #checks: SchemaChecks
  readonly #judge: RequestJudge
  readonly #requests: RequestMaker
  readonly #disagreements: Disagreements
  readonly #operations: readonly OperationCounts[]
  #stateChanging = 0
  /** How many clients got a 429. */
  #limitedClients = 0
  #shrinkRequests = 0

  constructor(
    service: VerifiableService,
    document: PublishedDocument,
    settings: VerifySettings,
    libraries: VerifyLibraries
  ) {
    this.#service = service
    this.#document = document
    this.#settings = settings
    this.#fastCheck = libraries.fastCheck
    this.#checks = new SchemaChecks(document, libraries)
    this.#judge = new RequestJudge(document, this.#checks)
    const values = new ValueMaker(this.#checks, libraries)
    this.#requests = new RequestMaker(values)
    this.#disagreements = new Disagreements(settings.baseUrl)
    this.#operations = document.operations.map((operation) => {
      return new OperationCounts(new OperationPlan(operation, this.#requests, values), settings.skips(operation))
    })
  }

  async run(): Promise<VerifyReport> {
    const start = performance.now()
    const { seed, runs, maxDisagreements, onProgress, skippedIds } = this.#settings
    let done = 0
    let turn = 0
    while (done < runs && this.#disagreements.size < maxDisagreements) {
      const operation = this.#operationOf(turn)
      if (operation === undefined) break
      const planned = drawWith(this.#fastCheck, seedOf(seed, turn++), (draw) => operation.plan.next(draw))
      if (planned === undefined) continue
      const outcome = await this.#investigate(operation, planned)
      if (outcome === 'limited' && planned.isEdge) operation.plan.tried--
      done++
      if (done % 100 === 0) onProgress({ done, total: runs, disagreements: this.#disagreements.size })
    }
    onProgress({ done, total: runs, disagreements: this.#disagreements.size })
    const disagreements = this.#disagreements.report()
    const operations = this.#operations.map((operation) => operation.report())
    return {
      ok: disagreements.length === 0 && !operations.some(isUnproved),
      seed,
      requests: done,
      shrinkRequests: this.#shrinkRequests,
      milliseconds: performance.now() - start,
      isStoppedEarly: done < runs && this.#disagreements.size >= maxDisagreements,
      disagreements,
      operations,
      unknownSkips: unknownIds(this.#document, skippedIds)
    }
  }

  /** Operations take turns: those with edge cases that were not tried; when there are none, all of them. */
  #operationOf(turn: number): OperationCounts | undefined {
    const possible = this.#operations.filter(({ isSkipped, plan }) => !isSkipped && plan.isPossible)
    const unfinished = possible.filter(({ plan }) => plan.hasUntried)
    const operations = unfinished.length > 0 ? unfinished : possible
    return operations[turn % Math.max(1, operations.length)]
  }

  /** Sends the request, learns from the response, and adds what it shows to the report. */
  async #investigate(operation: OperationCounts, planned: PlannedRequest): Promise<Comparison['outcome']> {
    const { request: parts, label } = planned
    const { plan } = operation
    const { id } = plan.operation
    const attempt = await this.#attempt(parts)
    const { verdict, comparison, response } = attempt
    const status = response instanceof NoResponse ? 0 : response.status
    operation.add(status, comparison.outcome, 'operation' in verdict && verdict.operation === plan.operation)
    const isSuccess = status >= 200 && status < 300 && verdict.kind === 'valid' && parts.badCredentials === undefined
    if (isSuccess) this.#requests.learn(parts, jsonOf(response))
    if (comparison.outcome === 'rule') this.#requests.learnOfRule(plan.operation)
    for (const finding of comparison.findings) {
      if (this.#disagreements.countKnown(id, finding)) continue
      const isLate = response instanceof NoResponse && response.isLate
      if (isLate) plan.isPossible = false
      const small = isLate ? { attempt, finding } : await this.#shrink(parts, attempt, finding)
      const { request, response: received } = small.attempt
      this.#disagreements.add(finding, { operation: id, finding: small.finding, label, request, response: received })
      if (this.#disagreements.size >= this.#settings.maxDisagreements) break
    }
    return comparison.outcome
  }

  async #attempt(parts: RequestParts): Promise<Attempt> {
    const { badCredentials } = parts
    const request = withCredentials(writeRequest(parts), this.#settings.credentials, badCredentials)
    if (!SAFE_METHODS.has(request.method) && this.#stateChanging++ % this.#settings.resetEvery === 0) {
      await this.#settings.reset()
    }
    const verdict = this.#judge.judge(request)
    const attempt = await this.#send(request, verdict, badCredentials)
    if (attempt.comparison.outcome !== 'limited') return attempt
    // Most limits count by address: as another client the request may get a response that says something about it.
    this.#limitedClients++
    return attempt.comparison.findings.length > 0 ? attempt : this.#send(request, verdict, badCredentials)
  }

  async #send(request: WireRequest, verdict: Verdict, badCredentials?: BadCredentials): Promise<Attempt> {
    const from = clientAddress(this.#limitedClients)
    const response = await send(this.#service, request, this.#settings.timeout, from)
    const compareWith = badCredentials === undefined ? compare : compareBadCredentials
    return { request, response, verdict, comparison: compareWith(this.#checks, verdict, request, response) }
  }

  /** The simplest request found that shows the same finding. Each step takes the first simpler request that does. */
  async #shrink(
    parts: RequestParts,
    attempt: Attempt,
    finding: Finding
  ): Promise<{ attempt: Attempt; finding: Finding }> {
    let best = { attempt, finding }
    let current = parts
    let budget = this.#settings.shrinkRuns
    for (let isSimpler = true; isSimpler && budget > 0; ) {
      isSimpler = false
      for (const candidate of simplerRequests(current)) {
        if (budget-- <= 0) break
        this.#shrinkRequests++
        const next = await this.#attempt(candidate)
        const same = next.comparison.findings.find((other) => isSame(finding, other))
        if (same === undefined) continue
        best = { attempt: next, finding: same }
        current = candidate
        isSimpler = true
        break
      }
    }
    return best
  }
}

/** Whether a simpler request shows the same finding: at least one of its faults, and no other. */
function isSame(finding: Finding, other: Finding): boolean {
  if (finding.kind !== other.kind) return false
  const parts = finding.what.split(', ')
  return other.what.split(', ').every((part) => parts.includes(part))
}

/** A seed for each turn; those of successive turns are not related. */
function seedOf(seed: number, turn: number): number {
  let mixed = Math.imul((seed | 0) ^ Math.imul(turn + 1, 0x9e3779b1), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}

function jsonOf(response: WireResponse | NoResponse): unknown {
  if (response instanceof NoResponse) return undefined
  try {
    return JSON.parse(Buffer.from(response.body).toString())
  } catch {
    return undefined
  }
}
