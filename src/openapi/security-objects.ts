import type { Security } from '../http/security.js'
import type { SecurityScheme } from '../http/security-scheme.js'
import type { OpenAPIVersion } from '../record/json-schema/schema-dialect.js'
import type { Operation, SecurityRequirementObject, SecuritySchemeObject } from './document.js'

/** What of a document or an operation tells its security. */
type DescribedSecurity = Pick<Operation, 'security' | 'x-security-scopes'>

/**
 * What is asked for, in the document's words.
 *
 * @param around what is asked where nothing is said; the same is not said again
 */
export function describeSecurity(security: Security, around: Security, version: OpenAPIVersion): DescribedSecurity {
  const full = requirements(security, () => true)
  if (JSON.stringify(full) === JSON.stringify(requirements(around, () => true))) return {}
  if (version !== '3.0') return { security: full }
  // OpenAPI 3.0.3, section 4.7.30.1: the scopes of other schemes MUST be empty.
  const said = requirements(security, ({ declaration: { kind } }) => kind === 'oauth2' || kind === 'openIdConnect')
  const isAll = JSON.stringify(said) === JSON.stringify(full)
  return { security: said, ...(isAll ? {} : { 'x-security-scopes': full }) }
}

function requirements(security: Security, tells: (scheme: SecurityScheme) => boolean): SecurityRequirementObject[] {
  return security.map((demands) => {
    return Object.fromEntries(demands.map(({ name, scheme, scopes }) => [name, tells(scheme) ? [...scopes] : []]))
  })
}

/** The schemes that are asked for, by name, in the order in which they first are: what nobody asks for is not told. */
export function describeSecuritySchemes(asked: readonly Security[]): Record<string, SecuritySchemeObject> {
  const demands = asked.flat(2)
  return Object.fromEntries(demands.map(({ name, scheme }) => [name, describeScheme(scheme)]))
}

function describeScheme({ declaration, description }: SecurityScheme): SecuritySchemeObject {
  const described = description === undefined ? {} : { description }
  switch (declaration.kind) {
    case 'bearer': {
      const { format } = declaration
      return { type: 'http', ...described, scheme: 'bearer', ...(format === undefined ? {} : { bearerFormat: format }) }
    }
    case 'basic':
      return { type: 'http', ...described, scheme: 'basic' }
    case 'apiKey':
      return { type: 'apiKey', ...described, in: declaration.in, name: declaration.name }
    case 'oauth2':
      return { type: 'oauth2', ...described, flows: declaration.flows }
    case 'openIdConnect':
      return { type: 'openIdConnect', ...described, openIdConnectUrl: declaration.url }
  }
}
