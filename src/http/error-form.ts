import { HttpError, setupErrorOf } from '../errors.js'
import type { Class } from '../metadata.js'
import { checkOptions, type OptionTable } from '../options.js'
import { compileJsonCheck } from '../record/binder.js'
import type { TypeSchema, UnknownFields } from '../record/type/schema.js'
import { parseType } from '../record/type/type-expression.js'
import { compileWriter } from '../record/writer.js'
import type { DeclaredType } from './content-options.js'
import type { Context } from './context.js'
import { logText } from './lifetime/thrown-value.js'
import type { ResponseOption } from './operation-options.js'
import { PROBLEM_TYPE, Problem } from './problem.js'
import { JSON_TYPE } from './reply/reply.js'
import { isJson, parseMediaType } from './syntax/media-type.js'
import { violationsOf, violationText } from './violation-reports.js'

/** The statuses of requests that break a rule. */
const VALIDATION_STATUSES = [400, 422] as const
/** The status of a request that breaks a rule. */
export type ValidationStatus = (typeof VALIDATION_STATUSES)[number]

/**
 * What becomes of an error of a class: `[EntityNotFound, (error) => new NotFound(error.message)]`. An error of a class
 * that extends it is one, too.
 */
export type ErrorMapping = readonly [
  type: abstract new (...args: never) => object,
  // biome-ignore lint/suspicious/noExplicitAny: an instance of the class, which TypeScript cannot infer in a list
  to: (error: any, ctx: Context) => HttpError
]

/**
 * How an application sends errors, declared in one place: the form of every error response, which status a broken rule
 * has, and which HTTP errors other errors become. The document describes all of it.
 *
 * @example
 * errors: {
 *   body: ApiError,
 *   format: (problem) => ({ message: problem.detail, fields: problem.errors?.map(({ path }) => path) }),
 *   statuses: { validation: 422 },
 *   map: [[EntityNotFound, (error) => new NotFound(error.message)]]
 * }
 */
export interface ErrorsOptions {
  /** The type of the body of every error response; beside `format`. Default: {@link Problem}. */
  readonly body?: DeclaredType
  /** The media type of that body, which is JSON. Default: `application/json`. */
  readonly contentType?: string
  /**
   * Makes the body of an error response, 404 and 405 without a route included; beside `body`. `error` is what was thrown,
   * or says how a response breaks the document; undefined for `ctx.jsonError`. It is for choosing a form, and nothing of
   * an unexpected error belongs in a response. Must not be asynchronous, or reply. Where it throws, or returns what is no
   * `body`, the problem is sent as it is, and the log says why. It is also called for the examples of the document, with a context
   * of no request; what throws there, or differs from call to call, gives no example.
   */
  format?(problem: Problem, ctx: Context, error: unknown): unknown
  /** `validation` is the status of a request that breaks a rule: 400 or 422. Default: 400. */
  readonly statuses?: { readonly validation?: ValidationStatus }
  /**
   * What an error that is no {@link HttpError} is sent as; undefined leaves it a 500. A function, or a list of classes with
   * a function each, of which the first that fits counts. Must not be asynchronous; where it throws, the error is a 500.
   */
  readonly map?: ((error: unknown, ctx: Context) => HttpError | undefined) | readonly ErrorMapping[]
}

const ERRORS_OPTIONS: OptionTable<ErrorsOptions> = {
  body: true,
  contentType: true,
  format: true,
  statuses: true,
  map: true
}

