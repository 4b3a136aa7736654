import { block, type Field, FLAG, headers } from '../support/raw-http2.js'
import {
  ANSWERED,
  continuation,
  data,
  fields,
  GET,
  get,
  goaway,
  HALF,
  HEAD,
  type Http2Case,
  POST,
  reset
} from './http2-case.js'

const MALFORMED = reset('PROTOCOL_ERROR')
/** Newer versions of Node end the connection where a body is longer than its content-length, RFC 9113 the stream. */
const ENDED: Http2Case['node'] = {
  outcome: { is: 'goaway', code: 'INTERNAL_ERROR' },
  why: 'its newer versions end the connection'
}
const without = (name: string): Field[] => fields('GET', '/').filter((field) => field[0] !== name)

/** RFC 9113, section 8: requests and answers. */
// biome-ignore format: one row a line
const REQUESTS: readonly Http2Case[] = [
  { section: '9113 8.1', rule: 'GET is answered', send: [get()], outcome: { is: 'answered', body: ['root'] } },
  { section: '9113 8.1', rule: 'HEAD is answered without a body', send: [headers(1, HEAD)], outcome: { is: 'answered', body: [] } },
  { section: '9113 8.1', rule: 'POST is answered', send: [headers(1, POST, HALF), data(1, 'test')], outcome: { is: 'answered', body: ['test'] } },
  { section: '9113 8.1', rule: 'POST with trailers is answered', send: [headers(1, POST, HALF), data(1, 'test', 0), headers(1, block([['x-test', 'ok']]))], outcome: { is: 'answered', body: ['test'] } },
  { section: '9113 8.1', rule: 'second HEADERS without END_STREAM are malformed', send: [headers(1, POST, HALF), data(1, 'test', 0), headers(1, block([['x-test', 'ok']]), HALF)], outcome: MALFORMED },
  ...(
    [
      ['8.2.1', 'a field name in upper case', fields('GET', '/', ['X-TEST', 'ok'])],
      ['8.2.2', 'a field about the connection', fields('GET', '/', ['connection', 'keep-alive'])],
      ['8.2.2', 'a transfer coding', fields('GET', '/', ['transfer-encoding', 'chunked'])],
      ['8.2.2', 'an upgrade', fields('GET', '/', ['upgrade', 'websocket'])],
      ['8.2.2', 'a TE other than trailers', fields('GET', '/', ['te', 'trailers, deflate'])],
      ['8.3', 'an unknown pseudo-header', fields('GET', '/', [':test', 'ok'])],
      ['8.3', 'the pseudo-header of answers', fields('GET', '/', [':status', '200'])],
      ['8.3', 'a pseudo-header behind a field', [['x-test', 'ok'] as const, ...fields('GET', '/')]],
      ['8.3.1', 'an empty :path', fields('GET', '')],
      ['8.3.1', 'a :path without its slash', fields('GET', 'a')],
      ['8.3.1', 'no :method', without(':method')],
      ['8.3.1', 'no :scheme', without(':scheme')],
      ['8.3.1', 'no :path', without(':path')],
      ['8.3.1', 'two :method', fields('GET', '/', [':method', 'GET'])],
      ['8.3.1', 'two :scheme', fields('GET', '/', [':scheme', 'http'])],
      ['8.3.1', 'two :path', fields('GET', '/', [':path', '/'])],
      ['8.3.1', 'two :authority', fields('GET', '/', [':authority', 'x'])]
    ] as const
  ).map(
    ([section, what, list]): Http2Case => ({
      section: `9113 ${section}`,
      rule: `a request with ${what} is malformed`,
      send: [headers(1, block(list))],
      outcome: MALFORMED
    })
  ),
  ...(
    [
      ['a field name with a space', fields('GET', '/names', ['x test', 'ok'])],
      ['an empty field name', fields('GET', '/names', ['', 'ok'])],
      ['a field value with a NUL', fields('GET', '/names', ['x-test', 'a\0b'])],
      ['a field value with a line feed', fields('GET', '/names', ['x-test', 'a\nb: c'])],
      ['a field value with a carriage return', fields('GET', '/names', ['x-test', 'a\rb'])]
    ] as const
  ).map(
    ([what, list]): Http2Case => ({
      section: '9113 8.2.1',
      rule: `a request with ${what} is malformed, or the field is dropped`,
      send: [headers(1, block(list))],
      outcome: MALFORMED,
      node: { outcome: { is: 'answered', body: ['[":method",":scheme",":path",":authority"]'] }, why: 'it is dropped' }
    })
  ),
  { section: '9113 8.2.2', rule: 'a TE of trailers is taken', send: [headers(1, block(fields('GET', '/', ['te', 'trailers'])))], outcome: ANSWERED },
  { section: '9113 8.1', rule: 'a pseudo-header in trailers is malformed', send: [headers(1, POST, HALF), data(1, 'test', 0), headers(1, block([[':method', 'POST']]))], outcome: MALFORMED },
  ...(['1', '5', 'x', '+4', '-4'] as const).map(
    (length): Http2Case => ({
      section: '9113 8.1.1',
      rule: `a content-length of ${length} before a body of 4 bytes is malformed`,
      send: [headers(1, block(fields('POST', '/echo', ['content-length', length])), HALF), data(1, 'test')],
      outcome: MALFORMED,
      ...(length === '1' && { node: ENDED })
    })
  ),
  {
    section: '9113 8.1.1',
    rule: 'a content-length that is not the sum of the DATA frames is malformed',
    send: [
      headers(1, block(fields('POST', '/echo', ['content-length', '1'])), HALF),
      data(1, 'test', 0),
      data(1, 'test')
    ],
    outcome: MALFORMED,
    node: ENDED
  },
  { section: '9113 8.1.1', rule: 'two content-lengths are malformed', send: [headers(1, block(fields('POST', '/echo', ['content-length', '4'], ['content-length', '4'])), HALF), data(1, 'test')], outcome: MALFORMED }
]

