import { published } from '../../../../spec/support/published.js'
import { calls, expectWholeList, outcome, shown } from '../../../../spec/support/whole-list.js'
import type { JsonSchema, SchemaNode } from '../../src/document/json-schema-2020.js'
import type { PublishedMedia } from '../../src/document/published-document.js'
import { isConditional, judgeNegotiation } from '../../src/judge/condition-judge.js'
import { formFieldsOf } from '../../src/judge/form-fields.js'
import { judgeLeaks } from '../../src/judge/leak-judge.js'
import { BrokenForm, boundaryOf, readForm } from '../../src/judge/multipart-parts.js'
import {
  checkObjectTexts,
  checkText,
  checkTexts,
  hasUncertainText,
  isUncertain,
  itemSchemaOf,
  propertiesOf,
  shapeOf
} from '../../src/judge/text-values.js'
import { LEXICAL_FORMS } from '../../src/values/text-samples.js'

const TEXTS = [
  ...LEXICAL_FORMS,
  ...[
    'y',
    'Y',
    'n',
    'f',
    'F',
    'NULL',
    ' null ',
    '0.0',
    '1.5',
    '-1.5',
    '1e0',
    '1E+2',
    '1e-2',
    '00',
    'a@b',
    'a@b.cd',
    'abc'
  ]
]

const SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  integer: { type: 'integer' },
  number: { type: 'number', maximum: 1e9 },
  boolean: { type: 'boolean' },
  null: { type: 'null' },
  'a text': { type: 'string', maxLength: 4 },
  'an email': { type: 'string', format: 'email' },
  'a text or a number': { type: ['string', 'number'], maxLength: 1 },
  'an enum': { enum: [1, true, 'on', null] },
  nothing: false
}

/** A schema below so many parts that say nothing. */
function below(parts: number, innermost: SchemaNode): JsonSchema {
  return Array.from({ length: parts }).reduce<SchemaNode>((inner) => ({ allOf: [inner] }), innermost)
}
const LIST = { type: 'array', items: { type: 'integer' }, properties: { a: { type: 'integer' } } }

/** Schemas by which members and items are found. */
const SHAPES: Readonly<Record<string, JsonSchema>> = {
  true: true,
  'a list': { type: 'array', items: { type: 'integer' } },
  items: { items: { type: 'integer' } },
  'prefix items': { prefixItems: [{ type: 'integer' }, { type: 'boolean' }], items: { type: 'null' } },
  'prefix items alone': { prefixItems: [{ type: 'integer' }] },
  'a list or a text': { type: ['string', 'array'] },
  'an object': { type: 'object' },
  properties: { properties: { a: { type: 'integer' } } },
  'a text': { type: 'string' },
  'all of': { allOf: [{ type: 'string' }, { type: 'array', items: { type: 'integer' } }] },
  'one of': { oneOf: [true, { type: 'object' }] },
  'any of': { anyOf: [{ anyOf: [{ items: { type: 'boolean' } }] }] },
  'inherited properties': {
    allOf: [{ properties: { a: { type: 'integer' }, b: true } }, { allOf: [{ properties: { c: true } }] }],
    properties: { a: { type: 'boolean' } }
  },
  'alone below eight parts': below(8, LIST),
  'alone below nine parts': below(9, LIST)
}

const OBJECT: JsonSchema = {
  type: 'object',
  required: ['a'],
  properties: {
    a: { type: 'integer' },
    list: { type: 'array', items: { type: 'number' }, maxItems: 2 },
    mail: { type: 'string', format: 'email' }
  },
  additionalProperties: { type: ['string', 'array'] }
}
const OBJECTS: readonly (readonly [texts: Record<string, string[]>, others?: Record<string, unknown>])[] = [
  [{ a: ['1'] }],
  [{ a: ['x'] }],
  [{ a: [' 1'] }],
  [{ a: ['1', '2'] }],
  [{ a: [] }],
  [{}],
  [{}, { a: 1 }],
  [{ a: ['1'] }, { list: [1] }],
  [{ a: ['1'], list: ['1', '2.5'] }],
  [{ a: ['1'], list: ['1', 'x'] }],
  [{ a: ['1'], list: ['1', '2', '3'] }],
  [{ a: ['1'], more: ['x'] }],
  [{ a: ['1'], more: ['x', 'y'] }],
  [{ a: ['1'], toString: ['x'] }],
  [{ a: ['1'], mail: ['a@b'] }],
  [{ a: ['1'], mail: ['a@b.cd'] }],
  [{ a: ['1'], mail: ['ab'] }]
]

