import { EXTENSIONS, type Extensions } from '../extensions.js'
import type { Class } from '../metadata.js'
import { isNamedByOptions, type OptionTable } from '../options.js'
import type { FieldOptions } from '../record/field/field-declaration.js'
import { FIELD_OPTIONS } from '../record/field/option-check.js'
import { mayBeOptions, type StandardSchema } from '../record/type/standard-schema.js'
import type { TypeToken } from '../record/type/type-token.js'
import type { UploadLimits } from './body/uploads.js'
import { type DeclaredType, EXAMPLE_OPTIONS, type ExampleOptions, type MediaOption } from './content-options.js'
import type { ExternalDocs, Server } from './document-options.js'
import type { LinkOption, SharedLink } from './link-options.js'
import type { OutgoingOperations } from './outgoing-operations.js'
import type { ParameterPlace } from './parameter-name.js'
import type { RequestBodyOption } from './request-body-options.js'

/** The methods that a route can be registered for. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'] as const
/** A method of HTTP that routes can have: RFC 9110, section 9; RFC 5789; QUERY of draft-ietf-httpbis-safe-method-w-body. */
export type Method = (typeof METHODS)[number]

const KNOWN_METHODS: ReadonlySet<string> = new Set([...METHODS, 'CONNECT'])

/**
 * The name of a request's method in metrics, traces and logs: the method itself, or `_OTHER` where HTTP does not define it. A
 * client may send any token as its method, and must not choose a label by that. Which methods are known, and the name of all
 * others, are those of OpenTelemetry's semantic conventions (`http.request.method`).
 */
export function methodName(method: string): string {
  return KNOWN_METHODS.has(method) ? method : '_OTHER'
}

/**
 * A header of a response: its type, with the rules of a field and what is said about it. `ctx.header` sets it.
 *
 * @example { 'x-total': { type: Integer, minimum: 0, optional: true, description: 'All items, on all pages' } }
 */
export interface HeaderOption
  extends Omit<
    FieldOptions,
    'type' | 'name' | 'nullable' | 'default' | 'style' | 'readOnly' | 'writeOnly' | 'message' | 'messages' | 'examples'
  > {
  /** Text can express it: a string, number, boolean, date or enum, or a list of them. Default: `String`. */
  readonly type?: DeclaredType
  /** Values of the header by name, as JSON; see {@link ExampleOptions}. */
  readonly examples?: ExampleOptions['examples']
}

const {
  name,
  // Under another name: in one file with the exported function `nullable`, the bundler would rename that.
  nullable: _nullable,
  default: _default,
  style,
  readOnly,
  writeOnly,
  message,
  messages,
  ...OPTIONS_OF_HEADERS
} = FIELD_OPTIONS
const OF_REQUESTS = { default: _default, style, message, messages }
const { type, optional, ...OPTIONS_OF_PARAMETERS } = { ...OPTIONS_OF_HEADERS, ...OF_REQUESTS }
/** {@link HeaderOption}, by name. */
export const HEADER_OPTIONS: OptionTable<HeaderOption> = { ...OPTIONS_OF_HEADERS, examples: true }

/** One documented response of a route. */
export interface ResponseOption extends ExampleOptions, Extensions {
  /** Default: the status's reason phrase. */
  readonly description?: string
  /**
   * The type of the body. A response with nothing that says what it carries has none, but for errors: from 400 on, and as
   * `default`, it has the body of every error of the application, by default a {@link Problem}. `null` says that an error
   * has none either.
   *
   * @example responses: { 200: Book, 304: 'Unchanged', 404: 'No such book', 412: { body: null } }
   */
  readonly body?: DeclaredType
  /**
   * The media types that the body is written in: one, or a list, of which the client's `accept` header chooses. What is
   * not JSON is text or bytes: then `body` is `String` or `Buffer`, or left out. Default: `application/json`.
   */
  readonly contentType?: string | readonly string[]
  /**
   * The type of the body by media type, where they differ, or a {@link MediaOption} with examples; in place of `body` and
   * `contentType`.
   */
  readonly content?: Readonly<Record<string, MediaOption | DeclaredType>>
  /**
   * The data of server-sent events (`text/event-stream`): one type, for events without a name, or a type for each name.
   * The handler returns an iterable, of the data or of events with a name, or calls `ctx.sse`. May be beside a `body`.
   *
   * @example { events: Price }
   * @example { events: { price: Price, halt: Halt } }
   */
  readonly events?: DeclaredType
  /**
   * The type of each line of JSON Lines (`application/jsonl`): the handler returns an iterable. May be beside a `body`.
   *
   * @example { lines: Price }
   */
  readonly lines?: DeclaredType
  /**
   * The headers that the response has, by name: each a type, or a {@link HeaderOption}. A header is required unless it is
   * `optional`.
   *
   * @example { headers: { location: String, 'x-total': { type: Integer, optional: true } } }
   */
  readonly headers?: Readonly<Record<string, HeaderOption | DeclaredType>>
  /**
   * What a client may call next, by a name for each.
   *
   * @example { links: { repositories: { operation: 'listRepositories', parameters: { owner: '$response.body#/name' } } } }
   */
  readonly links?: Readonly<Record<string, LinkOption | SharedLink>>
}

