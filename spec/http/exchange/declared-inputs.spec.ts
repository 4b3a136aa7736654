import { expect } from 'chai'
import {
  Application,
  BootstrapError,
  bootstrap,
  type Context,
  Controller,
  DateOnly,
  Field,
  File,
  Get,
  header,
  Integer,
  query,
  type RouteOptions,
  type Routes,
  type UploadedFile
} from 'fieldstone'
import { formatReport, verify } from 'fieldstone-verify'
import { HttpRouter } from '../../../src/http/exchange/router.js'
import { FetchServer } from '../../../src/http/fetch/server.js'
import { recordingLogger } from '../../support/one-handler.js'
import { type Served, ServedRouters, told } from '../../support/served-router.js'

class NewItem {
  @Field({ minLength: 2 }) name!: string
}

class Item extends NewItem {
  @Field(() => Integer) id!: number
}

class Upload {
  @Field() title!: string
  @File() file!: UploadedFile
}

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
const JSON_TYPE = { 'content-type': 'application/json' }
async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

const TENANT = { 'x-tenant': 'acme' }

describe('A route of the router that declares its inputs', () => {
  const routers = new ServedRouters()
  afterEach(() => routers.close())

  const serve = (register: (router: HttpRouter) => unknown) => routers.serve(register, { responseChecks: 'off' })

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

    it('are read from WHATWG requests, too', async () => {
      const router = new HttpRouter({ logger: recordingLogger().logger, responseChecks: 'off' })
      router.getFunc('/items', read, LIST)
      const server = new FetchServer(router.handler)
      const right = await server.answer(new Request('http://a.example/items?limit=3', { headers: TENANT }))
      expect(await right.json()).to.deep.equal([3, 'absent', 'absent', 'acme', 'absent'])
      expect(await faultsOf(await server.answer(new Request('http://a.example/items')))).to.deep.equal([
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
        const router = new HttpRouter({ logger })
        router.getFunc('/a/{id}', () => 'unchecked', { parameters: [parameter] })
        expect(() => router.freeze()).to.throw(BootstrapError, message)
        const late = new FetchServer(router.handler)
        expect((await late.answer(new Request('http://a.example/a/1'))).status).to.equal(500)
        expect(entries.length).to.be.above(0)
      })
    }
  })

  describe('its body', () => {
    const post = (url: string, body: string | FormData | Uint8Array, headers: Record<string, string> = JSON_TYPE) =>
      fetch(url, { method: 'POST', body: body as never, headers })

    const bodies = (routes: Routes): void => {
      routes.postFunc('/silent', () => 'ran', { requestBody: NewItem })
      routes.postFunc(
        '/bound',
        async (ctx) => {
          const [first, second] = [await ctx.bindValidated(NewItem), await ctx.bind(NewItem)]
          return [first instanceof NewItem, first === second, await ctx.bodyText(), (await ctx.bindJSON(NewItem)).name]
        },
        { requestBody: NewItem }
      )
      routes.postFunc('/list', async (ctx) => (await ctx.bindValidated([NewItem])).map(({ name }) => name), {
        requestBody: [NewItem]
      })
      routes.postFunc('/other', async (ctx) => ctx.bind(Item), { requestBody: NewItem })
      routes.postFunc('/form', async (ctx) => (await ctx.bindValidated(NewItem)).name, {
        requestBody: NewItem,
        consumes: ['application/x-www-form-urlencoded', 'application/json']
      })
      routes.postFunc('/bytes', async (ctx) => (await all(ctx.bodyStream())).length, {
        requestBody: Buffer,
        bodyLimit: 20
      })
      const parts = async (ctx: Context) => (await all(ctx.bodyParts())).map(({ name }) => name)
      routes.postFunc('/parts', parts, { requestBody: Upload })
      routes.postFunc('/upload', async (ctx) => (await ctx.bindValidated(Upload)).title, { requestBody: Upload })
    }

    it('is bound before the handler runs, and rejected even if the handler never reads it', async () => {
      const { url } = await serve(bodies)
      expect(await (await post(`${url}/silent`, '{"name":"ab"}')).json()).to.equal('ran')
      expect(await faultsOf(await post(`${url}/silent`, '{"name":"a"}'))).to.deep.equal(['body name minLength'])
      expect((await post(`${url}/silent`, '{')).status).to.equal(400)
      expect((await fetch(`${url}/silent`, { method: 'POST' })).status).to.equal(400)
      expect((await post(`${url}/silent`, 'a', { 'content-type': 'text/plain' })).status).to.equal(415)
      expect((await post(`${url}/silent`, `"${'x'.repeat(1_048_576)}"`)).status).to.equal(413)
    })

    it('is what bindValidated returns, without reading it again; its text stays readable', async () => {
      const { url } = await serve(bodies)
      const text = '{ "name": "ab" }'
      expect(await (await post(`${url}/bound`, text)).json()).to.deep.equal([true, true, text, 'ab'])
      expect(await (await post(`${url}/list`, '[{"name":"ab"}]')).json()).to.deep.equal(['ab'])
      expect(await faultsOf(await post(`${url}/list`, '[{"name":""}]'))).to.deep.equal(['body [0].name minLength'])
      const other = await post(`${url}/other`, '{"name":"ab","id":1}')
      expect(await other.json(), 'another record').to.deep.equal({ name: 'ab', id: 1 })
      const form = { 'content-type': 'application/x-www-form-urlencoded' }
      expect(await (await post(`${url}/form`, 'name=ab', form)).json()).to.equal('ab')
      expect(await faultsOf(await post(`${url}/form`, 'name=a', form))).to.deep.equal(['body name minLength'])
    })

    it('is left to the handler where it is bytes, or has files', async () => {
      const { url } = await serve(bodies)
      const type = { 'content-type': 'application/octet-stream' }
      expect(await (await post(`${url}/bytes`, 'abc', type)).json()).to.equal(1)
      expect((await post(`${url}/bytes`, 'x'.repeat(21), type)).status).to.equal(413)
      expect((await post(`${url}/bytes`, 'abc')).status).to.equal(415)
      const form = new FormData()
      form.set('title', 'A')
      form.set('file', new Blob(['x']), 'x.txt')
      expect(await (await post(`${url}/parts`, form, {})).json()).to.deep.equal(['title', 'file'])
      expect(await (await post(`${url}/upload`, form, {})).json()).to.equal('A')
    })

    it('is left to a handler of Node, whose parameters are checked', async () => {
      const { url } = await serve((router) => {
        const own = async (req: AsyncIterable<Buffer>, res: { end(text: string): void }) => {
          let text = ''
          for await (const chunk of req) text += chunk
          res.end(text)
        }
        router.group('/{shop}').post('/items', own as never, { ...PATH, requestBody: NewItem })
      })
      expect(await (await post(`${url}/1/items`, 'anything')).text()).to.equal('anything')
      expect(await faultsOf(await post(`${url}/x/items`, 'anything'))).to.deep.equal(['path shop type'])
    })

    it('is reported with the parameters, all faults together', async () => {
      const { url } = await serve((router) => {
        router.group('/{shop}').postFunc('/items', () => 1, { ...PATH, requestBody: NewItem })
      })
      expect(await faultsOf(await post(`${url}/x/items`, '{}'))).to.deep.equal(['path shop type', 'body name required'])
    })
  })

  function errorsOf({ log }: Served): string[] {
    return told(log).map(({ fields }) => String(fields.err?.message))
  }
})

