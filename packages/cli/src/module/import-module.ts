import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BootstrapError, SetupError } from 'fieldstone'
import { UsageError } from '../definition/usage-error.js'

/** The names under which a module may export its application; the first that exists counts. */
const EXPORTS = ['default', 'application', 'app', 'service'] as const

/** What a module exports for the command. */
export interface ModuleExport {
  /** An Application, a service, or something else. */
  readonly value: unknown
  /** The module and the export, for messages. */
  readonly place: string
  /** The other exports. */
  readonly module: Readonly<Record<string, unknown>>
}

/**
 * Imports a module, and finds the application that it exports.
 *
 * @throws UsageError for a module that cannot be imported or exports nothing of these names
 */
export async function importApplication(path: string): Promise<ModuleExport> {
  const module = await importModule(path)
  const name = EXPORTS.find((each) => module[each] !== undefined)
  if (name === undefined) {
    throw new UsageError(`${path} exports no application: write \`export const application = new Application({ … })\``)
  }
  return { value: await module[name], place: `${path}, export ${name}`, module }
}

async function importModule(path: string): Promise<Record<string, unknown>> {
  const file = resolve(path)
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) throw new UsageError(`There is no file ${path}`)
  if (/\.[cm]?tsx?$/.test(file)) await needTypeScript(path, file)
  try {
    return (await import(pathToFileURL(file).href)) as Record<string, unknown>
  } catch (error) {
    if (error instanceof BootstrapError || error instanceof SetupError) throw new UsageError(error.message)
    const cause = error instanceof Error ? (error.stack ?? error.message) : String(error)
    throw new UsageError(`${path} cannot be imported: ${cause}`)
  }
}

let isInstalled: Promise<boolean> | undefined

async function needTypeScript(path: string, file: string): Promise<void> {
  isInstalled ??= import('./typescript.js').then(({ installTypeScript }) => installTypeScript(file))
  if (await isInstalled) return
  const { NO_COMPILER } = await import('./typescript-hooks.js')
  throw new UsageError(`${path} ${NO_COMPILER}`)
}

/** What is wrong with an export that is neither an application nor a service. */
export function notAnApplication({ value, place }: ModuleExport): UsageError {
  const hint =
    (value as object | undefined)?.constructor?.name === 'Application'
      ? 'is an Application of another copy of fieldstone; run the command that is installed beside it'
      : 'is neither an Application nor what bootstrap returns'
  return new UsageError(`${place} ${hint}`)
}

/** Gives the message of setup errors, which name their places, without a stack. */
export async function reportingSetupErrors<T>(make: () => Promise<T>): Promise<T> {
  try {
    return await make()
  } catch (error) {
    throw error instanceof BootstrapError || error instanceof SetupError ? new UsageError(error.message) : error
  }
}
