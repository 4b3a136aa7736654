import { expect } from 'chai'
import { type Application, BootstrapError, bootstrap, type Class, type InjectRequest, type Problem } from 'fieldstone'
import { formatReport, verify } from 'fieldstone-verify'
import { Guide } from '../support/guide.js'

const guide = new Guide('controllers')
/** The examples without decorators of parameters, by the compiler's own settings for decorators. */
const inStandardForm = new Guide('controllers')
const STANDARD = { experimentalDecorators: false, emitDecoratorMetadata: false }

describe('the guide to controllers', () => {
  before('compiles its examples', function () {
    this.timeout(180_000)
    guide.compile()
    inStandardForm.compileBy(STANDARD, ['inputs', 'request-class', 'page', 'own-fields'])
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

  it("makes parameters of decorators of one's own, whose inputs it checks and documents", async () => {
    const service = await guide.service('own-parameters')
    const ask = async (url: string, headers = {}) => (await service.inject({ url, headers })).json()
    expect(await ask('/books?page=3')).to.deep.equal({ offset: 40, limit: 20 })
    expect(await ask('/books?size=51')).to.include({ status: 400 })
    expect(await ask('/books/plan', { 'x-tenant': 'acme' })).to.equal('free')
    expect(await ask('/books/plan', { 'x-tenant': 'none' })).to.include({ detail: 'There is no such tenant' })
    expect(await ask('/books/plan')).to.include({ status: 400 })
    expect(await ask('/books/session', { cookie: 'session=s1' })).to.equal('s1')
    expect(await ask('/books/session')).to.include({ status: 401 })
    const report = await verify(service, { seed: 1 })
    expect([report.ok, report.disagreements], formatReport(report)).to.deep.equal([true, []])
  }).timeout(60_000)

  for (const form of ['legacy', 'standard'] as const) {
    it(`has fields of a request class with decorators of one's own, by ${form} decorators`, async () => {
      const service = await (form === 'legacy' ? guide : inStandardForm).service('own-fields')
      const headers = { 'x-tenant': 'acme' }
      const ask = async (url: string) => (await service.inject({ url, headers })).json()
      expect(await ask('/readers/1/loans?page=2&size=10')).to.deep.equal({ offset: 10, limit: 10 })
      expect(await ask('/readers/1/loans?size=11')).to.include({ status: 400 })
      expect(await ask('/readers?size=100')).to.deep.equal({ offset: 0, limit: 100 })
    })

    it(`takes inputs from beside a method and from a request class, by ${form} decorators`, async () => {
      const own = form === 'legacy' ? guide : inStandardForm
      const beside = await own.service('inputs')
      const headers = { 'if-match': '"1"' }
      const replaced = await beside.inject({ method: 'PUT', url: '/books/7', headers, body: { title: 'Persuasion' } })
      expect(replaced.json()).to.deep.equal({ id: 7, title: 'Persuasion' })
      expect(replaced.headers.etag).to.equal('"2"')
      expect((await beside.inject('/books?title=Persuasion')).json()).to.deep.equal([{ id: 7, title: 'Persuasion' }])
      expect((await beside.inject('/books?limit=0')).statusCode).to.equal(400)

      const fields = await own.service('request-class')
      const found = (await fields.inject('/books?id=3&id=4&page=2')).json()
      expect(found).to.deep.equal([3, 4].map((id) => ({ id, title: 'On page 2' })))
      const asked = { method: 'PUT', url: '/books/7', headers: { 'accept-language': 'de' }, body: { title: 'Emma' } }
      const put = await fields.inject(asked)
      expect([put.json(), put.headers['content-language']]).to.deep.equal([{ id: 7, title: 'Emma' }, 'de'])
      expect((await fields.inject({ ...asked, url: '/books/x', body: {} })).json<Problem>().errors).to.have.length(2)
    })
  }

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

  it('provides services, resolves them, and replaces them', async () => {
    const service = await guide.service('provide')
    expect((await service.inject('/mails/test')).json()).to.equal('sent a mail, kept in db://main')
    const { app, Mailer } = await guide.import<{ app: Application; Mailer: Class }>('provide')
    const fake = await bootstrap(app, { overrides: [[Mailer, { send: () => 'fake' }]] })
    expect((await fake.inject('/mails/test')).json()).to.equal('fake')
  })
})
