import { isNode } from '../document/json-schema-2020.js'
import type { PublishedOperation } from '../document/published-document.js'
import type { CollectionReader } from '../resources/collection-reader.js'
import { idOfItem } from '../resources/list-items.js'
import { Missing, type Play } from '../resources/play.js'
import { isSuccess, type Known, type ResourceCalls } from '../resources/resource-calls.js'
import { an, type Resource } from '../resources/resources.js'
import type { Sequence } from '../resources/sequence-trial.js'
import type { TrialStep } from '../session/attempt.js'
import { statusOf } from '../session/session.js'
import { jsonOf } from '../wire/target.js'

/** How often what was deleted is updated, each time with other values. */
const TRIES = 3

/** Sequences that delete a resource, and use it then. @param children the resources below it */
export function deletionSequences(calls: ResourceCalls, resource: Resource, children: readonly Resource[]): Sequence[] {
  const { remove, read, replace, change, name } = resource
  const collection = calls.collection(resource)
  if (remove === undefined || resource.isSingle) return []
  const sequence = (label: string, cost: number, use: (play: Play, gone: Gone) => Promise<void>): Sequence => ({
    label: `delete ${an(name)}, then ${label}`,
    operation: remove,
    cost,
    play: async (play) => use(play, await deleteOne(calls, play, resource, remove))
  })
  const updates = [replace, change].filter((operation) => operation !== undefined)
  const lists = children.flatMap((child) => (child.list?.responses.has('404') ? [{ child, below: child.list }] : []))
  const creations = children.flatMap((child) => (child.create === undefined ? [] : [{ child, create: child.create }]))
  return [
    ...(read === undefined ? [] : [sequence('read it', 3, (play, gone) => readAfter(calls, play, gone))]),
    sequence('delete it again', 4, async (play, { known }) => {
      await calls.send(play, remove, known, 'delete again', `delete the ${name} again`)
    }),
    ...(collection === undefined
      ? []
      : [sequence('list all', 4, (play, gone) => listAfter(calls, play, gone, collection))]),
    ...updates.map((operation) => {
      return sequence(`${operation.method} it`, 3, (play, gone) => updateAfter(calls, play, gone, operation))
    }),
    ...lists.map(({ child, below }) => {
      return sequence(`list its ${child.name}s`, 3, (play, gone) => listBelow(calls, play, gone, child, below))
    }),
    ...creations.map(({ child, create }) => {
      return sequence(`create ${an(child.name)} of it`, 3, (play, gone) =>
        createBelow(calls, play, gone, child, create)
      )
    })
  ]
}

/** A resource that was deleted. */
interface Gone {
  readonly known: Known
  readonly remove: TrialStep
  /** The list before it was deleted. */
  readonly before: TrialStep | undefined
}

async function deleteOne(
  calls: ResourceCalls,
  play: Play,
  resource: Resource,
  remove: PublishedOperation
): Promise<Gone> {
  const known = await calls.existing(play, resource)
  const before = calls.collection(resource) && (await calls.list(play, resource, known))
  const step = await calls.send(play, remove, known, 'delete', `delete the ${resource.name}`)
  const status = statusOf(step.response)
  if (!isSuccess(step)) throw new Missing(`no ${resource.name} could be deleted (${remove.id}: ${status})`)
  if (status === 202) throw new Missing(`${an(resource.name)} is deleted later than the response (202)`)
  return { known, remove: step, before }
}

async function readAfter(calls: ResourceCalls, play: Play, { known, remove }: Gone): Promise<void> {
  const step = await calls.read(play, known, `read the deleted ${known.resource.name}`)
  if (!isSuccess(step) || isMarkedDeleted(jsonOf(step.response))) return
  const { operation } = remove.parts
  const judge = `what ${operation.id} deleted cannot be read: a 404 or 410`
  play.found('undeleted-resource', 'read', judge, operation, [...known.trail, remove, step])
}

