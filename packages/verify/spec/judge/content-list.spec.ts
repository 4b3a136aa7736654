import { published } from '../../../../spec/support/published.js'
import { calls, expectWholeList, shown } from '../../../../spec/support/whole-list.js'
import type { JsonSchema } from '../../src/document/json-schema-2020.js'
import type { PublishedMedia } from '../../src/document/published-document.js'
import { csvFault } from '../../src/judge/csv.js'
import { FINDING_LEVELS, type FindingKind, isDisagreement } from '../../src/judge/finding.js'
import { contradictsType } from '../../src/judge/leading-bytes.js'
import { splitQuery } from '../../src/judge/parameter-judge.js'
import { isExpected, readProblem } from '../../src/judge/response-judge.js'
import { hasItems, streamItems } from '../../src/judge/stream-judge.js'
import { describeVerdict, type Verdict } from '../../src/judge/verdict.js'
import { hasListedRule, isListedRule } from '../../src/judge/x-rules.js'
import { fileSamples } from '../../src/values/file-samples.js'

const CSV = [
  ...['', '\n', '\r\n', '\r', ',', ',,\n,,', 'a', 'a\n\n', 'a\n\nb', 'a,b\n1', 'a,b\n1,2\n', 'a,b\r\n1,2,3\r\n'],
  ...[
    '"',
    '""',
    '"""',
    '""""',
    '"a,b",c\n1,2',
    '"a\nb"\nc',
    'a"b,c"\nd',
    'a\n"b',
    'a,"b\n"\nc',
    '"a""',
    '"a"","b"',
    'é\n😀'
  ]
]

const TYPES = [
  ...['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml', 'application/pdf', 'application/zip'],
  ...['application/xml', 'text/plain', 'text/html', 'application/json', 'application/octet-stream', 'image/bmp']
]
/** As Latin-1, so that each character is a byte. */
const CONTENTS = [
  ...[
    '',
    'text',
    'caf\xe9',
    'caf\xc3\xa9',
    'a\0b',
    '{"a":1}',
    '{"a":"\xff"}',
    '{',
    ' {}',
    '<a/>',
    ' <a/>',
    'GIF87a',
    'GIF89a'
  ],
  ...[
    'GIF88a',
    '\x89PNG\r\n\x1a\n',
    '\x89PNG',
    '\xff\xd8\xff',
    '\xff\xd8',
    'RIFF',
    '%PDF-',
    '%PDF',
    'PK\x03\x04',
    'PK\x05\x06'
  ],
  ...['PK\x07\x08', 'PK\x01\x02']
]

const EVENTS = [
  ...[
    '',
    '\n',
    '\n\n',
    'data: 1\n\n',
    'data:1\n\n',
    'data:  1\n\n',
    'data\n\n',
    'data: x\n\n',
    'data: 1\n',
    'data: 1',
    ': hi'
  ],
  ...[
    ': hi\n\n',
    'event: named\ndata: {"a":1}\n\n',
    'event: named\ndata: {"a":\ndata: 1}\n\n',
    'event: named\n\n',
    'event: named\n'
  ],
  ...[
    'event: named',
    'event: other\ndata: 1\n\n',
    'event:\ndata: 1\n\n',
    'event: text\ndata: x\ndata: y\n\n',
    'id: 1\nretry: 2\n\n'
  ],
  ...[
    'data: 1\r\n\r\n',
    'data: 1\r\rdata: 2\r\r',
    'data: 1\n\rdata: 2\r\n\n',
    '\uFEFFdata: 1\n\n',
    'x\uFEFFdata: 1\n\n'
  ],
  ...[
    'event: text\ndata: a: b\n\n',
    'Data: 1\n\n',
    'data: 1\n\ndata: 2\n\ndata: 3',
    'event: text\ndata: x\n\ndata: 5\n\n'
  ]
]
const LINES = ['', '\n', '1', '1\n', '1\n2', '1\n2\n', '1\n\n2', '1\r\n2\r\n', 'x\n1', '{"a":1', '{"a":\n1}', ' 1 \n']

const STATUSES = [
  ...[
    '200',
    '2XX',
    '2xx',
    '204',
    '301',
    '3XX',
    '3xx',
    '400',
    '404',
    '408',
    '429',
    '4XX',
    '4xx',
    '500',
    '503',
    '5XX',
    '1XX',
    '101'
  ],
  'default'
]

