import { expectListed } from '../../../../spec/support/listed.js'
import { published } from '../../../../spec/support/published.js'
import { shown } from '../../../../spec/support/whole-list.js'
import { Secrets } from '../../src/credentials/secrets.js'
import type { Finding, FindingKind } from '../../src/judge/finding.js'
import { Baseline } from '../../src/report/baseline.js'
import { Coverage } from '../../src/report/coverage.js'
import { type Evidence, Findings } from '../../src/report/findings.js'
import { formatLogs, ServiceLogs } from '../../src/report/service-logs.js'
import { type RequestParts, writeRequest } from '../../src/requests/request-parts.js'
import type { Attempt } from '../../src/session/attempt.js'
import { SchemaFlattener } from '../../src/values/flat-schema.js'
import { NoResponse } from '../../src/wire/target.js'
import type { WireResponse } from '../../src/wire/wire-request.js'

const LIST = 'verify/report/met-list.txt'
const STRING = { type: 'string' }
const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'
const parameter = (place: string, name: string, schema: object, required = false) => ({
  ...{ in: place, name, schema, required }
})
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })

const ITEM = object({
  name: { ...STRING, minLength: 1, maxLength: 3 },
  id: { ...STRING, readOnly: true, maxLength: 2 },
  lines: { type: 'array', minItems: 1, items: object({ sku: { ...STRING, pattern: '^a' } }) },
  size: { type: 'number', minimum: -5, maximum: 5 },
  huge: { type: 'number', maximum: Number.MAX_VALUE },
  open: { type: 'integer', format: 'int64', minimum: 0 },
  next: { $ref: '#/components/schemas/Item' },
  maybe: { anyOf: [{ type: 'null' }, { ...STRING, maxLength: 4 }] },
  either: {
    anyOf: [
      { ...STRING, maxLength: 4 },
      { type: 'integer', maximum: 4 }
    ]
  },
  pair: { type: 'array', prefixItems: [{ ...STRING, maxLength: 1 }], items: false, minItems: 0 }
})
const PATHS = {
  '/items/{id}': {
    put: {
      operationId: 'put',
      parameters: [
        parameter('path', 'id', { ...STRING, minLength: 2 }, true),
        parameter('query', 'q', { ...STRING, minLength: 1 }),
        { ...parameter('query', 'filter', object({ a: STRING })), style: 'deepObject' },
        parameter('query', 'list', { type: 'array', items: STRING, minItems: 1 }),
        parameter('header', 'X-Tag', { ...STRING, maxLength: 2 }),
        parameter('cookie', 'theme', { ...STRING, enum: ['a'] })
      ],
      requestBody: {
        content: {
          [JSON_TYPE]: { schema: { $ref: '#/components/schemas/Item' } },
          [FORM]: {
            schema: object({ name: { ...STRING, minLength: 1 }, tags: { type: 'array', items: STRING, minItems: 2 } })
          },
          'multipart/form-data': {
            schema: object({ title: STRING, file: { ...STRING, format: 'binary' } }),
            encoding: { title: { contentType: 'text/plain' } }
          },
          'image/*': {}
        }
      },
      responses: {
        200: { description: 'It', content: { [JSON_TYPE]: {}, 'text/*': {} } },
        '2XX': { description: 'More' },
        404: { description: 'None', content: { 'application/problem+json': {} } }
      }
    }
  },
  '/items': {
    get: { operationId: 'list', responses: { 200: { description: 'All' } } },
    post: {
      operationId: 'add',
      requestBody: { content: { [JSON_TYPE]: { schema: { $ref: '#/components/schemas/Item' } } } },
      responses: { 201: { description: 'It' } }
    }
  }
}

const json = (value: unknown): Partial<RequestParts> => ({ contentType: JSON_TYPE, body: { kind: 'json', value } })
const reply = (status: number, type?: string): WireResponse => ({
  ...{ status, headers: type === undefined ? {} : { 'content-type': type }, body: Buffer.alloc(0) }
})

