import { FLAG, frame, number, PREFACE, TYPE } from '../http2/frames.js'
import { encodeFields } from '../http2/hpack.js'
import type { WireInput } from '../input.js'
import type { Random } from '../random.js'
import { drawDelivery } from './connection.js'
import { drawHttp2Request } from './http2-client.js'
import { mutateBytes } from './mutation.js'

/** A connection of HTTP/2 written by hand: valid requests, and frames that are wrong in one way or another. */
export function drawFrames(random: Random, transport: 'h2' | 'h2c', name: string): WireInput {
  const pieces = [random.weighted(OPENINGS)(random)]
  const count = random.weighted([
    [5, 1],
    [3, 2],
    [2, random.between(3, 8)]
  ])
  let stream = 1
  for (let index = 0; index < count; index++) {
    if (random.chance(0.25)) pieces.push(random.pick(STRAYS)(random, stream))
    pieces.push(...request(random, stream, `${name}.${index}`))
    stream += random.weighted([
      [20, 2],
      [1, 1],
      [1, 0],
      [1, -2],
      [1, 1_000]
    ])
  }
  if (random.chance(0.15)) pieces.push(random.pick(STRAYS)(random, stream))
  if (random.chance(0.1)) pieces.reverse()
  const at = random.int(pieces.length)
  const changed = random.chance(0.15) ? pieces.with(at, mutateBytes(random, pieces[at] as string)) : pieces
  const { cuts, end } = drawDelivery(
    random,
    changed.reduce((sum, { length }) => sum + length, 0)
  )
  return { kind: 'wire', transport, pieces: changed, cuts, end }
}

const OPENINGS: readonly (readonly [weight: number, make: (random: Random) => string])[] = [
  [20, () => PREFACE + frame(TYPE.settings, 0, 0)],
  [4, () => PREFACE + frame(TYPE.settings, 0, 0, setting(4, 0) + setting(1, 0))],
  [
    3,
    (random) =>
      PREFACE +
      frame(TYPE.settings, 0, 0, setting(random.int(9), random.pick([0, 1, 16_383, 65_536, 2 ** 31, 2 ** 32 - 1])))
  ],
  [1, () => PREFACE],
  [1, () => frame(TYPE.settings, 0, 0)],
  [1, () => `${PREFACE.slice(0, -1)}X${frame(TYPE.settings, 0, 0)}`],
  [1, () => 'GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n']
]

function setting(id: number, value: number): string {
  return number(id, 2) + number(value, 4)
}

type Field = [name: string, value: string]

/** Changes of a request's fields. */
const FIELD_QUIRKS: readonly ((random: Random, fields: Field[]) => Field[])[] = [
  (random, fields) => fields.filter((_field, index) => index !== random.int(4)),
  (random, fields) => [fields[random.int(4)] as Field, ...fields],
  (random, fields) => [...fields, fields[random.int(4)] as Field],
  (random, fields) => [
    ...fields,
    random.pick<Field>([
      ['connection', 'close'],
      ['transfer-encoding', 'chunked'],
      ['te', 'gzip'],
      ['upgrade', 'x'],
      ['Host', 'a'],
      ['host', 'evil'],
      ['X-Upper', 'a'],
      ['', 'a'],
      ['a b', 'c'],
      [':unknown', 'a'],
      [':status', '200'],
      ['expect', '100-continue'],
      ['__proto__', 'a'],
      ['content-length', '7'],
      ['content-length', 'a']
    ])
  ],
  (random, fields) => [...fields, ['x', random.pick(['\0', 'a\r\nb: c', ' a ', '\xff', 'x'.repeat(9_000)])]],
  (random, fields) =>
    replace(
      fields,
      ':path',
      random.pick([
        '',
        '*',
        'x',
        '/#a',
        '/x?y#&key=k1',
        '/%',
        '//',
        'http://a/',
        '/\0',
        '/ ',
        '/\xe4',
        `/${'x'.repeat(9_000)}`
      ])
    ),
  (random, fields) => replace(fields, ':authority', random.pick(['', 'a b', '[::1', 'a@b', 'a:b', 'x'.repeat(300)])),
  (random, fields) =>
    replace(fields, ':method', random.pick(['', 'CONNECT', 'get', 'PRI', 'A B', 'TRACE', 'QUERY', 'OPTIONS', 'HEAD'])),
  (random, fields) => replace(fields, ':scheme', random.pick(['', 'ftp', 'HTTP', 'http:'])),
  (random, fields) => [...fields, ...Array.from({ length: random.pick([50, 300, 3_000]) }, (): Field => ['a', ''])],
  (random, fields) => [
    ...fields,
    ...Array.from({ length: 3 }, (): Field => ['cookie', random.pick(['a=1', 'theme=dark', ''])])
  ]
]

function replace(fields: Field[], name: string, value: string): Field[] {
  return fields.map((field) => (field[0] === name ? [name, value] : field))
}

