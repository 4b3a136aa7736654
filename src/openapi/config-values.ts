import { setupErrorOf } from '../errors.js'

/** The place of what is wrong with a configuration. */
export const PLACE = 'OpenAPIConfig'

/** A setup error of a configuration. */
export const invalid = setupErrorOf('DOCUMENT_INVALID')

/** @throws SetupError DOCUMENT_INVALID unless the member is a text that is not empty. */
export function requireText(value: unknown, member: string): string {
  if (typeof value === 'string' && value.trim() !== '') return value
  const fault = value === undefined ? 'missing' : typeof value === 'string' ? 'empty' : 'not a string'
  throw invalid(`${member} is ${fault}`, PLACE, `make ${member} a non-empty string`)
}

/** @throws SetupError DOCUMENT_INVALID for a member that is no text. */
export function optionalText(value: unknown, member: string): string | undefined {
  if (value === undefined || typeof value === 'string') return value
  throw invalid(`${member} is not a string`, PLACE, `make ${member} a string or remove it`)
}

/** @throws SetupError DOCUMENT_INVALID for a member that is no absolute URL of the web. */
export function optionalURL(value: unknown, member: string): string | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'string' && /^https?:\/\/[^\s<>"\\^`{|}]+$/i.test(value) && URL.canParse(value)) return value
  throw invalid(`${member} is not an absolute URL`, PLACE, "write it like 'https://example.com/terms'")
}

/** The members of an object that are not undefined. */
export function withoutUndefined<T extends object>(members: T): { [Name in keyof T]: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never
}
