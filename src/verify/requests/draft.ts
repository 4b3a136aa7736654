import type { PublishedOperation } from '../document/published-document.js'
import { writeJson } from '../wire/json-text.js'
import type { WireRequest } from '../wire/wire-request.js'
import type { Stranger } from './missing-credentials.js'

/** A pair of a query; `raw` is sent as it is. */
export type DraftPair = { readonly name: string; readonly text: string } | { readonly raw: string }

export type DraftBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }

/** A request in the making: its parts can be changed one by one. */
export interface Draft {
  readonly operation: PublishedOperation
  readonly method: string
  /** The decoded texts of the path's parameters. */
  readonly path: Readonly<Record<string, string>>
  /** In place of the operation's own path. */
  readonly rawPath: string | undefined
  readonly query: readonly DraftPair[]
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly cookies: readonly (readonly [name: string, value: string])[]
  readonly contentType: string | undefined
  readonly body: DraftBody | undefined
  /** Who asks, where it is somebody who may not; undefined for whom the run was given credentials of. */
  readonly stranger?: Stranger
}

/** The request as it travels. */
export function wireOf(draft: Draft): WireRequest {
  const query = draft.query.map((pair) => ('raw' in pair ? pair.raw : `${encode(pair.name)}=${encode(pair.text)}`))
  const headers = draft.headers.map(([name, value]) => [name.toLowerCase(), value] as const)
  if (draft.cookies.length > 0) {
    headers.push(['cookie', draft.cookies.map(([name, value]) => `${name}=${encode(value)}`).join('; ')])
  }
  if (draft.contentType !== undefined) headers.push(['content-type', draft.contentType])
  return {
    method: draft.method,
    url: (draft.rawPath ?? pathOf(draft)) + (query.length > 0 ? `?${query.join('&')}` : ''),
    headers,
    body: draft.body === undefined ? undefined : bytesOf(draft.body)
  }
}

function pathOf({ operation, path }: Draft): string {
  return operation.template.segments
    .map((segment) => {
      if (segment.kind === 'literal') return `/${encode(segment.text)}`
      const text = path[segment.name] ?? ''
      return `/${segment.kind === 'rest' ? text.split('/').map(encode).join('/') : encode(text)}`
    })
    .join('')
}

/** RFC 3986, section 2.3: everything but the unreserved characters. Half a surrogate pair has no encoding. */
export function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD')).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  )
}

function bytesOf(body: DraftBody): Uint8Array {
  if (body.kind === 'bytes') return body.bytes
  return Buffer.from(body.kind === 'json' ? writeJson(body.value) : body.text)
}
