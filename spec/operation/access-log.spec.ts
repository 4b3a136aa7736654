import { expect } from 'chai'
import { type HttpOptions, Router } from 'fieldstone'
import { openSocket, until } from '../support/one-handler.js'
import { type Entry } from '../support/recording-logger.js'
import { ServedRouters } from '../support/served-router.js'

const servers = new ServedRouters()
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** How many requests came that are never answered whole. */
let begun = 0

function routes(router: Router): void {
  router.getFunc('/items/{id}', (ctx) => ctx.urlParam('id'))
  router.postFunc('/items', (ctx) => ctx.bodyText())
  router.getFunc('/id', (ctx) => ctx.requestId)
  router.get('/node', (_req, res) => res.writeHead(202).end('later'))
  router.get('/wait', (_req, res) => {
    begun++
    res.write('begun')
  })
  router.get('/mute', () => {
    begun++
  })
  router.getFunc('/failing', () => {
    throw new Error('broken')
  })
}

type Line = Entry & { readonly fields: Record<string, unknown> }

describe('the log of requests', () => {
  beforeEach(() => {
    begun = 0
  })
  afterEach(() => servers.close())

  async function served(options: HttpOptions = { accessLog: true }) {
    const { log, ...rest } = await servers.serve(routes, options)
    return { ...rest, log: log as Line[] }
  }

  it('is not written unless it is asked for', async () => {
    const { url, log, service } = await served({})
    await fetch(`${url}/items/7`)
    await service.close()
    expect(log).to.deep.equal([])
  })

  const lines: readonly [method: string, path: string, template: string | undefined, status: number][] = [
    ['GET', '/items/7?token=secret', '/items/{id}', 200],
    ['HEAD', '/items/7', '/items/{id}', 200],
    ['GET', '/node', '/node', 202],
    ['POST', '/items', '/items', 200],
    ['PUT', '/items', undefined, 405],
    ['GET', '/secret', undefined, 404],
    ['GET', '/secret/%zz', undefined, 400]
  ]
  for (const [method, path, template, status] of lines) {
    it(`has one line for ${method} ${path}, and nothing in it that a client wrote`, async () => {
      const { url, log } = await served()
      const body = method === 'POST' ? 'secret' : undefined
      await fetch(url + path, { method, body, headers: { authorization: 'secret', cookie: 'secret=1' } })
      await until(() => log.length > 0)
      const { level, message, fields } = log[0] as Line
      expect(log).to.have.length(1)
      expect(level).to.equal('info')
      expect(fields).to.deep.include({ method, template, status })
      expect(Object.keys(fields)).to.have.members(['requestId', 'method', 'template', 'status', 'ms'])
      expect(fields.requestId).to.match(UUID)
      expect(message).to.equal(`${method} ${template ?? '(no route)'} ${status} ${fields.ms} ms`)
      expect(JSON.stringify(log)).not.to.contain('secret')
    })
  }

  it('has the milliseconds from the request until its response was sent', async () => {
    let inHandler = 0
    const { url, log } = await servers.serve(
      (router) => {
        router.getFunc('/', () => {
          const start = performance.now()
          do inHandler = performance.now() - start
          while (inHandler < 5)
          return 'worked'
        })
      },
      { accessLog: true }
    )
    const start = performance.now()
    await fetch(url)
    await until(() => log.length > 0)
    // Rounded to hundredths.
    expect((log[0] as Line).fields.ms).to.be.within(inHandler - 0.005, performance.now() - start + 0.005)
    expect((log[0] as Line).fields.ms).to.satisfy((ms: number) => Number.isInteger(Number((ms * 100).toFixed(6))))
  })

  it('has no line for a probe, and one for each request by fetch and by inject', async () => {
    const { service, log } = await servers.serve(routes, { accessLog: true, health: true, responseChecks: 'off' })
    await service.fetch(new Request('http://a/livez'))
    await service.fetch(new Request('http://a/items/7'))
    await service.inject('/readyz')
    await service.inject('/items/8')
    await until(() => log.length === 2)
    expect(log.map(({ message }) => message.replace(/\S+ ms$/, 'ms'))).to.deep.equal([
      'GET /items/{id} 200 ms',
      'GET /items/{id} 200 ms'
    ])
  })

  it('is written at the level that is asked for', async () => {
    const { url, log } = await served({ accessLog: 'debug' })
    await fetch(`${url}/id`)
    await until(() => log.length > 0)
    expect(log.map(({ level }) => level)).to.deep.equal(['debug'])
  })

  it('tells the same request id as ctx.requestId and as the log of a failure', async () => {
    const { url, log } = await served()
    const id = await (await fetch(`${url}/id`)).json()
    await until(() => log.length === 1)
    expect(log[0]?.fields.requestId).to.equal(id)
    await fetch(`${url}/failing`, { headers: { 'x-request-id': 'abc-1' } })
    await until(() => log.length === 3)
    expect(log.slice(1).map(({ level, fields }) => [level, fields.requestId])).to.deep.equal([
      ['error', 'abc-1'],
      ['info', 'abc-1']
    ])
  })

  const ids: readonly [given: string, isTaken: boolean][] = [
    ['a', true],
    ['A-z_0.9', true],
    ['x'.repeat(128), true],
    ['x'.repeat(129), false],
    ['', false],
    ['a b', false],
    ['a"b', false],
    ['a;b', false],
    ['\u00e9', false]
  ]
  for (const [given, isTaken] of ids) {
    it(`${isTaken ? 'takes' : 'does not take'} the request id ${JSON.stringify(given.slice(0, 20))} of ${given.length} characters`, async () => {
      const { url } = await served({})
      const id = await (await fetch(`${url}/id`, { headers: { 'x-request-id': given } })).json()
      if (isTaken) expect(id).to.equal(given)
      else expect(id).to.match(UUID)
    })
  }

  it('takes no request id that comes twice', async () => {
    const { url } = await served({})
    const headers: [string, string][] = [
      ['x-request-id', 'a'],
      ['x-request-id', 'b']
    ]
    expect(await (await fetch(`${url}/id`, { headers })).json()).to.match(UUID)
  })

  const aborted: readonly [path: string, status: number | undefined][] = [
    ['/wait', 200],
    ['/mute', undefined]
  ]
  for (const [path, status] of aborted) {
    it(`tells of an answer that its client did not wait for: ${path}`, async () => {
      const { port, log } = await served()
      const socket = await openSocket(port)
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
      await until(() => begun === 1)
      expect(log).to.deep.equal([])
      socket.destroy()
      await until(() => log.length === 1)
      expect(log[0]?.fields).to.deep.include({ template: path, status, aborted: true })
    })
  }

  it('tells of each request of a pipeline that is cut', async () => {
    const { port, log } = await served()
    const socket = await openSocket(port)
    socket.write(['/mute', '/node', '/id'].map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''))
    await until(() => begun === 1)
    socket.destroy()
    await until(() => log.length === 3)
    expect(log.map(({ fields }) => fields.aborted)).to.deep.equal([true, true, true])
  })
})
