import type { PublishedOperation } from '../document/published-document.js'
import type { RequestParts } from '../requests/request-parts.js'
import type { Play } from '../resources/play.js'
import { isSuccess, type ResourceCalls } from '../resources/resource-calls.js'
import { type Resource, resourceAbove } from '../resources/resources.js'
import type { Sequence } from '../resources/sequence-trial.js'
import { essenceOf } from '../wire/wire-request.js'
import { withHeader } from './reached.js'

/** So many media types of a response are requested. */
const TYPES = 3

/**
 * A response that a cache keeps must not be that of a request which lacks its credentials: reads with them, then without
 * any. The judge of credentials says what is wrong.
 */
export function keptResponseSequence(
  calls: ResourceCalls,
  resources: readonly Resource[],
  operation: PublishedOperation
): Sequence[] {
  const { security, responses } = operation
  if (!security.isRequired) return []
  const content = [...responses].flatMap(([status, response]) =>
    /^2/.test(status) ? [...response.content.keys()] : []
  )
  const types = [...new Set(content.map(essenceOf))].filter((type) => !type.includes('*')).slice(0, TYPES)
  const presented = {
    parts: [],
    expect: 'kept-out',
    why: 'the document asks for credentials, and promises a 401'
  } as const
  const play = async (play: Play): Promise<void> => {
    const above = resourceAbove(operation, resources)
    const path = above === undefined ? [] : (await calls.existing(play, above)).path
    const bare = play.decide('request', (draw) => calls.bare(operation, draw))
    if (bare === undefined) return
    const all: readonly RequestParts[] = [bare, ...types.map((type) => withHeader(bare, 'accept', type))]
    for (const parts of all) {
      const signed = await play.send(parts, path, `${operation.id} with credentials`)
      if (isSuccess(signed)) await play.send({ ...parts, presented }, path, `${operation.id} without credentials`)
    }
  }
  return [
    { label: `${operation.id} without credentials after one with them`, operation, cost: 2 + 2 * types.length, play }
  ]
}
