import type { JsonSchema } from '../document/json-schema-2020.js'
import type { PublishedBody, PublishedOperation } from '../document/published-document.js'
import { LEXICAL_FORMS } from '../values/lexical-forms.js'
import type { ValueMaker } from '../values/value-maker.js'
import { placeProbe } from '../values/value-probe.js'
import { valueProbes } from '../values/value-probes.js'
import { writeJson } from '../wire/json-text.js'
import { essenceOf, isJsonType } from '../wire/wire-request.js'
import { encode } from './draft.js'
import { encodeBody } from './encoded-body.js'
import type { RequestProbe } from './request-probe.js'

const BROKEN_JSON = [
  ...['{', '[1,', '{"a":}', "{'a':1}", '{"a":1,}', '{a:1}', 'undefined', 'NaN', '{"a":01}', '"\\x"', '"a\nb"', '{} {}'],
  ...['\u00A0{}', '// x\n{}', '\u0000', ' ', 'a=1&b=2', '<a/>', '[1]]', 'tru', '"\\ud8"', '-', '1.', '+1']
]

const OTHER_TYPES = [
  ...['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'],
  ...[
    'application/vnd.api+json',
    'application/merge-patch+json',
    'application/jsonx',
    'text/json',
    'application/octet-stream'
  ],
  ...[
    'json',
    '',
    'application/',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"'
  ]
]

/** Everything to try with the body of an operation, its content type included. */
export function bodyProbes(maker: ValueMaker, body: PublishedBody, operation: PublishedOperation): RequestProbe[] {
  const probes: RequestProbe[] = []
  const text = (label: string, text: string): RequestProbe => ({
    label: `body: ${label}`,
    apply: (draft) => ({ ...draft, body: { kind: 'text', text } })
  })
  const hasJson = [...body.content].some(([type, { schema }]) => isJsonType(essenceOf(type)) && schema !== undefined)
  if (hasJson || operation.responses.has('413'))
    probes.push(text('larger than most services allow', `"${'x'.repeat(1_100_000)}"`))
  for (const [type, media] of body.content) {
    if (essenceOf(type) === FORM && media.schema !== undefined) probes.push(...formProbes(maker, type, media.schema))
    if (!isJsonType(essenceOf(type)) || media.schema === undefined) continue
    const { schema } = media
    for (const probe of valueProbes(maker, schema)) {
      probes.push({
        label: `body: ${probe.label}`,
        apply: (draft, draw) => {
          const sent = draft.body?.kind === 'json' ? { value: draft.body.value } : undefined
          const base = draft.contentType === type ? sent : maker.valid(schema, draw)
          const placed = base && placeProbe(maker, base.value, probe, draw)
          return placed && { ...draft, contentType: type, body: { kind: 'json', value: placed.value } }
        }
      })
    }
    for (const broken of BROKEN_JSON) probes.push(text(`broken JSON ${JSON.stringify(broken)}`, broken))
    probes.push({
      label: 'body: bytes that are no UTF-8',
      apply: (draft) => {
        const bytes = draft.body?.kind === 'json' ? withBrokenText(writeJson(draft.body.value)) : undefined
        return bytes && { ...draft, body: { kind: 'bytes', bytes } }
      }
    })
  }
  for (const type of OTHER_TYPES) {
    probes.push({
      label: `body: content type ${JSON.stringify(type)}`,
      apply: (draft) => ({ ...draft, contentType: type })
    })
  }
  return [
    ...probes,
    { label: 'body: without a content type', apply: (draft) => ({ ...draft, contentType: undefined }) },
    { label: 'body: none', apply: (draft) => ({ ...draft, body: undefined }) },
    {
      label: 'body: none, and no content type',
      apply: (draft) => ({ ...draft, body: undefined, contentType: undefined })
    }
  ]
}

const FORM = 'application/x-www-form-urlencoded'

/** Everything to try with the fields of a form: what arrives is text, whatever the schema says. */
function formProbes(maker: ValueMaker, type: string, schema: JsonSchema): RequestProbe[] {
  const properties = [...maker.flattener.flatten(schema).properties]
  return properties.flatMap(([name, property]) => {
    const send = (label: string, ...raws: readonly string[]): RequestProbe => ({
      label: `form field ${name}: ${label}`,
      apply: (draft, draw) => {
        const made = maker.valid(schema, draw)
        const encoded = made && encodeBody(FORM, made.value)
        if (encoded?.body.kind !== 'text') return undefined
        const others = new URLSearchParams(encoded.body.text)
        others.delete(name)
        const pairs = [others.toString(), ...raws.map((raw) => `${encode(name)}=${raw}`)].filter((pair) => pair !== '')
        return { ...draft, contentType: type, body: { kind: 'text', text: pairs.join('&') } }
      }
    })
    const texts = maker.flattener.flatten(property).types.has('string')
      ? maker.strings.probes(maker.flattener.flatten(property))
      : []
    return [
      send('absent'),
      send('a broken percent sequence', '%zz'),
      send('twice', '1', '1'),
      ...LEXICAL_FORMS.map((text) => send(JSON.stringify(text), encode(text))),
      ...texts.map(
        ([label, make]): RequestProbe => ({
          label: `form field ${name}: ${label}`,
          apply: (draft, draw) => {
            const made = make(draw)
            return made === undefined ? undefined : send(label, encode(made)).apply(draft, draw)
          }
        })
      )
    ]
  })
}

/** The JSON with a byte that is no UTF-8 in its last text; undefined where it has none. */
function withBrokenText(json: string): Uint8Array | undefined {
  const bytes = Buffer.from(json)
  const end = bytes.lastIndexOf('"')
  return end === -1 ? undefined : Buffer.concat([bytes.subarray(0, end), Buffer.from([0xff]), bytes.subarray(end)])
}
