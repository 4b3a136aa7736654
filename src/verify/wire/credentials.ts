import type { PublishedScheme } from '../document/published-security.js'
import { percentEncode, type WireRequest } from './wire-request.js'

type Header = readonly [name: string, value: string]

/** What the caller of verification adds to every request. */
export interface GivenCredentials {
  /** Names in lower case. */
  readonly headers: readonly Header[]
  readonly query: readonly (readonly [name: string, value: string])[]
}

/** Which of the given credentials a request leaves out, and of which schemes it has wrong ones. */
export interface BadCredentials {
  readonly omitted: readonly PublishedScheme[]
  readonly wrong: readonly PublishedScheme[]
}

/** Adds the given headers and parameters that the request does not have, and given cookies to its own; then applies `bad`. */
export function withCredentials(request: WireRequest, given: GivenCredentials, bad?: BadCredentials): WireRequest {
  const own = new Set(request.headers.map(([name]) => name))
  const headers = [...request.headers, ...given.headers.filter(([name]) => name === 'cookie' || !own.has(name))]
  const missing = given.query.filter(([name]) => !pairsOf(request.url).some((pair) => isNamed(pair, name)))
  const whole = { ...request, url: missing.reduce(withPair, request.url), headers: withOneCookie(headers) }
  return bad === undefined ? whole : bad.wrong.reduce(addWrong, bad.omitted.reduce(omit, whole))
}

function withOneCookie(headers: readonly Header[]): Header[] {
  const cookies = headers.filter(([name]) => name === 'cookie').map(([, value]) => value)
  if (cookies.length < 2) return [...headers]
  return [...headers.filter(([name]) => name !== 'cookie'), ['cookie', cookies.join('; ')]]
}

function omit(request: WireRequest, { in: place, key }: PublishedScheme): WireRequest {
  if (place === 'header') return { ...request, headers: request.headers.filter(([name]) => name !== key) }
  if (place === 'query') return { ...request, url: withoutPair(request.url, key) }
  const headers = request.headers.flatMap(([name, value]): Header[] => {
    if (name !== 'cookie') return [[name, value]]
    const kept = value.split(';').filter((pair) => pair.split('=')[0]?.trim() !== key)
    return kept.length === 0 ? [] : [[name, kept.join(';').trim()]]
  })
  return { ...request, headers }
}

function addWrong(request: WireRequest, { in: place, key, wrong }: PublishedScheme): WireRequest {
  if (place === 'query') return { ...request, url: withPair(request.url, [key, wrong]) }
  const header: Header = place === 'cookie' ? ['cookie', `${key}=${wrong}`] : [key, wrong]
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
