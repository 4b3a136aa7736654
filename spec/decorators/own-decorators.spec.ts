import { createHook, executionAsyncId } from 'node:async_hooks'
import { expect } from 'chai'
import { bootstrap, Controller, createParameterDecorator, Get, type Service } from 'fieldstone'
import { serviceOf } from '../support/applications.js'
import { FORMS, fixtureIn } from '../support/compiled-forms.js'
import { complaintsAbout } from '../support/openapi-validator.js'

const TOKEN = { authorization: 'Bearer token-of-ada' }
const KEY = { 'x-api-key': 'key-of-the-shop' }

for (const form of FORMS) {
  describe(`Principals and parameter decorators of one's own, in the ${form}`, () => {
    let service: Service
    let origin: string

    const ask = async (path: string, headers: Record<string, string> = {}) => {
      const response = await fetch(origin + path, { headers })
      const body = (await response.json()) as { detail?: string; errors?: { in: string; path: string; rule: string }[] }
      if (response.status === 400) return body.errors?.map((fault) => `${fault.in} ${fault.path} ${fault.rule}`)
      return response.status < 400 ? body : `${response.status} ${body.detail}`
    }

    before(async function () {
      this.timeout(60_000)
      const { application } = await fixtureIn<typeof import('../support/forms/callers.js')>(form, 'callers')
      service = await bootstrap(application)
      origin = (await service.listen({ port: 0, host: '127.0.0.1', signals: false })).url
    })
    after(() => service?.close())

    it('give the principal of the scheme that was met', async () => {
      expect(await ask('/callers/me', TOKEN)).to.deep.equal({ user: 'ada' })
      expect(await ask('/callers/beside', TOKEN)).to.deep.equal({ user: 'ada' })
      expect(await ask('/callers/me')).to.equal('401 Authentication is required')
    })

    it('give undefined for an optional principal that was not shown, or is that of another scheme', async () => {
      expect(await ask('/callers/maybe')).to.deep.equal({})
      expect(await ask('/callers/maybe', TOKEN)).to.deep.equal({ user: 'ada' })
      expect(await ask('/callers/maybe', KEY)).to.deep.equal({ client: 'shop' })
    })

    it('give each principal of several schemes that must be met together, whichever comes first', async () => {
      expect(await ask('/callers/both', { ...TOKEN, ...KEY })).to.deep.equal({ user: 'ada', client: 'shop' })
    })

    it('give one of several principals, which the context tells apart', async () => {
      expect(await ask('/callers/either', TOKEN)).to.deep.equal({ user: 'ada' })
      expect(await ask('/callers/either', KEY)).to.deep.equal({ client: 'shop' })
    })

    it('make values of declared inputs, asynchronously too', async () => {
      const tenant = { 'x-tenant': 'acme' }
      expect(await ask('/lists/fields/7?page=3', tenant)).to.deep.equal({
        offset: 40,
        limit: 20,
        tenant: 'acme',
        label: 'book-7'
      })
      expect(await ask('/lists/beside/7?page=2&size=100', tenant)).to.deep.equal({
        offset: 100,
        limit: 100,
        tenant: 'acme',
        label: 'item-7'
      })
      expect(await ask('/lists/viewer', TOKEN)).to.equal('ada')
      expect(await ask('/lists/session', { cookie: 'session=s1' })).to.equal('s1')
    })

    it('reject what breaks the rules of these inputs with all other faults, before the handler', async () => {
      expect(await ask('/lists/fields/x?size=51&page=0', { 'x-tenant': 'A' })).to.have.members([
        'query page minimum',
        'query size maximum',
        'header x-tenant pattern',
        'path id type'
      ])
      expect(await ask('/lists/beside/7?size=100', { 'x-tenant': 'acme' })).to.have.property('limit', 100)
    })

    it('make a response of what the function throws', async () => {
      expect(await ask('/lists/session')).to.equal('401 There is no session')
      expect(await ask('/lists/fields/7', { 'x-tenant': 'gone' })).to.equal('404 There is no such tenant')
    })

    it('document the inputs as parameters of each route', async () => {
      const { document } = service
      if (form === FORMS[0]) expect(await complaintsAbout(document)).to.deep.equal([])
      const parameters = document.paths['/lists/fields/{id}']?.get?.parameters as { name: string; schema: object }[]
      expect(parameters.map(({ name }) => name)).to.have.members(['id', 'page', 'size', 'x-tenant'])
      expect(parameters.find(({ name }) => name === 'size')).to.deep.include({
        in: 'query',
        description: 'How many',
        schema: { type: 'integer', format: 'int64', minimum: 1, maximum: 50, default: 20 }
      })
      const beside = document.paths['/lists/beside/{id}']?.get?.parameters as { name: string; schema: object }[]
      expect(beside.filter(({ name }) => name === 'size')).to.have.lengthOf(1)
      expect(beside.find(({ name }) => name === 'size')).to.have.property('description', 'How many')
    })
  })
}

describe("A parameter decorator of one's own", () => {
  it('has a request class made for each request, also of those at the same time', async () => {
    const Later = createParameterDecorator(async (ctx) => ctx.query.get('page'))
    class Listing {
      @Later() page!: string | null
    }
    const made: Listing[] = []
    let isSecond!: () => void
    const both = new Promise<void>((resolve) => {
      isSecond = resolve
    })
    @Controller('/pages')
    class PageController {
      @Get({ request: Listing })
      async list(listing: Listing) {
        if (made.push(listing) === 2) isSecond()
        await both
        return listing.page
      }
    }
    const own = await serviceOf([PageController])
    const pages = await Promise.all(['1', '2'].map(async (page) => (await own.inject(`/pages?page=${page}`)).json()))
    expect(pages).to.deep.equal(['1', '2'])
  })

  it('that returns no promise has the method called at once, without one', async () => {
    const moments: number[] = []
    const Now = createParameterDecorator(() => moments.push(executionAsyncId()))
    const Later = createParameterDecorator(async () => moments.push(executionAsyncId()))
    const note = () => String(moments.push(executionAsyncId()))
    @Controller('/moments')
    class MomentController {
      @Get('/now') now(@Now() _first: number, @Now() _second: number) {
        return note()
      }
      @Get('/later') later(@Later() _first: number) {
        return note()
      }
    }
    // Without a hook, promises have no moments of their own.
    const hook = createHook({ init: () => undefined }).enable()
    try {
      const own = await serviceOf([MomentController])
      await own.inject('/moments/now')
      expect(moments).to.have.length(3)
      expect(new Set(moments)).to.have.property('size', 1)
      moments.length = 0
      await own.inject('/moments/later')
      expect(new Set(moments)).to.have.property('size', 2)
    } finally {
      hook.disable()
    }
  })
})
