import { expect } from 'chai'
import {
  type ApplicationOptions,
  Body,
  bearerScheme,
  Controller,
  defineCallback,
  Field,
  Get,
  Integer,
  type MethodOptions,
  oauth2Scheme,
  Post,
  Returns,
  type RouteOptions
} from 'fieldstone'
import { verify } from 'fieldstone-verify'
import { serviceOf } from '../support/applications.js'
import { CONFIG, describedRoute, documentOf, faultsOf } from '../support/described-route.js'
import { complaintsAbout } from '../support/openapi-validator.js'

class Order {
  @Field(() => Integer) id!: number
}

const STORAGE = [{ url: 'https://storage.example.com', description: 'Large files' }]

@Controller('/orders', { servers: STORAGE, 'x-owner': 'sales', 'x-stage': 'beta' })
class Orders {
  @Get('/', { 'x-stage': 'live', servers: [{ url: '/v2' }] })
  @Returns(200, [Order], { 'x-response': true })
  list(): Order[] {
    return [{ id: 1 }]
  }

  @Post('/', { externalDocs: { url: 'https://example.com/buy', 'x-docs': 1 } })
  @Returns(201, {
    content: { 'application/json': { type: Order, 'x-media': { a: [1] }, example: { id: 1 } } },
    headers: {
      location: {
        'x-header': 1,
        examples: {
          first: { value: '/orders/1', summary: 'The first' },
          others: { externalValue: '/others.txt', 'x-e': 1 }
        }
      }
    }
  })
  @Returns(200, { content: { 'application/json': { type: Order, 'x-media': 0 } } })
  add(
    @Body(Order, { 'x-body': 'a', examples: { far: { externalValue: '../order.json', description: 'Far *away*' } } })
    order: Order
  ): Order {
    return order
  }
}

const ordersIn = async (openapi: '3.0' | '3.1') => (await serviceOf([Orders], { openapi })).document

