import { compileBinder } from '../record/binder.js'
import type { UnknownFields } from '../record/schema.js'
import { compileSerializer } from '../record/serializer.js'
import { parseType } from '../record/type-expression.js'
import { PROBLEM_TYPE } from './problem.js'
import { refusalStatuses } from './refusals.js'
import { JSON_TYPE, jsonText, type Reply } from './reply.js'
import type { ResponseOption, RouteDefinition } from './route.js'

/** What a route documents about one status. */
interface PromisedResponse {
  /** The JSON text of a value: the declared fields alone, under their JSON names. */
  readonly encode: (value: unknown) => string
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
    for (const status of refusalStatuses(route)) this.#byStatus.set(status, PROBLEM)
    for (const [status, response] of declared) {
      this.#byStatus.set(
        Number(status),
        promise(response, Number(status), `${route.source}, response ${status}`, unknownFields)
      )
    }
    // Where no response is declared, or nothing is published, the document promises none.
    this.#isPromising = declared.length > 0 && route.options.hidden !== true
  }

  /** The JSON text of a value that is answered with this status. Throws for what JSON cannot carry. */
  encode(status: number, value: unknown): string {
    const promised = this.#byStatus.get(status)
    return promised === undefined ? jsonText(value) : promised.encode(value)
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
 * afterwards such a route promises nothing and answers with no value, lest it leaks what its type would have dropped.
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

class UnknownResponses extends RouteResponses {
  readonly #error: unknown

  constructor(route: RouteDefinition, error: unknown) {
    super({ ...route, pattern: route.pattern, options: {} }, 'strip')
    this.#error = error
  }

  override encode(): string {
    throw this.#error
  }
}

/** The framework's own answers; an application's own form of them is its own business. */
const PROBLEM: PromisedResponse = { encode: jsonText, violation: () => undefined }

function promise(
  response: ResponseOption,
  status: number,
  place: string,
  unknownFields: UnknownFields
): PromisedResponse {
  if (response?.body === undefined) {
    return status >= 400
      ? { encode: jsonText, violation: problemViolation }
      : { encode: jsonText, violation: bodyViolation }
  }
  const type = parseType(response.body, place)
  const serialize = compileSerializer(type)
  const binder = compileBinder(type, 'json', 'body', { direction: 'response', unknownFields })
  return {
    encode: (value) => jsonText(serialize(value)),
    violation: ({ contentType, body }) => {
      if (contentType !== JSON_TYPE) return `the media type ${contentType ?? 'none'} is not documented`
      const bound = binder.validate(JSON.parse(String(body)))
      if (bound instanceof Promise || bound.faults === undefined) return undefined
      return bound.faults.map(({ path, message }) => `${path === '' ? 'the body' : `'${path}'`} ${message}`).join('; ')
    }
  }
}

function bodyViolation({ body }: Reply): string | undefined {
  return body.length === 0 ? undefined : 'the document promises no body'
}

/** An error whose body is not documented may still be a problem. */
function problemViolation({ body, contentType }: Reply): string | undefined {
  if (body.length === 0 || contentType === PROBLEM_TYPE) return undefined
  return `the media type ${contentType ?? 'none'} is not documented`
}
