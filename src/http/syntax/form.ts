import { BadRequest } from '../../errors.js'

/** The most fields that a form may have. */
export const FORM_FIELD_LIMIT = 1000

/** The media type of a form. */
export const FORM_TYPE = 'application/x-www-form-urlencoded'

/** What a client is told about a form that cannot be decoded. */
export const INVALID_FORM = 'Invalid form payload'

/** A decoded form; an object without a prototype. A repeated key gives a list. */
export type Form = Record<string, string | string[]>

/**
 * Decodes `application/x-www-form-urlencoded` as the WHATWG URL standard does (section 5.1), except that a broken
 * percent sequence, or one that is no UTF-8, is a 400 instead of a guess. More than 1000 fields are a 400.
 * A query is written in the same way; `refusal` is what a client is told about a broken sequence.
 */
export function parseForm(text: string, refusal = INVALID_FORM): Form {
  const form: Form = Object.create(null)
  let count = 0
  for (let start = 0; start <= text.length; ) {
    let end = text.indexOf('&', start)
    if (end === -1) end = text.length
    if (end > start) {
      if (++count > FORM_FIELD_LIMIT) throw new BadRequest(`More than ${FORM_FIELD_LIMIT} fields were sent`)
      add(form, text.slice(start, end), refusal)
    }
    start = end + 1
  }
  return form
}

function add(form: Form, pair: string, refusal: string): void {
  const equals = pair.indexOf('=')
  const key = decode(equals === -1 ? pair : pair.slice(0, equals), refusal)
  const value = equals === -1 ? '' : decode(pair.slice(equals + 1), refusal)
  const present = form[key]
  if (present === undefined) form[key] = value
  else if (typeof present === 'string') form[key] = [present, value]
  else present.push(value)
}

function decode(text: string, refusal: string): string {
  const spaced = text.replaceAll('+', ' ')
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    throw new BadRequest(refusal)
  }
}
