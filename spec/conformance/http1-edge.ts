import { type Http1Case, lines, problem, refused, request } from './http1-case.js'

const OK = { status: 200, body: 'root' } as const

/** What is refused before anything else is asked, and what must not be answered twice. */
// biome-ignore format: one row a line
export const EDGE_CASES: readonly Http1Case[] = [
  ...['HTTP/0.9', 'HTTP/1.2', 'HTTP/2.0', 'HTTP/3.0'].map(
    (version): Http1Case => ({
      section: '9110 15.6.6',
      rule: `${version}, which is not spoken, is a 505`,
      wire: [lines(`GET / ${version}`, 'Host: x'), refused(505)],
      connection: 'closed'
    })
  ),
  { section: '9110 9.3.6', rule: 'CONNECT is a 501: an origin server opens no tunnel', wire: [lines('CONNECT x:80 HTTP/1.1', 'Host: x:80'), refused(501)], connection: 'closed' },
  {
    section: '9110 10.1.1',
    rule: 'an expectation without a body is no reason for a 100, nor for closing the connection',
    wire: [request('GET /', ['Expect: 100-continue']), OK],
    connection: 'kept'
  },
  ...['a%', '[:::::]', '%zz'].map(
    (host): Http1Case => ({
      section: '9112 3.2',
      rule: `the Host ${JSON.stringify(host)}, whose escapes or address are none, is a 400`,
      wire: [lines('GET / HTTP/1.1', `Host: ${host}`), refused(400)],
      connection: 'closed'
    })
  ),
  ...['/#a', '/?a#b', 'http://x/#a'].map(
    (target): Http1Case => ({
      section: '9112 3.2',
      rule: `the target ${target} has a fragment, which is never sent: a 400`,
      wire: [request(`GET ${target}`), { status: 400 }],
      connection: 'either'
    })
  ),
  ...['/?a={"b":1}', '/?a=b|c', '/?a=b\\c', '/?a=<b>', '/?a=^`'].map(
    (target): Http1Case => ({
      section: '9112 3.2',
      // "SHOULD respond with 400": the WHATWG URL standard has browsers send most of these characters in a query.
      rule: `the target ${target} is served, though RFC 3986 knows no such character, since browsers send it`,
      wire: [request(`GET ${target}`), OK],
      connection: 'kept'
    })
  ),
  ...['http://x:y/', 'http://[::1/', 'http://:80/', 'http://a%/'].map(
    (target): Http1Case => ({
      section: '9110 4.2.4',
      rule: `the target ${target}, whose authority is none, is a 400`,
      wire: [request(`GET ${target}`), { status: 400 }],
      connection: 'either'
    })
  ),
  { section: '9110 5.4', rule: 'of however many fields none is dropped', wire: [request('GET /header/x-a', [...Array(2_500).fill('a:'), 'X-A: 1']), { status: 200, body: '1' }], connection: 'kept' },
  ...(
    [
      ['an answer that is there before the body', 'POST /unread', { status: 200, body: 'unread' }],
      ['a refusal that is there before the body', 'POST /nowhere', problem(404)]
    ] as const
  ).map(
    ([what, line, answer]): Http1Case => ({
      section: '9112 9.3',
      rule: `behind ${what} a malformed rest of the body is no second answer`,
      wire: [request(line, ['Transfer-Encoding: chunked']), answer, 'ZZ\r\n'],
      connection: 'closed'
    })
  )
]
