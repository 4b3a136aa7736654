import type { ValidationError as ClassValidatorError } from 'class-validator'
import type { Fault } from '../../errors.js'

/** A bound value, or what is wrong with the raw one. */
export type Bound<T> =
  | { readonly value: T; readonly faults: undefined }
  | {
      readonly value: undefined
      readonly faults: readonly Fault[]
      /** The refusal as class-validator tells it. */
      readonly tree?: () => ClassValidatorError[]
    }
