import { once } from 'node:events'
import { connect as connectHttp2, createServer, type Http2Server, type OutgoingHttpHeaders } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { Conflict, type Context, Field, File, Router, type UploadedFile } from 'fieldstone'
import { SpecFolder } from '../support/files.js'
import { until } from '../support/one-handler.js'
import { unhandledRejections } from '../support/unhandled-rejections.js'

class Upload {
  @Field() title!: string
  @File() file!: UploadedFile
}

/** The response to a request over HTTP/2, and whether it was complete. */
interface Received {
  readonly status: number
  readonly body: string
  readonly isWhole: boolean
}

describe('bodies and responses over HTTP/2', () => {
  const folder = new SpecFolder()
  let server: Http2Server
  let isReleased = false
  let isAwaiting = false
  let isLeft = false

  async function* waiting(ctx: Context): AsyncGenerator<string, void> {
    await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve))
    isLeft = true
    yield 'too late'
  }

  before(async () => {
    const router = new Router({ logger: false, uploads: { folder: folder.path } })
    router.postFunc('/upload', async (ctx) => (await ctx.bindValidated(Upload)).file.size, { requestBody: Upload })
    router.postFunc('/text', (ctx) => ctx.bodyText())
    router.getFunc('/stream', (ctx) => ctx.stream(200, ['a', 'b'], { contentType: 'text/plain' }))
    router.getFunc('/events', (ctx) => ctx.sse(['a']))
    router.getFunc('/no-events', (ctx) =>
      ctx.sse(
        (async function* (): AsyncGenerator<string, void> {
          yield await Promise.reject(new Conflict('There are no events'))
        })()
      )
    )
    router.getFunc('/awaited-events', (ctx) => ctx.sse(waiting(ctx), { headDelay: 1 }))
    router.getFunc('/late-events', (ctx) => {
      isAwaiting = true
      return ctx.sse(waiting(ctx), { headDelay: 600_000 })
    })
    router.getFunc('/half', (ctx) =>
      ctx.stream(
        200,
        (async function* () {
          yield 'half'
          await new Promise((resolve) => setTimeout(resolve, 20))
          throw new Error('source')
        })()
      )
    )
    router.getFunc('/endless', (ctx) =>
      ctx.stream(
        200,
        new Readable({
          read() {
            this.push(Buffer.alloc(65_536))
          },
          destroy(error, done) {
            isReleased = true
            done(error)
          }
        })
      )
    )
    server = createServer(router.handler as never)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  after(async () => {
    await new Promise((resolve) => server.close(resolve))
    folder.remove()
  })

  async function send(headers: OutgoingHttpHeaders, body?: Buffer | string, cancelAfter = Number.POSITIVE_INFINITY) {
    const session = connectHttp2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    try {
      return await new Promise<Received>((resolve) => {
        let status = 0
        let text = ''
        let isWhole = true
        const stream = session.request(headers)
        stream.on('response', (head) => {
          status = head[':status'] ?? 0
        })
        stream.on('data', (chunk: Buffer) => {
          text += chunk.toString('latin1')
          if (text.length > cancelAfter) stream.close(8)
        })
        stream.on('error', () => {
          isWhole = false
        })
        stream.on('aborted', () => {
          isWhole = false
        })
        stream.on('close', () => resolve({ status, body: text, isWhole: isWhole && stream.rstCode === 0 }))
        stream.end(body)
      })
    } finally {
      session.close()
    }
  }

  it('accepts forms with files, and removes them afterwards', async () => {
    const form = new FormData()
    form.append('title', 'x')
    form.append('file', new Blob(['x'.repeat(200_000)]), 'x')
    const request = new Request('http://x/', { method: 'POST', body: form })
    const body = Buffer.from(await request.arrayBuffer())
    const type = request.headers.get('content-type') as string
    const received = await send({ ':method': 'POST', ':path': '/upload', 'content-type': type }, body)
    expect(received).to.deep.equal({ status: 200, body: '200000', isWhole: true })
    await until(() => folder.names.length === 0)
    const cut = await send({ ':method': 'POST', ':path': '/upload', 'content-type': type }, body.subarray(0, 1000))
    expect(cut.status).to.equal(400)
    await until(() => folder.names.length === 0)
  })

  it('undoes content codings', async () => {
    const headers = { ':method': 'POST', ':path': '/text', 'content-encoding': 'gzip' }
    expect((await send(headers, gzipSync('text'))).body).to.equal('"text"')
    expect((await send(headers, gzipSync(Buffer.alloc(2_000_000)))).status).to.equal(413)
  })

  it('leaves nothing that ends the process of a compressed body that is cut', async () => {
    const zipped = gzipSync('text')
    const headers = { ':method': 'POST', ':path': '/text', 'content-encoding': 'gzip' }
    const unhandled = await unhandledRejections(async () => {
      for (const length of [zipped.length - 1, zipped.length, zipped.length + 1]) {
        for (const sent of [10, zipped.length - 1]) {
          await send({ ...headers, 'content-length': length }, zipped.subarray(0, sent))
        }
      }
      for (let turn = 0; turn < 5; turn++) {
        const session = connectHttp2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
        const stream = session.request(headers)
        stream.end(zipped.subarray(0, 10))
        stream.close(8)
        await once(stream, 'close')
        session.close()
        await once(session, 'close')
      }
    })
    expect(unhandled).to.deep.equal([])
    expect((await send({ ':path': '/stream' })).body).to.equal('ab')
  })

  it('streams, and sends events', async () => {
    expect(await send({ ':path': '/stream' })).to.deep.equal({ status: 200, body: 'ab', isWhole: true })
    expect(await send({ ':path': '/events' })).to.deep.equal({ status: 200, body: 'data: a\n\n', isWhole: true })
  })

  it('responds with the error of a source of events that fails before its first one', async () => {
    const { status, body, isWhole } = await send({ ':path': '/no-events' })
    expect([status, isWhole, JSON.parse(body).detail]).to.deep.equal([409, true, 'There are no events'])
  })

  it('sends the head of a stream of events that waits, and notices a client that goes away before', async () => {
    const session = connectHttp2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const awaited = session.request({ ':path': '/awaited-events' })
    const [head] = (await once(awaited, 'response')) as [OutgoingHttpHeaders]
    expect([head[':status'], head['content-type']]).to.deep.equal([200, 'text/event-stream'])
    awaited.close(8)
    await until(() => isLeft)
    isLeft = false
    const late = session.request({ ':path': '/late-events' })
    await until(() => isAwaiting)
    late.close(8)
    await until(() => isLeft)
    session.close()
  })

  it('cuts a stream whose source fails', async () => {
    expect(await send({ ':path': '/half' })).to.deep.equal({ status: 200, body: 'half', isWhole: false })
  })

  it('releases the source when the client cancels', async () => {
    await send({ ':path': '/endless' }, undefined, 200_000)
    await until(() => isReleased)
  })
})
