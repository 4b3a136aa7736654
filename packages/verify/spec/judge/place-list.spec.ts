import { expectListed } from '../../../../spec/support/listed.js'
import { published, wire } from '../../../../spec/support/published.js'
import type { PublishedOperation } from '../../src/document/published-document.js'
import type { Verdict } from '../../src/judge/verdict.js'
import { hasListedRule, isListedRule } from '../../src/judge/x-rules.js'

const LIST = 'verify/judge/place-list.txt'

const INTEGER = { type: 'integer' }
const RULES = [{ rule: 'isEmail' }]
const ruled = { type: 'string', 'x-rules': RULES }
const array = (items: object) => ({ type: 'array', items })
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })

/** Bodies with rules of a service at different places. */
const RULED: Readonly<Record<string, object | undefined>> = {
  'no body': undefined,
  'no rule': object({ a: INTEGER, b: array({ type: 'string' }) }),
  'at the whole': { ...object({ a: INTEGER }), 'x-rules': RULES },
  'at a property': object({ a: ruled, ab: INTEGER }),
  'at a keyword': object({ a: { type: 'string', 'x-rules': [{ rule: 'minLength' }] } }),
  'by another name': object({ a: { type: 'string', 'x-rules': [{ rule: 'isShort', fault: 'maxLength' }] } }),
  conditional: object({ a: { type: 'string', 'x-rules': [{ rule: 'isShort', conditional: true }] } }),
  'not conditional': object({ a: { type: 'string', 'x-rules': [{ rule: 'isShort', conditional: 1 }] } }),
  'of a tuple': object({ a: { ...array(INTEGER), 'x-rules': [{ rule: 'tuple' }] } }),
  none: object({ a: { type: 'string', 'x-rules': [] } }),
  'no list': object({ a: { type: 'string', 'x-rules': 'isEmail' } }),
  'at items': object({ a: array(object({ b: ruled })) }),
  'at positions': object({ a: { type: 'array', prefixItems: [INTEGER, ruled], items: object({ b: ruled }) } }),
  'at a list itself': array(array(ruled)),
  'in a map': object({ a: { type: 'object', additionalProperties: object({ b: ruled }) } }),
  'in a map of lists': { type: 'object', additionalProperties: array(ruled) },
  'in all of': { allOf: [object({ a: INTEGER }), { allOf: [object({ a: ruled })] }] },
  'in any of': object({ a: { anyOf: [INTEGER, ruled] } }),
  'in one of': { oneOf: [INTEGER, object({ a: ruled })] },
  'in itself': { $ref: '#/components/schemas/tree' },
  'by a reference': object({ a: { $ref: '#/components/schemas/ruled' } }),
  'a name with a dot': object({ 'a.b': ruled, 'a[0]': ruled }),
  'below properties that are no schemas': { properties: 5, additionalProperties: false, items: true }
}
const SCHEMAS = {
  ruled,
  tree: object({
    a: { $ref: '#/components/schemas/tree' },
    b: ruled,
    all: { allOf: [{ $ref: '#/components/schemas/tree' }] }
  })
}

const PLACES = [
  ...[
    '',
    'a',
    'ab',
    'abc',
    'b',
    'a.b',
    'a[0]',
    'a[1]',
    'a[12]',
    'a[0].b',
    'a[1].b',
    'a[2].b',
    'a[0][0]',
    '[0]',
    '[0][1]'
  ],
  ...[
    '[x]',
    'a.b.c',
    'a.x.b',
    'x.a',
    'x',
    'x[0]',
    'x.y[0]',
    'a.a.b',
    'a.a.a.b',
    'all.b',
    '.a',
    'a.',
    'a[0',
    `${'a.'.repeat(70)}b`
  ]
]
const KEYWORDS = [
  ...['type', 'required', 'enum', 'const', 'minLength', 'maxLength', 'length', 'pattern', 'minimum', 'maximum'],
  ...['exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minItems', 'maxItems', 'uniqueItems', 'minProperties'],
  ...['maxProperties', 'additionalProperties', 'not', 'depth', 'isEmail', 'isShort', 'format', 'other', '']
]

const OK = { 200: { description: '' } }
const path = (name: string, schema: object) => ({ name, in: 'path', required: true, schema })
const text = (pattern: string, more: object = {}) => ({ type: 'string', pattern, ...more })
const nested = (depth: number): object => (depth === 0 ? text('^x') : { allOf: [nested(depth - 1)] })

/** Paths whose parameters decide which operation a request is for. */
const PATHS = {
  '/codes/{code}': {
    get: { parameters: [path('code', text('^[a-z]+$'))], responses: OK },
    put: { parameters: [path('code', text('^[0-9]+$'))], responses: OK }
  },
  '/codes/new': { post: { responses: OK } },
  '/codes/{a}/{b}': {
    get: {
      parameters: [
        path('a', { allOf: [text('^a'), { allOf: [text('b$')] }] }),
        path('b', text('^b')),
        { name: 'a', in: 'query', schema: text('^q') }
      ],
      responses: OK
    },
    delete: { parameters: [path('a', {}), path('b', {})], responses: OK }
  },
  ...Object.fromEntries(
    [7, 8, 9].map((depth) => [`/deep${depth}/{x}`, { get: { parameters: [path('x', nested(depth))], responses: OK } }])
  ),
  '/unchecked': {
    post: {
      requestBody: { required: true, 'x-unchecked': true, content: { 'application/json': { schema: INTEGER } } },
      responses: OK
    }
  },
  '/query': { get: { parameters: [{ name: 'q', in: 'query', schema: { type: 'string' } }], responses: OK } },
  '/broken': { get: { parameters: [{ name: 'q', in: 'query', schema: text('(') }], responses: OK } },
  '/broken/{x}': { get: { parameters: [path('x', { $ref: '#/nothing' })], responses: OK } }
}