/** How error responses are written, checked and described. */
export interface ErrorForm {
  /** The content of an error response as `responses` would declare it: one media type with its type. */
  readonly content: Readonly<Record<string, DeclaredType>>
  readonly type: TypeSchema
  /** As in the document. */
  readonly mediaType: string
  /** As it is sent. */
  readonly contentType: string
  readonly validationStatus: ValidationStatus
  /**
   * Writes the body of an application's own form; undefined where errors are sent as problems. For an error that `format`
   * itself causes, it returns undefined: that is sent as a problem.
   *
   * @throws what `format` throws, and a TypeError where it returns what is no body or calls for an error response
   */
  readonly write: ((problem: Problem, ctx: Context, error: unknown) => string | undefined) | undefined
  /**
   * What an error that is no HttpError is sent as; undefined where nothing was declared.
   *
   * @throws what the application's function throws, and a TypeError where it returns something else
   */
  readonly map: ((error: unknown, ctx: Context) => HttpError | undefined) | undefined
}

const PROBLEM_CONTENT: ErrorForm['content'] = { [PROBLEM_TYPE]: Problem }

/** The contents of the errors of all applications. */
const errorContents = new WeakSet<object>([PROBLEM_CONTENT])

/** Errors as RFC 9457 has them. */
export const PROBLEM_FORM: ErrorForm = {
  content: PROBLEM_CONTENT,
  type: { kind: 'record', class: Problem as Class },
  mediaType: PROBLEM_TYPE,
  contentType: PROBLEM_TYPE,
  validationStatus: 400,
  write: undefined,
  map: undefined
}

const PLACE = 'the option errors'
const invalid = setupErrorOf('APPLICATION_INVALID')

/**
 * Checks and compiles the option `errors`.
 *
 * @param unknownFields what the document says of unknown keys in records that do not say it themselves
 * @throws SetupError APPLICATION_INVALID, FIELD_TYPE_UNKNOWN; BootstrapError of OPTION_UNKNOWN, and of what is wrong
 * with the records that the body reaches
 */
export function errorForm(options: ErrorsOptions | undefined, unknownFields: UnknownFields): ErrorForm {
  if (options === undefined) return PROBLEM_FORM
  checkOptions(options, ERRORS_OPTIONS, PLACE)
  checkOptions(options.statuses, { validation: VALIDATION_STATUSES }, 'the option errors.statuses')
  return {
    ...ownForm(options, unknownFields),
    validationStatus: options.statuses?.validation ?? 400,
    map: options.map === undefined ? undefined : checkedMap(options.map)
  }
}

function ownForm(options: ErrorsOptions, unknownFields: UnknownFields): Omit<ErrorForm, 'validationStatus' | 'map'> {
  const { body, contentType: mediaType = 'application/json', format } = options
  if (body === undefined) {
    if (!('body' in options) && format === undefined && options.contentType === undefined) return PROBLEM_FORM
    const given = format === undefined ? 'contentType' : 'format'
    const what =
      'body' in options ? 'its body is undefined (perhaps because of a circular import)' : `it has ${given} and no body`
    throw invalid(what, PLACE, 'name the type that format returns: body: ApiError')
  }
  if (typeof format !== 'function') {
    throw invalid(
      'it has a body, and no function format',
      PLACE,
      'write format: (problem) => …, which returns the body'
    )
  }
  const essence = typeof mediaType === 'string' ? parseMediaType(mediaType)?.essence : undefined
  if (essence === undefined || essence !== mediaType || !isJson({ essence, charset: undefined })) {
    const remedy =
      "write contentType: 'application/json', or another type of JSON, in lower case and without parameters"
    throw invalid(`its contentType ${logText(mediaType)} is not JSON`, PLACE, remedy)
  }
  const type = parseType(body, PLACE)
  if (type.kind === 'file') throw invalid('bytes have no JSON form', PLACE, 'name the type of a record')
  const content = { [mediaType]: body }
  errorContents.add(content)
  return {
    content,
    type,
    mediaType,
    contentType: mediaType === 'application/json' ? JSON_TYPE : mediaType,
    write: compileBody(type, format, unknownFields)
  }
}

