import type { PublishedOperation, PublishedParameter } from '../document/published-document.js'
import { withParameter } from '../requests/parameter-texts.js'
import type { RequestParts } from '../requests/request-parts.js'
import type { CollectionReader } from '../resources/collection-reader.js'
import { bodyOf, type FilledList, filledList, itemsOf, keyOfItem, keysOf, shownItems } from '../resources/list-items.js'
import type { Play } from '../resources/play.js'
import { isSuccess, type ResourceCalls } from '../resources/resource-calls.js'
import type { Resource } from '../resources/resources.js'
import type { Sequence } from '../resources/sequence-trial.js'
import type { TrialStep } from '../session/attempt.js'

/** So many items are listed in pages. */
const ITEMS = 5
/** The smallest pages that show the most. */
const SIZE = 2
/** The longest default of a page size that is tried with so many items. */
const LARGEST_DEFAULT = 20

/** Sequences that read a list in pages, and compare its number of all items with them. */
export function pageSequences(calls: ResourceCalls, resource: Resource): Sequence[] {
  const { list, name } = resource
  const collection = calls.collection(resource)
  if (list === undefined || collection === undefined) return []
  const sequence = (label: string, cost: number, play: (play: Play) => Promise<void>): Sequence => {
    return { label: `list ${name}s${label}`, operation: list, cost, play }
  }
  const pages = collection.page ?? collection.offset ?? collection.cursor
  const { size } = collection
  const sized =
    size === undefined ? [] : [sequence(' by page size', ITEMS + 6, (play) => sizes(calls, play, resource, list, size))]
  const paged =
    pages === undefined ? [] : [sequence(' in pages', ITEMS + 6, (play) => turnPages(calls, play, resource, list))]
  const whole = sequence(' and count them', 6, (play) => countAll(calls, play, resource, list))
  return [...sized, ...paged, whole]
}

/** A list whose items can be told apart. */
async function differentItems(
  calls: ResourceCalls,
  play: Play,
  resource: Resource,
  count: number
): Promise<{ filled: FilledList; keys: readonly string[] } | undefined> {
  const filled = await filledList(calls, play, resource, count)
  const keys = filled.items.map((item) => keyOfItem(resource, item))
  return new Set(keys).size === keys.length ? { filled, keys } : undefined
}

async function sizes(
  calls: ResourceCalls,
  play: Play,
  resource: Resource,
  list: PublishedOperation,
  { name: size, schema }: PublishedParameter
): Promise<void> {
  const { collection, parents, trail, step, items, already } = await filledList(calls, play, resource, ITEMS)
  for (const count of [1, 2, 3]) {
    const page = await calls.list(play, resource, parents, `list ${count} of them`, (request) => {
      return collection.withSize(request, count) ?? request
    })
    const keys = keysOf(resource, collection, page)
    const isSent = collection.requestedSize(page) === count
    if (!isSent || keys === undefined || !isSuccess(page) || keys.length === count) continue
    const isMore = keys.length > count
    const judge = `a list of ${items.length} items has ${count} of them with '${size}' ${count}; it has ${shownItems(keys)}`
    play.found(
      'ignored-page-size',
      isMore ? '' : 'fewer',
      judge,
      list,
      isMore ? [...(already > count ? parents.trail : trail), page] : [...trail, step, page]
    )
    return
  }
  const declared = calls.stored.defaultOf(schema)?.value
  if (typeof declared !== 'number' || declared > LARGEST_DEFAULT) return
  const { trail: longer } = await filledList(calls, play, resource, declared + 1)
  const page = await calls.list(play, resource, parents, `list them without '${size}'`, (request) =>
    withoutSize(request, size)
  )
  const keys = keysOf(resource, collection, page)
  if (keys === undefined || !isSuccess(page) || keys.length === declared) return
  const judge = `without '${size}' a page has ${declared} items, the documented default; it has ${shownItems(keys)}`
  play.found('ignored-page-size', 'default', judge, list, [...longer, page])
}

function withoutSize(request: RequestParts, name: string): RequestParts {
  return { ...request, query: request.query.filter((pair) => !('name' in pair) || pair.name !== name) }
}

