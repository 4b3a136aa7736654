const DAYS = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)'
const LONG_DAYS = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day'
const MONTHS = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)'
const TIME = '(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)'

/** The three forms of RFC 9110, section 5.6.7. */
const HTTP_DATE = new RegExp(
  `^(?:${DAYS}, \\d{2} ${MONTHS} \\d{4} ${TIME} GMT|${LONG_DAYS}, \\d{2}-${MONTHS}-\\d{2} ${TIME} GMT|${DAYS} ${MONTHS} [ \\d]\\d ${TIME} \\d{4})$`
)

/** Whether a text is a date as HTTP writes it: `Date.parse` takes a year or a word with a number for one, too. */
function isHttpDate(text: string): boolean {
  return HTTP_DATE.test(text)
}

/** The date in the form that is written today, `Sun, 06 Nov 1994 08:49:37 GMT`; undefined for what is none. */
export function fixedHttpDate(text: string): string | undefined {
  if (!isHttpDate(text)) return undefined
  // The form of asctime has no zone, and is in GMT.
  const time = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(time) ? undefined : new Date(time).toUTCString()
}
