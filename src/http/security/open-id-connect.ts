import type { OptionTable } from '../../options.js'
import {
  type AuthenticateText,
  checkSchemeOptions,
  isAddress,
  SCHEME_OPTIONS,
  type ScopedOptions,
  SecurityScheme,
  schemeInvalid
} from '../security-scheme.js'
import { readBearer } from './credentials.js'

/** The options of `openIdConnectScheme`. */
export interface OpenIdConnectSchemeOptions<P> extends ScopedOptions<P> {
  /** Where the provider describes itself: `https://login.example.com/.well-known/openid-configuration`. */
  readonly url: string
  /** Whom a token belongs to. */
  readonly authenticate: AuthenticateText<P>
}

const OPTIONS: OptionTable<OpenIdConnectSchemeOptions<never>> = { ...SCHEME_OPTIONS, url: true, authenticate: true }

/**
 * Tokens of an OpenID provider in `Authorization: Bearer …`. The document says where the provider is; whether a token
 * is valid, `authenticate` finds out: Fieldstone calls no server.
 *
 * @throws SetupError SECURITY_INVALID, or BootstrapError of OPTION_UNKNOWN
 */
export function openIdConnectScheme<P>(options: OpenIdConnectSchemeOptions<P>): SecurityScheme<P> {
  checkSchemeOptions('openIdConnect', options, OPTIONS)
  const { url, scopes = [] } = options
  if (!isAddress(url)) {
    const remedy = "write url: 'https://login.example.com/.well-known/openid-configuration'"
    throw schemeInvalid('openIdConnect', 'url must be an address', remedy)
  }
  return new SecurityScheme({ declaration: { kind: 'openIdConnect', url }, read: readBearer, options, scopes })
}
