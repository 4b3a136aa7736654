import { SetupError } from '../../errors.js'
import { carriesFiles, hasFiles } from '../body/declared-body.js'
import { type DescribedBody, requestBody } from '../request-body-options.js'
import type { RouteDefinition } from '../route.js'
import { bodyInVersion } from '../versioning.js'

const declarations = new WeakMap<RouteDefinition, { readonly body: DescribedBody | undefined }>()

/**
 * What a route declares about its body: what the framework reads for it, unless its options say otherwise. Undefined where
 * neither does. Put together at the first call.
 *
 * @throws SetupError as {@link requestBody}
 */
export function bodyOf(route: RouteDefinition): DescribedBody | undefined {
  const known = declarations.get(route)
  if (known !== undefined) return known.body
  const declared = readBody(route)
  // A controller's own input is in the media types of the version already.
  const names = 'requestBody' in route.options ? route.versionMedia : undefined
  const body = declared && names ? bodyInVersion(declared, names) : declared
  declarations.set(route, { body })
  return body
}

/** Whether clients cannot send a body by the method (OpenAPI 3.0.3, section 4.7.10.1; RFC 9110, section 9.3.1). */
export function isWithoutBody(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'TRACE'
}

/**
 * The body that the framework binds before the route's handler runs, because its options declare it. Undefined where
 * the handler reads it itself, and for bytes and records with files: those the
 * handler may want to read as they arrive.
 *
 * @throws SetupError as {@link bodyOf}
 */
export function checkedBodyOf(route: RouteDefinition): DescribedBody | undefined {
  const { method, options, inputs, readsItself } = route
  if (!('requestBody' in options) || inputs?.body !== undefined || readsItself !== undefined) return undefined
  if (isWithoutBody(method)) return undefined
  const body = bodyOf(route)
  return body === undefined || carriesFiles(body) ? undefined : body
}

function readBody({ options, inputs, readsItself, source }: RouteDefinition): DescribedBody | undefined {
  const place = `${source}, request body`
  if ('requestBody' in options)
    return ownBody(requestBody(options.requestBody, options.consumes, place), readsItself, place)
  if (inputs?.body !== undefined) return inputs.body
  if (options.consumes === undefined) return undefined
  throw new SetupError(
    'ROUTE_OPTIONS_INVALID',
    'consumes is given, but the route declares no body',
    place,
    'declare the requestBody as well'
  )
}

/** A handler that reads a form with files itself, by `ctx.bindValidated`, gets a form or an error. */
function ownBody(body: DescribedBody, readsItself: RouteDefinition['readsItself'], place: string): DescribedBody {
  if (body.required || readsItself !== undefined || ![...body.media.values()].some(hasFiles)) return body
  throw new SetupError(
    'ROUTE_OPTIONS_INVALID',
    'a record with files is required in the router’s own form',
    place,
    'remove required: false, and make the fields of the record optional'
  )
}