/** Requests, and the responses to them. */
const MET: readonly (readonly [
  id: string,
  changes: Partial<RequestParts>,
  response: WireResponse | NoResponse,
  isSuccess: boolean
])[] = [
  ['put', {}, reply(200, JSON_TYPE), true],
  ['put', {}, reply(200, JSON_TYPE), false],
  ['put', {}, reply(200, 'text/csv; charset=x'), true],
  ['put', {}, reply(200, 'image/png'), true],
  ['put', {}, reply(204), true],
  ['put', {}, reply(404, 'application/problem+json'), false],
  ['put', {}, reply(500), false],
  ['put', {}, reply(300), false],
  ['put', {}, new NoResponse('cut'), false],
  ['put', { query: [{ name: 'q', text: 'a' }] }, reply(200), true],
  ['put', { query: [{ name: 'q', text: 'a' }] }, reply(200), false],
  ['put', { query: [{ raw: '%71=a' }] }, reply(200), true],
  ['put', { query: [{ raw: 'q' }] }, reply(200), true],
  ['put', { query: [{ name: 'filter[a]', text: 'a' }] }, reply(200), true],
  ['put', { query: [{ raw: 'filter%5Ba%5D=b' }] }, reply(200), true],
  ['put', { query: [{ name: 'other', text: 'a' }] }, reply(200), true],
  ['put', { query: [{ name: 'q', text: '' }] }, reply(404), false],
  ['put', { headers: [['x-tag', 'a']] }, reply(200), true],
  ['put', { headers: [['X-TAG', 'a']] }, reply(200), true],
  ['put', { headers: [['x-other', 'a']] }, reply(200), true],
  ['put', { headers: [['x-tag', 'abc']] }, reply(404), false],
  ['put', { cookies: [['theme', 'a']] }, reply(200), true],
  ['put', { cookies: [['other', 'a']] }, reply(200), true],
  ['put', { cookies: [['theme', 'b']] }, reply(404), false],
  ['put', { path: { id: 'a' } }, reply(404), false],
  ['put', { path: { id: 'a' }, ...json({ name: '' }) }, reply(200), true],
  ['put', json({ name: 'a' }), reply(200), true],
  ['put', json({ name: 'a' }), reply(200), false],
  ['put', json({ name: '' }), reply(404), false],
  ['put', json({ name: 5, size: 6, open: -1, huge: 'x' }), reply(404), false],
  ['put', json({ lines: [{ sku: 'a' }, { sku: 'b' }] }), reply(404), false],
  ['put', json({ lines: [] }), reply(404), false],
  ['put', json({ next: { name: 'long' } }), reply(404), false],
  ['put', json({ maybe: 'longer' }), reply(404), false],
  ['put', json({ either: true }), reply(404), false],
  ['put', json({ pair: ['aa'] }), reply(404), false],
  ['put', json([]), reply(404), false],
  ['put', { contentType: FORM, body: { kind: 'text', text: 'name=' } }, reply(404), false],
  ['put', { contentType: FORM, body: { kind: 'text', text: 'name=a' } }, reply(200), true],
  ['put', { contentType: FORM, body: { kind: 'text', text: 'tags=a' } }, reply(404), false],
  ['put', { contentType: 'image/png', body: { kind: 'text', text: 'a' } }, reply(200), true],
  ['put', { contentType: 'text/plain', body: { kind: 'text', text: 'a' } }, reply(404), false],
  [
    'put',
    {
      contentType: 'multipart/form-data; boundary=part',
      body: {
        kind: 'multipart',
        form: {
          boundary: 'part',
          parts: [{ name: 'title', filename: 'a', contentType: 'image/png', content: Buffer.from('a') }]
        }
      }
    },
    reply(404),
    false
  ],
  ['put', { method: 'GET' }, reply(200), true],
  ['put', { rawPath: '/none' }, reply(404), false],
  ['put', { rawPath: '/items', method: 'GET' }, reply(200), true],
  ['list', {}, reply(200), true],
  ['list', { method: 'POST' }, reply(201), true],
  ['add', json({ next: { next: { name: '' } } }), reply(201), true]
]

