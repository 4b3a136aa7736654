import { compileBinder } from '../../record/binder.js'
import { jsonText } from '../../record/type/json-text.js'
import type { TypeSchema, UnknownFields } from '../../record/type/schema.js'
import { compileWriter } from '../../record/writer.js'
import type { Context } from '../context.js'
import { readableError, type StatusError } from '../lifetime/thrown-value.js'
import type { ResponseOption } from '../operation-options.js'
import { clearRepresentation, JSON_TYPE, type Reply } from '../reply/reply.js'
import type { RouteDefinition } from '../route.js'
import { isJson, parseMediaType } from '../syntax/media-type.js'
import { responseContent } from './content-types.js'
import { frameworkStatuses } from './framework-statuses.js'
import { INTERNAL_ERROR, PROBLEM_TYPE, problemReply } from './problem.js'
import { announce, log, type Responding, report } from './request-log.js'
import { type Success, successOf, UNDOCUMENTED } from './success.js'

/** What a route documents about one status. */
export interface PromisedResponse {
  /** The content type that a value is sent with as JSON. */
  readonly jsonType: string
  /** The JSON text of a value: the declared fields alone, under their JSON names. */
  readonly encode: (value: unknown) => string
  /** The media types of the body, best first, where there is more than JSON's own to choose from. */
  readonly types?: readonly string[]
  /** What is wrong with a reply of this status; undefined where it keeps the promise. */
  readonly violation: (reply: Reply) => string | undefined
}

/** What a route promises about its responses; compiled once a route. */
export class RouteResponses {
  readonly #byStatus = new Map<number, PromisedResponse>()
  readonly #isPromising: boolean

