import type { PublishedOperation, PublishedParameter } from '../document/published-document.js'
import type { RequestParts } from '../requests/request-parts.js'
import type { CollectionReader } from '../resources/collection-reader.js'
import { filledList, keyOfItem, keysOf, memberOf } from '../resources/list-items.js'
import { Missing, type Play } from '../resources/play.js'
import { isSuccess, type ResourceCalls } from '../resources/resource-calls.js'
import type { Resource } from '../resources/resources.js'
import type { Sequence } from '../resources/sequence-trial.js'

/** So many items are put in order. */
const ITEMS = 5
/** So many items show whether their order changes, when the list is read again so often. */
const FEWEST = 3
const AGAIN = 3

/** An order that a list can be requested in. */
interface Order {
  /** The member of the enum. */
  readonly member: unknown
  readonly property: string
  /** 1 for ascending, -1 for descending, 0 where the document does not say. */
  readonly direction: 1 | -1 | 0
}

/** Sequences that list a collection in an order: by each member of the parameter's enum that names a property. */
export function orderSequences(calls: ResourceCalls, resource: Resource): Sequence[] {
  const { list, name } = resource
  const collection = calls.collection(resource)
  if (list === undefined || collection === undefined) return []
  const again: Sequence = {
    label: `list ${name}s again in the same order`,
    operation: list,
    cost: ITEMS + AGAIN,
    play: (play) => listAgain(calls, play, resource, list)
  }
  const { sort } = collection
  if (sort === undefined) return [again]
  const properties = [...calls.stored.properties(collection.itemSchema).keys()]
  const { members = [] } = calls.values.flattener.flatten(sort.schema)
  const orders = members
    .flatMap((member) => orderOf(member, properties) ?? [])
    .map((order) => ({
      label: `list ${name}s in the order ${JSON.stringify(order.member)}`,
      operation: list,
      cost: ITEMS + 3,
      play: (play: Play) => listInOrder(calls, play, resource, list, sort, order)
    }))
  return [again, ...orders]
}

/** The same items come in the same order each time: else pages cannot be turned. */
async function listAgain(
  calls: ResourceCalls,
  play: Play,
  resource: Resource,
  list: PublishedOperation
): Promise<void> {
  const { collection, parents, trail, step, items } = await filledList(
    calls,
    play,
    resource,
    resource.create === undefined ? 0 : FEWEST
  )
  const keys = items.map((item) => keyOfItem(resource, item))
  for (let time = 0; time < AGAIN; time++) {
    const again = await calls.list(play, resource, parents, `list the ${resource.name}s again`)
    const own = keysOf(resource, collection, again)
    if (own === undefined || !isSuccess(again)) return
    const isSame = own.length === keys.length && own.every((key, index) => key === keys[index])
    const hasSame = own.length === keys.length && own.every((key) => keys.includes(key))
    if (isSame || !hasSame) continue
    const judge = `the same list comes in the same order where nothing was changed; it was ${keys.join(', ')}, and is ${own.join(', ')}`
    play.found('unrepeatable-response', 'order', judge, list, [...trail, step, again])
    return
  }
}

/** `-price`, `price:desc`, `price_desc` and `priceDesc` as descending by `price`. */
function orderOf(member: unknown, properties: readonly string[]): Order | undefined {
  if (typeof member !== 'string') return undefined
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
  const named = (text: string) => properties.find((property) => plain(property) === plain(text))
  const whole = named(member)
  const sign = member.startsWith('-') ? -1 : member.startsWith('+') ? 1 : 0
  if (whole !== undefined) return { member, property: whole, direction: sign }
  const [, start = '', end = ''] = /^(.+?)[^a-z0-9]*(asc|desc)(?:ending)?$/i.exec(member) ?? []
  const property = named(start)
  return property === undefined ? undefined : { member, property, direction: end.toLowerCase() === 'desc' ? -1 : 1 }
}

async function listInOrder(
  calls: ResourceCalls,
  play: Play,
  resource: Resource,
  list: PublishedOperation,
  sort: PublishedParameter,
  { member, property, direction }: Order
): Promise<void> {
  const { collection, parents, trail } = await filledList(calls, play, resource, ITEMS)
  const step = await calls.list(play, resource, parents, `list them by ${property}`, (request) => {
    return withDirection(collection, collection.withValue(request, sort, member) ?? request, direction)
  })
  const items = collection.items(step)
  if (items === undefined || !isSuccess(step)) return
  const values: readonly unknown[] = items
    .map((item) => memberOf(item, property))
    .filter((value) => value !== null && value !== undefined)
  // What is neither, and both together, services order in their own ways.
  if (!isNumbers(values) && !isTexts(values))
    throw new Missing(`the values of ${property} are no numbers, and no texts`)
  if (new Set<unknown>(values).size < 3) throw new Missing(`fewer than three ${resource.name}s differ in ${property}`)
  const ways = direction === 0 ? [1, -1] : [direction]
  if (ways.some((way) => isInOrder(values, way))) return
  const word = direction === 0 ? 'ordered' : direction === 1 ? 'ascending' : 'descending'
  const judge = `the items are ${word} by '${property}'; they are ${JSON.stringify(values)}`
  play.found('broken-order', String(member), judge, list, [...trail, step])
}

function withDirection(collection: CollectionReader, request: RequestParts, direction: number): RequestParts {
  const parameter = collection.direction
  if (parameter === undefined || direction === 0) return request
  const words = direction === 1 ? ['asc', 'ASC', 'ascending'] : ['desc', 'DESC', 'descending']
  const changed = words.map((word) => collection.withValue(request, parameter, word))
  return changed.find((one) => one !== undefined) ?? request
}

/** The orders of texts that a service may mean: of moments, by code units, without case, by language. */
const COMPARISONS: readonly ((a: string, b: string) => number)[] = [
  (a, b) => Date.parse(a) - Date.parse(b),
  (a, b) => byCodeUnits(a, b),
  (a, b) => byCodeUnits(a.toLowerCase(), b.toLowerCase()),
  (a, b) => a.localeCompare(b),
  (a, b) => a.localeCompare(b, 'en', { sensitivity: 'base', ignorePunctuation: true }),
  (a, b) => a.localeCompare(b, 'en', { numeric: true })
]

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** @param way 1 for ascending, -1 for descending */
function isInOrder(values: readonly unknown[], way: number): boolean {
  if (isNumbers(values)) return isOrdered(values, (a, b) => way * (a - b))
  return isTexts(values) && COMPARISONS.some((compare) => isOrdered(values, (a, b) => way * compare(a, b)))
}

function isNumbers(values: readonly unknown[]): values is readonly number[] {
  return values.every((value) => typeof value === 'number')
}

function isTexts(values: readonly unknown[]): values is readonly string[] {
  return values.every((value) => typeof value === 'string')
}

function isOrdered<T>(values: readonly T[], compare: (a: T, b: T) => number): boolean {
  return values.slice(1).every((value, index) => compare(values[index] as T, value) <= 0)
}
