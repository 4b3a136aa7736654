import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { DispatchFunc, InjectOptions } from 'light-my-request'
import { checkGivenOptions, type OptionTable } from '../../options.js'
import type { RequestHandler } from '../route.js'

/** A request that is made in-process. */
export interface InjectRequest {
  /** Default: GET. */
  readonly method?: string
  /** A path with or without a query: `/items/3?full=1`. Dot segments are resolved, as in any URL. */
  readonly url: string
  /** The headers of the request, by name in any case. */
  readonly headers?: IncomingHttpHeaders | OutgoingHttpHeaders
  /** Whom the request comes from, for `ctx.ip` and limits on rates. Default: `127.0.0.1`. */
  readonly remoteAddress?: string
  /** Added to the URL's own query; a list gives a repeated parameter. */
  readonly query?: Readonly<Record<string, string | readonly string[]>>
  /** Text, bytes and streams are sent as they are; any other value is sent as JSON, with its content type. */
  readonly body?: unknown
  /** The same as `body`. */
  readonly payload?: unknown
}

const INJECT_OPTIONS: OptionTable<InjectRequest> = {
  method: true,
  url: true,
  headers: true,
  remoteAddress: true,
  query: true,
  body: true,
  payload: true
}

/** The response to a request that was made in-process. */
export interface InjectResponse {
  /** The status of the response. */
  readonly statusCode: number
  /** By lower-case name. */
  readonly headers: OutgoingHttpHeaders
  /** The body, read as UTF-8. */
  readonly body: string
  /** The body's bytes. */
  readonly rawBody: Buffer
  /** The body, read as JSON. */
  json<T = unknown>(): T
}

/**
 * Runs a request through the handler without a socket: for specs, and for commands that call their own service.
 * Rejects where the handler cuts the connection.
 *
 * @example const { statusCode, json } = await inject(handler, { method: 'POST', url: '/data', body: { name: 'x' } })
 */
export async function inject(handler: RequestHandler, request: InjectRequest | string): Promise<InjectResponse> {
  // Only who injects pays for loading it.
  const { default: lightMyRequest } = await import('light-my-request')
  const given = typeof request === 'string' ? { url: request } : request
  const { statusCode, headers, rawPayload } = await lightMyRequest(
    withRepeated(handler, given.headers) as DispatchFunc,
    injectOptions(given)
  )
  const body = rawPayload.toString('utf8')
  return { statusCode, headers, body, rawBody: rawPayload, json: <T>() => JSON.parse(body) as T }
}

function injectOptions(request: InjectRequest): InjectOptions {
  checkGivenOptions(request, INJECT_OPTIONS, 'The request')
  const { method = 'GET', url, headers = {}, query, remoteAddress, ...rest } = request
  const value = rest.body === undefined ? rest.payload : rest.body
  const hasBody = value !== undefined
  const isRaw = typeof value === 'string' || value instanceof Uint8Array || isStream(value)
  const sent = sentHeaders(headers)
  if (hasBody && !isRaw && !Object.keys(sent).some((name) => name.toLowerCase() === 'content-type')) {
    sent['content-type'] = 'application/json'
  }
  const payload = value instanceof Uint8Array ? Buffer.from(value) : hasBody && !isRaw ? JSON.stringify(value) : value
  return { method, url, headers: sent, query, payload, remoteAddress, validate: false } as InjectOptions
}

/** By name, as a server gives them: a header that is sent several times is one text. */
function sentHeaders(headers: NonNullable<InjectRequest['headers']>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (!Array.isArray(value)) return [name, fieldValue(value)]
      return [name, value.map(fieldValue).join(name.toLowerCase() === 'cookie' ? '; ' : ', ')]
    })
  )
}

/** The handler, which finds a header that is sent several times as often among the raw ones. */
function withRepeated(handler: RequestHandler, headers: InjectRequest['headers'] = {}): RequestHandler {
  const repeated = new Map(
    Object.entries(headers).flatMap(([name, value]) => (Array.isArray(value) ? [[name.toLowerCase(), value]] : []))
  )
  if (repeated.size === 0) return handler
  return (req, res) => {
    const pairs = Array.from({ length: req.rawHeaders.length / 2 }, (_, index) =>
      req.rawHeaders.slice(index * 2, index * 2 + 2)
    )
    req.rawHeaders = pairs.flatMap(([name = '', value = '']) => {
      return (repeated.get(name) ?? [value]).flatMap((each) => [name, String(fieldValue(each))])
    })
    handler(req, res)
  }
}

/** Without the white space around it, which is not part of a field's value (RFC 9110, section 5.5). */
function fieldValue(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/^[ \t]+|[ \t]+$/g, '') : value
}

function isStream(value: unknown): boolean {
  return typeof (value as { pipe?: unknown } | null | undefined)?.pipe === 'function'
}
