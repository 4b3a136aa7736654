import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { expect } from 'chai'
import {
  BootstrapError,
  generateOpenAPISpec,
  type InjectRequest,
  type OpenAPIDocument,
  Router,
  SetupError
} from 'fieldstone'
import { CONFIG } from '../support/described-route.js'
import { injectInto } from '../support/inject-into.js'
import { complaintsAbout } from '../support/openapi-validator.js'

function shop(): Router {
  const router = new Router({ logger: false })
  router.get('/users/{id}', (_req, res) => void res.end('{}'), { tags: ['Users'], responses: { 200: {} } })
  return router
}

describe('A router’s document endpoint', () => {
  function ask(router: Router, request: InjectRequest | string) {
    return injectInto(router, request)
  }

  it('serves the document of all routes, those registered later and in groups included', async () => {
    const router = shop().serveOpenAPISpec('/openapi.json', CONFIG)
    router.group('/admin').postFunc('/jobs/{job}', (ctx) => ctx.json(200, {}))
    const answer = await ask(router, '/openapi.json')
    expect(answer.statusCode).to.equal(200)
    expect(answer.headers).to.include({
      'content-type': 'application/json',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff'
    })
    const document = answer.json<OpenAPIDocument>()
    expect(document).to.deep.equal(generateOpenAPISpec(router, CONFIG))
    expect(document.paths).to.have.keys('/users/{id}', '/admin/jobs/{job}')
    expect(await complaintsAbout(document)).to.deep.equal([])
  })

  it('leaves itself and the docs out of the document', async () => {
    const router = shop().serveOpenAPISpec('/openapi.json', CONFIG).serveDocsUI('/docs')
    expect((await ask(router, '/openapi.json')).json<OpenAPIDocument>().paths).to.have.keys('/users/{id}')
  })

  it('responds with 304 to a client that has the document already, and with the document to others', async () => {
    const router = shop().serveOpenAPISpec('/openapi.json', CONFIG)
    const { etag } = (await ask(router, '/openapi.json')).headers
    expect(etag).to.be.a('string')
    const condition = (value: string) => ask(router, { url: '/openapi.json', headers: { 'if-none-match': value } })
    const unchanged = await condition(String(etag))
    expect(unchanged.statusCode).to.equal(304)
    expect(unchanged.body).to.equal('')
    expect((await condition(`"other", W/${etag}`)).statusCode).to.equal(304)
    expect((await condition('*')).statusCode).to.equal(304)
    expect((await condition('"other"')).statusCode).to.equal(200)
  })

  it('sends it compressed to clients that accept gzip, and as it is to others, under ETags of their own', async () => {
    const router = shop().serveOpenAPISpec('/openapi.json', CONFIG)
    const send = (headers: Record<string, string>, method = 'GET') =>
      ask(router, { method, url: '/openapi.json', headers } as InjectRequest)
    const plain = await send({})
    const packed = await send({ 'accept-encoding': 'gzip' })
    expect(plain.headers).not.to.have.property('content-encoding')
    expect(packed.headers).to.include({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
    expect(plain.headers).to.include({ vary: 'Accept-Encoding', 'content-length': String(plain.rawBody.length) })
    expect(packed.headers['content-length']).to.equal(String(packed.rawBody.length))
    expect(gunzipSync(packed.rawBody).equals(plain.rawBody)).to.equal(true)
    expect(packed.headers.etag).not.to.equal(plain.headers.etag)
    for (const [response, headers] of [
      [plain, {}],
      [packed, { 'accept-encoding': 'gzip' }]
    ] as const) {
      const tag = String(response.headers.etag)
      expect((await send({ ...headers, 'if-none-match': tag })).statusCode).to.equal(304)
      const head = await send(headers, 'HEAD')
      expect(head.headers['content-length']).to.equal(response.headers['content-length'])
      expect(head.body).to.equal('')
    }
    expect((await send({ 'if-none-match': String(packed.headers.etag) })).statusCode).to.equal(200)
  })

  it('names operations as at start-up, whatever a function of the application returns later', async () => {
    let count = 0
    const operationId = () => {
      count += 1
      return `operation${count}`
    }
    const router = shop().serveOpenAPISpec('/openapi.json', { ...CONFIG, operationId })
    router.freeze()
    const sent = (await ask(router, '/openapi.json')).json<OpenAPIDocument>()
    expect(sent.paths['/users/{id}']?.get?.operationId).to.equal('operation1')
    expect(router.documents.get('/openapi.json')).to.deep.equal(sent)
  })

  it('is described anew without the function that edits what is served', () => {
    const editDocument = () => {
      throw new Error('it is called')
    }
    const router = shop().serveOpenAPISpec('/openapi.json', { ...CONFIG, editDocument })
    expect(router.describe({ openapi: '3.1' }).openapi).to.equal('3.1.1')
  })

  it('responds with 405 to other methods', async () => {
    const router = shop().serveOpenAPISpec('/openapi.json', CONFIG)
    expect((await ask(router, { method: 'POST', url: '/openapi.json' })).statusCode).to.equal(405)
  })

  it('serves several documents, each by its own config', async () => {
    const router = shop()
      .serveOpenAPISpec('/openapi.json', CONFIG)
      .serveOpenAPISpec('/openapi-3.1.json', { ...CONFIG, openapi: '3.1' })
    router.freeze()
    expect([...router.documents].map(([path, { openapi }]) => `${path} ${openapi}`)).to.deep.equal([
      '/openapi.json 3.0.3',
      '/openapi-3.1.json 3.1.1'
    ])
    expect((await ask(router, '/openapi-3.1.json')).json<OpenAPIDocument>().openapi).to.equal('3.1.1')
  })

  it('works over a socket as well, and responds to HEAD with the same headers and no body', async () => {
    const server = createServer(shop().serveOpenAPISpec('/openapi.json', CONFIG).handler)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/openapi.json`
    try {
      const full = await fetch(url)
      expect(full.status).to.equal(200)
      expect(((await full.json()) as OpenAPIDocument).info.title).to.equal('Shop')
      const head = await fetch(url, { method: 'HEAD' })
      expect(head.status).to.equal(200)
      expect(await head.text()).to.equal('')
      for (const name of ['etag', 'content-length', 'content-type']) {
        expect(head.headers.get(name), name).to.be.a('string').and.equal(full.headers.get(name))
      }
    } finally {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  })

  it('hands the paths of the documents, and the origins of their servers, to the docs', async () => {
    const router = shop().serveDocsUI('/docs')
    router.serveOpenAPISpec('/api/openapi.json', { ...CONFIG, servers: [{ url: 'https://api.example.com/v1' }] })
    const page = await ask(router, '/docs/')
    expect(page.statusCode).to.equal(200)
    expect(page.body).to.include('/api/openapi.json')
    expect(page.headers['content-security-policy']).to.include("connect-src 'self' https://api.example.com")
  })

  describe('rejects', () => {
    it('a path with parameters, or a text that is not a path', () => {
      for (const path of ['/{name}.json', '/specs/{id}', 'openapi.json', '', undefined as never]) {
        expect(() => shop().serveOpenAPISpec(path, CONFIG), String(path))
          .to.throw(SetupError)
          .with.property('code', 'PATH_INVALID')
      }
    })

    it('a path that is taken, and names both declarations', () => {
      const router = shop().serveOpenAPISpec('/openapi.json', CONFIG)
      expect(() => router.serveOpenAPISpec('/openapi.json', CONFIG))
        .to.throw(SetupError, /serveOpenAPISpec at .*served-document.spec\.ts:\d+/)
        .with.property('code', 'ROUTE_DUPLICATE')
    })

    it('a config without title and version, at once', () => {
      expect(() => shop().serveOpenAPISpec('/openapi.json', {} as never)).to.throw(BootstrapError, /title is missing/)
    })

    it('to freeze with routes that the document cannot describe, and says everything that is wrong', () => {
      const router = shop().serveOpenAPISpec('/openapi.json', CONFIG)
      router.getFunc('/a', () => 1, { responses: { 1: {} } })
      router.getFunc('/b', () => 1, { parameters: [{ name: 'x', in: 'path' }] })
      expect(() => router.freeze())
        .to.throw(BootstrapError)
        .with.property('errors')
        .that.satisfies((errors: SetupError[]) => {
          expect(errors.map(({ code }) => code)).to.deep.equal(['RESPONSE_INVALID', 'PARAMETER_INVALID'])
          return true
        })
      expect(() => router.getFunc('/c', () => 1)).not.to.throw()
    })
  })

  it('responds with 500, and the log says why, if a router whose document cannot be generated was not frozen', async () => {
    const logged: string[] = []
    const error = (fields: object, message: string) => {
      logged.push(`${message}: ${(fields as { err?: Error }).err?.message}`)
    }
    const router = new Router({ logger: { debug() {}, info() {}, warn() {}, error } })
    router.serveOpenAPISpec('/openapi.json', CONFIG)
    router.getFunc('/a', (ctx) => ctx.json(200, { a: 1 }))
    router.getFunc('/b', (ctx) => ctx.json(200, { a: 1 }), { responses: { 1: {} } })
    expect((await ask(router, '/a')).json()).to.deep.equal({ a: 1 })
    expect(logged).to.have.length(2)
    expect(logged[1]).to.match(/^Some routes are not properly declared: /)
    expect((await ask(router, '/b')).statusCode).to.equal(500)
    expect(logged[0]).to.match(
      /^The OpenAPI document cannot be generated: .*RESPONSE_INVALID: "1" is not an HTTP status/s
    )
    const answer = await ask(router, '/openapi.json')
    expect(answer.statusCode).to.equal(500)
    expect(answer.body).not.to.include('RESPONSE_INVALID')
    expect([...router.documents]).to.deep.equal([])
    expect((await ask(router, '/a')).statusCode).to.equal(200)
  })
})
