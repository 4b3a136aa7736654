import type { JsonSchema } from '../document/json-schema-2020.js'
import type { PublishedOperation, PublishedParameter } from '../document/published-document.js'
import { withParameter } from '../requests/parameter-texts.js'
import { type FilledList, filledList, itemsFor, itemsOf, keyOfItem, memberOf } from '../resources/list-items.js'
import { Missing, type Play } from '../resources/play.js'
import { isSuccess, type ResourceCalls } from '../resources/resource-calls.js'
import { type Resource, singular } from '../resources/resources.js'
import type { Sequence } from '../resources/sequence-trial.js'
import type { TrialStep } from '../session/attempt.js'

/** So many items give values to filter by. */
const ITEMS = 3
/** So many values of a property are filtered by. */
const VALUES = 4
/** What some filters split, decode twice, or take for an operator. */
const AWKWARD = ['red, blue & 50% +1', 'red, blue', 'red+blue', 'r,b']

/** A scalar by which items are selected. */
export type Value = string | number | boolean

/** A parameter of a list, and the property that it filters by: `tag` and `tags`. */
export interface Filter {
  readonly parameter: PublishedParameter
  readonly property: string
  /** The property's schema. */
  readonly schema: JsonSchema
}

/** Sequences that filter a list by a parameter that is named like a property of its items. */
export function filterSequences(calls: ResourceCalls, resource: Resource): Sequence[] {
  const { list, name } = resource
  if (list === undefined) return []
  return filtersOf(calls, resource).map((filter) => ({
    label: `list ${name}s filtered by ${filter.parameter.name}`,
    operation: list,
    cost: 3 + ITEMS + VALUES,
    play: (play: Play) => filterByOne(calls, play, resource, list, filter)
  }))
}

/** The filters of the resource's list. */
export function filtersOf(calls: ResourceCalls, resource: Resource): Filter[] {
  const collection = calls.collection(resource)
  if (collection === undefined) return []
  const properties = [...calls.stored.properties(collection.itemSchema)]
  const isList = (schema: JsonSchema) => calls.values.flattener.flatten(schema).types.has('array')
  return collection.operation.parameters.flatMap((parameter) => {
    if (parameter.in !== 'query' || collection.isOfPages(parameter)) return []
    const { name } = parameter
    const found =
      properties.find(([other]) => other === name) ??
      properties.find(([other, schema]) => isList(schema) && singular(other) === singular(name))
    return found === undefined ? [] : [{ parameter, property: found[0], schema: found[1] }]
  })
}

/** The list with these filters. */
export async function listBy(
  calls: ResourceCalls,
  play: Play,
  resource: Resource,
  { parents }: FilledList,
  selected: readonly (readonly [filter: Filter, values: readonly Value[]])[]
): Promise<TrialStep> {
  const shown = selected.map(([{ parameter }, values]) => `${parameter.name} is ${values.join(' and ')}`)
  return calls.list(play, resource, parents, `list those whose ${shown.join(' and ')}`, (request) => {
    return selected.reduce((changed, [{ parameter }, values]) => {
      return withParameter(changed, parameter, { kind: 'texts', texts: values.map(String) })
    }, request)
  })
}

/** Whether the value is valid for the parameter, alone or in a list. */
export function isSelectable(
  calls: ResourceCalls,
  { schema }: PublishedParameter,
  ...values: readonly Value[]
): boolean {
  return calls.values.isValid(schema, values) || (values.length === 1 && calls.values.isValid(schema, values[0]))
}

