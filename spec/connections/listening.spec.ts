import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect } from 'chai'
import { type ListenOptions, type NodeHandler, SetupError } from 'fieldstone'
import { serviceOf } from '../support/applications.js'
import { closed, exchange, openSocket, until } from '../support/one-handler.js'
import { type Served, ServedRouters } from '../support/served-router.js'

const servers = new ServedRouters()

/** A service of one Node handler. */
function serve(handler: NodeHandler = (_req, res) => res.end('fine'), options: ListenOptions = {}): Promise<Served> {
  return servers.serve((router) => router.get('/', handler).post('/', handler), {}, options)
}

describe('A service that listens', () => {
  afterEach(() => servers.close())

  describe('listening', () => {
    it('gives an address to be opened', async () => {
      const service = await serviceOf([], { routes: (router) => router.getFunc('/', (ctx) => ctx.text(200, 'fine')) })
      const { url, host, port } = await service.listen({ port: 0, host: '127.0.0.1', signals: false })
      expect([url, host]).to.deep.equal([`http://127.0.0.1:${port}`, '127.0.0.1'])
      expect(await (await fetch(url)).text()).to.equal('fine')
      await service.close({ deadline: 0 })
    })

    it('calls all addresses localhost', async () => {
      const { url, port } = await servers.serve(() => {}, {}, { host: '0.0.0.0' })
      expect(url).to.equal(`http://localhost:${port}`)
    })

    const failure = async (options: ListenOptions): Promise<unknown> => {
      const service = await serviceOf([])
      return service.listen({ signals: false, ...options }).catch((error: unknown) => error)
    }

    it('fails clearly for a port that is taken', async () => {
      const { port } = await serve()
      const error = await failure({ port, host: '127.0.0.1' })
      expect(error).to.be.instanceOf(SetupError)
      expect((error as Error).message).to.equal(
        `LISTEN_FAILED: the port is already in use, 127.0.0.1:${port}; ` +
          'stop the program that listens there or choose another port.'
      )
    })

    for (const options of [{ port: 99_999 }, { port: -1 }, { port: 0, host: '192.0.2.1' }]) {
      it(`fails clearly for ${JSON.stringify(options)}`, async () => {
        expect(await failure(options)).to.be.instanceOf(SetupError)
      })
    }

    it('fails clearly when it listens already', async () => {
      const { service } = await serve()
      const error = await service.listen({ port: 0, signals: false }).catch((thrown: unknown) => thrown)
      expect((error as Error).message).to.match(/^LISTEN_FAILED: the service is already listening/)
    })
  })

  describe('a request that is no HTTP', () => {
    const cases: readonly [what: string, bytes: string, status: number][] = [
      ['rubbish', 'rubbish\r\n\r\n', 400],
      ['a bare line feed in a header', 'GET / HTTP/1.1\r\nHost: x\r\nA: b\nB\r\n\r\n', 400],
      ['a space before the colon', 'GET / HTTP/1.1\r\nHost : x\r\n\r\n', 400],
      ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
      ['a length that is no number', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n', 400],
      ['a head of 17 KiB', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'b'.repeat(17_000)}\r\n\r\n`, 431]
    ]
    for (const [what, bytes, status] of cases) {
      it(`is answered by a problem: ${what}`, async () => {
        const { port, log } = await serve()
        const answer = await exchange(port, bytes)
        const [head = '', body = ''] = answer.split('\r\n\r\n')
        expect(head).to.match(new RegExp(`^HTTP/1\\.1 ${status} [A-Z]`))
        expect(head).to.contain('content-type: application/problem+json').and.to.contain('connection: close')
        expect(head).to.contain(`content-length: ${body.length}`)
        expect(JSON.parse(body)).to.deep.include({ type: 'about:blank', status })
        expect(log.filter(({ level }) => level !== 'debug')).to.deep.equal([])
        expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).to.equal('fine')
      })
    }

    it('is a 408 when its head or body does not come in time', async () => {
      const limits = { headersTimeout: 300, requestTimeout: 300, connectionsCheckingInterval: 10 }
      const { port } = await serve(() => {}, limits)
      expect(await exchange(port, 'GET / HTTP/1.1\r\nHost')).to.match(/^HTTP\/1\.1 408 /)
      const body = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc'
      expect(await exchange(port, body)).to.match(/^HTTP\/1\.1 408 [\s\S]*The request took too long/)
    })

    it('cuts the connection instead, where an answer has begun', async () => {
      const { port } = await serve((_req, res) => {
        res.writeHead(200, { 'content-length': 100 })
        res.write('begun')
      })
      const body = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
      const socket = await openSocket(port)
      let received = ''
      socket.on('data', (data) => {
        received += data
      })
      socket.write(body)
      await until(() => received.includes('begun'))
      socket.write('rubbish\r\n')
      await closed(socket)
      expect(received.match(/HTTP\/1\.1/g)).to.have.length(1)
    })
  })

  describe('closing', () => {
    it('finishes a request in flight, and tells its client to close', async () => {
      let answer: (() => void) | undefined
      const { service, port, log } = await serve((_req, res) => {
        answer = () => res.end('finished')
      })
      const request = fetch(`http://127.0.0.1:${port}`)
      await until(() => answer !== undefined)
      const closed = service.close({ deadline: 500 })
      answer?.()
      const response = await request
      expect([await response.text(), response.headers.get('connection')]).to.deep.equal(['finished', 'close'])
      await closed
      // Nothing is left that would cut at the deadline.
      await new Promise((resolve) => setTimeout(resolve, 520))
      expect(log).to.deep.equal([])
    })

    it('finishes all requests of a pipeline', async () => {
      const due: ServerResponse[] = []
      const { service, port } = await serve((_req, res) => due.push(res))
      const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
      const received = exchange(port, request, request, request)
      await until(() => due.length === 3)
      const closed = service.close()
      for (const res of due.reverse()) res.end(`answer ${due.indexOf(res)}`)
      expect((await received).match(/answer \d|connection: close/g)).to.deep.equal([
        'answer 2',
        'answer 1',
        'connection: close',
        'answer 0'
      ])
      await closed
    })

    it('takes no new connection', async () => {
      const { service, port } = await serve()
      await service.close()
      const failure = await fetch(`http://127.0.0.1:${port}`).catch((error: Error) => error)
      expect(failure).to.be.instanceOf(Error)
    })

    it('closes connections that are idle or never sent a byte', async () => {
      const { service, port, log } = await serve()
      const unused = await openSocket(port)
      const idle = await openSocket(port)
      idle.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
      await once(idle, 'data')
      const ended = Promise.all([unused, idle].map((socket) => closed(socket.resume())))
      await service.close({ deadline: 60_000 })
      await ended
      expect(log).to.deep.equal([])
    })

    it('closes the connection of a stream that was begun before, when it has ended', async () => {
      let end: (() => void) | undefined
      const { service, port, log } = await serve((_req, res) => {
        res.writeHead(200)
        res.write('begun ')
        end = () => res.end('and ended')
      })
      const response = await fetch(`http://127.0.0.1:${port}`)
      const closed = service.close({ deadline: 60_000 })
      end?.()
      expect(await response.text()).to.equal('begun and ended')
      await closed
      expect(log).to.deep.equal([])
    })

    it('cuts at the deadline what does not finish: handlers, half-sent requests, pipelines', async () => {
      let entered = 0
      const { service, port, log } = await serve(() => {
        entered++
      })
      const sockets = await Promise.all([openSocket(port), openSocket(port), openSocket(port)])
      const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
      sockets[0]?.write(request)
      sockets[1]?.write('GET / HTTP/1.1\r\nHost')
      sockets[2]?.write(request + request)
      await until(() => entered === 3)
      const cut = Promise.all(sockets.map((socket) => closed(socket.resume())))
      await service.close({ deadline: 30 })
      await cut
      expect(log.map(({ level, fields }) => [level, fields])).to.deep.equal([
        ['warn', { connections: 3, deadline: 30 }]
      ])
    })

    it('may be asked for again, and before listening', async () => {
      const { service } = await serve()
      await Promise.all([service.close(), service.close()])
      await (await serviceOf([])).close()
    })
  })
})