/** The frames of one request. */
function request(random: Random, stream: number, id: string): string[] {
  const { headers, body } = drawHttp2Request(random, id)
  let fields: Field[] = headers.map(([name, value]) => [name, value])
  if (random.chance(0.3)) fields = random.pick(FIELD_QUIRKS)(random, fields)
  const block = encodeFields(fields)
  const end = body === undefined && !random.chance(0.05) ? FLAG.endStream : 0
  const frames = random.weighted<() => string[]>([
    [10, () => [frame(TYPE.headers, FLAG.endHeaders | end, stream, block)]],
    [2, () => headersInParts(random, stream, block, end)],
    [1, () => [frame(TYPE.headers, FLAG.endHeaders | FLAG.padded | end, stream, `\x03${block}\0\0\0`)]],
    [
      1,
      () => [
        frame(
          TYPE.headers,
          FLAG.endHeaders | FLAG.priority | end,
          stream,
          `${number(random.pick([0, stream, 99]), 4)}\x10${block}`
        )
      ]
    ],
    [1, () => [frame(TYPE.headers, FLAG.endHeaders | FLAG.padded | end, stream, `\xff${block}`)]],
    [
      1,
      () => [
        frame(TYPE.headers, FLAG.endHeaders | end, stream, block, random.pick([0, 1, block.length + 5, 2 ** 24 - 1]))
      ]
    ]
  ])()
  return body === undefined ? frames : [...frames, ...dataFrames(random, stream, body)]
}

function headersInParts(random: Random, stream: number, block: string, end: number): string[] {
  const at = random.int(block.length)
  const parts = [
    frame(TYPE.headers, end, stream, block.slice(0, at)),
    frame(TYPE.continuation, FLAG.endHeaders, stream, block.slice(at))
  ]
  // No other frame is allowed between the two.
  if (random.chance(0.2)) parts.splice(1, 0, random.pick(STRAYS)(random, stream))
  if (random.chance(0.1)) parts.pop()
  return parts
}

function dataFrames(random: Random, stream: number, body: string): string[] {
  const half = random.int(body.length + 1)
  const whole = [
    frame(TYPE.data, 0, stream, body.slice(0, half)),
    frame(TYPE.data, FLAG.endStream, stream, body.slice(half))
  ]
  return random.weighted<() => string[]>([
    [8, () => whole],
    [2, () => whole.slice(0, 1)],
    [1, () => [...whole, frame(TYPE.data, FLAG.endStream, stream, 'more')]],
    [1, () => [...whole.slice(0, 1), frame(TYPE.reset, 0, stream, number(random.pick([0, 8, 99]), 4))]],
    [
      1,
      () => [
        whole[0] as string,
        frame(
          TYPE.headers,
          FLAG.endHeaders | random.pick([0, 1]),
          stream,
          encodeFields([
            random.pick<Field>([
              ['x-trailer', 'a'],
              [':path', '/'],
              ['content-length', '1']
            ])
          ])
        )
      ]
    ],
    [
      1,
      () => [frame(TYPE.data, FLAG.padded | FLAG.endStream, stream, `${random.pick(['\x00', '\x02', '\xff'])}${body}`)]
    ],
    [1, () => Array.from({ length: 200 }, () => frame(TYPE.data, 0, stream))]
  ])()
}

/** Frames that belong to no request, or belong there at another time. */
const STRAYS: readonly ((random: Random, stream: number) => string)[] = [
  (random) => frame(TYPE.ping, random.pick([0, 1]), random.pick([0, 0, 1]), random.text(random.pick([8, 8, 7, 0]))),
  (random, stream) =>
    frame(
      TYPE.window,
      0,
      random.pick([0, stream]),
      number(random.pick([1, 0, 2 ** 31 - 1, 2 ** 31]), random.pick([4, 4, 3]))
    ),
  (random) =>
    frame(TYPE.settings, random.pick([0, FLAG.ack]), random.pick([0, 0, 1]), random.text(random.pick([0, 6, 5, 600]))),
  (random, stream) => frame(TYPE.reset, 0, random.pick([stream, stream + 2, 0]), number(random.int(20), 4)),
  (random, stream) => frame(TYPE.priority, 0, stream, `${number(random.pick([0, stream]), 4)}\x01`),
  (random, stream) => frame(TYPE.data, random.pick([0, 1]), random.pick([stream, stream + 1, 0]), random.text(5)),
  (_random, stream) => frame(TYPE.push, FLAG.endHeaders, stream, number(2, 4)),
  (random) => frame(TYPE.goaway, 0, 0, number(random.pick([0, 1, 2 ** 31]), 4) + number(0, 4)),
  (random, stream) => frame(TYPE.continuation, FLAG.endHeaders, stream, random.bytes(5)),
  (random, stream) =>
    frame(random.between(10, 255), random.int(256), random.pick([0, stream]), random.bytes(random.int(20))),
  (random) => Array.from({ length: 300 }, () => frame(random.pick([TYPE.ping, TYPE.settings]), 0, 0)).join(''),
  (random, stream) =>
    Array.from(
      { length: 120 },
      (_value, index) =>
        frame(
          TYPE.headers,
          FLAG.endHeaders | FLAG.endStream,
          stream + 2 * index,
          encodeFields([
            [':method', 'GET'],
            [':path', '/later'],
            [':scheme', 'http'],
            [':authority', 'a']
          ])
        ) + frame(TYPE.reset, 0, stream + 2 * index, number(random.pick([8, 0]), 4))
    ).join('')
]
