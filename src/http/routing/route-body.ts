import { SetupError } from '../../errors.js'
import { parseType } from '../../record/type/type-expression.js'
import { type BodyDeclaration, declareBody, hasFiles } from '../body/declared-body.js'
import type { RouteDefinition } from '../route.js'

const declarations = new WeakMap<RouteDefinition, { readonly body: BodyDeclaration | undefined }>()

/**
 * What a route declares about its body: what the framework reads for it, unless its options say otherwise. Undefined where
 * neither does. Put together at the first call.
 *
 * @throws SetupError as {@link declareBody}, and for an unknown type
 */
export function bodyOf(route: RouteDefinition): BodyDeclaration | undefined {
  const known = declarations.get(route)
  if (known !== undefined) return known.body
  const body = readBody(route)
  declarations.set(route, { body })
  return body
}

/**
 * The body that the framework binds before the route's handler runs, because its options declare it. Undefined where
 * the handler reads it itself, and for bytes and records with files: those the
 * handler may want to read as they arrive.
 *
 * @throws SetupError as {@link bodyOf}
 */
export function checkedBodyOf(route: RouteDefinition): BodyDeclaration | undefined {
  const { method, options, inputs, readsItself } = route
  if (!('requestBody' in options) || inputs?.body !== undefined || readsItself !== undefined) return undefined
  // RFC 9110, section 9.3.1: clients cannot send one.
  if (method === 'GET' || method === 'HEAD') return undefined
  const body = bodyOf(route)
  return body === undefined || body.type.kind === 'file' || hasFiles(body.type) ? undefined : body
}

function readBody({ options, inputs, source }: RouteDefinition): BodyDeclaration | undefined {
  const place = `${source}, request body`
  const isDeclared = 'requestBody' in options
  if (!isDeclared && inputs?.body !== undefined) {
    return declareBody(inputs.body, options.consumes ?? inputs.consumes, place)
  }
  if (isDeclared) return declareBody(parseType(options.requestBody, place), options.consumes, place)
  if (options.consumes === undefined) return undefined
  throw new SetupError(
    'ROUTE_OPTIONS_INVALID',
    'consumes is given, but the route declares no body',
    place,
    'declare the requestBody as well'
  )
}
