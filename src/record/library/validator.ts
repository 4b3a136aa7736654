import { type ClassValidatorError, SetupError } from '../../errors.js'
import files from './class-validator-files.cjs'
import { OwnValidationError } from './validation-error.js'

type Library = NonNullable<ReturnType<typeof files.loadValidator>>

let library: { readonly loaded: Library | undefined } | undefined

function loadLibrary(): Library | undefined {
  library ??= { loaded: files.loadValidator() }
  return library.loaded
}

/** An error of class-validator's class, so that `instanceof` finds it; of a class like it where that is not installed. */
export function newValidationError(): ClassValidatorError {
  const Made = (loadLibrary()?.ValidationError ?? OwnValidationError) as new () => ClassValidatorError
  return new Made()
}

/**
 * class-validator's own validator, for what plans leave to it.
 *
 * @throws SetupError APPLICATION_INVALID if class-validator is not installed
 */
export function newValidator(): InstanceType<Library['Validator']> {
  const loaded = loadLibrary()
  if (loaded !== undefined) return new loaded.Validator()
  throw new SetupError(
    'APPLICATION_INVALID',
    'a rule is asynchronous or of a schema, which class-validator itself checks, and that is not installed',
    'class-validator',
    'run: npm install class-validator'
  )
}
