import { setupErrorOf } from '../../errors.js'
import type { Class } from '../../metadata.js'
import { compileJsonCheck } from '../../record/binder.js'
import type { TypeSchema, UnknownFields } from '../../record/type/schema.js'
import { jsonText } from '../../record/write/any-value.js'
import { compileWriter, type Writer, type WriterNotes } from '../../record/writer.js'
import type { Context } from '../context.js'
import { type ErrorForm, isErrorContent, PROBLEM_FORM, withErrorContent } from '../error-form.js'
import type { OpenResponse } from '../lifetime/direct-exchange.js'
import type { ResponseOption } from '../operation-options.js'
import type { HeaderForm } from '../reply/header-text.js'
import { isErrorReply, JSON_TYPE, type Reply } from '../reply/reply.js'
import type { RouteDefinition } from '../route.js'
import { isContentless, rangeOf, statusKeyFault } from '../syntax/by-status.js'
import { isJson, parseMediaType } from '../syntax/media-type.js'
import { type Violation, type Violations, violationsOf } from '../violation-reports.js'
import { type ResponseContent, responseContent, responseExamples } from './content-types.js'
import { declaredHeaders } from './declared-headers.js'
import { type DeclaredStream, declaredStreams, EVENTS_TYPE } from './declared-streams.js'
import { frameworkStatuses } from './framework-statuses.js'
import { compileHeaderCheck, type HeaderCheck, headerForms } from './header-check.js'
import { type PromisedStream, promisedStream, undeclaredEvents } from './stream-writers.js'
import { type Success, successOf, UNDOCUMENTED } from './success.js'

const invalid = setupErrorOf('RESPONSE_INVALID')

/** How a value is sent as JSON. */
export interface PromisedJson {
  /** The content type that it is sent with. */
  readonly jsonType: string
  /** Its JSON text: the declared fields alone, under their JSON names. */
  readonly encode: Writer
}

/** What a route documents about one status; JSON in the first media type of JSON. */
export interface PromisedResponse extends PromisedJson {
  /** Each media type of JSON, best first, where there are several. */
  readonly jsonTypes?: ReadonlyMap<string, PromisedJson>
  /** The media types of the body, best first, where there is more than JSON's own to choose from. */
  readonly types?: readonly string[]
  /** What is streamed item by item, by media type. */
  readonly streams?: ReadonlyMap<string, PromisedStream>
  /** The type of what the body may show: where no JSON is declared, of the items of a stream. */
  readonly shown?: TypeSchema
  /** Where no events are declared: how they are written all the same, if anything says what they may show. */
  readonly otherEvents?: () => PromisedStream
  /** How the headers that the status declares are written. */
  readonly headers?: ReadonlyMap<string, HeaderForm>
  /** What is wrong with a reply of this status; undefined where it keeps the promise. */
  readonly violations: ReplyCheck
  /** What is wrong with the headers, where the status declares any. */
  readonly checkHeaders?: HeaderCheck
  /** Whether the body is that of every error of the application. */
  readonly isError?: boolean
  /** Whether it has no body. */
  readonly isBodiless?: boolean
}

