import { SetupError, SetupErrors } from '../errors.js'
import { checkOptions, isNamedByOptions, type OptionTable } from '../options.js'
import { FIELD_OPTIONS } from '../record/field/option-check.js'
import { mayBeOptions } from '../record/type/standard-schema.js'
import type { ParameterDecoratorOptions } from './declarations.js'
import type { ParameterSource } from './input-form.js'

/** The remedies for options that a field has and a parameter does not. */
const INSTEAD = {
  nullable: 'a parameter cannot be null: write `optional: true` for a parameter that may be absent',
  required: 'a parameter is required unless `optional: true` or a `default` is given',
  type: "give the name first and the type second: @Query('page', Integer)",
  name: "give the name first and the type second: @Query('page', Integer)",
  readOnly: 'remove it: only requests have parameters',
  writeOnly: 'remove it: only requests have parameters'
}

const { name, type, nullable, readOnly, writeOnly, ...OPTIONS } = FIELD_OPTIONS
const PARAMETER_OPTIONS: OptionTable<ParameterDecoratorOptions> = { ...OPTIONS, examples: true }

/** An enum may be given in place of the options. */
export const OR_ENUM = ', or write enumOf(…) if these are the values of an enum'

/** `required` is not an option of a field, but people often write it. */
const NAMES = { ...FIELD_OPTIONS, examples: true as const, required: true as const }

/**
 * Whether a decorator's argument is its options rather than a type. A TypeScript enum is a plain object as well:
 * its values are strings, or numbers with their reverse mapping, and it has none of the options' names.
 */
export function isParameterOptions(value: unknown): value is ParameterDecoratorOptions {
  if (!mayBeOptions(value)) return false
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
 * @throws BootstrapError of OPTION_UNKNOWN, and FIELD_OPTION_INVALID for each option that has no meaning
 */
export function checkParameterOptions(options: object, source: ParameterSource, where: string): void {
  const errors = new SetupErrors()
  errors.attempt(() => checkOptions(options, PARAMETER_OPTIONS, where, { instead: INSTEAD, alternative: OR_ENUM }))
  if (source === 'path') {
    const { default: fallback, optional } = options as ParameterDecoratorOptions
    const absences = { default: fallback !== undefined, optional: optional === true }
    for (const [absence, isGiven] of Object.entries(absences)) {
      if (isGiven) errors.attempt(() => rejectAbsence(absence, where))
    }
  }
  errors.throwIfAny()
}

function rejectAbsence(option: string, where: string): never {
  const what = `the option ${option} has no meaning here`
  throw new SetupError('FIELD_OPTION_INVALID', what, where, 'remove it: a path parameter is never absent')
}
