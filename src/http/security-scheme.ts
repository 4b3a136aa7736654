import { SetupError } from '../errors.js'
import { EXTENSIONS, type Extensions, extensionsOf } from '../extensions.js'
import type { Class } from '../metadata.js'
import { checkOptions, type KnownOption, type OptionTable } from '../options.js'
import type { Context } from './context.js'

/** What `authenticate` returns: the principal that the credential belongs to, or anything false where it is unknown. */
export type Authenticated<P> = P | false | null | undefined | Promise<P | false | null | undefined>

/** The options of every security scheme. */
export interface SchemeOptions<P> extends Extensions {
  /** CommonMark. */
  readonly description?: string
  /**
   * What the principal may do: names, or one text with spaces between them, as tokens have it (RFC 6749, section 3.3). The
   * framework compares it with the scopes that an operation requires, and responds with 403 where one is missing. Needed where
   * the scheme has scopes.
   */
  readonly scopesOf?: (principal: P, ctx: Context) => Iterable<string> | Promise<Iterable<string>>
}

/** The options of a scheme for which OpenAPI defines no scopes of its own. */
export interface ScopedOptions<P> extends SchemeOptions<P> {
  /** The scopes that operations may require. Default: none. */
  readonly scopes?: readonly string[]
}

/**
 * Finds the principal that a token or a key belongs to; `scopes` are those that the operation requires. A 401 or 403 that
 * it throws is the response; anything else that it throws is as if a handler threw it.
 */
export type AuthenticateText<P> = (text: string, ctx: Context, scopes: readonly string[]) => Authenticated<P>

/** {@link ScopedOptions}, by name. */
export const SCHEME_OPTIONS: OptionTable<ScopedOptions<never>> = {
  description: true,
  scopesOf: true,
  scopes: true,
  [EXTENSIONS]: true
}

/** Where a credential travels. */
export interface CredentialPlace {
  /** Where requests have the key. */
  readonly in: 'header' | 'query' | 'cookie'
  /** Headers in lower case. */
  readonly name: string
}

/**
 * What a request shows: the texts, or the certificate, that `authenticate` is given first; `malformed` for what is there and cannot be a credential;
 * undefined where nothing is there.
 */
export type Credential = readonly unknown[] | 'malformed' | undefined

/** Reads the credential of a request. Never throws. */
export type CredentialReader = (ctx: Context) => Credential

/** One way to get a token. OpenAPI 3.0.3, section 4.7.29. */
export interface OAuth2Flow extends Extensions {
  /** Where a person agrees; for `implicit` and `authorizationCode`. */
  readonly authorizationUrl?: string
  /** Where a client gets the token; for all but `implicit`. */
  readonly tokenUrl?: string
  /** The URL for refresh tokens. */
  readonly refreshUrl?: string
  /** What each scope means, by its name. */
  readonly scopes: Readonly<Record<string, string>>
}

/** The ways to get a token, by the name of the grant. OpenAPI 3.0.3, section 4.7.28. */
export interface OAuth2Flows extends Extensions {
  /** The authorization code grant, with or without PKCE. RFC 6749, section 4.1. */
  readonly authorizationCode?: OAuth2Flow
  /** The client credentials grant. RFC 6749, section 4.4. */
  readonly clientCredentials?: OAuth2Flow
  /** The implicit grant, which RFC 9700 advises against. */
  readonly implicit?: OAuth2Flow
  /** The resource owner password grant, which RFC 9700 forbids. */
  readonly password?: OAuth2Flow
}

/** What the document and a 401 say of a scheme. OpenAPI 3.0.3, section 4.7.27. */
export type SchemeDeclaration =
  | { readonly kind: 'bearer'; readonly format: string | undefined }
  | { readonly kind: 'basic'; readonly realm: string | undefined }
  | ({ readonly kind: 'apiKey' } & CredentialPlace)
  | { readonly kind: 'oauth2'; readonly flows: OAuth2Flows }
  | { readonly kind: 'openIdConnect'; readonly url: string }
  | { readonly kind: 'mutualTLS' }

