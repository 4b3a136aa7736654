import { connect as connectTcp, type Socket } from 'node:net'
import { expect } from 'chai'
import { serviceOf } from '../support/applications.js'
import { closed, until } from '../support/one-handler.js'
import { ServedRouters, told } from '../support/served-router.js'

const servers = new ServedRouters()

/** Frames and flags of RFC 9113, sections 6 and 7. */
const HEADERS = 1
const SETTINGS = 4
const GOAWAY = 7
const END_STREAM = 1
const END_HEADERS = 4

function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head.writeUInt8(type, 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** A client that keeps its connection for as long as answers let it. */
class KeptClient {
  readonly #socket: Socket
  #received = ''
  isCut = false

  constructor(port: number) {
    this.#socket = connectTcp(port, '127.0.0.1')
    this.#socket.setEncoding('latin1')
    this.#socket.on('data', (text: string) => {
      this.#received += text
    })
    this.#socket.on('error', () => {
      this.isCut = true
    })
  }

  /** The status and what the answer says of the connection; undefined where the connection ends without an answer. */
  async ask(method: string): Promise<{ status: number; isLast: boolean } | undefined> {
    this.#received = ''
    const body = method === 'POST' ? '{"a":1}' : ''
    this.#socket.write(
      `${method} /items HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    )
    await until(() => /\r\n\r\n"fine"$/.test(this.#received) || this.#socket.closed)
    const head = /^HTTP\/1\.1 (\d+)/.exec(this.#received)
    if (head === null) return undefined
    return { status: Number(head[1]), isLast: /\r\nconnection: close\r\n/i.test(this.#received) }
  }

  async closed(): Promise<void> {
    await until(() => this.#socket.closed)
  }

  end(): void {
    this.#socket.destroy()
  }
}

describe('a service that is about to stop', () => {
  afterEach(() => servers.close())

  it('answers every request on kept connections during the delay, each time as the last of its connection', async () => {
    const service = await serviceOf([], {
      health: true,
      routes: (router) => {
        router.getFunc('/items', () => 'fine')
        router.postFunc('/items', async (ctx) => {
          await ctx.bodyText()
          return 'fine'
        })
      }
    })
    const { port } = await service.listen({ port: 0, host: '127.0.0.1', signals: false })
    const clients = Array.from({ length: 60 }, () => new KeptClient(port))
    for (const client of clients) expect(await client.ask('GET')).to.deep.equal({ status: 200, isLast: false })
    const closed = service.close({ delay: 1_500, deadline: 5_000 })
    const answers = await Promise.all(
      clients.map(async (client, index) => {
        await new Promise((resolve) => setTimeout(resolve, (index / clients.length) * 400))
        const answer = await client.ask(index % 2 === 0 ? 'POST' : 'GET')
        await client.closed()
        return answer
      })
    )
    expect(answers).to.deep.equal(clients.map(() => ({ status: 200, isLast: true })))
    expect(clients.some(({ isCut }) => isCut)).to.equal(false)
    await closed
  })

  it('closes no connection for idleness, until the delay is over', async () => {
    const { service, port } = await servers.serve(
      (router) => router.getFunc('/items', () => 'fine'),
      {},
      { keepAliveTimeout: 1 }
    )
    const client = new KeptClient(port)
    await client.ask('GET')
    const closed = service.close({ delay: 3_000 })
    // Node closes a connection a second after what keepAliveTimeout says.
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    expect(await client.ask('GET')).to.deep.equal({ status: 200, isLast: true })
    await client.closed()
    await closed
  })

  it('says so at an answer that was asked for before, and only at the last of several', async () => {
    const waiting: (() => void)[] = []
    const { service, port } = await servers.serve((router) =>
      router.getFunc('/wait', () => new Promise((resolve) => waiting.push(() => resolve('fine'))))
    )
    const socket = connectTcp(port, '127.0.0.1')
    let received = ''
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text
    })
    const ask = 'GET /wait HTTP/1.1\r\nHost: x\r\n\r\n'
    socket.write(ask)
    await until(() => waiting.length === 1)
    const stopped = service.close({ delay: 1_500 })
    socket.write(ask + ask)
    await until(() => waiting.length === 3)
    for (const release of waiting) release()
    await closed(socket)
    await stopped
    const heads = received.match(/HTTP\/1\.1 200[\s\S]*?\r\n\r\n/g) ?? []
    expect(heads.map((head) => /connection: close/i.test(head))).to.deep.equal([false, false, true])
  })

  it('warns HTTP/2 clients first by a GOAWAY that refuses nothing, and names the last stream at the end', async () => {
    const { service, port } = await servers.serve((router) => router.getFunc('/', () => 'fine'), {}, { http2: true })
    const client = connectTcp(port, '127.0.0.1')
    const frames: { type: number; stream: number; payload: Buffer }[] = []
    let rest = Buffer.alloc(0)
    client.on('data', (bytes: Buffer) => {
      rest = Buffer.concat([rest, bytes])
      for (;;) {
        const length = rest.length < 9 ? Number.POSITIVE_INFINITY : 9 + rest.readUIntBE(0, 3)
        if (rest.length < length) return
        frames.push({ type: rest[3] as number, stream: rest.readUInt32BE(5), payload: rest.subarray(9, length) })
        rest = rest.subarray(length)
      }
    })
    const lastStreams = (): number[] =>
      frames.filter(({ type }) => type === GOAWAY).map(({ payload }) => payload.readUInt32BE(0))
    client.write(`PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`)
    client.write(frame(SETTINGS, 0, 0, Buffer.alloc(0)))
    await until(() => frames.length > 0)
    const stopped = service.close({ delay: 1_500, deadline: 5_000 })
    await until(() => lastStreams().length === 1)
    // A client that has not read the warning yet. HPACK for GET, http, "/" and the authority "x".
    client.write(frame(HEADERS, END_STREAM | END_HEADERS, 1, Buffer.from([0x82, 0x86, 0x84, 0x41, 0x01, 0x78])))
    // 0x88 is ":status: 200".
    await until(() => frames.some(({ type, payload }) => type === HEADERS && payload[0] === 0x88))
    await stopped
    expect(lastStreams().slice(0, 2)).to.deep.equal([2 ** 31 - 1, 1])
  })

  it('serves what has arrived before its connection could pass for an idle one, without any delay', async () => {
    const { service, port, log } = await servers.serve((router) => {
      router.get('/items', (_req, res) => res.end('"fine"'))
      router.post('/items', (_req, res) => res.end('"fine"'))
    })
    const clients = Array.from({ length: 20 }, () => new KeptClient(port))
    for (const client of clients) await client.ask('GET')
    const answers = clients.map((client) => client.ask('POST'))
    const closed = service.close({ deadline: 5_000 })
    expect(await Promise.all(answers)).to.deep.equal(clients.map(() => ({ status: 200, isLast: true })))
    await closed
    expect(told(log)).to.deep.equal([])
  })
})
