import { isNode } from '../document/json-schema-2020.js'
import type { PublishedOperation, PublishedParameter } from '../document/published-document.js'
import { canBeSent, textsOf, withParameter } from '../requests/parameter-texts.js'
import type { RequestMaker } from '../requests/request-maker.js'
import type { RequestParts } from '../requests/request-parts.js'
import { Missing, type Play } from '../resources/play.js'
import { isSuccess, type ResourceCalls } from '../resources/resource-calls.js'
import type { Resource } from '../resources/resources.js'
import type { Sequence } from '../resources/sequence-trial.js'
import type { TrialStep } from '../session/attempt.js'
import { isSafe, statusOf } from '../session/session.js'
import type { Draw } from '../values/draw.js'
import { jsonOf } from '../wire/target.js'
import { HEADER_NAMES, type Spelling } from './spellings.js'

/** A change is tried so often, until it succeeds. */
const TRIES = 4
/** So often a value is made for a header, until it is not the default. */
const VALUES = 12

/**
 * Sends changes in two ways that mean the same. What a change returns differs each time, by an id or a moment: only what
 * is equal in the responses to two equal requests is compared with that to the other one.
 */
export function changedSpellings(
  operations: readonly PublishedOperation[],
  requests: RequestMaker,
  calls: ResourceCalls,
  resources: readonly Resource[]
): Sequence[] {
  return operations
    .filter(({ method, parameters }) => {
      return !isSafe(method) && method !== 'DELETE' && parameters.some(isPlainHeader)
    })
    .flatMap((operation) => {
      return HEADER_NAMES.map((spelling) => ({
        label: `${operation.id}: ${spelling.what}`,
        operation,
        cost: 5,
        play: (play: Play) => playSpelling(play, operation, spelling, requests, calls, resources)
      }))
    })
}

/** Whether it is a header, and no condition, which lets a change succeed or not. */
function isPlainHeader({ in: place, name }: PublishedParameter): boolean {
  return place === 'header' && !/^if-/i.test(name)
}

async function playSpelling(
  play: Play,
  operation: PublishedOperation,
  { kind, what, rewrite, judge }: Spelling,
  requests: RequestMaker,
  calls: ResourceCalls,
  resources: readonly Resource[]
): Promise<void> {
  const created = resources.find(({ create }) => create === operation)
  const place = created ? await calls.parents(play, created) : await calls.above(play, operation, resources)
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const name = `request ${attempt}`
    const made = created
      ? await calls.creation(play, created, name, attempt)
      : play.decide(name, (draw) => requests.likely(operation, draw))
    const parts = made && play.decide(`${name} with headers`, (draw) => withHeaders(made, calls, draw))
    if (parts === undefined) continue
    const first = await play.send(parts, place.path, operation.id)
    const again = await play.send(parts, place.path, `${operation.id} again`)
    if (!isSuccess(first) || statusOf(first.response) !== statusOf(again.response)) continue
    const other = await play.send(rewrite(parts), place.path, what)
    if (isLike(first, again, other)) return
    const control = await play.send(parts, place.path, `${operation.id} again`)
    if (isLike(first, again, control)) play.found(kind, what, judge, operation, [...place.trail, first, again, other])
    return
  }
  throw new Missing(`no two equal requests of ${operation.id} with headers succeeded`)
}

/** The request with values of headers that are not their defaults; undefined where there is none. */
function withHeaders(request: RequestParts, calls: ResourceCalls, draw: Draw): RequestParts | undefined {
  let changed = request
  let hasRequired = false
  for (const parameter of request.operation.parameters) {
    if (!isPlainHeader(parameter)) continue
    // A service that does not find it rejects the request.
    hasRequired ||= parameter.required
    if (parameter.required) continue
    const assumed = JSON.stringify(calls.stored.defaultOf(parameter.schema)?.value)
    for (let attempt = 0; attempt < VALUES; attempt++) {
      const made = calls.values.valid(parameter.schema, draw)
      const texts = made && JSON.stringify(made.value) !== assumed ? textsOf(parameter, made.value) : undefined
      if (texts === undefined || !canBeSent(parameter, texts)) continue
      changed = withParameter(changed, parameter, texts)
      break
    }
  }
  return changed === request && !hasRequired ? undefined : changed
}

/** Whether a response has the status of the first one, and all that is equal in the first two. */
function isLike(first: TrialStep, again: TrialStep, other: TrialStep): boolean {
  if (statusOf(first.response) !== statusOf(other.response)) return false
  return hasCommon(jsonOf(first.response), jsonOf(again.response), jsonOf(other.response))
}

function hasCommon(first: unknown, again: unknown, other: unknown): boolean {
  if (isNode(first) && isNode(again)) {
    return isNode(other) && Object.keys(first).every((name) => hasCommon(first[name], again[name], other[name]))
  }
  const [one, two, three] = [first, again, other].map((value) => JSON.stringify(value))
  return one !== two || one === three
}
