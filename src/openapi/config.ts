import { SetupErrors, setupErrorOf } from '../errors.js'
import { checkOptions, type OptionTable } from '../options.js'
import type { OpenAPIVersion } from '../record/json-schema/schema-dialect.js'
import type { Info, OpenAPIConfig, Server } from './document.js'

const invalid = setupErrorOf('DOCUMENT_INVALID')

const PLACE = 'OpenAPIConfig'

/** {@link OpenAPIConfig}, by name. */
export const CONFIG_OPTIONS: OptionTable<OpenAPIConfig> = {
  title: true,
  version: true,
  description: true,
  servers: true,
  openapi: true,
  operationId: true
}

const SERVER_OPTIONS: OptionTable<Server> = { url: true, description: true }

/**
 * The version, `info` and `servers` of a document.
 * @throws BootstrapError of DOCUMENT_INVALID and OPTION_UNKNOWN for each missing or malformed member.
 */
export function parseConfig(config: OpenAPIConfig): { openapi: OpenAPIVersion; info: Info; servers: Server[] } {
  const given: Partial<OpenAPIConfig> = typeof config === 'object' && config !== null ? config : {}
  const errors = new SetupErrors()
  errors.attempt(() => checkOptions(given as OpenAPIConfig, CONFIG_OPTIONS, PLACE))
  const title = errors.attempt(() => requireText(given.title, 'title'))
  const version = errors.attempt(() => requireText(given.version, 'version'))
  const description = errors.attempt(() => optionalText(given.description, 'description'))
  const servers = errors.attempt(() => parseServers(given.servers))
  const openapi = errors.attempt(() => parseVersion(given.openapi))
  errors.attempt(() => checkFunction(given.operationId))
  errors.throwIfAny()
  const info = { title, ...(description === undefined ? {} : { description }), version } as Info
  return { openapi: openapi ?? '3.0', info, servers: servers ?? [] }
}

function parseVersion(version: unknown): OpenAPIVersion {
  if (version === undefined || version === '3.0' || version === '3.1') return version ?? '3.0'
  throw invalid(`openapi is ${JSON.stringify(version)}`, PLACE, "make it '3.0' or '3.1'")
}

function checkFunction(operationId: unknown): void {
  if (operationId === undefined || typeof operationId === 'function') return
  throw invalid(
    'operationId is not a function',
    PLACE,
    'write operationId: (route) => …, or declare one text for each route where the route is declared'
  )
}

function parseServers(servers: unknown): Server[] {
  if (servers === undefined) return []
  if (!Array.isArray(servers)) {
    throw invalid('servers is not a list', PLACE, "write servers: [{ url: 'https://api.example.com' }]")
  }
  const errors = new SetupErrors()
  const parsed = servers.map((server, index) => errors.attempt(() => parseServer(server, `servers[${index}]`)))
  errors.throwIfAny()
  return parsed as Server[]
}

function parseServer(server: Partial<Server> | null | undefined, member: string): Server {
  checkOptions((server ?? undefined) as Server | undefined, SERVER_OPTIONS, `${PLACE}, ${member}`)
  const url = requireText(server?.url, `${member}.url`)
  const description = optionalText(server?.description, `${member}.description`)
  // Braces would be variables, which need declarations of their own (section 4.7.5).
  if (/[\s{}<>"\\^`|?#]/.test(url) || !URL.canParse(url, 'http://localhost')) {
    throw invalid(
      `${member}.url ${JSON.stringify(url)} is not a valid URL`,
      PLACE,
      "write it like 'https://api.example.com/v1' or '/v1', without a query or fragment"
    )
  }
  return description === undefined ? { url } : { url, description }
}

function requireText(value: unknown, member: string): string {
  if (typeof value === 'string' && value.trim() !== '') return value
  const fault = value === undefined ? 'missing' : typeof value === 'string' ? 'empty' : 'not a string'
  throw invalid(`${member} is ${fault}`, PLACE, `make ${member} a non-empty string`)
}

function optionalText(value: unknown, member: string): string | undefined {
  if (value === undefined || typeof value === 'string') return value
  throw invalid(`${member} is not a string`, PLACE, `make ${member} a string or remove it`)
}
