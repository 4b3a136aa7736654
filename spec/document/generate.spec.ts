import { expect } from 'chai'
import {
  Body,
  Controller,
  DateOnly,
  enumOf,
  Field,
  Float,
  generateOpenAPISpec,
  Int32,
  Integer,
  mapOf,
  nullable,
  Post,
  Record,
  Router,
  Unknown
} from 'fieldstone'
import { serviceOf } from '../support/applications.js'
import { CONFIG, describedRoute, documentOf } from '../support/described-route.js'
import { complaintsAbout } from '../support/openapi-validator.js'

class Item {
  @Field(() => Integer, { description: 'Item ID' }) id!: number
  @Field({ example: 'Widget' }) name!: string
  @Field({ description: 'Creation timestamp' }) createdAt!: Date
}

class Tree {
  @Field(() => nullable(Item), { description: 'What hangs here' }) item!: Item | null
  @Field(() => [Tree], { maxItems: 9 }) children!: Tree[]
}

@Record({ description: 'All of it', unknownFields: 'reject' })
class Everything {
  @Field({ minLength: 3, pattern: 'a' }) text!: string
  @Field(() => Int32, { exclusiveMinimum: 0, default: 3 }) small!: number
  @Field(() => Float, { nullable: true, exclusiveMaximum: 1 }) ratio!: number | null
  @Field({ deprecated: true, optional: true }) flag?: boolean
  @Field(() => enumOf(['on', 'off'], 'Mode'), { nullable: true, description: 'How' }) mode!: string | null
  @Field(() => enumOf([1, 2]), { nullable: true }) level!: number | null
  @Field(() => mapOf(nullable(Integer))) counts!: { [name: string]: number | null }
  @Field(() => Everything, { optional: true, nullable: true }) self?: Everything | null
  @Field(() => DateOnly) day!: string
  @Field(() => Unknown) anything: unknown
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
    responses: { 200: { body: [Item] }, 304: {}, 400: { description: 'Wrong page' } }
  }),
  describedRoute('POST', '/items', { tags: ['Items'], requestBody: Item, responses: { 201: { body: Item } } }),
  describedRoute('GET', '/items/{id:[0-9]+}', {
    responses: { 200: { body: Item }, 404: { description: 'Not found' } }
  }),
  describedRoute('PUT', '/items/{itemId}', {
    requestBody: Everything,
    parameters: [{ name: 'itemId', in: 'path', schema: Int32, description: 'Which' }],
    responses: { 204: {} }
  }),
  describedRoute('HEAD', '/items/{id}', { responses: { 200: { body: Item } } }),
  describedRoute('DELETE', '/items/{id}'),
  describedRoute('OPTIONS', '/items'),
  describedRoute('PATCH', '/trees', {
    tags: ['Trees'],
    requestBody: Tree,
    responses: { 200: { body: nullable(Tree) } }
  }),
  describedRoute('GET', '/files/{path:*}', { responses: { 200: { body: Unknown } } }),
  describedRoute('GET', '/a/{x}/b/{y:[a-z]{2}}', { responses: { 200: { body: enumOf(['a', 'b'], 'Letter') } } }),
  describedRoute('GET', '/')
]

