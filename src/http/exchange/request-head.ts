import type { IncomingMessage } from 'node:http'
import type { RequestOrigin } from '../origin/request-origin.js'
import type { RouteDefinition } from '../route.js'
import type { HttpSettings } from '../settings.js'
import { parseCookies } from '../syntax/cookies.js'
import { requestIdOf } from '../syntax/request-id.js'

/** What the head of a request tells a handler. Everything but the path is read when it is asked for, and once. */
export class RequestHead {
  /** The request's method in upper case. */
  readonly method: string
  /** The path, percent-decoded, without the query. */
  readonly path: string
  /** The query as it came, without its `?`; empty where there is none. */
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
    this.method = req.method ?? 'GET'
    this.path = path
    this.search = search
    this.#req = req
    this.#settings = settings
  }

  /** The route that answers; undefined where none does (404, 405). */
  get route(): RouteDefinition | undefined {
    return this.#route
  }

  /** A path parameter, percent-decoded. Asking for one that the route's path does not have is a programming error. */
  urlParam(name: string): string {
    const index = this.#route?.pattern.parameters.findIndex((parameter) => parameter.name === name) ?? -1
    const value = this.#values?.[index]
    if (value === undefined) throw new Error(this.#missingParameter(name))
    return value
  }

  /** All path parameters by name, percent-decoded; an object without a prototype. */
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

  /** The query, decoded as the WHATWG URL standard tells. */
  get query(): URLSearchParams {
    this.#query ??= new URLSearchParams(this.search)
    return this.#query
  }

  /** A header of the request by its name in any case; undefined where it is absent. */
  requestHeader(name: string): string | undefined {
    const value = this.#req.headers[name.toLowerCase()]
    return Array.isArray(value) ? value.join(', ') : value
  }

  /** The request's `x-request-id` where it is 1 to 128 of `A-Z a-z 0-9 . _ -`, else a new UUID. The log tells it. */
  get requestId(): string {
    this.#requestId ??= requestIdOf(this.#req)
    return this.#requestId
  }

  /**
   * The client's address; an IPv4 address in IPv6 form is told in IPv4 form. What proxies forward is believed as the
   * option `trustProxy` says; else it is the address of whoever is connected.
   */
  get ip(): string {
    return this.#from.ip
  }

  /** How the client asked: `http` or `https`; through a trusted proxy, how it was asked. */
  get protocol(): 'http' | 'https' {
    return this.#from.protocol
  }

  /** What the client asked for, with its port where that is told: `api.example:8080`; through a trusted proxy, likewise. */
  get host(): string {
    return this.#from.host
  }

  /** A cookie of the request, percent-decoded; the first one where it was sent several times. */
  cookie(name: string): string | undefined {
    const value = this.cookies[name]
    return typeof value === 'object' ? value[0] : value
  }

  /** For binders and schemes: all cookies by name, a list where one was sent several times; without a prototype. */
  get cookies(): Readonly<Record<string, string | string[]>> {
    this.#cookies ??= parseCookies(this.#req.headers.cookie)
    return this.#cookies
  }

  /** For binders and schemes: names and values of the headers in turn, as they came. */
  get rawHeaders(): readonly string[] {
    return this.#req.rawHeaders
  }

  /** For the router: the value of the parameter at this place in the route's path. */
  pathValue(index: number): string {
    return this.#values?.[index] ?? ''
  }

  /** For the router: a route matches; `values` are the decoded parameters in the order of the path. */
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
    return `${source} asks for the path parameter ${JSON.stringify(name)}, which ${path} does not have`
  }
}
