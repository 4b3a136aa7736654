import { Budget } from './budget.js'
import { conventionTrials } from './conventions/convention-trials.js'
import { Principals } from './credentials/principals.js'
import type { VerifyLibraries } from './document/libraries.js'
import { operationFault } from './document/operation-fault.js'
import { SlowPattern } from './document/patterns.js'
import type { PublishedDocument, PublishedOperation } from './document/published-document.js'
import { SchemaChecks } from './document/schema-checks.js'
import type { Finding } from './judge/finding.js'
import { RequestJudge } from './judge/request-judge.js'
import type { VerifyPhase, VerifySettings } from './options.js'
import { Baseline } from './report/baseline.js'
import { Coverage } from './report/coverage.js'
import { Findings } from './report/findings.js'
import { OperationCounts, unknownNames } from './report/operation-counts.js'
import { outcomeOf } from './report/outcome.js'
import type { Obstacle, VerifyReport } from './report/report.js'
import type { ServiceLogs } from './report/service-logs.js'
import { uncheckedBody } from './report/unproved.js'
import { OperationPlan, type PlannedRequest } from './requests/operation-plan.js'
import { RequestMaker } from './requests/request-maker.js'
import { Arrangements } from './resources/arrangements.js'
import { sequenceTrials } from './sequences/sequences.js'
import type { Attempt, TrialStep } from './session/attempt.js'
import { ResponseTimes } from './session/response-times.js'
import { isSafe, Session, Stopped, statusOf } from './session/session.js'
import { isSameFinding, type Simplified, simplify } from './session/simplify.js'
import type { Trial, TrialFinding, TrialOutcome } from './session/trial.js'
import { type Draw, drawWith } from './values/draw.js'
import { RANKS } from './values/rank.js'
import { ValueMaker } from './values/value-maker.js'
import { jsonOf, NoResponse, type Target } from './wire/target.js'

/** Valid requests of each operation before its first edge case: what they lead to is learned. */
const WARM_UP = 4
/** So many edge cases are followed by a valid request. */
const VALID_EVERY = 6
/** More suspicions than this are not simplified: the first ones say what is wrong. */
const SUSPICIONS = 60
/** Milliseconds between two reports of progress, at most: where a request takes no longer. */
const PROGRESS_EVERY = 100

/** One run of verification: compares the service with its document. */
export class Verification {
  readonly #start = performance.now()
  readonly #document: PublishedDocument
  readonly #checks: SchemaChecks
  readonly #settings: VerifySettings
  readonly #fastCheck: VerifyLibraries['fastCheck']
  readonly #principals: Principals
  readonly #session: Session
  readonly #requests: RequestMaker
  readonly #baseline: Baseline
  readonly #findings: Findings
  readonly #coverage: Coverage
  readonly #operations: readonly OperationCounts[]
  readonly #trials: readonly Trial[]
  readonly #arrangements: Arrangements
  readonly #budget: Budget
  readonly #untried: string[] = []
  readonly #times: ResponseTimes
  #turn = 0
  #shrinkRequests = 0
  #trialCost = 0
  #phase: VerifyPhase = 'warm-up'
  #lastProgress = performance.now()

