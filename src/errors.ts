/** Where in a request a fault was found. */
export type FaultPlace = 'body' | 'query' | 'path' | 'header' | 'cookie'

/**
 * One thing that is wrong with a request; every rejection of a request is a list of these.
 *
 * `path` is the way to the value inside its place (`lines[3].sku`, empty for the whole body),
 * `rule` the JSON Schema keyword or class-validator name that was broken (`minLength`), and
 * `message` a text to be read after the field's name (`must be at least 3 characters long`).
 */
export interface Fault {
  /** Where the value is: in the body, the path, the query, a header or a cookie. */
  readonly in: FaultPlace
  /** The path of the value there: `items[3].name`; `''` for the whole of it. */
  readonly path: string
  /** The rule that the value breaks: `minLength`, `required`, `type`. */
  readonly rule: string
  /** What is wrong, as a client gets it: `must be an integer`. */
  readonly message: string
  /**
   * The value that the rule was declared with, for programs that write messages of their own: `3` of `minLength: 3`, the
   * name of a format. Absent where a rule has none, and for patterns and lists of values, which the document has.
   */
  readonly limit?: number | string
}

/** Every code of a {@link SetupError}, with the sentence that the guide explains it by. */
export const SETUP_CODES = {
  APPLICATION_INVALID: 'The options given to the application are incomplete or contradict each other.',
  CONTROLLER_INVALID: 'A class given as a controller has no @Controller, or cannot be constructed.',
  DECORATOR_MODE: 'A decorator was compiled in a form in which it cannot work.',
  DECORATOR_MISPLACED: 'A decorator is used where it has no meaning.',
  DOCUMENT_CONFLICT: 'Two declarations cannot both be written in one OpenAPI document.',
  DOCUMENT_CONTRADICTED: 'An edited document says something else than the service does.',
  DOCUMENT_INVALID: 'The title, version, servers or operationId function of the document are missing or malformed.',
  FIELD_OPTION_INVALID:
    'An option of @Field does not fit the type of the field, or has a wrong value, or @JSONSchema says what nothing enforces.',
  FIELD_TYPE_UNKNOWN: 'The type of a field is not known at run time.',
  LISTEN_FAILED: 'The server cannot listen on the port or host that it was given.',
  MIDDLEWARE_INVALID: 'Something given as middleware, or as an interceptor, is not a function of that kind.',
  NESTED_CLASS_UNKNOWN: 'A nested object has to be checked, but its class is not known at run time.',
  OPTION_UNKNOWN: 'An option has an unknown name, or a value that it cannot have.',
  PARAMETER_INVALID: 'A declared parameter is malformed or does not belong to the path.',
  PATH_INVALID: 'A path is malformed.',
  PATH_REGEX_INVALID: 'The regular expression of a path parameter does not compile.',
  PATH_REGEX_UNSAFE: 'The regular expression of a path parameter can backtrack catastrophically.',
  PATTERN_UNSAFE: 'The regular expression of a field can backtrack catastrophically on texts that a client may send.',
  RECORD_INVALID: 'A class used as a record declares no field, or cannot be constructed without arguments.',
  RECORD_NAME_DUPLICATE: 'Two different records have the same name.',
  RESPONSE_INVALID: 'A declared response is malformed.',
  ROUTE_DUPLICATE: 'Two routes have the same method and path.',
  ROUTE_HANDLER_INVALID: 'The handler of a route is not a function.',
  ROUTE_OPTIONS_INVALID: 'The options of a route are malformed.',
  ROUTE_SHADOWED: 'A route can never be reached because another route always matches first.',
  ROUTER_FROZEN: 'A route or middleware was registered after the first request.',
  SCHEMA_UNDOCUMENTED: 'A schema of another library does not say in JSON Schema what it accepts or returns.',
  SECURITY_INVALID: 'A security scheme, a requirement or a principal is malformed, unknown or not there.',
  TYPE_CONTRADICTED: 'A declared type and the TypeScript type of what it is declared for contradict each other.',
  UNION_INVALID: 'The members of a union and its discriminator do not fit together.',
  VERSION_INVALID: 'The version of a route, or how requests name one, is malformed or not declared.'
} as const

