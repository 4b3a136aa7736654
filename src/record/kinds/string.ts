import { projectScalar } from '../json/projection.js'
import { IsString } from '../library/class-validator.js'
import type { StringSchema } from '../type/schema.js'
import type { Kind } from './kind.js'
import { writeText } from './scalar.js'

type Text = Kind<StringSchema>

export const facts: Text['facts'] = {
  describe: () => 'a string',
  jsonKinds: () => ['string'],
  holds: (_type, value) => typeof value === 'string',
  decorators: (_type, options) => [IsString(options)],
  implied: ['isDefined', 'isString']
}

export const schema: Text['schema'] = () => ({ type: 'string' })

export const project: Text['project'] = (_type, { isOpen }) => projectScalar('a string', isOpen)
export const write: Text['write'] = writeText
