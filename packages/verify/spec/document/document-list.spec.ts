import { expectListed } from '../../../../spec/support/listed.js'
import { openApi } from '../../../../spec/support/published.js'
import type { JsonSchema } from '../../src/document/json-schema-2020.js'
import { loadLibraries } from '../../src/document/libraries.js'
import { operationFault } from '../../src/document/operation-fault.js'
import { isNamedBy } from '../../src/document/operation-pattern.js'
import { compareTemplates, matchTemplate, splitBrokenPath } from '../../src/document/path-template.js'
import { readDocument } from '../../src/document/published-document.js'
import { schemesOf } from '../../src/document/published-security.js'
import { SchemaChecks } from '../../src/document/schema-checks.js'
import type { CheckPurpose } from '../../src/document/schema-preparation.js'

const LIST = 'verify/document/document-list.txt'

/** What JavaScript reads 1e400 as. */
const INFINITE = Number.POSITIVE_INFINITY
const STRING = { type: 'string' }
const INTEGER = { type: 'integer' }
const json = (schema: unknown, more: object = {}) => ({ content: { 'application/json': { schema, ...more } } })
const get = (operation: object, more: object = {}) => ({
  paths: { '/a': { get: { operationId: 'a', ...operation } } },
  ...more
})
const parameters = (...list: readonly unknown[]) => get({ parameters: list })
const response = (status: string, content: object, more: object = {}) => get({ responses: { [status]: content } }, more)
const secured = (security: unknown, root: object = {}, schemes: unknown = SCHEMES) => ({
  ...get(security === undefined ? {} : { security }),
  components: { securitySchemes: schemes },
  ...root
})
const SCHEMES = {
  bearer: { type: 'http', scheme: 'BEARER' },
  basic: { type: 'http', scheme: 'basic' },
  digest: { type: 'http', scheme: 'Digest' },
  header: { type: 'apiKey', in: 'header', name: 'X-Key' },
  query: { type: 'apiKey', in: 'query', name: 'Key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'Login' },
  body: { type: 'apiKey', in: 'body', name: 'x' },
  nameless: { type: 'apiKey', in: 'header' },
  oauth: { type: 'oauth2' },
  open: { type: 'openIdConnect' },
  tls: { type: 'mutualTLS' },
  again: { $ref: '#/components/securitySchemes/bearer' },
  none: 5
}

/** Documents, of which some can be read, some in part, and some not. */
const DOCUMENTS: Readonly<Record<string, unknown>> = {
  nothing: undefined,
  'a list': [],
  'an empty object': {},
  Swagger: { swagger: '2.0', openapi: '3.0.0', paths: {} },
  ...Object.fromEntries(
    ['3.0', '3.1', '3.0.3', '3.1.1', '3.2.0', '3.10', '2.0', '30', 'x3.1', 3, 3.1, 3.0].map((openapi) => [
      `version ${typeof openapi} ${openapi}`,
      { openapi, paths: {} }
    ])
  ),
  'no paths': { openapi: '3.1.0' },
  'paths in a list': { openapi: '3.1.0', paths: [] },
  'paths of every form': {
    paths: {
      '/': { get: {} },
      a: { get: {} },
      'x-a': { get: {} },
      '/b': { $ref: '#/paths/~1' },
      '/c': { $ref: '#/paths/~1nowhere' },
      '/d': { $ref: '#/paths/~1d' },
      '/e': { $ref: 'other.json' },
      '/f': 5,
      '/g': { get: 5, put: {}, query: {}, parameters: [] }
    }
  },
  'templates of every form': {
    paths: Object.fromEntries(
      [
        '/{a}',
        '/x{a}y',
        '/{a}{b}',
        '/{a}-{b}',
        '/a%20b/{c}.json',
        '/a%zz',
        '/a?b',
        '/a#b',
        '/a/{b}?c={d}',
        '/a//b/',
        '/{}',
        '/{a'
      ].map((path) => [path, { get: {} }])
    )
  },
  'a rest of a path': {
    paths: {
      '/a/{b}/{c}': { get: { parameters: [{ in: 'path', name: 'c', 'x-spans-segments': true }] } },
      '/b/{c}': { get: { parameters: [{ in: 'path', name: 'c', 'x-spans-segments': 'true' }] } }
    }
  },
  ids: {
    paths: {
      '/a': {
        get: { operationId: 'x', tags: ['t', 5] },
        put: { operationId: 'x', tags: 'u' },
        post: { operationId: 5 }
      },
      '/b': { get: { operationId: 'GET /a' } }
    }
  },
  'servers of an operation': get({ servers: [] }),
  'servers of a path': { paths: { '/a': { servers: [], get: {} } } },
  'places of parameters': parameters(
    ...['path', 'query', 'header', 'cookie', 'body', undefined].map((place) => ({ in: place, name: 'p' })),
    { in: 'query' },
    { in: 'query', name: 5 },
    5
  ),
  'styles of parameters': parameters(
    ...['form', 'spaceDelimited', 'pipeDelimited', 'deepObject', 'simple'].flatMap((style) =>
      [undefined, true, false].map((explode, index) => ({ in: 'query', name: `${style}${index}`, style, explode }))
    ),
    { in: 'query', name: 'required', required: true, explode: 'yes' },
    { in: 'header', name: 'X', required: 1 }
  ),
  'schemas of parameters': parameters(
    { in: 'query', name: 'none' },
    { in: 'query', name: 'false', schema: false },
    { in: 'query', name: 'described', description: 'above', schema: { ...INTEGER, description: 'within' } },
    { in: 'query', name: 'numbered', description: 5, schema: { description: 'within' } },
    { in: 'query', name: 'json', content: { 'application/json': { schema: INTEGER } }, schema: STRING },
    { in: 'query', name: 'json without', content: { 'application/json': {} } },
    { in: 'query', name: 'json of nothing', content: {}, schema: STRING },
    { in: 'query', name: 'examples', example: null, examples: { a: { value: 1 }, b: {}, c: { $ref: '#/x' }, d: 7 } },
    { in: 'query', name: 'an example', example: 'x', examples: [5] },
    { $ref: '#/components/parameters/none' }
  ),
  'parameters of a path': {
    paths: {
      '/a/{id}': {
        parameters: [
          { in: 'path', name: 'id', schema: STRING },
          { in: 'query', name: 'q' }
        ],
        get: {
          parameters: [
            { in: 'path', name: 'id', schema: INTEGER },
            { in: 'header', name: 'Q' }
          ]
        }
      }
    }
  },
  'a parameter by reference': {
    ...parameters({ $ref: '#/components/parameters/q' }),
    components: { parameters: { q: { $ref: '#/components/parameters/r' }, r: { in: 'query', name: 'r' } } }
  },
  'a body': get({ requestBody: { required: true, ...json(STRING) } }),
  'a body without content': get({ requestBody: {} }),
  'a body of several types': get({
    requestBody: {
      'x-unchecked': true,
      content: {
        'APPLICATION/JSON; charset=utf-8': { schema: STRING },
        'text/plain': {},
        'multipart/form-data': {
          schema: { type: 'object' },
          encoding: { a: { contentType: 'image/PNG, text/*' }, b: {}, c: { contentType: 5 }, d: 5 }
        }
      }
    }
  }),
  'limits of bodies': get(
    {
      requestBody: {
        content: {},
        'x-body-limits': { bodyLimit: 7, uploads: { fileSize: 0, files: -1, fields: 1.5, parts: '3' } }
      }
    },
    { 'x-body-limits': { bodyLimit: 5, uploads: { requestSize: 1, fileSize: 2, files: 3, fields: 4, parts: 5 } } }
  ),
  'limits of the document alone': get({ requestBody: {} }, { 'x-body-limits': { bodyLimit: 5, uploads: 5 } }),
  'no responses': get({ responses: {} }),
  'responses of every status': get({
    responses: Object.fromEntries(
      ['200', '2xx', '4XX', '404', 'default', 'x-own', '5Xx', '1xx', '20x'].map((status) => [status, {}])
    )
  }),
  'responses of every status, as Fieldstone says them': get(
    { responses: Object.fromEntries(['200', '4XX', '404', 'default'].map((status) => [status, {}])) },
    { 'x-edge-responses': {} }
  ),
  'content of responses': response('200', { content: { '*/*': {}, 'Text/CSV': { schema: STRING } } }),
  'content of errors': response('404', { content: {} }),
  'streams of items': response('200', {
    content: {
      'text/event-stream': { 'x-events': { a: INTEGER, b: STRING }, 'x-lines': INTEGER },
      'application/jsonl; x=y': { 'x-lines': INTEGER, 'x-events': { a: INTEGER } },
      'application/x-ndjson': { 'x-lines': INTEGER },
      'text/EVENT-stream; a': { 'x-events': 5 }
    }
  }),
  'headers of responses': response('200', {
    headers: {
      'X-One': { schema: INTEGER, required: true, explode: true },
      'X-Json': { content: { 'application/json': { schema: INTEGER } } },
      'X-None': {},
      'Content-Type': { schema: STRING },
      'X-Yes': { required: 'yes', explode: 'yes' },
      'X-Ref': { $ref: '#/components/headers/nowhere' }
    }
  }),
  'headers in a list': response('200', { headers: [{ schema: INTEGER }] }),
  'links of responses': response('200', {
    links: {
      byId: { operationId: 'b', parameters: { id: '$response.body#/id', 'path.x': 5 } },
      byReference: { operationRef: '#/paths/~1a~1{b}~0c/get' },
      byBoth: { operationId: 'b', operationRef: '#/paths/~1a/get', parameters: [1] },
      byPath: { operationRef: '#/paths/~1a%20b/put' },
      noMethod: { operationRef: '#/paths/~1a' },
      percent: { operationRef: '#/paths/~1a%/get' },
      pathsAlone: { operationRef: '#/paths/' },
      elsewhere: { operationRef: 'other.json#/paths/~1a/get' },
      byNothing: {},
      number: { operationRef: 5 }
    }
  }),
  'a response that is a circle': response(
    '200',
    { $ref: '#/components/responses/a' },
    {
      components: {
        responses: { a: { $ref: '#/components/responses/b' }, b: { $ref: '#/components/responses/a' } }
      }
    }
  ),
  'a response of another file': response('200', { $ref: 'other.yaml#/a' }),
  'a body of another file': get({ requestBody: { $ref: 'other.yaml#/a' } }),
  'no security': secured(undefined),
  'empty security': secured([]),
  'security of the document': secured(undefined, { security: [{ bearer: [] }] }),
  'security of both': secured([{ basic: [] }], { security: [{ bearer: [] }] }),
  'none in place of the security of the document': secured([], { security: [{ bearer: [] }] }),
  'security of every scheme': secured(Object.keys(SCHEMES).map((name) => ({ [name]: [] }))),
  'security with scopes': secured([{ oauth: ['read', 5], bearer: 'x' }, {}]),
  'security by several schemes': secured([
    { bearer: [], header: [] },
    { tls: [], query: [] }
  ]),
  'security of unknown schemes': secured([{ other: [] }, { toString: [] }]),
  'security in another form': secured({ bearer: [] }),
  'entries of security in another form': secured([5, null, ['bearer']]),
  'schemes in a list': secured([{ 0: [] }], {}, [{ type: 'http', scheme: 'basic' }]),
  'security that Fieldstone says': secured([{ bearer: [] }], { 'x-security': [] }),
  schemas: {
    paths: {},
    components: {
      schemas: {
        a: { ...STRING, nullable: true, example: 'x', 'x-a': 1 },
        b: { nullable: true, $ref: '#/components/schemas/a' },
        c: { nullable: true, enum: [1] },
        d: { minimum: 1, exclusiveMinimum: true, maximum: 2, exclusiveMaximum: true },
        e: { minimum: 1, exclusiveMinimum: false, maximum: 2, exclusiveMaximum: 5 },
        f: { exclusiveMinimum: true, exclusiveMaximum: true },
        g: {
          properties: { p: { ...STRING, nullable: true }, __proto: true },
          patternProperties: { '^a': { example: 1 } },
          additionalProperties: { example: 2 },
          items: { nullable: true, type: 'number' },
          allOf: [{ example: 3 }, 5],
          not: { example: 4 },
          default: { example: 5 },
          dependentSchemas: { x: { example: 6 } },
          if: { example: 7 },
          contains: true,
          propertyNames: 5
        },
        h: { ...STRING, nullable: 'true' },
        i: { type: ['string'], nullable: true },
        j: true,
        k: 5
      }
    }
  }
}

function plain(_: string, value: unknown): unknown {
  if (value instanceof Map) return { ...Object.fromEntries(value) }
  return value instanceof Set ? [...value] : value
}

/** Its operations line by line, without what is in no other than the first. */
function readingOf(json: unknown): string[] {
  try {
    const { is30, operations, unreadable, schemes, root } = readDocument(json)
    return [
      JSON.stringify({ is30, unreadable, schemes, root }, plain),
      ...operations.flatMap((operation) => [
        `  ${operation.id}: ${JSON.stringify(operation, plain)}`,
        `    ${JSON.stringify(schemesOf(operation.security).map(({ name }) => name))}`
      ])
    ]
  } catch (error) {
    return [String(error)]
  }
}

const PURPOSES: readonly CheckPurpose[] = [
  'request',
  'request-certain',
  'fraction',
  'request-without-read-only',
  'request-ignoring-read-only',
  'response',
  'response-without-write-only',
  'response-closed'
]

const SCHEMAS: Readonly<Record<string, unknown>> = {
  Named: { type: 'object', required: ['a'], properties: { a: INTEGER } },
  Self: { $ref: '#/components/schemas/Self' },
  Secret: { allOf: [{ writeOnly: true }] },
  Id: { ...INTEGER, readOnly: true },
  Broken: { type: 'odd' },
  Pattern: { pattern: '(' },
  Wide: Object.fromEntries(
    ['properties', 'required'].map((key) => [
      key,
      key === 'required'
        ? ['a', 'b']
        : { a: { $ref: '#/components/schemas/W1' }, b: { $ref: '#/components/schemas/W1' } }
    ])
  ),
  ...Object.fromEntries(
    Array.from({ length: 15 }, (_, index) => {
      const next = { $ref: `#/components/schemas/W${index + 2}` }
      return [`W${index + 1}`, { required: ['a', 'b'], properties: { a: next, b: next } }]
    })
  ),
  W16: true
}

/** Schemas, with values that they are held against. */
const CHECKED: readonly (readonly [schema: unknown, ...values: unknown[]])[] = [
  [true, 1],
  [false, 1],
  [5, 1],
  [null, 1],
  [INTEGER, 1, 1.5, '1', INFINITE],
  [{ type: ['integer', 'string'] }, 1, 'a'],
  [{ multipleOf: 0.1 }, 0.3, 0.35, 1e21, 'a'],
  [{ multipleOf: 1e-7 }, 3e-7, 3.5e-7],
  [{ multipleOf: 1e22 }, 1e22, 5],
  [
    { uniqueItems: true },
    [1, 1],
    [1, '1'],
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 }
    ],
    [[1], [1]],
    [INFINITE, INFINITE]
  ],
  [{ uniqueItems: false }, [1, 1]],
  [{ ...STRING, format: 'email' }, 'a@b.example', 'a@b', 'x', 5],
  [{ ...STRING, format: 'uri' }, 'http://a.example', 'a:b', 'x'],
  [{ ...STRING, format: 'date' }, '2024-02-29', '2023-02-29'],
  [{ format: 'int32' }, 2147483647, 2147483648, -2147483648, -2147483649, 'a'],
  [{ format: 'int64' }, 2 ** 63 - 1024, 2 ** 63, -(2 ** 63), 1e19, 1.5],
  [{ format: 'float' }, 3.4028234663852886e38, 3.5e38],
  [{ format: 'double' }, 1e308, INFINITE],
  [{ pattern: '[\\w\\-]' }, '-', '!'],
  [{ pattern: '\\A' }, 'A'],
  [{ items: { items: { maximum: 3 } } }, [[1, 5]], [[1, 2], [4]]],
  [{ properties: { 'a/b~c': { properties: { '7': INTEGER } } } }, { 'a/b~c': { '7': 'x' } }],
  [
    { additionalProperties: false, properties: { a: true } },
    { a: 1, b: 2 }
  ],
  [{ anyOf: [STRING, INTEGER, { type: 'boolean' }, { type: 'null' }, { type: 'array' }] }, {}],
  [{ properties: { a: false } }, { a: 1 }],
  [{ $ref: '#/components/schemas/Named' }, { a: 1 }, {}, { a: 1, b: 2 }],
  [{ $ref: '#/components/schemas/Named', maxProperties: 1 }, { a: 1 }, { a: 1, b: 2 }],
  [{ $ref: '#/components/schemas/Self' }, 1],
  [{ $ref: '#/components/schemas/None' }, 1],
  [{ $ref: 'other.json' }, 1],
  [{ items: { $ref: '#/components/schemas/Broken' } }, 1],
  [{ $ref: '#/components/schemas/Pattern' }, 1],
  [{ $ref: '#/components/schemas/Wide' }, 1],
  [{ type: 'odd' }, 1],
  [
    { required: ['id', 'secret', 'own'], properties: { id: { readOnly: true }, secret: { writeOnly: true }, own: {} } },
    { own: 1 },
    { id: 1, secret: 2, own: 3 },
    { id: 1, own: 3, more: 4 }
  ],
  [
    {
      required: ['id', 'secret'],
      properties: { id: { $ref: '#/components/schemas/Id' }, secret: { $ref: '#/components/schemas/Secret' } }
    },
    {},
    { id: 'x', secret: 1 }
  ],
  [{ allOf: [{ properties: { a: {} } }, { properties: { b: {} } }] }, { a: 1, b: 1 }, { a: 1, c: 1 }],
  [{ properties: { a: { properties: { b: {} } } } }, { a: { b: 1, c: 1 } }],
  [{ items: { properties: { b: {} } } }, [{ b: 1, c: 1 }]],
  [{ properties: { a: {} }, additionalProperties: {} }, { b: 1 }],
  [{ properties: { a: {} }, unevaluatedProperties: true }, { b: 1 }],
  [{ properties: {} }, { b: 1 }],
  [
    { oneOf: [{ $ref: '#/components/schemas/Named' }, STRING], discriminator: { propertyName: 'a' } },
    { a: 1, b: 1 }
  ],
  [{ $id: 'x', $schema: 'y', $anchor: 'z', examples: [1], ...INTEGER }, 'a']
]

