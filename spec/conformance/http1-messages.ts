import { echoed, type Http1Case, lines, problem, refused, request } from './http1-case.js'

const OK = { status: 200, body: 'root' } as const
const INJECTED = request('GET /injected')

/** What Node's parser refuses, in one place of a message: a rule and the bytes for each value. */
function refusedByNode(
  section: string,
  values: readonly string[],
  of: (value: string) => readonly [rule: string, bytes: string]
): Http1Case[] {
  return values.map((value) => {
    const [rule, bytes] = of(value)
    return { section, rule, wire: [bytes, refused(400)], connection: 'closed', by: 'node' }
  })
}

/** RFC 9112, sections 2 and 5: how a message is cut into lines and fields. */
// biome-ignore format: one row a line
const PARSING: readonly Http1Case[] = [
  {
    section: '9112 2.2',
    rule: 'an empty line before the request line is ignored',
    wire: [`\r\n${request('GET /')}`, OK],
    connection: 'kept',
    by: 'node'
  },
  {
    section: '9112 2.2',
    rule: 'an empty line behind a body that was sent whole is ignored',
    wire: [`${request('POST /echo', ['Content-Length: 3'], 'abc')}\r\n`, echoed('abc')],
    connection: 'kept',
    by: 'node'
  },
  { section: '9112 2.2', rule: 'a bare CR in a field value is refused', wire: [lines('GET / HTTP/1.1', 'Host: x', 'A: b\rc'), refused(400)], connection: 'closed', by: 'node' },
  { section: '9112 2.2', rule: 'a bare CR as the end of a line is refused', wire: [`GET / HTTP/1.1\rHost: x\r\r${INJECTED}`, refused(400)], connection: 'closed', by: 'node' },
  { section: '9112 2.2', rule: 'a bare CR in the request line is refused', wire: [lines('GET /\r HTTP/1.1', 'Host: x'), refused(400)], connection: 'closed', by: 'node' },
  ...refusedByNode(
    '9112 2.2',
    [
      'GET / HTTP/1.1\nHost: x\n\n',
      'GET / HTTP/1.1\r\nHost: x\nA: b\r\n\r\n',
      'POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\nabc\r\n0\r\n\r\n',
      'POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\n0\r\n\r\n'
    ],
    (bytes) => [`a bare LF may end a line, and is refused: ${JSON.stringify(bytes)}`, bytes]
  ),
  { section: '9112 2.2', rule: 'whitespace between the request line and the first field is refused', wire: [lines('GET / HTTP/1.1', ' Host: x', 'Host: y'), refused(400)], connection: 'closed', by: 'node' },
  { section: '9112 5.1', rule: 'whitespace between a field name and the colon is refused', wire: [lines('GET / HTTP/1.1', 'Host: x', 'A : b'), refused(400)], connection: 'closed', by: 'node' },
  { section: '9112 5.1', rule: 'a tab between a field name and the colon is refused', wire: [lines('POST /echo HTTP/1.1', 'Host: x', 'Content-Length\t: 3') + INJECTED, refused(400)], connection: 'closed', by: 'node' },
  { section: '9112 5.1', rule: 'whitespace around a field value is no part of it', wire: [request('GET /header/x-a', ['X-A: \t b c \t ']), { status: 200, body: 'b c' }], connection: 'kept', by: 'node' },
  { section: '9112 5.2', rule: 'a folded field value is refused, or its fold becomes a space', wire: [request('GET /header/x-a', ['X-A: b', ' c']), refused(400)], connection: 'closed', by: 'node' },
  {
    section: '9112 5.2',
    rule: 'a folded framing field is refused',
    wire: [request('POST /echo', ['Transfer-Encoding:', ' chunked'], `0\r\n\r\n${INJECTED}`), refused(400)],
    connection: 'closed',
    by: 'node'
  },
  ...refusedByNode('9110 5.5', ['\0', '\x01', '\x0b', '\x7f'], (character) => [
    `the character ${JSON.stringify(character)} in a field value is refused`,
    request('GET /', [`A: b${character}c`])
  ]),
  { section: '9110 5.5', rule: 'a tab within a field value is a part of it', wire: [request('GET /header/x-a', ['X-A: b\tc']), { status: 200, body: 'b\tc' }], connection: 'kept', by: 'node' },
  ...refusedByNode('9110 5.1', ['', '\0A', 'A\x01', 'A(', 'A B', 'A\x80', '"A"', 'A@'], (name) => [
    `the field name ${JSON.stringify(name)}, which is no token, is refused`,
    request('GET /', [`${name}: b`])
  ]),
  {
    section: '9112 5',
    rule: 'a field line without a colon is refused',
    wire: [request('GET /', ['nonsense']), refused(400)],
    connection: 'closed',
    by: 'node'
  },
  { section: '9110 5.1', rule: 'field names are read without regard to case', wire: [`${lines('POST /echo HTTP/1.1', 'hOST: x', 'cONTENT-lENGTH: 3')}abc`, echoed('abc')], connection: 'kept' },
  {
    section: '9110 5.1',
    rule: 'a field that is not known is ignored',
    wire: [request('GET /', ['X-Not-Known: 1']), OK],
    connection: 'kept'
  },
  { section: '9110 5.3', rule: 'fields of one name are one list, in the order in which they came', wire: [request('GET /header/x-a', ['X-A: 1', 'X-B: 2', 'x-a: 3']), { status: 200, body: '1, 3' }], connection: 'kept' },
  {
    section: '9110 5.6.1',
    rule: 'empty elements of a list are ignored',
    wire: [request('GET /two', ['Accept: , text/csv,, ']), { status: 200, headers: { 'content-type': /^text\/csv/ } }],
    connection: 'kept'
  },
  {
    section: '9110 5.4',
    rule: 'a field that is larger than the server takes is refused with a 4xx',
    wire: [request('GET /', [`A: ${'b'.repeat(20_000)}`]), refused(431)],
    connection: 'closed'
  },
  {
    section: '9110 5.4',
    rule: 'fields that together are larger than the server takes are refused with a 4xx',
    wire: [request('GET /', Array(700).fill(`A: ${'b'.repeat(40)}`)), refused(431)],
    connection: 'closed'
  }
]