const CONTENT_TYPES = [
  ...[
    '',
    'multipart/form-data',
    'multipart/form-data; boundary=a',
    'multipart/form-data;boundary="a b"',
    'm/f; BOUNDARY=a'
  ],
  ...[
    'm/f; boundary=a; boundary=b',
    'm/f; boundary=',
    'm/f; boundary="a "',
    'm/f; boundary="a\\b"',
    'm/f; boundary=a b'
  ],
  ...[
    'm/f; x=1; boundary=a ; ',
    'm/f; boundary=ä',
    `m/f; boundary=${'a'.repeat(70)}`,
    `m/f; boundary=${'a'.repeat(71)}`
  ],
  ...[
    'm/f; boundary="',
    'm/f ;\tboundary=a',
    'm/f;;boundary=a',
    'boundary=a',
    'm/f; boundary=" a"',
    'm/f; xboundary=a',
    'm/f '
  ]
]

const part = (head: string, content = 'x') => `--a\r\n${head}\r\n\r\n${content}\r\n`
const NAMED = 'content-disposition: form-data; name="n"'
const FORMS = [
  ...[
    '',
    '--a',
    '--a--',
    '--a--\r\n',
    '\r\n--a--',
    'text\r\n--a--\r\nmore',
    '--a\r\n--a--',
    '--a\n',
    '--ab\r\n--a--',
    '--a \t\r\n--a--',
    '--a \t',
    '--a\r\n\r\n\r\n--a--',
    '--a-- \r\n'
  ],
  `${part(NAMED)}--a--`,
  `${part(NAMED)}--a`,
  part(NAMED),
  `${part(NAMED, '')}--a--`,
  `${part(NAMED)}${part(NAMED, 'y')}--a--\r\n`,
  `--a\r\n\r\nx\r\n--a--`,
  `--a\r\n${NAMED}\r\nx\r\n--a--`,
  ...[
    `${NAMED}; filename="f.txt"\r\ncontent-type: text/plain`,
    `${NAMED}; filename=".."`,
    `${NAMED}; filename="..."`,
    `${NAMED}; filename="."`,
    `${NAMED}; filename*=utf-8''a`,
    `${NAMED}; filename="a"; filename="b"`,
    `${NAMED}; name="m"`,
    'content-disposition: form-data',
    'content-disposition: FORM-DATA; NAME=n',
    'content-disposition: attachment; name="n"',
    'content-disposition: form-data; name="a\\b"',
    'content-disposition: form-data; name="a\\"',
    'content-disposition: form-data; name="a%22b"',
    'content-disposition: form-data; name="a%0D"',
    'content-disposition: form-data; name="a%41"',
    'content-disposition: form-data; name="n"; filename="C:\\dir\\f"',
    'content-disposition: form-data; name="n" x',
    'content-disposition: form-data ; name="n"',
    'content-type: text/plain',
    `${NAMED}\r\ncontent-transfer-encoding: base64`,
    `${NAMED}\r\nContent-Type:text/plain \t`,
    `${NAMED}\r\n${NAMED}`,
    `${NAMED}\r\nno header`,
    `${NAMED}\r\nx-é: 1`,
    `${NAMED}\r\nx: a\u0000`,
    `${NAMED};\r\n filename="f"`,
    `${NAMED}\r\n\tx`,
    [NAMED, ...'1234567'].map((name, at) => (at === 0 ? name : `x-${name}: 1`)).join('\r\n'),
    [NAMED, ...'12345678'].map((name, at) => (at === 0 ? name : `x-${name}: 1`)).join('\r\n'),
    `${NAMED}\r\nx: ${'a'.repeat(4096 - NAMED.length - 5)}`,
    `${NAMED}\r\nx: ${'a'.repeat(4097 - NAMED.length - 5)}`
  ].map((head) => `${part(head)}--a--`)
]

const FIELDS: Readonly<Record<string, readonly [schema: JsonSchema, types?: readonly string[]]>> = {
  text: [{ type: 'string' }],
  file: [{ type: 'string', format: 'binary' }],
  media: [{ type: 'string', contentMediaType: 'image/png' }],
  encoded: [{ type: 'string', contentMediaType: 'image/png', contentEncoding: 'base64' }],
  object: [{ type: 'object' }],
  list: [{ type: 'array', items: { type: 'integer' } }],
  files: [{ type: 'array', items: { allOf: [{ format: 'binary' }] } }],
  objects: [{ type: 'array', items: { type: 'object' } }],
  'typed json': [{ type: 'string' }, ['application/json']],
  'typed both': [{ type: 'string' }, ['application/json', 'text/plain']],
  'typed picture': [{ type: 'string' }, ['image/png']],
  'typed pictures or texts': [{ type: 'string' }, ['image/png', 'text/plain']],
  'typed text object': [{ type: 'object' }, ['text/plain']],
  'typed mix': [{ type: 'string' }, ['image/png', 'application/json']]
}

