import { expect } from 'chai'
import { published } from '../../../../spec/support/published.js'
import { evenDraw, leastDraw } from '../../../../spec/support/scripted-draw.js'
import type { PublishedOperation } from '../../src/document/published-document.js'
import { RequestMaker } from '../../src/requests/request-maker.js'
import { type RequestParts, writeRequest } from '../../src/requests/request-parts.js'

const PATHS = {
  '/items/{itemId}': {
    parameters: [
      { name: 'itemId', in: 'path', required: true, schema: { type: 'integer', minimum: 1, maximum: 9 } },
      { name: 'q', in: 'query', schema: { type: 'string', maxLength: 3 }, examples: { one: { value: 'abc' } } },
      { name: 'ids', in: 'query', schema: { type: 'array', items: { type: 'integer' } } },
      { name: 'x-trace', in: 'header', required: true, schema: { type: 'boolean' } }
    ],
    get: { operationId: 'read', responses: {} },
    put: {
      operationId: 'write',
      requestBody: {
        content: {
          'application/json': {
            schema: { type: 'object', required: ['a'], properties: { a: { type: 'integer', minimum: 4 } } }
          }
        }
      },
      responses: {}
    }
  },
  '/impossible': {
    get: {
      parameters: [{ name: 'p', in: 'query', required: true, schema: { type: 'string', minLength: 2, maxLength: 1 } }],
      responses: {}
    }
  }
}

async function maker() {
  const { maker, document } = await published(PATHS)
  const [read, write, impossible] = document.operations
  return { requests: new RequestMaker(maker), read: read!, write: write!, impossible: impossible! }
}

const line = (request: RequestParts | undefined) => {
  if (request === undefined) return 'none'
  const { method, url, headers, body } = writeRequest(request)
  return [`${method} ${url}`, ...headers.map((header) => header.join(': ')), ...(body ? [Buffer.from(body)] : [])].join(
    ' '
  )
}

