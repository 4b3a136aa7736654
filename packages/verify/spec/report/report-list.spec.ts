import { expectListed } from '../../../../spec/support/listed.js'
import { openApi } from '../../../../spec/support/published.js'
import { Budget } from '../../src/budget.js'
import { ProgressLine, progressText } from '../../src/command/progress-line.js'
import { loadLibraries } from '../../src/document/libraries.js'
import { type PublishedDocument, readDocument } from '../../src/document/published-document.js'
import { SchemaChecks } from '../../src/document/schema-checks.js'
import { FINDING_LEVELS, type FindingKind } from '../../src/judge/finding.js'
import { readBaseline, writeBaseline } from '../../src/report/baseline.js'
import { Coverage } from '../../src/report/coverage.js'
import { FINDING_TITLES } from '../../src/report/finding-titles.js'
import { formatReport } from '../../src/report/format-report.js'
import { formatJUnit } from '../../src/report/junit.js'
import { formatMarkdown } from '../../src/report/markdown.js'
import { acceptAll, outcomeOf } from '../../src/report/outcome.js'
import type { OperationReport, VerifyReport } from '../../src/report/report.js'
import { formatLogs, ServiceLogs } from '../../src/report/service-logs.js'
import { uncheckedBody, unprovedOperation } from '../../src/report/unproved.js'
import { SchemaFlattener } from '../../src/values/flat-schema.js'
import { manyOperations } from '../requests/many-operations.js'
import { findingReport, operationReport, verifyReport } from './reports.js'

const LIST = 'verify/report/report-list.txt'

const FINDING = findingReport()
const SUSPICION = findingReport({ kind: 'broken-allow', level: 'suspicion', what: 'without PUT', count: 1 })
const response = (more: object) =>
  findingReport({ response: { status: 200, contentType: 'text/plain', body: 'a', ...more } })
const parts = (unmet: readonly string[], percentage = 50) => ({
  coverage: {
    percentage,
    parts: [
      { part: 'operations' as const, total: 0, met: 0, unmet: [] },
      { part: 'statuses' as const, total: 20_000, met: 3, unmet }
    ]
  }
})
const UNPROVED = { operation: 'a', why: 'it | is <b>', needs: 'an `x`', isAllowed: false }

