import { connect } from 'node:http2'
import { type Context } from 'fieldstone'
import type { ServerListenOptions } from '../../../src/http/server/options.js'
import { RawConnection } from '../../support/raw-http1.js'
import { type Served, ServedRouters } from '../../support/served-router.js'
import { expectWholeList, shown } from '../../support/whole-list.js'

const HOST = 'Host: a\r\n'
const get = (target: string, more = '', version = '1.1') => `GET ${target} HTTP/${version}\r\n${HOST}${more}\r\n`
const post = (more: string, body: string) => `POST /body HTTP/1.1\r\n${HOST}${more}\r\n${body}`

/** What is sent on one connection each. */
const SENT: readonly string[] = [
  ...[
    '/',
    '/?a=%',
    '//',
    '*',
    'http://b/',
    'http://b:8/?c',
    'https://b/',
    'http://u@b/',
    'b',
    '/#c',
    '/a b',
    '/%ff',
    '/ä'
  ].map((target) => get(target)),
  ...['1.0', '0.9', '1.2', '2.0', '3.0', '1.', 'x'].map((version) => get('/', '', version)),
  'GET / HTTP/1.1\r\n\r\n',
  'GET / HTTP/1.0\r\n\r\n',
  'GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET / HTTP/1.0\r\n\r\n',
  'GET /\r\n\r\n',
  'GET\r\n\r\n',
  '\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n',
  ...['', ' ', 'a b', 'a/b', 'a@b', '[::1]:80', '[x]', 'a:80', 'ä', 'a,b'].map(
    (host) => `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`
  ),
  get('/', 'host: a\r\n'),
  get('/', 'HOST: b\r\n'),
  get('/', 'Connection: close\r\n') + get('/'),
  get('/', 'Connection: keep-alive\r\n') + get('/'),
  get('/') + get('/') + get('/none'),
  get('/', 'A: b\r\n c\r\n'),
  get('/', 'A b: c\r\n'),
  get('/', 'A : c\r\n'),
  get('/', ': c\r\n'),
  get('/', 'A: \0\r\n'),
  get('/', `A: ${'b'.repeat(17_000)}\r\n`),
  get('/', 'Expect: 100-continue\r\n'),
  get('/', 'Expect: else\r\n'),
  get('/', 'Upgrade: websocket\r\nConnection: upgrade\r\n'),
  get('/', 'Upgrade: h2c\r\nConnection: upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAAA\r\n'),
  'CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  `HEAD / HTTP/1.1\r\n${HOST}\r\n`,
  `HEAD /none HTTP/1.1\r\n${HOST}\r\n`,
  'HEAD / HTTP/1.1\r\n\r\n',
  `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`,
  `TRACE / HTTP/1.1\r\n${HOST}\r\n`,
  `BREW / HTTP/1.1\r\n${HOST}\r\n`,
  post('Content-Length: 2\r\n', '{}'),
  post('Content-Length: 3\r\n', '{}'),
  post('Content-Length: 1\r\n', '{}'),
  post('Content-Length: 2\r\nContent-Length: 2\r\n', '{}'),
  post('Content-Length: -1\r\n', '{}'),
  post('Content-Length: 21\r\n', 'a'.repeat(21)),
  post('Content-Length: 20\r\n', 'a'.repeat(20)),
  post('Content-Length: 2\r\nConnection: close\r\n', '{}'),
  post('Content-Length: 2\r\nExpect: 100-continue\r\n', '{}'),
  post('Content-Length: 21\r\nExpect: 100-continue\r\n', ''),
  post('Transfer-Encoding: chunked\r\n', '2\r\n{}\r\n0\r\n\r\n'),
  post('Transfer-Encoding: chunked\r\n', '2;a=b\r\n{}\r\n0\r\nTrailer: x\r\n\r\n'),
  post('Transfer-Encoding: chunked\r\n', 'x\r\n'),
  post('Transfer-Encoding: chunked\r\n', '15\r\naaaaaaaaaaaaaaaaaaaaa\r\n0\r\n\r\n'),
  post('Transfer-Encoding: gzip, chunked\r\n', '0\r\n\r\n'),
  post('Transfer-Encoding: Chunked\r\n', '0\r\n\r\n'),
  post('Transfer-Encoding: gzip\r\n', 'a'),
  post('Transfer-Encoding: chunked, gzip\r\n', 'a'),
  post('Transfer-Encoding: xchunked\r\n', 'a'),
  post('Transfer-Encoding: chunked\r\nContent-Length: 2\r\n', '0\r\n\r\n'),
  `POST /body HTTP/1.0\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  `POST /body HTTP/1.1\r\n${HOST}\r\n`,
  get('/cut'),
  get('/cut-later'),
  get('/throws'),
  get('/late-error'),
  'x'.repeat(10),
  ''
]

/** Heads of requests of HTTP/2, each on a stream of one connection. */
const HEADS: readonly Readonly<Record<string, string | string[]>>[] = [
  { ':path': '/' },
  { ':path': '/none' },
  { ':path': '/', ':method': 'HEAD' },
  { ':path': '/', ':authority': 'a b' },
  { ':path': '/', ':authority': 'b:8' },
  { ':path': '/', host: 'c' },
  { ':path': '/', ':authority': 'c', host: 'C' },
  { ':path': '/', ':authority': 'c', host: 'd' },
  { ':path': '*', ':method': 'OPTIONS' },
  { ':path': '/', ':method': 'BREW' },
  { ':path': '/', ':scheme': 'https' },
  { ':path': 'x' },
  { ':path': '/cut' },
  { ':path': '/throws' },
  { ':path': '/', cookie: ['a=1', 'b=2'] },
  { ':path': '/', expect: '100-continue' },
  { ':path': '/', 'x-a': 'b'.repeat(17_000) }
]

describe('A server', () => {
  const routers = new ServedRouters()
  afterEach(() => routers.close())

  const serve = (listen: ServerListenOptions = {}) =>
    routers.serve(
      (router) =>
        router
          .getFunc('/', (ctx: Context) => ({ host: ctx.host, search: ctx.search, cookie: { ...ctx.cookies } }))
          .getFunc('/cut', (ctx: Context) => void ctx.request().destroy())
          .getFunc('/cut-later', (ctx: Context) => {
            ctx.handOver().write('a')
            ctx.response().destroy()
          })
          .getFunc('/throws', () => {
            throw new Error('thrown')
          })
          .getFunc('/late-error', (ctx: Context) => {
            ctx.response().on('finish', () => {
              throw new Error('of a listener')
            })
            return 1
          })
          .postFunc('/body', async (ctx: Context) => [await ctx.bodyText()]),
      { bodyLimit: 20 },
      listen
    )

  /** What was logged since the last time. */
  function logged({ log }: Served): string[] {
    // That a client has left is known at another moment in each version of Node.
    const entries = log.splice(0).filter(({ message }) => !message.endsWith('was left by its client'))
    return entries.map(({ level, message, fields }) => {
      const { err, requestId: _id, ...rest } = fields as Record<string, unknown>
      // Each version of Node has other words for what its parser rejects.
      const error = err === undefined ? '' : ` ${shown(err).replace(/(Parse Error).*/, '$1')}`
      return `  log ${level}: ${message}${error} ${shown(rest)}`.replaceAll(
        /(?:dist\/)?spec\/http\/[^"\s]*:\d+/g,
        'the handler'
      )
    })
  }

  const short = (text: string) =>
    shown(text.replace(/\r\nDate: [^\r]*/gi, '')).replace(
      /([a-z])\1{200,}/g,
      (run) => `${run.slice(0, 3)}…${run.length}`
    )

  it('responds to what comes on a connection as in raw-list.txt', async () => {
    const served = await serve()
    const lines: string[] = []
    for (const sent of SENT) {
      const connection = await RawConnection.open(served.port)
      connection.send(sent)
      connection.end()
      const response = await connection.rest()
      connection.close()
      lines.push(
        '',
        `${short(sent)}`,
        ...response.split(/(?=HTTP\/1\.1 )/).map((each) => `  ${short(each)}`),
        ...logged(served)
      )
    }
    lines.push('', '# HTTP/2')
    const h2 = await serve({ http2: true })
    const session = connect(h2.url)
    for (const head of HEADS) {
      const request = session.request(head, { endStream: true })
      const response = await new Promise<string>((resolve) => {
        let text = ''
        request.setEncoding('utf8')
        request.on('response', ({ date, ...headers }) => {
          text += Object.entries(headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join(' | ')
        })
        request.on('data', (data: string) => {
          text += ` ${shown(data)}`
        })
        request.on('error', (error) => {
          text += ` ${shown(error)}`
        })
        request.on('close', () => resolve(text))
      })
      lines.push('', short(shown(head)), `  ${response.replaceAll(`${h2.port}`, '(port)')}`, ...logged(h2))
    }
    session.close()
    expectWholeList('http/server/raw-list.txt', lines)
  }).timeout(60_000)
})
