import { type SecuritySchemeObject, SetupError } from 'fieldstone'
import type { Caller } from './tool-request.js'

/**
 * A caller on this machine, whose requests carry credentials.
 *
 * @param credentials by the name of their security scheme: a bearer token, `user:password`, or an API key
 * @throws SetupError APPLICATION_INVALID for a scheme that the document does not have, and a value that no header can have
 */
export function callerWith(
  credentials: Readonly<Record<string, string>>,
  schemes: Readonly<Record<string, SecuritySchemeObject>>
): Caller {
  const headers = new Map<string, string>()
  const authorizations = new Map<string, string>()
  const cookies: string[] = []
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(credentials)) {
    const scheme = Object.hasOwn(schemes, name) ? schemes[name] : undefined
    if (scheme === undefined) {
      const known = Object.keys(schemes).join(', ')
      const remedy = known === '' ? 'the document has none' : `the document has ${known}`
      throw new SetupError('APPLICATION_INVALID', `there is no security scheme ${name}`, 'credentials', remedy)
    }
    checkValue(name, value, isBasic(scheme) ? /./ : HEADER_VALUE)
    if (scheme.type !== 'apiKey') authorizations.set(name, authorizationOf(scheme, value))
    else if (scheme.in === 'header') headers.set(scheme.name.toLowerCase(), value)
    else if (scheme.in === 'query') query.append(scheme.name, value)
    else cookies.push(`${scheme.name}=${value}`)
  }
  if (cookies.length > 0) headers.set('cookie', cookies.join('; '))
  return {
    origin: 'http://localhost',
    header: (name: string) => headers.get(name),
    authorization: (scheme: string) => authorizations.get(scheme),
    query,
    remoteAddress: '127.0.0.1'
  }
}

/** Printable ASCII: RFC 9110, section 5.5. */
const HEADER_VALUE = /^[\x20-\x7e]+$/

/** The message does not have the value, which is secret. */
function checkValue(name: string, value: unknown, form: RegExp): void {
  if (typeof value === 'string' && form.test(value)) return
  const what = `the credential for ${name} is no text that a header can have`
  throw new SetupError(
    'APPLICATION_INVALID',
    what,
    'credentials',
    'check where it is read from: a line break behind it?'
  )
}

/** User and password are sent in Base64, whatever characters they have. */
function isBasic(scheme: SecuritySchemeObject): boolean {
  return scheme.type === 'http' && scheme.scheme === 'basic'
}

function authorizationOf(scheme: SecuritySchemeObject, value: string): string {
  return isBasic(scheme) ? `Basic ${Buffer.from(value).toString('base64')}` : `Bearer ${value}`
}
