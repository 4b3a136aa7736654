import {
  Application,
  type ApplicationDescription,
  describeApplication,
  type OpenAPIDocument,
  Service
} from 'fieldstone'
import { UsageError } from '../definition/usage-error.js'
import { importApplication, notAnApplication, reportingSetupErrors } from './import-module.js'

/**
 * Imports a module and registers the routes of the application that it exports, for commands that only read what it
 * declares: no controller and no service is constructed, `onStart` does not run, nothing listens. A module may export a
 * service as well; what its own `bootstrap` constructed is constructed then.
 *
 * @throws UsageError for a module that cannot be imported or exports no application, and for setup errors
 */
export async function loadDescription(path: string): Promise<ApplicationDescription> {
  const found = await importApplication(path)
  const { value } = found
  if (value instanceof Application) return reportingSetupErrors(() => describeApplication(value))
  if (value instanceof Service) {
    const named = [...value.documents].map(([name, document]) => [name, () => document] as const)
    return { documents: new Map(named), router: value.router }
  }
  throw notAnApplication(found)
}

/**
 * The document of this name; the application's own without a name.
 *
 * @throws UsageError for a name that no document has
 */
export function documentNamed(
  documents: ReadonlyMap<string, () => OpenAPIDocument>,
  name: string | undefined
): () => OpenAPIDocument {
  const [first] = documents.values()
  const document = name === undefined ? first : documents.get(name)
  if (document !== undefined) return document
  throw new UsageError(`The application has no document ${name}, only ${[...documents.keys()].join(', ')}`)
}
