import type { CodingFault } from './content-coding.js'
import type { FormPart } from './multipart.js'

/** A request as it is sent, not interpreted. */
export interface WireRequest {
  readonly method: string
  /** Path and query, percent-encoded: `/items/3?name=x`. */
  readonly url: string
  /** In the order of sending; names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Uint8Array | undefined
  /** The parts of a body that is a form and nothing else, so that another program can write the form. */
  readonly form?: readonly FormPart[] | undefined
}

/** A response as it was received. */
export interface WireResponse {
  readonly status: number
  /** By lower-case name; a header that was sent several times is one text, joined by commas. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /**
   * Why the body is only its beginning: it is longer than verification reads, did not end in time, or is a stream of which
   * that is enough.
   */
  readonly cut?: 'long' | 'late' | 'open'
  /** What is wrong with its `content-encoding`; the body is without it, where it can be. */
  readonly coding?: CodingFault
  /** What is wrong with the request, where the service is in this process: the wire carries it in the service's own form. */
  readonly faults?: readonly unknown[]
  /** Why the service failed, where the status is 500 or above: nothing that the wire carries. */
  readonly error?: string
}

/**
 * Methods whose requests have a body as a rule (RFC 9110, section 8.6; QUERY by draft-ietf-httpbis-safe-method-w-body):
 * without one they say that its length is 0.
 */
export const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'QUERY'])

/** The values of a header, by lower-case name, as a recipient reads them: without the space around (RFC 9110, section 5.5). */
export function headerValues(request: WireRequest, name: string): string[] {
  return request.headers.filter(([other]) => other === name).map(([, value]) => value.replace(/^[ \t]+|[ \t]+$/g, ''))
}

/** Between the values of several `Set-Cookie` of a response: a comma may be in each (RFC 9110, section 5.3). */
export const BETWEEN_COOKIES = '\n'

/** The media type of a content-type header in lower case, without its parameters. */
export function essenceOf(contentType: string): string {
  return (contentType.split(';')[0] as string).trim().toLowerCase()
}

/**
 * The entry of a `content` map that is for the media type: the exact one, else that of the longest range
 * (`application/*+json` before `application/*`; OpenAPI 3.0.3, section 4.7.14).
 */
export function mediaEntry<T>(content: ReadonlyMap<string, T>, essence: string): T | undefined {
  let found: T | undefined
  let longest = 0
  for (const [key, entry] of content) {
    const name = essenceOf(key)
    if (name === essence) return entry
    const [start = '', end] = name === '*/*' ? ['', ''] : name.split('*')
    const isFitting = end !== undefined && essence.length > start.length + end.length
    if (isFitting && essence.startsWith(start) && essence.endsWith(end) && name.length > longest) {
      found = entry
      longest = name.length
    }
  }
  return found
}

/** Whether the media type is the one, or of the range, of an `encoding`: `image/png`, `image/*`. */
export function isWithin(essence: string, range: string): boolean {
  return mediaEntry(new Map([[range, true]]), essence) === true
}

/** Whether the media type is JSON. */
export function isJsonType(essence: string): boolean {
  return essence === 'application/json' || /^[a-z]+\/[^;]*\+json$/.test(essence)
}

/** Percent-encodes all but the unreserved characters (RFC 3986, section 2.3); half a surrogate pair becomes U+FFFD. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD')).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  )
}
