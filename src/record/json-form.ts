import { Failure } from './serialization-error.js'

/** What the value itself says that it is in JSON: an ObjectId or Decimal is text. */
export function jsonOf(value: object): unknown {
  const { toJSON } = value as { toJSON?: unknown }
  if (typeof toJSON !== 'function') return value
  return value instanceof Date ? dateTime(value) : toJSON.call(value, '')
}

/** The RFC 3339 date-time of a Date. */
export function dateTime(date: Date): string {
  if (Number.isNaN(date.getTime())) throw new Failure('it is an invalid Date')
  const year = date.getUTCFullYear()
  // RFC 3339, section 5.6: a year has four digits.
  if (year < 0 || year > 9999) throw new Failure(`it is a Date of the year ${year}, and RFC 3339 ends at 9999`)
  return date.toISOString()
}

/** The number of a bigint. */
export function safeNumber(value: bigint): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new Failure(`it is the bigint ${value}, beyond the safe integers`)
  return number
}
