import { expectListed } from '../../../../spec/support/listed.js'
import { openApi, wire } from '../../../../spec/support/published.js'
import { loadLibraries } from '../../src/document/libraries.js'
import { readDocument } from '../../src/document/published-document.js'
import { SchemaChecks } from '../../src/document/schema-checks.js'
import { compare } from '../../src/judge/comparison.js'
import { RequestJudge } from '../../src/judge/request-judge.js'
import type { Verdict } from '../../src/judge/verdict.js'
import type { WireResponse } from '../../src/wire/wire-request.js'

const LIST = 'verify/judge/limit-list.txt'

const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'
const INTEGER = { type: 'integer' }
const FILE = { type: 'string', format: 'binary' }

const OBJECT = {
  type: 'object',
  required: ['a'],
  properties: { a: {}, id: { ...INTEGER, readOnly: true }, own: { type: 'string', readOnly: true } }
}
const FIELDS = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    count: INTEGER,
    texts: { type: 'array', items: { type: 'string' } },
    point: { type: 'object', required: ['x'], properties: { x: INTEGER, list: { type: 'array', items: INTEGER } } },
    points: { type: 'array', items: { type: 'object', properties: { x: INTEGER } }, maxItems: 2 },
    pair: { type: 'array', items: { type: 'array', items: INTEGER } },
    typed: { type: 'string' },
    file: FILE,
    small: { ...FILE, maxLength: 4 },
    files: { type: 'array', items: FILE }
  }
}
const ENCODING = { file: { contentType: 'image/png, image/*' }, typed: { contentType: 'text/csv' } }
const content = {
  [JSON_TYPE]: { schema: OBJECT },
  [FORM]: { schema: { type: 'object', properties: { a: { type: 'string' } } } },
  [MULTIPART]: { schema: FIELDS, encoding: ENCODING },
  'multipart/mixed': { schema: {} },
  'image/png': { schema: { type: 'string', maxLength: 300_000 } }
}
const OK = { 200: { description: '' } }
const LARGE = { ...OK, 413: { description: '' } }
const LIMITS = { bodyLimit: 40, uploads: { requestSize: 1200, fileSize: 8, files: 2, fields: 3, parts: 4 } }

/** Operations that accept the same, and differ in what they say of its size. */
const PATHS = {
  '/any': { post: { requestBody: { content, required: true }, responses: OK } },
  '/large': { post: { requestBody: { content }, responses: LARGE } },
  '/limited': { post: { requestBody: { content, 'x-body-limits': LIMITS }, responses: LARGE } },
  '/half-limited': {
    post: { requestBody: { content, 'x-body-limits': { uploads: { parts: 200 } } }, responses: LARGE }
  }
}

const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
const named = (name: string, more = '') => `Content-Disposition: form-data; name="${name}"${more}`
const part = (name: string, text: string, type?: string, more?: string) =>
  `--b\r\n${named(name, more)}${type === undefined ? '' : `\r\nContent-Type: ${type}`}\r\n\r\n${text}\r\n`
const file = (name: string, text = 'a', type = 'image/x') => part(name, text, type, '; filename="f"')
const form = (...parts: string[]) => `${parts.join('')}--b--\r\n`