  constructor(target: Target, document: PublishedDocument, settings: VerifySettings, libraries: VerifyLibraries) {
    this.#document = document
    this.#settings = settings
    this.#times = new ResponseTimes(settings.maxResponseTime)
    this.#fastCheck = libraries.fastCheck
    const checks = new SchemaChecks(document, libraries)
    this.#checks = checks
    this.#principals = new Principals(document.schemes, settings)
    this.#session = new Session(target, checks, new RequestJudge(document, checks), this.#principals, settings)
    const values = new ValueMaker(checks, libraries)
    this.#requests = new RequestMaker(values, settings.extras)
    this.#baseline = new Baseline(settings.baseline)
    this.#findings = new Findings(settings.baseUrl ?? target.address, this.#baseline, this.#principals.secrets)
    const owners = new Map<string, OperationPlan>()
    const allowsWrites = settings.allowWrites ?? target.isLocal
    const allows = (method: string) => allowsWrites || isSafe(method)
    this.#operations = document.operations.map((operation) => {
      const plan = new OperationPlan(operation, this.#requests, values, this.#principals, owners, allows)
      const isSkipped = settings.skips(operation)
      return new OperationCounts(plan, isSkipped, isSkipped ? undefined : obstacleTo(operation, checks, allows))
    })
    const active = this.#active().map(({ plan }) => plan.operation)
    this.#trials = [
      ...sequenceTrials(active, this.#requests, values),
      ...conventionTrials(active, this.#principals, this.#requests, values, allows)
    ]
    this.#arrangements = new Arrangements(active, this.#requests, values)
    this.#coverage = new Coverage(active, values.flattener)
    this.#session.end = this.#start + (settings.time ?? Number.POSITIVE_INFINITY)
    // Large documents take seconds to read, which count.
    const left = settings.time && Math.max(0, this.#session.end - performance.now())
    this.#budget = new Budget(settings.runs, left, this.#active().length)
  }

  /** @param logs those of the service, where they are captured */
  async run(logs?: ServiceLogs): Promise<VerifyReport> {
    for (const { plan } of this.#active()) {
      if (this.#isOver) break
      this.#draw((draw) => plan.prepare(draw))
    }
    this.#trialCost = this.#trials.reduce((sum, { cost }) => sum + cost, 0)
    await this.#unlessStopped(this.#phases(), undefined)
    this.#progress()
    const report = this.#report(performance.now() - this.#start)
    return logs === undefined ? report : { ...report, logs: logs.report((text) => this.#principals.secrets.mask(text)) }
  }

  async #phases(): Promise<void> {
    await this.#warmUp()
    this.#arrange()
    this.#begin('edge cases')
    await this.#edgeCases()
    this.#begin('sequences')
    await this.#runTrials()
    this.#begin('random requests')
    await this.#randomRequests()
  }

  #begin(phase: VerifyPhase): void {
    this.#phase = phase
    this.#progress()
  }

  /** What creates comes first, so that what it creates is there for the others. */
  async #warmUp(): Promise<void> {
    const order = (operation: OperationCounts): number => {
      const { method, path } = operation.plan.operation
      return (path.includes('{') ? 2 : 0) + (method === 'POST' ? 0 : 1)
    }
    const operations = [...this.#active()].sort((a, b) => order(a) - order(b))
    for (let round = 0; round < WARM_UP; round++) {
      for (const operation of operations) {
        if (this.#isOver) return
        if (!operation.isActive) continue
        await this.#investigate(
          operation,
          this.#draw((draw) => operation.plan.valid(draw))
        )
        if (round === 0 && operation.requests === 0) operation.plan.isPossible = false
      }
    }
  }

  /** Has created what operations need that found nothing at their path. */
  #arrange(): void {
    for (const { plan, isReached, hasFoundNothing } of this.#active()) {
      if (isReached || !hasFoundNothing) continue
      const arrangement = this.#draw((draw) => this.#arrangements.of(plan.operation, this.#session, draw))
      if (arrangement !== undefined) this.#session.arrange(plan.operation, arrangement)
    }
  }

  /** Every edge case once, in the order of ranks; operations take turns, and valid requests come in between. */
  async #edgeCases(): Promise<void> {
    for (const rank of RANKS) {
      for (let round = 1, isOpen = true; isOpen; round++) {
        isOpen = false
        for (const operation of this.#active()) {
          if (this.#isOver) return
          if (!operation.isActive) continue
          const planned = this.#draw((draw) => operation.plan.edge(rank, draw))
          if (planned === undefined) continue
          isOpen = true
          await this.#investigate(operation, planned)
          if (round % VALID_EVERY === 0) {
            await this.#investigate(
              operation,
              this.#draw((draw) => operation.plan.valid(draw))
            )
          }
        }
      }
    }
  }

