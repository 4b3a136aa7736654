import { type Fault, SetupError } from '../errors.js'
import type { Class } from '../metadata.js'
import { checkOptions, type OptionTable } from '../options.js'
import { PatternPolicy } from '../record/model/pattern-policy.js'
import type { UnknownFields } from '../record/type/schema.js'
import { type UploadOptions, type UploadSettings, uploadSettings } from './body/uploads.js'
import type { Resolve } from './context.js'
import { type ErrorForm, type ErrorsOptions, errorForm } from './error-form.js'
import { compileHooks, type Hooks, type RequestHooks } from './hooks.js'
import type { OpenResponse } from './lifetime/direct-exchange.js'
import { guardedLogger, LEVELS, type Level, type Logger, silentLogger, stderrLoggerFrom } from './logger.js'
import type { OperationOptions, SecurityRequirement } from './operation-options.js'
import { type RedirectSettings, redirectOrigins } from './origin/redirect-target.js'
import { compileOrigin, type OriginReader } from './origin/request-origin.js'
import type { TrustProxy } from './origin/trusted-proxies.js'
import { type OverloadLimits, type OverloadOptions, overloadLimits } from './overload-options.js'
import { type ResponseCheckSettings, type ResponseChecks, responseCheckSettings } from './response-checks.js'
import { parseSecurity, parseSecuritySchemes, type Security, type SecuritySchemes } from './security.js'
import type { SecurityScheme } from './security-scheme.js'
import { parseVersioning, type Versioning, type VersioningOptions } from './versioning.js'

/** The largest request body that is read, unless set otherwise: 1 MiB. */
const DEFAULT_BODY_LIMIT = 1_048_576

/** What an application may set about its HTTP side. */
export interface HttpOptions {
  /** The largest request body in bytes; a larger one is a 413. Default: 1 MiB (1,048,576). */
  readonly bodyLimit?: number
  /** What a `multipart/form-data` body may hold, and where its files are kept meanwhile. */
  readonly uploads?: UploadOptions
  /**
   * How long a handler and its middleware may take until the response begins, in milliseconds; then the response is a 503 and
   * `ctx.signal` fires. 0 for no limit, which is the default; a route may have its own.
   */
  readonly handlerTimeout?: number
  /**
   * Where the log goes; pino's loggers fit as they are. A level (`'info'`) lets the built-in logger write to stderr what
   * is at least as important; `false` silences everything. Default: `'warn'`, or the level of `accessLog` where that is
   * lower.
   */
  readonly logger?: Logger | Level | false
  /**
   * One line a request in the log: method, template of the route, status, milliseconds, request id. `true` writes it at
   * the level `'info'`. Default: none.
   */
  readonly accessLog?: boolean | Level
  /** Functions that are called for every request, outside of all middleware: metrics, traces, reports of errors. Default: none. */
  readonly hooks?: readonly Hooks[]
  /**
   * Where `ctx.redirect` may lead other than to paths of the service: `{ origins: ['https://login.example.com'] }`. Default:
   * nowhere.
   */
  readonly redirects?: RedirectSettings
  /** Which proxies are believed about the client; see {@link TrustProxy}. Default: none. */
  readonly trustProxy?: TrustProxy
  /**
   * The ways in which requests show who sends them, by name: `{ bearer: bearerScheme({ … }) }`. Where one is required it
   * is enforced, and the document says so.
   */
  readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>
  /**
   * What requests must show on routes that say nothing else themselves, one of the list: `['bearer']`. Default: nothing.
   * Probes, the document and its UI require nothing, nor do routes of OPTIONS.
   */
  readonly security?: readonly SecurityRequirement[]
  /**
   * Responses of all routes, by status: `{ 409: Conflicting }`. What a route, its controller or a group declares for the same
   * status goes before. A route that declares no response of its own may still give any other, unless a success is
   * declared here. Default: none.
   */
  readonly responses?: OperationOptions['responses']
  /** When requests are rejected with a 503, because the service is busy. Default: never. */
  readonly overload?: OverloadOptions
  /**
   * The application's own form of error responses, the status of requests that break a rule, and which HTTP errors other
   * errors become. Default: every error is sent as a {@link Problem}, as RFC 9457 has it.
   */
  readonly errors?: ErrorsOptions
  /**
   * What becomes of a response that the document does not promise: an undocumented status or media type, a body that
   * breaks its schema. `'report'` writes it to the log and tells hooks, `'enforce'` also responds with 500 in its place.
   * Default: `{ mode: 'report', sample: 0.01 }` where `NODE_ENV` is `production`, else `'report'`; and `'enforce'` for
   * requests made by `service.inject`.
   */
  readonly responseChecks?: ResponseChecks
  /**
   * What becomes of keys in request bodies that no field declares: dropped, or each a fault, and then the document says
   * `additionalProperties: false`. A record's own `@Record({ unknownFields })` wins. Default: `'strip'`.
   */
  readonly unknownFields?: UnknownFields
  /**
   * Patterns of fields that the author vouches for: a client cannot make them take long, though the check at start-up
   * says so (`PATTERN_UNSAFE`). Each as the regular expression, or as its source. One that no field of a route has is
   * reported to the log. Default: none.
   *
   * @example trustedPatterns: ['^\\S+@\\S+\\.\\S+$']
   */
  readonly trustedPatterns?: readonly (string | RegExp)[]
  /**
   * How requests name the version of a route: by a segment of the path, by a header, or by media types. Each version has a document of its
   * own. Default: routes have no versions.
   *
   * @example versioning: { by: 'header', name: 'api-version', default: '1' }
   */
  readonly versioning?: VersioningOptions
}

