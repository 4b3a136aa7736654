import type { PublishedScheme } from '../document/published-security.js'
import { percentEncode, type WireRequest } from '../wire/wire-request.js'

type Header = readonly [name: string, value: string]

/** What the caller of verification adds to every request. */
export interface GivenExtras {
  /** Names in lower case. */
  readonly headers: readonly Header[]
  readonly query: readonly (readonly [name: string, value: string])[]
}

/** A place of a request that carries a credential. */
export type CredentialPlace = Pick<PublishedScheme, 'in' | 'key'>

/** A credential where a request carries it. */
export interface CredentialPart extends CredentialPlace {
  readonly text: string
}

/**
 * What must become of a request with its credentials:
 *
 * - `admitted`: the document accepts them;
 * - `admitted-form`: they are right, in a form that the RFCs allow and few clients send;
 * - `kept-out`: the document does not accept them;
 * - `kept-out-form`: they are right, in a form that good services reject;
 * - `forbidden`: they are those of a principal that lacks scopes;
 * - `open`: they may be ignored, or rejected.
 */
export type Expectation = 'admitted' | 'admitted-form' | 'kept-out' | 'kept-out-form' | 'forbidden' | 'open'

/** The credentials of a request, in place of those that its operation requires. */
export interface Presented {
  readonly parts: readonly CredentialPart[]
  readonly expect: Expectation
  /** Why, as a sentence of a report: `the principal reader lacks the scopes write`. */
  readonly why: string
}

/** Adds the given headers and parameters that the request does not have, and given cookies to its own. */
export function withExtras(request: WireRequest, given: GivenExtras): WireRequest {
  const own = new Set(request.headers.map(([name]) => name))
  const headers = [...request.headers, ...given.headers.filter(([name]) => name === 'cookie' || !own.has(name))]
  const missing = given.query.filter(([name]) => !pairsOf(request.url).some((pair) => isNamed(pair, name)))
  return { ...request, url: missing.reduce(withPair, request.url), headers: withOneCookie(headers) }
}

/** The request with these credentials, and without any others. @param places all that can carry one */
export function withParts(
  request: WireRequest,
  parts: readonly CredentialPart[],
  places: readonly CredentialPlace[]
): WireRequest {
  return parts.reduce(addPart, places.reduce(omit, request))
}

/** What a request's extras carry at a place; undefined for nothing. */
export function textAt({ headers, query }: GivenExtras, { in: place, key }: CredentialPlace): string | undefined {
  if (place === 'query') return query.find(([name]) => name === key)?.[1]
  if (place === 'header') return headers.find(([name]) => name === key)?.[1]
  const cookies = headers.filter(([name]) => name === 'cookie').flatMap(([, value]) => value.split(';'))
  const pair = cookies.find((cookie) => cookie.split('=')[0]?.trim() === key)
  return pair?.slice(pair.indexOf('=') + 1).trim()
}

function withOneCookie(headers: readonly Header[]): Header[] {
  const cookies = headers.filter(([name]) => name === 'cookie').map(([, value]) => value)
  if (cookies.length < 2) return [...headers]
  return [...headers.filter(([name]) => name !== 'cookie'), ['cookie', cookies.join('; ')]]
}

function omit(request: WireRequest, { in: place, key }: CredentialPlace): WireRequest {
  if (place === 'header') return { ...request, headers: request.headers.filter(([name]) => name !== key) }
  if (place === 'query') return { ...request, url: withoutPair(request.url, key) }
  const headers = request.headers.flatMap(([name, value]): Header[] => {
    if (name !== 'cookie') return [[name, value]]
    const kept = value.split(';').filter((pair) => pair.split('=')[0]?.trim() !== key)
    return kept.length === 0 ? [] : [[name, kept.join(';').trim()]]
  })
  return { ...request, headers }
}

function addPart(request: WireRequest, { in: place, key, text }: CredentialPart): WireRequest {
  if (place === 'query') return { ...request, url: withPair(request.url, [key, text]) }
  const header: Header = place === 'cookie' ? ['cookie', `${key}=${text}`] : [key, text]
  return { ...request, headers: withOneCookie([...request.headers, header]) }
}

/** The pairs of the query, not decoded. */
function pairsOf(url: string): string[] {
  const question = url.indexOf('?')
  return question === -1 ? [] : url.slice(question + 1).split('&')
}

function isNamed(pair: string, name: string): boolean {
  const [written = ''] = pair.split('=')
  return written === name || written === percentEncode(name)
}

function withPair(url: string, [name, value]: readonly [name: string, value: string]): string {
  return `${url}${url.includes('?') ? '&' : '?'}${percentEncode(name)}=${percentEncode(value)}`
}

function withoutPair(url: string, name: string): string {
  const kept = pairsOf(url).filter((pair) => !isNamed(pair, name))
  return `${url.split('?')[0]}${kept.length > 0 ? `?${kept.join('&')}` : ''}`
}
