import { expectListed } from '../../../../spec/support/listed.js'
import { openApi } from '../../../../spec/support/published.js'
import { loadLibraries } from '../../src/document/libraries.js'
import { readDocument } from '../../src/document/published-document.js'
import { SchemaChecks } from '../../src/document/schema-checks.js'
import type { BodyPart, RequestParts } from '../../src/requests/request-parts.js'
import { Echo } from '../../src/session/echo.js'
import { StoredValues, sentenceOfDifference } from '../../src/session/stored-values.js'
import { SchemaFlattener } from '../../src/values/flat-schema.js'
import { formOf } from '../../src/wire/multipart.js'

const LIST = 'verify/session/echo-list.txt'

const STRING = { type: 'string' }
const INTEGER = { type: 'integer' }
const LONG = 'x'.repeat(130)
const list = (items: object, more: object = {}) => ({ type: 'array', items, ...more })
const record = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })

/** What was sent and read, by the schemas of both. */
const STORED: readonly (readonly [
  sentSchema: object,
  readSchema: object,
  ...pairs: [sent: unknown, read: unknown][]
])[] = [
  [
    STRING,
    STRING,
    ['a', 'a'],
    [' A ', 'A'],
    ['Ab', 'ab'],
    ['Ab', 'AB'],
    ['abc', 'ab'],
    ['abc', 'bc'],
    ['é', 'e\u0301'],
    ['a', undefined]
  ],
  [STRING, STRING, [null, undefined], ['', null], [LONG, `${LONG}y`], ['e\u0301', 'é'], ['a', 5], ['', ' ']],
  [STRING, INTEGER, ['a', 5]],
  [{ type: ['string', 'null'] }, { type: ['integer', 'null'] }, [null, 5]],
  [{ type: ['string', 'integer'] }, INTEGER, ['a', 5]],
  [INTEGER, { type: 'number' }, [1, 1.5], [1, 1], [0, -0]],
  [{ type: 'number', format: 'float' }, { type: 'number' }, [0.1, Math.fround(0.1)], [0.1, 0.2]],
  [{ type: 'number' }, { type: 'number', format: 'float' }, [0.1, Math.fround(0.1)]],
  [{ type: 'number' }, { type: 'number' }, [0.1, Math.fround(0.1)]],
  [
    { ...STRING, format: 'date-time' },
    STRING,
    ['2024-01-01T00:00:00Z', '2024-01-01T01:00:00+01:00'],
    ['2024-01-01T00:00:00Z', 'x']
  ],
  [
    STRING,
    { ...STRING, format: 'date-time' },
    ['2016-12-31T23:59:60Z', 'y'],
    ['2024-01-01T00:00:00Z', '2024-01-01T00:00:01Z']
  ],
  [{ ...STRING, format: 'uuid' }, STRING, ['AB', 'ab'], ['AB', 'ac']],
  [{ ...STRING, format: 'date' }, STRING, ['a', 'b']],
  [{ ...STRING, format: 'date' }, { ...STRING, format: 'date' }, ['a', 'b']],
  [STRING, { ...STRING, format: 'password' }, ['a', 'b']],
  [{ ...STRING, format: 'password' }, STRING, ['a', 'b']],
  [{ ...STRING, readOnly: true }, STRING, ['a', 'b']],
  [STRING, { ...STRING, readOnly: true }, ['a', 'b']],
  [{ ...STRING, writeOnly: true }, STRING, ['a', 'b']],
  [STRING, { ...STRING, writeOnly: true }, ['a', 'b']],
  [
    list(INTEGER),
    list(INTEGER),
    [
      [1, 2],
      [1, 2]
    ],
    [
      [1, 2],
      [2, 1]
    ],
    [[1, 2], [1]],
    [
      [1, 2],
      [1, 3]
    ],
    [[1], 'x'],
    [[], undefined]
  ],
  [
    list(INTEGER, { uniqueItems: true }),
    list(INTEGER),
    [
      [2, 1],
      [1, 2]
    ],
    [
      [2, 1],
      [2, 1]
    ],
    [
      [2, 1],
      [1, 2]
    ],
    [
      [1, 3],
      [1, 2]
    ]
  ],
  [
    list(INTEGER),
    list(INTEGER, { uniqueItems: true }),
    [
      [1, 2],
      [1, 2]
    ],
    [
      [2, 1],
      [1, 2]
    ]
  ],
  [
    list(record({ a: INTEGER })),
    list(record({ a: INTEGER })),
    [[{ a: 1 }], [{ a: 2 }]],
    [
      [{ a: 1 }, { a: 2 }],
      [{ a: 3 }, { a: 4 }]
    ]
  ],
  [
    list(list(INTEGER)),
    list(list(INTEGER)),
    [
      [[1], [2], [3], [4]],
      [[9], [9], [9], [9]]
    ]
  ],
  [
    record({ a: STRING, b: INTEGER }),
    record({ a: STRING, c: INTEGER }),
    [
      { a: 'x', b: 1, c: 2 },
      { a: 'y', b: 2, c: 3 }
    ],
    [{ a: 'x' }, {}]
  ],
  [
    record({ a: record({ b: STRING }) }),
    record({ a: record({ b: STRING }) }),
    [{ a: { b: 'x' } }, { a: { b: 'y' } }],
    [{ a: { b: 'x' } }, { a: 5 }]
  ],
  [record({}, { additionalProperties: STRING }), record({ a: STRING }), [{ a: 'x', b: 'y' }, { a: 'z' }]],
  [record({ a: STRING }), record({}, { additionalProperties: STRING }), [{ a: 'x' }, { a: 'z' }]],
  [
    { oneOf: [record({ a: STRING }), record({ a: INTEGER, b: STRING })] },
    record({ a: STRING, b: STRING }),
    [
      { a: 'x', b: 'y' },
      { a: 'z', b: 'w' }
    ]
  ],
  [
    { ...record({ a: STRING }), anyOf: [record({ b: STRING })] },
    record({ a: STRING, b: STRING }),
    [
      { a: 'x', b: 'y' },
      { a: 'z', b: 'w' }
    ]
  ],
  [record({ toString: STRING }), record({ toString: STRING }), [{ toString: 'x' }, {}]],
  [
    { $ref: '#/components/schemas/Deep' },
    { $ref: '#/components/schemas/Deep' },
    [deep(6, 1), deep(6, 2)],
    [deep(7, 1), deep(7, 2)],
    [deep(5, 1), deep(5, 2)]
  ],
  [
    record({
      a: { ...STRING, default: 'd' },
      b: { ...INTEGER, default: 0 },
      c: list(INTEGER, { default: [] }),
      d: { $ref: '#/components/schemas/Level' }
    }),
    record({ a: STRING, b: INTEGER, c: list(INTEGER), d: STRING }),
    [{}, { a: 'e', b: 0, c: [1], d: 'high' }],
    [{ a: 'e' }, { a: 'e', b: 1 }],
    [{}, {}],
    [5, {}],
    [{}, 5]
  ],
  [record({ a: { ...INTEGER, default: 0 } }), record({ a: STRING }), [{}, { a: 'x' }]],
  [record({ a: STRING }), record({ a: STRING }), [{}, { a: 'x' }]],
  [
    record({ a: { $ref: '#/components/schemas/Deepest' } }),
    record({ a: { $ref: '#/components/schemas/Deepest' } }),
    [{}, { a: deep(6, 1) }],
    [{}, { a: deep(5, 1) }]
  ],
  [
    { type: ['string', 'null'] },
    { type: ['string', 'null'] },
    [null, 'x'],
    [null, undefined],
    ['x', null],
    ['x'.repeat(118), null],
    ['x'.repeat(119), null]
  ],
  [
    alternatives(5),
    alternatives(5),
    [
      { p0: 'a', p1: 'a', p2: 'a', p3: 'a', p4: 'a', p5: 'a' },
      { p0: 'b', p1: 'b', p2: 'b', p3: 'b', p4: 'b', p5: 'b' }
    ]
  ],
  [
    { ...record({ a: STRING }), anyOf: [record({ b: STRING }), record({ c: STRING })] },
    record({ a: STRING, b: STRING, c: STRING }),
    [
      { a: 'x', b: 'y', c: 'z' },
      { a: '1', b: '2', c: '3' }
    ]
  ],
  [record({ a: { ...STRING, readOnly: true } }), record({ a: STRING }), [{ a: 'x' }, { a: 'y' }]],
  [record({}, { additionalProperties: true }), record({}, { additionalProperties: true }), [{ a: 'x' }, { a: 'y' }]],
  [{ type: 'array' }, { type: 'array' }, [['x'], ['y']], [[1], [2]]],
  [lists(5), lists(5), [inLists(5, 1), inLists(5, 2)]],
  [lists(6), lists(6), [inLists(6, 1), inLists(6, 2)]],
  [lists(7), lists(7), [inLists(7, 1), inLists(7, 2)]],
  [
    list(record({ a: INTEGER }), { uniqueItems: true }),
    list(record({ a: INTEGER })),
    [[{ a: 1 }], [{ a: 2 }]],
    [
      [{ a: 1 }, { a: 2 }],
      [{ a: 2 }, { a: 1 }]
    ]
  ],
  [
    list(INTEGER, { uniqueItems: true }),
    list(INTEGER),
    [
      [1, 3],
      [1, 2]
    ],
    [
      [1, 2],
      [1, 2]
    ],
    [
      [2, 1],
      [1, 2]
    ]
  ],
  [{ ...STRING, format: 'uuid' }, STRING, ['ab', 'AB']]
]

