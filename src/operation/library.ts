import { SetupError } from '../errors.js'

/**
 * Loads an optional library. Each is loaded by a file of its own, so that a bundler searches only for those that the
 * application uses.
 *
 * @param user the function that needs it, for the error: `prometheus()`
 * @throws SetupError APPLICATION_INVALID with the command that installs the library, where it is not installed, or with
 * the setting of the bundler, where the bundle cannot load it
 */
export function loadLibrary<T>(name: string, user: string, load: () => T): T {
  try {
    return load()
  } catch (cause) {
    const found = complaint(cause, name)
    if (found === undefined) throw cause
    const error = new SetupError('APPLICATION_INVALID', found.what, user, found.remedy)
    error.cause = cause
    throw error
  }
}

/** Undefined where a module that the library itself needs is missing: that error is thrown as it is. */
function complaint(error: unknown, name: string): { readonly what: string; readonly remedy: string } | undefined {
  const { code, message } = error as { code?: unknown; message?: unknown }
  const text = String(message)
  if (code === 'MODULE_NOT_FOUND' && text.startsWith(`Cannot find module '${name}'`)) {
    return { what: `${name} is not installed`, remedy: `run: npm install ${name}` }
  }
  // What esbuild and Rollup leave of `require` in an ES module.
  if (!/^Dynamic require of |^require is not defined/.test(text)) return undefined
  return {
    what: `${name} needs \`require\`, which the bundle does not have`,
    remedy:
      'run: npm install ' +
      `${name}, and let the bundler begin its file with: import { createRequire } from 'node:module'; ` +
      'const require = createRequire(import.meta.url) (esbuild: --banner:js=…; Rollup: output.banner)'
  }
}