/** {@link ResponseOption}, by name. */
export const RESPONSE_OPTIONS: OptionTable<ResponseOption> = {
  description: true,
  body: true,
  contentType: true,
  content: true,
  events: true,
  lines: true,
  headers: true,
  links: true,
  ...EXAMPLE_OPTIONS,
  [EXTENSIONS]: true
}

/**
 * A response as a route declares it: its options, or only the type of its body, or only its description.
 *
 * @example responses: { 200: Book, 404: 'No such book', 409: { description: 'The book is lent', body: Loan } }
 */
export type DeclaredResponse =
  | ResponseOption
  | Class
  | TypeToken
  | StandardSchema
  | readonly DeclaredType[]
  | (() => DeclaredType)
  | string

/**
 * What is declared by the status of a response (OpenAPI 3.0.3, section 4.7.16): for one status, for a range such as `4XX`,
 * or for every other, `default`. For a status the most exact of them counts: `418` before `4XX` before `default`.
 */
export type ByStatus<T> = {
  readonly [status: number]: T
  /** 100 to 199. */
  readonly '1XX'?: T
  /** 200 to 299, every success. */
  readonly '2XX'?: T
  /** 300 to 399. */
  readonly '3XX'?: T
  /** 400 to 499, every error of a request. */
  readonly '4XX'?: T
  /** 500 to 599, every failure of the service. */
  readonly '5XX'?: T
  /** Every status that nothing else is declared for, of a success as well. */
  readonly default?: T
}

/** The statuses that a response is declared for: one, a range such as `4XX`, or `default`. */
export type ResponseStatus = number | '1XX' | '2XX' | '3XX' | '4XX' | '5XX' | 'default'

/**
 * The options of a response. A plain object is always taken for options, so that a misspelt one is found: an enum is
 * written `enumOf(Status)`.
 */
export function responseOption(declared: DeclaredResponse): ResponseOption {
  if (typeof declared === 'string') return { description: declared }
  const isObject = typeof declared === 'object' && declared !== null
  // A list, a token such as `Integer`, or a schema of another library.
  const isType = typeof declared === 'function' || (isObject && !mayBeOptions(declared))
  return isType ? { body: declared } : (declared as ResponseOption)
}

/** Whether a value is the options of a response rather than a type, which may be an enum or an object of a class. */
export function isResponseOption(value: unknown): value is ResponseOption {
  if (!mayBeOptions(value)) return false
  return Object.keys(value).length === 0 || isNamedByOptions(value, RESPONSE_OPTIONS)
}

/**
 * One parameter of a route: read and checked before the handler runs, which gets its value by {@link Context.parameter}.
 * Beside these options it has the rules of a field.
 *
 * @example { name: 'limit', in: 'query', schema: Integer, minimum: 1, maximum: 100, default: 20 }
 */
export interface ParameterOption
  extends Omit<FieldOptions, 'type' | 'name' | 'optional' | 'nullable' | 'readOnly' | 'writeOnly' | 'examples'> {
  /** The name of the parameter in requests. */
  readonly name: string
  /** Where requests have it: path, query, header or cookie. */
  readonly in: ParameterPlace
  /** The description in the document, as CommonMark. */
  readonly description?: string
  /** Default: false; a path parameter is always required. */
  readonly required?: boolean
  /** A type or a sample value: `Integer` and `0` both give an integer schema. Default: string. */
  readonly schema?: DeclaredType
  /** A value, as JSON, that the parameter accepts. */
  readonly example?: unknown
  /** Such values by name; see {@link ExampleOptions}. */
  readonly examples?: ExampleOptions['examples']
  /** Marks the parameter as deprecated. */
  readonly deprecated?: boolean
}

/** {@link ParameterOption}, by name. */
export const PARAMETER_OPTIONS: OptionTable<ParameterOption> = {
  ...OPTIONS_OF_PARAMETERS,
  name: true,
  in: true,
  required: true,
  schema: true,
  examples: true,
  deprecated: true
}

