import { expect } from 'chai'
import { Field, Integer, mapOf, oneOf, type RouteOptions, tupleOf, Unknown } from 'fieldstone'
import { describedRoute, documentOf, faultsOf } from '../support/described-route.js'

class Owner {
  @Field() name!: string
}

class Cat {
  @Field(() => String, { enum: ['cat'] }) kind!: 'cat'
}

class Pet {
  @Field(() => Integer) id!: number
  @Field(() => [Owner]) owners!: Owner[]
  @Field(() => Pet, { optional: true }) mother?: Pet
  @Field(() => mapOf(Owner)) friends!: { [name: string]: Owner }
  @Field(() => tupleOf(String, Owner)) pair!: [string, Owner]
  @Field(() => oneOf(Owner, String)) either!: Owner | string
  @Field(() => oneOf({ discriminator: 'kind', mapping: { cat: Cat } })) kept!: Cat
  @Field(() => Owner, { description: 'Who sold it' }) seller!: Owner
  @Field(() => Unknown) anything: unknown
}

/** A route that takes a query parameter, a header and a pet, and sends an owner with a header and a callback to the URL. */
const routeCalling = (url: string, contentType = 'application/json') =>
  describedRoute(
    'POST',
    '/pets/{id}',
    {
      requestBody: contentType === 'text/plain' ? String : Pet,
      consumes: contentType,
      parameters: [
        { name: 'page', in: 'query' },
        { name: 'x-own', in: 'header' }
      ],
      responses: { 200: { body: Owner, headers: { 'x-total': Integer } } },
      callbacks: { done: { [url]: { post: { responses: { 204: 'Received' } } } } }
    },
    'Pets.add'
  )

/** A route of these options with a callback to the URL. */
const calling = (url: string, options: RouteOptions) => {
  const callbacks = { done: { [url]: { post: { responses: { 204: 'Received' } } } } }
  return describedRoute('POST', '/calls', { ...options, callbacks }, 'calling')
}

