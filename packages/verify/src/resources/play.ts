import type { PublishedOperation, PublishedParameter } from '../document/published-document.js'
import type { FindingKind } from '../judge/finding.js'
import type { RequestParts } from '../requests/request-parts.js'
import type { ResponseValue, TrialStep } from '../session/attempt.js'
import { type Session, statusOf } from '../session/session.js'
import { neededFor } from '../session/simplify-steps.js'
import type { Draw } from '../values/draw.js'
import { pathParameters } from './resources.js'

/** A text of a path, and where it comes from. */
export interface BoundText {
  readonly text: string
  /** The step in whose response it is; undefined where it was made. */
  readonly from?: TrialStep | undefined
  readonly path?: readonly string[] | undefined
}

/** Headers that belong to one request, or to one response that was read before. */
const OF_ONE_REQUEST =
  /^(?:if-.*|range|prefer|accept-.*|content-.*|(?:x-)?(?:idempotency-key|request-id|correlation-id))$/i

/** What a play shows. */
export interface PlayFinding {
  readonly kind: FindingKind
  readonly what: string
  readonly judge: string
  readonly operation: PublishedOperation
  readonly steps: readonly TrialStep[]
}

/** Thrown where a sequence cannot be played on: says what is missing. */
export class Missing extends Error {}

/** What is played; undefined where something is missing. */
export async function unlessMissing<T>(played: Promise<T>): Promise<T | undefined> {
  try {
    return await played
  } catch (error) {
    if (error instanceof Missing) return undefined
    throw error
  }
}

/**
 * One performance of a sequence: sends its requests and keeps what they show. Every random decision goes through it under
 * a name, so that the sequence can be played again with the same requests, or with simpler ones.
 */
export class Play {
  readonly steps: TrialStep[] = []
  readonly findings: PlayFinding[] = []
  /** The decisions of this performance, by name. */
  readonly decisions = new Map<string, unknown>()
  /** The parameters of paths that were sent with the texts of their requests; those of others are of resources. */
  readonly #ownTexts = new Map<PublishedOperation, Set<string>>()
  /** Whether decisions of an earlier performance are used. */
  readonly isReplay: boolean
  readonly #session: Session
  readonly #draw: Draw
  readonly #known: ReadonlyMap<string, unknown>
  /** Required headers and cookies of the first request that succeeded with them: what it created may belong to them. */
  readonly #shared = new Map<string, string>()

  /** @param known the decisions of an earlier performance */
  constructor(session: Session, draw: Draw, known?: ReadonlyMap<string, unknown>) {
    this.#session = session
    this.#draw = draw
    this.#known = known ?? new Map()
    this.isReplay = known !== undefined
  }

  /** What was decided under this name before, or what `make` decides now. */
  decide<T>(name: string, make: (draw: Draw) => T): T {
    if (this.decisions.has(name)) return this.decisions.get(name) as T
    const decision = this.#known.has(name) ? (this.#known.get(name) as T) : make(this.#draw)
    this.decisions.set(name, decision)
    return decision
  }

  /** Whether a decision of this name was made in the earlier performance. */
  isKnown(name: string): boolean {
    return this.#known.has(name)
  }

