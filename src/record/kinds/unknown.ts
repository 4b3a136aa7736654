import { ANYTHING } from '../json/projection.js'
import type { Kind } from '../kind/kind.js'
import { Allow } from '../library/base-decorators.js'
import { DEPTH_LIMIT } from '../type/fault-list.js'
import type { Reader } from '../type/reading-options.js'
import type { AnySchema } from '../type/schema.js'

type Unknown = Kind<AnySchema>

export const facts: Unknown['facts'] = {
  describe: () => 'any value',
  label: () => 'Unknown',
  jsonKinds: () => ['string', 'number', 'boolean', 'array', 'object'],
  holds: (_type, value) => value !== undefined,
  decorators: () => [Allow()],
  implied: []
}

export const schema: Unknown['schema'] = () => ({})

export const writing: Unknown['writing'] = {
  project: () => ANYTHING
}

export const reading: Unknown['reading'] = {
  closure: (_type, { source, direction }) => {
    if (source === 'text') return readText
    return direction === 'response' ? readWritten : readJson
  }
}

/**
 * Any value passes as it is, but none nests deeper than a handler may safely go down, and none contains a number that
 * JSON.parse read as infinite, which would be null in a response.
 */
const readJson: Reader = (raw, faults) => {
  const excess = excessOf(raw, DEPTH_LIMIT - faults.depth)
  if (excess === 'depth') faults.addDepth()
  else if (excess === 'magnitude') faults.addMagnitude()
  return raw
}

/** In a response a number that is not finite is written as null. */
const readWritten: Reader = (raw, faults) => {
  if (excessOf(raw, DEPTH_LIMIT - faults.depth) === 'depth') faults.addDepth()
  return raw
}

/** Of text any one: a document that says nothing of a parameter does not promise that it may be repeated. */
const readText: Reader = (raw, faults) => {
  if (Array.isArray(raw)) faults.add('type', 'must be given once')
  return raw
}

/** Whether a value nests deeper than so many levels, or contains a number that is too large. */
function excessOf(value: unknown, levels: number): 'depth' | 'magnitude' | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'magnitude'
  if (typeof value !== 'object' || value === null) return undefined
  if (levels <= 0) return 'depth'
  if (Array.isArray(value)) {
    for (const item of value) {
      const excess = excessOf(item, levels - 1)
      if (excess !== undefined) return excess
    }
    return undefined
  }
  for (const key of Object.keys(value)) {
    const excess = excessOf((value as { [key: string]: unknown })[key], levels - 1)
    if (excess !== undefined) return excess
  }
  return undefined
}
