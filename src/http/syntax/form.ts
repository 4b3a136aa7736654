import { BadRequest } from '../../errors.js'

/** The most fields that a form may have. */
const FORM_FIELD_LIMIT = 1000

/** The media type of a form. */
export const FORM_TYPE = 'application/x-www-form-urlencoded'

/** What the client gets for a form that cannot be decoded. */
const INVALID_FORM = 'Invalid form payload'

/** A decoded form; an object without a prototype. A repeated key has a list. */
export type Form = Record<string, string | string[]>

/**
 * Decodes `application/x-www-form-urlencoded` as the WHATWG URL standard does (section 5.1), except that a broken
 * percent sequence, or one that is not UTF-8, is a 400 instead of a guess. More than 1000 fields are a 400.
 * A query has the same syntax; `message` is what the client gets for a broken sequence.
 */
export function parseForm(text: string, message = INVALID_FORM): Form {
  const form: Form = Object.create(null)
  let count = 0
  let equals = -1
  for (let start = 0; start <= text.length; ) {
    const end = indexOf(text, '&', start)
    if (end > start) {
      if (++count > FORM_FIELD_LIMIT) throw new BadRequest(`More than ${FORM_FIELD_LIMIT} fields were sent`)
      // Searched once for each sign, however many fields have none.
      if (equals < start) equals = indexOf(text, '=', start)
      const key = decodeFormText(text.slice(start, Math.min(equals, end)))
      const value = decodeFormText(text.slice(equals + 1, end))
      if (key === undefined || value === undefined) throw new BadRequest(message)
      addValue(form, key, value)
    }
    start = end + 1
  }
  return form
}

/** The end of the text where the sign is not found. */
function indexOf(text: string, sign: string, start: number): number {
  const index = text.indexOf(sign, start)
  return index === -1 ? text.length : index
}

/** Adds a value under a key; a repeated key has the list of its values. */
export function addValue<T>(values: Record<string, T | T[]>, key: string, value: T): void {
  const present = values[key]
  if (present === undefined) values[key] = value
  else if (Array.isArray(present)) present.push(value)
  else values[key] = [present, value]
}

/** The text of a key or a value of a form; undefined for a percent sequence that is broken or not UTF-8. */
function decodeFormText(text: string): string | undefined {
  const spaced = text.indexOf('+') === -1 ? text : text.replaceAll('+', ' ')
  if (spaced.indexOf('%') === -1) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return undefined
  }
}
