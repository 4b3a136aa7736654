import { isNode } from '../document/json-schema-2020.js'
import type { PublishedOperation } from '../document/published-document.js'
import { idOfItem, itemsOf } from '../resources/list-items.js'
import { Missing, type Play } from '../resources/play.js'
import { isSuccess, type Known, type ResourceCalls } from '../resources/resource-calls.js'
import { an, type Resource } from '../resources/resources.js'
import type { Sequence } from '../resources/sequence-trial.js'
import type { TrialStep } from '../session/attempt.js'
import { statusOf } from '../session/session.js'
import { jsonOf } from '../wire/target.js'
import { listed } from './create-and-read.js'
import { withWrongValue } from './update-and-read.js'

/** How often a change is tried, each time with other values. */
const TRIES = 3

/** Sequences with two resources: what is done to one leaves the other as it is. */
export function neighborSequences(calls: ResourceCalls, resource: Resource): Sequence[] {
  const { create, read, remove, replace, change, parent, list, name } = resource
  if (create === undefined) return []
  const update = change ?? replace
  const both = read === undefined ? [] : [update, remove].filter((operation) => operation !== undefined)
  const rejected: Sequence = {
    label: `create ${an(name)} with a wrong value, then list all`,
    operation: create,
    cost: 4,
    play: (play) => rejectCreation(calls, play, resource, create, false)
  }
  const dangling: Sequence = {
    label: `create ${an(name)} that refers to nothing, then list all`,
    operation: create,
    cost: 4,
    play: (play) => rejectCreation(calls, play, resource, create, true)
  }
  const twice: Sequence = {
    label: `create the same ${name} twice`,
    operation: create,
    cost: 5,
    play: (play) => createTwice(calls, play, resource, create)
  }
  return [
    twice,
    ...both.map(
      (operation): Sequence => ({
        label: `${operation.method} one of two ${name}s`,
        operation,
        cost: 7,
        play: (play) => changeOneOfTwo(calls, play, resource, operation)
      })
    ),
    ...(list === undefined ? [] : [rejected]),
    ...(list === undefined || calls.targetsOf(create).size === 0 ? [] : [dangling]),
    ...(parent?.create === undefined || read === undefined ? [] : [otherParent(calls, resource, parent, read)])
  ]
}

/** A second creation of the same is rejected and changes nothing, or makes another resource. */
async function createTwice(
  calls: ResourceCalls,
  play: Play,
  resource: Resource,
  create: PublishedOperation
): Promise<void> {
  const { name } = resource
  const collection = calls.collection(resource)
  const parents = await calls.parents(play, resource)
  const { created, sent, trail } = await calls.create(play, resource, an(name), { parent: parents })
  const before = collection && (await calls.list(play, resource, parents))
  const same = play.decide('again', (draw) => calls.again(created.parts, draw))
  const step = await play.send(same, parents.path, `create the same ${name} again`)
  const [first, second] = [statusOf(created.response), statusOf(step.response)]
  const id = idOfItem(resource, jsonOf(step.response))
  if (first === 201 && second === 201 && id !== undefined && id === idOfItem(resource, jsonOf(created.response))) {
    // An id that the client chooses is taken then.
    const isChosen = idOfItem(resource, sent) === id
    const judge = isChosen
      ? `the ${name} ${id} is there already: a 409`
      : `two ${name}s have different ids; both have ${id}`
    play.found(isChosen ? 'accepted-duplicate' : 'shared-id', 'again', judge, create, [...trail, step])
  }
  const after = collection && (await calls.list(play, resource, parents))
  const [old, now] = [before, after].map((one) => one && collection?.items(one)?.length)
  if (second < 400 || second >= 500 || old === undefined || now === undefined || old === now) return
  const judge = `a request that was rejected with ${second} changes nothing: the list had ${itemsOf(old)}, and has ${now}`
  const steps = [...trail, before, step, after].filter((one) => one !== undefined)
  play.found('rejected-change', 'again', judge, create, steps)
}

