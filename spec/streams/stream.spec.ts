import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer, request, type ServerResponse } from 'node:http'
import { type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect } from 'chai'
import { type Context, type ContextHandler } from 'fieldstone'
import { openFiles, SpecFolder } from '../support/files.js'
import { exchange, oneHandler, openSocket, Servers, until } from '../support/one-handler.js'

async function* texts(...list: readonly string[]) {
  yield* list
}

describe('a streamed response', () => {
  const servers = new Servers()
  const folder = new SpecFolder()
  afterEach(() => servers.close())
  after(() => folder.remove())

  async function raw(handler: ContextHandler, head = 'GET / HTTP/1.1') {
    const { port, log } = await servers.serve(handler)
    return { response: await exchange(port, `${head}\r\nHost: x\r\nConnection: close\r\n\r\n`), log }
  }

  const sources: readonly [what: string, source: () => Parameters<Context['stream']>[1]][] = [
    ['a Node stream', () => Readable.from(['one', 'two'])],
    ['an async generator', () => texts('one', 'two')],
    ['a list', () => ['one', Buffer.from('two')]],
    ['a web stream', () => new Response('onetwo').body as never]
  ]
  for (const [what, source] of sources) {
    it(`comes from ${what}`, async () => {
      const { url } = await servers.serve((ctx) => ctx.stream(200, source(), { contentType: 'text/csv' }))
      const response = await fetch(url)
      expect([response.headers.get('content-type'), await response.text()]).to.deep.equal(['text/csv', 'onetwo'])
    })
  }

  it('is sent in chunks, or with the declared length', async () => {
    // Node 26 joins what is written in one tick.
    expect((await raw((ctx) => ctx.stream(200, texts('ab', 'c')))).response).to.match(
      /transfer-encoding: chunked\r\n\r\n(2\r\nab\r\n1\r\nc|3\r\nabc)\r\n0\r\n\r\n$/i
    )
    const { response } = await raw((ctx) => ctx.stream(200, texts('ab', 'c'), { contentLength: 3 }))
    expect(response)
      .to.match(/content-length: 3\r\n[\s\S]*\r\n\r\nabc$/)
      .and.not.match(/chunked/i)
  })

  it('is sent completely if the application has set another length', async () => {
    const { response } = await raw((ctx) => {
      ctx.header('content-length', 1)
      ctx.stream(200, texts('abc'))
    })
    expect(response).to.match(/3\r\nabc\r\n0\r\n\r\n$/)
  })

  it('is a 500 when its source fails before the first bytes', async () => {
    const missing = join(folder.path, 'missing')
    const { response, log } = await raw((ctx) =>
      ctx.stream(200, createReadStream(missing), { contentType: 'text/csv' })
    )
    expect(response)
      .to.match(/^HTTP\/1\.1 500 [\s\S]*application\/problem\+json/)
      .and.not.contain('text/csv')
    expect(log.map(({ level }) => level)).to.deep.equal(['error'])
  })

  for (const contentLength of [-1, 1.5, Number.NaN, '5']) {
    it(`is a 500 with a declared length of ${JSON.stringify(contentLength)}, and its source is released`, async () => {
      const source = Readable.from(['a'])
      const { response, log } = await raw((ctx) => ctx.stream(200, source, { contentLength: contentLength as number }))
      expect(response).to.match(/^HTTP\/1\.1 500 /)
      expect(log[0]?.fields.err?.message).to.equal(
        `The contentLength must be a whole number of bytes, 0 or more, not ${contentLength}`
      )
      await until(() => source.destroyed)
    })
  }

  const failing: readonly [what: string, source: () => AsyncIterable<string>, contentLength?: number][] = [
    [
      'fails later',
      async function* () {
        yield 'half'
        throw new Error('source')
      }
    ],
    ['gives less than was declared', () => texts('half'), 8],
    ['gives more than was declared', () => texts('half', 'whole'), 4]
  ]
  for (const [what, source, contentLength] of failing) {
    it(`is cut, without the end of a complete body, when its source ${what}`, async () => {
      const { url, log } = await servers.serve((ctx) => ctx.stream(200, source(), { contentLength }))
      const failure = await fetch(url)
        .then((response) => response.text())
        .catch((error: Error) => error)
      // The client ignores what follows a complete body.
      if (what !== 'gives more than was declared') expect(failure).to.be.instanceOf(TypeError)
      else expect(failure).to.equal('half')
      await until(() => log.length === 1)
      expect(log[0]?.level).to.equal('error')
    })
  }

  for (const item of [{ a: 1 }, 7, [1], true, Symbol('s'), 1n]) {
    it(`is a 500 when its stream of objects gives ${String(item)} first, and cut when it gives it later`, async () => {
      const { url, log } = await servers.serve((ctx) =>
        ctx.stream(200, Readable.from(ctx.query.has('late') ? ['begun', item] : [item]))
      )
      expect((await fetch(url)).status).to.equal(500)
      const late = await fetch(`${url}/?late`)
        .then(
          (response) => response.text(),
          () => 'cut'
        )
        .catch(() => 'cut')
      expect(late).to.equal('cut')
      expect(log.map(({ fields }) => fields.err?.message)).to.deep.equal([
        `The source of a stream must give texts or bytes, not a value of type ${typeof item}`,
        `The source of a stream must give texts or bytes, not a value of type ${typeof item}`
      ])
    })
  }

  it('is reset in HTTP/1.0, where the end of the connection would be the end of the body', async () => {
    let arrived = (): void => {}
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const { port } = await servers.serve((ctx) =>
      ctx.stream(
        200,
        (async function* () {
          yield 'half'
          // libuv reads bytes and a reset that come together as bytes and an end.
          await arrival
          throw new Error('source')
        })()
      )
    )
    const socket = await openSocket(port)
    socket.on('data', (bytes) => {
      if (String(bytes).includes('half')) arrived()
    })
    const error = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
      socket.removeAllListeners('error')
      socket
        .on('error', resolve)
        .on('close', () => resolve(undefined))
        .resume()
      socket.write('GET / HTTP/1.0\r\n\r\n')
    })
    expect(error?.code).to.equal('ECONNRESET')
  })

  it('has its source destroyed when the client goes away', async () => {
    const path = join(folder.path, 'large')
    await writeFile(path, Buffer.alloc(20_000_000))
    const { port, log } = await servers.serve((ctx) => ctx.stream(200, createReadStream(path)))
    for (let turn = 0; turn < 5; turn++) {
      const socket = await openSocket(port)
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
      await new Promise((resolve) => socket.once('data', resolve))
      socket.destroy()
    }
    await until(() => openFiles(folder.path).length === 0)
    expect(log.filter(({ level }) => level !== 'debug')).to.deep.equal([])
  })

  it('has its source destroyed when it waits in a pipeline and the connection is cut', async () => {
    let isWaiting = false
    let returned = false
    const { port } = await servers.serve((ctx) => {
      if (ctx.query.has('slow')) return new Promise(() => {})
      isWaiting = true
      const source = new Readable({
        read: () => {},
        destroy: (error, done) => {
          returned = true
          done(error)
        }
      })
      source.push('x')
      return ctx.stream(200, source)
    })
    const socket = await openSocket(port)
    socket.write('GET /?slow HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await until(() => isWaiting)
    socket.destroy()
    await until(() => returned)
  })

  it('is read only as fast as the client reads', async () => {
    const [chunk, count] = [Buffer.alloc(100_000), 300]
    let sending: ServerResponse | undefined
    let mostWaiting = 0
    const { handler } = await oneHandler((ctx) =>
      ctx.stream(
        200,
        (async function* () {
          for (let given = 0; given < count; given++) {
            mostWaiting = Math.max(mostWaiting, sending?.writableLength ?? Number.POSITIVE_INFINITY)
            yield chunk
          }
        })()
      )
    )
    const server = createServer((req, res) => {
      sending = res
      handler(req, res)
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    try {
      const client = request({ port: (server.address() as AddressInfo).port, agent: false }).end()
      const [response] = await once(client, 'response')
      // Until the client reads, the connection takes no more than the system keeps for it.
      response.pause()
      await until(() => sending?.writableNeedDrain === true || sending?.writableEnded === true)
      let received = 0
      for await (const bytes of response) received += bytes.length
      expect(received).to.equal(chunk.length * count)
      expect(mostWaiting).to.be.below(2 * chunk.length)
    } finally {
      server.close()
      server.closeAllConnections()
    }
  })

  it('has its source released, and never read, when it is not sent', async () => {
    const path = join(folder.path, 'released')
    await writeFile(path, 'x')
    const cases: readonly [method: string, handler: ContextHandler][] = [
      ['HEAD', (ctx) => ctx.stream(200, createReadStream(path), { contentLength: 1 })],
      ['GET', (ctx) => ctx.stream(204, createReadStream(path))],
      [
        'GET',
        (ctx) => {
          ctx.stream(200, createReadStream(path))
          throw new Error('after all')
        }
      ],
      [
        'GET',
        (ctx) => {
          ctx.json(200, 1)
          ctx.stream(200, createReadStream(path))
        }
      ],
      ['GET', (ctx) => ctx.stream(42, createReadStream(path))],
      ['GET', (ctx) => ctx.stream(200, createReadStream(path), { contentType: 'x y' })]
    ]
    for (const [method, handler] of cases) {
      await raw(handler, `${method} / HTTP/1.1`)
      await until(() => openFiles(folder.path).length === 0)
    }
    const { response } = await raw(cases[0]![1], 'HEAD / HTTP/1.1')
    expect(response).to.match(/^HTTP\/1\.1 200 [\s\S]*content-length: 1\r\n[\s\S]*\r\n\r\n$/)
  })

  for (const [status, length] of [
    [204, undefined],
    [205, '0'],
    [304, undefined]
  ] as const) {
    it(`has no content as a ${status}, whatever is given, and never reads it`, async () => {
      let read = 0
      const source = {
        [Symbol.asyncIterator]: () => ({
          next: async () => ({ done: read++ > 0, value: 'text' })
        })
      }
      const { response } = await raw((ctx) => ctx.stream(status, source))
      const [head = '', body] = response.split('\r\n\r\n')
      expect(head).to.match(new RegExp(`^HTTP/1.1 ${status} `))
      expect([/^content-length: (\d+)/im.exec(head)?.[1], body, read]).to.deep.equal([length, '', 0])
      expect(head).not.to.match(/transfer-encoding/i)
    })
  }

  it('is a 500 with a message in the log when there is nothing to stream', async () => {
    for (const nothing of [undefined, 5, {}, 'text'] as never[]) {
      const { response, log } = await raw((ctx) => ctx.stream(200, nothing))
      expect(response).to.match(/^HTTP\/1\.1 500 /)
      expect(log[0]?.fields.err?.message).to.contain('must be a stream or an iterable')
    }
  })
})
