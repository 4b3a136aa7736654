import { SetupError, SetupErrors } from '../errors.js'
import { checkOptions, isNamedByOptions, type OptionTable } from '../options.js'
import { FIELD_OPTIONS } from '../record/field/option-check.js'
import type { ParameterDecoratorOptions, ParameterSource } from './declarations.js'

/** What a field can be told and a parameter cannot. */
const INSTEAD = {
  nullable: 'text has no form for null: write `optional: true` for a parameter that may be absent',
  required: 'a parameter is required unless `optional: true` or a `default` is given',
  type: "give the name first and the type second: @Query('page', Integer)",
  name: "give the name first and the type second: @Query('page', Integer)",
  readOnly: 'remove it: parameters travel in requests alone',
  writeOnly: 'remove it: parameters travel in requests alone'
}

const { name, type, nullable, readOnly, writeOnly, ...OPTIONS } = FIELD_OPTIONS
const PARAMETER_OPTIONS: OptionTable<ParameterDecoratorOptions> = OPTIONS

/** An enum may stand in the place of the options. */
export const OR_ENUM = ', or write enumOf(…) if these are the values of an enum'

/** `required` is no option of a field, but many take it for one. */
const NAMES = { ...FIELD_OPTIONS, required: true as const }

/**
 * Whether a decorator's argument is its options rather than a type. A TypeScript enum is a plain object as well:
 * it has texts, or numbers with their reverse mapping, and none of the options' names.
 */
export function isParameterOptions(value: unknown): value is ParameterDecoratorOptions {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return false
  const entries = Object.entries(value)
  if (entries.length === 0 || isNamedByOptions(value, NAMES)) return true
  return !entries.every(([, member]) => typeof member === 'string' || isMapped(value, member))
}

function isMapped(object: object, member: unknown): boolean {
  return typeof member === 'number' && Object.hasOwn(object, member)
}

/**
 * Checks the options of one parameter.
 *
 * @param where the parameter, for errors
 * @throws BootstrapError of OPTION_UNKNOWN, and FIELD_OPTION_INVALID for each that has no meaning
 */
export function checkParameterOptions(options: object, source: ParameterSource, where: string): void {
  const errors = new SetupErrors()
  errors.attempt(() => checkOptions(options, PARAMETER_OPTIONS, where, { instead: INSTEAD, besides: OR_ENUM }))
  if (source === 'path') {
    const { default: standIn, optional } = options as ParameterDecoratorOptions
    const absences = { default: standIn !== undefined, optional: optional === true }
    for (const [absence, isGiven] of Object.entries(absences)) {
      if (isGiven) errors.attempt(() => refuseAbsence(absence, where))
    }
  }
  errors.throwIfAny()
}

function refuseAbsence(option: string, where: string): never {
  const what = `the option ${option} has no meaning here`
  throw new SetupError('FIELD_OPTION_INVALID', what, where, 'remove it: a parameter of the path is never absent')
}
