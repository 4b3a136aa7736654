import type { IncomingMessage } from 'node:http'
import { parse as parseUrl } from 'node:url'
import { expect } from 'chai'
import { apiKeyScheme, connect, Field, type RequestHandler, Router } from 'fieldstone'
import { ask } from '../support/ask.js'
import { recordingLogger } from '../support/one-handler.js'

const quiet = () => new Router({ logger: false })

/** Answers what a handler sees of its path. */
function mirror(): Router {
  const router = quiet()
  router.use(async (ctx, next) => {
    const before = ctx.path
    await next()
    ctx.header('x-path', encodeURIComponent(before))
  })
  router.getFunc('/', (ctx) => ctx.text(200, `root ${ctx.query}`))
  router.getFunc('/admin', (ctx) => ctx.text(200, `admin ${ctx.query}`))
  router.getFunc('/items/{id}', (ctx) => ctx.json(200, ctx.urlParam('id')))
  router.getFunc('/files/{path:*}', (ctx) => ctx.json(200, ctx.urlParam('path')))
  return router
}

describe('The path that middleware and handlers see', () => {
  const cases: [target: string, status: number, body: string | RegExp, path: string][] = [
    ['/admin', 200, 'admin ', '/admin'],
    ['/%61dmin', 200, 'admin ', '/admin'],
    ['/%2561dmin', 404, /Not Found/, '/%2561dmin'],
    ['/admin?a=1&b=%20', 200, 'admin a=1&b=+', '/admin'],
    ['/admin?', 200, 'admin ', '/admin'],
    ['/admin%3Fa', 404, /Not Found/, '/admin?a'],
    ['/admin?a=?/%zz', 200, 'admin a=%3F%2F%25zz', '/admin'],
    ['/Admin', 404, /Not Found/, '/Admin'],
    ['/admin/', 404, /Not Found/, '/admin/'],
    ['//admin', 404, /Not Found/, '//admin'],
    ['//evil.example/admin', 404, /Not Found/, '//evil.example/admin'],
    ['/x/../admin', 404, /Not Found/, '/x/../admin'],
    ['/%2e%2e/admin', 404, /Not Found/, '/../admin'],
    ['/items/a%2Fb', 200, '"a/b"', '/items/a%2Fb'],
    ['/items/%252F', 200, '"%2F"', '/items/%252F'],
    ['/items/%00', 200, '"\\u0000"', '/items/\u0000'],
    ['/files//etc/passwd', 200, '"/etc/passwd"', '/files//etc/passwd'],
    ['/files/a%2F..%2Fb/c', 200, '"a/../b/c"', '/files/a%2F..%2Fb/c'],
    ['/items/%', 400, /malformed/, '/items/%'],
    ['/items/%zz?x=1', 400, /malformed/, '/items/%zz'],
    ['/%C0%AF', 400, /malformed/, '/%C0%AF'],
    ['/%ff', 400, /malformed/, '/%ff'],
    ['http://other.example/admin?a=1', 200, 'admin a=1', '/admin'],
    ['HTTP://other.example:81/%61dmin', 200, 'admin ', '/admin'],
    ['http://other.example', 200, 'root ', '/'],
    ['http://other.example?a=1', 200, 'root a=1', '/'],
    ['http://other.example//admin', 404, /Not Found/, '//admin'],
    ['*', 400, /malformed/, '*']
  ]
  for (const [target, status, body, path] of cases) {
    it(`is ${JSON.stringify(path)} for the target ${target}, which is answered ${status}`, async () => {
      const answer = await ask(mirror(), `GET ${target}`)
      expect(answer.status).to.equal(status)
      if (typeof body === 'string') expect(answer.body).to.equal(body)
      else expect(answer.body).to.match(body)
      expect(decodeURIComponent(String(answer.headers['x-path'] ?? ''))).to.equal(status < 400 ? path : '')
    })
  }

  it('is the same where the request is refused', async () => {
    const router = quiet()
    const seen: string[] = []
    router.use((ctx, next) => {
      seen.push(ctx.path)
      return next()
    })
    for (const target of ['/%61?x', '/a%2fb', '//x', '/%zz?x']) {
      expect((await ask(router, `GET ${target}`)).status).to.be.oneOf([400, 404])
    }
    expect(seen).to.deep.equal(['/a', '/a%2Fb', '//x', '/%zz'])
  })
})

