import { isNode } from '../document/json-schema-2020.js'
import type { PublishedOperation } from '../document/published-document.js'
import { Missing, type Play, unlessMissing } from '../resources/play.js'
import { isSuccess, type Known, type ResourceCalls } from '../resources/resource-calls.js'
import { an, type Resource, singular } from '../resources/resources.js'
import type { Sequence } from '../resources/sequence-trial.js'
import type { TrialStep } from '../session/attempt.js'
import { statusOf } from '../session/session.js'
import { bytesOf, jsonOf } from '../wire/target.js'
import { listed } from './create-and-read.js'

/** So many resources below one are made and read. */
const MOST = 4
/** How often an update is tried, each time with other values. */
const TRIES = 3

/** Sequences that update a resource, and read what belongs to it: a file that was uploaded, the items below it. */
export function belowSequences(calls: ResourceCalls, resource: Resource, children: readonly Resource[]): Sequence[] {
  const { replace, change, name, isSingle } = resource
  const own = children.filter((child) => makerOf(child) !== undefined && (child.read ?? child.list) !== undefined)
  return [replace, change].flatMap((operation): Sequence[] => {
    if (operation === undefined || isSingle) return []
    const sent = new Set([...calls.bodyProperties(operation).keys()].map(plainName))
    // What the body of the update has, too, is updated: the lines of an order.
    const below = own.filter((child) => !sent.has(plainName(child.name)))
    if (below.length === 0) return []
    const label = `${operation.method} ${an(name)}, then read what belongs to it`
    const cost = 4 + 3 * Math.min(MOST, below.length)
    const play = (play: Play) => updateAbove(calls, play, resource, below.slice(0, MOST), operation)
    return [{ label, operation, cost, play }]
  })
}

/** The operation that makes a resource of its parent: what there is one of is set. */
function makerOf({ create, replace, isSingle }: Resource): PublishedOperation | undefined {
  return isSingle ? replace : create
}

/** `orderLines` as `orderline`. */
function plainName(name: string): string {
  return singular(name)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}

/** What belongs to a resource, as it was read before the update. */
interface Below {
  readonly known: Known
  readonly before: TrialStep
  readonly read: () => Promise<TrialStep>
}

async function updateAbove(
  calls: ResourceCalls,
  play: Play,
  resource: Resource,
  children: readonly Resource[],
  operation: PublishedOperation
): Promise<void> {
  const above = await calls.existing(play, resource)
  const made: Below[] = []
  for (const child of children) {
    const one = await makeBelow(calls, play, above, child)
    if (one !== undefined) made.push(one)
  }
  if (made.length === 0) throw new Missing(`nothing that belongs to ${an(resource.name)} could be made`)
  const updated = await update(calls, play, above, operation)
  for (const { known, before, read } of made) {
    const after = await read()
    const difference = differenceOf(calls, known, before, after)
    if (difference === undefined) continue
    const { name } = known.resource
    const judge = `${operation.id} of the ${resource.name} leaves its ${name} as it is; ${difference}`
    play.found('side-effect', name, judge, operation, [...known.trail, before, updated, after])
  }
}

/** Creates or sets a resource below, and reads it; undefined where it cannot. */
async function makeBelow(calls: ResourceCalls, play: Play, above: Known, child: Resource): Promise<Below | undefined> {
  const known = await knownBelow(calls, play, above, child)
  const { name, read } = child
  if (known === undefined) return undefined
  const request = (note: string) =>
    read === undefined ? calls.list(play, child, above, note) : calls.send(play, read, known, `read ${name}`, note)
  const before = await request(`read the ${name}`)
  if (!isSuccess(before)) return undefined
  return { known, before, read: () => request(`read the ${name} again`) }
}

async function knownBelow(calls: ResourceCalls, play: Play, above: Known, child: Resource): Promise<Known | undefined> {
  const { isSingle, name } = child
  if (!isSingle) return unlessMissing(calls.create(play, child, an(name), { parent: above }))
  const set = makerOf(child) as PublishedOperation
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const step = await unlessMissing(calls.send(play, set, above, `set ${name} ${attempt}`, `set the ${name}`))
    if (step === undefined || !isSuccess(step)) continue
    const trail = [...above.trail, step]
    return { resource: child, path: above.path, trail, created: step, sent: undefined }
  }
  return undefined
}

async function update(
  calls: ResourceCalls,
  play: Play,
  above: Known,
  operation: PublishedOperation
): Promise<TrialStep> {
  const statuses: number[] = []
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const parts = play.decide(`update ${attempt}`, (draw) => calls.telling(operation, 'telling', draw, [above.sent]))
    if (parts === undefined) continue
    const made = await calls.withReferences(play, above.resource, parts)
    const step = await play.send(made, above.path, `${operation.method} the ${above.resource.name}`)
    if (isSuccess(step)) return step
    statuses.push(statusOf(step.response))
  }
  throw new Missing(
    `no ${above.resource.name} could be updated (${operation.id}: ${statuses.join(', ') || 'no valid request'})`
  )
}

/** How what belongs to a resource differs: its status, the bytes of a file, or what clients set of it. */
function differenceOf(calls: ResourceCalls, known: Known, before: TrialStep, after: TrialStep): string | undefined {
  const status = statusOf(after.response)
  if (status === 404 || status === 410) return `it was ${statusOf(before.response)}, and is ${status}`
  if (!isSuccess(after)) return undefined
  const { resource } = known
  if (resource.read === undefined) {
    const isLost = listed(calls, resource, known, before) === true && listed(calls, resource, known, after) === false
    const collection = calls.collection(resource)
    const [old = 0, now = old] = [before, after].map((step) => collection?.items(step)?.length)
    const isShorter = now < old
    return isLost || isShorter ? 'the list does not have it any more' : undefined
  }
  const [old, now] = [jsonOf(before.response), jsonOf(after.response)]
  if (!isNode(old) || !isNode(now)) {
    const isSame = bytesOf(before.response).equals(bytesOf(after.response))
    return isSame || old !== undefined ? undefined : 'its bytes are others'
  }
  const names = [...calls.bodyProperties(makerOf(resource) as PublishedOperation).keys()]
  const name = names.find((one) => JSON.stringify(old[one] ?? null) !== JSON.stringify(now[one] ?? null))
  return name === undefined ? undefined : `its '${name}' is another`
}