/** {@link HttpOptions}, by name. */
export const HTTP_OPTIONS: OptionTable<HttpOptions> = {
  bodyLimit: true,
  uploads: true,
  handlerTimeout: true,
  logger: true,
  accessLog: true,
  hooks: true,
  redirects: true,
  trustProxy: true,
  securitySchemes: true,
  security: true,
  responses: true,
  overload: true,
  errors: true,
  responseChecks: true,
  unknownFields: true,
  trustedPatterns: true,
  versioning: true
}

/** What to write in place of options that there were before. */
export const FORMER_OPTIONS: Readonly<Record<string, string>> = {
  errorFormatter: 'write errors: { body: ApiError, format: (problem) => …, statuses: { validation: 422 } }'
}

/** What is known of the responses to injected requests, apart from what is sent. */
export class InjectFailures extends WeakMap<OpenResponse, Error> {
  /** What was wrong with their requests. */
  readonly faults = new WeakMap<OpenResponse, readonly Fault[]>()
}

/** {@link HttpOptions}, checked and with every default filled in. */
export interface HttpSettings {
  readonly bodyLimit: number
  readonly uploads: UploadSettings
  /** In milliseconds; undefined for no limit. */
  readonly handlerTimeout: number | undefined
  readonly logger: Logger
  readonly accessLog: Level | undefined
  /** Undefined where there are none. */
  readonly hooks: RequestHooks | undefined
  readonly originOf: OriginReader
  readonly redirectOrigins: ReadonlySet<string>
  readonly securitySchemes: SecuritySchemes
  /** What is required where nothing else is declared. */
  readonly security: Security
  /** Undefined where there is no limit. */
  readonly overload: OverloadLimits | undefined
  readonly errors: ErrorForm
  readonly responseChecks: ResponseCheckSettings
  /** Where nothing of the service's own defects is in a response. */
  readonly isProduction: boolean
  /** Undefined where requests come from the network. */
  readonly failures: InjectFailures | undefined
  readonly unknownFields: UnknownFields
  /** Undefined where routes have no versions. */
  readonly versioning: Versioning | undefined
  /** Decides whether patterns are safe. */
  readonly patterns: PatternPolicy
  /** Where `ctx.resolve` finds services; an application replaces it. */
  readonly services: { resolve: Resolve }
}

/** The longest time that a timer can be set to; Node takes anything longer for one millisecond. */
const LONGEST_TIME = 2_147_483_647