/** RFC 9112, section 3: the request line. */
// biome-ignore format: one row a line
const REQUEST_LINE: readonly Http1Case[] = [
  {
    section: '9110 9.1',
    rule: 'methods are case-sensitive: one in lower case is another one, or none',
    wire: [request('get /'), refused(400)],
    connection: 'closed',
    by: 'node'
  },
  {
    section: '9110 15.5.6',
    rule: 'a method that the resource does not have is a 405 with Allow',
    wire: [request('DELETE /echo'), problem(405, { allow: 'POST, PUT, OPTIONS' })],
    connection: 'kept'
  },
  {
    section: '9110 9.1',
    rule: 'a method that is registered but not used here is a 405 (the resource does not have it)',
    wire: [request('PROPFIND /'), problem(405, { allow: /\bGET\b/ })],
    connection: 'kept'
  },
  {
    section: '9112 3',
    rule: 'a method with a character that is in no token is refused',
    wire: [request('GE(T /'), refused(400)],
    connection: 'closed',
    by: 'node'
  },
  { section: '9112 3', rule: 'a request line without a target is refused', wire: [lines('GET HTTP/1.1', 'Host: x'), refused(400)], connection: 'closed', by: 'node' },
  { section: '9112 3', rule: 'a request line with a word too many is refused', wire: [lines('GET / x HTTP/1.1', 'Host: x'), refused(400)], connection: 'closed', by: 'node' },
  {
    section: '9112 3.2',
    rule: 'a byte beyond ASCII in the target is refused',
    wire: [request('GET /\xe4'), refused(400)],
    connection: 'closed',
    by: 'node'
  },
  {
    section: '9112 3',
    rule: 'two spaces before the target may be read as one',
    wire: [request('GET  /'), OK],
    connection: 'kept',
    by: 'node'
  },
  { section: '9112 3', rule: 'whitespace in the target is refused, not mended', wire: [lines('GET /a b HTTP/1.1', 'Host: x'), refused(400)], connection: 'closed', by: 'node' },
  {
    section: '9112 3',
    rule: 'whitespace before the method is refused',
    wire: [` ${request('GET /')}`, refused(400)],
    connection: 'closed',
    by: 'node'
  },
  { section: '9112 3', rule: 'a tab in place of the space is refused', wire: [lines('GET\t/ HTTP/1.1', 'Host: x'), refused(400)], connection: 'closed', by: 'node' },
  { section: '9112 3', rule: 'whitespace behind the version is refused', wire: [lines('GET / HTTP/1.1 ', 'Host: x'), refused(400)], connection: 'closed', by: 'node' },
  {
    section: '9112 3',
    rule: 'a target that is longer than the server takes is a 414 or another 4xx',
    wire: [request(`GET /${'a'.repeat(20_000)}`), refused(431)],
    connection: 'closed'
  },
  { section: '9112 3', rule: 'a target of 8000 bytes is taken', wire: [request(`GET /header/x-a?${'a'.repeat(8_000)}`, ['X-A: 1']), { status: 200, body: '1' }], connection: 'kept' },
  ...refusedByNode(
    '9112 2.3',
    ['HTTP/1.', 'HTTP/11', 'HTTP/1.1.1', 'HTTP/1,1', 'http/1.1', 'HTTPS/1.1', 'ICE/1.0', 'HTTP/ 1.1', 'FTP/1.1'],
    (version) => [`${version} is no version of HTTP`, lines(`GET / ${version}`, 'Host: x')]
  ),
  { section: '9110 2.5', rule: 'an answer to HTTP/1.0 says which version the server speaks', wire: [lines('GET / HTTP/1.0', 'Host: x'), { status: 200, headers: { connection: 'close' } }], connection: 'closed' }
]