describe('What a run has met of the contract', () => {
  it('is as met-list.txt says', async () => {
    const { document, checks, judge } = await published(PATHS, { Item: ITEM }, '3.1.0')
    const flattener = new SchemaFlattener(checks)
    const start = new Coverage(document.operations, flattener).report()
    const lines = start.parts.map(({ part, total, met, unmet }) => `${part} ${met} of ${total}: ${unmet.join(', ')}`)
    const all = new Coverage(document.operations, flattener)
    for (const [id, changes, response, isSuccess] of MET) {
      const coverage = new Coverage(document.operations, flattener)
      const operation = document.operations.find((each) => each.id === id)
      if (operation === undefined) throw new Error(`there is no ${id}`)
      const parts: RequestParts = {
        ...{ operation, method: operation.method, path: { id: 'abc' }, rawPath: undefined, query: [], headers: [] },
        ...{ cookies: [], contentType: undefined, body: undefined, ...changes }
      }
      const request = writeRequest(parts)
      const verdict = judge.judge(request)
      const attempt = { parts, request, response, verdict } as unknown as Attempt
      coverage.add(attempt, isSuccess)
      all.add(attempt, isSuccess)
      const met = coverage.report().parts.flatMap(({ part, unmet }, index) => {
        const found = (start.parts[index]?.unmet ?? []).filter((name) => !unmet.includes(name))
        return found.length === 0 ? [] : [`${part}: ${found.join(', ')}`]
      })
      const { percentage } = coverage.report()
      const what =
        response instanceof NoResponse ? 'none' : `${response.status} ${response.headers['content-type'] ?? ''}`
      lines.push(
        '',
        `${id} ${shown(changes)} ${what}${isSuccess ? ', a success' : ''} (${verdict.kind})`,
        `  ${percentage.toFixed(3)} %: ${met.join('; ') || 'nothing'}`
      )
    }
    const { percentage, parts } = all.report()
    lines.push(
      '',
      `all: ${percentage} %`,
      ...parts.map(({ part, total, met, unmet }) => `${part} ${met} of ${total}: ${unmet}`)
    )
    expectListed(LIST, 'requests', lines)
  })
})

describe('The findings of a run', () => {
  it('are counted and reported as met-list.txt says', () => {
    const secrets = new Secrets()
    secrets.add({ text: 's3cret', shell: '${KEY}' })
    const accepted = [
      { kind: 'server-error', operation: 'a', what: '500' },
      { kind: 'accepted-unusual', operation: 'a', what: 'query ***' }
    ] as const
    const findings = new Findings('http://h', new Baseline(accepted), secrets)
    const of = (kind: FindingKind, what: string, judge = 'it'): Finding => ({ kind, what, judge })
    const step = (url: string, response: WireResponse | NoResponse) => ({
      request: { method: 'GET', url, headers: [], body: undefined },
      response
    })
    const body = (text: string, more: Partial<WireResponse> = {}): WireResponse => ({
      ...{ status: 200, headers: {}, body: Buffer.from(text), ...more }
    })
    const lines: string[] = []
    const state = (what: string) => {
      lines.push(`${what}: ${findings.disagreements} disagreements, ${findings.suspicions} suspicions`)
    }
    const add = (original: Finding, finding: Finding, steps: Evidence['steps'], operation = 'a') => {
      lines.push(`known: ${findings.countKnown(operation, original)}`)
      findings.add(original, { operation, finding, label: 'label', steps })
      lines.push(`known then: ${findings.countKnown(operation, original)}`)
      state(`${operation} ${original.kind} ${original.what} → ${finding.kind} ${finding.what}`)
    }
    state('at first')
    const plain = of('accepted-invalid', 'query a, query b')
    add(plain, of('accepted-invalid', 'query a'), [step('/?a=1', body('it'))])
    add(plain, of('accepted-invalid', 'query a'), [step('/?a=2', body('it'))], 'b')
    add(of('accepted-invalid', 'query c, query a'), of('accepted-invalid', 'query a'), [step('/?a=3', body('it'))])
    add(of('accepted-invalid', 'query a'), of('accepted-invalid', 'query a'), [step('/?a=4', body('it'))])
    add(of('server-error', '500'), of('server-error', '500'), [
      step('/', body('', { status: 500, error: 'at s3cret' }))
    ])
    add(of('accepted-unusual', 'query s3cret'), of('accepted-unusual', 'query s3cret', 'a s3cret'), [
      step('/?key=s3cret', body('s3cret', { headers: { 'content-type': 'text/s3cret' } }))
    ])
    add(of('accepted-unusual', 'query b'), of('accepted-unusual', 'query b'), [step('/', new NoResponse('no s3cret'))])
    add(of('accepted-unusual', 'none'), of('accepted-unusual', 'none'), [])
    for (const length of [500, 501])
      add(of('accepted-invalid', `${length}`), of('accepted-invalid', `${length}`), [
        step('/', body('x'.repeat(length)))
      ])
    const first = { ...step('/1?s3cret', body('{"id":1}')), note: 'create', uses: [], isAtOnce: false }
    const second = { ...step('/2', body('last')), note: 'read', uses: [], isAtOnce: false }
    add(of('accepted-invalid', 'steps'), of('accepted-invalid', 'steps'), [first, second])
    add(of('accepted-invalid', 'two'), of('accepted-invalid', 'two'), [step('/1', body('1')), step('/2', body('2'))])
    add(of('accepted-invalid', 'both'), of('accepted-invalid', 'both'), [step('/1', body('1')), second])
    for (const level of ['disagreement', 'suspicion'] as const)
      lines.push(`\n${level}s`, ...findings.report(level).map(shown))
    expectListed(LIST, 'findings', lines)
  })
})