const JSON_BODIES = [
  '{"a":1,"id":1}',
  '{"a":1,"id":"1"}',
  '{"a":1,"own":1}',
  '{"id":"1"}',
  '{"a":{"__proto__":1}}',
  '{"a":{"constructor" :1}}',
  '{"a":"constructor"}',
  '{"a":"\\uD83D\\uDE00"}',
  '{"a":"\\uD83Dx"}',
  '{"a":"\\uDE00"}',
  '{"a":1e308}',
  '{"a":-1e309}',
  '{"a":"1e309"}',
  '{"a":"[[{{"}',
  nested(100),
  nested(101),
  `{"a":[${'[],{},'.repeat(60)}1]}`,
  `{"a":${'{"b":'.repeat(99)}1${'}'.repeat(99)}}`,
  `{"a":${'{"b":'.repeat(100)}1${'}'.repeat(100)}}`,
  ...[40, 41, 256 * 1024, 256 * 1024 + 1].map((size) => `{"a":"${'x'.repeat(size - 8)}"}`),
  `{"b":"${'x'.repeat(256 * 1024)}"}`
]
const FORMS = [
  'a=1&b=%zz',
  'a=\xff',
  '&&a=1&',
  'a',
  '=1',
  'a=1&a=2',
  'a=1+2%2B',
  ...[999, 1000].map((more) => `a=1${'&b=1'.repeat(more)}`),
  `b=1${'&b=1'.repeat(1000)}&a=1&a=2`
]
const MULTIPARTS = [
  form(),
  form(part('text', 'a')),
  form(part('text', 'a'), part('text', 'b')),
  form(part('texts', 'a'), part('texts', 'b')),
  form(part('text', 'a', 'text/plain')),
  form(part('text', 'a', 'text/html')),
  form(part('text', 'a', 'text/plain; charset=utf-8')),
  form(part('text', 'a', 'text/plain; charset=latin1')),
  form(part('text', 'a', 'plain')),
  form(part('text', 'a', undefined, '; filename="f"')),
  form(part('text', 'a', undefined, '; filename=""')),
  form(part('text', '\xff')),
  form(part('other', '\xff', 'x')),
  form(part('typed', 'a', 'text/csv')),
  form(part('typed', 'a', 'text/html')),
  form(part('typed', 'a')),
  form(part('count', 'x')),
  form(part('count', '5', 'application/json')),
  ...['{"x":1}', '{"x":"a"}', '{"x":1,"list":[1,"a"]}', '{}', '[]', '{'].map((text) =>
    form(part('point', text, JSON_TYPE))
  ),
  form(part('point', '{"x":1}')),
  form(part('point', '{"x":1}', 'text/plain')),
  form(part('point', '{"x":1}', 'application/a+json')),
  form(part('point', '{"x":1}', JSON_TYPE), part('point', '{"x":2}', JSON_TYPE)),
  form(part('points', '{"x":1}', JSON_TYPE), part('points', '{"x":2}', JSON_TYPE)),
  form(part('points', '{"x":1}', JSON_TYPE), part('points', '{"x":"a"}', JSON_TYPE)),
  form(part('points', '{"x":1}', JSON_TYPE)),
  form(part('pair', '[1]', JSON_TYPE), part('pair', '["a"]', JSON_TYPE)),
  form(...Array(3).fill(part('points', '{"x":1}', JSON_TYPE))),
  // Of several faults one that every reader finds counts first, else the first one; of several reasons the first one.
  form(part('text', '\xff'), part('count', 'x')),
  form(part('count', 'x'), part('text', '\xff')),
  form(part('text', '\xff'), part('typed', '\xff', 'text/csv')),
  form(part('typed', 'a', 'text/html'), part('point', '{', JSON_TYPE)),
  form(part('point', '{', JSON_TYPE), part('typed', 'a', 'text/html')),
  form(part('text', 'a', 'plain'), part('typed', 'a', 'text/csv; x=y')),
  form(part('typed', 'a', 'text/csv; x=y'), part('text', 'a', 'plain')),
  form(part('text', 'a', undefined, '; filename="f"'), part('text', 'b', 'plain')),
  form(part('count', 'x'), part('file', '', 'image/png', '; filename=""')),
  form(part('text', '\xff'), part('file', '', 'image/png', '; filename=""')),
  form(file('file')),
  form(file('file', 'a', 'image/gif')),
  form(file('file', 'a', 'text/plain')),
  form(file('file', 'GIF89a', 'image/png')),
  form(part('file', 'a', 'image/png')),
  form(part('file', '', 'image/png')),
  form(part('file', '', 'image/png', '; filename=""')),
  form(part('file', '', 'image/png', '; filename="f"')),
  form(part('files', '', 'image/png', '; filename=""'), part('text', 'a')),
  form(file('file', 'a', 'image/png; charset=x')),
  ...[8, 9].map((size) => form(file('files', 'x'.repeat(size)))),
  ...[4, 5].map((size) => form(file('small', 'x'.repeat(size)))),
  form(file('small', 'x'.repeat(9)), file('files', 'x'.repeat(9))),
  ...[2, 3].map((count) => form(...Array(count).fill(file('files')))),
  ...[3, 4].map((count) => form(...Array(count).fill(part('texts', 'a')))),
  ...[4, 5].map((count) => form(...Array(count).fill(part('other', 'a')))),
  ...[40, 41].map((size) => form(part('text', 'x'.repeat(size - 1)), part('typed', 'y', 'text/csv'))),
  ...[10, 11].map((count) => form(...Array(count).fill(file('files')))),
  ...[99, 100, 101].map((count) => form(...Array(count).fill(part('texts', 'a')))),
  ...[1100, 1101].map((size) => form(part('other', 'x'.repeat(size))))
]
const OTHERS: readonly (readonly [type: string | undefined, body: string | undefined])[] = [
  [undefined, undefined],
  [JSON_TYPE, undefined],
  [undefined, 'x'],
  ['multipart/mixed', 'x'],
  ['image/png', 'x'.repeat(300_000)],
  ['image/png', 'x'.repeat(300_001)]
]

