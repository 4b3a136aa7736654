import type { Principals } from '../credentials/principals.js'
import type { PublishedOperation } from '../document/published-document.js'
import type { RequestMaker } from '../requests/request-maker.js'
import { ResourceCalls } from '../resources/resource-calls.js'
import { resourcesOf } from '../resources/resources.js'
import { SequenceTrial } from '../resources/sequence-trial.js'
import type { Trial } from '../session/trial.js'
import type { ValueMaker } from '../values/value-maker.js'
import { changedTag, readConditions, writeConditions } from './conditions.js'
import { headSequence } from './head.js'
import { keptResponseSequence } from './kept-responses.js'
import { anonymousSequence, otherPrincipalSequences } from './other-principals.js'
import { rangeSequences } from './ranges.js'
import { placeIn } from './reached.js'
import { redirectSequences } from './redirects.js'

/** What HTTP says of each operation without its document, and what one principal must not reach of another. */
export function conventionTrials(
  operations: readonly PublishedOperation[],
  principals: Principals,
  requests: RequestMaker,
  values: ValueMaker,
  allows: (method: string) => boolean
): readonly Trial[] {
  const resources = resourcesOf(operations)
  const calls = new ResourceCalls(resources, requests, values)
  const placeOf = placeIn(calls, resources)
  const sequences = operations.flatMap((operation) => {
    const { method, path } = operation
    const read = operations.find((other) => other.path === path && other.method === 'GET')
    if (method === 'GET')
      return [
        ...(allows('HEAD') ? [headSequence(operation, requests, placeOf)] : []),
        readConditions(operation, requests, placeOf),
        ...rangeSequences(operation, requests, placeOf),
        ...redirectSequences(operation, operations, requests),
        ...anonymousSequence(calls, principals, operation),
        ...keptResponseSequence(calls, resources, operation)
      ]
    const isUpdate = read !== undefined && (method === 'PUT' || method === 'PATCH')
    const isChange = isUpdate || method === 'DELETE'
    return [
      ...(isChange ? writeConditions(operation, read, requests, placeOf) : []),
      ...(isUpdate ? [changedTag(operation, read, requests, placeOf)] : [])
    ]
  })
  const others = resources.flatMap((resource) => {
    const { read } = resource
    const actions = operations.filter(({ method, path }) => {
      return read !== undefined && method === 'POST' && path.startsWith(`${read.path}/`)
    })
    return otherPrincipalSequences(calls, principals, resource, actions)
  })
  return [...sequences, ...others].map((sequence) => new SequenceTrial(sequence, calls))
}
