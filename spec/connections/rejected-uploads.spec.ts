import { once } from 'node:events'
import { connect } from 'node:net'
import { expect } from 'chai'
import { closed } from '../support/one-handler.js'
import { type Served, ServedRouters, told } from '../support/served-router.js'

const CHUNK = Buffer.alloc(65_536)

/** Sends so many bytes as fast as they are taken, and what comes back until the server closes the connection. */
async function upload(
  port: number,
  path: string,
  bytes: number,
  line = ''
): Promise<{ received: string; sent: number }> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  let sent = 0
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text
  })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${line}Content-Length: ${bytes}\r\n\r\n`)
  while (sent < bytes && !socket.destroyed) {
    sent += CHUNK.length
    if (!socket.write(CHUNK)) await Promise.race([once(socket, 'drain'), closed(socket)])
  }
  socket.end()
  await closed(socket)
  return { received, sent }
}

describe('An upload that is rejected', () => {
  const servers = new ServedRouters()
  afterEach(() => servers.close())

  const serve = (): Promise<Served> =>
    servers.serve(
      (router) => {
        router.postFunc('/limited', (ctx) => ctx.bodyText(), { bodyLimit: 10 })
        router.getFunc('/sound', () => 'sound')
      },
      {},
      { headersTimeout: 5_000 }
    )

  it('is read on, so that its client gets the whole response before the connection is closed', async () => {
    const { port, log } = await serve()
    const { received } = await upload(port, '/limited', 64 * CHUNK.length)
    expect(received).to.match(/^HTTP\/1\.1 413 [\s\S]*connection: close\r\n[\s\S]*"status":413[^}]*\}$/i)
    expect(received.match(/HTTP\/1\.1/g)).to.have.length(1)
    expect(told(log)).to.deep.equal([])
  })

  it('is read on as well where its client has asked to close the connection, whatever it is rejected for', async () => {
    const { port } = await serve()
    const bytes = 128 * CHUNK.length
    const { received, sent } = await upload(port, '/nowhere', bytes, 'Connection: close\r\n')
    expect(received).to.match(/^HTTP\/1\.1 404 [\s\S]*"status":404[^}]*\}$/)
    expect(sent).to.equal(bytes)
  })

  it('does not keep the service from others, however many there are at once', async () => {
    const { port, url } = await serve()
    const uploads = Array.from({ length: 20 }, () => upload(port, '/limited', 32 * CHUNK.length))
    for (let turn = 0; turn < 20; turn++) expect((await fetch(`${url}/sound`)).status).to.equal(200)
    for (const { received } of await Promise.all(uploads)) expect(received).to.match(/^HTTP\/1\.1 413 /)
  })

  it('is given up where its client goes away in the middle, without a failure', async () => {
    const { port, url, log } = await serve()
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(`POST /limited HTTP/1.1\r\nHost: x\r\nContent-Length: ${CHUNK.length * 10}\r\n\r\n`)
    socket.write(CHUNK)
    await once(socket, 'data')
    socket.resetAndDestroy()
    expect((await fetch(`${url}/sound`)).status).to.equal(200)
    expect(told(log)).to.deep.equal([])
  })
})