/**
 * What a request must show: a scheme by its name, or several together with the scopes that each must have. `{}` requires
 * nothing. OpenAPI 3.0.3, section 4.7.30.
 *
 * @example 'bearer'
 * @example { bearer: ['notes:write'], key: [] }
 */
export type SecurityRequirement = string | Readonly<Record<string, readonly string[] | undefined>>

/** What a route says about itself: what the document publishes of it, and the limits of its requests. */
export interface OperationOptions extends Extensions {
  /** The tags of the operation; documents and pages group by them. */
  readonly tags?: readonly string[]
  /** One line of what the operation does. */
  readonly summary?: string
  /** What the operation does, as CommonMark. */
  readonly description?: string
  /** A page with more about the operation. */
  readonly externalDocs?: ExternalDocs
  /** Where the operation is served, in place of the servers of the document. */
  readonly servers?: readonly Server[]
  /** The unique name of the operation, of which clients make a method's name. Default: from method and path. */
  readonly operationId?: string
  /** Marks the operation as deprecated. */
  readonly deprecated?: boolean
  /**
   * The type of the request body, or a {@link RequestBodyOption} with its types by media type, a description and examples. In
   * the router's own form it is bound and checked before a handler of the context runs, for which `ctx.body` returns it;
   * bytes, and a record with files, are left for the handler to read.
   *
   * @example { requestBody: NewBook }
   * @example { requestBody: { type: BookChange, required: false, description: 'What to change' } }
   */
  readonly requestBody?: RequestBodyOption | DeclaredType
  /**
   * The media types that the request body may be written in: one, or a list. The document lists them, and a body of
   * another type is a 415. Default: `application/json`; `multipart/form-data` for a record with files, and
   * `application/octet-stream` for `Buffer`.
   */
  readonly consumes?: string | readonly string[]
  /** What a `multipart/form-data` body may hold here. Default: the application's `uploads`. */
  readonly uploads?: UploadLimits
  /**
   * By HTTP status code, by range or as `default`: `{ 200: Book, 404: 'No such book', '4XX': { description, body } }`. For a
   * status the most exact declaration counts.
   */
  readonly responses?: ByStatus<DeclaredResponse>
  /**
   * Requests that the application sends because of this operation, by a name for each: what `defineCallback` makes of a
   * class, or {@link CallbackOptions}. OpenAPI 3.0.3, section 4.7.18.
   *
   * @example callbacks: { onData: dataCallback }
   */
  readonly callbacks?: Readonly<Record<string, OutgoingOperations | CallbackOptions>>
  /**
   * The parameters. In the router's own form they are read and checked before the handler runs, and `ctx.parameter` returns
   * their values; a controller's method has inputs for that, and reads those that are only declared here itself.
   */
  readonly parameters?: readonly ParameterOption[]
  /**
   * What a request must show, one of the list; `[]` for nothing. It is checked before anything else of the request is
   * read, and the document says so. Default: what the controller, the group or the application says; nothing for OPTIONS.
   */
  readonly security?: readonly SecurityRequirement[]
  /**
   * The version of the route, or several; the option `versioning` of the application says how requests name one. Default: the
   * route is the same in all versions.
   */
  readonly version?: string | readonly string[]
  /** Leaves the route out of the document. Default: false. */
  readonly hidden?: boolean
  /** The largest request body in bytes. Default: the application's. */
  readonly bodyLimit?: number
  /** How long a whole request may take to arrive, in milliseconds; 0 for no limit. Default: the server's. */
  readonly requestTimeout?: number
  /**
   * How long the handler and its middleware may take until the response begins, in milliseconds; then the response is a 503 and
   * `ctx.signal` fires. 0 for no limit. Default: the application's.
   */
  readonly handlerTimeout?: number
}

/** One request of a callback, as a route declares its own: `requestBody` is what the application sends, `responses` what it accepts. */
export type CallbackOption = Omit<
  OperationOptions,
  'bodyLimit' | 'callbacks' | 'handlerTimeout' | 'hidden' | 'requestTimeout' | 'security' | 'uploads' | 'version'
>

/**
 * The requests of a callback, by URL and then by method, in lower case. The URL has runtime expressions in braces (OpenAPI
 * 3.0.3, section 4.7.18).
 *
 * @example { '{$request.query.callbackUrl}/data': { post: { requestBody: Reading, responses: { 202: 'Received' } } } }
 */
export type CallbackOptions = Readonly<Record<string, Readonly<Record<string, CallbackOption>>>>

/** The options of a registered route: each response by its options. */
export type RegisteredOptions<T extends OperationOptions = OperationOptions> = Omit<T, 'responses'> & {
  readonly responses?: ByStatus<ResponseOption>
}
