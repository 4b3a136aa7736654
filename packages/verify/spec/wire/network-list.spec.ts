import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createSecureServer } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { digestOf, expectListed } from '../../../../spec/support/listed.js'
import { TLS } from '../../../../spec/support/test-certificate.js'
import { settled } from '../../../../spec/support/whole-list.js'
import { HttpTarget } from '../../src/wire/http-target.js'
import { NoResponse } from '../../src/wire/target.js'
import type { WireRequest, WireResponse } from '../../src/wire/wire-request.js'

const LIST = 'verify/wire/network-list.txt'

const ADDRESSES = [
  'http://127.0.0.1:3000',
  'http://127.0.0.1/',
  'http://127.1.2.3/api',
  'http://127.0.0.1.example/',
  'http://128.0.0.1/api/v1/',
  'http://10.127.0.0/a//',
  'http://localhost/a/b/?c=d#e',
  'https://api.localhost:443/',
  'https://a.b.localhost',
  'http://.localhost',
  'http://mylocalhost',
  'http://localhost.example:80//',
  'http://[::1]:8080/',
  'http://[::2]/',
  'https://user:secret@example.com:8443/x%20y/'
]

const request = (method: string, url = '/', headers: WireRequest['headers'] = [], body?: string): WireRequest => ({
  ...{ method, url, headers },
  body: body === undefined ? undefined : Buffer.from(body)
})

/** Requests, of which the bytes are listed. */
const REQUESTS: readonly WireRequest[] = [
  request('GET'),
  request('HEAD'),
  request('POST'),
  request('PUT'),
  request('PATCH'),
  request('DELETE'),
  request('OPTIONS', '*'),
  request('QUERY'),
  request('GET', '/', [], 'a'),
  request('POST', '/', [], ''),
  request('DELETE', '/a?b=%20', [], 'ü'),
  request('POST', '/', [['content-type', 'a/b']], 'a'.repeat(65_536)),
  request('POST', '/', [], 'a'.repeat(65_537)),
  request('POST', '/', [], 'ab'.repeat(65_536)),
  request('POST', '/', [], 'abc'.repeat(65_536)),
  ...['host', 'user-agent', 'accept', 'accept-encoding', 'cookie'].map((name) => request('GET', '/', [[name, 'own']]))
]

const GET = request('GET')
const zipped = gzipSync('abc').toString('latin1')
const ok = (...lines: readonly string[]) => `HTTP/1.1 200 OK\r\n${lines.map((line) => `${line}\r\n`).join('')}`
const withLength = (text: string, ...lines: readonly string[]) =>
  `${ok(...lines, `content-length: ${text.length}`)}\r\n${text}`

