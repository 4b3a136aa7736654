import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { expect } from 'chai'
import { type ListenOptions, type Router } from 'fieldstone'
import { closed, openSocket, until } from '../support/one-handler.js'
import {
  block,
  type Field,
  FLAG,
  frame,
  headers,
  PREFACE,
  RawHttp2,
  SETTINGS_ACK,
  settings,
  TYPE,
  uint32
} from '../support/raw-http2.js'
import { type Served, ServedRouters, told } from '../support/served-router.js'
import { TLS } from '../support/test-certificate.js'

const fields = (method: string, path: string, ...more: Field[]): Buffer =>
  block([[':method', method], [':scheme', 'http'], [':path', path], [':authority', 'x'], ...more])
const GET = fields('GET', '/')
const WAIT = fields('GET', '/wait')
const POST = fields('POST', '/echo')
const HALF = FLAG.END_HEADERS

const LARGE = 'a'.repeat(200_000)

function* endless(): Generator<string> {
  for (;;) yield 'a'.repeat(1_000)
}

/** What the handlers have seen. */
let signals: AbortSignal[] = []

function register(router: Router): void {
  router.getFunc('/', (ctx) => ctx.text(200, 'root'))
  router.getFunc('/stream', (ctx) => ctx.send(200, 'text/plain', [LARGE, LARGE]))
  router.getFunc('/endless', (ctx) => ctx.send(200, 'text/plain', endless()))
  router.getFunc('/wait', (ctx) => {
    signals.push(ctx.signal)
    return once(ctx.signal, 'abort')
  })
  router.postFunc('/mirror', (ctx) => ctx.stream(200, ctx.bodyStream()))
  router.getFunc('/later', async (ctx) => {
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    ctx.noContent()
  })
  router.postFunc('/echo', async (ctx) => ({ length: (await ctx.bodyBytes()).length }))
}

/** Far above what any of these specs waits for. */
const NEVER = 600_000
const LIMITS = {
  headersTimeout: NEVER,
  requestTimeout: NEVER,
  keepAliveTimeout: NEVER,
  connectionsCheckingInterval: 10
}

