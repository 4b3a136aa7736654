import { projectScalar } from '../json/projection.js'
import type { Kind } from '../kind/kind.js'
import { keptCode, parsedCode, scalarReader } from '../kind/reading.js'
import { writeNumber } from '../kind/writing.js'
import { checkDecorator } from '../library/base-decorators.js'
import { IsNumber } from '../library/decorators.js'
import type { NumberSchema } from '../type/schema.js'
import { FLOAT_MAXIMUM, isNumberOf, parseNumberText } from '../type/text-forms.js'

type Decimal = Kind<NumberSchema>

export const facts: Decimal['facts'] = {
  describe: () => 'a number',
  label: ({ format }) => (format === 'float' ? 'Float' : 'Number'),
  jsonKinds: () => ['number'],
  holds: ({ format }, value) => isNumberOf(value, format),
  decorators: ({ format }, options) => {
    const isNumber = IsNumber(options)
    if (format === 'double') return [isNumber]
    const isInRange = (value: unknown) => isNumberOf(value, format)
    return [isNumber, checkDecorator(format, isInRange, `must be in the range of ${format}`, options)]
  },
  implied: ['isDefined', 'isNumber']
}

const BOUNDS = {
  float: { minimum: -FLOAT_MAXIMUM, maximum: FLOAT_MAXIMUM },
  // JSON.parse reads as infinite what is beyond.
  double: { minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE }
} as const satisfies Record<NumberSchema['format'], object>

export const schema: Decimal['schema'] = ({ format }) => ({ type: 'number', format, ...BOUNDS[format] })

export const writing: Decimal['writing'] = {
  project: (_type, { isOpen }) => projectScalar('a number', isOpen),
  code: (value, { format }, _depth, code) => writeNumber(value, format, code)
}

export const reading: Decimal['reading'] = {
  closure: ({ format }, { source }) =>
    scalarReader('must be a number', source, (raw) =>
      source === 'text' ? parseNumberText(raw as string, format) : isNumberOf(raw, format) ? raw : undefined
    ),
  flat: ({ format }, raw, code) => {
    if (code.source === 'text') return parsedCode(raw, parseNumberText, code, format)
    if (format === 'float') return keptCode(raw, `!${code.program.constant(isNumberOf)}(${raw}, 'float')`)
    return keptCode(raw, `typeof ${raw} !== 'number' || !Number.isFinite(${raw})`)
  }
}