function compileBody(
  type: TypeSchema,
  format: NonNullable<ErrorsOptions['format']>,
  unknownFields: UnknownFields
): NonNullable<ErrorForm['write']> {
  const write = compileWriter(type)
  const check = compileJsonCheck(type, unknownFields)
  // Whether `format`, which is called for a context, has caused an error response of it.
  const running = new Map<Context, boolean>()
  const formatted = (problem: Problem, ctx: Context, error: unknown): unknown => {
    running.set(ctx, false)
    try {
      const body = synchronous(format(problem, ctx, error), 'errors.format')
      if (running.get(ctx) !== true) return body
      throw new TypeError('errors.format caused an error response itself: it must return the body')
    } finally {
      running.delete(ctx)
    }
  }
  return (problem, ctx, error) => {
    if (running.has(ctx)) {
      running.set(ctx, true)
      return undefined
    }
    const body = formatted(problem, ctx, error)
    const text = write(body)
    const faults = check(text)
    if (faults === undefined) return text
    const violation = violationText(violationsOf(faults, 'the body'))
    throw new TypeError(`errors.format returned what is no body: ${violation}`)
  }
}

function checkedMap(map: NonNullable<ErrorsOptions['map']>): NonNullable<ErrorForm['map']> {
  const find = typeof map === 'function' ? map : mapping(map)
  return (error, ctx) => {
    const mapped = synchronous(find(error, ctx), 'errors.map')
    if (mapped === undefined || mapped instanceof HttpError) return mapped
    throw new TypeError(`errors.map returned ${logText(mapped)}, which is no HttpError`)
  }
}

function mapping(list: readonly ErrorMapping[]): (error: unknown, ctx: Context) => unknown {
  const isList = Array.isArray(list) && list.every(isMapping)
  if (!isList) {
    const remedy = 'write map: [[EntityNotFound, (error) => new NotFound(error.message)]], or a function'
    throw invalid('its map is neither a function nor a list of classes with a function each', PLACE, remedy)
  }
  return (error, ctx) => list.find(([type]) => error instanceof type)?.[1](error, ctx)
}

function isMapping(entry: unknown): boolean {
  if (!Array.isArray(entry) || entry.length !== 2 || !entry.every((part) => typeof part === 'function')) return false
  try {
    // Throws for a function that is no class, such as an arrow function.
    return typeof (entry instanceof entry[0]) === 'boolean'
  } catch {
    return false
  }
}

/** @throws TypeError for a promise, whose rejection must not end the process */
function synchronous<T>(returned: T, what: string): T {
  const { then } = (returned ?? {}) as { then?: unknown }
  if (typeof then !== 'function') return returned
  Promise.resolve(returned).catch(() => undefined)
  throw new TypeError(`${what} returned a promise: it must not be asynchronous`)
}

/**
 * The responses of a route, in which every error that declares no body has that of the form, and `default` as well; one
 * with `body: null` has none.
 */
export function withErrorContent(
  responses: Readonly<Record<string, ResponseOption>>,
  { content }: ErrorForm
): Readonly<Record<string, ResponseOption>> {
  const entries = Object.entries(responses)
  if (!entries.some(([status, option]) => isBareError(status, option))) return responses
  return Object.fromEntries(
    entries.map(([status, option]) => [status, isBareError(status, option) ? { ...option, content } : option])
  )
}

/** Whether a response has the content that every error of the form has. */
export function isErrorContent(response: ResponseOption | undefined, { content }: ErrorForm): boolean {
  return response?.content === content
}

/** Whether a response has the content that every error of its application has. */
export function hasErrorContent({ content }: ResponseOption): boolean {
  return content !== undefined && errorContents.has(content)
}

/** What the body of a response is declared by. */
const CONTENT = ['body', 'contentType', 'content', 'events', 'lines'] as const

function isBareError(status: string, option: ResponseOption): boolean {
  // What is no object is reported where the route is described.
  const isOption = typeof option === 'object' && option !== null
  return /^(?:[45]|default$)/.test(status) && isOption && !CONTENT.some((name) => name in option)
}