describe('What is not a request target', () => {
  const TARGETS = [
    '/x#y',
    '/x?y#&key=k1',
    '/#',
    'http://x/y#z',
    'http://[::1/x',
    'http://[1]/x',
    'http://x:port/y',
    'http://x:99999/y',
    'http://user@x/y',
    'http://:80/y',
    'http:///y',
    'http://a%41b/y',
    'http://a;b/y',
    'ftp://x/y'
  ]
  for (const target of TARGETS) {
    it(`is a 400, and no middleware or handler sees it: ${target}`, async () => {
      const router = quiet()
      let runs = 0
      const see = (): number => ++runs
      router.use((_ctx, next) => {
        see()
        return next()
      })
      router.getFunc('/{rest:*}', see)
      const answer = await ask(router, `GET ${target}`)
      expect(answer.status).to.equal(400)
      expect(JSON.parse(answer.body)).to.include({ status: 400, detail: 'The target of the request is malformed' })
      expect(runs).to.equal(0)
    })
  }

  it('gives no credentials from behind a "#" to a security scheme', async () => {
    const seen: string[] = []
    const key = apiKeyScheme({
      in: 'query',
      name: 'key',
      authenticate: (text: string) => {
        seen.push(text)
        return { name: text }
      }
    })
    const router = new Router({ logger: false, securitySchemes: { key }, security: ['key'] })
    router.getFunc('/x', () => 'in')
    expect((await ask(router, 'GET /x?y#&key=k1')).status).to.equal(400)
    expect((await ask(router, 'GET /x?y&key=k1')).status).to.equal(200)
    expect(seen).to.deep.equal(['k1'])
  })

  it('does not reach Express middleware that parses it', async () => {
    const router = quiet()
    router.use(
      connect((req: IncomingMessage, _res: unknown, next: () => void) => {
        parseUrl(req.url ?? '')
        next()
      })
    )
    expect((await ask(router, 'GET http://[::1/x')).status).to.equal(400)
  })
})

