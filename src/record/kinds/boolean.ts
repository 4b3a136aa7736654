import { projectScalar } from '../json/projection.js'
import type { Kind } from '../kind/kind.js'
import { keptCode, parsedCode, scalarReader } from '../kind/reading.js'
import { writeBoolean } from '../kind/writing.js'
import { IsBoolean } from '../library/decorators.js'
import type { BooleanSchema } from '../type/schema.js'
import { parseBooleanText } from '../type/text-forms.js'

type Truth = Kind<BooleanSchema>

export const facts: Truth['facts'] = {
  describe: () => 'true or false',
  label: () => 'Boolean',
  jsonKinds: () => ['boolean'],
  holds: (_type, value) => typeof value === 'boolean',
  decorators: (_type, options) => [IsBoolean(options)],
  implied: ['isDefined', 'isBoolean']
}

export const schema: Truth['schema'] = () => ({ type: 'boolean' })

export const writing: Truth['writing'] = {
  project: (_type, { isOpen }) => projectScalar('true or false', isOpen),
  code: writeBoolean
}

export const reading: Truth['reading'] = {
  closure: (_type, { source }) =>
    scalarReader('must be true or false', source, (raw) =>
      source === 'text' ? parseBooleanText(raw as string) : typeof raw === 'boolean' ? raw : undefined
    ),
  flat: (_type, raw, code) =>
    code.source === 'text' ? parsedCode(raw, parseBooleanText, code) : keptCode(raw, `typeof ${raw} !== 'boolean'`)
}
