import { Forbidden, type HttpError, SetupError, Unauthorized } from '../../errors.js'
import type { Context } from '../context.js'
import { promiseOf } from '../lifetime/pending.js'
import { statusErrorOf } from '../lifetime/thrown-value.js'
import type { ParameterOption } from '../operation-options.js'
import { parameterKey } from '../parameter-name.js'
import type { ContextHandler, RouteDefinition } from '../route.js'
import type { RequiredScheme, Security } from '../security.js'
import type { Identity, IdentityKeeper } from './principals.js'

/**
 * The handler of a route behind its security requirements: compiled once.
 * A request that meets none of them gets a 401 or a 403 before anything else of it is read. The context keeps the principals
 * of the requirement that was met; that of its first scheme is `ctx.state.principal`, too.
 */
export function guardedHandler(security: Security, handler: ContextHandler): ContextHandler {
  return (ctx) => {
    const passed = new Authentication(security, ctx).run(0)
    return passed === undefined ? handler(ctx) : passed.then(() => handler(ctx))
  }
}

/** The result of all schemes that must be met together. */
type Finding =
  | ({ readonly kind: 'met' } & Identity)
  /** Something that is needed was not shown. */
  | { readonly kind: 'absent' }
  | Rejection

/** The result of one of them. */
type SchemeFinding = { readonly kind: 'known'; readonly principal: unknown } | Rejection

interface Rejection {
  readonly kind: 'rejected'
  readonly required: RequiredScheme
  readonly fault: CredentialFault
  readonly error: HttpError
}

type Later<T> = T | Promise<T>

const ABSENT: Finding = { kind: 'absent' }

const NOBODY: readonly unknown[] = []

/** The authentication of one request. */
class Authentication {
  readonly #security: Security
  readonly #ctx: Context
  readonly #rejected: Rejection[] = []

  constructor(security: Security, ctx: Context) {
    this.#security = security
    this.#ctx = ctx
  }

