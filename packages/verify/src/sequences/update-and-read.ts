import { isNode, type JsonSchema } from '../document/json-schema-2020.js'
import type { PublishedOperation } from '../document/published-document.js'
import { idIn } from '../resources/identity.js'
import { Missing, type Play } from '../resources/play.js'
import { isSuccess, type Known, type ResourceCalls } from '../resources/resource-calls.js'
import { an, pathParameters, type Resource } from '../resources/resources.js'
import type { Sequence } from '../resources/sequence-trial.js'
import { changedPlace } from '../resources/volatile.js'
import type { TrialStep } from '../session/attempt.js'
import { statusOf } from '../session/session.js'
import type { TellingStyle } from '../values/telling-values.js'
import { readBack, setOwn } from '../wire/json-text.js'
import { headersOf, jsonOf } from '../wire/target.js'
import { compareListed, compareSent } from './create-and-read.js'

/** What a service sets when something changes. */
const UPDATED = /^(?:last_?)?(?:updated|modified|changed|edited)_?(?:at|on)?$/i
/** So many properties are changed one by one. */
const PROPERTIES = 10
/** How often an update is tried, each time with other values. */
const TRIES = 3

/** Sequences that update a resource and read it then. */
export function updateSequences(calls: ResourceCalls, resource: Resource): Sequence[] {
  const { read, replace, change, name } = resource
  if (read === undefined) return []
  const whole = (operation: PublishedOperation, style: TellingStyle, label: string): Sequence => ({
    label: `${operation.method} ${an(name)}${label}, then read it`,
    operation,
    cost: 5,
    play: (play) => updateAndRead(calls, play, resource, operation, style)
  })
  // Another body than JSON has no properties to compare: what was uploaded is read by `fileSequences`.
  const [put, patch] = [replace, change].map((operation) => {
    return operation !== undefined && calls.bodySchema(operation) !== undefined ? operation : undefined
  })
  const methods = [put, patch].filter((operation) => operation !== undefined)
  return [
    ...methods.flatMap((operation) => [whole(operation, 'telling', ''), whole(operation, 'empty', ' of empty values')]),
    ...(put === undefined ? [] : [whole(put, 'minimal', ' of what is required')]),
    ...(patch === undefined ? [] : singleChanges(calls, resource, patch)),
    ...methods.map((operation) => rejectedUpdate(calls, resource, operation))
  ]
}

/** A resource that exists, as it is read; what there is one of may not be there until it is set. */
async function readFirst(
  calls: ResourceCalls,
  play: Play,
  resource: Resource
): Promise<{ known: Known; before: TrialStep }> {
  const known = await calls.existing(play, resource)
  const read = (each: Known) => calls.read(play, each, `read the ${resource.name} before`)
  const first = await read(known)
  if (isSuccess(first)) return { known, before: first }
  const set = resource.isSingle ? await setFirst(calls, play, known) : undefined
  const made: Known = set === undefined ? known : { ...known, trail: [...known.trail, set] }
  const before = set === undefined ? first : await read(made)
  if (isSuccess(before)) return { known: made, before }
  throw new Missing(
    `there is no ${resource.name} that can be read (${before.parts.operation.id}: ${statusOf(before.response)})`
  )
}

/** Sets what there is one of; undefined where it cannot be set. */
async function setFirst(calls: ResourceCalls, play: Play, { resource, path }: Known): Promise<TrialStep | undefined> {
  const { replace, name } = resource
  const parts = replace && play.decide(`set ${name}`, (draw) => calls.telling(replace, 'telling', draw))
  return parts && play.send(await calls.withReferences(play, resource, parts), path, `set the ${name}`)
}

async function updateAndRead(
  calls: ResourceCalls,
  play: Play,
  resource: Resource,
  operation: PublishedOperation,
  style: TellingStyle
): Promise<void> {
  const first = await readFirst(calls, play, resource)
  const { known } = first
  let { before } = first
  const hasList = calls.collection(resource) !== undefined && style === 'telling'
  // A list that was read before may be kept.
  if (hasList) await calls.list(play, resource, known)
  const statuses: number[] = []
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const key = `update ${attempt}`
    if (play.isReplay && !play.isKnown(key)) continue
    const body = play.decide(`body ${attempt}`, (draw): unknown => {
      return calls.tellingBody(operation, attempt === 0 ? style : 'varied', draw, [jsonOf(before.response)])
    })
    if (body === undefined) throw new Missing(`${operation.id} has no JSON body that can be made`)
    const step = await update(calls, play, known, operation, key, body, before)
    if (step !== undefined && isSuccess(step)) {
      await compareRead(calls, play, known, before, step)
      if (!hasList) return
      const list = await calls.list(play, resource, known)
      if (isSuccess(list)) compareListed(calls, play, resource, known, list, step)
      return
    }
    play.decisions.delete(key)
    if (step === undefined) continue
    statuses.push(statusOf(step.response))
    // What the document leaves open may have changed it all the same.
    if (statusOf(step.response) < 300) before = await calls.read(play, known, `read the ${resource.name} before`)
  }
  throw new Missing(
    `no ${resource.name} could be updated (${operation.id}: ${statuses.join(', ') || 'no valid request'})`
  )
}