/** Reports of every kind, which are written in every form. */
const REPORTS: Readonly<Record<string, Partial<VerifyReport>>> = {
  'all is well': {},
  'one request': { requests: 1, shrinkRequests: 1, milliseconds: 49 },
  'requests to simplify': { shrinkRequests: 12, milliseconds: 60_050 },
  'one disagreement': { outcome: 'disagreement', ok: false, disagreements: [FINDING] },
  'two disagreements': { disagreements: [FINDING, { ...FINDING, count: 1, operation: 'other' }] },
  'one suspicion': { suspicions: [SUSPICION] },
  'a suspicion that fails': { isStrict: true, outcome: 'disagreement', suspicions: [SUSPICION] },
  both: { disagreements: [FINDING], suspicions: [SUSPICION, { ...SUSPICION, what: 'x', count: 2 }] },
  'accepted ones': {
    disagreements: [{ ...FINDING, isAccepted: true }],
    suspicions: [{ ...SUSPICION, isAccepted: true }]
  },
  responses: {
    disagreements: [
      response({ status: 0, contentType: undefined, body: 'socket hang up' }),
      response({ status: 0, body: '' }),
      response({ contentType: undefined, body: '' }),
      response({ body: 'a\r\nb\nc | <d>' }),
      response({ status: 500, error: 'Error: no\n    at a.js:1:2', body: '{}' }),
      response({ body: '```\n`````' }),
      response({ body: '\u001b[2J \u202E\u0007 \ud800 \u200e\u0085' })
    ]
  },
  'a script': { disagreements: [findingReport({ curl: '# first\ncurl a\ncurl b', document: 'a\nb | <c>' })] },
  'not proved': { outcome: 'unproved', ok: false, unproved: [UNPROVED] },
  'two not proved, one of them allowed': { unproved: [UNPROVED, { ...UNPROVED, isAllowed: true }] },
  'three not proved': { unproved: [UNPROVED, { ...UNPROVED, operation: 'b' }, { ...UNPROVED, operation: 'c' }] },
  'a disagreement, and not proved': { unproved: [UNPROVED], disagreements: [FINDING] },
  'sequences that were not tried': { untriedSequences: ['create: no', 'delete: no'] },
  'not proved, and sequences': { unproved: [UNPROVED], untriedSequences: ['create: no'] },
  'operations in every state': {
    operations: [
      operationReport(),
      operationReport({ id: 'GET /items', isSkipped: true, unreachedStatuses: ['404'], limited: 3 }),
      operationReport({ id: 'a', limited: 1 }),
      operationReport({ id: 'b', limited: 10 }),
      operationReport({ id: 'c', unreachedStatuses: ['404', '4XX'] }),
      operationReport({ id: 'd', unreachedStatuses: ['404'], requests: 0 }),
      operationReport({ id: 'e', unreachedStatuses: ['404'], isReached: false }),
      operationReport({ id: 'f', rejectedByRule: 1 }),
      operationReport({ id: 'g', inconclusive: 1 }),
      operationReport({ id: 'h', inconclusive: 2, rejectedByRule: 2, path: '/h|h' }),
      operationReport({ id: 'i', statuses: {}, edgeCases: { total: 0, tried: 0, shared: 0 } })
    ]
  },
  'one operation of one edge case': { operations: [operationReport({ edgeCases: { total: 1, tried: 1, shared: 0 } })] },
  'no operation': { operations: [] },
  'a stale baseline': {
    staleBaseline: [
      { kind: 'server-error', operation: 'a', what: '500' },
      { kind: 'server-error', operation: 'b', what: '' }
    ]
  },
  'unknown names': { unknownIds: ['a', 'b*'] },
  logs: { logs: [{ level: 'ERROR', count: 2, example: 'ERROR no' }] },
  gone: { isGone: true, isAborted: true, isStoppedEarly: true },
  aborted: { isAborted: true, isStoppedEarly: true },
  'stopped early': { isStoppedEarly: true },
  'nothing unmet': parts([], 100),
  'five unmet': parts(['a', 'b', 'c', 'd', 'e|']),
  'six unmet': parts(['a', 'b', 'c', 'd', 'e', 'f']),
  'seven unmet': parts(['a', 'b', 'c', 'd', 'e', 'f', 'g'], 99.99),
  'less than is required': { ...parts([], 49.99), minCoverage: 50 },
  'as much as is required': { ...parts([], 50), minCoverage: 50 }
}

/** Operations, of which some are not proved. */
const OPERATIONS: readonly Partial<OperationReport>[] = [
  {},
  { isSkipped: true, requests: 0 },
  { obstacle: { why: 'a', needs: 'b' } },
  { requests: 0 },
  { requests: 0, isPossible: false },
  { limited: 10 },
  { limited: 9 },
  { denied: 1, isAdmitted: false },
  { denied: 1 },
  { isAdmitted: false },
  ...[0, 401, 403, 404, 410, 409, 412, 400, 422, 500].flatMap((status) =>
    [{ method: 'GET' }, { method: 'PUT' }].map((more) => ({
      isReached: false,
      statuses: { 999: 1, [status]: 9 },
      ...more
    }))
  ),
  { isReached: false, statuses: {} },
  { isReached: false, statuses: { 400: 1, 404: 1 } },
  { isReached: false, rejectedByRule: 1 },
  ...[0, 1, 2].map((shared) => ({ edgeCases: { total: 9, tried: 8, shared } }))
]

