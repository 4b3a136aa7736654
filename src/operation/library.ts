import { SetupError } from '../errors.js'
import late from './late-libraries.cjs'

type Libraries = typeof late

/**
 * An optional library.
 *
 * @param user what needs it, for the error: `prometheus()`
 * @throws SetupError APPLICATION_INVALID that names the command to install it, where it is not installed
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

/** Not where the library itself lacks something: that is told as it is. */
function isMissing(error: unknown, name: string): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return code === 'MODULE_NOT_FOUND' && String(message).startsWith(`Cannot find module '${name}'`)
}
