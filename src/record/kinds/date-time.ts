import { anyForm } from '../json/json-form.js'
import { projectScalar } from '../json/projection.js'
import type { Kind } from '../kind/kind.js'
import { parsedCode, scalarReader } from '../kind/reading.js'
import { Type } from '../library/class-transformer.js'
import { IsDate } from '../library/decorators.js'
import { escapedText } from '../type/json-text.js'
import { dateTimeText, parseDateTime } from '../type/rfc3339.js'
import type { DateTimeSchema } from '../type/schema.js'

type DateTime = Kind<DateTimeSchema>

export const facts: DateTime['facts'] = {
  describe: () => 'a date-time',
  label: () => 'Date',
  jsonKinds: () => ['string'],
  heldAs: Date,
  holds: (_type, value) => value instanceof Date,
  decorators: (_type, options) => [IsDate(options), Type(() => Date)],
  implied: ['isDefined', 'isDate']
}

export const schema: DateTime['schema'] = () => ({ type: 'string', format: 'date-time' })

export const writing: DateTime['writing'] = {
  project: (_type, { isOpen }) => projectScalar('a date-time', isOpen),
  code: (value, _type, _depth, code) => {
    code.literal('"')
    code.append(code.result(`${code.program.constant(textOf)}(${value})`))
    code.literal('"')
  }
}

/** The text between the quotes; undefined for what the projector decides about. */
function textOf(value: unknown): string | undefined {
  if (value instanceof Date) return dateTimeText(value)
  const text = anyForm(value)
  return typeof text === 'string' && looksLikeDateTime(text) ? escapedText(text) : undefined
}

/** Whether it has the form of a date-time, which costs little to find out; a day that no month has passes. */
function looksLikeDateTime(text: string): boolean {
  const letter = text[10]
  return text.length >= 20 && text[4] === '-' && text[7] === '-' && (letter === 'T' || letter === 't')
}

export const reading: DateTime['reading'] = {
  closure: (_type, { source }) =>
    scalarReader('must be an RFC 3339 date-time such as 2024-05-17T08:30:00Z', source, (raw) =>
      typeof raw === 'string' ? parseDateTime(raw) : undefined
    ),
  flat: (_type, raw, code) => parsedCode(raw, parseDateTime, code)
}
