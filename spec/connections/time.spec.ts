import { once } from 'node:events'
import { connect as connectTcp, type Socket } from 'node:net'
import { expect } from 'chai'
import { type Router } from 'fieldstone'
import { HTTP1_OVER } from '../support/http1-over.js'
import { closed } from '../support/one-handler.js'
import { ServedRouters, told } from '../support/served-router.js'

const servers = new ServedRouters()

/** Holds the whole thread, as a long computation in a handler does. */
function block(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

async function received(socket: Socket): Promise<string> {
  let text = ''
  socket.setEncoding('latin1')
  socket.on('data', (part: string) => {
    text += part
  })
  await closed(socket)
  return text
}

/** Long enough to connect and to send in it on a busy machine. */
const LIMIT = 800

function routes(router: Router): void {
  router.getFunc('/', () => 'fine')
  router.postFunc('/', (ctx) => ctx.bodyText())
  router.postFunc('/own', (ctx) => ctx.bodyText(), { requestTimeout: LIMIT })
}

describe('the time that a client has', function () {
  // A machine may be busy for longer than the limit just between connecting and sending.
  this.retries(3)
  afterEach(() => servers.close())

  const CASES: [what: string, first: string, rest: string][] = [
    ['the head', 'GET / HTTP/1.1\r\nHost: x\r\n', 'Connection: close\r\n\r\n'],
    ['the body', 'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 4\r\n\r\nfi', 'ne'],
    ['the body of a route', 'POST /own HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 4\r\n\r\nfi', 'ne']
  ]

  for (const [protocol, listen, open] of HTTP1_OVER) {
    for (const [what, first, rest] of CASES) {
      it(`for ${what} over ${protocol} does not run while the event loop is blocked`, async () => {
        const { port, log } = await servers.serve(
          routes,
          {},
          { ...listen, headersTimeout: LIMIT, requestTimeout: LIMIT, connectionsCheckingInterval: 20 }
        )
        const socket = open(port)
        await once(socket, listen.tls === undefined ? 'connect' : 'secureConnect')
        const answer = received(socket)
        socket.write(first)
        for (let index = 0; index < 5; index += 1) await turn()
        // What is sent now is in the kernel when the block begins, where the server cannot read it.
        socket.write(rest)
        block(LIMIT + 200)
        expect(await answer).to.match(/^HTTP\/1\.1 200 [\s\S]*"fine"$/)
        expect(told(log)).to.deep.equal([])
      })
    }
  }

  it('is over for a client that sends nothing, however often the event loop was blocked before', async () => {
    const { port } = await servers.serve(
      routes,
      {},
      { headersTimeout: LIMIT, requestTimeout: LIMIT, connectionsCheckingInterval: 20 }
    )
    const socket = connectTcp(port, '127.0.0.1')
    await once(socket, 'connect')
    const answer = received(socket)
    socket.write('GET / HTTP/1.1\r\n')
    block(LIMIT + 200)
    expect(await answer).to.match(/^HTTP\/1\.1 408 /)
  })

  it('to wait for its handler does not run while the event loop is blocked', async () => {
    const { port } = await servers.serve((router) =>
      router.postFunc('/', (ctx) => ctx.bodyText(), { handlerTimeout: LIMIT })
    )
    const socket = connectTcp(port, '127.0.0.1')
    await once(socket, 'connect')
    const answer = received(socket)
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 4\r\n\r\nfi')
    for (let index = 0; index < 5; index += 1) await turn()
    socket.write('ne')
    block(LIMIT + 200)
    expect(await answer).to.match(/^HTTP\/1\.1 200 [\s\S]*"fine"$/)
  })

  it('between two requests does not run while the event loop is blocked', async () => {
    const { port } = await servers.serve(routes, {}, { keepAliveTimeout: 100 })
    const socket = connectTcp(port, '127.0.0.1')
    socket.setEncoding('latin1')
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(socket, 'data')
    const answer = received(socket)
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    // Node keeps a connection for a second more than it says.
    block(1_500)
    expect(await answer).to.match(/^HTTP\/1\.1 200 [\s\S]*"fine"$/)
  })
})
