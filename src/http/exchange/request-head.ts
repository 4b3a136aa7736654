import type { IncomingMessage } from 'node:http'
import { Context } from '../context.js'
import type { RequestOrigin } from '../origin/request-origin.js'
import type { RouteDefinition } from '../route.js'
import type { HttpSettings } from '../settings.js'
import { parseCookies } from '../syntax/cookies.js'

/** The part of a context that reads the request's head. Everything but the path is read when it is used, and once. */
export abstract class RequestHead extends Context {
  readonly method: string
  readonly path: string
  readonly search: string

  readonly #req: IncomingMessage
  readonly #settings: HttpSettings
  #route: RouteDefinition | undefined = undefined
  #values: readonly string[] | undefined = undefined
  #params: Readonly<Record<string, string>> | undefined = undefined
  #query: URLSearchParams | undefined = undefined
  #cookies: ReturnType<typeof parseCookies> | undefined = undefined
  #origin: RequestOrigin | undefined = undefined
  #requestId: string | undefined = undefined

  constructor(req: IncomingMessage, path: string, search: string, settings: HttpSettings) {
    super()
    this.method = req.method ?? 'GET'
    this.path = path
    this.search = search
    this.#req = req
    this.#settings = settings
  }

  get route(): RouteDefinition | undefined {
    return this.#route
  }

  urlParam(name: string): string {
    const index = this.#route?.pattern.parameters.findIndex((parameter) => parameter.name === name) ?? -1
    const value = this.#values?.[index]
    if (value === undefined) throw new Error(this.#missingParameter(name))
    return value
  }

  get params(): Readonly<Record<string, string>> {
    if (this.#params === undefined) {
      const params: Record<string, string> = Object.create(null)
      this.#route?.pattern.parameters.forEach(({ name }, index) => {
        params[name] = this.#values?.[index] ?? ''
      })
      this.#params = params
    }
    return this.#params
  }

  get query(): URLSearchParams {
    this.#query ??= new URLSearchParams(this.search)
    return this.#query
  }

  requestHeader(name: string): string | undefined {
    const value = this.#req.headers[name.toLowerCase()]
    return Array.isArray(value) ? value.join(', ') : value
  }

  get requestId(): string {
    this.#requestId ??= requestIdOf(this.#req)
    return this.#requestId
  }

  get ip(): string {
    return this.#from.ip
  }

  get protocol(): 'http' | 'https' {
    return this.#from.protocol
  }

  get host(): string {
    return this.#from.host
  }

  cookie(name: string): string | undefined {
    const value = this.cookies[name]
    return typeof value === 'object' ? value[0] : value
  }

  get cookies(): Readonly<Record<string, string | string[]>> {
    this.#cookies ??= parseCookies(this.#req.headers.cookie)
    return this.#cookies
  }

  get rawHeaders(): readonly string[] {
    return this.#req.rawHeaders
  }

  pathValue(index: number): string {
    return this.#values?.[index] ?? ''
  }

  /** The route that matched; `values` are the decoded parameters in the order of the path. */
  protected matched(route: RouteDefinition, values: readonly string[]): void {
    this.#route = route
    this.#values = values
    this.#params = undefined
  }

  get #from(): RequestOrigin {
    this.#origin ??= this.#settings.originOf(this.#req)
    return this.#origin
  }

  #missingParameter(name: string): string {
    const { source = 'A middleware', path = this.path } = this.#route ?? {}
    return `${source} reads the path parameter ${JSON.stringify(name)}, which ${path} does not have`
  }
}

/** What may be written to a log and to a header of a request that is sent on: nothing that could forge a line of either. */
const SANE = /^[A-Za-z0-9._-]{1,128}$/

/** The request's `x-request-id` where it is sane, else a new UUID. A header that comes twice is not sane. */
export function requestIdOf(req: IncomingMessage): string {
  const given = req.headers['x-request-id']
  return typeof given === 'string' && SANE.test(given) ? given : crypto.randomUUID()
}
