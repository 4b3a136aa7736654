import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect } from 'chai'
import { MethodNotAllowed } from 'fieldstone'
import { silentLogger } from '../../../src/http/logger.js'
import {
  HEAD_TEST,
  type HeadTest,
  type ResponseClass,
  testHead,
  writeKnown
} from '../../../src/http/reply/known-head.js'
import { type Reply, writeReply } from '../../../src/http/reply/reply.js'
import { PreparedError } from '../../../src/http/response/prepared-error.js'
import { EdgeGuard } from '../../../src/http/server/edge-guard.js'

const NodesClass = ServerResponse as unknown as ResponseClass
const Guarded = new EdgeGuard(silentLogger).responseClass(ServerResponse, true)

/** Any member of a response of Node, the undocumented ones too. */
type Members = Record<string, unknown>

const TEXT: Reply = { status: 200, contentType: 'text/plain; charset=utf-8', body: 'text' }
const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const CLOSING = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
const NOT_ALLOWED = new PreparedError(() => new MethodNotAllowed(undefined, { headers: { allow: 'GET, HEAD' } })).reply

/** What is known before the next response of a class. */
function knownOf(Class: typeof ServerResponse): unknown {
  return (Class.prototype as { readonly [HEAD_TEST]?: HeadTest })[HEAD_TEST]?.next()
}