describe('A runtime expression', () => {
  const right = [
    ...['$url', '$method', '$statusCode'],
    ...['$request.query.page', '$request.path.id', '$request.header.X-Own'],
    ...['$request.header.Accept', '$request.header.Authorization', '$request.header.content-type'],
    ...['$request.body', '$request.body#', '$request.body#/id', '$request.body#/mother/mother/owners/0/name'],
    ...['$request.body#/friends/ann/name', '$request.body#/pair/1/name', '$request.body#/either/name'],
    ...[
      '$request.body#/kept/kind',
      '$request.body#/seller/name',
      '$request.body#/anything/at/all',
      '$response.body#/name'
    ],
    ...['$response.header.X-TOTAL', '$response.header.Content-Type']
  ]
  for (const expression of right) {
    it(`points at what an operation has: ${expression}`, () => {
      const url = `{${expression}}/done`
      expect(documentOf([routeCalling(url)]).paths['/pets/{id}']?.post?.callbacks?.done).to.have.all.keys(url)
    })
  }

  const wrong = [
    ['$request.query.Page', 'the only query parameter is page'],
    ['$request.query.pages', 'the only query parameter is page'],
    ['$request.path.page', 'the only path parameter is id'],
    ['$request.header.x-other', 'the only header parameter is x-own'],
    ['$response.header.x-none', 'the only response header is x-total'],
    ['$response.header.accept', 'the only response header is x-total'],
    ['$response.query.page', 'a response has no query'],
    ['$response.path.id', 'a response has no path']
  ]
  for (const [expression, what] of wrong) {
    it(`is a setup error where it points at nothing: ${expression}`, () => {
      expect(faultsOf([routeCalling(`{${expression}}`)])).to.deep.equal([
        `ROUTE_OPTIONS_INVALID: ${expression} points at nothing: ${what}, Pets.add, callback done, "{${expression}}"; point at what the request or the response has.`
      ])
    })
  }

  const nowhere = [
    ...[
      '#/name',
      '#/id/x',
      '#/owners/name',
      '#/owners/01',
      '#/owners/0/id',
      '#/friends/ann/id',
      '#/',
      '#/either/id',
      '#/kept/id',
      '#/seller/id'
    ].map((pointer) => ['request', pointer] as const),
    ['response', '#/id'] as const
  ]
  for (const [whose, pointer] of nowhere) {
    it(`is a setup error where it points at nothing in the body of the ${whose}: ${pointer}`, () => {
      const expression = `$${whose}.body${pointer}`
      expect(faultsOf([routeCalling(`{${expression}}`)])).to.deep.equal([
        `ROUTE_OPTIONS_INVALID: ${expression} points at nothing in the body of the ${whose}, Pets.add, callback done, "{${expression}}"; point at what the request or the response has.`
      ])
    })
  }

  it('points into bodies of JSON and forms, and not into texts', () => {
    for (const type of ['application/vnd.pet+json', 'application/json']) {
      expect(faultsOf([routeCalling('{$request.body#/id}', type)]), type).to.deep.equal([])
    }
    for (const consumes of ['application/x-www-form-urlencoded', 'multipart/form-data']) {
      expect(faultsOf([calling('{$request.body#/name}', { requestBody: Owner, consumes })]), consumes).to.deep.equal([])
      expect(faultsOf([calling('{$request.body#/id}', { requestBody: Owner, consumes })]), consumes).to.have.length(1)
    }
    expect(faultsOf([routeCalling('{$request.body}', 'text/plain')])).to.deep.equal([])
    expect(faultsOf([routeCalling('{$request.body#/id}', 'text/plain')])).to.have.length(1)
  })

  const two = { 200: { body: Owner }, 201: { body: Cat, headers: { 'x-cat': Integer, 'x-age': Integer } }, 204: 'None' }
  for (const [expression, fault] of [
    ['$response.body#/name'],
    ['$response.body#/kind'],
    ['$response.header.x-cat'],
    ['$response.body#/id', 'points at nothing in the body of the response'],
    ['$response.header.x-dog', 'points at nothing: the only response headers are x-cat, x-age'],
    ['$request.body', 'points at nothing: the request has no body'],
    ['$request.body#/id', 'points at nothing: the request has no body'],
    ['$request.query.page', 'points at nothing: there is no query parameter']
  ] as const) {
    it(`is of any of several responses, and of what the request has: ${expression}${fault ? ` ${fault}` : ''}`, () => {
      const [message, ...more] = faultsOf([calling(`{${expression}}`, { responses: two })])
      expect(message?.split(', calling')[0]).to.equal(fault && `ROUTE_OPTIONS_INVALID: ${expression} ${fault}`)
      expect(more).to.deep.equal([])
    })
  }

  it('is of any part of the body of a response that is not declared, and of none where no response has a body', () => {
    expect(faultsOf([calling('{$response.body#/any/part}', {})])).to.deep.equal([])
    const [message] = faultsOf([calling('{$response.body}', { responses: { 204: 'None' } })])
    expect(message).to.contain('$response.body points at nothing: the response has no body')
  })

  const urls = [
    ['{$none}', '"$none" is not a runtime expression'],
    ['{$request.path.id', '"$request.path.id" is not a runtime expression'],
    ['{a}', 'its URL has something else in braces, or a space'],
    ['https://a/{', 'its URL has something else in braces, or a space'],
    ['https://a/ b', 'its URL has something else in braces, or a space'],
    ['ftp://a', 'its URL is not absolute'],
    ['/a', 'its URL is not absolute'],
    ['', 'its URL is not absolute']
  ]
  for (const [url = '', what] of urls) {
    it(`is not ${JSON.stringify(url)}`, () => {
      const [fault, ...more] = faultsOf([routeCalling(url)])
      expect(fault).to.contain(`ROUTE_OPTIONS_INVALID: ${what}, Pets.add, callback done, "${url}"; `)
      expect(more).to.deep.equal([])
    })
  }

  it('may be part of an absolute URL', () => {
    for (const url of ['http://a', 'https://a/{$request.path.id}', '{$url}{$method}', '{$request.body#/id}/a']) {
      expect(faultsOf([routeCalling(url)]), url).to.deep.equal([])
    }
  })
})
