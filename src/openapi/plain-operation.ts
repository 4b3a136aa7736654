import { SetupErrors } from '../errors.js'
import { formatOf } from '../http/body/media-types.js'
import { type ErrorForm, isErrorContent, PROBLEM_FORM } from '../http/error-form.js'
import type { ResponseOption } from '../http/operation-options.js'
import type { RouteDefinition } from '../http/route.js'
import { RegisteredRoute } from '../http/routing/registered-route.js'
import { bodyOf } from '../http/routing/route-body.js'
import { isContentless, statusKeyFault } from '../http/syntax/by-status.js'
import type { DocumentDirection } from '../record/json-schema/directions.js'
import { isPlainField, isPlainScalar } from '../record/json-schema/plain-record.js'
import type { TypeSchema } from '../record/type/schema.js'
import { parseType } from '../record/type/type-expression.js'

/** What requests or responses of an operation contain. */
export interface PlainValue {
  readonly type: TypeSchema
  readonly direction: DocumentDirection
  /** The part of the route that declares it, for errors; undefined for the option `errors`. */
  readonly part: string | undefined
}

/** An operation of which only what it contains, and how its credentials are sent, can be wrong. */
export type PlainOperation = readonly PlainValue[]

/** The routes that are plain, each with what can be wrong with it. */
export function plainOperations(
  routes: readonly RouteDefinition[],
  form: ErrorForm
): ReadonlyMap<RouteDefinition, PlainOperation> {
  const plain = new Map<RouteDefinition, PlainOperation>()
  for (const route of routes) {
    const operation = plainOperation(route, form)
    if (operation !== undefined) plain.set(route, operation)
  }
  return plain
}

/**
 * What a route says that can be wrong in the document, if that is the types of its body and its responses alone, as of most
 * routes; undefined of one whose description has to be made to know it. So a start does not describe what it does not keep,
 * which takes most of the time and memory of a large application. It knows fewer routes than it could.
 */
function plainOperation(route: RouteDefinition, form: ErrorForm): PlainOperation | undefined {
  if (!(route instanceof RegisteredRoute) || route.method === 'HEAD') return undefined
  const { options, pattern, inputs } = route
  if (options.operationId === '' || DESCRIBED_OPTIONS.some((name) => options[name] !== undefined)) return undefined
  if (pattern.parameters.some(({ regex }) => regex !== undefined)) return undefined
  if (inputs?.parameters.some(({ field, examples }) => examples !== undefined || !isPlainParameter(field))) {
    return undefined
  }
  const body = plainBody(route)
  const responses = body && plainResponses(route, form)
  return responses && [...body, ...responses]
}

/** Options that are read when a route is described. The others are right once it is registered, or are read below. */
const DESCRIBED_OPTIONS = ['externalDocs', 'servers', 'callbacks', 'parameters'] as const

function isPlainParameter(field: NonNullable<RouteDefinition['inputs']>['parameters'][number]['field']): boolean {
  const { type } = field
  return isPlainScalar(type.kind === 'array' ? type.items : type) && isPlainField(field)
}

/** Methods whose requests cannot have a body. */
const BODILESS = new Set(['GET', 'HEAD', 'TRACE'])

function plainBody(route: RouteDefinition): PlainValue[] | undefined {
  const { options, inputs, method } = route
  if (!('requestBody' in options) && inputs?.body === undefined && options.consumes === undefined) return []
  if (BODILESS.has(method)) return undefined
  const body = new SetupErrors().attempt(() => bodyOf(route))
  if (body === undefined || body.media.size !== 1 || body.examples.size > 0) return undefined
  const [[name, type]] = body.media as unknown as [[string, TypeSchema]]
  if (formatOf(name) !== 'json') return undefined
  return [{ type, direction: 'request', part: 'request body' }]
}

function plainResponses(route: RouteDefinition, form: ErrorForm): PlainValue[] | undefined {
  const values: PlainValue[] = []
  for (const [status, option] of Object.entries(route.options.responses ?? {})) {
    if (statusKeyFault(status) !== undefined || !isPlainResponse(option)) return undefined
    if (isErrorContent(option, form)) {
      // Problems give way to every other record of their name: nothing can be wrong with them.
      if (form !== PROBLEM_FORM) values.push({ type: form.type, direction: 'response', part: undefined })
    } else if (option.content !== undefined) {
      return undefined
    } else if ('body' in option && option.body !== null) {
      const type = option.body === undefined ? undefined : typeOf(option.body, `${route.source}, response ${status}`)
      if (type === undefined || type.kind === 'file' || isContentless(Number(status)) || status === '1XX')
        return undefined
      values.push({ type, direction: 'response', part: `response ${status}` })
    }
  }
  return values
}

function typeOf(body: unknown, place: string): TypeSchema | undefined {
  return new SetupErrors().attempt(() => parseType(body, place))
}

function isPlainResponse(option: ResponseOption | undefined): option is ResponseOption {
  return (
    typeof option === 'object' &&
    option !== null &&
    Object.keys(option).every((name) => name === 'description' || name === 'body' || name === 'content') &&
    (option.description === undefined || typeof option.description === 'string')
  )
}