/** @param isWhole whether the body is checked, or only whether it may be there, and in this media type */
type ReplyCheck = (reply: Reply, isWhole: boolean) => readonly Violation[] | undefined

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
  /** What is sent of a success that is not declared. */
  readonly #otherSuccess: PromisedResponse | undefined

  /** @throws SetupError or BootstrapError when the type of a response is not properly declared. */
  constructor(route: RouteDefinition, settings: ResponseSettings) {
    const declared = promises(route, settings)
    const error = promisedError(settings.errors)
    for (const status of frameworkStatuses(route)) this.#byStatus.set(status, error)
    for (const [status, promised] of declared) {
      if (/^\d+$/.test(status)) this.#byStatus.set(Number(status), promised)
      else this.#others.set(status, promised)
      for (const [name, form] of promised.headers ?? []) this.#headers.set(name, form)
    }
    // Where no response is declared, or nothing is published, the document promises none.
    this.#isPromising = declared.length > 0 && route.isPromising !== false && route.options.hidden !== true
    this.#otherSuccess = otherSuccess(this.#find(successOf(route).withBody))
  }

  /**
   * What is promised of a status. A success that is not declared, or is without a body, is written by the type of the
   * declared one, so that it shows no more than that; anything else as plain JSON. Its `encode` throws for what has none.
   */
  of(status: number): PromisedResponse {
    const found = this.#find(status)
    if (this.#otherSuccess === undefined || status >= 300) return found ?? UNDECLARED
    if (found === undefined) return this.#otherSuccess
    return found.isBodiless === true ? { ...this.#otherSuccess, ...found, encode: this.#otherSuccess.encode } : found
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

  /**
   * How a reply, with the headers of its response, breaks the document; undefined where it does not. The headers of a
   * stream are checked when it begins, because its source may set them.
   *
   * @param isWhole whether the body and the headers are checked
   * @param misfits what the writer of the body has noted
   */
  violations(reply: Reply, res: OpenResponse, isWhole: boolean, misfits?: Misfits): Violations | undefined {
    if (!this.#isPromising) return undefined
    const { status } = reply
    const promised = this.#find(status)
    if (promised === undefined) return this.statusViolations(status)
    const found = promised.violations(reply, isWhole)
    if (found !== undefined) return () => found
    if (isWhole) return reply.source === undefined ? this.headerViolations(status, res) : undefined
    return misfits && onceRead(() => violationsOf(misfits(), 'the body'))
  }

  /** How the headers that are set on a response break the document; undefined where they do not. */
  headerViolations(status: number, res: OpenResponse): Violations | undefined {
    const found = this.#isPromising ? this.#find(status)?.checkHeaders?.(res) : undefined
    return found && (() => found)
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
  statusViolations(status: number): Violations | undefined {
    if (!this.#isPromising || this.#find(status) !== undefined) return undefined
    return () => [violation(`the status ${status} is not documented`)]
  }

  /** Whether the document says which responses there are. */
  get isPromising(): boolean {
    return this.#isPromising
  }
}

/** Whether a response is one of the sample of which all is checked. */
export function isInSample(sample: number): boolean {
  return sample === 1 || (sample > 0 && Math.random() < sample)
}

type Misfits = NonNullable<WriterNotes['misfits']>

function violation(text: string): Violation {
  return { key: text, text }
}

function onceRead(read: Violations): Violations {
  let known: ReturnType<Violations> | undefined
  return () => {
    known ??= read()
    return known
  }
}

function otherSuccess(success: PromisedResponse | undefined): PromisedResponse | undefined {
  if (success === undefined || success.isError === true || success.isBodiless === true) return undefined
  const { shown, otherEvents, streams } = success
  if (shown === undefined) return undefined
  const events = otherEvents ?? eventsOf(streams)
  return { ...UNDECLARED, encode: compileLike(shown), ...(events && { otherEvents: events }) }
}

function eventsOf(streams: PromisedResponse['streams']): PromisedResponse['otherEvents'] {
  const events = streams?.get(EVENTS_TYPE)
  return events && (() => events)
}

const known = new WeakMap<RouteDefinition, RouteResponses>()

/**
 * Checks the responses of a route, when the router is frozen. Nothing is kept of what is right: it is compiled at the first
 * request.
 *
 * @throws SetupError or BootstrapError when the type of a response is not properly declared; such a route promises nothing
 * and sends no value, so that it leaks nothing that its type would have dropped.
 */
export function checkResponses(route: RouteDefinition, settings: ResponseSettings): void {
  try {
    promises(route, settings, true)
  } catch (error) {
    known.set(route, new UnknownResponses(route, error))
    throw error
  }
}

/** The responses of a route, compiled at the first call. */
function responsesOf(route: RouteDefinition, settings: ResponseSettings): RouteResponses {
  const found = known.get(route) ?? new RouteResponses(route, settings)
  known.set(route, found)
  return found
}

/** A success whose body is JSON of the one type that is declared for it. */
export interface JsonSuccess extends PromisedJson {
  readonly status: number
}

/** The reply that is the value as JSON; the notes are then of this value alone. Throws for what has no JSON form. */
export function jsonReply(
  status: number,
  { jsonType, encode }: PromisedJson,
  value: unknown,
  notes: WriterNotes | undefined
): Reply {
  if (notes !== undefined) notes.misfits = undefined
  return { status, contentType: jsonType, body: encode(value, notes) }
}

/** What a route documents about its responses: found once, as every request needs it. */
export interface DocumentedResponses {
  readonly success: Success
  /** The success with a body; undefined where it is not JSON of one declared type. */
  readonly json: JsonSuccess | undefined
  readonly responses: Pick<
    RouteResponses,
    | 'of'
    | 'headerForm'
    | 'violations'
    | 'headerViolations'
    | 'statusViolations'
    | 'isBodiless'
    | 'promisesBody'
    | 'isPromising'
  >
}

/** The same for each call with a route, which {@link checkResponses} has checked. */
export function documentedResponses(
  route: RouteDefinition,
  settings: ResponseSettings = DEFAULTS
): DocumentedResponses {
  const success = successOf(route)
  const responses = responsesOf(route, settings)
  return { success, json: jsonSuccess(success.withBody, responses), responses }
}

function jsonSuccess(status: number, responses: RouteResponses): JsonSuccess | undefined {
  let promised: PromisedResponse
  try {
    promised = responses.of(status)
  } catch {
    // What is wrong with the responses of a route is reported where it responds.
    return undefined
  }
  return isDeclaredJson(promised) ? { status, jsonType: promised.jsonType, encode: promised.encode } : undefined
}

/** Whether it is the JSON of the one type that its status is declared with. */
export function isDeclaredJson({ isBodiless, types }: Partial<PromisedResponse>): boolean {
  return isBodiless === false && types === undefined
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
const UNDECLARED: PromisedResponse = { jsonType: JSON_TYPE, encode: jsonText, violations: () => undefined }

/** Where no route matches. */
export const NOTHING_DOCUMENTED: DocumentedResponses = {
  success: UNDOCUMENTED,
  json: undefined,
  responses: {
    of: () => UNDECLARED,
    headerForm: () => undefined,
    violations: () => undefined,
    headerViolations: () => undefined,
    statusViolations: () => undefined,
    isBodiless: () => false,
    promisesBody: () => false,
    isPromising: false
  }
}

const promisedErrors = new WeakMap<ErrorForm, PromisedResponse>()

/** What is promised of every error. What the framework sends has the form; a handler may send one by hand. */
function promisedError(form: ErrorForm): PromisedResponse {
  const known = promisedErrors.get(form)
  if (known !== undefined) return known
  const { contentType, mediaType, type, write } = form
  let compiled: PromisedResponse | undefined
  const body = (): PromisedResponse => {
    compiled ??= promiseBody({}, new Map([[mediaType, type]]), 'the option errors', 'strip')
    return compiled
  }
  const promised: PromisedResponse = {
    jsonType: contentType,
    // RFC 9457, section 3.2: a problem may have members that are not described.
    encode: write === undefined ? jsonText : body().encode,
    ...(mediaType !== 'application/json' && { types: [mediaType] }),
    // Compiled for the first handler that sends one by hand.
    violations: (reply, isWhole) => (isErrorReply(reply) ? undefined : body().violations(reply, isWhole)),
    isError: true,
    isBodiless: false
  }
  promisedErrors.set(form, promised)
  return promised
}

/** What the responses that a route declares promise, by status. */
function promises(
  route: RouteDefinition,
  settings: ResponseSettings,
  isCheck = false
): [status: string, PromisedResponse][] {
  const declared = Object.entries(withErrorContent(route.options.responses ?? {}, settings.errors))
  return declared.map(([status, response]) => {
    const place = `${route.source}, response ${status}`
    const fault = statusKeyFault(status)
    if (fault !== undefined) throw invalid(fault.what, place, fault.remedy)
    return [status, promise(response, place, settings, isCheck)]
  })
}

function promise(
  response: ResponseOption,
  place: string,
  { unknownFields, errors }: ResponseSettings,
  isCheck: boolean
): PromisedResponse {
  const content = response === undefined ? undefined : responseContent(response, place)
  // A document is not always generated.
  if (response !== undefined) responseExamples(response, content, place)
  const isError = isErrorContent(response, errors)
  const record = isError ? undefined : soleRecord(content)
  const isRight = isCheck && record !== undefined && RIGHT[unknownFields].has(record)
  let promised = UNDECLARED
  if (isError) promised = promisedError(errors)
  else if (!isRight) promised = promiseBody(response, content, place, unknownFields)
  if (record !== undefined) RIGHT[unknownFields].add(record)
  const declared = response === undefined ? undefined : declaredHeaders(response, place)
  if (declared === undefined) return promised
  return { ...promised, headers: headerForms(declared.headers), checkHeaders: compileHeaderCheck(declared) }
}

/** The records whose responses in JSON alone compile without an error: most routes have those that another one has. */
const RIGHT: Readonly<Record<UnknownFields, WeakSet<Class>>> = { strip: new WeakSet(), reject: new WeakSet() }

/** The record that a response has in JSON and nothing else, itself or in a list. */
function soleRecord(content: ResponseContent | undefined): Class | undefined {
  const type = content?.size === 1 ? content.get('application/json') : undefined
  const item = type && itemOf(type)
  return item?.kind === 'record' ? item.class : undefined
}

/** What a range or `default` promises of a status that has no content in any case. */
function withoutContent(promised: PromisedResponse): PromisedResponse {
  return { ...promised, violations: bodyViolations, isBodiless: true }
}

function promiseBody(
  response: ResponseOption,
  content: ResponseContent | undefined,
  place: string,
  unknownFields: UnknownFields
): PromisedResponse {
  if (content === undefined) return { ...UNDECLARED, violations: bodyViolations, isBodiless: true }
  const types = [...content.keys()]
  const checks = new Map([...content].map(([name, type]) => [name, compileCheck(name, type, unknownFields)]))
  const declared = declaredStreams(response, place)
  const jsonTypes = new Map(
    [...content]
      .filter(([name]) => isJson({ essence: name, charset: undefined }))
      .map(([name, type]) => [name, promisedJson(name, type)] as const)
  )
  const [json] = jsonTypes.keys()
  const shown = json === undefined ? itemType(declared) : content.get(json)
  const [first = { jsonType: JSON_TYPE, encode: shown === undefined ? jsonText : compileLike(shown) }] =
    jsonTypes.values()
  const { jsonType } = first
  const jsonCheck = json === undefined ? undefined : checks.get(json)
  const streams = [...declared].map(([name, stream]) => {
    return [name, promisedStream(stream, place, (item) => compileJsonCheck(item, unknownFields))] as const
  })
  /** A documented content type, which need not be parsed again. */
  let known: string | undefined
  return {
    ...first,
    isBodiless: false,
    ...(jsonTypes.size > 1 && { jsonTypes }),
    ...(streams.length > 0 && { streams: new Map(streams) }),
    ...(shown && { shown }),
    ...(shown && !declared.has(EVENTS_TYPE) && { otherEvents: () => undeclaredEvents(compileLike(shown)) }),
    ...(types.length === 1 && types[0] === 'application/json' ? {} : { types }),
    violations: (reply, isWhole) => {
      const { contentType } = reply
      // Most replies are JSON, whose type need not be parsed.
      if (contentType === jsonType && jsonCheck !== undefined) return isWhole ? jsonCheck(reply) : undefined
      if (!isWhole && contentType !== undefined && contentType === known) return undefined
      const essence = contentType === undefined ? undefined : parseMediaType(contentType)?.essence
      const check = essence === undefined ? undefined : checks.get(essence)
      if (check === undefined) return [violation(`the media type ${contentType ?? 'none'} is not documented`)]
      known = contentType
      return isWhole ? check(reply) : undefined
    }
  }
}

function promisedJson(name: string, type: TypeSchema): PromisedJson {
  return { jsonType: name === 'application/json' ? JSON_TYPE : name, encode: compileWriter(type) }
}

/** Checks a whole reply of one media type by its type; of a stream nothing is known before it is sent. */
function compileCheck(
  name: string,
  type: TypeSchema,
  unknownFields: UnknownFields
): (reply: Reply) => readonly Violation[] | undefined {
  if (!isJson({ essence: name, charset: undefined })) return () => undefined
  const check = compileJsonCheck(type, unknownFields)
  return ({ body, source }) => {
    const faults = source === undefined ? check(String(body)) : undefined
    return faults && violationsOf(faults, 'the body')
  }
}

function bodyViolations({ body, source }: Reply): readonly Violation[] | undefined {
  return body.length === 0 && source === undefined ? undefined : [violation('the document promises no body')]
}

/** The type of all items of declared streams; undefined where there are several, or none. */
function itemType(streams: ReadonlyMap<string, DeclaredStream>): TypeSchema | undefined {
  const types = [...streams.values()].flatMap((stream) =>
    stream.kind === 'lines' ? [stream.type] : [...stream.types.values()]
  )
  return types.length === 1 ? types[0] : undefined
}

/** What an event shows of a body: an item of a list. */
function itemOf(type: TypeSchema): TypeSchema {
  return type.kind === 'array' ? type.items : type
}

/**
 * Writes values that no declaration is for, a record of a type's or a list of these as the type does, so that they show no
 * more; what has no fields as plain JSON. Compiled at the first use, which most routes never make.
 */
function compileLike(type: TypeSchema): Writer {
  const item = itemOf(type)
  if (item.kind !== 'record' && item.kind !== 'union') return jsonText
  let known: { readonly one: Writer; readonly many: Writer } | undefined
  return (value) => {
    if (typeof value !== 'object' || value === null) return jsonText(value)
    known ??= { one: compileWriter(item), many: compileWriter({ kind: 'array', items: item }) }
    return Array.isArray(value) ? known.many(value) : known.one(value)
  }
}
