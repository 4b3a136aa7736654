import { expectListed } from '../../../../spec/support/listed.js'
import { judgeOf, openApi, published, wire } from '../../../../spec/support/published.js'
import type { Expectation } from '../../src/credentials/presented.js'
import type { PublishedOperation } from '../../src/document/published-document.js'
import { type Comparison, compare, comparePresented } from '../../src/judge/comparison.js'
import type { Verdict } from '../../src/judge/verdict.js'
import { NoResponse } from '../../src/wire/target.js'
import type { WireRequest, WireResponse } from '../../src/wire/wire-request.js'

const LIST = 'verify/judge/comparison-list.txt'

const q = { in: 'query', name: 'q', schema: { type: 'integer' } }
const ok = { description: 'ok' }
const own = { description: 'no', content: { 'application/json': {} } }
const problem = { description: 'no', content: { 'application/problem+json': {} } }
const PATHS = {
  '/plain': { get: { operationId: 'plain', parameters: [q], responses: { 200: ok } } },
  '/told': {
    get: {
      operationId: 'told',
      parameters: [{ ...q, schema: { ...q.schema, 'x-rules': [{ rule: 'listed' }] } }],
      responses: { '2XX': ok, '3XX': ok, 400: own, 413: problem, 422: own, 429: ok, 500: ok, 503: problem, 404: ok }
    }
  },
  '/secured': {
    get: { operationId: 'secured', parameters: [q], security: [{ key: [] }], responses: { default: ok } },
    put: { operationId: 'put', responses: { 200: ok } }
  }
}

const STATUSES = [
  ...[200, 204, 299, 300, 301, 304, 399, 400, 401, 403, 404, 405, 409, 412, 413, 414, 415, 422, 429, 431, 499],
  ...[500, 501, 503, 599]
]
const fault = { in: 'query', path: 'q[3].a[10]', rule: 'integer' }
const JSON_TYPE = { 'content-type': 'application/json' }
const PROBLEM = { 'content-type': 'application/problem+json' }
const text = (body: string, headers: Record<string, string> = {}): Omit<WireResponse, 'status'> => ({
  headers,
  body: Buffer.from(body)
})

const REPLIES: Readonly<Record<string, Omit<WireResponse, 'status'>>> = {
  nothing: text(''),
  'a text': text(`No "item" 12 of 'x' or \`y\` ${'long '.repeat(30)}`, { 'content-type': 'text/plain' }),
  'a problem with faults': text(
    JSON.stringify({ errors: [fault, { in: 'body', rule: 'r' }, null, { in: 5 }] }),
    PROBLEM
  ),
  'a problem': text('{"title":"Bad 1","detail":5,"errors":"x"}', PROBLEM),
  'its own JSON': text('{"message":"Wrong 7","error":"e"}', JSON_TYPE),
  'faults of its own': { ...text('{"errors":[]}', JSON_TYPE), faults: [fault] },
  'no faults of its own': { ...text(JSON.stringify({ errors: [fault] }), JSON_TYPE), faults: [] },
  'Allow: GET': text('', { allow: 'get , ,HEAD' }),
  'Allow: DELETE': text('', { allow: 'DELETE' })
}

const REQUESTS: Readonly<Record<string, WireRequest>> = {
  'a valid one': wire('GET /plain?q=1'),
  'a valid one that is told more of': wire('GET /told?q=1'),
  'an invalid one': wire('GET /plain?q=x'),
  'an invalid one that is told more of': wire('GET /told?q=x'),
  'a malformed one': wire('GET /plain?q=%zz'),
  'an unusual one': wire('GET /told?q=%ff'),
  'an open one': wire('GET /plain?%zz'),
  'one with a condition': wire('GET /plain', { 'if-none-match': '"a"' }),
  'an invalid one with a condition': wire('GET /plain?q=x', { 'if-none-match': '"a"' }),
  'an open one with a condition': wire('GET /plain?%zz', { 'if-none-match': '"a"' }),
  'a secured one': wire('GET /secured'),
  'an invalid secured one': wire('GET /secured?q=x'),
  'an unknown path': wire('GET /none'),
  'OPTIONS of an unknown path': wire('OPTIONS /none'),
  'a path with a slash': wire('GET /plain/?q=1'),
  'a malformed path': wire('GET /%zz'),
  'another method': wire('POST /secured'),
  HEAD: wire('HEAD /secured'),
  OPTIONS: wire('OPTIONS /secured')
}

