import type { TrialStep } from '../session/attempt.js'
import { statusOf } from '../session/session.js'
import { jsonOf } from '../wire/target.js'
import type { CollectionReader } from './collection-reader.js'
import { idIn } from './identity.js'
import { Missing, type Play, unlessMissing } from './play.js'
import { isSuccess, type Parents, type ResourceCalls } from './resource-calls.js'
import { idParameter, type Resource } from './resources.js'

/** The items of a collection, enough of them to compare lists with each other. */
export interface FilledList {
  readonly collection: CollectionReader
  readonly parents: Parents
  /** The steps that created items. */
  readonly trail: readonly TrialStep[]
  /** The whole list, or its longest page. */
  readonly step: TrialStep
  readonly items: readonly unknown[]
  /** How many there were before. */
  readonly already: number
}

/**
 * Creates items until the list has so many, where they can be created.
 *
 * @param having the properties of one more item, which is created where that is possible
 * @throws Missing where there is no list, or it has fewer
 */
export async function filledList(
  calls: ResourceCalls,
  play: Play,
  resource: Resource,
  count: number,
  having?: Readonly<Record<string, unknown>>
): Promise<FilledList> {
  const collection = calls.collection(resource)
  const { list, name } = resource
  if (collection === undefined || list === undefined) throw new Missing(`no list of ${name}s that can be read`)
  const parents = await calls.parents(play, resource)
  const trail: TrialStep[] = [...parents.trail]
  let step = await calls.list(play, resource, parents)
  let items = collection.items(step)
  if (items === undefined || !isSuccess(step)) throw new Missing(`${list.id}: ${statusOf(step.response)}`)
  const wish = { parent: parents, having }
  // The list shows as much without it.
  const own = having && (await unlessMissing(calls.create(play, resource, `a ${name} of its own`, wish)))
  trail.push(...(own?.trail ?? []))
  const already = items.length
  const missing = count - already - (own === undefined ? 0 : 1)
  if (missing <= 0 && own === undefined) return { collection, parents, trail, step, items, already }
  const unlike = [...items]
  for (let made = 0; made < missing; made++) {
    const known = await calls.create(play, resource, `${name} ${made}`, { parent: parents, unlike })
    unlike.push(known.sent)
    trail.push(...known.trail)
  }
  step = await calls.list(play, resource, parents)
  items = collection.items(step)
  if (items === undefined || items.length < count)
    throw new Missing(`the list of ${name}s has fewer than ${count} items`)
  return { collection, parents, trail, step, items, already }
}

/** So many items of the list show whether it keeps a filter: any that are there, where none can be created. */
export function itemsFor({ create }: Resource, count: number): number {
  return create === undefined ? 1 : count
}

/** What distinguishes an item of the list: its id, or all of it. */
export function keyOfItem(resource: Resource, item: unknown): string {
  return idOfItem(resource, item) ?? JSON.stringify(item)
}

/** The id of an item of the list; undefined where it has none. */
export function idOfItem(resource: Resource, item: unknown): string | undefined {
  return idIn(item, idParameter(resource) ?? 'id', resource.name)?.text
}

/** The items of a step as texts that distinguish them; undefined where the response is no list. */
export function keysOf(
  resource: Resource,
  collection: CollectionReader,
  step: TrialStep
): readonly string[] | undefined {
  return collection.items(step)?.map((item) => keyOfItem(resource, item))
}

/** A number of items for sentences: `1 item`, `3 items`. */
export function itemsOf(count: number): string {
  return `${count} ${count === 1 ? 'item' : 'items'}`
}

/** The number of items for sentences, and which they are: `3 items (1, 2, 3)`. */
export function shownItems(keys: readonly string[]): string {
  const texts = keys.map((key) => (key.length > 40 ? `${key.slice(0, 40)}…` : key))
  return `${itemsOf(keys.length)}${keys.length > 0 && keys.length < 12 ? ` (${texts.join(', ')})` : ''}`
}

/** The value at a property of a JSON object. */
export function memberOf(item: unknown, name: string): unknown {
  return typeof item === 'object' && item !== null && Object.hasOwn(item, name)
    ? (item as Record<string, unknown>)[name]
    : undefined
}

/** The JSON of a step's response. */
export function bodyOf(step: TrialStep): unknown {
  return jsonOf(step.response)
}
