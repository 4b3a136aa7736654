import { expect } from 'chai'
import { type ContextHandler, type Method, type NodeHandler, Router } from 'fieldstone'
import { ask } from '../support/ask.js'
import { recordingLogger } from '../support/one-handler.js'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'] as const

const quiet = () => new Router({ logger: false })
const text =
  (answer: string): ContextHandler =>
  (ctx) =>
    ctx.text(200, answer)

describe('A router', () => {
  it('has a registration of each kind for each method', async () => {
    const router = quiet()
    const node: NodeHandler = (req, res) => void res.setHeader('x-by', `node ${req.method}`).end()
    const context: ContextHandler = (ctx) => ctx.header('x-by', `context ${ctx.method}`)
    router.get('/n', node).post('/n', node).put('/n', node).patch('/n', node).delete('/n', node)
    router.head('/n', node).options('/n', node).trace('/n', node).query('/n', node)
    router.getFunc('/c', context).postFunc('/c', context).putFunc('/c', context).patchFunc('/c', context)
    router.deleteFunc('/c', context).headFunc('/c', context).optionsFunc('/c', context)
    router.traceFunc('/c', context).queryFunc('/c', context)
    for (const { method, path } of router.routes) {
      const by = path === '/n' ? `node ${method}` : `context ${method}`
      expect((await ask(router, `${method} ${path}`)).headers['x-by']).to.equal(by)
    }
    expect(router.routes.map(({ method }) => method)).to.have.members([...METHODS, ...METHODS])
  })

  it('keeps what was registered, with full path, pattern, options and source', () => {
    const router = quiet()
    const options = { summary: 'One item' }
    function showItem() {}
    router.group('/shop/{shop}').getFunc('/items/{id:[0-9]+}', showItem, options)
    const [route] = router.routes
    expect(route).to.include({ method: 'GET', path: '/shop/{shop}/items/{id:[0-9]+}', options, handler: showItem })
    expect(route?.pattern.template).to.equal('/shop/{shop}/items/{id}')
    expect(route?.source).to.match(/^showItem at .*router\.spec\.[jt]s:\d+$/)
  })

  it('gives path parameters to Node handlers, to context handlers and to what stands around them', async () => {
    const router = quiet()
    router.connect((req, res, next) => {
      res.setHeader('x-seen', router.urlParam(req, 'id'))
      next()
    })
    router.get('/node/{id}', (req, res) => void res.end(router.urlParam(req, 'id')))
    router.getFunc('/context/{a}/{id}', (ctx) => ctx.json(200, { ...ctx.params, own: ctx.urlParam('id') }))
    expect(await ask(router, 'GET /node/caf%C3%A9%2F1')).to.include({ status: 200, body: 'caf\u00e9/1' })
    const { body, headers } = await ask(router, 'GET /context/x/%252F')
    expect(JSON.parse(body)).to.deep.equal({ a: 'x', id: '%2F', own: '%2F' })
    expect(headers['x-seen']).to.equal('%2F')
  })

  it('reports who asks for a parameter that the path does not have', async () => {
    const { logger, entries } = recordingLogger()
    const router = new Router({ logger })
    router.get('/items/{id}', (req, res) => void res.end(router.urlParam(req, 'name')))
    expect((await ask(router, 'GET /items/1')).status).to.equal(500)
    expect(entries[0]?.fields.err?.message).to.contain('"name"')
    expect(() => router.urlParam({} as never, 'id')).to.throw('did not come through a router')
  })

  it('answers asynchronous handlers of both kinds', async () => {
    const router = quiet()
    const later = () => new Promise((resolve) => setTimeout(resolve, 2))
    router.get('/node', async (_req, res) => {
      await later()
      res.end('late')
    })
    router.get('/callback', (_req, res) => {
      setTimeout(() => res.end('later'), 2)
    })
    router.getFunc('/context', async () => {
      await later()
      return { late: true }
    })
    // biome-ignore lint/suspicious/noThenProperty: a promise of another library
    router.getFunc('/thenable', () => ({ then: (resolve: (value: unknown) => void) => resolve({ foreign: true }) }))
    expect((await ask(router, 'GET /node')).body).to.equal('late')
    expect((await ask(router, 'GET /callback')).body).to.equal('later')
    expect((await ask(router, 'GET /context')).body).to.equal('{"late":true}')
    expect((await ask(router, 'GET /thenable')).body).to.equal('{"foreign":true}')
  })

  const failures: [kind: string, register: (router: Router) => unknown][] = [
    ['a context handler that throws', (router) => router.getFunc('/x', () => raise())],
    ['a context handler that rejects', (router) => router.getFunc('/x', async () => raise())],
    ['a Node handler that throws', (router) => router.get('/x', () => raise())],
    ['a Node handler that rejects', (router) => router.get('/x', async () => raise())],
    ['a Node handler that rejects late', (router) => router.get('/x', () => Promise.resolve().then(raise))],
    ['a layer that throws', (router) => router.use(() => raise()).getFunc('/x', text('x'))],
    ['a layer that rejects', (router) => router.use(async () => raise()).getFunc('/x', text('x'))],
    [
      'a handler that throws behind layers of all kinds',
      (router) =>
        router
          .use((_ctx, next) => next())
          .use(async (_ctx, next) => next())
          .use((_ctx, next) => void next())
          .connect((_req, _res, next) => next())
          .getFunc('/x', () => raise())
    ]
  ]
  function raise(): never {
    throw new Error('secret')
  }
  for (const [kind, register] of failures) {
    it(`answers 500 for ${kind}, and reports it with its source`, async () => {
      const { logger, entries } = recordingLogger()
      const router = new Router({ logger })
      register(router)
      const { status, headers, body } = await ask(router, 'GET /x')
      expect(status).to.equal(500)
      expect(headers['content-type']).to.contain('application/problem+json')
      expect(body).to.not.contain('secret')
      expect(entries.map(({ level, fields }) => [level, fields.err?.message])).to.deep.equal([['error', 'secret']])
      expect(entries[0]?.fields.route).to.match(/router\.spec\.[jt]s:\d+$/)
    })
  }

  it('cuts the connection where a Node handler fails after it began to answer', async () => {
    const { logger, entries } = recordingLogger()
    const router = new Router({ logger })
    router.get('/x', async (_req, res) => {
      res.writeHead(200, { 'content-length': '10' }).write('half')
      raise()
    })
    const error = await ask(router, 'GET /x').catch((cause: unknown) => cause)
    expect(error).to.be.instanceOf(Error).with.property('code').that.is.oneOf(['ECONNRESET', 'ECONNABORTED'])
    expect(entries.map(({ fields }) => fields.err?.message)).to.include('secret')
  })

  it('can be mounted below a prefix by whoever rewrites the URL', async () => {
    const router = quiet()
    router.getFunc('/items', text('items'))
    const outer = quiet()
    outer.get('/mount/{rest:*}', (req, res) => {
      req.url = `/${outer.urlParam(req, 'rest')}`
      router.handler(req, res)
    })
    expect((await ask(outer, 'GET /mount/items')).body).to.equal('items')
    expect((await ask(outer, 'GET /mount/other')).status).to.equal(404)
  })

  it('is frozen by its first request, or when it is told', async () => {
    const asked = quiet()
    asked.getFunc('/a', text('a'))
    await ask(asked, 'GET /a')
    const told = quiet()
    told.freeze()
    told.freeze()
    const group = quiet()
    const below = group.group('/g')
    group.freeze()
    for (const router of [asked, told, below]) {
      const late: (() => unknown)[] = [
        () => router.getFunc('/b', text('b')),
        () => router.get('/b', () => {}),
        () => router.add({ method: 'GET' as Method, path: '/b', handler: text('b'), source: 'Late.route' }),
        () => router.use((_ctx, next) => next()),
        () => router.connect((_req, _res, next) => next()),
        () => router.group('/c'),
        () => router.subrouter('/c'),
        () => router.notFound(text('x')),
        () => router.methodNotAllowed(text('x'))
      ]
      for (const registration of late) expect(registration).to.throw(/^ROUTER_FROZEN: .*(?:router\.spec|Late\.route)/)
    }
    expect(told.routes).to.deep.equal([])
  })

  it('is not changed by a registration that it refuses', async () => {
    const router = quiet()
    router.getFunc('/items/{id}', text('first'))
    expect(() => router.getFunc('/items/{name}', text('second'))).to.throw(/^ROUTE_DUPLICATE/)
    expect(() => router.getFunc('items', text('third'))).to.throw(/^PATH_INVALID/)
    expect(router.routes).to.have.length(1)
    expect((await ask(router, 'GET /items/1')).body).to.equal('first')
  })
})
