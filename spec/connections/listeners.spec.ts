import { once } from 'node:events'
import { connect as connectTcp } from 'node:net'
import { expect } from 'chai'
import { closed, exchange, until } from '../support/one-handler.js'
import { ServedRouters, told } from '../support/served-router.js'
import { TLS } from '../support/test-certificate.js'

const servers = new ServedRouters()

describe('a listener of the edge that throws', () => {
  afterEach(() => servers.close())

  for (const [what, listen] of [
    ['HTTP', {}],
    ['HTTPS', { tls: TLS }]
  ] as const) {
    it(`of a request or a response of ${what} is as if the handler threw`, async () => {
      const { url, log } = await servers.serve(
        (router) => {
          router.get('/response', (_req, res) => {
            res.on('own', () => {
              throw new Error('in a listener')
            })
            setImmediate(() => res.emit('own'))
          })
          router.get('/request', (req) => {
            req.on('own', () => {
              throw new Error('in a listener')
            })
            setImmediate(() => req.emit('own'))
          })
        },
        {},
        listen
      )
      const port = Number(new URL(url).port)
      for (const path of ['/response', '/request']) {
        if (what === 'HTTP') {
          const received = await exchange(port, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
          expect(received).to.match(/^HTTP\/1\.1 500 /)
        } else {
          const { get } = await import('node:https')
          const request = get(url + path, { rejectUnauthorized: false, agent: false })
          const [response] = (await once(request, 'response')) as [{ statusCode: number; resume(): void }]
          response.resume()
          expect(response.statusCode).to.equal(500)
        }
      }
      expect(told(log).map(({ fields }) => fields.err?.message)).to.deep.equal(['in a listener', 'in a listener'])
    })
  }

  it('of what waits for the end of a request is reported, whoever ends the connection', async () => {
    let entered = 0
    const { port, log } = await servers.serve((router) =>
      router.getFunc('/wait', (ctx) => {
        entered += 1
        ctx.whenOver(() => {
          throw new Error('at the end')
        })
        return new Promise(() => undefined)
      })
    )
    const socket = connectTcp(port, '127.0.0.1')
    // The second waits behind the first, so only the socket tells it of the end.
    socket.write('GET /wait HTTP/1.1\r\nHost: x\r\n\r\nGET /wait HTTP/1.1\r\nHost: x\r\n\r\n')
    await until(() => entered === 2)
    socket.destroy()
    await until(() => told(log).length === 2)
    expect(told(log).map(({ fields }) => fields.err?.message)).to.deep.equal(['at the end', 'at the end'])
  })

  it('of a response over HTTP/1.0 and TLS that is cut in its middle ends nothing else', async () => {
    const { connect: connectTls } = await import('node:tls')
    const { port, log } = await servers.serve(
      (router) => {
        router.getFunc('/breaks', (ctx) =>
          ctx.stream(
            200,
            (async function* () {
              yield 'begun'
              await new Promise((resolve) => setTimeout(resolve, 10))
              throw new Error('broken')
            })()
          )
        )
        router.getFunc('/', () => 'fine')
      },
      {},
      { tls: TLS }
    )
    const ask = async (path: string): Promise<string> => {
      const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false })
      let received = ''
      socket.setEncoding('latin1')
      socket.on('data', (text: string) => {
        received += text
      })
      socket.on('error', () => undefined)
      socket.write(`GET ${path} HTTP/1.0\r\n\r\n`)
      await closed(socket)
      return received
    }
    expect(await ask('/breaks')).to.match(/begun$/)
    expect(await ask('/')).to.contain('"fine"')
    expect(told(log).map(({ fields }) => fields.err?.message)).to.deep.equal(['broken'])
  })

  it('is no concern of a client that resets its connection at any moment', async () => {
    const { port, log } = await servers.serve((router) => router.postFunc('/', (ctx) => ctx.bodyText()))
    const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n12345'
    for (let length = 0; length <= head.length; length += 1) {
      const socket = connectTcp(port, '127.0.0.1')
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      await new Promise<void>((resolve) => {
        socket.write(head.slice(0, length), () => resolve())
      })
      socket.resetAndDestroy()
    }
    expect(await exchange(port, 'GET / HTTP/1.0\r\n\r\n')).to.match(/^HTTP\/1\.1 405 /)
    expect(told(log)).to.deep.equal([])
  })
})