describe('The logs of a service', () => {
  const log = (level: unknown, more: object = {}) => JSON.stringify({ level, msg: 'm', ...more })
  it('are read in pieces of any size, as met-list.txt says', () => {
    const stack = (at: string) => ({
      name: 'TypeError',
      message: 'it failed',
      stack: `TypeError: it failed\n    at ${at}`
    })
    const cases: readonly (readonly string[])[] = [
      [],
      [''],
      ['\n', '\n'],
      ['a', 'b', '\n', 'ab\n', 'ab'],
      ['a\n  in', 'dented\n', 'b\n'],
      ['a\nb', '\n  c\n'],
      ['  first\nfirst\n'],
      ['a\n\n\nb\n'],
      ['a  \n', 'a\n'],
      [`WARN ${'x'.repeat(75)} ERROR\n`, `${'y'.repeat(75)} ERROR\n`, `${'z'.repeat(76)} ERROR\n`],
      [
        log(50),
        log(50, { msg: 'n' }),
        log(50),
        log(40),
        log(11),
        log('warn'),
        log(undefined, { severity: 'ERROR' })
      ].map((line) => `${line}\n`),
      [log(undefined), log(null), log(''), log('odd'), log(undefined, { severity: '' })].map((line) => `${line}\n`),
      [
        '{"level":50}\n',
        '{"level":50,"message":"x"}\n',
        '{"level":50,"msg":"x","message":"y"}\n',
        '{"level":50,"msg":"","message":"y"}\n'
      ],
      ['{"level":50\n', '[1]\n', '"text"\n', 'null\n', '{}\n'],
      [
        ...['f', 'g', 'f'].map((at) => `${log(50, { err: stack(at) })}\n`),
        ...['f', 'g'].map((at) => `${log(50, { error: stack(at) })}\n`),
        `${log(50, { err: { ...stack('f'), name: 'RangeError' } })}\n`,
        `${log(50, { err: { type: 'RangeError', message: 'it failed', stack: stack('f').stack } })}\n`,
        `${log(50, { err: { ...stack('f'), message: 'no' } })}\n`,
        `${log(50, { err: { ...stack('f'), stack: 5 } })}\n`,
        ...[null, 'text', 'other', 5, 6].map((err) => `${log(50, { err })}\n`),
        `${log(50, { err: null, error: 'text' })}\n`
      ],
      [`${'x'.repeat(1999)}a\n`, `${'x'.repeat(1999)}b\n`],
      [
        `a "${'x'.repeat(1990)}" one\n`,
        `a "${'x'.repeat(1990)}" two\n`,
        `a "${'x'.repeat(1991)}" one\n`,
        `a "${'x'.repeat(2005)}" two\n`
      ],
      ['for value and value\n', 'for 5 and 5\n', 'for a+b\n', 'for value and values\n', 'for a+bc\n'],
      [
        'error: a\n',
        'Error: b\n',
        'a WARNING\n',
        'warnings: 5\n',
        '[warn] c\n',
        'a warn\n',
        'INFORMATION\n',
        ' debug d\n',
        'FATALITY\n'
      ]
    ]
    const lines = cases.flatMap((pieces) => {
      const logs = new ServiceLogs(() => ['value', 'a+b'])
      for (const piece of pieces) logs.write(piece)
      const causes = logs.report()
      const inShort = (text: string) =>
        text.length > 160 ? `${text.slice(0, 100)}…${text.length}…${text.slice(-20)}` : text
      return [
        '',
        ...pieces.map((piece) => inShort(JSON.stringify(piece))),
        ...causes.map(({ level, count, example }) => `  ${count} ${level} ${inShort(JSON.stringify(example))}`),
        ...formatLogs(causes).map((line) => `  ${inShort(JSON.stringify(line))}`)
      ]
    })
    const without = new ServiceLogs()
    without.write('for value\nfor 5\n')
    lines.push('', 'without values', ...without.report().map(shown))
    expectListed(LIST, 'logs', lines)
  })
})
