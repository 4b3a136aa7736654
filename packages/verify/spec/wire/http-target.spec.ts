import { createServer, type Server, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { HttpTarget } from '../../src/wire/http-target.js'
import { NoResponse } from '../../src/wire/target.js'
import type { WireRequest } from '../../src/wire/wire-request.js'

const GET: WireRequest = { method: 'GET', url: '/', headers: [], body: undefined }
const HOW = { timeout: 10_000, client: 0 }

describe('a service over the network', () => {
  const opened: { close(): unknown }[] = []
  const sockets = new Set<Socket>()
  afterEach(() => {
    for (const each of opened.splice(0)) each.close()
    for (const socket of sockets) socket.destroy()
  })

  /** A server of bytes; `respond` gets everything that a connection received so far. */
  async function serve(respond: (received: string, socket: Socket) => void): Promise<Server & { port: number }> {
    const server = createServer((socket) => {
      sockets.add(socket)
      let received = ''
      socket.on('error', () => {})
      socket.on('data', (chunk) => {
        received += chunk.toString('latin1')
        respond(received, socket)
      })
    })
    opened.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return Object.assign(server, { port: (server.address() as { port: number }).port })
  }

  function targetOf(port: number, path = ''): HttpTarget {
    const target = new HttpTarget(new URL(`http://127.0.0.1:${port}${path}`), undefined)
    opened.push(target)
    return target
  }

  const answer = (text: string, ...headers: string[]) =>
    `HTTP/1.1 200 OK\r\n${[...headers, `content-length: ${text.length}`].join('\r\n')}\r\n\r\n${text}`

  it('gets the bytes of each request as they are: its path, its headers in order, twice where they are given twice', async () => {
    const seen: string[] = []
    const { port } = await serve((received, socket) => {
      if (!received.endsWith('}')) return
      seen.push(received)
      socket.write(answer('ok'))
    })
    await targetOf(port, '/api/v1/').send(
      {
        method: 'POST',
        url: '/a/../%7e/%zz?b=1&b',
        headers: [
          ['x-b', '1'],
          ['x-a', '2'],
          ['x-b', '3'],
          ['content-type', 'application/json']
        ],
        body: Buffer.from('{}')
      },
      HOW
    )
    expect(seen[0]?.replace(`127.0.0.1:${port}`, 'HOST').split('\r\n')).to.deep.equal([
      'POST /api/v1/a/../%7e/%zz?b=1&b HTTP/1.1',
      'host: HOST',
      'user-agent: fieldstone-verify',
      'accept: */*',
      'accept-encoding: identity',
      'x-b: 1',
      'x-a: 2',
      'x-b: 3',
      'content-type: application/json',
      'content-length: 2',
      'Connection: keep-alive',
      '',
      '{}'
    ])
  })

  it('gets a length of 0 with a POST that has no body, and none with a GET and a DELETE', async () => {
    const heads: string[] = []
    const { port } = await serve((received, socket) => {
      heads.push(received)
      socket.end(answer(''))
    })
    for (const method of ['POST', 'GET', 'DELETE']) await targetOf(port).send({ ...GET, method }, HOW)
    expect(heads.map((head) => /content-length: .|transfer-encoding/i.exec(head)?.[0])).to.deep.equal([
      'content-length: 0',
      undefined,
      undefined
    ])
  })

  it('is read as it responds: redirections are not followed, headers that come twice are joined', async () => {
    const { port } = await serve((_, socket) => {
      socket.write('HTTP/1.1 302 Found\r\nLocation: /b\r\nX-Y: 1\r\nx-y: 2\r\ncontent-length: 3\r\n\r\n\xff\x00a')
    })
    const response = await targetOf(port).send(GET, HOW)
    expect(response).to.deep.include({ status: 302 })
    expect(response).to.deep.include({ headers: { location: '/b', 'x-y': '1, 2', 'content-length': '3' } })
  })

  it('may compress its response, although the request wants none of that', async () => {
    const { port } = await serve((_, socket) => {
      const body = gzipSync('{"a":1}')
      socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${body.length}\r\n\r\n`)
      socket.write(body)
    })
    const response = await targetOf(port).send(GET, HOW)
    expect(response instanceof NoResponse ? '' : Buffer.from(response.body).toString()).to.equal('{"a":1}')
  })

  it('gets several requests on one connection, and a request again whose connection it closed at the same time', async () => {
    let connections = 0
    const { port } = await serve((received, socket) => {
      const count = received.split('GET ').length - 1
      if (count === 1) {
        connections++
        socket.write(answer(String(connections)))
      } else if (connections === 1 && count === 3) socket.resetAndDestroy()
      else socket.write(answer('again'))
    })
    const target = targetOf(port)
    const bodies: string[] = []
    for (let round = 0; round < 3; round++) {
      const response = await target.send(GET, HOW)
      bodies.push(response instanceof NoResponse ? response.message : Buffer.from(response.body).toString())
    }
    expect(bodies).to.deep.equal(['1', 'again', '2'])
  })

  it('does not respond where it cuts a new connection, or within the body of its response', async () => {
    const { port } = await serve((_, socket) => socket.resetAndDestroy())
    const reset = await targetOf(port).send(GET, HOW)
    expect(reset).to.include({ message: 'read ECONNRESET', isLate: false, isGone: false })
    const half = await serve((_, socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'))
    expect(await targetOf(half.port).send(GET, HOW)).to.be.instanceOf(NoResponse)
  })

  it('is late where nothing comes in time; of a body that does not end, the beginning is read', async () => {
    const silent = await serve(() => {})
    const late = await targetOf(silent.port).send(GET, { timeout: 50, client: 0 })
    expect(late).to.include({ message: 'nothing came within 0.05 seconds', isLate: true })
    const endless = await serve((_, socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\nbegin'))
    const cut = await targetOf(endless.port).send(GET, { timeout: 50, client: 0 })
    expect(cut).to.deep.include({ status: 200, cut: 'late', body: Buffer.from('begin') })
  })

  it('is gone where it accepts no connection any more', async () => {
    const server = await serve(() => {})
    await new Promise((resolve) => server.close(resolve))
    const gone = await targetOf(server.port).send(GET, { timeout: 150, client: 0 })
    expect(gone).to.include({ isGone: true }).and.have.property('message').that.includes('ECONNREFUSED')
    const error = await targetOf(server.port)
      .connect(150)
      .then(undefined, (error: Error) => error)
    expect(error?.message).to.match(/^The service at http:\/\/127\.0\.0\.1:\d+ cannot be reached: connect ECONNREFUSED/)
  })

  it('may respond to the beginning of a large body and close the connection', async () => {
    const { port } = await serve((received, socket) => {
      if (received.includes('\r\n\r\n') && !socket.writableEnded) {
        socket.write('HTTP/1.1 413 Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
        socket.destroySoon()
      }
    })
    const target = targetOf(port)
    for (let round = 0; round < 20; round++) {
      const large = { method: 'POST', url: '/', headers: [], body: Buffer.alloc(1_200_000, 'x') }
      expect(await target.send(large, HOW)).to.include({ status: 413 })
    }
  })

  it('gets no more requests a second than the rate allows', async () => {
    const { port } = await serve((_, socket) => socket.write(answer('')))
    const waits: number[] = []
    const wait = async (milliseconds: number) => waits.push(milliseconds)
    const target = new HttpTarget(new URL(`http://127.0.0.1:${port}`), 0.001, wait)
    opened.push(target)
    for (let round = 0; round < 4; round++) {
      await target.ready()
      await target.send(GET, HOW)
    }
    // A turn every 1,000 seconds, minus the time that the spec itself takes.
    expect(waits.map((milliseconds) => Math.round(milliseconds / 1e6))).to.deep.equal([1, 2, 3])
  })

  it('may take another client for another, by its address', async function () {
    if (process.platform !== 'linux') this.skip()
    const addresses = new Set<string>()
    const { port } = await serve((_, socket) => {
      addresses.add(String(socket.remoteAddress))
      socket.write(answer(''))
    })
    for (const client of [0, 1, 2]) await targetOf(port).send(GET, { ...HOW, client })
    expect([...addresses]).to.deep.equal(['127.0.0.1', '127.0.0.2', '127.0.0.3'])
  })
})