/** Reads the first pages one after the other: together they are the whole list. */
async function turnPages(
  calls: ResourceCalls,
  play: Play,
  resource: Resource,
  list: PublishedOperation
): Promise<void> {
  const different = await differentItems(calls, play, resource, ITEMS)
  if (different === undefined) return
  const { filled, keys } = different
  const { collection, parents, trail, step } = filled
  const first = await calls.list(
    play,
    resource,
    parents,
    'list the first page',
    (request) => collection.withSize(request, SIZE) ?? request
  )
  const start = keysOf(resource, collection, first)
  if (start === undefined || !isSuccess(first) || start.length === 0) return
  const size = collection.size === undefined ? start.length : SIZE
  if (start.length > size || start.length >= keys.length) return
  const steps: TrialStep[] = [first]
  const seen = [...start]
  for (let page = 1; page < 3; page++) {
    const last = steps.at(-1) as TrialStep
    const next = nextPage(calls, collection, last, page, size)
    if (next === undefined) break
    const turned = await calls.list(play, resource, parents, `list page ${page + 1}`, next)
    const own = keysOf(resource, collection, turned)
    if (own === undefined || !isSuccess(turned)) return
    steps.push(turned)
    const twice = own.find((key) => seen.includes(key))
    if (twice !== undefined) {
      const judge = `no item is on two pages; ${twice} is`
      play.found('broken-paging', 'overlap', judge, list, [...trail, ...steps])
      return
    }
    const wanted = keys.slice(seen.length, seen.length + size)
    const isExpected = own.length === wanted.length && own.every((key, index) => key === wanted[index])
    if (!isExpected && collection.isWhole(step)) {
      const judge = `page ${page + 1} has the items ${wanted.join(', ')} of the whole list; it has ${shownItems(own)}`
      play.found('broken-paging', 'order', judge, list, [...trail, step, ...steps])
      return
    }
    seen.push(...own)
  }
  compareTotals(play, collection, list, [step, ...steps], trail)
}

/** The change of a request to the next page; undefined where there is none. */
function nextPage(
  calls: ResourceCalls,
  collection: CollectionReader,
  last: TrialStep,
  page: number,
  size: number
): ((request: RequestParts) => RequestParts) | undefined {
  const { page: number, offset, cursor } = collection
  const sized = (request: RequestParts) => collection.withSize(request, SIZE) ?? request
  if (number !== undefined) {
    const isFromZero = calls.values.isValid(number.schema, 0) && calls.stored.defaultOf(number.schema)?.value !== 1
    return (request) => collection.withValue(sized(request), number, isFromZero ? page : page + 1) ?? sized(request)
  }
  if (offset !== undefined)
    return (request) => collection.withValue(sized(request), offset, page * size) ?? sized(request)
  const text = cursorOf(bodyOf(last))
  if (cursor === undefined || text === undefined) return undefined
  return (request) => withParameter(sized(request), cursor, { kind: 'texts', texts: [text] })
}

/** The text that leads to the next page. */
function cursorOf(json: unknown, depth = 0): string | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json) || depth > 1) return undefined
  for (const [name, value] of Object.entries(json)) {
    const isCursor = /^(?:next_?(?:page_?)?(?:token|cursor)|cursor|next|after|end_?cursor|continuation_?token)$/i.test(
      name
    )
    if (isCursor && (typeof value === 'string' || typeof value === 'number') && value !== '') return String(value)
    const inner = cursorOf(value, depth + 1)
    if (inner !== undefined) return inner
  }
  return undefined
}

/** The total is the same on every page. */
function compareTotals(
  play: Play,
  collection: CollectionReader,
  list: PublishedOperation,
  steps: readonly TrialStep[],
  trail: readonly TrialStep[]
): void {
  const [first, ...others] = steps
  const total = first && collection.total(first)
  if (first === undefined || total === undefined) return
  for (const step of others) {
    const other = collection.total(step)
    if (other === undefined || other.value === total.value) continue
    const judge = `'${total.name}' is the same on every page; it is ${total.value} and ${other.value}`
    play.found('broken-total', 'pages', judge, list, [...trail, first, step])
    return
  }
}

/** The total is the number of items of the whole list. */
async function countAll(calls: ResourceCalls, play: Play, resource: Resource, list: PublishedOperation): Promise<void> {
  const { collection, trail, step, items } = await filledList(
    calls,
    play,
    resource,
    resource.create === undefined ? 0 : 2
  )
  const total = collection.total(step)
  if (total === undefined) return
  const most = collection.requestedSize(step)
  const isWhole = !collection.hasPages || (most !== undefined && items.length < most)
  if (!isWhole ? total.value >= items.length : total.value === items.length) return
  const judge = `'${total.name}' is the number of all items; it is ${total.value}, and the list has ${itemsOf(items.length)}`
  play.found('broken-total', 'count', judge, list, [...trail, step])
}
