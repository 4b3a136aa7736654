import { createServer, type Server, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import type { VerifyOptions, VerifyReport } from 'fieldstone-verify'
import { bare, json, openApi, parameter } from '../support/services.js'
import { findingsOf, inShort, verified } from '../support/verified.js'

const DOCUMENT = openApi({
  '/a': { get: { operationId: 'a', responses: { 200: json({ type: 'object' }), ...bare(400, 405) } } }
})

const withLength = (text: string, ...lines: readonly string[]) =>
  `HTTP/1.1 200 OK\r\n${[...lines, `content-length: ${text.length}`].join('\r\n')}\r\n\r\n${text}`
const JSON_TYPE = 'content-type: application/json'
const RIGHT = withLength('{}', JSON_TYPE)

/** What a service writes as its response to a GET, and what verify finds. */
const RESPONSES: readonly (readonly [
  what: string,
  bytes: string,
  found: readonly string[],
  end?: 'ends' | 'resets'
])[] = [
  ['a body with its length', RIGHT, []],
  [
    'a body in chunks',
    `HTTP/1.1 200 OK\r\n${JSON_TYPE}\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n`,
    []
  ],
  ['a body until the connection ends', `HTTP/1.1 200 OK\r\n${JSON_TYPE}\r\n\r\n{}`, [], 'ends'],
  ['a response of HTTP/1.0', `HTTP/1.0 200 OK\r\n${JSON_TYPE}\r\n\r\n{}`, [], 'ends'],
  ['an information before the response', `HTTP/1.1 103 Early Hints\r\nlink: a\r\n\r\n${RIGHT}`, []],
  ['a large head', withLength('{}', JSON_TYPE, `x-a: ${'a'.repeat(60_000)}`), []],
  ['nothing', '', ['server-error a none'], 'ends'],
  ['nothing, and resets the connection', '', ['server-error a none'], 'resets'],
  ['half of a head', 'HTTP/1.1 200 OK\r\nx-a', ['server-error a none'], 'ends'],
  ['half of a body', `HTTP/1.1 200 OK\r\n${JSON_TYPE}\r\ncontent-length: 9\r\n\r\n{}`, ['server-error a none'], 'ends'],
  [
    'a body in chunks without the last',
    `HTTP/1.1 200 OK\r\n${JSON_TYPE}\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n`,
    ['server-error a none'],
    'ends'
  ],
  ['what is no HTTP', 'hello\r\n\r\n', ['server-error a none']],
  ['a length that is none', `HTTP/1.1 200 OK\r\n${JSON_TYPE}\r\ncontent-length: x\r\n\r\n`, ['server-error a none']],
  [
    'a body that is zipped, which no request asked for',
    withLength(gzipSync('{}').toString('latin1'), JSON_TYPE, 'content-encoding: gzip'),
    ['ignored-accept a 200 content-encoding']
  ],
  [
    'a body of a coding that does not exist',
    withLength('{}', JSON_TYPE, 'content-encoding: odd'),
    ['broken-response a 200 content-encoding']
  ]
]

describe('verify speaks HTTP over the network, and a service sends', () => {
  const opened: Server[] = []
  const sockets = new Set<Socket>()
  afterEach(() => {
    for (const each of opened.splice(0)) each.close()
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  })

  /** A server of bytes; `respond` gets each request once it is complete. */
  async function serve(respond: (request: string, socket: Socket) => void): Promise<string> {
    const server = createServer((socket) => {
      sockets.add(socket)
      let received = ''
      socket.on('error', () => {})
      socket.on('data', (chunk) => {
        received += chunk.toString('latin1')
        for (;;) {
          const head = received.indexOf('\r\n\r\n')
          const length = Number(/content-length: (\d+)/i.exec(received.slice(0, head))?.[1] ?? 0)
          if (head < 0 || received.length < head + 4 + length) return
          const request = received.slice(0, head + 4 + length)
          received = received.slice(head + 4 + length)
          respond(request, socket)
        }
      })
    })
    opened.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as { port: number }).port}`
  }

  /** Answers what is no GET of the path as it should be. */
  const others = (request: string, socket: Socket): boolean => {
    const [, method, path] = /^(\w+) ([^ ?]*)/.exec(request) ?? []
    if (path === '/a' && method === 'GET') return false
    const status = path === '/a' ? '405 No' : '404 No'
    socket.write(`HTTP/1.1 ${status}\r\nallow: GET\r\ncontent-length: 0\r\n\r\n`)
    return true
  }
  const run = (url: string, options: VerifyOptions = {}, document = DOCUMENT): Promise<VerifyReport> =>
    verified({ url, document }, { runs: 24, shrinkRuns: 0, ...options })

  for (const [what, bytes, expected, end] of RESPONSES) {
    it(what, async () => {
      const url = await serve((request, socket) => {
        if (others(request, socket)) return
        if (end === 'resets') socket.resetAndDestroy()
        else if (end === 'ends') socket.end(bytes, 'latin1')
        else socket.write(bytes, 'latin1')
      })
      const report = await run(url)
      expect(findingsOf(report).map(inShort)).to.deep.equal(expected)
    })
  }

  it('nothing in time, for which no other request waits', async () => {
    let waiting = 0
    const url = await serve((request, socket) => {
      if (!others(request, socket)) waiting++
    })
    const report = await run(url, { timeout: 200 })
    expect(report.disagreements.map(({ document }) => document)).to.deep.equal([
      'the service did not respond: nothing came within 0.2 seconds'
    ])
    expect(waiting).to.equal(1)
  })

  it('a response to a request on a connection that it closes at the same time, which is sent again', async () => {
    let count = 0
    const url = await serve((request, socket) => {
      if (others(request, socket)) return
      // Every second request on a connection comes too late.
      if (++count % 2 === 0) socket.resetAndDestroy()
      else socket.write(RIGHT)
    })
    const report = await run(url)
    expect(findingsOf(report)).to.deep.equal([])
  })

  it('a response before it has read all of a large body', async () => {
    const document = openApi({
      '/a': {
        post: {
          operationId: 'add',
          requestBody: {
            required: true,
            content: { 'text/plain': { schema: { type: 'string' }, example: 'x'.repeat(1_200_000) } }
          },
          responses: bare(413)
        }
      }
    })
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('data', () => {
        socket.write('HTTP/1.1 413 Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
        socket.destroySoon()
      })
    })
    opened.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
    const report = await run(url, { runs: 6, shrinkRuns: 0 }, document)
    expect(report.disagreements.filter(({ kind }) => kind === 'server-error')).to.deep.equal([])
    expect(report.operations[0]?.statuses[413]).to.be.above(0)
  }).timeout(60_000)

  it('a redirection, which is not followed', async () => {
    const paths: string[] = []
    const url = await serve((request, socket) => {
      paths.push(/^\w+ ([^ ?]*)/.exec(request)?.[1] ?? '')
      if (!others(request, socket)) socket.write('HTTP/1.1 302 Found\r\nlocation: /b\r\ncontent-length: 0\r\n\r\n')
    })
    const report = await run(url)
    expect(findingsOf(report).map(inShort)).to.deep.equal(['undocumented-status a 302'])
    expect(paths).not.to.include('/b')
  })

  it('cookies, each of which is judged for itself', async () => {
    const headers = { 'Set-Cookie': { schema: { type: 'string', pattern: '^[a-z]+=[^,]*$' } } }
    const document = openApi({ '/a': { get: { operationId: 'a', responses: { 200: json({}, { headers }) } } } })
    const of = async (...cookies: string[]) => {
      const url = await serve((request, socket) => {
        if (!others(request, socket))
          socket.write(withLength('{}', JSON_TYPE, ...cookies.map((cookie) => `Set-Cookie: ${cookie}`)))
      })
      return findingsOf(await run(url, {}, document)).map(inShort)
    }
    expect(await of('a=1', 'b=2')).to.deep.equal([])
    expect(await of('a=1', '2=b')).to.deep.equal(['broken-header a 200 set-cookie pattern'])
  })

  it('what it gets as it is: the path, the headers, a length of 0 with a POST that has no body', async () => {
    const document = openApi({
      '/a/{b}': {
        post: {
          operationId: 'add',
          parameters: [
            parameter('path', 'b', { enum: ['%7e /ä'] }),
            parameter('query', 'c', { enum: ['x&y'] }, { required: true })
          ],
          responses: { 204: { description: 'Done' } }
        }
      }
    })
    let first: string | undefined
    const url = await serve((request, socket) => {
      first ??= request
      socket.write('HTTP/1.1 204 No Content\r\n\r\n')
    })
    await run(`${url}/api/v1/`, { runs: 1, headers: { 'X-Own': '1' } }, document)
    const [line, ...headers] = (first ?? '').split('\r\n')
    expect(line).to.equal('POST /api/v1/a/%257e%20%2F%C3%A4?c=x%26y HTTP/1.1')
    expect(headers.map((header) => header.toLowerCase())).to.include.members([
      'x-own: 1',
      'content-length: 0',
      'accept: */*',
      'accept-encoding: identity',
      'user-agent: fieldstone-verify'
    ])
  })

  it('429, for which it goes on as another client', async function () {
    if (process.platform !== 'linux') this.skip()
    const counts = new Map<string, number>()
    const url = await serve((request, socket) => {
      const address = String(socket.remoteAddress)
      const count = (counts.get(address) ?? 0) + 1
      counts.set(address, count)
      if (count > 20) socket.write('HTTP/1.1 429 Later\r\ncontent-length: 0\r\n\r\n')
      else if (!others(request, socket)) socket.write(RIGHT)
    })
    const report = await run(url, { runs: 60 })
    expect(
      findingsOf(report)
        .map(inShort)
        .filter((line) => line !== 'undocumented-limit a 429')
    ).to.deep.equal([])
    expect([...counts.keys()].slice(0, 3)).to.deep.equal(['127.0.0.1', '127.0.0.2', '127.0.0.3'])
  })
})
