import {
  ContentTooLarge,
  type Fault,
  Forbidden,
  HttpError,
  InternalServerError,
  NotAcceptable,
  NotFound,
  ServiceUnavailable,
  TooManyRequests,
  Unauthorized,
  UnsupportedMediaType,
  ValidationError
} from '../errors.js'
import { type FrameworkStatus, frameworkStatuses } from '../http/response/framework-statuses.js'
import { PROBLEM_TYPE, problemOf } from '../http/response/problem.js'
import type { RouteDefinition } from '../http/route.js'
import type { SchemaObject } from '../record/type/schema-object.js'
import type { Components, MediaType, Reference, Response } from './document.js'

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

/** A fault as the check of a request reports it. */
const EXAMPLE_FAULT: Fault = {
  in: 'body',
  path: 'lines[3].sku',
  rule: 'minLength',
  message: 'must be at least 3 characters long'
}

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
  429: () => new TooManyRequests(),
  500: () => new InternalServerError(),
  503: () => new ServiceUnavailable()
}

/**
 * The responses of the server before an operation is known: it has read an incomplete head, or one that it must reject.
 * Described once for the whole document and not in every operation, since it is unknown which one was meant.
 */
export const EDGE_RESPONSES: Readonly<Record<string, Response>> = {
  400: {
    description: 'The request is not valid HTTP, its target is malformed, or its Host is missing, doubled or malformed.'
  },
  408: { description: 'The head of the request took too long to arrive.' },
  413: { description: 'The chunk extensions of the request body are too large.' },
  417: { description: 'The request expects something else than 100-continue.' },
  431: { description: 'The head of the request is too large.' },
  501: { description: 'The request asks for a tunnel, or its body has a transfer coding other than chunked.' },
  505: { description: 'The request is of a version of HTTP that the service does not speak.' }
}

const ALLOW = { description: 'The methods of the path.', required: true, schema: { type: 'string' } } as const

/** The router's responses to requests that no operation is for; the application may have handlers of its own in their place. */
export const UNMATCHED_RESPONSES: Readonly<Record<string, Response>> = {
  204: { description: 'The methods of the path, to a request of OPTIONS.', headers: { Allow: ALLOW } },
  404: { description: 'No operation has the path.' },
  405: { description: 'The path has no operation of this method.', headers: { Allow: ALLOW } }
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

/**
 * The shared components to which the references of {@link describeFrameworkErrors} point, and the content of errors
 * that are documented without content of their own.
 *
 * @param used the statuses to which an operation refers
 * @param schemas the schemas that the document has already; a record of the application may be named `Problem`
 * @param isOwnFormat whether the application formats errors itself; then nothing is known of their content
 */
export function errorComponents(
  used: ReadonlySet<string>,
  schemas: Readonly<Record<string, SchemaObject>>,
  isOwnFormat: boolean
): { components: Components; errorContent: Record<string, Partial<MediaType>> } {
  const statuses = (Object.keys(ERROR_RESPONSES) as unknown as FrameworkStatus[]).filter((status) =>
    used.has(String(status))
  )
  if (statuses.length === 0) return { components: { schemas }, errorContent: {} }
  const problem = freeName('Problem', schemas)
  const fault = freeName('Fault', schemas)
  const schema = { $ref: `#/components/schemas/${problem}` }
  const responses = Object.fromEntries(
    statuses.map((status): [string, Response] => {
      const { name, ...response }: ErrorResponse = ERROR_RESPONSES[status]
      // An example for each: the schema, which they share, cannot know their statuses.
      const example = problemOf(EXAMPLES[status]())
      return [name, isOwnFormat ? response : { ...response, content: { [PROBLEM_TYPE]: { schema, example } } }]
    })
  )
  if (isOwnFormat) return { components: { schemas, responses }, errorContent: { '*/*': {} } }
  const components = { schemas: { ...schemas, [problem]: problemSchema(fault), [fault]: FAULT }, responses }
  return { components, errorContent: { [PROBLEM_TYPE]: { schema } } }
}

function freeName(name: string, schemas: object): string {
  return Object.hasOwn(schemas, name) ? freeName(`Http${name}`, schemas) : name
}

/** RFC 9457, section 3.1, with the member `errors`. */
function problemSchema(fault: string): SchemaObject {
  return {
    type: 'object',
    description: 'An error, as RFC 9457 describes it.',
    properties: {
      type: { type: 'string', example: 'about:blank' },
      title: { type: 'string', description: 'The reason phrase of the status.' },
      status: { type: 'integer', minimum: 400, maximum: 599 },
      detail: { type: 'string', description: 'What went wrong this time, to be read by a person.' },
      errors: {
        type: 'array',
        description: 'What is wrong with the request, one entry a fault.',
        items: { $ref: `#/components/schemas/${fault}` }
      }
    },
    required: ['type', 'title', 'status', 'detail']
  }
}

const FAULT: SchemaObject = {
  type: 'object',
  description: 'One thing wrong with a request.',
  properties: {
    in: { type: 'string', enum: ['body', 'query', 'path', 'header', 'cookie'], example: EXAMPLE_FAULT.in },
    path: {
      type: 'string',
      description: 'The way to the value; empty for the whole body.',
      example: EXAMPLE_FAULT.path
    },
    rule: { type: 'string', description: 'The keyword or rule that was broken.', example: EXAMPLE_FAULT.rule },
    message: { type: 'string', example: EXAMPLE_FAULT.message }
  },
  required: ['in', 'path', 'rule', 'message']
}
