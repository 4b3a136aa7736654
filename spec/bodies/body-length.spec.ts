import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { expect } from 'chai'
import { ContentTooLarge, type Context, Field, Integer } from 'fieldstone'
import { exchange, openSocket, Servers, until } from '../support/one-handler.js'

class Data {
  @Field({ minLength: 2 }) name!: string
  @Field(() => Integer) value!: number
}

describe('A body above its limit', () => {
  const servers = new Servers()
  afterEach(() => servers.close())

  const text = (length: number) => JSON.stringify('x'.repeat(length - 2))
  const echo = async (ctx: Context) => ctx.json(200, (await ctx.bodyText()).length)

  it('is 1 MiB unless set otherwise', async () => {
    const { url } = await servers.serve(echo)
    const send = async (length: number) => (await fetch(url, { method: 'POST', body: text(length) })).status
    expect(await send(1_048_576)).to.equal(200)
    expect(await send(1_048_577)).to.equal(413)
  })

  it('is rejected by its declared length, before a byte of it is read', async () => {
    const { port } = await servers.serve(echo, { bodyLimit: 10 })
    const socket = await openSocket(port)
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 11\r\n\r\n')
    const [response] = (await once(socket, 'data')) as [Buffer]
    expect(response.toString()).to.match(/^HTTP\/1\.1 413 Content Too Large|^HTTP\/1\.1 413 Payload Too Large/)
    expect(response.toString()).to.match(/\r\nconnection: close\r\n/i)
    expect(response.toString()).to.contain('The request body is larger than 10 bytes')
    socket.destroy()
  })

  it('is counted while a chunked body is read', async () => {
    const { port } = await servers.serve(echo, { bodyLimit: 10 })
    const head = 'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n'
    expect(await exchange(port, head, '5\r\n12345\r\n', '5\r\n12345\r\n', '0\r\n\r\n')).to.match(/^HTTP\/1\.1 200 /)
    expect(await exchange(port, head, '5\r\n12345\r\n', '6\r\n123456\r\n', '0\r\n\r\n')).to.match(/^HTTP\/1\.1 413 /)
  })

  it('is rejected so that a client that is still sending gets the response', async () => {
    const { port } = await servers.serve(echo)
    const length = 64 * 1_048_576
    const request = httpRequest({ port, host: '127.0.0.1', method: 'POST', headers: { 'content-length': length } })
    const failures: Error[] = []
    request.on('error', (error) => failures.push(error))
    const piece = Buffer.alloc(65_536)
    let sent = 0
    const send = (): void => {
      while (sent < length) {
        sent += piece.length
        if (!request.write(piece)) return
      }
      request.end()
    }
    request.on('drain', send)
    send()
    const [response] = await once(request, 'response')
    expect(response.statusCode).to.equal(413)
    let body = ''
    for await (const chunk of response) body += chunk
    expect(JSON.parse(body).status).to.equal(413)
    expect(failures).to.deep.equal([])
    request.destroy()
  })

  it('leaves the connection usable when the handler rejects a body that it has read', async () => {
    const { port } = await servers.serve(async (ctx) => {
      if ((await ctx.bodyText()).length > 3) throw new ContentTooLarge()
      return 'fine'
    })
    const rejected = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n1234'
    const accepted = 'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 3\r\n\r\n123'
    const responses = await exchange(port, rejected, accepted)
    expect(responses.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 413', 'HTTP/1.1 200'])
  })
})

describe('A body of a wrong length', () => {
  const servers = new Servers()
  afterEach(() => servers.close())

  const bind = async (ctx: Context) => ctx.json(200, await ctx.bind(Data))

  it('longer than what is sent: the request is aborted, and the log has no error', async () => {
    let isBegun = false
    let rejection: Error | undefined
    const { port, log } = await servers.serve(async (ctx) => {
      isBegun = true
      await ctx.bindJSON(Data).catch((error) => {
        rejection = error
        throw error
      })
    })
    const socket = await openSocket(port)
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"name"')
    await until(() => isBegun)
    socket.destroy()
    const left = 'Spec.handler was left by its client'
    await until(() => rejection !== undefined && log.some(({ message }) => message === left))
    expect(rejection?.name).to.equal('RequestAborted')
    expect(log.filter(({ level }) => level !== 'debug')).to.deep.equal([])
  })

  it('shorter than what is sent: the request is accepted, and what follows is rejected, because it is not a request', async () => {
    const { port } = await servers.serve(bind)
    const responses = await exchange(
      port,
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 24\r\n\r\n{"name":"Ada","value":3} rubbish\r\n\r\n'
    )
    expect(responses.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 200', 'HTTP/1.1 400'])
    expect(responses).to.match(/^connection: close\r$/im)
  })

  it('beside a transfer-encoding: rejected, because two readers could read two different requests', async () => {
    const { port } = await servers.serve(bind)
    const smuggled =
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\nHost: x\r\n\r\n'
    const responses = await exchange(port, smuggled)
    expect(responses.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 400'])
  })
})
