import { digestOf, expectListed } from '../../../../spec/support/listed.js'
import { published } from '../../../../spec/support/published.js'
import { evenDraw, leastDraw } from '../../../../spec/support/scripted-draw.js'
import { calls, shown } from '../../../../spec/support/whole-list.js'
import type { PublishedMedia, PublishedOperation } from '../../src/document/published-document.js'
import { formFieldsOf } from '../../src/judge/form-fields.js'
import { bodyEdgeCases } from '../../src/requests/body-edge-cases.js'
import { BodyEncoder, type EncodedBody, textPart } from '../../src/requests/body-encoding.js'
import { type BodyPart, bytesOf, type RequestParts } from '../../src/requests/request-parts.js'
import { RANK } from '../../src/values/rank.js'
import { JsonText } from '../../src/wire/json-text.js'
import type { FormPart } from '../../src/wire/multipart.js'
import { kindOf, lineOf } from './edge-case-line.js'

const LIST = 'verify/requests/body-list.txt'
const STRING = { type: 'string' }
const BINARY = { type: 'string', format: 'binary' }
const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const array = (items: unknown, more: object = {}) => ({ type: 'array', items, ...more })

/** Of a body without a value: nothing. */
function contentOf(body: BodyPart): Uint8Array {
  return body.kind === 'json' && body.value === undefined ? Buffer.from('') : bytesOf(body)
}

