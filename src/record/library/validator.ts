import { type ClassValidatorError, SetupError } from '../../errors.js'
import files from './class-validator-files.cjs'
import { loadedModules } from './loaded-modules.js'
import { OwnValidationError } from './validation-error.js'

type Library = NonNullable<ReturnType<typeof files.loadValidator>>

let library: { readonly loaded: Library | undefined } | undefined

function loadLibrary(): Library | undefined {
  library ??= { loaded: files.loadValidator() ?? loadedCopy() }
  return library.loaded
}

/** A copy that the application has loaded from where Fieldstone does not see it, as that of a package with DTOs. */
function loadedCopy(): Library | undefined {
  const validator = loadedFile('Validator')?.Validator
  const error = loadedFile('ValidationError')?.ValidationError
  return validator === undefined || error === undefined
    ? undefined
    : ({ Validator: validator, ValidationError: error } as Library)
}

function loadedFile(name: string): Readonly<Record<string, unknown>> | undefined {
  const cache = loadedModules()
  const file = new RegExp(`[\\\\/]class-validator[\\\\/]cjs[\\\\/]validation[\\\\/]${name}\\.js$`)
  const path = Object.keys(cache).find((each) => file.test(each))
  return path === undefined ? undefined : cache[path]?.exports
}

/** An error of class-validator's class, so that `instanceof` finds it; of a class like it where that is not there. */
export function newValidationError(): ClassValidatorError {
  const Made = (loadLibrary()?.ValidationError ?? OwnValidationError) as new () => ClassValidatorError
  return new Made()
}

/**
 * class-validator's own validator, for what plans leave to it.
 *
 * @throws SetupError APPLICATION_INVALID if class-validator is not there
 */
export function newValidator(): InstanceType<Library['Validator']> {
  const loaded = loadLibrary()
  if (loaded !== undefined) return new loaded.Validator()
  throw new SetupError(
    'APPLICATION_INVALID',
    'a rule is asynchronous or of a schema, which class-validator itself checks, and that is not installed where Fieldstone is',
    'class-validator',
    'run: npm install class-validator'
  )
}
