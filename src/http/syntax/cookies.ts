import { stringifySetCookie } from 'cookie'
import { checkGivenOptions, FLAG, type OptionTable } from '../../options.js'
import { addValue } from './form.js'
import { percentEncode } from './request-target.js'

/**
 * The cookies of a `cookie` request header (RFC 6265, section 5.4), by name; a name that is sent more than once has a
 * list, in the order of the header. Values are percent-decoded where that is possible, and otherwise kept as they are.
 * An object without a prototype.
 */
export function parseCookies(header: string | undefined): Record<string, string | string[]> {
  const cookies: Record<string, string | string[]> = Object.create(null)
  if (header === undefined) return cookies
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    if (equals === -1) continue
    addValue(cookies, pair.slice(0, equals).trim(), decode(unquote(pair.slice(equals + 1).trim())))
  }
  return cookies
}

function unquote(value: string): string {
  return value.length >= 2 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value
}

function decode(value: string): string {
  if (!value.includes('%')) return value
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** The attributes of a cookie (RFC 6265bis, section 4.1.2). */
export interface CookieOptions {
  /** How long browsers keep it, in seconds, at most 400 days. Without it and `expires`: until the browser closes. */
  readonly maxAge?: number
  /** The moment at which the client forgets the cookie. RFC 6265, section 5.2.1. */
  readonly expires?: Date
  /** The path below which it is sent. Default: `/`. */
  readonly path?: string
  /** The domain whose hosts it is sent to. Default: this host alone. */
  readonly domain?: string
  /** Only over HTTPS. Default: false; a name's prefix, `sameSite: 'none'` and `partitioned` require it. */
  readonly secure?: boolean
  /** Whether scripts cannot see it. Default: true. */
  readonly httpOnly?: boolean
  /** Whether it is sent with requests that come from other sites. Default: `lax`. */
  readonly sameSite?: 'strict' | 'lax' | 'none'
  /** Whether each site that embeds this one has its own copy of the cookie (CHIPS). Default: false. */
  readonly partitioned?: boolean
}

const COOKIE_OPTIONS: OptionTable<CookieOptions> = {
  maxAge: true,
  expires: true,
  path: true,
  domain: true,
  secure: FLAG,
  httpOnly: FLAG,
  sameSite: true,
  partitioned: FLAG
}

/** In bytes: browsers ignore a cookie whose name and value are larger, and an attribute that is (section 5.6). */
const PAIR_LIMIT = 4096
const ATTRIBUTE_LIMIT = 1024

/**
 * A `set-cookie` header. Characters of the value that a cookie cannot contain are percent-encoded. Throws a TypeError
 * for a cookie that a browser would reject or ignore.
 */
export function setCookieText(name: string, value: string, options: CookieOptions = {}): string {
  checkGivenOptions(options, COOKIE_OPTIONS, `The cookie ${JSON.stringify(name)}`)
  const { path = '/', httpOnly = true, sameSite = 'lax', ...rest } = options
  const cookie = { ...rest, path, httpOnly, sameSite }
  const conflict = conflictOf(name, cookie)
  if (conflict !== undefined) throw new TypeError(`The cookie ${JSON.stringify(name)} ${conflict}`)
  if (typeof value !== 'string') throw new TypeError(`The value of the cookie ${JSON.stringify(name)} is not a string`)
  const text = stringifySetCookie({ ...cookie, name, value }, { encode: encodeValue })
  if (text.indexOf(';') > PAIR_LIMIT) {
    throw new TypeError(`The cookie ${JSON.stringify(name)} is larger than ${PAIR_LIMIT} bytes`)
  }
  return text
}

/** A `set-cookie` header that deletes a cookie; `path` and `domain` are those that it was set with. */
export function clearCookieText(name: string, options: CookieOptions = {}): string {
  return setCookieText(name, '', { ...options, maxAge: 0, expires: new Date(0) })
}

/** The `set-cookie` headers with one more, which replaces one that means the same cookie to browsers. */
export function cookiesWith(present: number | string | readonly string[] | undefined, text: string): string[] {
  const headers = typeof present === 'object' ? present : present === undefined ? [] : [String(present)]
  const identity = identityOf(text)
  return [...headers.filter((other) => identityOf(other) !== identity), text]
}

function conflictOf(name: string, cookie: CookieOptions): string | undefined {
  const { secure = false, sameSite, partitioned = false, path, domain } = cookie
  const prefix = typeof name === 'string' ? name.toLowerCase() : ''
  if (prefix.startsWith('__secure-') && !secure) return 'has a name that requires secure: true'
  if (prefix.startsWith('__host-') && !(secure && path === '/' && domain === undefined)) {
    return "has a name that requires secure: true, path: '/' and no domain"
  }
  if (sameSite !== 'strict' && sameSite !== 'lax' && sameSite !== 'none') return 'has an unknown sameSite'
  if (sameSite === 'none' && !secure) return "with sameSite: 'none' requires secure: true"
  if (partitioned && !secure) return 'is partitioned, which requires secure: true'
  if (path !== undefined && !path.startsWith('/')) return 'has a path that does not start with a slash'
  for (const attribute of [path, domain]) {
    if (attribute !== undefined && attribute.length > ATTRIBUTE_LIMIT) return 'has an attribute that is too long'
  }
  return undefined
}

/** Encodes all but cookie-octets (RFC 6265bis, section 4.1.1), and also `%`, so that decoding gives the value. */
function encodeValue(value: string): string {
  return value.replace(/[^\x21\x23\x24\x26-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+/g, percentEncode)
}

function identityOf(text: string): string {
  const [pair = '', ...attributes] = text.split('; ')
  const scope = attributes.filter((attribute) => /^(?:Path|Domain)=/.test(attribute)).sort()
  return [pair.slice(0, pair.indexOf('=')), ...scope].join('; ')
}
