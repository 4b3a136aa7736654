import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { expect } from 'chai'
import { type RequestHandler, SetupError } from 'fieldstone'
import type { ServerListenOptions } from '../../../src/http/server/options.js'
import { HttpServer } from '../../../src/http/server/server.js'
import { closed, exchange, openSocket, recordingLogger, until } from '../../support/one-handler.js'
import { type Entry } from '../../support/recording-logger.js'

describe('HttpServer', () => {
  const open: HttpServer[] = []
  afterEach(() => Promise.all(open.splice(0).map((server) => server.close({ deadline: 0 }))))

  async function serve(
    handler: RequestHandler = (_req, res) => res.end('fine'),
    options: ServerListenOptions = {}
  ): Promise<{ server: HttpServer; port: number; log: Entry[] }> {
    const { logger, entries } = recordingLogger()
    const server = new HttpServer(handler, logger)
    open.push(server)
    const { port } = await server.listen({ port: 0, host: '127.0.0.1', ...options })
    return { server, port, log: entries }
  }

  describe('listening', () => {
    it('answers with an address to be opened', async () => {
      const server = new HttpServer((_req, res) => res.end('fine'), recordingLogger().logger)
      open.push(server)
      const { url, host, port } = await server.listen({ port: 0, host: '127.0.0.1' })
      expect([url, host]).to.deep.equal([`http://127.0.0.1:${port}`, '127.0.0.1'])
      expect(await (await fetch(url)).text()).to.equal('fine')
    })

    it('calls all addresses localhost', async () => {
      const server = new HttpServer(() => {}, recordingLogger().logger)
      open.push(server)
      const { url, port } = await server.listen({ port: 0, host: '0.0.0.0' })
      expect(url).to.equal(`http://localhost:${port}`)
    })

    it('fails clearly for a port that is taken', async () => {
      const taken = createServer().listen(0, '127.0.0.1')
      await once(taken, 'listening')
      const { port } = taken.address() as { port: number }
      const server = new HttpServer(() => {}, recordingLogger().logger)
      const failure = await server.listen({ port, host: '127.0.0.1' }).catch((error: unknown) => error)
      taken.close()
      expect(failure).to.be.instanceOf(SetupError)
      expect((failure as Error).message).to.equal(
        `LISTEN_FAILED: the port is already in use, 127.0.0.1:${port}; ` +
          'stop the program that listens there or choose another port.'
      )
    })

    for (const options of [{ port: 99_999 }, { port: -1 }, { port: 0, host: '192.0.2.1' }]) {
      it(`fails clearly for ${JSON.stringify(options)}`, async () => {
        const server = new HttpServer(() => {}, recordingLogger().logger)
        const failure = await server.listen(options).catch((error: unknown) => error)
        expect(failure).to.be.instanceOf(SetupError)
      })
    }

    it('fails clearly when it listens already', async () => {
      const { server } = await serve()
      const failure = await server.listen({ port: 0 }).catch((error: unknown) => error)
      expect((failure as Error).message).to.match(/^LISTEN_FAILED: the server listens already/)
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

    it('is refused behind the answers to earlier requests that are still due, and then the connection is closed', async () => {
      const due: ServerResponse[] = []
      const { port, log } = await serve((_req, res) => due.push(res))
      const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
      const received = exchange(port, request, request, 'rubbish\r\n\r\n')
      await until(() => log.some(({ message }) => message.startsWith('A request was rejected')))
      for (const res of due) res.end(`answer ${due.indexOf(res)}`)
      expect(await received).to.match(/answer 0HTTP\/1\.1 200 OK\r\n[\s\S]*answer 1HTTP\/1\.1 400 [^{]*\{[^}]*\}$/)
    })
  })

  describe('closing', () => {
    it('finishes a request in flight, and tells its client to close', async () => {
      let answer: (() => void) | undefined
      const { server, port, log } = await serve((_req, res) => {
        answer = () => res.end('finished')
      })
      const request = fetch(`http://127.0.0.1:${port}`)
      await until(() => answer !== undefined)
      const closed = server.close({ deadline: 500 })
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
      const { server, port } = await serve((_req, res) => due.push(res))
      const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
      const received = exchange(port, request, request, request)
      await until(() => due.length === 3)
      const closed = server.close()
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
      const { server, port } = await serve()
      await server.close()
      const failure = await fetch(`http://127.0.0.1:${port}`).catch((error: Error) => error)
      expect(failure).to.be.instanceOf(Error)
    })

    it('closes connections that are idle or never sent a byte', async () => {
      const { server, port, log } = await serve()
      const unused = await openSocket(port)
      const idle = await openSocket(port)
      idle.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
      await once(idle, 'data')
      const ended = Promise.all([unused, idle].map((socket) => closed(socket.resume())))
      await server.close({ deadline: 60_000 })
      await ended
      expect(log).to.deep.equal([])
    })

    it('closes the connection of a stream that was begun before, when it has ended', async () => {
      let end: (() => void) | undefined
      const { server, port, log } = await serve((_req, res) => {
        res.writeHead(200)
        res.write('begun ')
        end = () => res.end('and ended')
      })
      const response = await fetch(`http://127.0.0.1:${port}`)
      const closed = server.close({ deadline: 60_000 })
      end?.()
      expect(await response.text()).to.equal('begun and ended')
      await closed
      expect(log).to.deep.equal([])
    })

    it('cuts at the deadline what does not finish: handlers, half-sent requests, pipelines', async () => {
      let entered = 0
      const { server, port, log } = await serve(() => {
        entered++
      })
      const sockets = await Promise.all([openSocket(port), openSocket(port), openSocket(port)])
      const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
      sockets[0]?.write(request)
      sockets[1]?.write('GET / HTTP/1.1\r\nHost')
      sockets[2]?.write(request + request)
      await until(() => entered === 3)
      const cut = Promise.all(sockets.map((socket) => closed(socket.resume())))
      await server.close({ deadline: 30 })
      await cut
      expect(log.map(({ level, fields }) => [level, fields])).to.deep.equal([
        ['warn', { connections: 3, deadline: 30 }]
      ])
    })

    it('may be asked for again, and before listening', async () => {
      const { server } = await serve()
      expect(server.close()).to.equal(server.close())
      await server.close()
      await new HttpServer(() => {}, recordingLogger().logger).close()
    })
  })
})
