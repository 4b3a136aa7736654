import type { ServerResponse } from 'node:http'
import { setupErrorOf } from '../../errors.js'
import { compileJsonCheck } from '../../record/binder.js'
import type { TypeSchema, UnknownFields } from '../../record/type/schema.js'
import { jsonText } from '../../record/write/any-value.js'
import { compileWriter } from '../../record/writer.js'
import type { Context } from '../context.js'
import { type ErrorForm, isErrorContent, PROBLEM_FORM, withErrorContent } from '../error-form.js'
import type { ResponseOption } from '../operation-options.js'
import type { HeaderForm } from '../reply/header-text.js'
import { isErrorReply, JSON_TYPE, type Reply } from '../reply/reply.js'
import type { RouteDefinition } from '../route.js'
import { isContentless, rangeOf, statusKeyFault } from '../syntax/by-status.js'
import { isJson, parseMediaType } from '../syntax/media-type.js'
import { type ResponseContent, responseContent, responseExamples } from './content-types.js'
import { declaredHeaders } from './declared-headers.js'
import { declaredStreams } from './declared-streams.js'
import { frameworkStatuses } from './framework-statuses.js'
import { compileHeaderCheck, type HeaderCheck, headerForms } from './header-check.js'
import { type PromisedStream, promisedStream } from './stream-writers.js'
import { type Success, successOf, UNDOCUMENTED } from './success.js'

const invalid = setupErrorOf('RESPONSE_INVALID')

/** How a value is sent as JSON. */
export interface PromisedJson {
  /** The content type that it is sent with. */
  readonly jsonType: string
  /** Its JSON text: the declared fields alone, under their JSON names. */
  readonly encode: (value: unknown) => string
}

/** What a route documents about one status; JSON in the first media type of JSON. */
export interface PromisedResponse extends PromisedJson {
  /** Each media type of JSON, best first, where there are several. */
  readonly jsonTypes?: ReadonlyMap<string, PromisedJson>
  /** The media types of the body, best first, where there is more than JSON's own to choose from. */
  readonly types?: readonly string[]
  /** What is streamed item by item, by media type. */
  readonly streams?: ReadonlyMap<string, PromisedStream>
  /** How the headers that the status declares are written. */
  readonly headers?: ReadonlyMap<string, HeaderForm>
  /** What is wrong with a reply of this status, and with headers of its response; undefined where it keeps the promise. */
  readonly violation: (reply: Reply, res: ServerResponse) => string | undefined
  /** What is wrong with the headers alone, where the status declares any. */
  readonly checkHeaders?: HeaderCheck
  /** Whether the body is that of every error of the application. */
  readonly isError?: boolean
  /** Whether it has no body. */
  readonly isBodiless?: boolean
}

/** What the settings say of the responses of all routes. */
export interface ResponseSettings {
  /** What the document says of unknown keys in records that do not say it themselves. */
  readonly unknownFields: UnknownFields
  readonly errors: ErrorForm
}

const DEFAULTS: ResponseSettings = { unknownFields: 'strip', errors: PROBLEM_FORM }

/** What a route promises about its responses; compiled once a route. */
export class RouteResponses {
  readonly #byStatus = new Map<number, PromisedResponse>()
  /** By range, and as `default`. */
  readonly #others = new Map<string, PromisedResponse>()
  readonly #isPromising: boolean
  readonly #headers = new Map<string, HeaderForm>()

  /** @throws SetupError or BootstrapError when the type of a response is not properly declared. */
  constructor(route: RouteDefinition, { unknownFields, errors }: ResponseSettings) {
    const declared = Object.entries(withErrorContent(route.options.responses ?? {}, errors))
    const error = promisedError(errors)
    for (const status of frameworkStatuses(route)) this.#byStatus.set(status, error)
    for (const [status, response] of declared) {
      const fault = statusKeyFault(status)
      if (fault !== undefined) throw invalid(fault.what, `${route.source}, response ${status}`, fault.remedy)
      const promised = promise(response, `${route.source}, response ${status}`, { unknownFields, errors })
      if (/^\d+$/.test(status)) this.#byStatus.set(Number(status), promised)
      else this.#others.set(status, promised)
      for (const [name, form] of promised.headers ?? []) this.#headers.set(name, form)
    }
    // Where no response is declared, or nothing is published, the document promises none.
    this.#isPromising = declared.length > 0 && route.isPromising !== false && route.options.hidden !== true
  }

