import { expect } from 'chai'
import { type Context, type FormPart } from 'fieldstone'
import { inChunks, streamedPost } from '../support/chunked-body.js'
import { SpecFolder } from '../support/files.js'
import { BOUNDARY, bodyOf, file, text } from '../support/multipart.js'
import { exchange, type HandlerOptions, oneHandler, Servers, until } from '../support/one-handler.js'

describe('a form that is read part by part', () => {
  const servers = new Servers()
  const folder = new SpecFolder()
  afterEach(() => servers.close())
  after(() => folder.remove())

  const serve = (handler: (ctx: Context) => unknown, options: HandlerOptions = {}) =>
    servers.serve(handler as never, { uploads: { folder: folder.path }, ...options })

  async function post(handler: (ctx: Context) => unknown, body: string, options?: HandlerOptions, type?: string) {
    const { url } = await serve(handler, options)
    const headers = { 'content-type': type ?? `multipart/form-data; boundary=${BOUNDARY}` }
    const response = await fetch(url, { method: 'POST', body, headers })
    expect(folder.names).to.deep.equal([])
    return { status: response.status, body: (await response.json()) as unknown }
  }

  const whole = bodyOf(text('name', 'Ada'), file('avatar', 'x'))

  const collect = async (ctx: Context) => {
    const parts: unknown[] = []
    for await (const part of ctx.bodyParts()) {
      if (part.kind === 'text') parts.push([part.name, part.value])
      else parts.push([part.name, part.filename, part.contentType, (await part.stream.toArray()).join('').length])
    }
    return parts
  }

  it('gives texts and streams in the order of sending, and writes nothing to disk', async () => {
    const body = bodyOf(text('a', 'ä'), file('b', 'x'.repeat(300_000), 'b.png'), text('c', ''))
    expect((await post(collect, body)).body).to.deep.equal([
      ['a', 'ä'],
      ['b', 'b.png', 'image/png', 300_000],
      ['c', '']
    ])
  })

  it('is a 413 if the whole body comes at once and is too large, before its parts are read', async () => {
    const { port } = await serve(collect, { uploads: { folder: folder.path, requestSize: 100 } })
    const body = bodyOf(text('a', 'x'.repeat(3_000)))
    const head = [
      'POST / HTTP/1.1',
      'Host: x',
      'Connection: close',
      `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
      'Transfer-Encoding: chunked'
    ]
    const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
    expect(await exchange(port, `${head.join('\r\n')}\r\n\r\n${chunk}`)).to.match(/^HTTP\/1\.1 413 /)
  })

  it('throws away what the handler does not read', async () => {
    const names = async (ctx: Context) => {
      const found: string[] = []
      for await (const part of ctx.bodyParts()) {
        if (part.kind === 'file' && part.name === 'cut') part.stream.destroy()
        found.push(part.name)
      }
      return found
    }
    const body = bodyOf(file('a', 'x'.repeat(300_000)), file('cut', 'x'.repeat(300_000)), text('c', 'c'))
    expect((await post(names, body)).body).to.deep.equal(['a', 'cut', 'c'])
  })

  it('may be left before its end', async () => {
    const first = async (ctx: Context) => {
      let left: FormPart | undefined
      for await (const part of ctx.bodyParts()) {
        left = part
        break
      }
      return left?.kind === 'file' && [left.name, left.stream.destroyed]
    }
    const body = bodyOf(file('a', 'x'.repeat(300_000)), text('c', 'c'))
    expect((await post(first, body)).body).to.deep.equal(['a', true])
  })

  it('is a 413 above the limit of a file, and a 400 when it ends early', async () => {
    const options = { uploads: { folder: folder.path, fileSize: 10 } }
    expect((await post(collect, bodyOf(file('a', 'x'.repeat(11))), options)).status).to.equal(413)
    expect((await post(collect, whole.slice(0, -9))).status).to.equal(400)
  })

  it('is a 415 for anything but a form', async () => {
    expect((await post(collect, '{}', {}, 'application/json')).status).to.equal(415)
  })

  const TYPE = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }

  it('takes no more of the body than its handler reads', async () => {
    const bytes = Buffer.from(bodyOf(file('a', 'x'.repeat(1_000_000)), file('b', 'y')))
    let taken = 0
    const source = new ReadableStream(
      {
        pull(controller) {
          const chunk = bytes.subarray(taken * 16_384, ++taken * 16_384)
          if (chunk.length === 0) controller.close()
          else controller.enqueue(chunk)
        }
      },
      { highWaterMark: 0 }
    )
    let takenAhead = 0
    const service = await oneHandler(async (ctx) => {
      const sizes: number[] = []
      for await (const part of ctx.bodyParts()) {
        if (part.kind !== 'file') continue
        // The whole loop turns without a reader: what is taken then was taken without need.
        for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
        if (sizes.length === 0) takenAhead = taken
        sizes.push(Buffer.concat(await part.stream.toArray()).length)
      }
      return sizes
    })
    const response = await service.fetch(streamedPost('http://a/', source, TYPE))
    expect(await response.json()).to.deep.equal([1_000_000, 1])
    // Streams hold 64 KiB ahead of their reader since Node 22, and 16 KiB before: of 62 chunks.
    expect(takenAhead).to.be.within(1, 16)
  })

  it('is the same however it is cut into chunks', async () => {
    const content = '\r\n--x-'.repeat(2_000)
    const body = Buffer.from(
      `before\r\n${bodyOf(text('a', 'ä'), file('b', content), text('c', ''), file('d', ''))}after`
    )
    const service = await oneHandler(collect as never)
    for (const size of [1, 7, 100, 4_093, 65_536]) {
      const response = await service.fetch(streamedPost('http://a/', inChunks(body, size), TYPE))
      expect(await response.json(), `chunks of ${size}`).to.deep.equal([
        ['a', 'ä'],
        ['b', 'a.png', 'image/png', content.length],
        ['c', ''],
        ['d', 'a.png', 'image/png', 0]
      ])
    }
  })

  it('fails in the stream of a part and in the iteration when the body fails', async () => {
    const beginning = bodyOf(file('a', 'x'.repeat(100))).slice(0, 120)
    let fail: () => void = () => undefined
    const failing = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.from(beginning))
        fail = () => controller.error(new Error('the body failed'))
      }
    })
    const failures: string[] = []
    const service = await oneHandler(async (ctx) => {
      const parts = ctx.bodyParts()
      const { value: first } = await parts.next()
      if (first?.kind !== 'file') throw new Error('no file came')
      fail()
      const keep = (error: Error) => void failures.push(error.name)
      await first.stream.toArray().catch(keep)
      await parts.next().catch(keep)
    })
    await service.fetch(streamedPost('http://a/', failing, TYPE)).catch(() => undefined)
    await until(() => failures.length === 2)
  })
})
