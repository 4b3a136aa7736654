import { inspect } from 'node:util'
import { SetupError } from '../../errors.js'
import type { Context } from '../context.js'
import { type ErrorForm, type ValidationStatus, withErrorContent } from '../error-form.js'
import {
  METHODS,
  type Method,
  type RegisteredOptions,
  type ResponseOption,
  responseOption
} from '../operation-options.js'
import { type PathPattern, parsePathPattern } from '../path/pattern.js'
import type { DocumentedResponses } from '../response/route-responses.js'
import type {
  ContextHandler,
  Interceptor,
  Middleware,
  RouteDeclaration,
  RouteDefinition,
  RouteInputs,
  RouteOptions,
  VersionHeader
} from '../route.js'
import { parseSecurity, type Security } from '../security.js'
import type { HttpSettings } from '../settings.js'
import { byStatus } from '../syntax/by-status.js'
import { responseInVersion, versionMedia } from '../versioning.js'
import { assertRouteOptions } from './options.js'
import { assertInterceptors, assertMiddleware, isMiddleware, type RouteScope } from './scope.js'
import { NO_RESPONSES, type SharedResponses, sharedResponses } from './shared-responses.js'

/** A method, so that its parameter may be the router's own kind of context. */
interface CompiledRun {
  run(ctx: Context): void
}

/** What an application has settled for all of its routes. */
export type RouteSettings = Pick<
  HttpSettings,
  'errors' | 'handlerTimeout' | 'overload' | 'securitySchemes' | 'versioning'
>

/** Which version of its declaration a route is. */
export interface RouteVersion {
  readonly version: string
  /** Undefined where the path names it. */
  readonly header: VersionHeader | undefined
}

/** Of most routes. */
const NONE: readonly never[] = []

/** A route in a router. Throws a {@link SetupError} for a malformed declaration. */
export class RegisteredRoute implements RouteDefinition {
  readonly method: Method
  readonly path: string
  readonly pattern: PathPattern
  readonly inputs: RouteInputs | undefined
  readonly declaredBy: RouteDefinition['declaredBy']
  readonly readsItself: RouteDefinition['readsItself']
  readonly handlerTimeout: number | undefined
  readonly isLimited: boolean
  readonly isProbe: boolean
  readonly validationStatus: ValidationStatus
  readonly scope: RouteScope
  readonly version: string | undefined
  readonly versionHeader: VersionHeader | undefined
  readonly versionMedia: readonly string[] | undefined
  /** Responds to a request that matches; compiled when the router is frozen. */
  run: CompiledRun['run'] = notCompiled
  /** Found with it. */
  isContextFree = false
  /** Whether its requests may go without a context; found with it. */
  takesCalls = false
  /** What it documents; compiled with it. */
  documented: DocumentedResponses | undefined = undefined
  #handler: ContextHandler
  #compile: RouteDeclaration['compile']
  readonly #source: string | (() => string)
  readonly #own: readonly Middleware[]
  readonly #interceptors: readonly Interceptor[]
  readonly #security: Security | undefined
  readonly #given: RouteOptions
  readonly #responses: SharedResponses
  readonly #errors: ErrorForm
  #options: { readonly shared: SharedResponses; readonly options: RegisteredOptions<RouteOptions> } | undefined