describe('A head that is written as a text', () => {
  let server: Server | undefined
  afterEach(() => {
    server?.closeAllConnections()
    server?.close()
  })

  // The first response of a class is Node's.
  before(() => expect(knownOf(Guarded)).to.equal(undefined))

  /** All bytes that come for requests, after which the client closes its side. */
  async function sent(
    requests: string,
    respond: (req: IncomingMessage, res: ServerResponse) => void,
    options: { keepAliveTimeout?: number; maxRequestsPerSocket?: number } = {}
  ): Promise<string> {
    const { maxRequestsPerSocket = 0, keepAliveTimeout = 5_000 } = options
    const created = createServer({ ServerResponse: Guarded as typeof ServerResponse, keepAliveTimeout }, respond)
    created.maxRequestsPerSocket = maxRequestsPerSocket
    created.on('checkContinue', respond)
    server = created
    await new Promise<void>((resolve) => created.listen(0, '127.0.0.1', resolve))
    const socket = connect((created.address() as AddressInfo).port, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    const whole = new Promise<string>((resolve, reject) => {
      socket.once('end', () => resolve(Buffer.concat(chunks).toString('latin1')))
      socket.once('error', reject)
    })
    socket.end(Buffer.from(requests, 'latin1'))
    const bytes = await whole
    created.close()
    return bytes.replace(/\r\nDate: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n/g, '\r\nDate: now\r\n')
  }

  /** What comes of a reply, and of the same where `writeHead` is wrapped, and so called. */
  async function both(
    requests: string,
    reply: Reply,
    prepare: (res: ServerResponse) => void,
    options?: Parameters<typeof sent>[2]
  ): Promise<{ readonly own: string; readonly byNode: string }> {
    const own = await sent(
      requests,
      (req, res) => {
        prepare(res)
        writeReply(req, res, reply)
      },
      options
    )
    const byNode = await sent(
      requests,
      (req, res) => {
        res.writeHead = ((...args: Parameters<ServerResponse['writeHead']>) =>
          ServerResponse.prototype.writeHead.apply(res, args)) as typeof res.writeHead
        prepare(res)
        writeReply(req, res, reply)
      },
      options
    )
    return { own, byNode }
  }

  it('is written on this version of Node', () => expect(testHead(NodesClass)).to.not.equal(undefined))

  it('is tested before the second response, once', () => {
    const Class = new EdgeGuard(silentLogger).responseClass(ServerResponse, true)
    const [first, second, third] = [knownOf(Class), knownOf(Class), knownOf(Class)]
    expect(first).to.equal(undefined)
    expect(second).to.be.an('object').that.equals(third)
  })

  for (const method of ['writeHead', 'end', '_storeHeader', '_send'] as const) {
    it(`is left to Node where ${method} was replaced between the class and its second response`, () => {
      class Base extends ServerResponse {}
      const Class = new EdgeGuard(silentLogger).responseClass(Base as typeof ServerResponse, true)
      expect(knownOf(Class)).to.equal(undefined)
      const original = Reflect.get(Base.prototype, method) as (...args: unknown[]) => unknown
      const texts = '_storeHeader( write_( processHeader( _writeRaw('
      const replaced = new Function(
        'original',
        `return function (...args) { '${texts}'; return original.apply(this, args) }`
      )
      Reflect.set(Base.prototype, method, replaced(original))
      expect(knownOf(Class)).to.equal(undefined)
    })
  }

  it('takes the place of writeHead', async () => {
    const isStarted: boolean[] = []
    await sent(GET, (_req, res) => {
      isStarted.push(writeKnown(res, 200, 'text/plain', 4, 'text'))
    })
    expect(isStarted).to.deep.equal([true])
  })

  it('takes the place of writeHead for a prepared error, with all of its headers', async () => {
    const bytes = await sent(GET, (req, res) => {
      res.setHeader = () => {
        throw new Error('a header is set')
      }
      res.write = () => {
        throw new Error('the head and the body are two writes')
      }
      writeReply(req, res, NOT_ALLOWED)
    })
    expect(bytes).to.match(
      /^HTTP\/1\.1 405 Method Not Allowed\r\nallow: GET, HEAD\r\ncontent-type: application\/problem/
    )
  })

  const nothing = (): void => undefined
  const member = (name: string, value: unknown) => (res: ServerResponse) => {
    ;(res as unknown as Members)[name] = value
  }
  const cases: readonly [
    what: string,
    reply: Partial<Reply>,
    prepare?: (res: ServerResponse) => void,
    requests?: string,
    options?: Parameters<typeof sent>[2]
  ][] = [
    ['a text', {}],
    ['JSON of 201', { status: 201, contentType: 'application/json; charset=utf-8', body: '{"a":1}' }],
    ['a status without a name', { status: 299 }],
    ['an error', { status: 413, body: 'x'.repeat(100) }],
    ['a prepared error', NOT_ALLOWED],
    ['a prepared error for HEAD', NOT_ALLOWED, nothing, 'HEAD / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a prepared error, and the client closes', NOT_ALLOWED, nothing, CLOSING],
    ['a prepared error beside a header', NOT_ALLOWED, (res) => res.setHeader('access-control-allow-origin', '*')],
    ['a text beyond ASCII', { body: 'Grüße, 世界 🎉' }],
    ['a text of Latin-1', { body: 'é' }],
    ['bytes', { body: Uint8Array.of(0, 128, 255) }],
    ['a large body', { body: 'large '.repeat(300_000) }],
    ['an empty body', { body: '' }],
    ['204', { status: 204 }],
    ['205', { status: 205 }],
    ['304', { status: 304 }],
    ['a media type of Latin-1', { contentType: 'text/plain; title="é"' }],
    ['HEAD', {}, nothing, 'HEAD / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a client that closes', {}, nothing, CLOSING],
    ['HTTP/1.0', {}, nothing, 'GET / HTTP/1.0\r\n\r\n'],
    ['HTTP/1.0 that stays', {}, nothing, 'GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n'],
    [
      'a client that waits for 100',
      {},
      nothing,
      'POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n'
    ],
    ['three requests at once', { body: 'whole' }, nothing, GET.repeat(3)],
    ['a header', {}, (res) => res.setHeader('x-a', '1')],
    ['a header that was there', {}, (res) => void res.setHeader('x-a', '1').removeHeader('x-a')],
    ['a head that counts as sent', {}, member('_headerSent', true)],
    ['a listener before the end', {}, (res) => void res.on('prefinish', nothing)],
    ['a header that was removed', {}, (res) => res.removeHeader('connection')],
    ['a length that was removed', {}, (res) => res.removeHeader('content-length')],
    ['no time', {}, member('sendDate', false)],
    ['a phrase', {}, member('statusMessage', 'Fine')],
    ['the last response', {}, member('shouldKeepAlive', false)],
    ['a length that is checked', {}, member('strictContentLength', true)],
    ['a connection of two requests', {}, nothing, GET.repeat(2), { maxRequestsPerSocket: 2 }],
    ['a timeout of 1.9 seconds', {}, nothing, GET, { keepAliveTimeout: 1_900 }],
    ['a timeout below a second', {}, nothing, GET, { keepAliveTimeout: 900 }],
    ['no timeout', {}, nothing, GET, { keepAliveTimeout: 0 }],
    ['no keep-alive of its own', {}, member('_defaultKeepAlive', false)]
  ]
  for (const [what, reply, prepare = nothing, requests = GET, options] of cases) {
    it(`sends the same bytes as Node: ${what}`, async () => {
      const { own, byNode } = await both(requests, { ...TEXT, ...reply }, prepare, options)
      expect(own).to.match(/^HTTP\/1\.1 \d{3} [\w ]+\r\n/)
      expect(own).to.equal(byNode)
    })
  }

  it('leaves the response as Node does', async () => {
    const seen: unknown[] = []
    const look = (res: ServerResponse) =>
      seen.push([res.statusCode, res.statusMessage, res.headersSent, res.writableEnded, res.getHeaders()])
    await both(GET, { ...TEXT, status: 201 }, (res) => res.on('finish', () => look(res)))
    expect(seen).to.have.length(2)
    expect(seen[0]).to.deep.equal(seen[1])
  })

  it('says of its headers what Node says, also where one was there before', async () => {
    const seen: unknown[] = []
    await both(GET, TEXT, (res) => {
      res.setHeader('x-a', '1')
      res.removeHeader('x-a')
      res.on('finish', () =>
        seen.push([res.getHeaders(), res.getHeader('content-type'), res.hasHeader('content-length')])
      )
    })
    expect(seen).to.have.length(2)
    expect(seen[0]).to.deep.equal(seen[1])
  })

  for (const event of ['prefinish', 'finish', 'close']) {
    it(`has no body in the head that logs print: ${event}`, async () => {
      let head: unknown
      await sent(GET, (req, res) => {
        res.on(event, () => {
          head = (res as unknown as Members)._header
        })
        writeReply(req, res, { ...TEXT, body: 'secret' })
      })
      expect(head).to.match(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\n$/)
    })
  }

  for (const body of ['never', 'niemals ü']) {
    it(`cuts the connection at the turn of a response that was destroyed before it: ${body}`, async () => {
      const bytes = await sent(GET.repeat(3), (req, res) => {
        if (res.socket === null) {
          res.destroy()
          writeReply(req, res, { ...TEXT, body })
        } else {
          // The others are in their place in the pipeline then.
          setImmediate(() => writeReply(req, res, { ...TEXT, body: 'first' }))
        }
      })
      expect(bytes).to.match(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\nfirst$/)
      expect(bytes.split('HTTP/1.1')).to.have.length(2)
    })
  }

  for (const method of ['writeHead', 'end', '_storeHeader']) {
    it(`calls ${method} where it was wrapped`, async () => {
      let calls = 0
      await sent(GET, (req, res) => {
        const members = res as unknown as Members
        const wrapped = members[method] as (...args: unknown[]) => unknown
        members[method] = (...args: unknown[]) => {
          calls += 1
          return wrapped.apply(res, args)
        }
        expect(writeKnown(res, 200, 'text/plain', 4, 'text')).to.equal(false)
        writeReply(req, res, TEXT)
      })
      expect(calls).to.equal(1)
    })
  }

  it('rejects a media type that no header can carry, as Node does', async () => {
    let thrown: unknown
    await sent(GET, (req, res) => {
      try {
        writeReply(req, res, { ...TEXT, contentType: 'text/plain\r\nx-forged: 1' })
      } catch (error) {
        thrown = error
      }
      res.end()
    })
    expect(thrown).to.have.property('code', 'ERR_INVALID_CHAR')
  })

  it('has the media type of its reply, of as many as there are', async () => {
    const types = Array.from({ length: 250 }, (_each, index) => `text/x-${index}`)
    const bytes = await sent(GET.repeat(250), (req, res) =>
      writeReply(req, res, { ...TEXT, contentType: types.shift() as string })
    )
    const came = [...bytes.matchAll(/\r\ncontent-type: text\/x-(\d+)\r\n/g)].map(([, index]) => Number(index))
    expect(came).to.deep.equal(Array.from({ length: 250 }, (_each, index) => index))
  })

  it('is left to classes that write in another way', () => {
    class Wrapped extends ServerResponse {
      override writeHead(...args: unknown[]): this {
        return super.writeHead(...(args as [number]))
      }
    }
    class Noting extends ServerResponse {
      notes = 0
      override writeHead(...args: unknown[]): this {
        this.notes += 1
        // A method whose text has _storeHeader( is not yet Node's.
        return super.writeHead(...(args as [number]))
      }
    }
    class Sending extends ServerResponse {
      override end(): this {
        return super.end('more')
      }
    }
    for (const Class of [Wrapped, Noting, Sending, Object]) {
      expect(testHead(Class as unknown as ResponseClass), Class.name).to.equal(undefined)
    }
  })

  for (const name of ['writeHead', 'end', '_storeHeader', '_send']) {
    it(`is left to Node where a class passes ${name} on to it`, () => {
      class Passing extends ServerResponse {}
      const method = (ServerResponse.prototype as unknown as Members)[name] as (...args: unknown[]) => unknown
      Object.defineProperty(Passing.prototype, name, {
        value(this: ServerResponse, ...args: unknown[]): unknown {
          return method.apply(this, args)
        }
      })
      expect(testHead(Passing as unknown as ResponseClass)).to.equal(undefined)
    })
  }

  it('tells no one of a response when it is tested', () => {
    let count = 0
    const counted = (): void => {
      count++
    }
    subscribe('http.server.response.created', counted)
    testHead(NodesClass)
    unsubscribe('http.server.response.created', counted)
    expect(count).to.equal(0)
  })

  it('has the time of the machine while a test sets another clock', async () => {
    const { now } = Date
    let isReal = false
    try {
      Date.now = () => 0
      await sent(GET, (req, res) => {
        writeReply(req, res, { ...TEXT, body: 'clock' })
        isReal = !String((res as unknown as Members)._header).includes(' 1970 ')
      })
    } finally {
      Date.now = now
    }
    expect(isReal).to.equal(true)
  })

  it('is left to Node where its own clock is another one', async () => {
    const { now } = Date
    const copy = '../../../src/http/reply/known-head.js?clock'
    try {
      Date.now = () => 0
      const other: { testHead: typeof testHead } = await import(copy)
      expect(other.testHead(NodesClass)).to.equal(undefined)
    } finally {
      Date.now = now
    }
  })

  it('is not written by responses of HTTP/2', () => {
    const Other = new EdgeGuard(silentLogger).responseClass(ServerResponse, false)
    expect([knownOf(Other), knownOf(Other)]).to.deep.equal([undefined, undefined])
  })
})
