import { echoed, type Http1Case, lines, problem, refused, request } from './http1-case.js'

const OK = { status: 200, body: 'root' } as const
const MODIFIED = 'Tue, 14 Nov 2023 22:13:20 GMT'
const BEFORE = 'Tue, 14 Nov 2023 22:13:19 GMT'
const AFTER = 'Tue, 14 Nov 2023 22:13:21 GMT'
const FILE = 'abcdefghij'

/** RFC 9112, section 9: what becomes of a connection. */
const PERSISTENCE: readonly Http1Case[] = [
  {
    section: '9112 9.3',
    rule: 'a connection of HTTP/1.1 goes on',
    wire: [request('GET /'), { ...OK, headers: { connection: /^(?!close)/ } }],
    connection: 'kept'
  },
  {
    section: '9112 9.6',
    rule: 'Connection: close ends it behind the answer, which says so, and what follows is not answered',
    wire: [request('GET /', ['Connection: close']) + request('GET /'), { ...OK, headers: { connection: 'close' } }],
    connection: 'closed'
  },
  {
    section: '9110 7.6.1',
    rule: 'options of a connection are read without regard to case, in a list',
    wire: [request('GET /', ['Connection: x-a, CLOSE']), { ...OK, headers: { connection: 'close' } }],
    connection: 'closed'
  },
  {
    section: '9112 9.3',
    rule: 'a connection of HTTP/1.0 ends behind the answer',
    wire: [lines('GET / HTTP/1.0', 'Host: x') + request('GET /'), { ...OK, headers: { connection: 'close' } }],
    connection: 'closed'
  },
  {
    section: '9112 9.3',
    rule: 'a connection of HTTP/1.0 goes on where the client asks for it, and the answer says so',
    wire: [
      lines('GET / HTTP/1.0', 'Host: x', 'Connection: keep-alive'),
      { ...OK, headers: { connection: 'keep-alive', 'content-length': '4' } }
    ],
    connection: 'kept'
  },
  {
    section: '9112 9.3.2',
    rule: 'requests that come together are answered in their order',
    wire: [
      request('GET /slow') + request('POST /echo', ['Content-Length: 1'], 'a') + request('GET /'),
      { status: 200, body: 'slow' },
      echoed('a'),
      OK
    ],
    connection: 'kept'
  },
  {
    section: '9112 9.3.2',
    rule: 'behind a refusal that keeps the connection the next of them is answered',
    wire: [request('GET /nowhere') + request('GET /failing') + request('GET /'), problem(404), problem(500), OK],
    connection: 'kept'
  },
  {
    section: '9112 9.3',
    rule: 'a body that no handler reads is read up to its end, so that it is not taken for a request',
    wire: [
      request('POST /unread', ['Content-Length: 36'], 'GET /injected HTTP/1.1\r\nHost: x\r\n\r\n'.padEnd(36)),
      { status: 200, body: 'unread' }
    ],
    connection: 'kept'
  },
  {
    section: '9112 9.3',
    rule: 'the body of a request that is refused is not taken for a request',
    wire: [
      request('POST /nowhere', ['Content-Length: 36'], 'GET /injected HTTP/1.1\r\nHost: x\r\n\r\n'.padEnd(36)),
      problem(404)
    ],
    connection: 'kept'
  },
  {
    section: '9110 9.3.1',
    rule: 'the body of a GET is not taken for a request',
    wire: [request('GET /', ['Content-Length: 5'], 'abcde'), OK],
    connection: 'kept'
  },
  {
    section: '9112 9.3',
    rule: 'requests may come byte by byte',
    wire: [...request('POST /echo', ['Content-Length: 3'], 'abc'), echoed('abc')],
    connection: 'kept'
  },
  {
    section: '9110 7.8',
    rule: 'an Upgrade to what is not spoken is ignored',
    wire: [request('GET /', ['Connection: Upgrade', 'Upgrade: websocket']), { ...OK, headers: { upgrade: undefined } }],
    connection: 'kept'
  },
  {
    section: '9113 3.1',
    rule: 'an Upgrade to h2c is ignored',
    wire: [request('GET /', ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk']), OK],
    connection: 'kept'
  }
]

/** RFC 9110, section 10.1.1. */
const EXPECTATIONS: readonly Http1Case[] = [
  {
    section: '9110 10.1.1',
    rule: '100 Continue is sent when the body is wanted, without a length',
    wire: [
      request('POST /echo', ['Content-Length: 3', 'Expect: 100-continue']),
      { status: 100, headers: { 'content-length': undefined, 'transfer-encoding': undefined } },
      'abc',
      echoed('abc')
    ],
    connection: 'kept'
  },
  {
    section: '9110 10.1.1',
    rule: 'the expectation is read without regard to case',
    wire: [request('POST /echo', ['Content-Length: 3', 'Expect: 100-CONTINUE']), { status: 100 }, 'abc', echoed('abc')],
    connection: 'kept'
  },
  {
    section: '9110 10.1.1',
    rule: 'a final answer that needs no body comes without a 100, and the connection is closed',
    wire: [
      request('POST /echo', ['Content-Length: 1500', 'Expect: 100-continue']),
      { status: 413, headers: { connection: 'close' } }
    ],
    connection: 'closed'
  },
  {
    section: '9110 10.1.1',
    rule: 'no 100 is sent to HTTP/1.0',
    wire: [`${lines('POST /echo HTTP/1.0', 'Host: x', 'Content-Length: 3', 'Expect: 100-continue')}abc`, echoed('abc')],
    connection: 'closed'
  },
  {
    section: '9110 10.1.1',
    rule: 'another expectation is a 417',
    wire: [request('GET /', ['Expect: wonders']), refused(417)],
    connection: 'closed'
  }
]

/** RFC 9110, sections 6 to 10: what an answer must say, and must not. */
const ANSWERS: readonly Http1Case[] = [
  {
    section: '9110 9.3.2',
    rule: 'HEAD is answered as GET, without a body',
    wire: [
      request('HEAD /'),
      { status: 200, method: 'HEAD', headers: { 'content-length': '4', 'content-type': /^text/ } }
    ],
    connection: 'kept'
  },
  {
    section: '9110 9.3.2',
    rule: 'HEAD of a stream has no body either',
    wire: [request('HEAD /stream'), { status: 200, method: 'HEAD' }],
    connection: 'kept'
  },
  {
    section: '9110 9.3.2',
    rule: 'a refusal of HEAD has no body',
    wire: [request('HEAD /nowhere'), { status: 404, method: 'HEAD', headers: { 'content-length': /^[1-9]/ } }],
    connection: 'kept'
  },
  {
    section: '9110 9.3.2',
    rule: 'a HEAD that fails has no body',
    wire: [request('HEAD /failing'), { status: 500, method: 'HEAD' }],
    connection: 'kept'
  },
  {
    section: '9110 8.6',
    rule: '204 has neither body nor Content-Length nor Transfer-Encoding',
    wire: [
      request('GET /nothing'),
      { status: 204, headers: { 'content-length': undefined, 'transfer-encoding': undefined } }
    ],
    connection: 'kept'
  },
  {
    section: '9110 15.3.6',
    rule: '205 has an empty body',
    wire: [request('GET /reset'), { status: 205, headers: { 'content-length': '0' }, body: '' }],
    connection: 'kept'
  },
  {
    section: '9112 6.1',
    rule: 'an answer of unknown length is chunked',
    wire: [
      request('GET /stream'),
      { status: 200, headers: { 'transfer-encoding': 'chunked', 'content-length': undefined }, body: 'two pieces' }
    ],
    connection: 'kept'
  },
  {
    section: '9112 6.1',
    rule: 'an answer to HTTP/1.0 is never chunked: its end is the end of the connection',
    wire: [
      lines('GET /stream HTTP/1.0', 'Host: x', 'Connection: keep-alive'),
      {
        status: 200,
        headers: { 'transfer-encoding': undefined, 'content-length': undefined, connection: 'close' },
        body: 'two pieces'
      }
    ],
    connection: 'closed'
  },
  {
    section: '9110 10.2.2',
    rule: 'a redirection says where to',
    wire: [request('GET /moved'), { status: 302, headers: { location: '/next' } }],
    connection: 'kept'
  },
  {
    section: '9110 15.5.2',
    rule: 'a 401 says how to authenticate',
    wire: [request('GET /secure'), problem(401, { 'www-authenticate': /^Basic realm="/i })],
    connection: 'kept'
  },
  {
    section: '9110 11.1',
    rule: 'the name of an authentication scheme is read without regard to case',
    wire: [request('GET /secure', ['Authorization: bASIC YTpi']), { status: 200, body: 'secret' }],
    connection: 'kept'
  },
  ...[
    ['Authorization: Basic YTpi', 'Authorization: Basic eDp5'],
    ['Authorization: Basic eDp5', 'Authorization: Basic YTpi'],
    ['Authorization: Basic YTpi', 'Authorization: Basic YTpi']
  ].map(
    (headers): Http1Case => ({
      section: '9110 5.3',
      rule: `two fields of Authorization, ${headers.join(' and ')}, are refused, not one of them chosen`,
      wire: [request('GET /secure', headers), problem(401)],
      connection: 'kept'
    })
  ),
  {
    section: '9110 5.3',
    rule: 'two fields of Content-Type are refused, not one of them chosen',
    wire: [
      request('POST /json', ['Content-Type: application/json', 'Content-Type: text/plain', 'Content-Length: 2'], '{}'),
      problem(400)
    ],
    connection: 'kept'
  },
  {
    section: '9110 15.5.16',
    rule: 'a media type that is not taken is a 415, which says what is',
    wire: [
      request('POST /json', ['Content-Type: text/plain', 'Content-Length: 2'], '{}'),
      problem(415, { accept: /application\/json/ })
    ],
    connection: 'kept'
  },
  {
    section: '9110 8.3.1',
    rule: 'a media type and the names of its parameters are read without regard to case',
    wire: [
      request('POST /json', ['Content-Type: Application/JSON; CharSet="UTF-8"', 'Content-Length: 2'], '{}'),
      { status: 200, body: '{}' }
    ],
    connection: 'kept'
  },
  {
    section: '9110 8.4',
    rule: 'a content coding that is not known is a 415, whose Accept-Encoding says which are',
    wire: [
      request('POST /echo', ['Content-Encoding: nonsense', 'Content-Length: 3'], 'abc'),
      problem(415, { 'accept-encoding': 'gzip, deflate, br' })
    ],
    connection: 'kept'
  },
  {
    section: '9110 8.4.1',
    rule: 'content codings are read without regard to case, and identity is none',
    wire: [request('POST /echo', ['Content-Encoding: IDENTITY', 'Content-Length: 3'], 'abc'), echoed('abc')],
    connection: 'kept'
  },
  {
    section: '9110 12.4.1',
    rule: 'where no form is acceptable the answer is a 406 or one that is not acceptable',
    wire: [request('GET /two', ['Accept: image/png']), problem(406, { vary: 'accept' })],
    connection: 'kept'
  },
  ...(
    [
      ['text/csv;q=0.5, application/json;q=0.4', 'text/csv'],
      ['text/csv;q=0, */*', 'application/json'],
      ['TEXT/CSV', 'text/csv'],
      ['text/*', 'text/csv'],
      ['*/*;q=0.1', 'application/json'],
      ['text/csv;q=0.001, application/json;q=0', 'text/csv']
    ] as const
  ).map(
    ([accept, type]): Http1Case => ({
      section: '9110 12.5.1',
      rule: `the Accept ${accept} is answered in ${type}, and the answer says that it varies`,
      wire: [
        request('GET /two', [`Accept: ${accept}`]),
        { status: 200, headers: { 'content-type': new RegExp(`^${type}`), vary: 'accept' } }
      ],
      connection: 'kept'
    })
  ),
  {
    section: '9110 12.5.1',
    rule: 'several fields of Accept are one list',
    wire: [
      request('GET /two', ['Accept: image/png', 'Accept: text/csv']),
      { status: 200, headers: { 'content-type': /^text\/csv/ } }
    ],
    connection: 'kept'
  },
  {
    section: '9110 15.5.14',
    rule: 'a 413 to a body that was sent whole is read by the client',
    wire: [
      request('POST /echo', ['Content-Length: 1500'], 'a'.repeat(1_500)),
      { status: 413, headers: { connection: 'close' } }
    ],
    connection: 'closed'
  },
  {
    section: '9110 15.6.4',
    rule: 'a 503 may say when to come again',
    wire: [request('GET /busy'), problem(503, { 'retry-after': '7' })],
    connection: 'kept'
  }
]

/** RFC 9110, section 13: conditional requests. */
const CONDITIONS: readonly Http1Case[] = (
  [
    ['13.1.2', 'If-None-Match of another tag is answered whole', ['If-None-Match: "x"'], 200],
    ['13.1.2', 'If-None-Match of the tag is a 304', ['If-None-Match: @'], 304],
    ['13.1.2', 'If-None-Match compares weakly', ['If-None-Match: W/@'], 304],
    ['13.1.2', 'If-None-Match is a list', ['If-None-Match: "x", @'], 304],
    ['13.1.2', 'If-None-Match of several fields is one list', ['If-None-Match: "x"', 'If-None-Match: @'], 304],
    ['13.1.2', 'If-None-Match: * is a 304', ['If-None-Match: *'], 304],
    ['13.1.1', 'If-Match compares strongly, and the tags of files are weak', ['If-Match: @'], 412],
    ['13.1.1', 'If-Match of another tag is a 412', ['If-Match: "x"'], 412],
    ['13.1.1', 'If-Match: * is answered', ['If-Match: *'], 200],
    ['13.1.3', 'If-Modified-Since of the time is a 304', [`If-Modified-Since: ${MODIFIED}`], 304],
    ['13.1.3', 'If-Modified-Since of a later time is a 304', [`If-Modified-Since: ${AFTER}`], 304],
    ['13.1.3', 'If-Modified-Since of an earlier time is answered', [`If-Modified-Since: ${BEFORE}`], 200],
    ['13.1.3', 'If-Modified-Since of no date is ignored', ['If-Modified-Since: nonsense'], 200],
    [
      '13.1.3',
      'If-Modified-Since is ignored beside If-None-Match',
      [`If-Modified-Since: ${MODIFIED}`, 'If-None-Match: "x"'],
      200
    ],
    ['13.1.4', 'If-Unmodified-Since of an earlier time is a 412', [`If-Unmodified-Since: ${BEFORE}`], 412],
    ['13.1.4', 'If-Unmodified-Since of the time is answered', [`If-Unmodified-Since: ${MODIFIED}`], 200],
    ['13.1.3', 'If-Modified-Since of another form of date is ignored', ['If-Modified-Since: 2099-01-01'], 200],
    ['13.1.4', 'If-Unmodified-Since of no date is ignored', ['If-Unmodified-Since: nonsense'], 200],
    ['13.1.4', 'If-Unmodified-Since of another form of date is ignored', ['If-Unmodified-Since: 1999'], 200],
    ['13.2.2', 'If-Match goes before If-Unmodified-Since', ['If-Match: *', `If-Unmodified-Since: ${BEFORE}`], 200],
    ['13.2.2', 'If-Match goes before If-None-Match', ['If-Match: "x"', 'If-None-Match: @'], 412],
    ['5.6.7', 'a date in the form of RFC 850 is read', ['If-Modified-Since: Tuesday, 14-Nov-23 22:13:20 GMT'], 304],
    ['5.6.7', 'a date in the form of asctime is read', ['If-Modified-Since: Tue Nov 14 22:13:20 2023'], 304]
  ] as const
).map(([section, rule, headers, status]): Http1Case => {
  const answers = {
    200: { status: 200, body: FILE, headers: { etag: /^(W\/)?"/ } },
    304: { status: 304, headers: { etag: /^(W\/)?"/, 'content-length': undefined } },
    412: problem(412)
  } as const
  return {
    section: `9110 ${section}`,
    rule,
    wire: [request('GET /file', headers), answers[status]],
    connection: 'kept'
  }
})

/** RFC 9110, section 14: ranges of the ten bytes `abcdefghij`. */
const RANGES: readonly Http1Case[] = (
  [
    ['14.1.2', 'a first and a last byte', ['Range: bytes=2-4'], 'cde', 'bytes 2-4/10'],
    ['14.1.2', 'a first byte alone', ['Range: bytes=7-'], 'hij', 'bytes 7-9/10'],
    ['14.1.2', 'a length from the end', ['Range: bytes=-2'], 'ij', 'bytes 8-9/10'],
    ['14.1.2', 'a last byte behind the end', ['Range: bytes=8-99'], 'ij', 'bytes 8-9/10'],
    ['14.1.2', 'a length that is more than there is', ['Range: bytes=-99'], FILE, 'bytes 0-9/10'],
    ['14.1', 'a unit in upper case', ['Range: BYTES=2-4'], 'cde', 'bytes 2-4/10'],
    ['13.1.5', 'If-Range of the time', ['Range: bytes=2-4', `If-Range: ${MODIFIED}`], 'cde', 'bytes 2-4/10'],
    ['13.1.5', 'If-Range of another time', ['Range: bytes=2-4', `If-Range: ${BEFORE}`], FILE, undefined],
    ['13.1.5', 'If-Range of a later time', ['Range: bytes=2-4', `If-Range: ${AFTER}`], FILE, undefined],
    ['13.1.5', 'If-Range of no date', ['Range: bytes=2-4', 'If-Range: 2099'], FILE, undefined],
    ['13.1.5', 'If-Range of another tag', ['Range: bytes=2-4', 'If-Range: "x"'], FILE, undefined],
    ['13.1.5', 'If-Range of a weak tag', ['Range: bytes=2-4', 'If-Range: W/@'], FILE, undefined],
    ['14.2', 'another unit is ignored', ['Range: lines=2-4'], FILE, undefined],
    ['14.2', 'what is no range is ignored', ['Range: bytes=x-y'], FILE, undefined],
    ['14.1.1', 'a number with letters behind it is ignored', ['Range: bytes=2x-4'], FILE, undefined],
    ['14.2', 'several ranges may be answered whole', ['Range: bytes=0-1,5-6'], FILE, undefined],
    ['14.2', 'a last byte before the first is a 416, which is allowed', ['Range: bytes=4-2'], undefined, 'bytes */10'],
    ['14.1.1', 'a range behind the end is a 416', ['Range: bytes=10-'], undefined, 'bytes */10'],
    ['14.1.1', 'the last 0 bytes are a 416', ['Range: bytes=-0'], undefined, 'bytes */10']
  ] as const
).map(([section, rule, headers, body, range]): Http1Case => {
  const status = body === undefined ? 416 : range === undefined ? 200 : 206
  const expected = { 'content-range': range, ...(body === undefined ? {} : { 'content-length': `${body.length}` }) }
  const answer = body === undefined ? problem(416, expected) : { status, headers: expected, body }
  return {
    section: `9110 ${section}`,
    rule: `of a Range: ${rule}`,
    wire: [request('GET /file', headers), answer],
    connection: 'kept'
  }
})

const RANGES_AND_METHODS: readonly Http1Case[] = [
  {
    section: '9110 14.2',
    rule: 'a Range is for GET alone',
    wire: [
      request('HEAD /file', ['Range: bytes=2-4']),
      { status: 200, method: 'HEAD', headers: { 'content-length': '10' } }
    ],
    connection: 'kept'
  },
  {
    section: '9110 14.3',
    rule: 'what can be asked for in ranges says so',
    wire: [request('GET /file'), { status: 200, headers: { 'accept-ranges': 'bytes', 'last-modified': MODIFIED } }],
    connection: 'kept'
  },
  {
    section: '9110 13.2.1',
    rule: 'a condition does not hide what the answer would be without it',
    wire: [request('GET /nowhere', ['If-None-Match: *']), problem(404)],
    connection: 'kept'
  }
]

/** How requests are answered. */
export const EXCHANGE_CASES: readonly Http1Case[] = [
  ...PERSISTENCE,
  ...EXPECTATIONS,
  ...ANSWERS,
  ...CONDITIONS,
  ...RANGES,
  ...RANGES_AND_METHODS
]
