import { setupErrorOf } from '../../errors.js'
import { extensionsOf } from '../../extensions.js'
import { checkOptions } from '../../options.js'
import { compileExampleCheck } from '../../record/binder.js'
import type { TypeSchema } from '../../record/type/schema.js'
import { parseType } from '../../record/type/type-expression.js'
import { contentEntries, type DescribedExamples, describedExamples, hasExamples } from '../content-options.js'
import { hasErrorContent } from '../error-form.js'
import { RESPONSE_OPTIONS, type ResponseOption } from '../operation-options.js'
import { isJson, parseMediaType } from '../syntax/media-type.js'
import { declaredStreams, STREAM_OPTIONS } from './declared-streams.js'

const invalid = setupErrorOf('RESPONSE_INVALID')

/** What a response carries, by media type; the first one is what a client gets that does not say what it likes. */
export type ResponseContent = ReadonlyMap<string, TypeSchema>

/**
 * What a declared response carries: `body` as JSON, or in the media types of `contentType`, or each media type of
 * `content` with a type of its own; then its streams, which are text as a whole ({@link declaredStreams}). Undefined where
 * it has no body.
 *
 * @throws SetupError RESPONSE_INVALID, and FIELD_TYPE_UNKNOWN for an unknown type; BootstrapError of OPTION_UNKNOWN
 */
export function responseContent(option: ResponseOption, place: string): ResponseContent | undefined {
  checkOptions(option, RESPONSE_OPTIONS, place, {
    alternative: ', or write enumOf(…) if these are the values of an enum'
  })
  const streams = [...declaredStreams(option, place).keys()]
  const whole = wholeContent(option, place)
  if (streams.length === 0) return whole
  const twice = streams.find((name) => whole?.has(name))
  if (twice !== undefined)
    throw invalid(`it declares ${twice} twice`, place, `leave it to \`${STREAM_OPTIONS[twice]}\``)
  return new Map([...(whole ?? []), ...streams.map((name): [string, TypeSchema] => [name, { kind: 'string' }])])
}

function wholeContent({ body, contentType, content }: ResponseOption, place: string): ResponseContent | undefined {
  if (content !== undefined) {
    if (body !== undefined || contentType !== undefined) {
      throw invalid('it has content beside body or contentType', place, 'put everything into content')
    }
    return contentByType(content, place)
  }
  if (contentType !== undefined) {
    const names = Array.isArray(contentType) ? contentType : [contentType]
    if (names.length === 0)
      throw invalid('its contentType is an empty list', place, 'name a media type or leave it out')
    return new Map(names.map((name) => entryOf(name, body, place)))
  }
  return body === undefined || body === null ? undefined : new Map([entryOf('application/json', body, place)])
}

function contentByType(content: unknown, place: string): ResponseContent {
  const media = contentEntries(typeof content === 'object' && content !== null ? content : {}, { place, invalid })
  if (media.size === 0) {
    throw invalid(
      'its content names no media type',
      place,
      "write content: { 'application/json': Item, 'text/csv': String }"
    )
  }
  return new Map([...media].map(([name, { type }]) => entryOf(name, type, place)))
}

/**
 * The examples of a declared response, by media type, each checked as a body of the response is.
 *
 * @param content what {@link responseContent} returns for it
 * @throws SetupError or BootstrapError of RESPONSE_INVALID
 */
