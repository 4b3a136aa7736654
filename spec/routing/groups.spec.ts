import { expect } from 'chai'
import { type Context, type Method, type Middleware, type NodeHandler, Router, SetupError } from 'fieldstone'
import { ask } from '../support/ask.js'

const quiet = () => new Router({ logger: false })

/** A layer that writes its name into the header x-way, on the way in and on the way out. */
function layer(name: string): Middleware {
  return async (ctx, next) => {
    note(ctx, name)
    try {
      await next()
    } finally {
      note(ctx, `/${name}`)
    }
  }
}

function note(ctx: Context, step: string): void {
  ctx.state.way = [...((ctx.state.way as string[] | undefined) ?? []), step]
  ctx.header('x-way', (ctx.state.way as string[]).join(' '))
}

const end = (ctx: Context): string => {
  note(ctx, 'handler')
  return ctx.route?.path ?? ''
}

describe('A group', () => {
  it('puts its prefix before its paths, nested ones and prefixes with parameters too', async () => {
    const router = quiet()
    const shops = router.group('/shops/{shop}')
    shops.getFunc('', (ctx) => ctx.params)
    shops.group('/items').getFunc('/', (ctx) => ctx.params)
    shops.group('/items').getFunc('/{id}', (ctx) => ctx.params)
    shops.group('').getFunc('/other', (ctx) => ctx.params)
    expect(router.routes.map(({ path }) => path)).to.deep.equal([
      '/shops/{shop}',
      '/shops/{shop}/items',
      '/shops/{shop}/items/{id}',
      '/shops/{shop}/other'
    ])
    expect((await ask(router, 'GET /shops/1/items/2')).body).to.equal('{"shop":"1","id":"2"}')
    expect((await ask(router, 'GET /shops/1')).body).to.equal('{"shop":"1"}')
    expect((await ask(router, 'GET /shops/1/items/')).status).to.equal(404)
  })

  it('runs layers as an onion: router, groups, route, whatever the order of registration', async () => {
    const router = quiet()
    const outer = router.group('/o', layer('outer'))
    const inner = outer.subrouter('/i')
    inner.getFunc('/x', end, { middleware: [layer('route1'), layer('route2')] })
    inner.getFunc('/y', end)
    outer.getFunc('/z', end)
    router.getFunc('/r', end)
    inner.use(layer('inner1'), layer('inner2'))
    router.use(layer('router1')).use(layer('router2'))
    const way = async (path: string) => (await ask(router, `GET ${path}`)).headers['x-way']
    expect(await way('/o/i/x')).to.equal(
      'router1 router2 outer inner1 inner2 route1 route2 handler ' +
        '/route2 /route1 /inner2 /inner1 /outer /router2 /router1'
    )
    expect(await way('/o/i/y')).to.equal(
      'router1 router2 outer inner1 inner2 handler /inner2 /inner1 /outer /router2 /router1'
    )
    expect(await way('/o/z')).to.equal('router1 router2 outer handler /outer /router2 /router1')
    expect(await way('/r')).to.equal('router1 router2 handler /router2 /router1')
  })

  it("tells a route's layers without the router's", () => {
    const router = quiet()
    const [one, two, three] = [layer('1'), layer('2'), layer('3')] as const
    const group = router.use(layer('0')).group('/g', one)
    group.getFunc('/x', end, { middleware: [three] })
    group.use(two)
    expect(router.routes[0]?.middleware).to.deep.equal([one, two, three])
  })

  it('takes declarations that bring their own layers and source', async () => {
    const router = quiet()
    router.group('/g', layer('group')).add({
      method: 'POST',
      path: '/x',
      handler: end,
      middleware: [layer('class')],
      options: { middleware: [layer('route')] },
      source: 'ItemController.create'
    })
    expect(router.routes[0]?.source).to.equal('ItemController.create')
    expect((await ask(router, 'POST /g/x')).headers['x-way']).to.match(/^group class route handler/)
  })

  it('takes Express-style middleware through connect', async () => {
    const router = quiet()
    router.connect((_req, res, next) => {
      res.setHeader('x-router', 'connected')
      next()
    })
    router
      .group('/g')
      .connect((_req, res, next) => {
        res.setHeader('x-group', 'connected')
        next()
      })
      .getFunc('/x', end)
    expect((await ask(router, 'GET /g/x')).headers).to.include({ 'x-router': 'connected', 'x-group': 'connected' })
    const { headers } = await ask(router, 'GET /elsewhere')
    expect([headers['x-router'], headers['x-group']]).to.deep.equal(['connected', undefined])
  })
})

