import { isNode } from '../document/json-schema-2020.js'
import type { PublishedOperation } from '../document/published-document.js'
import type { CollectionReader } from '../resources/collection-reader.js'
import { keysOf, shownItems } from '../resources/list-items.js'
import { Missing, type Play } from '../resources/play.js'
import { isSuccess, type Parents, type ResourceCalls } from '../resources/resource-calls.js'
import type { Resource } from '../resources/resources.js'
import type { Sequence } from '../resources/sequence-trial.js'
import type { TrialStep } from '../session/attempt.js'
import { statusOf } from '../session/session.js'
import { jsonOf } from '../wire/target.js'

/** How often a request is sent. */
const TIMES = 3
/** So many lists show whether a safe request changed something. */
const LISTS = 4

/** A list that is read before and after another request. */
interface ReadList {
  readonly resource: Resource
  readonly collection: CollectionReader
}

/** Sequences of safe requests: each gets the same response again, and changes nothing. */
export function repetitionSequences(
  calls: ResourceCalls,
  resources: readonly Resource[],
  operations: readonly PublishedOperation[]
): Sequence[] {
  const safe = operations.filter(({ method }) => method === 'GET')
  const lists = resources
    .flatMap((resource): ReadList[] => {
      const collection = resource.parent === undefined ? calls.collection(resource) : undefined
      return collection === undefined ? [] : [{ resource, collection }]
    })
    .slice(0, LISTS)
  return safe.flatMap((operation): Sequence[] => [
    {
      label: `${operation.method} ${operation.path} ${TIMES} times`,
      operation,
      cost: TIMES + 1,
      play: (play) => repeat(calls, play, resources, operation)
    },
    ...(lists.length === 0
      ? []
      : [
          {
            label: `${operation.method} ${operation.path} between two lists`,
            operation,
            cost: 2 + 2 * lists.length,
            play: (play: Play) => readBetween(calls, play, resources, lists, operation)
          }
        ])
  ])
}

/** What is before the operation's path parameters: a resource that exists, or its parent. */
async function placeOf(
  calls: ResourceCalls,
  play: Play,
  resources: readonly Resource[],
  operation: PublishedOperation
): Promise<Parents> {
  const own = resources.find(({ read }) => read === operation)
  if (own !== undefined) return calls.existing(play, own)
  const listed = resources.find(({ list }) => list === operation)
  return listed === undefined ? { path: [], trail: [] } : calls.parents(play, listed)
}

async function repeat(
  calls: ResourceCalls,
  play: Play,
  resources: readonly Resource[],
  operation: PublishedOperation
): Promise<void> {
  const place = await placeOf(calls, play, resources, operation)
  const first = await calls.send(play, operation, place, 'request', `${operation.method} ${operation.path}`)
  const steps = [first]
  for (let time = 1; time < TIMES; time++) {
    const step = await calls.send(play, operation, place, 'request', 'the same again')
    steps.push(step)
    const difference = differenceOf(first, step)
    if (difference === undefined) continue
    const judge = `the same request gets the same response where nothing was changed; ${difference}`
    play.found('unrepeatable-response', '', judge, operation, [...place.trail, first, step])
    return
  }
  if (!resources.some(({ read }) => read === operation)) return
  const [one, two, three] = steps.map(({ response }) => jsonOf(response))
  const created = creationMoment(one, two)
  if (created !== undefined) {
    const judge = `the same request gets the same response where nothing was changed; ${created}`
    play.found('unrepeatable-response', 'creation', judge, operation, [...place.trail, ...steps.slice(0, 2)])
  }
  const changed = changedText(one, two, three, '')
  if (changed === undefined) return
  const judge = `a request that only reads changes nothing; ${changed}`
  play.found('unsafe-read', '', judge, operation, [...place.trail, ...steps])
}

/** What was set when something was created, and is another value with each read. */
function creationMoment(one: unknown, two: unknown): string | undefined {
  if (!isNode(one) || !isNode(two)) return undefined
  const name = Object.keys(one).find((each) => /^created_?(?:at|on)$/i.test(each) && one[each] !== two[each])
  return name && `'${name}' was ${JSON.stringify(one[name])}, and is ${JSON.stringify(two[name])}`
}

