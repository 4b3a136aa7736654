import { MissingLibraryError } from './missing-library.js'

/** The libraries that only verification needs, as they were loaded. */
export interface VerifyLibraries {
  readonly fastCheck: typeof import('fast-check')
  readonly Ajv: typeof import('ajv/dist/2020.js').Ajv2020
}

/** Loads each library when it is needed: a service that is never verified needs neither of them. */
const LOADERS = {
  ajv: () => import('ajv/dist/2020.js'),
  'fast-check': () => import('fast-check')
}

/**
 * Loads the libraries that verification needs and Fieldstone does not depend on.
 *
 * @throws MissingLibraryError with the command that installs the missing ones
 */
export async function loadLibraries(loaders: typeof LOADERS = LOADERS): Promise<VerifyLibraries> {
  const [ajv, fastCheck] = await Promise.allSettled([loaders.ajv(), loaders['fast-check']()])
  const missing: string[] = []
  let cause: unknown
  for (const [name, result] of [
    ['ajv', ajv],
    ['fast-check', fastCheck]
  ] as const) {
    if (result.status === 'fulfilled') continue
    if ((result.reason as { code?: unknown } | undefined)?.code !== 'ERR_MODULE_NOT_FOUND') throw result.reason
    missing.push(name)
    cause = result.reason
  }
  if (ajv.status === 'rejected' || fastCheck.status === 'rejected') throw new MissingLibraryError(missing, cause)
  return { Ajv: ajv.value.Ajv2020, fastCheck: fastCheck.value }
}