const rules = (...entries: unknown[]) => ({ 'x-rules': entries })
const own = { rule: 'isLucky' }
/** Schemas of bodies, with the places and rules of faults. */
const RULES: Readonly<Record<string, object>> = {
  none: { type: 'object', properties: { a: {} } },
  'no list': { 'x-rules': own },
  empty: rules(),
  own: rules(own),
  'named like a keyword': rules({ rule: 'minLength' }),
  'whose fault is named like a keyword': rules({ rule: 'isLucky', fault: 'pattern' }),
  conditional: rules({ rule: 'isLucky', conditional: true }),
  'nearly conditional': rules({ rule: 'isLucky', conditional: 'true' }),
  'of a tuple': rules({ rule: 'tuple' }),
  'of a property': { properties: { a: rules(own), 'a.b': rules(own), ab: {} } },
  'of items': { items: rules(own) },
  'of prefix items': { prefixItems: [{}, rules(own)], items: {} },
  'of entries': { additionalProperties: { properties: { a: rules(own) } } },
  'of each entry': { additionalProperties: rules(own) },
  'of a list of entries': { additionalProperties: { items: rules(own) } },
  'of any entry': { additionalProperties: true },
  'of a part': { allOf: [{}, { anyOf: [{ oneOf: [rules(own)] }] }] },
  'of no name': { $ref: '#/components/schemas/Unnamed' },
  'of a circle': { $ref: '#/components/schemas/Circle' },
  'of itself': { $ref: '#/components/schemas/Tree' },
  'of a wider circle': { $ref: '#/components/schemas/Wide' }
}
const PLACES = [
  '',
  'a',
  'a.b',
  'ab',
  'a.a',
  'a[0]',
  '[0]',
  '[1]',
  '[1].a',
  'x.a',
  'xa',
  'x[0]',
  'x.y.a',
  'x[0].a',
  'children[3].code',
  'code'
]

/** Names of rules: keywords of JSON Schema, and others. */
const WORDS = [
  ...['type', 'required', 'enum', 'const', 'minLength', 'maxLength', 'length', 'pattern', 'minimum', 'maximum'],
  ...['exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minItems', 'maxItems', 'uniqueItems', 'minProperties'],
  ...['maxProperties', 'additionalProperties', 'not', 'depth', 'format', 'isLucky', 'isInt', 'tuple', 'Pattern']
]

