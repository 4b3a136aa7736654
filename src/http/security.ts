import { SetupError } from '../errors.js'
import { parameterKey } from './parameter-name.js'
import type { ParameterOption, RouteDefinition } from './route.js'
import { SecurityScheme } from './security-scheme.js'

/**
 * What a request must show: a scheme by its name, or several together with the scopes that each must have. `{}` asks for
 * nothing. OpenAPI 3.0.3, section 4.7.30.
 *
 * @example 'bearer'
 * @example { bearer: ['notes:write'], key: [] }
 */
export type SecurityRequirement = string | Readonly<Record<string, readonly string[] | undefined>>

/** One scheme that is asked for. */
export interface Demand {
  readonly name: string
  readonly scheme: SecurityScheme
  /** The scopes that its principal must have. */
  readonly scopes: readonly string[]
}

/** What is asked for: the demands of one of the lists must be met. Without any list nothing is asked. */
export type Security = readonly (readonly Demand[])[]

/** The security schemes of an application, by name. */
export type SecuritySchemes = ReadonlyMap<string, SecurityScheme>

/** OpenAPI 3.0.3, section 4.7.7. */
const NAME = /^[\w.-]+$/

/**
 * Checks what is given as `securitySchemes`.
 *
 * @throws SetupError SECURITY_INVALID
 */
export function parseSecuritySchemes(given: unknown): SecuritySchemes {
  const place = 'the option securitySchemes'
  if (given === undefined) return new Map()
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw invalid('it is no object', place, 'write securitySchemes: { bearer: bearerScheme({ … }) }')
  }
  const schemes = Object.entries(given)
  for (const [name, scheme] of schemes) {
    if (!NAME.test(name)) {
      throw invalid(`no scheme can have the name ${JSON.stringify(name)}`, place, 'use letters, digits and . _ -')
    }
    if (scheme instanceof SecurityScheme) continue
    const remedy = `write ${name}: bearerScheme({ … }), or one of the other schemes`
    throw invalid(`'${name}' is no security scheme`, place, remedy)
  }
  return new Map(schemes)
}

/**
 * Reads what is given as `security`.
 *
 * @param place the declaration, for errors
 * @throws SetupError SECURITY_INVALID for what is malformed, and for schemes and scopes that nobody declared
 */
export function parseSecurity(given: unknown, schemes: SecuritySchemes, place: () => string): Security {
  if (!Array.isArray(given)) {
    throw invalid('`security` is no list', place(), "write security: ['bearer'], or [] for nothing")
  }
  const security = given.map((requirement) => demandsOf(requirement, schemes, place))
  // Who shows something shall be known by it, also where nothing need be shown.
  return [...security.filter((demands) => demands.length > 0), ...security.filter((demands) => demands.length === 0)]
}

function demandsOf(requirement: unknown, schemes: SecuritySchemes, place: () => string): Demand[] {
  if (typeof requirement === 'string') return [demandOf(requirement, [], schemes, place)]
  if (typeof requirement !== 'object' || requirement === null || Array.isArray(requirement)) {
    throw invalid('a requirement is neither a name nor an object', place(), "write 'bearer' or { bearer: ['scope'] }")
  }
  const asked = Object.entries(requirement).filter(([, scopes]) => scopes !== undefined)
  const demands = asked.map(([name, scopes]) => demandOf(name, scopes, schemes, place))
  const kinds = new Set(demands.flatMap(({ scheme }) => authorizationKind(scheme) ?? []))
  if (kinds.size > 1) {
    const names = demands.map(({ name }) => name).join(' and ')
    throw invalid(`no request can show ${names} together`, place(), 'a request has one Authorization header')
  }
  return demands
}

function demandOf(name: string, scopes: unknown, schemes: SecuritySchemes, place: () => string): Demand {
  const scheme = schemes.get(name)
  if (scheme === undefined) {
    const known = [...schemes.keys()].join(', ')
    const remedy = known === '' ? `declare it: securitySchemes: { ${name}: … }` : `the schemes are ${known}`
    throw invalid(`there is no security scheme ${JSON.stringify(name)}`, place(), remedy)
  }
  if (!Array.isArray(scopes) || !scopes.every((scope) => typeof scope === 'string')) {
    throw invalid(`the scopes of ${name} are no list of texts`, place(), `write { ${name}: [] }`)
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
function authorizationKind({ declaration }: SecurityScheme): string | undefined {
  if (declaration.kind === 'apiKey') {
    return declaration.in === 'header' && declaration.name.toLowerCase() === 'authorization' ? 'key' : undefined
  }
  return declaration.kind === 'basic' ? 'basic' : 'bearer'
}

/** Whether a request that shows nothing is refused. */
export function isSecured(security: Security | undefined): security is Security {
  return security !== undefined && security.length > 0 && security.every((demands) => demands.length > 0)
}

/**
 * Sees to it that no parameter of a route takes what a scheme reads: the document would tell it twice.
 *
 * @throws SetupError DOCUMENT_CONFLICT
 */
export function checkSecuredParameters({ security = [], inputs, options, source }: RouteDefinition): void {
  const read = (inputs?.parameters ?? []).map(({ in: place, field }) => ({ in: place, name: field.name }))
  // What is malformed among them is told elsewhere.
  const declared = (Array.isArray(options.parameters) ? options.parameters : []).filter(
    (option: unknown): option is ParameterOption => typeof (option as ParameterOption | null)?.name === 'string'
  )
  const taken = new Set([...read, ...declared].map(parameterKey))
  for (const { name, scheme } of security.flat()) {
    const { declaration } = scheme
    if (declaration.kind !== 'apiKey' || !taken.has(parameterKey(declaration))) continue
    throw new SetupError(
      'DOCUMENT_CONFLICT',
      `the ${declaration.in} parameter ${declaration.name} is the key of the security scheme ${name}`,
      source,
      'remove the parameter: authenticate is given the key'
    )
  }
}

function invalid(what: string, place: string, remedy: string): SetupError {
  return new SetupError('SECURITY_INVALID', what, place, remedy)
}