/** An object whose alternatives are objects with alternatives, each with a property of its own. */
function alternatives(depth: number, at = 0): object {
  const own = record({ [`p${at}`]: STRING })
  return at === depth ? own : { ...own, oneOf: [alternatives(depth, at + 1), record({ other: INTEGER })] }
}

function lists(depth: number): object {
  return depth === 0 ? INTEGER : list(lists(depth - 1))
}

function inLists(depth: number, value: number): unknown {
  return depth === 0 ? value : [inLists(depth - 1, value)]
}

function deep(depth: number, value: number): unknown {
  return depth === 0 ? { value } : { next: deep(depth - 1, value) }
}

const NEW = record({
  name: STRING,
  on: { type: 'boolean' },
  tags: list(STRING),
  files: list({ ...STRING, format: 'binary' }),
  count: INTEGER
})
const content = (...types: string[]) => Object.fromEntries(types.map((type) => [type, { schema: NEW }]))
const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'
const file = (name: string, text: string, filename?: string) => ({
  name,
  filename,
  contentType: undefined,
  content: Buffer.from(text)
})
const multipart = (...parts: ReturnType<typeof file>[]): BodyPart => ({ kind: 'multipart', form: formOf(parts) })

/** Requests with their parts, and the responses to them. */
const ECHOES: readonly (readonly [
  operation: string,
  parts: Partial<RequestParts>,
  received: unknown,
  more?: object
])[] = [
  ['create', { body: { kind: 'json', value: { name: 'a' } } }, { name: 'b' }],
  ['create', { body: { kind: 'json', value: { name: 'a' } } }, { name: 'a' }],
  ['create', { body: { kind: 'json', value: { name: 'a' } } }, { name: 'b' }, { status: 199 }],
  ['create', { body: { kind: 'json', value: { name: 'a' } } }, { name: 'b' }, { status: 299 }],
  ['create', { body: { kind: 'json', value: { name: 'a' } } }, { name: 'b' }, { status: 300 }],
  [
    'create',
    { body: { kind: 'json', value: { name: 'a' } } },
    { name: 'b' },
    { headers: { 'content-type': 'text/plain' } }
  ],
  ['create', { body: { kind: 'json', value: { name: 'a' } } }, { name: 'b' }, { headers: {} }],
  [
    'create',
    { body: { kind: 'json', value: { name: 'a' } } },
    { name: 'b' },
    { headers: { 'content-type': 'application/x+json' } }
  ],
  ['create', { body: { kind: 'json', value: { name: 'a' } }, method: 'PUT' }, { name: 'b' }],
  ['create', { body: { kind: 'json', value: { name: 'a' } }, contentType: 'text/plain' }, { name: 'b' }],
  ['create', { body: { kind: 'json', value: { name: 'a' } }, contentType: undefined }, { name: 'b' }],
  [
    'create',
    { body: { kind: 'json', value: { name: 'a', on: true, tags: ['x', 'y'], count: 5 } } },
    { name: 'b', on: false, tags: [], count: 6 }
  ],
  ['create', { body: undefined }, { name: 'b' }],
  [
    'create',
    { body: { kind: 'text', text: 'name=a&tags=x&tags=y&count=5&on=true&more=1' }, contentType: FORM },
    { name: 'b', tags: ['x'], count: 6, on: false }
  ],
  ['create', { body: { kind: 'text', text: 'name=a&name=c' }, contentType: FORM }, { name: 'c' }],
  ['create', { body: { kind: 'text', text: 'name=a' }, contentType: JSON_TYPE }, { name: 'b' }],
  [
    'create',
    {
      body: multipart(file('name', 'a'), file('tags', 'x'), file('files', '1', 'f')),
      contentType: 'multipart/form-data; boundary=x'
    },
    { name: 'b', tags: ['y'], files: [] }
  ],
  [
    'create',
    {
      body: multipart(file('files', '1', 'f'), file('files', '1', 'g'), file('files', '2', 'g')),
      contentType: 'multipart/form-data'
    },
    { files: ['x'] }
  ],
  [
    'create',
    { body: multipart(file('files', '1', 'f'), file('files', '1', 'g')), contentType: 'multipart/form-data' },
    { files: ['x'] }
  ],
  ['create', { body: multipart(file('files', '1', 'f')), contentType: 'multipart/form-data' }, { files: 'x' }],
  [
    'create',
    {
      body: { kind: 'multipart', form: { ...formOf([file('name', 'a')]), cut: 1 } },
      contentType: 'multipart/form-data'
    },
    { name: 'b' }
  ],
  ['read', { body: { kind: 'json', value: { name: 'a' } } }, { name: 'b' }],
  ['read', { path: { name: 'x', id: '5' } }, { name: 'y', id: 6 }],
  ['read', { path: { name: 'x', id: '05' } }, { name: 'y', id: 5 }],
  ['read', { path: { name: 'x', id: '' } }, { id: 0 }],
  ['read', { path: { name: 'x', id: 'A' } }, { id: 'a' }],
  ['read', { path: { name: 'x', id: 'A' } }, { id: ['b'] }],
  ['read', { path: { name: 'x', id: 'A' } }, ['b']],
  [
    'read',
    { headers: [['x-unit', 'kg']], cookies: [['theme', 'dark']] },
    { 'X-Unit': 'g', theme: 'light', 'X-Json': 'x' }
  ],
  ['read', { headers: [['x-json', '"a"']] }, { 'X-Json': 'x' }],
  ['read', {}, { 'X-Unit': 'g', theme: 'light', q: 'x' }],
  ['read', { query: [{ name: 'q', text: 'a' }] }, { q: 'x' }],
  ['read', { cookies: [['q', 'a']] }, { q: 'x' }],
  ['read', { path: { name: 'x', id: 'a' } }, { id: 'A' }],
  ['read', { path: { name: 'x', id: 'a' } }, {}],
  [
    'create',
    {
      body: multipart(file('name', '1', 'f'), file('name', '2', 'g'), file('other', '3', 'h'), file('files', '4', 'i')),
      contentType: 'multipart/form-data'
    },
    { name: ['x'], files: ['x'] }
  ],
  [
    'create',
    {
      body: multipart(file('files', '1'), file('files', '2'), file('other', '3', 'f')),
      contentType: 'multipart/form-data'
    },
    { files: [] }
  ]
]

