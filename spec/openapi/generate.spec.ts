import { expect } from 'chai'
import {
  type Class,
  enumOf,
  generateOpenAPISpec,
  Int32,
  Integer,
  nullable,
  type OpenAPIDocument,
  type RouteDefinition,
  Unknown
} from 'fieldstone'
import { describedBody } from '../../src/http/request-body-options.js'
import type { TypeSchema } from '../../src/record/type/schema.js'
import { CONFIG, describedRoute } from '../support/described-route.js'
import { complaintsAbout } from '../support/openapi-validators.js'
import { field, INTEGER, lookupAmong, record, rule, STRING } from '../support/record-model.js'

const item = record('Item', () => [
  field('id', INTEGER, { description: 'Item ID' }),
  field('name', STRING, { example: 'Widget' }),
  field('createdAt', { kind: 'timestamp' }, { description: 'Creation timestamp' })
])
const tree = record('Tree', (self) => [
  field('item', { kind: 'record', class: item.class }, { description: 'What hangs here', nullable: true }),
  field('children', { kind: 'array', items: { kind: 'record', class: self } }, { rules: [rule({ maxItems: 9 })] })
])
const everything = record(
  'Everything',
  (self) => [
    field('text', STRING, { rules: [rule({ minLength: 3 }), rule({ pattern: 'a' }), rule({ pattern: 'b' })] }),
    field('small', { kind: 'integer', format: 'int32' }, { rules: [rule({ exclusiveMinimum: 0 })], default: 3 }),
    field('ratio', { kind: 'number', format: 'float' }, { nullable: true, rules: [rule({ exclusiveMaximum: 1 })] }),
    field('flag', { kind: 'boolean' }, { deprecated: true, required: false }),
    field('mode', { kind: 'enum', name: 'Mode', values: ['on', 'off'] }, { nullable: true, description: 'How' }),
    field('level', { kind: 'enum', name: undefined, values: [1, 2] }, { nullable: true }),
    field('mixed', { kind: 'enum', name: undefined, values: [1, 'a'] }, { nullable: true }),
    field('counts', { kind: 'map', values: nullableType(INTEGER) }),
    field('self', { kind: 'record', class: self }, { required: false, nullable: true, example: null }),
    field('anything', { kind: 'any' }, { rules: [rule(undefined)] })
  ],
  { description: 'All of it', unknownFields: 'reject' }
)
const lookup = lookupAmong(item, tree, everything)

function nullableType(type: TypeSchema): TypeSchema {
  return { kind: 'nullable', type }
}

function generate(routes: readonly RouteDefinition[]): OpenAPIDocument {
  return generateOpenAPISpec({ routes }, CONFIG, lookup)
}

const WIDE = [
  describedRoute('GET', '/items', {
    tags: ['Items', 'Lists'],
    summary: 'List items',
    description: 'All of *them*.',
    operationId: 'listItems',
    deprecated: true,
    parameters: [
      { name: 'page', in: 'query', schema: 0, example: 1, description: 'From 0' },
      { name: 'tag', in: 'query', schema: [], required: true },
      { name: 'filter', in: 'query', schema: [], style: 'comma', maxItems: 3 },
      { name: 'X-Trace', in: 'header', schema: '' },
      { name: 'session', in: 'cookie', schema: Integer, deprecated: true }
    ],
    responses: { 200: { body: [item.class] }, 304: {}, 400: { description: 'Wrong page' } }
  }),
  describedRoute('POST', '/items', {
    tags: ['Items'],
    requestBody: item.class,
    responses: { 201: { body: item.class } }
  }),
  describedRoute('GET', '/items/{id:[0-9]+}', {
    responses: { 200: { body: item.class }, 404: { description: 'Not found' } }
  }),
  describedRoute('PUT', '/items/{itemId}', {
    requestBody: everything.class,
    parameters: [{ name: 'itemId', in: 'path', schema: Int32, description: 'Which' }],
    responses: { 204: {} }
  }),
  describedRoute('HEAD', '/items/{id}', { responses: { 200: { body: item.class } } }),
  describedRoute('DELETE', '/items/{id}'),
  describedRoute('OPTIONS', '/items'),
  describedRoute('PATCH', '/trees', {
    tags: ['Trees'],
    requestBody: tree.class,
    responses: { 200: { body: nullable(tree.class) } }
  }),
  describedRoute('GET', '/files/{path:*}', { responses: { 200: { body: Unknown } } }),
  describedRoute('GET', '/a/{x}/b/{y:[a-z]{2}}', { responses: { 200: { body: enumOf(['a', 'b'], 'Letter') } } }),
  describedRoute('GET', '/')
]

