import { expect } from 'chai'
import { Guide } from '../support/guide.js'

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
    expect(schemas).to.include.keys('CreateUser', 'CreateUserInput', 'Address', 'AddressInput', 'Note')
  })

  it('reads parameters and forms by schemas, in classes, beside methods and without classes', async () => {
    const service = await guide.service('parameters')
    const found = await service.inject('/books?text=ab&limit=5&tags=x&unknown=1')
    expect(found.json()).to.deep.equal({ text: 'ab', limit: 5, tags: ['x'] })
    expect((await service.inject('/books?text=a')).json()).to.have.nested.property('errors[0].path', 'text')
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const request = { method: 'POST', url: '/books/search?text=ab', headers, body: 'mail=a%40b.ch&age=5' } as const
    expect((await service.inject(request)).json()).to.deep.equal({ text: 'ab', limit: 20, mail: 'a@b.ch', age: 5 })
    const added = await service.inject({ method: 'POST', url: '/contacts', body: { mail: 'a@b.ch', more: 1 } })
    expect(added.json()).to.deep.equal({ mail: 'a@b.ch' })
    const parameters = service.document.paths['/books']?.get?.parameters as { name: string }[]
    expect(parameters.map(({ name }) => name)).to.deep.equal(['text', 'limit', 'tags'])
    expect(parameters[1]).to.deep.include({ required: false, description: 'How many results at most' })
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
