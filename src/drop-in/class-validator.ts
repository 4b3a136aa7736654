import type { ValidationError, ValidatorOptions } from 'class-validator'
import * as original from 'class-validator'
import { validationErrors } from '../record/validation-plans/validation-errors.js'

export * from 'class-validator'

type Arguments = [schemaOrObject: unknown, objectOrOptions?: unknown, options?: ValidatorOptions]

/**
 * class-validator's `validate`, from plans that are made once per class: the same errors, without searching the
 * metadata of every decorated class of the application again at each call.
 *
 * Whatever has an asynchronous part, a schema or a promise is passed on to class-validator, and everything where no code
 * may be generated.
 */
export const validate: typeof original.validate = (...args: Arguments): Promise<ValidationError[]> => {
  const errors = validationErrors(args[0], args[1], false)
  return errors === undefined
    ? original.validate(...(args as Parameters<typeof original.validate>))
    : Promise.resolve(errors)
}

/** class-validator's `validateOrReject`; see {@link validate}. */
export const validateOrReject: typeof original.validateOrReject = async (...args: Arguments): Promise<void> => {
  const errors = validationErrors(args[0], args[1], false)
  if (errors === undefined) return original.validateOrReject(...(args as Parameters<typeof original.validateOrReject>))
  if (errors.length > 0) throw errors
}

/** class-validator's `validateSync`; see {@link validate}. */
export const validateSync: typeof original.validateSync = (...args: Arguments): ValidationError[] =>
  validationErrors(args[0], args[1], true) ??
  original.validateSync(...(args as Parameters<typeof original.validateSync>))