/** RFC 9112, section 3.2: the four forms of a target, and the Host. */
// biome-ignore format: one row a line
const TARGETS: readonly Http1Case[] = [
  { section: '9112 3.2.1', rule: 'the origin form is a path and a query', wire: [request('GET /target/a%20b?c=d'), { status: 200, body: '{"name":"a b","query":"c=d"}' }], connection: 'kept' },
  { section: '9112 3.2.2', rule: 'the absolute form is taken', wire: [request('GET http://x/target/a?c=d'), { status: 200, body: '{"name":"a","query":"c=d"}' }], connection: 'kept' },
  { section: '9112 3.2.2', rule: 'the absolute form may have no path', wire: [request('GET http://x'), OK], connection: 'kept' },
  { section: '9112 3.2.2', rule: 'the scheme of the absolute form is read without regard to case', wire: [request('GET HTTP://x/'), OK], connection: 'kept' },
  {
    section: '9112 3.2.2',
    rule: 'the authority of the absolute form goes before the Host, which is ignored',
    wire: [lines('GET http://a.example/host HTTP/1.1', 'Host: b.example'), { status: 200, body: 'a.example' }],
    connection: 'kept'
  },
  { section: '9112 3.2.2', rule: 'the absolute form needs a Host, too', wire: [lines('GET http://x/ HTTP/1.1'), refused(400)], connection: 'closed' },
  { section: '9110 7.4', rule: 'a target of another scheme is refused', wire: [request('GET ftp://x/'), problem(400)], connection: 'kept' },
  { section: '9112 3.2', rule: 'a target that has none of the four forms is refused', wire: [request('GET a/b'), refused(400)], connection: 'closed' },
  { section: '9112 3.2.3', rule: 'the authority form is for CONNECT alone', wire: [request('GET x:80'), refused(400)], connection: 'closed' },
  { section: '9112 3.2.4', rule: 'the asterisk form is for OPTIONS alone', wire: [request('GET *'), problem(400)], connection: 'kept' },
  { section: '9110 9.3.7', rule: 'OPTIONS * tells what the server can do', wire: [request('OPTIONS *'), { status: 204, headers: { allow: /\bGET\b.*\bOPTIONS\b/, 'content-length': undefined } }], connection: 'kept' },
  {
    section: '9110 9.3.7',
    rule: 'OPTIONS of a resource tells which methods it has',
    wire: [request('OPTIONS /echo'), { status: 204, headers: { allow: 'POST, PUT, OPTIONS' } }],
    connection: 'kept'
  },
  {
    section: '9110 9.3.8',
    rule: 'TRACE is not taken, and repeats nothing of the request',
    wire: [request('TRACE /', ['Cookie: secret']), { ...problem(405), body: /^(?!.*secret)/ }],
    connection: 'kept'
  },
  {
    section: '9110 7.6.2',
    rule: 'Max-Forwards means nothing to an origin server',
    wire: [request('OPTIONS /echo', ['Max-Forwards: 0']), { status: 204 }],
    connection: 'kept'
  },
  { section: '9112 3.2', rule: 'a request of HTTP/1.1 without a Host is a 400', wire: [lines('GET / HTTP/1.1'), refused(400)], connection: 'closed' },
  { section: '9112 3.2', rule: 'a request with two Hosts is a 400', wire: [lines('GET / HTTP/1.1', 'Host: a', 'Host: b'), refused(400)], connection: 'closed' },
  ...['a b', 'a/b', 'u@a', 'a:b', '[::1', 'a:1:2', 'http://a', '\xe4.example', '[x]'].map(
    (host): Http1Case => ({
      section: '9112 3.2',
      rule: `the Host ${JSON.stringify(host)}, which is none, is a 400`,
      wire: [lines('GET / HTTP/1.1', `Host: ${host}`), refused(400)],
      connection: 'closed'
    })
  ),
  ...['a', 'A.Example:80', 'a:', '[::1]', '[::1]:80', '127.0.0.1', ''].map(
    (host): Http1Case => ({
      section: '9110 7.2',
      rule: `the Host ${JSON.stringify(host)} is taken`,
      wire: [lines('GET / HTTP/1.1', `Host: ${host}`), OK],
      connection: 'kept'
    })
  ),
  { section: '9110 4.2.4', rule: 'a target with a user in its authority is refused', wire: [request('GET http://u@x/'), refused(400)], connection: 'closed', by: 'node' },
  { section: '9112 3.2', rule: 'HTTP/1.0 needs no Host', wire: [lines('GET / HTTP/1.0'), OK], connection: 'closed' },
  { section: '9110 4.2.3', rule: 'a malformed escape in a path is refused', wire: [request('GET /target/%zz'), problem(400)], connection: 'kept' }
]

