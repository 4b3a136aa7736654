import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { Class } from '../metadata.js'
import type { StandardSchema } from '../record/type/standard-schema.js'
import type { FormPart } from './body/form-parts.js'
import type { ReadBody } from './body/request-body.js'
import type { Method, RegisteredOptions } from './operation-options.js'
import type { RedirectOptions, RedirectStatus } from './origin/redirect-target.js'
import type { ParameterPlace } from './parameter-name.js'
import type { PathPattern } from './path/pattern.js'
import type { PrincipalOf, PrincipalSource } from './principal.js'
import type { EventSource, EventStreamOptions } from './reply/event-stream.js'
import type { FileOptions } from './reply/file.js'
import type { ResponseHeaderValue } from './reply/header-text.js'
import type { StreamContent } from './reply/stream-source.js'
import type { CookieOptions } from './syntax/cookies.js'

/**
 * What middleware keeps for the handlers behind it, in `ctx.state`. An application declares its own members:
 *
 * @example declare module 'fieldstone' { interface ContextState { user: User } }
 */
export interface ContextState {
  /** What a middleware leaves for those after it, by a name of its own. */
  [name: string]: unknown
}

/** What the application declares `principal` of {@link ContextState} to be, where there is one; `unknown` where it does not. */
export type StatePrincipal = Exclude<ContextState['principal'], null | undefined>

/** Gives the instance of a class; a promise where the container returns one. */
export type Resolve = <T extends object>(type: Class<T>) => T

/** What a response that is not JSON can be made from. */
export type SentContent = string | Uint8Array | StreamContent

/** What can be said of a stream that is sent. */
export interface StreamOptions {
  /** Default: `application/octet-stream`. */
  readonly contentType?: string
  /** In bytes. Default: not sent beforehand. */
  readonly contentLength?: number
}

/** A record class, `[Class]` for a JSON array of its records, or a schema of another library. */
export type Bindable<T> = Class<T> | readonly [Class<T>] | StandardSchema<unknown, T>

/** The route that a request matched. */
export interface MatchedRoute {
  /** The method that the route was registered for; HEAD may be served by GET's. */
  readonly method: Method
  /** The full path as declared: `/items/{id:[0-9]+}`. */
  readonly path: string
  /** The path of the route, with the names of its parameters. */
  readonly pattern: PathPattern
  /** What was said of the route where it was declared. */
  readonly options: RegisteredOptions
  /** The version that the route is of; undefined for one of all versions. */
  readonly version?: string | undefined
  /** What takes the place of `application/json` in its version, where media types name it. @internal */
  readonly versionMedia?: readonly string[] | undefined
  /** Whether the route answers probes: outside of the router's middleware, and without a line in the log. */
  readonly isProbe?: boolean | undefined
  /** The declaration, for errors and logs: `ItemController.find`. */
  readonly source: string
}

/**
 * What a handler holds: one request and the reply to it. The router makes one for every request.
 *
 * A reply is deferred: `json` and its like keep it, and it is written when the outermost middleware has settled.
 * So middleware can still set headers after `await next()`, and an error after replying is a true 500.
 * The first reply counts; a second one is reported in the log and dropped. No method for replying ever throws:
 * what cannot be sent (a cycle, a status of 42) becomes a 500 whose cause is in the log.
 */
export abstract class Context {
  // ——— The request's head. Everything but the path is read when it is used, and once.

  /** The request's method in upper case. */
  abstract readonly method: string

  /** The path, percent-decoded, without the query. */
  abstract readonly path: string

  /** The query as it came, without its `?`; empty where there is none. */
  abstract readonly search: string

  /** The route that the request matched; undefined where none did (404, 405). */
  abstract get route(): MatchedRoute | undefined

  /**
   * The service of a class: what the application provides, or else its container's. For middleware, security schemes and
   * whatever else is not constructed with its dependencies. Where a container returns promises, this does, too.
   *
   * @throws Error in a router without an application, and what the container throws
   *
   * @example const user = await ctx.resolve(Users).find(id)
   */
  abstract resolve<T extends object>(type: Class<T>): T

  /** A path parameter, percent-decoded. Throws for one that the route's path does not have: a programming error. */
  abstract urlParam(name: string): string

  /** All path parameters by name, percent-decoded; an object without a prototype. */
  abstract get params(): Readonly<Record<string, string>>

