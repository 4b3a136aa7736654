import { openApi, wire } from '../../../../spec/support/published.js'
import { expectWholeList } from '../../../../spec/support/whole-list.js'
import type { Expectation } from '../../src/credentials/presented.js'
import { loadLibraries } from '../../src/document/libraries.js'
import { readDocument } from '../../src/document/published-document.js'
import { SchemaChecks } from '../../src/document/schema-checks.js'
import { type Comparison, compare, comparePresented } from '../../src/judge/comparison.js'
import { RequestJudge } from '../../src/judge/request-judge.js'
import { NoResponse } from '../../src/wire/target.js'
import type { WireResponse } from '../../src/wire/wire-request.js'

const described = (content: object = {}, more: object = {}) => ({ description: '', content, ...more })
const json = (schema: object) => ({ 'application/json': { schema } })
const on = { name: 'on', in: 'query', schema: { type: 'boolean' } }
const header = (schema: object, more: object = {}) => ({ schema, ...more })

const ITEM = {
  type: 'object',
  required: ['a'],
  properties: { a: { type: 'integer' }, list: { type: 'array', items: { maximum: 3 } }, key: { writeOnly: true } }
}

const PATHS = {
  '/items/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
    get: {
      operationId: 'read',
      parameters: [on],
      responses: {
        200: described(
          {
            ...json(ITEM),
            'text/csv': { schema: { type: 'string' } },
            'application/xml': {},
            'application/pdf': { schema: { type: 'string', maxLength: 2 } },
            'image/bmp': { schema: { type: 'string', format: 'binary', maxLength: 2 } }
          },
          {
            headers: {
              'X-Count': header({ type: 'integer' }, { required: true }),
              'X-List': header({ type: 'array', items: { type: 'integer' } }),
              'X-Pairs': header({ type: 'object', properties: { a: { type: 'integer' } } }),
              'X-Object': header({ type: 'object', properties: { a: { type: 'integer' } } }, { explode: true }),
              'X-Json': { content: json({ type: 'integer' }) }
            }
          }
        ),
        204: described(),
        302: described(),
        404: described({ 'application/problem+json': { schema: {} } }),
        503: described(json({ type: 'object' }))
      }
    },
    put: { operationId: 'replace', responses: { '2XX': described(), default: described() } }
  },
  '/items/mine': { get: { operationId: 'mine', responses: { 200: described() } } },
  '/items': {
    post: {
      operationId: 'add',
      security: [{ token: [] }],
      parameters: [on],
      requestBody: {
        content: json({ properties: { a: { type: 'integer', 'x-rules': [{ rule: 'isLucky' }] } } })
      },
      responses: { 201: described(), 413: described(), '3XX': described(), '5XX': described() }
    },
    get: {
      operationId: 'list',
      parameters: [{ name: 'if-match', in: 'header', schema: {} }],
      responses: { 200: described({ 'image/png': {}, 'image/gif': {} }), 406: described() }
    }
  }
}

const STATUSES = [
  ...[200, 201, 204, 299, 300, 301, 302, 304, 400, 401, 403, 404, 405, 406, 408, 409, 412, 413, 414, 415, 418, 422],
  ...[429, 431, 500, 501, 503]
]

const REQUESTS: readonly (readonly [line: string, headers?: Record<string, string>, body?: string])[] = [
  ['GET /items/1'],
  ['GET /items/1?on=x'],
  ['GET /items/x?on=x'],
  ['GET /items/1?on=true&on=true'],
  ['GET /items/1?on=x&on=true'],
  ['GET /items/%zz'],
  ['GET /items/1?other=%zz'],
  ['GET /nowhere'],
  ['GET /items/'],
  ['GET /nowhere?a=/'],
  ['OPTIONS /nowhere'],
  ['DELETE /items/1'],
  ['DELETE /items/mine'],
  ['HEAD /items/1'],
  ['HEAD /items'],
  ['PUT /items/1'],
  ['OPTIONS /items/mine'],
  ['POST /items', { 'content-type': 'application/json' }, '{"a":1}'],
  ['POST /items', { 'content-type': 'application/json' }, '{"a":"x"}'],
  ['GET /items/1', { 'if-none-match': '"a"' }],
  ['GET /items/1', { 'if-modified-since': 'x' }],
  ['GET /items/1', { 'if-unmodified-since': 'x' }],
  ['GET /items/1', { 'if-match': '"a"' }],
  ['GET /items/1', { accept: '*/*' }],
  ['GET /items', { 'if-match': '"a"' }]
]

