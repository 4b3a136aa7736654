import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import {
  Application,
  type ApplicationOptions,
  Body,
  bearerScheme,
  bootstrap,
  Controller,
  defineCallback,
  defineWebhook,
  Field,
  Get,
  Header,
  Integer,
  Post,
  QueryMethod,
  Returns,
  SendError
} from '../../../src/index.js'
import { complaintsAbout } from '../../support/openapi-validators.js'

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
const CHANGE = { sku: 'a1', stock: 3, at: new Date(0) }
const URL_OF_SUBSCRIBER = 'https://subscriber.example/hooks'

const documentOf = async (options: Partial<ApplicationOptions>) =>
  (await bootstrap(new Application({ title: 'Shop', version: '1', logger: false, ...options }))).document

const messageOf = async (options: Partial<ApplicationOptions>) =>
  documentOf(options).then(
    () => 'no error',
    (error: Error) => error.message
  )

/** A fetch that keeps the request. */
function answering(status: number, body?: unknown) {
  const sent: { url: string; method: string; headers: Record<string, string>; body: string }[] = []
  const fetch = async (request: Request) => {
    const { url, method } = request
    sent.push({ url, method, headers: Object.fromEntries(request.headers), body: await request.text() })
    if (body === undefined) return new Response(null, { status })
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  }
  return { sent, fetch }
}

