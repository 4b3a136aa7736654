import {
  BadRequest,
  ContentTooLarge,
  Forbidden,
  HttpError,
  InternalServerError,
  MethodNotAllowed,
  NotAcceptable,
  NotFound,
  ServiceUnavailable,
  TooManyRequests,
  Unauthorized,
  UnsupportedMediaType,
  ValidationError
} from '../errors.js'
import type { DescribedExamples } from '../http/content-options.js'
import type { Context } from '../http/context.js'
import type { ErrorForm } from '../http/error-form.js'
import type { StatusError } from '../http/lifetime/thrown-value.js'
import { EXAMPLE_FAULT, type Problem, problemOf } from '../http/problem.js'
import { type FrameworkStatus, frameworkStatuses } from '../http/response/framework-statuses.js'
import type { RouteDefinition } from '../http/route.js'
import type { ReplacedResponses } from '../http/routing/table.js'
import type { SchemaEmitter } from '../record/json-schema/json-schema.js'
import type { MediaType, Reference, Response } from './document.js'

/** The framework's own error responses, before or after a handler, by status: the component's name and description. */
const ERROR_RESPONSES = {
  400: { name: 'BadRequest', description: 'The request is malformed or breaks a rule; `errors` lists every fault.' },
  401: {
    name: 'Unauthorized',
    description: 'The request shows no credentials, or none that are known.',
    headers: { 'WWW-Authenticate': { description: 'The credentials that are taken.', schema: { type: 'string' } } }
  },
  403: { name: 'Forbidden', description: 'The credentials are known, and do not suffice.' },
  404: { name: 'NotFound', description: 'Nothing answers at this path.' },
  406: { name: 'NotAcceptable', description: 'The service can answer in none of the media types that are accepted.' },
  408: { name: 'RequestTimeout', description: 'The body of the request took too long to arrive.' },
  413: { name: 'ContentTooLarge', description: 'The request body is larger than the service takes.' },
  415: { name: 'UnsupportedMediaType', description: 'The request body is of a media type that is not taken.' },
  422: { name: 'UnprocessableContent', description: 'The request breaks a rule; `errors` lists every fault.' },
  429: {
    name: 'TooManyRequests',
    description: 'The client has sent too many requests.',
    headers: { 'Retry-After': { description: 'The seconds to wait.', schema: { type: 'integer', minimum: 1 } } }
  },
  500: { name: 'InternalServerError', description: 'The service failed.' },
  503: {
    name: 'ServiceUnavailable',
    description: 'The service took too long to answer, or cannot answer now.',
    headers: {
      'Retry-After': {
        description: 'The seconds to wait, where the service knows them.',
        schema: { type: 'integer', minimum: 1 }
      }
    }
  }
} satisfies Readonly<Record<FrameworkStatus, ErrorResponse>>

/** By status, an error as the framework throws it: the examples of the responses are made from these. */
const EXAMPLES: Readonly<Record<FrameworkStatus, () => HttpError>> = {
  400: () => new ValidationError([EXAMPLE_FAULT]),
  401: () => new Unauthorized(),
  403: () => new Forbidden(),
  404: () => new NotFound(),
  406: () => new NotAcceptable(),
  408: () => new HttpError(408, 'The request took too long'),
  413: () => new ContentTooLarge(),
  415: () => new UnsupportedMediaType(),
  422: () => new ValidationError([EXAMPLE_FAULT]),
  429: () => new TooManyRequests(),
  500: () => new InternalServerError(),
  503: () => new ServiceUnavailable()
}

/**
 * The responses of the server before an operation is known: it has read an incomplete head, or one that it must reject.
 * Described once for the whole document and not in every operation, since it is unknown which one was meant. They are
 * problems, whatever form the application's errors have.
 */
export const EDGE_RESPONSES: Readonly<Record<string, Response>> = {
  400: {
    description: 'The request is not valid HTTP, or its Host is missing, doubled or malformed.'
  },
  408: { description: 'The head of the request took too long to arrive.' },
  413: { description: 'The chunk extensions of the request body are too large.' },
  417: { description: 'The request expects something else than 100-continue.' },
  431: { description: 'The head of the request is too large.' },
  501: { description: 'The request asks for a tunnel, or its body has a transfer coding other than chunked.' },
  505: { description: 'The request is of a version of HTTP that the service does not speak.' }
}

const ALLOW = { description: 'The methods of the path.', required: true, schema: { type: 'string' } } as const

const ANYTHING = { '*/*': { schema: {} } }

/**
 * The router's responses to requests that no operation is for. A handler of the application in the place of one can reply
 * with anything.
 *
 * @param replaced which of them have such a handler, of the router or of a group
 */
