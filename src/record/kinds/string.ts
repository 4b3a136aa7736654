import { projectScalar } from '../json/projection.js'
import type { Kind } from '../kind/kind.js'
import { keptCode, scalarReader } from '../kind/reading.js'
import { writeText } from '../kind/writing.js'
import { IsString } from '../library/decorators.js'
import type { StringSchema } from '../type/schema.js'

type Text = Kind<StringSchema>

export const facts: Text['facts'] = {
  describe: () => 'a string',
  label: () => 'String',
  jsonKinds: () => ['string'],
  holds: (_type, value) => typeof value === 'string',
  decorators: (_type, options) => [IsString(options)],
  implied: ['isDefined', 'isString']
}

export const schema: Text['schema'] = () => ({ type: 'string' })

export const writing: Text['writing'] = {
  project: (_type, { isOpen }) => projectScalar('a string', isOpen),
  code: writeText
}

export const reading: Text['reading'] = {
  closure: (_type, { source }) =>
    scalarReader('must be a string', source, (raw) => (typeof raw === 'string' ? raw : undefined)),
  flat: (_type, raw) => keptCode(raw, `typeof ${raw} !== 'string'`)
}
