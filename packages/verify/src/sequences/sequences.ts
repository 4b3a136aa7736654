import { boundSequences } from '../collections/bound-filters.js'
import { combinedFilterSequences } from '../collections/combined-filters.js'
import { filterSequences } from '../collections/filters.js'
import { longListSequences } from '../collections/long-lists.js'
import { orderSequences } from '../collections/order.js'
import { pageSequences } from '../collections/pages.js'
import type { PublishedOperation } from '../document/published-document.js'
import type { RequestMaker } from '../requests/request-maker.js'
import { ResourceCalls } from '../resources/resource-calls.js'
import { resourcesOf } from '../resources/resources.js'
import { SequenceTrial } from '../resources/sequence-trial.js'
import type { Trial } from '../session/trial.js'
import type { ValueMaker } from '../values/value-maker.js'
import { belowSequences } from './below.js'
import { changedSpellings } from './changed-spellings.js'
import { creationSequences } from './create-and-read.js'
import { deletionSequences } from './deletion.js'
import { exhaustionSequences } from './exhaustion.js'
import { linkSequences } from './links.js'
import { neighborSequences } from './neighbors.js'
import { raceSequences } from './races.js'
import { referenceSequences } from './references.js'
import { repetitionSequences } from './repetition.js'
import { spellingSequences } from './spellings.js'
import { fileSequences } from './stored-files.js'
import { sweepSequences } from './sweep.js'
import { updateSequences } from './update-and-read.js'

/** The sequences of these operations: what their paths say of resources, tried with requests one after the other. */
export function sequenceTrials(
  operations: readonly PublishedOperation[],
  requests: RequestMaker,
  values: ValueMaker
): readonly Trial[] {
  const resources = resourcesOf(operations)
  const calls = new ResourceCalls(resources, requests, values)
  const sequences = resources.flatMap((resource) => {
    const children = resources.filter(({ parent }) => parent === resource)
    return [
      ...creationSequences(calls, resource),
      ...updateSequences(calls, resource),
      ...deletionSequences(calls, resource, children),
      ...belowSequences(calls, resource, children),
      ...referenceSequences(calls, resource, resources),
      ...neighborSequences(calls, resource),
      ...filterSequences(calls, resource),
      ...combinedFilterSequences(calls, resource),
      ...boundSequences(calls, resource),
      ...pageSequences(calls, resource),
      ...orderSequences(calls, resource),
      ...longListSequences(calls, resource),
      ...raceSequences(calls, resource)
    ]
  })
  const others = [
    ...linkSequences(calls, resources, operations),
    ...repetitionSequences(calls, resources, operations),
    ...fileSequences(operations, requests, calls, resources),
    ...spellingSequences(operations, requests, values, calls, resources),
    ...changedSpellings(operations, requests, calls, resources),
    ...exhaustionSequences(operations, requests, calls, resources),
    ...sweepSequences(operations, requests, calls, resources)
  ]
  return [...sequences, ...others].map((sequence) => new SequenceTrial(sequence, calls))
}
