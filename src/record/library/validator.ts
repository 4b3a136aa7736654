import type { Validator } from 'class-validator'
import type { ClassValidatorError } from '../../errors.js'
import files from './class-validator-files.cjs'

/** An error of class-validator's own class, so that `instanceof` finds it. */
export function newValidationError(): ClassValidatorError {
  const ValidationError = files.loadValidationError()
  return new ValidationError()
}

/** class-validator's own validator. */
export function newValidator(): Validator {
  const Loaded = files.loadValidator()
  return new Loaded()
}
