import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Application } from '../application/application.js'
import { bootstrap } from '../application/bootstrap.js'
import { BootstrapError } from '../errors.js'
import type { LoadedService } from '../verify/command/verify-command.js'
import type { VerifiableService } from '../verify/wire/target.js'
import { UsageError } from './usage.js'

/** The names under which a module may export its application; the first that exists counts. */
const EXPORTS = ['default', 'application', 'app', 'service'] as const

/**
 * Imports a module and bootstraps the application that it exports.
 *
 * @throws UsageError for a module that cannot be imported or exports no application, and for setup errors
 */
export async function loadService(path: string): Promise<LoadedService> {
  const module = await importModule(path)
  const exported = EXPORTS.map((name) => [name, module[name]] as const).find(([, value]) => value !== undefined)
  if (exported === undefined) {
    throw new UsageError(`${path} exports no application: write \`export const application = new Application({ … })\``)
  }
  const [name, value] = exported
  const reset = typeof module.reset === 'function' ? (module.reset as () => unknown) : undefined
  return { service: await serviceOf(await value, `${path}, export ${name}`), reset }
}

async function importModule(path: string): Promise<Record<string, unknown>> {
  const file = resolve(path)
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) throw new UsageError(`There is no file ${path}`)
  if (/\.[cm]?tsx?$/.test(file)) throw new UsageError(`${path} is TypeScript; compile it and name the JavaScript file`)
  try {
    return (await import(pathToFileURL(file).href)) as Record<string, unknown>
  } catch (error) {
    if (error instanceof BootstrapError) throw new UsageError(error.message)
    const cause = error instanceof Error ? (error.stack ?? error.message) : String(error)
    throw new UsageError(`${path} cannot be imported: ${cause}`)
  }
}

async function serviceOf(value: unknown, place: string): Promise<VerifiableService> {
  if (value instanceof Application) {
    try {
      return await bootstrap(value)
    } catch (error) {
      throw error instanceof BootstrapError ? new UsageError(error.message) : error
    }
  }
  const { inject, document } = (value ?? {}) as Partial<VerifiableService>
  if (typeof inject === 'function' && typeof document === 'object') return value as VerifiableService
  const hint =
    (value as object | undefined)?.constructor?.name === 'Application'
      ? 'is an Application of another copy of fieldstone; run the command that is installed beside it'
      : 'is neither an Application nor what bootstrap returns'
  throw new UsageError(`${place} ${hint}`)
}
