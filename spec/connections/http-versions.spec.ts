import { once } from 'node:events'
import { connect as connectTcp, type Socket } from 'node:net'
import { expect } from 'chai'
import { serviceOf } from '../support/applications.js'
import { HTTP1_OVER } from '../support/http1-over.js'
import { closed } from '../support/one-handler.js'
import { ServedRouters, told } from '../support/served-router.js'

const servers = new ServedRouters()

/** What the request line says, and who decides: Node hands some versions to the handler, and its parser refuses others. */
const VERSIONS: [line: string, decidedBy: 'Fieldstone' | 'the parser'][] = [
  ['GET / HTTP/0.9', 'Fieldstone'],
  ['GET /', 'Fieldstone'],
  ['GET / HTTP/2.0', 'Fieldstone'],
  ['POST / HTTP/2.0', 'Fieldstone'],
  ['OPTIONS * HTTP/2.0', 'Fieldstone'],
  ['GET / HTTP/1.2', 'the parser'],
  ['GET / HTTP/1.9', 'the parser'],
  ['GET / HTTP/2.1', 'the parser'],
  ['GET / HTTP/3.0', 'the parser'],
  ['GET / HTTP/9.9', 'the parser']
]

const HEADS: [what: string, lines: string][] = [
  ['alone', ''],
  ['with a Host', 'Host: x\r\n'],
  ['that waits for 100 Continue', 'Host: x\r\nExpect: 100-continue\r\nContent-Length: 1\r\n'],
  ['that expects something else', 'Host: x\r\nExpect: wonders\r\n'],
  [
    'that asks for an upgrade',
    'Host: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n'
  ],
  ['with a body', 'Host: x\r\nContent-Length: 1\r\n'],
  ['with a chunked body', 'Host: x\r\nTransfer-Encoding: chunked\r\n']
]

async function answered(socket: Socket, bytes: string): Promise<string> {
  let received = ''
  socket.setEncoding('latin1')
  socket.on('data', (text: string) => {
    received += text
  })
  socket.on('error', () => undefined)
  socket.write(bytes)
  await closed(socket)
  return received
}

describe('the version in a request line', () => {
  afterEach(() => servers.close())

  for (const [protocol, listen, open] of HTTP1_OVER) {
    describe(`over ${protocol}`, () => {
      for (const [line, decidedBy] of VERSIONS) {
        it(`"${line}" is a 505 by ${decidedBy}, whatever the head says, and the next client is served`, async () => {
          let requests = 0
          const { port, log } = await servers.serve(
            (router) => router.getFunc('/', () => ++requests),
            {},
            { ...listen, keepAliveTimeout: 200 }
          )
          for (const [what, lines] of HEADS) {
            const received = await answered(open(port), `${line}\r\n${lines}\r\n`)
            expect(received.match(/HTTP\/1\.1 \d+/g), what).to.deep.equal(['HTTP/1.1 505'])
            expect(received).to.contain('content-type: application/problem+json').and.contain('"status":505')
          }
          expect(requests).to.equal(0)
          expect(await answered(open(port), 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).to.match(
            / 200 OK/
          )
          expect(told(log)).to.deep.equal([])
        })
      }

      it('is no preface of HTTP/2', async () => {
        const { port } = await servers.serve((router) => router.getFunc('/', () => 'fine'), {}, listen)
        const received = await answered(open(port), 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
        expect(received).to.match(/^HTTP\/1\.1 505 HTTP Version Not Supported\r\n/)
      })
    })
  }

  it('says nothing about how the request has come: HTTP/1.0 and 1.1 are served, and nothing else', async () => {
    const { port } = await servers.serve((router) => router.getFunc('/', () => 'fine'))
    for (const version of ['1.0', '1.1']) {
      const head = `GET / HTTP/${version}\r\nHost: x\r\nConnection: close\r\n\r\n`
      expect(await answered(connectTcp(port, '127.0.0.1'), head), version).to.match(/^HTTP\/1\.1 200 OK/)
    }
  })

  it('that HTTP/1 does not have is no danger to a server of the user’s own', async () => {
    const { createServer } = await import('node:http')
    const { handler } = await serviceOf([], {
      handlerTimeout: 1_000,
      routes: (router) => {
        router.postFunc('/', (ctx) => ctx.bodyText(), { requestTimeout: 1_000 })
        router.getFunc('/fails', () => {
          throw new Error('no')
        })
      }
    })
    const server = createServer({ requireHostHeader: false }, handler).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const bodies = 'POST / HTTP/2.0\r\nContent-Length: 2\r\n\r\nok'
    expect(await answered(connectTcp(port, '127.0.0.1'), bodies)).to.match(/ 200 OK[\s\S]*"ok"$/)
    expect(await answered(connectTcp(port, '127.0.0.1'), 'GET /fails HTTP/2.0\r\n\r\n')).to.match(/^HTTP\/1\.1 500 /)
    server.close()
  })
})