/** How two responses differ in status or shape. */
function differenceOf(one: TrialStep, two: TrialStep): string | undefined {
  const [a, b] = [statusOf(one.response), statusOf(two.response)]
  if (a === 429 || b === 429) return undefined
  if (a !== b) return `it was ${a || 'none'}, and is ${b || 'none'}`
  const [before, after] = [shapeOf(jsonOf(one.response)), shapeOf(jsonOf(two.response))]
  const isSame = (place: string, from: ReadonlyMap<string, ReadonlySet<string>>) => {
    // What is in a list that is empty is not known.
    return !place.includes('[]') || from.has(`${place.slice(0, place.lastIndexOf('[]'))}[]`)
  }
  for (const [from, to, word] of [
    [before, after, 'not there any more'],
    [after, before, 'new']
  ] as const) {
    for (const [place, types] of from) {
      const others = to.get(place)
      if (others === undefined) {
        if (isSame(place, to)) return `${named(place)} is ${word}`
      } else if (![...types].some((type) => others.has(type))) {
        return `${named(place)} was ${[...types].join(', ')}, and is ${[...others].join(', ')}`
      }
    }
  }
  return undefined
}

/** A place in a response, for sentences. */
function named(place: string): string {
  return place === '' ? 'the response' : `'${place}'`
}

/** The types at each place of a value; items of a list share a place. */
function shapeOf(
  value: unknown,
  place = '',
  shape = new Map<string, Set<string>>()
): ReadonlyMap<string, ReadonlySet<string>> {
  const other = value === undefined ? 'no JSON' : typeof value
  const type = value === null ? 'null' : Array.isArray(value) ? 'list' : other
  shape.set(place, (shape.get(place) ?? new Set()).add(type))
  if (Array.isArray(value)) for (const item of value) shapeOf(item, `${place}[]`, shape)
  else if (isNode(value)) {
    for (const [name, member] of Object.entries(value)) shapeOf(member, place === '' ? name : `${place}.${name}`, shape)
  }
  return shape
}

/**
 * The first text or boolean that changed, and was not another one each time: that says nothing of the resource, as a signed
 * URL or a token. Numbers and moments may count and date reads.
 */
function changedText(one: unknown, two: unknown, three: unknown, place: string): string | undefined {
  if (isNode(one) && isNode(two) && isNode(three)) {
    for (const name of Object.keys(one)) {
      const found = changedText(one[name], two[name], three[name], place === '' ? name : `${place}.${name}`)
      if (found !== undefined) return found
    }
    return undefined
  }
  const isMoment = typeof one === 'string' && /\d:\d/.test(one) && !Number.isNaN(Date.parse(one))
  const isPlain = typeof one === 'boolean' || (typeof one === 'string' && !isMoment)
  const after = one === two ? three : two
  const isOther = isPlain && typeof one === typeof after && withoutCounts(one) !== withoutCounts(after)
  if (!isOther || new Set([one, two, three]).size > 2) return undefined
  return `${named(place)} was ${JSON.stringify(one)}, and is ${JSON.stringify(after)}`
}

/** A text without its numbers and without the query of a URL: times, counters, signatures. */
function withoutCounts(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/^(\w+:\/\/[^?]*)\?.*$/s, '$1').replace(/\d+/g, '0') : value
}

/** Lists, reads, lists again. */
async function readBetween(
  calls: ResourceCalls,
  play: Play,
  resources: readonly Resource[],
  lists: readonly ReadList[],
  operation: PublishedOperation
): Promise<void> {
  const place = await placeOf(calls, play, resources, operation)
  const list = async (resource: Resource) => calls.list(play, resource, { path: [], trail: [] })
  const before: TrialStep[] = []
  for (const { resource } of lists) before.push(await list(resource))
  if (before.every((step) => !isSuccess(step))) throw new Missing('no list can be read')
  const step = await calls.send(play, operation, place, 'request', `${operation.method} ${operation.path}`)
  for (const [index, { resource, collection }] of lists.entries()) {
    const [first, after] = [before[index] as TrialStep, await list(resource)]
    if (!isSuccess(first)) continue
    const [old, now] = [keysOf(resource, collection, first), keysOf(resource, collection, after)]
    if (old === undefined || now === undefined) continue
    const [total, then] = [collection.total(first), collection.total(after)]
    const isOther = old.length !== now.length
    if (!isOther && total?.value === then?.value) continue
    const change = isOther
      ? `the list had ${shownItems(old)}, and has ${shownItems(now)}`
      : `'${(total ?? then)?.name}' of the list was ${total?.value ?? 'not there'}, and is ${then?.value ?? 'not there'}`
    const judge = `a request that only reads changes nothing: ${change}`
    play.found('unsafe-read', resource.name, judge, operation, [...place.trail, first, step, after])
    return
  }
}
