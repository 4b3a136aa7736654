import type { IncomingMessage, ServerResponse } from 'node:http'
import { EXTENSIONS } from '../extensions.js'
import type { Class } from '../metadata.js'
import type { OptionTable } from '../options.js'
import type { FieldSchema } from '../record/type/schema.js'
import type { ExampleOptions } from './content-options.js'
import type { Context, MatchedRoute } from './context.js'
import type { ValidationStatus } from './error-form.js'
import type { Method, OperationOptions, RegisteredOptions } from './operation-options.js'
import type { ParameterPlace } from './parameter-name.js'
import type { PrincipalSource } from './principal.js'
import type { DescribedBody } from './request-body-options.js'
import type { Security } from './security.js'

/** A handler as `node:http` knows it. What it throws or rejects with becomes a 500 problem. */
export type NodeHandler = (req: IncomingMessage, res: ServerResponse) => unknown

/** Responds to a request of node:http; what {@link RouteDefinition}s are compiled into. Never throws. */
export type RequestHandler = (req: IncomingMessage, res: ServerResponse) => void

/**
 * A handler over the context. A returned value other than undefined is written as JSON;
 * what it throws becomes a problem.
 */
export type ContextHandler = (ctx: Context) => unknown

/** Calls the rest of the chain; settles when it has run. */
export type Next = () => Promise<void>

/** Code around a handler. Not calling `next` ends the request here. */
export type Middleware = (ctx: Context, next: Next) => unknown

/**
 * Sees the value that a handler returned, before it is checked and written, and returns the one that takes its place;
 * undefined keeps it. Not called where the handler returned nothing, replied through the context, or failed.
 *
 * @example const enveloped: Interceptor = (value) => ({ data: value })
 */
export type Interceptor = (value: unknown, ctx: Context) => unknown

/** Express-style middleware, as helmet, cors, compression and hundreds of others are. */
export type ConnectMiddleware = (
  // biome-ignore lint/suspicious/noExplicitAny: such middleware takes Express's own types as often as Node's
  req: IncomingMessage & any,
  // biome-ignore lint/suspicious/noExplicitAny: such middleware takes Express's own types as often as Node's
  res: ServerResponse & any,
  next: (error?: unknown) => void
) => unknown

/** What can be said of a route where it is declared. */
export interface RouteOptions extends OperationOptions {
  /** Middleware around this route alone, outermost first. */
  readonly middleware?: readonly Middleware[]
  /** What sees and replaces the value that this route's handler returns, outermost first: the last one sees it first. */
  readonly interceptors?: readonly Interceptor[]
}

/** {@link RouteOptions}, by name. */
export const ROUTE_OPTIONS: OptionTable<RouteOptions> = {
  tags: true,
  summary: true,
  description: true,
  externalDocs: true,
  servers: true,
  operationId: true,
  deprecated: true,
  requestBody: true,
  consumes: true,
  uploads: true,
  responses: true,
  callbacks: true,
  parameters: true,
  middleware: true,
  interceptors: true,
  security: true,
  version: true,
  hidden: true,
  bodyLimit: true,
  requestTimeout: true,
  handlerTimeout: true,
  [EXTENSIONS]: true
}

/** One parameter that the framework reads for a route before its handler runs. */
export interface RouteParameter {
  readonly in: ParameterPlace
  /** Its name is the parameter's name on the wire. */
  readonly field: FieldSchema
  /** Its examples by name, as they are declared; undefined where it has none. */
  readonly examples?: ExampleOptions['examples'] | undefined
  /** The parameter decorator of the application's own that declares it: `@Page`. */
  readonly by?: string | undefined
}

/** A principal that an input of a method takes. */
export interface PrincipalInput {
  /** The schemes whose principal it may be; all where there are none. */
  readonly sources: readonly PrincipalSource[]
  readonly isOptional: boolean
  /** How it is written, for errors: `@Principal()`; with the option `optional`, or as it was. */
  readonly written: (isOptional: boolean) => string
  /** For errors: `NoteController.mine, parameter 1`. */
  readonly where: string
}

