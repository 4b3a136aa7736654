import { isNode, type JsonSchema } from '../document/json-schema-2020.js'
import type { PublishedOperation } from '../document/published-document.js'
import { locatedIds } from '../resources/identity.js'
import { idOfItem } from '../resources/list-items.js'
import { Missing, type Play } from '../resources/play.js'
import { isSuccess, type Known, type ResourceCalls } from '../resources/resource-calls.js'
import { an, operationOfOne, type Resource } from '../resources/resources.js'
import type { Sequence } from '../resources/sequence-trial.js'
import type { TrialStep } from '../session/attempt.js'
import { statusOf } from '../session/session.js'
import { sentenceOfDifference } from '../session/stored-values.js'
import type { TellingStyle } from '../values/telling-values.js'
import { readBack } from '../wire/json-text.js'
import { headersOf, jsonOf } from '../wire/target.js'
import { linkedOperation } from './links.js'

/** Milliseconds until a service that is slow to show what it did is read again. */
const PATIENCE = [20, 150]
/** Services that cut lists rarely do it below this number of items. */
const LONG_LIST = 10
/** What a service sets once. */
const CREATED = /^created_?(?:at|on|by)?$/i

/** Sequences that create a resource, and compare what can be read then with what was sent. */
export function creationSequences(calls: ResourceCalls, resource: Resource): Sequence[] {
  const { create, read, list, name } = resource
  if (create === undefined) return []
  const creation = (style: TellingStyle, round: string): Sequence => ({
    label: `create ${an(name)}${round}, then read it`,
    operation: create,
    cost: 4,
    play: (play) => createAndRead(calls, play, resource, style)
  })
  const styles: Sequence[] = [
    creation('telling', ''),
    creation('empty', ' of empty values'),
    creation('varied', ' of other values'),
    creation('minimal', ' of what is required'),
    ...(hasLongList(calls, create) ? [creation('long', ' of long lists')] : [])
  ]
  const listing: Sequence = {
    label: `create ${an(name)}, then list all`,
    operation: create,
    cost: 4,
    play: (play) => createAndList(calls, play, resource)
  }
  return [...(read === undefined ? [] : styles), ...(list === undefined ? [] : [listing])]
}

/** Whether a list in the body of the operation may have more items than other bodies have. */
function hasLongList(calls: ResourceCalls, create: PublishedOperation): boolean {
  const isLong = (schema: JsonSchema, depth: number): boolean => {
    const { items, bounds } = calls.values.flattener.flatten(schema)
    if (items !== undefined && (bounds.get('maxItems') ?? LONG_LIST) >= LONG_LIST) return true
    return depth < 2 && [...calls.stored.properties(schema).values()].some((property) => isLong(property, depth + 1))
  }
  const schema = calls.bodySchema(create)
  return schema !== undefined && isLong(schema, 0)
}

async function createAndRead(calls: ResourceCalls, play: Play, resource: Resource, style: TellingStyle): Promise<void> {
  const create = resource.create as PublishedOperation
  const read = resource.read as PublishedOperation
  const known = await calls.create(play, resource, an(resource.name), { style })
  const { created } = known
  const { location } = headersOf(created.response)
  const ids = location === undefined ? undefined : locatedIds(location, created.request.url, read)
  const own = known.path.map(({ text }) => text)
  if (location !== undefined && statusOf(created.response) === 201 && !isPlaceOf(ids, own)) {
    const judge = `the Location of a 201 leads to what was created, which is at ${read.path} with ${own.join(', ')}; this one is ${location}`
    play.found('broken-location', '', judge, create, known.trail)
  }
  const step = await readPatiently(calls, play, known)
  if (!isSuccess(step)) {
    const status = statusOf(step.response)
    if (status === 401 || status === 403 || status === 429) throw new Missing(`${read.id}: ${status}`)
    // A link that leads nowhere contradicts the document: its own sequence finds that.
    if (create.responses.get('201')?.links.some((link) => linkedOperation(link, [read]) !== undefined)) return
    play.found('lost-creation', '', `what ${create.id} created can be read by ${read.id}`, create, [
      ...known.trail,
      step
    ])
    return
  }
  compareSent(calls, play, known.sent, create, step, [...known.trail, step], `what ${read.id} returns`)
  const [old, now] = [objectOf(jsonOf(created.response)), objectOf(jsonOf(step.response))]
  for (const name of Object.keys(old).filter((one) => CREATED.test(one))) {
    if (now[name] === undefined || JSON.stringify(old[name]) === JSON.stringify(now[name])) continue
    const again = await calls.read(play, known)
    // What is another value each time was not changed by the creation: the repetition of the request finds that.
    if (JSON.stringify(objectOf(jsonOf(again.response))[name]) !== JSON.stringify(now[name])) continue
    const judge = `'${name}' stays what it was when the ${resource.name} was created: ${JSON.stringify(old[name])}; it is ${JSON.stringify(now[name])}`
    play.found('changed-value', name, judge, create, [...known.trail, step])
  }
}

