import type { IncomingMessage } from 'node:http'
import { expect } from 'chai'
import {
  Application,
  type ApplicationOptions,
  Body,
  basicScheme,
  bootstrap,
  type Context,
  Controller,
  Cookie,
  Ctx,
  createParameterDecorator,
  Field,
  Get,
  Header,
  Param,
  Post,
  Query,
  Req,
  Returns
} from 'fieldstone'
import type { RegisteredRoute } from '../../../src/http/routing/registered-route.js'

class Item {
  @Field() name!: string
}

class Wanted {
  @Param('id') id!: string
  @Header('x-own', { optional: true }) own?: string
}

const Own = createParameterDecorator((ctx) => ctx.requestId)

@Controller('/items')
class Items {
  @Post('/values')
  @Returns(201, Item)
  values(@Body() item: Item): Item {
    return item
  }

  @Get('/{id}', { request: Wanted })
  @Returns(200, String)
  wanted({ id }: Wanted): string {
    return id
  }

  @Post('/context')
  @Returns(201, Item)
  context(@Body() item: Item, @Ctx() ctx: Context): Item {
    return ctx.method === 'POST' ? item : { name: '' }
  }

  @Post('/request')
  @Returns(201, Item)
  request(@Body() item: Item, @Req() req: IncomingMessage): Item {
    return req.method === 'POST' ? item : { name: '' }
  }

  @Post('/own')
  @Returns(201, Item)
  own(@Body() item: Item, @Own() id: string): Item {
    return id === '' ? { name: '' } : item
  }

  @Get('/by-query')
  @Returns(200, String)
  byQuery(@Query('kind', { default: 'a' }) kind: string): string {
    return kind
  }

  @Get('/by-cookie')
  @Returns(200, String)
  byCookie(@Cookie('kind', { default: 'a' }) kind: string): string {
    return kind
  }

  @Get('/limited', { requestTimeout: 1000 })
  @Returns(200, String)
  limited(@Query('kind', { default: 'a' }) kind: string): string {
    return kind
  }

  @Get('/timed', { handlerTimeout: 1000 })
  @Returns(200, String)
  timed(@Query('kind', { default: 'a' }) kind: string): string {
    return kind
  }

  @Get('/negotiated', {
    responses: { 200: { content: { 'application/json': String, 'application/vnd.own+json': String } } }
  })
  negotiated(@Query('kind', { default: 'a' }) kind: string): string {
    return kind
  }

  @Get('/declared', { parameters: [{ name: 'page', in: 'query', schema: String }] })
  @Returns(200, String)
  declared(@Query('kind', { default: 'a' }) kind: string): string {
    return kind
  }

  @Get('/bare/{id}')
  @Returns(200, String)
  bare(ctx: Context): string {
    return ctx.urlParam('id')
  }
}

const logins = basicScheme({ authenticate: (user) => ({ name: user }) })

/** The paths of the routes whose context no code of the application gets, or of others, after a request to each. */
async function contextFree(
  config: Partial<ApplicationOptions> = {},
  isFound: (route: RegisteredRoute) => boolean = ({ isContextFree }) => isContextFree
): Promise<string[]> {
  const options = { title: 'Items', version: '1', logger: false as const, controllers: [Items], ...config }
  const service = await bootstrap(new Application(options))
  const headers = { 'content-type': 'application/json', authorization: `Basic ${btoa('a:b')}` }
  const routes = service.router.routes as readonly RegisteredRoute[]
  for (const { method, path } of routes) {
    const body = method === 'POST' ? '{"name":"a"}' : null
    const { status } = await service.fetch(
      new Request(`http://a${path.replace('{id}', '1')}`, { method, headers, body })
    )
    expect(status, path).to.be.within(200, 201)
  }
  await service.close()
  return routes.filter(isFound).map(({ path }) => path)
}

describe('The context of a route', () => {
  it('is in no hand of the application where its method gets values alone', async () => {
    expect(await contextFree()).to.deep.equal([
      '/items/values',
      '/items/{id}',
      '/items/by-query',
      '/items/by-cookie',
      '/items/limited',
      '/items/timed',
      '/items/negotiated',
      '/items/declared'
    ])
  })

  const takesCalls = (route: RegisteredRoute) => route.takesCalls

  it('is not made where besides nothing but the target of a request is read, and nothing is around the handler', async () => {
    expect(await contextFree({}, takesCalls)).to.deep.equal(['/items/values', '/items/by-query'])
  })

  const watches: Readonly<Record<string, Partial<ApplicationOptions>>> = {
    'a log of requests': { accessLog: 'debug' },
    'a limit on the time of handlers': { handlerTimeout: 1000 },
    'a limit on requests in flight': { overload: { maxRequests: 10 } },
    middleware: { middleware: [(_ctx, next) => next()] }
  }
  for (const [what, config] of Object.entries(watches)) {
    it(`is made for ${what}`, async () => {
      expect(await contextFree(config, takesCalls)).to.deep.equal([])
    })
  }

  const others: Readonly<Record<string, Partial<ApplicationOptions>>> = {
    middleware: { middleware: [(_ctx, next) => next()] },
    hooks: { hooks: [{ onRequest: () => undefined }] },
    interceptors: { interceptors: [(value) => value] },
    'a security scheme': { securitySchemes: { logins }, security: ['logins'] }
  }
  for (const [what, config] of Object.entries(others)) {
    it(`is in the hand of ${what} otherwise`, async () => {
      expect(await contextFree(config)).to.deep.equal([])
    })
  }
})
