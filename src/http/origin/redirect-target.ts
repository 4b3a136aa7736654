import { SetupError } from '../../errors.js'
import { checkGivenOptions, checkOptions, FLAG, type OptionTable } from '../../options.js'

/** The statuses of redirections with a location. */
export type RedirectStatus = 301 | 302 | 303 | 307 | 308

/** How a client is redirected. */
export interface RedirectOptions {
  /** Default: 302. */
  readonly status?: RedirectStatus
  /**
   * Whether the location may lead anywhere: to another origin, or relative to the request's path. Set it only if the
   * program itself has chosen the location, never if a client may choose it. Default: false.
   */
  readonly external?: boolean
}

/** Where `ctx.redirect` may lead, other than to paths of the service. */
export interface RedirectSettings {
  /** Origins as a browser writes them (RFC 6454, section 6.2): `['https://login.example.com']`. Default: none. */
  readonly origins?: readonly string[]
}

const REDIRECT_OPTIONS: OptionTable<RedirectOptions> = { status: true, external: FLAG }
const REDIRECT_SETTINGS: OptionTable<RedirectSettings> = { origins: true }

const STATUSES: ReadonlySet<unknown> = new Set([301, 302, 303, 307, 308])

/**
 * Origins that the service could have, one of each scheme: what a location means to a browser depends on the scheme of
 * the request, and must not lead away in either case. No name ends in `.invalid` (RFC 6761, section 6.4). The Host of
 * the request is not used, because the client chooses it.
 */
const OWN_ORIGINS = ['https://service.invalid', 'http://service.invalid'] as const

/** A redirection as it is sent. */
export interface Redirect {
  readonly status: RedirectStatus
  readonly location: string
}

/**
 * Checks a redirection, and encodes its location for the header. Throws a TypeError for a location that leads away from
 * the service and is not allowed, and a RangeError for another status; both are defects of the program.
 */
export function redirectTo(location: string, options: RedirectOptions, origins: ReadonlySet<string>): Redirect {
  checkGivenOptions(options, REDIRECT_OPTIONS, 'The redirect')
  const { status = 302, external = false } = options
  if (!STATUSES.has(status)) {
    throw new RangeError(`The status of a redirect must be 301, 302, 303, 307 or 308, not ${String(status)}`)
  }
  if (typeof location !== 'string')
    throw new TypeError(`The location of a redirect must be a string, not a ${typeof location}`)
  const sent = locationHeader(location)
  if (external || isOwnPath(sent) || isAllowed(sent, origins)) return { status, location: sent }
  const shown = JSON.stringify(sent.length > 200 ? `${sent.slice(0, 200)}…` : sent)
  throw new TypeError(
    `The redirect to ${shown} is not to a path of this service: if a client has chosen it, check it with isLocalPath and respond with 400; otherwise start it with one slash, write redirects: { origins: ['https://…'] }, or pass { external: true }`
  )
}

/** The origins of the option `redirects`. Throws a {@link SetupError} or BootstrapError. */
export function redirectOrigins(settings: RedirectSettings = {}): ReadonlySet<string> {
  checkOptions(settings, REDIRECT_SETTINGS, PLACE)
  const { origins = [] } = settings
  if (!Array.isArray(origins)) throw invalid('`redirects.origins` is not a list', EXAMPLE)
  for (const origin of origins as readonly unknown[]) {
    const url = typeof origin === 'string' && URL.canParse(origin) ? new URL(origin) : undefined
    if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
      throw invalid(`redirects.origins has ${show(origin)}, which is not an origin of http or https`, EXAMPLE)
    }
    if (url.origin !== origin || url.hostname.includes('*')) {
      const remedy = url.hostname.includes('*') ? 'list each origin' : `write '${url.origin}'`
      throw invalid(
        `redirects.origins has ${show(origin)}, which is more than an origin, or another form of it`,
        remedy
      )
    }
  }
  return new Set(origins)
}

/**
 * Whether `ctx.redirect` accepts a location that a client has chosen: a path of this service, in every browser.
 *
 * @example const next = ctx.query.get('next') ?? '/'; if (!isLocalPath(next)) BadRequest.throw('next is not a local path')
 */
export function isLocalPath(location: string): boolean {
  try {
    return isOwnPath(locationHeader(location))
  } catch {
    return false
  }
}

/** Whether a browser stays on the service, also if the path is used as a location once more. */
function isOwnPath(sent: string): boolean {
  if (!sent.startsWith('/') || /^\/(?:[/\\]|%2f|%5c|%09|%0a|%0d)/i.test(sent)) return false
  // Dots are resolved here: "/..//evil.example" is "//evil.example" to a program that passes the path on.
  return isAlways(sent, (url, own) => url.origin === own && !/^\/(?:[/\\]|%2f|%5c)/i.test(url.pathname))
}

/** Whether the location is a URL of a listed origin. */
function isAllowed(sent: string, origins: ReadonlySet<string>): boolean {
  return origins.size > 0 && isAlways(sent, (url) => origins.has(url.origin))
}

/** Whether the location is such a URL to a browser (WHATWG URL), whichever the scheme of the request, and has no user. */
function isAlways(sent: string, test: (url: URL, own: string) => boolean): boolean {
  return OWN_ORIGINS.every((own) => {
    if (!URL.canParse(sent, own)) return false
    const url = new URL(sent, own)
    return url.username === '' && url.password === '' && test(url, own)
  })
}

/** The location for the header: characters outside printable ASCII are percent-encoded. */
function locationHeader(location: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are rejected here
  if (/[\x00-\x1f\x7f]/.test(location))
    throw new TypeError('The location of a redirect must not contain control characters')
  return location.replace(/[^\x21-\x7e]+/g, (text) => Buffer.from(text).toString('hex').replace(/../g, '%$&'))
}

const PLACE = 'the option redirects'
const EXAMPLE = "write redirects: { origins: ['https://login.example.com'] }"

function show(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : `a ${value === null ? 'null' : typeof value}`
}

function invalid(what: string, remedy: string): SetupError {
  return new SetupError('APPLICATION_INVALID', what, PLACE, remedy)
}