  /** Sends a request. @param path the texts of its path parameters, in the order of the path */
  async send(parts: RequestParts, path: readonly BoundText[], note: string): Promise<TrialStep> {
    this.#checkTime(parts)
    const [sent, uses] = this.#bound(parts, path)
    const step = { ...(await this.#session.attemptNext(sent)), note, uses, isAtOnce: false }
    this.steps.push(step)
    this.#share(step)
    return step
  }

  /** The request as it is sent. */
  #bound(parts: RequestParts, path: readonly BoundText[]): [parts: RequestParts, uses: ResponseValue[]] {
    const own = this.#ownTexts.get(parts.operation) ?? new Set<string>()
    this.#ownTexts.set(parts.operation, own)
    for (const name of pathParameters(parts.operation).slice(path.length)) own.add(name)
    return bind(this.#withShared(parts), path)
  }

  /** Whether a path of the operation was sent with the request's own text of the parameter. */
  hasOwnText(operation: PublishedOperation, parameter: string): boolean {
    return this.#ownTexts.get(operation)?.has(parameter) === true
  }

  /** @throws Missing for an operation that did not respond in time before */
  #checkTime({ operation }: RequestParts): void {
    if (this.#session.isLate(operation)) throw new Missing(`${operation.id} did not respond in time`)
  }

  /** Sends requests at the same time. */
  async sendAtOnce(
    requests: readonly { readonly parts: RequestParts; readonly path: readonly BoundText[]; readonly note: string }[]
  ): Promise<TrialStep[]> {
    for (const { parts } of requests) this.#checkTime(parts)
    const steps = await Promise.all(
      requests.map(async ({ parts, path, note }, index): Promise<TrialStep> => {
        const [sent, uses] = this.#bound(parts, path)
        return { ...(await this.#session.attemptNext(sent)), note, uses, isAtOnce: index > 0 }
      })
    )
    this.steps.push(...steps)
    for (const step of steps) this.#share(step)
    return steps
  }

  #share({ parts, verdict, response }: TrialStep): void {
    const status = statusOf(response)
    if (status < 200 || status >= 300 || verdict.kind !== 'valid' || parts.presented !== undefined) return
    for (const [key, list, name] of sharedBy(parts.operation)) {
      const text = parts[list].find(([other]) => other === name)?.[1]
      if (text !== undefined && !this.#shared.has(key)) this.#shared.set(key, text)
    }
  }

  /** The request as the same tenant, in the same version of the interface: with the texts that succeeded before. */
  #withShared(parts: RequestParts): RequestParts {
    let request = parts
    for (const [key, list, name] of sharedBy(parts.operation)) {
      const text = this.#shared.get(key)
      if (text === undefined) continue
      const pairs = request[list].map((pair) => (pair[0] === name ? ([name, text] as const) : pair))
      request = { ...request, [list]: pairs }
    }
    return request
  }

  /** Keeps a finding; `steps` are those that show it, in any order. */
  found(
    kind: FindingKind,
    what: string,
    judge: string,
    operation: PublishedOperation,
    steps: readonly TrialStep[]
  ): void {
    this.findings.push({ kind, what, judge, operation, steps: neededFor(this.steps, steps) })
  }

  /** Waits where a service may be slow to show what it did; not when the sequence is played again. */
  async wait(milliseconds: number): Promise<void> {
    if (!this.isReplay) await new Promise((resolve) => setTimeout(resolve, milliseconds))
  }
}

/** The required headers and cookies; the key is that of all parameters of the same place, name and schema. */
function sharedBy({ parameters }: PublishedOperation): [key: string, list: 'headers' | 'cookies', name: string][] {
  return parameters.filter(isShared).map(({ in: place, name, schema }) => {
    const own = place === 'header' ? name.toLowerCase() : name
    return [`${place} ${own} ${JSON.stringify(schema)}`, place === 'header' ? 'headers' : 'cookies', own]
  })
}

function isShared({ in: place, name, required }: PublishedParameter): boolean {
  return required && (place === 'cookie' || (place === 'header' && !OF_ONE_REQUEST.test(name)))
}

function bind(parts: RequestParts, path: readonly BoundText[]): [parts: RequestParts, uses: ResponseValue[]] {
  const names = pathParameters(parts.operation)
  const texts: Record<string, string> = { ...parts.path }
  const uses: ResponseValue[] = []
  for (const [index, { text, from, path: at }] of path.entries()) {
    const parameter = names[index]
    if (parameter === undefined) continue
    texts[parameter] = text
    if (from !== undefined && at !== undefined) uses.push({ parameter, from, path: at })
  }
  return [{ ...parts, path: texts }, uses]
}