const LOGS: Readonly<Record<string, readonly string[]>> = {
  'levels in text': [
    ...['ERROR a', 'x ERROR b', '[warn] c', 'warning: d', 'WARNING e', 'error: f', 'the error g', 'INFORM h', 'info i'],
    ...[
      'FATAL j',
      'debug: k',
      'trace l',
      'TRACE m',
      'INFO n',
      `${'x'.repeat(76)} ERROR o`,
      `${'x'.repeat(70)} ERROR p`
    ],
    ...['  error q', '** fatal r', 'errors s']
  ],
  'levels in JSON': [
    ...[10, 20, 30, 40, 50, 60, 70, '"warn"', '"WARNING"', '"error"', '"x"', 'null', 'true'].map(
      (level, index) => `{"level":${level},"msg":"level ${'abcdefghijklmnop'[index]}"}`
    ),
    '{"severity":"ERROR","message":"a severity"}',
    '{"level":"info","severity":"ERROR","message":"both"}',
    '{"msg":"a msg","message":"another"}',
    '{"msg":"an error","err":{"type":"TypeError","message":"m 1","stack":"TypeError: m\\n    at f (a.js:1:1)"}}',
    '{"msg":"an error","err":{"type":"TypeError","message":"m 2","stack":"TypeError: m\\n    at g (a.js:1:1)"}}',
    '{"msg":"an error","error":{"name":"RangeError","message":"m 2","stack":5}}',
    '{"msg":"an error","error":"a text"}',
    '{"msg":"an error","error":"another text"}',
    '{}',
    '{"broken',
    '{"broken 2'
  ],
  'what differs from request to request': [
    ...['took 5 ms', 'took 12.5 ms', 'took 1,000 ms', 'at 2026-01-02T03:04:05.678Z', 'at 2026-01-02T03:04:05Z'],
    ...[
      'id 9b2d5a3e-7c41-4f0a-8f3e-2a6b1c9d4e5f',
      'id 0b2d5a3e-7c41-4f0a-8f3e-2a6b1c9d4e5f',
      'id deadbeef1',
      'id deadbeef'
    ],
    ...[
      'id deadbee1',
      'id abc1',
      'GET /items/1',
      'GET /items/x/y',
      'GET /others/1',
      'path=/items/1',
      'path=/items',
      '/items'
    ],
    ...[
      "name 'a'",
      "name 'b c'",
      'name "a\\"b"',
      'name `x`',
      "name it's",
      'a=',
      'a= b',
      'a=1',
      'x ? - . ?',
      '1-2',
      '1 2 3'
    ],
    ...[`${'x'.repeat(499)}a`, `${'x'.repeat(499)}b`, `${'y'.repeat(500)}a`, `${'y'.repeat(500)}b`]
  ],
  'entries of several lines': [
    'Error: a\n    at x',
    'Error: a\n    at y',
    'b\n}',
    'b\n]',
    'c\n)',
    'd\n\ne',
    '\n',
    '  f',
    'g\nh\n i'
  ],
  'long entries': [
    [...'abcdefgh'].join('\n  '),
    [...'ABCDEFGHI'].join('\n  '),
    `z${'x'.repeat(1499)}`,
    `y${'x'.repeat(1500)}`
  ],
  'most frequent first': ['a', 'b', 'b', 'ERROR c', 'DEBUG d', 'DEBUG d', 'DEBUG d'],
  'more than are shown': [...'abcdefghijkl', 'k', 'l', 'l'],
  'ten causes': [...'abcdefghij'],
  'a level that is not in the text': ['{"level":50,"msg":"no"}', '{"level":"error","msg":"yes"}'],
  'too many causes': Array.from(
    { length: 503 },
    (_, index) => `cause ${[...String(index)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`
  )
}

