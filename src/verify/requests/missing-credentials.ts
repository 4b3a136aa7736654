import type { PublishedOperation } from '../document/published-document.js'
import type { PublishedScheme } from '../document/published-security.js'
import type { WireRequest } from '../wire/wire-request.js'
import { encode } from './draft.js'
import type { RequestProbe } from './request-probe.js'

/** Somebody who may not come in: what is missing of the credentials that there are, and what is wrong in their place. */
export interface Stranger {
  readonly withheld: readonly PublishedScheme[]
  readonly shown: readonly PublishedScheme[]
}

type Header = readonly [name: string, value: string]

/** What every request of a run has by itself. */
export interface GivenCredentials {
  /** Names in lower case. */
  readonly headers: readonly Header[]
  readonly query: readonly (readonly [name: string, value: string])[]
}

/** Requests without credentials and with wrong ones, where an operation asks for some. */
export function strangerProbes({ security }: PublishedOperation): RequestProbe[] {
  const schemes = [...new Map(security.flat().map((scheme) => [scheme.name, scheme])).values()]
  if (schemes.length === 0) return []
  const probe = (label: string, stranger: Stranger): RequestProbe => ({
    label,
    apply: (draft) => ({ ...draft, stranger })
  })
  const [first = []] = security
  return [
    probe('without credentials', { withheld: schemes, shown: [] }),
    ...schemes.map((scheme) => probe(`a wrong credential of ${scheme.name}`, { withheld: schemes, shown: [scheme] })),
    // Who need not show all of it would need but the rest.
    ...(security.length === 1 && first.length > 1
      ? first.map((scheme) => probe(`without the credential of ${scheme.name}`, { withheld: [scheme], shown: [] }))
      : [])
  ]
}

/** The request with what every request has, in a stranger's form where one asks. Its own headers and parameters win. */
export function withCredentials(
  request: WireRequest,
  given: GivenCredentials,
  stranger: Stranger | undefined
): WireRequest {
  const own = new Set(request.headers.map(([name]) => name))
  const headers = [...request.headers, ...given.headers.filter(([name]) => name === 'cookie' || !own.has(name))]
  const missing = given.query.filter(([name]) => !pairsOf(request.url).some((pair) => isNamed(pair, name)))
  const whole = { ...request, url: missing.reduce(withPair, request.url), headers: withOneCookie(headers) }
  if (stranger === undefined) return whole
  return stranger.shown.reduce(show, stranger.withheld.reduce(withhold, whole))
}

function withOneCookie(headers: readonly Header[]): Header[] {
  const cookies = headers.filter(([name]) => name === 'cookie').map(([, value]) => value)
  if (cookies.length < 2) return [...headers]
  return [...headers.filter(([name]) => name !== 'cookie'), ['cookie', cookies.join('; ')]]
}

function withhold(request: WireRequest, { in: place, key }: PublishedScheme): WireRequest {
  if (place === 'header') return { ...request, headers: request.headers.filter(([name]) => name !== key) }
  if (place === 'query') return { ...request, url: withoutPair(request.url, key) }
  const headers = request.headers.flatMap(([name, value]): Header[] => {
    if (name !== 'cookie') return [[name, value]]
    const kept = value.split(';').filter((pair) => pair.split('=')[0]?.trim() !== key)
    return kept.length === 0 ? [] : [[name, kept.join(';').trim()]]
  })
  return { ...request, headers }
}

function show(request: WireRequest, { in: place, key, wrong }: PublishedScheme): WireRequest {
  if (place === 'query') return { ...request, url: withPair(request.url, [key, wrong]) }
  const header: Header = place === 'cookie' ? ['cookie', `${key}=${wrong}`] : [key, wrong]
  return { ...request, headers: withOneCookie([...request.headers, header]) }
}

/** The pairs of the query, as they are written. */
function pairsOf(url: string): string[] {
  const question = url.indexOf('?')
  return question === -1 ? [] : url.slice(question + 1).split('&')
}

function isNamed(pair: string, name: string): boolean {
  const [written = ''] = pair.split('=')
  return written === name || written === encode(name)
}

function withPair(url: string, [name, value]: readonly [name: string, value: string]): string {
  return `${url}${url.includes('?') ? '&' : '?'}${encode(name)}=${encode(value)}`
}

function withoutPair(url: string, name: string): string {
  const kept = pairsOf(url).filter((pair) => !isNamed(pair, name))
  return `${url.split('?')[0]}${kept.length > 0 ? `?${kept.join('&')}` : ''}`
}
