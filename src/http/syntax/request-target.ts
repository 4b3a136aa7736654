import { isIPv6 } from 'node:net'

/** A request target, split. */
export interface RequestTarget {
  /** As `decodePath` returns it; `*` for the service as a whole; as it came if it cannot be decoded. */
  readonly path: string
  /** Whether the path has a percent sequence that is broken or not UTF-8. */
  readonly isMalformed: boolean
  /** The raw query without its `?`. */
  readonly search: string
}

/**
 * Splits a request target (RFC 9112 section 3.2): the origin form `/path?query`, the absolute form
 * `http://host/path?query`, whose host is ignored, and `*`. Undefined for any other form, for an authority that is not
 * a host with an optional port (RFC 9110 section 4.2), and for a target with a `#`: a fragment is never sent, and what
 * follows it would be a path or a parameter to some readers and nothing to others.
 *
 * No URL parser is used: it would read `//evil/x` as a host, and resolve `..` after a proxy has checked the path.
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

/** Without the characters that RFC 3986 allows in a name but no host has: URL parsers end the host at some of them. */
const AUTHORITY = /^(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::\d*)?$/

function isAuthority(text: string): boolean {
  return AUTHORITY.test(text) && URL.canParse(`http://${text}`)
}

/**
 * The decoded path of a request: each segment percent-decoded exactly once, except that a `/` or a `%` inside a
 * segment stays as `%2F` or `%25`, so that the path can still be split at `/` without ambiguity. `/%61dmin` becomes
 * `/admin`, `/a%2fb` becomes `/a%2Fb`, and `/a%252Fb` stays `/a%252Fb`.
 *
 * Undefined for a percent sequence that is broken or not UTF-8 (RFC 3986 section 2.1, RFC 3629).
 */
export function decodePath(path: string): string | undefined {
  if (path.indexOf('%') === -1) return path
  try {
    // Encoded once more, these two are still encoded after everything is decoded.
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

/** A text as a segment of a {@link decodePath decoded path}. */
export function escapeSegment(text: string): string {
  return text.replace(/[%/]/g, (character) => (character === '%' ? '%25' : '%2F'))
}

/** Percent-encodes every byte of a text, in UTF-8. */
export function percentEncode(text: string): string {
  return Buffer.from(text).toString('hex').toUpperCase().replace(/../g, '%$&')
}

/** `uri-host [":" port]` of RFC 9110 section 7.2, with the characters of RFC 3986 section 3.2.2. */
const NAMED_HOST = /^(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*(?::\d*)?$/
const IPV6_HOST = /^\[([0-9A-Fa-f:.]+)\](?::\d*)?$/

/** Whether the text is a host with an optional port. */
export function isHost(text: string): boolean {
  // `test` costs half of `exec`. 91 is the bracket before an address.
  if (text.charCodeAt(0) !== 91) return NAMED_HOST.test(text)
  const match = IPV6_HOST.exec(text)
  return match !== null && isIPv6(match[1] as string)
}

/** The authority of a target in absolute form, which replaces the Host (RFC 9112 section 3.2.2). */
export function authorityOf(target: string | undefined): string | undefined {
  if (target === undefined || target.charCodeAt(0) === 47) return undefined
  const authority = /^https?:\/\/([^/?#]+)/i.exec(target)?.[1]
  return authority !== undefined && isHost(authority) ? authority : undefined
}
