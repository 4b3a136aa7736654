import { setupErrorOf } from '../errors.js'
import { SecurityScheme } from './security-scheme.js'

const invalid = setupErrorOf('SECURITY_INVALID')

/** One scheme that a request must show a credential of. */
export interface RequiredScheme {
  /** The name under which the application declares the scheme. */
  readonly name: string
  /** The scheme itself. */
  readonly scheme: SecurityScheme
  /** The scopes that its principal must have. */
  readonly scopes: readonly string[]
}

/** What a request must show: all schemes of one of the lists. Without any list it need not show anything. */
export type Security = readonly (readonly RequiredScheme[])[]

/** The security schemes of an application, by name. */
export type SecuritySchemes = ReadonlyMap<string, SecurityScheme>

/** OpenAPI 3.0.3, section 4.7.7. */
const NAME = /^[\w.-]+$/

/** Whether a scheme can have this name in a document. */
export function isSchemeName(name: string): boolean {
  return NAME.test(name)
}

/**
 * Checks what is given as `securitySchemes`.
 *
 * @throws SetupError SECURITY_INVALID
 */
export function parseSecuritySchemes(given: unknown): SecuritySchemes {
  const place = 'the option securitySchemes'
  if (given === undefined) return new Map()
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw invalid('it must be an object', place, 'write securitySchemes: { bearer: bearerScheme({ … }) }')
  }
  const schemes = Object.entries(given)
  for (const [name, scheme] of schemes) {
    if (!isSchemeName(name)) {
      throw invalid(`no scheme can have the name ${JSON.stringify(name)}`, place, 'use letters, digits and . _ -')
    }
    if (scheme instanceof SecurityScheme) continue
    const remedy = `write ${name}: bearerScheme({ … }), or one of the other schemes`
    throw invalid(`'${name}' is not a security scheme`, place, remedy)
  }
  return new Map(schemes)
}

/**
 * Reads what is given as `security`.
 *
 * @param place the declaration, for errors
 * @throws SetupError SECURITY_INVALID for what is malformed, and for undeclared schemes and scopes
 */
export function parseSecurity(given: unknown, schemes: SecuritySchemes, place: () => string): Security {
  if (!Array.isArray(given)) {
    throw invalid('`security` must be a list', place(), "write security: ['bearer'], or [] for nothing")
  }
  const security = given.map((requirement) => requiredSchemes(requirement, schemes, place))
  // A credential that is shown is read, also where none is required.
  return [
    ...security.filter((required) => required.length > 0),
    ...security.filter((required) => required.length === 0)
  ]
}

function requiredSchemes(requirement: unknown, schemes: SecuritySchemes, place: () => string): RequiredScheme[] {
  if (typeof requirement === 'string') return [requiredScheme(requirement, [], schemes, place)]
  if (typeof requirement !== 'object' || requirement === null || Array.isArray(requirement)) {
    throw invalid('a requirement is neither a name nor an object', place(), "write 'bearer' or { bearer: ['scope'] }")
  }
  const entries = Object.entries(requirement).filter(([, scopes]) => scopes !== undefined)
  const required = entries.map(([name, scopes]) => requiredScheme(name, scopes, schemes, place))
  const kinds = new Set(required.flatMap(({ scheme }) => authorizationKind(scheme) ?? []))
  if (kinds.size > 1) {
    const names = required.map(({ name }) => name).join(' and ')
    throw invalid(`no request can show ${names} together`, place(), 'a request has one Authorization header')
  }
  return required
}

function requiredScheme(name: string, scopes: unknown, schemes: SecuritySchemes, place: () => string): RequiredScheme {
  const scheme = schemes.get(name)
  if (scheme === undefined) {
    const known = [...schemes.keys()].join(', ')
    const remedy = known === '' ? `declare it: securitySchemes: { ${name}: … }` : `the schemes are ${known}`
    throw invalid(`there is no security scheme ${JSON.stringify(name)}`, place(), remedy)
  }
  if (!Array.isArray(scopes) || !scopes.every((scope) => typeof scope === 'string')) {
    throw invalid(`the scopes of ${name} must be a list of texts`, place(), `write { ${name}: [] }`)
  }
  const unknown = scopes.find((scope) => !scheme.scopes.has(scope))
  if (unknown !== undefined) {
    const known = [...scheme.scopes].join(', ')
    const remedy =
      known === '' ? `declare its scopes and scopesOf, or write { ${name}: [] }` : `its scopes are ${known}`
    throw invalid(`the scheme ${name} has no scope ${JSON.stringify(unknown)}`, place(), remedy)
  }
  return { name, scheme, scopes: [...new Set(scopes)] }
}

/** What the scheme takes the `Authorization` header for; undefined where it reads something else. */
function authorizationKind({ declaration }: SecurityScheme): 'key' | 'basic' | 'bearer' | undefined {
  if (declaration.kind === 'mutualTLS') return undefined
  if (declaration.kind === 'apiKey') {
    return declaration.in === 'header' && declaration.name.toLowerCase() === 'authorization' ? 'key' : undefined
  }
  return declaration.kind === 'basic' ? 'basic' : 'bearer'
}
