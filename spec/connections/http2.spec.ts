import { once } from 'node:events'
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect as connectHttp2,
  type OutgoingHttpHeaders
} from 'node:http2'
import { request as httpsRequest } from 'node:https'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { expect } from 'chai'
import { type Router, SetupError } from 'fieldstone'
import { serviceOf } from '../support/applications.js'
import { closed, exchange, openSocket, until } from '../support/one-handler.js'
import { type Served, ServedRouters, told } from '../support/served-router.js'
import { TLS } from '../support/test-certificate.js'

const servers = new ServedRouters()
const sessions: ClientHttp2Session[] = []

interface Answer {
  readonly status: number
  readonly headers: Record<string, unknown>
  readonly body: string
}

async function open(url: string): Promise<ClientHttp2Session> {
  const session = connectHttp2(url, { rejectUnauthorized: false })
  session.on('error', () => undefined)
  sessions.push(session)
  await once(session, 'connect')
  return session
}

async function answerOf(stream: ClientHttp2Stream): Promise<Answer> {
  const [headers] = (await Promise.race([once(stream, 'response'), once(stream, 'close')])) as [
    Record<string, unknown>?
  ]
  if (headers === undefined) throw new Error('The stream was closed')
  let body = ''
  stream.setEncoding('utf8')
  for await (const text of stream) body += text
  return { status: Number(headers[':status']), headers, body }
}

function ask(session: ClientHttp2Session, headers: OutgoingHttpHeaders, body?: string): Promise<Answer> {
  const stream = session.request(headers, { endStream: body === undefined })
  if (body !== undefined) stream.end(body)
  return answerOf(stream)
}

/** Asks over HTTPS, in HTTP/1.1. */
async function askPlainly(port: number, path: string): Promise<Answer> {
  const client = httpsRequest({ port, host: '127.0.0.1', path, rejectUnauthorized: false, agent: false })
  client.end()
  const [res] = await once(client, 'response')
  let body = ''
  for await (const text of res.setEncoding('utf8')) body += text
  return { status: res.statusCode, headers: res.headers, body }
}

function openTls(port: number, ALPNProtocols?: string[]): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols }, () =>
      resolve(socket)
    )
    socket.on('error', reject)
  })
}

/** What `release` lets go on. */
function routes(router: Router): Router {
  router.use((ctx, next) => {
    ctx.header('x-layer', 'ran')
    return next()
  })
  router.getFunc('/origin', (ctx) => ({ protocol: ctx.protocol, host: ctx.host, ip: ctx.ip, path: ctx.path }))
  router.postFunc('/echo/{name}', async (ctx) => ({ name: ctx.urlParam('name'), body: await ctx.bodyText() }))
  router.get('/node', (_req, res) => {
    res.writeHead(201, { 'content-type': 'text/plain' })
    res.write('two ')
    res.end('pieces')
  })
  router.getFunc('/nothing', (ctx) => ctx.noContent())
  router.getFunc('/failing', () => {
    throw new Error('secret')
  })
  router.getFunc('/page', (ctx) => ctx.redirect('/node'))
  return router
}

