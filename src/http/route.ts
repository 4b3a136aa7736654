import type { IncomingMessage, ServerResponse } from 'node:http'
import type { OptionTable } from '../options.js'
import type { FieldSchema, TypeSchema } from '../record/type/schema.js'
import type { UploadLimits } from './body/uploads.js'
import type { Context } from './context.js'
import type { PathPattern } from './path/pattern.js'
import type { Security, SecurityRequirement } from './security.js'

/** The methods that a route can be registered for. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
export type Method = (typeof METHODS)[number]

/** A handler as `node:http` knows it. What it throws or rejects with becomes a 500 problem. */
export type NodeHandler = (req: IncomingMessage, res: ServerResponse) => unknown

/**
 * A handler over the context. A returned value other than undefined is written as JSON;
 * what it throws becomes a problem.
 */
export type ContextHandler = (ctx: Context) => unknown

/** Calls the rest of the chain; settles when it has run. */
export type Next = () => Promise<void>

/** One layer of the onion around a handler. Not calling `next` ends the request here. */
export type Middleware = (ctx: Context, next: Next) => unknown

/** A type as it is declared: a class, `Integer`, `[Item]`, a sample value and so on. */
export type DeclaredType = unknown

/** One documented response of a route. */
export interface ResponseOption {
  /** Default: the status's reason phrase. */
  readonly description?: string
  /** The type of the body; without it, `contentType` and `content` the response has none. */
  readonly body?: DeclaredType
  /**
   * The media types that the body is written in: one, or a list, of which the client's `accept` header chooses. What is
   * not JSON is text or bytes: then `body` is `String` or `Buffer`, or left out. Default: `application/json`.
   */
  readonly contentType?: string | readonly string[]
  /** The type of the body by media type, where they differ; in place of `body` and `contentType`. */
  readonly content?: Readonly<Record<string, DeclaredType>>
}

/** {@link ResponseOption}, by name. */
export const RESPONSE_OPTIONS: OptionTable<ResponseOption> = {
  description: true,
  body: true,
  contentType: true,
  content: true
}

/** One documented parameter of a route. */
export interface ParameterOption {
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly description?: string
  /** Default: false; a path parameter is always required. */
  readonly required?: boolean
  /** A type or a sample value: `Integer` and `0` both give an integer schema. Default: string. */
  readonly schema?: DeclaredType
  readonly example?: unknown
  readonly deprecated?: boolean
}

/** {@link ParameterOption}, by name. */
export const PARAMETER_OPTIONS: OptionTable<ParameterOption> = {
  name: true,
  in: true,
  description: true,
  required: true,
  schema: true,
  example: true,
  deprecated: true
}

/** What a route tells the document about itself. */
export interface RouteOptions {
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly operationId?: string
  readonly deprecated?: boolean
  /** The record that the request body carries. */
  readonly requestBody?: DeclaredType
  /**
   * The media types that the request body may be written in: one, or a list. The document lists them, and a body of
   * another type is a 415. Default: `application/json`; `multipart/form-data` for a record with files, and
   * `application/octet-stream` for `Buffer`.
   */
  readonly consumes?: string | readonly string[]
  /** What a `multipart/form-data` body may hold here. Default: the application's `uploads`. */
  readonly uploads?: UploadLimits
  /** By HTTP status code. */
  readonly responses?: Readonly<Record<number, ResponseOption>>
  readonly parameters?: readonly ParameterOption[]
  /** Layers around this route alone, outermost first. */
  readonly middleware?: readonly Middleware[]
  /**
   * What a request must show, one of the list; `[]` for nothing. It is asked for before anything else of the request is
   * read, and the document tells it. Default: what the controller, the group or the application says; nothing for OPTIONS.
   */
  readonly security?: readonly SecurityRequirement[]
  /** Leaves the route out of the document. Default: false. */
  readonly hidden?: boolean
  /** The largest request body in bytes. Default: the application's. */
  readonly bodyLimit?: number
  /** How long a whole request may take to arrive, in milliseconds; 0 for no limit. Default: the server's. */
  readonly requestTimeout?: number
  /**
   * How long the handler and its layers may take until the answer begins, in milliseconds; then the answer is a 503 and
   * `ctx.signal` fires. 0 for no limit. Default: the application's.
   */
  readonly handlerTimeout?: number
}

/** {@link RouteOptions}, by name. */
export const ROUTE_OPTIONS: OptionTable<RouteOptions> = {
  tags: true,
  summary: true,
  description: true,
  operationId: true,
  deprecated: true,
  requestBody: true,
  consumes: true,
  uploads: true,
  responses: true,
  parameters: true,
  middleware: true,
  security: true,
  hidden: true,
  bodyLimit: true,
  requestTimeout: true,
  handlerTimeout: true
}

/** One parameter that a route reads by itself before its handler runs. */
export interface RouteParameter {
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  /** Its name is the parameter's name on the wire. */
  readonly field: FieldSchema
}

/** What a route reads from its requests by itself; the document tells it without further declarations. */
export interface RouteInputs {
  readonly parameters: readonly RouteParameter[]
  /** The type of the body; undefined where the route reads none. */
  readonly body: TypeSchema | undefined
  /** The media types of the body; undefined for those that its type has by itself. */
  readonly consumes?: string | readonly string[]
}

/** A route as it was registered: what decorators and `router.get` both make. */
export interface RouteDefinition {
  readonly method: Method
  /** The full path as declared: `/items/{id:[0-9]+}`. */
  readonly path: string
  readonly pattern: PathPattern
  readonly handler: ContextHandler
  readonly options: RouteOptions
  /** The layers of the groups that the route stands in and its own, outermost first; the router's are not among them. */
  readonly middleware: readonly Middleware[]
  /** Every layer around the route, those of the router included; as {@link middleware} where it is undefined. */
  readonly layers?: readonly Middleware[] | undefined
  /** What a request must show: one of these; nothing where there are none. */
  readonly security?: Security | undefined
  /** What the route reads by itself; undefined where its handler asks for everything. */
  readonly inputs?: RouteInputs | undefined
  /** In milliseconds, the application's where the route has none of its own; undefined for no limit. */
  readonly handlerTimeout?: number | undefined
  /** Whether its requests are refused while the service is overloaded. */
  readonly isLimited?: boolean | undefined
  /** Whether the route answers probes: outside of the router's layers, and without a line in the log. */
  readonly isProbe?: boolean | undefined
  /** The declaration, for errors and logs: `ItemController.find`. */
  readonly source: string
}
