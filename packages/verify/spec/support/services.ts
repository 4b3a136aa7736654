import type { VerifiableService } from 'fieldstone-verify'
import type { Request, Response } from './verified.js'

/** An OpenAPI document of these paths and component schemas. */
export function openApi(paths: object, schemas: object = {}, openapi = '3.1.0'): object {
  return { openapi, info: { title: 'Spec', version: '1' }, paths, components: { schemas } }
}

/** The same of OpenAPI 3.0. */
export function openApi30(paths: object, schemas: object = {}): object {
  return openApi(paths, schemas, '3.0.3')
}

/** Content of JSON with a schema, as a response or a request body has it. */
export function json(schema: object, more: object = {}): { description: string; content: object } {
  return { description: 'It', content: { 'application/json': { schema } }, ...more }
}

/** Responses without a described body. */
export function bare(...statuses: (number | string)[]): Record<string, object> {
  return Object.fromEntries(statuses.map((status) => [status, { description: 'It' }]))
}

/** A parameter of an operation; one of the path is required. */
export function parameter(
  place: 'query' | 'path' | 'header' | 'cookie',
  name: string,
  schema: object,
  more: object = {}
) {
  return { name, in: place, schema, ...(place === 'path' && { required: true }), ...more }
}

/** A request to a service of a spec. */
export interface Asked {
  readonly method: string
  /** The path as it was sent. */
  readonly path: string
  readonly query: URLSearchParams
  /** What stands behind the question mark. */
  readonly search: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** What it responds: a body that is neither text nor bytes is sent as JSON. */
export interface Responded {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
}

/** A service whose state can be restored; `verified` does it before each request that may change something. */
export type Resettable = VerifiableService & { reset(): void }

type MaybePromise<T> = T | Promise<T>

/** A service in this process without a framework: its document, and what it responds. */
export function handmade(document: unknown, respond: (asked: Asked) => MaybePromise<Responded>): VerifiableService {
  return { document, inject: async (request) => sentOf(await respond(askedOf(request))) }
}

/** A service that responds in another way to some requests: `right` is its own response. */
export function mistaken(
  service: VerifiableService,
  respond: (asked: Asked, right: () => Promise<Responded>) => MaybePromise<Responded>
): VerifiableService {
  return {
    ...service,
    inject: async (request) => {
      let own: Response | undefined
      const right = async (): Promise<Responded> => {
        own = await service.inject(request)
        return {
          status: own.statusCode,
          headers: own.headers as Record<string, string>,
          body: Buffer.from(own.rawBody)
        }
      }
      const { status, headers = {}, body } = await respond(askedOf(request), right)
      return { ...own, ...sentOf({ status, headers, body }) }
    }
  }
}

function askedOf({ method, url, headers, body }: Request): Asked {
  const [path = '', ...search] = url.split('?')
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const text = search.join('?')
  return { method, path, query: new URLSearchParams(text), search: text, headers: lower, body: Buffer.from(body ?? '') }
}

function sentOf({ status, headers = {}, body }: Responded): Response {
  const isRaw = body === undefined || typeof body === 'string' || body instanceof Uint8Array
  const rawBody = Buffer.from((isRaw ? body : JSON.stringify(body)) ?? '')
  return { statusCode: status, headers: { ...(!isRaw && { 'content-type': 'application/json' }), ...headers }, rawBody }
}

/** An error in the form of RFC 9457. */
export function problem(status: number, headers: Readonly<Record<string, string>> = {}): Responded {
  return { status, body: { title: 'No', status }, headers: { 'content-type': 'application/problem+json', ...headers } }
}

/** The media type of a request, without its parameters. */
export function typeOf({ headers }: Asked): string {
  return (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

/** The JSON of a request, or undefined where it is none: strict UTF-8, and of the media type. */
export function jsonOf(asked: Asked): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(asked.body)) }
  } catch {
    return undefined
  }
}