const long = (length: number) => `${'x'.repeat(length - 40)}${'Traceback (most recent call last)'.padStart(40)}`
const LEAKS: readonly (readonly [body: string, headers?: Record<string, string>, url?: string, sent?: string])[] = [
  [''],
  ['at x (/a/b.js:1:2)'],
  ['\n    at async run (file:///a/b.js:10:20)\n'],
  [`\n    at async ${'run'.repeat(40)} (file:///a/b.js:10:20)\n`],
  ['{"stack":"Error\\n    at node:internal:1:2"}'],
  ['\n at a.b.C(D.java:5)', {}],
  ['\n at A.B(Int32 x) in C:\\d.cs:line 5'],
  ['goroutine 7 [running]'],
  ["\n/app/x.rb:5:in `run'"],
  ['\n#0 /a/b.php(5): f()'],
  [long(1_000_000)],
  [long(1_000_001)],
  ['secret-1', { authorization: 'Bearer secret-1' }],
  ['secret-', { authorization: 'Bearer secret-' }],
  ['secret-1', { 'x-other': 'secret-1' }],
  ['secret-1', { 'x-api-key': 'secret-1' }],
  ['secret-1', { 'proxy-authorization': 'Basic secret-1,secret-2' }],
  ['secret-1', { authorization: 'secret-1' }, '/secret-1'],
  ['secret-1', { authorization: 'secret-1' }, '/', 'a secret-1'],
  ['at x (/a/b.js:1:2) secret-1', { authorization: 'a=secret-1' }]
]

const ACCEPTED = [undefined, '*/*', 'text/*', 'text/csv', 'application/json', 'image/png', 'text/csv, a/b', 'a/b']
const STATUSES = [199, 200, 204, 299, 300, 304, 400, 406, 412]
const CONDITIONS = ['accept', 'if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since', 'x-own']

