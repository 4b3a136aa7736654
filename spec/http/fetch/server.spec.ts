import { Readable } from 'node:stream'
import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { expect } from 'chai'
import { type Context, Field, type HttpOptions, type NodeHandler, NotFound, Record } from 'fieldstone'
import { HttpRouter } from '../../../src/http/exchange/router.js'
import { FetchServer } from '../../../src/http/fetch/server.js'
import { pieces } from '../../support/fetch-platforms.js'
import { recordingLogger, until } from '../../support/one-handler.js'
import { RecordedTimers } from '../../support/recorded-timers.js'
import { type Entry } from '../../support/recording-logger.js'
import { told } from '../../support/served-router.js'
import { unhandledRejections } from '../../support/unhandled-rejections.js'

interface Fetched {
  readonly server: FetchServer
  readonly log: Entry[]
  ask(path: string, init?: RequestInit & { duplex?: 'half' }, connection?: object): Promise<Response>
}

function fetched(register: (router: HttpRouter) => unknown, options: HttpOptions = {}): Fetched {
  const { logger, entries } = recordingLogger()
  const router = new HttpRouter({ logger, ...options })
  register(router)
  const server = new FetchServer(router.handler)
  const ask: Fetched['ask'] = (path, init, connection) =>
    server.answer(new Request(`https://api.example${path}`, init), connection)
  return { server, log: entries, ask }
}

const withNode = (handler: NodeHandler) => fetched((router) => router.get('/', handler))

/** A body that gives as many bytes as are asked for, far more than anybody may ask for, and counts them. */
function endless(): { body: ReadableStream; given: () => number; isCancelled: () => boolean } {
  let given = 0
  let isCancelled = false
  const body = new ReadableStream(
    {
      async pull(controller) {
        await setImmediate()
        given += 1_000
        // Who reads on for ever must fail and not hang.
        if (given > 64_000_000) controller.error(new Error('The body was read without a limit'))
        else controller.enqueue(new Uint8Array(1_000))
      },
      cancel() {
        isCancelled = true
      }
    },
    { highWaterMark: 0 }
  )
  return { body, given: () => given, isCancelled: () => isCancelled }
}

@Record({ name: 'FetchedWord' })
class Word {
  @Field() text!: string
}

async function rejection(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise
  } catch (error) {
    return error as Error
  }
  throw new Error('It did not reject')
}