const PROBLEM = 'application/problem+json'
/** Responses with more than a status. */
const RESPONSES: readonly (readonly [
  line: string,
  status: number,
  headers: Record<string, string>,
  body: string | Buffer
])[] = [
  ...(
    [
      ['application/json', '{"a":1}'],
      ['application/json; charset=utf-8', '{"a":1,"list":[1,2]}'],
      ['application/json', '{"a":1,"list":[1,4]}'],
      ['application/json', '{"a":"x"}'],
      ['application/json', '[]'],
      ['application/json', '{"a":1'],
      ['application/json', '{"a":1,"key":2}'],
      ['application/json', '{"a":1,"more":2}'],
      ['application/json', ''],
      ['', '{"a":1}'],
      ['text/html', '<a>'],
      ['application/xml', '<a>'],
      ['application/pdf', 'abc'],
      ['image/bmp', 'abc'],
      ['image/bmp', Buffer.from([0xc3, 0xa9])],
      ['image/bmp', Buffer.from([0xc3, 0xa9, 0xc3])],
      ['text/csv', 'a,b\r\n1,2\r\n'],
      ['text/csv', 'a,b\r\n1\r\n'],
      ['application/json; charset=latin9', '{"a":1}'],
      ['text/csv; charset="utf-8"', Buffer.from([0x61, 0xff])]
    ] as const
  ).map(
    ([type, body]) => ['GET /items/1', 200, { 'x-count': '1', ...(type && { 'content-type': type }) }, body] as const
  ),
  ...(
    [
      {},
      { 'x-count': 'x' },
      { 'x-list': '1, 2' },
      { 'x-list': '1,x' },
      { 'x-pairs': 'a,1' },
      { 'x-pairs': 'a,x' },
      { 'x-pairs': 'b,x,a,x' },
      { 'x-pairs': 'a' },
      { 'x-object': 'a=1' },
      { 'x-object': 'a=x=1' },
      { 'x-object': 'b=1,a=x' },
      { 'x-json': '1' },
      { 'x-json': 'x' },
      { 'x-json': '"x"' },
      { location: '/a?b#c' },
      { location: 'a b' },
      { location: 'http://[' },
      { location: '%zz' }
    ] as Record<string, string>[]
  ).map((headers) => ['GET /items/1', 204, { ...headers }, ''] as const),
  ...(
    [
      {},
      { 'x-count': 'x' },
      { 'x-count': '1', 'x-list': '1, 2' },
      { 'x-count': '1', 'x-list': '1,x' },
      { 'x-count': '1', 'x-pairs': 'a,1' },
      { 'x-count': '1', 'x-pairs': 'a,x' },
      { 'x-count': '1', 'x-pairs': 'b,x,a,x' },
      { 'x-count': '1', 'x-object': 'a=1' },
      { 'x-count': '1', 'x-object': 'a=x=1' },
      { 'x-count': '1', 'x-object': 'b=1,a=x' },
      { 'x-count': '1', 'x-json': '1' },
      { 'x-count': '1', 'x-json': 'x' },
      { 'x-count': '1', 'x-json': '"x"' },
      { 'x-count': '1', 'content-length': '3' }
    ] as Record<string, string>[]
  ).map((headers) => ['GET /items/1', 200, { 'content-type': 'application/xml', ...headers }, '<a/>'] as const),
  ...[
    '{"type":"about:blank","title":"t","status":404,"detail":"d"}',
    '{"type":1}',
    '{"title":""}',
    '{"title":1}',
    '{"status":400}',
    '{"detail":1}',
    '[]',
    'x',
    ''
  ].map((body) => ['GET /items/1', 404, { 'content-type': PROBLEM }, body] as const),
  ...[
    '{"errors":[{"in":"query","path":"on","rule":"type"}]}',
    '{"errors":[{"in":"body","path":"a[12].b","rule":"isLucky"},{"in":"body","rule":"other"}]}',
    '{"errors":[{"in":"body","path":"a","rule":"isLucky"}]}',
    '{"errors":[{"in":"body","path":"a"},null,"x"]}',
    '{"errors":"x"}',
    '{"detail":"Item 12 is \\"x\\", not \'y\' or `z`"}',
    '{"message":"a message","error":"an error","title":"a title"}',
    '{"error":"an error","title":"a title"}',
    '{"title":"a title"}',
    'plain text 42',
    'x'.repeat(200)
  ].flatMap((body) => [
    ['POST /items', 400, { 'content-type': 'application/json' }, body] as const,
    ['POST /items', 409, { 'content-type': 'application/json' }, body] as const
  ]),
  ['GET /items/1', 503, { 'content-type': 'application/json' }, '[]'],
  ['GET /items/1', 503, { 'content-type': 'application/json' }, '{}'],
  ['POST /items', 401, { 'www-authenticate': 'Bearer' }, ''],
  ...['GET, PUT', 'get,put,HEAD', 'GET', 'GET, PUT, DELETE, PATCH', '', ', ,'].flatMap((allow) => [
    ['DELETE /items/1', 405, { allow }, ''] as const,
    ['OPTIONS /items/1', 204, { allow }, ''] as const,
    ['OPTIONS /items/mine', 200, { allow }, ''] as const
  ]),
  ['PUT /items/1', 200, {}, 'x'],
  ['PUT /items/1', 200, { 'content-type': 'text/plain' }, 'x'],
  ['HEAD /items', 200, { 'content-type': 'text/plain' }, 'x']
]

