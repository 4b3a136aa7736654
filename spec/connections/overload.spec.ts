import { once } from 'node:events'
import { connect as connectTcp } from 'node:net'
import { expect } from 'chai'
import { generateOpenAPISpec, type HttpOptions, Router } from 'fieldstone'
import { serviceOf } from '../support/applications.js'
import { closed, exchange, until } from '../support/one-handler.js'
import { type Served, ServedRouters, told } from '../support/served-router.js'

const servers = new ServedRouters()

describe('an overloaded service', () => {
  let waiting: (() => void)[] = []
  let layers = 0

  beforeEach(() => {
    waiting = []
    layers = 0
  })
  afterEach(() => servers.close())

  const serve = (options: HttpOptions): Promise<Served> =>
    servers.serve((router) => {
      router.use((_ctx, next) => {
        layers += 1
        return next()
      })
      router.getFunc('/wait', () => new Promise((resolve) => waiting.push(() => resolve('waited'))))
      router.getFunc('/fine', () => 'fine')
      router.getFunc('/stream', (ctx) =>
        ctx.stream(
          200,
          (async function* () {
            yield 'begun'
            await new Promise<void>((resolve) => waiting.push(resolve))
          })()
        )
      )
    }, options)

  it('refuses by a 503 with Retry-After what is more than maxRequests, before any middleware, and takes them again', async () => {
    const { url, log } = await serve({ overload: { maxRequests: 2, retryAfter: 7 } })
    const first = [fetch(`${url}/wait`), fetch(`${url}/wait`)]
    await until(() => waiting.length === 2)
    for (let count = 0; count < 3; count += 1) {
      const refused = await fetch(`${url}/fine`)
      expect([refused.status, refused.headers.get('retry-after')]).to.deep.equal([503, '7'])
      expect(refused.headers.get('content-type')).to.equal('application/problem+json')
      expect(await refused.json()).to.include({ status: 503, detail: 'The service is overloaded' })
    }
    expect(layers).to.equal(2)
    for (const release of waiting) release()
    for (const answer of await Promise.all(first)) expect(await answer.json()).to.equal('waited')
    expect((await fetch(`${url}/fine`)).status).to.equal(200)
    // Once, and not once a request.
    expect(told(log)).to.deep.equal([
      {
        level: 'warn',
        fields: { rejected: 1, requests: 2 },
        message: 'Requests are rejected with a 503: the service is overloaded'
      }
    ])
  })

  it('says how much memory the process holds where that is limited', async () => {
    const { url, log } = await serve({ overload: { maxMemory: 1 } })
    await fetch(`${url}/fine`)
    const [{ fields } = { fields: {} }] = told(log)
    expect(Object.keys(fields)).to.deep.equal(['rejected', 'requests', 'memory'])
    expect((fields as { memory: number }).memory).to.be.above(1_000_000)
  })

  it('counts a stream until it is sent, and a request whose client has gone until then', async () => {
    const { url, port } = await serve({ overload: { maxRequests: 1 } })
    const stream = await fetch(`${url}/stream`)
    expect((await fetch(`${url}/fine`)).status).to.equal(503)
    waiting[0]?.()
    expect(await stream.text()).to.equal('begun')
    const socket = connectTcp(port, '127.0.0.1')
    socket.write('GET /wait HTTP/1.1\r\nHost: x\r\n\r\n')
    await until(() => waiting.length === 2)
    expect((await fetch(`${url}/fine`)).status).to.equal(503)
    socket.destroy()
    let status = 503
    while (status === 503) status = (await fetch(`${url}/fine`)).status
    expect(status).to.equal(200)
  })

  it('refuses everything while the process holds more memory than maxMemory', async () => {
    const { url } = await serve({ overload: { maxMemory: 1 } })
    expect((await fetch(`${url}/fine`)).status).to.equal(503)
    const { url: roomy } = await serve({ overload: { maxMemory: 2 ** 50 } })
    expect((await fetch(`${roomy}/fine`)).status).to.equal(200)
  })

  it('takes requests again once the process holds less', async () => {
    const { rss } = process.memoryUsage
    let held = 100
    process.memoryUsage.rss = () => held
    try {
      const { url } = await serve({ overload: { maxMemory: 100 } })
      expect((await fetch(`${url}/fine`)).status).to.equal(503)
      held = 99
      let status = 503
      while (status === 503) status = (await fetch(`${url}/fine`)).status
      expect(status).to.equal(200)
      held = 100
      while (status === 200) status = (await fetch(`${url}/fine`)).status
      expect(status).to.equal(503)
    } finally {
      process.memoryUsage.rss = rss
    }
  })

  it('answers its probes, and says 404 where nothing is', async () => {
    const service = await serviceOf([], {
      health: true,
      overload: { maxMemory: 1 },
      routes: (router) => router.getFunc('/fine', () => 'fine')
    })
    const statuses = []
    for (const path of ['/livez', '/readyz', '/fine', '/nowhere'])
      statuses.push((await service.inject(path)).statusCode)
    expect(statuses).to.deep.equal([200, 200, 503, 404])
    await service.close()
  })

  it('has its 503 in the document of each operation, and only where there is a limit', () => {
    const documented = (options: HttpOptions): string[] => {
      const router = new Router({ logger: false, ...options })
      router.getFunc('/fine', () => 'fine')
      const document = generateOpenAPISpec(router, { title: 'x', version: '1' })
      return Object.keys(document.paths['/fine']?.get?.responses ?? {})
    }
    expect(documented({ overload: { maxRequests: 1 } })).to.include('503')
    expect(documented({ overload: { maxRequests: 0 } })).not.to.include('503')
    expect(documented({})).not.to.include('503')
  })

  const wrong: [overload: unknown, what: RegExp][] = [
    [5, /`overload` is not an object/],
    [[], /`overload` is not an object/],
    [{ maxRequests: '5' }, /`overload.maxRequests` is '5'/],
    [{ maxRequests: -1 }, /`overload.maxRequests` is -1/],
    [{ maxRequests: 1.5 }, /`overload.maxRequests` is 1.5/],
    [{ maxMemory: '1gb' }, /`overload.maxMemory` is '1gb'/],
    [{ maxRequests: 1, retryAfter: 0 }, /`overload.retryAfter` is 0/],
    [{ maxRequest: 1 }, /no option 'maxRequest'/]
  ]
  for (const [overload, what] of wrong) {
    it(`cannot start with ${JSON.stringify(overload)}`, () => {
      expect(() => new Router({ overload } as HttpOptions)).to.throw(what)
    })
  }
})

