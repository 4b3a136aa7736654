import { SetupError } from '../errors.js'
import type { Security } from '../http/security.js'
import type { SecurityScheme } from '../http/security-scheme.js'
import type { OpenAPIVersion } from '../record/json-schema/schema-dialect.js'
import type { Operation, SecurityRequirementObject, SecuritySchemeObject } from './document.js'

/** The members of a document or an operation that describe its security. */
type DescribedSecurity = Pick<Operation, 'security' | 'x-security-scopes'>

/**
 * Security requirements as the document describes them.
 *
 * @param defaults the requirements of the whole document; an operation does not repeat them
 * @param saysPublic whether an operation that requires nothing says so, also where the whole document requires nothing
 */
export function describeSecurity(
  security: Security,
  defaults: Security,
  version: OpenAPIVersion,
  saysPublic = false
): DescribedSecurity {
  if (saysPublic && security.length === 0) return { security: [] }
  const full = requirements(security, () => true)
  if (JSON.stringify(full) === JSON.stringify(requirements(defaults, () => true))) return {}
  if (version !== '3.0') return { security: full }
  // OpenAPI 3.0.3, section 4.7.30.1: the scopes of other schemes MUST be empty.
  const described = requirements(security, ({ declaration: { kind } }) => kind === 'oauth2' || kind === 'openIdConnect')
  const isAll = JSON.stringify(described) === JSON.stringify(full)
  return { security: described, ...(isAll ? {} : { 'x-security-scopes': full }) }
}

function requirements(security: Security, hasScopes: (scheme: SecurityScheme) => boolean): SecurityRequirementObject[] {
  return security.map((schemes) => {
    return Object.fromEntries(schemes.map(({ name, scheme, scopes }) => [name, hasScopes(scheme) ? [...scopes] : []]))
  })
}

/**
 * The schemes that are required, by name, in the order of their first use; unused schemes are left out.
 * @throws SetupError DOCUMENT_INVALID for a scheme that only a later version of OpenAPI has
 */
export function describeSecuritySchemes(
  required: readonly Security[],
  version: OpenAPIVersion
): Record<string, SecuritySchemeObject> {
  const schemes = new Map(required.flat(2).map(({ name, scheme }) => [name, scheme]))
  for (const [name, { declaration }] of schemes) {
    if (declaration.kind !== 'mutualTLS' || version !== '3.0') continue
    const what = 'OpenAPI 3.0 has no security scheme of certificates (mutualTLS)'
    throw new SetupError('DOCUMENT_INVALID', what, `the security scheme ${name}`, "write openapi: '3.1'")
  }
  return Object.fromEntries([...schemes].map(([name, scheme]) => [name, describeScheme(scheme)]))
}

function describeScheme(scheme: SecurityScheme): SecuritySchemeObject {
  return { ...describeKind(scheme), ...scheme.extensions }
}

function describeKind({ declaration, description }: SecurityScheme): SecuritySchemeObject {
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
    case 'mutualTLS':
      return { type: 'mutualTLS', ...described }
  }
}
