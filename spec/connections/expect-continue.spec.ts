import type { Socket } from 'node:net'
import { expect } from 'chai'
import { File, type Router, Unauthorized, UploadedFile } from 'fieldstone'
import { closed, openSocket, until } from '../support/one-handler.js'
import { ServedRouters, told } from '../support/served-router.js'

class Upload {
  @File() file!: UploadedFile
}

const servers = new ServedRouters()
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'

describe('100 Continue', () => {
  afterEach(() => servers.close())

  /** What comes back for the head alone, and then for the body if the server wants it. */
  async function send(
    head: string,
    body: string,
    register: (router: Router) => unknown = (router) => router.postFunc('/', (ctx) => ctx.bodyText())
  ): Promise<{ first: string; rest: string; socket: Socket; log: ReturnType<typeof told> }> {
    const { port, log } = await servers.serve(register, { bodyLimit: 10 })
    const socket = await openSocket(port)
    let received = ''
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text
    })
    const ended = closed(socket)
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n${head}\r\n\r\n`)
    await until(() => received.includes('\r\n\r\n'))
    const first = received
    received = ''
    if (first === CONTINUE) {
      socket.write(body)
      await until(() => received.includes('\r\n\r\n'))
      socket.end()
    }
    await ended
    return { first, rest: received, socket, log: told(log) }
  }

  it('is sent when the body is read, and then the body comes', async () => {
    const { first, rest } = await send('Content-Length: 4', 'body')
    expect(first).to.equal(CONTINUE)
    expect(rest).to.match(/^HTTP\/1\.1 200 [\s\S]*"body"$/)
    expect(rest).not.to.match(/connection: close/i)
  })

  it('is sent once, for a Node handler too, however the body is read', async () => {
    const { first, rest } = await send('Transfer-Encoding: chunked', '4\r\nbody\r\n0\r\n\r\n', (router) =>
      router.post('/', (req, res) => {
        setTimeout(() => req.pipe(res), 5)
      })
    )
    expect(first).to.equal(CONTINUE)
    expect(rest).not.to.contain('100 Continue')
    expect(rest).to.contain('body')
  })

  it('is not sent in the middle of a response', async () => {
    const { first, rest } = await send('Content-Length: 4', '', (router) =>
      router.post('/', (req, res) => {
        res.write('begun')
        req.on('end', () => undefined).resume()
        setTimeout(() => res.end(' and ended'), 20)
      })
    )
    expect(first + rest)
      .to.match(/^HTTP\/1\.1 200 /)
      .and.not.to.contain('100 Continue')
  })

  it('is sent for a form that is larger than other bodies may be, but not than uploads', async () => {
    const form = '--x\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\ncontent\r\n--x--\r\n'
    const head = `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${form.length}`
    const { first, rest } = await send(head, form, (router) =>
      router.postFunc('/', async (ctx) => (await ctx.bindValidated(Upload)).file.size, { requestBody: Upload })
    )
    expect(first).to.equal(CONTINUE)
    expect(rest).to.match(/^HTTP\/1\.1 200 [\s\S]*\r\n7$/)
  })

  const withheld: [what: string, head: string, status: number, register?: (router: Router) => unknown][] = [
    ['too long', 'Content-Length: 11', 413],
    [
      'of another type',
      'Content-Length: 4\r\nContent-Type: image/png',
      415,
      (router) => router.postFunc('/', (ctx) => ctx.bindJSON(Object as never), {})
    ],
    [
      'of a form that is larger than the uploads may be',
      'Content-Length: 101\r\nContent-Type: multipart/form-data; boundary=x',
      413,
      (router) =>
        router.postFunc(
          '/',
          async (ctx) => {
            for await (const part of ctx.bodyParts()) if (part.kind === 'text') return part.value
            return undefined
          },
          { uploads: { requestSize: 100 } }
        )
    ],
    [
      'of a record with files that is larger than the uploads may be',
      'Content-Length: 101\r\nContent-Type: multipart/form-data; boundary=x',
      413,
      (router) =>
        router.postFunc('/', (ctx) => ctx.bindValidated(Upload), {
          requestBody: Upload,
          uploads: { requestSize: 100 }
        })
    ],
    ['for a path that is not there', 'Content-Length: 4', 404, () => {}],
    [
      'rejected by middleware',
      'Content-Length: 4',
      401,
      (router) => router.use(() => Unauthorized.throw()).postFunc('/', (ctx) => ctx.bodyText())
    ],
    ['that is not read', 'Content-Length: 4', 200, (router) => router.postFunc('/', () => 'unread')]
  ]
  for (const [what, head, status, register] of withheld) {
    it(`is not sent for a body ${what}: a ${status}, and the connection is closed`, async () => {
      const { first, log } = await send(head, '', register)
      expect(first).to.match(new RegExp(`^HTTP/1\\.1 ${status} `))
      expect(first).to.match(/connection: close/i)
      expect(log).to.deep.equal([])
    })
  }
})
