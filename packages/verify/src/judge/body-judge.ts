import { isUtf8 } from 'node:buffer'
import type { JsonSchema } from '../document/json-schema-2020.js'
import type { PublishedBody } from '../document/published-document.js'
import type { SchemaChecks } from '../document/schema-checks.js'
import { jsonFault } from '../wire/json-text.js'
import { essenceOf, headerValues, isJsonType, mediaEntry, type WireRequest } from '../wire/wire-request.js'
import { judgeMultipart } from './multipart-judge.js'
import { splitQuery } from './parameter-judge.js'
import { checkObjectTexts, hasUncertainText, type TextFault, UNCERTAIN } from './text-values.js'
import { invalid, open, type PartVerdict, unusual, VALID } from './verdict.js'

/** Above this many bytes an operation that documents a 413 may reject any body. */
const LARGE_BODY = 256 * 1024

/** More fields than this a reader of forms may reject. */
const MANY_PAIRS = 1000

/** Why a body with a property `__proto__` or `constructor` is open. */
export const POISONED_NAME = 'a name that parsers reject to guard prototypes'

/** Deeper than this a parser may reject a body. */
const DEEP = 100

/**
 * Judges the body of a request by what the document says of it.
 *
 * @param isLimited whether a 413 is documented; `x-body-limits` may say what the limit is
 */
export function judgeBody(
  checks: SchemaChecks,
  body: PublishedBody,
  isLimited: boolean,
  request: WireRequest
): PartVerdict {
  const verdict = judgeContent(checks, body, isLimited, request)
  if (verdict.kind === 'invalid' && verdict.fault.isUnusual !== true) return verdict
  const size = request.body?.length ?? 0
  const limit = body.limits[isMultipart(request) ? 'requestSize' : 'bodyLimit']
  if (limit !== undefined && size > limit) return invalid('body', '', 'size', `is larger than ${limit} bytes`)
  const isLarge = isLimited && limit === undefined && size > LARGE_BODY
  return isLarge && verdict.kind === 'valid' ? open('a large body') : verdict
}

function isMultipart(request: WireRequest): boolean {
  const [type = ''] = headerValues(request, 'content-type')
  return essenceOf(type) === 'multipart/form-data'
}

function judgeContent(
  checks: SchemaChecks,
  body: PublishedBody,
  isLimited: boolean,
  request: WireRequest
): PartVerdict {
  const bytes = request.body ?? new Uint8Array()
  const types = headerValues(request, 'content-type')
  if (bytes.length === 0) {
    if (body.required) return invalid('body', '', 'required', 'is required')
    return types.length === 0 ? VALID : open('a content type without a body')
  }
  const [type] = types
  if (type === undefined) return invalid('content-type', '', 'content', 'the body has no content type')
  const essence = essenceOf(type)
  if (!/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(essence)) {
    return invalid('content-type', '', 'content', `${JSON.stringify(type)} is not a media type`)
  }
  const media = mediaEntry(body.content, essence)
  if (media === undefined) return invalid('content-type', '', 'content', `${essence} is not in the document`)
  if (essence === 'multipart/form-data') return judgeMultipart(checks, media, type, bytes, body.limits, isLimited)
  // RFC 8259, section 11: JSON has no charset; what another one means is not specified.
  if (/;/.test(type) && !/^[^;]*;\s*charset\s*=\s*"?utf-?8"?\s*$/i.test(type))
    return open('a parameter of the content type')
  if (media.schema === undefined) return VALID
  if (isJsonType(essence)) return judgeJson(checks, media.schema, bytes)
  if (essence === 'application/x-www-form-urlencoded') return judgeForm(checks, media.schema, bytes)
  if (essence.startsWith('text/')) {
    // RFC 2046, section 4.1.2: without a charset these may be bytes of any other.
    if (!isUtf8(bytes)) return open('a text that is not UTF-8')
    return verdictOf(checks.check(media.schema, Buffer.from(bytes).toString(), 'request'))
  }
  if (essence.startsWith('multipart/')) return open('a body of several parts')
  // OpenAPI 3.1.1, section 4.8.14.5.1: of bytes that are not encoded each counts as a character.
  return verdictOf(checks.check(media.schema, Buffer.from(bytes).toString('latin1'), 'request'))
}

function judgeJson(checks: SchemaChecks, schema: JsonSchema, bytes: Uint8Array): PartVerdict {
  // RFC 8259, section 8.1: some readers replace the bytes.
  if (!isUtf8(bytes)) return unusual('body', '', 'utf8', 'is not UTF-8')
  const text = Buffer.from(bytes).toString()
  // RFC 8259, section 8.1: a parser may ignore it, or not.
  if (text.startsWith('\uFEFF')) return open('a byte order mark')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return invalid('body', '', 'json', `is not JSON: ${jsonFault(error)}`)
  }
  const fault = checks.check(schema, value, 'request')
  if (fault !== undefined) {
    // OpenAPI 3.1.1 (JSON Schema Validation, section 9.4): a service ignores or rejects readOnly properties.
    const isIgnorable = checks.check(schema, value, 'request-ignoring-read-only') === undefined
    return { kind: 'invalid', fault: { ...fault, in: 'body', ...(isIgnorable && { isUnusual: true }) } }
  }
  if (checks.check(schema, value, 'request-without-read-only') !== undefined) return open('a readOnly property')
  if (checks.check(schema, value, 'request-certain') !== undefined) return open(UNCERTAIN)
  const limit = implementationLimit(text)
  return limit === undefined ? VALID : open(limit)
}

/** RFC 8259, sections 8.2 and 9: a parser may limit the range of numbers, the depth, and what texts contain. */
function implementationLimit(json: string): string | undefined {
  if (/\\u[dD][89abAB]..(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]..)\\u[dD][c-fC-F]/.test(json))
    return 'half a surrogate pair'
  // RFC 8259, section 4, allows any name; parsers that guard prototypes reject these.
  if (/"__proto__"\s*:|"constructor"\s*:/.test(json)) return POISONED_NAME
  const plain = json.replace(/"(?:[^"\\]|\\.)*"/g, '""')
  if ((plain.match(/-?\d[\d.eE+-]*/g) ?? []).some((number) => !Number.isFinite(Number(number)))) {
    return 'a number beyond double precision'
  }
  let [depth, deepest] = [0, 0]
  for (const character of plain.replace(/[^[\]{}]+/g, '')) {
    if (character === '[' || character === '{') deepest = Math.max(deepest, ++depth)
    else if (character === ']' || character === '}') depth--
  }
  return deepest > DEEP ? 'deep nesting' : undefined
}

function judgeForm(checks: SchemaChecks, schema: JsonSchema, bytes: Uint8Array): PartVerdict {
  if (!isUtf8(bytes)) return unusual('body', '', 'utf8', 'is not UTF-8')
  const texts = new Map<string, string[]>()
  const pairs = splitQuery(Buffer.from(bytes).toString())
  for (const { name, value } of pairs) {
    if (value === undefined) return unusual('body', name, 'percent', 'has a broken percent sequence')
    texts.set(name, [...(texts.get(name) ?? []), value])
  }
  const verdict = verdictOf(checkObjectTexts(checks, schema, texts))
  if (verdict.kind === 'valid' && hasUncertainText(checks, schema, texts)) return open(UNCERTAIN)
  return verdict.kind === 'valid' && pairs.length > MANY_PAIRS ? open('a form of very many fields') : verdict
}

function verdictOf(fault: TextFault | undefined): PartVerdict {
  return fault === undefined ? VALID : { kind: 'invalid', fault: { ...fault, in: 'body' } }
}
