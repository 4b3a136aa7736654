import { SetupError, SetupErrors } from '../errors.js'
import { FIELD_RULES } from '../record/field-rules.js'
import type { ParameterDecoratorOptions, ParameterSource } from './declarations.js'

const OPTION_NAMES: ReadonlySet<string> = new Set([
  ...Object.keys(FIELD_RULES),
  ...['optional', 'description', 'example', 'default', 'deprecated', 'enum', 'each', 'message', 'style'],
  // No options of a parameter: known so that they are refused instead of taken for an enum.
  ...['name', 'type', 'nullable', 'required']
])

/**
 * Whether a decorator's argument is its options rather than a type. A TypeScript enum is a plain object as well:
 * it has texts, or numbers with their reverse mapping, and none of the options' names.
 */
export function isParameterOptions(value: unknown): value is ParameterDecoratorOptions {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return false
  const entries = Object.entries(value)
  if (entries.length === 0 || entries.some(([name]) => OPTION_NAMES.has(name))) return true
  return !entries.every(([, member]) => typeof member === 'string' || isMapped(value, member))
}

function isMapped(object: object, member: unknown): boolean {
  return typeof member === 'number' && Object.hasOwn(object, member)
}

/**
 * Checks the options of one parameter.
 *
 * @param where the parameter, for errors
 * @throws BootstrapError of FIELD_OPTION_INVALID for each that has no meaning
 */
export function checkParameterOptions(options: object, source: ParameterSource, where: string): void {
  const errors = new SetupErrors()
  for (const [name, value] of Object.entries(options)) {
    const remedy = value === undefined ? undefined : misfit(name, value, source)
    if (remedy === undefined) continue
    errors.attempt(() => {
      throw new SetupError('FIELD_OPTION_INVALID', `the option ${name} has no meaning here`, where, remedy)
    })
  }
  errors.throwIfAny()
}

function misfit(name: string, value: unknown, source: ParameterSource): string | undefined {
  if (name === 'nullable') return 'text has no form for null: write `optional: true` for a parameter that may be absent'
  if (name === 'required') return 'a parameter is required unless `optional: true` or a `default` is given'
  if (name === 'type' || name === 'name') return "give the name first and the type second: @Query('page', Integer)"
  if (!OPTION_NAMES.has(name)) return 'correct its name, or write enumOf(…) if these are the values of an enum'
  const isAbsence = name === 'default' || (name === 'optional' && value === true)
  if (source === 'path' && isAbsence) return 'remove it: a parameter of the path is never absent'
  return undefined
}