describe('FetchServer', () => {
  describe('a request', () => {
    it('tells where it came from, as far as the platform tells', async () => {
      const { ask } = fetched((router) => {
        router.getFunc('/', ({ ip, host, protocol, search }) => ({ ip, host, protocol, search }))
      })
      const about = async (connection?: object) => (await ask('/?a=%20b#c', {}, connection)).json()
      const known = { host: 'api.example', protocol: 'https', search: 'a=%20b' }
      expect(await about()).to.deep.equal({ ...known, ip: '' })
      expect(await about({ remoteAddress: '203.0.113.7' })).to.deep.equal({ ...known, ip: '203.0.113.7' })
      const deno = { remoteAddr: { transport: 'tcp', hostname: '203.0.113.8', port: 1 } }
      expect(await about(deno)).to.deep.equal({ ...known, ip: '203.0.113.8' })
      const bun = { address: '203.0.113.9', requestIP: (request: Request) => request.url && { address: '203.0.113.9' } }
      expect(await about(bun)).to.deep.equal({ ...known, ip: '203.0.113.9' })
      expect(await about({ remoteAddress: 7, env: 'x' })).to.deep.equal({ ...known, ip: '' })
    })

    it('is responded to where what the platform passed throws, without an address', async () => {
      const { ask, server } = fetched((router) => {
        router.getFunc('/', ({ ip }) => ({ ip }))
        router.postFunc('/', async (ctx) => (await ctx.bodyBytes()).length, { bodyLimit: 3 })
      })
      const fail = () => {
        throw new Error('of the connection')
      }
      const connections = [
        new Proxy({}, { get: fail, has: fail }),
        { requestIP: fail },
        Object.defineProperty({}, 'requestIP', { get: fail }),
        Object.defineProperty({}, 'remoteAddr', { get: fail })
      ]
      for (const connection of connections) {
        expect(await (await ask('/', {}, connection)).json()).to.deep.equal({ ip: '' })
        expect((await ask('/', { method: 'POST', body: 'abc' }, connection)).status).to.equal(200)
        const rejected = await ask('/', { method: 'POST', body: 'abcd' }, connection)
        expect([rejected.status, ((await rejected.json()) as { status: number }).status]).to.deep.equal([413, 413])
      }
      await server.close()
    })

    it('whose length came twice has a body: it is bound, and must be of a type that the route reads', async () => {
      const { ask } = fetched((router) => {
        const optional = { requestBody: { type: Word, required: false } }
        router.postFunc('/word', (ctx) => ctx.body() ?? 'nothing', optional)
        const bytes = { requestBody: { type: Buffer, consumes: 'application/octet-stream' } }
        router.postFunc('/bytes', async (ctx) => (await ctx.bodyBytes()).length, bytes)
      })
      const post = (path: string, type: string, body: string, length: string) =>
        ask(path, { method: 'POST', body, headers: { 'content-type': type, 'content-length': length } })
      for (const length of ['12', '12, 12']) {
        const bound = await post('/word', 'application/json', '{"text":"a"}', length)
        expect(await bound.json(), length).to.deep.equal({ text: 'a' })
        expect((await post('/word', 'application/json', '{"text":1}  ', length)).status, length).to.equal(400)
        expect((await post('/bytes', 'image/png', 'abcdefghijkl', length)).status, length).to.equal(415)
      }
    })

    it('whose body is left alone ends no process when it fails', async () => {
      const { ask } = fetched((router) => {
        const readings = {
          '/bytes': (ctx: Context) => ctx.bodyBytes(),
          '/text': (ctx: Context) => ctx.bodyText(),
          '/json': (ctx: Context) => ctx.bindJSON(Word)
        }
        for (const [path, read] of Object.entries(readings)) {
          router.postFunc(path, (ctx) => {
            void read(ctx)
            return 'early'
          })
        }
        router.postFunc('/late', async (ctx) => {
          const bytes = ctx.bodyBytes()
          await null
          if (ctx.requestHeader('authorization') === undefined) return ctx.text(401, 'no')
          return (await bytes).length
        })
      })
      const headers = { 'content-type': 'application/json' }
      const seen: unknown[] = []
      const unhandled = await unhandledRejections(async () => {
        for (const path of ['/bytes', '/text', '/json', '/late']) {
          for (const body of [() => '{}', () => pieces('ab', new Error('of the body'))]) {
            const response = await ask(path, { method: 'POST', body: body(), headers, duplex: 'half' })
            seen.push(response.status)
            await response.text()
            await wait(1)
          }
        }
      })
      expect(unhandled).to.deep.equal([])
      expect(seen).to.deep.equal([200, 200, 200, 200, 200, 200, 401, 401])
    })

    it('believes the proxies that the application trusts', async () => {
      const { ask } = fetched((router) => router.getFunc('/', (ctx) => ctx.text(200, `${ctx.ip} ${ctx.host}`)), {
        trustProxy: '10.0.0.0/8'
      })
      const headers = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-host': 'shop.example' }
      const from = async (remoteAddress: string) => (await ask('/', { headers }, { remoteAddress })).text()
      expect(await from('10.0.0.1')).to.equal('203.0.113.7 shop.example')
      expect(await from('192.0.2.1')).to.equal('192.0.2.1 api.example')
    })

    it('has the surface that Express-style handlers read', async () => {
      const { ask } = withNode((req, res) => {
        const { method, url, httpVersion, headers, rawHeaders, complete, socket } = req
        res.end(
          JSON.stringify({ method, url, httpVersion, headers, rawHeaders, complete, secure: 'encrypted' in socket })
        )
      })
      expect(await (await ask('/?x', { headers: { 'X-One': '1' } })).json()).to.deep.equal({
        method: 'GET',
        url: '/?x',
        httpVersion: '1.1',
        headers: { 'x-one': '1', host: 'api.example' },
        rawHeaders: ['x-one', '1', 'host', 'api.example'],
        complete: true,
        secure: true
      })
    })

    it('is read no faster than the handler reads, and given back when the answer is out', async () => {
      const { body, given, isCancelled } = endless()
      const { ask } = fetched((router) =>
        router.postFunc('/', async (ctx) => {
          const [chunk] = await ctx.bodyStream().take(1).toArray()
          ctx.json(200, chunk.length)
        })
      )
      const answer = await ask('/', { method: 'POST', body, duplex: 'half' })
      expect(await answer.json()).to.equal(1_000)
      expect(given()).to.be.lessThan(100_000)
      const unread = endless()
      const refused = await ask('/nowhere', { method: 'POST', body: unread.body, duplex: 'half' })
      expect(refused.status).to.equal(404)
      await until(unread.isCancelled)
      expect(unread.given()).to.equal(0)
      expect(isCancelled()).to.equal(false)
    })

    it('is refused above the limit while it arrives, without waiting for its end', async () => {
      const { body, given, isCancelled } = endless()
      const { ask } = fetched((router) => router.postFunc('/', (ctx) => ctx.bodyBytes()), { bodyLimit: 10_000 })
      const answer = await ask('/', { method: 'POST', body, duplex: 'half' })
      expect(answer.status).to.equal(413)
      expect(given()).to.be.lessThan(1_000_000)
      await answer.body?.cancel()
      await until(isCancelled)
    })

    it('is left unread where the connection was to be closed', async () => {
      const { body, isCancelled } = endless()
      const { ask } = fetched((router) =>
        router.postFunc('/', async (ctx) => {
          ctx.header('connection', 'close')
          await new Promise((resolve) => ctx.request().once('data', resolve))
          ctx.text(200, 'enough')
        })
      )
      expect(await (await ask('/', { method: 'POST', body, duplex: 'half' })).text()).to.equal('enough')
      await until(isCancelled)
    })

    it('whose body fails is a client that has gone: nothing to report', async () => {
      const { ask, log } = fetched((router) => router.postFunc('/', (ctx) => ctx.bodyText()))
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new Uint8Array([65]))
          controller.error(new Error('reset'))
        }
      })
      const failure = await rejection(ask('/', { method: 'POST', body, duplex: 'half' }))
      expect(failure.message).to.equal('The connection was cut before the response had begun')
      await until(() => log.length > 0)
      expect(told(log)).to.deep.equal([])
    })

    it('whose body was read by someone else is refused as the mistake that it is', async () => {
      const { server } = withNode((_req, res) => res.end())
      const request = new Request('http://localhost/', { method: 'POST', body: 'x' })
      await request.text()
      expect((await rejection(server.answer(request))).message).to.match(/already read/)
    })
  })

  describe('an answer', () => {
    it('is given as soon as its head is known, and streamed as it is read', async () => {
      let produced = 0
      const { ask } = fetched((router) =>
        router.getFunc('/', (ctx) => {
          function* parts() {
            for (; produced < 1_000; produced++) yield Buffer.alloc(10_000)
          }
          ctx.stream(200, parts())
        })
      )
      const { body } = await ask('/')
      const reader = body?.getReader()
      expect((await reader?.read())?.value).to.have.length(10_000)
      await wait(20)
      expect(produced).to.be.lessThan(50)
      let bytes = 10_000
      for (let part = await reader?.read(); part?.done === false; part = await reader?.read())
        bytes += part.value.length
      expect(bytes).to.equal(10_000_000)
    })

    it('tells a writer by hand when to wait', async () => {
      const seen: unknown[] = []
      const { ask } = withNode((_req, res) => {
        seen.push(res.write(Buffer.alloc(100_000)))
        res.once('drain', () => {
          seen.push('drain')
          res.end('end')
        })
        res.once('finish', () => seen.push('finish'))
      })
      const answer = await ask('/')
      await wait(10)
      expect(seen).to.deep.equal([false])
      expect((await answer.arrayBuffer()).byteLength).to.equal(100_003)
      await until(() => seen.includes('finish'))
      expect(seen).to.deep.equal([false, 'drain', 'finish'])
    })

    it('keeps cookies apart, and says nothing about the connection', async () => {
      const { ask } = withNode((_req, res) => {
        res.setHeader('Set-Cookie', ['a=1', 'b=2'])
        res.setHeader('connection', 'close')
        res.appendHeader('X-More', 'one')
        res.appendHeader('x-more', 'two')
        res.writeHead(200, ['x-head', '1', 'X-MORE', 'three'])
        res.end('x')
      })
      const { headers } = await ask('/')
      expect(headers.getSetCookie()).to.deep.equal(['a=1', 'b=2'])
      expect([...headers.keys()].sort()).to.deep.equal(['set-cookie', 'set-cookie', 'x-head', 'x-more'])
      expect(headers.get('x-more')).to.equal('three')
    })

    it('begins at once where the head is flushed', async () => {
      let finish = (): void => {}
      const { ask } = withNode((_req, res) => {
        res.flushHeaders()
        finish = () => res.end('late')
      })
      const answer = await ask('/')
      finish()
      expect(await answer.text()).to.equal('late')
    })

    for (const [what, misuse] of [
      ['a header that HTTP cannot carry', (res) => res.setHeader('x', 'a\r\nb')],
      ['a name that HTTP cannot carry', (res) => res.setHeader('a b', 'x')],
      ['a status that no response has', (res) => res.writeHead(101)],
      ['a reason with a line break', (res) => res.writeHead(200, 'a\nb')],
      ['a header without a value', (res) => res.setHeader('x', undefined as unknown as string)]
    ] as [string, (res: Parameters<NodeHandler>[1]) => unknown][]) {
      it(`is a 500 where a handler writes ${what}`, async () => {
        const { ask, log } = withNode((_req, res) => {
          misuse(res)
          res.end()
        })
        expect((await ask('/')).status).to.equal(500)
        expect(told(log)).to.have.length(1)
      })
    }

    it('that is written twice stands as it was, and the log tells', async () => {
      const { ask, log } = withNode((_req, res) => {
        res.end('first')
        res.write('second')
        res.end('third')
      })
      expect(await (await ask('/')).text()).to.equal('first')
      await until(() => told(log).length === 2)
      expect(told(log)[0]?.fields.err?.message).to.equal('write after end')
    })

    it('that is still being read when somebody writes too late comes whole', async () => {
      const { ask } = withNode((_req, res) => {
        res.write('half ')
        res.end('whole')
        res.write('late')
      })
      expect(await (await ask('/')).text()).to.equal('half whole')
    })

    it('whose head was sent takes no more headers', async () => {
      const { ask, log } = withNode((_req, res) => {
        res.write('x')
        for (const late of [() => res.setHeader('a', 'b'), () => res.removeHeader('a'), () => res.writeHead(200)]) {
          expect(late).to.throw().with.property('code', 'ERR_HTTP_HEADERS_SENT')
        }
        res.end('y')
      })
      expect(await (await ask('/')).text()).to.equal('xy')
      expect(told(log)).to.deep.equal([])
    })
  })

  describe('a failure', () => {
    it('in the middle of a stream makes the body fail, never a false end', async () => {
      const { ask, log } = fetched((router) =>
        router.getFunc('/', (ctx) => {
          async function* parts() {
            yield 'half'
            await wait(5)
            throw new Error('the source broke')
          }
          ctx.stream(200, parts())
        })
      )
      const answer = await ask('/')
      expect(answer.status).to.equal(200)
      await rejection(answer.text())
      expect(told(log).map(({ fields }) => fields.err?.message)).to.deep.equal(['the source broke'])
    })

    it('of a handler that has begun to write makes the body fail', async () => {
      const { ask } = withNode(async (_req, res) => {
        res.write('half')
        await wait(5)
        throw new Error('broken')
      })
      const answer = await ask('/')
      await rejection(answer.text())
    })

    it('before the first bytes of a stream is a 500', async () => {
      const { ask } = fetched((router) =>
        router.getFunc('/', (ctx) => ctx.stream(200, new Readable({ read: (): void => assertNever() })))
      )
      expect((await ask('/')).status).to.equal(500)
    })

    it('before the first event of a stream of events is the answer', async () => {
      const { ask } = fetched((router) =>
        router.getFunc('/', (ctx) =>
          ctx.sse(
            (async function* (): AsyncGenerator<string, void> {
              yield await Promise.reject(new NotFound('There is no such channel'))
            })()
          )
        )
      )
      const answer = await ask('/')
      expect([answer.status, ((await answer.json()) as { detail: string }).detail]).to.deep.equal([
        404,
        'There is no such channel'
      ])
    })

    it('that cuts the connection before the answer has begun rejects', async () => {
      const { ask, server } = withNode((_req, res) => res.destroy())
      expect((await rejection(ask('/'))).message).to.equal('The connection was cut before the response had begun')
      await server.close()
    })
  })

  describe('a stream of events that waits for its first one', () => {
    const awaiting = (headDelay: number) => {
      let isAsked = false
      let isLeft = false
      const got = fetched((router) =>
        router.getFunc('/', (ctx) =>
          ctx.sse(
            (async function* (): AsyncGenerator<string, void> {
              isAsked = true
              await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve))
              isLeft = true
              yield 'too late'
            })(),
            { headDelay }
          )
        )
      )
      return { got, isAsked: () => isAsked, isLeft: () => isLeft }
    }

    it('is given when its delay is over', async () => {
      const { got, isLeft } = awaiting(1)
      const { status, headers, body } = await got.ask('/')
      expect([status, headers.get('content-type')]).to.deep.equal([200, 'text/event-stream'])
      await body?.cancel()
      await until(isLeft)
      await got.server.close()
    })

    it('is left by a client that goes away before, and is a 503 when the service stops', async () => {
      for (const end of ['leave', 'stop']) {
        const { got, isAsked, isLeft } = awaiting(600_000)
        const controller = new AbortController()
        const answer = got.ask('/', { signal: controller.signal })
        await until(isAsked)
        if (end === 'leave') controller.abort()
        else await got.server.close({ deadline: 1 })
        expect((await answer).status).to.equal(end === 'leave' ? 499 : 503)
        await until(isLeft)
        expect(told(got.log)).to.deep.equal([])
        await got.server.close()
      }
    })
  })

  describe('a client that goes away', () => {
    const waiting = (): { got: Fetched; reasons: string[]; isLeft: () => boolean } => {
      const reasons: string[] = []
      let isLeft = false
      const got = fetched((router) => {
        router.getFunc('/wait', async (ctx: Context) => {
          ctx.response().on('close', () => {
            isLeft = true
          })
          await new Promise((_resolve, reject) => {
            ctx.signal.addEventListener('abort', () => {
              reasons.push(ctx.signal.reason.name)
              reject(ctx.signal.reason)
            })
          })
        })
        router.getFunc('/stream', (ctx) => {
          async function* parts() {
            try {
              for (;;) {
                yield 'x'
                await wait(1)
              }
            } finally {
              isLeft = true
            }
          }
          ctx.stream(200, parts())
        })
      })
      return { got, reasons, isLeft: () => isLeft }
    }

    it('fires the signal of the context, and nobody minds what is answered', async () => {
      const { got, reasons, isLeft } = waiting()
      const controller = new AbortController()
      const answer = got.ask('/wait', { signal: controller.signal })
      await wait(5)
      controller.abort()
      expect((await answer).status).to.equal(499)
      await until(isLeft)
      expect(reasons).to.deep.equal(['RequestAborted'])
      expect(told(got.log)).to.deep.equal([])
      await got.server.close()
    })

    it('before the handler runs finds its signal fired', async () => {
      const { got } = waiting()
      expect((await got.ask('/wait', { signal: AbortSignal.abort() })).status).to.equal(499)
      await got.server.close()
    })

    it('ends the source of a stream, by its signal and by not reading on', async () => {
      for (const leave of [
        async (_answer: Response, controller: AbortController) => controller.abort(),
        (answer: Response) => answer.body?.cancel()
      ]) {
        const { got, isLeft } = waiting()
        const controller = new AbortController()
        const answer = await got.ask('/stream', { signal: controller.signal })
        await leave(answer, controller)
        await until(isLeft)
        expect(told(got.log)).to.deep.equal([])
        await got.server.close()
      }
    })

    it('after the whole answer changes nothing', async () => {
      let reason: unknown
      const { ask } = fetched((router) =>
        router.getFunc('/', (ctx) => {
          ctx.signal.addEventListener('abort', () => {
            reason = ctx.signal.reason
          })
          ctx.text(200, 'done')
        })
      )
      const controller = new AbortController()
      const answer = await ask('/', { signal: controller.signal })
      expect(await answer.text()).to.equal('done')
      controller.abort()
      await wait(5)
      expect(reason).to.equal(undefined)
    })
  })

  it('has the status that was written in the head', async () => {
    const seen: number[] = []
    const { ask } = withNode((_req, res) => {
      seen.push(res.statusCode)
      res.writeHead(202)
      seen.push(res.statusCode)
      res.end()
    })
    expect((await ask('/')).status).to.equal(202)
    expect(seen).to.deep.equal([200, 202])
  })

  describe('closing', () => {
    it('lets the requests in flight finish, and refuses new ones', async () => {
      let finish = (): void => {}
      const { ask, server } = withNode((_req, res) => {
        finish = () => res.end('finished')
      })
      const answer = ask('/')
      const closed = server.close()
      const refused = await ask('/')
      expect([refused.status, refused.headers.get('content-type')]).to.deep.equal([503, 'application/problem+json'])
      finish()
      expect(await (await answer).text()).to.equal('finished')
      await closed
      server.open()
      const after = ask('/')
      finish()
      expect((await after).status).to.equal(200)
    })

    for (const [what, given] of Object.entries({
      'a text': 'http://api.example/',
      nothing: {},
      'a request whose target cannot be read': Object.create(Request.prototype, {
        bodyUsed: { value: false },
        method: { value: 'GET' },
        url: { get: assertNever }
      })
    })) {
      it(`does not wait for ${what} that was given in the place of a request`, async () => {
        const { server } = fetched((router) => router.getFunc('/', () => 1))
        await new Promise<Response>((resolve) => resolve(server.answer(given as Request))).catch(() => undefined)
        const isFinished = await Promise.race([server.close().then(() => true), setImmediate(false)])
        expect(isFinished).to.equal(true)
      })
    }

    it('leaves no timer behind when the last request has finished', async () => {
      const deadline = 987_653
      const timers = new RecordedTimers(deadline)
      timers.start()
      try {
        let finish = (): void => {}
        const { ask, server } = withNode((_req, res) => {
          finish = () => res.end('finished')
        })
        const response = ask('/')
        const closed = server.close({ deadline })
        expect([timers.made, timers.open]).to.deep.equal([1, 1])
        finish()
        await response
        await closed
        expect([timers.made, timers.open]).to.deep.equal([1, 0])
      } finally {
        timers.stop()
      }
    })

    it('cuts what is left at the deadline: a 503 where no answer had begun, else a body that fails', async () => {
      let reason: Error | undefined
      const { ask, server } = fetched((router) => {
        router.getFunc('/never', async (ctx) => {
          await new Promise((_resolve, reject) => {
            ctx.signal.addEventListener('abort', () => {
              reason = ctx.signal.reason
              reject(reason)
            })
          })
        })
        router.get('/half', (_req, res) => res.write('half'))
      })
      const never = ask('/never')
      const half = await ask('/half')
      await server.close({ deadline: 10 })
      expect((await never).status).to.equal(503)
      expect(reason?.message).to.equal('The service stopped before the response was sent')
      await rejection(half.text())
    })

    it('cuts those that are left, in whatever order the others have ended', async () => {
      const paths = ['/?a', '/?b', '/?c', '/?d', '/?e']
      for (const first of paths) {
        for (const second of paths.filter((path) => path !== first)) {
          const ends = new Map<string, () => void>()
          const { ask, server } = withNode((req, res) => {
            ends.set(req.url ?? '', () => res.end('finished'))
          })
          const responses = new Map(paths.map((path) => [path, ask(path)]))
          for (const path of [first, second]) {
            ends.get(path)?.()
            expect((await responses.get(path))?.status).to.equal(200)
          }
          await server.close({ deadline: 1 })
          const left = paths.filter((path) => path !== first && path !== second)
          const statuses = await Promise.all(left.map(async (path) => (await responses.get(path))?.status))
          expect(statuses).to.deep.equal([503, 503, 503])
        }
      }
    })
  })
})

function assertNever(): never {
  throw new Error('cannot be read')
}