async function filterByOne(
  calls: ResourceCalls,
  play: Play,
  resource: Resource,
  list: PublishedOperation,
  filter: Filter
): Promise<void> {
  const { parameter, property } = filter
  const { name } = parameter
  const awkward = awkwardValue(calls, resource, filter)
  const having = awkward && { value: awkward.sent, property }
  const filled = await filledList(
    calls,
    play,
    resource,
    itemsFor(resource, ITEMS),
    having && { [property]: having.value }
  )
  const { collection, trail, step, items } = filled
  const seeds = [...(awkward ? [awkward.text] : []), ...items.flatMap((item) => seedsOf(memberOf(item, property)))]
  const values = [...new Map(seeds.map((value) => [String(value), value])).values()].filter((value) => {
    return String(value) !== '' && isSelectable(calls, parameter, value)
  })
  if (values.length === 0) throw new Missing(`no ${resource.name} has a value of ${name} to filter by`)
  for (const value of values.slice(0, VALUES)) {
    const filtered = await listBy(calls, play, resource, filled, [[filter, [value]]])
    const found = collection.items(filtered)
    if (found === undefined || !isSuccess(filtered)) continue
    const other = found.find((item) => isOther(calls, item, filter, [value]))
    if (other !== undefined) {
      const judge = `every item has ${JSON.stringify(value)} as '${property}'; one has ${JSON.stringify(memberOf(other, property))}`
      play.found('ignored-filter', name, judge, list, [...trail, filtered])
      return
    }
    const keys = new Set(found.map((item) => keyOfItem(resource, item)))
    const lost = items.find((item) => has(memberOf(item, property), value) && !keys.has(keyOfItem(resource, item)))
    if (lost !== undefined && (!collection.hasPages || collection.isWhole(filtered))) {
      const judge = `the list has every item with ${JSON.stringify(value)} as '${property}'; ${keyOfItem(resource, lost)} is missing`
      play.found('ignored-filter', `${name} missing`, judge, list, [...trail, step, filtered])
      return
    }
    const [whole, part] = [collection.total(step), collection.total(filtered)]
    if (part === undefined) continue
    const isWrong = collection.isWhole(filtered) && part.value !== found.length
    const isMore = whole !== undefined && part.value > whole.value
    const isUnfiltered = part.value === whole?.value && found.length < Math.min(items.length, part.value)
    if (isWrong || isMore || isUnfiltered) {
      const judge = `'${part.name}' counts the items that the filter leaves; it is ${part.value}, and the list has ${itemsOf(found.length)}`
      play.found('broken-total', 'filtered', judge, list, [...trail, step, filtered])
    }
  }
}

/** A text with a comma and the like that an item can be created with; undefined where a comma means something. */
function awkwardValue(
  calls: ResourceCalls,
  { create }: Resource,
  { parameter, property }: Filter
): { readonly text: string; readonly sent: unknown } | undefined {
  const body = create && calls.bodySchema(create)
  const schema = body === undefined ? undefined : calls.stored.properties(body).get(property)
  if (schema === undefined || /comma/i.test(parameter.description)) return undefined
  for (const text of AWKWARD) {
    const sent = [text, [text]].find((value) => calls.values.isValid(schema, value))
    if (sent !== undefined && isSelectable(calls, parameter, text)) return { text, sent }
  }
  return undefined
}

/** The scalars of a property: its own value, or the items of a list. */
export function seedsOf(value: unknown): Value[] {
  const values = Array.isArray(value) ? value : [value]
  return values.filter((one) => ['string', 'number', 'boolean'].includes(typeof one))
}

/** Whether a property is this value, or a list that has it. */
export function has(value: unknown, wanted: Value): boolean {
  return Array.isArray(value) ? value.includes(wanted) : value === wanted
}

/** Whether the item is none that the filter selects. What its property may not be at all says nothing of the filter. */
export function isOther(
  calls: ResourceCalls,
  item: unknown,
  { property, schema }: Filter,
  selected: readonly (Value | undefined)[]
): boolean {
  const value = memberOf(item, property)
  if (value === undefined || selected.some((one) => fits(value, one))) return false
  return calls.values.checks.check(schema, value, 'response') === undefined
}

/** Whether an item's value is what the filter selects: equal, or a text that contains it in letters of either case. */
export function fits(value: unknown, selected: Value | undefined): boolean {
  if (Array.isArray(value)) return value.some((one) => fits(one, selected))
  if (typeof value === 'string' && typeof selected === 'string') {
    const instants = [Date.parse(value), Date.parse(selected)]
    return value.toLowerCase().includes(selected.trim().toLowerCase()) || instants[0] === instants[1]
  }
  return value === selected
}
