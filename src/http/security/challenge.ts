import type { RequiredScheme, Security } from '../security.js'

/** What became of a credential (RFC 6750, section 3.1). */
export type CredentialFault = 'invalid_token' | 'insufficient_scope'

/**
 * The `WWW-Authenticate` of a refusal: one challenge for each scheme that could be shown (RFC 9110, section 11.6.1; RFC
 * 6750, section 3; RFC 7617, section 2). API keys have no scheme of their own there; theirs tells where the key belongs.
 *
 * @param faultOf what became of a scheme's credential; undefined where none was shown
 */
export function challengesOf(
  security: Security,
  faultOf: (demand: RequiredScheme) => CredentialFault | undefined
): string {
  const challenges = security.flat().map((demand) => challengeOf(demand, faultOf(demand)))
  return [...new Set(challenges)].join(', ')
}

function challengeOf({ name, scheme, scopes }: RequiredScheme, fault: CredentialFault | undefined): string {
  const { declaration } = scheme
  switch (declaration.kind) {
    case 'basic':
      return `Basic realm="${declaration.realm ?? name}", charset="UTF-8"`
    case 'apiKey':
      return `ApiKey realm="${name}", in="${declaration.in}", name="${declaration.name}"`
    default: {
      const error = fault === undefined ? '' : `, error="${fault}"`
      return `Bearer realm="${name}"${error}${scopes.length > 0 ? `, scope="${scopes.join(' ')}"` : ''}`
    }
  }
}
