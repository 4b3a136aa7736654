import type { Principal, Principals } from '../credentials/principals.js'
import type { PublishedOperation } from '../document/published-document.js'
import { idOfItem } from '../resources/list-items.js'
import { type Play, unlessMissing } from '../resources/play.js'
import { isSuccess, type Known, type ResourceCalls } from '../resources/resource-calls.js'
import type { Resource } from '../resources/resources.js'
import type { Sequence } from '../resources/sequence-trial.js'
import type { TrialStep } from '../session/attempt.js'
import { jsonOf } from '../wire/target.js'

/**
 * What one principal creates, another one reads and changes by its id. That is normal where it is shared: only where the
 * other's list of the collection does not have it, and that of its owner does, it is a finding.
 *
 * @param actions other operations whose paths begin with that of the resource
 */
export function otherPrincipalSequences(
  calls: ResourceCalls,
  principals: Principals,
  resource: Resource,
  actions: readonly PublishedOperation[]
): Sequence[] {
  const { create, list, read, change, replace, remove, name } = resource
  if (create === undefined || list === undefined || create.security.alternatives.length === 0) return []
  const operations = [read, change, replace, ...actions, remove].filter((operation) => operation !== undefined)
  return principals.others.flatMap((other) => {
    return operations
      .filter((operation) => operation.security.isRequired && principals.as(other, operation.security) !== undefined)
      .filter(() => principals.as(other, list.security) !== undefined)
      .map((operation) => ({
        label: `create a ${name}, then ${operation.id} as ${other.name}`,
        operation,
        cost: 4,
        play: (play: Play) => playAs(calls, principals, resource, list, operation, other, play)
      }))
  })
}

async function playAs(
  calls: ResourceCalls,
  principals: Principals,
  resource: Resource,
  list: PublishedOperation,
  operation: PublishedOperation,
  other: Principal,
  play: Play
): Promise<void> {
  const { name } = resource
  // The sequences of the resource say what is missing to create one.
  const known = await unlessMissing(calls.create(play, resource, `a ${name}`))
  if (known === undefined) return
  const own = await calls.list(play, resource, known)
  const theirs = await calls.list(play, resource, known, `list the ${name}s as ${other.name}`, (parts) => {
    return { ...parts, presented: principals.as(other, list.security) as NonNullable<typeof parts.presented> }
  })
  if (!hasItem(calls, known, own) || hasItem(calls, known, theirs) !== false) return
  const presented = principals.as(other, operation.security)
  const parts = play.decide('as other', (draw) => calls.telling(operation, 'telling', draw))
  if (parts === undefined || presented === undefined) return
  const step = await play.send({ ...parts, presented }, known.path, `${operation.id} as ${other.name}`)
  if (!isSuccess(step)) return
  const judge = `the list of ${other.name} does not have this ${name}, so ${other.name} gets a 403 or 404`
  play.found('foreign-principal', '', judge, operation, [...known.trail, own, theirs, step])
}

/** Whether the list has the resource; undefined where it is no list. */
function hasItem(calls: ResourceCalls, { resource, path }: Known, step: TrialStep): boolean | undefined {
  return calls
    .collection(resource)
    ?.items(step)
    ?.some((item) => idOfItem(resource, item) === path.at(-1)?.text)
}

/** Where credentials are optional: what a request without them gets does not depend on who sent the one before it. */
export function anonymousSequence(
  calls: ResourceCalls,
  principals: Principals,
  operation: PublishedOperation
): Sequence[] {
  const { security } = operation
  if (!security.isOptional || principals.as(principals.main, security) === undefined) return []
  const anonymous = { parts: [], expect: 'admitted', why: 'the document asks for no credentials' } as const
  const play = async (play: Play): Promise<void> => {
    const parts = play.decide('request', (draw) => calls.bare(operation, draw))
    if (parts === undefined) return
    const before = await play.send({ ...parts, presented: anonymous }, [], `${operation.id} without credentials`)
    const signed = await play.send(parts, [], `${operation.id} with credentials`)
    const after = await play.send({ ...parts, presented: anonymous }, [], `${operation.id} without credentials again`)
    const [first, second, third] = [before, signed, after].map((step) => JSON.stringify(jsonOf(step.response)))
    if (!isSuccess(before) || !isSuccess(after) || first === third || second !== third) return
    const judge = 'without credentials, the response is that of a request without credentials'
    play.found('unrepeatable-response', 'principal', judge, operation, [before, signed, after])
  }
  return [{ label: `${operation.id} without credentials after one with them`, operation, cost: 3, play }]
}
