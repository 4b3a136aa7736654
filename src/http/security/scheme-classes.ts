import type { PeerCertificate } from 'node:tls'
import { placing, setupErrorOf } from '../../errors.js'
import { type ConcreteClass, isClass } from '../../metadata.js'
import type { Context } from '../context.js'
import type { Authenticated, SecurityScheme } from '../security-scheme.js'
import { type ApiKeySchemeOptions, apiKeyScheme } from './api-key.js'
import { type BasicSchemeOptions, basicScheme } from './basic.js'
import { type BearerSchemeOptions, bearerScheme } from './bearer.js'
import { type MutualTLSSchemeOptions, mutualTLSScheme } from './mutual-tls.js'
import { type OAuth2SchemeOptions, oauth2Scheme } from './oauth2.js'
import { type OpenIdConnectSchemeOptions, openIdConnectScheme } from './open-id-connect.js'

const invalid = setupErrorOf('SECURITY_INVALID')

/** What a class says of its scheme in `static options`: all but the functions, which are its methods. */
type Declared<O> = Omit<O, 'authenticate' | 'scopesOf'>

/** What the scheme classes have in common. */
abstract class SchemeClass<P> {
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

type Make = (options: never) => SecurityScheme

/** What takes the place of a remedy in a class: functions are methods there. */
const METHODS: Readonly<Record<string, string>> = {
  'add scopesOf: (user) => user.scopes': 'add a method scopesOf(user) { return user.scopes }'
}

const KINDS: readonly (readonly [base: abstract new () => unknown, make: Make])[] = [
  [BearerScheme, bearerScheme],
  [BasicScheme, basicScheme],
  [ApiKeyScheme, apiKeyScheme],
  [OAuth2Scheme, oauth2Scheme],
  [OpenIdConnectScheme, openIdConnectScheme],
  [MutualTLSScheme, mutualTLSScheme]
]

/** Any text is a scope. */
class AnyScope extends Set<string> {
  override has(): boolean {
    return true
  }
}

/**
 * Takes the place of a scheme that is wrong and reported as such, so that what requires it or takes its principal is not
 * reported as well. Knows no credential.
 */
export function standIn(given: unknown): SecurityScheme {
  const scheme = bearerScheme({ authenticate: () => undefined })
  scheme.class = isClass(given) ? given : undefined
  Object.defineProperty(scheme, 'scopes', { value: new AnyScope() })
  return scheme
}

/** Whether a value is a class that extends {@link BearerScheme} or another one of its kind. */
export function isSchemeClass(value: unknown): value is SecuritySchemeClass {
  return isClass(value) && KINDS.some(([base]) => value.prototype instanceof base)
}

/** A scheme class, and the scheme that its instance serves. */
export interface SchemeOfClass {
  readonly class: SecuritySchemeClass
  readonly scheme: SecurityScheme
  /** Set when it is constructed. */
  instance: object | undefined
}

/**
 * The scheme of a class; undefined for what is no class.
 * @throws SetupError SECURITY_INVALID, or BootstrapError of OPTION_UNKNOWN
 */
export function schemeOfClass(name: string, given: unknown): SchemeOfClass | undefined {
  if (!isClass(given)) return undefined
  const make = KINDS.find(([base]) => given.prototype instanceof base)?.[1]
  const place = `the option securitySchemes, ${name}`
  if (make === undefined) {
    const remedy =
      'extend BearerScheme, BasicScheme, ApiKeyScheme, OAuth2Scheme, OpenIdConnectScheme or MutualTLSScheme'
    throw invalid(`${given.name || 'the class'} is no class of a security scheme`, place, remedy)
  }
  const type = given as SecuritySchemeClass & { readonly options?: object }
  if (typeof type.prototype.authenticate !== 'function') {
    throw invalid(`${type.name} has no method authenticate`, place, 'write authenticate(token) { … }')
  }
  const call =
    (method: string) =>
    (...args: unknown[]) => {
      const instance = made.instance as Record<string, (...args: unknown[]) => unknown>
      return (instance[method] as (...args: unknown[]) => unknown)(...args)
    }
  const options = {
    ...type.options,
    authenticate: call('authenticate'),
    ...(typeof type.prototype.scopesOf === 'function' && { scopesOf: call('scopesOf') })
  }
  // They name the functions that make schemes, and what is written there.
  const scheme = placing(
    () => make(options as never),
    ({ remedy }) => ({ place: `${type.name}.options (${place})`, remedy: METHODS[remedy] ?? remedy })
  )
  scheme.class = type
  const made: SchemeOfClass = { class: type, scheme, instance: undefined }
  return made
}
