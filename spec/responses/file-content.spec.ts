import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { expect } from 'chai'
import { type Context } from 'fieldstone'
import { openFiles, SpecFolder } from '../support/files.js'
import { closed, exchange, openSocket, Servers, until } from '../support/one-handler.js'

const MB = 1024 * 1024
const folder = new SpecFolder()

/** A file of this size without a pattern, another one for each seed. */
function fileOf(name: string, size: number, seed = 1): { path: string; content: Buffer } {
  const words = new Uint32Array(Math.ceil(size / 4))
  for (let at = 0; at < words.length; at++) words[at] = Math.imul(at + seed, 2_654_435_761)
  const content = Buffer.from(words.buffer, 0, size)
  const path = join(folder.path, name)
  writeFileSync(path, content)
  return { path, content }
}

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('The content of a file', () => {
  const servers = new Servers()
  afterEach(() => servers.close())
  after(() => folder.remove())

  /** A connection that has requested the file and reads nothing of it after its first bytes have come. */
  const stalled = async (port: number, headers = ''): Promise<Socket> => {
    const socket = await openSocket(port)
    socket.pause()
    socket.write(`GET / HTTP/1.1\r\nhost: a\r\n${headers}\r\n`)
    await once(socket, 'readable')
    return socket
  }

  it('comes whole to many clients at once, slow ones among them, of every size around a buffer', async () => {
    const sizes = [1, 65_535, 65_536, 262_143, 262_144, 262_145, 524_288, 3 * MB + 7]
    const files = sizes.map((size, index) => fileOf(`size-${size}`, size, index + 1))
    const { url } = await servers.serve((ctx: Context) => ctx.file(files[Number(ctx.query.get('n'))]!.path))
    const read = async (index: number, isSlow: boolean) => {
      const response = await fetch(`${url}/?n=${index}`)
      const chunks: Uint8Array[] = []
      for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
        chunks.push(chunk)
        if (isSlow) await new Promise((resolve) => setImmediate(resolve))
      }
      return hash(Buffer.concat(chunks))
    }
    const reads = files.flatMap((_, index) => [read(index, true), read(index, false), read(index, true)])
    const right = files.flatMap(({ content }) => Array.from({ length: 3 }, () => hash(content)))
    expect(await Promise.all(reads)).to.eql(right)
    await until(() => openFiles(folder.path).length === 0)
  })

  it('comes from any place of the file, on and beside the ends of pages and of buffers', async () => {
    const { path, content } = fileOf('places', MB)
    const { url } = await servers.serve((ctx: Context) => ctx.file(path))
    for (const start of [1, 2_047, 2_048, 2_049, 4_095, 4_096, 262_143, 264_191, 264_193]) {
      const response = await fetch(url, { headers: { range: `bytes=${start}-${start + 600_000}` } })
      const body = Buffer.from(await response.arrayBuffer())
      expect(hash(body), `from ${start}`).to.equal(hash(content.subarray(start, start + 600_001)))
    }
  })

  it('comes in the order of the requests on one connection', async () => {
    const { path, content } = fileOf('pipelined', MB)
    const { port } = await servers.serve((ctx: Context) => ctx.file(path))
    const request = (range: string, more = '') => `GET / HTTP/1.1\r\nhost: a\r\nrange: bytes=${range}\r\n${more}\r\n`
    const received = await exchange(port, request('5-524299') + request('-3') + request('0-0', 'connection: close\r\n'))
    const bodies = received.split(/HTTP\/1\.1 206 .*?\r\n\r\n/s).slice(1)
    const wanted = [content.subarray(5, 524_300), content.subarray(-3), content.subarray(0, 1)]
    expect(bodies.map((text) => hash(Buffer.from(text, 'latin1')))).to.eql(wanted.map(hash))
  })

  it('cuts the connection where the file has become shorter than its head says', async () => {
    const { path } = fileOf('shrinks', 24 * MB)
    const { port, log } = await servers.serve((ctx: Context) => ctx.file(path))
    const socket = await stalled(port)
    let size = 0
    truncateSync(path, MB)
    socket.on('data', (chunk: Buffer) => {
      size += chunk.length
    })
    socket.resume()
    await closed(socket)
    expect(size).to.be.lessThan(24 * MB)
    expect(log).to.have.lengthOf(1)
    expect(log[0]!.fields.err!.message).to.match(/^The source ended after \d+ of the declared 25165824 bytes$/)
    await until(() => openFiles(folder.path).length === 0)
  }).timeout(60_000)

  it('is as long as its head says where the file grows meanwhile', async () => {
    const { path, content } = fileOf('grows', 12 * MB)
    const { port } = await servers.serve((ctx: Context) => ctx.file(path))
    const socket = await stalled(port, 'connection: close\r\n')
    appendFileSync(path, 'more')
    const chunks = await socket.toArray()
    const received = Buffer.concat(chunks)
    const body = received.subarray(received.indexOf('\r\n\r\n') + 4)
    expect(hash(body)).to.equal(hash(content))
  }).timeout(60_000)

  it('leaves no file open where the client goes in the middle of it, which is no error', async () => {
    const { path } = fileOf('left', 24 * MB)
    const { port, log } = await servers.serve((ctx: Context) => ctx.file(path))
    const sockets = await Promise.all(Array.from({ length: 5 }, () => stalled(port)))
    for (const socket of sockets) socket.destroy()
    await until(() => openFiles(folder.path).length === 0)
    await until(() => log.length === 5)
    expect(new Set(log.map(({ level }) => level))).to.eql(new Set(['debug']))
  }).timeout(60_000)

  it('is a 500 where the file has gone before it is sent, and nothing for an empty one', async () => {
    const { path } = fileOf('gone', MB)
    const gone = await servers.serve(async (ctx: Context) => {
      await ctx.file(path)
      unlinkSync(path)
    })
    expect((await fetch(gone.url)).status).to.equal(500)
    const empty = fileOf('empty', 0)
    const { url } = await servers.serve((ctx: Context) => ctx.file(empty.path))
    const response = await fetch(url)
    expect([response.status, response.headers.get('content-length'), await response.text()]).to.eql([200, '0', ''])
    await until(() => openFiles(folder.path).length === 0)
  })
})