describe('the limits of HTTP/2', () => {
  const servers = new ServedRouters()
  const clients: RawHttp2[] = []
  beforeEach(() => {
    signals = []
  })
  afterEach(async () => {
    for (const client of clients.splice(0)) client.close()
    await servers.close()
  })

  for (const [name, isSecure] of [
    ['h2c', false],
    ['h2 over TLS', true]
  ] as const) {
    describe(name, () => {
      const serve = (limits: ListenOptions): Promise<Served> =>
        servers.serve(
          register,
          { bodyLimit: 20_000_000 },
          { ...LIMITS, ...limits, http2: true, ...(isSecure ? { tls: TLS } : {}) }
        )
      async function open(limits: ListenOptions): Promise<{ client: RawHttp2; served: Served }> {
        const served = await serve(limits)
        const client = await RawHttp2.open(served.port, isSecure)
        clients.push(client)
        return { client, served }
      }
      async function begin(limits: ListenOptions): Promise<{ client: RawHttp2; served: Served }> {
        const served = await serve(limits)
        const client = await RawHttp2.begun(served.port, isSecure)
        clients.push(client)
        return { client, served }
      }

      /** Sends a byte whenever the last one is out, until the server has ended the connection. */
      async function trickle(client: RawHttp2, bytes: Buffer, isOver = () => client.isClosed): Promise<void> {
        for (const byte of bytes) {
          if (isOver()) return
          client.send(Buffer.from([byte]))
          await new Promise((resolve) => setTimeout(resolve, 5))
        }
      }

      describe('of time', () => {
        it('headersTimeout ends who sends no preface', async () => {
          const { client } = await open({ headersTimeout: 50 })
          await client.closed()
        })

        it('headersTimeout ends who sends the preface byte by byte', async () => {
          const { client } = await open({ headersTimeout: 50 })
          await trickle(client, PREFACE.subarray(0, 23))
          await client.closed()
        })

        it('headersTimeout ends who sends no settings behind the preface', async () => {
          const { client } = await open({ headersTimeout: 50 })
          client.send(PREFACE)
          await client.closed()
        })

        it('headersTimeout ends who never finishes a HEADERS frame', async () => {
          const { client } = await begin({ headersTimeout: 50 })
          client.send(headers(1, GET).subarray(0, 20))
          await client.closed()
        })

        it('headersTimeout ends who sends the CONTINUATION of a head byte by byte', async () => {
          const { client, served } = await begin({ headersTimeout: 50 })
          client.send(headers(1, GET, FLAG.END_STREAM), frame(TYPE.CONTINUATION, 0, 1, '', 16_000))
          await trickle(client, Buffer.alloc(16_000, 0))
          await client.closed()
          expect(told(served.log)).to.deep.equal([])
        })

        it('headersTimeout holds for each head, and lets the requests before it end', async () => {
          const { client } = await begin({ headersTimeout: 50 })
          client.send(headers(1, WAIT))
          await until(() => signals.length === 1)
          client.send(headers(3, GET, FLAG.END_STREAM))
          await client.until(() => client.goaway !== undefined, 'GOAWAY')
          expect(client.goaway).to.equal('NO_ERROR')
          expect(client.isClosed).to.equal(false)
          expect(signals[0]?.aborted).to.equal(false)
        })

        it('headersTimeout is none of a session that waits between its requests', async () => {
          const { client } = await begin({ headersTimeout: 30 })
          for (const stream of [1, 3, 5]) {
            client.send(headers(stream, GET))
            await client.until(() => client.isAnswered(stream), 'the answer')
            await new Promise((resolve) => setTimeout(resolve, 60))
          }
          expect(await client.isAlive()).to.equal(true)
        })

        it('headersTimeout does not count time in which the process was busy', async () => {
          const { client } = await begin({ headersTimeout: 200 })
          const head = headers(1, GET)
          client.send(head.subarray(0, 20))
          await until(() => client.socket.writableLength === 0)
          await new Promise((resolve) => setTimeout(resolve, 30))
          client.send(head.subarray(20))
          const end = performance.now() + 600
          while (performance.now() < end) {
            // Nothing is read meanwhile.
          }
          await client.until(() => client.isAnswered(1), 'the answer')
        })

        it('keepAliveTimeout ends a session without requests, whatever else it sends', async () => {
          const { client } = await begin({ keepAliveTimeout: 60 })
          client.send(headers(1, GET))
          await client.until(() => client.isAnswered(1), 'the answer')
          await trickle(client, Buffer.concat(Array(200).fill(frame(TYPE.PING, 0, 0, 'pingpong'))))
          await client.closed()
          expect(client.goaway).to.equal('NO_ERROR')
        })

        it('keepAliveTimeout ends a session without requests that sends its settings again and again', async () => {
          const { client } = await begin({ keepAliveTimeout: 60 })
          await trickle(client, Buffer.concat(Array(100).fill(frame(TYPE.SETTINGS, 0, 0))))
          await client.closed()
        })

        it('requestTimeout resets a stream whose answer has begun, when the rest of its body does not come', async () => {
          const { client } = await begin({ headersTimeout: 100, requestTimeout: 100 })
          client.send(Buffer.concat([headers(1, fields('POST', '/mirror'), HALF), frame(TYPE.DATA, 0, 1, 'half')]))
          await client.until(() => client.frames.some(({ type }) => type === TYPE.RST_STREAM), 'the reset')
        })

        it('keepAliveTimeout ends what is left of a session that broke the rules, and that nghttp2 has given up', async () => {
          const { client } = await begin({ keepAliveTimeout: 60 })
          client.send(frame(TYPE.DATA, FLAG.END_STREAM, 1, 'test'))
          await client.closed()
        })

        it('keepAliveTimeout ends a session that nghttp2 has given up before an answer could be sent', async () => {
          const { client } = await begin({ keepAliveTimeout: 60 })
          // A stream that depends on itself: RFC 7540 section 5.3.1 makes an error of the connection of it.
          const wrong = frame(TYPE.PRIORITY, 0, 3, Buffer.concat([uint32(3), Buffer.from([1])]))
          client.send(Buffer.concat([headers(1, fields('GET', '/later')), wrong]))
          await client.closed()
        })

        it('keepAliveTimeout ends it, too, where the head of a request was refused with it', async () => {
          const { client } = await begin({ headersTimeout: 30, keepAliveTimeout: 60 })
          const wrong = Buffer.concat([uint32(3), Buffer.from([1]), GET])
          const late = headers(1, fields('GET', '/later'))
          client.send(Buffer.concat([late, headers(3, wrong, FLAG.PRIORITY | FLAG.END_STREAM | FLAG.END_HEADERS)]))
          await client.closed()
        })

        it('keepAliveTimeout does not end a session whose request is being answered', async () => {
          const { client } = await begin({ keepAliveTimeout: 300 })
          client.send(headers(1, WAIT))
          await until(() => signals.length === 1)
          await new Promise((resolve) => setTimeout(resolve, 600))
          expect(await client.isAlive()).to.equal(true)
          expect(signals[0]?.aborted).to.equal(false)
        })

        for (const path of ['/', '/endless']) {
          it(`keepAliveTimeout resets an answer whose client never opens its window, and that one alone: ${path}`, async () => {
            const { client } = await begin({ keepAliveTimeout: 300 })
            client.send(settings([4, 0]))
            client.send(headers(1, WAIT), headers(3, fields('GET', path)))
            await client.until(() => client.reset(3) !== undefined, 'RST_STREAM')
            expect(client.reset(3)).to.equal('CANCEL')
            expect(client.reset(1)).to.equal(undefined)
            expect(await client.isAlive()).to.equal(true)
          })
        }

        it('keepAliveTimeout ends a session that does not read at all', async () => {
          const { client, served } = await begin({ keepAliveTimeout: 300 })
          // More than the kernel holds for a client.
          client.socket.pause()
          client.send(settings([4, 2_147_483_647]), frame(TYPE.WINDOW_UPDATE, 0, 0, uint32(2_000_000_000)))
          for (let stream = 1; stream < 200; stream += 2) client.send(headers(stream, fields('GET', '/endless')))
          await until(() => served.log.some(({ message }) => message.includes('it takes nothing of what is sent')))
        })

        it('requestTimeout ends a body that comes byte by byte', async () => {
          const { client } = await begin({ requestTimeout: 50, headersTimeout: 50 })
          client.send(headers(1, POST, HALF))
          const isRefused = (): boolean => client.bodyOf(1).join('').includes('"status":408')
          await trickle(client, Buffer.concat(Array(200).fill(frame(TYPE.DATA, 0, 1, 'a'))), isRefused)
          await client.until(isRefused, 'the refusal')
        })
      })

      describe('of measure', () => {
        it('a client that resets its requests at once is ended', async () => {
          const { client } = await begin({})
          for (let stream = 1; stream < 700; stream += 2)
            client.send(headers(stream, WAIT), frame(TYPE.RST_STREAM, 0, stream, uint32(8)))
          await client.closed()
          // Newer versions of nghttp2 end it themselves, in their own words.
          expect(client.goaway).to.be.oneOf(['ENHANCE_YOUR_CALM', 'INTERNAL_ERROR', undefined])
          expect(signals.length).to.be.lessThan(350)
        })

        it('a client that has its requests reset by breaking the rules on them is ended', async () => {
          const { client } = await begin({})
          for (let stream = 1; stream < 700; stream += 2)
            client.send(
              headers(stream, POST, HALF),
              headers(stream, block([[':method', 'POST']]), FLAG.END_STREAM | FLAG.END_HEADERS)
            )
          await client.closed()
        })

        it('a client that cancels some requests among many is none of these', async () => {
          const { client } = await begin({})
          for (let stream = 1; stream < 1_000; stream += 4) {
            client.send(headers(stream, GET))
            await client.until(() => client.isAnswered(stream), 'the answer')
            client.send(headers(stream + 2, WAIT), frame(TYPE.RST_STREAM, 0, stream + 2, uint32(8)))
          }
          expect(await client.isAlive()).to.equal(true)
        })

        const floods: readonly (readonly [what: string, each: Buffer, before?: Buffer])[] = [
          ['PING', frame(TYPE.PING, 0, 0, 'pingpong')],
          ['SETTINGS', settings()],
          ['acknowledgements of SETTINGS', SETTINGS_ACK],
          ['PRIORITY', frame(TYPE.PRIORITY, 0, 3, Buffer.from([0, 0, 0, 0, 15]))],
          ['WINDOW_UPDATE of the connection', frame(TYPE.WINDOW_UPDATE, 0, 0, uint32(1))],
          ['WINDOW_UPDATE of a stream', frame(TYPE.WINDOW_UPDATE, 0, 1, uint32(1)), headers(1, WAIT)],
          ['frames of an unknown type', frame(77, 0, 0, Buffer.alloc(1_000))],
          ['DATA without content', frame(TYPE.DATA, 0, 1), headers(1, POST, HALF)],
          ['DATA of padding alone', frame(TYPE.DATA, FLAG.PADDED, 1, Buffer.alloc(200, 199)), headers(1, POST, HALF)]
        ]
        for (const [what, each, before = Buffer.alloc(0)] of floods) {
          it(`a flood of ${what} ends the session`, async () => {
            const { client, served } = await begin({})
            client.send(before)
            const piece = Buffer.concat(Array(Math.ceil(65_536 / each.length)).fill(each))
            for (let sent = 0; sent < 64 && !client.isClosed; sent++) {
              client.send(piece)
              await new Promise((resolve) => setTimeout(resolve, 5))
            }
            await client.closed()
            expect(told(served.log)).to.deep.equal([])
          })
        }

        it('a head in more than 8 CONTINUATION frames ends the session', async () => {
          const { client } = await begin({})
          client.send(headers(1, GET, FLAG.END_STREAM))
          for (let count = 0; count < 20; count++) client.send(frame(TYPE.CONTINUATION, 0, 1, block([['a', 'b']])))
          await client.until(() => client.goaway !== undefined || client.isClosed, 'the end')
        })

        it('a head that is larger than maxHeaderSize is refused', async () => {
          const { client } = await begin({ maxHeaderSize: 2_000 })
          client.send(headers(1, fields('GET', '/', ['x-large', 'a'.repeat(3_000)])))
          await client.until(() => client.reset(1) !== undefined, 'RST_STREAM')
          expect(client.reset(1)).to.equal('ENHANCE_YOUR_CALM')
        })

        it('a head of more than 128 fields is refused', async () => {
          const { client } = await begin({})
          client.send(headers(1, fields('GET', '/', ...Array.from({ length: 150 }, (_, i): Field => [`x-${i}`, 'a']))))
          await client.until(() => client.reset(1) !== undefined, 'RST_STREAM')
          expect(client.reset(1)).to.equal('ENHANCE_YOUR_CALM')
        })

        it('streams above 128 are refused before the settings are acknowledged, too', async () => {
          const { client } = await open({})
          client.send(PREFACE, settings())
          for (let stream = 1; stream < 400; stream += 2) client.send(headers(stream, WAIT))
          await client.until(() => client.reset(399) !== undefined || client.goaway !== undefined, 'a refusal')
          expect(signals.length).to.be.lessThan(129)
        })

        it('settings above 32 in one frame end the session', async () => {
          const { client } = await begin({})
          client.send(settings(...Array.from({ length: 40 }, () => [99, 1] as const)))
          await client.until(() => client.goaway !== undefined || client.isClosed, 'the end')
        })

        it('a large body and a large answer are no floods', async () => {
          const { url, log } = await serve({})
          const session = connectHttp2(url, { rejectUnauthorized: false })
          const upload = session.request({ ':method': 'POST', ':path': '/echo' })
          upload.end(Buffer.alloc(8_000_000))
          let answer = ''
          for await (const text of upload.setEncoding('utf8')) answer += text
          expect(answer).to.equal('{"length":8000000}')
          for (let count = 0; count < 20; count++) {
            const download = session.request({ ':path': '/stream' })
            let length = 0
            for await (const bytes of download) length += bytes.length
            expect(length).to.equal(2 * LARGE.length)
          }
          // A body in the smallest pieces.
          const pieces = session.request({ ':method': 'POST', ':path': '/echo' })
          for (let count = 0; count < 20_000; count++) pieces.write('a')
          pieces.end()
          answer = ''
          for await (const text of pieces.setEncoding('utf8')) answer += text
          expect(answer).to.equal('{"length":20000}')
          session.close()
          expect(told(log)).to.deep.equal([])
        })
      })
    })
  }

  for (const listen of [{ tls: TLS }, { tls: TLS, http2: true }]) {
    it(`headersTimeout holds for the handshake of TLS: ${'http2' in listen ? 'h2' : 'https'}`, async () => {
      const { port } = await servers.serve(register, {}, { ...LIMITS, ...listen, headersTimeout: 50 })
      const socket = await openSocket(port)
      const ended = closed(socket.resume())
      socket.write(Buffer.from([22, 3, 1]))
      await ended
    })
  }
})