describe('Texts of requests and responses', () => {
  it('are judged by their schemas, and forms are read, as text-list.txt says', async () => {
    const json = { schema: {} }
    const content = { 'application/json': json, 'text/csv': json }
    const it = { description: 'It' }
    const { checks, document } = await published({
      '/plain': { get: { responses: { 200: { ...it, content }, 304: it } } },
      '/listed': {
        get: {
          parameters: [{ name: 'If-Match', in: 'header', schema: {} }],
          responses: { 200: { ...it, content }, 400: it, 406: it, 412: it }
        }
      },
      '/any': { get: { responses: { default: { ...it, content } } } },
      '/picture': { get: { responses: { '2XX': { ...it, content: { 'image/png': json, 'text/csv': json } } } } }
    })
    const lines: string[] = []
    for (const [what, schema] of Object.entries(SCHEMAS)) {
      const verdicts = new Map<string, string[]>()
      for (const text of TEXTS) {
        const fault = checkText(checks, schema, text)
        const verdict =
          fault === undefined ? 'valid' : `${fault.isUnusual ? 'unusual: ' : ''}${fault.keyword} ${fault.message}`
        const open = isUncertain(checks, schema, text) ? 'valid for some readers' : verdict
        verdicts.set(open, [...(verdicts.get(open) ?? []), shown(text)])
      }
      lines.push(`\n# ${what}`, ...[...verdicts].map(([verdict, texts]) => `${verdict}: ${texts.join(' ')}`))
    }
    const list = SHAPES['prefix items'] as JsonSchema
    for (const texts of [[], ['1'], ['x'], ['1', 'true', 'null'], ['1', 'yes'], ['1', 'true', 'x']])
      lines.push(`a list of ${texts.join(' ')}: ${outcome(() => checkTexts(checks, list, texts))}`)
    lines.push('\n# objects of texts')
    for (const [texts, others] of OBJECTS) {
      const map = new Map(Object.entries(texts))
      const fault = outcome(() => checkObjectTexts(checks, OBJECT, map, others && new Map(Object.entries(others))))
      lines.push(
        `${shown(texts)} ${shown(others)}: ${fault}${hasUncertainText(checks, OBJECT, map) ? ', uncertain' : ''}`
      )
    }
    const booleans = { type: 'array', items: { type: 'boolean' } }
    for (const texts of [['true'], ['false'], ['false', 'true'], ['0']])
      lines.push(`a list of ${texts.join(' ')} as booleans: ${outcome(() => checkTexts(checks, booleans, texts))}`)
    const entries = { additionalProperties: { type: 'boolean' } }
    const objects: Readonly<Record<string, JsonSchema>> = {
      'a pattern': { patternProperties: { '^x': { const: 'y' } } },
      'eight parts': below(8, entries),
      'nine parts': below(9, entries)
    }
    for (const [what, schema] of Object.entries(objects))
      for (const values of [['y'], ['y', 'y'], ['true']]) {
        const fault = outcome(() => checkObjectTexts(checks, schema, new Map([['x', values]])))
        lines.push(`an entry below ${what} of ${values.join(' ')}: ${fault}`)
      }
    lines.push('\n# shapes')
    for (const [what, schema] of Object.entries(SHAPES)) {
      const items = [0, 1, 2].map((index) => shown(itemSchemaOf(checks, schema, index)))
      lines.push(`${what}: ${shapeOf(checks, schema)}; ${shown(propertiesOf(checks, schema))}; ${items.join(' ')}`)
    }
    const media = {
      schema: { properties: Object.fromEntries(Object.entries(FIELDS).map(([name, [schema]]) => [name, schema])) },
      partTypes: new Map(
        Object.entries(FIELDS).flatMap(([name, [, types]]) => (types === undefined ? [] : [[name, types]]))
      )
    } as unknown as PublishedMedia
    lines.push('\n# fields of a form', ...[...formFieldsOf(checks, media).values()].map(shown))
    lines.push(
      ...calls(
        'boundaryOf',
        boundaryOf,
        CONTENT_TYPES.map((type) => [type])
      ),
      '\n# forms'
    )
    for (const form of FORMS) {
      const read = readForm(Buffer.from(form), 'a')
      if (read instanceof BrokenForm) lines.push(`${shown(form)}: ${read.message}`)
      else {
        const parts = read.parts.map(({ content, ...rest }) => shown({ ...rest, content: content.toString() }))
        lines.push(
          `${shown(form)}: ${[...parts, ...read.unusual.map((text) => `unusual: ${text}`), ...read.open.map((text) => `open: ${text}`)].join('; ')}`
        )
      }
    }
    const bytes = Buffer.concat([
      Buffer.from(part(NAMED, '').slice(0, -6)),
      Buffer.from([0x0d, 0x0a, 0x78, 0x3a, 0xff, 0x0d, 0x0a, 0x0d, 0x0a]),
      Buffer.from('\r\n--a--')
    ])
    const odd = readForm(bytes, 'a')
    lines.push(`not UTF-8: ${odd instanceof BrokenForm ? odd.message : shown(odd.unusual)}`)
    lines.push('\n# leaks')
    for (const [body, headers = {}, url = '/', sent] of LEAKS) {
      const request = {
        method: 'POST',
        url,
        headers: Object.entries(headers),
        body: sent === undefined ? undefined : Buffer.from(sent)
      }
      const found = judgeLeaks(request, { status: 200, headers: {}, body: Buffer.from(body) })
      lines.push(
        `${shown(body)} ${shown(headers)} ${url}: ${found.map(({ kind, what, judge }) => `${kind} ${what}: ${judge}`).join('; ') || 'nothing'}`
      )
    }
    for (const operation of document.operations) {
      lines.push(`\n# negotiation of ${operation.path}`)
      for (const status of STATUSES) {
        for (const accepted of ACCEPTED) {
          for (const type of ['application/json', 'text/csv; charset=utf-8', 'image/png', undefined]) {
            const request = {
              method: 'GET',
              body: undefined,
              url: '/',
              headers: Object.entries(accepted === undefined ? {} : { accept: accepted })
            }
            const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
            const response = { status, headers, body: Buffer.from('x') }
            const found = judgeNegotiation(operation, request, response)
            const none = judgeNegotiation(operation, request, { ...response, body: Buffer.alloc(0) })
            for (const { what, judge } of found) lines.push(`${status} ${type} for ${accepted}: ${what}, ${judge}`)
            if (none.length > 0) lines.push(`${status} without a body: ${shown(none)}`)
          }
        }
        const conditions = CONDITIONS.filter((name) =>
          isConditional(
            operation,
            { method: 'GET', url: '/', body: undefined, headers: [[name, '1']] },
            { status, headers: {}, body: Buffer.alloc(0) }
          )
        )
        if (conditions.length > 0) lines.push(`${status} is a condition of ${conditions.join(', ')}`)
      }
    }
    expectWholeList('verify/judge/text-list.txt', lines)
  })
})
