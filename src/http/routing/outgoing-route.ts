import { inspect } from 'node:util'
import { SetupErrors, setupErrorOf } from '../../errors.js'
import { checkOptions, type OptionTable } from '../../options.js'
import {
  type CallbackOption,
  type CallbackOptions,
  METHODS,
  type Method,
  responseOption
} from '../operation-options.js'
import { parsePathPattern } from '../path/pattern.js'
import { ROUTE_OPTIONS, type RouteDefinition, type RouteInputs, type RouteOptions } from '../route.js'
import { byStatus } from '../syntax/by-status.js'
import { assertRouteOptions } from './options.js'

const invalid = setupErrorOf('ROUTE_OPTIONS_INVALID')

const {
  bodyLimit,
  callbacks,
  handlerTimeout,
  hidden,
  requestTimeout,
  security,
  uploads,
  version,
  middleware,
  interceptors,
  ...OPTIONS
} = ROUTE_OPTIONS
const OUTGOING_OPTIONS: OptionTable<CallbackOption> = OPTIONS

/** What has a meaning only where requests are received: options, and what to do about each. */
export const NOT_SENT: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(ROUTE_OPTIONS)
    .filter((name) => !Object.hasOwn(OPTIONS, name))
    .map((name) => [name, `remove ${name}: this application sends the request, and does not receive it`])
)

/** What the document says of where an operation is. */
export interface OutgoingAddress {
  /** Of a callback, as a text with runtime expressions in braces; undefined where the document does not say it. */
  readonly url: string | undefined
  /** The name of a webhook, which each subscriber takes at a URL of its own. */
  readonly name?: string | undefined
}

/** An operation of others that this application calls: a callback, or a webhook. */
export interface OutgoingRoute extends RouteDefinition, OutgoingAddress {}

/** An operation of others, as it is declared. */
export interface OutgoingDeclaration extends OutgoingAddress {
  readonly method: Method
  readonly options: RouteOptions
  readonly inputs?: RouteInputs | undefined
  readonly source: string
}

/**
 * An operation of others as the document reads it.
 *
 * @throws SetupError or BootstrapError for options that are wrong, or have no meaning there
 */
export function outgoingRoute(declaration: OutgoingDeclaration): OutgoingRoute {
  const { method, url, name, options, inputs, source } = declaration
  checkOptions(options as CallbackOption, OUTGOING_OPTIONS, source, { instead: NOT_SENT })
  assertRouteOptions(options, () => source)
  const responses = byStatus(
    Object.entries(options.responses ?? {}).map(([status, declared]) => [status, responseOption(declared)] as const)
  )
  if (Object.keys(responses).length === 0) {
    throw invalid('it says nothing of the responses', source, "write responses: { 204: 'Received' }")
  }
  return {
    method,
    url,
    name,
    path: '/',
    pattern: parsePathPattern('/', source),
    handler: neverCalled,
    options: { ...options, responses } as OutgoingRoute['options'],
    middleware: [],
    inputs,
    source
  }
}

function neverCalled(): never {
  throw new Error('The application sends this request; it handles none')
}

/**
 * The operations of a callback that is written as options.
 *
 * @param place the callback, for errors
 * @throws BootstrapError with everything that is wrong with them
 */
export function callbackRoutes(callback: CallbackOptions, place: string): OutgoingRoute[] {
  const errors = new SetupErrors()
  const routes: OutgoingRoute[] = []
  for (const [url, operations] of Object.entries(callback)) {
    if (typeof operations !== 'object' || operations === null) {
      errors.add(invalid(`${JSON.stringify(url)} has no operations`, place, EXAMPLE))
      continue
    }
    for (const [name, options] of Object.entries(operations)) {
      const source = `${place}, ${name} ${url}`
      errors.attempt(() => {
        const method = METHODS.find((one) => one.toLowerCase() === name)
        if (method === undefined) {
          const known = METHODS.map((one) => one.toLowerCase()).join(', ')
          throw invalid(`${inspect(name)} is not a method in lower case`, source, `write one of ${known}`)
        }
        routes.push(outgoingRoute({ method, url, options, source }))
      })
    }
  }
  errors.throwIfAny()
  if (routes.length === 0) throw invalid('the callback has no operation', place, EXAMPLE)
  return routes
}

const EXAMPLE =
  "write { '{$request.body#/url}': { post: { requestBody: Event, responses: { 204: 'Received' } } } }, or defineCallback(EventCallback)"
