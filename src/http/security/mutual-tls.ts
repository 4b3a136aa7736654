import type { PeerCertificate, TLSSocket } from 'node:tls'
import type { OptionTable } from '../../options.js'
import type { Context } from '../context.js'
import {
  type Authenticated,
  type Credential,
  checkSchemeOptions,
  SCHEME_OPTIONS,
  type ScopedOptions,
  SecurityScheme
} from '../security-scheme.js'

/** The options of `mutualTLSScheme`. */
export interface MutualTLSSchemeOptions<P> extends ScopedOptions<P> {
  /**
   * Whom a client's certificate belongs to: of a certificate that the option `tls` has verified (`ca`), never of another.
   * A 401 or 403 that it throws is the response.
   */
  readonly authenticate: (certificate: PeerCertificate, ctx: Context, scopes: readonly string[]) => Authenticated<P>
}

const OPTIONS: OptionTable<MutualTLSSchemeOptions<never>> = { ...SCHEME_OPTIONS, authenticate: true }

/**
 * Certificates of clients (RFC 8705, section 2). The server asks for them where it listens with
 * `tls: { key, cert, ca, requestCert: true }`; `rejectUnauthorized: false` there lets clients without one reach operations
 * that are public, and a certificate that is not verified is a 401 here. Behind a proxy that ends TLS there is none.
 * Documents describe the scheme from OpenAPI 3.1 on.
 *
 * @throws SetupError SECURITY_INVALID, or BootstrapError of OPTION_UNKNOWN
 *
 * @example mutualTLSScheme({ authenticate: ({ subject }) => partners.get(subject.CN) })
 */
export function mutualTLSScheme<P>(options: MutualTLSSchemeOptions<P>): SecurityScheme<P> {
  checkSchemeOptions('mutualTLS', options, OPTIONS)
  const { scopes = [] } = options
  return new SecurityScheme({ declaration: { kind: 'mutualTLS' }, read: readCertificate, options, scopes })
}

/** A client that shows no certificate has an empty one. */
function readCertificate(ctx: Context): Credential {
  const socket = ctx.request().socket as Partial<TLSSocket> | undefined
  const certificate = socket?.getPeerCertificate?.()
  if (certificate === undefined || certificate === null || Object.keys(certificate).length === 0) return undefined
  return socket?.authorized === true ? [certificate] : 'malformed'
}