export function describeUnmatched(
  described: ErrorDescriber,
  { notFound = false, methodNotAllowed = false }: Partial<ReplacedResponses>
): Record<string, Response> {
  const content = (error: HttpError, isReplaced: boolean) => (isReplaced ? ANYTHING : described.content(error))
  const isAny = notFound || methodNotAllowed
  return {
    204: { description: 'The methods of the path, to a request of OPTIONS.', headers: { Allow: ALLOW } },
    400: { description: 'The target of the request is malformed.', content: described.content(new BadRequest()) },
    404: { description: 'No operation has the path.', content: content(new NotFound(), notFound) },
    405: {
      description: 'The path has no operation of this method.',
      headers: { Allow: ALLOW },
      content: content(new MethodNotAllowed(), methodNotAllowed)
    },
    ...(isAny && { default: { description: 'What a handler of the application replies instead.', content: ANYTHING } })
  }
}

/** The headers that the framework sets on the responses of its own on a route, by status. */
export function frameworkHeaders(route: RouteDefinition): ReadonlyMap<string, NonNullable<Response['headers']>> {
  return new Map(
    frameworkStatuses(route).flatMap((status) => {
      const { headers }: ErrorResponse = ERROR_RESPONSES[status]
      return headers === undefined ? [] : [[String(status), headers] as const]
    })
  )
}

interface ErrorResponse extends Pick<Response, 'description' | 'headers'> {
  readonly name: string
}

/** The framework's own error responses that can occur on a route, by status, as references to shared components. */
export function describeFrameworkErrors(route: RouteDefinition): [status: string, Response | Reference][] {
  return frameworkStatuses(route).map((status) => {
    const { name, ...response }: ErrorResponse = ERROR_RESPONSES[status]
    // RFC 9110, section 9.3.2: a response to HEAD has a header section alone, and the shared responses have content.
    return [String(status), route.method === 'HEAD' ? response : { $ref: `#/components/responses/${name}` }]
  })
}

/** A context of no request, for the examples of an application's own form. */
const NO_REQUEST = Object.freeze({
  method: 'GET',
  path: '/',
  search: '',
  route: undefined,
  requestId: '00000000-0000-4000-8000-000000000000'
}) as unknown as Context

/** Describes the bodies of one document's error responses. */
export class ErrorDescriber {
  readonly form: ErrorForm
  readonly #emitter: SchemaEmitter
  readonly #examples = new Map<string, unknown>()
  #isSteady: boolean | undefined

  constructor(form: ErrorForm, emitter: SchemaEmitter) {
    this.form = form
    this.#emitter = emitter
  }

  /**
   * The content of an error response. Each has an example: the schema, which they share, cannot know their statuses.
   *
   * @param declared the examples that a response has itself, in place of the one that is made
   */
  content(error: StatusError, declared?: DescribedExamples): Record<string, MediaType> {
    const { mediaType, type } = this.form
    const example = declared === undefined ? this.#example(error) : undefined
    const schema = this.#emitter.schemaOf(type, 'the option errors', 'response')
    return { [mediaType]: { schema, ...(example !== undefined && { example }), ...declared } }
  }

  /**
   * The shared components to which the references of {@link describeFrameworkErrors} point.
   *
   * @param used the statuses to which an operation refers
   */
  components(used: ReadonlySet<string>): Record<string, Response> {
    const statuses = (Object.keys(ERROR_RESPONSES) as unknown as FrameworkStatus[]).filter((status) =>
      used.has(String(status))
    )
    return Object.fromEntries(statuses.map((status) => [ERROR_RESPONSES[status].name, this.#response(Number(status))]))
  }

  #response(number: number): Response {
    const status = number as FrameworkStatus
    const { write, validationStatus } = this.form
    const { name: _name, ...response }: ErrorResponse = ERROR_RESPONSES[status]
    const isMalformed = status === 400 && validationStatus !== 400
    const lists = write === undefined ? '; `errors` lists every fault.' : '.'
    const description = isMalformed ? 'The request is malformed.' : response.description.replace(LISTS_FAULTS, lists)
    const { detail, faults } = isMalformed ? new BadRequest() : EXAMPLES[status]()
    return { ...response, description, content: this.content({ status, detail, ...(faults && { faults }) }) }
  }

  #example(error: StatusError): unknown {
    const problem = problemOf(error)
    if (this.form.write === undefined) return problem
    const key = JSON.stringify(problem)
    if (!this.#examples.has(key))
      this.#examples.set(key, this.#isSteadily(problem) ? this.#written(problem) : undefined)
    return this.#examples.get(key)
  }

  /** Whether the form is the same a moment later: the document of one application must not be another each time. */
  #isSteadily(problem: Problem): boolean {
    if (this.#isSteady === undefined) {
      const first = JSON.stringify(this.#written(problem))
      for (const now = Date.now(); Date.now() === now; );
      this.#isSteady = first === JSON.stringify(this.#written(problem))
    }
    return this.#isSteady
  }

  /** In the application's form; undefined where that needs a request. */
  #written(problem: Problem): unknown {
    try {
      return JSON.parse(this.form.write?.(problem, NO_REQUEST, undefined) ?? '')
    } catch {
      return undefined
    }
  }
}

const LISTS_FAULTS = '; `errors` lists every fault.'