const PATTERNS = [
  'a',
  'A',
  'GET',
  'get',
  'GE*',
  '/a',
  '/a/*',
  '/*',
  'GET /a/*',
  'PUT /a',
  '*',
  't',
  't*',
  'a.c',
  '',
  'x*z'
]
const NAMES = [
  { id: 'a', method: 'GET', path: '/a', tags: ['t', 'a.c'] },
  { id: 'GET /a/{b}', method: 'GET', path: '/a/{b}', tags: [] },
  { id: 'GET', method: 'PUT', path: '/abc', tags: ['x-y-z', 'abc'] }
]
const TEMPLATES = ['/a/{id}', '/a/me', '/a/{id}.json', '/a/x{id}', '/{rest}', '/a', '/a/{id}/b', '/a/{rest}', '/']
const RAW_PATHS = [
  '/a/5',
  '/a/me',
  '/a/x.json',
  '/a/.json',
  '/a/x',
  '/a/xy',
  '/a',
  '/a/',
  '/',
  '/a/b%2Fc',
  '/a/%zz',
  '/a/5/b',
  '/b/c/d'
]

describe('What is read of documents', () => {
  for (const openapi of ['3.0.3', '3.1.0']) {
    it(`is that of document-list.txt, as OpenAPI ${openapi}`, () => {
      for (const [name, own] of Object.entries(DOCUMENTS)) {
        const isPart = typeof own === 'object' && own !== null && 'paths' in own && !('openapi' in own)
        if (!isPart && openapi === '3.0.3') continue
        expectListed(LIST, isPart ? `${name}, ${openapi}` : name, readingOf(isPart ? { openapi, ...own } : own))
      }
    })

    it(`is what values are held against, as OpenAPI ${openapi}`, async () => {
      const document = readDocument(openApi({}, SCHEMAS, openapi))
      const checks = new SchemaChecks(document, await loadLibraries())
      const lines = CHECKED.flatMap(([schema, ...values]) => [
        JSON.stringify(schema),
        ...['request' as const, 'response' as const].map((purpose) => {
          return `  ${purpose}: ${checks.fault(schema as JsonSchema, purpose) ?? 'a schema'}`
        }),
        ...values.map((value) => {
          const faults = new Map<string, CheckPurpose[]>()
          for (const purpose of PURPOSES) {
            const fault = faultOf(() => checks.check(schema as JsonSchema, value, purpose))
            faults.set(fault, [...(faults.get(fault) ?? []), purpose])
          }
          const shown = [...faults].map(([fault, purposes]) => (faults.size === 1 ? fault : `${purposes}: ${fault}`))
          return `  ${value === Number.POSITIVE_INFINITY ? '1e400' : JSON.stringify(value)} → ${shown.join('; ')}`
        })
      ])
      // What is wrong with an expression is said by V8 in its own words.
      const own = lines.map((line) => line.replace(/(Invalid regular expression).*/, '$1'))
      expectListed(LIST, `values, ${openapi}`, own)
    })
  }

  it('is why operations cannot be checked', async () => {
    const broken = { type: 'odd' }
    const operations = {
      good: {},
      parameter: { parameters: [{ in: 'query', name: 'q', schema: broken }] },
      body: { requestBody: { content: { 'text/plain': {}, 'application/json': { schema: broken } } } },
      response: { responses: { 200: {}, 404: json(broken) } },
      lines: { responses: { 200: { content: { 'application/jsonl': { 'x-lines': broken } } } } },
      events: { responses: { 200: { content: { 'text/event-stream': { 'x-events': { a: true, b: broken } } } } } },
      servers: { servers: [] }
    }
    const paths = Object.fromEntries(
      Object.entries(operations).map(([operationId, own]) => [`/${operationId}`, { get: { operationId, ...own } }])
    )
    const document = readDocument(openApi(paths, {}, '3.1.0'))
    const checks = new SchemaChecks(document, await loadLibraries())
    const faults = document.operations.map((operation) => `${operation.id}: ${operationFault(checks, operation)}`)
    expectListed(LIST, 'operations that cannot be checked', faults)
  })

  it('is which operation a pattern names, and which template a path has', () => {
    const named = PATTERNS.map((pattern) => {
      return `${JSON.stringify(pattern)}: ${NAMES.filter((name) => isNamedBy(pattern, name))
        .map(({ id }) => id)
        .join(', ')}`
    })
    const spans = { parameters: [{ in: 'path', name: 'rest', 'x-spans-segments': true }] }
    const { operations } = readDocument(openApi(Object.fromEntries(TEMPLATES.map((path) => [path, { get: spans }]))))
    const matched = RAW_PATHS.map((raw) => {
      const found = operations
        .map(({ path, template }) => ({ path, template, texts: matchTemplate(template, splitBrokenPath(raw)) }))
        .filter(({ texts }) => texts !== undefined)
        .sort((a, b) => compareTemplates(a.template, b.template))
      const shown = found.map(({ path, texts }) => `${path} ${JSON.stringify(texts, plain)}`)
      return `${raw} ${JSON.stringify(splitBrokenPath(raw))}: ${shown.join(', ')}`
    })
    const order = operations.map(({ template }) =>
      operations.map((other) => Math.sign(compareTemplates(template, other.template))).join(' ')
    )
    expectListed(LIST, 'patterns and paths', [...named, '', ...matched, '', ...order])
  })
})

function faultOf(
  check: () => { path: string; keyword: string; message: string; isUnusual?: boolean } | undefined
): string {
  try {
    const fault = check()
    if (fault === undefined) return 'valid'
    return `${fault.keyword} at '${fault.path}': ${fault.message}${fault.isUnusual ? ', unusual' : ''}`
  } catch (error) {
    return String(error)
  }
}
