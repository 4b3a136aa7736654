import { isNode } from '../document/json-schema-2020.js'
import type { PublishedOperation } from '../document/published-document.js'
import type { Play } from '../resources/play.js'
import { isSuccess, type ResourceCalls } from '../resources/resource-calls.js'
import { an, type Resource } from '../resources/resources.js'
import type { Sequence } from '../resources/sequence-trial.js'
import type { TrialStep } from '../session/attempt.js'
import { statusOf } from '../session/session.js'
import { jsonOf } from '../wire/target.js'

/** Sequences with a resource and another one to which it refers by its id: the book and the author of `authorId`. */
export function referenceSequences(
  calls: ResourceCalls,
  resource: Resource,
  resources: readonly Resource[]
): Sequence[] {
  const { create, read, remove, list, name } = resource
  if (create === undefined) return []
  const targets = [...calls.targetsOf(create)].filter((target) => {
    return (
      target !== resource && !isAbove(target, resource) && target.create !== undefined && resources.includes(target)
    )
  })
  return targets.flatMap((target): Sequence[] => {
    const isRemovable = target.remove !== undefined && (read ?? list) !== undefined
    const isCounted = remove !== undefined && target.read !== undefined
    return [
      ...(isRemovable
        ? [
            {
              label: `delete ${an(target.name)} to which ${an(name)} refers, then read the ${name}`,
              operation: target.remove as PublishedOperation,
              cost: 6,
              play: (play: Play) => deleteTarget(calls, play, resource, target, target.remove as PublishedOperation)
            }
          ]
        : []),
      ...(isCounted
        ? [
            {
              label: `create and delete ${an(name)}, and read the ${target.name} to which it refers`,
              operation: remove,
              cost: 7,
              play: (play: Play) => countOf(calls, play, resource, target, remove)
            }
          ]
        : [])
    ]
  })
}

function isAbove(target: Resource, { parent }: Resource): boolean {
  return parent !== undefined && (parent === target || isAbove(target, parent))
}

/**
 * Deletes what something refers to, and reads that. Whatever it then is, each response is judged; what is in another
 * collection is there still where the document has a 409 for what is referred to.
 */
async function deleteTarget(
  calls: ResourceCalls,
  play: Play,
  resource: Resource,
  target: Resource,
  remove: PublishedOperation
): Promise<void> {
  const { name, read, list } = resource
  const known = await calls.create(play, resource, an(name))
  const referred = await calls.target(play, target)
  const before = read && (await calls.read(play, known))
  const removed = await calls.send(play, remove, referred, 'delete', `delete the ${target.name}`)
  const trail = [...known.trail, ...referred.trail]
  if (list !== undefined) await calls.list(play, resource, known)
  if (before === undefined || !isSuccess(before)) return
  const after = await calls.read(play, known, `read the ${name} again`)
  const status = statusOf(after.response)
  if (!isSuccess(removed) || (status !== 404 && status !== 410) || !remove.responses.has('409')) return
  const judge = `${remove.id} leaves the ${name} that refers to the ${target.name}, or is rejected with the documented 409; the ${name} was ${statusOf(before.response)}, and is ${status}`
  play.found('side-effect', name, judge, remove, [...trail, before, removed, after])
}

/** A number that grows with what refers to a resource shrinks with its deletion: `bookCount` of an author. */
async function countOf(
  calls: ResourceCalls,
  play: Play,
  resource: Resource,
  target: Resource,
  remove: PublishedOperation
): Promise<void> {
  const { name } = resource
  const referred = await calls.target(play, target)
  const before = await calls.read(play, referred, `read the ${target.name}`)
  const known = await calls.create(play, resource, an(name))
  const during = await calls.read(play, referred, `read the ${target.name} with ${an(name)}`)
  const counts = countsIn(before, name).filter(
    (count) => numberAt(during, count) === Number(numberAt(before, count)) + 1
  )
  if (!isSuccess(before) || !isSuccess(during) || counts.length === 0) return
  const removed = await calls.send(play, remove, known, 'delete', `delete the ${name}`)
  if (!isSuccess(removed) || statusOf(removed.response) === 202) return
  const after = await calls.read(play, referred, `read the ${target.name} without it`)
  for (const count of isSuccess(after) ? counts : []) {
    const [old, now] = [numberAt(during, count), numberAt(after, count)]
    if (now !== old) continue
    const judge = `'${count}' of the ${target.name} counts its ${name}s: it was ${old} with the ${name} that ${remove.id} deleted, and is ${now}`
    const steps = [...referred.trail, before, ...known.trail, during, removed, after]
    play.found('broken-total', count, judge, remove, steps)
  }
}

/** The names of properties that count resources of a name: `bookCount`, `books_count`, `numberOfBooks`. */
function countsIn({ response }: TrialStep, name: string): string[] {
  const json = jsonOf(response)
  const noun = name.toLowerCase().replace(/[^a-z0-9]/g, '')
  return Object.keys(isNode(json) ? json : {}).filter((property) => {
    const plain = property.toLowerCase().replace(/[^a-z0-9]/g, '')
    return plain.includes(noun) && /count|number|total|^num|^n(?=[a-z])/.test(plain.replace(noun, ''))
  })
}

function numberAt({ response }: TrialStep, name: string): unknown {
  const json = jsonOf(response)
  return isNode(json) && Object.hasOwn(json, name) ? json[name] : undefined
}
