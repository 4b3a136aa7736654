import { openApi } from '../../../../spec/support/published.js'
import { leastDraw } from '../../../../spec/support/scripted-draw.js'
import { expectWholeList } from '../../../../spec/support/whole-list.js'
import { Principals } from '../../src/credentials/principals.js'
import { loadLibraries } from '../../src/document/libraries.js'
import { readDocument } from '../../src/document/published-document.js'
import { SchemaChecks } from '../../src/document/schema-checks.js'
import { BodyEncoder } from '../../src/requests/body-encoding.js'
import { edgeCasesOf } from '../../src/requests/edge-cases.js'
import { type RequestParts, writeRequest } from '../../src/requests/request-parts.js'
import { FORMAT_SAMPLES, RULE_SAMPLES } from '../../src/values/text-samples.js'
import { ValueMaker } from '../../src/values/value-maker.js'
import { lineOf, textOf } from './edge-case-line.js'

const parameter = (place: string, name: string, schema: object, more: object = {}) => ({
  ...{ in: place, name, schema },
  ...more,
  ...(place === 'path' ? { required: true } : {})
})
const json = (schema: object) => ({ 'application/json': { schema } })
const OK = { 200: { description: '', content: { ...json({}), 'text/csv': {} } } }

const PATHS = {
  '/items/{id}': {
    get: {
      operationId: 'read',
      parameters: [
        parameter('path', 'id', { type: 'integer', minimum: 1 }),
        parameter('query', 'on', { type: 'boolean' }),
        parameter('query', 'ids', { type: 'array', items: { type: 'integer' }, maxItems: 2 }, { explode: false })
      ],
      responses: OK
    }
  },
  '/items': {
    post: {
      operationId: 'add',
      requestBody: { required: true, content: json({ $ref: '#/components/schemas/Item' }) },
      responses: { 201: { description: '', content: json({}) } }
    }
  },
  '/form': {
    parameters: [
      parameter('header', 'X-Trace', { type: 'string', maxLength: 3 }),
      parameter('cookie', 'session', { enum: ['a', 'B'] })
    ],
    put: {
      operationId: 'change',
      security: [{ token: [] }, { password: [] }, { key: ['write'], cookie: [] }],
      requestBody: {
        content: {
          'application/x-www-form-urlencoded': {
            schema: {
              type: 'object',
              additionalProperties: false,
              properties: { n: { type: 'integer' }, list: { type: 'array', items: { type: 'string' }, maxItems: 2 } }
            }
          }
        },
        'x-body-limits': { bodyLimit: 100 }
      },
      responses: { 204: { description: '' }, 413: { description: '' } }
    }
  },
  '/upload': {
    post: {
      operationId: 'upload',
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              required: ['picture', 'title'],
              additionalProperties: false,
              properties: {
                picture: { type: 'string', format: 'binary', maxLength: 500 },
                title: { type: 'string', minLength: 1, maxLength: 2 },
                pages: { type: 'array', items: { type: 'string', format: 'binary' }, minItems: 1, maxItems: 2 },
                detail: { type: 'object', properties: { a: { type: 'boolean' } }, additionalProperties: false }
              }
            },
            encoding: { picture: { contentType: 'image/png, image/gif' } }
          }
        },
        'x-body-limits': {
          bodyLimit: 300,
          uploads: { requestSize: 2000, fileSize: 900, files: 2, fields: 3, parts: 4 }
        }
      },
      responses: { 204: { description: '' } }
    }
  }
}

const SCHEMAS = {
  Item: {
    type: 'object',
    required: ['name', 'level'],
    properties: {
      name: { type: 'string', minLength: 2, maxLength: 5 },
      code: { type: 'string', pattern: '^[a-c]{2}$' },
      level: { type: 'string', enum: ['low', '5'] },
      grade: { type: 'number', enum: [1, 2.5] },
      price: { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 9.5, multipleOf: 0.5 },
      size: { type: 'integer', nullable: true },
      tags: { type: 'array', items: { type: 'boolean' }, minItems: 1, maxItems: 2 },
      choice: { oneOf: [{ type: 'boolean' }, { $ref: '#/components/schemas/Box' }] },
      pair: { $ref: '#/components/schemas/Pair' }
    },
    additionalProperties: false
  },
  Pair: { type: 'object', required: ['a', 'b'], properties: { a: {}, b: {} }, minProperties: 2 },
  Box: { type: 'object', additionalProperties: { type: 'boolean' }, minProperties: 1 }
}

const TOKEN = `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl`
const SECURITY = {
  token: { type: 'http', scheme: 'bearer' },
  password: { type: 'http', scheme: 'basic' },
  key: { type: 'apiKey', in: 'header', name: 'x-key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'login' }
}

function* listed(maker: ValueMaker, principals: Principals, document: ReturnType<typeof readDocument>) {
  const draw = leastDraw()
  for (const operation of document.operations) {
    const [[type, media] = []] = operation.body?.content ?? []
    const valid: RequestParts = {
      ...{ operation, method: operation.method, path: { id: '7' }, rawPath: undefined },
      ...{ query: [{ name: 'on', text: 'true' }], headers: [], cookies: [['session', 'a']], contentType: undefined },
      body: undefined,
      ...(type && media && new BodyEncoder(maker).valid(type, media, draw))
    }
    const cases = edgeCasesOf(maker, principals, operation)
    const shares = new Set(cases.flatMap(({ share }) => (share === undefined ? [] : [share])))
    yield `\n${operation.id}: ${cases.length} edge cases, ${shares.size} of them shared, of this request:`
    yield `${JSON.stringify(writeRequest({ ...valid, body: undefined }))} ${textOf(writeRequest(valid).body)}`
    for (const edgeCase of cases) yield lineOf(edgeCase, valid, draw)
  }
}

describe('The edge cases of operations', () => {
  it('are those of edge-case-list.txt, in their order, with their ranks and what is sent', async () => {
    const libraries = await loadLibraries()
    const document = readDocument({
      ...openApi(PATHS),
      components: { schemas: SCHEMAS, securitySchemes: SECURITY }
    })
    const maker = new ValueMaker(new SchemaChecks(document, libraries), libraries)
    const principals = new Principals(document.schemes, {
      extras: { headers: [], query: [] },
      credentials: { token: TOKEN, password: 'ada:Secret', key: 'Key1', cookie: 'c' },
      principals: { other: { key: 'Key2', cookie: 'd' } },
      scopes: { other: ['read'] }
    })
    const samples = [
      ...Object.entries(FORMAT_SAMPLES).map(
        ([name, { good, bad }]) => `${name}: ${JSON.stringify(good)}, but not ${JSON.stringify(bad)}`
      ),
      ...Object.entries(RULE_SAMPLES).map(([name, texts]) => `${name}: ${JSON.stringify(texts)}`)
    ]
    expectWholeList('verify/requests/edge-case-list.txt', [
      'Texts of formats and rules',
      ...samples,
      ...listed(maker, principals, document)
    ])
  })
})