describe('What a response says of its own request', () => {
  it('is compared as echo-list.txt says', async () => {
    const schemas = {
      Deep: record({ next: { $ref: '#/components/schemas/Deep' }, value: INTEGER }),
      Level: { ...STRING, default: 'low' },
      Deepest: { ...record({ next: { $ref: '#/components/schemas/Deep' } }), default: deep(6, 0) }
    }
    const responses = { default: { content: content(JSON_TYPE, 'text/plain') } }
    const paths = {
      '/items': {
        post: {
          operationId: 'create',
          requestBody: { content: content(JSON_TYPE, FORM, 'multipart/form-data') },
          responses
        }
      },
      '/items/{name}/{id}': {
        get: {
          operationId: 'read',
          requestBody: { content: content(JSON_TYPE) },
          parameters: [
            { in: 'header', name: 'X-Unit', schema: STRING },
            { in: 'header', name: 'X-Json', content: { 'application/json': { schema: STRING } } },
            { in: 'cookie', name: 'theme', schema: STRING },
            { in: 'query', name: 'q', schema: STRING }
          ],
          responses
        }
      }
    }
    const document = readDocument(openApi(paths, schemas, '3.1.0'))
    const checks = new SchemaChecks(document, await loadLibraries())
    const newStored = () => new StoredValues(new SchemaFlattener(checks), (schema) => checks.resolve(schema))
    const stored = newStored()
    const compared = STORED.flatMap(([sentSchema, readSchema, ...pairs]) => [
      `${JSON.stringify(sentSchema)} and ${JSON.stringify(readSchema)}`,
      ...pairs.map(([sent, read]) => {
        const args = [
          sentSchema as { [keyword: string]: unknown },
          sent,
          readSchema as { [keyword: string]: unknown },
          read
        ] as const
        const differences = [...stored.differences(...args), ...stored.lostDefaults(...args)].map(sentenceOfDifference)
        return `  ${JSON.stringify(sent)}, ${JSON.stringify(read)}: ${differences.join('; ') || 'the same'}`
      })
    ])
    expectListed(LIST, 'values that were sent and read', compared)
    const echoes = ECHOES.map(([id, parts, received, more]) => {
      const operation = document.operations.find((each) => each.id === id)
      if (operation === undefined) throw new Error(`there is no ${id}`)
      const whole: RequestParts = {
        ...{ operation, method: operation.method, path: {}, rawPath: undefined, query: [], headers: [], cookies: [] },
        ...{ contentType: JSON_TYPE, body: undefined, ...parts }
      }
      const response = {
        status: 200,
        headers: { 'content-type': JSON_TYPE },
        body: Buffer.from(JSON.stringify(received)),
        ...more
      }
      const found = new Echo(checks, newStored()).findings(whole, response)
      const shown = found.map(({ kind, what, judge }) => `${kind} ${what} (${judge})`).join('; ')
      return `${id} ${JSON.stringify(parts)} → ${JSON.stringify(received)} ${JSON.stringify(more ?? {})}: ${shown || 'nothing'}`
    })
    expectListed(LIST, 'responses', echoes)
  })
})
