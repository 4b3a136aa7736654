import { expect } from 'chai'
import {
  Application,
  type ApplicationOptions,
  Body,
  bearerScheme,
  bootstrap,
  Controller,
  Delete,
  defineCallback,
  defineWebhook,
  Field,
  Get,
  Header,
  Integer,
  Post,
  Put,
  QueryMethod,
  Returns,
  type RouteOptions
} from 'fieldstone'
import { complaintsAbout } from '../support/openapi-validator.js'
import { RecordingLogger } from '../support/recording-logger.js'

class StockChange {
  @Field({ minLength: 1 }) sku!: string
  @Field(() => Integer) stock!: number
  @Field({ readOnly: true }) at!: Date
}

class Receipt {
  @Field() status!: string
}

@Controller('stock', { tags: ['stock'] })
class StockWebhooks {
  @Post({ summary: 'The stock of an item has changed', operationId: 'stockChanged' })
  @Returns(200, Receipt)
  @Returns('2XX', 'Received')
  changed(@Body(StockChange) _change: StockChange, @Header('x-shop', String) _shop: string): Receipt {
    throw new Error('it is never called')
  }

  @Post('/sold-out')
  @Returns(204)
  soldOut(@Body(StockChange) _change: StockChange): void {}
}

@Controller()
class PingWebhook {
  @Post()
  @Returns(204)
  ping(): void {}
}

const stock = defineWebhook(StockWebhooks)
const ping = defineWebhook(PingWebhook)

const documentOf = async (options: Partial<ApplicationOptions>) =>
  (await bootstrap(new Application({ title: 'Shop', version: '1', logger: false, ...options }))).document

const messageOf = async (options: Partial<ApplicationOptions>) =>
  documentOf(options).then(
    () => 'no error',
    (error: Error) => error.message
  )

