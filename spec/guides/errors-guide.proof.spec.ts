import { expect } from 'chai'
import * as fieldstone from 'fieldstone'
import {
  Application,
  Body,
  bootstrap,
  type Class,
  Controller,
  Field,
  HttpError,
  type InjectRequest,
  Integer,
  Post,
  Query
} from 'fieldstone'
import { Guide } from '../support/guide.js'

const guide = new Guide('errors')

class Line {
  @Field(() => Integer, { minimum: 1 }) count!: number
}

class Order {
  @Field(() => [Line]) lines!: Line[]
}

@Controller('/orders')
class OrderController {
  @Post()
  add(@Body() order: Order, @Query('page', Integer) page: number) {
    return { order, page }
  }
}

describe('the guide to errors', () => {
  before('compiles its examples', () => {
    guide.compile()
  })

  it('shows an error response as it is sent', async () => {
    const app = new Application({ title: 'Orders', version: '1.0.0', controllers: [OrderController] })
    const body = { lines: [{ count: 0 }] }
    const answer = await (await bootstrap(app)).inject({ method: 'POST', url: '/orders?page=x', body })
    expect(answer.json()).to.deep.equal(guide.json('refusal'))
    expect(answer.headers['content-type']).to.equal('application/problem+json')
  })

  it('names every kind of HttpError with its status', () => {
    const documented = [...guide.text.matchAll(/^\| `(\w+)` \| (\d+) \|$/gm)].map(([, name = '', status]) => [
      name,
      status
    ])
    const kinds = Object.entries(fieldstone).filter(
      ([name, value]) =>
        typeof value === 'function' && value.prototype instanceof HttpError && name !== 'ValidationError'
    )
    const statuses = kinds.map(([name, kind]) => [
      name,
      String(new (kind as Class<HttpError> & { new (): HttpError })().status)
    ])
    expect(documented).to.have.deep.members(statuses)
  })

  it('sends what is thrown', async () => {
    const service = await guide.service('throw')
    const take = async (row: number) => {
      const { statusCode, headers, json } = await service.inject({ method: 'POST', url: '/seats', body: { row } })
      return [statusCode, headers['retry-after'], json<{ detail?: string }>().detail]
    }
    expect(await take(1)).to.deep.equal([201, undefined, undefined])
    expect(await take(1)).to.deep.equal([409, undefined, 'The seat is taken'])
    expect(await take(13)).to.deep.equal([423, '3600', 'Nobody sits there'])
    expect((await service.inject('/seats/2')).json()).to.include({ status: 404, detail: 'There is no seat 2' })
    expect(service.document.paths['/seats/{row}']?.get?.responses['404']).to.deep.equal(guide.json('bare'))
  })

  it('extends the problem', async () => {
    const service = await guide.service('problem')
    const { statusCode, headers, json } = await service.inject('/account/cover')
    expect([statusCode, headers['content-type']]).to.deep.equal([403, 'application/problem+json'])
    expect(json()).to.include({ title: 'Out of credit', balance: 30 })
  })

  it('declares responses that routes have in common', async () => {
    const service = await guide.service('shared')
    const { paths } = service.document
    const described = Object.entries(paths).flatMap(([path, item]) => {
      return Object.entries(item).map(([method, { responses }]) => {
        const known = Object.entries(responses).filter(([, response]) => 'description' in response)
        return [
          `${method} ${path}`,
          Object.fromEntries(
            known.map(([status, response]) => [status, (response as { description: string }).description])
          )
        ]
      })
    })
    const ended = { 402: 'The subscription has ended' }
    expect(Object.fromEntries(described)).to.deep.equal({
      'get /pages/first': { 200: 'OK', ...ended, 409: 'Somebody else has changed the page' },
      'put /pages/first': { 200: 'OK', ...ended, 409: 'The page is locked' },
      'get /drafts': {
        ...{ ...ended, 410: 'Drafts are kept for a week' },
        default: 'The responses of this operation are not declared.'
      }
    })
    const statusOf = async (request: InjectRequest) => (await service.inject(request)).statusCode
    expect(await statusOf({ url: '/pages/first' })).to.equal(402)
    expect(await statusOf({ method: 'PUT', url: '/pages/first' })).to.equal(409)
    expect(await statusOf({ url: '/drafts' })).to.equal(200)
  })

  it('gives errors a form of their own', async () => {
    const service = await guide.service('form')
    const { statusCode, headers, json } = await service.inject({ method: 'POST', url: '/items', body: { name: 'x' } })
    expect([statusCode, headers['content-type']]).to.deep.equal([422, 'application/json; charset=utf-8'])
    expect(json()).to.deep.equal({
      message: "validation failed: Field 'name' must be at least 3 characters long",
      fields: ['name']
    })
    expect((await service.inject('/nothing')).json()).to.deep.equal({ message: 'Not found' })
    const missing = await service.inject('/items/tea')
    expect([missing.statusCode, missing.json()]).to.deep.equal([404, { message: 'There is no tea' }])
  })

  it('sends no response that the document does not describe', async () => {
    const service = await guide.service('checked')
    const statuses = ['/items/1', '/items/0', '/items/-1'].map(async (url) => (await service.inject(url)).statusCode)
    expect(await Promise.all(statuses)).to.deep.equal([200, 500, 500])
    const { error, json } = await service.inject('/items/-1')
    expect(json<{ detail: string }>().detail).to.equal(error?.message)
    expect(guide.text.replaceAll(/\s+/g, ' ')).to.include(`\`${error?.message}\``)
  })
})