/** The code of a {@link SetupError}. */
export type SetupCode = keyof typeof SETUP_CODES

/**
 * One thing that is wrong with an application's declarations, found before the first request.
 * Its message is `CODE: what, place; remedy.`
 */
export class SetupError extends Error {
  /** `'SetupError'`. */
  override readonly name = 'SetupError'
  /** Stable, documented in the guide of setup errors. */
  readonly code: SetupCode
  /** The wrong declaration: `ItemsController.show`, `Item.createdAt`. */
  readonly place: string
  /** What to do about it. */
  readonly remedy: string

  constructor(code: SetupCode, what: string, place: string, remedy: string) {
    super(`${code}: ${what}, ${place}; ${remedy}.`)
    this.code = code
    this.place = place
    this.remedy = remedy
  }
}

/** Makes the function that makes setup errors of one code; for a file whose errors all have the same. */
export function setupErrorOf(code: SetupCode): (what: string, place: string, remedy: string) => SetupError {
  return (what, place, remedy) => new SetupError(code, what, place, remedy)
}

/** All setup errors of an application together; thrown by `bootstrap`. */
export class BootstrapError extends Error {
  /** `'BootstrapError'`. */
  override readonly name = 'BootstrapError'
  /** Every error that was found, in the order of the declarations. */
  readonly errors: readonly SetupError[]

  constructor(errors: readonly SetupError[]) {
    const count = errors.length === 1 ? '1 setup error' : `${errors.length} setup errors`
    super(`The application cannot start: ${count}.\n${errors.map((error) => `  - ${error.message}`).join('\n')}`)
    this.errors = errors
    for (const error of errors) shorten(error)
  }
}

/**
 * Node prints the errors of an error, with all of their members, below its stack. Each message is in the list above, so that
 * an error is one line there, and its cause.
 */
function shorten(error: SetupError): void {
  for (const key of ['name', 'code', 'place', 'remedy'] as const) {
    Object.defineProperty(error, key, { value: error[key], enumerable: false })
  }
  Object.defineProperty(error, 'stack', { value: `SetupError: ${error.code}, ${error.place}`, configurable: true })
}

/** Runs `work`; its setup errors get another place, and another remedy where the first would mislead there. */
export function placing<T>(
  work: () => T,
  move: (error: SetupError) => Partial<Pick<SetupError, 'place' | 'remedy'>>
): T {
  try {
    return work()
  } catch (error) {
    const moved = (each: SetupError) => placed(each, move(each))
    if (error instanceof SetupError) throw moved(error)
    if (error instanceof BootstrapError) throw new BootstrapError(error.errors.map(moved))
    throw error
  }
}

/** The same error with another place, or another remedy. */
export function placed(error: SetupError, given: Partial<Pick<SetupError, 'place' | 'remedy'>>): SetupError {
  const { place = error.place, remedy = error.remedy } = given
  const what = error.message.slice(`${error.code}: `.length, -`, ${error.place}; ${error.remedy}.`.length)
  const moved = new SetupError(error.code, what, place, remedy)
  return ABSENCES.has(error) ? ofAbsence(moved) : moved
}

const ABSENCES = new WeakSet<SetupError>()

/** Marks an error about something that no route has: where routes could not be registered, it follows from that. */
export function ofAbsence(error: SetupError): SetupError {
  ABSENCES.add(error)
  return error
}

/**
 * Runs each piece of set-up work and throws all their setup errors together.
 * Anything that is not a setup error is a defect and is thrown at once.
 */
export class SetupErrors {
  #errors: SetupError[] = []

  /** How many errors were kept. */
  get count(): number {
    return this.#errors.length
  }

  /** Those that were kept. */
  get all(): readonly SetupError[] {
    return this.#errors
  }