/** A text in one line, of which a long one is cut. */
function inLine(content: Uint8Array): string {
  const text = JSON.stringify(Buffer.from(content).toString('latin1')).slice(1, -1).replaceAll('\\"', '"')
  const line = text.replace(/[\x7f-\x9f]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`)
  return line.length <= 120 ? line : `${line.slice(0, 60)}… (${content.length} bytes, ${digestOf([line])})`
}

function partLine(part: FormPart | undefined): string {
  if (part === undefined) return 'none'
  const { name, filename, contentType, content } = part
  return `${name}${filename === undefined ? '' : ` in ${filename}`}, ${contentType ?? 'no type'}: ${inLine(content)}`
}

function bodyLine(encoded: EncodedBody | undefined): string {
  if (encoded === undefined) return 'none'
  const { body, contentType } = encoded
  const line =
    body.kind === 'multipart' ? body.form.parts.map(partLine).join(' | ') || 'no parts' : inLine(contentOf(body))
  return `${body.kind} ${contentType}: ${line}`
}

/** Media types, what the document says of them, and values that are written so. */
const ENCODED: readonly (readonly [type: string, schema: unknown, values: readonly unknown[]])[] = [
  [JSON_TYPE, undefined, [undefined, null, { a: new JsonText('1.0') }]],
  ['Application/JSON; charset=utf-8', {}, [1]],
  ['application/*+json', {}, [1]],
  ['application/*', STRING, ['a', 5]],
  [
    FORM,
    {},
    [
      undefined,
      null,
      'a',
      [],
      {},
      { a: 1 },
      { a: [] },
      { a: [1, 'ü&='] },
      { a: [1, null] },
      { a: [1, {}] },
      { a: true, 'b c': '' }
    ]
  ],
  [
    MULTIPART,
    object({ list: array(STRING), text: STRING, json: object({}), lists: array(array({})) }),
    [
      undefined,
      null,
      'a',
      [],
      {},
      { list: 'a', text: ['a'] },
      { list: ['a', 'b'] },
      { list: [] },
      { list: [null] },
      { text: null },
      { other: ['a', 1] },
      { other: [{}] },
      { other: {} },
      { other: undefined },
      { json: [1, 2] },
      { json: null, lists: [[1], 2] },
      { text: new JsonText('1.0'), json: new JsonText('1.0') }
    ]
  ],
  [MULTIPART, undefined, [{ a: 1 }]],
  ['image/png', undefined, [5]],
  ['image/png', BINARY, ['a', 5]],
  ['image/png', { ...BINARY, minLength: 100 }, ['a']],
  ['image/*', { ...BINARY, maxLength: 20 }, ['a']],
  ['*/*', BINARY, ['a']],
  ['*/*', STRING, ['a', 5]],
  ['text/*', STRING, ['a', '']],
  ['text/*', undefined, ['a']],
  ['TEXT/CSV; header=present', STRING, ['a']],
  ['application/xml', { ...BINARY, pattern: '^<' }, ['<a/>', 5]],
  ['application/xml', { ...BINARY, enum: ['<a/>'] }, ['<a/>']],
  ['application/xml', object({}), ['<a/>', {}]]
]

/** Fields of forms, by what the document says of them. */
const FIELDS = object({
  text: STRING,
  number: { type: 'integer' },
  file: BINARY,
  small: { ...BINARY, maxLength: 3 },
  large: { ...BINARY, minLength: 80 },
  typed: { ...BINARY },
  json: object({}),
  csv: STRING,
  plain: STRING,
  any: STRING,
  xml: object({}),
  jsons: object({}),
  ranges: object({})
})
const ENCODING = {
  typed: { contentType: 'image/png, application/x-other' },
  csv: { contentType: 'text/csv, text/html' },
  plain: { contentType: 'text/csv, text/plain' },
  any: { contentType: 'text/*' },
  xml: { contentType: 'application/xml' },
  jsons: { contentType: 'application/*+json, application/vnd.x+json' },
  ranges: { contentType: 'application/*+json' }
}

/** Request bodies whose edge cases are listed. */
const BODIES: Readonly<Record<string, object>> = {
  'of no type': { content: {} },
  'of any JSON': { content: { [JSON_TYPE]: {} } },
  'of two types of JSON': {
    content: {
      [JSON_TYPE]: { schema: { ...STRING, maxLength: 1 } },
      'application/vnd.x+json; charset=utf-8': { schema: { type: 'boolean' } }
    }
  },
  'that nothing satisfies': { content: { [JSON_TYPE]: { schema: { ...STRING, minLength: 2, maxLength: 1 } } } },
  'of a component': { content: { [JSON_TYPE]: { schema: { $ref: '#/components/schemas/Box' } } } },
  'of text': { content: { 'text/plain': { schema: STRING } } },
  'of text with a limit': { content: { 'text/plain': { schema: STRING } }, 'x-body-limits': { bodyLimit: 4 } },
  'of JSON with a limit of nothing': {
    content: { [JSON_TYPE]: { schema: { type: 'boolean' } } },
    'x-body-limits': { bodyLimit: 0 }
  },
  'of JSON that is as large as the limit': {
    content: { [JSON_TYPE]: { schema: { type: 'null' } } },
    'x-body-limits': { bodyLimit: 4 }
  },
  'of a form without fields': { content: { [FORM]: {} } },
  'of a form': {
    content: {
      [FORM]: {
        schema: object(
          {
            'a b': { type: 'integer', minimum: 5 },
            list: array({ ...STRING, maxLength: 1 }, { minItems: 1, maxItems: 3 }),
            hundred: array({ enum: [7] }, { maxItems: 100 }),
            more: array({ enum: [7] }, { maxItems: 101 }),
            none: array(STRING, { minItems: 0 }),
            many: array({}, { maxItems: 99 }),
            member: { enum: ['x', 5, null, { a: 1 }, true] },
            long: { enum: Array.from({ length: 25 }, (_, index) => index) },
            open: {}
          },
          { required: ['a b', 'none'] }
        )
      }
    },
    'x-body-limits': { bodyLimit: 9 }
  },
  'of a form with spaces': {
    content: { [FORM]: { schema: object({ text: { enum: ['a b c'] } }, { required: ['text'] }) } },
    'x-body-limits': { bodyLimit: 20 }
  },
  'of a form that nothing satisfies': {
    content: { [FORM]: { schema: object({ text: { ...STRING, minLength: 2, maxLength: 1 } }, { required: ['text'] }) } }
  },
  'of parts that the document does not name': { content: { [MULTIPART]: {} } },
  'of texts': {
    content: {
      [MULTIPART]: {
        schema: object({ a: { ...STRING, enum: ['x', 'y'] }, b: array({ type: 'integer' }, { maxItems: 2 }) })
      }
    },
    'x-body-limits': { bodyLimit: 40, uploads: { fields: 3, parts: 2, requestSize: 150 } }
  },
  'of texts without room': {
    content: { [MULTIPART]: { schema: object({ a: { type: 'integer' } }, { required: ['a'] }) } },
    'x-body-limits': { bodyLimit: 0, uploads: { fields: 0, parts: 0, requestSize: 0 } }
  },
  'of JSON in parts': {
    content: {
      [MULTIPART]: {
        schema: object({ a: object({ b: { type: 'boolean' } }), b: array(array({ type: 'null' }, { maxItems: 1 })) })
      }
    }
  },
  'of files': {
    content: {
      [MULTIPART]: {
        schema: object({
          text: { ...STRING, maxLength: 1 },
          one: { ...BINARY, minLength: 1, maxLength: 60 },
          many: array(BINARY, { minItems: 1 }),
          typed: BINARY
        }),
        encoding: { typed: { contentType: 'image/jpeg, text/html' } }
      }
    },
    'x-body-limits': { uploads: { files: 2, fields: 2, fileSize: 0, parts: 6 } }
  },
  'of a file that nothing limits': { content: { [MULTIPART]: { schema: object({ file: BINARY }) } } },
  'of files that must be there': {
    content: {
      [MULTIPART]: { schema: object({ one: BINARY, two: BINARY, text: STRING }, { required: ['one', 'two', 'text'] }) }
    },
    'x-body-limits': { uploads: { files: 1, fields: 0, parts: 3 } }
  },
  'of parts that nothing satisfies': {
    content: {
      [MULTIPART]: {
        schema: object({ a: { ...STRING, minLength: 2, maxLength: 1 }, file: BINARY }, { required: ['a'] })
      }
    }
  }
}

/** Limits, of which the labels alone are listed: the bodies are too large. */
const LARGE_LIMITS: readonly object[] = [
  ...[1_100_000, 39_999_999, 40_000_000].map((size) => ({
    bodyLimit: size,
    uploads: { requestSize: size, fileSize: size }
  })),
  ...[3_999_999, 4_000_000, 4_000_001, 40_000_001].map((fileSize) => ({ uploads: { fileSize } })),
  ...[4999, 5000, 5001].map((count) => ({ uploads: { files: count, fields: count, parts: count } }))
]

/** Where a body says nothing of them: what is larger would only take time. */
const SMALL = { bodyLimit: 60, uploads: { fields: 2, files: 2, parts: 5, requestSize: 200 } }
/** An operation for each request body. */
async function operationsOf(bodies: Readonly<Record<string, object>>, responses: object = {}) {
  const paths = Object.entries(bodies).map(([title, requestBody], index) => [
    `/${index}`,
    { post: { operationId: title, requestBody, responses } }
  ])
  const box = { Box: object({ a: { ...STRING, maxLength: 1 } }, { additionalProperties: false, required: ['a'] }) }
  return published(Object.fromEntries(paths), box)
}

function requestOf(operation: PublishedOperation, body: EncodedBody | undefined): RequestParts {
  return {
    ...{ operation, method: operation.method, path: {}, rawPath: undefined, query: [], headers: [], cookies: [] },
    ...{ contentType: undefined, body: undefined },
    ...body
  }
}

describe('Bodies of requests', () => {
  it('are written as body-list.txt says', async () => {
    const { maker, document } = await operationsOf(
      Object.fromEntries(
        ENCODED.map(([type, schema], index) => [
          `${index}`,
          { content: { [type]: schema === undefined ? {} : { schema } } }
        ])
      )
    )
    const encoder = new BodyEncoder(maker)
    const lines = ENCODED.flatMap(([type, schema, values], index) => {
      const media = [...(document.operations[index]?.body?.content.values() ?? [])][0] as PublishedMedia
      const own = values.map(
        (value) => `  ${shown(value)} → ${bodyLine(encoder.encode(type, media, value, leastDraw()))}`
      )
      const made = [leastDraw(), evenDraw(0), evenDraw(1)].map((draw) => bodyLine(encoder.valid(type, media, draw)))
      return [`${type} ${shown(schema)}`, ...own, `  made: ${[...new Set(made)].join('\n    ')}`]
    })
    expectListed(LIST, 'values in media types', lines)
  })

  it('have parts as body-list.txt says', async () => {
    const { maker, document } = await operationsOf({
      form: { content: { [MULTIPART]: { schema: FIELDS, encoding: ENCODING } } }
    })
    const encoder = new BodyEncoder(maker)
    const [media] = document.operations[0]?.body?.content.values() ?? []
    const fields = [...formFieldsOf(maker.checks, media as PublishedMedia).values()]
    const lines = fields.flatMap((field) => [
      `${field.name}: ${field.kind}, ${field.types ?? 'of no type'}`,
      ...['a', 5, null, { a: 1 }].map(
        (value) => `  ${shown(value)} → ${partLine(encoder.part(field, value, leastDraw()))}`
      ),
      ...(field.kind === 'file' ? [0, 1, 2].map((index) => `  ${partLine(encoder.file(field, evenDraw(index)))}`) : [])
    ])
    const texts = [undefined, null, 'ü', 5, true, {}, [], new JsonText('1.0')].map((value) => ['name', value])
    lines.push(...calls('textPart', (name: string, value) => partLine(textPart(name, value)), texts))
    expectListed(LIST, 'parts', lines)
  })

  it('have the edge cases of body-list.txt', async () => {
    const { maker, document } = await operationsOf(
      Object.fromEntries(Object.entries(BODIES).map(([title, body]) => [title, { 'x-body-limits': SMALL, ...body }]))
    )
    const encoder = new BodyEncoder(maker)
    const seen = new Set<string>()
    const lines = document.operations.flatMap((operation) => {
      const body = operation.body as NonNullable<PublishedOperation['body']>
      const own = [...body.content].map(([type, media]) => encoder.valid(type, media, evenDraw(0)))
      const cases = bodyEdgeCases(maker, body, operation)
      const bases = [...new Set([...own, undefined])].map((base) => requestOf(operation, base))
      return [
        `A body ${operation.id}: ${cases.length} edge cases`,
        ...bases.flatMap((base) => {
          // A body of its own is made in the same way for each of them.
          const tried = cases.filter(({ rank }) => base.body !== undefined || rank !== RANK.lexical)
          const all = tried.map((edgeCase, index) => lineOf(edgeCase, base, evenDraw(index)))
          const sent = base.body === undefined ? undefined : (base as EncodedBody)
          const fresh = all.filter((line) => !seen.has(kindOf(line)))
          for (const line of fresh) seen.add(kindOf(line))
          return [` of ${bodyLine(sent)} (${digestOf(all)})`, ...fresh.map((line) => `  ${line}`)]
        })
      ]
    })
    expectListed(LIST, 'edge cases', lines)
  })

  it('are as large as body-list.txt says', async () => {
    const content = {
      [JSON_TYPE]: { schema: STRING },
      [MULTIPART]: { schema: object({ file: BINARY, text: STRING }) }
    }
    const known = new Set<string>()
    const lines: string[] = []
    for (const limits of [{}, ...LARGE_LIMITS]) {
      for (const responses of [{}, { 413: { description: 'Too large' } }]) {
        for (const own of [content, { 'text/plain': { schema: STRING } }]) {
          const bodies = { body: { content: own, 'x-body-limits': limits } }
          const { maker, document } = await operationsOf(bodies, responses)
          const [operation] = document.operations as [PublishedOperation]
          const labels = bodyEdgeCases(maker, operation.body as never, operation)
            .filter(({ label }) => /size|large|bytes|parts|files|texts/.test(label))
            .map(({ label, share }) => `  ${label}${share === undefined ? '' : `, shared as ${share}`}`)
          const all = digestOf(labels)
          lines.push(`${shown(limits)} ${Object.keys(own)}, ${Object.keys(responses)} (${all})`)
          if (!known.has(all)) lines.push(...labels)
          known.add(all)
        }
      }
    }
    expectListed(LIST, 'sizes', lines)
  })
})
