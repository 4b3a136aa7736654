import { expect } from 'chai'

interface Found {
  readonly entry: {
    readonly id: string
    readonly tag: string
    readonly method: string
    readonly path: string
    readonly source?: string
  }
  readonly why: string
}

interface SearchIndex {
  indexDocument(document: unknown, options?: { path?: string; idOf?: (...of: unknown[]) => string }): object
  searchOperations(indexes: readonly object[], query: string): Found[]
}

/** The page's own script, as it is served. */
const SCRIPT = new URL('../../../../src/openapi/page/browser/search-index.js', import.meta.url)

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/orders': {
      parameters: [{ $ref: '#/components/parameters/Tenant' }],
      get: {
        operationId: 'listOrders',
        tags: ['Orders'],
        summary: 'All orders',
        parameters: [{ name: 'maxPrice', in: 'query', description: 'In cents', schema: { type: 'integer' } }],
        responses: {
          200: {
            description: 'A page of them',
            content: {
              'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Order' } } }
            }
          }
        }
      },
      post: {
        operationId: 'placeOrder',
        tags: ['Orders'],
        summary: 'Place an order',
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  gift: {
                    type: 'object',
                    properties: { wrapping: { description: 'Paper of the Größe A2', enum: ['red', 'gold'] } }
                  }
                }
              }
            }
          }
        },
        responses: { 201: { description: 'Placed', headers: { 'x-quota': { description: 'What is left' } } } }
      }
    },
    '/customers/{id}': {
      get: {
        tags: ['Customers'],
        summary: 'One customer',
        description: 'Needs a **badge**',
        responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Customer' } } } } }
      }
    }
  },
  components: {
    parameters: { Tenant: { name: 'x-tenant', in: 'header', schema: { type: 'string' } } },
    schemas: {
      Order: {
        type: 'object',
        description: 'What was bought',
        properties: {
          lines: { type: 'array', items: { $ref: '#/components/schemas/Line' } },
          customer: { $ref: '#/components/schemas/Customer' }
        }
      },
      Line: { properties: { sku: { description: 'Stock keeping unit' }, part: { $ref: '#/components/schemas/Line' } } },
      Customer: {
        properties: {
          birthday: { format: 'date' },
          orders: { type: 'array', items: { $ref: '#/components/schemas/Order' } }
        }
      }
    }
  }
}

describe('The search of the documentation page', () => {
  let search: (query: string, ...documents: object[]) => string[]
  let script: SearchIndex

  before(async () => {
    script = (await import(SCRIPT.href)) as SearchIndex
    const idOf = (_: unknown, path: unknown, method: unknown) => `${method} ${path}`
    const index = script.indexDocument(DOCUMENT, { idOf })
    search = (query, ...more) =>
      script
        .searchOperations([index, ...more], query)
        .map(({ entry, why }) => `${entry.id}${why === '' ? '' : ` ← ${why}`}`)
  })

  const queries: readonly [query: string, found: readonly string[]][] = [
    ['', []],
    ['  ', []],
    ['placeorder', ['placeOrder']],
    ['POST /orders', ['placeOrder']],
    ['all ORDERS', ['listOrders']],
    ['customers', ['get /customers/{id}']],
    ['badge', ['get /customers/{id} ← Needs a **badge**']],
    ['maxprice', ['listOrders ← query parameter maxPrice']],
    ['in cents', ['listOrders ← query parameter maxPrice: In cents']],
    ['tenant', ['listOrders ← header parameter x-tenant', 'placeOrder ← header parameter x-tenant']],
    ['quota', ['placeOrder ← response header x-quota']],
    ['wrapping', ['placeOrder ← field gift.wrapping, request']],
    ['gold', ['placeOrder ← gift.wrapping, request: gold']],
    ['grosse', ['placeOrder ← gift.wrapping, request: Paper of the Größe A2']],
    ['GRÖSSE', ['placeOrder ← gift.wrapping, request: Paper of the Größe A2']],
    ['sku', ['listOrders ← field sku, Line (response)', 'get /customers/{id} ← field sku, Line (response)']],
    [
      'keeping',
      [
        'listOrders ← sku, Line: Stock keeping unit (response)',
        'get /customers/{id} ← sku, Line: Stock keeping unit (response)'
      ]
    ],
    [
      'birthday',
      ['listOrders ← field birthday, Customer (response)', 'get /customers/{id} ← field birthday, Customer (response)']
    ],
    ['birthday get customers', ['get /customers/{id} ← field birthday, Customer (response)']],
    ['sku nothing', []]
  ]
  for (const [query, found] of queries) {
    it(`finds ${found.length} operations by ${JSON.stringify(query)}`, () => {
      expect(search(query)).to.have.members(found)
    })
  }

  it('has the operations first whose path or id has the word', () => {
    expect(search('order')[0]).to.match(/^(placeOrder|listOrders)$/)
    expect(search('order').at(-1)).to.match(/^get \/customers/)
  })

  it('says in which document an operation is', () => {
    const other = script.indexDocument(DOCUMENT, { path: '/v2.json' })
    const found = script.searchOperations([other], 'placeorder')
    expect(found.map(({ entry }) => entry.source)).to.deep.equal(['/v2.json'])
  })

  const odd: readonly unknown[] = [
    undefined,
    null,
    'text',
    {},
    { paths: null },
    { paths: { '/a': null, '/b': { get: null }, '/c': { get: {} } } },
    {
      paths: {
        '/c': {
          get: {
            parameters: [null, { $ref: '#/none' }, { $ref: 'other.json#/x' }],
            requestBody: { $ref: '#/loop' },
            responses: { 200: null }
          }
        }
      },
      loop: { $ref: '#/loop' }
    },
    {
      paths: {
        '/c': {
          get: {
            responses: {
              200: { content: { a: { schema: { properties: { __proto__: { type: 'string' }, constructor: true } } } } }
            }
          }
        }
      }
    }
  ]
  for (const [index, document] of odd.entries()) {
    it(`reads whatever a document of others is: ${index}`, () => {
      const made = script.indexDocument(document)
      expect(script.searchOperations([made], 'get')).to.be.an('array')
    })
  }

  it('reads each component once, however many operations share it', () => {
    let reads = 0
    const shared = new Proxy({ properties: { deep: { type: 'string' } } } as Record<string, unknown>, {
      get: (target, name) => {
        if (name === 'properties') reads += 1
        return target[name as string]
      }
    })
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Shared' } } }
    const paths = Object.fromEntries(
      Array.from({ length: 500 }, (_, number) => [
        `/things/${number}`,
        { get: { operationId: `thing${number}`, responses: { 200: { content } } } }
      ])
    )
    const index = script.indexDocument({ paths, components: { schemas: { Shared: shared } } })
    expect(script.searchOperations([index], 'deep')).to.have.length(500)
    expect(reads).to.equal(1)
  })
})
