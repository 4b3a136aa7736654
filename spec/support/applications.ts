import { Application, type ApplicationOptions, BootstrapError, bootstrap, type Service, SetupError } from 'fieldstone'

/** A service of these controllers that logs nothing. */
export function serviceOf(
  controllers: ApplicationOptions['controllers'],
  options: Partial<ApplicationOptions> = {}
): Promise<Service> {
  return bootstrap(new Application({ title: 'Shop', version: '1.0.0', logger: false, controllers, ...options }))
}

/** What keeps an application of these controllers from starting; empty when it starts. */
export async function setupErrorsOf(
  controllers: ApplicationOptions['controllers'],
  options: Partial<ApplicationOptions> = {}
): Promise<readonly SetupError[]> {
  try {
    await serviceOf(controllers, options)
  } catch (error) {
    if (error instanceof BootstrapError) return error.errors
    throw error
  }
  return []
}

/** The messages of the setup errors that some work throws; empty where it throws none. */
export function setupErrorsIn(work: () => unknown): string[] {
  try {
    work()
  } catch (error) {
    return messagesOf(error)
  }
  return []
}

/** The same, of work that may return a promise. */
export async function setupErrors(work: () => unknown): Promise<string[]> {
  try {
    await work()
  } catch (error) {
    return messagesOf(error)
  }
  return []
}

function messagesOf(error: unknown): string[] {
  if (error instanceof BootstrapError) return error.errors.map(({ message }) => message)
  if (error instanceof SetupError) return [error.message]
  throw error
}
