import type { PublishedOperation } from '../document/published-document.js'
import type { Finding } from '../judge/finding.js'
import type { RequestParts } from '../requests/request-parts.js'
import { simplerRequests } from '../requests/shrink.js'
import type { Session } from '../session/session.js'
import { isSimplerFormOf, simplifySteps } from '../session/simplify-steps.js'
import type { SimplifiedTrial, Trial, TrialFinding, TrialOutcome } from '../session/trial.js'
import type { Draw } from '../values/draw.js'
import { Missing, Play, type PlayFinding } from './play.js'
import type { ResourceCalls } from './resource-calls.js'

/** A sequence of requests, as it is played. */
export interface Sequence {
  readonly label: string
  readonly operation: PublishedOperation
  /** How many requests it takes, about. */
  readonly cost: number
  /** @throws Missing where it cannot be played */
  play(play: Play): Promise<void>
}

/** Plays a sequence as a trial, and plays it again with simpler requests where it found something. */
export class SequenceTrial implements Trial {
  readonly label: string
  readonly operation: PublishedOperation
  readonly cost: number
  readonly #sequence: Sequence
  readonly #calls: ResourceCalls

  constructor(sequence: Sequence, calls: ResourceCalls) {
    this.#calls = calls
    this.label = sequence.label
    this.operation = sequence.operation
    this.cost = sequence.cost
    this.#sequence = sequence
  }

  async run(session: Session, draw: Draw): Promise<TrialOutcome> {
    const play = new Play(session, draw)
    const missing = await this.#perform(play)
    const findings = play.findings.map((found): TrialFinding => {
      const simplify = (again: Session, budget: number) => this.#simplify(again, draw, play, found, budget)
      return { finding: findingOf(found), operation: found.operation, steps: found.steps, simplify }
    })
    const plain = play.steps.flatMap((step, index) => {
      const { operation } = step.parts
      const steps = play.steps.slice(0, index + 1)
      return step.comparison.findings.map((finding): TrialFinding => {
        return { finding, operation, steps, simplify: (again, budget) => simplifySteps(again, steps, finding, budget) }
      })
    })
    return { attempts: play.steps, findings: [...plain, ...findings], missing }
  }

  /** @returns why it could not be played to its end; undefined where it could */
  async #perform(play: Play): Promise<string | undefined> {
    try {
      await this.#sequence.play(play)
      return undefined
    } catch (error) {
      if (error instanceof Missing) return error.message
      throw error
    }
  }

  /** Takes the first simpler request of any step with which the sequence shows the same, as long as there is one. */
  async #simplify(
    session: Session,
    draw: Draw,
    first: Play,
    found: PlayFinding,
    budget: number
  ): Promise<SimplifiedTrial> {
    const start = session.requests
    let best = { found, play: first }
    // It is played to its end each time.
    const isOver = () => session.requests - start + best.play.steps.length > budget || session.isOver
    for (let isSimpler = true; isSimpler; ) {
      isSimpler = false
      for (const decisions of this.#simplerDecisions(best.play)) {
        if (isOver()) break
        await session.reset()
        const play = new Play(session, draw, decisions)
        await this.#perform(play)
        const same = play.findings.find(({ kind, what, operation }) => {
          return kind === found.kind && what === found.what && operation === found.operation
        })
        if (same === undefined || !isSimplerFormOf(found.steps, same.steps)) continue
        best = { found: same, play }
        isSimpler = true
        break
      }
    }
    return { finding: findingOf(best.found), steps: best.found.steps, requests: session.requests - start }
  }

  /** All bodies with what is required alone, then one request after the other, simpler by a step. */
  *#simplerDecisions(play: Play): Generator<ReadonlyMap<string, unknown>> {
    const { decisions } = play
    const requests = [...decisions].filter((entry): entry is [string, RequestParts] => isRequest(entry[1]))
    const least = requests.flatMap(([name, request]): [string, RequestParts][] => {
      const smaller = this.#calls.withLeast(request)
      return smaller === undefined ? [] : [[name, smaller]]
    })
    if (least.length > 1) yield new Map([...decisions, ...least])
    for (const [name, smaller] of least) yield new Map([...decisions, [name, smaller]])
    for (const [name, request] of requests) {
      for (const simpler of simplerRequests(request)) {
        // The text of a resource is sent in its place.
        const isBound = Object.keys(request.path).some((parameter) => {
          return simpler.path[parameter] !== request.path[parameter] && !play.hasOwnText(request.operation, parameter)
        })
        if (isBound) continue
        // What was invalid before may stay so.
        if (this.#calls.hasValidBody(simpler) || !this.#calls.hasValidBody(request))
          yield new Map([...decisions, [name, simpler]])
      }
    }
  }
}

function isRequest(decision: unknown): decision is RequestParts {
  return typeof decision === 'object' && decision !== null && 'operation' in decision
}

function findingOf({ kind, what, judge }: PlayFinding): Finding {
  return { kind, what, judge }
}