  /**
   * The value of a parameter that the route declares (`parameters` among its options), read and checked by its type: a
   * number, a Date, a list; the default where it is absent and has one, else undefined. Throws for one that is not declared,
   * and before the middleware has called `next`.
   *
   * @param place for a name that is declared in several places
   *
   * @example const limit = ctx.parameter<number>('limit')
   */
  abstract parameter<T = unknown>(name: string, place?: ParameterPlace): T

  /** The query, decoded as the WHATWG URL standard says. */
  abstract get query(): URLSearchParams

  /** A header of the request by its name in any case; undefined where it is absent. */
  abstract requestHeader(name: string): string | undefined

  /** The request's `x-request-id` where it is 1 to 128 of `A-Z a-z 0-9 . _ -`, else a new UUID. It is in the log. */
  abstract get requestId(): string

  /**
   * The client's address; an IPv4 address in IPv6 form is given in IPv4 form. What proxies forward is believed as the
   * option `trustProxy` says; else it is the address at the other end of the connection.
   */
  abstract get ip(): string

  /** How the client sent the request: `http` or `https`; through a trusted proxy, as the proxy received it. */
  abstract get protocol(): 'http' | 'https'

  /** The host that the request names, with its port where it has one: `api.example:8080`; a trusted proxy may forward it. */
  abstract get host(): string

  /** A cookie of the request, percent-decoded; the first one where it was sent several times. */
  abstract cookie(name: string): string | undefined

  /** All cookies by name, a list where one was sent several times; an object without a prototype. */
  abstract get cookies(): Readonly<Record<string, string | string[]>>

  /** Names and values of the request's headers in turn, as they came. */
  abstract get rawHeaders(): readonly string[]

  /** The path parameter at this index of the route's path, percent-decoded. */
  abstract pathValue(index: number): string

  /**
   * Fires when the client goes away before the whole response is sent, when the time for it is up (`handlerTimeout`),
   * and when the service stops and cuts the connection: pass it to whatever the handler waits for. An error that only
   * says that it has fired is not a failure of the handler.
   *
   * @example const response = await fetch(url, { signal: ctx.signal })
   */
  abstract get signal(): AbortSignal

  /** What middleware keeps for the handlers behind it; an object without a prototype. */
  abstract get state(): ContextState

  /**
   * Who sends the request: what `authenticate` of the scheme that was met returned, of the first of several; undefined where
   * the route requires none, or none was shown. Middleware runs before credentials are checked: there it is undefined until
   * `next` has settled.
   */
  abstract principal(): StatePrincipal | undefined
  /**
   * The principal of the first of these schemes that was met; undefined where none of them was.
   *
   * @example const user = ctx.principal(TokenScheme)
   */
  abstract principal<const S extends readonly [PrincipalSource, ...PrincipalSource[]]>(
    ...schemes: S
  ): PrincipalOf<S[number]> | undefined

  // ——— The request's body.

  /**
   * The request body as an instance of the record, by the content type: of those types that the route declares
   * (`requestBody`, `consumes`); where it declares none, JSON (`application/json`, `application/*+json`) or
   * `application/x-www-form-urlencoded`. JSON types are checked; presence and rules are not.
   * Rejects with a 400 for what cannot be decoded, 413 over the limit, 415 for another content type.
   */
  abstract bind<T>(type: Class<T>): Promise<T>
  /** The body as a list of the record's instances, like {@link Context.bind}. */
  abstract bind<T>(type: readonly [Class<T>]): Promise<T[]>
  /** The body as the output of a schema of another library. */
  abstract bind<T>(type: StandardSchema<unknown, T>): Promise<T>

  /** Like {@link Context.bind}, for JSON alone. */
  abstract bindJSON<T>(type: Class<T>): Promise<T>
  /** A JSON body as a list of the record's instances, like {@link Context.bind}. */
  abstract bindJSON<T>(type: readonly [Class<T>]): Promise<T[]>
  /** A JSON body as the output of a schema of another library. */
  abstract bindJSON<T>(type: StandardSchema<unknown, T>): Promise<T>

