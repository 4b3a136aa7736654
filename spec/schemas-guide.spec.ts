import { expect } from 'chai'
import { Guide } from './support/guide.js'

const guide = new Guide('schemas')

describe('the guide to schemas of other libraries', () => {
  before('compiles its examples', () => {
    guide.compile()
  })

  it('binds, documents and writes schemas of zod', async () => {
    const service = await guide.service('schemas')
    const post = (body: unknown) => service.inject({ method: 'POST', url: '/users', body: body as object })
    const address = { street: 'Main', since: '2024-05-17T08:30:00Z' }
    const created = await post({ name: 'Ann', address, extra: 1 })
    expect(created.statusCode).to.equal(201)
    expect(created.json()).to.deep.equal({
      name: 'Ann',
      role: 'reader',
      address: { ...address, since: '2024-05-17T08:30:00.000Z' }
    })
    const { errors } = (await post({ name: 'admin' })).json() as { errors: unknown }
    expect(errors).to.deep.equal([{ in: 'body', path: 'name', rule: 'zod', message: 'is taken' }])
    const notes = await service.inject('/users/3/notes?page=2&tags=a&tags=b')
    expect(notes.json()).to.deep.equal([{ id: 302, author: 'ann@example.org', tags: ['a', 'b'] }])
    expect((await service.inject('/users/3/notes?page=2.0')).statusCode).to.equal(400)
    const { schemas } = service.document.components as { schemas: object }
    expect(schemas).to.include.keys('CreateUser', 'CreateUserOutput', 'Address', 'Note')
  })

  it('binds schemas of valibot and types of arktype', async () => {
    const service = await guide.service('libraries')
    const signup = { name: 'Ann', born: '2001-05-17' }
    const signed = await service.inject({ method: 'POST', url: '/signups', body: signup })
    expect(signed.json()).to.deep.equal(signup)
    const wrong = await service.inject({ method: 'POST', url: '/signups', body: { ...signup, born: '2001-02-30' } })
    expect(wrong.json()).to.have.nested.property('errors[0].rule', 'format')
    const order = { method: 'POST', url: '/orders?copies=2', body: { sku: 'ABC-12' } } as const
    expect((await service.inject(order)).json()).to.deep.equal({ sku: 'ABC-12', note: 'none, 2, none' })
  })
})
