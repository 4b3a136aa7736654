import type { Random } from '../random.js'
import { coded } from './bodies.js'
import { ACCEPTS, COOKIES, CREDENTIALS } from './catalogue.js'
import { chunked, type Draft, removeHeader, setHeader } from './draft.js'

/** Changes a request into one that is odd or malformed in one way. */
type Quirk = (draft: Draft, random: Random) => void

const VERSIONS = [
  'HTTP/0.9',
  'HTTP/1.0',
  'HTTP/1.2',
  'HTTP/2.0',
  'HTTP/3.0',
  'HTTP/1.1 ',
  'http/1.1',
  'HTTP/1',
  'HTTP/11',
  'HTTP/ 1.1',
  '',
  'ICE/1.0',
  'RTSP/1.0',
  'HTTP/1.1\t'
]
const METHODS = [
  'get',
  'G',
  'QUERY',
  'CONNECT',
  'TRACE',
  'PRI',
  'PURGE',
  'SOURCE',
  'M-SEARCH',
  'GE T',
  'GET\t',
  '',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'PROPFIND'
]
const AUTHORITIES = [
  'localhost',
  'localhost:1',
  'a.example',
  '[::1]',
  '[::1',
  '[',
  ']',
  'a b',
  'a@b',
  'user:pass@a',
  '',
  ':',
  ':80',
  'a:b',
  'a:99999999',
  'a,b',
  'a/b',
  'a?b',
  'a#b',
  '[v1.a]',
  '%41',
  'ä',
  'a\0',
  '\\'
]
const LENGTHS = [
  '0',
  '1',
  '5',
  '-1',
  '+1',
  '0x5',
  '1e1',
  '1.0',
  ' 5',
  '5 ',
  '5,5',
  '5, 6',
  '99999999999999999999',
  '9007199254740993',
  '2147483648',
  '05',
  '',
  'a',
  '5;',
  '5\t'
]
const CODINGS = [
  'chunked',
  'Chunked',
  'chunked, chunked',
  'gzip, chunked',
  'chunked, gzip',
  'gzip',
  'identity',
  'chunked;q=1',
  ' chunked',
  '\tchunked',
  'xchunked',
  '',
  'chunked,',
  ',chunked',
  '"chunked"'
]
const ESCAPES = [
  '%',
  '%2',
  '%zz',
  '%00',
  '%2F',
  '%5c',
  '%2e%2e',
  '%C3%28',
  '%ED%A0%80',
  '%u0041',
  '%FF',
  '%25%32%35',
  '%0d%0a',
  '%23',
  '%3F'
]
const CONTROLS = ['\0', '\x01', '\x0b', '\x0c', '\x7f', '\r', '\n', '\t', '\x80', '\xff', '\x1b']

