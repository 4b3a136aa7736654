import type { Finding } from '../judge/finding.js'
import type { RequestParts } from '../requests/request-parts.js'
import { simplerRequests } from '../requests/shrink.js'
import { textAt } from '../wire/json-text.js'
import { jsonOf } from '../wire/target.js'
import type { TrialStep } from './attempt.js'
import { type Session, statusOf } from './session.js'
import { isSameFinding } from './simplify.js'
import type { SimplifiedTrial } from './trial.js'

/**
 * Looks for fewer and simpler requests that show the same finding of the last one. Ids in paths are those of the responses
 * that come then.
 *
 * @param budget how many requests may be made
 */
export async function simplifySteps(
  session: Session,
  steps: readonly TrialStep[],
  finding: Finding,
  budget: number
): Promise<SimplifiedTrial> {
  const start = session.requests
  let best = { steps, finding }
  const takeFirst = async (candidates: Iterable<readonly TrialStep[]>): Promise<boolean> => {
    for (const candidate of candidates) {
      if (session.requests - start + candidate.length > budget || session.isOver) return false
      const sent = await sendAgain(session, candidate)
      const same = sent?.at(-1)?.comparison.findings.find((other) => isSameFinding(finding, other))
      if (sent === undefined || same === undefined || !isSimplerFormOf(steps, sent)) continue
      best = { steps: sent, finding: same }
      return true
    }
    return false
  }
  for (const candidates of [shorter, simpler]) while (await takeFirst(candidates(best.steps)));
  return { ...best, requests: session.requests - start }
}

/**
 * Whether simpler steps can show what the first ones did: the last has its status, and each request is valid that was. A
 * read that found nothing, simplified to one that is rejected, would show something else.
 */
export function isSimplerFormOf(first: readonly TrialStep[], simpler: readonly TrialStep[]): boolean {
  const [last, now] = [first.at(-1), simpler.at(-1)]
  if (last === undefined || now === undefined || statusOf(last.response) !== statusOf(now.response)) return false
  const wasValid = ({ note, parts }: TrialStep) => {
    return first.some((step) => {
      return step.note === note && step.parts.operation === parts.operation && step.verdict.kind === 'valid'
    })
  }
  return simpler.every((step) => step.verdict.kind === 'valid' || !wasValid(step))
}

/** Without all that the last step does not use, then without each of them; those at the same time stay together. */
function* shorter(steps: readonly TrialStep[]): Generator<readonly TrialStep[]> {
  const needed = neededFor(steps, groupAt(steps, steps.length - 1))
  if (needed.length < steps.length) yield needed
  for (const step of steps.slice(0, -1)) {
    const rest = steps.filter((other) => other !== step)
    const isUsed = rest.some(({ uses }) => uses.some(({ from }) => from === step))
    const isInGroup = step.isAtOnce || steps[steps.indexOf(step) + 1]?.isAtOnce === true
    if (!isUsed && !isInGroup) yield rest
  }
}

/** The steps, and those whose responses they use. */
export function neededFor(steps: readonly TrialStep[], last: readonly TrialStep[]): readonly TrialStep[] {
  const needed = new Set(last)
  for (const step of steps.toReversed()) if (needed.has(step)) for (const { from } of step.uses) needed.add(from)
  return steps.filter((step) => needed.has(step))
}

/** The step at this place, and those that were sent at the same time before it. */
function groupAt(steps: readonly TrialStep[], index: number): readonly TrialStep[] {
  let from = index
  while (steps[from]?.isAtOnce && from > 0) from--
  return steps.slice(from, index + 1)
}

function* simpler(steps: readonly TrialStep[]): Generator<readonly TrialStep[]> {
  for (const [index, step] of steps.entries()) {
    for (const parts of simplerRequests(step.parts)) {
      // What is taken from a response is taken from it again.
      const isTaken = step.uses.some(({ parameter }) => parts.path[parameter] !== step.parts.path[parameter])
      if (!isTaken) yield withParts(steps, index, parts)
    }
  }
}

/** The steps with other parts in one of them; what used its response uses that of the new one. */
function withParts(steps: readonly TrialStep[], index: number, parts: RequestParts): readonly TrialStep[] {
  const changed = new Map<TrialStep, TrialStep>()
  for (const [at, step] of steps.entries()) {
    const uses = step.uses.map((use) => ({ ...use, from: changed.get(use.from) ?? use.from }))
    changed.set(step, { ...step, uses, parts: at === index ? parts : step.parts })
  }
  return [...changed.values()]
}

/** Sends the steps again; undefined where a response lacks the id that a later one uses. */
async function sendAgain(session: Session, steps: readonly TrialStep[]): Promise<readonly TrialStep[] | undefined> {
  await session.reset()
  const sent = new Map<TrialStep, TrialStep>()
  for (let index = 0; index < steps.length; ) {
    let end = index + 1
    while (steps[end]?.isAtOnce) end++
    const group = steps.slice(index, end)
    const bound = group.map((step) => bindAgain(step, sent))
    if (bound.includes(undefined)) return undefined
    const attempts = await Promise.all(bound.map((step) => session.attemptNext((step as TrialStep).parts)))
    for (const [at, step] of group.entries()) sent.set(step, { ...(bound[at] as TrialStep), ...attempts[at] })
    index = end
  }
  return [...sent.values()]
}

/** The step with the ids of new responses; undefined where one of them has none. */
function bindAgain(step: TrialStep, sent: ReadonlyMap<TrialStep, TrialStep>): TrialStep | undefined {
  const path: Record<string, string> = { ...step.parts.path }
  const uses = step.uses.map((use) => ({ ...use, from: sent.get(use.from) ?? use.from }))
  for (const { parameter, from, path: at } of uses) {
    const text = textAt(jsonOf(from.response), at)
    if (text === undefined) return undefined
    path[parameter] = text
  }
  return { ...step, uses, parts: { ...step.parts, path } }
}
