import { Readable } from 'node:stream'
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { HttpError, type Service } from 'fieldstone'
import { oneHandler, Servers } from '../support/one-handler.js'

const LIMIT = 1_048_576
const [SMALL, LARGE] = [32_768, 262_144]

/** Bytes that hardly get shorter. */
function noise(size: number): Buffer {
  const words = new Uint32Array(Math.ceil(size / 4))
  let state = 1
  for (let at = 0; at < words.length; at++) {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) + at
    words[at] = state
  }
  return Buffer.from(words.buffer, 0, size)
}

describe('A body that is decompressed whole', () => {
  const servers = new Servers()
  afterEach(() => servers.close())

  const services = new Map<string, Promise<Service>>()

  /** What a handler gets that reads the body whole, or as a stream: its beginning, end and length, or the rejection. */
  async function read(way: 'whole' | 'stream', bytes: Buffer, coding: string, bodyLimit: number): Promise<string> {
    const key = `${way} ${bodyLimit}`
    const serve = () =>
      oneHandler(
        async (ctx) => {
          const content = way === 'whole' ? await ctx.bodyBytes() : Buffer.concat(await ctx.bodyStream().toArray())
          const text = Buffer.from(content).toString('hex')
          return `${content.length} ${text.slice(0, 40)} ${text.slice(-40)}`
        },
        { bodyLimit }
      )
    const service = services.get(key) ?? serve()
    services.set(key, service)
    const headers = { 'content-encoding': coding }
    const response = await (await service).fetch(
      new Request('http://a/', { method: 'POST', body: new Uint8Array(bytes), headers })
    )
    return `${response.status} ${await response.text()}`
  }
  const streamed = (bytes: Buffer, coding: string, limit: number) => read('stream', bytes, coding, limit)
  const whole = (bytes: Buffer, coding: string, limit: number) => read('whole', bytes, coding, limit)

  const PLAIN = Buffer.from('{"name":"Ada","tags":["first","second","first","second"]}')
  // The best quality, which is the default, takes seconds.
  const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
  const brotli = (bytes: Buffer) => brotliCompressSync(bytes, fast)
  const compress = { gzip: gzipSync, deflate: deflateSync, br: brotli }

  for (const [coding, pack] of Object.entries(compress)) {
    it(`is what a stream of it gives, cut anywhere and with more behind it: ${coding}`, async () => {
      const packed = pack(PLAIN)
      const bodies = [
        ...Array.from({ length: packed.length + 1 }, (_, end) => packed.subarray(0, end)),
        Buffer.concat([packed, Buffer.from('more')]),
        Buffer.concat([packed, Buffer.alloc(9)]),
        Buffer.concat([packed, packed]),
        Buffer.concat([packed, packed.subarray(0, 12)]),
        deflateRawSync(PLAIN),
        PLAIN
      ]
      for (const [index, body] of bodies.entries()) {
        expect(await whole(body, coding, LIMIT), `body ${index}`).to.equal(await streamed(body, coding, LIMIT))
      }
    })

    it(`is what a stream of it gives, of sizes around powers of two, and around the limit: ${coding}`, async () => {
      for (const bound of [0, 1, SMALL, LARGE, LIMIT]) {
        for (const size of [bound - 1, bound, bound + 1].filter((each) => each >= 0)) {
          for (const content of [Buffer.alloc(size, 32), noise(size)]) {
            const packed = pack(content)
            // Rejected before it is decompressed.
            if (packed.length > LIMIT) continue
            const expected = await streamed(packed, coding, LIMIT)
            expect(await whole(packed, coding, LIMIT), `${size} bytes`).to.equal(expected)
          }
        }
      }
    }).timeout(60_000)
  }

  it('is what a stream of it gives, with two codings and with limits between and behind them', async () => {
    const small = gzipSync(deflateSync(PLAIN))
    const large = brotli(gzipSync(noise(SMALL * 2)))
    const bomb = gzipSync(gzipSync(Buffer.alloc(LARGE * 8)))
    for (const limit of [0, 1, 40, PLAIN.length - 1, PLAIN.length, SMALL, SMALL * 2, LARGE, LIMIT]) {
      const cases = [
        [small, 'deflate, gzip'],
        [large, 'gzip, br'],
        [bomb, 'gzip, gzip'],
        [small, 'gzip, gzip']
      ] as const
      for (const [body, coding] of cases) {
        if (body.length > limit) continue
        expect(await whole(body, coding, limit), `${coding} ${limit}`).to.equal(await streamed(body, coding, limit))
      }
    }
  })

  it('is read twice with the same outcome, and in pieces as at once', async () => {
    const { port } = await servers.serve(async (ctx) => {
      const reads = [ctx.bodyBytes(), ctx.bodyBytes(), ctx.bodyText()]
      const outcomes = await Promise.allSettled(reads)
      return outcomes.map((each) =>
        each.status === 'fulfilled' ? String(each.value) : (each.reason as HttpError).status
      )
    })
    const url = `http://127.0.0.1:${port}/`
    const post = async (body: unknown) => {
      const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' }
      return (await fetch(url, { method: 'POST', headers, body, duplex: 'half' } as never)).json()
    }
    const packed = gzipSync(PLAIN)
    const text = PLAIN.toString()
    expect(await post(packed)).to.eql([text, text, text])
    expect(await post(PLAIN)).to.eql([400, 400, 400])
    const pieces = Readable.from([packed.subarray(0, 10), packed.subarray(10)])
    expect(await post(Readable.toWeb(pieces))).to.eql([text, text, text])
  })
})
