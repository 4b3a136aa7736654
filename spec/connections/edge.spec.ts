import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { expect } from 'chai'
import { type Router, SetupError } from 'fieldstone'
import { serviceOf, setupErrorsOf } from '../support/applications.js'
import { exchange, openSocket, until } from '../support/one-handler.js'
import { ServedRouters, told } from '../support/served-router.js'

const servers = new ServedRouters()

/** Long enough for a whole request on a busy machine. */
const TIMES = { headersTimeout: 500, requestTimeout: 500, connectionsCheckingInterval: 10 }

/** The answers in what came over one connection, as status and `detail` of the problem. */
function problems(received: string): [status: number, detail: string][] {
  return [...received.matchAll(/HTTP\/1\.1 (\d+) .*?\r\n\r\n(\{.*?\})/gs)].map(([, status, body]) => [
    Number(status),
    (JSON.parse(body ?? '') as { detail: string }).detail
  ])
}

describe('the edge of the server', () => {
  afterEach(() => servers.close())

  describe('the Host of a request', () => {
    const cases: [what: string, head: string, detail: string | undefined][] = [
      ['none', 'GET / HTTP/1.1\r\n', 'The request has no Host header'],
      ['two', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n', 'The request has more than one Host header'],
      ['the same twice', 'GET / HTTP/1.1\r\nhost: a\r\nHOST: a\r\n', 'The request has more than one Host header'],
      ['a path', 'GET / HTTP/1.1\r\nHost: a/b\r\n', 'The Host header of the request is malformed'],
      ['a user', 'GET / HTTP/1.1\r\nHost: u@a\r\n', 'The Host header of the request is malformed'],
      ['two in one', 'GET / HTTP/1.1\r\nHost: a, b\r\n', 'The Host header of the request is malformed'],
      ['a port in words', 'GET / HTTP/1.1\r\nHost: a:http\r\n', 'The Host header of the request is malformed'],
      ['a name', 'GET / HTTP/1.1\r\nHost: api.example\r\n', undefined],
      ['a name and a port', 'GET / HTTP/1.1\r\nHost: api_1.example:8080\r\n', undefined],
      ['an IPv6 address', 'GET / HTTP/1.1\r\nHost: [::1]:8080\r\n', undefined],
      ['an empty one, where the target has no authority', 'GET / HTTP/1.1\r\nHost:\r\n', undefined],
      ['none, in HTTP/1.0', 'GET / HTTP/1.0\r\n', undefined]
    ]
    for (const [what, head, detail] of cases) {
      it(`may ${detail === undefined ? '' : 'not '}be ${what}`, async () => {
        let requests = 0
        const { port, log } = await servers.serve((router) =>
          router.getFunc('/', () => {
            requests++
            return 'fine'
          })
        )
        const received = await exchange(port, `${head}Connection: close\r\n\r\n`)
        if (detail === undefined) {
          expect(received).to.match(/^HTTP\/1\.1 200 [\s\S]*"fine"$/)
        } else {
          expect(problems(received)).to.deep.equal([[400, detail]])
          expect(received)
            .to.contain('content-type: application/problem+json')
            .and.match(/connection: close/i)
          expect(requests).to.equal(0)
        }
        expect(told(log)).to.deep.equal([])
      })
    }

    it('is checked in each request, whatever the one before it had', async () => {
      const { port } = await servers.serve((router) => router.getFunc('/', () => 'fine'))
      const statuses: string[] = []
      for (const host of ['a', 'a', 'a/', 'a/', 'a', 'b', 'a b', '', 'a/']) {
        const received = await exchange(port, `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
        statuses.push(`${host}: ${received.slice(9, 12)}`)
      }
      expect(statuses.join(', ')).to.equal('a: 200, a: 200, a/: 400, a/: 400, a: 200, b: 200, a b: 400, : 200, a/: 400')
    })

    it('is refused behind a sound request on the same connection, which is then closed', async () => {
      const { port } = await servers.serve((router) => router.getFunc('/', () => 'fine'))
      const received = await exchange(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', 'GET / HTTP/1.1\r\n\r\n')
      expect(received).to.contain('"fine"')
      expect(received).to.contain('The request has no Host header')
    })
  })

  it('knows no expectation but 100-continue', async () => {
    const { port } = await servers.serve((router) => router.getFunc('/', () => 'fine'))
    const received = await exchange(port, 'GET / HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\n\r\n')
    expect(problems(received)).to.deep.equal([[417, 'The only expectation that can be met is 100-continue']])
  })

  it('takes no request that a lenient parser would take', async () => {
    const { port } = await servers.serve((router) => router.postFunc('/', (ctx) => ctx.bodyText()))
    for (const head of [
      'Content-Length: 1\r\nTransfer-Encoding: chunked',
      'Transfer-Encoding: chunked, identity',
      'Transfer-Encoding : chunked',
      'X: a\rb'
    ]) {
      const received = await exchange(port, `POST / HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n0\r\n\r\n`)
      expect(problems(received), head).to.deep.equal([[400, 'The request is not valid HTTP']])
    }
  })

  it('tells the time with what it refuses', async () => {
    const { port } = await servers.serve(() => {})
    const received = await exchange(port, 'nonsense\r\n\r\n')
    const date = /\r\ndate: (.*?)\r\n/.exec(received)?.[1] ?? ''
    expect(date).to.match(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/)
  })

  describe('what is no HTTP behind a sound request', () => {
    for (const [what, behind, status] of [
      ['is malformed', 'nonsense\r\n\r\n', 400],
      ['never comes whole', 'GET /next HT', 408]
    ] as const) {
      it(`and ${what} is refused behind the answer to that one, and the connection is closed`, async () => {
        const paying: (() => void)[] = []
        const { port, log, service } = await servers.serve(
          (router) => router.postFunc('/', () => new Promise((done) => paying.push(() => done('paid')))),
          {},
          TIMES
        )
        const received = exchange(port, `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n${behind}`)
        await until(() => log.some(({ message }) => message.startsWith('A request was rejected')))
        paying[0]?.()
        expect(await received).to.match(
          new RegExp(`^HTTP/1\\.1 200 OK\r\n[^{]*"paid"HTTP/1\\.1 ${status} [^{]*\\{.*\\}$`)
        )
        expect(told(log)).to.deep.equal([])
        await service.close()
      })
    }

    it('lets an answer end that has begun, is refused behind it, and the connection is closed', async () => {
      const { port } = await servers.serve((router) =>
        router.get('/', (_req, res) => {
          res.write('begun')
          setTimeout(() => res.end(' and ended'), 30)
        })
      )
      const received = await exchange(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', 'nonsense\r\n\r\n')
      expect(received).to.match(/^HTTP\/1\.1 200 /)
      expect(received).to.match(/begun[\s\S]* and ended\r\n0\r\n\r\nHTTP\/1\.1 400 /)
    })

    it('is refused where it is the body of that one', async () => {
      const { port } = await servers.serve((router) => router.postFunc('/', (ctx) => ctx.bodyText()))
      const received = await exchange(port, 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n')
      expect(problems(received)).to.deep.equal([[400, 'The request is not valid HTTP']])
    })
  })

  describe('the limits', () => {
    it('have defaults for the open internet: heads of 16 KiB, and connections that are kept for 72 seconds', async () => {
      const { port } = await servers.serve((router) => router.getFunc('/', () => 'fine'))
      const head = (length: number) => `GET / HTTP/1.1\r\nHost: x\r\nA: ${'b'.repeat(length)}\r\n`
      expect(await exchange(port, `${head(17_000)}\r\n`)).to.match(/^HTTP\/1\.1 431 /)
      const received = await exchange(port, `${head(15_000)}\r\n`, 'GET / HTTP/1.0\r\n\r\n')
      expect(received).to.match(/^HTTP\/1\.1 200 OK\r\n[\s\S]*Keep-Alive: timeout=72\r\n/)
    })

    it('let a short requestTimeout hold for the head too', async () => {
      const limits = { requestTimeout: 500, connectionsCheckingInterval: 10 }
      const { port } = await servers.serve((router) => router.getFunc('/', () => 'fine'), { server: limits })
      expect(problems(await exchange(port, 'GET / HTTP/1.1\r\nHost'))).to.deep.equal([
        [408, 'The request took too long']
      ])
    })

    const wrong: object[] = [
      { headersTimeout: -1 },
      { requestTimeout: '60s' },
      { keepAliveTimeout: Number.POSITIVE_INFINITY },
      { connectionsCheckingInterval: 0 },
      { maxHeaderSize: 0 },
      { maxHeaderSize: 1.5 },
      { requestTimeout: 2 ** 31 },
      { headersTimeout: 60_001, requestTimeout: 60_000 }
    ]
    for (const options of wrong) {
      it(`are a setup error, in the application and where it listens: ${JSON.stringify(options)}`, async () => {
        const errors = await setupErrorsOf([], { server: options })
        expect(errors.map(({ message }) => message).join()).to.match(/^APPLICATION_INVALID: \w+ is .*; give /)
        const service = await serviceOf([])
        const failure = await service
          .listen({ port: 0, host: '127.0.0.1', ...options })
          .catch((error: unknown) => error)
        expect(failure).to.be.instanceOf(SetupError)
        expect((failure as SetupError).message).to.match(/^APPLICATION_INVALID: \w+ is .*; give /)
      })
    }

    const small = { server: { maxHeaderSize: 100 } }
    const headOf = (length: number) => `GET / HTTP/1.1\r\nHost: x\r\nA: ${'b'.repeat(length)}\r\n`

    it('that are given when it listens go before those of the application', async () => {
      const { port } = await servers.serve(() => {}, small, { maxHeaderSize: 300, headersTimeout: undefined })
      expect(await exchange(port, `${headOf(400)}\r\n`)).to.match(/^HTTP\/1\.1 431 /)
      const socket = await openSocket(port)
      socket.write(`${headOf(200)}Expect: wonders\r\n\r\n`)
      expect(String(await once(socket, 'data'))).to.match(/^HTTP\/1\.1 417 /)
      socket.destroy()
    })

    it('that are left out when it listens stay those of the application', async () => {
      const { port } = await servers.serve(() => {}, small, { maxHeaderSize: undefined })
      expect(await exchange(port, `${headOf(200)}\r\n`)).to.contain(' 431 ')
    })

    it('close an idle connection after keepAliveTimeout', async () => {
      const { port } = await servers.serve((router) => router.getFunc('/', () => 'fine'), {}, { keepAliveTimeout: 20 })
      expect(await exchange(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n')).to.contain('"fine"')
    })
  })

  describe('the time for a body', () => {
    const half = (path: string) => `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc`

    for (const requestTimeout of [60_000, 0])
      it(`may be longer for a route: ${requestTimeout || 'without limit'}`, async () => {
        const { port } = await servers.serve(
          (router) => {
            router.postFunc('/long', (ctx) => ctx.bodyText(), { requestTimeout })
            router.postFunc('/short', (ctx) => ctx.bodyText())
          },
          {},
          TIMES
        )
        const socket = await openSocket(port)
        socket.write(half('/long'))
        // The server's own time is over when this one is refused.
        expect(problems(await exchange(port, half('/short')))).to.deep.equal([[408, 'The request took too long']])
        socket.write('defghi')
        expect(String(await once(socket, 'data'))).to.match(/^HTTP\/1\.1 200 [\s\S]*"abcdefghi"$/)
        socket.destroy()
      })

    it('holds for the other routes all the same, which answer by a problem', async () => {
      let failure: unknown
      const { port, log } = await servers.serve(
        (router) => {
          router.postFunc('/long', (ctx) => ctx.bodyText(), { requestTimeout: 0 })
          router.postFunc('/short', async (ctx) => {
            await ctx.bodyText().catch((error: unknown) => {
              failure = error
              throw error
            })
          })
        },
        {},
        TIMES
      )
      const received = await exchange(port, half('/short'))
      expect(problems(received)).to.deep.equal([[408, 'The request took too long']])
      expect(received).to.match(/connection: close/i)
      await until(() => failure !== undefined)
      expect(told(log).map(({ level }) => level)).to.deep.equal(['warn'])
      expect(told(log)[0]?.message).to.match(/responded 408: its time was up$/)
    })

    it('may be shorter for a route', async () => {
      const { port } = await servers.serve((router) =>
        router.postFunc('/short', (ctx) => ctx.bodyText(), { requestTimeout: 30 })
      )
      expect(problems(await exchange(port, half('/short')))).to.deep.equal([[408, 'The request took too long']])
    })

    it('is none for a body that came in time, whatever its handler takes then', async () => {
      const { port } = await servers.serve((router) =>
        router.postFunc(
          '/short',
          async (ctx) => {
            const text = await ctx.bodyText()
            await new Promise((resolve) => setTimeout(resolve, 550))
            return text
          },
          { requestTimeout: 500 }
        )
      )
      const received = await exchange(port, half('/short'), 'defghi', 'GET / HTTP/1.0\r\n\r\n')
      expect(received).to.match(/^HTTP\/1\.1 200 [\s\S]*"abcdefghi"/)
    })

    it('cuts the connection where the answer has begun', async () => {
      const { port } = await servers.serve((router) =>
        router.post('/echo', (req, res) => req.pipe(res), { requestTimeout: 30 })
      )
      const received = await exchange(port, half('/echo'))
      expect(received.match(/HTTP\/1\.1/g)).to.have.length(1)
      expect(received).to.contain('abc').and.not.to.contain('408')
    })

    for (const options of [
      { requestTimeout: -1 },
      { requestTimeout: '1s' },
      { handlerTimeout: 1.5 },
      { bodyLimit: '1mb' }
    ]) {
      it(`is told at registration to be wrong: ${JSON.stringify(options)}`, async () => {
        const routes = (router: Router) => router.getFunc('/', () => 1, options as never)
        expect((await setupErrorsOf([], { routes })).map(({ code }) => code)).to.deep.equal(['ROUTE_OPTIONS_INVALID'])
      })
    }
  })

  describe('a body that its route limits', () => {
    it('may be larger or smaller than the application allows elsewhere', async () => {
      const { url } = await servers.serve(
        (router) => {
          const read = async (ctx: { bodyText(): Promise<string> }) => (await ctx.bodyText()).length
          router.postFunc('/usual', read)
          router.postFunc('/large', read, { bodyLimit: 20 })
          router.postFunc('/small', read, { bodyLimit: 5 })
        },
        { bodyLimit: 10 }
      )
      const status = async (path: string, length: number) =>
        (await fetch(url + path, { method: 'POST', body: 'x'.repeat(length) })).status
      expect([await status('/usual', 10), await status('/usual', 11)]).to.deep.equal([200, 413])
      expect([await status('/large', 20), await status('/large', 21)]).to.deep.equal([200, 413])
      expect([await status('/small', 5), await status('/small', 6)]).to.deep.equal([200, 413])
    })
  })

  describe('a response that waits behind another in a pipeline', () => {
    it('is closed when the socket is cut, and so is the file that is piped into it', async () => {
      const streams: ReturnType<typeof createReadStream>[] = []
      const failures: unknown[] = []
      const { port, log } = await servers.serve((router) => {
        router.get('/wait', () => {})
        router.get('/file', (_req, res) => {
          const stream = createReadStream('package.json', { highWaterMark: 16 })
          streams.push(stream)
          pipeline(stream, res, (error) => failures.push(error))
        })
      })
      const socket = await openSocket(port)
      socket.write('GET /wait HTTP/1.1\r\nHost: x\r\n\r\nGET /file HTTP/1.1\r\nHost: x\r\n\r\n')
      await until(() => streams.length === 1)
      socket.destroy()
      await until(() => failures.length === 1)
      expect((failures[0] as NodeJS.ErrnoException).code).to.equal('ERR_STREAM_PREMATURE_CLOSE')
      expect(streams[0]?.destroyed).to.equal(true)
      expect(told(log)).to.deep.equal([])
    })

    it('is closed once', async () => {
      const closed: string[] = []
      const { service, port } = await servers.serve((router) => {
        router.get('/{name}', (req, res) => {
          res.on('close', () => closed.push(req.url ?? ''))
          if (req.url === '/a') res.end('a')
        })
      })
      const socket = await openSocket(port)
      socket.write(['a', 'b', 'c'].map((name) => `GET /${name} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''))
      await once(socket, 'data')
      socket.destroy()
      await until(() => closed.length >= 3)
      // Behind the end of the server nothing can be closed any more.
      await service.close()
      await new Promise(setImmediate)
      expect(closed.sort()).to.deep.equal(['/a', '/b', '/c'])
    })
  })

  describe('closing', () => {
    it('still refuses half a request after its time, long before the deadline', async () => {
      let requests = 0
      const { service, port, log } = await servers.serve((router) => router.getFunc('/', () => ++requests), {}, TIMES)
      const received = exchange(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost')
      await until(() => requests === 1)
      await service.close({ deadline: 9_000 })
      expect(await received).to.match(/^HTTP\/1\.1 200 [\s\S]*\r\n\r\n1HTTP\/1\.1 408 /)
      expect(told(log)).to.deep.equal([])
    })

    it('lets a request finish whose body is still arriving', async () => {
      let isReading = false
      const { service, port } = await servers.serve((router) =>
        router.postFunc('/', (ctx) => {
          isReading = true
          return ctx.bodyText()
        })
      )
      const socket = await openSocket(port)
      socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\nabc')
      await until(() => isReading)
      const closed = service.close()
      socket.write('def')
      const received = String(await once(socket, 'data'))
      expect(received)
        .to.contain('"abcdef"')
        .and.match(/connection: close/i)
      await closed
    })

    it('that comes while it begins to listen ends that', async () => {
      const service = await serviceOf([])
      const listening = service.listen({ port: 0, host: '127.0.0.1', signals: false }).then(
        async ({ url }) => {
          const failure = await fetch(url).catch((error: unknown) => error)
          return failure instanceof Error ? 'closed' : 'open'
        },
        () => 'closed'
      )
      await service.close()
      expect(await listening).to.equal('closed')
    })
  })
})