/** What a service writes as its response, and whether it closes the connection then. */
const RESPONSES: readonly (readonly [
  title: string,
  bytes: string,
  end?: 'ends' | 'resets',
  more?: { readonly request?: WireRequest; readonly timeout?: number }
])[] = [
  ['without a body', withLength('')],
  ['a body', withLength('abc', 'Content-Type: text/plain')],
  ['of HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\nabc', 'ends'],
  ['of no status that is known', 'HTTP/1.1 299 \r\ncontent-length: 0\r\n\r\n'],
  ['after an information', `HTTP/1.1 103 Early Hints\r\nlink: a\r\n\r\n${withLength('abc')}`],
  ['after a continuation', `HTTP/1.1 100 Continue\r\n\r\n${withLength('abc')}`],
  ['204', 'HTTP/1.1 204 No Content\r\n\r\n'],
  ['304 with a length', 'HTTP/1.1 304 Not Modified\r\ncontent-length: 5\r\n\r\n'],
  ['to HEAD', ok('content-length: 5', '\r\n'), undefined, { request: request('HEAD') }],
  ['headers twice', withLength('', 'X-A: 1', 'x-a: 2', 'Set-Cookie: a=1, 2', 'set-cookie: b', 'SET-COOKIE: c')],
  ['a header without a value', withLength('', 'x-a:', 'x-b:  b  ')],
  ['a header of other letters', withLength('', 'x-a: \xfc')],
  ['names of every object', withLength('', '__proto__: a', 'constructor: b')],
  ['in chunks', `${ok('transfer-encoding: chunked')}\r\n1\r\na\r\n2\r\nbc\r\n0\r\n\r\n`],
  ['in chunks, with a trailer', `${ok('transfer-encoding: chunked')}\r\n1\r\na\r\n0\r\nx-a: b\r\n\r\n`],
  ['in chunks, without the last', `${ok('transfer-encoding: chunked')}\r\n1\r\na\r\n`, 'ends'],
  ['shorter than it says', `${ok('content-length: 5')}\r\nabc`, 'ends'],
  ['until the connection ends', `${ok()}\r\nabc`, 'ends'],
  ['zipped', withLength(zipped, 'content-encoding: gzip')],
  [
    'zipped, as the request accepts',
    withLength(zipped, 'content-encoding: gzip'),
    undefined,
    { request: request('GET', '/', [['accept-encoding', 'gzip']]) }
  ],
  [
    'zipped, as one of the headers accepts',
    withLength(zipped, 'content-encoding: gzip'),
    undefined,
    {
      request: request('GET', '/', [
        ['accept-encoding', 'br'],
        ['accept-encoding', 'gzip']
      ])
    }
  ],
  ['of a coding that is none', withLength('abc', 'content-encoding: odd')],
  ['to another protocol', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\nabc'],
  ['nothing', '', 'ends'],
  ['nothing, and a reset', '', 'resets'],
  ['half of a head', 'HTTP/1.1 200 OK\r\nx-a', 'ends'],
  ['no HTTP', 'hello\r\n\r\n'],
  ['a length that is none', `${ok('content-length: x')}\r\n`],
  ['two lengths', `${ok('content-length: 1', 'content-length: 2')}\r\na`],
  ['a large head', withLength('', `x-a: ${'a'.repeat(60_000)}`)],
  ['a head that is too large', withLength('', `x-a: ${'a'.repeat(70_000)}`)],
  ['nothing in time', '', undefined, { timeout: 300 }],
  ['no end in time', `${ok('content-length: 5')}\r\nabc`, undefined, { timeout: 300 }],
  ['a stream of events that ends', `${ok('content-type: text/event-stream')}\r\ndata: 1\n\n`, 'ends'],
  [
    'more of a stream of lines than is read',
    `${ok('content-type: application/jsonl', 'content-length: 900000')}\r\n${'1\n'.repeat(140_000)}`
  ],
  ['a stream of lines as long as is read', withLength('1\n'.repeat(131_072), 'content-type: application/jsonl')],
  [
    'as much of another body',
    withLength('1\n'.repeat(140_000), 'content-type: application/json', 'connection: close'),
    'ends'
  ]
]

function said(response: WireResponse | NoResponse): string {
  if (response instanceof NoResponse) {
    const { message, isLate, isGone } = response
    return `none${isLate ? ', late' : ''}${isGone ? ', gone' : ''}: ${message.replace(/Parse Error.*/, 'no HTTP')}`
  }
  const { body, headers, ...rest } = response
  const text = Buffer.from(body).toString('latin1')
  const heads = JSON.stringify(headers).replace(/(a{20})a+/g, (all) => `a × ${all.length}`)
  // How much of a body that goes on has come is left to chance.
  const content =
    text.length <= 100 ? JSON.stringify(text) : rest.cut === 'open' ? 'its beginning' : `${text.length} bytes`
  return `${JSON.stringify(rest)} ${heads} ${content}`
}

describe('What verify sends over the network, and receives', () => {
  const targets: HttpTarget[] = []
  const sockets = new Set<Socket>()
  let server: Server
  let port: number
  /** What comes on a connection, from its beginning on, and what is done then. */
  let receive: (received: string, socket: Socket) => void

  before(async () => {
    server = createServer((socket) => {
      sockets.add(socket)
      let received = ''
      socket.on('error', () => {})
      socket.on('data', (chunk) => {
        received += chunk.toString('latin1')
        receive(received, socket)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as { port: number }).port
  })
  afterEach(() => {
    for (const target of targets.splice(0)) target.close()
    for (const socket of sockets) socket.destroy()
  })
  after(() => server.close())

  function target(path = '', rate?: number, wait?: (milliseconds: number) => Promise<unknown>): HttpTarget {
    const made = new HttpTarget(new URL(`http://127.0.0.1:${port}${path}`), rate, wait)
    targets.push(made)
    return made
  }
  const withoutPort = (text: string) => text.replaceAll(String(port), 'PORT')
  const HOW = { timeout: 60_000, client: 0 }

  it('goes to the addresses of network-list.txt', () => {
    const lines = ADDRESSES.map((address) => {
      const made = new HttpTarget(new URL(address), undefined)
      made.close()
      return `${address}: ${made.address}${made.isLocal ? ', on this machine' : ''}`
    })
    expectListed(LIST, 'addresses', lines)
  })

  it('are the requests of network-list.txt', async () => {
    const lines: string[] = []
    for (const each of REQUESTS) {
      const own = target(each.method === 'PUT' ? '/below/' : '')
      receive = (received, socket) => {
        const [head = '', body = ''] = received.split('\r\n\r\n')
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
        if (!received.includes('\r\n\r\n') || body.length < length) return
        const shownBody = body.length > 20 ? `${body.length} bytes (${digestOf([body])})` : JSON.stringify(body)
        lines.push(`${withoutPort(head).replaceAll('\r\n', ' | ')} | ${shownBody}`)
        socket.write(withLength(''))
      }
      await own.send(each, HOW)
    }
    expectListed(LIST, 'requests', lines)
  })

  it('are the responses of network-list.txt', async () => {
    const lines: string[] = []
    for (const [title, bytes, end, { request: sent = GET, timeout = 60_000 } = {}] of RESPONSES) {
      receive = (received, socket) => {
        if (!received.endsWith('\r\n\r\n') || received.split('\r\n\r\n').length > 2) return
        if (end === 'resets') socket.resetAndDestroy()
        else if (end === 'ends') socket.end(bytes, 'latin1')
        else socket.write(bytes, 'latin1')
      }
      lines.push(`${title}: ${said(await target().send(sent, { timeout, client: 0 }))}`)
    }
    expectListed(LIST, 'responses', lines)
  })

  it('uses connections again as in network-list.txt', async () => {
    const lines: string[] = []
    const cases: readonly (readonly [string, (count: number, connection: number) => string | undefined])[] = [
      ['each is answered', () => withLength('a')],
      ['each ends its connection', () => withLength('a', 'connection: close')],
      [
        'a used connection is cut once',
        (count, connection) => (count === 2 && connection === 1 ? undefined : withLength('a'))
      ],
      ['each new connection is cut', () => undefined],
      ['used connections are cut', (count) => (count === 2 ? undefined : withLength('a'))]
    ]
    for (const [title, answer] of cases) {
      const counts = new Map<Socket, number>()
      receive = (received, socket) => {
        const count = received.split('GET ').length - 1
        counts.set(socket, count)
        const text = answer(count, [...counts.keys()].indexOf(socket) + 1)
        if (text === undefined) socket.resetAndDestroy()
        else socket.write(text)
      }
      const own = target()
      const responses: string[] = []
      for (let round = 0; round < 3; round++) {
        const response = await own.send(GET, HOW)
        responses.push(response instanceof NoResponse ? response.message : String(response.status))
        await new Promise(setImmediate)
      }
      lines.push(`${title}: ${responses.join(', ')}; requests by connection: ${[...counts.values()].join(', ')}`)
    }
    const stream = `${ok('content-type: application/jsonl', 'content-length: 900000')}\r\n${'1\n'.repeat(140_000)}`
    const closed = new Promise((resolve) => {
      receive = (_, socket) => {
        socket.once('close', resolve)
        socket.write(stream)
      }
    })
    lines.push(`a stream that goes on: ${said(await target().send(GET, HOW))}`)
    // The service sees that nobody reads it any more.
    await closed
    expectListed(LIST, 'connections', lines)
  })

  it('names the service to it as in network-list.txt, where it is reached by TLS', async () => {
    const names: string[] = []
    const secure = createSecureServer({
      ...TLS,
      SNICallback: (name, done) => {
        names.push(name)
        done(null)
      }
    })
    secure.on('secureConnection', (socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.end(withLength('secure')))
    })
    secure.on('tlsClientError', () => {})
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve))
    const { port: securePort } = secure.address() as AddressInfo
    const lines: string[] = []
    for (const host of ['localhost', '127.0.0.1']) {
      names.length = 0
      const own = new HttpTarget(new URL(`https://${host}:${securePort}`), undefined)
      targets.push(own)
      await own.connect(60_000)
      const response = await own.send(GET, HOW)
      // The certificate of the specs is nobody's.
      const end = response instanceof NoResponse ? 'not trusted' : said(response)
      lines.push(`${host}: ${names.join(', ') || 'no name'}, ${end}`)
    }
    secure.close()
    expectListed(LIST, 'TLS', lines)
  })

  it('waits as network-list.txt says', async () => {
    const lines: string[] = []
    const { now } = performance
    let clock = 1000
    try {
      performance.now = () => clock
      for (const [rate, ...steps] of [
        [undefined, 0, 0, 0],
        [1, 0, 0, 0],
        [10, 0, 50, 100, 100, 0],
        [0.5, 0, 1999, 2, 5000, 0]
      ] as const) {
        const waits: number[] = []
        const own = target('', rate, async (milliseconds) => waits.push(milliseconds))
        for (const step of steps) {
          clock += step
          waits.push(-1)
          await own.ready()
        }
        const shownWaits = waits.join(' ').split('-1').slice(1)
        lines.push(
          `${rate ?? 'any'} a second, after ${steps.join(', ')} ms: ${shownWaits.map((each) => each.trim() || 'none')}`
        )
      }
    } finally {
      performance.now = now
    }
    const closed = new HttpTarget(new URL('http://127.0.0.1:1/a/'), undefined)
    lines.push(`closed: ${await settled(() => closed.connect(150))}`)
    lines.push(`open: ${await settled(() => target().connect(60_000))}`)
    lines.push(`a request to a closed one: ${said(await closed.send(GET, { timeout: 150, client: 0 }))}`)
    expectListed(LIST, 'waits', lines)
  })
})
