import type { PublishedOperation } from '../document/published-document.js'
import { withParameter } from '../requests/parameter-texts.js'
import type { RequestMaker } from '../requests/request-maker.js'
import type { RequestParts } from '../requests/request-parts.js'
import { isSafe, statusOf } from '../session/session.js'
import type { Draw } from '../values/draw.js'
import { Missing, type Play } from './play.js'
import type { Sequence } from './sequence-trial.js'

/** A change is tried so often, until it succeeds. */
const TRIES = 4
/** More reads would cost more than they find. */
const MOST_READS = 12

/**
 * Changes something, and then reads everything: each response is judged, so that a state which only a change leads to is
 * seen in every operation that shows it. Operations whose path is nearest to that of the change come first.
 */
export function sweepSequences(operations: readonly PublishedOperation[], requests: RequestMaker): Sequence[] {
  const reads = operations.filter(({ method }) => method === 'GET')
  return operations
    .filter(({ method }) => !isSafe(method))
    .map((change) => {
      const nearest = [...reads].sort((a, b) => common(b, change) - common(a, change)).slice(0, MOST_READS)
      return {
        label: `${change.id}, then read everything`,
        operation: change,
        cost: nearest.length + 2,
        play: (play: Play) => playSweep(play, change, nearest, requests)
      }
    })
}

async function playSweep(
  play: Play,
  change: PublishedOperation,
  reads: readonly PublishedOperation[],
  requests: RequestMaker
): Promise<void> {
  const changed = await succeeded(play, change, requests)
  for (const read of reads) {
    const parts = play.decide(`read ${read.id}`, (draw) => readLike(read, changed, requests, draw))
    if (parts !== undefined) await play.send(parts, [], `read ${read.id}`)
  }
}

/** The request of a change that succeeded. */
async function succeeded(play: Play, change: PublishedOperation, requests: RequestMaker): Promise<RequestParts> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const parts = play.decide(`change ${attempt}`, (draw) => requests.base(change, draw))
    if (parts === undefined) break
    const { response } = await play.send(parts, [], change.id)
    const status = statusOf(response)
    if (status >= 200 && status < 400) return parts
  }
  throw new Missing(`no request of ${change.id} succeeded`)
}

/** A valid request whose path parameters are those of the change, as far as they have the same names. */
function readLike(
  read: PublishedOperation,
  changed: RequestParts,
  requests: RequestMaker,
  draw: Draw
): RequestParts | undefined {
  let request = requests.base(read, draw)
  for (const parameter of read.parameters) {
    const text =
      parameter.in === 'path' && common(read, changed.operation) > 1 ? changed.path[parameter.name] : undefined
    if (text !== undefined && request !== undefined) {
      request = withParameter(request, parameter, { kind: 'texts', texts: [text] })
    }
  }
  return request
}

/** How many segments two paths have in common at their beginning. */
function common(a: PublishedOperation, b: PublishedOperation): number {
  const [first, second] = [a.path.split('/'), b.path.split('/')]
  const different = first.findIndex((segment, index) => segment !== second[index])
  return (different === -1 ? first.length : different) - 1
}
