import type { PublishedOperation, PublishedParameter } from '../document/published-document.js'
import { withParameter } from '../requests/parameter-texts.js'
import { filledList, keyOfItem, memberOf } from '../resources/list-items.js'
import type { Play } from '../resources/play.js'
import { Missing } from '../resources/play.js'
import { isSuccess, type ResourceCalls } from '../resources/resource-calls.js'
import type { Resource } from '../resources/resources.js'
import type { Sequence } from '../resources/sequence-trial.js'

/** So many items give values to filter by. */
const ITEMS = 3
/** So many values of a property are filtered by. */
const VALUES = 3
/** So many pairs of filters are tried. */
const PAIRS = 6

/** Sequences that filter a list by a parameter that is named like a property of its items. */
export function filterSequences(calls: ResourceCalls, resource: Resource): Sequence[] {
  const { list, name } = resource
  const collection = calls.collection(resource)
  if (list === undefined || collection?.itemSchema === undefined) return []
  const properties = calls.stored.properties(collection.itemSchema)
  const own = new Set([collection.size, collection.page, collection.offset, collection.cursor, collection.sort])
  const filters = list.parameters.filter((parameter) => {
    return parameter.in === 'query' && properties.has(parameter.name) && !own.has(parameter)
  })
  const pairs = filters.flatMap((one, index) => filters.slice(index + 1).map((two) => [one, two] as const))
  const both: Sequence = {
    label: `list ${name}s by two filters at once`,
    operation: list,
    cost: 2 + ITEMS + Math.min(PAIRS, pairs.length),
    play: (play) => filterByTwo(calls, play, resource, list, pairs.slice(0, PAIRS))
  }
  return [
    ...filters.map((parameter) => ({
      label: `list ${name}s filtered by ${parameter.name}`,
      operation: list,
      cost: 2 + ITEMS + VALUES,
      play: (play: Play) => filter(calls, play, resource, list, parameter)
    })),
    ...(pairs.length > 0 ? [both] : [])
  ]
}

/** Two filters at once select what both select. */
async function filterByTwo(
  calls: ResourceCalls,
  play: Play,
  resource: Resource,
  list: PublishedOperation,
  pairs: readonly (readonly [PublishedParameter, PublishedParameter])[]
): Promise<void> {
  const { collection, parents, trail, items } = await filledList(calls, play, resource, ITEMS)
  for (const pair of pairs) {
    const seeds = items.map((item) => pair.map(({ name }) => seedsOf(memberOf(item, name))[0]))
    const values = seeds.find((found) => {
      return found.every((value, index) => {
        return value !== undefined && value !== '' && calls.values.isValid(pair[index]?.schema ?? true, value)
      })
    })
    if (values === undefined) continue
    const note = `list those whose ${pair.map(({ name }, index) => `${name} is ${String(values[index])}`).join(' and ')}`
    const filtered = await calls.list(play, resource, parents, note, (request) => {
      return pair.reduce((changed, parameter, index) => {
        return withParameter(changed, parameter, { kind: 'texts', texts: [String(values[index])] })
      }, request)
    })
    const found = isSuccess(filtered) ? (collection.items(filtered) ?? []) : []
    const wrong = pair.find(({ name }, index) => {
      const value = values[index]
      return found.some(
        (item) => value !== undefined && memberOf(item, name) !== undefined && !fits(memberOf(item, name), value)
      )
    })
    if (wrong === undefined) continue
    const names = pair.map(({ name }) => `'${name}'`).join(' and ')
    const judge = `every item fits ${names}; one does not fit '${wrong.name}'`
    play.found('ignored-filter', pair.map(({ name }) => name).join(' and '), judge, list, [...trail, filtered])
    return
  }
}

async function filter(
  calls: ResourceCalls,
  play: Play,
  resource: Resource,
  list: PublishedOperation,
  parameter: PublishedParameter
): Promise<void> {
  const { collection, parents, trail, step, items } = await filledList(calls, play, resource, ITEMS)
  const { name } = parameter
  const values = [
    ...new Map(items.flatMap((item) => seedsOf(memberOf(item, name))).map((value) => [String(value), value]))
  ]
    .map(([, value]) => value)
    .filter((value) => calls.values.isValid(parameter.schema, value) && String(value) !== '')
  if (values.length === 0) throw new Missing(`no ${resource.name} has a value of ${name} to filter by`)
  for (const value of values.slice(0, VALUES)) {
    const text = String(value)
    const filtered = await calls.list(play, resource, parents, `list those whose ${name} is ${text}`, (request) => {
      return withParameter(request, parameter, { kind: 'texts', texts: [text] })
    })
    const found = collection.items(filtered)
    if (found === undefined || !isSuccess(filtered)) continue
    const other = found.find((item) => memberOf(item, name) !== undefined && !fits(memberOf(item, name), value))
    if (other !== undefined) {
      const judge = `every item has ${JSON.stringify(value)} as '${name}'; one has ${JSON.stringify(memberOf(other, name))}`
      play.found('ignored-filter', name, judge, list, [...trail, filtered])
      return
    }
    const keys = new Set(found.map((item) => keyOfItem(resource, item)))
    const lost = items.find((item) => memberOf(item, name) === value && !keys.has(keyOfItem(resource, item)))
    if (lost !== undefined && (!collection.hasPages || collection.isWhole(filtered))) {
      const judge = `the list has every item with ${JSON.stringify(value)} as '${name}'; ${keyOfItem(resource, lost)} is missing`
      play.found('ignored-filter', `${name} missing`, judge, list, [...trail, step, filtered])
      return
    }
    const [whole, part] = [collection.total(step), collection.total(filtered)]
    const isWrong = part !== undefined && collection.isWhole(filtered) && part.value !== found.length
    const isMore = whole !== undefined && part !== undefined && part.value > whole.value
    const isUnfiltered =
      part !== undefined && whole !== undefined && part.value === whole.value && found.length < items.length
    if (part !== undefined && (isWrong || isMore || (isUnfiltered && found.length < part.value))) {
      const judge = `'${part.name}' counts the items that the filter leaves, of which there are ${found.length}; it is ${part.value}`
      play.found('broken-total', 'filtered', judge, list, [...trail, step, filtered])
    }
  }
}

/** The scalars of a property: its own value, or the items of a list. */
function seedsOf(value: unknown): (string | number | boolean)[] {
  const values = Array.isArray(value) ? value : [value]
  return values.filter((one) => ['string', 'number', 'boolean'].includes(typeof one))
}

/** Whether an item's value is what the filter selects: equal, or a text that contains it in letters of either case. */
function fits(value: unknown, selected: string | number | boolean): boolean {
  if (Array.isArray(value)) return value.some((one) => fits(one, selected))
  if (typeof value === 'string' && typeof selected === 'string') {
    const instants = [Date.parse(value), Date.parse(selected)]
    return value.toLowerCase().includes(selected.trim().toLowerCase()) || instants[0] === instants[1]
  }
  return value === selected
}