describe('What verify writes', () => {
  for (const [name, more] of Object.entries(REPORTS)) {
    it(`is that of report-list.txt in every form: ${name}`, () => {
      const report = verifyReport(more)
      const outcomes = [report, { ...report, isStrict: true }, { ...report, isAborted: true }].map(outcomeOf)
      const { outcome, ok } = acceptAll(report)
      const forms = [formatReport(report), formatMarkdown(report), formatJUnit(report)]
      const result = `${outcomes.join(', ')}; accepted: ${outcome} ${ok}`
      expectListed(LIST, name, [...forms.map(visible), result])
    })
  }

  it('has a title and a level of each kind of finding', () => {
    const kinds = Object.entries(FINDING_TITLES).map(([kind, title]) => {
      return `${kind} (${FINDING_LEVELS[kind as FindingKind]}): ${title}`
    })
    expectListed(LIST, 'kinds of findings', kinds)
  })

  it('says why an operation is not proved, and what it needs', () => {
    const lines = OPERATIONS.flatMap((more) => {
      const report = operationReport(more)
      const unchecked = [true, false].map((isUnchecked) => uncheckedBody(report, isUnchecked))
      return [
        JSON.stringify(more),
        `  ${JSON.stringify(unprovedOperation(report, (id) => id === 'getItems', ['scheme']) ?? 'proved')}`,
        ...unchecked.filter((each) => each !== undefined).map((each) => `  ${JSON.stringify(each)}`)
      ]
    })
    expectListed(LIST, 'operations that are not proved', lines)
  })

  it('groups the logs of a service', () => {
    for (const [name, entries] of Object.entries(LOGS)) {
      const logs = new ServiceLogs(() => ['value', 'a+b'])
      for (const entry of entries) logs.write(`${entry}\n`)
      logs.write('the value a+b, not values')
      const causes = logs.report((text) => text.replace('value', '***'))
      const shown = causes.length > 40 ? causes.slice(-3) : causes
      const lines = shown.map(({ level, count, example }) => `${level} ${count} ${short(JSON.stringify(example))}`)
      expectListed(LIST, `logs: ${name}`, [...lines, '', ...formatLogs(causes).map(short)])
    }
  })

  it('shows the progress, and how much is left', () => {
    const progress = { phase: 'edge cases' as const, done: 1, total: 2, disagreements: 0, suspicions: 0 }
    const texts = [
      ...[
        undefined,
        0,
        1,
        999,
        1000,
        1001,
        89_000,
        89_001,
        90_000,
        149_999,
        150_000,
        5_369_000,
        5_370_000,
        5_400_000
      ].map((millisecondsLeft) => progressText({ ...progress, millisecondsLeft })),
      progressText({ ...progress, done: 12_345, total: 12_000, disagreements: 1, suspicions: 1, millisecondsLeft: 1 }),
      progressText({ ...progress, done: 5, total: 7_654_321, disagreements: 2, suspicions: 1200, millisecondsLeft: 1 })
    ]
    const lines = [undefined, 30, 60, 200].flatMap((columns) => {
      const written: string[] = []
      let now = 0
      const line = new ProgressLine(
        { err: (text) => written.push(`${now} ${JSON.stringify(text)}`), columns },
        () => now
      )
      for (const time of [0, 1, 99, 100, 101, 199, 200, 29_999, 30_000, 30_001, 60_000, 60_001]) {
        now = time
        line.show({ ...progress, done: time, millisecondsLeft: undefined })
      }
      line.clear()
      line.clear()
      return [`${columns ?? 'no'} columns`, ...written]
    })
    const limits = [
      [undefined, undefined, 1],
      [undefined, undefined, 10],
      [undefined, undefined, 11],
      [50, undefined, 1],
      [undefined, 1000, 1],
      [50, 1000, 2]
    ] as const
    const budgets = limits.flatMap(([runs, time, operations]) => {
      let now = 0
      const budget = new Budget(runs, time, operations, () => now)
      const state = () => JSON.stringify({ now, ...budget.estimate(7), left: budget.left, isSpent: budget.isSpent })
      const states = [state()]
      for (const [at, done] of [
        [0, 1],
        [10, 5],
        [500, 49],
        [501, 50],
        [999, 60],
        [1000, 61],
        [1001, 62]
      ] as const) {
        now = at
        budget.done = done
        states.push(`${budget.takeRandom()} ${state()}`)
      }
      let random = 0
      while (random < 400 && budget.takeRandom()) random++
      return [`${runs} runs, ${time} ms, ${operations} operations: ${random} random ones more`, ...states]
    })
    expectListed(LIST, 'progress', [...texts, '', ...lines, '', ...budgets])
  })

  it('counts what the contract has', async () => {
    const schemas = {
      Book: {
        type: 'object',
        required: ['id', 'title'],
        properties: {
          id: { type: 'integer', readOnly: true, minimum: 1 },
          title: { type: 'string', minLength: 1, maxLength: 9, pattern: '^a' },
          note: { oneOf: [{ type: 'null' }, { type: 'string', maxLength: 5 }] },
          both: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
          parts: {
            type: 'array',
            items: { $ref: '#/components/schemas/Book' },
            minItems: 0,
            maxItems: 3,
            uniqueItems: true
          },
          any: {},
          size: { type: 'integer', format: 'int32', minimum: 0, maximum: 5, multipleOf: 2 },
          day: { type: 'string', format: 'date' },
          color: { type: 'string', format: 'color' },
          weight: { type: 'number', format: 'float', minimum: 0 },
          kind: { enum: ['a'], maxLength: 1 },
          deep: nested(7)
        },
        additionalProperties: false
      }
    }
    const json = { 'application/json': { schema: { $ref: '#/components/schemas/Book' } } }
    const paths = {
      '/books/{id}': {
        put: {
          operationId: 'put',
          parameters: [
            { in: 'path', name: 'id', required: true, schema: { type: 'integer', minimum: 1 } },
            {
              in: 'query',
              name: 'tags',
              schema: { type: 'array', items: { type: 'string', maxLength: 3 }, minItems: 1 }
            },
            { in: 'header', name: 'X-On', schema: { type: 'boolean' } }
          ],
          requestBody: {
            content: {
              ...json,
              'multipart/form-data': { ...json['application/json'], encoding: { title: { contentType: 'text/plain' } } }
            }
          },
          responses: {
            200: { content: json },
            404: {},
            408: {},
            429: {},
            500: {},
            '5XX': {},
            default: { content: { 'text/plain': {} } }
          }
        }
      }
    }
    const libraries = await loadLibraries()
    const flattenerOf = (document: PublishedDocument) => new SchemaFlattener(new SchemaChecks(document, libraries))
    const all = [openApi(paths, schemas, '3.1.0'), manyOperations()].map((json) => {
      const document = readDocument(json)
      const { percentage, parts } = new Coverage(document.operations, flattenerOf(document)).report()
      return [`${percentage} %`, ...parts.map(({ part, total, unmet }) => `${part} ${total}: ${unmet.join(', ')}`)]
    })
    const empty = new Coverage([], flattenerOf(readDocument(openApi({})))).report()
    expectListed(LIST, 'contracts', [...all.flat(), JSON.stringify(empty)])
  })

  it('reads and writes a baseline', () => {
    const accepted = { kind: 'server-error', operation: 'a', what: '500' }
    const texts = [
      '',
      'x',
      'null',
      '[]',
      '{}',
      '{"accepted":{}}',
      ...[
        [],
        [accepted],
        [{ ...accepted, reason: 'known' }],
        [{ ...accepted, reason: 5, more: 1 }],
        [accepted, null],
        [accepted, { ...accepted, kind: 5 }],
        [{ ...accepted, operation: undefined }],
        [{ ...accepted, what: null }],
        [{ ...accepted, kind: 'toString' }],
        [{ ...accepted, kind: 'odd' }]
      ].map((list) => JSON.stringify({ accepted: list }))
    ]
    const read = texts.map((text) => {
      try {
        return `${text} → ${JSON.stringify(readBaseline(text))}`
      } catch (error) {
        // What is not JSON is said by V8 in its own words.
        return `${text} → ${error instanceof SyntaxError ? 'not JSON' : (error as Error).message}`
      }
    })
    const known = { kind: 'server-error', operation: 'b', what: '', reason: 'known' } as const
    const found = [FINDING, { ...FINDING, operation: 'b' }, known, { ...known, operation: 'a' }]
    expectListed(LIST, 'baselines', [
      ...read,
      writeBaseline(found, [known, { ...known, operation: 'c' }]),
      writeBaseline([], [])
    ])
  })
})

function nested(depth: number): object {
  return depth === 0 ? { type: 'boolean' } : { type: 'object', properties: { in: nested(depth - 1) } }
}

/** Control characters as JSON has them. */
function visible(text: string): string {
  return text.replace(/(?!\n)\p{Cc}|\p{Surrogate}/gu, (character) => JSON.stringify(character).slice(1, -1))
}

function short(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 120)} …${text.length}… ${text.slice(-20)}`
}