  async #runTrials(): Promise<void> {
    for (const trial of this.#trials) {
      if (this.#isOver) return
      this.#trialCost -= trial.cost
      if (this.#session.isLate(trial.operation)) continue
      await this.#session.reset()
      const outcome = await this.#counted(() => this.#outcomeOf(trial))
      const { attempts, findings, missing } = outcome
      if (missing !== undefined) this.#untried.push(`${trial.label}: ${missing}`)
      for (const attempt of attempts) {
        const operation = this.#operations.find(({ plan }) => plan.operation === attempt.parts.operation)
        if (operation !== undefined) this.#learn(operation, attempt)
      }
      for (const found of findings) {
        if (this.#isFull) return
        if (!this.#findings.countKnown(found.operation.id, found.finding)) await this.#addTrial(found, trial.label)
      }
    }
  }

  async #outcomeOf(trial: Trial): Promise<TrialOutcome> {
    try {
      return await this.#drawAsync((draw) => trial.run(this.#session, draw))
    } catch (error) {
      this.#giveUp(error, undefined)
      return { attempts: [], findings: [], missing: (error as SlowPattern).message }
    }
  }

  /** What a request shows on its own is simplified as any request; else the sequence is. */
  async #addTrial(
    { finding, operation: { id }, steps, simplify: simplifyTrial }: TrialFinding,
    label: string
  ): Promise<void> {
    const last = steps.at(-1)
    const isOfOne = last?.comparison.findings.includes(finding) === true
    const isLate = steps.some(({ response }) => response instanceof NoResponse && response.isLate)
    const isTooMuch = this.#isTooMuch(isLate)
    const again = isOfOne && last !== undefined && !isLate ? this.#attemptAlone(last.parts) : undefined
    const alone = again && (await this.#unlessStopped(again, undefined))
    const same = alone?.comparison.findings.find((other) => isSameFinding(finding, other))
    if (alone !== undefined) this.#shrinkRequests++
    if (alone !== undefined && same !== undefined) {
      const small = await this.#simplified(alone, same, isTooMuch)
      this.#shrinkRequests += small.requests
      this.#findings.add(finding, { operation: id, finding: small.finding, label, steps: stepsOf(small.attempt) })
      return
    }
    const asFound = { finding, steps, requests: 0 }
    const work = isTooMuch ? asFound : simplifyTrial(this.#session, this.#settings.shrinkRuns)
    const small = await this.#unlessStopped(work, asFound)
    this.#shrinkRequests += small.requests
    this.#findings.add(finding, { operation: id, finding: small.finding, label, steps: small.steps })
  }

  async #randomRequests(): Promise<void> {
    for (let turn = 0; ; turn++) {
      const operations = this.#active()
      const operation = operations[turn % Math.max(1, operations.length)]
      if (operation === undefined || this.#isOver || !this.#budget.takeRandom()) return
      await this.#investigate(
        operation,
        this.#draw((draw) => operation.plan.random(draw))
      )
    }
  }

  /** The operations that get requests. */
  #active(): readonly OperationCounts[] {
    return this.#operations.filter(({ isActive }) => isActive)
  }

  get #isOver(): boolean {
    return this.#budget.isSpent || this.#isFull || this.#session.isGone || this.#session.isStopped
  }