describe('An answer that no route gives', () => {
  function service(): Router {
    const router = quiet()
    router.use(layer('router'))
    const api = router.group('/api', layer('api'))
    const items = api.group('/items', layer('items'))
    items.getFunc('', end, { middleware: [layer('route')] }).getFunc('/{id:[0-9]+}', end)
    router.group('/api', layer('api2')).postFunc('/mixed', end)
    api.getFunc('/mixed', end)
    router.group('', layer('nowhere')).getFunc('/plain', end)
    router.group('/t/{tenant}', layer('tenant')).getFunc('/x', end)
    router.group('/t/fixed', layer('fixed')).getFunc('/x', end)
    return router
  }
  const cases: [line: string, status: number, way: string][] = [
    ['GET /none', 404, 'router'],
    ['GET /apis', 404, 'router'],
    ['GET /api', 404, 'router api api2'],
    ['GET /api/', 404, 'router api api2'],
    ['GET /api/none/deep', 404, 'router api api2'],
    ['GET /%61pi/none', 404, 'router api api2'],
    ['GET /api/items/none', 404, 'router api api2 items'],
    ['GET /api/items/1/2', 404, 'router api api2 items'],
    ['POST /api/items', 405, 'router api items'],
    ['OPTIONS /api/items/5', 204, 'router api items'],
    ['PUT /api/items/5', 405, 'router api items'],
    ['DELETE /api/mixed', 405, 'router api'],
    ['POST /plain', 405, 'router nowhere'],
    ['POST /t/1/x', 405, 'router tenant'],
    ['GET /t/1/none', 404, 'router tenant'],
    ['GET /t/fixed/none', 404, 'router fixed'],
    ['GET /t//none', 404, 'router'],
    ['GET /api/%zz', 400, 'router']
  ]
  for (const [line, status, way] of cases) {
    it(`to ${line} is ${status} and runs the layers ${way}`, async () => {
      const answer = await ask(service(), line)
      expect(answer.status).to.equal(status)
      const back = way.split(' ').reverse()
      expect(answer.headers['x-way']).to.equal(`${way} ${back.map((name) => `/${name}`).join(' ')}`)
    })
  }

  it('to a preflight runs the layers around the route that it asks about', async () => {
    const preflight = (method: string) =>
      ask(service(), 'OPTIONS /api/mixed', { origin: 'http://a', 'access-control-request-method': method })
    expect((await preflight('POST')).headers['x-way']).to.equal('router api2 /api2 /router')
    expect((await preflight('GET')).headers['x-way']).to.equal('router api /api /router')
    expect((await preflight('PUT')).headers['x-way']).to.equal('router api /api /router')
  })

  it('can be given by a layer: a preflight ends in the CORS middleware of the group', async () => {
    const router = quiet()
    router
      .group('/api', (ctx, next) => {
        ctx.header('access-control-allow-origin', '*')
        return ctx.method === 'OPTIONS' ? ctx.text(200, 'preflight') : next()
      })
      .getFunc('/items', end)
    expect(await ask(router, 'OPTIONS /api/items')).to.include({ status: 200, body: 'preflight' })
    const { status, headers } = await ask(router, 'GET /api/none')
    expect([status, headers['access-control-allow-origin']]).to.deep.equal([404, '*'])
  })

  it("can be the application's own, for the router and for each subrouter", async () => {
    const router = quiet()
    router.notFound((ctx) => ({ no: ctx.path }))
    router.methodNotAllowed((ctx) => ({ never: ctx.method }))
    const api = router.subrouter('/api')
    api.notFound((ctx) => ctx.json(410, { gone: ctx.path }))
    api.group('/v1').getFunc('/x', end)
    api
      .subrouter('/v2')
      .methodNotAllowed(async (ctx) => ctx.json(400, 'v2'))
      .getFunc('/x', end)
    const facts = async (line: string) => {
      const { status, headers, body } = await ask(router, line)
      return [status, body, headers.allow]
    }
    expect(await facts('GET /x')).to.deep.equal([404, '{"no":"/x"}', undefined])
    expect(await facts('GET /api')).to.deep.equal([410, '{"gone":"/api"}', undefined])
    expect(await facts('GET /api/v1/y')).to.deep.equal([410, '{"gone":"/api/v1/y"}', undefined])
    expect(await facts('PUT /api/v1/x')).to.deep.equal([405, '{"never":"PUT"}', 'GET, HEAD, OPTIONS'])
    expect(await facts('PUT /api/v2/x')).to.deep.equal([400, '"v2"', 'GET, HEAD, OPTIONS'])
    expect(await facts('OPTIONS /api/v2/x')).to.deep.equal([204, '', 'GET, HEAD, OPTIONS'])
  })

  it('has the status of its kind where its handler does not reply, and what the handler has set', async () => {
    const router = quiet()
    router.getFunc('/a', end)
    router.notFound((ctx) => void ctx.header('x-own', 'none')).methodNotAllowed((ctx) => void ctx.header('x-own', 'no'))
    for (const [line, status, own] of [
      ['GET /b', 404, 'none'],
      ['PUT /a', 405, 'no']
    ] as const) {
      const answer = await ask(router, line)
      expect([answer.status, answer.headers['x-own'], answer.body]).to.deep.equal([status, own, ''])
    }
    // A malformed target is no path that could be found.
    expect((await ask(router, 'GET /%zz')).status).to.equal(400)
  })

  it('may be negotiated by its handler', async () => {
    const router = quiet().notFound((ctx) => ctx.text(404, ctx.accepts()))
    expect((await ask(router, 'GET /none', { accept: 'application/*' })).body).to.equal('application/json')
    const { status, headers } = await ask(router, 'GET /none', { accept: 'text/html' })
    expect([status, headers.vary]).to.deep.equal([406, 'accept'])
  })

  it('is a 500 where a middleware neither replies nor calls next', async () => {
    const router = quiet().use((() => undefined) as never)
    router.getFunc('/a', end)
    for (const line of ['GET /a', 'GET /none', 'PUT /a']) expect((await ask(router, line)).status).to.equal(500)
  })

  it('does not depend on prefixes that hide one another', async () => {
    const router = quiet()
    router.group('/{a:.+}', layer('all')).getFunc('/x', end)
    router.group('/{b}', layer('never')).getFunc('/y', end)
    expect((await ask(router, 'GET /1/none')).headers['x-way']).to.equal('all /all')
  })
})

