import type { PublishedOperation } from '../document/published-document.js'
import type { RequestMaker } from '../requests/request-maker.js'
import type { RequestParts } from '../requests/request-parts.js'
import type { Play } from '../resources/play.js'
import type { Parents, ResourceCalls } from '../resources/resource-calls.js'
import type { Resource } from '../resources/resources.js'
import type { Sequence } from '../resources/sequence-trial.js'
import type { TrialStep } from '../session/attempt.js'
import { statusOf } from '../session/session.js'

/** More than the ten connections that a pool has by default, and than most limits of a moment. */
const TIMES = 12
/** A request is tried so often, until it succeeds. */
const TRIES = 4

/**
 * Sends one request a dozen times, and creates a dozen resources, in one state: what runs out after a while, as
 * connections that are not given back, fails then. Each response is judged, and nothing else.
 */
export function exhaustionSequences(
  operations: readonly PublishedOperation[],
  requests: RequestMaker,
  calls: ResourceCalls,
  resources: readonly Resource[]
): Sequence[] {
  return operations
    .filter(({ method }) => method !== 'DELETE' && method !== 'HEAD' && method !== 'OPTIONS')
    .flatMap((operation): Sequence[] => {
      const created = resources.find(({ create }) => create === operation)
      // Where there is a list, it is filled with more.
      if (created !== undefined && calls.collection(created) !== undefined) return []
      const play = async (play: Play): Promise<void> => {
        if (created !== undefined) await createMany(play, calls, created)
        else await repeat(play, operation, requests, calls, resources)
      }
      return [{ label: `${operation.id} ${TIMES} times`, operation, cost: TIMES, play }]
    })
}

async function createMany(play: Play, calls: ResourceCalls, resource: Resource): Promise<void> {
  const parent = await calls.parents(play, resource)
  const unlike: unknown[] = []
  for (let time = 0; time < TIMES; time++) {
    const { sent } = await calls.create(play, resource, `${resource.name} ${time}`, { parent, unlike })
    unlike.push(sent)
  }
}

async function repeat(
  play: Play,
  operation: PublishedOperation,
  requests: RequestMaker,
  calls: ResourceCalls,
  resources: readonly Resource[]
): Promise<void> {
  const place = await calls.above(play, operation, resources)
  const parts = await succeeded(play, operation, requests, place)
  if (parts === undefined) return
  for (let time = 1; time < TIMES; time++) {
    if (!isDone(await play.send(parts, place.path, `${operation.id} again`))) return
  }
}

/** The request of the first success; the report says of the operation itself that there was none. */
async function succeeded(
  play: Play,
  operation: PublishedOperation,
  requests: RequestMaker,
  { path }: Parents
): Promise<RequestParts | undefined> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const parts = play.decide(`request ${attempt}`, (draw) => requests.likely(operation, draw))
    const step = parts && (await play.send(parts, path, operation.id))
    if (step !== undefined && isDone(step)) return step.parts
  }
  return undefined
}

/** Whether a valid request succeeded, or was redirected. */
function isDone({ response, verdict }: TrialStep): boolean {
  const status = statusOf(response)
  return status >= 200 && status < 400 && verdict.kind === 'valid'
}
