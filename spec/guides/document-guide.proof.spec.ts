import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { Application, bootstrap, Controller, Field, Post } from 'fieldstone'
import { Guide } from '../support/guide.js'
import { complaintsAbout } from '../support/openapi-validator.js'

const guide = new Guide('document')

const servers: Server[] = []

/** A server that responds 204 to everything, and what it received. */
async function subscriber() {
  const received: { target: string | undefined; headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer(async (req, res) => {
    received.push({ target: req.url, headers: req.headers, body: await text(req) })
    res.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

describe('the guide to the document', () => {
  before('compiles its examples', () => {
    guide.compile()
  })
  after(() => {
    for (const server of servers) server.close()
  })

  it('says everything of the whole API in the document', async () => {
    const { document } = await guide.service('document')
    expect(document.info).to.include.keys('summary', 'description', 'termsOfService', 'contact', 'license')
    expect(document).to.have.nested.property('externalDocs.description', 'How to buy')
    expect(document.tags).to.have.nested.property('[0].description', 'What customers buy')
    expect(document.servers).to.have.nested.property('[0].variables.region.default', 'eu')
    expect(await complaintsAbout(document)).to.deep.equal([])
  })

  it('lets a function edit the document', async () => {
    const { document } = await guide.service('edit')
    expect(document.info).to.deep.include({ 'x-logo': { url: '/logo.svg' } })
    expect(document.paths['/orders']?.get?.summary).to.equal('Reads /orders')
  })

  it('has a document for each audience', async () => {
    const { shop } = await guide.import<{ shop: Application }>('documents')
    const { documents } = await bootstrap(shop)
    expect([...documents].map(([name, { paths }]) => [name, Object.keys(paths)])).to.deep.equal([
      ['public', ['/orders']],
      ['staff', ['/orders', '/stock']]
    ])
  })

  it('reads the lines of a response, wherever its parts end', async () => {
    const { linesOf } = await guide.import<{ linesOf(response: Response): AsyncIterable<unknown> }>('lines')
    const parts = ['{"id":1}\n{"i', 'd":2}\n', '{"id":"ü', '"}\n'].map((text) => Buffer.from(text))
    const read: unknown[] = []
    for await (const line of linesOf(new Response(ReadableStream.from(parts)))) read.push(line)
    expect(read).to.deep.equal([{ id: 1 }, { id: 2 }, { id: 'ü' }])
    for await (const line of linesOf(new Response(null))) expect.fail(String(line))
  })

  it('links operations', async () => {
    const { document } = await guide.service('links')
    expect(document.components?.links).to.deep.equal({
      UserRepositories: {
        operationId: 'getRepositoriesByOwner',
        parameters: { owner: '$response.body#/username' }
      }
    })
  })

  it('has shared examples among the components', async () => {
    const { document } = await guide.service('shared-examples')
    expect(document.components?.examples).to.deep.equal({ Emma: { summary: 'A novel', value: { title: 'Emma' } } })
    expect(JSON.stringify(document.paths).match(/#\/components\/examples\/Emma/g)).to.have.length(2)
  })

  it('sends callbacks', async () => {
    const service = await guide.service('callbacks')
    const path = '{$request.query.callbackUrl}/data'
    expect(service.document.paths['/streams']?.post).to.have.nested.property('callbacks.onData').with.keys(path)
    const { publish } = await guide.import<{ publish(reading: object): Promise<void> }>('callbacks')
    const { url, received } = await subscriber()
    await service.inject({ method: 'POST', url: `/streams?callbackUrl=${url}` })
    for (const celsius of [20.5, 21]) await publish({ at: new Date(0), celsius })
    expect(received.map(({ target, body }) => `${target} ${body}`)).to.deep.equal([
      '/data {"at":"1970-01-01T00:00:00.000Z","celsius":20.5}'
    ])
  })

  it('describes a class that extends a record as it says', async () => {
    class Vehicle {
      @Field() plate!: string
    }
    class Car extends Vehicle {
      @Field() doors!: string
    }
    @Controller('/cars')
    class CarController {
      @Post('', { requestBody: Car })
      create() {}
    }
    const app = new Application({ title: 'Cars', version: '1', controllers: [CarController], schemas: 'allOf' })
    const { document } = await bootstrap(app)
    expect(document.components?.schemas?.Car).to.deep.equal(guide.json('inheritance'))
    expect(await complaintsAbout(document)).to.deep.equal([])
  })

  it('sends webhooks, signed', async () => {
    expect((await guide.service('webhooks')).document.webhooks).to.have.keys('stock.changed')
    const { publish } = await guide.import<{
      publish(subscriber: object, change: object, id: string): Promise<number>
    }>('webhooks')
    const { url, received } = await subscriber()
    const secret = Buffer.alloc(32, 1)
    expect(await publish({ url, secret }, { sku: 'a', stock: 1 }, 'msg_1')).to.equal(204)
    const [{ headers, body } = expect.fail()] = received
    expect(body).to.equal('{"sku":"a","stock":1}')
    const signed = `msg_1.${headers['webhook-timestamp']}.${body}`
    const signature = createHmac('sha256', secret).update(signed).digest('base64')
    expect(headers).to.include({ 'webhook-id': 'msg_1', 'webhook-signature': `v1,${signature}` })
  })

  it('names the operation as it says', async () => {
    const { document } = await guide.service('document')
    expect(document.paths['/orders/{id}/invoice-lines']?.get?.operationId).to.equal('getOrdersByIdInvoice_lines')
  })
})