/** A service may keep what was deleted, and say so. */
function isMarkedDeleted(json: unknown): boolean {
  if (!isNode(json)) return false
  return Object.entries(json).some(([name, value]) => {
    if (/^(?:is_?)?(?:deleted|removed|archived)(?:_?(?:at|on))?$/i.test(name)) return value !== null && value !== false
    return /^(?:status|state)$/i.test(name) && /delet|remov|archiv|cancel|clos|inactiv/i.test(String(value))
  })
}

async function listAfter(
  calls: ResourceCalls,
  play: Play,
  { known, remove, before }: Gone,
  collection: CollectionReader
): Promise<void> {
  const { resource } = known
  const step = await calls.list(play, resource, known)
  const { operation } = remove.parts
  const list = step.parts.operation
  const id = known.path.at(-1)?.text
  const items = isSuccess(step) ? collection.items(step) : undefined
  const item = items?.find((one) => idOfItem(resource, one) === id)
  if (item !== undefined && !isMarkedDeleted(item)) {
    const judge = `the response to ${list.id} does not have what ${operation.id} deleted`
    play.found('undeleted-resource', 'list', judge, operation, [...known.trail, remove, step])
    return
  }
  const [old, now] = [before && collection.total(before), collection.total(step)]
  if (old === undefined || now === undefined || now.value < old.value || item !== undefined) return
  const judge = `'${now.name}' does not count what was deleted: it was ${old.value} before, and is ${now.value}`
  const steps = [...known.trail, before, remove, step].filter((one) => one !== undefined)
  play.found('broken-total', 'deleted', judge, list, steps)
}

async function updateAfter(
  calls: ResourceCalls,
  play: Play,
  { known, remove }: Gone,
  operation: PublishedOperation
): Promise<void> {
  const { name } = known.resource
  let step: TrialStep | undefined
  // A conflict with something else says nothing of what was deleted.
  for (let attempt = 0; attempt < TRIES && (step === undefined || statusOf(step.response) === 409); attempt++) {
    const parts = play.decide(`update after ${attempt}`, (draw) => calls.telling(operation, 'telling', draw))
    if (parts === undefined) return
    const made = await calls.withReferences(play, known.resource, parts)
    step = await play.send(made, known.path, `${operation.method} the deleted ${name}`)
  }
  if (step === undefined) return
  // A PUT may create what it names, where a 201 is documented.
  const isCreated = operation.method === 'PUT' && operation.responses.has('201')
  if (!isSuccess(step) || isCreated) return
  const judge = `what ${remove.parts.operation.id} deleted cannot be updated by ${operation.id}: a 404 or 410`
  play.found('undeleted-resource', operation.method, judge, operation, [...known.trail, remove, step])
}

/** The list documents a 404: what has no parent is not an empty list. */
async function listBelow(
  calls: ResourceCalls,
  play: Play,
  { known, remove }: Gone,
  child: Resource,
  list: PublishedOperation
): Promise<void> {
  const step = await calls.list(play, child, known, `list the ${child.name}s of the deleted ${known.resource.name}`)
  if (!isSuccess(step)) return
  const judge = `${list.id} has nothing of what ${remove.parts.operation.id} deleted: the documented 404`
  play.found('undeleted-resource', 'list', judge, list, [...known.trail, remove, step])
}

async function createBelow(
  calls: ResourceCalls,
  play: Play,
  { known, remove }: Gone,
  child: Resource,
  create: PublishedOperation
): Promise<void> {
  const parts = play.decide('create below', (draw) => calls.telling(create, 'telling', draw))
  if (parts === undefined) return
  const made = await calls.withReferences(play, child, parts)
  const step = await play.send(made, known.path, `create ${an(child.name)} of the deleted ${known.resource.name}`)
  if (!isSuccess(step)) return
  const judge = `${create.id} creates nothing of what ${remove.parts.operation.id} deleted: a 404 or 410`
  play.found('undeleted-resource', 'create', judge, create, [...known.trail, remove, step])
}
