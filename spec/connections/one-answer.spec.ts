import { once } from 'node:events'
import { connect as connectTcp, type Socket } from 'node:net'
import { expect } from 'chai'
import { type Router } from 'fieldstone'
import { closed, exchange, until } from '../support/one-handler.js'
import { type Served, ServedRouters, told } from '../support/served-router.js'

const servers = new ServedRouters()

/** Short, so that what never comes is late soon; long enough for a busy machine to send the rest. */
const TIMES = { headersTimeout: 500, requestTimeout: 500, connectionsCheckingInterval: 10, keepAliveTimeout: 500 }

/** What comes behind the pieces: the end of the sending, nothing, or nothing for longer than the server waits. */
type End = 'FIN' | 'nothing' | 'pause'

interface Waiting {
  release(): void
}

let waiting: Waiting[] = []

function routes(router: Router): void {
  router.getFunc('/fine', () => 'fine')
  router.postFunc('/fine', () => 'fine')
  router.postFunc('/body', (ctx) => ctx.bodyText())
  router.add({ method: 'HEAD', path: '/body', handler: (ctx) => ctx.bodyText(), source: 'spec' })
  router.getFunc('/wait', () => new Promise((resolve) => waiting.push({ release: () => resolve('waited') })))
  router.get('/begun', (_req, res) => {
    res.write('begun')
    waiting.push({ release: () => res.end(' ended') })
  })
  router.post('/begun', (_req, res) => {
    res.write('begun')
    waiting.push({ release: () => res.end(' ended') })
  })
}

/** The statuses of all answers that come over a connection until the server closes it; `finish` ends the sending. */
async function statuses(port: number, pieces: readonly string[], finish: End): Promise<number[]> {
  // With `allowHalfOpen` the client stays to hear what the server says behind its FIN.
  const socket = connectTcp({ port, host: '127.0.0.1', allowHalfOpen: true })
  await once(socket, 'connect')
  let received = ''
  socket.setEncoding('latin1')
  socket.on('data', (text: string) => {
    received += text
  })
  socket.on('error', () => undefined)
  for (const piece of pieces) {
    await written(socket, piece)
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (finish === 'FIN') socket.end()
  await new Promise((resolve) => socket.on('end', resolve).on('close', resolve))
  socket.destroy()
  return [...received.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status))
}

function written(socket: Socket, piece: string): Promise<void> {
  return new Promise((resolve) => {
    socket.write(piece, () => resolve())
  })
}

const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`
const post = (path: string, headers: string, body = ''): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n${body}`
const CHUNKED = 'Transfer-Encoding: chunked\r\n'

