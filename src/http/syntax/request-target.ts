import { decodePath } from './percent-decoding.js'

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
