import { type SetupError, setupErrorOf } from '../errors.js'
import { EXTENSIONS, extensionsOf } from '../extensions.js'
import type { ExternalDocs } from '../http/document-options.js'
import { checkOptions, type OptionTable } from '../options.js'

/** The place of what is wrong with a configuration. */
export const PLACE = 'OpenAPIConfig'

/** A setup error of a configuration. */
export const invalid = setupErrorOf('DOCUMENT_INVALID')

/** A declaration whose members are read: its place, and what makes its setup errors. */
export interface MemberOwner {
  readonly place: string
  readonly invalid: (what: string, place: string, remedy: string) => SetupError
}

/** A configuration. */
export const CONFIG: MemberOwner = { place: PLACE, invalid }

/** @throws SetupError unless the member is a text that is not empty. */
export function requireText(value: unknown, member: string, { place, invalid }: MemberOwner = CONFIG): string {
  if (typeof value === 'string' && value.trim() !== '') return value
  const fault = value === undefined ? 'missing' : typeof value === 'string' ? 'empty' : 'not a string'
  throw invalid(`${member} is ${fault}`, place, `make ${member} a non-empty string`)
}

/** @throws SetupError for a member that is no text. */
export function optionalText(
  value: unknown,
  member: string,
  { place, invalid }: MemberOwner = CONFIG
): string | undefined {
  if (value === undefined || typeof value === 'string') return value
  throw invalid(`${member} is not a string`, place, `make ${member} a string or remove it`)
}

/** @throws SetupError for a member that is no absolute URL of the web. */
export function optionalURL(
  value: unknown,
  member: string,
  { place, invalid }: MemberOwner = CONFIG
): string | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'string' && /^https?:\/\/[^\s<>"\\^`{|}]+$/i.test(value) && URL.canParse(value)) return value
  throw invalid(`${member} is not an absolute URL`, place, "write it like 'https://example.com/terms'")
}

/** The members of an object that are not undefined. */
export function withoutUndefined<T extends object>(members: T): { [Name in keyof T]: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never
}

/** @throws SetupError for a member that is no object. */
export function checkObject(
  value: unknown,
  member: string,
  remedy: string,
  { place, invalid }: MemberOwner = CONFIG
): asserts value is object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return
  throw invalid(`${member} is not an object`, place, remedy)
}

const DOCS_OPTIONS: OptionTable<ExternalDocs> = { url: true, description: true, [EXTENSIONS]: true }

/** @throws SetupError or BootstrapError for a member that describes no page */
export function parseDocs(
  docs: ExternalDocs | undefined,
  member: string,
  owner: MemberOwner = CONFIG
): ExternalDocs | undefined {
  if (docs === undefined) return undefined
  checkObject(docs, member, `write ${member.split('.').at(-1)}: { url: 'https://example.com/guide' }`, owner)
  checkOptions(docs, DOCS_OPTIONS, `${owner.place}, ${member}`)
  const url = optionalURL(requireText(docs.url, `${member}.url`, owner), `${member}.url`, owner)
  const description = optionalText(docs.description, `${member}.description`, owner)
  return { ...(withoutUndefined({ url, description }) as ExternalDocs), ...extensionsOf(docs) }
}
