import { decodePath } from './decoded-path.js'

/** A request target, split. */
export interface RequestTarget {
  /** Decoded as by `decodePath`; `*` for the service as a whole; as it came where it is malformed. */
  readonly path: string
  readonly isMalformed: boolean
  /** The raw query without its `?`. */
  readonly search: string
}

/**
 * Splits a request target (RFC 9112 section 3.2): the origin form `/path?query`, the absolute form
 * `http://host/path?query`, whose host is ignored, and `*`. Anything else is malformed.
 *
 * No URL parser is used: it would read `//evil/x` as a host, and resolve `..` after others have checked the path.
 */
export function parseTarget(target: string): RequestTarget {
  const origin = target.charCodeAt(0) === 47 ? target : originForm(target)
  if (origin === undefined) return { path: target, isMalformed: true, search: '' }
  const query = origin.indexOf('?')
  const raw = query === -1 ? origin : origin.slice(0, query)
  const search = query === -1 ? '' : origin.slice(query + 1)
  const path = decodePath(raw)
  return { path: path ?? raw, isMalformed: path === undefined, search }
}

function originForm(target: string): string | undefined {
  if (target === '*') return target
  const absolute = /^https?:\/\/[^/?#]+(.*)$/is.exec(target)
  if (absolute === null) return undefined
  const rest = absolute[1] as string
  return rest.startsWith('/') ? rest : `/${rest}`
}
