import type { OptionTable } from '../../options.js'
import type { Context } from '../context.js'
import {
  type Authenticated,
  checkSchemeOptions,
  SCHEME_OPTIONS,
  type ScopedOptions,
  SecurityScheme,
  schemeInvalid
} from '../security-scheme.js'
import { readBasic } from './credentials.js'

/** The options of `basicScheme`. */
export interface BasicSchemeOptions<P> extends ScopedOptions<P> {
  /** Whom the user's name and password belong to; as `authenticate` of `bearerScheme`. */
  readonly authenticate: (user: string, password: string, ctx: Context, scopes: readonly string[]) => Authenticated<P>
  /** What browsers show when they ask for a password. Default: the name of the scheme. */
  readonly realm?: string
}

const OPTIONS: OptionTable<BasicSchemeOptions<never>> = { ...SCHEME_OPTIONS, authenticate: true, realm: true }

/** What a quoted text of a header can hold as it is. */
const REALM = /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/

/**
 * A user's name and password in `Authorization: Basic …`, in UTF-8 (RFC 7617). They are sent with every request: for HTTPS
 * alone.
 *
 * @throws SetupError SECURITY_INVALID, or BootstrapError of OPTION_UNKNOWN
 */
export function basicScheme<P>(options: BasicSchemeOptions<P>): SecurityScheme<P> {
  checkSchemeOptions('basic', options, OPTIONS)
  const { realm, scopes = [] } = options
  if (realm !== undefined && !(typeof realm === 'string' && REALM.test(realm))) {
    throw schemeInvalid(
      'basic',
      'realm must be a text that a header can contain',
      'use ASCII without quotes and backslashes'
    )
  }
  return new SecurityScheme({ declaration: { kind: 'basic', realm }, read: readBasic, options, scopes })
}
