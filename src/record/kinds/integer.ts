import { projectScalar } from '../json/projection.js'
import type { Kind } from '../kind/kind.js'
import { keptCode, parsedCode, scalarReader } from '../kind/reading.js'
import { writeNumber } from '../kind/writing.js'
import { checkDecorator } from '../library/base-decorators.js'
import { IsInt } from '../library/decorators.js'
import type { IntegerSchema } from '../type/schema.js'
import { isIntegerOf, parseIntegerText } from '../type/text-forms.js'

type Integer = Kind<IntegerSchema>

export const facts: Integer['facts'] = {
  describe: () => 'an integer',
  label: ({ format }) => (format === 'int32' ? 'Int32' : 'Integer'),
  jsonKinds: () => ['number'],
  holds: ({ format }, value) => isIntegerOf(value, format) || typeof value === 'bigint',
  decorators: ({ format }, options) => [
    IsInt(options),
    checkDecorator(format, (value) => isIntegerOf(value, format), `must be in the range of ${format}`, options)
  ],
  implied: ['isDefined', 'isInt', 'isNumber']
}

const BOUNDS = {
  int32: { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  // JavaScript's numbers are exact up to here; beyond, two different integers would read as one.
  int64: { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }
} as const satisfies Record<IntegerSchema['format'], object>

export const schema: Integer['schema'] = ({ format }) => ({ type: 'integer', format, ...BOUNDS[format] })

export const writing: Integer['writing'] = {
  project: (_type, { isOpen }) => projectScalar('an integer', isOpen),
  code: (value, { format }, _depth, code) => writeNumber(value, format, code)
}

export const reading: Integer['reading'] = {
  closure: ({ format }, { source }) =>
    scalarReader(format === 'int32' ? 'must be an integer of 32 bits' : 'must be an integer', source, (raw) =>
      source === 'text' ? parseIntegerText(raw as string, format) : isIntegerOf(raw, format) ? raw : undefined
    ),
  flat: ({ format }, raw, code) => {
    if (code.source === 'text') return parsedCode(raw, parseIntegerText, code, format)
    const misfit = format === 'int32' ? `${raw} !== (${raw} | 0)` : `!Number.isSafeInteger(${raw})`
    return keptCode(raw, `typeof ${raw} !== 'number' || ${misfit}`)
  }
}