/** Checks the options and fills in the defaults. Throws a {@link SetupError} or BootstrapError for an unknown option, or one of a wrong form. */
export function httpSettings(options: HttpOptions = {}): HttpSettings {
  checkOptions(options, HTTP_OPTIONS, 'the router', { instead: FORMER_OPTIONS })
  const { bodyLimit = DEFAULT_BODY_LIMIT, handlerTimeout = 0, accessLog = false } = options
  if (!Number.isSafeInteger(bodyLimit) || bodyLimit < 0) {
    throw invalid(`bodyLimit is ${String(bodyLimit)}`, 'bodyLimit', 'give a whole number of bytes, 0 or more')
  }
  if (!isTime(handlerTimeout)) {
    throw invalid(`handlerTimeout is ${String(handlerTimeout)}`, 'handlerTimeout', 'give milliseconds, 0 for no limit')
  }
  if (typeof accessLog !== 'boolean' && !LEVELS.includes(accessLog)) {
    throw invalid(`accessLog is ${String(accessLog)}`, 'accessLog', `give true, false, or one of ${LEVELS.join(', ')}`)
  }
  const isProduction = process.env.NODE_ENV === 'production'
  const responseChecks = responseCheckSettings(options.responseChecks, isProduction)
  const { unknownFields = 'strip' } = options
  if (unknownFields !== 'strip' && unknownFields !== 'reject') {
    throw invalid(`unknownFields is ${String(unknownFields)}`, 'unknownFields', "give 'strip' or 'reject'")
  }
  const accessLevel = accessLog === true ? 'info' : accessLog === false ? undefined : accessLog
  const { security } = options
  const securitySchemes =
    options.securitySchemes === undefined ? new Map() : parseSecuritySchemes(options.securitySchemes)
  const logger = loggerOf(options.logger, accessLevel)
  return {
    bodyLimit,
    uploads: uploadSettings(options.uploads),
    responseChecks,
    isProduction,
    failures: undefined,
    unknownFields,
    patterns: new PatternPolicy(trustedPatterns(options.trustedPatterns)),
    handlerTimeout: handlerTimeout === 0 ? undefined : handlerTimeout,
    logger,
    accessLog: accessLevel,
    hooks: options.hooks === undefined ? undefined : compileHooks(options.hooks, logger),
    originOf: compileOrigin(options.trustProxy),
    redirectOrigins: redirectOrigins(options.redirects),
    securitySchemes,
    security: security === undefined ? [] : parseSecurity(security, securitySchemes, () => 'the option security'),
    overload: options.overload === undefined ? undefined : overloadLimits(options.overload),
    versioning: options.versioning === undefined ? undefined : parseVersioning(options.versioning),
    errors: errorForm(options.errors, unknownFields),
    services: { resolve: noServices }
  }
}

function noServices(type: Class): never {
  throw new Error(`ctx.resolve(${type?.name}): a router has no services; those of an application come with bootstrap`)
}

/** Whether a value is a time in milliseconds that a timer can be set to. */
export function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= LONGEST_TIME
}

function loggerOf(option: HttpOptions['logger'], accessLevel: Level | undefined): Logger {
  if (option === false) return silentLogger
  if (option === undefined) {
    const isLower = accessLevel !== undefined && LEVELS.indexOf(accessLevel) < LEVELS.indexOf('warn')
    return stderrLoggerFrom(isLower ? accessLevel : 'warn')
  }
  if (typeof option === 'string' && LEVELS.includes(option)) return stderrLoggerFrom(option)
  if (!isLogger(option)) {
    const levels = LEVELS.join(', ')
    throw invalid('the logger lacks a method', 'logger', `give an object with ${levels}, one of these names, or false`)
  }
  return guardedLogger(option)
}

function trustedPatterns(given: HttpOptions['trustedPatterns'] = []): readonly (string | RegExp)[] {
  const remedy = 'give a list of regular expressions, or of their sources'
  if (!Array.isArray(given)) throw invalid(`trustedPatterns is ${String(given)}`, 'trustedPatterns', remedy)
  for (const each of given) {
    if (typeof each !== 'string' && !(each instanceof RegExp)) {
      throw invalid(`trustedPatterns holds ${String(each)}`, 'trustedPatterns', remedy)
    }
    if (typeof each === 'string' && !compiles(each)) {
      throw invalid(`"${each}" in trustedPatterns does not compile`, 'trustedPatterns', 'correct it')
    }
  }
  return given
}

function compiles(source: string): boolean {
  try {
    new RegExp(source, 'u')
    return true
  } catch {
    return false
  }
}

function isLogger(value: unknown): value is Logger {
  if (typeof value !== 'object' || value === null) return false
  return LEVELS.every((level) => typeof (value as Record<string, unknown>)[level] === 'function')
}

function invalid(what: string, option: string, remedy: string): SetupError {
  return new SetupError('APPLICATION_INVALID', what, `the option ${option}`, remedy)
}
