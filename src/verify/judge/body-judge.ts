import { isUtf8 } from 'node:buffer'
import type { JsonSchema } from '../document/json-schema-2020.js'
import type { PublishedBody } from '../document/published-document.js'
import type { SchemaChecks, SchemaFault } from '../document/schema-checks.js'
import { essenceOf, headerValues, isJsonType, mediaEntry, type WireRequest } from '../wire/wire-request.js'
import { splitQuery } from './parameter-judge.js'
import { checkObjectTexts } from './text-values.js'
import { invalid, open, type PartVerdict, VALID } from './verdict.js'

/** Above this many bytes an operation that documents a 413 may reject any body. */
const LARGE_BODY = 256 * 1024

/**
 * Judges the body of a request by what the document says of it.
 *
 * @param isLimited whether a 413 is documented; the document does not say what the limit is
 */
export function judgeBody(
  checks: SchemaChecks,
  body: PublishedBody,
  isLimited: boolean,
  request: WireRequest
): PartVerdict {
  const verdict = judgeContent(checks, body, request)
  const isLarge = isLimited && (request.body?.length ?? 0) > LARGE_BODY
  return isLarge && verdict.kind === 'valid' ? open('a large body') : verdict
}

function judgeContent(checks: SchemaChecks, body: PublishedBody, request: WireRequest): PartVerdict {
  const bytes = request.body ?? new Uint8Array()
  const types = headerValues(request, 'content-type')
  if (bytes.length === 0) {
    if (body.required) return invalid('body', '', 'required', 'is required')
    return types.length === 0 ? VALID : open('a content type without a body')
  }
  const [type] = types
  if (type === undefined) return invalid('content-type', '', 'content', 'the content type of the body is not told')
  const essence = essenceOf(type)
  if (!/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(essence)) {
    return invalid('content-type', '', 'content', `${JSON.stringify(type)} is no media type`)
  }
  const media = mediaEntry(body.content, essence)
  if (media === undefined) return invalid('content-type', '', 'content', `${essence} is not in the document`)
  // RFC 8259, section 11: JSON has no charset; what another one means is not specified.
  if (/;/.test(type) && !/^[^;]*;\s*charset\s*=\s*"?utf-?8"?\s*$/i.test(type))
    return open('a parameter of the content type')
  if (media.schema === undefined) return VALID
  if (isJsonType(essence)) return judgeJson(checks, media.schema, bytes)
  if (essence === 'application/x-www-form-urlencoded') return judgeForm(checks, media.schema, bytes)
  if (essence.startsWith('text/'))
    return verdictOf(checks.check(media.schema, Buffer.from(bytes).toString(), 'request'))
  if (essence.startsWith('multipart/')) return open('a body of several parts')
  // OpenAPI 3.1.1, section 4.8.14.5.1: of bytes that are not encoded each counts as a character.
  return verdictOf(checks.check(media.schema, Buffer.from(bytes).toString('latin1'), 'request'))
}

function judgeJson(checks: SchemaChecks, schema: JsonSchema, bytes: Uint8Array): PartVerdict {
  if (!isUtf8(bytes)) return invalid('body', '', 'json', 'is no UTF-8')
  const text = Buffer.from(bytes).toString()
  // RFC 8259, section 8.1: a parser may ignore it, or not.
  if (text.startsWith('\uFEFF')) return open('a byte order mark')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return invalid('body', '', 'json', `is no JSON: ${(error as Error).message}`)
  }
  return verdictOf(checks.check(schema, value, 'request'))
}

function judgeForm(checks: SchemaChecks, schema: JsonSchema, bytes: Uint8Array): PartVerdict {
  if (!isUtf8(bytes)) return invalid('body', '', 'form', 'is no UTF-8')
  const texts = new Map<string, string[]>()
  for (const { name, value } of splitQuery(Buffer.from(bytes).toString())) {
    if (value === undefined) return invalid('body', name, 'percent', 'has a broken percent sequence')
    texts.set(name, [...(texts.get(name) ?? []), value])
  }
  return verdictOf(checkObjectTexts(checks, schema, texts))
}

function verdictOf(fault: SchemaFault | undefined): PartVerdict {
  return fault === undefined ? VALID : { kind: 'invalid', fault: { ...fault, in: 'body' } }
}