/** RFC 9112, section 6: how long a body is. */
const LENGTHS: readonly Http1Case[] = [
  {
    section: '9112 6.3',
    rule: 'without Content-Length and Transfer-Encoding a request has no body',
    wire: [request('POST /echo') + request('GET /'), echoed(''), OK],
    connection: 'kept'
  },
  {
    section: '9112 6.3',
    rule: 'a body is as long as its Content-Length, and what is behind it is the next request',
    wire: [request('POST /echo', ['Content-Length: 3'], `abc${request('GET /')}`), echoed('abc'), OK],
    connection: 'kept'
  },
  ...refusedByNode(
    '9112 6.3',
    ['-1', '+5', '0x5', '5.0', '5;', '5 5', '5, 6', '5,5', 'x', '', '5\0', '٥', '99999999999999999999999'],
    (length) => [
      `the Content-Length ${JSON.stringify(length)} is refused`,
      request('POST /echo', [`Content-Length: ${length}`], `12345${INJECTED}`)
    ]
  ),
  {
    section: '9112 6.3',
    rule: 'two Content-Lengths that differ are refused',
    wire: [request('POST /echo', ['Content-Length: 3', 'Content-Length: 4'], `abc${INJECTED}`), refused(400)],
    connection: 'closed',
    by: 'node'
  },
  {
    section: '9112 6.3',
    rule: 'two Content-Lengths that are alike are refused, too, which is allowed',
    wire: [request('POST /echo', ['Content-Length: 3', 'Content-Length: 3'], `abc${INJECTED}`), refused(400)],
    connection: 'closed',
    by: 'node'
  },
  {
    section: '9112 6.3',
    rule: 'leading zeros of a Content-Length mean nothing',
    wire: [request('POST /echo', ['Content-Length: 003'], 'abc'), echoed('abc')],
    connection: 'kept',
    by: 'node'
  },
  {
    section: '9110 8.6',
    rule: 'a Content-Length above the limit is a 413 before the body is read',
    wire: [
      request('POST /echo', ['Content-Length: 9007199254740991']),
      { status: 413, headers: { connection: 'close' } }
    ],
    connection: 'closed'
  },
  {
    section: '9112 6.1',
    rule: 'Transfer-Encoding beside Content-Length is refused',
    wire: [
      request('POST /echo', ['Content-Length: 6', 'Transfer-Encoding: chunked'], `0\r\n\r\n${INJECTED}`),
      refused(400)
    ],
    connection: 'closed',
    by: 'node'
  },
  {
    section: '9112 6.1',
    rule: 'Transfer-Encoding before Content-Length is refused',
    wire: [
      request('POST /echo', ['Transfer-Encoding: chunked', 'Content-Length: 6'], `0\r\n\r\n${INJECTED}`),
      refused(400)
    ],
    connection: 'closed',
    by: 'node'
  },
  ...refusedByNode(
    '9112 6.3',
    ['identity', 'chunked, identity', 'chunked;a=b', 'xchunked', '"chunked"', 'chunked\x0b', 'chunked, chunked'],
    (coding) => [
      `the Transfer-Encoding ${JSON.stringify(coding)}, which does not end in one chunked, is refused`,
      request('POST /echo', [`Transfer-Encoding: ${coding}`], `0\r\n\r\n${INJECTED}`)
    ]
  ),
  {
    section: '9112 6.1',
    rule: 'two Transfer-Encoding fields that together do not end in chunked are refused',
    wire: [
      request('POST /echo', ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], `0\r\n\r\n${INJECTED}`),
      refused(400)
    ],
    connection: 'closed',
    by: 'node'
  },
  ...['gzip, chunked', 'nonsense, chunked'].map(
    (coding): Http1Case => ({
      section: '9112 6.1',
      rule: `the transfer coding of ${JSON.stringify(coding)}, which is not known, is a 501`,
      wire: [request('POST /echo', [`Transfer-Encoding: ${coding}`], '0\r\n\r\n'), refused(501)],
      connection: 'closed'
    })
  ),
  {
    section: '9112 7',
    rule: 'chunked is read without regard to case',
    wire: [request('POST /echo', ['Transfer-Encoding: CHUNKED'], '3\r\nabc\r\n0\r\n\r\n'), echoed('abc')],
    connection: 'kept',
    by: 'node'
  },
  {
    section: '9112 6.1',
    rule: 'Transfer-Encoding in a request of HTTP/1.0 is faulty framing, whatever the connection should be',
    wire: [
      lines('POST /echo HTTP/1.0', 'Host: x', 'Connection: keep-alive', 'Transfer-Encoding: chunked') +
        '3\r\nabc\r\n0\r\n\r\n',
      refused(400)
    ],
    connection: 'closed'
  }
]

