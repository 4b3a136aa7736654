import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { expect } from 'chai'
import compression from 'compression'
import cors from 'cors'
import { type ConnectMiddleware, type ContextHandler, connect, HttpError, SetupError } from 'fieldstone'
import helmet from 'helmet'
import { exchange, oneHandler, Servers, until } from '../support/one-handler.js'

describe('connect', () => {
  const servers = new Servers()
  afterEach(() => servers.close())

  async function get(
    middleware: readonly ConnectMiddleware[],
    headers: Record<string, string> = {},
    handler: ContextHandler = (ctx) => ctx.json(200, { a: 1 }),
    method = 'GET'
  ) {
    const { url, log } = await servers.serve(handler, { middleware: middleware.map(connect) })
    const response = await fetch(url, { method, headers })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, log }
  }

  it('rejects with what a next of the application throws, also when it is called later', async () => {
    const later: ConnectMiddleware = (_req, _res, next) => void setImmediate(next)
    const { url, log } = await servers.serve((ctx) => ctx.json(200, {}), {
      middleware: [
        (ctx) =>
          connect(later)(ctx, () => {
            throw new HttpError(403, 'Not here')
          })
      ]
    })
    const response = await fetch(url)
    expect([response.status, log]).to.deep.equal([403, []])
  })

  describe('with the middleware of the field', () => {
    it('sends the headers of helmet', async () => {
      const { status, headers, text, log } = await get([helmet()])
      expect([status, text, log]).to.deep.equal([200, '{"a":1}', []])
      expect(headers.get('x-content-type-options')).to.equal('nosniff')
      expect(headers.get('content-security-policy')).to.contain("default-src 'self'")
      expect(headers.get('content-type')).to.equal('application/json; charset=utf-8')
      expect(headers.get('content-length')).to.equal('7')
    })

    it('keeps the headers of helmet and cors on an error', async () => {
      const { status, headers } = await get([helmet(), cors()], {}, () => Promise.reject(new Error('x')))
      expect(status).to.equal(500)
      expect(headers.get('access-control-allow-origin')).to.equal('*')
      expect(headers.get('x-frame-options')).to.equal('SAMEORIGIN')
    })

    it('lets cors answer a preflight by itself, without running the handler', async () => {
      let ran = false
      const { status, headers, log } = await get(
        [cors({ origin: 'https://a.example', methods: ['GET'] })],
        { origin: 'https://a.example', 'access-control-request-method': 'GET' },
        () => {
          ran = true
        },
        'OPTIONS'
      )
      expect([status, ran, log]).to.deep.equal([204, false, []])
      expect(headers.get('access-control-allow-methods')).to.equal('GET')
    })

    const long = 'x'.repeat(10_000)

    it('lets compression compress, and drop the length', async () => {
      const { port } = await servers.serve((ctx) => ctx.json(200, long), { middleware: [connect(compression())] })
      const answer = await exchange(port, 'GET / HTTP/1.0\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n')
      const [head = '', body = ''] = answer.split('\r\n\r\n')
      expect(head).to.match(/\r\ncontent-encoding: gzip/i)
      expect(head).to.match(/\r\nvary: accept-encoding/i)
      expect(head).not.to.match(/content-length/i)
      expect(gunzipSync(Buffer.from(body, 'latin1')).toString()).to.equal(JSON.stringify(long))
    })

    it('lets compression leave short answers, HEAD, and problems alone', async () => {
      const accept = { 'accept-encoding': 'gzip' }
      const short = await get([compression()], accept)
      expect([short.text, short.headers.get('content-encoding'), short.headers.get('content-length')]).to.deep.equal([
        '{"a":1}',
        null,
        '7'
      ])
      const head = await get([compression()], accept, (ctx) => ctx.json(200, long), 'HEAD')
      expect([head.status, head.text, head.headers.get('content-length')]).to.deep.equal([200, '', '10002'])
      const problem = await get([compression()], accept, (ctx) => ctx.jsonError(400, 'no'))
      expect(JSON.parse(problem.text).status).to.equal(400)
    })

    const framed: readonly [what: string, handler: ContextHandler][] = [
      ['a text', (ctx) => ctx.text(200, long)],
      ['JSON', (ctx) => ctx.json(200, long)],
      [
        'a stream of a known length',
        (ctx) => ctx.stream(200, Readable.from([long]), { contentType: 'text/plain', contentLength: long.length })
      ]
    ]
    for (const [what, handler] of framed) {
      it(`sends ${what} in chunks where compression takes its length away, so that it has an end`, async () => {
        const { port } = await servers.serve(handler, { middleware: [connect(helmet()), connect(compression())] })
        const ask = 'GET / HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n'
        const answer = await exchange(port, `${ask}\r\n${ask}Connection: close\r\n\r\n`)
        expect(answer.match(/^HTTP\/1\.1 200 /gm)).to.have.length(2)
        expect(answer.match(/^transfer-encoding: chunked\r$/gim)).to.have.length(2)
      })
    }

    it('carries all three together', async () => {
      const { headers, text } = await get([helmet(), cors(), compression()], {}, () => long)
      expect(text).to.equal(JSON.stringify(long))
      expect(headers.get('content-encoding')).to.match(/gzip|br/)
      expect(headers.get('access-control-allow-origin')).to.equal('*')
      expect(headers.get('x-dns-prefetch-control')).to.equal('off')
    })
  })

  it('throws in the chain what is given to next', async () => {
    const seen: unknown[] = []
    const service = await oneHandler(() => 'unreached', {
      middleware: [
        async (ctx, next) => {
          await next().catch((error) => seen.push(error))
          ctx.json(200, 'caught')
        },
        connect((_req, _res, next) => next(new Error('given')))
      ]
    })
    expect((await service.inject('/')).body).to.equal('"caught"')
    expect(String(seen[0])).to.equal('Error: given')
  })

  const failing: readonly [what: string, middleware: ConnectMiddleware][] = [
    [
      'throws',
      () => {
        throw new Error('broken')
      }
    ],
    ['rejects', () => Promise.reject(new Error('broken'))],
    ['gives an error to next', (_req, _res, next) => next(new Error('broken'))],
    ['gives an error to next later', (_req, _res, next) => setTimeout(() => next(new Error('broken')), 5)]
  ]
  for (const [what, middleware] of failing) {
    it(`is a 500 when the middleware ${what}`, async () => {
      const { status, text, log } = await get([middleware])
      expect([status, JSON.parse(text).detail]).to.deep.equal([500, 'Internal server error'])
      expect(log.map(({ fields }) => fields.err?.message)).to.deep.equal(['broken'])
    })
  }

  it('takes what an http-errors error exposes, and nothing else of the kind', async () => {
    const fail =
      (fields: object): ConnectMiddleware =>
      (_req, _res, next) =>
        next(Object.assign(new Error('told'), fields))
    const exposed = await get([fail({ status: 415, expose: true, headers: { 'x-a': '1' } })])
    expect([exposed.status, JSON.parse(exposed.text).detail, exposed.headers.get('x-a')]).to.deep.equal([
      415,
      'told',
      '1'
    ])
    for (const status of [400, 499]) expect((await get([fail({ status, expose: true })])).status).to.equal(status)
    for (const fields of [
      { status: 415, expose: false },
      { status: 503, expose: true },
      { status: '415', expose: true },
      { status: 415.5, expose: true },
      { status: 399, expose: true },
      { status: 500, expose: true }
    ]) {
      expect((await get([fail(fields)])).status, JSON.stringify(fields)).to.equal(500)
    }
  })

  it('goes on after next("route") and next("router")', async () => {
    for (const word of ['route', 'router']) {
      expect((await get([(_req, _res, next) => next(word)])).text).to.equal('{"a":1}')
    }
  })

  it('is a 500 for a text that is given to next, and the log has the text', async () => {
    const { status, text, log } = await get([(_req, _res, next) => next('a text')])
    expect([status, text.includes('a text'), log[0]?.fields.err?.message]).to.deep.equal([
      500,
      false,
      "Something that is not an Error was thrown: 'a text'"
    ])
  })

  it('ignores a second call of next and tells the log', async () => {
    const { text, log } = await get([
      (_req, _res, next) => {
        next()
        next()
        next(new Error('late'))
      }
    ])
    expect(text).to.equal('{"a":1}')
    expect(log.map(({ message }) => message)).to.deep.equal([
      'Spec.handler has a middleware that called next twice',
      'Spec.handler failed in a middleware that had called next already'
    ])
  })

  it('tells the log when a middleware fails after next', async () => {
    const { text, log } = await get([
      async (_req, _res, next) => {
        next()
        throw new Error('afterwards')
      }
    ])
    expect([text, log[0]?.fields.err?.message]).to.deep.equal(['{"a":1}', 'afterwards'])
  })

  it('ends the chain where the middleware answers by itself, at once or later', async () => {
    for (const delay of [0, 5]) {
      const layers: string[] = []
      const { url, log } = await servers.serve(() => layers.push('handler'), {
        middleware: [
          async (_ctx, next) => {
            await next()
            layers.push('after')
          },
          connect((_req, res) => setTimeout(() => res.writeHead(403).end('no'), delay))
        ]
      })
      const response = await fetch(url)
      expect([response.status, await response.text()]).to.deep.equal([403, 'no'])
      await until(() => layers.length > 0)
      expect([layers, log]).to.deep.equal([['after'], []])
    }
  })

  it('ends the chain where the client goes away while the middleware works', async () => {
    let entered = false
    let settled = false
    const { url, log } = await servers.serve(() => 'unreached', {
      middleware: [
        async (_ctx, next) => {
          await next()
          settled = true
        },
        connect(() => {
          entered = true
        })
      ]
    })
    const abort = new AbortController()
    const request = fetch(url, { signal: abort.signal }).catch(() => undefined)
    await until(() => entered)
    abort.abort()
    await request
    await until(() => settled)
    expect(log.filter(({ level }) => level !== 'debug')).to.deep.equal([])
  })

  it('leaves no listener behind on the response', async () => {
    const layers = Array.from({ length: 20 }, () => connect((_req, _res, next) => next()))
    let counts: number[] = []
    const service = await oneHandler(
      (ctx) => {
        counts = ['finish', 'error'].map((event) => ctx.response().listenerCount(event))
      },
      { middleware: layers }
    )
    const plain = await oneHandler((ctx) => {
      counts = ['finish', 'error'].map((event) => ctx.response().listenerCount(event))
    })
    await plain.inject('/')
    const without = counts
    await service.inject('/')
    expect(counts).to.deep.equal(without)
  })

  it('refuses what is no function at set-up', () => {
    expect(() => connect({ origin: '*' } as unknown as ConnectMiddleware)).to.throw(SetupError, /^MIDDLEWARE_INVALID: /)
  })
})
