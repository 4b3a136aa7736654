import { SetupErrors, setupErrorOf } from '../errors.js'
import type { StatePrincipal } from '../http/context.js'
import type { PrincipalOf, PrincipalSource } from '../http/principal.js'
import type { PrincipalInput } from '../http/route.js'
import { isSchemeClass } from '../http/security/schemes-of-classes.js'
import { SecurityScheme } from '../http/security-scheme.js'
import { isClass } from '../metadata.js'
import { checkOptions } from '../options.js'
import { PRINCIPAL_OPTIONS, type PrincipalDeclaration, type PrincipalOptions } from './declarations.js'
import { writtenInput } from './input-form.js'
import type { MethodInput } from './parameter-record.js'

const invalid = setupErrorOf('SECURITY_INVALID')

/**
 * The type of the principal of these schemes; without any, that of `principal` in `ContextState`. Where that is not known, an
 * optional one counts as undefined: so the compiler sees whether a parameter can hold that.
 */
export type PrincipalValue<S extends readonly PrincipalSource[], O extends PrincipalOptions> = S extends readonly []
  ? MaybeAbsent<StatePrincipal, O>
  : MaybeAbsent<PrincipalOf<S[number]>, O>

/** P, and undefined with it where the options say so. */
type MaybeAbsent<P, O extends PrincipalOptions> = O extends { readonly optional: true }
  ? unknown extends P
    ? undefined
    : P | undefined
  : P

/**
 * What a declared principal takes; whether the route has it is checked when all routes are known.
 *
 * @throws BootstrapError of SECURITY_INVALID and OPTION_UNKNOWN
 */
export function principalInput({ form, where, principal }: MethodInput): PrincipalInput {
  const { schemes, options } = principal as PrincipalDeclaration
  const errors = new SetupErrors()
  errors.attempt(() => checkOptions(options, PRINCIPAL_OPTIONS, where))
  for (const scheme of schemes) errors.attempt(() => checkSource(scheme, where))
  errors.throwIfAny()
  const names = schemes.map((scheme) => (isClass(scheme) ? scheme.name : '…'))
  const written = (isOptional: boolean) =>
    writtenInput(form, 'principal', ...names, isOptional ? '{ optional: true }' : undefined)
  return {
    sources: schemes as readonly PrincipalSource[],
    isOptional: options.optional === true,
    written: (isOptional) => written(isOptional || options.optional === true),
    where
  }
}

function checkSource(given: unknown, where: string): void {
  if (given instanceof SecurityScheme || isSchemeClass(given)) return
  const what =
    given === undefined
      ? 'undefined (perhaps because of a circular import)'
      : isClass(given)
        ? `the class ${given.name}`
        : JSON.stringify(given)
  const remedy = 'name the scheme itself or its class: @Principal(TokenScheme), or none for whichever was shown'
  throw invalid(`the principal's scheme is ${what}`, where, remedy)
}