describe('What routes say of their operations', () => {
  for (const openapi of ['3.0', '3.1'] as const) {
    it(`is in the document, extensions at every level, in OpenAPI ${openapi}`, async () => {
      const document = await ordersIn(openapi)
      const { get, post } = document.paths['/orders'] ?? {}
      expect(get).to.deep.include({ 'x-owner': 'sales', 'x-stage': 'live', servers: [{ url: '/v2' }] })
      expect(post).to.deep.include({ 'x-owner': 'sales', 'x-stage': 'beta', servers: STORAGE })
      expect(post?.externalDocs).to.deep.equal({ url: 'https://example.com/buy', 'x-docs': 1 })
      expect(get?.responses[200]).to.have.property('x-response', true)
      expect(post?.requestBody).to.have.property('x-body', 'a')
      expect(post?.requestBody?.content['application/json']?.examples).to.deep.equal({
        far: { description: 'Far *away*', externalValue: '../order.json' }
      })
      expect(post?.responses[201])
        .to.have.nested.property('content.application/json.x-media')
        .deep.equal({ a: [1] })
      expect(post?.responses[200]).to.have.nested.property('content.application/json.x-media', 0)
      expect(post?.responses[201]).to.have.nested.property('headers.location.x-header', 1)
      expect(post?.responses[201]).not.to.have.nested.property('headers.location.schema.x-header')
      expect(post?.responses[201])
        .to.have.nested.property('headers.location.examples')
        .deep.equal({
          first: { summary: 'The first', value: '/orders/1' },
          others: { externalValue: '/others.txt', 'x-e': 1 }
        })
      expect(await complaintsAbout(document)).to.deep.equal([])
    })
  }

  it('is extended by groups of controllers, whose own words count less than those within', async () => {
    const group = {
      prefix: '/api',
      servers: [{ url: '/group' }],
      'x-group': 1,
      'x-owner': 'group',
      controllers: [Orders]
    }
    const { document } = await serviceOf([group])
    const { get } = document.paths['/api/orders'] ?? {}
    expect(get).to.deep.include({ 'x-group': 1, 'x-owner': 'sales', servers: [{ url: '/v2' }] })
  })

  it('may be said of security schemes and their flows', async () => {
    const authenticate = () => ({ name: 'a' })
    const securitySchemes = {
      token: bearerScheme({ authenticate, 'x-scheme': 1 }),
      login: oauth2Scheme({
        authenticate,
        flows: { 'x-flows': 2, clientCredentials: { tokenUrl: '/token', scopes: {}, 'x-flow': 3 } }
      })
    }
    const { document } = await serviceOf([Orders], { securitySchemes, security: ['token', 'login'] })
    expect(document.components?.securitySchemes).to.deep.equal({
      token: { type: 'http', scheme: 'bearer', 'x-scheme': 1 },
      login: {
        type: 'oauth2',
        flows: { 'x-flows': 2, clientCredentials: { tokenUrl: '/token', scopes: {}, 'x-flow': 3 } }
      }
    })
    expect(await complaintsAbout(document)).to.deep.equal([])
  })

  it('are no reason for verify to leave an operation out', async () => {
    const report = await verify(await serviceOf([Orders]), { runs: 20, seed: 1 })
    expect(report.disagreements).to.deep.equal([])
    expect(report.unproved.filter(({ why }) => why.includes('servers'))).to.deep.equal([])
    expect(report.operations).to.have.length(2)
  })

  const servers = [{ url: '/files' }]
  const routes = (second: RouteOptions) => [
    describedRoute('GET', '/files/{id}', { servers }),
    describedRoute('DELETE', '/files/{id}', second as never)
  ]

  /** The operation of a route with these options, and those of a callback and of a webhook with the same. */
  async function everyKind(options: MethodOptions, more: Partial<ApplicationOptions> = {}, ofRoute: RouteOptions = {}) {
    @Controller('https://example.com/data')
    class Data {
      @Post(options)
      @Returns(204)
      send(): void {}
    }
    @Controller('data')
    class DataWebhook {
      @Post(options)
      @Returns(204)
      send(): void {}
    }
    const { document } = await serviceOf([], {
      ...more,
      openapi: '3.1',
      webhooks: [DataWebhook],
      routes: (router) => {
        router.postFunc('/bare', () => undefined, { ...options, responses: { 204: {} } })
        router.postFunc('/items', () => undefined, { ...ofRoute, callbacks: { onData: defineCallback(Data) } })
      }
    })
    const { '/bare': bare, '/items': items } = document.paths
    return {
      route: bare?.post,
      callback: items?.post?.callbacks?.onData?.['https://example.com/data']?.post,
      webhook: Object.values(document.webhooks ?? {})[0]?.post
    }
  }

  const options: readonly (readonly [options: MethodOptions, described: object])[] = [
    [{ tags: ['b', 'a', 'b'] }, { tags: ['b', 'a'] }],
    [{ summary: 'Data' }, { summary: 'Data' }],
    [{ description: 'New data' }, { description: 'New data' }],
    [{ deprecated: true }, { deprecated: true }],
    [{ servers: [{ url: 'https://a.example' }] }, { servers: [{ url: 'https://a.example' }] }],
    [{ externalDocs: { url: 'https://a.example/' } }, { externalDocs: { url: 'https://a.example/' } }],
    [{ 'x-own': 1 }, { 'x-own': 1 }],
    [{ tags: [], deprecated: false, servers: [] }, {}]
  ]
  for (const [given, described] of options) {
    it(`is the same of routes, callbacks and webhooks: ${JSON.stringify(given)}`, async () => {
      for (const [kind, operation] of Object.entries(await everyKind(given))) {
        const { operationId: _id, responses: _responses, ...rest } = operation ?? {}
        // Servers of all operations of a path are those of the path.
        expect(rest, kind).to.deep.equal(described)
      }
    })
  }

  const bearer = bearerScheme({ authenticate: () => undefined })
  const secured: readonly (readonly [
    what: string,
    of: Partial<ApplicationOptions>,
    route: RouteOptions,
    callback: boolean,
    webhook: boolean
  ])[] = [
    ['where nothing is secured', {}, {}, false, false],
    ['where a scheme is not used', { securitySchemes: { bearer } }, {}, false, false],
    ['where all is secured', { securitySchemes: { bearer }, security: ['bearer'] }, {}, true, true],
    ['where the route alone is secured', { securitySchemes: { bearer } }, { security: ['bearer'] }, true, false],
    ['where the route says that it is public', {}, { security: [] }, true, false]
  ]
  for (const [what, application, route, callback, webhook] of secured) {
    it(`is that operations of others require no credential, ${what}${callback ? '' : ': it is not said'}`, async () => {
      const described = await everyKind({}, application, route)
      expect(described.callback?.security).to.deep.equal(callback ? [] : undefined)
      expect(described.webhook?.security).to.deep.equal(webhook ? [] : undefined)
    })
  }

  it('is said of the path where several operations have the same servers', () => {
    const [shared, different] = [{ servers }, {}].map((second) => {
      return documentOf(routes(second)).paths['/files/{id}']
    })
    expect(shared).to.have.deep.property('servers', servers)
    expect(shared?.get).not.to.have.property('servers')
    expect(different).not.to.have.property('servers')
    expect(different?.get).to.have.deep.property('servers', servers)
    const three = documentOf([...routes({ servers }), describedRoute('PUT', '/files/{id}', {})]).paths['/files/{id}']
    expect(three).not.to.have.property('servers')
    expect([three?.get?.servers, three?.delete?.servers, three?.put?.servers]).to.deep.equal([
      servers,
      servers,
      undefined
    ])
  })

  it('is joined by what the configuration says of paths', async () => {
    const paths = { '/files/{id}': { summary: 'A file', description: 'With *bytes*', 'x-path': 1 }, 'x-paths': 2 }
    // With and without servers of the path.
    for (const second of [{}, { servers }]) {
      const document = documentOf(routes(second), { paths })
      expect(document.paths['x-paths']).to.equal(2)
      expect(document.paths['/files/{id}']).to.include({ summary: 'A file', description: 'With *bytes*', 'x-path': 1 })
      expect(await complaintsAbout(document)).to.deep.equal([])
    }
  })

  const PATHS = "write paths: { '/orders/{id}': { summary: 'One order' } }."
  // biome-ignore format: one row a line
  const wrong: [config: object, route: object, message: string][] = [
    [{ paths: 5 }, {}, `DOCUMENT_INVALID: paths is not an object, OpenAPIConfig; ${PATHS}`],
    [{ paths: { '/a': 'A' } }, {}, `DOCUMENT_INVALID: paths["/a"] is not an object, OpenAPIConfig; ${PATHS}`],
    [{ paths: { '/a': { summary: 5 } } }, {}, 'DOCUMENT_INVALID: paths["/a"].summary is not a string, OpenAPIConfig; make paths["/a"].summary a string or remove it.'],
    [{ paths: { '/file/{id}': {} } }, {}, `DOCUMENT_INVALID: no route has the path "/file/{id}" (did you mean '/files/{id}'?), OpenAPIConfig, paths; write a path as the document has it, with the prefix of its controller and without regular expressions.`],
    [{}, { servers: [{ url: 'https://{a}' }] }, 'ROUTE_OPTIONS_INVALID: servers[0].url has the variable {a}, which is not declared, DELETE /files/{id}; write variables: { "a": { default: \'…\' } }.'],
    [{}, { externalDocs: { url: '/guide' } }, "ROUTE_OPTIONS_INVALID: externalDocs.url is not an absolute URL, DELETE /files/{id}; write it like 'https://example.com/terms'."],
    [{}, { 'x-a': Number.NaN }, 'OPTION_UNKNOWN: the extension x-a is not JSON: NaN, DELETE /files/{id} (DELETE /files/{id}); give null, a boolean, number, text, list or object.'],
    [{}, { responses: { 200: { headers: { 'x-n': { type: Integer, examples: { a: 'five' } } } } } }, 'RESPONSE_INVALID: the example "a" breaks its type: must be an integer, DELETE /files/{id}, response 200, header x-n, example a; write a value that the type accepts, as JSON.'],
    [{}, { responses: { 200: { body: Order, examples: { a: { value: { id: 1 }, externalValue: '/a' } } } } }, 'RESPONSE_INVALID: it has a value and an externalValue, DELETE /files/{id}, response 200, example a; keep one of them.'],
    [{}, { responses: { 200: { body: Order, examples: { a: { externalValue: 'a b' } } } } }, "RESPONSE_INVALID: its externalValue is not a URL, DELETE /files/{id}, response 200, example a; write it like 'https://example.com/order.json' or '/order.json'."],
    [{}, { responses: { 200: { body: Order, examples: { a: { externalValue: '/a', 'x-rules': 1 } } } } }, 'RESPONSE_INVALID: Fieldstone writes x-rules itself, DELETE /files/{id}, response 200, example a; choose another name.']
  ]
  for (const [config, route, message] of wrong) {
    it(`is a setup error: ${message}`, () => {
      expect(faultsOf(routes(route as RouteOptions), { ...CONFIG, ...config })).to.deep.equal([message])
    })
  }
})
