import { once } from 'node:events'
import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { type ContextHandler } from 'fieldstone'
import { exchange, oneHandler, Servers, until } from '../support/one-handler.js'

const CLOSING = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
const TEXTS = ['plain', 'é and ü', '日本語', '😀', 'x'.repeat(20_000), '', 'ÿ'.repeat(17), 'last']
const WHOLE = TEXTS.map((text) => `data: ${text}\n\n`).join('')
/** What a response takes before it is sent. */
const FEW = ['one', 'zwei für alle', '三']
const FEW_WHOLE = 'data: one\n\ndata: zwei für alle\n\ndata: 三\n\n'

describe('the texts of items', () => {
  const servers = new Servers()
  const plain: (() => void)[] = []
  afterEach(async () => {
    for (const close of plain.splice(0)) close()
    await servers.close()
  })

  it('are whole chunks, whatever characters they have and whenever they come', async () => {
    const { port } = await servers.serve((ctx) => ctx.sse(apart(TEXTS)))
    const [, body = ''] = split(await exchange(port, CLOSING))
    const chunks = chunksOf(body)
    expect(chunks.join('')).to.equal(WHOLE)
    expect(chunks.length).to.be.above(2)
  })

  it('are chunks where the head was sent alone', async () => {
    const { port } = await servers.serve((ctx) => ctx.sse(apart(TEXTS), { headDelay: 0 }))
    const [head, body = ''] = split(await exchange(port, CLOSING))
    expect(head).to.contain('200 OK').and.contain('Transfer-Encoding: chunked')
    expect(chunksOf(body).join('')).to.equal(WHOLE)
  })

  it('end with the connection in HTTP/1.0, without chunks', async () => {
    const { port } = await servers.serve((ctx) => ctx.sse(apart(TEXTS)))
    const [head, body = ''] = split(await exchange(port, 'GET / HTTP/1.0\r\n\r\n'))
    expect(head).to.not.contain('chunked')
    expect(Buffer.from(body, 'latin1').toString()).to.equal(WHOLE)
  })

  it('come after the whole of the response before them on the same connection', async () => {
    let goOn = () => {}
    const waits = new Promise<void>((resolve) => {
      goOn = resolve
    })
    let given = 0
    const { port } = await servers.serve((ctx) => {
      if (ctx.query.has('first')) return ctx.sse(behind(waits, ['one', 'two']))
      return ctx.sse(counted(apart(FEW), () => given++))
    })
    const first = 'GET /?first HTTP/1.1\r\nHost: x\r\n\r\n'
    const answer = exchange(port, first + CLOSING)
    await until(() => given === FEW.length)
    goOn()
    const responses = (await answer).split('HTTP/1.1 200 OK\r\n').slice(1)
    const bodies = responses.map((response) => chunksOf(split(response)[1] ?? '').join(''))
    expect(bodies).to.deep.equal(['data: one\n\ndata: two\n\n', FEW_WHOLE])
  })

  it('are written by the response where middleware wraps it', async () => {
    const written: string[] = []
    const { port } = await serve(
      (ctx) => ctx.sse(apart(TEXTS)),
      (res) => {
        const { write } = res
        res.write = ((chunk: string, encoding: BufferEncoding) => {
          written.push(chunk)
          return write.call(res, chunk, encoding)
        }) as never
      }
    )
    const [, body = ''] = split(await exchange(port, CLOSING))
    expect(chunksOf(body).join('')).to.equal(WHOLE)
    expect(written.join('')).to.equal(WHOLE)
  })

  it('come in their order where middleware has corked the response for a while', async () => {
    let sent: ServerResponse | undefined
    async function* source() {
      yield* apart(FEW)
      sent?.uncork()
      yield* apart(FEW)
    }
    const { port } = await serve(
      (ctx) => ctx.sse(source()),
      (res) => {
        res.cork()
        sent = res
      }
    )
    const [, body = ''] = split(await exchange(port, CLOSING))
    expect(chunksOf(body).join('')).to.equal(FEW_WHOLE.repeat(2))
  })

  it('do not follow the end of a response that the application ends meanwhile', async () => {
    let sent: ServerResponse | undefined
    async function* source() {
      yield* apart(FEW)
      await new Promise(setImmediate)
      sent?.end()
      // So long that it is sent at once.
      yield 'x'.repeat(20_000)
    }
    const { port } = await serve(
      (ctx) => ctx.sse(source()),
      (res) => {
        sent = res
      }
    )
    const [, body = ''] = split(await exchange(port, CLOSING))
    expect(chunksOf(body).join('')).to.equal(FEW_WHOLE)
  })

  it('are read only as fast as the client reads them, and all arrive', async () => {
    const [text, count] = ['x'.repeat(100_000), 300]
    let sending: ServerResponse | undefined
    let mostWaiting = 0
    async function* source() {
      for (let given = 0; given < count; given++) {
        mostWaiting = Math.max(mostWaiting, sending?.socket?.writableLength ?? 0)
        yield text
      }
    }
    const { port } = await serve(
      (ctx) => ctx.sse(source()),
      (res) => {
        sending = res
      }
    )
    const client = request({ port, agent: false }).end()
    const [response] = await once(client, 'response')
    response.pause()
    await until(() => sending?.socket?.writableNeedDrain === true)
    let received = 0
    for await (const bytes of response) received += bytes.length
    expect(received).to.equal(count * `data: ${text}\n\n`.length)
    expect(mostWaiting).to.be.below(3 * text.length)
  })

  /** A server of Node's own, whose responses something changes before the handler. */
  async function serve(handler: ContextHandler, change: (res: ServerResponse) => void) {
    const { handler: handle } = await oneHandler(handler)
    const server = createServer((req, res) => {
      change(res)
      handle(req, res)
    })
    plain.push(() => {
      server.close()
      server.closeAllConnections()
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return { port: (server.address() as AddressInfo).port }
  }
})

/** Each in turns of the event loop of its own. */
async function* apart(texts: readonly string[]) {
  for (const text of texts) {
    for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
    yield text
  }
}

async function* behind(waits: Promise<void>, texts: readonly string[]) {
  await waits
  yield* apart(texts)
}

async function* counted(texts: AsyncIterable<string>, count: () => unknown) {
  for await (const text of texts) {
    yield text
    count()
  }
}

function split(response: string): string[] {
  const end = response.indexOf('\r\n\r\n')
  return [response.slice(0, end), response.slice(end + 4)]
}

/** The texts of a chunked body (RFC 9112, section 7.1), read byte by byte; it throws for what is not exactly that. */
function chunksOf(body: string): string[] {
  const chunks: string[] = []
  let rest = body
  for (;;) {
    const [, hex = ''] = /^([0-9a-f]+)\r\n/.exec(rest) ?? []
    if (hex === '') throw new Error(`no size of a chunk: ${JSON.stringify(rest.slice(0, 40))}`)
    const [begin, size] = [hex.length + 2, Number.parseInt(hex, 16)]
    const bytes = rest.slice(begin, begin + size)
    if (rest.slice(begin + size, begin + size + 2) !== '\r\n') throw new Error(`no end of a chunk of ${size} bytes`)
    rest = rest.slice(begin + size + 2)
    if (size === 0) break
    chunks.push(Buffer.from(bytes, 'latin1').toString())
  }
  if (rest !== '') throw new Error(`more after the last chunk: ${JSON.stringify(rest.slice(0, 40))}`)
  return chunks
}