function short(text: string): string {
  const plain = text.replaceAll('\r\n', '⏎').replaceAll('Content-Disposition: form-data; ', '')
  const quoted = JSON.stringify(plain).slice(1, -1)
  return quoted.length > 150 ? `${quoted.slice(0, 110)}… of ${text.length}` : quoted
}

function said(verdict: Verdict): string {
  if (verdict.kind === 'open') return `open: ${verdict.reasons.join(', ')}`
  if (verdict.kind !== 'invalid') return verdict.kind
  const faults = verdict.faults.map((fault) => {
    const { in: place, path, keyword, message, isUnusual } = fault
    // What V8 says of JSON differs from version to version.
    const plain = message.replace(/(is not JSON).*/, '$1')
    return `${isUnusual ? 'unusual ' : ''}${[place, path, keyword].filter(Boolean).join(' ')}: ${plain}`
  })
  return `invalid ${faults.join('; ')}`
}

const STREAM = {
  'text/event-stream': {
    schema: { type: 'string' },
    'x-events': { price: { type: 'object', required: ['x'], properties: { x: INTEGER } }, note: { type: 'string' } }
  },
  'application/jsonl': { schema: {}, 'x-lines': { type: 'object', properties: { x: INTEGER } } }
}
const described = (own: object = {}) => ({ description: '', content: own })
const json = { [JSON_TYPE]: { schema: { type: 'object', properties: { x: INTEGER, list: { items: INTEGER } } } } }

/** Operations whose responses differ. */
const RESPONSES = {
  '/streams': { get: { responses: { 200: described(STREAM), default: described(json) } } },
  '/bodies': {
    get: { responses: Object.fromEntries([200, 203, 204, 205, 206, 304, 404].map((one) => [one, described(json)])) },
    head: { responses: { 200: described(json) } },
    put: { responses: { '2XX': described({ '*/*': {} }), 404: described({ 'image/*': {} }), '4XX': described() } },
    delete: { responses: { 204: described(), default: described({ 'text/plain': { schema: { enum: ['a'] } } }) } }
  }
}

const EVENTS = [
  'event: price\ndata: {"x":1}\n\n',
  'event: price\ndata: {"x":"a"}\n\nevent: price\ndata: {"x":"b"}\n\n',
  'event: price\ndata: {"x":1,"y":2}\n\n',
  'event: price\r\ndata: {"x":\r\ndata: 1}\r\n\r\n',
  'event: price\rdata:{"x":1}\r\r',
  'event: note\ndata: {\n\n',
  'event: note\n\n',
  'event: other\ndata: 1\n\n',
  'data: 1\n\n',
  ': comment',
  ': comment\n\n\n',
  '\ufeffdata: x\n\n',
  'event: note\ndata: a',
  'event: note\ndata: a\n',
  'event: note\n',
  'id: 1\nretry: 5\n\n',
  'dat',
  ''
]
const LINES = [
  '{"x":1}\n{"x":2}',
  '{"x":1}\n{"x":"a"}\n{"x":"b"}\n',
  '{"x":1}\n\n{"x":1}',
  'x\ny\n',
  '{"x":1,"y":1}',
  ''
]
const MANY = [1000, 1001].flatMap((count) => [
  ['text/event-stream', `${'event: note\ndata: a\n\n'.repeat(count - 1)}data: 1\n\n`] as const,
  ['application/jsonl', `${'{}\n'.repeat(count - 1)}1`] as const
])