/** Creates two, updates or deletes the first, creates a third: the second stays as it is. */
async function changeOneOfTwo(
  calls: ResourceCalls,
  play: Play,
  resource: Resource,
  operation: PublishedOperation
): Promise<void> {
  const { name } = resource
  const create = resource.create as PublishedOperation
  const one = await calls.create(play, resource, an(name))
  const two = await calls.create(play, resource, `another ${name}`, { unlike: [one.sent] })
  if (textOf(one) === textOf(two)) {
    // A service may return what is there already for the same request.
    if (JSON.stringify(one.sent) === JSON.stringify(two.sent)) throw new Missing(`no two ${name}s could be created`)
    play.found('shared-id', '', `two ${name}s have different ids`, create, [...one.trail, ...two.trail])
    return
  }
  const before = await calls.read(play, two, `read the other ${name}`)
  if (!isSuccess(before)) throw new Missing(`the ${name} cannot be read (${statusOf(before.response)})`)
  const step = await changeFirst(calls, play, one, two, operation)
  if (step === undefined) return
  if (!isSuccess(step)) throw new Missing(`no ${name} accepted ${operation.id} (${statusOf(step.response)})`)
  const steps = [...one.trail, ...two.trail, before, step]
  if (!(await isUnchanged(calls, play, two, before, operation, steps)) || operation.method !== 'DELETE') return
  const three = await calls.create(play, resource, `a third ${name}`)
  if (textOf(three) === textOf(two)) {
    const judge = `a new ${name} gets an id that no other has: ${textOf(two)} is taken`
    play.found('shared-id', 'after deletion', judge, create, [...one.trail, ...two.trail, step, ...three.trail])
    return
  }
  await isUnchanged(calls, play, two, before, create, [...steps, ...three.trail])
}

/** Changes or deletes the first of two; with other values where those were rejected. */
async function changeFirst(
  calls: ResourceCalls,
  play: Play,
  one: Known,
  two: Known,
  operation: PublishedOperation
): Promise<TrialStep | undefined> {
  let step: TrialStep | undefined
  for (let attempt = 0; attempt < TRIES && (step === undefined || !isSuccess(step)); attempt++) {
    const parts = play.decide(`change ${attempt}`, (draw) => {
      return calls.telling(operation, attempt === 0 ? 'telling' : 'varied', draw, [one.sent, two.sent])
    })
    if (parts === undefined) return undefined
    const made = await calls.withReferences(play, one.resource, parts)
    step = await play.send(made, one.path, `${operation.method} the first ${one.resource.name}`)
  }
  return step
}

function textOf({ path }: Known): string | undefined {
  return path.at(-1)?.text
}

async function isUnchanged(
  calls: ResourceCalls,
  play: Play,
  known: Known,
  before: TrialStep,
  operation: PublishedOperation,
  steps: readonly TrialStep[]
): Promise<boolean> {
  const after = await calls.read(play, known, `read the other ${known.resource.name} again`)
  if (isSuccess(after) && isSameContent(calls, known.resource.create as PublishedOperation, before, after)) return true
  const judge = `${operation.id} of one ${known.resource.name} leaves the other as it is`
  play.found('side-effect', '', judge, operation, [...steps, after])
  return false
}

/** Whether what clients set is the same; the rest, as a counter, is the service's. */
function isSameContent(calls: ResourceCalls, create: PublishedOperation, before: TrialStep, after: TrialStep): boolean {
  const [old, now] = [jsonOf(before.response), jsonOf(after.response)]
  if (!isNode(old) || !isNode(now)) return true
  return [...calls.bodyProperties(create).keys()].every((name) => {
    return JSON.stringify(old[name] ?? null) === JSON.stringify(now[name] ?? null)
  })
}

/**
 * A creation that is rejected adds nothing to the list.
 *
 * @param isDangling whether it is rejected because of ids of what does not exist, rather than a wrong value
 */
