import type { PublishedOperation } from '../document/published-document.js'
import { ABSENT_TEXTS, withParameter } from '../requests/parameter-texts.js'
import type { RequestMaker } from '../requests/request-maker.js'
import type { RequestParts } from '../requests/request-parts.js'
import { type BoundText, type Play, unlessMissing } from '../resources/play.js'
import type { ResourceCalls } from '../resources/resource-calls.js'
import { type Resource, resourceAbove } from '../resources/resources.js'
import type { TrialStep } from '../session/attempt.js'
import { statusOf } from '../session/session.js'
import type { Draw } from '../values/draw.js'

/** A request is tried so often, until it succeeds. */
const TRIES = 4

/** Finds the path to something that exists, for an operation. */
export type PlaceOf = (play: Play, operation: PublishedOperation) => Promise<readonly BoundText[]>

/** What an operation's path leads to is created, where that is possible; an empty path leaves it to the request. */
export function placeIn(calls: ResourceCalls, resources: readonly Resource[]): PlaceOf {
  return async (play, operation) => {
    const resource = resourceAbove(operation, resources)
    if (resource?.create === undefined) return []
    return (await unlessMissing(calls.create(play, resource, `the ${resource.name}`)))?.path ?? []
  }
}

/** The first request of the operation that succeeds; undefined where none does, so that there is nothing to compare. */
export async function reached(
  play: Play,
  operation: PublishedOperation,
  requests: RequestMaker,
  isWanted = (status: number) => status >= 200 && status < 300,
  path: readonly BoundText[] = []
): Promise<TrialStep | undefined> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const name = `${operation.id} ${attempt}`
    // When it is played again, only what succeeded before is sent.
    if (play.isReplay && !play.isKnown(name)) continue
    const parts = play.decide(name, (draw) => requests.likely(operation, draw))
    const step = parts && (await play.send(parts, path, operation.id))
    if (step !== undefined && isWanted(statusOf(step.response))) return step
    play.decisions.delete(name)
  }
  return undefined
}

/**
 * A request of another operation of the same path, with its required parameters only; of the query those of the first
 * request where both have them. Undefined where none can be made.
 */
export function beside(
  operation: PublishedOperation,
  { path, query }: RequestParts,
  requests: RequestMaker,
  draw: Draw
): RequestParts | undefined {
  const valid = requests.valid(operation, draw)
  if (valid === undefined) return undefined
  const parts = operation.parameters
    .filter(({ required }) => !required)
    .reduce((bare, parameter) => withParameter(bare, parameter, ABSENT_TEXTS), valid)
  const isIn = (pairs: RequestParts['query'], pair: RequestParts['query'][number]) => {
    return pairs.some((other) => 'name' in other && 'name' in pair && other.name === pair.name)
  }
  const common = query.filter((pair) => isIn(parts.query, pair))
  return { ...parts, path, query: [...common, ...parts.query.filter((pair) => !isIn(common, pair))] }
}

/** The request with a header in place of one of the same name. */
export function withHeader(parts: RequestParts, name: string, value: string): RequestParts {
  const others = parts.headers.filter(([other]) => other.toLowerCase() !== name)
  return { ...parts, headers: [...others, [name, value]] }
}