const failureOf = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => expect.fail('it was sent'),
    (error: Error) => error
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

  const WRONG: [string, Partial<ApplicationOptions>, string][] = [
    ['a method of a later version', { webhooks: [Asking] }, 'OpenAPI 3.0 has no method QUERY, Asking.hook; '],
    [
      'no list',
      { webhooks: StockWebhooks as never },
      'webhooks is not a list of webhooks, the options of the application; write'
    ],
    [
      'no class',
      { webhooks: [5 as never] },
      'webhooks is not a list of webhooks, the options of the application; write'
    ],
    [
      'no controller',
      { webhooks: [Receipt] },
      'the class has no @Controller, Receipt; decorate it with @Controller().'
    ],
    ['a name with a space', { webhooks: [Misnamed] }, 'a webhook cannot have the name "a b.hook", Misnamed.hook; use'],
    [
      'a name twice',
      { webhooks: [StockWebhooks, Again] },
      'the webhook stock.changed is declared by StockWebhooks.changed'
    ],
    [
      'no responses',
      { webhooks: [Silent] },
      "it says nothing of the responses, Silent.hook; write responses: { 204: 'Received' }."
    ],
    [
      'an id that a route has',
      { webhooks: [stock], controllers: [Items] },
      'the operationId "stockChanged" is that of Items.list, too'
    ],
    [
      'a callback',
      { webhooks: [defineCallback(Callbacks())] },
      'DataCallback.onData is of a callback, the option webhooks; write defineWebhook in place of defineCallback.'
    ]
  ]
  for (const [what, options, message] of WRONG) {
    it(`report ${what} when the application starts`, async () => {
      expect(await messageOf(options)).to.include(message)
    })
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

describe('webhook.send', () => {
  it('sends what the document promises, and reads the response', async () => {
    const { sent, fetch } = answering(200, { status: 'thanks', more: 1 })
    const { status, body } = await stock.send('changed', {
      url: URL_OF_SUBSCRIBER,
      body: { ...CHANGE, secret: 'not declared' } as never,
      parameters: { 'x-shop': 'Ann' },
      fetch
    })
    expect({ status, body: body.status }).to.deep.equal({ status: 200, body: 'thanks' })
    const [{ url, method, headers, body: text } = expect.fail()] = sent
    expect({ url, method, text }).to.deep.equal({
      url: URL_OF_SUBSCRIBER,
      method: 'POST',
      text: '{"sku":"a1","stock":3,"at":"1970-01-01T00:00:00.000Z"}'
    })
    expect(headers).to.include({ 'content-type': 'application/json', 'x-shop': 'Ann' })
    expect(headers)
      .to.have.property('webhook-id')
      .that.matches(/^msg_[\w-]{36}$/)
    expect(headers).to.not.have.property('webhook-signature')
  })

  it('signs by Standard Webhooks, by each secret', async () => {
    const secrets = [1, 2].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`)
    const { sent, fetch } = answering(204)
    await stock.send('soldOut', { url: URL_OF_SUBSCRIBER, body: CHANGE, secret: secrets, id: 'msg_7', fetch })
    const [{ headers, body } = expect.fail()] = sent
    const time = Number(headers['webhook-timestamp'])
    expect(Math.abs(Date.now() / 1000 - time)).to.be.lessThan(60)
    const expected = [1, 2].map((byte) => {
      const hmac = createHmac('sha256', Buffer.alloc(32, byte)).update(`msg_7.${time}.${body}`)
      return `v1,${hmac.digest('base64')}`
    })
    expect(headers['webhook-signature']).to.equal(expected.join(' '))
    expect(headers['webhook-id']).to.equal('msg_7')
  })

  it('signs an empty body', async () => {
    const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
    const { sent, fetch } = answering(204)
    await ping.send('ping', { url: URL_OF_SUBSCRIBER, secret, fetch })
    expect(sent[0]?.headers['webhook-signature']).to.match(/^v1,.{44}$/)
    expect(sent[0]?.body).to.equal('')
  })

  it('sends nothing that the document does not promise, and says which field it is', async () => {
    const { sent, fetch } = answering(204)
    const error = await failureOf(
      stock.send('soldOut', { url: URL_OF_SUBSCRIBER, body: { ...CHANGE, stock: 1.5 }, fetch })
    )
    expect(error).to.be.instanceOf(SendError).and.include({ failure: 'request' })
    expect(error.message).to.include('StockWebhooks.soldOut').and.include('stock')
    expect(sent).to.deep.equal([])
  })

  it('reports a status and a body that the document does not promise', async () => {
    const options = { url: URL_OF_SUBSCRIBER, body: CHANGE, parameters: { 'x-shop': 'Ann' } }
    const status = await failureOf(stock.send('changed', { ...options, fetch: answering(500).fetch }))
    expect(status).to.include({ failure: 'response', status: 500 })
    const body = await failureOf(stock.send('changed', { ...options, fetch: answering(200, { status: 1 }).fetch }))
    expect(body).to.include({ failure: 'response', status: 200 })
    expect(body.message).to.include('status')
  })

  const WRONG: [string, object, RegExp][] = [
    ['a short secret', { secret: 'whsec_c2hvcnQ=' }, /the secret is not whsec_ and Base64 of 24 to 64 bytes; make one/],
    ['a secret that is no Base64', { secret: 'a secret' }, /the secret is not whsec_/],
    ['an id with a dot', { id: 'a.b' }, /the id of a webhook is a text without spaces and dots/],
    ['an unknown option', { secrets: [] }, /no option 'secrets'/],
    ['a URL of another scheme', { url: 'file:///etc/passwd' }, /the URL is not absolute, or not of HTTP/]
  ]
  for (const [what, options, message] of WRONG) {
    it(`rejects ${what}, and does not show it`, async () => {
      const { sent, fetch } = answering(204)
      const given = { url: URL_OF_SUBSCRIBER, fetch, ...options }
      const error = await failureOf((async () => ping.send('ping', given))())
      expect(error.message).to.match(message).and.not.include('c2hvcnQ')
      expect(sent).to.deep.equal([])
    })
  }

  it('does not compile for another method, body or response', () => {
    const never = async () => {
      // @ts-expect-error there is no such method
      await stock.send('change', { url: URL_OF_SUBSCRIBER, body: CHANGE })
      // @ts-expect-error the body is missing
      await stock.send('soldOut', { url: URL_OF_SUBSCRIBER })
      // @ts-expect-error it is another body
      await stock.send('soldOut', { url: URL_OF_SUBSCRIBER, body: { sku: 1 } })
      // @ts-expect-error the URL is missing
      await stock.send('soldOut', { body: CHANGE })
      const { body } = await stock.send('changed', { url: URL_OF_SUBSCRIBER, body: CHANGE })
      // @ts-expect-error a receipt has no such member
      body.sent
    }
    expect(never).to.be.a('function')
  })
})