  /** Runs `work`; keeps its setup errors for later, and then returns undefined. */
  attempt<T>(work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      this.add(error)
      return undefined
    }
  }

  /**
   * Runs all pieces of work, and returns what they return, by their names.
   * @throws BootstrapError with every error that was kept, of theirs or before
   */
  resultsOf<T extends Readonly<Record<string, () => unknown>>>(work: T): { [N in keyof T]: ReturnType<T[N]> } {
    const results = Object.entries(work).map(([name, each]) => [name, this.attempt(each)])
    this.throwIfAny()
    return Object.fromEntries(results)
  }

  /** Keeps a setup error, or those of a {@link BootstrapError}, for later; throws anything else, which is a defect. */
  add(error: unknown): void {
    if (error instanceof SetupError) this.#errors.push(error)
    else if (error instanceof BootstrapError) this.#errors.push(...error.errors)
    else throw error
  }

  /** Forgets those about what no route has: they would mislead where others say why a route is missing. */
  forgetAbsences(): void {
    this.#errors = this.#errors.filter((error) => !ABSENCES.has(error))
  }

  /** Throws a {@link BootstrapError} if any error was kept; errors with the same message appear once. */
  throwIfAny(): void {
    if (this.#errors.length === 0) return
    const seen = new Set<string>()
    const errors = this.#errors.filter((error) => !seen.has(error.message) && seen.add(error.message))
    throw new BootstrapError(errors)
  }
}

/** What an {@link HttpError} may have in addition to status and detail. */
export interface HttpErrorOptions {
  /** Response headers to send with the error, by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>
  /** The faults, for the problem's `errors` member. */
  readonly faults?: readonly Fault[]
  /** The internal cause: logged, never sent. */
  readonly cause?: unknown
}

/** False where the process was started with frozen intrinsics. */
export const LIMITS_STACKS = Object.getOwnPropertyDescriptor(Error, 'stackTraceLimit')?.writable === true

/**
 * An error that becomes a response: an RFC 9457 problem with this status and detail. Below 500, and without a cause, it
 * has no stack: it reports a mistake of the client, not of the code that created it.
 *
 * @example throw new HttpError(418, 'short and stout')
 */
export class HttpError extends Error {
  /** The name of the class: `NotFound`. */
  override readonly name: string
  /** An HTTP status code, 400 to 599. */
  readonly status: number
  /** The text sent to the client as the problem's `detail`. */
  readonly detail: string
  /** Headers of the response, such as `retry-after`. */
  readonly headers: Readonly<Record<string, string>> | undefined
  /** What is wrong with the request, one by one; the problem lists them under `errors`. */
  readonly faults: readonly Fault[] | undefined

  constructor(status: number, detail: string, options: HttpErrorOptions = {}) {
    const { stackTraceLimit } = Error
    // A client's mistake is found without a stack, and walking the stack is most of the cost of an error (3 µs).
    if (LIMITS_STACKS && status < 500 && options.cause === undefined) Error.stackTraceLimit = 0
    try {
      super(detail, options.cause === undefined ? undefined : { cause: options.cause })
    } finally {
      if (LIMITS_STACKS) Error.stackTraceLimit = stackTraceLimit
    }
    this.name = 'HttpError'
    if (!Number.isInteger(status) || status < 400 || status > 599) {
      throw new RangeError(`An HttpError's status is an integer from 400 to 599, not ${status}`)
    }
    this.status = status
    this.detail = detail
    this.headers = options.headers
    this.faults = options.faults
  }
}

function httpErrorKind(status: number, name: string, defaultDetail: string) {
  return class extends HttpError {
    override readonly name = name

    constructor(detail: string = defaultDetail, options: HttpErrorOptions = {}) {
      super(status, detail, options)
    }

    /** Throws this error: `find(id) ?? NotFound.throw()`. */
    static throw(detail?: string, options?: HttpErrorOptions): never {
      throw new this(detail, options)
    }
  }
}

