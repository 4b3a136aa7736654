import { placing, type SetupErrors, setupErrorOf } from '../../errors.js'
import { isClass } from '../../metadata.js'
import { isSchemeName, parseSecuritySchemes } from '../security.js'
import type { SecurityScheme } from '../security-scheme.js'
import { apiKeyScheme } from './api-key.js'
import { basicScheme } from './basic.js'
import { bearerScheme } from './bearer.js'
import { mutualTLSScheme } from './mutual-tls.js'
import { oauth2Scheme } from './oauth2.js'
import { openIdConnectScheme } from './open-id-connect.js'
import {
  ApiKeyScheme,
  BasicScheme,
  BearerScheme,
  MutualTLSScheme,
  OAuth2Scheme,
  OpenIdConnectScheme,
  type SecuritySchemeClass
} from './scheme-classes.js'

const invalid = setupErrorOf('SECURITY_INVALID')

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
function standIn(given: unknown): SecurityScheme {
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
function schemeOfClass(name: string, given: unknown): SchemeOfClass | undefined {
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

/** The schemes by name; those of classes are made here, and their instances later. */
export function schemesOf(
  given: unknown,
  errors: SetupErrors
): { all: Readonly<Record<string, SecurityScheme>> | undefined; classes: SchemeOfClass[] } {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    errors.attempt(() => parseSecuritySchemes(given))
    return { all: undefined, classes: [] }
  }
  const classes: SchemeOfClass[] = []
  const entries = Object.entries(given).flatMap(([name, scheme]) => {
    const checked = errors.attempt(() => {
      const made = schemeOfClass(name, scheme)
      if (made !== undefined) classes.push(made)
      return [...parseSecuritySchemes({ [name]: made?.scheme ?? scheme })]
    })
    // A router would reject the name again.
    return checked ?? (isSchemeName(name) ? [[name, standIn(scheme)] as const] : [])
  })
  return { all: Object.fromEntries(entries), classes }
}
