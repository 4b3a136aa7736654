import type { PeerCertificate } from 'node:tls'
import type { ConcreteClass } from '../../metadata.js'
import type { Context } from '../context.js'
import type { Authenticated } from '../security-scheme.js'
import type { ApiKeySchemeOptions } from './api-key.js'
import type { BasicSchemeOptions } from './basic.js'
import type { BearerSchemeOptions } from './bearer.js'
import type { MutualTLSSchemeOptions } from './mutual-tls.js'
import type { OAuth2SchemeOptions } from './oauth2.js'
import type { OpenIdConnectSchemeOptions } from './open-id-connect.js'

/** What a class says of its scheme in `static options`: all but the functions, which are its methods. */
type Declared<O> = Omit<O, 'authenticate' | 'scopesOf'>

/** What the scheme classes have in common. */
export abstract class SchemeClass<P> {
  /** What the principal may do; needed where `options` has scopes: {@link BearerSchemeOptions}. */
  scopesOf?(principal: P, ctx: Context): Iterable<string> | Promise<Iterable<string>>
}

/** A scheme class whose credential is one text. */
abstract class TextScheme<P> extends SchemeClass<P> {
  /** Whom the token or the key belongs to; as the option `authenticate` of `bearerScheme`. */
  abstract authenticate(text: string, ctx: Context, scopes: readonly string[]): Authenticated<P>
}

/**
 * A security scheme as a class: `bearerScheme` with dependencies. It is constructed like a controller, once, when the service
 * starts. The document needs no instance: what it says is in `static options`.
 *
 * @example
 * \@Injectable(() => [Users])
 * class TokenScheme extends BearerScheme<User> {
 *   static override readonly options = { format: 'JWT' }
 *   constructor(private readonly users: Users) {
 *     super()
 *   }
 *   authenticate(token: string) {
 *     return this.users.findByToken(token)
 *   }
 * }
 * new Application({ …, securitySchemes: { bearer: TokenScheme }, security: ['bearer'] })
 */
export abstract class BearerScheme<P> extends TextScheme<P> {
  /** As the options of `bearerScheme`. Default: none. */
  static readonly options: Declared<BearerSchemeOptions<never>> = {}
}

/** `basicScheme` as a class: {@link BearerScheme}. */
export abstract class BasicScheme<P> extends SchemeClass<P> {
  /** As the options of `basicScheme`. Default: none. */
  static readonly options: Declared<BasicSchemeOptions<never>> = {}

  /** Whom the user's name and password belong to. */
  abstract authenticate(user: string, password: string, ctx: Context, scopes: readonly string[]): Authenticated<P>
}

/** `apiKeyScheme` as a class, whose `options` have `in` and `name`: {@link BearerScheme}. */
export abstract class ApiKeyScheme<P> extends TextScheme<P> {
  /** As the options of `apiKeyScheme`: `in` and `name` are needed. */
  static readonly options: Partial<Declared<ApiKeySchemeOptions<never>>> = {}
}

/** `oauth2Scheme` as a class, whose `options` have `flows`: {@link BearerScheme}. */
export abstract class OAuth2Scheme<P> extends TextScheme<P> {
  /** As the options of `oauth2Scheme`: `flows` are needed. */
  static readonly options: Partial<Declared<OAuth2SchemeOptions<never>>> = {}
}

/** `openIdConnectScheme` as a class, whose `options` have `url`: {@link BearerScheme}. */
export abstract class OpenIdConnectScheme<P> extends TextScheme<P> {
  /** As the options of `openIdConnectScheme`: `url` is needed. */
  static readonly options: Partial<Declared<OpenIdConnectSchemeOptions<never>>> = {}
}

/** `mutualTLSScheme` as a class: {@link BearerScheme}. */
export abstract class MutualTLSScheme<P> extends SchemeClass<P> {
  /** As the options of `mutualTLSScheme`. Default: none. */
  static readonly options: Declared<MutualTLSSchemeOptions<never>> = {}

  /** Whom a verified certificate belongs to. */
  abstract authenticate(certificate: PeerCertificate, ctx: Context, scopes: readonly string[]): Authenticated<P>
}

/** A class that extends {@link BearerScheme} or another one of its kind. */
export type SecuritySchemeClass = ConcreteClass<SchemeClass<never>>