  get #isFull(): boolean {
    const { disagreements, suspicions } = this.#findings
    const failures = this.#settings.strict ? disagreements + suspicions : disagreements
    return failures >= this.#settings.maxDisagreements
  }

  /** Undefined where a pattern takes too long. */
  #draw<T>(make: (draw: Draw) => T): T | undefined {
    try {
      return this.#drawn(make)
    } catch (error) {
      this.#giveUp(error, undefined)
      return undefined
    }
  }

  /** The same for what takes time; the random source is its own as long as it runs. */
  async #drawAsync<T>(make: (draw: Draw) => Promise<T>): Promise<T> {
    return this.#drawn(make)
  }

  #drawn<T>(make: (draw: Draw) => T): T {
    return drawWith(this.#fastCheck, seedOf(this.#settings.seed, this.#turn++), make)
  }

  /**
   * Leaves the operations alone in which a pattern is that takes too long: nothing can be checked by it.
   *
   * @param active the operation that met it
   * @throws any other error
   */
  #giveUp(error: unknown, active: OperationCounts | undefined): void {
    if (!(error instanceof SlowPattern)) throw error
    const faults = this.#active().map((operation) => {
      return [operation, operationFault(this.#checks, operation.plan.operation)] as const
    })
    const found = faults.filter(([, fault]) => fault !== undefined)
    for (const [operation, fault = ''] of found) operation.obstruct(unreadableObstacle(fault))
    // In a header of a response a pattern is no fault of the operation.
    if (found.length === 0) active?.obstruct(unreadableObstacle(error.message))
  }

  /** Sends the request, learns from the response, and adds what it shows to the report. */
  async #investigate(operation: OperationCounts, planned: PlannedRequest | undefined): Promise<void> {
    if (planned === undefined) return
    try {
      await this.#send(operation, planned)
    } catch (error) {
      this.#giveUp(error, operation)
    }
  }

  async #send(operation: OperationCounts, planned: PlannedRequest): Promise<void> {
    const attempt = await this.#counted(() => this.#session.attempt(planned.request))
    await this.#conclude(operation, attempt, planned.label)
    await this.#checkTime(operation, attempt, planned.label)
    const { edge } = planned
    if (attempt.comparison.outcome === 'limited' && edge !== undefined) operation.plan.tried--
  }

  /** A response that takes too long is waited for twice more: another program may have kept the processor. */
  async #checkTime({ plan }: OperationCounts, attempt: Attempt, label: string): Promise<void> {
    const { id } = plan.operation
    const limit = this.#times.limit(attempt)
    const finding: Finding = { kind: 'slow-response', what: '', judge: '' }
    if (limit === undefined || this.#findings.countKnown(id, finding)) return
    const before = this.#session.requests
    const slow = await this.#times.confirm(this.#session, attempt, limit)
    this.#shrinkRequests += this.#session.requests - before
    if (slow === undefined) return
    const { judge, fastest } = slow
    this.#findings.add(finding, { operation: id, finding: { ...finding, judge }, label, steps: [fastest] })
  }

  /** Sends a request of a sequence as the first one: what it shows only after others is no finding of its own. */
  async #attemptAlone(parts: Attempt['parts']): Promise<Attempt> {
    await this.#session.reset()
    return this.#session.attempt(parts)
  }

  async #conclude(operation: OperationCounts, attempt: Attempt, label: string): Promise<void> {
    this.#learn(operation, attempt)
    const id = ownerOf(operation, attempt)
    for (const finding of attempt.comparison.findings) {
      if (this.#findings.countKnown(id, finding)) continue
      await this.#add(operation, attempt, finding, label)
      if (this.#isFull) break
    }
  }

  /** Counts what a request led to, and learns from its response. */
  #learn(operation: OperationCounts, attempt: Attempt): void {
    const { plan } = operation
    const { verdict, comparison, response, parts } = attempt
    if (!(response instanceof NoResponse) && response.cut === 'late') plan.isPossible = false
    const status = statusOf(response)
    const isOwn = 'operation' in verdict && verdict.operation === plan.operation
    const { presented } = parts
    const isRight = presented === undefined || presented.expect === 'admitted'
    const isGood = isRight && (verdict.kind === 'valid' || verdict.kind === 'open')
    const isSuccess = operation.add(status, comparison.outcome, isOwn, isGood)
    this.#coverage.add(attempt, isSuccess)
    if (isSuccess && status < 400 && verdict.kind === 'valid' && presented === undefined)
      this.#requests.learn(parts, jsonOf(response))
    if (comparison.outcome === 'rule') this.#requests.learnOfRule(plan.operation)
  }

  async #add(operation: OperationCounts, attempt: Attempt, finding: Finding, label: string): Promise<void> {
    const id = ownerOf(operation, attempt)
    const { response } = attempt
    const isLate = response instanceof NoResponse && response.isLate
    if (isLate) operation.plan.isPossible = false
    const small = await this.#simplified(attempt, finding, this.#isTooMuch(isLate))
    this.#shrinkRequests += small.requests
    this.#findings.add(finding, { operation: id, finding: small.finding, label, steps: stepsOf(small.attempt) })
  }

  #simplified(attempt: Attempt, finding: Finding, isTooMuch: boolean): Promise<Simplified> {
    const asFound = { attempt, finding, requests: 0 }
    const work = isTooMuch ? asFound : simplify(this.#session, attempt, finding, this.#settings.shrinkRuns)
    return this.#unlessStopped(work, asFound)
  }

  /** Whether a finding is reported as it was found: each late response takes as long, and the first suspicions say enough. */
  #isTooMuch(isLate: boolean): boolean {
    return isLate || this.#findings.suspicions > SUSPICIONS
  }

  /** What work leads to; something else where the run is stopped meanwhile, or a pattern takes too long. */
  async #unlessStopped<T>(work: Promise<T> | T, otherwise: T): Promise<T> {
    try {
      return await work
    } catch (error) {
      if (!(error instanceof Stopped)) this.#giveUp(error, undefined)
      return otherwise
    }
  }

  /**
   * Counts the requests of the work, which are not more than are left.
   *
   * @throws Stopped where it needs more
   */
  async #counted<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#session.requests
    this.#session.most = before + this.#budget.left
    try {
      return await work()
    } finally {
      this.#session.most = Number.POSITIVE_INFINITY
      this.#count(this.#session.requests - before)
    }
  }

  #count(requests: number): void {
    const before = this.#budget.done
    this.#budget.done += requests
    const isLate = performance.now() - this.#lastProgress >= PROGRESS_EVERY
    if (isLate || Math.floor(before / 100) !== Math.floor(this.#budget.done / 100)) this.#progress()
  }

  #progress(): void {
    this.#lastProgress = performance.now()
    const { done } = this.#budget
    const edges = this.#active().reduce((sum, { plan }) => sum + plan.untried, 0)
    const known = Math.ceil(edges * (1 + 1 / VALID_EVERY)) + this.#trialCost
    const { disagreements, suspicions } = this.#findings
    this.#settings.onProgress({
      phase: this.#phase,
      done,
      disagreements,
      suspicions,
      ...this.#budget.estimate(known)
    })
  }

  #report(milliseconds: number): VerifyReport {
    const { seed, patterns, allowUnproved, strict, minCoverage } = this.#settings
    const coverage = this.#coverage.report()
    const disagreements = this.#findings.report('disagreement')
    const suspicions = this.#findings.report('suspicion')
    const operations = this.#operations.map((operation) => operation.report())
    const isAllowed = (id: string) => allowUnproved.includes(id)
    const unreadable = this.#document.unreadable.map(({ path, why }) => {
      return { operation: path, ...unreadableObstacle(why), isAllowed: isAllowed(path) }
    })
    const unchecked = new Set(
      this.#document.operations.filter(({ body }) => body?.isUnchecked === true).map(({ id }) => id)
    )
    const unproved = [
      ...unreadable,
      ...this.#operations.flatMap((operation) => operation.unproved(isAllowed) ?? []),
      ...operations.flatMap((operation) => uncheckedBody(operation, unchecked.has(operation.id)) ?? [])
    ]
    const isAborted = this.#session.isStopped
    const isStrict = strict
    const outcome = outcomeOf({
      disagreements,
      suspicions,
      unproved,
      operations,
      coverage,
      isStrict,
      minCoverage,
      isAborted
    })
    return {
      ok: outcome === 'proved',
      outcome,
      isStrict,
      seed,
      requests: this.#budget.done,
      shrinkRequests: this.#shrinkRequests,
      milliseconds,
      isStoppedEarly: this.#isFull,
      isGone: this.#session.isGone,
      isAborted,
      disagreements,
      suspicions,
      unproved,
      untriedSequences: this.#untried,
      coverage,
      minCoverage,
      operations,
      staleBaseline: this.#baseline.without([...disagreements, ...suspicions]),
      unknownIds: unknownNames(this.#document, patterns, allowUnproved)
    }
  }
}