describe('The generated document', () => {
  for (const openapi of ['3.0', '3.1'] as const) {
    it(`is valid OpenAPI ${openapi} to two independent validators`, async () => {
      const servers = [{ url: 'https://api.example.com/v1', description: 'Live' }, { url: '/v1' }]
      const config = { ...CONFIG, description: 'Everything', servers, openapi }
      const document = generateOpenAPISpec({ routes: WIDE }, config, lookup)
      expect(document.openapi).to.match(openapi === '3.0' ? /^3\.0\.3$/ : /^3\.1\.1$/)
      expect(await complaintsAbout(document)).to.deep.equal([])
    })
  }

  it('is rejected by both validators if it is broken, so they are really called', async () => {
    const broken = { ...generate(WIDE), paths: { '/items': { get: {} } } }
    expect(await complaintsAbout(broken)).to.have.length(2)
  })

  it('has the title, version, description and servers', () => {
    const servers = [{ url: 'https://api.example.com', description: 'Live' }]
    const document = generateOpenAPISpec({ routes: [] }, { ...CONFIG, description: 'Buy', servers })
    expect(document).to.deep.equal({
      openapi: '3.0.3',
      info: { title: 'Shop', description: 'Buy', version: '1.0.0' },
      servers,
      paths: {}
    })
  })

  it('holds an operation with all that its route says', () => {
    expect(generate(WIDE).paths['/items']?.get).to.deep.equal({
      tags: ['Items', 'Lists'],
      summary: 'List items',
      description: 'All of *them*.',
      operationId: 'listItems',
      deprecated: true,
      parameters: [
        {
          ...{ name: 'page', in: 'query', description: 'From 0', required: false, example: 1 },
          schema: { type: 'integer', format: 'int64', minimum: -9007199254740991, maximum: 9007199254740991 }
        },
        {
          ...{ name: 'tag', in: 'query', required: true, style: 'form', explode: true },
          schema: { type: 'array', items: { type: 'string' } }
        },
        {
          ...{ name: 'filter', in: 'query', required: false, style: 'form', explode: false },
          schema: { type: 'array', items: { type: 'string' }, maxItems: 3 }
        },
        { name: 'X-Trace', in: 'header', required: false, schema: { type: 'string' } },
        {
          ...{ name: 'session', in: 'cookie', required: false, deprecated: true },
          schema: { type: 'integer', format: 'int64', minimum: -9007199254740991, maximum: 9007199254740991 }
        }
      ],
      responses: {
        200: {
          description: 'OK',
          content: { 'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Item' } } } }
        },
        304: { description: 'Not Modified' },
        400: {
          description: 'Wrong page',
          content: {
            'application/problem+json': {
              schema: { $ref: '#/components/schemas/Problem' },
              example: { type: 'about:blank', title: 'Bad Request', status: 400, detail: 'Wrong page' }
            }
          }
        },
        500: { $ref: '#/components/responses/InternalServerError' }
      }
    })
  })

  it('demands the request body that a route declares', () => {
    expect(generate(WIDE).paths['/items']?.post?.requestBody).to.deep.equal({
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } }
    })
  })

  it('requires the request body that a route’s method reads, unless its options say otherwise', () => {
    const inputs = { parameters: [], body: describedBody({ kind: 'record', class: item.class }, {}, 'a') }
    const read = { ...describedRoute('POST', '/read'), inputs }
    const declared = { ...describedRoute('POST', '/declared', { requestBody: tree.class }), inputs }
    const { paths } = generate([read, declared])
    const schemaOf = (path: string) => paths[path]?.post?.requestBody?.content['application/json']?.schema
    expect(schemaOf('/read')).to.deep.equal({ $ref: '#/components/schemas/Item' })
    expect(schemaOf('/declared')).to.deep.equal({ $ref: '#/components/schemas/Tree' })
  })

  it('lists tags in the order in which operations first use them', () => {
    expect(generate(WIDE).tags).to.deep.equal([{ name: 'Items' }, { name: 'Lists' }, { name: 'Trees' }])
  })

  it('holds each record once, and the records that those refer to', () => {
    const { components } = generate(WIDE)
    expect(Object.keys(components?.schemas ?? {})).to.deep.equal([
      ...['Item', 'Problem', 'Fault', 'Everything', 'Mode', 'Tree', 'Letter']
    ])
    expect(components?.schemas?.Item?.properties?.createdAt).to.deep.equal({
      type: 'string',
      format: 'date-time',
      description: 'Creation timestamp'
    })
  })

  it('says where a route declares no responses that anything may come, for a response without content is an empty one', () => {
    expect(generate([describedRoute('GET', '/a')]).paths['/a']?.get?.responses).to.deep.equal({
      default: { description: 'The responses of this operation are not declared.', content: { '*/*': { schema: {} } } },
      500: { $ref: '#/components/responses/InternalServerError' }
    })
    expect(generate([describedRoute('GET', '/a', { responses: {} })]).paths['/a']?.get?.responses).to.have.keys(
      'default',
      '500'
    )
  })

  it('describes no body for HEAD, whose response has none', () => {
    expect(generate(WIDE).paths['/items/{id}']?.head?.responses).to.deep.equal({
      200: { description: 'OK' },
      400: { description: 'The request is malformed or breaks a rule; `errors` lists every fault.' },
      500: { description: 'The service failed.' }
    })
  })

  it('leaves out hidden routes', () => {
    const document = generate([
      describedRoute('GET', '/a/{hidden}', { hidden: true, operationId: 'getA', tags: ['Secret'] }),
      describedRoute('GET', '/a/{shown}', { operationId: 'getA' })
    ])
    expect(document.paths).to.have.keys('/a/{shown}')
    expect(document.tags).to.equal(undefined)
  })

  it('is the same document for the same routes, in the order of registration', () => {
    expect(JSON.stringify(generate(WIDE))).to.equal(JSON.stringify(generate(WIDE)))
    expect(Object.keys(generate(WIDE).paths)).to.deep.equal([
      ...['/items', '/items/{id}', '/trees', '/files/{path}', '/a/{x}/b/{y}', '/']
    ])
  })

  it('constructs no record', () => {
    const fragile = {
      Fragile: class {
        constructor() {
          throw new Error('constructed')
        }
      }
    }.Fragile as Class
    const model = { ...item, name: 'Fragile', class: fragile }
    const route = describedRoute('POST', '/a', { requestBody: fragile })
    const document = generateOpenAPISpec({ routes: [route] }, CONFIG, lookupAmong(model))
    expect(document.components?.schemas).to.include.keys('Fragile')
  })

  it('treats the same path with other names as one path, with the names that came first', () => {
    const { paths } = generate([
      describedRoute('GET', '/shops/{shop}/items/{id}'),
      describedRoute('PUT', '/shops/{id}/items/{item:[0-9]+}', {
        parameters: [{ name: 'id', in: 'path', description: 'The shop' }]
      })
    ])
    expect(paths).to.have.keys('/shops/{shop}/items/{id}')
    expect(paths['/shops/{shop}/items/{id}']?.put?.parameters).to.deep.equal([
      { name: 'shop', in: 'path', description: 'The shop', required: true, schema: { type: 'string', minLength: 1 } },
      { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^(?:[0-9]+)$' } }
    ])
  })
})