  /** What is promised of a status; of one that is not declared, plain JSON. Its `encode` throws for what has none. */
  of(status: number): PromisedResponse {
    return this.#find(status) ?? UNDECLARED
  }

  /** The most exact declaration of a status: its own, its range's, or the rest's; undefined where there is none. */
  #find(status: number): PromisedResponse | undefined {
    const own = this.#byStatus.get(status)
    if (own !== undefined || this.#others.size === 0) return own
    const ofRange = this.#others.get(rangeOf(status))
    const rest = this.#others.get('default')
    // The body of every error is none of a success.
    const found = ofRange ?? (rest?.isError === true && status < 400 ? undefined : rest)
    if (found === undefined) return undefined
    const promised = isContentless(status) ? withoutContent(found) : found
    this.#byStatus.set(status, promised)
    return promised
  }

  /** How values of a header are written, by its name in any case; undefined where none is declared. */
  headerForm(name: string): HeaderForm | undefined {
    return this.#headers.size === 0 ? undefined : this.#headers.get(name.toLowerCase())
  }

  /** How a reply, with the headers of its response, breaks the document; undefined where it does not. */
  violation(reply: Reply, res: ServerResponse): string | undefined {
    if (!this.#isPromising) return undefined
    const promised = this.#find(reply.status)
    return promised === undefined ? this.statusViolation(reply.status) : promised.violation(reply, res)
  }

  /** Whether the document says that a response of the status has no body. */
  isBodiless(status: number): boolean {
    return this.#isPromising && this.#find(status)?.isBodiless === true
  }

  /** Whether a response of the status is declared, and has a body. */
  promisesBody(status: number): boolean {
    return this.#find(status)?.isBodiless === false
  }

  /** How a status alone breaks the document; undefined where it does not. */
  statusViolation(status: number): string | undefined {
    if (!this.#isPromising || this.#find(status) !== undefined) return undefined
    return `the status ${status} is not documented`
  }
}

const known = new WeakMap<RouteDefinition, RouteResponses>()

/**
 * The responses of a route, compiled at the first call, which is the router's when it is frozen.
 *
 * @throws SetupError or BootstrapError at the first call when the type of a response is not properly declared;
 * afterwards such a route promises nothing and sends no value, so that it leaks nothing that its type would have dropped.
 */
export function responsesOf(route: RouteDefinition, settings: ResponseSettings = DEFAULTS): RouteResponses {
  const found = known.get(route)
  if (found !== undefined) return found
  try {
    const responses = new RouteResponses(route, settings)
    known.set(route, responses)
    return responses
  } catch (error) {
    known.set(route, new UnknownResponses(route, error))
    throw error
  }
}

/** What a route documents about its responses: found once, as every request needs it. */
export interface DocumentedResponses {
  readonly success: Success
  readonly responses: Pick<
    RouteResponses,
    'of' | 'headerForm' | 'violation' | 'statusViolation' | 'isBodiless' | 'promisesBody'
  >
}

/** @throws SetupError or BootstrapError at the first call as {@link responsesOf} does */
export function documentedResponses(route: RouteDefinition): DocumentedResponses {
  return { success: successOf(route), responses: responsesOf(route) }
}

/** The context of a request, with what its route documents. */
export interface RespondingContext extends Context {
  readonly documented: DocumentedResponses
}

class UnknownResponses extends RouteResponses {
  readonly #error: unknown

  constructor(route: RouteDefinition, error: unknown) {
    // Getters are not spread.
    super({ ...route, pattern: route.pattern, middleware: route.middleware, options: {} }, DEFAULTS)
    this.#error = error
  }

  override of(): PromisedResponse {
    throw this.#error
  }
}

/** What is promised of a status that no route declares. */
const UNDECLARED: PromisedResponse = { jsonType: JSON_TYPE, encode: jsonText, violation: () => undefined }

/** Where no route matches. */
export const NOTHING_DOCUMENTED: DocumentedResponses = {
  success: UNDOCUMENTED,
  responses: {
    of: () => UNDECLARED,
    headerForm: () => undefined,
    violation: () => undefined,
    statusViolation: () => undefined,
    isBodiless: () => false,
    promisesBody: () => false
  }
}

const promisedErrors = new WeakMap<ErrorForm, PromisedResponse>()

/** What is promised of every error. What the framework sends has the form; a handler may send one by hand. */
function promisedError(form: ErrorForm): PromisedResponse {
  const known = promisedErrors.get(form)
  if (known !== undefined) return known
  const content = new Map([[form.mediaType, form.type]])
  const { jsonType, encode, types, violation } = promiseBody({}, content, 'the option errors', 'strip')
  const promised: PromisedResponse = {
    jsonType,
    // RFC 9457, section 3.2: a problem may have members that are not described.
    encode: form.write === undefined ? jsonText : encode,
    ...(types && { types }),
    violation: (reply, res) => (isErrorReply(reply) ? undefined : violation(reply, res)),
    isError: true,
    isBodiless: false
  }
  promisedErrors.set(form, promised)
  return promised
}

function promise(
  response: ResponseOption,
  place: string,
  { unknownFields, errors }: ResponseSettings
): PromisedResponse {
  const content = response === undefined ? undefined : responseContent(response, place)
  // A document is not always generated.
  if (response !== undefined) responseExamples(response, content, place)
  const isError = isErrorContent(response, errors)
  const promised = isError ? promisedError(errors) : promiseBody(response, content, place, unknownFields)
  const declared = response === undefined ? undefined : declaredHeaders(response, place)
  if (declared === undefined) return promised
  const check = compileHeaderCheck(declared)
  return {
    ...promised,
    headers: headerForms(declared.headers),
    checkHeaders: check,
    violation: (reply, res) => promised.violation(reply, res) ?? check(res)
  }
}

/** What a range or `default` promises of a status that has no content in any case. */
function withoutContent(promised: PromisedResponse): PromisedResponse {
  const { checkHeaders } = promised
  return {
    ...promised,
    violation: (reply, res) => bodyViolation(reply) ?? checkHeaders?.(res),
    isBodiless: true
  }
}

function promiseBody(
  response: ResponseOption,
  content: ResponseContent | undefined,
  place: string,
  unknownFields: UnknownFields
): PromisedResponse {
  if (content === undefined) return { ...UNDECLARED, violation: bodyViolation, isBodiless: true }
  const types = [...content.keys()]
  const checks = new Map([...content].map(([name, type]) => [name, compileCheck(name, type, unknownFields)]))
  const jsonTypes = new Map(
    [...content]
      .filter(([name]) => isJson({ essence: name, charset: undefined }))
      .map(([name, type]) => [name, promisedJson(name, type)] as const)
  )
  const [[json, first] = [undefined, { jsonType: JSON_TYPE, encode: jsonText }]] = jsonTypes
  const { jsonType } = first
  const jsonCheck = json === undefined ? undefined : checks.get(json)
  const streams = [...declaredStreams(response, place)].map(([name, stream]) => {
    return [name, promisedStream(stream, place, (item) => compileJsonCheck(item, unknownFields))] as const
  })
  return {
    ...first,
    isBodiless: false,
    ...(jsonTypes.size > 1 && { jsonTypes }),
    ...(streams.length > 0 && { streams: new Map(streams) }),
    ...(types.length === 1 && types[0] === 'application/json' ? {} : { types }),
    violation: (reply, res) => {
      const { contentType } = reply
      // Most replies are JSON, whose type need not be parsed.
      if (contentType === jsonType && jsonCheck !== undefined) return jsonCheck(reply, res)
      const essence = contentType === undefined ? undefined : parseMediaType(contentType)?.essence
      const check = essence === undefined ? undefined : checks.get(essence)
      return check === undefined ? `the media type ${contentType ?? 'none'} is not documented` : check(reply, res)
    }
  }
}

function promisedJson(name: string, type: TypeSchema): PromisedJson {
  return { jsonType: name === 'application/json' ? JSON_TYPE : name, encode: compileWriter(type) }
}

/** Checks a whole reply of one media type by its type; of a stream nothing is known before it is sent. */
function compileCheck(name: string, type: TypeSchema, unknownFields: UnknownFields): PromisedResponse['violation'] {
  if (!isJson({ essence: name, charset: undefined })) return () => undefined
  const check = compileJsonCheck(type, unknownFields)
  return ({ body, source }) => (source === undefined ? check(String(body), 'the body') : undefined)
}

function bodyViolation({ body, source }: Reply): string | undefined {
  return body.length === 0 && source === undefined ? undefined : 'the document promises no body'
}
