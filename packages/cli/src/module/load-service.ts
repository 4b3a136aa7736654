import { Application, bootstrap } from 'fieldstone'
import type { VerifiableService } from 'fieldstone-verify'
import type { LoadedService } from 'fieldstone-verify/command'
import { importApplication, notAnApplication, reportingSetupErrors } from './import-module.js'

/**
 * Imports a module and bootstraps the application that it exports, for commands that send requests to it.
 *
 * @throws UsageError for a module that cannot be imported or exports no application, and for setup errors
 */
export async function loadService(path: string): Promise<LoadedService> {
  const found = await importApplication(path)
  const { value, module } = found
  const reset = typeof module.reset === 'function' ? (module.reset as () => unknown) : undefined
  if (value instanceof Application) return { service: await reportingSetupErrors(() => bootstrap(value)), reset }
  const { inject, document } = (value ?? {}) as Partial<VerifiableService>
  if (typeof inject !== 'function' || typeof document !== 'object') throw notAnApplication(found)
  return { service: value as VerifiableService, reset }
}
