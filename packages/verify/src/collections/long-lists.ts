import type { PublishedOperation } from '../document/published-document.js'
import { keyOfItem, keysOf, shownItems } from '../resources/list-items.js'
import { Missing, type Play } from '../resources/play.js'
import { isSuccess, type Made, type Parents, type ResourceCalls } from '../resources/resource-calls.js'
import type { Resource } from '../resources/resources.js'
import type { Sequence } from '../resources/sequence-trial.js'
import { jsonOf } from '../wire/target.js'

/** More items than a page has by most defaults, and than most fixed limits of a query that are too low. */
const ITEMS = 26
/** With fewer than these a list says nothing about limits. */
const FEWEST = 6

/** A sequence that creates many items, and reads them all in one list. */
export function longListSequences(calls: ResourceCalls, resource: Resource): Sequence[] {
  const { list, create, name } = resource
  if (list === undefined || create === undefined || calls.collection(resource) === undefined) return []
  const play = (play: Play) => listMany(calls, play, resource, list)
  return [{ label: `list many ${name}s`, operation: list, cost: ITEMS + 3, play }]
}

async function listMany(calls: ResourceCalls, play: Play, resource: Resource, list: PublishedOperation): Promise<void> {
  const collection = calls.collection(resource)
  const parent = await calls.parents(play, resource)
  const created = await createMany(calls, play, resource, parent)
  const trail = [...parent.trail, ...created.flatMap((known) => known.trail)]
  const step = await calls.list(play, resource, parent, `list the ${resource.name}s`)
  const keys = collection && keysOf(resource, collection, step)
  if (collection === undefined || keys === undefined || !isSuccess(step)) throw new Missing(`${list.id} has no list`)
  const size = collection.requestedSize(step)
  if (collection.hasPages && size === undefined) throw new Missing(`${list.id} has no parameter for the size of a page`)
  const wanted = Math.min(created.length, size ?? created.length)
  if (keys.length >= wanted) return
  // A list may leave out some, as what is not yet published. A limit leaves the first of them, or the last.
  const isCounted = (collection.total(step)?.value ?? 0) >= wanted
  const listed = created.map((known) => isIn(known, resource, keys))
  if (!isCounted && !isOneRun(listed)) return
  const all = `all ${created.length} items that were created`
  if (collection.hasPages) {
    const judge = `a page of ${size} has ${size !== undefined && size < created.length ? size : all}; it has ${shownItems(keys)}`
    play.found('ignored-page-size', 'fewer', judge, list, [...trail, step])
  } else {
    const judge = `a list without pages has ${all}; it has ${shownItems(keys)}`
    play.found('unlisted-creation', 'many', judge, list, [...trail, step])
  }
}

/** As many as can be created. */
async function createMany(calls: ResourceCalls, play: Play, resource: Resource, parent: Parents): Promise<Made[]> {
  const created: Made[] = []
  try {
    while (created.length < ITEMS) {
      const unlike = created.map(({ sent }) => sent)
      created.push(await calls.create(play, resource, `${resource.name} ${created.length}`, { parent, unlike }))
    }
  } catch (error) {
    if (!(error instanceof Missing) || created.length < FEWEST) throw error
  }
  return created
}

/** Whether some at the beginning, or at the end, are there, and no others. */
function isOneRun(listed: readonly boolean[]): boolean {
  const changes = listed.filter((isListed, index) => index > 0 && isListed !== listed[index - 1]).length
  return changes === 1
}

/** Whether what was created is among the items; where it has no id, it is all of it. */
function isIn({ created }: Made, resource: Resource, keys: readonly string[]): boolean {
  return keys.includes(keyOfItem(resource, jsonOf(created.response)))
}
