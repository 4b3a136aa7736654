import { once } from 'node:events'
import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import { connect } from 'node:net'
import { expect } from 'chai'
import { type Router } from 'fieldstone'
import { closed } from '../support/one-handler.js'
import { ServedRouters } from '../support/served-router.js'
import { TLS } from '../support/test-certificate.js'

const servers = new ServedRouters()

describe('The server, for tools that look into it', () => {
  afterEach(() => servers.close())

  for (const [name, module, listen] of [
    ['http', http, {}],
    ['https', https, { tls: TLS }]
  ] as const) {
    for (const replaced of ['createServer', 'Server'] as const) {
      it(`is made by ${name}.createServer where ${name}.${replaced} was wrapped`, async () => {
        const own = { createServer: module.createServer, Server: module.Server }
        const made: unknown[] = []
        const createServer = (...args: unknown[]): Server => {
          const server = Reflect.apply(own.createServer, module, args) as Server
          made.push(server)
          return server
        }
        const wrapped = replaced === 'Server' ? new Proxy(own.Server, {}) : createServer
        Object.assign(module, { createServer, [replaced]: wrapped })
        syncBuiltinESMExports()
        try {
          await servers.serve(() => {}, {}, listen)
        } finally {
          Object.assign(module, own)
          syncBuiltinESMExports()
        }
        expect(made.map((server) => server instanceof own.Server)).to.deep.equal([true])
      })
    }
  }

  /** A server of Node's own, and what it has logged. */
  async function served(register: (router: Router) => unknown, listen = {}) {
    let server: Server | undefined
    const { url, port, log } = await servers.serve(
      (router) => {
        router.getFunc('/server', (ctx) => {
          server = (ctx.request().socket as unknown as { server: Server }).server
          return ''
        })
        register(router)
      },
      {},
      listen
    )
    await fetch(`${url}/server`)
    return { server: server as Server, url, port, log }
  }

  it('has the name of its class, and all that Node gives it', async () => {
    const { server } = await served(() => {})
    const plain = http.createServer()
    expect(server.constructor.name).to.equal('Server')
    expect(Reflect.ownKeys(plain).filter((key) => !(key in server))).to.deep.equal([])
  })

  it('takes another time for the heads of requests while it runs', async () => {
    const { server, port } = await served(() => {}, { headersTimeout: 60_000, connectionsCheckingInterval: 10 })
    expect(server.headersTimeout).to.be.within(60_000, 120_000)
    server.headersTimeout = 200
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.setEncoding('latin1').on('data', (part: string) => {
      text += part
    })
    socket.write('GET / HTTP/1.1\r\nHost')
    await closed(socket)
    expect(text).to.match(/^HTTP\/1\.1 408 /)
  })

  it('responds to a request that a tool has made without a socket', async () => {
    const { server, log } = await served((router) => router.getFunc('/made', () => 'fine'))
    for (const socket of [null, undefined]) {
      const made = {
        method: 'GET',
        url: '/made',
        headers: { host: 'a' },
        rawHeaders: ['Host', 'a'],
        httpVersion: '1.1'
      }
      const req = Object.assign(new http.IncomingMessage(undefined as never), made)
      Object.assign(req, { httpVersionMajor: 1, httpVersionMinor: 1, socket })
      const res = new http.ServerResponse(req)
      server.emit('request', req, res)
      expect([res.writableEnded, res.statusCode]).to.deep.equal([true, 200])
    }
    expect(log.filter(({ level }) => level === 'error')).to.deep.equal([])
  })

  for (const socket of [null, undefined]) {
    it(`calls the listeners of a response whose request's socket was set to ${socket}`, async () => {
      const over: Promise<unknown>[] = []
      const { url, log } = await served((router) =>
        router.getFunc('/', (ctx) => {
          const [req, res] = [ctx.request() as IncomingMessage, ctx.response() as ServerResponse]
          over.push(once(res, 'close'))
          Object.assign(req, { socket })
          return 'fine'
        })
      )
      expect(await (await fetch(url)).text()).to.equal('"fine"')
      await over[0]
      expect(log.filter(({ level }) => level === 'error')).to.deep.equal([])
    })
  }

  it('leaves no property on a socket that is listed', async () => {
    const names: PropertyKey[] = []
    const { url } = await served((router) =>
      router.getFunc('/', (ctx) => {
        const { socket } = ctx.request()
        for (const key of Object.getOwnPropertySymbols({ ...socket }))
          if (key.description?.includes('fieldstone')) names.push(key)
        return ''
      })
    )
    await fetch(url)
    expect(names).to.deep.equal([])
  })
})
