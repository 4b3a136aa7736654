import { SetupErrors } from '../errors.js'
import { checkOptions, type OptionTable } from '../options.js'
import { invalid, optionalText, PLACE, requireText, withoutUndefined } from './config-values.js'
import type { Server, ServerVariable } from './document.js'

const SERVER_OPTIONS: OptionTable<Server> = { url: true, description: true, variables: true }
const VARIABLE_OPTIONS: OptionTable<ServerVariable> = { default: true, enum: true, description: true }

/** What stands in a URL for a variable. */
const VARIABLE = /\{([^{}]*)\}/g

/** How many URLs a server may have for the documentation page. */
const MOST_URLS = 100

/**
 * The servers of a document.
 * @throws BootstrapError of DOCUMENT_INVALID and OPTION_UNKNOWN for everything that is wrong with them
 */
export function parseServers(servers: unknown): Server[] {
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
  const variables = parseVariables(server?.variables, `${member}.variables`)
  const names = [...url.matchAll(VARIABLE)].map(([, name]) => name as string)
  const undeclared = names.find((name) => variables === undefined || !Object.hasOwn(variables, name))
  if (undeclared !== undefined) {
    const remedy = `write variables: { ${JSON.stringify(undeclared)}: { default: '…' } }`
    throw invalid(`${member}.url has the variable {${undeclared}}, which is not declared`, PLACE, remedy)
  }
  const unused = Object.keys(variables ?? {}).find((name) => !names.includes(name))
  if (unused !== undefined) {
    throw invalid(
      `${member}.variables has ${unused}, which is not in the url`,
      PLACE,
      `remove it, or write {${unused}}`
    )
  }
  for (const each of urlsOf({ url, ...(variables && { variables }) })) {
    if (/[\s{}<>"\\^`|?#]/.test(each) || !URL.canParse(each, 'http://localhost')) {
      throw invalid(
        `${member}.url ${JSON.stringify(each)} is not a valid URL`,
        PLACE,
        "write it like 'https://api.example.com/v1' or '/v1', without a query or fragment"
      )
    }
  }
  return withoutUndefined({ url, description, variables }) as Server
}

function parseVariables(variables: unknown, member: string): Record<string, ServerVariable> | undefined {
  if (variables === undefined) return undefined
  if (typeof variables !== 'object' || variables === null || Array.isArray(variables)) {
    throw invalid(`${member} is not an object`, PLACE, "write variables: { region: { default: 'eu' } }")
  }
  return Object.fromEntries(
    Object.entries(variables).map(([name, variable]) => [name, parseVariable(variable, `${member}.${name}`)])
  )
}

function parseVariable(variable: Partial<ServerVariable> | null | undefined, member: string): ServerVariable {
  checkOptions((variable ?? undefined) as ServerVariable | undefined, VARIABLE_OPTIONS, `${PLACE}, ${member}`)
  // Section 4.7.6: a text, which may be empty.
  if (typeof variable?.default !== 'string') {
    const fault = variable?.default === undefined ? 'missing' : 'not a string'
    throw invalid(`${member}.default is ${fault}`, PLACE, `make ${member}.default a string`)
  }
  const { enum: values } = variable
  const isList = Array.isArray(values) && values.length > 0 && values.every((value) => typeof value === 'string')
  if (values !== undefined && !isList) {
    throw invalid(`${member}.enum is not a list of texts`, PLACE, 'list the values that the variable may have')
  }
  if (values !== undefined && !values.includes(variable.default)) {
    throw invalid(`${member}.default is not one of enum`, PLACE, 'add it to enum, or choose one of those values')
  }
  const description = optionalText(variable.description, `${member}.description`)
  return withoutUndefined({ default: variable.default, enum: values, description }) as ServerVariable
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