describe('HTTP/2 and HTTPS', () => {
  afterEach(async () => {
    for (const session of sessions.splice(0)) session.destroy()
    await servers.close()
  })

  const kinds = [
    { name: 'h2c', scheme: 'http', listen: { http2: true } },
    { name: 'h2 over TLS', scheme: 'https', listen: { http2: true, tls: TLS } }
  ] as const
  for (const { name, scheme, listen } of kinds) {
    describe(name, () => {
      it('answers by the same handlers, layers and problems', async () => {
        const { url, port, log } = await servers.serve(routes, { bodyLimit: 100 }, listen)
        expect(url).to.equal(`${scheme}://127.0.0.1:${port}`)
        const session = await open(url)
        const origin = await ask(session, { ':path': '/origin?a=1' })
        expect(JSON.parse(origin.body)).to.deep.equal({
          protocol: scheme,
          host: `127.0.0.1:${port}`,
          ip: '127.0.0.1',
          path: '/origin'
        })
        expect(origin.headers).to.include({ 'x-layer': 'ran', 'content-type': 'application/json; charset=utf-8' })
        const echo = await ask(session, { ':method': 'POST', ':path': '/echo/a%20b' }, 'body')
        expect(JSON.parse(echo.body)).to.deep.equal({ name: 'a b', body: 'body' })
        expect(await ask(session, { ':path': '/node' })).to.deep.include({ status: 201, body: 'two pieces' })
        expect(await ask(session, { ':path': '/nothing' })).to.deep.include({ status: 204, body: '' })
        expect((await ask(session, { ':path': '/page' })).headers.location).to.equal('/node')
        const head = await ask(session, { ':method': 'HEAD', ':path': '/origin' })
        expect([head.status, head.body, Number(head.headers['content-length']) > 0]).to.deep.equal([200, '', true])
        expect(told(log)).to.deep.equal([])
        const refusals: [headers: OutgoingHttpHeaders, status: number, body?: string][] = [
          [{ ':path': '/nowhere' }, 404],
          [{ ':method': 'PUT', ':path': '/node' }, 405],
          [{ ':path': '/%zz' }, 400],
          [{ ':path': '/failing' }, 500],
          [{ ':method': 'POST', ':path': '/echo/x' }, 413, 'x'.repeat(101)],
          [{ ':method': 'POST', ':path': '/echo/x', 'content-length': 101 }, 413, 'x'.repeat(101)]
        ]
        for (const [headers, status, body] of refusals) {
          const answer = await ask(session, headers, body)
          expect(answer.status, JSON.stringify(headers)).to.equal(status)
          expect(answer.headers['content-type']).to.equal('application/problem+json')
          expect(answer.body).not.to.contain('secret')
        }
        expect((await ask(session, { ':path': '/nothing' })).status).to.equal(204)
      })

      for (const [what, headers] of [
        ['beside the same Host', { ':authority': 'x:80', host: 'X:80' }],
        ['with a port', { ':authority': '[::1]:80' }]
      ] as const) {
        it(`accepts an authority ${what}`, async () => {
          const { url } = await servers.serve(routes, {}, listen)
          expect((await ask(await open(url), { ':path': '/nothing', ...headers })).status).to.equal(204)
        })
      }

      for (const [what, headers, detail] of [
        ['with userinfo', { ':authority': 'u@x' }, 'The Host header of the request is malformed'],
        ['that is not a host', { ':authority': 'a%' }, 'The Host header of the request is malformed'],
        ['that is not an address', { ':authority': '[:::]' }, 'The Host header of the request is malformed'],
        [
          'beside another Host',
          { ':authority': 'x', host: 'y' },
          'The Host header of the request differs from its authority'
        ]
      ] as const) {
        it(`rejects an authority ${what} before any handler runs: with a 400, or a reset by nghttp2`, async () => {
          let requests = 0
          const { url } = await servers.serve((router) => router.getFunc('/', () => (requests += 1)), {}, listen)
          const answer = await ask(await open(url), { ':path': '/', ...headers }).catch((error: Error) => error)
          if (answer instanceof Error) {
            expect(answer.message).to.equal('Stream closed with error code NGHTTP2_PROTOCOL_ERROR')
            // Earlier releases of nghttp2 leave it to us.
            expect(process.version).not.to.match(/^v20\./)
          } else {
            expect([answer.status, JSON.parse(answer.body).detail]).to.deep.equal([400, detail])
          }
          expect(requests).to.equal(0)
        })
      }

      it('answers 100-continue only after the declared length was checked', async () => {
        const { url } = await servers.serve(routes, { bodyLimit: 10 }, listen)
        const session = await open(url)
        const send = (length: number) =>
          session.request({ ':method': 'POST', ':path': '/echo/x', 'content-length': length, expect: '100-continue' })
        const fine = send(4)
        await once(fine, 'continue')
        fine.end('body')
        expect((await answerOf(fine)).body).to.contain('body')
        const refused = send(11)
        refused.on('continue', () => refused.destroy(new Error('was asked for its body')))
        expect((await answerOf(refused)).status).to.equal(413)
        refused.close()
      })

      it('limits the time for a body, and for the handler', async () => {
        const register = (router: Router) => {
          const group = routes(router)
          group.getFunc('/never', () => new Promise(() => {}), { handlerTimeout: 20 })
          group.postFunc('/soon', (ctx) => ctx.bodyText(), { requestTimeout: 30 })
        }
        const { url } = await servers.serve(register, {}, listen)
        const session = await open(url)
        const half = session.request({ ':method': 'POST', ':path': '/soon' })
        half.write('abc')
        expect((await answerOf(half)).status).to.equal(408)
        expect((await ask(session, { ':path': '/never' })).status).to.equal(503)
        expect((await ask(session, { ':path': '/nothing' })).status).to.equal(204)
      })

      it('fires the signal of a request that its client resets', async () => {
        let signal: AbortSignal | undefined
        const { url, log } = await servers.serve(
          (router) =>
            router.getFunc('/wait', (ctx) => {
              signal = ctx.signal
              return once(signal, 'abort')
            }),
          {},
          listen
        )
        const stream = (await open(url)).request({ ':path': '/wait' })
        stream.on('error', () => undefined)
        await until(() => signal !== undefined)
        expect(signal?.aborted).to.equal(false)
        stream.close(8)
        await until(() => signal?.aborted === true)
        expect(told(log)).to.deep.equal([])
      })

      it('tells in the log of requests which answers arrived', async () => {
        const { url, log } = await servers.serve(
          (router) => routes(router).get('/begun', (_req, res) => res.write('begun')),
          { accessLog: true },
          listen
        )
        const session = await open(url)
        await ask(session, { ':path': '/nothing' })
        const stream = session.request({ ':path': '/begun' })
        await once(stream, 'data')
        stream.close(8)
        await until(() => told(log).length === 2)
        expect(told(log).map(({ message }) => message.replace(/ \S+ ms/, ''))).to.deep.equal([
          'GET /nothing 204',
          'GET /begun 200 aborted'
        ])
      })

      async function waiting(): Promise<
        Served & { session: ClientHttp2Session; answer: Promise<Answer>; release: () => void }
      > {
        let release: (() => void) | undefined
        const served = await servers.serve(
          (router) =>
            router.getFunc('/wait', (ctx) => {
              return new Promise((resolve) => {
                release = () => resolve('finished')
                ctx.signal.addEventListener('abort', () => resolve('given up'))
              })
            }),
          {},
          listen
        )
        const session = await open(served.url)
        const answer = ask(session, { ':path': '/wait' })
        answer.catch(() => undefined)
        await until(() => release !== undefined)
        return { ...served, session, answer, release: () => release?.() }
      }

      it('finishes what is in flight when it stops, and closes the session', async () => {
        const { service, url, session, answer, release, log } = await waiting()
        const idle = await open(url)
        const sessionClosed = once(session, 'close')
        const closed = service.close({ deadline: 60_000 })
        await Promise.all([once(session, 'goaway'), once(idle, 'close')])
        release()
        expect((await answer).body).to.equal('"finished"')
        await Promise.all([closed, sessionClosed])
        expect(told(log)).to.deep.equal([])
      })

      it('cuts at the deadline what does not finish', async () => {
        const { service, answer, log } = await waiting()
        const failed = answer.then(
          () => 'answered',
          () => 'cut'
        )
        await service.close({ deadline: 20 })
        expect(await failed).to.equal('cut')
        expect(told(log).map(({ message }) => message)).to.deep.equal([
          'The deadline of the stop has passed: open connections are cut'
        ])
      })

      it('does not wait for a client that says nothing', async () => {
        const { service, url, port, log } = await servers.serve(routes, {}, listen)
        const socket = await openSocket(port)
        const ended = closed(socket.resume())
        // Connections are accepted in their order: after a later one responded, the server has this one.
        expect((await ask(await open(url), { ':path': '/nothing' })).status).to.equal(204)
        await service.close({ deadline: 60_000 })
        await ended
        expect(told(log)).to.deep.equal([])
      })

      it('closes a session that is idle for longer than keepAliveTimeout', async () => {
        const { url } = await servers.serve(
          routes,
          {},
          // A turn of the event loop counts for 10 ms at most, however long a busy machine takes for it.
          { ...listen, keepAliveTimeout: 300, connectionsCheckingInterval: 10 }
        )
        const session = await open(url)
        const closed = once(session, 'close')
        expect((await ask(session, { ':path': '/nothing' })).status).to.equal(204)
        await closed
      })
    })
  }

  it('a response that does not wait for the body lets its client finish that, and throws it away', async () => {
    const { url, log } = await servers.serve(
      (router) => {
        router.post('/refused', (req, res) => {
          // Where nobody has begun to read, Node closes the stream by itself, at once.
          req.once('data', () => {
            req.pause()
            res.end('refused')
          })
        })
        router.postFunc('/limited', (ctx) => ctx.bodyText(), { bodyLimit: 10 })
      },
      {},
      { http2: true }
    )
    const session = await open(url)
    for (const [path, status] of [
      ['/refused', 200],
      ['/limited', 413],
      ['/nowhere', 404]
    ] as const) {
      const stream = session.request({ ':method': 'POST', ':path': path })
      stream.write('half of a body')
      const [headers] = await once(stream, 'response')
      expect(headers[':status']).to.equal(status)
      // More than the window of a stream, which only reading opens again.
      stream.end(Buffer.alloc(200_000))
      stream.resume()
      await once(stream, 'close')
      expect(stream.rstCode).to.equal(0)
    }
    expect(told(log)).to.deep.equal([])
  })

  it('HTTP/1.1 is spoken over TLS beside HTTP/2, with the same limits', async () => {
    const { port } = await servers.serve(
      routes,
      {},
      { http2: true, tls: TLS, headersTimeout: 800, connectionsCheckingInterval: 10, maxHeaderSize: 1_000 }
    )
    expect(JSON.parse((await askPlainly(port, '/origin')).body)).to.include({ protocol: 'https', path: '/origin' })
    const socket = await openTls(port, ['http/1.1'])
    socket.write('GET / HTTP/1.1\r\nHost')
    expect(String(await once(socket, 'data'))).to.match(/^HTTP\/1\.1 408 /)
    const large = await openTls(port, ['http/1.1'])
    large.write(`GET / HTTP/1.1\r\nHost: x\r\nA: ${'b'.repeat(2_000)}\r\n\r\n`)
    expect(String(await once(large, 'data'))).to.match(/^HTTP\/1\.1 431 /)
    const hostless = await openTls(port, ['http/1.1'])
    hostless.write('GET / HTTP/1.1\r\n\r\n')
    expect(String(await once(hostless, 'data'))).to.match(/^HTTP\/1\.1 400 /)
  })

  describe('HTTPS alone', () => {
    it('is HTTP/1.1 over TLS', async () => {
      const { url, port } = await servers.serve(routes, {}, { tls: TLS })
      expect(url).to.equal(`https://127.0.0.1:${port}`)
      expect(JSON.parse((await askPlainly(port, '/origin')).body)).to.include({ protocol: 'https' })
    })

    it('survives clients that do not speak TLS', async () => {
      const { port, log } = await servers.serve(routes, {}, { tls: TLS })
      await exchange(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n')
      await exchange(port, 'rubbish\r\n\r\n')
      expect((await askPlainly(port, '/node')).status).to.equal(201)
      expect(told(log)).to.deep.equal([])
    })

    for (const [what, tls] of [
      ['certificate', { key: TLS.key, cert: 'rubbish' }],
      ['key', { key: 'rubbish', cert: TLS.cert }]
    ] as const) {
      it(`rejects a ${what} that is none, with a setup error`, async () => {
        for (const http2 of [false, true]) {
          const service = await serviceOf([])
          const failure = await service.listen({ port: 0, http2, tls }).catch((error: unknown) => error)
          expect(failure).to.be.instanceOf(SetupError)
          expect(String(failure)).to.contain('LISTEN_FAILED: the TLS key or certificate cannot be read')
        }
      })
    }
  })

  for (const listen of [{ tls: TLS }, { tls: TLS, http2: true }]) {
    it(`stops at once where nobody uses its connections: ${'http2' in listen ? 'h2' : 'https'}`, async () => {
      const { service, port, log } = await servers.serve(routes, {}, listen)
      const raw = await openSocket(port)
      const half = await openSocket(port)
      half.write(Buffer.from([22, 3, 1]))
      const unused = await openTls(port, ['http/1.1'])
      const idle = await openTls(port, ['http/1.1'])
      idle.write('GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n')
      await once(idle, 'data')
      const ended = Promise.all([raw, half, unused, idle].map((socket) => closed(socket.resume())))
      await service.close({ deadline: 60_000 })
      await ended
      expect(told(log)).to.deep.equal([])
    })
  }
})
