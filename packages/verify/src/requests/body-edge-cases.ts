import type { PublishedBody, PublishedOperation } from '../document/published-document.js'
import { RANK, type Rank } from '../values/rank.js'
import { applyEdgeCase, valueEdgeCases } from '../values/value-edge-cases.js'
import type { ValueMaker } from '../values/value-maker.js'
import { writeJson } from '../wire/json-text.js'
import { essenceOf, isJsonType } from '../wire/wire-request.js'
import { FORM, MULTIPART } from './body-encoding.js'
import { LARGEST } from './file-edge-cases.js'
import { formEdgeCases } from './form-edge-cases.js'
import { multipartEdgeCases } from './multipart-edge-cases.js'
import type { EdgeCase } from './request-parts.js'

const BROKEN_JSON = [
  ...['{', '[1,', '{"a":}', "{'a':1}", '{"a":1,}', '{a:1}', 'undefined', 'NaN', '{"a":01}', '"\\x"', '"a\nb"', '{} {}'],
  ...['\u00A0{}', '// x\n{}', '\u0000', ' ', 'a=1&b=2', '<a/>', '[1]]', 'tru', '"\\ud8"', '-', '1.', '+1']
]

const OTHER_TYPES = [
  ...['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'],
  ...['application/vnd.api+json', 'application/merge-patch+json', 'application/jsonx', 'text/json'],
  ...['application/octet-stream', 'json', '', 'application/', 'APPLICATION/JSON', 'application/json; charset=utf-8'],
  ...['application/json;charset="UTF-8"']
]

/** In bytes: more than most services accept, where the document does not say what is too much. */
const MOST = 1_100_000

/** Lists what to try with the body of an operation and its content type. */
export function bodyEdgeCases(maker: ValueMaker, body: PublishedBody, operation: PublishedOperation): EdgeCase[] {
  const edgeCases: EdgeCase[] = []
  // Operations that take the same media types treat others alike.
  const types = [...body.content.keys()].join(' ')
  const text = (label: string, text: string, rank: Rank, share?: string): EdgeCase => ({
    label: `body: ${label}`,
    rank,
    share,
    apply: (request) => ({ ...request, body: { kind: 'text', text } })
  })
  const hasJson = [...body.content].some(([type, { schema }]) => isJsonType(essenceOf(type)) && schema !== undefined)
  const { bodyLimit = MOST } = body.limits
  if ((hasJson || operation.responses.has('413')) && bodyLimit < LARGEST) {
    edgeCases.push(text('larger than is accepted', `"${'x'.repeat(Math.max(0, bodyLimit - 1))}"`, RANK.type))
  }
  if (body.limits.bodyLimit !== undefined && bodyLimit < LARGEST) edgeCases.push(exactBody(bodyLimit, types))
  for (const [type, media] of body.content) {
    if (essenceOf(type) === FORM) edgeCases.push(...formEdgeCases(maker, type, media))
    if (essenceOf(type) === MULTIPART) edgeCases.push(...multipartEdgeCases(maker, type, media, body.limits))
    if (!isJsonType(essenceOf(type)) || media.schema === undefined) continue
    const { schema } = media
    for (const edgeCase of valueEdgeCases(maker, schema)) {
      edgeCases.push({
        label: `body: ${edgeCase.label}`,
        rank: edgeCase.rank,
        share: edgeCase.share && `body ${edgeCase.share}`,
        apply: (request, draw) => {
          const sent = request.body?.kind === 'json' ? { value: request.body.value } : undefined
          // What succeeded before may have named the type in another form, as with a charset.
          const isOfType = request.contentType !== undefined && essenceOf(request.contentType) === essenceOf(type)
          const base = isOfType ? sent : maker.valid(schema, draw)
          const placed = base && applyEdgeCase(maker, base.value, edgeCase, draw)
          return placed && { ...request, contentType: type, body: { kind: 'json', value: placed.value } }
        }
      })
    }
    for (const broken of BROKEN_JSON)
      edgeCases.push(text(`broken JSON ${JSON.stringify(broken)}`, broken, RANK.lexical, `broken JSON ${broken}`))
    edgeCases.push({
      label: 'body: bytes that are not UTF-8',
      rank: RANK.lexical,
      apply: (request) => {
        const bytes = request.body?.kind === 'json' ? withBrokenText(writeJson(request.body.value)) : undefined
        return bytes && { ...request, body: { kind: 'bytes', bytes } }
      }
    })
  }
  for (const type of OTHER_TYPES) {
    edgeCases.push({
      label: `body: content type ${JSON.stringify(type)}`,
      rank: RANK.type,
      // One of them is tried with every operation, so that each documented 415 is met.
      share: type === OTHER_TYPES[0] ? undefined : `content type ${type} in place of ${types}`,
      apply: (request) => ({ ...request, contentType: type })
    })
  }
  return [
    ...edgeCases,
    {
      label: 'body: without a content type',
      rank: RANK.type,
      apply: (request) => ({ ...request, contentType: undefined })
    },
    { label: 'body: none', rank: RANK.extreme, apply: (request) => ({ ...request, body: undefined }) },
    {
      label: 'body: none, and no content type',
      rank: RANK.extreme,
      apply: (request) => ({ ...request, body: undefined, contentType: undefined })
    }
  ]
}

/** A body of as many bytes as are accepted: JSON with spaces after it, a form with empty pairs. */
function exactBody(limit: number, types: string): EdgeCase {
  return {
    label: 'body: of the largest size',
    rank: RANK.type,
    share: `body: ${limit} bytes of ${types}`,
    apply: (request) => {
      const text =
        request.body?.kind === 'json'
          ? writeJson(request.body.value)
          : request.body?.kind === 'text' && request.contentType === FORM
            ? request.body.text
            : undefined
      const missing = text === undefined ? -1 : limit - Buffer.byteLength(text)
      const filler = request.contentType === FORM ? '&' : ' '
      return missing < 0 ? undefined : { ...request, body: { kind: 'text', text: text + filler.repeat(missing) } }
    }
  }
}

/** The JSON with a byte that is not UTF-8 in its last text; undefined where it has no text. */
function withBrokenText(json: string): Uint8Array | undefined {
  const bytes = Buffer.from(json)
  const end = bytes.lastIndexOf('"')
  return end === -1 ? undefined : Buffer.concat([bytes.subarray(0, end), Buffer.from([0xff]), bytes.subarray(end)])
}
