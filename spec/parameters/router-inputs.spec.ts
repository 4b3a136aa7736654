import { expect } from 'chai'
import {
  Application,
  BootstrapError,
  bootstrap,
  type Context,
  Controller,
  Get,
  header,
  Integer,
  query,
  type RouteOptions,
  Router
} from 'fieldstone'
import { recordingLogger } from '../support/one-handler.js'
import { type Served, ServedRouters, told } from '../support/served-router.js'

const LIST = {
  parameters: [
    { name: 'limit', in: 'query', schema: Integer, minimum: 1, maximum: 50, default: 20 },
    { name: 'since', in: 'query', schema: Date },
    { name: 'tags', in: 'query', schema: [String], style: 'comma', maxItems: 2 },
    { name: 'X-Tenant', in: 'header', required: true, pattern: '^[a-z]+$' },
    { name: 'visits', in: 'cookie', schema: Integer }
  ]
} as const satisfies RouteOptions

const PATH = { parameters: [{ name: 'shop', in: 'path', schema: Integer }] } as const satisfies RouteOptions
const TENANT = { 'x-tenant': 'acme' }

describe('A route of the router that declares its inputs', () => {
  const routers = new ServedRouters()
  afterEach(() => routers.close())

  const serve = (register: (router: Router) => unknown) => routers.serve(register, { responseChecks: 'off' })

  async function faultsOf(response: Response): Promise<unknown> {
    expect(response.headers.get('content-type')).to.equal('application/problem+json')
    const { status, errors } = (await response.json()) as { status: number; errors?: Record<string, string>[] }
    expect([response.status, status]).to.deep.equal([400, 400])
    return errors?.map((fault) => `${fault.in} ${fault.path} ${fault.rule}`)
  }

  function read(ctx: Context) {
    const names = ['limit', 'since', 'tags', 'X-Tenant', 'visits']
    return names.map((name) => {
      const value = ctx.parameter(name)
      return value === undefined ? 'absent' : value instanceof Date ? { date: value.toISOString() } : value
    })
  }

  describe('its parameters', () => {
    it('have values of their types, with defaults', async () => {
      const { url } = await serve((router) => router.getFunc('/items', read, LIST))
      const bare = await fetch(`${url}/items`, { headers: TENANT })
      expect(await bare.json()).to.deep.equal([20, 'absent', 'absent', 'acme', 'absent'])
      const query = 'limit=5&since=2026-01-02T03:04:05Z&tags=a,b%2Cc&other=1'
      const full = await fetch(`${url}/items?${query}`, { headers: { ...TENANT, cookie: 'visits=7' } })
      expect(await full.json()).to.deep.equal([5, { date: '2026-01-02T03:04:05.000Z' }, ['a', 'b,c'], 'acme', 7])
    })

    it('are checked before the handler runs, all at once, with the faults of decorated routes', async () => {
      let count = 0
      const { url } = await serve((router) => router.getFunc('/items', () => ++count, LIST))
      const wrong = await fetch(`${url}/items?limit=51&since=soon&tags=a,b,c`, { headers: { cookie: 'visits=x' } })
      expect(await faultsOf(wrong)).to.have.members([
        'query limit maximum',
        'query since type',
        'query tags maxItems',
        'header X-Tenant required',
        'cookie visits type'
      ])
      expect(count).to.equal(0)
    })

    it('are rejected with the problem that a method of a controller gives', async () => {
      @Controller()
      class Items {
        @Get('/items', query('limit', Integer, { minimum: 1 }), header('X-Tenant', String))
        list(_limit: number, _tenant: string): number {
          return 1
        }
      }
      const parameters = [
        { name: 'limit', in: 'query', schema: Integer, required: true, minimum: 1 },
        { name: 'X-Tenant', in: 'header', required: true }
      ] as const
      const options = { title: 'Items', version: '1', logger: false } as const
      const [decorated, own] = await Promise.all([
        bootstrap(new Application({ ...options, controllers: [Items] })),
        bootstrap(
          new Application({ ...options, routes: (router) => router.getFunc('/items', () => 1, { parameters }) })
        )
      ])
      for (const url of [
        '/items',
        '/items?limit=0',
        '/items?limit=1&limit=2',
        '/items?limit=1.5',
        '/items?limit=%zz'
      ]) {
        const [expected, found] = [await decorated.inject(url), await own.inject(url)]
        expect([found.statusCode, found.body]).to.deep.equal([400, expected.body])
      }
      const of = ({ document }: typeof own) => document.paths['/items']?.get?.parameters
      expect(of(own)).to.deep.equal(of(decorated))
    })

    it('are checked for a handler of Node, for HEAD, and below prefixes with parameters', async () => {
      const { url } = await serve((router) => {
        const shop = router.group('/shops/{shop}')
        shop.get('/plain', (_req, res) => void res.end('plain'), PATH)
        shop.getFunc('/items', (ctx) => [ctx.parameter('shop'), ctx.urlParam('shop')], PATH)
        shop.getFunc('/texts', (ctx) => ctx.urlParam('shop'))
      })
      expect(await (await fetch(`${url}/shops/7/plain`)).text()).to.equal('plain')
      expect(await (await fetch(`${url}/shops/7/items`)).json()).to.deep.equal([7, '7'])
      for (const path of ['plain', 'items']) {
        expect(await faultsOf(await fetch(`${url}/shops/x/${path}`))).to.deep.equal(['path shop type'])
        expect((await fetch(`${url}/shops/x/${path}`, { method: 'HEAD' })).status).to.equal(400)
        expect((await fetch(`${url}/shops/7/${path}`, { method: 'HEAD' })).status).to.equal(200)
      }
      expect(await (await fetch(`${url}/shops/x/texts`)).json(), 'undeclared').to.equal('x')
    })

    it('are checked behind credentials and middleware, which may respond first', async () => {
      const { url } = await serve((router) => {
        router.use((ctx, next) => (ctx.requestHeader('x-stop') === undefined ? next() : ctx.noContent()))
        router.getFunc('/items', read, LIST)
      })
      expect((await fetch(`${url}/items`, { headers: { 'x-stop': '1' } })).status).to.equal(204)
      expect((await fetch(`${url}/items`)).status).to.equal(400)
    })

    it('are errors where they are not declared, which say what to declare', async () => {
      const served = await serve((router) => {
        router.getFunc('/a/{id}', (ctx) => ctx.parameter('page'))
        router.getFunc('/b/{id}', (ctx) => ctx.parameter('id'))
        const id = (place: 'path' | 'query') => ({ name: 'id', in: place, schema: Integer }) as const
        router.getFunc('/c/{id}', (ctx) => ctx.parameter('id', 'query'), { parameters: [id('path'), id('query')] })
        router.getFunc('/d/{id}', (ctx) => ctx.parameter('id'), { parameters: [id('path'), id('query')] })
        const early = (ctx: Context) => ctx.parameter('id')
        router.getFunc('/e/{id}', () => 1, { parameters: [id('path')], middleware: [early] })
      })
      expect(await (await fetch(`${served.url}/c/1?id=2`)).json()).to.equal(2)
      for (const path of ['/a/1', '/b/1', '/d/1?id=2', '/e/1']) {
        expect((await fetch(served.url + path)).status).to.equal(500)
      }
      const messages = errorsOf(served)
      expect(messages[0]).to.contain(`"page", which is not declared: add { name: 'page', in: 'query' }`)
      expect(messages[1]).to.contain(`add { name: 'id', in: 'path' }`).and.contain(`ctx.urlParam('id')`)
      expect(messages[2]).to.contain(`declared in path and query: name the place, ctx.parameter('id', 'path')`)
      expect(messages[3]).to.contain('before it is read')
    })

    it('are found by the name of a header in any case, and by no other name', async () => {
      const { url } = await serve((router) => {
        router.getFunc('/items', (ctx) => [ctx.parameter('X-TENANT'), ctx.parameter('x-tenant', 'header')], LIST)
        router.getFunc('/wrong', (ctx) => ctx.parameter('LIMIT'), LIST)
      })
      expect(await (await fetch(`${url}/items`, { headers: TENANT })).json()).to.deep.equal(['acme', 'acme'])
      expect((await fetch(`${url}/wrong`, { headers: TENANT })).status).to.equal(500)
    })

    it('are read from WHATWG requests, too', async () => {
      const router = new Router({ logger: recordingLogger().logger, responseChecks: 'off' })
      router.getFunc('/items', read, LIST)
      const right = await router.fetch(new Request('http://a.example/items?limit=3', { headers: TENANT }))
      expect(await right.json()).to.deep.equal([3, 'absent', 'absent', 'acme', 'absent'])
      expect(await faultsOf(await router.fetch(new Request('http://a.example/items')))).to.deep.equal([
        'header X-Tenant required'
      ])
    })

    const wrong: [string, NonNullable<RouteOptions['parameters']>[number], RegExp][] = [
      ['a default in the path', { name: 'id', in: 'path', default: 'a' }, /a path parameter is never absent/],
      ['required, with a default', { name: 'q', in: 'query', required: true, default: 'a' }, /required, and has a def/],
      ['a list in a cookie', { name: 'q', in: 'cookie', schema: [String] }, /a cookie parameter cannot be a list/],
      ['a default against its rules', { name: 'q', in: 'query', schema: 1, default: 5, maximum: 3 }, /the default/]
    ]
    for (const [what, parameter, message] of wrong) {
      it(`are setup errors: ${what}`, async () => {
        const { logger, entries } = recordingLogger()
        const router = new Router({ logger })
        router.getFunc('/a/{id}', () => 'unchecked', { parameters: [parameter] })
        expect(() => router.freeze()).to.throw(BootstrapError, message)
        expect((await router.fetch(new Request('http://a.example/a/1'))).status).to.equal(500)
        expect(entries.length).to.be.above(0)
      })
    }
  })

  function errorsOf({ log }: Served): string[] {
    return told(log).map(({ fields }) => String(fields.err?.message))
  }
})
