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
export function segmentText(segment: string): string {
  if (segment.indexOf('%') === -1) return segment
  return segment.replace(/%2[F5]/g, (kept) => (kept === '%25' ? '%' : '/'))
}

/** One segment's text as it stands in a {@link decodePath decoded path}. */
export function segmentOf(text: string): string {
  return text.replace(/[%/]/g, (character) => (character === '%' ? '%25' : '%2F'))
}
