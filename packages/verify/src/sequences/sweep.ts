import type { PublishedOperation } from '../document/published-document.js'
import type { RequestMaker } from '../requests/request-maker.js'
import type { RequestParts } from '../requests/request-parts.js'
import { type BoundText, Missing, type Play } from '../resources/play.js'
import type { ResourceCalls } from '../resources/resource-calls.js'
import { pathParameters, type Resource, resourceAbove } from '../resources/resources.js'
import type { Sequence } from '../resources/sequence-trial.js'
import { isSafe, statusOf } from '../session/session.js'

/** A change is tried so often, until it succeeds. */
const TRIES = 8
/** More reads would cost more than they find. */
const MOST_READS = 12

/**
 * Changes something, and then reads everything: each response is judged, so that a state which only a change leads to is
 * seen in every operation that shows it. Operations whose path is nearest to that of the change come first.
 */
export function sweepSequences(
  operations: readonly PublishedOperation[],
  requests: RequestMaker,
  calls: ResourceCalls,
  resources: readonly Resource[]
): Sequence[] {
  const reads = operations.filter(({ method }) => method === 'GET')
  return operations
    .filter(({ method }) => !isSafe(method))
    .map((change) => {
      const nearest = [...reads].sort((a, b) => common(b, change) - common(a, change)).slice(0, MOST_READS)
      const resource = resourceAbove(change, resources)
      const play = async (play: Play): Promise<void> => {
        const path = resource === undefined ? [] : (await calls.existing(play, resource)).path
        await changeAndRead(play, change, nearest, path, requests)
      }
      return { label: `${change.id}, then read everything`, operation: change, cost: nearest.length + 5, play }
    })
}

async function changeAndRead(
  play: Play,
  change: PublishedOperation,
  reads: readonly PublishedOperation[],
  path: readonly BoundText[],
  requests: RequestMaker
): Promise<void> {
  const changed = await succeeded(play, change, path, requests)
  for (const read of reads) {
    const parts = play.decide(`read ${read.id}`, (draw) => requests.likely(read, draw))
    if (parts === undefined) continue
    const isNear = common(read, change) > 1
    const own = path.length > 0 ? path : pathOf(changed).map((text) => ({ text }))
    await play.send(parts, isNear ? own : [], `read ${read.id}`)
  }
  // What is done already: a conflict, a second success, or a mistake.
  await play.send(changed, path, `${change.id} again`)
}

function pathOf({ operation, path }: RequestParts): string[] {
  return pathParameters(operation).map((name) => path[name] ?? '')
}

/** The request of a change that succeeded. */
async function succeeded(
  play: Play,
  change: PublishedOperation,
  path: readonly BoundText[],
  requests: RequestMaker
): Promise<RequestParts> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const parts = play.decide(`change ${attempt}`, (draw) => requests.likely(change, draw))
    if (parts === undefined) break
    const step = await play.send(parts, path, change.id)
    const status = statusOf(step.response)
    if (status >= 200 && status < 400) return step.parts
  }
  throw new Missing(`no request of ${change.id} succeeded`)
}

/** How many segments two paths have in common at their beginning. */
function common(a: PublishedOperation, b: PublishedOperation): number {
  const [first, second] = [a.path.split('/'), b.path.split('/')]
  const different = first.findIndex((segment, index) => segment !== second[index])
  return (different === -1 ? first.length : different) - 1
}
