import type { OptionTable } from '../../options.js'
import {
  type AuthenticateText,
  checkSchemeOptions,
  SCHEME_OPTIONS,
  type ScopedOptions,
  SecurityScheme,
  schemeInvalid
} from '../security-scheme.js'
import { readBearer } from './credentials.js'

/** The options of `bearerScheme`. */
export interface BearerSchemeOptions<P> extends ScopedOptions<P> {
  /** Whom a token belongs to. It may look like anything that RFC 6750 allows. */
  readonly authenticate: AuthenticateText<P>
  /** What tokens are, for readers of the document: `JWT`. */
  readonly format?: string
}

const OPTIONS: OptionTable<BearerSchemeOptions<never>> = { ...SCHEME_OPTIONS, authenticate: true, format: true }

/**
 * Tokens in `Authorization: Bearer …` (RFC 6750).
 *
 * @example
 * const bearer = bearerScheme({ format: 'JWT', authenticate: (token) => sessions.get(token) })
 * new Application({ …, securitySchemes: { bearer }, security: ['bearer'] })
 *
 * @throws SetupError SECURITY_INVALID, or BootstrapError of OPTION_UNKNOWN
 */
export function bearerScheme<P>(options: BearerSchemeOptions<P>): SecurityScheme<P> {
  checkSchemeOptions('bearer', options, OPTIONS)
  const { format, scopes = [] } = options
  if (format !== undefined && typeof format !== 'string') {
    throw schemeInvalid('bearer', 'format is not a text', "write format: 'JWT'")
  }
  return new SecurityScheme({ declaration: { kind: 'bearer', format }, read: readBearer, options, scopes })
}
