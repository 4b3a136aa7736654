import { SetupError } from '../errors.js'
import late from './late-libraries.cjs'

type Libraries = typeof late

/**
 * Loads an optional library.
 *
 * @param user the function that needs it, for the error: `prometheus()`
 * @throws SetupError APPLICATION_INVALID with the command that installs the library, where it is not installed
 */
export function loadLibrary<Name extends keyof Libraries>(name: Name, user: string): ReturnType<Libraries[Name]> {
  try {
    return late[name]() as ReturnType<Libraries[Name]>
  } catch (cause) {
    if (!isMissing(cause, name)) throw cause
    const error = new SetupError('APPLICATION_INVALID', `${name} is not installed`, user, `run: npm install ${name}`)
    error.cause = cause
    throw error
  }
}

/** False where a module that the library itself needs is missing: that error is thrown as it is. */
function isMissing(error: unknown, name: string): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return code === 'MODULE_NOT_FOUND' && String(message).startsWith(`Cannot find module '${name}'`)
}
