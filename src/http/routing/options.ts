import { inspect } from 'node:util'
import { SetupError } from '../../errors.js'
import { checkOptions } from '../../options.js'
import { checkUploadLimits, UPLOAD_LIMITS, type UploadLimits } from '../body/uploads.js'
import { ROUTE_OPTIONS, type RouteOptions } from '../route.js'
import { isTime } from '../settings.js'

/**
 * Throws a {@link SetupError} (`ROUTE_OPTIONS_INVALID`), or a BootstrapError of OPTION_UNKNOWN, for options that are malformed in themselves. What they mean to
 * the document (types, responses, parameters) is the document's to check.
 */
export function assertRouteOptions(options: unknown, place: () => string): asserts options is RouteOptions {
  const reject = (what: string, remedy: string): never => {
    throw new SetupError('ROUTE_OPTIONS_INVALID', what, place(), remedy)
  }
  if (typeof options !== 'object' || options === null) {
    reject(
      `its options are ${inspect(options, { depth: 0 })}`,
      'give the handler second and an object of options third; middleware belongs into options.middleware'
    )
  }
  checkOptions(options as RouteOptions, ROUTE_OPTIONS, place)
  const { tags, middleware, interceptors, ...rest } = options as Record<string, unknown>
  if (middleware !== undefined && !Array.isArray(middleware)) {
    reject('middleware is not a list', 'write middleware: [first, second]')
  }
  if (interceptors !== undefined && !Array.isArray(interceptors)) {
    reject('interceptors is not a list', 'write interceptors: [(value, ctx) => …]')
  }
  if (tags !== undefined && !(Array.isArray(tags) && tags.every((tag) => typeof tag === 'string' && tag !== ''))) {
    reject('tags is not a list of texts', "write tags: ['Items']")
  }
  for (const name of ['summary', 'description', 'operationId']) {
    const value = rest[name]
    if (value !== undefined && typeof value !== 'string')
      reject(`${name} is not a text`, 'make it a text or leave it out')
  }
  for (const name of ['deprecated', 'hidden']) {
    const value = rest[name]
    if (value !== undefined && typeof value !== 'boolean') reject(`${name} is not a boolean`, 'make it true or false')
  }
  for (const name of ['requestTimeout', 'handlerTimeout']) {
    const value = rest[name]
    if (value !== undefined && !isTime(value)) reject(`${name} must be a time`, 'give milliseconds, 0 for no limit')
  }
  checkOptions(rest.uploads as UploadLimits | undefined, UPLOAD_LIMITS, () => `${place()}, uploads`, {
    instead: { folder: "set the folder for all routes: new Application({ uploads: { folder: '/var/uploads' } })" }
  })
  checkUploadLimits((rest.uploads ?? {}) as UploadLimits, (what, name, remedy) => {
    return new SetupError('ROUTE_OPTIONS_INVALID', `uploads: ${what}`, `${place()}, uploads.${name}`, remedy)
  })
  const { bodyLimit } = rest
  if (bodyLimit !== undefined && !(Number.isSafeInteger(bodyLimit) && Number(bodyLimit) >= 0)) {
    reject('bodyLimit must be a size', 'give a whole number of bytes, 0 or more')
  }
}