/** Media types of responses to requests that accept one. */
const ACCEPTED: readonly (readonly [line: string, accept: string, status: number, type: string])[] = [
  ...['application/json', 'text/csv', 'text/html', '*/*', 'text/csv, */*'].flatMap((accept) =>
    ['application/json; charset=utf-8', 'text/csv', 'text/html'].map(
      (type) => ['GET /items/1', accept, 200, type] as const
    )
  ),
  ['GET /items', 'image/png', 200, 'image/gif'],
  ['GET /items', 'image/webp', 200, 'image/gif'],
  ['GET /items', 'image/webp', 200, 'image/webp'],
  ['GET /items/1', 'text/csv', 404, PROBLEM],
  ['GET /items/1', 'text/csv', 302, 'application/json']
]

function shown({ findings, outcome }: Comparison): string {
  return [outcome, ...findings.map(({ kind, what, judge }) => `${kind} ${JSON.stringify(what)} (${judge})`)].join('; ')
}

describe('The judgments on responses', () => {
  it('are those of judgment-list.txt, of each request with each status, and with each body and header', async () => {
    const document = readDocument({
      ...openApi(PATHS),
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } }
    })
    const checks = new SchemaChecks(document, await loadLibraries())
    const judge = new RequestJudge(document, checks)
    const judged = (
      [line, headers, body]: (typeof REQUESTS)[number],
      status: number,
      more: Record<string, string> = {},
      received: string | Buffer = ''
    ) => {
      const request = wire(line, headers, body)
      const response: WireResponse = { status, headers: more, body: Buffer.from(received) }
      return shown(compare(checks, judge.judge(request), request, response))
    }
    const lines: string[] = []
    for (const request of REQUESTS) {
      lines.push('', JSON.stringify(request))
      for (const status of STATUSES) lines.push(`${status}: ${judged(request, status)}`)
    }
    for (const [line, status, headers, body] of RESPONSES) {
      const request = wire(line)
      const text = JSON.stringify(body.toString())
      lines.push('', `${line} → ${status} ${JSON.stringify(headers)} ${text}`, judged([line], status, headers, body))
      const response: WireResponse = { status, headers, body: Buffer.from(body), cut: 'long' }
      const cut = shown(compare(checks, judge.judge(request), request, response))
      if (cut !== lines.at(-1)) lines.push(`cut: ${cut}`)
    }
    for (const [line, accept, status, type] of ACCEPTED) {
      const headers = { 'content-type': type, 'x-count': '1' }
      lines.push(
        '',
        `${line} accept: ${accept} → ${status} ${type}`,
        judged([line, { accept }], status, headers, '{"a":1}')
      )
    }
    const request = wire('GET /items/1')
    const verdict = judge.judge(request)
    for (const how of ['cut', 'late', 'gone'] as const) {
      const response = new NoResponse('nothing came', how)
      lines.push('', `no response, ${how}`, shown(compare(checks, verdict, request, response)))
    }
    const operation = document.operations.find(({ id }) => id === 'add')
    const part = { in: 'header', key: 'authorization', text: 'x' } as const
    const expectations: Expectation[] = ['admitted', 'admitted-form', 'kept-out', 'kept-out-form', 'forbidden', 'open']
    for (const expect of expectations) {
      for (const [parts, isAdmitted, line] of [
        [[part], true, 'POST /items'],
        [[part], false, 'POST /items'],
        [[], true, 'POST /items'],
        [[], true, 'POST /items?on=x'],
        [[part], true, 'POST /nowhere'],
        [[part], true, 'PUT /items/1']
      ] as const) {
        const sent = wire(line)
        const others = { operation: operation!, presented: { parts, expect, why: 'because' }, isAdmitted }
        const all = [201, 204, 300, 302, 400, 401, 403, 404, 409, 413, 422, 429, 500].map((status) => {
          const response: WireResponse = { status, headers: {}, body: Buffer.from('') }
          const { findings, outcome } = comparePresented(checks, judge.judge(sent), sent, response, others)
          return `${status} ${[outcome, ...findings.map(({ kind, what }) => `${kind} ${what}`.trim())].join(', ')}`
        })
        const title = `${expect}, ${parts.length} parts, ${isAdmitted ? '' : 'not '}admitted`
        lines.push('', `${line}: ${title}`, all.join('; '))
      }
    }
    // V8 says where JSON is wrong in other words from version to version.
    const text = lines.join('\n').replace(/ \(line \d+ column \d+\)/g, '')
    expectWholeList('verify/judge/judgment-list.txt', [text])
  })
})
