import { isJsonType } from '../wire/wire-request.js'
import type { DraftBody } from './draft.js'

/** A body with the content type that it travels under. */
export interface EncodedBody {
  readonly contentType: string
  readonly body: DraftBody
}

/** Writes a value in a media type; undefined where that cannot carry it. */
export function encodeBody(essence: string, value: unknown): EncodedBody | undefined {
  if (isJsonType(essence)) return { contentType: essence.replace('*', 'vnd.any'), body: { kind: 'json', value } }
  if (essence === 'application/x-www-form-urlencoded') return encodeForm(essence, value)
  if (essence === 'multipart/form-data') return encodeParts(essence, value)
  if (typeof value !== 'string') return undefined
  // A range stands for any type in it.
  const contentType = essence === '*/*' ? 'application/octet-stream' : essence.replace('*', 'any')
  return { contentType, body: { kind: 'text', text: value } }
}

function encodeForm(contentType: string, value: unknown): EncodedBody | undefined {
  const members = textMembers(value)
  return members && { contentType, body: { kind: 'text', text: new URLSearchParams(members).toString() } }
}

/** RFC 7578. A text that stands for a file's bytes is sent as any other: the document tells them apart, not the text. */
function encodeParts(essence: string, value: unknown): EncodedBody | undefined {
  const members = textMembers(value)
  if (members === undefined || members.some(([name, text]) => /[\r\n"]/.test(name) || text.includes('--part')))
    return undefined
  const parts = members.map(
    ([name, text]) => `--part\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`
  )
  return { contentType: `${essence}; boundary=part`, body: { kind: 'text', text: `${parts.join('')}--part--\r\n` } }
}

/** A form has one level of texts, lists being names that come several times; undefined for what it cannot carry. */
function textMembers(value: unknown): [name: string, text: string][] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const members = Object.entries(value).flatMap(([name, member]) =>
    (Array.isArray(member) ? member : [member]).map((item): [string, unknown] => [name, item])
  )
  if (members.some(([, item]) => typeof item === 'object')) return undefined
  return members.map(([name, item]) => [name, String(item)])
}
