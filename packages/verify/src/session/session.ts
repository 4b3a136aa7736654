import type { Principals } from '../credentials/principals.js'
import type { PublishedOperation } from '../document/published-document.js'
import type { SchemaChecks } from '../document/schema-checks.js'
import { POISONED_NAME } from '../judge/body-judge.js'
import { type Comparison, compare, comparePresented } from '../judge/comparison.js'
import type { Finding } from '../judge/finding.js'
import { judgeLeaks } from '../judge/leak-judge.js'
import type { RequestJudge } from '../judge/request-judge.js'
import type { Verdict } from '../judge/verdict.js'
import { type HeaderCase, type RequestParts, writeRequest } from '../requests/request-parts.js'
import { SchemaFlattener } from '../values/flat-schema.js'
import { NoResponse, type Target } from '../wire/target.js'
import type { WireRequest, WireResponse } from '../wire/wire-request.js'
import type { Arrangement, Attempt } from './attempt.js'
import { Echo } from './echo.js'
import { StoredValues } from './stored-values.js'

/** What a session needs to know of the run. */
export interface SessionSettings {
  /** Milliseconds until a response is late. */
  readonly timeout: number
  /** Restores the service's state. */
  readonly reset: () => unknown
  /** The state is restored before every n-th request that may change it. */
  readonly resetEvery: number
  /** Ends the session. */
  readonly signal?: AbortSignal | undefined
}

/** The signal of the settings ended the session, or no more requests may be sent. */
export class Stopped extends Error {}

/** Milliseconds until timers, signals and what else waits get a turn: a service in this process may need none. */
const TURN_EVERY = 50

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY'])

/** Whether a request of this method leaves the service's state as it is (RFC 9110, section 9.2.1). */
export function isSafe(method: string): boolean {
  return SAFE_METHODS.has(method)
}

/** Sends requests to the service, and compares each response with the document. */
export class Session {
  /** How many requests were sent. */
  requests = 0
  /** How many may be sent at most. */
  most = Number.POSITIVE_INFINITY
  /** When the time is up, by `performance.now()`. */
  end = Number.POSITIVE_INFINITY
  /** Whether the service accepts no connection any more: what follows proves nothing. */
  isGone = false
  readonly #target: Target
  readonly #checks: SchemaChecks
  readonly #judge: RequestJudge
  readonly #echo: Echo
  readonly #arrangements = new Map<PublishedOperation, Arrangement>()
  readonly #principals: Principals
  readonly #late = new Set<PublishedOperation>()
  readonly #settings: SessionSettings
  /** The operations that accepted the credentials which they require. */
  readonly #admitting = new Set<PublishedOperation>()
  #stateChanging = 0
  /** How many clients got a 429. */
  #limitedClients = 0
  #lastTurn = performance.now()
  /** What requests wait for that are sent while others get their turn. */
  #turn: Promise<void> | undefined
  /** How many requests are sent at the time. */
  #open = 0

  constructor(
    target: Target,
    checks: SchemaChecks,
    judge: RequestJudge,
    principals: Principals,
    settings: SessionSettings
  ) {
    this.#target = target
    this.#checks = checks
    const stored = new StoredValues(new SchemaFlattener(checks), (schema) => checks.resolve(schema))
    this.#echo = new Echo(checks, stored)
    this.#judge = judge
    this.#principals = principals
    this.#settings = settings
  }

  /** Whether no more requests are to be sent: the service is gone, or the time is up. */
  get isOver(): boolean {
    return this.isGone || performance.now() >= this.end
  }

  /** Whether a response of the operation was late: another one would be waited for as long. */
  isLate(operation: PublishedOperation): boolean {
    return this.#late.has(operation)
  }

  /** Whether the signal ended it. */
  get isStopped(): boolean {
    return this.#settings.signal?.aborted === true
  }

  /** Restores the service's state, as before a sequence of requests. */
  async reset(): Promise<void> {
    await this.#orStopped(async () => this.#settings.reset())
  }

  /** Has the arrangement made before each request of the operation that goes to the operation's own path. */
  arrange(operation: PublishedOperation, arrangement: Arrangement): void {
    this.#arrangements.set(operation, arrangement)
  }