/** A POST whose body is in these chunks. */
const chunked = (body: string, ...headers: readonly string[]): string =>
  request('POST /echo', ['Transfer-Encoding: chunked', ...headers], body)

/** RFC 9112, section 7: the chunked coding. */
// biome-ignore format: one row a line
const CHUNKS: readonly Http1Case[] = [
  { section: '9112 7.1', rule: 'chunks are joined', wire: [chunked('3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n'), echoed('abcde')], connection: 'kept' },
  { section: '9112 7.1', rule: 'the size of a chunk is hexadecimal in either case', wire: [chunked('a\r\n0123456789\r\nB\r\n0123456789a\r\n0\r\n\r\n'), echoed('01234567890123456789a')], connection: 'kept', by: 'node' },
  { section: '9112 7.1', rule: 'the size of a chunk may have leading zeros, and so may the last one', wire: [chunked('0003\r\nabc\r\n000\r\n\r\n'), echoed('abc')], connection: 'kept', by: 'node' },
  { section: '9112 7.1.1', rule: 'extensions of a chunk are ignored', wire: [chunked('3;a=b;c="d e"\r\nabc\r\n0;e\r\n\r\n'), echoed('abc')], connection: 'kept', by: 'node' },
  { section: '9112 7.1.1', rule: 'the length of all extensions is limited', wire: [chunked(`3;a=${'b'.repeat(20_000)}\r\nabc\r\n0\r\n\r\n`), { status: 413 }], connection: 'closed' },
  { section: '9112 7.1.2', rule: 'trailer fields are read and dropped', wire: [chunked('3\r\nabc\r\n0\r\nX-A: b\r\n\r\n'), echoed('abc')], connection: 'kept', by: 'node' },
  {
    section: '9110 6.5.1',
    rule: 'trailer fields are not merged into the head: a type or a credential there means nothing',
    wire: [
      request(
        'POST /trailed',
        ['Transfer-Encoding: chunked'],
        '0\r\nContent-Type: x\r\nAuthorization: x\r\nHost: y\r\n\r\n'
      ),
      { status: 200, body: '["host","transfer-encoding"]' }
    ],
    connection: 'kept'
  },
  ...refusedByNode('9112 7.1', ['g', '', '-3', '+3', '0x3', '3 ', ' 3', '3.0', 'ffffffffffffffffff'], (size) => [
    `the size ${JSON.stringify(size)} of a chunk is refused`,
    chunked(`${size}\r\nabc\r\n0\r\n\r\n${INJECTED}`)
  ]),
  { section: '9112 7.1', rule: 'a chunk that is longer than its size is refused', wire: [chunked(`3\r\nabcd\r\n0\r\n\r\n${INJECTED}`), refused(400)], connection: 'closed', by: 'node' },
  { section: '9112 7.1', rule: 'a chunk that does not end in CRLF is refused', wire: [chunked(`3\r\nabc0\r\n\r\n${INJECTED}`), refused(400)], connection: 'closed', by: 'node' },
  { section: '9112 7.1', rule: 'a chunk whose size ends in a bare CR is refused', wire: [chunked(`3\rabc\r\n0\r\n\r\n${INJECTED}`), refused(400)], connection: 'closed', by: 'node' },
  { section: '9112 7.1', rule: 'a chunk extension with a bare LF in it is refused', wire: [chunked(`3;a\nabc\r\n0\r\n\r\n${INJECTED}`), refused(400)], connection: 'closed', by: 'node' },
  { section: '9112 7.1.2', rule: 'a malformed trailer field is refused', wire: [chunked(`0\r\nA : b\r\n\r\n${INJECTED}`), refused(400)], connection: 'closed', by: 'node' },
  { section: '9112 7.1', rule: 'chunks whose sum is above the limit are a 413', wire: [chunked(`5dc\r\n${'a'.repeat(1_500)}\r\n0\r\n\r\n`), { status: 413, headers: { connection: 'close' } }], connection: 'closed' }
]

/** How requests are read. */
export const MESSAGE_CASES: readonly Http1Case[] = [...PARSING, ...REQUEST_LINE, ...TARGETS, ...LENGTHS, ...CHUNKS]
