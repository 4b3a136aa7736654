import { Readable } from 'node:stream'
import { expect } from 'chai'
import { BadRequest, type Context, type Interceptor, Router, type Service, SetupError, Unknown } from 'fieldstone'
import { serviceOf } from '../support/applications.js'
import { recordingLogger } from '../support/one-handler.js'

/** Wraps a value into a list with a name, so that the order can be read. */
const wrap =
  (name: string): Interceptor =>
  (value) => [name, value]
const wrapLater =
  (name: string): Interceptor =>
  async (value) => [name, value]

function serve(routes: (router: Router) => unknown, options: object = {}): Promise<Service> {
  return serviceOf([], { routes, responseChecks: 'off', ...options })
}

describe('Interceptors of a router', () => {
  it('see the value from the inside out: route, group, router, application', async () => {
    const service = await serve(
      (router) => {
        router.intercept(wrap('router'))
        const group = router.group('/g').intercept(wrap('group 1'), wrapLater('group 2'))
        group.getFunc('/x', () => 1, { interceptors: [wrap('route 1'), wrapLater('route 2')] })
        router.getFunc('/y', () => 2)
      },
      { interceptors: [wrap('application')] }
    )
    expect((await service.inject('/g/x')).json()).to.deep.equal([
      'application',
      ['router', ['group 1', ['group 2', ['route 1', ['route 2', 1]]]]]
    ])
    expect((await service.inject('/y')).json()).to.deep.equal(['application', ['router', 2]])
  })

  it('get the value that a handler promises, and may promise theirs', async () => {
    const seen: unknown[] = []
    const service = await serve((router) => {
      const see: Interceptor = (value) => void seen.push(value)
      router.getFunc('/', async () => 'later', { interceptors: [see, wrapLater('promised'), see] })
    })
    expect((await service.inject('/')).json()).to.deep.equal(['promised', 'later'])
    expect(seen).to.deep.equal(['later', ['promised', 'later']])
  })

  it('keep the value by returning nothing, and replace it by null', async () => {
    const service = await serve((router) => {
      router.getFunc('/kept', () => 'kept', { interceptors: [() => undefined, async () => undefined] })
      router.getFunc('/null', () => 'replaced', { interceptors: [() => null] })
    })
    expect((await service.inject('/kept')).json()).to.equal('kept')
    expect((await service.inject('/null')).json()).to.equal(null)
  })

  it('read the context, and may set headers and the status', async () => {
    const service = await serve((router) => {
      router.intercept((value, ctx) => {
        ctx.header('x-route', String(ctx.route?.path))
        ctx.status(202)
        return { id: ctx.urlParam('id'), value }
      })
      router.getFunc('/items/{id}', () => 'tea')
    })
    const response = await service.inject('/items/7')
    expect([response.statusCode, response.headers['x-route'], response.json()]).to.deep.equal([
      202,
      '/items/{id}',
      { id: '7', value: 'tea' }
    ])
  })

  const failing: readonly [how: string, interceptor: Interceptor][] = [
    [
      'throws',
      () => {
        throw new BadRequest('refused')
      }
    ],
    ['rejects', () => Promise.reject(new BadRequest('refused'))],
    ['returns an error', () => new BadRequest('refused')]
  ]
  for (const [how, interceptor] of failing) {
    it(`end the request where one ${how}: those outside of it do not see the value`, async () => {
      let isReached = false
      const outer: Interceptor = () => {
        isReached = true
      }
      const service = await serve((router) => {
        router.intercept(outer)
        router.getFunc('/', () => 'value', { interceptors: [interceptor] })
      })
      const response = await service.inject('/')
      expect([response.statusCode, response.json<{ detail: string }>().detail, isReached]).to.deep.equal([
        400,
        'refused',
        false
      ])
    })
  }

  it('are a 500 that is logged where one fails by a defect, and middleware can catch what it throws', async () => {
    const { logger, entries } = recordingLogger()
    const service = await serve(
      (router) => {
        const broken = () => {
          throw new Error('secret')
        }
        router.getFunc('/broken', () => 1, { interceptors: [broken] })
        const rescue = async (ctx: Context, next: () => Promise<void>) => next().catch(() => ctx.json(418, 'caught'))
        router.group('/g', rescue).getFunc('/broken', () => 1, { interceptors: [broken] })
      },
      { logger }
    )
    const response = await service.inject('/broken')
    expect([response.statusCode, response.body.includes('secret')]).to.deep.equal([500, false])
    expect(entries.map(({ level, fields }) => [level, fields.err?.message])).to.deep.equal([['error', 'secret']])
    expect((await service.inject('/g/broken')).statusCode).to.equal(418)
  })

  const unseen: readonly [what: string, request: string, status: number][] = [
    ['nothing, which a handler returns', '/nothing', 204],
    ['what a handler has written itself', '/written', 200],
    ['a stream that a handler sends', '/stream', 200],
    ['events that a handler sends', '/events', 200],
    ['an error that a handler throws', '/thrown', 400],
    ['an error that a handler returns', '/returned', 400],
    ['a request whose body is wrong', 'POST /body', 400],
    ['a handler of Node', '/node', 200],
    ['what middleware responds', '/early', 200],
    ['a probe', '/livez', 200],
    ['the document', '/openapi.json', 200],
    ['a path without a route', '/none', 404],
    ['another method', 'DELETE /nothing', 405]
  ]
  it('see no response but that of a returned value', async () => {
    const seen: unknown[] = []
    const service = await serve(
      (router) => {
        router.getFunc('/nothing', () => undefined)
        router.getFunc('/written', (ctx) => ctx.json(200, 'own'))
        router.getFunc('/stream', (ctx) => ctx.stream(200, Readable.from(['a']), { contentType: 'text/plain' }))
        router.getFunc('/events', (ctx) => ctx.sse(['a']))
        router.getFunc('/thrown', () => BadRequest.throw())
        router.getFunc('/returned', () => new BadRequest())
        router.postFunc('/body', () => 'fine', { requestBody: [String] })
        router.get('/node', (_req, res) => void res.end('node'))
        router.getFunc('/early', () => 'late', { middleware: [(ctx) => ctx.text(200, 'early')] })
        router.getFunc('/seen', () => 'seen')
      },
      { health: true, spec: '/openapi.json', interceptors: [(value: unknown) => void seen.push(value)] }
    )
    for (const [what, request, status] of unseen) {
      const [method, url] = request.includes(' ') ? (request.split(' ') as [string, string]) : ['GET', request]
      const response = await service.inject({ method, url, ...(method === 'POST' && { body: 5 }) })
      expect([what, response.statusCode, seen]).to.deep.equal([what, status, []])
    }
    await service.inject('/seen')
    expect(seen).to.deep.equal(['seen'])
  })

  it('return what is checked against the document, like any other value', async () => {
    const routes = (router: Router) =>
      router.getFunc('/', () => 'text', { responses: { 200: Number }, interceptors: [(value) => value] })
    const right = (router: Router) =>
      router.getFunc('/', () => 'text', { responses: { 200: Number }, interceptors: [() => 5] })
    expect((await (await serve(routes, { responseChecks: 'enforce' })).inject('/')).statusCode).to.equal(500)
    const response = await (await serve(right, { responseChecks: 'enforce' })).inject('/')
    expect([response.statusCode, response.json()]).to.deep.equal([200, 5])
  })

  const three = (a: unknown, b: unknown, c: unknown) => [a, b, c]
  for (const [what, interceptor] of Object.entries({ 'a number': 5, nothing: undefined, 'a text': 'text', three })) {
    it(`cannot be ${what === 'three' ? 'a function of three parameters, which is Express middleware' : what}`, () => {
      expect(() => new Router().intercept(interceptor as never))
        .to.throw(SetupError, 'is not an interceptor')
        .with.property('code', 'MIDDLEWARE_INVALID')
    })
  }
})

describe('A value that interceptors wrap', () => {
  it('is described by the responses of the route, and HEAD has its length', async () => {
    const routes = (router: Router) =>
      router.getFunc('/', () => 'x', { responses: { 200: Unknown }, interceptors: [wrap('wrapped')] })
    const service = await serve(routes, { responseChecks: 'enforce' })
    expect((await service.inject('/')).body).to.equal('["wrapped","x"]')
    expect((await service.inject({ method: 'HEAD', url: '/' })).headers['content-length']).to.equal('15')
  })
})
