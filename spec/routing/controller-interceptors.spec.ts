import { expect } from 'chai'
import {
  Body,
  type Context,
  Controller,
  Ctx,
  Field,
  Get,
  Integer,
  type Interceptor,
  NotFound,
  nullable,
  Post,
  Returns,
  Router
} from 'fieldstone'
import { serviceOf, setupErrorsOf } from '../support/applications.js'
import { injectInto } from '../support/inject-into.js'

class Item {
  @Field({ type: Integer }) id!: number
}

class Envelope {
  @Field({ type: nullable(Item) }) data!: Item | null
}

const calls: string[] = []
const add =
  (name: string): Interceptor =>
  (value) =>
    `${value as string}${name}`
const enveloped: Interceptor = (value) => ({ data: value })

@Controller('/texts', { interceptors: [add('c1'), add('c2')] })
class TextController {
  @Get({ interceptors: [add('r1'), add('r2')] })
  @Returns(200, String)
  now() {
    return 'value '
  }

  @Get('/later', { interceptors: [async (value) => `${value as string}slow `] })
  @Returns(200, String)
  async later() {
    return 'value '
  }
}

@Controller('/items')
class ItemController {
  @Get('/{id}')
  @Returns(200, Envelope as unknown)
  @Returns(404)
  show() {
    return { id: 3 }
  }

  @Get('/none')
  @Returns(200, Envelope as unknown)
  none() {
    return null
  }

  @Post()
  @Returns(201, Envelope as unknown)
  create(@Body() item: Item) {
    return item
  }

  @Post('/quiet')
  @Returns(204)
  quiet() {}

  @Get('/own')
  @Returns(200, Item)
  own(@Ctx() ctx: Context) {
    ctx.json(200, { id: 1 })
  }

  @Get('/lost')
  @Returns(200, Envelope as unknown)
  @Returns(404)
  lost() {
    throw new NotFound('no such item')
  }

  @Get('/returned')
  @Returns(200, Envelope as unknown)
  @Returns(404)
  returned() {
    return new NotFound('no such item')
  }
}

