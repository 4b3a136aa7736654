import { isFullDate } from '../type/rfc3339.js'

const CLOCK = '(?:[01][0-9]|2[0-3]):[0-5][0-9]:(?:[0-5][0-9]|60)'

/** A time of day of RFC 3339, section 5.6, without an offset: `partial-time`. */
export const LOCAL_TIME = `^${CLOCK}(?:\\.[0-9]+)?$`

/** RFC 3339's `date-time` without an offset. */
export const LOCAL_DATE_TIME = `^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt]${CLOCK}(?:\\.[0-9]+)?$`

const LOCAL = new RegExp(LOCAL_DATE_TIME)

export function isLocalDateTime(text: string): boolean {
  return LOCAL.test(text) && isFullDate(text.slice(0, 10))
}

const TIME_PARTS = '(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S)'
const DATE_PARTS = '(?:[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?|[0-9]+M(?:[0-9]+D)?|[0-9]+D)'

/** RFC 3339, appendix A: no part is left out between others, and weeks are alone. */
export const DURATION = `^P(?:${DATE_PARTS}(?:T${TIME_PARTS})?|T${TIME_PARTS}|[0-9]+W)$`

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const MONTH = `(${MONTHS.join('|')})`
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const SHORT_DAYS = DAYS.map((day) => day.slice(0, 3))
const SHORT_DAY = `(${SHORT_DAYS.join('|')})`

/** RFC 9110, section 5.6.7: the form of today, and the two that are obsolete. */
const HTTP_DATES = [
  new RegExp(`^${SHORT_DAY}, (?<day>[0-9]{2}) (?<month>${MONTH}) (?<year>[0-9]{4}) ${CLOCK} GMT$`),
  new RegExp(`^${SHORT_DAY} (?<month>${MONTH}) (?<day>[0-9]{2}| [0-9]) ${CLOCK} (?<year>[0-9]{4})$`)
]
const WITH_TWO_DIGITS = new RegExp(
  `^(?:${DAYS.join('|')}), (?<day>[0-9]{2})-(?<month>${MONTH})-(?<year>[0-9]{2}) ${CLOCK} GMT$`
)

/** A date of HTTP: RFC 9110, section 5.6.7. The day of the week must be that of the date, where the year is whole. */
export function isHttpDate(text: string): boolean {
  const old = WITH_TWO_DIGITS.exec(text)?.groups
  // Which century is meant depends on when it is read: the next leap year is as good as any.
  if (old !== undefined) return isDay(`20${old.year}`, old) || isDay(`19${old.year}`, old)
  const found = HTTP_DATES.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined)
  if (found === undefined) return false
  const { year = '' } = found
  if (!isDay(year, found)) return false
  const date = new Date(0)
  date.setUTCFullYear(Number(year), MONTHS.indexOf(found.month as string), Number(found.day))
  return text.startsWith(SHORT_DAYS[date.getUTCDay()] as string)
}

function isDay(year: string, { month = '', day = '' }: { readonly [part: string]: string }): boolean {
  return isFullDate(`${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${day.trim().padStart(2, '0')}`)
}
