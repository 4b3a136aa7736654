const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** The years that RFC 3339 has, 0 to 9999, in milliseconds. */
const FIRST = Date.UTC(2000, 0, 1) - 730_485 * DAY_MS
const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

const TWO_DIGITS = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'))
const MINUTES = Array.from({ length: 1440 }, (_, at) => `${TWO_DIGITS[Math.floor(at / 60)]}:${TWO_DIGITS[at % 60]}:`)
const SECONDS = Array.from({ length: 60 }, (_, second) => `${TWO_DIGITS[second]}.`)
const MILLISECONDS = Array.from({ length: 1000 }, (_, number) => `${String(number).padStart(3, '0')}Z`)

// Dates that are written one after the other often share their day.
let day = 0
let textOfDay = '1970-01-01T'

/**
 * What `toISOString` writes, in a third of its time. Undefined for an invalid date, one outside of the years 0 to 9999,
 * and one of a derived class, which may write itself otherwise.
 */
export function dateTimeText(date: Date): string | undefined {
  if (Object.getPrototypeOf(date) !== Date.prototype) return undefined
  const time = date.getTime()
  if (!(time >= FIRST && time <= LAST)) return undefined
  const days = Math.floor(time / DAY_MS)
  if (days !== day) {
    textOfDay = dayText(days)
    day = days
  }
  const inDay = time - days * DAY_MS
  const minute = Math.floor(inDay / MINUTE_MS)
  const inMinute = inDay - minute * MINUTE_MS
  const second = Math.floor(inMinute / 1000)
  return textOfDay + MINUTES[minute] + ((SECONDS[second] as string) + MILLISECONDS[inMinute - second * 1000])
}

/** The civil date of a day since 1970, counted in eras of 400 years that begin on the first of March. */
function dayText(days: number): string {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const leapDays = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096)
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365)
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const date = dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${TWO_DIGITS[Math.floor(year / 100)]}${TWO_DIGITS[year % 100]}-${TWO_DIGITS[month]}-${TWO_DIGITS[date]}T`
}
