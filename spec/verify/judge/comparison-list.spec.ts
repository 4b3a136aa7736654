import type { Expectation } from '../../../src/verify/credentials/presented.js'
import type { PublishedOperation } from '../../../src/verify/document/published-document.js'
import { type Comparison, compare, comparePresented } from '../../../src/verify/judge/comparison.js'
import type { Verdict } from '../../../src/verify/judge/verdict.js'
import { NoResponse } from '../../../src/verify/wire/target.js'
import type { WireRequest, WireResponse } from '../../../src/verify/wire/wire-request.js'
import { expectListed } from '../../support/listed.js'
import { published, wire } from '../../support/published.js'

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
})