export function responseExamples(
  option: ResponseOption,
  content: ResponseContent | undefined,
  place: string
): ReadonlyMap<string, DescribedExamples> {
  const described = new Map<string, DescribedExamples>()
  const streams = declaredStreams(option, place)
  const whole = [...(content ?? [])].filter(([name]) => !streams.has(name))
  const ofMedia = contentEntries(option.content ?? {}, { place, invalid })
  if (hasExamples(option) && whole.length === 0) {
    throw invalid('it has an example, and no body', place, 'name the type of the body, or remove the example')
  }
  if (hasExamples(option) && option.content !== undefined && !hasErrorContent(option)) {
    throw invalid('it has content beside examples', place, 'put them into content: { type: Item, examples: { … } }')
  }
  for (const [name, type] of whole) {
    const media = ofMedia.get(name) ?? {}
    const extensions = extensionsOf(media)
    const given = hasExamples(option) ? option : media
    if (!hasExamples(given)) {
      if (Object.keys(extensions).length > 0) described.set(name, extensions)
      continue
    }
    if (type.kind === 'file') {
      throw invalid('it has an example, and bytes have no JSON form', place, 'remove the example')
    }
    const where = whole.length > 1 ? `${place}, ${name}` : place
    const faultOf = compileExampleCheck(type, 'response')
    described.set(name, { ...describedExamples(given, { place: where, invalid, faultOf }), ...extensions })
  }
  return described
}

function entryOf(name: unknown, type: unknown, place: string): [string, TypeSchema] {
  const essence = typeof name === 'string' ? parseMediaType(name)?.essence : undefined
  if (essence === undefined || essence !== String(name).toLowerCase()) {
    throw invalid(
      `${JSON.stringify(name)} is not a media type`,
      place,
      "write contentType: 'text/csv', without parameters"
    )
  }
  if (essence.includes('*')) {
    throw invalid(
      `${essence} is a range, and a response has one media type`,
      place,
      "name each that is sent: content: { 'image/png': Buffer, 'image/jpeg': Buffer }"
    )
  }
  const isText = essence.startsWith('text/')
  const schema: TypeSchema = type === undefined ? { kind: isText ? 'string' : 'file' } : parseType(type, place)
  const isJsonType = isJson({ essence, charset: undefined })
  if (isJsonType && schema.kind === 'file') {
    throw invalid(`${essence} cannot carry bytes`, place, "name the body's type, or another contentType")
  }
  if (!isJsonType && schema.kind !== 'string' && schema.kind !== 'file') {
    const option = STREAM_OPTIONS[essence]
    if (option === undefined)
      throw invalid(`${essence} is text or bytes`, place, 'declare its body as String or Buffer')
    const name = schema.kind === 'record' ? schema.class.name : '…'
    throw invalid(
      `${essence} is a stream of many values, and not one`,
      place,
      `write { ${option}: ${name} } in its place`
    )
  }
  return [essence, schema]
}

/** What `ctx.file` sets on every response that has a file, and on a 304. */
const FILE_HEADERS = {
  ETag: { type: String, description: 'Changes with the file.', example: 'W/"5d8c72a5edda8-6"' },
  'Last-Modified': { type: String, description: 'When the file was changed.', example: 'Wed, 21 Oct 2026 07:28:00 GMT' }
} as const

const CONTENT_RANGE = { type: String, description: 'The range, and the size of the file.', example: 'bytes 0-2/13' }

/**
 * What a route that replies by `ctx.file` or `ctx.download` documents: the whole file or a range of it, 304, and the
 * errors, with the headers that these set.
 *
 * @example router.getFunc('/report', (ctx) => ctx.file(path), { responses: fileResponses('application/pdf') })
 */
export function fileResponses(
  contentType: string | readonly string[] = 'application/octet-stream'
): Record<number, ResponseOption> {
  const partial = { ...FILE_HEADERS, 'Content-Range': CONTENT_RANGE }
  return {
    200: { description: 'The file.', contentType, headers: FILE_HEADERS },
    206: { description: 'The range of the file that was asked for.', contentType, headers: partial },
    304: { description: 'The client has the file already.', headers: FILE_HEADERS },
    404: { description: 'There is no such file.' },
    412: { description: 'A condition of the request is not met.' },
    416: {
      description: 'The file does not have the range that was asked for.',
      headers: { 'Content-Range': { ...CONTENT_RANGE, example: 'bytes */13' } }
    }
  }
}
