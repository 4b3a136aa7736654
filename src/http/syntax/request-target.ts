import { isIPv6 } from 'node:net'

/** A request target, split. */
export interface RequestTarget {
  /** Decoded as by `decodePath`; `*` for the service as a whole; as it came where it cannot be decoded. */
  readonly path: string
  /** Whether the path has a percent-encoding that is broken or means no text. */
  readonly isMalformed: boolean
  /** The raw query without its `?`. */
  readonly search: string
}

/**
 * Splits a request target (RFC 9112 section 3.2): the origin form `/path?query`, the absolute form
 * `http://host/path?query`, whose host is ignored, and `*`. Undefined for what is no request target: any other form, an
 * authority that is not a host with an optional port (RFC 9110 section 4.2), and whatever has a `#`, since a fragment is
 * never sent, and what stands behind it would be a path or a parameter to some readers and nothing to others.
 *
 * No URL parser is used: it would read `//evil/x` as a host, and resolve `..` after others have checked the path.
 */
export function parseTarget(target: string): RequestTarget | undefined {
  const origin = target.charCodeAt(0) === 47 ? target : originForm(target)
  if (origin === undefined || origin.indexOf('#') !== -1) return undefined
  const query = origin.indexOf('?')
  const raw = query === -1 ? origin : origin.slice(0, query)
  const search = query === -1 ? '' : origin.slice(query + 1)
  const path = decodePath(raw)
  return { path: path ?? raw, isMalformed: path === undefined, search }
}

function originForm(target: string): string | undefined {
  if (target === '*') return target
  const absolute = /^https?:\/\/([^/?#]+)(.*)$/is.exec(target)
  if (absolute === null || !isAuthority(absolute[1] as string)) return undefined
  const rest = absolute[2] as string
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** Without the characters that RFC 3986 allows in a name and no host has: readers of URLs end the host at some of them. */
const AUTHORITY = /^(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::\d*)?$/

function isAuthority(text: string): boolean {
  return AUTHORITY.test(text) && URL.canParse(`http://${text}`)
}

/**
 * The decoded path of a request: each segment percent-decoded exactly once, except that a `/` or a `%` inside a
 * segment stays as `%2F` or `%25`, so that the path can still be split at `/` without ambiguity. `/%61dmin` gives
 * `/admin`, `/a%2fb` gives `/a%2Fb`, and `/a%252Fb` gives `/a%252Fb`.
 *
 * Undefined for a broken percent sequence and for one that is no UTF-8 (RFC 3986 section 2.1, RFC 3629).
 */
export function decodePath(path: string): string | undefined {
  if (path.indexOf('%') === -1) return path
  try {
    // Escaped once more, these two survive the decoding of everything else.
    return decodeURIComponent(path.replace(/%2[f5]/gi, (kept) => (kept === '%25' ? '%2525' : '%252F')))
  } catch {
    return undefined
  }
}

/** The text of one segment of a {@link decodePath decoded path}. */
export function unescapeSegment(segment: string): string {
  if (segment.indexOf('%') === -1) return segment
  return segment.replace(/%2[F5]/g, (kept) => (kept === '%25' ? '%' : '/'))
}

/** One segment's text as it stands in a {@link decodePath decoded path}. */
export function escapeSegment(text: string): string {
  return text.replace(/[%/]/g, (character) => (character === '%' ? '%25' : '%2F'))
}

/** `uri-host [":" port]` of RFC 9110 section 7.2, with the characters of RFC 3986 section 3.2.2. */
const HOST = /^(?:\[([0-9A-Fa-f:.]+)\]|(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)(?::\d*)?$/

/** Clients come again and again with the same name. */
let lastSound = ''

/** Whether the text is a host with an optional port. */
export function isHost(text: string): boolean {
  if (text === lastSound) return true
  const match = HOST.exec(text)
  if (match === null || (match[1] !== undefined && !isIPv6(match[1]))) return false
  lastSound = text
  return true
}
