import type { OptionTable } from '../../options.js'
import { flowScopes, type OAuth2Flows } from '../oauth2-flows.js'
import { type AuthenticateText, checkSchemeOptions, type SchemeOptions, SecurityScheme } from '../security-scheme.js'
import { readBearer } from './credentials.js'

export interface OAuth2SchemeOptions<P> extends SchemeOptions<P> {
  /** How a client gets a token, and the scopes that it can have. */
  readonly flows: OAuth2Flows
  /** Whom a token belongs to. */
  readonly authenticate: AuthenticateText<P>
}

const OPTIONS: OptionTable<OAuth2SchemeOptions<never>> = {
  description: true,
  scopesOf: true,
  flows: true,
  authenticate: true
}

/**
 * Tokens of OAuth 2 (RFC 6749) in `Authorization: Bearer …`. The document tells how to get one; what one is worth,
 * `authenticate` finds out, as Fieldstone asks no server.
 *
 * @throws SetupError SECURITY_INVALID, or BootstrapError of OPTION_UNKNOWN
 */
export function oauth2Scheme<P>(options: OAuth2SchemeOptions<P>): SecurityScheme {
  checkSchemeOptions('oauth2', options, OPTIONS)
  const { flows } = options
  const scopes = flowScopes(flows)
  return new SecurityScheme({ declaration: { kind: 'oauth2', flows }, read: readBearer, options, scopes })
}