/** The quirks by weight. */
export const QUIRKS: readonly (readonly [weight: number, quirk: Quirk])[] = [
  [
    4,
    (draft, random) => {
      draft.version = random.pick(VERSIONS)
    }
  ],
  [
    3,
    (draft, random) => {
      draft.method = random.pick(METHODS)
    }
  ],
  [4, changeTargetForm],
  [
    2,
    (draft, random) => {
      draft.target = insert(random, draft.target, random.pick(['#', '#&key=k1', '#?a=1']))
    }
  ],
  [
    3,
    (draft, random) => {
      draft.target = insert(random, draft.target, random.pick(ESCAPES))
    }
  ],
  [
    2,
    (draft, random) => {
      draft.target = insert(
        random,
        draft.target,
        random.pick([
          ...CONTROLS,
          ' ',
          '"',
          '<',
          '\\',
          '|',
          '^',
          '`',
          '{',
          '//',
          '/../',
          '/./',
          ';a=1',
          '?',
          '\xc3\xa4'
        ])
      )
    }
  ],
  [
    1,
    (draft, random) => {
      draft.target += `?${'x'.repeat(random.between(7_000, 20_000))}`
    }
  ],
  [4, changeHost],
  [6, changeLength],
  [4, changeCoding],
  [5, changeChunks],
  [3, (draft, random) => breakHeader(draft, random)],
  [
    2,
    (draft, random) => {
      draft.lineEnd = random.pick(['\n', '\r', '\r\r\n', '\n\r', '\r\n '])
    }
  ],
  [2, addManyHeaders],
  [1, (draft, random) => draft.headers.push({ name: 'X-Long', value: 'x'.repeat(random.between(7_000, 20_000)) })],
  [
    2,
    (draft, random) =>
      draft.headers.push({
        name: random.pick([
          '__proto__',
          'constructor',
          'x y',
          'x:',
          ' x',
          '',
          'x\0',
          'x(',
          'ä',
          'X-Fuzz-Id',
          'content-length ',
          'Set-Cookie'
        ]),
        value: 'a'
      })
  ],
  [
    4,
    (draft, random) =>
      setHeader(
        draft,
        'Expect',
        random.pick(['100-continue', '100-continue', '100-Continue', '200-ok', '', '100-continue, x'])
      )
  ],
  [3, upgrade],
  [
    3,
    (draft, random) =>
      setHeader(
        draft,
        'Connection',
        random.pick(['close', 'keep-alive', 'Upgrade', 'close, keep-alive', 'Content-Length', ',', 'x', ''])
      )
  ],
  [3, compress],
  [
    2,
    (draft, random) =>
      setHeader(
        draft,
        'Content-Type',
        random.pick([
          '',
          'text/plain',
          'application/json; charset=x',
          'multipart/form-data',
          'a',
          'application/x-www-form-urlencoded; charset=latin1',
          '*/*',
          ';'
        ])
      )
  ],
  [1, (draft, random) => setHeader(draft, 'Accept', random.pick(ACCEPTS))],
  [
    1,
    (draft, random) =>
      setHeader(draft, 'Accept-Encoding', random.pick(['gzip', 'br', '*;q=0', 'identity;q=0', 'gzip;q=', ',,']))
  ],
  [1, (draft, random) => setHeader(draft, 'Cookie', random.pick(COOKIES))],
  [2, (draft, random) => setHeader(draft, 'Authorization', random.pick(CREDENTIALS))],
  [1, (draft, random) => void draft.headers.push({ name: 'Authorization', value: random.pick(CREDENTIALS) })],
  [
    2,
    (draft, random) =>
      draft.headers.push({
        name: random.pick(['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'Forwarded']),
        value: random.pick(['1.2.3.4', '::1', 'https', 'for=1', 'a,b,c', ',', '"', '[::1'])
      })
  ],
  [
    1,
    (draft, random) =>
      draft.headers.push({ name: 'X-Request-Id', value: random.pick(['a', 'a b', 'x'.repeat(200), '<script>']) })
  ],
  [1, (draft, random) => draft.headers.push({ name: 'Trailer', value: random.pick(['x', 'Content-Length', 'Host']) })],
  [
    1,
    (draft) =>
      draft.headers.push({ name: 'HTTP2-Settings', value: 'AAMAAABkAAQAAP__' }, { name: 'Upgrade', value: 'h2c' })
  ]
]

function changeTargetForm(draft: Draft, random: Random): void {
  const { target } = draft
  draft.target = random.weighted<() => string>([
    [3, () => `http://localhost${target}`],
    [
      2,
      () => `${random.pick(['http', 'https', 'HTTP', 'ftp', 'http:', 'file'])}://${random.pick(AUTHORITIES)}${target}`
    ],
    [2, () => `http://${random.pick(['[::1', '[', 'a b', '', '@', 'a:b:c', '%zz'])}${target}`],
    [
      1,
      () =>
        random.pick([
          'localhost:80',
          'a',
          '*',
          '**',
          '*/x',
          '',
          '?a=1',
          '//evil/x',
          '\\',
          '/\\',
          'http:',
          'http:/',
          'http://',
          'mailto:a'
        ])
    ],
    [1, () => `/${target}`]
  ])()
}

function changeHost(draft: Draft, random: Random): void {
  const host = random.pick(AUTHORITIES)
  random.weighted<() => void>([
    [3, () => setHeader(draft, 'Host', host)],
    [2, () => removeHeader(draft, 'Host')],
    [
      2,
      () =>
        void draft.headers.push({
          name: random.pick(['Host', 'host', 'HOST']),
          value: random.pick(['localhost', host])
        })
    ],
    [
      1,
      () =>
        void draft.headers.push(...Array.from({ length: 2_000 }, () => ({ name: 'a', value: '' })), {
          name: 'Host',
          value: 'evil'
        })
    ]
  ])()
}

function changeLength(draft: Draft, random: Random): void {
  random.weighted<() => void>([
    // The body is shorter or longer than the length says: the rest never comes, or is read as another request.
    [
      3,
      () => {
        draft.framing = 'none'
        draft.headers.push({
          name: 'Content-Length',
          value: String(Math.max(0, draft.body.length + random.between(-3, 3)))
        })
      }
    ],
    [
      2,
      () => {
        draft.framing = 'none'
        draft.headers.push({ name: 'Content-Length', value: random.pick(LENGTHS) })
      }
    ],
    [2, () => void draft.headers.push({ name: 'Content-Length', value: random.pick(LENGTHS) })],
    [
      1,
      () => {
        draft.framing = 'chunked'
        draft.headers.push({ name: 'Content-Length', value: String(draft.body.length) })
      }
    ]
  ])()
}

function changeCoding(draft: Draft, random: Random): void {
  const coding = random.pick(CODINGS)
  random.weighted<() => void>([
    [
      3,
      () => {
        draft.framing = 'none'
        draft.rawBody = chunked(draft.body, [])
        draft.headers.push({ name: 'Transfer-Encoding', value: coding })
      }
    ],
    [1, () => void draft.headers.push({ name: 'Transfer-Encoding', value: coding })],
    [
      1,
      () => {
        draft.framing = 'chunked'
        draft.version = 'HTTP/1.0'
      }
    ],
    [
      1,
      () => {
        draft.framing = 'chunked'
        draft.headers.push({ name: 'Transfer-Encoding', value: coding })
      }
    ]
  ])()
}

function changeChunks(draft: Draft, random: Random): void {
  draft.framing = 'chunked'
  const body = draft.body === '' ? '{"name":"abc"}' : draft.body
  const half = Math.floor(body.length / 2)
  draft.rawBody = random.weighted<() => string>([
    [
      2,
      () =>
        chunked(
          body,
          [1, 2],
          random.pick([';a=b', ';a="b"', ';', ' ', ';a=b;c', `;${'x'.repeat(20_000)}`, ';a="\r\n"'])
        )
    ],
    [
      2,
      () =>
        chunked(
          body,
          [half],
          '',
          random.pick([
            'X-Trailer: a\r\n',
            'Content-Length: 3\r\n',
            'Host: evil\r\n',
            'broken\r\n',
            `X: ${'x'.repeat(9_000)}\r\n`,
            ' folded\r\n'
          ])
        )
    ],
    [2, () => 'zz\r\nabc\r\n0\r\n\r\n'],
    [1, () => chunked(body, []).slice(0, -random.between(1, 7))],
    [1, () => `${(body.length + random.between(1, 9)).toString(16)}\r\n${body}\r\n0\r\n\r\n`],
    [1, () => `${Math.max(0, body.length - 2).toString(16)}\r\n${body}\r\n0\r\n\r\n`],
    [
      1,
      () =>
        `${random.pick(['ffffffffffffffff', 'fffffffffffffffff', '-1', '0x5', '+5', ' 5', '5 ', '', '00000000000000000005'])}\r\n${body}\r\n0\r\n\r\n`
    ],
    [1, () => chunked(body, []).replaceAll('\r\n', random.pick(['\n', '\r']))],
    [1, () => chunked(body, []).replace('0\r\n\r\n', `0\r\n${random.pick(['', 'x', '\n', '\r'])}`)],
    [1, () => `0\r\n\r\n${chunked(body, [])}`]
  ])()
}

function breakHeader(draft: Draft, random: Random): void {
  const header = random.pick(draft.headers)
  if (header === undefined) return
  random.weighted<() => void>([
    [
      2,
      () => {
        header.value = insert(random, header.value, random.pick(CONTROLS))
      }
    ],
    [
      1,
      () => {
        header.name = insert(random, header.name, random.pick([...CONTROLS, ' ', ':', '(', '"']))
      }
    ],
    [
      2,
      () => {
        header.value = insert(random, header.value, random.pick(['\r\n ', '\r\n\t', '\r\n', '\n ', '\r ', '\r\n\r\n']))
      }
    ],
    [
      1,
      () => {
        header.value = ` \t ${header.value} \t `
      }
    ],
    [
      1,
      () => {
        header.name += random.pick([' ', '\t', '\r\n'])
      }
    ],
    [1, () => void draft.headers.push({ ...header })],
    [1, () => void draft.headers.unshift({ name: ' folded', value: 'first' })]
  ])()
}

function addManyHeaders(draft: Draft, random: Random): void {
  const count = random.pick([90, 150, 500, 1_100, 2_100])
  const extra = Array.from({ length: count }, (_value, index) => ({
    name: random.chance(0.5) ? 'a' : `h${index}`,
    value: ''
  }))
  if (random.chance(0.5)) draft.headers.push(...extra)
  else draft.headers.unshift(...extra)
}

function upgrade(draft: Draft, random: Random): void {
  setHeader(draft, 'Connection', random.pick(['Upgrade', 'upgrade, keep-alive', 'Upgrade, HTTP2-Settings', 'x']))
  setHeader(draft, 'Upgrade', random.pick(['websocket', 'h2c', 'TLS/1.0', 'x', '', 'HTTP/2.0']))
  if (random.chance(0.4)) setHeader(draft, 'Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ==')
}

function compress(draft: Draft, random: Random): void {
  const { coding, text } = coded(random, draft.body)
  setHeader(draft, 'Content-Encoding', coding)
  draft.body = text
  if (draft.framing === 'none') draft.framing = 'length'
}

function insert(random: Random, text: string, what: string): string {
  const at = random.int(text.length + 1)
  return text.slice(0, at) + what + text.slice(at)
}