/** Only the id counts for a `Location` that is behind a prefix; undefined ids lead elsewhere. */
function isPlaceOf(ids: readonly string[] | undefined, own: readonly string[]): boolean {
  return ids !== undefined && ids.length === own.length && ids.every((id, index) => id === own[index])
}

/** Reads what was created, several times where it is not there at first. */
async function readPatiently(calls: ResourceCalls, play: Play, known: Known): Promise<TrialStep> {
  let step = await calls.read(play, known)
  for (const milliseconds of PATIENCE) {
    if (statusOf(step.response) !== 404 || play.isReplay) break
    await play.wait(milliseconds)
    step = await calls.read(play, known)
  }
  return step
}

/**
 * Compares what was sent with what a response contains.
 *
 * @param where what the response is, for the sentence
 * @param before what was read before an update
 */
export function compareSent(
  calls: ResourceCalls,
  play: Play,
  sent: unknown,
  sender: PublishedOperation,
  step: TrialStep,
  steps: readonly TrialStep[],
  where: string,
  before?: unknown
): void {
  const reader = step.parts.operation
  const [from, to] = [calls.bodySchema(sender), calls.responseSchema(reader)]
  if (sent === undefined || from === undefined || to === undefined) return
  const read = jsonOf(step.response)
  const found = calls.stored.differences(from, sent, to, read)
  const shown = steps.flatMap(({ comparison }) => comparison.findings.map(({ what }) => what))
  const defaults = sender.method === 'POST' ? calls.stored.lostDefaults(from, sent, to, read) : []
  const kind = sender.method === 'POST' ? 'changed-value' : 'lost-update'
  for (const difference of [...found, ...defaults]) {
    const kept = keptOf(difference.path, objectOf(before), objectOf(sent), objectOf(read))
    // What the response to it showed is known.
    if (kept === '' && shown.includes(`response ${difference.path}`)) continue
    const judge = `${where} has what was sent: ${sentenceOfDifference(difference)}${kept}`
    play.found(kind, difference.path, judge, sender, steps)
  }
}

