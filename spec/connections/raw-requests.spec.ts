import { expect } from 'chai'
import { RawConnection } from '../support/raw-http1.js'
import { ServedRouters, told } from '../support/served-router.js'

const servers = new ServedRouters()

const host = 'Host: a\r\n'
const get = (target: string, lines = host) => `GET ${target} HTTP/1.1\r\n${lines}\r\n`
const post = (lines: string, body = '') => `POST /body HTTP/1.1\r\n${host}${lines}\r\n${body}`

/** What a client sends on one connection, and the statuses of all that comes back; a `!` where the connection is closed then. */
const CASES: readonly [what: string, bytes: string, statuses: string][] = [
  ['a request', get('/'), '200'],
  ['two requests in one piece', get('/') + get('/'), '200 200'],
  ['empty lines before a request', `\r\n\r\n${get('/')}`, '200'],
  ['a request that closes', get('/', `${host}Connection: close\r\n`), '200 !'],
  ['a request behind one that closes', get('/', `${host}Connection: close\r\n`) + get('/'), '200 !'],
  ['HTTP/1.0', 'GET / HTTP/1.0\r\n\r\n', '200 !'],
  ['HTTP/1.0 that stays', 'GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n', '200'],
  ['HEAD', `HEAD / HTTP/1.1\r\n${host}\r\n`, '200'],
  ['HEAD of nothing', `HEAD /none HTTP/1.1\r\n${host}\r\n`, '404'],
  ['OPTIONS of all', `OPTIONS * HTTP/1.1\r\n${host}\r\n`, '204'],
  ['a target in absolute form', get('http://b:8/', host), '200'],
  ['a target of another scheme', get('ftp://b/', host), '400'],
  ['a target without a slash', get('x'), '400 !'],
  ['a percent sequence that is no UTF-8', get('/%ff'), '400'],
  ['bytes beyond ASCII in the target', get('/\u00e4'), '400 !'],
  ['a method that nobody knows', `BREW / HTTP/1.1\r\n${host}\r\n`, '400 !'],
  ['no version', `GET /\r\n${host}\r\n`, '505 !'],
  ['a version in letters', `GET / HTTP/x\r\n${host}\r\n`, '400 !'],
  ['a space behind the name of a header', get('/', `${host}A : c\r\n`), '400 !'],
  ['a header without a colon', get('/', `${host}A\r\n`), '400 !'],
  ['a header that goes on in another line', get('/', `${host}A: b\r\n c\r\n`), '400 !'],
  ['a NUL in a header', get('/', `${host}A: b\0c\r\n`), '400 !'],
  ['a body of its length', post('Content-Length: 2\r\n', '{}'), '200'],
  ['a body of no bytes', post('Content-Length: 0\r\n'), '200'],
  ['a length of letters', post('Content-Length: x\r\n', '{}'), '400 !'],
  ['a negative length', post('Content-Length: -1\r\n', '{}'), '400 !'],
  ['two lengths', post('Content-Length: 2\r\nContent-Length: 3\r\n', '{}'), '400 !'],
  ['a length and a transfer coding', post('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'), '400 !'],
  ['more bytes than the limit', post('Content-Length: 21\r\n', 'a'.repeat(21)), '413 !'],
  ['chunks', post('Transfer-Encoding: chunked\r\n', '1\r\n{\r\n1\r\n}\r\n0\r\n\r\n'), '200'],
  [
    'chunks with an extension and trailers',
    post('Transfer-Encoding: chunked\r\n', '2;a=b\r\n{}\r\n0\r\nA: b\r\n\r\n'),
    '200'
  ],
  ['chunks above the limit', post('Transfer-Encoding: chunked\r\n', `15\r\n${'a'.repeat(21)}\r\n0\r\n\r\n`), '413 !'],
  ['a chunk without a size', post('Transfer-Encoding: chunked\r\n', 'x\r\n'), '400 !'],
  ['a transfer coding that is unknown', post('Transfer-Encoding: gzip, chunked\r\n', '0\r\n\r\n'), '501 !'],
  ['a transfer coding that looks like chunked', post('Transfer-Encoding: xchunked\r\n', 'a'), '400 !'],
  ['a tunnel', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', '501 !'],
  ['an upgrade, which is not taken', get('/', `${host}Connection: upgrade\r\nUpgrade: websocket\r\n`), '200'],
  ['a request behind one that failed', get('/throws') + get('/'), '500 200'],
  ['a connection that the handler cuts', get('/cut'), '!']
]

describe('What comes on a connection', () => {
  afterEach(() => servers.close())

  for (const [what, bytes, statuses] of CASES) {
    it(`is responded to with ${statuses}: ${what}`, async () => {
      const { port, log } = await servers.serve(
        (router) => {
          router.getFunc('/', (ctx) => ctx.host)
          router.postFunc('/body', (ctx) => ctx.bodyText(), { bodyLimit: 20 })
          router.getFunc('/throws', () => Promise.reject(new Error('broken')))
          router.getFunc('/cut', (ctx) => void ctx.handOver().destroy())
        },
        {},
        { keepAliveTimeout: 60_000 }
      )
      const connection = await RawConnection.open(port)
      connection.send(bytes)
      const expected = statuses.split(' ')
      const seen: string[] = []
      const methods = bytes.match(/^[A-Z]+(?= \S+ HTTP)/gm) ?? []
      for (const [index, status] of expected.entries()) {
        if (status === '!') {
          expect(await connection.isClosed()).to.equal(true)
          seen.push('!')
          continue
        }
        const answer = await connection.answer(methods[index] ?? 'GET')
        seen.push(String(answer.status))
        const fields = new Map(answer.fields)
        if (answer.status >= 400) expect(fields.get('content-type')).to.equal('application/problem+json')
        if (answer.status >= 400 && answer.body !== '')
          expect(JSON.parse(answer.body)).to.include({ status: answer.status })
        const isLast = expected[index + 1] === '!'
        expect(fields.get('connection')?.toLowerCase() === 'close', 'the connection is said to be closed').to.equal(
          isLast
        )
      }
      expect(seen.join(' ')).to.equal(statuses)
      if (!seen.includes('!')) {
        connection.send(get('/', `${host}Connection: close\r\n`))
        expect((await connection.answer('GET')).status, 'the next request').to.equal(200)
      }
      connection.close()
      expect(told(log).length).to.equal(what.includes('failed') ? 1 : 0)
    })
  }
})
