import type { PublishedOperation } from '../document/published-document.js'
import { idOfItem } from '../resources/list-items.js'
import type { Play } from '../resources/play.js'
import { isSuccess, type ResourceCalls } from '../resources/resource-calls.js'
import { an, operationOfOne, type Resource } from '../resources/resources.js'
import type { Sequence } from '../resources/sequence-trial.js'
import type { TrialStep } from '../session/attempt.js'
import { statusOf } from '../session/session.js'
import { readBack } from '../wire/json-text.js'
import { jsonOf } from '../wire/target.js'

/** How often two creations are tried, each time with other values. */
const ROUNDS = 4

/** Sequences of two requests at the same time: a failure of one of them is found as any failure. */
export function raceSequences(calls: ResourceCalls, resource: Resource): Sequence[] {
  const { create, replace, change, remove, name } = resource
  const creation = (isSame: boolean): Sequence[] => {
    if (create === undefined) return []
    const label = isSame ? `create the same ${name} twice at once` : `create two ${name}s at once`
    return [{ label, operation: create, cost: 4, play: (play) => createAtOnce(calls, play, resource, create, isSame) }]
  }
  const updates = [replace, change, remove].filter((operation) => operation !== undefined)
  return [
    ...creation(true),
    ...creation(false),
    ...updates.map(
      (operation): Sequence => ({
        label: `${operation.method} ${an(name)} twice at once`,
        operation,
        cost: 4,
        play: (play) => updateAtOnce(calls, play, resource, operation)
      })
    )
  ]
}

async function createAtOnce(
  calls: ResourceCalls,
  play: Play,
  resource: Resource,
  create: PublishedOperation,
  isSame: boolean
): Promise<void> {
  const { name } = resource
  const parents = await calls.parents(play, resource)
  let pair: readonly TrialStep[] = []
  for (let round = 0; round < ROUNDS && !pair.some(isSuccess); round++) {
    const first = await calls.creation(play, resource, `one ${round}`, round)
    const second = isSame
      ? first && play.decide(`again ${round}`, (draw) => calls.again(first, draw))
      : await calls.creation(play, resource, `two ${round}`, round)
    if (first === undefined || second === undefined) continue
    pair = await play.sendAtOnce([
      { parts: first, path: parents.path, note: `create ${an(name)}` },
      { parts: second, path: parents.path, note: isSame ? `create the same ${name}` : `create another ${name}` }
    ])
  }
  const [one, two] = pair
  if (one === undefined || two === undefined || !isCreated(one) || !isCreated(two)) return
  if (operationOfOne(resource) === undefined) return
  const [a, b] = [one, two].map((step) => idOfItem(resource, jsonOf(step.response)))
  if (a === undefined || a !== b) return
  const { body } = one.parts
  const isChosen = body?.kind === 'json' && idOfItem(resource, readBack(body.value)) === a
  const judge = isChosen
    ? `of two requests that create the ${name} ${a} one gets a 409`
    : `two ${name}s that are created at the same time have different ids; both have ${a}`
  play.found(isChosen ? 'accepted-duplicate' : 'shared-id', 'at once', judge, create, [...parents.trail, one, two])
}

function isCreated(step: TrialStep): boolean {
  return isSuccess(step) && statusOf(step.response) === 201
}

async function updateAtOnce(
  calls: ResourceCalls,
  play: Play,
  resource: Resource,
  operation: PublishedOperation
): Promise<void> {
  const known = await calls.existing(play, resource)
  const parts = play.decide('update', (draw) => calls.telling(operation, 'telling', draw))
  if (parts === undefined) return
  const made = await calls.withReferences(play, resource, parts)
  const request = { parts: made, path: known.path, note: `${operation.method} the ${resource.name}` }
  await play.sendAtOnce([request, request])
}
