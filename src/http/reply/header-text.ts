import type { OpenResponse } from '../lifetime/direct-exchange.js'
import { logText } from '../lifetime/thrown-value.js'
import { setHeader } from './reply.js'

/** One value of a header. */
type Item = string | number | bigint | boolean | Date

/**
 * What a header of a response can be set to. A Date is written as the header's declared type says, in RFC 3339, or else as
 * HTTP writes dates (RFC 9110, section 5.6.7); a list as one header where a list is declared, and else as repeated ones.
 */
export type ResponseHeaderValue = Item | readonly Item[]

/** How values of a declared header are written. */
export interface HeaderForm {
  /** As `date-time` of RFC 3339. */
  readonly isDateTime: boolean
  /** As one text, separated by commas (OpenAPI 3.0.3, section 4.7.21, style `simple`). */
  readonly isList: boolean
}

const UNDECLARED: HeaderForm = { isDateTime: false, isList: false }

/**
 * Sets a header of any type. An empty list of a declared type removes it: there is no text for it.
 *
 * Throws a TypeError for what has no text: undefined, null, an object, NaN, an invalid date, an item of a declared list with
 * a comma.
 */
export function setTypedHeader(
  res: OpenResponse,
  name: string,
  value: ResponseHeaderValue,
  form: HeaderForm = UNDECLARED
): void {
  if (!isList(value)) {
    setHeader(res, name, textOf(name, value, form))
    return
  }
  const texts = value.map((item) => textOf(name, item, form))
  if (!form.isList) setHeader(res, name, texts)
  else if (texts.length === 0) res.removeHeader(name)
  else if (texts.some((text) => text.includes(','))) {
    throw new TypeError(`An item of the response header ${JSON.stringify(name)} has a comma, which separates items`)
  } else setHeader(res, name, texts.join(','))
}

function isList(value: ResponseHeaderValue): value is readonly Item[] {
  return Array.isArray(value)
}

function textOf(name: string, value: Item, { isDateTime }: HeaderForm): string {
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime()))
      throw new TypeError(`The response header ${JSON.stringify(name)} is no valid date`)
    return isDateTime ? value.toISOString() : value.toUTCString()
  }
  const isItem = typeof value === 'number' ? Number.isFinite(value) : TEXTS.has(typeof value)
  if (!isItem) throw new TypeError(`The response header ${JSON.stringify(String(name))} is set to ${logText(value)}`)
  return String(value)
}

/** The types of values that can be written, without numbers: these must be finite. */
const TEXTS: ReadonlySet<string> = new Set(['string', 'bigint', 'boolean'])