  /**
   * Sends a request on its own: the state is restored before one that may change it, and what it needs to exist is made.
   */
  async attempt(parts: RequestParts): Promise<Attempt> {
    const isOwnPath = parts.rawPath === undefined && parts.hasOddPath !== true
    const arrangement = isOwnPath ? this.#arrangements.get(parts.operation) : undefined
    const isChange = !isSafe(parts.method) || arrangement !== undefined
    if (isChange && this.#stateChanging++ % this.#settings.resetEvery === 0) await this.reset()
    const arranged = await arrangement?.()
    if (arranged === undefined) return this.attemptNext(parts)
    const attempt = await this.attemptNext({ ...parts, path: { ...parts.path, ...arranged.path } })
    return { ...attempt, arranged }
  }

  /** Sends a request in the state that the requests before it left: a step of a sequence. */
  async attemptNext(parts: RequestParts): Promise<Attempt> {
    const request = this.#principals.sign(writeRequest(parts), parts.operation.security, parts.presented)
    const verdict = this.#judge.judge(request)
    const attempt = await this.#send(parts, request, verdict)
    if (attempt.comparison.outcome !== 'limited') return attempt
    // Most limits count by address: as another client the request may get a response that says something about it.
    this.#limitedClients++
    const isEnough = attempt.comparison.findings.length > 0 || this.requests >= this.most
    return isEnough ? attempt : this.#send(parts, request, verdict)
  }

  /** What a response shows whatever the document says of it. */
  #more(parts: RequestParts, request: WireRequest, response: WireResponse, verdict: Verdict): Finding[] {
    const isAlmost = verdict.kind === 'open' && verdict.reasons.every((reason) => reason === POISONED_NAME)
    const isPlain = (verdict.kind === 'valid' || isAlmost) && parts.presented === undefined
    return [...judgeLeaks(request, response), ...(isPlain ? this.#echo.findings(parts, response) : [])]
  }

  /** @throws Stopped */
  async #send(parts: RequestParts, request: WireRequest, verdict: Verdict): Promise<Attempt> {
    if (this.requests >= this.most) throw new Stopped()
    this.requests++
    const sent = parts.headerCase === undefined ? request : withHeaderCase(request, parts.headerCase)
    const how = { timeout: this.#settings.timeout, client: this.#limitedClients }
    await this.#giveTurn(this.#open++ === 0)
    await this.#orStopped(() => this.#target.ready())
    const start = performance.now()
    const response = await this.#orStopped(() => this.#target.send(sent, how))
    const milliseconds = performance.now() - start
    this.#open--
    if (response instanceof NoResponse && response.isGone) this.isGone = true
    if (response instanceof NoResponse && response.isLate) this.#late.add(parts.operation)
    const { findings, outcome } = this.#compare(parts, verdict, request, response)
    const more = response instanceof NoResponse ? [] : this.#more(parts, request, response, verdict)
    const comparison = { findings: [...findings, ...more], outcome }
    return { parts, request: sent, response, verdict, comparison, milliseconds }
  }

  #compare(
    { presented, operation }: RequestParts,
    verdict: Verdict,
    request: WireRequest,
    response: WireResponse | NoResponse
  ): Comparison {
    if (presented !== undefined) {
      const isAdmitted = this.#admitting.has(operation)
      return comparePresented(this.#checks, verdict, request, response, { operation, presented, isAdmitted })
    }
    const comparison = compare(this.#checks, verdict, request, response)
    if (comparison.outcome === 'accepted') this.#admitting.add(operation)
    return comparison
  }

  /** Requests at the same time wait for one turn, or none of them does: the same seed sends them in the same order. */
  async #giveTurn(isAlone: boolean): Promise<void> {
    const now = performance.now()
    if (isAlone && now - this.#lastTurn > TURN_EVERY) {
      this.#lastTurn = now
      this.#turn = new Promise((resolve) => {
        setImmediate(() => {
          this.#turn = undefined
          resolve()
        })
      })
    }
    await this.#turn
  }

  /** @throws Stopped as soon as the signal ends the session */
  async #orStopped<T>(work: () => Promise<T>): Promise<T> {
    const { signal } = this.#settings
    if (signal === undefined) return work()
    if (signal.aborted) throw new Stopped()
    let stop = () => {}
    const stopped = new Promise<never>((_, reject) => {
      stop = () => reject(new Stopped())
      signal.addEventListener('abort', stop)
    })
    try {
      return await Promise.race([work(), stopped])
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }
}

/** The names of header fields mean the same in any case. */
function withHeaderCase(request: WireRequest, form: HeaderCase): WireRequest {
  const written = (name: string) => {
    return form === 'upper' ? name.toUpperCase() : name.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase())
  }
  return { ...request, headers: request.headers.map(([name, value]) => [written(name), value] as const) }
}

/** The status of a response; 0 where there was none. */
export function statusOf(response: WireResponse | NoResponse): number {
  return response instanceof NoResponse ? 0 : response.status
}
