import { inspect } from 'node:util'
import { SetupError } from '../../errors.js'
import { type PathPattern, parsePathPattern } from '../path/pattern.js'
import type { ContextHandler, Interceptor, Middleware } from '../route.js'
import type { Security } from '../security.js'
import { NO_RESPONSES, type SharedResponses } from './shared-responses.js'

/** What a router or a group gives to the routes in it and to the paths below its prefix. */
export class RouteScope {
  /** Undefined for the router itself. */
  readonly parent: RouteScope | undefined
  /** The full prefix, without a trailing slash; empty for the router and for groups without a prefix of their own. */
  readonly prefix: string
  /** How much of the prefix is before the version in the paths of routes. */
  readonly beforeVersion: number
  /** Undefined where the prefix is empty. */
  readonly pattern: PathPattern | undefined
  /** Its own middleware, outermost first. */
  readonly middleware: Middleware[] = []
  /** Its own interceptors, outermost first. */
  readonly interceptors: Interceptor[] = []
  /** What its routes require that have no `security` of their own; undefined for what the scope around it requires. */
  security: Security | undefined = undefined
  /** What was declared for its own routes. */
  #responses: SharedResponses = NO_RESPONSES
  /** With those of the scopes around it; the same object until something is declared. */
  #merged: { readonly outer: SharedResponses; readonly responses: SharedResponses } | undefined = undefined
  notFound: ContextHandler | undefined = undefined
  methodNotAllowed: ContextHandler | undefined = undefined

  private constructor(
    parent: RouteScope | undefined,
    prefix: string,
    pattern: PathPattern | undefined,
    beforeVersion = parent?.beforeVersion ?? 0
  ) {
    this.parent = parent
    this.prefix = prefix
    this.pattern = pattern
    this.beforeVersion = beforeVersion
  }

  static root(): RouteScope {
    return new RouteScope(undefined, '', undefined)
  }

  /**
   * A scope below this one.
   *
   * @param isBeforeVersion whether the version of a route is behind the prefix in its path, and not before it
   * @throws SetupError PATH_INVALID and its like for a malformed prefix
   */
  below(prefix: string, place: string, isBeforeVersion = false): RouteScope {
    if (prefix === '' || prefix === '/') return new RouteScope(this, this.prefix, this.pattern)
    checkPrefix(prefix, place)
    const full = this.prefix + prefix
    return new RouteScope(this, full, parsePathPattern(full, place), isBeforeVersion ? full.length : undefined)
  }

  /** The full path of a route in this scope; `''` and `/` are the prefix itself. */
  path(path: string, version = ''): string {
    const prefix = this.versionedPrefix(version)
    if (prefix !== '' && (path === '' || path === '/')) return prefix
    // One without a slash stays as it is, so that it is rejected instead of being joined to the prefix.
    return path.startsWith('/') ? prefix + path : path
  }

  /** The full prefix with the segment of a version: `/api/v2/admin`. */
  versionedPrefix(version: string): string {
    return this.prefix.slice(0, this.beforeVersion) + version + this.prefix.slice(this.beforeVersion)
  }

  /** This scope and those around it, outermost first, the router's left out. */
  lineage(): RouteScope[] {
    return this.parent === undefined ? [] : [...this.parent.lineage(), this]
  }

  /** The router's own. */
  get root(): RouteScope {
    return this.parent?.root ?? this
  }

  /** What is required in here. */
  get effectiveSecurity(): Security {
    return this.security ?? this.parent?.effectiveSecurity ?? []
  }

  /** The responses that are declared for the routes in here, by this scope and those around it. */
  get responses(): SharedResponses {
    const outer = this.parent?.responses ?? NO_RESPONSES
    if (this.#merged?.outer !== outer) {
      this.#merged = { outer, responses: { ...outer, ...this.#responses } }
    }
    return this.#merged.responses
  }

  addResponses(responses: SharedResponses): void {
    this.#responses = { ...this.#responses, ...responses }
    this.#merged = undefined
  }

  /** The middleware of the groups, outermost first, the router's left out. */
  groupMiddleware(): Middleware[] {
    return this.lineage().flatMap((scope) => scope.middleware)
  }
}

/** @throws SetupError PATH_INVALID and its like for a malformed prefix; by itself, so that the error shows what was written. */
export function checkPrefix(prefix: string, place: string): void {
  const last = parsePathPattern(prefix, place).segments.at(-1)
  if (last?.kind === 'rest' || (last?.kind === 'literal' && last.text === '')) {
    throw new SetupError(
      'PATH_INVALID',
      `the prefix "${prefix}" ends in ${last.kind === 'rest' ? 'the rest of the path' : 'a slash'}`,
      place,
      'end it with a segment, as in "/api"'
    )
  }
}

/** A function of three parameters is Express-style middleware that was not wrapped in `connect`. */
export function isMiddleware(value: unknown): value is Middleware {
  return typeof value === 'function' && value.length <= 2
}

/** Throws a {@link SetupError} unless all of it is middleware; `forText` is the remedy for a text in its place. */
export function assertMiddleware(
  middleware: readonly unknown[],
  place: string,
  forText = 'for the paths below a prefix, use group(prefix, …) or subrouter(prefix)'
): asserts middleware is Middleware[] {
  for (const each of middleware) {
    if (isMiddleware(each)) continue
    throw new SetupError(
      'MIDDLEWARE_INVALID',
      `${inspect(each, { depth: 0 })} is not middleware`,
      place,
      typeof each === 'string'
        ? forText
        : 'give functions (ctx, next) => …, and wrap Express-style functions (req, res, next) in connect(…)'
    )
  }
}

/** Throws a {@link SetupError} unless all of it is interceptors. */
export function assertInterceptors(given: unknown, place: string): asserts given is readonly Interceptor[] {
  if (!Array.isArray(given)) {
    throw new SetupError(
      'MIDDLEWARE_INVALID',
      '`interceptors` is not a list',
      place,
      'write interceptors: [(value) => …]'
    )
  }
  const wrong = given.findIndex((each) => typeof each !== 'function' || each.length > 2)
  if (wrong === -1) return
  const what = `${inspect(given[wrong], { depth: 0 })} is not an interceptor`
  throw new SetupError('MIDDLEWARE_INVALID', what, place, 'give functions (value, ctx) => …')
}
