/**
 * The exact lexical forms of RFC 3339, section 5.6, with the calendar checked: `2024-02-30` is no date.
 * `T` and `Z` may be lower case; a space in place of `T` is refused.
 */
const DATE = '(\\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])'
const TIME = '([01]\\d|2[0-3]):([0-5]\\d):([0-5]\\d|60)(\\.\\d+)?'
const OFFSET = '(?:[zZ]|([+-])([01]\\d|2[0-3]):([0-5]\\d))'

const FULL_DATE = new RegExp(`^${DATE}$`)
const FULL_TIME = new RegExp(`^${TIME}${OFFSET}$`)
const DATE_TIME = new RegExp(`^${DATE}[tT]${TIME}${OFFSET}$`)

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function isDayOfMonth(year: number, month: number, day: number): boolean {
  if (month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)) return day <= 29
  return day <= (DAYS[month - 1] as number)
}

/** Whether the string is an RFC 3339 `full-date`: `2024-05-17`. */
export function isFullDate(text: string): boolean {
  const match = FULL_DATE.exec(text)
  return match !== null && isDayOfMonth(Number(match[1]), Number(match[2]), Number(match[3]))
}

/** Whether the string is an RFC 3339 `full-time`, offset included: `08:30:15.25Z`. */
export function isFullTime(text: string): boolean {
  const match = FULL_TIME.exec(text)
  return match !== null && isSecond(match, 1)
}

/** Whether the string is an RFC 3339 `date-time`: `2024-05-17T08:30:15.25Z`. */
export function isDateTime(text: string): boolean {
  return parseDateTime(text) !== undefined
}

/**
 * Reads an RFC 3339 `date-time`; undefined when the text is none.
 * Digits below the millisecond are dropped; a leap second becomes the first moment of the next minute, as in POSIX.
 */
export function parseDateTime(text: string): Date | undefined {
  const match = DATE_TIME.exec(text)
  if (match === null) return undefined
  const year = Number(match[1])
  const month = Number(match[2])
  const day = Number(match[3])
  if (!isDayOfMonth(year, month, day) || !isSecond(match, 4)) return undefined
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const milliseconds = match[7] === undefined ? 0 : Math.trunc(Number(`0${match[7].slice(0, 4)}`) * 1000 + 0.5)
  date.setUTCHours(Number(match[4]), Number(match[5]) - offsetMinutes(match, 8), Number(match[6]), milliseconds)
  return date
}

/** Leap seconds are inserted at 23:59:60 UTC only (RFC 3339, section 5.7). */
function isSecond(match: RegExpExecArray, at: number): boolean {
  if (match[at + 2] !== '60') return true
  const minutes = Number(match[at]) * 60 + Number(match[at + 1]) - offsetMinutes(match, at + 4)
  return ((minutes % 1440) + 1440) % 1440 === 1439
}

function offsetMinutes(match: RegExpExecArray, at: number): number {
  if (match[at] === undefined) return 0
  const minutes = Number(match[at + 1]) * 60 + Number(match[at + 2])
  return match[at] === '-' ? -minutes : minutes
}