/** Sends an update; undefined where none can be made. */
async function update(
  calls: ResourceCalls,
  play: Play,
  known: Known,
  operation: PublishedOperation,
  key: string,
  body: unknown,
  before: TrialStep
): Promise<TrialStep | undefined> {
  const { resource } = known
  const made = play.decide(key, (draw) => calls.withBody(operation, withOwnId(known, operation, body, before), draw))
  if (made === undefined) return undefined
  const parts = await calls.withReferences(play, resource, calls.withPreconditions(made, before))
  return play.send(parts, known.path, `${operation.method} the ${resource.name}`)
}

/** A body that contains the id of its resource has the right one. */
function withOwnId({ resource }: Known, operation: PublishedOperation, body: unknown, before: TrialStep): unknown {
  const parameter = resource.isSingle ? undefined : pathParameters(operation).at(-1)
  const read = jsonOf(before.response)
  if (parameter === undefined || !isNode(body) || !isNode(read)) return body
  const [name, ...deeper] = idIn(body, parameter, resource.name)?.path ?? []
  if (name === undefined || deeper.length > 0 || !Object.hasOwn(read, name)) return body
  return { ...body, [name]: read[name] }
}

/** Reads the resource after an update, and compares it with what was sent and with what it was before. */
async function compareRead(
  calls: ResourceCalls,
  play: Play,
  known: Known,
  before: TrialStep,
  updated: TrialStep
): Promise<TrialStep> {
  const { operation, body } = updated.parts
  if (statusOf(updated.response) === 202) throw new Missing(`${operation.id} updates later than its response (202)`)
  const sent = body?.kind === 'json' ? readBack(body.value) : undefined
  const trail = [...known.trail, updated]
  const after = await calls.read(play, known)
  const steps = [...trail, after]
  if (!isSuccess(after)) {
    play.found('lost-update', '', `a resource can be read after ${operation.id}`, operation, steps)
    return after
  }
  const old = jsonOf(before.response)
  compareSent(calls, play, sent, operation, after, steps, `what ${after.parts.operation.id} returns`, old)
  compareUnsent(calls, play, known, sent, updated, before, after)
  compareMarks(calls, play, known, updated, before, after)
  return after
}

/** Compares what says that something was changed, where it was: the entity tag, and the moment of the last update. */
function compareMarks(
  calls: ResourceCalls,
  play: Play,
  known: Known,
  updated: TrialStep,
  before: TrialStep,
  after: TrialStep
): void {
  const { operation } = updated.parts
  const [old, now] = [jsonOf(before.response), jsonOf(after.response)]
  const read = calls.responseSchema(after.parts.operation)
  if (!isNode(old) || !isNode(now) || read === undefined) return
  const settable = calls.bodyProperties(operation)
  // A moment or a signed URL is another one without a change, and what was sent may be what was there.
  if (![...settable.keys()].some((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]))) return
  const steps = [...known.trail, before, updated, after]
  const [tag, next] = [before, after].map(({ response }) => headersOf(response).etag)
  if (tag !== undefined && tag === next) {
    const judge = `the response changed, and its ETag is ${tag} as before`
    play.found('broken-etag', 'change', judge, after.parts.operation, steps)
  }
  for (const [name, schema] of calls.stored.properties(read)) {
    // A moment that is as before may be one of the same second.
    const isMoment = UPDATED.test(name) && calls.values.flattener.flatten(schema).formats.includes('date-time')
    if (!isMoment || settable.has(name) || old[name] !== null || now[name] !== null) continue
    const judge = `'${name}' is the moment of the last update; it was null before ${operation.id}, and is null`
    play.found('lost-update', name, judge, operation, steps)
  }
}

