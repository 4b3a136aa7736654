import { projectScalar } from '../json/projection.js'
import type { Kind } from '../kind/kind.js'
import { keptCode, scalarReader } from '../kind/reading.js'
import { writeText } from '../kind/writing.js'
import { checkDecorator } from '../library/base-decorators.js'
import { isFullDate } from '../type/rfc3339.js'
import type { DateSchema } from '../type/schema.js'

type CalendarDate = Kind<DateSchema>

const isDate = (value: unknown): boolean => typeof value === 'string' && isFullDate(value)

export const facts: CalendarDate['facts'] = {
  describe: () => 'a date',
  label: () => 'DateOnly',
  jsonKinds: () => ['string'],
  holds: (_type, value) => isDate(value),
  decorators: (_type, options) => [checkDecorator('isFullDate', isDate, 'must be a date', options)],
  implied: ['isDefined', 'isString']
}

export const schema: CalendarDate['schema'] = () => ({ type: 'string', format: 'date' })

export const writing: CalendarDate['writing'] = {
  project: (_type, { isOpen }) => projectScalar('a date', isOpen),
  code: (value, type, depth, code) => {
    code.leaveUnless(`${code.program.constant(looksLikeDate)}(${value})`)
    writeText(value, type, depth, code)
  }
}

/** Whether it has the form of a date, which costs little to find out; a day that no month has passes. */
function looksLikeDate(value: unknown): boolean {
  return typeof value === 'string' && value.length === 10 && value[4] === '-' && value[7] === '-'
}

export const reading: CalendarDate['reading'] = {
  closure: (_type, { source }) =>
    scalarReader('must be a date such as 2024-05-17', source, (raw) => (isDate(raw) ? raw : undefined)),
  flat: (_type, raw, { program }) =>
    keptCode(raw, `typeof ${raw} !== 'string' || !${program.constant(isFullDate)}(${raw})`)
}