function said({ findings, outcome }: Comparison): string {
  return [outcome, ...findings.map(({ kind, what }) => `${kind} (${what})`)].join(', ')
}

/** The statuses, of which several may lead to the same. */
function byStatus(saidOf: (status: number) => string): string[] {
  const statuses = new Map<string, number[]>()
  for (const status of STATUSES) {
    // What is said of the status itself is the same for others.
    const line = saidOf(status).replaceAll(String(status), 'N')
    statuses.set(line, [...(statuses.get(line) ?? []), status])
  }
  return [...statuses].map(([line, list]) => `    ${list.join(' ')}: ${line}`)
}

describe('The comparison of responses with verdicts', () => {
  async function parts() {
    const { document, checks, judge } = await published(PATHS)
    return { checks, judge, operations: document.operations, verdictOf: (request: WireRequest) => judge.judge(request) }
  }

  it('is that of comparison-list.txt', async () => {
    const { checks, verdictOf } = await parts()
    const lines: string[] = []
    for (const [title, request] of Object.entries(REQUESTS)) {
      const verdict = verdictOf(request)
      const variants: [string, Verdict][] = [[title, verdict]]
      if (verdict.kind === 'unknown-path')
        variants.push([`${title} of another document`, { ...verdict, isElsewhere: true }])
      if (verdict.kind === 'unknown-method')
        for (const elsewhere of [['GET'], ['POST'], ['DELETE']])
          variants.push([`${title}, elsewhere ${elsewhere}`, { ...verdict, elsewhere } as Verdict])
      if (verdict.kind === 'unknown-method')
        variants.push([`${title}, beside no GET`, { ...verdict, methods: ['PUT'], elsewhere: ['GET'] } as Verdict])
      if (verdict.kind === 'unknown-method')
        variants.push([`${title}, beside PUT alone`, { ...verdict, methods: ['PUT'], elsewhere: [] } as Verdict])
      for (const [name, each] of variants) {
        lines.push(`${name}: ${each.kind}`)
        for (const how of ['cut', 'late', 'gone'] as const)
          lines.push(`    ${how}: ${said(compare(checks, each, request, new NoResponse('x', how)))}`)
        let before = ''
        for (const [reply, response] of Object.entries(REPLIES)) {
          const own = byStatus((status) => said(compare(checks, each, request, { status, ...response })))
          const all = own.join('\n')
          lines.push(`  ${reply}${all === before ? ': the same' : ''}`, ...(all === before ? [] : own))
          before = all
        }
      }
    }
    expectListed(LIST, 'responses', lines)
  })

  it('is that of comparison-list.txt with other credentials', async () => {
    const { checks, operations, verdictOf } = await parts()
    const of = (id: string) => operations.find((each) => each.id === id) as PublishedOperation
    const expectations: readonly Expectation[] = [
      ...(['admitted', 'admitted-form', 'kept-out', 'kept-out-form', 'forbidden', 'open'] as const)
    ]
    const lines: string[] = []
    for (const [line, id] of [
      ['GET /secured', 'secured'],
      ['GET /secured?q=x', 'secured'],
      ['PUT /secured', 'secured'],
      ['POST /secured', 'secured'],
      ['GET /none', 'secured']
    ] as const) {
      const request = wire(line)
      const known = new Map<string, string>()
      for (const expect of expectations) {
        for (const isAdmitted of [true, false]) {
          for (const sent of [[], [{ in: 'header', key: 'x-key', text: 'k' }]] as const) {
            const presented = { expect, why: 'why', parts: sent as never }
            const compared = (response: WireResponse | NoResponse) =>
              said(
                comparePresented(checks, verdictOf(request), request, response, {
                  operation: of(id),
                  presented,
                  isAdmitted
                })
              )
            const all = [
              `    cut: ${compared(new NoResponse('x'))}`,
              ...byStatus((status) => compared({ status, ...text('') }))
            ].join('\n')
            const title = `${line} for ${id}, ${expect}${isAdmitted ? ', admitted before' : ''}${sent.length > 0 ? ', with a key' : ''}`
            const same = known.get(all)
            lines.push(same === undefined ? `${title}\n${all}` : `${title}: as ${same}`)
            if (same === undefined) known.set(all, title)
          }
        }
      }
    }
    expectListed(LIST, 'credentials', lines)
  })

  it('takes requests of other versions for open ones, as comparison-list.txt says', async () => {
    const version = { in: 'header', name: 'Api-Version', schema: {}, 'x-other-versions': ['1', '3'] }
    const paths = {
      '/a': { get: { operationId: 'a', responses: { 200: ok }, parameters: [version] } },
      '/b': {
        get: { operationId: 'b', responses: { 200: ok }, parameters: [{ ...version, 'x-default-version': '1' }] }
      },
      '/c': { get: { operationId: 'c', responses: { 200: ok }, parameters: [{ ...version, in: 'query' }] } }
    }
    const lines: string[] = []
    for (const type of [undefined, 'application/VND.x+json']) {
      const judge = await judgeOf({ ...openApi(paths), ...(type !== undefined && { 'x-version-media-type': type }) })
      for (const path of Object.keys(paths)) {
        for (const headers of [
          {},
          ...['1', '2', ' 3 ', '1, 3'].map((text) => ({ 'api-version': text })),
          ...['application/json', 'text/css, APPLICATION/vnd.X+json;q=0.5'].flatMap((text) => [
            { accept: text },
            { 'content-type': text },
            { accept: text, 'api-version': '3' }
          ])
        ]) {
          const verdict = judge.judge(wire(`GET ${path}`, headers as Record<string, string>))
          const why = verdict.kind === 'open' ? `: ${verdict.reasons}` : ''
          lines.push(`${type ?? 'no type'}, ${path} ${JSON.stringify(headers)} ${verdict.kind}${why}`)
        }
      }
    }
    expectListed(LIST, 'versions', lines)
  })

  it('compares headers as comparison-list.txt says', async () => {
    const object = { type: 'object', properties: { a: { type: 'integer' }, b: { maxLength: 1 } }, required: ['a'] }
    const headers = {
      'X-Pairs': { schema: object },
      'X-Exploded': { schema: object, explode: true },
      'X-List': { schema: { type: 'array', items: { type: 'integer' }, maxItems: 2 } },
      'X-Json': { content: { 'application/json': { schema: { type: 'integer' } } } },
      'X-Number': { schema: { type: 'integer' } },
      'Set-Cookie': { schema: { pattern: '^a=' } }
    }
    const paths = { '/a': { get: { operationId: 'a', responses: { 200: { ...ok, headers } } } } }
    const { checks, judge } = await published(paths)
    const request = wire('GET /a')
    const texts = [
      '',
      '1',
      'a,1',
      'a, 1 ,b,x',
      'a,1,b',
      'a,1,b,xx',
      'b,x',
      'a=1',
      'a=1,b=x=y',
      'a',
      '1,2',
      '1, 2,3',
      '1,,2'
    ]
    const values: [string, string][] = Object.keys(headers).flatMap((name) => {
      return [...texts, '{', '1.5', 'a=1\na=2', 'a=1\nb=2'].map((text): [string, string] => [name.toLowerCase(), text])
    })
    const bodies: [Record<string, string>, string, WireResponse['cut']?][] = [
      ...values.map(([name, text]): [Record<string, string>, string] => [{ [name]: text }, '']),
      [{ 'content-length': '1' }, ''],
      [{ 'content-length': '1' }, 'a'],
      [{ 'content-length': '2' }, 'a'],
      [{ 'content-length': '2' }, 'a', 'long'],
      [{ 'content-length': '2', 'content-encoding': 'gzip' }, 'a'],
      [{ location: '/a b' }, ''],
      [{ location: '//[' }, ''],
      [{ location: 'http://a/%zz' }, ''],
      [{ location: '../a?b#c' }, '']
    ]
    const lines = bodies.map(([given, body, cut]) => {
      const response = { status: 200, headers: given, body: Buffer.from(body), ...(cut !== undefined && { cut }) }
      const { findings } = compare(checks, judge.judge(request), request, response)
      return `${JSON.stringify(given)} ${body}${cut ?? ''}: ${findings.map(({ kind, what, judge: why }) => `${kind} ${what} (${why})`).join('; ') || 'nothing'}`
    })
    expectListed(LIST, 'headers', lines)
  })
})
