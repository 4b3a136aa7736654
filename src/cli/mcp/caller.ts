import type { Caller } from '../../mcp/tool-request.js'
import type { SecuritySchemeObject } from '../../openapi/document.js'
import { UsageError } from '../definition/usage-error.js'

/**
 * Who calls tools from a terminal: this machine, with the credentials of the command line.
 *
 * @param given credentials: `bearer=env:TOKEN` is one for the scheme `bearer`, of the environment's variable `TOKEN`
 * @throws UsageError
 */
export function callerWith(
  given: readonly string[],
  schemes: Readonly<Record<string, SecuritySchemeObject>>,
  environment: Readonly<Record<string, string | undefined>>
): Caller {
  const headers = new Map<string, string>()
  const cookies: string[] = []
  const query = new URLSearchParams()
  for (const text of given) {
    const [, name, variable] = /^([^=]+)=env:(.+)$/.exec(text) ?? []
    if (name === undefined || variable === undefined) {
      throw new UsageError(
        `--credential ${JSON.stringify(text.split('=')[0])} is not <scheme>=env:<NAME>; write bearer=env:TOKEN`
      )
    }
    const scheme = Object.hasOwn(schemes, name) ? schemes[name] : undefined
    const known = Object.keys(schemes).join(', ')
    if (scheme === undefined) {
      throw new UsageError(
        `There is no security scheme ${name}; ${known === '' ? 'the document has none' : `the document has ${known}`}`
      )
    }
    const value = Object.hasOwn(environment, variable) ? environment[variable] : undefined
    if (value === undefined || value === '') throw new UsageError(`The environment variable ${variable} is not set`)
    if (scheme.type !== 'apiKey') headers.set('authorization', authorizationOf(scheme, value))
    else if (scheme.in === 'header') headers.set(scheme.name.toLowerCase(), value)
    else if (scheme.in === 'query') query.append(scheme.name, value)
    else cookies.push(`${scheme.name}=${value}`)
  }
  if (cookies.length > 0) headers.set('cookie', cookies.join('; '))
  return {
    origin: 'http://localhost',
    header: (name: string) => headers.get(name),
    query,
    remoteAddress: '127.0.0.1'
  }
}

function authorizationOf(scheme: SecuritySchemeObject, value: string): string {
  const isBasic = scheme.type === 'http' && scheme.scheme === 'basic'
  return isBasic ? `Basic ${Buffer.from(value).toString('base64')}` : `Bearer ${value}`
}
