import { ANYTHING } from '../json/projection.js'
import { Allow } from '../library/class-validator.js'
import type { AnySchema } from '../type/schema.js'
import type { Kind } from './kind.js'

type Unknown = Kind<AnySchema>

export const facts: Unknown['facts'] = {
  describe: () => 'any value',
  jsonKinds: () => ['string', 'number', 'boolean', 'array', 'object'],
  holds: (_type, value) => value !== undefined,
  decorators: () => [Allow()],
  implied: []
}

export const schema: Unknown['schema'] = () => ({})

export const project: Unknown['project'] = () => ANYTHING
export const write: Unknown['write'] = undefined