/** What the framework reads from a route's requests; the document says it without further declarations. */
export interface RouteInputs {
  readonly parameters: readonly RouteParameter[]
  /** The principals that inputs take; undefined for none. */
  readonly principals?: readonly PrincipalInput[]
  /** The body; undefined where the route reads none. */
  readonly body: DescribedBody | undefined
  /** Whether the handler gets nothing of a request but the values of these, and no principal. */
  readonly takesValuesAlone?: boolean
}

/** The method of a controller that a route is for. */
export interface DeclaringMethod {
  readonly class: Class
  readonly property: string
}

/** The header of requests that chooses among the versions of a route. */
export interface VersionHeader {
  /** In lower case. */
  readonly name: string
  /** The versions of other routes, when all are known. */
  readonly others: () => readonly string[]
  /** The version of requests without the header; undefined where they are rejected. */
  readonly default: string | undefined
}

/** A route as it was registered: what decorators and `router.get` both make. */
export interface RouteDefinition extends MatchedRoute {
  /** Handles the request; a Node handler is wrapped in one of the context. */
  readonly handler: ContextHandler
  /** What was said of the route where it was declared. */
  readonly options: RegisteredOptions<RouteOptions>
  /** The middleware of the groups around the route and its own, outermost first; without the router's. */
  readonly middleware: readonly Middleware[]
  /** What replaces the handler's returned values, outermost first, the router's included; undefined where there are none. */
  readonly interceptors?: readonly Interceptor[]
  /** All middleware around the route, with the router's; as `middleware` where it is undefined. */
  readonly allMiddleware?: readonly Middleware[] | undefined
  /** What a request must show: one of these; nothing where there are none. */
  readonly security?: Security | undefined
  /** What the framework reads for the route; undefined where its handler reads everything. @internal */
  readonly inputs?: RouteInputs | undefined
  /** Undefined for a route of the router's own form. @internal */
  readonly declaredBy?: DeclaringMethod | undefined
  /**
   * What of the declarations in its options the handler reads itself, unchecked: the body where it takes Node's request.
   * Default: nothing.
   */
  readonly readsItself?: 'body' | undefined
  /** Whether no code of the application gets the context of its requests. Set where the route is compiled. @internal */
  readonly isContextFree?: boolean | undefined
  /** In milliseconds, the application's where the route has none of its own; undefined for no limit. */
  readonly handlerTimeout?: number | undefined
  /** Whether its requests are rejected while the service is overloaded. */
  readonly isLimited?: boolean | undefined
  /** The header that names its version, and those that it names elsewhere; undefined where none does. */
  readonly versionHeader?: VersionHeader | undefined
  /** The status of requests that break a rule; undefined for 400. */
  readonly validationStatus?: ValidationStatus | undefined
  /**
   * Whether a status that `options.responses` does not have breaks the document. False where the route declares no response,
   * and the groups around it declare errors alone; undefined for true.
   */
  readonly isPromising?: boolean | undefined
}

/** A route on its way into a router: its path below the group's prefix, and who declared it. */
export interface RouteDeclaration {
  /** The method that requests must have. */
  readonly method: Method
  /** The path below the group's prefix: `/items/{id}`. */
  readonly path: string
  /** Handles the request. */
  readonly handler: ContextHandler
  /** Makes the handler at the first request, in the place of `handler`. @internal */
  readonly compile?: () => ContextHandler
  /** What is said of the route: its description, body, responses, limits. */
  readonly options?: RouteOptions
  /** Responses that are declared for several routes, as those of a controller; those in `options` go before. */
  readonly responses?: OperationOptions['responses']
  /** Middleware around this route alone, outside of that in `options.middleware`; outermost first. */
  readonly middleware?: readonly Middleware[]
  /** Interceptors outside of those in `options.interceptors`; outermost first. */
  readonly interceptors?: readonly Interceptor[]
  /** What the framework reads for the route; undefined where its handler reads everything. @internal */
  readonly inputs?: RouteInputs
  /** The method of a controller that the route is for. @internal */
  readonly declaredBy?: DeclaringMethod
  /** What of the declarations in its options the handler reads itself, unchecked. Default: nothing. */
  readonly readsItself?: 'body' | undefined
  /** Whether the route answers probes: outside of the router's middleware, and without a line in the log. */
  readonly isProbe?: boolean
  /** The declaration, for errors and logs: `ItemController.find`. A function is called when the name is needed. */
  readonly source: string | (() => string)
}
