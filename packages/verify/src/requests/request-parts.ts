import type { Presented } from '../credentials/presented.js'
import type { PathTemplate } from '../document/path-template.js'
import type { PublishedOperation } from '../document/published-document.js'
import type { Draw } from '../values/draw.js'
import type { Rank } from '../values/rank.js'
import { writeJson } from '../wire/json-text.js'
import { contentTypeOf, type MultipartForm, plainParts, writeForm } from '../wire/multipart.js'
import { percentEncode, type WireRequest } from '../wire/wire-request.js'

/** A pair of a query; `raw` is sent as it is. `of` names the parameter whose member it is, where the pair alone does not. */
export type QueryPair =
  | { readonly name: string; readonly text: string; readonly of?: string }
  | { readonly raw: string }

/** The body of a request before it is written. */
export type BodyPart =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'multipart'; readonly form: MultipartForm }

/** `X-TOTAL-COUNT` or `X-Total-Count`. */
export type HeaderCase = 'upper' | 'title'

/** The parts of a request before it is written, so that each can be changed. */
export interface RequestParts {
  readonly operation: PublishedOperation
  readonly method: string
  /** The decoded texts of the path's parameters. */
  readonly path: Readonly<Record<string, string>>
  /** In place of the operation's own path. */
  readonly rawPath: string | undefined
  readonly query: readonly QueryPair[]
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly cookies: readonly (readonly [name: string, value: string])[]
  readonly contentType: string | undefined
  readonly body: BodyPart | undefined
  /** Undefined for the credentials that its operation requires. */
  readonly presented?: Presented
  /** Whether a parameter of its path is what it tries. */
  readonly hasOddPath?: boolean
  /** How the names of its headers are written, which means the same: in lower case where it does not say. */
  readonly headerCase?: HeaderCase
}

/** One change to try with an operation. The request may be valid then or not: the judge decides. */
export interface EdgeCase {
  readonly label: string
  readonly rank: Rank
  /** Edge cases of several operations with the same text are one; undefined for one that each operation has. */
  readonly share?: string | undefined
  /** The method that it sends in place of the operation's. */
  readonly method?: string
  /** Changes a valid request; undefined where that is not possible. */
  readonly apply: (request: RequestParts, draw: Draw) => RequestParts | undefined
}

/** The request as it is sent. */
export function writeRequest(parts: RequestParts): WireRequest {
  const { operation, path, rawPath } = parts
  const query = parts.query.map((pair) =>
    'raw' in pair ? pair.raw : `${percentEncode(pair.name)}=${percentEncode(pair.text)}`
  )
  const headers = parts.headers.map(([name, value]) => [name.toLowerCase(), value] as const)
  if (parts.cookies.length > 0) {
    headers.push(['cookie', parts.cookies.map(([name, value]) => `${name}=${percentEncode(value)}`).join('; ')])
  }
  if (parts.contentType !== undefined) headers.push(['content-type', parts.contentType])
  return {
    method: parts.method,
    url:
      (rawPath ?? writePath(operation.template, (name, encode) => encode(path[name] ?? ''))) +
      (query.length > 0 ? `?${query.join('&')}` : ''),
    headers,
    body: parts.body === undefined ? undefined : bytesOf(parts.body),
    ...formOf(parts)
  }
}

function formOf({ body, contentType }: RequestParts): Pick<WireRequest, 'form'> {
  const isForm = body?.kind === 'multipart' && contentType === contentTypeOf(body.form)
  return isForm ? { form: plainParts(body.form) } : {}
}

/** Some routers compare paths before they decode them: only what a path cannot have is encoded (RFC 3986, section 3.3). */
function encodeLiteral(text: string): string {
  return percentEncode(text).replace(/%(?:2[146-9A-C]|3[ABD]|40)/g, decodeURIComponent)
}

/**
 * The path of a request.
 *
 * @param textOf the encoded text of a parameter, by its name and what encodes a text at its place
 */
export function writePath(
  { segments }: PathTemplate,
  textOf: (name: string, encode: (text: string) => string) => string
): string {
  return segments
    .map((segment) => {
      if (segment.kind === 'literal') return `/${encodeLiteral(segment.text)}`
      if (segment.kind === 'rest')
        return `/${textOf(segment.name, (text) => text.split('/').map(percentEncode).join('/'))}`
      return `/${encodeLiteral(segment.before)}${textOf(segment.name, percentEncode)}${encodeLiteral(segment.after)}`
    })
    .join('')
}

/** The body as it is sent. */
export function bytesOf(body: BodyPart): Uint8Array {
  if (body.kind === 'bytes') return body.bytes
  if (body.kind === 'multipart') return writeForm(body.form)
  return Buffer.from(body.kind === 'json' ? writeJson(body.value) : body.text)
}