const REQUESTS: readonly (readonly [line: string, headers?: Record<string, string>, body?: string])[] = [
  ...['GET', 'PUT', 'POST', 'DELETE', 'PATCH'].flatMap((method) =>
    [
      '/codes/abc',
      '/codes/12',
      '/codes/new',
      '/codes/A',
      '/codes/%zz',
      '/codes/',
      '/codes',
      '/codes/a%2Fb',
      '/codes/ab/b',
      '/codes/a/b',
      '/codes/ab/c',
      '/codes/x/y',
      '/codes/%zz/b'
    ].map((url) => [`${method} ${url}`] as const)
  ),
  ...[7, 8, 9].flatMap((depth) => [[`GET /deep${depth}/x`] as const, [`GET /deep${depth}/y`] as const]),
  ['POST /unchecked'],
  ...['1', '"a"', '{'].map((body) => ['POST /unchecked', { 'content-type': 'application/json' }, body] as const),
  ['POST /unchecked', { 'content-type': 'text/plain' }, 'a'],
  ...['', '?', '?q=a', '?q=%zz', '?r=%zz', '?%zz', '?q=a&q=b', '?=%zz', '?q=a?b'].map(
    (query) => [`GET /query${query}`] as const
  ),
  ['GET /query', { 'content-type': 'text/plain' }, 'a'],
  ['GET /query', {}, ''],
  ['GET /broken?q=a'],
  ['GET /broken/a'],
  ['HEAD /query'],
  ['OPTIONS /codes/abc'],
  ['GET //codes/abc'],
  ['GET /nowhere']
]

function said(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'unknown-method': {
      const { methods, ownMethods, possibleMethods } = verdict
      return `unknown method: ${methods} of ${ownMethods}, perhaps ${possibleMethods}`
    }
    case 'valid':
      return `valid for ${verdict.operation.id}`
    case 'open':
      return `open for ${verdict.operation.id}: ${verdict.reasons.join(', ')}; it has ${[...verdict.operation.responses.keys()]}`
    default: {
      const faults = verdict.faults.map(({ in: place, path, keyword, message, isUnusual }) =>
        [place, path, keyword, message, isUnusual && 'unusual'].filter(Boolean).join(' ')
      )
      return `${verdict.kind} of ${verdict.operation?.id}: ${faults.join('; ')}`
    }
  }
}

describe('Places of requests', () => {
  it('have the rules of a service that place-list.txt says', async () => {
    const entries = Object.entries(RULED).map(([, schema], at) => {
      const requestBody = schema && { content: { 'application/json': { schema } } }
      const parameters = [{ name: `p${at}`, in: 'query', schema: schema ?? ruled }]
      return [
        `/${at}`,
        { post: { ...(requestBody && { requestBody }), parameters: at === 1 ? [] : parameters, responses: OK } }
      ]
    })
    const { document, checks } = await published(Object.fromEntries(entries), SCHEMAS, '3.1.0')
    const lines = Object.keys(RULED).flatMap((name, at) => {
      const operation = document.operations[at] as PublishedOperation
      const types = ['application/json', 'application/json; charset=utf-8', 'text/plain', undefined]
      const has = types.map((type) => hasListedRule(checks, operation, type))
      const found = PLACES.flatMap((path) => {
        const rules = (place: string, type: string | undefined, of: string) =>
          KEYWORDS.filter((rule) => isListedRule(checks, operation, type, { in: place, path: of, rule }))
        const body = rules('body', 'application/json', path)
        const query = rules('query', undefined, `p${at}${path.startsWith('[') || path === '' ? path : `.${path}`}`)
        const shown = path.length > 20 ? `${path.slice(0, 10)}…` : path
        const text = (list: readonly string[]) => (list.length > 15 ? `${list.length} of them` : list.join(' '))
        return [
          ...(body.length === 0 ? [] : [`  body ${shown}: ${text(body)}`]),
          ...(query.join() === body.join() ? [] : [`  query ${shown}: ${text(query)}`])
        ]
      })
      const others = [
        isListedRule(checks, operation, 'text/plain', { in: 'body', path: 'a', rule: 'other' }),
        isListedRule(checks, operation, undefined, { in: 'body', path: 'a', rule: 'other' }),
        isListedRule(checks, operation, undefined, { in: 'header', path: `p${at}`, rule: 'other' }),
        isListedRule(checks, operation, undefined, { in: 'query', path: `p${at}x`, rule: 'other' })
      ]
      return [`\n${name}: ${has}; ${others}`, ...found]
    })
    expectListed(LIST, 'rules', [`${KEYWORDS.length} rules`, ...lines])
  })

  it('lead to operations as place-list.txt says, and leave open what the document does not say', async () => {
    const { judge } = await published(PATHS, {}, '3.1.0')
    const lines = REQUESTS.map(([line, headers, body]) => {
      const request = wire(line, headers, body)
      const more = headers === undefined ? '' : ` ${JSON.stringify(headers)} ${JSON.stringify(body)}`
      return `${line}${more}: ${said(judge.judge(request)).replace(/(is not JSON|Invalid regular expression)[^;]*/, '$1')}`
    })
    expectListed(LIST, 'operations', lines)
  })
})