  /**
   * Like {@link Context.bind}, and then every rule is checked. What breaks them is a `ValidationError`:
   * `validation failed: Field '<path>' <message>`, for all faults together. The `requestBody` that the route declares is
   * bound already: then this returns it, the same object at each call; one that has several types, or may be absent, is
   * read by {@link Context.body}.
   */
  abstract bindValidated<T>(type: Class<T>): Promise<T>
  /** The body as a list of the record's instances, checked as by {@link Context.bindValidated}. */
  abstract bindValidated<T>(type: readonly [Class<T>]): Promise<T[]>
  /** The body as the output of a schema of another library. */
  abstract bindValidated<T>(type: StandardSchema<unknown, T>): Promise<T>

  /**
   * The `requestBody` that the route declares, bound and checked before its handler runs: the value of the type that is
   * declared for its media type; undefined where it is absent, and declared with `required: false`. Throws where the route
   * declares none, for bytes and records with files, and before the middleware has called `next`.
   *
   * @example const book = ctx.body<NewBook | undefined>()
   */
  abstract body<T = unknown>(): T

  /** The body through a reader that was compiled before, with every rule; its faults are not thrown. @internal */
  abstract boundBody<C>(read: ReadBody<C>, context: C): unknown

  /**
   * The request body as text in UTF-8, of whatever content type the route declares, or of any. Read once: binding it as
   * well is fine.
   */
  abstract bodyText(): Promise<string>

  /** The bytes of the request body, content codings undone. Read once: binding it as well is fine. */
  abstract bodyBytes(): Promise<Buffer>

  /**
   * The request body as a stream, content codings undone. It fails with a 413 above the limit of a body, and when the
   * client goes away; a failure that the handler passes on becomes the response.
   *
   * @example await pipeline(ctx.bodyStream(), createWriteStream(path))
   */
  abstract bodyStream(): Readable

  /**
   * The parts of a `multipart/form-data` body as they arrive, nothing of them written to disk: for uploads that go
   * somewhere else. The limits of `uploads` hold; above them it fails with a 413.
   *
   * @example
   * for await (const part of ctx.bodyParts()) {
   *   if (part.kind === 'file') await pipeline(part.stream, bucket.upload(randomUUID()))
   * }
   */
  abstract bodyParts(): AsyncGenerator<FormPart, void>

  // ——— The reply.

  /**
   * Replies with the value as JSON.
   *
   * @param contentType which of the media types of JSON that the route declares for the status, and by whose type the value
   *   is written. Default: of several the one that the client prefers.
   *
   * @example ctx.json(200, book, 'application/vnd.library.book+json')
   */
  abstract json(status: number, value: unknown, contentType?: string): void

  /** Replies with an RFC 9457 problem: a status from 400 to 599, and the message as its `detail`. */
  abstract jsonError(status: number, message: string): void

  /** Replies with text, in UTF-8. */
  abstract text(status: number, text: string): void

  /** Replies with an HTML page, in UTF-8. */
  abstract html(status: number, html: string): void

  /**
   * Replies with a redirection to a path of this service, which begins with one slash: `/items/3?full=1`. What a browser
   * would take for another origin (`//evil.example`, `/\\evil.example`), and a relative path, is the program's defect: a
   * 500 whose cause is in the log. Origins of the option `redirects` are allowed, and everything with
   * `{ external: true }`, which is for locations that no client can choose. What a header cannot carry is percent-encoded;
   * a location with a control character in it is rejected.
   *
   * @param status 301, 302, 303, 307 or 308; default: 302. Or the options, with the status among them.
   *
   * @example return ctx.redirect('/items/3', 303)
   * @example return ctx.redirect(authorizationUrl, { external: true })
   */
  abstract redirect(location: string, status?: RedirectStatus, options?: RedirectOptions): void
  /** Redirects with 302, or with the status of the options. */
  abstract redirect(location: string, options: RedirectOptions): void

  /** Replies with 204 and no body. */
  abstract noContent(): void

  /** Replies with text or bytes of a media type, or with a stream of them. */
  abstract send(status: number, contentType: string, content: SentContent): void

  /**
   * Replies with what a stream or an iterable gives, as fast as the client takes it. A source that fails before its
   * first bytes is as if the handler threw; one that fails later has its connection cut, and so has one that is longer
   * or shorter than its declared length. When the client goes away, the source is destroyed.
   *
   * @example return ctx.stream(200, createReadStream(path), { contentType: 'video/mp4', contentLength: size })
   */
  abstract stream(status: number, content: StreamContent, options?: StreamOptions): void

