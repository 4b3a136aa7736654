import { FLAG, frame, headers, PREFACE, settings, TYPE, uint32 } from '../support/raw-http2.js'
import {
  ANSWERED,
  continuation,
  DUMMY,
  data,
  GET,
  get,
  goaway,
  HALF,
  type Http2Case,
  IGNORED,
  POST,
  priority,
  reset,
  WAIT
} from './http2-case.js'

const EIGHT = Buffer.alloc(8)
const rst = (stream: number, code = 8): Buffer => frame(TYPE.RST_STREAM, 0, stream, uint32(code))
const update = (stream: number, increment: number): Buffer => frame(TYPE.WINDOW_UPDATE, 0, stream, uint32(increment))
const PROTOCOL = goaway('PROTOCOL_ERROR')
const SIZE = goaway('FRAME_SIZE_ERROR')
const FLOW = goaway('FLOW_CONTROL_ERROR')
const CLOSED_STREAM = goaway('STREAM_CLOSED')
/** Settings by their identifiers. */
const TABLE_SIZE = 1
const PUSH = 2
const WINDOW = 4
const FRAME_SIZE = 5

/** RFC 9113, sections 3 to 5. */
// biome-ignore format: one row a line
const CONNECTIONS: readonly Http2Case[] = [
  { section: '9113 3.4', rule: 'an invalid preface ends the connection', isBare: true, send: [Buffer.from('INVALID CONNECTION PREFACE\r\n\r\n')], outcome: PROTOCOL },
  { section: '9113 3.4', rule: 'a preface without SETTINGS behind it ends the connection', isBare: true, send: [PREFACE, get()], outcome: PROTOCOL },
  { section: '9113 4.1', rule: 'a frame of unknown type is ignored', send: [frame(22, 0, 0, EIGHT)], outcome: IGNORED },
  { section: '9113 4.1', rule: 'undefined flags are ignored', send: [frame(TYPE.PING, 22, 0, EIGHT)], outcome: IGNORED },
  { section: '9113 4.1', rule: 'the reserved bit is ignored', send: [frame(TYPE.PING, 0, 0x80000000, EIGHT)], outcome: IGNORED },
  { section: '9113 4.2', rule: 'a frame of 16,384 bytes is taken', send: [headers(1, POST, HALF), data(1, 'a'.repeat(16_384))], outcome: ANSWERED },
  { section: '9113 4.2', rule: 'a larger DATA frame is a connection error', send: [headers(1, POST, HALF), data(1, 'a'.repeat(16_385))], outcome: SIZE },
  { section: '9113 4.2', rule: 'a larger HEADERS frame is a connection error', send: [headers(1, Buffer.concat([GET, Buffer.alloc(16_385, DUMMY)]))], outcome: SIZE },
  { section: '9113 4.3', rule: 'a field block that cannot be decoded is a connection error', send: [headers(1, Buffer.from([0x40]))], outcome: goaway('COMPRESSION_ERROR') },
  { section: '9113 4.3', rule: 'a PRIORITY frame within a field block is a connection error', send: [headers(1, GET, 0), priority(1, 0), continuation(1, DUMMY)], outcome: PROTOCOL },
  { section: '9113 4.3', rule: 'a HEADERS frame of another stream within a field block is a connection error', send: [headers(1, GET, 0), get(3), continuation(1, DUMMY)], outcome: PROTOCOL },
  { section: '9113 5.1', rule: 'idle: DATA is a connection error', send: [data(1, 'test')], outcome: PROTOCOL },
  { section: '9113 5.1', rule: 'idle: RST_STREAM is a connection error', send: [rst(1)], outcome: PROTOCOL },
  { section: '9113 5.1', rule: 'idle: WINDOW_UPDATE is a connection error', send: [update(1, 100)], outcome: PROTOCOL },
  { section: '9113 5.1', rule: 'idle: CONTINUATION is a connection error', send: [continuation(1, GET)], outcome: PROTOCOL },
  { section: '9113 5.1', rule: 'idle: PRIORITY is taken', send: [priority(1, 0), get(1)], outcome: ANSWERED },
  { section: '9113 5.1', rule: 'half-closed (remote): DATA is an error of the stream or the connection', send: [headers(1, WAIT), data(1, 'test')], outcome: CLOSED_STREAM },
  { section: '9113 5.1', rule: 'half-closed (remote): HEADERS is an error of the stream or the connection', send: [headers(1, WAIT), headers(1, WAIT)], outcome: CLOSED_STREAM },
  { section: '9113 5.1', rule: 'half-closed (remote): CONTINUATION is a connection error', send: [headers(1, WAIT), continuation(1, DUMMY)], outcome: PROTOCOL },
  { section: '9113 5.1', rule: 'half-closed (remote): WINDOW_UPDATE is taken', send: [headers(1, WAIT), update(1, 100)], outcome: IGNORED },
  { section: '9113 5.1', rule: 'half-closed (remote): PRIORITY is taken', send: [headers(1, WAIT), priority(1, 0)], outcome: IGNORED },
  { section: '9113 5.1', rule: 'half-closed (remote): RST_STREAM is taken', send: [headers(1, WAIT), rst(1)], outcome: IGNORED },
  { section: '9113 5.1', rule: 'closed by RST_STREAM: DATA may be ignored', send: [headers(1, POST, HALF), rst(1), data(1, 'test')], outcome: IGNORED },
  { section: '9113 5.1', rule: 'closed by RST_STREAM: HEADERS is a connection error', send: [headers(1, POST, HALF), rst(1), headers(1, POST)], outcome: CLOSED_STREAM, node: { outcome: IGNORED, why: 'it is ignored' } },
  { section: '9113 5.1', rule: 'closed by RST_STREAM: CONTINUATION is a connection error', send: [headers(1, POST, HALF), rst(1), continuation(1, DUMMY)], outcome: PROTOCOL },
  { section: '9113 5.1', rule: 'closed by its end: DATA is a connection error', send: [get(), 'answered', data(1, 'test')], outcome: CLOSED_STREAM, node: { outcome: ANSWERED, why: 'it is ignored' } },
  { section: '9113 5.1', rule: 'closed by its end: HEADERS is a connection error', send: [get(), 'answered', get()], outcome: CLOSED_STREAM, node: { outcome: ANSWERED, why: 'it is ignored' } },
  { section: '9113 5.1', rule: 'closed by its end: CONTINUATION is a connection error', send: [get(), 'answered', continuation(1, DUMMY)], outcome: PROTOCOL },
  { section: '9113 5.1', rule: 'closed by its end: PRIORITY, WINDOW_UPDATE and RST_STREAM are taken', send: [get(), 'answered', priority(1, 0), update(1, 1), rst(1)], outcome: ANSWERED },
  { section: '9113 5.1.1', rule: 'an even stream identifier is a connection error', send: [get(2)], outcome: PROTOCOL },
  { section: '9113 5.1.1', rule: 'a stream identifier that is lower than the one before is a connection error', send: [get(5), get(3)], outcome: PROTOCOL, node: { outcome: IGNORED, why: 'it is ignored' } },
  {
    section: '9113 5.1.2',
    rule: 'streams above the limit are refused',
    send: Array.from({ length: 129 }, (_, index) => headers(index * 2 + 1, WAIT)),
    outcome: reset('REFUSED_STREAM', 257),
    node: { outcome: PROTOCOL, why: 'the whole connection is ended, which is allowed for any stream error' }
  },
  {
    section: '7540 5.3.1',
    rule: 'HEADERS that depend on their own stream are an error of the stream or the connection',
    send: [
      headers(
        1,
        Buffer.concat([Buffer.from([0, 0, 0, 1, 15]), GET]),
        FLAG.PRIORITY | FLAG.END_HEADERS | FLAG.END_STREAM
      )
    ],
    outcome: PROTOCOL
  },
  {
    section: '7540 5.3.1',
    rule: 'PRIORITY of a stream that depends on itself is an error of the stream or the connection',
    send: [priority(1, 1)],
    outcome: PROTOCOL,
    node: { why: 'its newer versions ignore PRIORITY, which RFC 9113 deprecates', outcome: IGNORED }
  },
  { section: '9113 5.4.1', rule: 'behind GOAWAY the connection is closed', send: [frame(TYPE.PING, 0, 3, EIGHT)], outcome: PROTOCOL },
  { section: '9113 5.5', rule: 'an unknown frame within a field block is a connection error', send: [headers(1, GET, 0), frame(22, 0, 0, EIGHT), continuation(1, DUMMY)], outcome: PROTOCOL }
]