describe('A method', () => {
  function service(): Router {
    const router = quiet()
    router.use(async (ctx, next) => {
      try {
        await next()
      } finally {
        ctx.header('x-layer', 'ran')
      }
    })
    router.getFunc('/items', (ctx) => {
      ctx.header('x-get', 'ran')
      return ctx.json(200, ['a'])
    })
    router.postFunc('/items', () => null)
    router.get('/node', (_req, res) => void res.setHeader('content-length', 5).end('hello'))
    router.getFunc('/own', (ctx) => ctx.text(200, 'get'))
    router.headFunc('/own', (ctx) => ctx.header('x-own', 'head'))
    router.optionsFunc('/own', (ctx) => ctx.text(200, 'own options'))
    router.deleteFunc('/items/{id}', () => undefined)
    router.putFunc('/items/{id:[0-9]+}', () => undefined)
    return router
  }

  it("HEAD is answered by GET's whole chain, with its length and without its body", async () => {
    const head = await ask(service(), 'HEAD /items')
    expect(head).to.include({ status: 200, body: '' })
    expect(head.headers).to.include({ 'content-length': '5', 'x-get': 'ran', 'x-layer': 'ran' })
    expect((await ask(service(), 'GET /items')).headers['content-length']).to.equal('5')
    const node = await ask(service(), 'HEAD /node')
    expect(node).to.include({ status: 200, body: '' })
    expect(node.headers['content-length']).to.equal('5')
  })

  it('HEAD is answered by its own route where there is one', async () => {
    const { headers } = await ask(service(), 'HEAD /own')
    expect(headers['x-own']).to.equal('head')
  })

  const allowed: [path: string, allow: string][] = [
    ['/items', 'GET, HEAD, POST, OPTIONS'],
    ['/node', 'GET, HEAD, OPTIONS'],
    ['/items/7', 'PUT, DELETE, OPTIONS'],
    ['/items/x', 'DELETE, OPTIONS']
  ]
  for (const [path, allow] of allowed) {
    it(`OPTIONS ${path} is answered 204 with Allow: ${allow}, inside of the middleware`, async () => {
      const answer = await ask(service(), `OPTIONS ${path}`)
      expect(answer).to.include({ status: 204, body: '' })
      expect(answer.headers).to.include({ allow, 'x-layer': 'ran' })
    })

    for (const method of ['PATCH', 'TRACE', 'PROPFIND']) {
      it(`${method} ${path} is answered 405 with Allow: ${allow}, inside of the middleware`, async () => {
        const answer = await ask(service(), `${method} ${path}`)
        expect(answer.status).to.equal(405)
        expect(answer.headers).to.include({ allow, 'x-layer': 'ran' })
        expect(answer.headers['content-type']).to.contain('application/problem+json')
      })
    }
  }

  it('HEAD is 405 where there is no GET', async () => {
    expect(await ask(service(), 'HEAD /items/7')).to.include({ status: 405, body: '' })
  })

  it('OPTIONS is answered by its own route where there is one', async () => {
    expect(await ask(service(), 'OPTIONS /own')).to.include({ status: 200, body: 'own options' })
    expect((await ask(service(), 'PUT /own')).headers.allow).to.equal('GET, HEAD, OPTIONS')
  })

  it('OPTIONS * tells the methods of the service', async () => {
    const answer = await ask(service(), 'OPTIONS *')
    expect(answer.status).to.equal(204)
    expect(answer.headers).to.include({ allow: 'GET, HEAD, POST, PUT, DELETE, OPTIONS', 'x-layer': 'ran' })
  })

  for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS', 'TRACE', 'PROPFIND']) {
    it(`${method} of a path that no route has is answered 404, inside of the middleware`, async () => {
      const answer = await ask(service(), `${method} /nowhere`)
      expect(answer.status).to.equal(404)
      expect(answer.headers['x-layer']).to.equal('ran')
      expect(answer.headers.allow).to.equal(undefined)
    })
  }

  it('is found although a better path has no route for it', async () => {
    const router = quiet()
    router.postFunc('/items/search', () => 'search')
    router.getFunc('/items/{id}', (ctx) => ctx.urlParam('id'))
    expect((await ask(router, 'GET /items/search')).body).to.equal('"search"')
    expect((await ask(router, 'PUT /items/search')).headers.allow).to.equal('GET, HEAD, POST, OPTIONS')
  })
})

describe('Code around the router', () => {
  class Pet {
    @Field() name!: string
  }

  /** What is sent and logged where this runs before the router gets the request. */
  async function around(before: RequestHandler): Promise<[text: string, log: string[]]> {
    const { logger, entries } = recordingLogger()
    const router = new Router({ logger, responseChecks: { mode: 'report', sample: 0 } })
    router.getFunc('/', () => ({ name: 'Rex' }), { responses: { 200: Pet } })
    const handler: RequestHandler = (req, res) => {
      before(req, res)
      router.handler(req, res)
    }
    const { headers, body } = await ask({ handler }, 'GET /')
    const text = `${headers['content-type'] ?? 'no type'} ${body}`
    return [text, entries.map(({ message }) => message.replace(/^.*?spec\.[jt]s:\d+ /, ''))]
  }

  it('that has sent the response keeps it; the log reports what the handler returned', async () => {
    const [text, log] = await around((_req, res) => res.end('first'))
    expect(text).to.equal('no type first')
    expect(log).to.deep.equal(['replied twice'])
  })

  it('that has set the content type keeps it; the log reports that the document has another', async () => {
    const [text, log] = await around((_req, res) => void res.setHeader('content-type', 'text/html'))
    expect(text).to.equal('text/html {"name":"Rex"}')
    expect(log).to.have.length(1)
    expect(log[0]).to.match(/responded 200, which breaks the document: .*text\/html/)
  })
})
