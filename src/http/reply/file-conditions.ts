import type { Stats } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import type { SentRequest } from '../lifetime/direct-exchange.js'

/** Headers that only a GET or a HEAD can have. */
const CONDITIONS = [
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'if-range',
  'range'
] as const

const DATES = ['if-modified-since', 'if-unmodified-since'] as const

/** `ranges-specifier` of RFC 9110 section 14.1.1, in bytes. */
const RANGES = /^bytes=[ \t]*(?:\d+-\d*|-\d+)(?:[ \t]*,[ \t]*(?:\d+-\d*|-\d+)?)*$/i
const LAST_BYTES = /^bytes=[ \t]*-(\d+)$/i

/** A method and headers, as the library that sends files reads them. */
export interface FileRequest {
  readonly method: string | undefined
  readonly headers: IncomingHttpHeaders
}

/**
 * The method and headers of a request for a file, without what RFC 9110 says must be ignored (sections 13.1 and 14.2)
 * and the library would follow: invalid dates, `if-unmodified-since` beside `if-match`, ranges for HEAD or in an
 * invalid form, and ranges with an `if-range` that is not true. The tags of files are weak, so none is equal in a
 * strong comparison: for `if-match` and `if-range`.
 *
 * @param stat reads the size and times of the file; called only for a request with a range
 */
export async function fileRequest(req: SentRequest, stat: () => Promise<Stats>): Promise<FileRequest> {
  const { method } = req
  if (!CONDITIONS.some((name) => req.headers[name] !== undefined)) return { method, headers: req.headers }
  const headers = { ...req.headers }
  if (method !== 'GET' && method !== 'HEAD') {
    for (const name of CONDITIONS) delete headers[name]
    return { method, headers }
  }
  if (headers['if-match'] !== undefined) {
    delete headers['if-unmodified-since']
    if (headers['if-match'].trim() !== '*') headers['if-match'] = '""'
  }
  for (const name of DATES) {
    const date = fixedHttpDate(headers[name] ?? '')
    if (date === undefined) delete headers[name]
    else headers[name] = date
  }
  const range =
    method === 'GET' && headers.range !== undefined ? await requestedRange(headers, headers.range, stat) : undefined
  delete headers['if-range']
  if (range === undefined) delete headers.range
  else headers.range = range
  return { method, headers }
}

/** The range to send; undefined for the whole file. */
async function requestedRange(
  headers: IncomingHttpHeaders,
  range: string,
  stat: () => Promise<Stats>
): Promise<string | undefined> {
  if (!RANGES.test(range)) return undefined
  const condition = headers['if-range'] as string | undefined
  const bytes = range.replace(/[ \t]/g, '').toLowerCase()
  const last = LAST_BYTES.exec(bytes)?.[1]
  if (condition === undefined && last === undefined) return bytes
  const { mtime, size } = await stat()
  if (condition !== undefined && fixedHttpDate(condition) !== mtime.toUTCString()) return undefined
  // More bytes than the file has mean the whole file (RFC 9110 section 14.1.1).
  return Number(last) > size && size > 0 ? 'bytes=0-' : bytes
}

const DAYS = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)'
const LONG_DAYS = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day'
const MONTHS = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)'
const TIME = '(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)'

/** The three forms of RFC 9110, section 5.6.7; `Date.parse` accepts a year, or a word with a number, as well. */
const HTTP_DATE = new RegExp(
  `^(?:${DAYS}, \\d{2} ${MONTHS} \\d{4} ${TIME} GMT|${LONG_DAYS}, \\d{2}-${MONTHS}-\\d{2} ${TIME} GMT|${DAYS} ${MONTHS} [ \\d]\\d ${TIME} \\d{4})$`
)

/** The date in the current form, `Sun, 06 Nov 1994 08:49:37 GMT`; undefined for a text that is not a date of HTTP. */
function fixedHttpDate(text: string): string | undefined {
  if (!HTTP_DATE.test(text)) return undefined
  // The form of asctime has no time zone; it is in GMT. No clock of a computer has a leap second.
  const date = new Date((text.endsWith('GMT') ? text : `${text} GMT`).replace(':60 ', ':59 '))
  // The day comes first of all numbers. One that its month does not have would be a day of the next month.
  return date.getUTCDate() === Number(/\d+/.exec(text)) ? date.toUTCString() : undefined
}
