import { expect } from 'chai'
import {
  type ApplicationOptions,
  apiKeyScheme,
  Field,
  Integer,
  type RouteOptions,
  type Router,
  TooManyRequests
} from 'fieldstone'
import { serviceOf } from '../support/applications.js'

class Item {
  @Field({ minLength: 2 }) name!: string
}

const key = apiKeyScheme({ name: 'x-key', in: 'header', authenticate: () => undefined })
const PARAMETERS = (name: string, where: 'query' | 'header' | 'path', more = {}) => ({
  parameters: [{ name, in: where, ...more }]
})

const CASES: readonly [
  what: string,
  path: string,
  route: RouteOptions,
  statuses: string,
  options?: Partial<ApplicationOptions>
][] = [
  ['any route', '/', {}, '500'],
  ['a path parameter, which may not be UTF-8', '/{id}', {}, '400 500'],
  ['a path pattern, which may not match', '/{id:[0-9]+}', {}, '400 404 500'],
  ['a path parameter of a type', '/{id}', PARAMETERS('id', 'path', { schema: Integer }), '400 500'],
  ['a query parameter', '/', PARAMETERS('a', 'query'), '400 500'],
  ['an optional header of text', '/', PARAMETERS('a', 'header'), '400 500'],
  ['a header that is required', '/', PARAMETERS('a', 'header', { required: true }), '400 500'],
  [
    'a query parameter where broken rules are a 422',
    '/',
    PARAMETERS('a', 'query'),
    '400 422 500',
    { errors: { statuses: { validation: 422 } } }
  ],
  ['a time for the handler', '/', { handlerTimeout: 50 }, '500 503'],
  [
    'several media types',
    '/',
    { responses: { 200: { content: { 'application/json': Item, 'text/csv': String } } } },
    '406 500'
  ],
  ['one media type', '/', { responses: { 200: { contentType: 'text/csv' } } }, '500'],
  ['a security scheme', '/', { security: ['key'] }, '401 500', { securitySchemes: { key } }],
  ['no security where others have it', '/', { security: [] }, '500', { securitySchemes: { key }, security: ['key'] }]
]

describe('The errors that the document describes of an operation', () => {
  const failures = async (
    path: string,
    route: RouteOptions,
    options: Partial<ApplicationOptions> = {},
    method: 'get' | 'post' = 'get'
  ) => {
    const routes = (router: Router) => router[`${method}Func`](path, () => 'a', route)
    const { document } = await serviceOf([], { routes, ...options })
    const [item] = Object.values(document.paths)
    return Object.keys(item?.[method]?.responses ?? {}).filter((status) => Number(status) >= 400)
  }

  for (const [what, path, route, statuses, options] of CASES) {
    it(`are ${statuses} of ${what}`, async () => {
      expect((await failures(path, route, options)).join(' ')).to.equal(statuses)
    })
  }

  it('are those of a body, where there is one', async () => {
    const statuses = async (route: RouteOptions, options = {}) =>
      (await failures('/', route, options, 'post')).join(' ')
    expect(await statuses({ requestBody: Item })).to.equal('400 408 413 415 500')
    expect(await statuses({ requestBody: Item }, { errors: { statuses: { validation: 422 } } })).to.equal(
      '400 408 413 415 422 500'
    )
    expect(await statuses({ requestBody: { type: Buffer, consumes: 'image/png' } })).to.equal('400 408 413 415 500')
  })

  it('are those that a route names, besides', async () => {
    const responses = { 200: String, 409: 'Conflict', 429: 'Slowly' }
    expect((await failures('/', { responses })).join(' ')).to.equal('409 429 500')
  })

  it('are described as problems, and sent as such', async () => {
    const routes = (router: Router) =>
      router.getFunc('/', () => TooManyRequests.throw('slowly'), { responses: { 200: String, 429: 'Slowly' } })
    const service = await serviceOf([], { routes, responseChecks: 'enforce' })
    const described = service.document.paths['/']?.get?.responses['429'] as { content: object }
    expect(Object.keys(described.content)).to.deep.equal(['application/problem+json'])
    const { statusCode, headers } = await service.inject('/')
    expect([statusCode, headers['content-type']]).to.deep.equal([429, 'application/problem+json'])
  })
})
