import { projectScalar } from '../json/projection.js'
import { IsString } from '../library/class-validator.js'
import type { StringSchema } from '../type/schema.js'
import type { Kind } from './kind.js'
import { keptCode, scalarReader } from './reading.js'
import { writeText } from './writing.js'

type Text = Kind<StringSchema>

export const facts: Text['facts'] = {
  describe: () => 'a string',
  jsonKinds: () => ['string'],
  holds: (_type, value) => typeof value === 'string',
  decorators: (_type, options) => [IsString(options)],
  implied: ['isDefined', 'isString'],
  parser: () => (text) => text
}

export const schema: Text['schema'] = () => ({ type: 'string' })

export const project: Text['project'] = (_type, { isOpen }) => projectScalar('a string', isOpen)
export const write: Text['write'] = writeText

export const read: Text['read'] = (_type, { source }) =>
  scalarReader('must be a string', source, (raw) => (typeof raw === 'string' ? raw : undefined))

export const readCode: Text['readCode'] = { flat: (_type, raw) => keptCode(raw, `typeof ${raw} !== 'string'`) }