describe('more connections than maxConnections', () => {
  afterEach(() => servers.close())

  it('are closed as they come, and the log says so once', async () => {
    const { port, log } = await servers.serve((router) => router.getFunc('/', () => 'fine'), {}, { maxConnections: 2 })
    const kept = [connectTcp(port, '127.0.0.1'), connectTcp(port, '127.0.0.1')]
    await Promise.all(kept.map((socket) => once(socket, 'connect')))
    const ask = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
    for (let count = 0; count < 3; count += 1) expect(await exchange(port, ask)).to.equal('')
    for (const socket of kept) {
      socket.write(ask)
      expect(String(await once(socket, 'data'))).to.match(/^HTTP\/1\.1 200 /)
    }
    await Promise.all(kept.map((socket) => closed(socket)))
    let answer = ''
    while (answer === '') answer = await exchange(port, ask)
    expect(answer).to.match(/^HTTP\/1\.1 200 /)
    expect(told(log).map(({ message }) => message)).to.deep.equal(['More clients connect than maxConnections allows'])
  })
})

describe('a head of many lines', () => {
  afterEach(() => servers.close())

  const lines = (count: number): string => 'a:\r\n'.repeat(count)

  it('is read whole: neither a second Host nor a content coding gets lost behind them', async () => {
    const { port } = await servers.serve((router) => {
      router.getFunc('/', (ctx) => String(ctx.requestHeader('x-last')))
      router.postFunc('/', (ctx) => ctx.bodyText())
    })
    const get = `GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines(3_500)}`
    expect(await exchange(port, `${get}x-last: seen\r\n\r\n`)).to.match(/"seen"$/)
    expect(await exchange(port, `${get}Host: y\r\n\r\n`)).to.match(/^HTTP\/1\.1 400 [\s\S]*more than one Host/)
    const post = `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines(3_500)}Content-Encoding: gzip\r\n`
    expect(await exchange(port, `${post}Content-Length: 2\r\n\r\nhi`)).to.match(/^HTTP\/1\.1 400 /)
  })

  it('is limited in bytes', async () => {
    const { port } = await servers.serve((router) => router.getFunc('/', () => 'fine'))
    const head = `GET / HTTP/1.1\r\nHost: x\r\n${lines(20_000)}\r\n`
    expect(await exchange(port, head)).to.match(/^HTTP\/1\.1 431 /)
  })
})
