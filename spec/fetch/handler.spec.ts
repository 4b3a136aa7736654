import { Readable } from 'node:stream'
import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { expect } from 'chai'
import { type Context, Field, type NodeHandler, NotFound, Record } from 'fieldstone'
import { fetched } from '../support/fetched.js'
import { until } from '../support/one-handler.js'
import { told } from '../support/served-router.js'
import { unhandledRejections } from '../support/unhandled-rejections.js'

const withNode = (handler: NodeHandler) => fetched((router) => router.get('/', handler).post('/', handler))

/** A body of these pieces; an error among them is its failure. */
function pieces(...given: readonly (string | Error)[]): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream(
    {
      pull(controller) {
        const piece = given[at++]
        if (piece === undefined) controller.close()
        else if (piece instanceof Error) controller.error(piece)
        else controller.enqueue(Buffer.from(piece))
      }
    },
    { highWaterMark: 0 }
  )
}

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

describe('service.fetch', () => {
  describe('a request', () => {
    it('tells where it came from, as far as the platform tells', async () => {
      const { ask } = await fetched((router) => {
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
      const { ask, service } = await fetched((router) => {
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
      await service.close()
    })

    it('whose length came twice has a body: it is bound, and must be of a type that the route reads', async () => {
      const { ask } = await fetched((router) => {
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
      const { ask } = await fetched((router) => {
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
      const { ask } = await fetched((router) => router.getFunc('/', (ctx) => ctx.text(200, `${ctx.ip} ${ctx.host}`)), {
        trustProxy: '10.0.0.0/8'
      })
      const headers = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-host': 'shop.example' }
      const from = async (remoteAddress: string) => (await ask('/', { headers }, { remoteAddress })).text()
      expect(await from('10.0.0.1')).to.equal('203.0.113.7 shop.example')
      expect(await from('192.0.2.1')).to.equal('192.0.2.1 api.example')
    })

    it('has the surface that Express-style handlers read', async () => {
      const { ask } = await withNode((req, res) => {
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
      const { ask } = await fetched((router) =>
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
      const { ask } = await fetched((router) => router.postFunc('/', (ctx) => ctx.bodyBytes()), { bodyLimit: 10_000 })
      const answer = await ask('/', { method: 'POST', body, duplex: 'half' })
      expect(answer.status).to.equal(413)
      expect(given()).to.be.lessThan(1_000_000)
      await answer.body?.cancel()
      await until(isCancelled)
    })

    it('is left unread where the connection was to be closed', async () => {
      const { body, isCancelled } = endless()
      const { ask } = await fetched((router) =>
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
      const { ask, log } = await fetched((router) => router.postFunc('/', (ctx) => ctx.bodyText()))
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
      const { service } = await withNode((_req, res) => res.end())
      const request = new Request('http://localhost/', { method: 'POST', body: 'x' })
      await request.text()
      expect((await rejection(service.fetch(request))).message).to.match(/already read/)
    })
  })

  describe('an answer', () => {
    it('is given as soon as its head is known, and streamed as it is read', async () => {
      let produced = 0
      const { ask } = await fetched((router) =>
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
      const { ask } = await withNode((_req, res) => {
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
      const { ask } = await withNode((_req, res) => {
        res.setHeader('Set-Cookie', ['a=1', 'b=2'])
        for (const name of ['Connection', 'Keep-Alive', 'Proxy-Connection', 'Transfer-Encoding', 'Upgrade']) {
          res.setHeader(name, 'close')
        }
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
      const { ask } = await withNode((_req, res) => {
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
        const { ask, log } = await withNode((_req, res) => {
          misuse(res)
          res.end()
        })
        expect((await ask('/')).status).to.equal(500)
        expect(told(log)).to.have.length(1)
      })
    }

    it('that is written twice stands as it was, and the log tells', async () => {
      const { ask, log } = await withNode((_req, res) => {
        res.end('first')
        res.write('second')
        res.end('third')
      })
      expect(await (await ask('/')).text()).to.equal('first')
      await until(() => told(log).length === 2)
      expect(told(log)[0]?.fields.err?.message).to.equal('write after end')
    })

    it('that is still being read when somebody writes too late comes whole', async () => {
      const { ask } = await withNode((_req, res) => {
        res.write('half ')
        res.end('whole')
        res.write('late')
      })
      expect(await (await ask('/')).text()).to.equal('half whole')
    })

    it('whose head was sent takes no more headers', async () => {
      const { ask, log } = await withNode((_req, res) => {
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
      const { ask, log } = await fetched((router) =>
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
      const { ask } = await withNode(async (_req, res) => {
        res.write('half')
        await wait(5)
        throw new Error('broken')
      })
      const answer = await ask('/')
      await rejection(answer.text())
    })

    it('before the first bytes of a stream is a 500', async () => {
      const { ask } = await fetched((router) =>
        router.getFunc('/', (ctx) => ctx.stream(200, new Readable({ read: (): void => assertNever() })))
      )
      expect((await ask('/')).status).to.equal(500)
    })

    it('before the first event of a stream of events is the answer', async () => {
      const { ask } = await fetched((router) =>
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
      const { ask, service } = await withNode((_req, res) => res.destroy())
      expect((await rejection(ask('/'))).message).to.equal('The connection was cut before the response had begun')
      await service.close()
    })
  })

  it('has the status that was written in the head', async () => {
    const seen: number[] = []
    const { ask } = await withNode((_req, res) => {
      seen.push(res.statusCode)
      res.writeHead(202)
      seen.push(res.statusCode)
      res.end()
    })
    expect((await ask('/')).status).to.equal(202)
    expect(seen).to.deep.equal([200, 202])
  })
})

function assertNever(): never {
  throw new Error('cannot be read')
}
