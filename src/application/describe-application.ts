import type { OpenAPIDocument } from '../openapi/document.js'
import type { Router } from '../openapi/serving/documented-router.js'
import type { Application } from './application.js'
import { registerApplication } from './registration.js'

/** What an application declares, without a service: nothing of it is constructed, and nothing starts. */
export interface ApplicationDescription {
  /** The documents by name, the application's own first; each is generated at the first call. */
  readonly documents: ReadonlyMap<string, () => OpenAPIDocument>
  /** The router, with the routes of all controllers. */
  readonly router: Router
}

/**
 * Registers the routes of an application, and describes them: for tools that only read what it declares. No controller
 * and no service is constructed, `onStart` does not run, and nothing listens.
 *
 * @throws BootstrapError with every setup error that is found without constructing anything
 *
 * @example const { documents } = await describeApplication(application)
 */
export async function describeApplication(application: Application): Promise<ApplicationDescription> {
  const { documents, router } = await registerApplication(application)
  return { documents, router }
}