/** What an update kept of the value before it, as a sentence goes on; empty where it kept nothing. */
function keptOf(path: string, before: Node, sent: Node, read: Node): string {
  const [name = ''] = path.split(/[.[]/)
  const [old, wanted, now] = [before[name], sent[name], read[name]]
  if (old === undefined || old === null) return ''
  if (JSON.stringify(old) === JSON.stringify(now)) return ', as before'
  if (![old, wanted, now].every(Array.isArray)) return ''
  const texts = (list: unknown) => (list as unknown[]).map((item) => JSON.stringify(item))
  const [was, is] = [texts(old), texts(now)]
  const isAdded = was.length > 0 && [...was, ...texts(wanted)].every((item) => is.includes(item))
  return isAdded ? ', with the items that it had before' : ''
}

type Node = Readonly<Record<string, unknown>>

async function createAndList(calls: ResourceCalls, play: Play, resource: Resource): Promise<void> {
  const { create, list } = resource as { create: PublishedOperation; list: PublishedOperation }
  const collection = calls.collection(resource)
  if (collection === undefined) throw new Missing(`the response of ${list.id} is no list, as far as the document says`)
  const parents = await calls.parents(play, resource)
  const before = await calls.list(play, resource, parents)
  if (!isSuccess(before)) throw new Missing(`${list.id}: ${statusOf(before.response)}`)
  const known = await calls.create(play, resource, an(resource.name))
  let after = await calls.list(play, resource, parents)
  const isThere = () => listed(calls, resource, known, after, before)
  for (const milliseconds of PATIENCE) {
    if (isThere() !== false || play.isReplay) break
    await play.wait(milliseconds)
    after = await calls.list(play, resource, parents)
  }
  if (isThere() === false) {
    const judge = `${list.id} has what ${create.id} created`
    play.found('unlisted-creation', '', judge, create, [...known.trail, after])
  }
  compareListed(calls, play, resource, known, after)
  const [old, now] = [collection.total(before), collection.total(after)]
  if (old === undefined || now === undefined || isThere() === false || now.value > old.value) return
  const judge = `'${now.name}' counts what was created: it was ${old.value} before, and is ${now.value}`
  play.found('broken-total', 'created', judge, list, [before, ...known.trail, after])
}

/** Compares what was sent with the item of the list. */
export function compareListed(
  calls: ResourceCalls,
  play: Play,
  resource: Resource,
  known: Known,
  step: TrialStep,
  sender?: TrialStep
): void {
  const collection = calls.collection(resource)
  const sent = sender ?? known.created
  if (collection === undefined || sent === undefined || operationOfOne(resource) === undefined) return
  const { body, operation: by } = sent.parts
  const from = calls.bodySchema(by)
  const id = known.path.at(-1)?.text
  const item = collection.items(step)?.find((one) => idOfItem(resource, one) === id)
  if (item === undefined || from === undefined || body?.kind !== 'json') return
  const kind = by.method === 'POST' ? 'changed-value' : 'lost-update'
  for (const difference of calls.stored.differences(from, readBack(body.value), collection.itemSchema, item)) {
    const judge = `the list has what was sent: ${sentenceOfDifference(difference)}`
    play.found(kind, `list ${difference.path}`, judge, by, [...known.trail, ...(sender ? [sender] : []), step])
  }
}

/** Whether a list has a resource; undefined where the response does not show it. */
export function listed(
  calls: ResourceCalls,
  resource: Resource,
  known: Known,
  step: TrialStep,
  before?: TrialStep
): boolean | undefined {
  const collection = calls.collection(resource)
  const items = isSuccess(step) ? collection?.items(step) : undefined
  if (collection === undefined || items === undefined) return undefined
  const id = known.path.at(-1)?.text
  if (operationOfOne(resource) === undefined) {
    // Without ids only the number shows it.
    const old = before && collection.items(before)
    return old === undefined || !collection.isWhole(step) ? undefined : items.length > old.length
  }
  const ids = items.map((item) => idOfItem(resource, item))
  if (ids.includes(id)) return true
  if (!collection.isWhole(step) || ids.includes(undefined)) return undefined
  return hasDefaultFilter(calls, collection.operation, known) ? undefined : false
}

/** Whether the default of a parameter of the list may have left the resource out: `archived` is false by default. */
function hasDefaultFilter(calls: ResourceCalls, list: PublishedOperation, { sent, created }: Known): boolean {
  const own: Record<string, unknown> = { ...objectOf(sent), ...objectOf(created && jsonOf(created.response)) }
  return list.parameters.some(({ name, schema }) => {
    const declared = calls.stored.defaultOf(schema)
    return declared !== undefined && Object.hasOwn(own, name) && own[name] !== declared.value
  })
}

function objectOf(value: unknown): Node {
  return isNode(value) ? value : {}
}
