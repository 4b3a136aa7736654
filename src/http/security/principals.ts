import { SetupErrors, setupErrorOf } from '../../errors.js'
import { isClass } from '../../metadata.js'
import type { Context } from '../context.js'
import type { PrincipalSource } from '../principal.js'
import type { PrincipalInput, RouteDefinition } from '../route.js'
import type { RequiredScheme, SecuritySchemes } from '../security.js'
import type { SecurityScheme } from '../security-scheme.js'

const invalid = setupErrorOf('SECURITY_INVALID')

/** The requirement that a request met, and the principal of each of its schemes. */
export interface Identity {
  readonly schemes: readonly RequiredScheme[]
  readonly principals: readonly unknown[]
}

/** A context that keeps the identity for its handler. */
export interface IdentityKeeper extends Context {
  keepIdentity(identity: Identity): void
}

/** The principal of the first scheme that was met, or of the first among these; undefined where none of them was. */
export function principalAmong(identity: Identity, sources: readonly PrincipalSource[]): unknown {
  if (sources.length === 0) return identity.principals[0]
  for (const [index, { scheme }] of identity.schemes.entries()) {
    if (isAmong(scheme, sources)) return identity.principals[index]
  }
  return undefined
}

function isAmong(scheme: SecurityScheme, sources: readonly PrincipalSource[]): boolean {
  return sources.some((source) => source === scheme || source === scheme.class)
}

/**
 * Checks that a route has the principals which its inputs take: where requests without a credential are accepted, and where
 * some are accepted by another scheme, the input must be optional.
 *
 * @throws BootstrapError of SECURITY_INVALID
 */
export function checkPrincipals({ inputs, security = [] }: RouteDefinition, known: SecuritySchemes): void {
  const errors = new SetupErrors()
  for (const input of inputs?.principals ?? []) errors.attempt(() => checkPrincipal(input, security, known))
  errors.throwIfAny()
}

function checkPrincipal(
  { sources, isOptional, written, where }: PrincipalInput,
  security: readonly (readonly RequiredScheme[])[],
  known: SecuritySchemes
): void {
  const names = sources.map((source) => nameOf(source, known)).join(' or ')
  const gives = (schemes: readonly RequiredScheme[]) =>
    sources.length === 0 ? schemes.length > 0 : schemes.some(({ scheme }) => isAmong(scheme, sources))
  if (security.every((schemes) => schemes.length === 0)) {
    const example = `security: ['${[...known.keys()][0] ?? 'bearer'}'${isOptional ? ', {}' : ''}]`
    const what = `${written(false)} takes the principal, but the route requires no security scheme`
    throw invalid(what, where, `give the route, its controller or the application ${example}, or remove it`)
  }
  if (!security.some(gives)) {
    const what = `${written(false)} takes the principal of ${names}, which the route does not require`
    const required = [...new Set(security.flat().map(({ name }) => name))].join(' and ')
    throw invalid(what, where, `name a scheme that its \`security\` has (${required})`)
  }
  const without = security.find((schemes) => !gives(schemes))
  if (isOptional || without === undefined) return
  const remedy = `write ${written(true)} for a parameter that may be undefined`
  if (without.length === 0) {
    const what = `${written(false)} takes the principal, but the \`security\` of the route accepts requests without one`
    throw invalid(what, where, `${remedy}, or remove {} from \`security\``)
  }
  const others = without.map(({ name }) => name).join(' and ')
  const what = `${written(false)} takes the principal of ${names}, but the route accepts requests that show ${others} instead`
  throw invalid(what, where, `${remedy}, or name all schemes that the route accepts`)
}

function nameOf(source: PrincipalSource, known: SecuritySchemes): string {
  if (isClass(source)) return source.name
  const found = [...known].find(([, scheme]) => scheme === source)
  return found === undefined ? 'a scheme that the application does not have' : found[0]
}
