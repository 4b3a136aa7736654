import { projectScalar } from '../json/projection.js'
import { IsBoolean } from '../library/class-validator.js'
import type { BooleanSchema } from '../type/schema.js'
import type { Kind } from './kind.js'
import { writeBoolean } from './scalar.js'

type Truth = Kind<BooleanSchema>

export const facts: Truth['facts'] = {
  describe: () => 'true or false',
  jsonKinds: () => ['boolean'],
  holds: (_type, value) => typeof value === 'boolean',
  decorators: (_type, options) => [IsBoolean(options)],
  implied: ['isDefined', 'isBoolean']
}

export const schema: Truth['schema'] = () => ({ type: 'boolean' })

export const project: Truth['project'] = (_type, { isOpen }) => projectScalar('true or false', isOpen)
export const write: Truth['write'] = writeBoolean