  /** @param versioned the one version of the declaration that this is; undefined for a route of all versions */
  constructor(declaration: RouteDeclaration, scope: RouteScope, settings: RouteSettings, versioned?: RouteVersion) {
    const { method, path, handler, options = {}, middleware = NONE, interceptors = NONE, source } = declaration
    this.#source = source
    this.method = method
    const version = versioned?.version
    this.version = version
    this.versionHeader = versioned?.header
    this.versionMedia = version === undefined ? undefined : versionMedia(settings.versioning, version)
    const { versioning } = settings
    const segment = version !== undefined && versioning?.by === 'path' ? `/${versioning.prefix}${version}` : ''
    this.path = typeof path === 'string' ? scope.path(path, segment) : path
    this.#handler = handler
    this.#compile = declaration.compile
    this.#given = options
    this.#responses = sharedResponses(declaration.responses, () => String(this))
    this.#errors = settings.errors
    this.validationStatus = settings.errors.validationStatus
    this.inputs = declaration.inputs
    this.declaredBy = declaration.declaredBy
    this.readsItself = declaration.readsItself
    this.isProbe = declaration.isProbe === true
    this.isLimited = settings.overload !== undefined && !this.isProbe
    this.handlerTimeout = (options?.handlerTimeout ?? settings.handlerTimeout) || undefined
    this.scope = scope
    if (!METHODS.includes(method)) {
      this.#reject('ROUTE_OPTIONS_INVALID', `${inspect(method)} is not a method`, `give one of ${METHODS.join(', ')}`)
    }
    if (typeof handler !== 'function') {
      this.#reject('ROUTE_HANDLER_INVALID', `its handler is ${inspect(handler, { depth: 0 })}`, 'give a function')
    }
    assertRouteOptions(options, () => String(this))
    const { middleware: ownMiddleware = NONE } = options
    // A copy: the application may change its own list.
    this.#own = middleware.length + ownMiddleware.length === 0 ? NONE : [...middleware, ...ownMiddleware]
    if (!this.#own.every(isMiddleware)) assertMiddleware(this.#own, String(this), 'give functions (ctx, next) => …')
    this.#interceptors = options.interceptors === undefined ? interceptors : [...interceptors, ...options.interceptors]
    // Only where there are some is the text of the route worth its price.
    if (this.#interceptors.length > 0) assertInterceptors(this.#interceptors, String(this))
    const { security } = options
    this.#security = isNothing(security)
      ? security
      : parseSecurity(security, settings.securitySchemes, () => String(this))
    this.pattern = this.#parse()
  }

  get handler(): ContextHandler {
    if (this.#compile !== undefined) {
      this.#handler = this.#compile()
      this.#compile = undefined
    }
    return this.#handler
  }

  get source(): string {
    return typeof this.#source === 'function' ? this.#source() : this.#source
  }

  /** Responses that are declared around the route are there as soon as they are declared. */
  get options(): RegisteredOptions<RouteOptions> {
    const shared = this.isProbe ? NO_RESPONSES : this.scope.responses
    if (this.#options?.shared !== shared) {
      const around = { ...shared, ...this.#responses }
      this.#options = { shared, options: registeredOptions(this.#given, around, this.#errors, this.versionMedia) }
    }
    return this.#options.options
  }

  /** Nothing can be declared any more: from now on the options are a value, which requests read without a call. */
  settle(): void {
    Object.defineProperty(this, 'options', { value: this.options, enumerable: true })
    this.#options = undefined
  }

  get isPromising(): boolean {
    const declared = [this.#given.responses ?? {}, { ...this.scope.responses, ...this.#responses }]
    const [own = [], around = []] = declared.map((responses) => Object.keys(responses))
    return own.length > 0 || around.some((status) => !/^[45]/.test(status))
  }

  get middleware(): readonly Middleware[] {
    return [...this.scope.groupMiddleware(), ...this.#own]
  }

  get interceptors(): readonly Interceptor[] {
    if (this.isProbe) return this.#interceptors
    const around = [this.scope.root, ...this.scope.lineage()].flatMap((scope) => scope.interceptors)
    return [...around, ...this.#interceptors]
  }

  /** A preflight shows no credentials (Fetch, section 3.3.5), and a probe has none. */
  get security(): Security {
    const isOpen = this.isProbe || this.method === 'OPTIONS'
    return this.#security ?? (isOpen ? [] : this.scope.effectiveSecurity)
  }

  get allMiddleware(): readonly Middleware[] {
    return this.isProbe ? this.middleware : [...this.scope.root.middleware, ...this.middleware]
  }

  /** `GET /items/{id} (ItemController.find)`, and `GET /items/{id}, version 2 (ItemController.find)` */
  toString(): string {
    const version = this.version === undefined ? '' : `, version ${this.version}`
    return `${this.method} ${this.path}${version} (${this.source})`
  }

  #parse(): PathPattern {
    try {
      return parsePathPattern(this.path, '')
    } catch {
      // Once more for the error alone: only now is the declaration's name worth its price.
      return parsePathPattern(this.path, this.source)
    }
  }

  #reject(code: 'ROUTE_OPTIONS_INVALID' | 'ROUTE_HANDLER_INVALID', what: string, remedy: string): never {
    throw new SetupError(code, what, String(this), remedy)
  }
}

/** The options with every response that is declared for the route, each by its options, and with the body of errors. */
function registeredOptions(
  options: RouteOptions,
  around: SharedResponses,
  errors: ErrorForm,
  media: readonly string[] | undefined
): RegisteredOptions<RouteOptions> {
  const own = options?.responses ?? {}
  // What is no object is reported where the route is described.
  if (typeof own !== 'object' || Array.isArray(own)) return options as never
  const entries = Object.entries(own).map(([status, declared]) => [status, responseOption(declared)] as const)
  if (entries.length === 0 && Object.keys(around).length === 0) return options as never
  const declared = [...Object.entries(around), ...entries]
  const inMedia = (status: string, option: ResponseOption) =>
    media !== undefined && /^2/.test(status) && option ? responseInVersion(option, media) : option
  const responses = byStatus(declared.map(([status, option]) => [status, inMedia(status, option)] as const))
  return { ...options, responses: withErrorContent(responses, errors) } as never
}

function notCompiled(): never {
  throw new Error('The router dispatched a request before it was frozen')
}

/** Nothing is said of credentials, or that none is required. */
function isNothing(security: unknown): security is undefined | readonly [] {
  return security === undefined || (Array.isArray(security) && security.length === 0)
}