describe('The maker of requests', () => {
  it('makes requests that are valid, with optional parts and without them', async () => {
    const { requests, read, write, impossible } = await maker()
    const draws = [leastDraw(), ...Array.from({ length: 8 }, (_, index) => evenDraw(index))]
    expect(draws.map((draw) => line(requests.valid(read, draw)))).to.deep.equal([
      'GET /items/1 x-trace: true',
      'GET /items/5 x-trace: false',
      'GET /items/3?q= x-trace: false',
      'GET /items/6?ids=1000000 x-trace: true',
      'GET /items/5?q=abc&ids=1000000 x-trace: true',
      'GET /items/9?ids=-151456&ids=1000000 x-trace: true',
      'GET /items/4?ids=-175388&ids=1000000 x-trace: true',
      'GET /items/1?q=kWy x-trace: false',
      'GET /items/4?ids=1 x-trace: false'
    ])
    expect(draws.map((draw) => line(requests.valid(write, draw)))).to.deep.equal([
      'PUT /items/1 x-trace: true',
      'PUT /items/6?ids=1000000 x-trace: true content-type: application/json {"a":4}',
      'PUT /items/4 x-trace: false',
      'PUT /items/1?q= x-trace: false content-type: application/json {"a":336752}',
      'PUT /items/1?q=o0D x-trace: false content-type: application/json {"a":4}',
      'PUT /items/1?q=n0C x-trace: false content-type: application/json {"a":4}',
      'PUT /items/1?q=nZB x-trace: false content-type: application/json {"a":4}',
      'PUT /items/5?ids=1 x-trace: false content-type: application/json {"a":1000004}',
      'PUT /items/4?ids=1000000 x-trace: true content-type: application/json {"a":5}'
    ])
    expect(draws.map((draw) => line(requests.valid(impossible, draw)))).to.deep.equal(draws.map(() => 'none'))
  })

  it('sends what succeeded again, the body as a copy', async () => {
    const { requests, write } = await maker()
    const value = { a: 7 }
    const sent = { ...requests.valid(write, evenDraw(1))!, body: { kind: 'json', value } as const }
    requests.learn(sent, undefined)
    const again = requests.base(write, leastDraw())
    expect(line(again)).to.equal(line(sent))
    expect(again?.body?.kind === 'json' && again.body.value).to.not.equal(value)
  })

  it('takes the path of a request that succeeded for other methods of the path', async () => {
    const { requests, read, write } = await maker()
    requests.learn({ ...requests.valid(read, evenDraw(1))!, path: { itemId: '8' } }, undefined)
    expect(writeRequest(requests.valid(write, leastDraw())!).url).to.equal('/items/8')
  })

  it('learns nothing from a path that was not the operation’s own', async () => {
    const { requests, read, write } = await maker()
    requests.learn({ ...requests.valid(read, evenDraw(1))!, path: { itemId: '8' }, rawPath: '/items/8/' }, undefined)
    expect(writeRequest(requests.valid(write, leastDraw())!).url).to.equal('/items/1')
  })

  const names: readonly (readonly [response: unknown, id: string])[] = [
    [{ id: 6 }, '6'],
    [{ item_id: '6' }, '6'],
    [{ ITEMID: 6 }, '1'],
    [{ ITEM_ID: 6 }, '6'],
    [{ bookId: 6 }, '6'],
    [{ identity: 6 }, '1'],
    [{ id: 66 }, '1'],
    [{ id: true }, '1'],
    [{ id: { id: 6 } }, '1'],
    [[{ a: 1 }, null, { id: 6 }, { id: 7 }], '6'],
    [[{ a: 1 }, 5, {}, { id: 6 }], '1'],
    ['id', '1'],
    [null, '1']
  ]
  for (const [response, id] of names) {
    it(`takes ${id} for an id after the response ${JSON.stringify(response)}`, async () => {
      const { requests, read, write } = await maker()
      requests.learn({ ...requests.valid(read, evenDraw(1))!, path: {} }, response)
      expect(writeRequest(requests.valid(write, leastDraw())!).url).to.equal(`/items/${id}`)
    })
  }

  it('remembers the last 24 values, each once', async () => {
    const { requests, read, write } = await maker()
    const request = { ...requests.valid(read, evenDraw(1))!, path: {} }
    for (let id = 2; id <= 9; id++) requests.learn(request, { id })
    // Not numbers of the schema: they only fill the memory.
    for (let more = 0; more < 16; more++) requests.learn(request, { id: 100 + more })
    for (let more = 0; more < 16; more++) requests.learn(request, { id: 100 + more })
    expect(writeRequest(requests.valid(write, leastDraw())!).url).to.equal('/items/2')
    requests.learn(request, { id: 200 })
    expect(writeRequest(requests.valid(write, leastDraw())!).url).to.equal('/items/3')
  })

  it('remembers no request that is longer than 4,000 characters', async () => {
    const isRemembered = async (size: number) => {
      const { requests, write } = await maker()
      const body = { kind: 'json', value: { a: 5, text: 'x'.repeat(size) } } as const
      requests.learn({ ...requests.valid(write, evenDraw(1))!, path: {}, body }, undefined)
      return line(requests.base(write, leastDraw())).includes('xxx')
    }
    expect([await isRemembered(3_500), await isRemembered(3_990), await isRemembered(4_100)]).to.deep.equal([
      ...[true, false, false]
    ])
  })

  it('sends what succeeded more often where rules reject requests that the schema allows', async () => {
    const often = async (learns: boolean, isOnce = false) => {
      const { requests, write } = await maker()
      const sent = { ...requests.valid(write, evenDraw(1))!, headers: [['x-trace', 'remembered']] as const }
      requests.learn(sent, undefined)
      if (learns) requests.learnOfRule(write)
      const draws = Array.from({ length: 200 }, (_, index) => evenDraw(index))
      return draws.filter((draw) => line(requests.base(write, draw, isOnce)).includes('remembered')).length
    }
    expect([await often(false), await often(true)]).to.deep.equal([100, 190])
    expect([await often(false, true), await often(true, true)], 'what is tried once').to.deep.equal([100, 200])
  })

  it('sends once what succeeded where a schema lists rules, however deep, before any response has shown them', async () => {
    const rules = { 'x-rules': [{ rule: 'isPrime', message: 'must be a prime' }] }
    const listing: readonly (readonly [title: string, schema: object, lists: boolean])[] = [
      ['none', { type: 'integer' }, false],
      ['the schema itself', { type: 'integer', ...rules }, true],
      ['a property', { type: 'object', properties: { a: { type: 'integer', ...rules } } }, true],
      ['an item', { type: 'array', items: { type: 'integer', ...rules } }, true],
      ['an item of a tuple', { type: 'array', prefixItems: [{}, rules] }, true],
      ['an entry', { type: 'object', additionalProperties: rules }, true],
      ['a variant', { oneOf: [{ type: 'string' }, { type: 'integer', ...rules }] }, true],
      ['a component', { $ref: '#/components/schemas/Prime' }, true],
      ['a circle', { $ref: '#/components/schemas/Circle' }, false]
    ]
    const components = {
      schemas: {
        Prime: { type: 'integer', ...rules },
        Circle: { type: 'object', properties: { next: { $ref: '#/components/schemas/Circle' } } }
      }
    }
    for (const [title, schema, lists] of listing) {
      const requestBody = { content: { 'application/json': { schema } } }
      const { maker, document } = await published(
        { '/a': { put: { requestBody, responses: {} } } },
        components.schemas,
        '3.1.0'
      )
      const requests = new RequestMaker(maker)
      const [put] = document.operations as [PublishedOperation]
      requests.learn({ ...requests.valid(put, evenDraw(1))!, headers: [['x-trace', 'remembered']] }, undefined)
      const bases = Array.from({ length: 20 }, (_, index) => line(requests.base(put, evenDraw(index), true)))
      const often = bases.filter((base) => base.includes('remembered')).length
      expect(often === 20, title).to.equal(lists)
    }
  })
})