describe('Interceptors', () => {
  it('see the value from the inside out: route, controller, groups, application', async () => {
    const service = await serviceOf([{ prefix: '/g', interceptors: [add('g')], controllers: [TextController] }], {
      interceptors: [add('a1'), add('a2')]
    })
    expect((await service.inject('/g/texts')).json()).to.equal('value r2r1c2c1ga2a1')
    expect((await service.inject('/g/texts/later')).json()).to.equal('value slow c2c1ga2a1')
  })

  describe('around all routes', () => {
    const responses: [string, string, unknown, number, unknown][] = [
      ['a record', 'GET /items/3', undefined, 200, { data: { id: 3 } }],
      ['null', 'GET /items/none', undefined, 200, { data: null }],
      ['what a method with a body returns', 'POST /items', { id: 5 }, 201, { data: { id: 5 } }],
      ['nothing is returned', 'POST /items/quiet', undefined, 204, undefined],
      ['the handler has written', 'GET /items/own', undefined, 200, { id: 1 }]
    ]
    for (const [what, request, body, status, expected] of responses) {
      it(`see what the handler returned, and nothing else: ${what}`, async () => {
        const service = await serviceOf([ItemController], { interceptors: [enveloped] })
        const [method, url] = request.split(' ') as [string, string]
        const response = await service.inject({ method, url, ...(body !== undefined && { body }) })
        expect([response.statusCode, response.body === '' ? undefined : response.json()]).to.deep.equal([
          status,
          expected
        ])
      })
    }

    for (const [what, method, url, status] of [
      ['a rejected body', 'POST', '/items', 400],
      ['an error that is thrown', 'GET', '/items/lost', 404],
      ['an error that is returned', 'GET', '/items/returned', 404],
      ['a request without a route', 'GET', '/other', 404]
    ] as const) {
      it(`do not see ${what}`, async () => {
        calls.length = 0
        const service = await serviceOf([ItemController], { interceptors: [() => void calls.push('seen')] })
        const response = await service.inject({ method, url, ...(method === 'POST' && { body: { id: 'x' } }) })
        expect([response.statusCode, response.json<{ status: number }>().status]).to.deep.equal([status, status])
        expect(calls).to.deep.equal([])
      })
    }
  })

  it('keep the value by returning nothing, and get the context', async () => {
    const seen: unknown[] = []
    const see: Interceptor = (value, ctx) => {
      seen.push([value, ctx.route?.path])
    }
    const service = await serviceOf([TextController], {
      interceptors: [see, async (value, ctx) => void see(value, ctx)]
    })
    expect((await service.inject('/texts')).json()).to.equal('value r2r1c2c1')
    expect(seen).to.deep.equal(Array(2).fill(['value r2r1c2c1', '/texts']))
  })

  it('return what is checked like any response', async () => {
    const service = await serviceOf([ItemController], {
      interceptors: [(value) => ({ ...(value as object), data: { id: 'three' } })],
      responseChecks: 'enforce'
    })
    const { statusCode, body } = await service.inject('/items/3')
    expect(statusCode).to.equal(500)
    expect(body).to.contain('data.id')
  })

  it('fail the request where they throw or reject', async () => {
    for (const interceptor of [
      () => {
        throw new NotFound('gone')
      },
      async () => {
        throw new NotFound('gone')
      }
    ]) {
      const service = await serviceOf([ItemController], { interceptors: [interceptor] })
      expect((await service.inject('/items/3')).json()).to.include({ status: 404, detail: 'gone' })
    }
  })

  it('may fail a request by returning an error', async () => {
    const service = await serviceOf([ItemController], { interceptors: [() => new NotFound('gone')] })
    expect((await service.inject('/items/3')).json()).to.include({ status: 404, detail: 'gone' })
  })

  it('leave probes and the document alone', async () => {
    const options = { interceptors: [() => 'replaced'], health: true, spec: '/openapi.json' }
    const service = await serviceOf([ItemController], options)
    expect((await service.inject('/livez')).body).not.to.contain('replaced')
    expect((await service.inject('/openapi.json')).json()).to.have.property('openapi')
  })

  it("are the router's own, too, for routes registered before and after", async () => {
    const router = new Router({ logger: false })
    const group = router.group('/g')
    group.getFunc('/before', () => 'value ', { responses: { 200: { body: String } } })
    router.intercept(add('r'))
    group.intercept(add('g'))
    group.getFunc('/after', () => 'value ', { responses: { 200: { body: String } }, interceptors: [add('own ')] })
    router.freeze()
    const bodyOf = async (url: string) => JSON.parse((await injectInto(router, url)).body)
    expect(await bodyOf('/g/before')).to.equal('value gr')
    expect(await bodyOf('/g/after')).to.equal('value own gr')
  })

  for (const [what, options, message] of [
    ['no list', { interceptors: enveloped }, /`interceptors` must be a list of functions/],
    [
      'no function',
      { interceptors: [5] },
      /MIDDLEWARE_INVALID: 5 is not an interceptor, .*give functions \(value, ctx\)/
    ],
    ['Express middleware', { interceptors: [(_a: unknown, _b: unknown, _c: unknown) => 1] }, /is not an interceptor/]
  ] as const) {
    it(`are a setup error where they are ${what}`, async () => {
      const [error, ...others] = await setupErrorsOf([ItemController], options as never)
      expect(error?.message).to.match(message)
      expect(others).to.deep.equal([])
    })
  }

  it('are named where they put a stream into an object, which cannot be sent as one', async () => {
    @Controller('/streams')
    class StreamController {
      @Get()
      @Returns(200, { lines: Item })
      async *lines() {
        yield { id: 1 }
      }
    }
    const service = await serviceOf([StreamController], { interceptors: [enveloped, (value) => value] })
    const { statusCode, error } = await service.inject('/streams')
    expect([statusCode, (error as Error).message]).to.deep.equal([
      500,
      'The returned value is no iterable, which application/jsonl needs; it is what the interceptors of the route made of it: enveloped, one without a name. Let them return an iterable for an iterable'
    ])
  })

  it('of controllers and routes are checked by name and form', async () => {
    @Controller('/a', { interceptors: 'a' as never })
    class A {
      @Get() @Returns(200, String) a() {
        return 'a'
      }
    }
    @Controller('/b')
    class B {
      @Get({ interceptors: [7 as never] }) @Returns(200, String) b() {
        return 'b'
      }
    }
    const errors = await setupErrorsOf([A, B])
    expect(errors.map(({ message }) => message)).to.deep.equal([
      'MIDDLEWARE_INVALID: `interceptors` is not a list, A; write interceptors: [(value) => …].',
      'MIDDLEWARE_INVALID: 7 is not an interceptor, GET /b (B.b); give functions (value, ctx) => ….'
    ])
  })
})