/** RFC 9113, section 6: one kind of frame after the other. */
// biome-ignore format: one row a line
const FRAMES: readonly Http2Case[] = [
  { section: '9113 6.1', rule: 'DATA is taken', send: [headers(1, POST, HALF), data(1, 'a')], outcome: ANSWERED },
  { section: '9113 6.1', rule: 'several DATA frames are one body', send: [headers(1, POST, HALF), data(1, 'a', 0), data(1, 'b')], outcome: { is: 'answered', body: ['ab'] } },
  { section: '9113 6.1', rule: 'the padding of DATA is no part of the body', send: [headers(1, POST, HALF), data(1, '\x03ab\0\0\0', FLAG.PADDED | FLAG.END_STREAM)], outcome: { is: 'answered', body: ['ab'] } },
  { section: '9113 6.1', rule: 'DATA of stream 0 is a connection error', send: [data(0, 'test')], outcome: PROTOCOL },
  { section: '9113 6.1', rule: 'padding that is longer than DATA is a connection error', send: [headers(1, POST, HALF), data(1, '\x06test', FLAG.PADDED | FLAG.END_STREAM)], outcome: PROTOCOL },
  { section: '9113 6.2', rule: 'HEADERS are taken', send: [get()], outcome: { is: 'answered', body: ['root'] } },
  { section: '9113 6.2', rule: 'the padding of HEADERS is no part of the fields', send: [headers(1, Buffer.concat([Buffer.from([2]), GET, Buffer.alloc(2)]), FLAG.PADDED | 5)], outcome: ANSWERED },
  { section: '9113 6.2', rule: 'the priority of HEADERS is taken', send: [headers(1, Buffer.concat([Buffer.from([0, 0, 0, 0, 255]), GET]), FLAG.PRIORITY | 5)], outcome: ANSWERED },
  { section: '9113 6.2', rule: 'HEADERS of stream 0 are a connection error', send: [get(0)], outcome: PROTOCOL },
  { section: '9113 6.2', rule: 'padding that is longer than HEADERS is a connection error', send: [headers(1, Buffer.concat([Buffer.from([GET.length + 1]), GET]), FLAG.PADDED | 5)], outcome: PROTOCOL },
  ...[1, 256].map(
    (weight): Http2Case => ({
      section: '9113 6.3',
      rule: `PRIORITY with a weight of ${weight} is taken`,
      send: [priority(1, 0, weight - 1), get()],
      outcome: ANSWERED
    })
  ),
  { section: '9113 6.3', rule: 'PRIORITY with a dependency, an exclusive one too, is taken', send: [priority(3, 1), priority(5, 0x80000001), get(7)], outcome: { is: 'answered', stream: 7 } },
  { section: '9113 6.3', rule: 'PRIORITY of stream 0 is a connection error', send: [priority(0, 0)], outcome: PROTOCOL, node: { why: 'its newer versions ignore PRIORITY, which RFC 9113 deprecates', outcome: IGNORED } },
  { section: '9113 6.3', rule: 'PRIORITY of another length is an error', send: [headers(1, WAIT), frame(TYPE.PRIORITY, 0, 1, Buffer.alloc(4))], outcome: SIZE },
  { section: '9113 6.4', rule: 'RST_STREAM is taken', send: [headers(1, POST, HALF), rst(1)], outcome: IGNORED },
  { section: '9113 6.4', rule: 'RST_STREAM of stream 0 is a connection error', send: [rst(0)], outcome: PROTOCOL },
  { section: '9113 6.4', rule: 'RST_STREAM of another length is a connection error', send: [headers(1, WAIT), frame(TYPE.RST_STREAM, 0, 1, Buffer.alloc(3))], outcome: SIZE },
  { section: '9113 6.5', rule: 'SETTINGS are taken', send: [settings([3, 100])], outcome: IGNORED },
  { section: '9113 6.5', rule: 'an acknowledgement of SETTINGS with a payload is a connection error', send: [frame(TYPE.SETTINGS, FLAG.ACK, 0, Buffer.alloc(1))], outcome: SIZE },
  { section: '9113 6.5', rule: 'SETTINGS of a stream are a connection error', send: [frame(TYPE.SETTINGS, 0, 1, Buffer.from([0, 3, 0, 0, 0, 100]))], outcome: PROTOCOL },
  { section: '9113 6.5', rule: 'SETTINGS of a length that is no multiple of 6 are a connection error', send: [frame(TYPE.SETTINGS, 0, 0, Buffer.from([0, 3, 0]))], outcome: SIZE },
  { section: '9113 6.5.2', rule: 'ENABLE_PUSH above 1 is a connection error', send: [settings([PUSH, 2])], outcome: PROTOCOL },
  { section: '9113 6.5.2', rule: 'INITIAL_WINDOW_SIZE above 2^31-1 is a connection error', send: [settings([WINDOW, 2_147_483_648])], outcome: FLOW },
  ...[16_383, 16_777_216].map(
    (size): Http2Case => ({
      section: '9113 6.5.2',
      rule: `MAX_FRAME_SIZE of ${size} is a connection error`,
      send: [settings([FRAME_SIZE, size])],
      outcome: PROTOCOL
    })
  ),
  { section: '9113 6.5.2', rule: 'an unknown setting is ignored', send: [settings([255, 1])], outcome: IGNORED },
  { section: '9113 6.5.2', rule: 'HEADER_TABLE_SIZE of 0 is followed', send: [settings([TABLE_SIZE, 0]), get()], outcome: ANSWERED },
  {
    section: '9113 6.5.3',
    rule: 'settings are taken in their order: the last INITIAL_WINDOW_SIZE holds',
    send: [settings([WINDOW, 100], [WINDOW, 1]), 'acknowledged', get(), 'begun', update(1, 100)],
    outcome: { is: 'answered', body: ['r', 'oot'] }
  },
  { section: '9113 6.6', rule: 'PUSH_PROMISE of a client is a connection error', send: [headers(1, WAIT), frame(TYPE.PUSH_PROMISE, FLAG.END_HEADERS, 1, Buffer.concat([uint32(2), GET]))], outcome: PROTOCOL },
  { section: '9113 6.7', rule: 'PING is answered', send: [frame(TYPE.PING, 0, 0, EIGHT)], outcome: IGNORED },
  {
    section: '9113 6.7',
    rule: 'the acknowledgement of a PING that was not sent is not answered',
    send: [frame(TYPE.PING, FLAG.ACK, 0, EIGHT)],
    outcome: IGNORED,
    node: { outcome: PROTOCOL, why: 'the connection is ended' }
  },
  { section: '9113 6.7', rule: 'PING of a stream is a connection error', send: [frame(TYPE.PING, 0, 1, EIGHT)], outcome: PROTOCOL },
  { section: '9113 6.7', rule: 'PING of another length is a connection error', send: [frame(TYPE.PING, 0, 0, Buffer.alloc(6))], outcome: SIZE },
  { section: '9113 6.8', rule: 'GOAWAY of a stream is a connection error', send: [frame(TYPE.GOAWAY, 0, 1, EIGHT)], outcome: PROTOCOL },
  { section: '9113 6.9', rule: 'WINDOW_UPDATE of the connection and of a stream are taken', send: [headers(1, POST, HALF), update(0, 1), update(1, 1), data(1, 'a')], outcome: ANSWERED },
  { section: '9113 6.9', rule: 'WINDOW_UPDATE of 0 for the connection is a connection error', send: [update(0, 0)], outcome: PROTOCOL },
  { section: '9113 6.9', rule: 'WINDOW_UPDATE of 0 for a stream is an error of the stream or the connection', send: [headers(1, WAIT), update(1, 0)], outcome: PROTOCOL },
  { section: '9113 6.9', rule: 'WINDOW_UPDATE of another length is a connection error', send: [frame(TYPE.WINDOW_UPDATE, 0, 0, Buffer.alloc(3))], outcome: SIZE },
  { section: '9113 6.9.1', rule: 'DATA keeps within the window of its stream', send: [settings([WINDOW, 1]), 'acknowledged', get(), 'begun', update(1, 100)], outcome: { is: 'answered', body: ['r', 'oot'] } },
  { section: '9113 6.9.1', rule: 'a window of the connection above 2^31-1 is a connection error', send: [update(0, 2_147_483_647), update(0, 2_147_483_647)], outcome: FLOW },
  {
    section: '9113 6.9.1',
    rule: 'a window of a stream above 2^31-1 is a stream error',
    send: [headers(1, WAIT), update(1, 2_147_483_647), update(1, 2_147_483_647)],
    outcome: reset('FLOW_CONTROL_ERROR'),
    node: { outcome: FLOW, why: 'the whole connection is ended' }
  },
  {
    section: '9113 6.9.2',
    rule: 'another INITIAL_WINDOW_SIZE changes the windows of the open streams',
    send: [settings([WINDOW, 0]), 'acknowledged', get(), settings([WINDOW, 1]), 'begun', update(1, 100)],
    outcome: { is: 'answered', body: ['r', 'oot'] }
  },
  { section: '9113 6.10', rule: 'CONTINUATION frames are a part of the field block', send: [headers(1, GET, FLAG.END_STREAM), continuation(1, DUMMY, 0), continuation(1, DUMMY)], outcome: ANSWERED },
  { section: '9113 6.10', rule: 'CONTINUATION followed by DATA is a connection error', send: [headers(1, POST, 0), continuation(1, DUMMY, 0), data(1, 'test')], outcome: PROTOCOL },
  { section: '9113 6.10', rule: 'CONTINUATION of stream 0 is a connection error', send: [headers(1, GET, FLAG.END_STREAM), continuation(0, DUMMY)], outcome: PROTOCOL },
  { section: '9113 6.10', rule: 'CONTINUATION behind the end of the field block is a connection error', send: [headers(1, WAIT), continuation(1, DUMMY)], outcome: PROTOCOL },
  { section: '9113 6.10', rule: 'CONTINUATION behind the last CONTINUATION is a connection error', send: [headers(1, WAIT, FLAG.END_STREAM), continuation(1, DUMMY), continuation(1, DUMMY)], outcome: PROTOCOL },
  { section: '9113 6.10', rule: 'CONTINUATION behind DATA is a connection error', send: [headers(1, POST, HALF), data(1, 'test', 0), continuation(1, DUMMY)], outcome: PROTOCOL },
  { section: '9113 7', rule: 'GOAWAY with an unknown code is no special thing', send: [frame(TYPE.GOAWAY, 0, 0, Buffer.concat([uint32(0), uint32(255)]))], outcome: goaway('NO_ERROR') },
  { section: '9113 7', rule: 'RST_STREAM with an unknown code is no special thing', send: [headers(1, POST, HALF), rst(1, 255)], outcome: IGNORED }
]

/** The frames of RFC 9113, sections 3 to 7. */
export const FRAME_CASES: readonly Http2Case[] = [...CONNECTIONS, ...FRAMES]