  /**
   * Replies with a stream of server-sent events (WHATWG HTML section 9.2), and with a comment from time to time while
   * there are none. The head is sent with the first event, or after 100 ms without one (`headDelay`): a source that fails
   * before is as if the handler threw, one that fails later has its connection cut. When the client goes away, the
   * iterator is returned; `ctx.signal` wakes one that waits.
   *
   * @example
   * return ctx.sse(async function* () {
   *   for await (const price of prices(ctx.signal)) yield { event: 'price', id: price.id, data: price }
   * }())
   */
  abstract sse(events: EventSource, options?: EventStreamOptions): void

  /**
   * Replies with a file: with the range that the request wants, with 304 where the client has it already, with an
   * ETag and a `last-modified` header. Rejects with a 404 where there is none, a 412 and a 416 where the request has
   * conditions or ranges that cannot be met. The path is the program's own; for one that a client may choose give the
   * folder as `root`, and nothing outside of it and nothing whose name begins with a dot is sent, by whatever link or
   * encoding.
   *
   * @example return ctx.file(ctx.urlParam('name'), { root: '/srv/reports' })
   */
  abstract file(path: string, options?: FileOptions): Promise<void>

  /**
   * Like {@link Context.file}, to be saved under a name (RFC 6266; in any script, RFC 8187). Default: the name of the file.
   *
   * @example return ctx.download(path, 'Übersicht 2024.pdf')
   */
  abstract download(path: string, filename?: string, options?: FileOptions): Promise<void>

  /**
   * The media type of these that the client prefers, by its `accept` header; where it prefers several alike, the first.
   * Throws a 406 where it takes none of them, and marks the response as one of several (`vary`). Without an argument: of
   * those that the route documents for its success.
   */
  abstract accepts(types?: readonly string[]): string

  /**
   * Sets a cookie: for the path `/`, hidden from scripts and `SameSite=Lax` unless the options say otherwise. Throws for
   * what a browser would reject: `sameSite: 'none'` or a `__Secure-` name without `secure`, a `__Host-` name with a
   * domain, names and values that no cookie can have (RFC 6265bis).
   *
   * @example ctx.setCookie('__Host-session', token, { secure: true, maxAge: 3600 })
   */
  abstract setCookie(name: string, value: string, options?: CookieOptions): void

  /** Deletes a cookie; `path`, `domain` and `secure` are those that it was set with. */
  abstract clearCookie(name: string, options?: CookieOptions): void

  /**
   * Sets a header of the response. Where the route declares it (`headers` of a response), the value is written by its type:
   * a Date in RFC 3339 where that is a date, a list as one header. A Date is else written as HTTP writes dates, and a list
   * gives repeated headers. May be called before and after replying, until the outermost middleware has settled. Throws for
   * a name or value that HTTP cannot carry.
   *
   * @example ctx.header('x-total', books.length)
   */
  abstract header(name: string, value: ResponseHeaderValue): void

  /** Sets the status of the reply: of the one that is kept already, or of the value that the handler will return. */
  abstract status(status: number): void

  /** The status of the reply; undefined while there is none. */
  abstract get replyStatus(): number | undefined

  // ——— Node's own objects, and the end.

  /** Node's own request. A listener of it that throws is as if the handler threw. */
  abstract request(): IncomingMessage

  /**
   * Node's own response, for headers and for responses that are complete when the handler settles.
   * To respond later, or to pipe a stream, use {@link Context.handOver}.
   */
  abstract response(): ServerResponse

  /**
   * Node's own response, to be written whenever the caller likes: Fieldstone writes nothing of its own any more,
   * unless the handler fails before the head is sent. Replies like `json` still work, and are written at once
   * when the handler has settled.
   *
   * @example createReadStream(file).pipe(ctx.handOver())
   */
  abstract handOver(): ServerResponse

  /**
   * Calls back once, when the response was sent whole or cut, or the connection is closed: to release what the request
   * held. It is given whether the response was sent whole, and its status; undefined where no head was sent.
   */
  abstract whenOver(work: (isSent: boolean, status: number | undefined) => void): void

  /** Reports something wrong with this request in the log; `what` is read after the route's name. */
  abstract report(error: unknown, what: string): void
}
