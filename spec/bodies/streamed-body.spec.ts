import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { expect } from 'chai'
import { type Context } from 'fieldstone'
import { openFiles, SpecFolder } from '../support/files.js'
import { exchange, openSocket, Servers, until } from '../support/one-handler.js'

describe('ctx.bodyStream', () => {
  const servers = new Servers()
  const folder = new SpecFolder()
  afterEach(() => servers.close())
  after(() => folder.remove())

  const length = async (ctx: Context) => {
    let size = 0
    for await (const chunk of ctx.bodyStream()) size += (chunk as Buffer).length
    return size
  }

  it('gives the body as it arrives, for a pipe', async () => {
    const path = join(folder.path, 'kept')
    const { url } = await servers.serve(async (ctx) => {
      await pipeline(ctx.bodyStream(), createWriteStream(path))
      return 'kept'
    })
    const body = Buffer.alloc(500_000, 'abc')
    await fetch(url, { method: 'POST', body })
    expect((await readFile(path)).equals(body)).to.equal(true)
  })

  it('is a 413 above the limit, for a declared length and for one that is counted', async () => {
    const { port } = await servers.serve(length, { bodyLimit: 10 })
    const head = 'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n'
    expect(await exchange(port, `${head}Content-Length: 11\r\n\r\n12345678901`)).to.match(/^HTTP\/1\.1 413 /)
    const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n6\r\n123456\r\n5\r\n12345\r\n0\r\n\r\n`
    expect(await exchange(port, chunked)).to.match(/^HTTP\/1\.1 413 /)
    expect(await exchange(port, `${head}Content-Length: 10\r\n\r\n1234567890`)).to.match(/\r\n\r\n10$/)
  })

  it('has the limit of its route', async () => {
    const { url } = await servers.serve(length, { bodyLimit: 10, route: { bodyLimit: 100 } })
    expect(await (await fetch(url, { method: 'POST', body: 'x'.repeat(100) })).json()).to.equal(100)
    expect((await fetch(url, { method: 'POST', body: 'x'.repeat(101) })).status).to.equal(413)
  })

  it('fails when the client goes away, which is not logged as a failure of the handler', async () => {
    let error: Error | undefined
    const { port, log } = await servers.serve(async (ctx) => {
      try {
        await pipeline(ctx.bodyStream(), createWriteStream(join(folder.path, 'half')))
      } catch (failure) {
        error = failure as Error
        throw failure
      }
    })
    const socket = await openSocket(port)
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nhalf')
    await until(() => openFiles(folder.path).length === 1 || process.platform !== 'linux')
    socket.destroy()
    await until(() => error !== undefined && openFiles(folder.path).length === 0)
    expect(error?.name).to.equal('RequestAborted')
    expect(log.filter(({ level }) => level !== 'debug')).to.deep.equal([])
  })

  it('does not end the process when the client goes away and it is not read', async () => {
    let isBegun = false
    let isOver = false
    const { port } = await servers.serve((ctx) => {
      isBegun = true
      ctx.bodyStream().on('close', () => {
        isOver = true
      })
      return new Promise(() => {})
    })
    const socket = await openSocket(port)
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nhalf')
    await until(() => isBegun)
    socket.destroy()
    await until(() => isOver)
  })

  it('is a 415 for a content type that the route does not declare', async () => {
    const route = { requestBody: Buffer, consumes: 'image/*' }
    const { url } = await servers.serve(length, { route })
    const post = (type: string) => fetch(url, { method: 'POST', body: 'x', headers: { 'content-type': type } })
    expect((await post('image/png')).status).to.equal(200)
    const rejected = await post('text/plain')
    expect([rejected.status, rejected.headers.get('accept')]).to.deep.equal([415, 'image/*'])
  })

  it('may follow bodyBytes, but is given once', async () => {
    const { url, log } = await servers.serve(async (ctx) => {
      await ctx.bodyBytes()
      return length(ctx)
    })
    expect(await (await fetch(url, { method: 'POST', body: 'abc' })).json()).to.equal(3)
    expect(log).to.deep.equal([])
    const { url: twice } = await servers.serve(async (ctx) => {
      await length(ctx)
      return length(ctx)
    })
    expect((await fetch(twice, { method: 'POST', body: 'abc' })).status).to.equal(500)
  })
})
