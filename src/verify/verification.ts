import type { VerifyLibraries } from './document/libraries.js'
import type { PublishedDocument } from './document/published-document.js'
import { SchemaChecks } from './document/schema-checks.js'
import { type Comparison, compare, compareStranger, type Finding } from './judge/comparison.js'
import { RequestJudge, type Verdict } from './judge/request-judge.js'
import { readProblem } from './judge/response-judge.js'
import type { VerifySettings } from './options.js'
import { Disagreements } from './report/disagreements.js'
import { OperationTally, unknownIds } from './report/operation-tally.js'
import { isUnproved, type VerifyReport } from './report/report.js'
import { type Draft, wireOf } from './requests/draft.js'
import { type Stranger, withCredentials } from './requests/missing-credentials.js'
import { RequestMaker } from './requests/request-maker.js'
import type { RequestProbe } from './requests/request-probe.js'
import { requestProbes } from './requests/request-probes.js'
import { simplerDrafts } from './requests/shrink.js'
import { type Draw, drawWith } from './values/draw.js'
import { ValueMaker } from './values/value-maker.js'
import { addressOf, exchange, NoAnswer, type VerifiableService } from './wire/exchange.js'
import type { WireRequest, WireResponse } from './wire/wire-request.js'

/** One request, and everything about it. */
interface Attempt {
  readonly request: WireRequest
  readonly response: WireResponse | NoAnswer
  readonly verdict: Verdict
  readonly comparison: Comparison
}

/** A request to be sent, and what it tries. */
interface Made {
  readonly draft: Draft
  readonly label: string
  /** Whether it is one of the operation's edges, each of which has one turn. */
  readonly isEdge: boolean
}

