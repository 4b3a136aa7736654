import type { PublishedOperation } from '../document/published-document.js'
import type { FindingKind } from '../judge/finding.js'
import type { RequestParts } from '../requests/request-parts.js'
import type { ResponseValue, TrialStep } from '../session/attempt.js'
import type { Session } from '../session/session.js'
import { neededFor } from '../session/simplify-steps.js'
import type { Draw } from '../values/draw.js'

/** A text of a path, and where it comes from. */
export interface BoundText {
  readonly text: string
  /** The step in whose response it is; undefined where it was made. */
  readonly from?: TrialStep | undefined
  readonly path?: readonly string[] | undefined
}

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

/**
 * One performance of a sequence: sends its requests and keeps what they show. Every random decision goes through it under
 * a name, so that the sequence can be played again with the same requests, or with simpler ones.
 */
export class Play {
  readonly steps: TrialStep[] = []
  readonly findings: PlayFinding[] = []
  /** The decisions of this performance, by name. */
  readonly decisions = new Map<string, unknown>()
  /** Whether decisions of an earlier performance are used. */
  readonly isReplay: boolean
  readonly #session: Session
  readonly #draw: Draw
  readonly #known: ReadonlyMap<string, unknown>

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
    const [sent, uses] = bind(parts, path)
    const step = { ...(await this.#session.attemptNext(sent)), note, uses, isAtOnce: false }
    this.steps.push(step)
    return step
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
        const [sent, uses] = bind(parts, path)
        return { ...(await this.#session.attemptNext(sent)), note, uses, isAtOnce: index > 0 }
      })
    )
    this.steps.push(...steps)
    return steps
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

function bind(parts: RequestParts, path: readonly BoundText[]): [parts: RequestParts, uses: ResponseValue[]] {
  const names = parts.operation.template.segments.flatMap((segment) =>
    segment.kind === 'literal' ? [] : [segment.name]
  )
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
