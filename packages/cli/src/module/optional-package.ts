import { UsageError } from '../definition/usage-error.js'

/**
 * Loads a package that a command needs and the command line does not depend on.
 *
 * @throws UsageError that says how to install it
 */
export async function optionalPackage<T>(command: string, name: string, load: () => Promise<T>): Promise<T> {
  return load().catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND' || !error.message.includes(`'${name}'`)) throw error
    throw new UsageError(`${command} is a package of its own; run: npm install --save-dev ${name}`)
  })
}