/** 400 */
export class BadRequest extends httpErrorKind(400, 'BadRequest', 'The request is malformed') {}
/** 401 */
export class Unauthorized extends httpErrorKind(401, 'Unauthorized', 'Authentication is required') {}
/** 403 */
export class Forbidden extends httpErrorKind(403, 'Forbidden', 'Access is refused') {}
/** 404 */
export class NotFound extends httpErrorKind(404, 'NotFound', 'Not found') {}
/** 405 */
export class MethodNotAllowed extends httpErrorKind(405, 'MethodNotAllowed', 'Method not allowed') {}
/** 406 */
export class NotAcceptable extends httpErrorKind(406, 'NotAcceptable', 'No acceptable representation') {}
/** 409 */
export class Conflict extends httpErrorKind(409, 'Conflict', 'The request conflicts with the current state') {}
/** 410 */
export class Gone extends httpErrorKind(410, 'Gone', 'The resource is gone') {}
/** 413 */
export class ContentTooLarge extends httpErrorKind(413, 'ContentTooLarge', 'The request body is too large') {}
/** 415 */
export class UnsupportedMediaType extends httpErrorKind(
  415,
  'UnsupportedMediaType',
  'The media type of the request body is not supported'
) {}
/** 422 */
export class UnprocessableContent extends httpErrorKind(
  422,
  'UnprocessableContent',
  'The request cannot be processed'
) {}
/** 429 */
export class TooManyRequests extends httpErrorKind(429, 'TooManyRequests', 'Too many requests') {}
/** 500 */
export class InternalServerError extends httpErrorKind(500, 'InternalServerError', 'Internal server error') {}
/** 503 */
export class ServiceUnavailable extends httpErrorKind(503, 'ServiceUnavailable', 'The service is unavailable') {}

/** class-validator's `ValidationError`: what is wrong with one property of an object. */
export interface ClassValidatorError {
  /** The object that was checked. */
  target?: object
  /** The property, or the index of an item. */
  property: string
  /** The value of the property. */
  // biome-ignore lint/suspicious/noExplicitAny: as class-validator's, so that one is assigned to the other.
  value?: any
  /** The messages by the names of the constraints. */
  constraints?: { [constraint: string]: string }
  /** What is wrong with the properties of the value. */
  children?: ClassValidatorError[]
  /** What decorators give in their option `context`, by the names of the constraints. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  contexts?: { [constraint: string]: any }
  /** All of it as text. */
  toString(shouldDecorate?: boolean, hasParent?: boolean, parentPath?: string, showConstraintMessages?: boolean): string
}

/**
 * A 400 that lists what is wrong with a request. Its message is
 * `validation failed: Field '<path>' <message>`, one clause per fault, joined by `; `.
 */
export class ValidationError extends HttpError {
  /** `'ValidationError'`. */
  override readonly name = 'ValidationError'
  /** What is wrong with the request, one by one. */
  override readonly faults: readonly Fault[]
  readonly #tree: () => ClassValidatorError[]

  constructor(faults: readonly Fault[], tree: () => ClassValidatorError[] = () => []) {
    super(400, validationMessage(faults))
    this.faults = faults
    this.#tree = tree
  }

  /** The same faults as class-validator's own `validate` would have returned them; computed when read. */
  get tree(): ClassValidatorError[] {
    return this.#tree()
  }
}

function validationMessage(faults: readonly Fault[]): string {
  return validationDetail(faults.map((fault) => faultClause(fault.in, fault.path, fault.message)))
}

/** The clause of a {@link ValidationError} about one fault. */
export function faultClause(place: FaultPlace, path: string, message: string): string {
  return path === '' ? `The ${place} ${message}` : `Field '${path}' ${message}`
}

/** The separator of the clauses of a {@link ValidationError}. */
export const BETWEEN_CLAUSES = '; '

/** The detail of a {@link ValidationError} about all of its faults. */
export function validationDetail(clauses: readonly string[]): string {
  return `validation failed: ${clauses.join(BETWEEN_CLAUSES)}`
}
