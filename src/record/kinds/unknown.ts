import { ANYTHING } from '../json/projection.js'
import { Allow } from '../library/class-validator.js'
import { DEPTH_LIMIT } from '../type/fault-list.js'
import type { Reader } from '../type/reading-options.js'
import type { AnySchema } from '../type/schema.js'
import type { Kind } from './kind.js'

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
  closure: (_type, { source }) => (source === 'text' ? readText : readJson)
}

/** Any value passes as it is, but none nests deeper than a handler may safely go down. */
const readJson: Reader = (raw, faults) => {
  if (typeof raw === 'object' && !fits(raw, DEPTH_LIMIT - faults.depth)) faults.addDepth()
  return raw
}

/** Of text any one: a document that says nothing of a parameter does not promise that it may be repeated. */
const readText: Reader = (raw, faults) => {
  if (Array.isArray(raw)) faults.add('type', 'must be given once')
  return raw
}

/** Whether the value nests no deeper than so many levels. */
function fits(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (levels <= 0) return false
  if (Array.isArray(value)) return value.every((item) => fits(item, levels - 1))
  for (const key of Object.keys(value)) {
    if (!fits((value as { [key: string]: unknown })[key], levels - 1)) return false
  }
  return true
}