async function rejectCreation(
  calls: ResourceCalls,
  play: Play,
  resource: Resource,
  create: PublishedOperation,
  isDangling: boolean
): Promise<void> {
  const collection = calls.collection(resource)
  const body = play.decide('wrong body', (draw) => {
    const telling = calls.tellingBody(create, 'telling', draw)
    return isDangling ? telling : withWrongValue(telling)
  })
  if (collection === undefined || body === undefined) return
  const parents = await calls.parents(play, resource)
  const before = await calls.list(play, resource, parents)
  const parts = play.decide('wrong creation', (draw) => calls.withBody(create, body, draw))
  if (parts === undefined) return
  const made = isDangling ? parts : await calls.withReferences(play, resource, parts)
  const what = isDangling ? 'that refers to nothing' : 'with a wrong value'
  const step = await play.send(made, parents.path, `create ${an(resource.name)} ${what}`)
  const status = statusOf(step.response)
  if (status < 400 || status >= 500 || step.verdict.kind !== (isDangling ? 'valid' : 'invalid')) return
  const after = await calls.list(play, resource, parents)
  const [old, now] = [collection.items(before), collection.items(after)]
  if (old === undefined || now === undefined || old.length === now.length) return
  const judge = `a request that was rejected with ${status} changes nothing: the list had ${itemsOf(old.length)}, and has ${now.length}`
  play.found('rejected-change', '', judge, create, [...parents.trail, before, step, after])
}

/** What belongs to one parent is not there under another. */
function otherParent(calls: ResourceCalls, resource: Resource, parent: Resource, read: PublishedOperation): Sequence {
  const { list, change, replace, remove, name } = resource
  return {
    label: `${an(name)} of one ${parent.name} under another ${parent.name}`,
    operation: read,
    cost: 8,
    play: async (play) => {
      const own = await calls.existing(play, parent, an(parent.name))
      const other = await calls.create(play, parent, `another ${parent.name}`)
      if (textOf(own) === textOf(other)) throw new Missing(`no two ${parent.name}s could be created`)
      const known = await calls.create(play, resource, an(name), { parent: own })
      const foreign: Known = { ...known, path: [...other.path, ...known.path.slice(-1)] }
      const trail = [...other.trail, ...known.trail]
      const isForeign = (step: TrialStep, operation: PublishedOperation) => {
        const judge = `${an(name)} of one ${parent.name} is not there under another: a 404`
        if (isSuccess(step)) play.found('foreign-resource', operation.method, judge, operation, [...trail, step])
      }
      isForeign(await calls.read(play, foreign, `read it under the other ${parent.name}`), read)
      if (list !== undefined && calls.collection(resource) !== undefined) {
        const step = await calls.list(play, resource, other, `list the ${name}s of the other ${parent.name}`)
        const judge = `the list of one ${parent.name} has no ${name} of another`
        if (listed(calls, resource, known, step) === true)
          play.found('foreign-resource', 'list', judge, list, [...trail, step])
      }
      for (const operation of [change, replace]) {
        if (operation === undefined) continue
        const parts = play.decide(operation.method, (draw) => calls.telling(operation, 'telling', draw))
        if (parts === undefined || (operation.method === 'PUT' && operation.responses.has('201'))) continue
        const made = await calls.withReferences(play, resource, parts)
        isForeign(
          await play.send(made, foreign.path, `${operation.method} it under the other ${parent.name}`),
          operation
        )
      }
      if (remove === undefined) return
      // A deletion may succeed for what is not there.
      const step = await calls.send(play, remove, foreign, 'delete', `delete it under the other ${parent.name}`)
      const after = await calls.read(play, known, `read it under its own ${parent.name}`)
      const judge = `${an(name)} of one ${parent.name} cannot be deleted under another`
      if (statusOf(after.response) === 404 && isSuccess(step)) {
        play.found('foreign-resource', 'DELETE', judge, remove, [...trail, step, after])
      }
    }
  }
}
