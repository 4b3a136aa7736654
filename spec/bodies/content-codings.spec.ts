import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { type Context, type ContextHandler } from 'fieldstone'
import { exchange, type HandlerOptions, Servers } from '../support/one-handler.js'

const PLAIN = Buffer.from('{"name":"Ada"}')
const MEBIBYTE = Buffer.alloc(1_048_576, 0x20)

describe('content codings of a request', () => {
  const servers = new Servers()
  afterEach(() => servers.close())

  const echo = async (ctx: Context) => ctx.text(200, await ctx.bodyText())

  async function post(body: Buffer, coding: string, handler: ContextHandler = echo, options?: HandlerOptions) {
    const { url, log } = await servers.serve(handler, options)
    const response = await fetch(url, { method: 'POST', body, headers: { 'content-encoding': coding } })
    return { status: response.status, headers: response.headers, text: await response.text(), log }
  }

  const undone: readonly [coding: string, body: Buffer][] = [
    ['gzip', gzipSync(PLAIN)],
    ['GZip', gzipSync(PLAIN)],
    ['x-gzip', gzipSync(PLAIN)],
    ['deflate', deflateSync(PLAIN)],
    ['br', brotliCompressSync(PLAIN)],
    ['identity', PLAIN],
    ['gzip, identity', gzipSync(PLAIN)],
    ['deflate, gzip', gzipSync(deflateSync(PLAIN))],
    ['gzip, br', brotliCompressSync(gzipSync(PLAIN))]
  ]
  for (const [coding, body] of undone) {
    it(`are undone: ${coding}`, async () => {
      const { status, text } = await post(body, coding)
      expect([status, text]).to.deep.equal([200, PLAIN.toString()])
    })
  }

  it('are undone for forms and for streams as well', async () => {
    const { url } = await servers.serve(async (ctx) => {
      const chunks = await ctx.bodyStream().toArray()
      return Buffer.concat(chunks).length
    })
    const response = await fetch(url, {
      method: 'POST',
      body: gzipSync(MEBIBYTE),
      headers: { 'content-encoding': 'gzip' }
    })
    expect(await response.json()).to.equal(MEBIBYTE.length)
  })

  for (const coding of ['zstd', 'compress', 'gzip, x', 'gzip;q=1', 'gzip, gzip, gzip']) {
    it(`are a 415 that lists the known codings: ${coding}`, async () => {
      const { status, headers, log } = await post(gzipSync(PLAIN), coding)
      expect([status, headers.get('accept-encoding')]).to.deep.equal([415, 'gzip, deflate, br'])
      expect(log).to.deep.equal([])
    })
  }

  const broken: readonly [what: string, coding: string, body: Buffer][] = [
    ['no gzip at all', 'gzip', PLAIN],
    ['gzip that ends early', 'gzip', gzipSync(MEBIBYTE).subarray(0, 500)],
    ['gzip whose checksum is wrong', 'gzip', Buffer.concat([gzipSync(PLAIN).subarray(0, -8), Buffer.alloc(8)])],
    ['deflate without its envelope', 'deflate', deflateRawSync(PLAIN)],
    ['no brotli at all', 'br', Buffer.from([0xff, 0xff, 0xff])],
    ['nothing', 'gzip', Buffer.alloc(0)]
  ]
  for (const [what, coding, body] of broken) {
    it(`are a 400 with ${what}`, async () => {
      const { status, log } = await post(body, coding)
      expect([status, log]).to.deep.equal([400, []])
    })
  }

  const gzipBomb = gzipSync(Buffer.alloc(64 * 1_048_576))
  // The best quality, which is the default, takes two seconds.
  const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
  const bombs: readonly [what: string, coding: string, body: Buffer][] = [
    ['gzip', 'gzip', gzipBomb],
    ['brotli', 'br', brotliCompressSync(Buffer.alloc(64 * 1_048_576), fast)],
    ['gzip in gzip', 'gzip, gzip', gzipSync(gzipBomb)]
  ]
  for (const [what, coding, body] of bombs) {
    it(`are a 413 for a bomb of ${what}, and decompressing stops there`, async () => {
      let seen = 0
      const { status, text } = await post(body, coding, async (ctx) => {
        for await (const chunk of ctx.bodyStream()) seen += (chunk as Buffer).length
      })
      expect(status).to.equal(413)
      expect(JSON.parse(text).detail).to.equal('The request body is larger than 1048576 bytes')
      expect(seen).to.be.at.most(1_048_576)
    })
  }

  it('are a 413 if the compressed bytes alone are too many', async () => {
    const { status } = await post(gzipSync(PLAIN), 'gzip', echo, { bodyLimit: 20 })
    expect(status).to.equal(413)
  })

  it('are a 413 alone, and no failure that ends the process, where a body without a length is too large', async () => {
    const failures: unknown[] = []
    const listeners = process.rawListeners('unhandledRejection')
    process.removeAllListeners('unhandledRejection').on('unhandledRejection', (error) => failures.push(error))
    try {
      const { url } = await servers.serve(echo, { bodyLimit: 100 })
      const body = new Blob([Buffer.alloc(128, 0x78)]).stream()
      const response = await fetch(url, {
        method: 'POST',
        body,
        headers: { 'content-encoding': 'gzip' },
        duplex: 'half'
      })
      expect(response.status).to.equal(413)
      await response.text()
      await post(gzipSync(PLAIN), 'gzip')
      expect(failures).to.deep.equal([])
    } finally {
      process.removeAllListeners('unhandledRejection')
      for (const listener of listeners) process.on('unhandledRejection', listener as NodeJS.UnhandledRejectionListener)
    }
  })

  it('leave the connection usable for the next request', async () => {
    const { port } = await servers.serve(echo)
    const bad = gzipSync(MEBIBYTE).subarray(0, 500)
    const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Encoding: gzip\r\n'
    const good = gzipSync(PLAIN)
    const responses = await exchange(
      port,
      Buffer.concat([Buffer.from(`${head}Content-Length: ${bad.length}\r\n\r\n`), bad]),
      Buffer.concat([Buffer.from(`${head}Connection: close\r\nContent-Length: ${good.length}\r\n\r\n`), good])
    )
    expect(responses.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 400', 'HTTP/1.1 200'])
  })
})