describe('Contents, streams and rules', () => {
  it('are judged as content-list.txt says', async () => {
    const { checks, document } = await published(
      {
        '/': {
          post: {
            parameters: [
              { name: 'q', in: 'query', schema: { items: rules(own) } },
              { name: 'q', in: 'header', schema: {} }
            ],
            requestBody: { content: { 'application/json': { schema: {} } } },
            responses: {}
          }
        }
      },
      {
        Unnamed: { properties: { '': { $ref: '#/components/schemas/Unnamed' } } },
        Circle: { anyOf: [{ $ref: '#/components/schemas/Circle' }, rules(own)] },
        Wide: { anyOf: [{ oneOf: [{ $ref: '#/components/schemas/Wide' }] }, rules(own)] },
        Tree: {
          properties: { code: rules(own), children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } }
        }
      },
      '3.1.0'
    )
    const operation = document.operations[0]!
    const lines = calls(
      'csvFault',
      csvFault,
      CSV.map((text) => [text])
    )
    lines.push('\ncontradictsType')
    const samples = TYPES.flatMap((type) => fileSamples(type)).map(({ content }) =>
      Buffer.from(content).toString('latin1')
    )
    for (const type of TYPES) {
      const all = [...CONTENTS, ...samples].filter((text) => !contradictsType(type, Buffer.from(text, 'latin1')))
      lines.push(`${type}: ${all.map((text) => shown(text.slice(0, 12))).join(' ')}`)
    }
    const media: Readonly<Record<string, Partial<PublishedMedia>>> = {
      events: {
        events: new Map(
          Object.entries({ message: { type: 'integer' }, named: { type: 'object' }, text: { type: 'string' } })
        )
      },
      lines: { lines: { type: 'integer' } },
      nothing: {}
    }
    for (const [what, each] of Object.entries(media)) {
      const whole = { schema: undefined, partTypes: new Map(), ...each }
      lines.push(`\nstreams of ${what}: ${hasItems(whole)}`)
      for (const text of what === 'events' ? EVENTS : LINES) {
        const [closed, open] = [false, true].map((isOpen) =>
          streamItems(checks, whole, text, isOpen)
            .map((item) =>
              'fault' in item
                ? `${item.name}: ${item.fault.replace(/(it is not JSON).*/, '$1')}`
                : `${item.name} ${shown(item.value)}`
            )
            .join('; ')
        )
        lines.push(
          `${shown(text)} → ${closed || 'nothing'}${open === closed ? '' : `\n  while it goes on → ${open || 'nothing'}`}`
        )
      }
      const many = (what === 'events' ? 'data: 1\n\n' : '1\n').repeat(1001)
      lines.push(`1,001 items → ${streamItems(checks, whole, many, false).length}`)
    }
    lines.push('\nexpected statuses')
    for (const listed of [['200', '2XX', '3XX'], STATUSES, ['2xx', '400'], []]) {
      const response = { content: new Map(), headers: new Map(), mayBeEmpty: false, links: [] }
      const responses = new Map(listed.map((status) => [status, response]))
      const is = STATUSES.filter((status) => isExpected(status, { ...operation, responses }))
      lines.push(`${listed.join(' ')}: ${is.join(' ')}`)
    }
    lines.push(
      ...calls(
        'readProblem',
        (body: string) => readProblem({ status: 400, headers: { 'content-type': 'a/b' }, body: Buffer.from(body) }),
        ['', '{}', '{"a":1}', '[]', 'null', '"x"', '{'].map((body) => [body])
      ),
      ...calls(
        'splitQuery',
        splitQuery,
        [
          '',
          '&',
          'a',
          'a=',
          '=a',
          'a=b=c',
          'a+b=c+d',
          '%61=%62',
          '%zz=1',
          'a=%zz',
          'a=1&&b=2&',
          'a%3Db=c',
          'é=%C3%A9',
          '%ff'
        ].map((text) => [text])
      ),
      '\nrules'
    )
    for (const [what, schema] of Object.entries(RULES)) {
      const content = new Map([['application/json', { schema: schema as JsonSchema, partTypes: new Map() }]])
      const it = { ...operation, parameters: [], body: { ...operation.body!, content } }
      const excused = ['isLucky', 'minLength', 'pattern'].map((rule) => {
        const places = PLACES.filter((path) =>
          isListedRule(checks, it, 'application/json; a', { in: 'body', path, rule })
        )
        return `${rule} at ${places.map((place) => place || 'the whole').join(', ') || 'no place'}`
      })
      const listed = [undefined, 'text/plain', 'application/json'].map((type) => hasListedRule(checks, it, type))
      lines.push(`${what}: ${excused.join('; ')}; ${listed}`)
    }
    const lucky = new Map([['application/json', { schema: rules(own) as JsonSchema, partTypes: new Map() }]])
    const isExcused = (rule: string) =>
      isListedRule(checks, { ...operation, body: { ...operation.body!, content: lucky } }, 'application/json', {
        in: 'body',
        path: '',
        rule
      })
    lines.push(
      `excused by any rule: ${WORDS.filter(isExcused).join(' ')}`,
      `not excused: ${WORDS.filter((rule) => !isExcused(rule)).join(' ')}`
    )
    lines.push(`of a parameter: ${hasListedRule(checks, operation, undefined)}`)
    for (const place of ['query', 'header', 'body'])
      for (const path of ['q', 'q[0]', 'q[0].a', 'qq', ''])
        lines.push(
          `${place} ${path}: ${isListedRule(checks, operation, undefined, { in: place, path, rule: 'isLucky' })}`
        )
    const fault = { in: 'query', path: 'q', keyword: 'type', message: 'must be integer' } as const
    const verdicts: Verdict[] = [
      { kind: 'valid', operation },
      { kind: 'open', operation, reasons: ['one', 'another'] },
      { kind: 'invalid', operation, faults: [fault, { ...fault, in: 'body', path: '' }] },
      { kind: 'unknown-path', isElsewhere: false, operation: undefined, faults: [] },
      { kind: 'unknown-path', isElsewhere: false, operation, faults: [fault] },
      { kind: 'unknown-method', methods: ['GET', 'PUT'], ownMethods: ['GET'], possibleMethods: [], elsewhere: [] }
    ]
    lines.push('\nverdicts', ...verdicts.map((verdict) => `${verdict.kind}: ${describeVerdict(verdict)}`))
    lines.push(
      '\nfindings',
      ...Object.entries(FINDING_LEVELS).map(
        ([kind, level]) => `${kind}: ${level}, ${isDisagreement({ kind: kind as FindingKind })}`
      )
    )
    expectWholeList('verify/judge/content-list.txt', lines)
  })
})
