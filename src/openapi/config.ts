import { SetupErrors } from '../errors.js'
import { checkOptions, type OptionTable } from '../options.js'
import type { OpenAPIVersion } from '../record/json-schema/schema-dialect.js'
import { invalid, optionalText, optionalURL, PLACE, requireText, withoutUndefined } from './config-values.js'
import type { Contact, ExternalDocs, Info, License, OpenAPIConfig, Server, Tag } from './document.js'
import { parseServers } from './servers.js'

/** {@link OpenAPIConfig}, by name. */
export const CONFIG_OPTIONS: OptionTable<OpenAPIConfig> = {
  title: true,
  version: true,
  description: true,
  summary: true,
  termsOfService: true,
  contact: true,
  license: true,
  externalDocs: true,
  tags: true,
  servers: true,
  openapi: true,
  operationId: true
}

const CONTACT_OPTIONS: OptionTable<Contact> = { name: true, url: true, email: true }
const LICENSE_OPTIONS: OptionTable<License> = { name: true, url: true, identifier: true }
const DOCS_OPTIONS: OptionTable<ExternalDocs> = { url: true, description: true }
const TAG_OPTIONS: OptionTable<Tag> = { name: true, description: true, externalDocs: true }

/** What a configuration says of the whole document. */
export interface DocumentHeader {
  readonly openapi: OpenAPIVersion
  readonly info: Info
  readonly externalDocs: ExternalDocs | undefined
  readonly tags: readonly Tag[]
  readonly servers: Server[]
}

/**
 * What a configuration says of the whole document.
 * @throws BootstrapError of DOCUMENT_INVALID and OPTION_UNKNOWN for each missing or malformed member.
 */
export function parseConfig(config: OpenAPIConfig): DocumentHeader {
  const given: Partial<OpenAPIConfig> = typeof config === 'object' && config !== null ? config : {}
  const errors = new SetupErrors()
  errors.attempt(() => checkOptions(given as OpenAPIConfig, CONFIG_OPTIONS, PLACE))
  const openapi = errors.attempt(() => parseVersion(given.openapi)) ?? '3.0'
  const title = errors.attempt(() => requireText(given.title, 'title'))
  const version = errors.attempt(() => requireText(given.version, 'version'))
  const description = errors.attempt(() => optionalText(given.description, 'description'))
  const summary = errors.attempt(() => textOf31(given.summary, 'summary', openapi))
  const termsOfService = errors.attempt(() => optionalURL(given.termsOfService, 'termsOfService'))
  const contact = errors.attempt(() => parseContact(given.contact))
  const license = errors.attempt(() => parseLicense(given.license, openapi))
  const externalDocs = errors.attempt(() => parseDocs(given.externalDocs, 'externalDocs'))
  const tags = errors.attempt(() => parseTags(given.tags)) ?? []
  const servers = errors.attempt(() => parseServers(given.servers)) ?? []
  errors.attempt(() => checkFunction(given.operationId))
  errors.throwIfAny()
  const info = { title, summary, description, termsOfService, contact, license, version }
  return { openapi, info: withoutUndefined(info) as Info, externalDocs, tags, servers }
}

function parseVersion(version: unknown): OpenAPIVersion {
  if (version === undefined || version === '3.0' || version === '3.1') return version ?? '3.0'
  throw invalid(`openapi is ${JSON.stringify(version)}`, PLACE, "make it '3.0' or '3.1'")
}

function textOf31(value: unknown, member: string, openapi: OpenAPIVersion): string | undefined {
  const text = optionalText(value, member)
  if (text === undefined || openapi === '3.1') return text
  throw invalid(`OpenAPI ${openapi} has no ${member}`, PLACE, `write openapi: '3.1', or remove ${member}`)
}

function parseContact(contact: Contact | undefined): Contact | undefined {
  if (contact === undefined) return undefined
  checkObject(contact, 'contact', "write contact: { name: 'API team', email: 'api@example.com' }")
  checkOptions(contact, CONTACT_OPTIONS, `${PLACE}, contact`)
  const name = optionalText(contact.name, 'contact.name')
  const url = optionalURL(contact.url, 'contact.url')
  const email = optionalText(contact.email, 'contact.email')
  if (email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw invalid('contact.email is not an address for mail', PLACE, "write it like 'api@example.com'")
  }
  return withoutUndefined({ name, url, email }) as Contact
}

function parseLicense(license: License | undefined, openapi: OpenAPIVersion): License | undefined {
  if (license === undefined) return undefined
  checkObject(license, 'license', "write license: { name: 'Apache 2.0' }")
  checkOptions(license, LICENSE_OPTIONS, `${PLACE}, license`)
  const name = requireText(license.name, 'license.name')
  const url = optionalURL(license.url, 'license.url')
  const identifier = textOf31(license.identifier, 'license.identifier', openapi)
  if (url !== undefined && identifier !== undefined) {
    throw invalid('license has url and identifier', PLACE, 'keep one of them')
  }
  return withoutUndefined({ name, url, identifier }) as License
}

function parseTags(tags: readonly Tag[] | undefined): Tag[] {
  if (tags === undefined) return []
  if (!Array.isArray(tags)) throw invalid('tags is not a list', PLACE, "write tags: [{ name: 'items' }]")
  const names = new Set<string>()
  return tags.map((tag: Tag, index) => {
    const member = `tags[${index}]`
    checkObject(tag, member, "write { name: 'items', description: 'What is sold' }")
    checkOptions(tag, TAG_OPTIONS, `${PLACE}, ${member}`)
    const name = requireText(tag.name, `${member}.name`)
    if (names.has(name)) throw invalid(`tags has ${JSON.stringify(name)} twice`, PLACE, 'remove one of them')
    names.add(name)
    const description = optionalText(tag.description, `${member}.description`)
    const externalDocs = parseDocs(tag.externalDocs, `${member}.externalDocs`)
    return withoutUndefined({ name, description, externalDocs }) as Tag
  })
}

function parseDocs(docs: ExternalDocs | undefined, member: string): ExternalDocs | undefined {
  if (docs === undefined) return undefined
  checkObject(docs, member, `write ${member.split('.').at(-1)}: { url: 'https://example.com/guide' }`)
  checkOptions(docs, DOCS_OPTIONS, `${PLACE}, ${member}`)
  const url = optionalURL(requireText(docs.url, `${member}.url`), `${member}.url`)
  const description = optionalText(docs.description, `${member}.description`)
  return withoutUndefined({ url, description }) as ExternalDocs
}

function checkObject(value: unknown, member: string, remedy: string): void {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return
  throw invalid(`${member} is not an object`, PLACE, remedy)
}

function checkFunction(operationId: unknown): void {
  if (operationId === undefined || typeof operationId === 'function') return
  throw invalid(
    'operationId is not a function',
    PLACE,
    'write operationId: (route) => …, or declare one text for each route where the route is declared'
  )
}