describe('A registration', () => {
  const here = /\.spec\.[jt]s:\d+/
  const node: NodeHandler = () => {}
  const refused: [what: string, code: string, register: (router: Router) => unknown][] = [
    ['a missing handler', 'ROUTE_HANDLER_INVALID', (router) => router.get('/x', undefined as never)],
    ['a missing context handler', 'ROUTE_HANDLER_INVALID', (router) => router.getFunc('/x', null as never)],
    ['a second handler', 'ROUTE_OPTIONS_INVALID', (router) => router.get('/x', node, node as never)],
    ['options that are no object', 'ROUTE_OPTIONS_INVALID', (router) => router.get('/x', node, 'x' as never)],
    ['an unknown method', 'ROUTE_OPTIONS_INVALID', (router) => router.handle('LOCK' as Method, '/x', node)],
    ['a method in lower case', 'ROUTE_OPTIONS_INVALID', (router) => router.handleFunc('get' as Method, '/x', end)],
    [
      'middleware that is no list',
      'ROUTE_OPTIONS_INVALID',
      (router) => router.get('/x', node, { middleware: layer('x') as never })
    ],
    [
      'middleware that is no function',
      'MIDDLEWARE_INVALID',
      (router) => router.get('/x', node, { middleware: ['x' as never] })
    ],
    ['no middleware', 'MIDDLEWARE_INVALID', (router) => router.use(undefined as never)],
    ['a path as middleware', 'MIDDLEWARE_INVALID', (router) => router.use('/x' as never)],
    ['Express-style middleware', 'MIDDLEWARE_INVALID', (router) => router.use(((_a: 1, _b: 2, _c: 3) => {}) as never)],
    ['middleware of a group', 'MIDDLEWARE_INVALID', (router) => router.group('/x', 'y' as never)],
    ['a prefix without a slash', 'PATH_INVALID', (router) => router.group('x')],
    ['a prefix that ends in a slash', 'PATH_INVALID', (router) => router.subrouter('/x/')],
    ['a prefix with a rest', 'PATH_INVALID', (router) => router.group('/{x:*}')],
    ['a prefix that repeats a parameter', 'PATH_INVALID', (router) => router.group('/{x}').group('/{x}')],
    ['a path that repeats a parameter', 'PATH_INVALID', (router) => router.group('/{x}').get('/{x}', node)],
    ['a path without a slash', 'PATH_INVALID', (router) => router.group('/g').get('x', node)],
    ['an empty path', 'PATH_INVALID', (router) => router.get('', node)],
    ['a path that is no string', 'PATH_INVALID', (router) => router.get(undefined as never, node)],
    ['an unsafe regular expression', 'PATH_REGEX_UNSAFE', (router) => router.get('/{x:(a+)+}', node)],
    ['no not-found handler', 'ROUTE_HANDLER_INVALID', (router) => router.notFound(undefined as never)],
    ['no handler', 'ROUTE_HANDLER_INVALID', (router) => router.methodNotAllowed({} as never)]
  ]
  for (const [what, code, register] of refused) {
    it(`is refused with ${code} for ${what}, and says where it stands`, () => {
      const router = quiet()
      expect(() => register(router))
        .to.throw(SetupError, here)
        .with.property('code', code)
      expect(router.routes).to.deep.equal([])
    })
  }

  it('names both declarations of a duplicate, by handler and line', () => {
    const router = quiet()
    const group = router.group('/items')
    function showItem() {}
    router.getFunc('/items/{id}', showItem)
    expect(() => group.get('/{name}', () => {})).to.throw(
      /^ROUTE_DUPLICATE: .*GET \/items\/\{id\} \(showItem at \S*\.spec\.[jt]s:\d+\) and GET \/items\/\{name\} \(\S*\.spec\.[jt]s:\d+\); /
    )
    expect(() => group.post('/{name}', () => {})).to.not.throw()
  })

  it('names both declarations of a shadowed route', () => {
    const router = quiet()
    router.add({ method: 'GET', path: '/{a:.+}', handler: end, source: 'Pages.show' })
    expect(() => router.add({ method: 'GET', path: '/{b}', handler: end, source: 'Items.show' })).to.throw(
      'ROUTE_SHADOWED: GET /{b} (Items.show) can never be reached, GET /{a:.+} (Pages.show) always matches first; '
    )
  })
})