  /** Tries the requirements from this one on. Throws, or rejects with, the error response where none is met. */
  run(index: number): Promise<void> | undefined {
    for (let at = index; at < this.#security.length; at += 1) {
      const finding = this.#meet(this.#security[at] as readonly RequiredScheme[])
      if (finding instanceof Promise) {
        return finding.then((settled) => (this.#take(settled) ? undefined : this.run(at + 1)))
      }
      if (this.#take(finding)) return undefined
    }
    throw this.#error()
  }

  #take(finding: Finding): boolean {
    if (finding.kind === 'rejected') this.#rejected.push(finding)
    if (finding.kind !== 'met') return false
    if (finding.schemes.length === 0) return true
    ;(this.#ctx as IdentityKeeper).keepIdentity(finding)
    const principal = finding.principals[0]
    if (principal !== true) this.#ctx.state.principal = principal
    return true
  }

  /** No credential is checked while another one is missing. */
  #meet(schemes: readonly RequiredScheme[]): Later<Finding> {
    const credentials: (readonly unknown[])[] = []
    for (const required of schemes) {
      const credential = required.scheme.read(this.#ctx)
      if (credential === undefined) return ABSENT
      if (credential === 'malformed') return unknown(required)
      credentials.push(credential)
    }
    return this.#meetFrom(NOBODY, schemes, credentials)
  }

  #meetFrom(
    principals: readonly unknown[],
    schemes: readonly RequiredScheme[],
    credentials: readonly (readonly unknown[])[]
  ): Later<Finding> {
    const index = principals.length
    const required = schemes[index]
    if (required === undefined) return { kind: 'met', schemes, principals }
    return after(this.#authenticate(required, credentials[index] as readonly unknown[]), (finding: SchemeFinding) => {
      if (finding.kind !== 'known') return finding
      const { principal } = finding
      // Most requirements are one scheme, for which a list of one is made at once.
      return this.#meetFrom(index === 0 ? [principal] : [...principals, principal], schemes, credentials)
    })
  }

  #authenticate(required: RequiredScheme, credential: readonly unknown[]): Later<SchemeFinding> {
    const { scheme, scopes } = required
    try {
      const finding = after(scheme.authenticate(credential, this.#ctx, scopes), (principal) => {
        if (!principal) return unknown(required)
        if (scopes.length === 0) return { kind: 'known', principal } as const
        return after(scheme.scopesOf(principal, this.#ctx), (granted) => permitted(required, principal, granted))
      })
      return finding instanceof Promise ? finding.catch((error: unknown) => thrown(required, error)) : finding
    } catch (error) {
      return thrown(required, error)
    }
  }

  /** A principal that lacks a scope gets a 403, whatever else was tried. */
  #error(): HttpError {
    const faults = new Map(this.#rejected.map(({ required, fault }) => [required.scheme, fault]))
    const found = this.#rejected.find(({ error }) => error.status === 403) ?? this.#rejected[0]
    if (found === undefined) {
      return new Unauthorized(undefined, {
        headers: { 'www-authenticate': challengesOf(this.#security, () => undefined) }
      })
    }
    const { required, error } = found
    const isForbidden = error.status === 403
    if (isForbidden && found.fault !== 'insufficient_scope') return error
    const challenges = isForbidden
      ? challengesOf([[required]], () => found.fault)
      : challengesOf(this.#security, ({ scheme }) => faults.get(scheme))
    const options = { headers: { 'www-authenticate': challenges, ...error.headers }, cause: error.cause }
    return isForbidden ? new Forbidden(error.detail, options) : new Unauthorized(error.detail, options)
  }
}

function after<T, R>(value: unknown, next: (value: T) => Later<R>): Later<R> {
  const promise = promiseOf(value)
  return promise === undefined ? next(value as T) : promise.then((settled) => next(settled as T))
}

function unknown(required: RequiredScheme): Rejection {
  return {
    kind: 'rejected',
    required,
    fault: 'invalid_token',
    error: new Unauthorized('The credentials are not valid')
  }
}

function permitted(required: RequiredScheme, principal: unknown, granted: unknown): SchemeFinding {
  const names = new Set(typeof granted === 'string' ? granted.split(' ') : (granted as Iterable<string>))
  const missing = required.scopes.filter((scope) => !names.has(scope))
  if (missing.length === 0) return { kind: 'known', principal }
  const error = new Forbidden(
    `The credentials lack the ${missing.length === 1 ? 'scope' : 'scopes'} ${missing.join(', ')}`
  )
  return { kind: 'rejected', required, fault: 'insufficient_scope', error }
}

/** A 401 or 403 is about the credential; anything else is an error of the application. */
function thrown(required: RequiredScheme, error: unknown): Rejection {
  const status = statusErrorOf(error)?.status
  if (status !== 401 && status !== 403) throw error
  return { kind: 'rejected', required, fault: 'invalid_token', error: error as HttpError }
}

/**
 * Checks that no parameter of a route reads what a scheme reads: the document would describe it twice.
 *
 * @throws SetupError DOCUMENT_CONFLICT
 */
export function checkSecuredParameters({ security = [], inputs, options, source }: RouteDefinition): void {
  const read = (inputs?.parameters ?? []).map(({ in: place, field }) => ({ in: place, name: field.name }))
  // Malformed ones are reported elsewhere.
  const declared = (Array.isArray(options.parameters) ? options.parameters : []).filter(
    (option: unknown): option is ParameterOption => typeof (option as ParameterOption | null)?.name === 'string'
  )
  const taken = new Set([...read, ...declared].map(parameterKey))
  for (const { name, scheme } of security.flat()) {
    const { declaration } = scheme
    if (declaration.kind !== 'apiKey' || !taken.has(parameterKey(declaration))) continue
    throw new SetupError(
      'DOCUMENT_CONFLICT',
      `the ${declaration.in} parameter ${declaration.name} is the key of the security scheme ${name}`,
      source,
      'remove the parameter: authenticate is given the key'
    )
  }
}

/** What became of a credential (RFC 6750, section 3.1). */
export type CredentialFault = 'invalid_token' | 'insufficient_scope'

/**
 * The `WWW-Authenticate` of an error response: one challenge for each scheme that could be shown (RFC 9110, section 11.6.1; RFC
 * 6750, section 3; RFC 7617, section 2). API keys and certificates have no scheme of their own there; that of a key says where it belongs.
 *
 * @param faultOf what became of a scheme's credential; undefined where none was shown
 */
function challengesOf(security: Security, faultOf: (required: RequiredScheme) => CredentialFault | undefined): string {
  const challenges = security.flat().map((required) => challengeOf(required, faultOf(required)))
  return [...new Set(challenges)].join(', ')
}

function challengeOf({ name, scheme, scopes }: RequiredScheme, fault: CredentialFault | undefined): string {
  const { declaration } = scheme
  switch (declaration.kind) {
    case 'basic':
      return `Basic realm="${declaration.realm ?? name}", charset="UTF-8"`
    case 'apiKey':
      return `ApiKey realm="${name}", in="${declaration.in}", name="${declaration.name}"`
    case 'mutualTLS':
      // No authentication scheme is registered for it; a 401 must have a challenge (RFC 9110, section 15.5.2).
      return `MutualTLS realm="${name}"`
    default: {
      const error = fault === undefined ? '' : `, error="${fault}"`
      return `Bearer realm="${name}"${error}${scopes.length > 0 ? `, scope="${scopes.join(' ')}"` : ''}`
    }
  }
}
