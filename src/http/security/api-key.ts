import type { OptionTable } from '../../options.js'
import { parameterNameFault } from '../parameter-name.js'
import {
  type AuthenticateText,
  type CredentialPlace,
  checkSchemeOptions,
  QUOTABLE,
  SCHEME_OPTIONS,
  type ScopedOptions,
  SecurityScheme,
  schemeInvalid
} from '../security-scheme.js'
import { apiKeyReader } from './credentials.js'

/** The options of `apiKeyScheme`. */
export interface ApiKeySchemeOptions<P> extends ScopedOptions<P> {
  /** Where requests have the key: `header`, `query` or `cookie`. */
  readonly in: CredentialPlace['in']
  /** The name of the header, the query parameter or the cookie. */
  readonly name: string
  /** Whom a key belongs to. */
  readonly authenticate: AuthenticateText<P>
}

const PLACES = ['header', 'query', 'cookie'] as const

const OPTIONS: OptionTable<ApiKeySchemeOptions<never>> = {
  ...SCHEME_OPTIONS,
  in: PLACES,
  name: true,
  authenticate: true
}

/**
 * Keys in a header, a query parameter or a cookie of their own. Prefer a header: addresses are written down all along
 * their way, and cookies are sent with whatever request a site makes a browser send.
 *
 * @throws SetupError SECURITY_INVALID, or BootstrapError of OPTION_UNKNOWN
 */
export function apiKeyScheme<P>(options: ApiKeySchemeOptions<P>): SecurityScheme<P> {
  checkSchemeOptions('apiKey', options, OPTIONS)
  const { in: place, name, scopes = [] } = options
  if (!PLACES.includes(place)) {
    throw schemeInvalid('apiKey', 'it does not say where the key is', "write in: 'header', name: 'x-api-key'")
  }
  if (typeof name !== 'string' || !QUOTABLE.test(name) || !isKeyName(place, name)) {
    throw schemeInvalid('apiKey', `no ${place} can have the name ${JSON.stringify(name)}`, "write name: 'x-api-key'")
  }
  const read = apiKeyReader({ in: place, name: place === 'header' ? name.toLowerCase() : name })
  return new SecurityScheme({ declaration: { kind: 'apiKey', in: place, name }, read, options, scopes })
}

/** A key may be in `Authorization`, which no parameter can be. */
function isKeyName(place: CredentialPlace['in'], name: string): boolean {
  if (place === 'query' || (place === 'header' && name.toLowerCase() === 'authorization')) return true
  return parameterNameFault(place, name) === undefined
}