describe('a connection', () => {
  beforeEach(() => {
    waiting = []
  })
  afterEach(() => servers.close())

  const serve = (finish?: End): Promise<Served> => servers.serve(routes, {}, finish === 'pause' ? TIMES : {})

  describe('gives one answer to a request, which is cut where the rest of it is wrong behind the answer', () => {
    const cases: [what: string, pieces: string[], finish: End, expected: number[]][] = [
      ['a body that FIN cuts', [get('/fine', 'Content-Length: 1\r\n')], 'FIN', [200]],
      ['a body that never comes', [get('/fine', 'Content-Length: 1\r\n')], 'pause', [200]],
      ['a refused body that FIN cuts', [post('/nothing', 'Content-Length: 9\r\n', 'x')], 'FIN', [404]],
      ['a broken chunk behind a 404', [post('/nothing', CHUNKED, '3\r\nabc\r\n'), 'ZZ\r\n'], 'nothing', [404]],
      ['a broken chunk in the packet of the head', [post('/nothing', CHUNKED, 'ZZ\r\n')], 'nothing', [404]],
      ['a broken chunk behind a 405', [`PUT /fine HTTP/1.1\r\nHost: x\r\n${CHUNKED}\r\n`, 'ZZ\r\n'], 'nothing', [405]],
      ['chunks that never end', [post('/nothing', CHUNKED, '3\r\nab')], 'pause', [404]],
      ['the same behind a sound request', [get('/fine'), post('/nothing', CHUNKED), 'ZZ\r\n'], 'nothing', [200, 404]],
      ['chunk extensions without end', [post('/fine', CHUNKED), `1;${'x'.repeat(20_000)}`], 'nothing', [200]],
      ['trailers without end', [post('/fine', CHUNKED), `0\r\nA: ${'x'.repeat(20_000)}`], 'nothing', [200]],
      ['a wrong Host and a broken body', [`POST / HTTP/1.1\r\n${CHUNKED}\r\n`, 'ZZ\r\n'], 'nothing', [400]],
      ['a transfer coding that ends nowhere', [post('/fine', 'Transfer-Encoding: gzip\r\n', 'x')], 'nothing', [400]],
      [
        'a transfer coding that is unknown',
        [post('/fine', 'Transfer-Encoding: gzip, chunked\r\n', '0\r\n\r\n')],
        'FIN',
        [501]
      ],
      ['a transfer coding in HTTP/1.0', [`POST /fine HTTP/1.0\r\n${CHUNKED}\r\n0\r\n\r\n`], 'nothing', [400]],
      ['an unknown expectation', [post('/fine', 'Expect: wonders\r\nContent-Length: 1\r\n')], 'nothing', [417]],
      [
        'a tunnel behind a sound request',
        [`${get('/fine')}CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n`],
        'nothing',
        [200, 501]
      ],
      ['a tunnel', ['CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n', 'GET /fine'], 'nothing', [501]]
    ]
    for (const [what, pieces, finish, expected] of cases) {
      it(what, async () => {
        const { port, log } = await serve(finish)
        expect(await statuses(port, pieces, finish)).to.deep.equal(expected)
        expect(told(log)).to.deep.equal([])
      })
    }
  })

  describe('says at most once that what came is wrong, and only where no answer to it has begun', () => {
    const cases: [what: string, pieces: string[], finish: End, expected: number[]][] = [
      ['nonsense', ['nonsense\r\n\r\n', 'and more\r\n\r\n', 'GET / HTTP/1.1\r\n\r\n'], 'nothing', [400]],
      ['nonsense and FIN', ['nonsense\r\n\r\n'], 'FIN', [400]],
      ['half a head and FIN', ['GET / HTTP/1.1\r\nHo'], 'FIN', [400]],
      ['half a head and nothing', ['GET / HTTP/1.1\r\nHo'], 'pause', [408]],
      ['a body that ends too early', [post('/body', 'Content-Length: 9\r\n', 'x')], 'FIN', [400]],
      ['a body that comes too late', [post('/body', 'Content-Length: 9\r\n', 'x')], 'pause', [408]],
      ['a broken chunk', [post('/body', CHUNKED), 'ZZ\r\n', 'ZZ\r\n'], 'nothing', [400]],
      [
        'nonsense behind two sound requests',
        [get('/fine'), get('/fine'), 'nonsense\r\n\r\n'],
        'nothing',
        [200, 200, 400]
      ],
      ['a late head behind a sound request', [get('/fine'), 'GET / HT'], 'pause', [200, 408]],
      ['a head that is too large, in pieces', ['GET / HTTP/1.1\r\n', `A: ${'x'.repeat(20_000)}`, 'x'], 'nothing', [431]]
    ]
    for (const [what, pieces, finish, expected] of cases) {
      it(what, async () => {
        const { port, log } = await serve(finish)
        expect(await statuses(port, pieces, finish)).to.deep.equal(expected)
        expect(told(log)).to.deep.equal([])
      })
    }
  })

  it('that refuses the body of a HEAD says so without content', async () => {
    const { port } = await serve()
    const received = await exchange(port, `HEAD /body HTTP/1.1\r\nHost: x\r\n${CHUNKED}\r\n`, 'ZZ\r\n')
    expect(received).to.match(/^HTTP\/1\.1 \d+ [^{]*\r\n\r\n$/)
  })

  it('that never sent a byte is closed without an answer', async () => {
    const { port, log } = await serve('pause')
    expect(await statuses(port, [], 'pause')).to.deep.equal([])
    expect(told(log)).to.deep.equal([])
  })

  it('that sent nothing for long between requests is closed without an answer', async () => {
    const { port } = await serve('pause')
    expect(await statuses(port, [get('/fine')], 'pause')).to.deep.equal([200])
  })

  it('that sends nothing but empty lines between requests is closed like one that sends nothing', async () => {
    const { port } = await servers.serve(
      routes,
      {},
      { headersTimeout: 50, keepAliveTimeout: 50, connectionsCheckingInterval: 10 }
    )
    const socket = connectTcp(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(get('/fine'))
    let lines = 0
    const timer = setInterval(() => {
      lines += 1
      socket.write('\r\n')
    }, 20)
    await new Promise((resolve) => socket.resume().on('close', resolve))
    clearInterval(timer)
    expect(lines).to.be.greaterThan(1)
  })

  describe('with requests behind each other', () => {
    it('is cut alone, where its client resets it while an answer is owed behind which a tunnel was asked for', async () => {
      const { port, log } = await serve()
      for (let count = 0; count < 20; count += 1) {
        const socket = connectTcp(port, '127.0.0.1')
        socket.on('error', () => undefined)
        socket.write(`${get('/wait')}CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n`)
        await until(() => waiting.length === count + 1)
        socket.resetAndDestroy()
        await closed(socket)
        waiting[count]?.release()
        // The server learns of the reset when it writes, or when it looks.
        await new Promise((resolve) => setImmediate(resolve))
      }
      expect(await exchange(port, get('/fine', 'Connection: close\r\n'))).to.contain('"fine"')
      expect(told(log)).to.deep.equal([])
    })

    it('is no reason for a warning, however many bodies it sends', async () => {
      const warnings: string[] = []
      const warn = (warning: Error): void => void warnings.push(warning.name)
      process.on('warning', warn)
      const { port } = await servers.serve((router) =>
        router.postFunc('/body', (ctx) => ctx.bodyText(), { requestTimeout: 1_000 })
      )
      const body = post('/body', 'Content-Length: 4\r\n', 'text')
      const last = post('/body', 'Connection: close\r\nContent-Length: 4\r\n', 'text')
      const received = await exchange(port, body.repeat(30) + last)
      expect(received.match(/HTTP\/1\.1 200/g)).to.have.length(31)
      await new Promise((resolve) => setImmediate(resolve))
      process.off('warning', warn)
      expect(warnings).to.deep.equal([])
    })

    it('sends the answers that are owed, in order, and refuses the last one that is broken', async () => {
      const { port, log } = await serve()
      const socket = connectTcp(port, '127.0.0.1')
      let received = ''
      socket.setEncoding('latin1').on('data', (text: string) => {
        received += text
      })
      socket.write(get('/wait') + get('/wait') + post('/body', CHUNKED, 'ZZ\r\n'))
      await until(() => waiting.length === 2)
      waiting[1]?.release()
      waiting[0]?.release()
      await closed(socket)
      const statuses = [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
      expect(statuses).to.deep.equal(['200', '200', '400'])
      expect(received.match(/connection: close/gi)).to.have.length(1)
      expect(told(log)).to.deep.equal([])
    })

    it('lets an answer that has begun end before the connection does, when what follows it is broken', async () => {
      const { port } = await serve()
      const socket = connectTcp(port, '127.0.0.1')
      let received = ''
      socket.setEncoding('latin1').on('data', (text: string) => {
        received += text
      })
      socket.write(`${get('/begun')}nonsense\r\n\r\n`)
      await until(() => received.includes('begun'))
      waiting[0]?.release()
      await closed(socket)
      expect(received).to.match(/ ended\r\n0\r\n\r\nHTTP\/1\.1 400 /)
    })

    it('cuts an answer in its middle when the rest of its own request is broken', async () => {
      const { port } = await serve()
      const socket = connectTcp(port, '127.0.0.1')
      let received = ''
      socket.setEncoding('latin1').on('data', (text: string) => {
        received += text
      })
      socket.on('error', () => undefined)
      socket.write(post('/begun', CHUNKED))
      await until(() => received.includes('begun'))
      socket.write('ZZ\r\n')
      await closed(socket)
      expect(received.match(/HTTP\/1\.1/g)).to.have.length(1)
      expect(received).not.to.match(/\r\n0\r\n\r\n$/)
    })
  })
})