describe('The judgments at limits', () => {
  const parts = async (paths: object) => {
    const document = readDocument(openApi(paths))
    const checks = new SchemaChecks(document, await loadLibraries())
    return { checks, judge: new RequestJudge(document, checks) }
  }

  it('are those of limit-list.txt: bodies with and without limits of their size', async () => {
    const unsaid = { post: { requestBody: { content: { [MULTIPART]: {} } }, responses: OK } }
    const { judge } = await parts({ ...PATHS, '/unsaid': unsaid })
    const cases = [
      ...JSON_BODIES.map((body) => [JSON_TYPE, body] as const),
      ...FORMS.map((body) => [FORM, body] as const),
      ...MULTIPARTS.map((body) => [`${MULTIPART}; boundary=b`, body] as const),
      ...OTHERS
    ]
    const lines = cases.flatMap(([type, body]) => {
      const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
      const bytes = body === undefined ? undefined : Buffer.from(body, 'latin1')
      const all = Object.keys(PATHS).map((path) => said(judge.judge(wire(`POST ${path}`, headers, bytes))))
      const [first] = all
      const title = `${type ?? 'no content type'} ${short(body ?? 'nothing')}`
      // One line where all operations agree.
      if (all.every((one) => one === first)) return [`${title}: ${first}`]
      return [`${title}:`, ...Object.keys(PATHS).map((path, at) => `  ${path} ${all[at]}`)]
    })
    const headers = { 'content-type': `${MULTIPART}; boundary=b` }
    for (const body of [form(), form(part('text', 'a')), form(file('file')), 'x'])
      lines.push(`without a schema ${short(body)}: ${said(judge.judge(wire('POST /unsaid', headers, body)))}`)
    expectListed(LIST, 'bodies', lines)
  })

  it('are those of limit-list.txt: streams, and bodies where there may be none', async () => {
    const { checks, judge } = await parts(RESPONSES)
    const judged = (line: string, response: WireResponse) => {
      const { findings, outcome } = compare(checks, judge.judge(wire(line)), wire(line), response)
      return [
        outcome,
        ...findings.map(({ kind, what, judge }) => `${kind} ${what} (${judge.replace(/(is not JSON).*/, '$1')})`)
      ].join('; ')
    }
    const streams = [
      ...EVENTS.map((text) => ['text/event-stream', text] as const),
      ...LINES.map((text) => ['application/jsonl; charset=utf-8', text] as const),
      ...MANY
    ].flatMap(([type, text]) => {
      const response = { status: 200, headers: { 'content-type': type }, body: Buffer.from(text) }
      const [whole, cut] = [judged('GET /streams', response), judged('GET /streams', { ...response, cut: 'long' })]
      return [`${type} ${short(text)}: ${whole}`, ...(cut === whole ? [] : [`  cut: ${cut}`])]
    })
    const bodies = ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'].flatMap((method) =>
      [200, 203, 204, 205, 206, 299, 300, 304, 400, 404, 405, 413, 415, 500].flatMap((status) =>
        [
          [undefined, ''],
          [undefined, 'x'],
          [JSON_TYPE, ''],
          [JSON_TYPE, '{"list":[1,"a"]}'],
          ['image/png', 'x'],
          ['text/plain', 'b']
        ].map(([type, text = '']) => {
          const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
          const response = { status, headers: { allow: 'GET', ...headers }, body: Buffer.from(text) }
          return `${method} ${status} ${type ?? 'no type'} ${text}: ${judged(`${method} /bodies`, response)}`
        })
      )
    )
    expectListed(LIST, 'streams', streams)
    expectListed(LIST, 'responses', bodies)
  })
})