/** What is to be tried with one operation. */
interface Plan {
  readonly tally: OperationTally
  /** In an order that the seed decides. Undefined until the operation's first turn. */
  probes: readonly RequestProbe[] | undefined
  next: number
  turns: number
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** One run of verification: the document on one side, the service on the other. */
export class Verification {
  readonly #service: VerifiableService
  readonly #document: PublishedDocument
  readonly #settings: VerifySettings
  readonly #libraries: VerifyLibraries
  readonly #checks: SchemaChecks
  readonly #judge: RequestJudge
  readonly #values: ValueMaker
  readonly #requests: RequestMaker
  readonly #disagreements: Disagreements
  readonly #plans: readonly Plan[]
  #stateChanging = 0
  /** How many clients were told that they ask too often. */
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
    this.#libraries = libraries
    this.#checks = new SchemaChecks(document, libraries)
    this.#judge = new RequestJudge(document, this.#checks)
    this.#values = new ValueMaker(this.#checks, libraries)
    this.#requests = new RequestMaker(this.#values)
    this.#disagreements = new Disagreements(settings.baseUrl)
    this.#plans = document.operations.map((operation) => ({
      tally: new OperationTally(operation, settings.skips(operation)),
      probes: undefined,
      next: 0,
      turns: 0
    }))
  }

  async run(): Promise<VerifyReport> {
    const start = performance.now()
    const { runs, maxDisagreements, onProgress } = this.#settings
    let done = 0
    let turn = 0
    while (done < runs && this.#disagreements.size < maxDisagreements) {
      const plan = this.#planOf(turn)
      if (plan === undefined) break
      const made = drawWith(this.#libraries.fastCheck, seedOf(this.#settings.seed, turn++), (draw) =>
        this.#draft(plan, draw)
      )
      if (made === undefined) continue
      const isLimited = await this.#investigate(plan.tally, made.draft, made.label)
      if (isLimited && made.isEdge) plan.tally.probes.tried--
      done++
      if (done % 100 === 0) onProgress({ done, total: runs, disagreements: this.#disagreements.size })
    }
    onProgress({ done, total: runs, disagreements: this.#disagreements.size })
    const disagreements = this.#disagreements.report()
    const operations = this.#plans.map(({ tally }) => tally.report())
    return {
      ok: disagreements.length === 0 && !operations.some(isUnproved),
      seed: this.#settings.seed,
      requests: done,
      shrinkRequests: this.#shrinkRequests,
      milliseconds: performance.now() - start,
      isStoppedEarly: done < runs && this.#disagreements.size >= maxDisagreements,
      disagreements,
      operations,
      unknownSkips: unknownIds(this.#document, this.#settings.skippedIds)
    }
  }

  /** Operations take turns: those that have edges left to try, at last all of them. */
  #planOf(turn: number): Plan | undefined {
    const possible = this.#plans.filter(({ tally }) => !tally.isSkipped && tally.isPossible)
    const unfinished = possible.filter(({ probes, next }) => probes === undefined || next < probes.length)
    const plans = unfinished.length > 0 ? unfinished : possible
    return plans[turn % Math.max(1, plans.length)]
  }

  /** The next request of an operation: each edge once, valid ones between, and then edges by chance, several at once. */
  #draft(plan: Plan, draw: Draw): Made | undefined {
    const { operation } = plan.tally
    const isFresh = plan.turns % 5 === 0
    const valid = isFresh ? this.#requests.valid(operation, draw) : this.#requests.base(operation, draw)
    if (valid === undefined) {
      plan.tally.isPossible = plan.turns > 0
      return undefined
    }
    plan.probes ??= draw.shuffle(requestProbes(this.#values, operation))
    plan.tally.probes.total = plan.probes.length
    plan.turns++
    if (isFresh || plan.probes.length === 0) return { draft: valid, label: 'a valid request', isEdge: false }
    while (plan.next < plan.probes.length) {
      const probe = plan.probes[plan.next++] as RequestProbe
      plan.tally.probes.tried++
      const draft = probe.apply(valid, draw)
      if (draft !== undefined) return { draft, label: probe.label, isEdge: true }
    }
    const labels: string[] = []
    let draft = valid
    for (let more = draw.int(1, 3); more > 0; more--) {
      const probe = draw.pick(plan.probes)
      const changed = probe.apply(draft, draw)
      if (changed === undefined) continue
      draft = changed
      labels.push(probe.label)
    }
    return { draft, label: labels.join(', and ') || 'a valid request', isEdge: false }
  }

  /** Answers whether the service took no request at that time. */
  async #investigate(tally: OperationTally, draft: Draft, label: string): Promise<boolean> {
    const attempt = await this.#attempt(draft)
    const { verdict, comparison, response } = attempt
    const status = response instanceof NoAnswer ? 0 : response.status
    const answered = 'operation' in verdict && verdict.operation === tally.operation
    tally.add(status, comparison.outcome, answered)
    const isLesson = status >= 200 && status < 300 && verdict.kind === 'valid' && draft.stranger === undefined
    if (isLesson) this.#requests.learn(draft, jsonOf(response))
    if (comparison.outcome === 'rule') this.#requests.learnRule(tally.operation)
    for (const finding of comparison.findings) {
      const id = tally.operation.id
      if (this.#disagreements.recognise(id, finding)) continue
      const isLate = response instanceof NoAnswer && response.isLate
      if (isLate) tally.isPossible = false
      const small = isLate ? { attempt, finding } : await this.#shrink(draft, attempt, finding)
      const { request, response: shown } = small.attempt
      const entry = { operation: id, finding: small.finding, probe: label, request, response: shown }
      this.#disagreements.keep(finding, entry)
      if (this.#disagreements.size >= this.#settings.maxDisagreements) break
    }
    return comparison.outcome === 'limited'
  }

  async #attempt(draft: Draft): Promise<Attempt> {
    const { stranger } = draft
    const request = withCredentials(wireOf(draft), this.#settings.credentials, stranger)
    if (!SAFE_METHODS.has(request.method) && this.#stateChanging++ % this.#settings.resetEvery === 0) {
      await this.#settings.reset()
    }
    const verdict = this.#judge.judge(request)
    const attempt = await this.#ask(request, verdict, stranger)
    if (attempt.comparison.outcome !== 'limited') return attempt
    // Most limits count by address: another client may get an answer that says something about the request.
    this.#limitedClients++
    return attempt.comparison.findings.length > 0 ? attempt : this.#ask(request, verdict, stranger)
  }

  async #ask(request: WireRequest, verdict: Verdict, stranger: Stranger | undefined): Promise<Attempt> {
    const from = addressOf(this.#limitedClients)
    const response = await exchange(this.#service, request, this.#settings.timeout, from)
    const judged = stranger === undefined ? compare : compareStranger
    return { request, response, verdict, comparison: judged(this.#checks, verdict, request, response) }
  }

  /** The simplest request found that shows the same, by taking away and simplifying as long as it does. */
  async #shrink(draft: Draft, attempt: Attempt, finding: Finding): Promise<{ attempt: Attempt; finding: Finding }> {
    let best = { attempt, finding }
    let current = draft
    let budget = this.#settings.shrinkRuns
    for (let isSimpler = true; isSimpler && budget > 0; ) {
      isSimpler = false
      for (const candidate of simplerDrafts(current)) {
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

/** Whether a simpler request shows the same: of several faults that were taken, at least one and no other. */
function isSame(finding: Finding, other: Finding): boolean {
  if (finding.kind !== other.kind) return false
  const parts = finding.what.split(', ')
  return other.what.split(', ').every((part) => parts.includes(part))
}

/** A seed for each turn; neighbouring turns have nothing in common. */
function seedOf(seed: number, turn: number): number {
  let mixed = Math.imul((seed | 0) ^ Math.imul(turn + 1, 0x9e3779b1), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}

function jsonOf(response: WireResponse | NoAnswer): unknown {
  if (response instanceof NoAnswer) return undefined
  try {
    return JSON.parse(Buffer.from(response.body).toString())
  } catch {
    return readProblem(response)
  }
}
