import type { SentRequest } from '../lifetime/direct-exchange.js'
import { headerOf } from '../lifetime/node-messages.js'
import type { RequestOrigin } from '../origin/request-origin.js'
import type { HttpSettings } from '../settings.js'
import { parseCookies } from '../syntax/cookies.js'

/**
 * What a request's head says and only some handlers read: the query, the cookies, the request's id and its origin. Made
 * when the first of them is read; each is read once.
 */
export class RequestHead {
  readonly #req: SentRequest
  readonly #search: string
  readonly #settings: HttpSettings
  #query: URLSearchParams | undefined = undefined
  #cookies: ReturnType<typeof parseCookies> | undefined = undefined
  #origin: RequestOrigin | undefined = undefined
  #requestId: string | undefined = undefined

  constructor(req: SentRequest, search: string, settings: HttpSettings) {
    this.#req = req
    this.#search = search
    this.#settings = settings
  }

  get query(): URLSearchParams {
    this.#query ??= new URLSearchParams(this.#search)
    return this.#query
  }

  get cookies(): Readonly<Record<string, string | string[]>> {
    this.#cookies ??= parseCookies(headerOf(this.#req, 'cookie'))
    return this.#cookies
  }

  /** The first one of this name. */
  cookie(name: string): string | undefined {
    const value = this.cookies[name]
    return typeof value === 'object' ? value[0] : value
  }

  /** Who sent it, as far as proxies are trusted. */
  get origin(): RequestOrigin {
    this.#origin ??= this.#settings.originOf(this.#req)
    return this.#origin
  }

  get requestId(): string {
    this.#requestId ??= requestIdOf(this.#req)
    return this.#requestId
  }
}

/** What may be written to a log and to a header of a request that is sent on: nothing that could forge a line of either. */
const SANE = /^[A-Za-z0-9._-]{1,128}$/

/** The request's `x-request-id` where it is sane, else a new UUID. A header that comes twice is not sane. */
export function requestIdOf(req: SentRequest): string {
  const given = headerOf(req, 'x-request-id')
  return given !== undefined && SANE.test(given) ? given : crypto.randomUUID()
}