describe('The generated document', () => {
  for (const openapi of ['3.0', '3.1'] as const) {
    it(`is valid by the schema of OpenAPI ${openapi}`, async () => {
      const servers = [{ url: 'https://api.example.com/v1', description: 'Live' }, { url: '/v1' }]
      const document = documentOf(WIDE, { description: 'Everything', servers, openapi })
      expect(document.openapi).to.equal(openapi === '3.0' ? '3.0.3' : '3.1.1')
      expect(await complaintsAbout(document)).to.deep.equal([])
    })
  }

  it('is rejected by that schema if it is broken', async () => {
    expect(await complaintsAbout({ ...documentOf(WIDE), paths: { '/items': { get: {} } } })).to.have.length(1)
  })

  it('of no routes has the title, version, description and servers, and nothing else', () => {
    const servers = [{ url: 'https://api.example.com', description: 'Live' }]
    expect(documentOf([], { description: 'Buy', servers })).to.deep.equal({
      openapi: '3.0.3',
      info: { title: 'Shop', description: 'Buy', version: '1.0.0' },
      servers,
      paths: {}
    })
  })

  it('holds an operation with all that its route says', () => {
    const int64 = { type: 'integer', format: 'int64', minimum: -9007199254740991, maximum: 9007199254740991 }
    expect(documentOf(WIDE).paths['/items']?.get).to.deep.equal({
      tags: ['Items', 'Lists'],
      summary: 'List items',
      description: 'All of *them*.',
      operationId: 'listItems',
      deprecated: true,
      parameters: [
        { name: 'page', in: 'query', description: 'From 0', required: false, example: 1, schema: int64 },
        {
          ...{ name: 'tag', in: 'query', required: true, style: 'form', explode: true },
          schema: { type: 'array', items: { type: 'string' } }
        },
        {
          ...{ name: 'filter', in: 'query', required: false, style: 'form', explode: false },
          schema: { type: 'array', items: { type: 'string' }, maxItems: 3 }
        },
        { name: 'X-Trace', in: 'header', required: false, schema: { type: 'string' } },
        { name: 'session', in: 'cookie', required: false, deprecated: true, schema: int64 }
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
    expect(documentOf(WIDE).paths['/items']?.post?.requestBody).to.deep.equal({
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } }
    })
  })

  it('requires the request body that a method reads', async () => {
    @Controller('/items')
    class Items {
      @Post() add(@Body() item: Item): Item {
        return item
      }
    }
    const { document } = await serviceOf([Items])
    expect(document.paths['/items']?.post?.requestBody).to.deep.equal({
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } }
    })
  })

  it('lists tags in the order in which operations first use them', () => {
    expect(documentOf(WIDE).tags).to.deep.equal([{ name: 'Items' }, { name: 'Lists' }, { name: 'Trees' }])
  })

  it('holds each record once, and the records that those refer to', () => {
    expect(Object.keys(documentOf(WIDE).components?.schemas ?? {})).to.have.members([
      ...['Item', 'Problem', 'Fault', 'Everything', 'Mode', 'Tree', 'Letter']
    ])
  })

  const described = [
    [200, 'OK'],
    [201, 'Created'],
    [202, 'Accepted'],
    [204, 'No Content'],
    [304, 'Not Modified'],
    [404, 'Not Found'],
    [418, 'Status 418'],
    [503, 'Service Unavailable'],
    ['1XX', 'Informational'],
    ['2XX', 'Success'],
    ['3XX', 'Redirection'],
    ['4XX', 'Client error'],
    ['5XX', 'Server error'],
    ['default', 'Any other response']
  ] as const
  it('describes a response without a description by its status', () => {
    const responses = Object.fromEntries(described.map(([status]) => [status, {}]))
    const { responses: found = {} } = documentOf([describedRoute('GET', '/a', { responses })]).paths['/a']?.get ?? {}
    expect(
      described.map(([status]) => [status, (found[status] as { description?: string }).description])
    ).to.deep.equal(described)
  })

  it('describes the headers of responses, required unless they are optional', () => {
    const responses = {
      200: {
        headers: {
          'x-all': { type: Integer, description: 'How many', example: 5, deprecated: true, 'x-own': 1 },
          'x-maybe': { type: String, optional: true, minLength: 2 },
          'x-plain': String
        }
      }
    } as const
    expect(documentOf([describedRoute('GET', '/a', { responses })]).paths['/a']?.get?.responses['200']).to.deep.equal({
      description: 'OK',
      headers: {
        'x-all': {
          ...{ description: 'How many', required: true, deprecated: true, example: 5, 'x-own': 1 },
          schema: { type: 'integer', format: 'int64', minimum: -9007199254740991, maximum: 9007199254740991 }
        },
        'x-maybe': { schema: { type: 'string', minLength: 2 } },
        'x-plain': { required: true, schema: { type: 'string' } }
      }
    })
  })

  it('says where a route declares no responses that anything may come, for a response without content is an empty one', () => {
    for (const options of [undefined, { responses: {} }]) {
      expect(documentOf([describedRoute('GET', '/a', options)]).paths['/a']?.get?.responses).to.deep.equal({
        default: {
          description: 'The responses of this operation are not declared.',
          content: { '*/*': { schema: {} } }
        },
        500: { $ref: '#/components/responses/InternalServerError' }
      })
    }
  })

  it('describes no body for HEAD, whose response has none', () => {
    expect(documentOf(WIDE).paths['/items/{id}']?.head?.responses).to.deep.equal({
      200: { description: 'OK' },
      400: { description: 'The request is malformed or breaks a rule; `errors` lists every fault.' },
      500: { description: 'The service failed.' }
    })
  })

  it('leaves out hidden routes', () => {
    const document = documentOf([
      describedRoute('GET', '/secret', {
        hidden: true,
        operationId: 'getA',
        tags: ['Secret'],
        responses: { 200: Item }
      }),
      describedRoute('GET', '/a', { operationId: 'getA' })
    ])
    expect(document.paths).to.have.keys('/a')
    expect(document.tags).to.equal(undefined)
    expect(document.components?.schemas).not.to.have.property('Item')
  })

  it('is the same document for the same routes, in the order of registration', () => {
    expect(JSON.stringify(documentOf(WIDE))).to.equal(JSON.stringify(documentOf(WIDE)))
    expect(Object.keys(documentOf(WIDE).paths)).to.deep.equal([
      ...['/items', '/items/{id}', '/trees', '/files/{path}', '/a/{x}/b/{y}', '/']
    ])
  })

  it('constructs no record and calls no handler', () => {
    class Fragile {
      @Field() name!: string

      constructor() {
        throw new Error('constructed')
      }
    }
    const router = new Router({ logger: false })
    router.postFunc('/a', () => expect.fail(), { requestBody: Fragile, responses: { 200: Fragile } })
    expect(generateOpenAPISpec(router, CONFIG).components?.schemas).to.include.keys('Fragile')
  })

  it('treats the same path with other names as one path, with the names that came first', () => {
    const { paths } = documentOf([
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
