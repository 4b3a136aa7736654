import type { PublishedOperation } from '../document/published-document.js'
import { filledList, itemsFor, keyOfItem, memberOf } from '../resources/list-items.js'
import { Missing, type Play } from '../resources/play.js'
import { isSuccess, type ResourceCalls } from '../resources/resource-calls.js'
import type { Resource } from '../resources/resources.js'
import type { Sequence } from '../resources/sequence-trial.js'
import { type Filter, filtersOf, fits, has, isOther, isSelectable, listBy, seedsOf, type Value } from './filters.js'

/** So many items give values to filter by. */
const ITEMS = 3
/** So many pairs of filters are tried. */
const PAIRS = 8

/** Sequences that filter a list by two parameters at once, and by two values of one. */
export function combinedFilterSequences(calls: ResourceCalls, resource: Resource): Sequence[] {
  const { list, name } = resource
  if (list === undefined) return []
  const filters = filtersOf(calls, resource)
  const pairs = filters.flatMap((one, index) => filters.slice(index + 1).map((two) => [one, two] as const))
  const both: Sequence = {
    label: `list ${name}s by two filters at once`,
    operation: list,
    cost: 2 + ITEMS + 2 * Math.min(PAIRS, pairs.length),
    play: (play) => filterByTwo(calls, play, resource, list, pairs.slice(0, PAIRS))
  }
  const lists = filters.filter(({ parameter: { explode, schema } }) => {
    return explode && calls.values.flattener.flatten(schema).types.has('array')
  })
  return [
    ...lists.map((filter) => ({
      label: `list ${name}s by two values of ${filter.parameter.name}`,
      operation: list,
      cost: 4 + ITEMS,
      play: (play: Play) => filterTwice(calls, play, resource, list, filter)
    })),
    ...(pairs.length > 0 ? [both] : [])
  ]
}

/** Two filters at once select what both select: values of two items, which no item needs to have, and of one. */
async function filterByTwo(
  calls: ResourceCalls,
  play: Play,
  resource: Resource,
  list: PublishedOperation,
  pairs: readonly (readonly [Filter, Filter])[]
): Promise<void> {
  const filled = await filledList(calls, play, resource, itemsFor(resource, ITEMS))
  const { collection, trail, items } = filled
  for (const pair of pairs) {
    for (const values of [valuesOfTwo(calls, items, pair), valuesOfOne(calls, items, pair)]) {
      if (values === undefined) continue
      const selected = pair.map((filter, index) => [filter, [values[index] as Value]] as const)
      const filtered = await listBy(calls, play, resource, filled, selected)
      const found = isSuccess(filtered) ? (collection.items(filtered) ?? []) : []
      const wrong = selected.find(([filter, values]) => found.some((item) => isOther(calls, item, filter, values)))
      if (wrong === undefined) continue
      const names = pair.map(({ parameter }) => parameter.name)
      const judge = `every item fits '${names.join("' and '")}'; one does not fit '${wrong[0].parameter.name}'`
      play.found('ignored-filter', names.join(' and '), judge, list, [...trail, filtered])
      return
    }
  }
}

/** Values of two items, neither of which fits both. */
function valuesOfTwo(
  calls: ResourceCalls,
  items: readonly unknown[],
  [one, two]: readonly [Filter, Filter]
): readonly Value[] | undefined {
  for (const first of items) {
    for (const second of items) {
      const [a, b] = [selectableOf(calls, first, one), selectableOf(calls, second, two)]
      if (a === undefined || b === undefined) continue
      if (!fits(memberOf(first, two.property), b) && !fits(memberOf(second, one.property), a)) return [a, b]
    }
  }
  return undefined
}

function valuesOfOne(
  calls: ResourceCalls,
  items: readonly unknown[],
  pair: readonly [Filter, Filter]
): readonly Value[] | undefined {
  for (const item of items) {
    const values = pair.map((filter) => selectableOf(calls, item, filter))
    if (!values.includes(undefined)) return values as Value[]
  }
  return undefined
}

/** The first value of the item that it can be selected by. */
function selectableOf(calls: ResourceCalls, item: unknown, { parameter, property }: Filter): Value | undefined {
  const [value] = seedsOf(memberOf(item, property))
  return value !== undefined && value !== '' && isSelectable(calls, parameter, value) ? value : undefined
}

/** Two values of one parameter select all items with both, or all with one of them, in whatever order they are sent. */
async function filterTwice(
  calls: ResourceCalls,
  play: Play,
  resource: Resource,
  list: PublishedOperation,
  filter: Filter
): Promise<void> {
  const { parameter } = filter
  const filled = await filledList(calls, play, resource, itemsFor(resource, ITEMS))
  const { collection, trail, items } = filled
  const pair = differentValues(calls, items, filter)
  if (pair === undefined) throw new Missing(`no two values of ${parameter.name} select different ${resource.name}s`)
  const steps = [
    await listBy(calls, play, resource, filled, [[filter, pair]]),
    await listBy(calls, play, resource, filled, [[filter, [...pair].reverse()]])
  ]
  if (!steps.every((step) => isSuccess(step) && collection.isWhole(step))) return
  const [forward, backward] = steps.map((step) => {
    return (collection.items(step) ?? []).map((item) => keyOfItem(resource, item)).sort()
  })
  const other = forward?.join() === backward?.join() ? undefined : 'in another order they select other items'
  const strange = steps
    .flatMap((step) => collection.items(step) ?? [])
    .find((item) => isOther(calls, item, filter, pair))
  const what = other ?? (strange === undefined ? undefined : 'an item has neither')
  if (what === undefined) return
  const judge = `the values ${pair.map((value) => JSON.stringify(value)).join(' and ')} of '${parameter.name}' are both used; ${what}`
  play.found('ignored-filter', `${parameter.name} twice`, judge, list, [...trail, ...steps])
}

/** Two values that are not on the same items. */
function differentValues(
  calls: ResourceCalls,
  items: readonly unknown[],
  { parameter, property }: Filter
): readonly [Value, Value] | undefined {
  const values = [...new Set(items.flatMap((item) => seedsOf(memberOf(item, property))))].filter((one) => one !== '')
  const owners = (value: Value) => items.map((item) => has(memberOf(item, property), value)).join()
  for (const one of values) {
    const two = values.find((other) => owners(other) !== owners(one) && isSelectable(calls, parameter, one, other))
    if (two !== undefined) return [one, two]
  }
  return undefined
}
