import { SetupErrors } from '../errors.js'
import { EXTENSIONS, type Extensions, extensionsOf } from '../extensions.js'
import type { ExternalDocs, Server } from '../http/document-options.js'
import type { OutgoingRoute } from '../http/routing/outgoing-route.js'
import { checkOptions, type OptionTable } from '../options.js'
import type { InheritanceForm } from '../record/json-schema/inheritance.js'
import type { OpenAPIVersion } from '../record/json-schema/schema-dialect.js'
import {
  checkObject,
  invalid,
  optionalText,
  optionalURL,
  PLACE,
  parseDocs,
  requireText,
  withoutUndefined
} from './config-values.js'
import type { Contact, DocumentOptions, Info, License, OpenAPIConfig, PathOptions, Tag, TagGroup } from './document.js'
import { parsePaths } from './paths.js'
import { parseServers } from './servers.js'
import { parseTagGroups, parseTags } from './tags.js'
import { webhookRoutes } from './webhooks.js'

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
  tagGroups: true,
  servers: true,
  paths: true,
  webhooks: true,
  info: true,
  openapi: true,
  schemas: ['allOf', 'flat'],
  operationId: true,
  editDocument: true,
  [EXTENSIONS]: true
}

/** {@link DocumentOptions}, by name. */
export const DOCUMENT_OPTIONS: OptionTable<DocumentOptions> = {
  ...CONFIG_OPTIONS,
  name: true,
  include: true,
  apiVersion: true
}

const CONTACT_OPTIONS: OptionTable<Contact> = { name: true, url: true, email: true, [EXTENSIONS]: true }
const LICENSE_OPTIONS: OptionTable<License> = { name: true, url: true, identifier: true, [EXTENSIONS]: true }
const INFO_OPTIONS: OptionTable<Extensions> = { [EXTENSIONS]: true }

/** What a configuration says of the whole document. */
export interface DocumentHeader {
  readonly openapi: OpenAPIVersion
  readonly schemas: InheritanceForm
  readonly info: Info
  readonly externalDocs: ExternalDocs | undefined
  readonly tags: readonly Tag[]
  readonly tagGroups: readonly TagGroup[]
  readonly servers: Server[]
  readonly paths: PathOptions
  readonly webhooks: readonly OutgoingRoute[]
  readonly operationId: OpenAPIConfig['operationId']
  readonly extensions: Extensions
}

/**
 * What a configuration says of the whole document, without what is wrong.
 * @param errors gets a DOCUMENT_INVALID or OPTION_UNKNOWN for each missing or malformed member
 */
export function parseConfig(config: OpenAPIConfig, errors: SetupErrors): DocumentHeader {
  const given: Partial<OpenAPIConfig> = typeof config === 'object' && config !== null ? config : {}
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
  const tags = errors.attempt(() => parseTags(given.tags, openapi)) ?? []
  const tagGroups = errors.attempt(() => parseTagGroups(given.tagGroups)) ?? []
  const servers = errors.attempt(() => parseServers(given.servers)) ?? []
  const paths = errors.attempt(() => parsePaths(given.paths)) ?? {}
  const webhooks = errors.attempt(() => (given.webhooks === undefined ? [] : webhookRoutes(given.webhooks))) ?? []
  const ofInfo = errors.attempt(() => parseInfo(given.info))
  const operationId = errors.attempt(() => functionOf(given.operationId))
  errors.attempt(() => checkEdit(given.editDocument))
  const info = { title, summary, description, termsOfService, contact, license, version, ...ofInfo }
  const extensions = extensionsOf(given)
  return {
    openapi,
    schemas: given.schemas ?? 'flat',
    info: withoutUndefined(info) as Info,
    externalDocs,
    tags,
    tagGroups,
    servers,
    paths,
    webhooks,
    operationId,
    extensions
  }
}

/**
 * Checks the options of one of several documents.
 * @throws BootstrapError with the errors of {@link parseConfig}, and of DOCUMENT_INVALID for a wrong name or include
 */
export function checkDocumentOptions(options: DocumentOptions): void {
  const given: Partial<DocumentOptions> = typeof options === 'object' && options !== null ? options : {}
  const { name, include, apiVersion, ...config } = given
  const errors = new SetupErrors()
  if (name !== undefined) errors.attempt(() => requireText(name, 'name'))
  if (apiVersion !== undefined) errors.attempt(() => requireText(apiVersion, 'apiVersion'))
  if (include !== undefined && typeof include !== 'function') {
    errors.add(invalid('include is not a function', PLACE, "write include: ({ tags }) => tags.includes('public')"))
  }
  parseConfig(config as OpenAPIConfig, errors)
  errors.throwIfAny()
}

function parseVersion(version: unknown): OpenAPIVersion {
  if (version === undefined || version === '3.0' || version === '3.1' || version === '3.2') return version ?? '3.0'
  throw invalid(`openapi is ${JSON.stringify(version)}`, PLACE, "make it '3.0', '3.1' or '3.2'")
}

function textOf31(value: unknown, member: string, openapi: OpenAPIVersion): string | undefined {
  const text = optionalText(value, member)
  if (text === undefined || openapi !== '3.0') return text
  throw invalid(`OpenAPI ${openapi} has no ${member}`, PLACE, `write openapi: '3.1', or remove ${member}`)
}

function parseInfo(info: Extensions | undefined): Extensions {
  if (info === undefined) return {}
  checkObject(info, 'info', "write info: { 'x-logo': { url: '/logo.svg' } }")
  checkOptions(info, INFO_OPTIONS, `${PLACE}, info`, { instead: INFO_INSTEAD })
  return extensionsOf(info)
}

/** What the object `info` of the document has is given beside it. */
const INFO_INSTEAD = Object.fromEntries(
  ['title', 'version', 'description', 'summary', 'termsOfService', 'contact', 'license'].map((name) => {
    return [name, `give ${name} beside info`]
  })
)

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
  return { ...withoutUndefined({ name, url, email }), ...extensionsOf(contact) }
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
  return { ...(withoutUndefined({ name, url, identifier }) as License), ...extensionsOf(license) }
}

function checkEdit(editDocument: unknown): void {
  if (editDocument === undefined || typeof editDocument === 'function') return
  throw invalid('editDocument is not a function', PLACE, 'write editDocument: (document) => { … }')
}

function functionOf(operationId: OpenAPIConfig['operationId']): typeof operationId {
  if (operationId === undefined || typeof operationId === 'function') return operationId
  throw invalid(
    'operationId is not a function',
    PLACE,
    'write operationId: (route) => …, or declare one text for each route where the route is declared'
  )
}