/** What a scheme is made of. */
interface SchemeParts {
  readonly declaration: SchemeDeclaration
  readonly read: CredentialReader
  readonly options: SchemeOptions<never> & { readonly authenticate: (...args: never[]) => unknown }
  /** The scopes that operations may require. */
  readonly scopes: readonly string[]
}

/** What a quoted text of a header can hold as it is; a scope (RFC 6749, section 3.3) is such a text. */
export const QUOTABLE = /^[\x21\x23-\x5b\x5d-\x7e]+$/

/** One way in which requests show who sends them; made by `bearerScheme` and its like. `P` is its principals' type. */
export class SecurityScheme<P = unknown> {
  /** What the document and a 401 say of it. @internal */
  readonly declaration: SchemeDeclaration
  /** The description in the document. */
  readonly description: string | undefined
  /** Its extensions in the document. @internal */
  readonly extensions: Extensions
  /** The scopes that operations may require. */
  readonly scopes: ReadonlySet<string>
  /** Reads the credential of a request. @internal */
  readonly read: CredentialReader
  /** The class that it was made of. @internal */
  class: Class | undefined = undefined
  readonly #authenticate: (...args: unknown[]) => Authenticated<P>
  readonly #scopesOf: ((principal: unknown, ctx: Context) => unknown) | undefined

  /** @throws SetupError SECURITY_INVALID
   * @internal */
  constructor({ declaration, read, options, scopes }: SchemeParts) {
    const { description, authenticate, scopesOf } = options
    const reject = (what: string, remedy: string): never => {
      throw schemeInvalid(declaration.kind, what, remedy)
    }
    if (typeof authenticate !== 'function') {
      reject('it has no function authenticate', 'write authenticate: (token) => userOf(token)')
    }
    if (description !== undefined && typeof description !== 'string') {
      reject('description is not a text', 'make it a text or leave it out')
    }
    if (scopesOf !== undefined && typeof scopesOf !== 'function') {
      reject('scopesOf must be a function', 'write scopesOf: (user) => user.scopes')
    }
    if (!Array.isArray(scopes) || !scopes.every((scope) => typeof scope === 'string' && QUOTABLE.test(scope))) {
      reject('scopes must be a list of names', "write scopes: ['notes:read'], without spaces, quotes and backslashes")
    }
    if (scopes.length > 0 && scopesOf === undefined) {
      reject('it has scopes, but nothing says which of them a principal has', 'add scopesOf: (user) => user.scopes')
    }
    this.declaration = declaration
    this.description = description
    this.extensions = extensionsOf(options)
    this.scopes = new Set(scopes)
    this.read = read
    this.#authenticate = authenticate as (...args: unknown[]) => Authenticated<P>
    this.#scopesOf = scopesOf as ((principal: unknown, ctx: Context) => unknown) | undefined
  }

  /** What the application makes of a credential, or a promise of it. */
  authenticate(credential: readonly unknown[], ctx: Context, scopes: readonly string[]): Authenticated<P> {
    return this.#authenticate(...credential, ctx, scopes)
  }

  /** What the principal may do, or a promise of it. */
  scopesOf(principal: unknown, ctx: Context): unknown {
    return this.#scopesOf?.(principal, ctx)
  }
}

/** @throws SetupError SECURITY_INVALID, or BootstrapError of OPTION_UNKNOWN */
export function checkSchemeOptions(
  kind: SchemeDeclaration['kind'],
  options: unknown,
  table: Readonly<Record<string, KnownOption>>
): void {
  if (typeof options !== 'object' || options === null) {
    throw schemeInvalid(kind, 'it was given no options', `write ${kind}Scheme({ authenticate: … })`)
  }
  checkOptions(options as Record<string, unknown>, table, `${kind}Scheme()`)
}

/** What is wrong with the options of `bearerScheme` and its like. */
export function schemeInvalid(kind: SchemeDeclaration['kind'], what: string, remedy: string): SetupError {
  return new SetupError('SECURITY_INVALID', what, `${kind}Scheme()`, remedy)
}

/** Whether a value is an address, absolute or relative, as the document contains it. */
export function isAddress(value: unknown): boolean {
  return (
    typeof value === 'string' && value !== '' && !/[\s<>"\\^`{|}]/.test(value) && URL.canParse(value, 'http://host')
  )
}