  /** @throws SetupError or BootstrapError when the type of a response is not properly declared. */
  constructor(route: RouteDefinition, unknownFields: UnknownFields) {
    const declared = Object.entries(route.options.responses ?? {})
    for (const status of frameworkStatuses(route)) this.#byStatus.set(status, PROBLEM)
    for (const [status, response] of declared) {
      this.#byStatus.set(
        Number(status),
        promise(response, Number(status), `${route.source}, response ${status}`, unknownFields)
      )
    }
    // Where no response is declared, or nothing is published, the document promises none.
    this.#isPromising = declared.length > 0 && route.options.hidden !== true
  }

  /** What is promised of a status; of one that is not declared, plain JSON. Its `encode` throws for what has none. */
  of(status: number): PromisedResponse {
    return this.#byStatus.get(status) ?? UNDECLARED
  }

  /** How a reply breaks the document; undefined where it does not. */
  violation(reply: Reply): string | undefined {
    if (!this.#isPromising) return undefined
    const promised = this.#byStatus.get(reply.status)
    return promised === undefined ? this.statusViolation(reply.status) : promised.violation(reply)
  }

  /** How a status alone breaks the document; undefined where it does not. */
  statusViolation(status: number): string | undefined {
    if (!this.#isPromising || this.#byStatus.has(status)) return undefined
    return `the status ${status} is not documented`
  }
}

const known = new WeakMap<RouteDefinition, RouteResponses>()

/**
 * The responses of a route, compiled at the first call, which is the router's when it is frozen.
 *
 * @param unknownFields what the document says of unknown keys in records that do not say it themselves
 * @throws SetupError or BootstrapError at the first call when the type of a response is not properly declared;
 * afterwards such a route promises nothing and sends no value, so that it leaks nothing that its type would have dropped.
 */
export function responsesOf(route: RouteDefinition, unknownFields: UnknownFields = 'strip'): RouteResponses {
  const found = known.get(route)
  if (found !== undefined) return found
  try {
    const responses = new RouteResponses(route, unknownFields)
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
  readonly responses: Pick<RouteResponses, 'of' | 'violation' | 'statusViolation'>
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
    super({ ...route, pattern: route.pattern, middleware: route.middleware, options: {} }, 'strip')
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
  responses: { of: () => UNDECLARED, violation: () => undefined, statusViolation: () => undefined }
}

/** The framework's own responses; an application may have its own form of them. */
const PROBLEM: PromisedResponse = UNDECLARED

function promise(
  response: ResponseOption,
  status: number,
  place: string,
  unknownFields: UnknownFields
): PromisedResponse {
  const content = response === undefined ? undefined : responseContent(response, place)
  if (content === undefined) {
    return { ...UNDECLARED, violation: status >= 400 ? problemViolation : bodyViolation }
  }
  const types = [...content.keys()]
  const checks = new Map([...content].map(([name, type]) => [name, compileCheck(name, type, unknownFields)]))
  const json = types.find((name) => isJson({ essence: name, charset: undefined }))
  const encode = json === undefined ? jsonText : compileWriter(content.get(json) as TypeSchema)
  const jsonType = json === undefined || json === 'application/json' ? JSON_TYPE : json
  const jsonCheck = json === undefined ? undefined : checks.get(json)
  return {
    jsonType,
    encode,
    ...(types.length === 1 && types[0] === 'application/json' ? {} : { types }),
    violation: (reply) => {
      const { contentType } = reply
      // Most replies are JSON, whose type need not be parsed.
      if (contentType === jsonType && jsonCheck !== undefined) return jsonCheck(reply)
      const essence = contentType === undefined ? undefined : parseMediaType(contentType)?.essence
      const check = essence === undefined ? undefined : checks.get(essence)
      return check === undefined ? `the media type ${contentType ?? 'none'} is not documented` : check(reply)
    }
  }
}

/** Holds a whole reply of one media type against its type; of a stream nothing is known before it is sent. */
function compileCheck(name: string, type: TypeSchema, unknownFields: UnknownFields): PromisedResponse['violation'] {
  if (!isJson({ essence: name, charset: undefined })) return () => undefined
  const binder = compileBinder(type, 'json', 'body', { direction: 'response', unknownFields })
  return ({ body, source }) => {
    if (source !== undefined) return undefined
    const bound = binder.validate(JSON.parse(String(body)))
    if (bound instanceof Promise) {
      // The response does not wait for asynchronous rules; one that fails must not end the process.
      bound.catch(() => undefined)
      return undefined
    }
    if (bound.faults === undefined) return undefined
    return bound.faults.map(({ path, message }) => `${path === '' ? 'the body' : `'${path}'`} ${message}`).join('; ')
  }
}

function bodyViolation({ body, source }: Reply): string | undefined {
  return body.length === 0 && source === undefined ? undefined : 'the document promises no body'
}

/** An error whose body is not documented may still be a problem, or what the application makes of one. */
function problemViolation(reply: Reply): string | undefined {
  const { body, contentType, source } = reply
  if ((body.length === 0 && source === undefined) || contentType === PROBLEM_TYPE || 'headers' in reply)
    return undefined
  return `the media type ${contentType ?? 'none'} is not documented`
}

/** A response whose request may have a route that documents it. */
interface DocumentedResponding extends Responding {
  readonly ctx: RespondingContext
}

/** A response that the document does not promise. */
class UndocumentedResponse extends Error {
  override readonly name = 'UndocumentedResponse'
}

/** The reply, if the document promises it or the promise is not enforced; else the 500 that takes its place. */
export function checkedReply(reply: Reply, responding: DocumentedResponding): Reply {
  const { ctx, settings } = responding
  let violation: string | undefined
  try {
    violation = ctx.documented.responses.violation(reply)
  } catch (thrown) {
    // A rule of the application's own has thrown: the response may be wrong.
    const error = readableError(thrown)
    report(error, 'gave a reply that cannot be checked', responding)
    announce(error, responding)
    return replaced(reply, error, INTERNAL_ERROR, responding)
  }
  if (violation === undefined) return reply
  logViolation(responding, reply.status, violation)
  if (settings.responseChecks !== 'enforce') {
    keepViolation(responding, reply.status, violation)
    return reply
  }
  const error = undocumented(responding, reply.status, violation)
  announce(error, responding)
  const sent = settings.isProduction ? INTERNAL_ERROR : { ...INTERNAL_ERROR, detail: error.message }
  return replaced(reply, error, sent, responding)
}

function replaced(reply: Reply, error: Error, sent: StatusError, { ctx, res, settings }: Responding): Reply {
  reply.source?.release()
  clearRepresentation(res)
  return problemReply(sent, error, ctx, settings)
}

/** Of a response that the user's code wrote, only the head can still be checked, and nothing be changed. */
export function checkHandedOver(responding: DocumentedResponding): void {
  const { statusCode } = responding.res
  const violation = responding.ctx.documented.responses.statusViolation(statusCode)
  if (violation === undefined) return
  logViolation(responding, statusCode, violation)
  keepViolation(responding, statusCode, violation)
}

function logViolation(responding: Responding, status: number, violation: string): void {
  log(responding, 'warn', undefined, `answered ${status}, which breaks the document: ${violation}`)
}

/** For the injected request alone: the response is sent as it is. */
function keepViolation(responding: Responding, status: number, violation: string): void {
  const { res, settings } = responding
  settings.failures?.set(res, undocumented(responding, status, violation))
}

/** What the response would have replaced is its cause: an error whose own status is not documented. */
function undocumented({ ctx, res, settings }: Responding, status: number, violation: string): UndocumentedResponse {
  const { method, path, route } = ctx
  const place = route === undefined ? `${method} ${path}` : `${method} ${route.path} (${route.source})`
  const cause = settings.failures?.get(res)
  const message = `${place} responded ${status}, which breaks the document: ${violation}`
  return new UndocumentedResponse(message, cause && { cause })
}