/** The id of the operation that a request led to: another one where its method was changed. */
function ownerOf({ plan }: OperationCounts, { verdict }: Attempt): string {
  return ('operation' in verdict ? verdict.operation : undefined)?.id ?? plan.operation.id
}

/** What keeps an operation from getting any request. */
function obstacleTo(
  operation: PublishedOperation,
  checks: SchemaChecks,
  allows: (method: string) => boolean
): Obstacle | undefined {
  const { method } = operation
  const fault = operationFault(checks, operation)
  if (fault !== undefined) return unreadableObstacle(fault)
  if (allows(method)) return undefined
  return { why: `${method} may change the state of the service, which is not allowed`, needs: '`--allow-writes`' }
}

/** A request after those that made what it needs. */
function stepsOf(attempt: Attempt): readonly (Attempt | TrialStep)[] {
  const { arranged, parts } = attempt
  if (arranged === undefined) return [attempt]
  return [...arranged.steps, { ...attempt, note: parts.operation.id, uses: arranged.uses, isAtOnce: false }]
}

function unreadableObstacle(fault: string): Obstacle {
  return { why: `the document has a mistake there: ${fault}`, needs: 'a correction of the document' }
}

/** A seed for each turn; those of successive turns are not related. */
function seedOf(seed: number, turn: number): number {
  let mixed = Math.imul((seed | 0) ^ Math.imul(turn + 1, 0x9e3779b1), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
