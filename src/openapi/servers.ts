import { SetupErrors } from '../errors.js'
import { EXTENSIONS, extensionsOf } from '../extensions.js'
import type { Server, ServerVariable } from '../http/document-options.js'
import { checkOptions, type OptionTable } from '../options.js'
import { CONFIG, type MemberOwner, optionalText, requireText, withoutUndefined } from './config-values.js'

const SERVER_OPTIONS: OptionTable<Server> = { url: true, description: true, variables: true, [EXTENSIONS]: true }
const VARIABLE_OPTIONS: OptionTable<ServerVariable> = {
  default: true,
  enum: true,
  description: true,
  [EXTENSIONS]: true
}

/** What stands in a URL for a variable. */
const VARIABLE = /\{([^{}]*)\}/g

/** How many URLs a server may have for the documentation page. */
const MOST_URLS = 100

/**
 * The servers of a document or of an operation.
 * @throws BootstrapError for everything that is wrong with them
 */
export function parseServers(servers: unknown, owner: MemberOwner = CONFIG): Server[] {
  const { place, invalid } = owner
  if (servers === undefined) return []
  if (!Array.isArray(servers)) {
    throw invalid('servers is not a list', place, "write servers: [{ url: 'https://api.example.com' }]")
  }
  const errors = new SetupErrors()
  const parsed = servers.map((server, index) => errors.attempt(() => parseServer(server, `servers[${index}]`, owner)))
  errors.throwIfAny()
  return parsed as Server[]
}

/** @param member where the owner has it: `servers[0]` */
export function parseServer(server: Partial<Server> | null | undefined, member: string, owner: MemberOwner): Server {
  const { place, invalid } = owner
  checkOptions((server ?? undefined) as Server | undefined, SERVER_OPTIONS, `${place}, ${member}`)
  const url = requireText(server?.url, `${member}.url`, owner)
  const description = optionalText(server?.description, `${member}.description`, owner)
  const variables = parseVariables(server?.variables, `${member}.variables`, owner)
  const names = [...url.matchAll(VARIABLE)].map(([, name]) => name as string)
  const undeclared = names.find((name) => variables === undefined || !Object.hasOwn(variables, name))
  if (undeclared !== undefined) {
    const remedy = `write variables: { ${JSON.stringify(undeclared)}: { default: '…' } }`
    throw invalid(`${member}.url has the variable {${undeclared}}, which is not declared`, place, remedy)
  }
  const unused = Object.keys(variables ?? {}).find((name) => !names.includes(name))
  if (unused !== undefined) {
    throw invalid(
      `${member}.variables has ${unused}, which is not in the url`,
      place,
      `remove it, or write {${unused}}`
    )
  }
  for (const each of urlsOf({ url, ...(variables && { variables }) })) {
    if (/[\s{}<>"\\^`|?#]/.test(each) || !URL.canParse(each, 'http://localhost')) {
      throw invalid(
        `${member}.url ${JSON.stringify(each)} is not a valid URL`,
        place,
        "write it like 'https://api.example.com/v1' or '/v1', without a query or fragment"
      )
    }
  }
  return { ...(withoutUndefined({ url, description, variables }) as Server), ...extensionsOf(server ?? {}) }
}

function parseVariables(
  variables: unknown,
  member: string,
  owner: MemberOwner
): Record<string, ServerVariable> | undefined {
  if (variables === undefined) return undefined
  if (typeof variables !== 'object' || variables === null || Array.isArray(variables)) {
    throw owner.invalid(`${member} is not an object`, owner.place, "write variables: { region: { default: 'eu' } }")
  }
  return Object.fromEntries(
    Object.entries(variables).map(([name, variable]) => [name, parseVariable(variable, `${member}.${name}`, owner)])
  )
}

function parseVariable(
  variable: Partial<ServerVariable> | null | undefined,
  member: string,
  owner: MemberOwner
): ServerVariable {
  const { place, invalid } = owner
  checkOptions((variable ?? undefined) as ServerVariable | undefined, VARIABLE_OPTIONS, `${place}, ${member}`)
  // Section 4.7.6: a text, which may be empty.
  if (typeof variable?.default !== 'string') {
    const fault = variable?.default === undefined ? 'missing' : 'not a string'
    throw invalid(`${member}.default is ${fault}`, place, `make ${member}.default a string`)
  }
  const { enum: values } = variable
  const isList = Array.isArray(values) && values.length > 0 && values.every((value) => typeof value === 'string')
  if (values !== undefined && !isList) {
    throw invalid(`${member}.enum is not a list of texts`, place, 'list the values that the variable may have')
  }
  if (values !== undefined && !values.includes(variable.default)) {
    throw invalid(`${member}.default is not one of enum`, place, 'add it to enum, or choose one of those values')
  }
  const description = optionalText(variable.description, `${member}.description`, owner)
  const read = withoutUndefined({ default: variable.default, enum: values, description }) as ServerVariable
  return { ...read, ...extensionsOf(variable) }
}

/** The URLs of a server with each value that its variables list, or else with their defaults; at most 100. */
export function urlsOf({ url, variables = {} }: Server): string[] {
  let urls = [url]
  for (const [name, { default: first, enum: values = [first] }] of Object.entries(variables)) {
    const all = urls.flatMap((each) => values.map((value) => each.replaceAll(`{${name}}`, () => value)))
    urls = all.slice(0, MOST_URLS)
  }
  return urls
}
