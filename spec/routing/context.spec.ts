import { expect } from 'chai'
import { type Context, type InjectRequest } from 'fieldstone'
import { type HandlerOptions, oneHandler } from '../support/one-handler.js'

describe('the context', () => {
  /** What the handler saw of a request. */
  async function see<T>(
    look: (ctx: Context) => T,
    request: InjectRequest | string = '/',
    options: HandlerOptions = {}
  ) {
    let seen: { value: T } | undefined
    const service = await oneHandler((ctx) => {
      seen = { value: look(ctx) }
    }, options)
    const { statusCode } = await service.inject(request)
    return { value: seen?.value, statusCode }
  }

  it('knows method, path and query of its request', async () => {
    const { value } = await see(
      (ctx) => [ctx.method, ctx.path, ctx.search],
      { method: 'PUT', url: '/a%20b?c=%20d' },
      { path: '/{x}' }
    )
    expect(value).to.deep.equal(['PUT', '/a b', 'c=%20d'])
  })

  it('gives Node its own request and response', async () => {
    const { value } = await see((ctx) => [ctx.request().url, ctx.response().statusCode], '/x?y', { path: '/x' })
    expect(value).to.deep.equal(['/x?y', 200])
  })

  describe('path parameters', () => {
    const options = { path: '/users/{id}/{__proto__}' }
    const url = '/users/%C3%A4/x'

    it('come by name', async () => {
      const { value } = await see((ctx) => [ctx.urlParam('id'), ctx.urlParam('__proto__')], url, options)
      expect(value).to.deep.equal(['ä', 'x'])
    })

    it('come all together, without a prototype', async () => {
      const { value } = await see((ctx) => ctx.params, url, options)
      expect(Object.getPrototypeOf(value)).to.equal(null)
      expect(Object.entries(value as object)).to.deep.equal([
        ['id', 'ä'],
        ['__proto__', 'x']
      ])
    })

    it('are the same object each time, so that middleware can compare it', async () => {
      const { value } = await see((ctx) => [ctx.params, ctx.params], url, options)
      const [first, second] = value as [object, object]
      expect(second).to.equal(first)
    })

    it('are a programming error where the path has none of that name', async () => {
      const look = (name: string) => (ctx: Context) => {
        try {
          return ctx.urlParam(name)
        } catch (error) {
          return (error as Error).message
        }
      }
      expect((await see(look('key'), url, options)).value).to.include(
        'reads the path parameter "key", which /users/{id}/{__proto__} does not have'
      )
      expect((await see(look('toString'), url, options)).value).to.contain('does not have')
    })
  })

  describe('the query', () => {
    it('is read as URLSearchParams does, repeated names too', async () => {
      const { value } = await see(
        (ctx) => [ctx.query.get('a'), ctx.query.getAll('b'), ctx.query.get('c')],
        '/?a=1+%C3%A9&b=1&b=2'
      )
      expect(value).to.deep.equal(['1 é', ['1', '2'], null])
    })

    it('is empty where there is none', async () => {
      expect((await see((ctx) => [...ctx.query])).value).to.deep.equal([])
    })
  })

  it('reads a header by its name in any case', async () => {
    const { value } = await see((ctx) => [ctx.requestHeader('X-Trace'), ctx.requestHeader('x-none')], {
      url: '/',
      headers: { 'x-trace': 'abc' }
    })
    expect(value).to.deep.equal(['abc', undefined])
  })

  it('keeps state for the handlers behind a middleware, without a prototype', async () => {
    const { value } = await see((ctx) => [ctx.state.user, 'toString' in ctx.state], '/', {
      middleware: [
        async (ctx, next) => {
          ctx.state.user = 'ada'
          await next()
        }
      ]
    })
    expect(value).to.deep.equal(['ada', false])
  })

  it('tells the status of the reply, once there is one', async () => {
    const { value } = await see((ctx) => {
      const before = ctx.replyStatus
      ctx.json(201, {})
      return [before, ctx.replyStatus]
    })
    expect(value).to.deep.equal([undefined, 201])
  })
})