describe('webhooks in the document', () => {
  for (const openapi of ['3.0', '3.1', '3.2'] as const) {
    it(`are described by name, as OpenAPI ${openapi} has them`, async () => {
      const document = await documentOf({ openapi, webhooks: [StockWebhooks, ping] })
      const webhooks = document[openapi === '3.0' ? 'x-webhooks' : 'webhooks'] ?? {}
      expect(Object.keys(webhooks)).to.deep.equal(['stock.changed', 'stock.sold-out', 'ping'])
      expect(webhooks['stock.changed']?.post).to.deep.include({
        tags: ['stock'],
        summary: 'The stock of an item has changed',
        operationId: 'stockChanged',
        parameters: [{ name: 'x-shop', in: 'header', required: true, schema: { type: 'string' } }],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/StockChange' } } }
        }
      })
      expect(Object.keys(webhooks['stock.changed']?.post?.responses ?? {})).to.deep.equal(['200', '2XX'])
      // What the application sends has what only responses have.
      expect(document.components?.schemas?.StockChange?.required).to.deep.equal(['sku', 'stock', 'at'])
      expect(document.tags).to.deep.equal([{ name: 'stock' }])
      expect(document[openapi === '3.0' ? 'webhooks' : 'x-webhooks']).to.equal(undefined)
      if (openapi !== '3.2') expect(await complaintsAbout(document)).to.deep.equal([])
    })
  }

  it('require no credential of this service, whatever the whole document requires', async () => {
    const securitySchemes = { token: bearerScheme({ authenticate: () => 'Ann' }) }
    const options = { openapi: '3.1', webhooks: [ping], securitySchemes } as const
    const secured = await documentOf({ ...options, security: ['token'] })
    expect(secured.webhooks?.ping?.post?.security).to.deep.equal([])
    expect((await documentOf(options)).webhooks?.ping?.post).to.not.have.any.keys('security')
  })

  it('have ids that are made from their names, and from methods other than POST', async () => {
    @Controller('stock')
    class Named {
      @Post()
      @Returns(204)
      post(): void {}

      @Put()
      @Returns(204)
      put(): void {}

      @Delete('sold-out')
      @Returns(204)
      remove(): void {}
    }
    const { webhooks } = await documentOf({ openapi: '3.1', webhooks: [defineWebhook(Named)] })
    const ids = Object.entries(webhooks ?? {}).flatMap(([name, item]) => {
      return Object.entries(item).map(([method, { operationId }]) => `${method} ${name}: ${operationId}`)
    })
    expect(ids).to.have.members([
      'post stock.post: onStockPost',
      'put stock.put: onStockPutByPut',
      'delete stock.sold-out: onStockSold_outByDelete'
    ])
  })

  it('construct no class, and make no route', async () => {
    @Controller()
    class Never {
      constructor() {
        throw new Error('it is constructed')
      }

      @Post()
      @Returns(204)
      hook(): void {}
    }
    const service = await bootstrap(new Application({ title: 'a', version: '1', webhooks: [Never], logger: false }))
    expect((await service.inject({ method: 'POST', url: '/' })).statusCode).to.equal(404)
    expect(service.document.paths).to.deep.equal({})
  })

  it('leave a document without them as it is', async () => {
    expect(await documentOf({})).to.not.have.any.keys('webhooks', 'x-webhooks')
    expect(await documentOf({ webhooks: [] })).to.not.have.any.keys('webhooks', 'x-webhooks')
  })

  @Controller('/a b')
  class Misnamed {
    @Post()
    @Returns(204)
    hook(): void {}
  }

  @Controller('stock')
  class Again {
    @Post()
    @Returns(204)
    changed(): void {}
  }

  @Controller('stock')
  class Silent {
    @Post()
    hook(): void {}
  }

  @Controller('/items')
  class Items {
    @Get({ operationId: 'stockChanged' })
    @Returns(200, String)
    list(): string {
      return 'a'
    }
  }

  @Controller()
  class Asking {
    @QueryMethod()
    @Returns(204)
    hook(): void {}
  }

  // biome-ignore format: one row a line
  const WRONG: [string, Partial<ApplicationOptions>, string][] = [
    ['a method of a later version', { webhooks: [Asking] }, 'OpenAPI 3.0 has no method QUERY, Asking.hook; '],
    ['no list', { webhooks: StockWebhooks as never }, 'webhooks is not a list of webhooks, the options of the application; write'],
    ['no class', { webhooks: [5 as never] }, 'webhooks is not a list of webhooks, the options of the application; write'],
    [
      'no controller',
      { webhooks: [Receipt] },
      'the class has no @Controller, Receipt; decorate it with @Controller().'
    ],
    ['a name with a space', { webhooks: [Misnamed] }, 'a webhook cannot have the name "a b.hook", Misnamed.hook; use'],
    ['a name twice', { webhooks: [StockWebhooks, Again] }, 'the webhook stock.changed is declared by StockWebhooks.changed'],
    ['no responses', { webhooks: [Silent] }, "it says nothing of the responses, Silent.hook; write responses: { 204: 'Received' }."],
    ['an id that a route has', { webhooks: [stock], controllers: [Items] }, 'the operationId "stockChanged" is that of Items.list, too'],
    [
      'an id that a callback has',
      { webhooks: [stock], routes: (router) => router.postFunc('/a', () => undefined, callingBack({ operationId: 'stockChanged' })) },
      'the operationId "stockChanged" is that of StockWebhooks.changed, too, '
    ],
    ['a callback', { webhooks: [defineCallback(Callbacks())] }, 'DataCallback.onData is of a callback, the option webhooks; write defineWebhook in place of defineCallback.']
  ]
  for (const [what, options, message] of WRONG) {
    it(`report ${what} when the application starts`, async () => {
      expect(await messageOf(options)).to.include(message)
    })
  }

  it('and callbacks have tags that are those of the document, and of groups', async () => {
    const logger = new RecordingLogger()
    const documents = [{ path: '/all.json' }, { path: '/none.json', include: () => false }]
    const tags = [{ name: 'called' }, { name: 'stock' }]
    const tagGroups = [{ name: 'Others', tags: ['stock', 'called', 'more'] }]
    const service = await bootstrap(
      new Application({
        ...{ title: 'Shop', version: '1', logger, webhooks: [stock], documents, tags, tagGroups },
        routes: (router) => router.postFunc('/a', () => undefined, callingBack({ tags: ['called', 'more'] }))
      })
    )
    const [all, none] = [...service.documents.values()].map((document) => document.tags?.map(({ name }) => name))
    expect([all, none]).to.deep.equal([['called', 'stock', 'more'], ['stock']])
    expect(logger.entries.filter(({ message }) => message.includes('tags'))).to.deep.equal([])
  })

  function callingBack(operation: object): RouteOptions {
    const post = { responses: { 204: 'Received' }, ...operation }
    return { responses: { 204: 'Done' }, callbacks: { done: { '{$url}': { post } } } }
  }

  function Callbacks() {
    @Controller('{$request.query.url}')
    class DataCallback {
      @Post()
      @Returns(204)
      onData(): void {}
    }
    return DataCallback
  }
})