describe('An application in the router’s own form', () => {
  function shop(): Application {
    const items = new Map<number, Item>()
    return new Application({
      title: 'Shop',
      version: '1.0.0',
      logger: false,
      routes: (router) => {
        const shelf = router.group('/shelves/{shelf}')
        const parameters = [
          { name: 'shelf', in: 'path', schema: Integer, minimum: 1, maximum: 9 },
          { name: 'limit', in: 'query', schema: Integer, minimum: 0, maximum: 50, default: 20 },
          { name: 'tags', in: 'query', schema: [String], maxItems: 3 },
          { name: 'since', in: 'query', schema: DateOnly },
          { name: 'X-Trace', in: 'header', maxLength: 20 }
        ] as const
        const list = (ctx: Context) => [...items.values()].slice(0, ctx.parameter<number>('limit'))
        shelf.getFunc('/items', list, { operationId: 'list', parameters, responses: { 200: [Item] } })
        shelf.postFunc(
          '/items',
          async (ctx) => {
            const item = { id: items.size + 1, name: (await ctx.bindValidated(NewItem)).name }
            items.set(item.id, item)
            return item
          },
          { operationId: 'add', parameters: parameters.slice(0, 1), requestBody: NewItem, responses: { 201: Item } }
        )
        shelf.getFunc('/plain', (ctx) => ctx.parameter('q'), {
          operationId: 'echo',
          parameters: [parameters[0], { name: 'q', in: 'query', required: true, minLength: 1, maxLength: 5 }],
          responses: { 200: String }
        })
        const raw = (req: NodeJS.ReadableStream, res: { writeHead(status: number): { end(): void } }) => {
          req.resume()
          res.writeHead(204).end()
        }
        router.post('/raw', raw as never, {
          operationId: 'raw',
          parameters: [{ name: 'n', in: 'query', schema: Integer, required: true }],
          requestBody: NewItem,
          responses: { 204: 'Taken' }
        })
      }
    })
  }

  it('agrees with its document; a body that a handler of Node reads is listed as not proved', async function () {
    this.timeout(60_000)
    const service = await bootstrap(shop())
    const { paths } = service.document
    expect(paths['/raw']?.post?.requestBody).to.have.property('x-unchecked', true)
    expect(paths['/shelves/{shelf}/items']?.post?.requestBody).not.to.have.property('x-unchecked')
    const report = await verify(service, { runs: 1500, seed: 3 })
    expect(report.disagreements, formatReport(report)).to.deep.equal([])
    expect(report.unproved.map(({ operation, isAllowed }) => [operation, isAllowed])).to.deep.equal([['raw', true]])
    expect(formatReport(report)).to.contain('raw: the request body is left to the handler')
    expect(report.outcome).to.equal('proved')
  })
})
