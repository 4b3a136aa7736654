import { expect } from 'chai'
import { type Application, BootstrapError, bootstrap, type InjectRequest } from '../src/index.js'
import { Guide } from './support/guide.js'

const guide = new Guide('controllers')

describe('the guide to controllers', () => {
  before('compiles its examples', () => {
    guide.compile()
  })

  it('binds parameters and the body, and sends what is returned', async () => {
    const service = await guide.service('controller')
    const statusOf = async (request: InjectRequest | string) => (await service.inject(request)).statusCode
    const headers = { 'Idempotency-Key': 'x' }
    const added = await service.inject({ method: 'POST', url: '/books', headers, body: { title: 'Persuasion' } })
    expect(added.statusCode).to.equal(201)
    expect(added.json()).to.deep.equal({ title: 'Persuasion', id: 2 })
    expect(added.headers).to.include({ location: '/books/2', 'idempotency-key': 'x' })
    expect((await service.inject('/books?id=2&id=7')).json()).to.deep.equal([{ id: 2, title: 'Persuasion' }])
    expect((await service.inject('/books?limit=1')).json()).to.have.length(1)
    expect((await service.inject('/books/9')).json()).to.include({ status: 404, detail: 'There is no book 9' })
    expect(await statusOf({ method: 'DELETE', url: '/books/2' })).to.equal(204)
    for (const text of ['12abc', '1e3', '%205', '0x10']) {
      expect(await statusOf(`/books/${text}`), text).to.equal(400)
      expect(await statusOf(`/books?limit=${text}`), text).to.equal(400)
    }
  })

  it('supplies the arguments of constructors by their types', async () => {
    const service = await guide.service('dependencies')
    expect((await service.inject('/hello')).json()).to.equal('Good evening, world')
  })

  it('uses a container of the application', async () => {
    const service = await guide.service('own-container')
    expect((await service.inject('/now')).json()).to.equal('1970-01-01T00:00:00.000Z')
  })

  it('reports all mistakes at once', async () => {
    const { app } = await guide.import<{ app: Application }>('mistakes')
    const error = await bootstrap(app).catch((reason: unknown) => reason)
    expect(error).to.be.instanceOf(BootstrapError)
    const codes = (error as BootstrapError).errors.map(({ code }) => code)
    expect(new Set(codes)).to.deep.equal(new Set(['PARAMETER_INVALID', 'FIELD_OPTION_INVALID']))
  })

  it('has a spec that passes', () => guide.import('spec'))
})
