import { type BodyHead, jsonReader, type ReadBody, type UseBytes } from '../body/request-body.js'
import type { Context } from '../context.js'
import type { BytesReader, DirectExchange, OpenResponse, SentRequest } from '../lifetime/direct-exchange.js'
import { mayHaveContent } from '../lifetime/node-messages.js'
import { promiseOf } from '../lifetime/pending.js'
import type { Reply } from '../reply/reply.js'
import type { DeferredResponse } from '../response/deferred-response.js'
import type { JsonSuccess } from '../response/route-responses.js'
import type { RegisteredRoute } from '../routing/registered-route.js'
import type { HttpSettings } from '../settings.js'
import type { RequestTarget } from '../syntax/request-target.js'
import { RequestContext } from './request-context.js'
import { endBare, endFailed, endLater, endSettled, type Respondent, respondAtOnce } from './run.js'

/** What the handler of such a route reads of a request. */
type InputSource = Pick<Context, 'route' | 'pathValue' | 'search' | 'boundBody'>

/** A route that takes requests without a context, found for one. */
export interface FoundCall {
  readonly route: RegisteredRoute
  /** The decoded values of the path. */
  readonly values: readonly string[]
  readonly target: RequestTarget
  readonly settings: HttpSettings
}

/** Finds the route of a request, by its method and its target; undefined where the request takes a context. */
export type FindCall = (method: string, target: string) => FoundCall | undefined

/** A request with its response, which a context is made of. */
export type Exchange = SentRequest & OpenResponse & DirectExchange

/**
 * One request of a route whose method gets nothing but values of the path, of the query and of the body: no code of the
 * application could have its context. It goes without one, as long as the body says exactly that it is JSON, and the response
 * is the declared JSON of a value that is there in the same turn. Where anything else comes, the context is made, and goes on
 * from there.
 */
export abstract class ValueCall implements BodyHead, BytesReader, Respondent {
  readonly route: RegisteredRoute
  readonly settings: HttpSettings
  readonly #target: RequestTarget
  readonly #values: readonly string[]
  #ctx: RequestContext | undefined = undefined
  /** The bytes that were there when they were asked for, or why there are none. */
  #bytes: Uint8Array | undefined = undefined
  #failure: unknown = undefined
  /** What is done with those that are still coming, and with what. */
  #use: UseBytes<unknown> | undefined = undefined
  #context: unknown = undefined

  constructor({ route, values, target, settings }: FoundCall) {
    this.route = route
    this.#values = values
    this.#target = target
    this.settings = settings
  }

  /** The exchange that a context is made of; made at the first use. */
  protected abstract readonly exchange: Exchange

  abstract readonly isPlainJson: boolean

  /** Reads all bytes of the body, and calls {@link arrived} or {@link failed}. */
  protected abstract readBytes(limit: number): void

  abstract readonly open: Respondent['open']

  abstract writeWhole(reply: Reply): void

  /** Calls the method, and responds. */
  run(): void {
    let value: unknown
    try {
      value = this.route.handler(this satisfies InputSource as InputSource as Context)
    } catch (error) {
      endFailed(this.#made, error)
      return
    }
    // The body is still coming.
    if (value !== this) this.#end(value)
  }

  get search(): string {
    return this.#target.search
  }

  pathValue(index: number): string {
    return this.#values[index] ?? ''
  }

  boundBody<C>(read: ReadBody<C>, context: C): unknown {
    // The values of the path may be checked later: then the context is there.
    const json = this.#ctx === undefined ? jsonReader(read, this) : undefined
    if (json === undefined) return this.#made.boundBody(read, context)
    this.readBytes(this.route.options.bodyLimit ?? this.settings.bodyLimit)
    if (this.#bytes !== undefined) return json(this.#bytes, context)
    if (this.#failure !== undefined) throw this.#failure
    this.#use = json as UseBytes<unknown>
    this.#context = context
    return this
  }

  get mayHaveContent(): boolean {
    return mayHaveContent(this.exchange)
  }

  arrived(bytes: Uint8Array): void {
    if (this.#use === undefined) {
      this.#bytes = bytes
      return
    }
    let value: unknown
    try {
      value = this.#use(bytes, this.#context)
    } catch (error) {
      this.failed(error)
      return
    }
    this.#end(value)
    if (this.#ctx !== undefined) this.exchange.watch()
  }

  failed(error: unknown): void {
    if (this.#use === undefined) this.#failure = error
    else endFailed(this.#made, error)
  }

  #end(value: unknown): void {
    try {
      if (this.#ctx !== undefined) {
        endBare(this.#ctx, value)
        return
      }
      // Asked for once: what has a `then` may do its work in it.
      const promise = promiseOf(value)
      if (promise !== undefined) endLater(this.#made, promise)
      else if (!respondAtOnce(this, value)) endSettled(this.#made, value)
    } catch (error) {
      // Even reading a value can throw: a proxy runs code of its own.
      endFailed(this.#made, error)
    }
  }

  get promisedJson(): JsonSuccess | undefined {
    return this.route.documented?.json
  }

  get isDeferred(): boolean {
    return this.#ctx !== undefined
  }

  deferred(isSampled?: boolean): DeferredResponse {
    return this.#made.deferred(isSampled)
  }

  get #made(): RequestContext {
    if (this.#ctx === undefined) {
      const { path, search } = this.#target
      this.#ctx = new RequestContext(this.exchange, this.exchange, path, search, this.settings)
      this.#ctx.enter(this.route, this.#values, this.route.documented)
    }
    return this.#ctx
  }
}
