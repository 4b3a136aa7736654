import { type ClassValidatorError, type Fault, SetupError } from '../../errors.js'
import { newValidationError } from './validator.js'

let hasWarned = false

/**
 * An error for each fault, where what makes those of class-validator's form cannot: middleware that reads them for its log
 * must not make a 500 of a 400. Where a part is missing in a bundle, a warning of the process says so, once.
 */
export function flatErrors(faults: readonly Fault[], cause: unknown): ClassValidatorError[] {
  if (cause instanceof SetupError && !hasWarned) {
    hasWarned = true
    process.emitWarning(`error.tree has an error for each fault alone: ${cause.message}`)
  }
  return faults.map(({ path, rule, message }) =>
    Object.assign(newValidationError(), { property: path, constraints: { [rule]: message }, children: [] })
  )
}
