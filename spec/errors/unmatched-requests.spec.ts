import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { HttpError, type RequestHandler, Router } from 'fieldstone'
import { ask } from '../support/ask.js'
import { exchange } from '../support/one-handler.js'

describe('A response to what no route is for', () => {
  it('gives each hook of an error an error of its own', async () => {
    const seen: unknown[] = []
    const router = new Router({ logger: false, hooks: [{ onError: (_request, error) => void seen.push(error) }] })
    router.getFunc('/books', (ctx) => ctx.text(200, 'books'))
    for (const line of ['GET /nothing', 'GET /nothing', 'PUT /books', 'GET /%ff']) await ask(router, line)
    expect(seen.map((error) => (error as HttpError).name)).to.eql([
      'NotFound',
      'NotFound',
      'MethodNotAllowed',
      'BadRequest'
    ])
    expect(new Set(seen).size).to.equal(4)
    expect((seen[2] as HttpError).headers).to.eql({ allow: 'GET, HEAD, OPTIONS' })
  })

  it('is thrown to the middleware around it, which may change it for this request alone', async () => {
    const router = new Router({ logger: false })
    router.use(async (ctx, next) => {
      try {
        await next()
      } catch (error) {
        if (ctx.query.has('mine')) Object.assign(error as object, { detail: 'mine' })
        throw error
      }
    })
    expect(JSON.parse((await ask(router, 'GET /nothing?mine')).body)).to.include({ detail: 'mine' })
    expect(JSON.parse((await ask(router, 'GET /nothing')).body)).to.include({ detail: 'Not found' })
  })

  it('keeps headers that were set before the router, but those of a representation', async () => {
    const router = new Router({ logger: false })
    router.getFunc('/books', (ctx) => ctx.text(200, 'books'))
    const handler: RequestHandler = (req, res) => {
      res.setHeader('x-before', 'kept')
      res.setHeader('content-type', 'text/html')
      res.setHeader('etag', '"a page"')
      router.handler(req, res)
    }
    for (const [line, status, allow] of [
      ['GET /nothing', 404, undefined],
      ['PUT /books', 405, 'GET, HEAD, OPTIONS']
    ] as const) {
      const response = await ask({ handler }, line)
      expect(response.status).to.equal(status)
      expect(response.headers).to.include({ 'x-before': 'kept', 'content-type': 'application/problem+json' })
      expect([response.headers.etag, response.headers.allow]).to.eql([undefined, allow])
      expect(JSON.parse(response.body)).to.include({ status })
    }
  })

  it('has its headers where it rejects a body that has not come, on a connection that then ends', async () => {
    const router = new Router({ logger: false })
    router.getFunc('/books', (ctx) => ctx.text(200, 'books'))
    const server = createServer(router.handler)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const head = 'PUT /books HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: 4\r\n\r\n'
    const response = await exchange(port, `${head}body`)
    server.close()
    expect(response).to.match(/^HTTP\/1\.1 405 Method Not Allowed\r\n/)
    expect(response.match(/^(allow|content-type|content-length): .*/gim)).to.eql([
      'allow: GET, HEAD, OPTIONS',
      'content-type: application/problem+json',
      'content-length: 94'
    ])
  })

  it('has to HEAD the headers that GET gets', async () => {
    const router = new Router({ logger: false })
    const [get, head] = [await ask(router, 'GET /nothing'), await ask(router, 'HEAD /nothing')]
    expect(head.body).to.equal('')
    expect(head.headers['content-length']).to.equal(String(get.body.length))
    expect(head.headers['content-type']).to.equal('application/problem+json')
  })
})