/** Compares the properties that an update did not send: a PATCH leaves them as they are, a PUT removes them. */
function compareUnsent(
  calls: ResourceCalls,
  play: Play,
  known: Known,
  sent: unknown,
  updated: TrialStep,
  before: TrialStep,
  after: TrialStep
): void {
  const { operation } = updated.parts
  const [old, now] = [jsonOf(before.response), jsonOf(after.response)]
  if (!isNode(old) || !isNode(now) || !isNode(sent)) return
  const steps = [...known.trail, before, updated, after]
  const settable = calls.bodyProperties(operation)
  for (const name of Object.keys(old)) {
    const isSettable = settable.has(name)
    const isFixed = !isSettable && /^(?:id|_id|uuid|created_?(?:at|on|by)?)$/i.test(name)
    if (Object.hasOwn(sent, name) || !(isFixed || (isSettable && operation.method === 'PATCH'))) continue
    if (JSON.stringify(old[name] ?? null) === JSON.stringify(now[name] ?? null)) continue
    const is = Object.hasOwn(now, name) ? `is ${short(now[name])}` : 'is not there'
    const judge = `${operation.id} leaves '${name}' as it was: it was ${short(old[name])}, and ${is}`
    play.found('lost-property', name, judge, operation, steps)
  }
}

function short(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}

/** PATCH of each property alone: another value, an empty one, null; and of none. */
function singleChanges(calls: ResourceCalls, resource: Resource, operation: PublishedOperation): Sequence[] {
  const { types } = calls.values.flattener.flatten(calls.bodySchema(operation) as JsonSchema)
  if (!types.has('object')) return []
  const properties = [...calls.bodyProperties(operation)].filter(([, property]) => {
    return !calls.values.flattener.flatten(property).isReadOnly
  })
  const one = (name: string, property: JsonSchema): Sequence => ({
    label: `PATCH ${name} of ${an(resource.name)}, then read it`,
    operation,
    cost: 7,
    play: (play) => changeOne(calls, play, resource, operation, name, property)
  })
  const nothing: Sequence = {
    label: `PATCH ${an(resource.name)} with nothing, then read it`,
    operation,
    cost: 4,
    play: async (play) => {
      const { known, before } = await readFirst(calls, play, resource)
      const step = await update(calls, play, known, operation, 'update', {}, before)
      if (step !== undefined && isSuccess(step)) await compareRead(calls, play, known, before, step)
    }
  }
  return [...properties.slice(0, PROPERTIES).map(([name, property]) => one(name, property)), nothing]
}

/** The values of one property, one after the other, of one resource. */
async function changeOne(
  calls: ResourceCalls,
  play: Play,
  resource: Resource,
  operation: PublishedOperation,
  name: string,
  property: JsonSchema
): Promise<void> {
  const { known, before: first } = await readFirst(calls, play, resource)
  let before = first
  const canBeNull = calls.values.flattener.flatten(property).types.has('null')
  for (const style of ['telling', 'empty', ...(canBeNull ? (['null'] as const) : [])] as const) {
    const body = play.decide(`body ${style}`, (draw): unknown => {
      const whole = calls.tellingBody(operation, style === 'null' ? 'telling' : style, draw, [jsonOf(before.response)])
      const least = calls.tellingBody(operation, 'minimal', draw)
      if (!isNode(whole) || !isNode(least) || !Object.hasOwn(whole, name)) return undefined
      const out = { ...least }
      setOwn(out, name, style === 'null' ? null : whole[name])
      return out
    })
    if (body === undefined) continue
    const step = await update(calls, play, known, operation, `update ${style}`, body, before)
    if (step === undefined || !isSuccess(step)) continue
    before = await compareRead(calls, play, known, before, step)
    if (!isSuccess(before)) return
  }
}

/** An update with one wrong value: what is rejected changes nothing. */
function rejectedUpdate(calls: ResourceCalls, resource: Resource, operation: PublishedOperation): Sequence {
  return {
    label: `${operation.method} ${an(resource.name)} with a wrong value, then read it`,
    operation,
    cost: 4,
    play: async (play) => {
      const { known, before } = await readFirst(calls, play, resource)
      const body = play.decide('body', (draw) => withWrongValue(calls.tellingBody(operation, 'telling', draw)))
      if (body === undefined) return
      const step = await update(calls, play, known, operation, 'update', body, before)
      const status = step === undefined ? 0 : statusOf(step.response)
      if (step === undefined || status < 400 || status >= 500 || step.verdict.kind !== 'invalid') return
      const after = await calls.read(play, known, `read the ${resource.name} after`)
      const changed = isSuccess(after)
        ? await changedPlace(play, before, after, () => calls.read(play, known))
        : 'the status'
      if (changed === undefined) return
      const judge = `a request that was rejected with ${status} changes nothing; ${changed} is another`
      play.found('rejected-change', '', judge, operation, [...known.trail, before, step, after])
    }
  }
}

/** The last of several properties with a value of another type: by then a service may have kept the ones before. */
export function withWrongValue(body: unknown): unknown {
  if (!isNode(body)) return undefined
  const names = Object.keys(body)
  const last = names.at(-1)
  if (last === undefined) return undefined
  const out = { ...body }
  setOwn(out, last, typeof body[last] === 'object' ? 'a text' : { wrong: [] })
  return out
}