const hex = (text: string): Buffer => Buffer.from(text, 'hex')
const TEST = '0678' // A length, and the first letter.
const PLAIN_AGENT = '0a757365722d6167656e74066832737065' + '63'
const HUFFMAN_AGENT = '87b505b161cc5a93849c48aca4'
const PLAIN_NEW = `${TEST}2d7465737406683273706563`
const HUFFMAN_NEW = '85f2b24a84ff849c48aca4'

/** RFC 7541: the compression of fields. */
const COMPRESSION: readonly Http2Case[] = [
  ...(
    [
      ['6.1', 'an indexed field', 'ba'.replace('ba', '90')],
      ['6.2.1', 'a literal with indexing', `40${PLAIN_AGENT}`],
      ['6.2.1', 'a literal with indexing in the code of Huffman', `40${HUFFMAN_AGENT}`],
      ['6.2.1', 'a literal with indexing under a new name', `40${PLAIN_NEW}`],
      ['6.2.1', 'a literal with indexing under a new name in the code of Huffman', `40${HUFFMAN_NEW}`],
      ['6.2.2', 'a literal without indexing', `00${PLAIN_AGENT}`],
      ['6.2.2', 'a literal without indexing in the code of Huffman', `00${HUFFMAN_AGENT}`],
      ['6.2.2', 'a literal without indexing under a new name', `00${PLAIN_NEW}`],
      ['6.2.2', 'a literal without indexing under a new name in the code of Huffman', `00${HUFFMAN_NEW}`],
      ['6.2.3', 'a literal that is never indexed', `10${PLAIN_AGENT}`],
      ['6.2.3', 'a literal that is never indexed in the code of Huffman', `10${HUFFMAN_AGENT}`],
      ['6.2.3', 'a literal that is never indexed under a new name', `10${PLAIN_NEW}`],
      ['6.2.3', 'a literal that is never indexed under a new name in the code of Huffman', `10${HUFFMAN_NEW}`]
    ] as const
  ).map(
    ([section, what, bytes]): Http2Case => ({
      section: `7541 ${section}`,
      rule: `${what} is read`,
      send: [headers(1, Buffer.concat([GET, hex(bytes)]))],
      outcome: { is: 'answered', body: ['root'] }
    })
  ),
  {
    section: '7541 2.3.2',
    rule: 'a field that was indexed is read by its index in the next request',
    send: [headers(1, Buffer.concat([GET, hex(`40${PLAIN_NEW}`)])), headers(3, Buffer.concat([GET, hex('be')]))],
    outcome: { is: 'answered', stream: 3 }
  },
  ...['3f61', '3f613fe11f', '20'].map(
    (bytes): Http2Case => ({
      section: '7541 6.3',
      rule: `updates of the table's size at the beginning (${bytes}) are followed`,
      send: [headers(1, Buffer.concat([hex(bytes), GET]))],
      outcome: ANSWERED
    })
  ),
  ...(
    [
      ['2.3.3', 'an index that is in no table', 'c6'],
      ['2.3.3', 'a literal whose name has an index that is in no table', '7f0700'],
      ['4.2', "an update of the table's size at the end", '21'],
      ['5.1', 'an integer without an end', 'ffffffffffffffffff'],
      ['5.2', 'a code of Huffman with a padding of more than 7 bits', '0085f2b24a84ff8449509fff'],
      ['5.2', 'a code of Huffman with a padding of zeros', '0085f2b24a84ff83495090'],
      ['5.2', 'a code of Huffman with its end in it', '0085f2b24a84ff874951fffffffa7f'],
      ['5.2', 'a text that is longer than the block', '00ff'],
      ['6.1', 'the index 0', '80']
    ] as const
  ).map(
    ([section, what, bytes]): Http2Case => ({
      section: `7541 ${section}`,
      rule: `${what} is a connection error`,
      send: [headers(1, Buffer.concat([GET, hex(bytes)]))],
      outcome: goaway('COMPRESSION_ERROR')
    })
  ),
  {
    section: '7541 6.3',
    rule: "an update of the table's size above the setting is a connection error",
    send: [headers(1, Buffer.concat([hex('3fffffff7f'), GET]))],
    outcome: goaway('COMPRESSION_ERROR')
  },
  {
    section: '7541 5.2',
    rule: 'a field block may be cut anywhere, in the middle of a text too',
    send: [
      headers(1, GET.subarray(0, 7), FLAG.END_STREAM),
      continuation(1, GET.subarray(7, 8), 0),
      continuation(1, GET.subarray(8))
    ],
    outcome: ANSWERED
  }
]

/** What frames carry: RFC 9113, section 8, and RFC 7541. */
export const MESSAGE_CASES: readonly Http2Case[] = [...REQUESTS, ...COMPRESSION]
