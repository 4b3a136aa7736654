import { gzipSync } from 'node:zlib'
import { expectListed } from '../../../../spec/support/listed.js'
import { calls, shown } from '../../../../spec/support/whole-list.js'
import { Secrets } from '../../src/credentials/secrets.js'
import { csvFault } from '../../src/judge/csv.js'
import { contradictsType } from '../../src/judge/leading-bytes.js'
import { judgeLeaks } from '../../src/judge/leak-judge.js'
import { curlLine } from '../../src/wire/curl.js'
import { curlScript, type ScriptStep } from '../../src/wire/curl-script.js'
import { failureReason } from '../../src/wire/failure-reason.js'
import { JsonText, jsonFault, readBack, writeJson } from '../../src/wire/json-text.js'
import { contentTypeOf, type FormPart, formOf, headOf, plainParts, writeForm } from '../../src/wire/multipart.js'
import { connectionFault, localAddressOf, readServiceAddress } from '../../src/wire/service-address.js'
import { isItemStream, StreamTime } from '../../src/wire/stream-time.js'
import { clientAddress, InProcessTarget, NoResponse } from '../../src/wire/target.js'
import {
  essenceOf,
  headerValues,
  isJsonType,
  isWithin,
  mediaEntry,
  percentEncode,
  type WireRequest
} from '../../src/wire/wire-request.js'

const LIST = 'verify/wire/wire-list.txt'

const JSON_TYPE = ['content-type', 'application/json'] as const
const request = (
  method: string,
  url: string,
  headers: WireRequest['headers'] = [],
  body?: string | Uint8Array
): WireRequest => ({
  ...{ method, url, headers },
  body: typeof body === 'string' ? Buffer.from(body) : body
})
const part = (name: string, content: string | Uint8Array, filename?: string, contentType?: string): FormPart => ({
  ...{ name, filename, contentType },
  content: typeof content === 'string' ? Buffer.from(content) : content
})
const form = (...parts: FormPart[]): WireRequest => {
  const made = formOf(parts)
  return {
    ...request(
      'POST',
      '/form',
      [
        ['content-type', contentTypeOf(made)],
        ['x-a', 'b']
      ],
      writeForm(made)
    ),
    form: parts
  }
}

const REQUESTS: readonly WireRequest[] = [
  request('GET', '/'),
  request('GET', "/a?b=it's&c=[1]"),
  request('GET', '/', [], ''),
  request('GET', '/', [], 'a'),
  request('HEAD', '/'),
  request('HEAD', '/', [], 'a'),
  request('POST', '/'),
  request('POST', '/', [['content-length', '0']]),
  request('PUT', '/', [], ''),
  request('PATCH', '/', [
    ['x-empty', ''],
    ['x-quote', `a'b "c" $d`]
  ]),
  request('DELETE', '/'),
  request("O'DD", '/'),
  request('POST', '/', [JSON_TYPE], '{"a":"b"}'),
  request('POST', '/', [], '{"a":"b"}'),
  request('POST', '/', [JSON_TYPE], '{"a":"é\u0000😀"}'),
  request('POST', '/', [JSON_TYPE], '{"a":"é"'),
  request('POST', '/', [JSON_TYPE], '["\u2028"]'),
  request('POST', '/', [['content-type', 'text/plain']], 'é'),
  request('POST', '/', [['content-type', 'text/plain']], '@file'),
  request('POST', '/', [JSON_TYPE], '@file'),
  request('POST', '/', [['content-type', 'text/plain']], '"é"'),
  request(
    'POST',
    '/',
    [
      ['content-type', 'text/plain'],
      ['x-type', 'json']
    ],
    '"é"'
  ),
  request('POST', '/', [JSON_TYPE], Uint8Array.of(34, 255, 34)),
  request('POST', '/', [['content-type', 'text/plain']], Uint8Array.of(65, 255)),
  request('POST', '/', [['content-type', 'text/plain']], "-n 'it' 100% \\ \n"),
  request('POST', '/', [['content-type', 'a/b']], Uint8Array.of(0, 1, 45, 255)),
  request('POST', '/', [['content-type', 'a/b']], Uint8Array.of(45, 45, 200)),
  request('POST', '/', [['content-type', 'text/plain']], 'x'.repeat(20_000)),
  request('POST', '/', [['content-type', 'text/plain']], 'x'.repeat(20_001)),
  request('POST', '/', [['content-type', 'text/plain']], `ab${'1'.repeat(20_000)}c`),
  request('POST', '/', [['content-type', 'text/plain']], `ab${'a'.repeat(20_000)}`),
  request('POST', '/', [['content-type', 'text/plain']], `${'b'.repeat(10_001)}${'a'.repeat(10_001)}`),
  request('POST', '/', [['content-type', 'text/plain']], `"${'0'.repeat(20_000)}"`),
  form(part('a', 'b')),
  form(part('a', '')),
  form(part('a', 'é')),
  form(part('a', 'b', undefined, 'text/plain')),
  form(part('a', 'b', 'c.txt', 'text/plain'), part('d[e].f-g', '@x')),
  form(part('a', 'say "it" \\', 'c.txt', 'text/plain')),
  form(part('a', Uint8Array.of(0, 255), 'c.bin', 'image/png')),
  form(part('a', Uint8Array.of(0), 'c.bin', 'image/png'), part('b', Uint8Array.of(0), 'c.bin', 'image/png')),
  form(part('a', 'b', 'c.txt')),
  form(part('a', 'b', 'c".txt', 'text/plain')),
  form(part('a', 'b', 'é.txt', 'text/plain')),
  form(part('a', 'b', '', 'text/plain')),
  form(part('a', 'b', 'c', 'text/plain; charset=x')),
  form(part('a b', 'c')),
  form(part('a', 'x'.repeat(20_000), 'c', 'text/plain')),
  form(part('a', 'x'.repeat(20_001), 'c', 'text/plain')),
  form(part('a', `\u0000${'x'.repeat(19_999)}`, 'c', 'text/plain')),
  form(part('a', `\u0000${'x'.repeat(20_000)}`, 'c', 'text/plain')),
  form(...Array.from({ length: 12 }, (_, index) => part(`p${index}`, 'x'))),
  form(...Array.from({ length: 13 }, (_, index) => part(`p${index}`, 'x'))),
  { ...request('POST', '/form', [['content-type', 'multipart/form-data; boundary=part']], 'x'), form: [] }
]

const shortened = (text: string) =>
  text.length <= 260 ? text : `${text.slice(0, 200)} …${text.length}… ${text.slice(-40)}`

const replied = (body: unknown, status = 200) => ({ status, headers: {}, body: Buffer.from(JSON.stringify(body)) })

/** A script of requests in which later ones use what is in the responses to earlier ones. */
function script(
  body: unknown,
  uses: readonly (readonly string[])[],
  more: Partial<ScriptStep>[] = [],
  secrets?: Secrets
): string {
  const first: ScriptStep = {
    request: request('POST', '/a', [JSON_TYPE], '{}'),
    response: replied(body, 201),
    note: 'create  it\n',
    uses: [],
    isAtOnce: false
  }
  const later = uses.map((path): ScriptStep => {
    let at: unknown = body
    for (const name of path) at = (at as Record<string, unknown> | undefined)?.[name]
    const url = `/a/${percentEncode(String(at))}/b?c=${percentEncode(String(at))}`
    return {
      request: request('GET', url),
      response: replied({}),
      note: 'read it',
      uses: [{ from: first, path }],
      isAtOnce: false
    }
  })
  return curlScript([first, ...later.map((step, index) => ({ ...step, ...more[index] }))], 'http://h/', secrets)
}

function hiding(): Secrets {
  const secrets = new Secrets()
  secrets.add({ text: 's3cret', shell: '${KEY}' })
  return secrets
}

const SCRIPTS = () => [
  script({ id: 5 }, [['id']]),
  script({ id: 5 }, [['id'], ['id']]),
  script({ id: 'a-b_c', 'odd name': 7, data: { id: 8 } }, [['id'], ['odd name'], ['data', 'id']]),
  script({ id: 'a b' }, [['id']]),
  script({ "it's": 5, 'a"b\\': 6 }, [["it's"], ['a"b\\']]),
  script({ id: 5, list: [7], text: 'abc', none: null }, [
    ['list', '0'],
    ['text', 'length'],
    ['none', 'id'],
    ['id', 'more']
  ]),
  script({ id: 5 }, [['id']], [{ request: request('GET', '/a/5?b=c?d=e') }]),
  script({ id: 5 }, [['id']], [{ request: request('GET', '/a/5?key=s3cret') }], hiding()),
  script({ id: 5 }, [['id']], [{ request: request('GET', '/a/5'), note: 'with s3cret' }], hiding()),
  script({ id: '' }, [['id']]),
  script({ id: true }, [['id']]),
  script({}, [['id']]),
  script({ id: 5 }, [['id'], ['id'], ['id']], [{}, { isAtOnce: true }, { isAtOnce: true }]),
  script({ id: 5 }, [['id']], [{ isAtOnce: true }]),
  script({ id: 5 }, [['id']], [{ request: request('GET', '/b/5x/5') }]),
  script({ id: 5 }, [['id']], [{ request: request('GET', '/5/5') }]),
  script({ id: 5 }, [['id']], [{ request: request('PUT', "/a/5?it's=5", [JSON_TYPE], '{"id":5}') }]),
  script({ id: 5 }, [['id']], [{ response: new NoResponse('cut') }]),
  curlScript([], 'http://h')
]

const TEXTS = [
  'application/json',
  'Application/JSON ; a=b',
  'application/problem+json',
  'application/x-json',
  'text/plain',
  'TEXT/event-stream',
  'application/jsonl',
  'application/x-ndjson; a',
  'a/b+json',
  'a/b;c+json',
  '+json',
  '',
  'image/png',
  'application/hal+json'
]
const CONTENT = new Map(
  ['*/*', 'application/*', 'application/*+json', 'image/*', 'IMAGE/PNG; a=b', 'text/plain', 'a*'].map((key) => [
    key,
    key
  ])
)

describe('What verify writes to the wire, and reads from it', () => {
  it('is commands and scripts as in wire-list.txt', () => {
    const lines = REQUESTS.flatMap((each) => [
      shortened(
        `${each.method} ${each.url} ${JSON.stringify(each.headers)} ${each.body === undefined ? 'none' : JSON.stringify(Buffer.from(each.body).toString('latin1'))}`
      ),
      `  ${shortened(curlLine(each, 'http://h:1/'))}`
    ])
    expectListed(LIST, 'commands', lines)
    expectListed(
      LIST,
      'scripts',
      SCRIPTS().flatMap((text) => [text, ''])
    )
  })

  it('is forms, media types, texts of JSON and of URLs', () => {
    const odd: FormPart[] = [
      part('a"\r\nb', 'x', 'c"\n.txt', 'a/b'),
      { ...part('a', 'b'), head: 'X: y' },
      part('--part', '--part0')
    ]
    const forms = [
      formOf(odd),
      { ...formOf([part('a', 'b')]), cut: 3 },
      { ...formOf([]), around: { preamble: 'p', epilogue: 'e' } },
      { ...formOf([]), cut: 1000 },
      formOf([part('a', '--part'), part('b', '--part1')])
    ]
    const written = forms.flatMap((each) => [
      `${contentTypeOf(each)}, ${plainParts(each)?.length ?? 'not plain'}`,
      `  ${JSON.stringify(Buffer.from(writeForm(each)).toString())}`
    ])
    const types = TEXTS.map((text) => {
      const essence = essenceOf(text)
      const ranges = ['*/*', 'image/*', 'text/plain'].filter((range) => isWithin(essence, range))
      return `${JSON.stringify(text)}: ${essence}, entry ${mediaEntry(CONTENT, essence)}, ${isJsonType(essence) ? 'JSON' : 'no JSON'}, ${isItemStream(text) ? 'a stream' : 'no stream'}, within ${ranges}`
    })
    const values = [
      new JsonText('1.0'),
      [new JsonText('1e2'), null],
      { a: new JsonText('-0'), __proto: 1 },
      JSON.parse('{"__proto__":[1]}'),
      'a"',
      true
    ]
    const texts = values.map((value) => `${writeJson(value)} ${JSON.stringify(readBack(value))}`)
    const faults = [
      'Unexpected token \'x\', "x" is not valid JSON',
      '"abc" is not valid JSON',
      'Expected \',\' at 5, ..."secret"... is not valid JSON',
      'Unexpected end of JSON input'
    ].map((message) => jsonFault(new SyntaxError(message)))
    const encoded = ["a b!'()*~-._/?", 'é😀', '\ud800', '%'].map(percentEncode)
    const headers = headerValues(
      request('GET', '/', [
        ['a', ' \tb c\t '],
        ['A', 'd'],
        ['a', '']
      ]),
      'a'
    )
    const addresses = [0, 1, 254, 255, 65_534, 65_535, 65_536, 0xfffffd, 0xfffffe, 0xffffff].map(clientAddress)
    const streams = new StreamTime()
    const times = [
      streams.of('/a?b'),
      ...['/a', '/a?c', '/a', '/a', '/a'].map((url) => {
        streams.wasOpen(url)
        return streams.of('/a')
      }),
      streams.of('/b')
    ]
    expectListed(LIST, 'texts', [
      ...[
        ...written,
        headOf(part('a', 'b')),
        '',
        ...types,
        '',
        ...texts,
        ...faults,
        ...encoded,
        JSON.stringify(headers)
      ],
      ...[addresses.join(' '), times.join(' ')]
    ])
  })

  it('is why a service failed, and what a response must not show', () => {
    const failure = (message: string, stack: unknown, cause?: unknown) =>
      Object.assign(new TypeError(message, { cause }), { stack })
    const here = process.cwd()
    const reasons = [
      failure('no', `TypeError: no\n    at find (${here}/dist/items.js:1:2)`),
      failure('no', `TypeError: no\n    at ${here}/dist/items.js:1:2`),
      failure('no', `TypeError: no\n    at async A.b (file://${here}/a%20b.js:1:2)\n    at c (/x.js:1:1)`),
      failure(
        'no',
        `TypeError: no\n    at node:internal/x:1:2\n    at f (${here}/node_modules/a/b.js:1:2)\n    at g (/opt/a.js:3:4)`
      ),
      failure('no', 'TypeError: no\n    at f (<anonymous>)'),
      failure('no', ['a']),
      failure('no', undefined, failure('why\nand more', `Error\n    at f (/opt/a.js:3:4)`)),
      failure('no', undefined, 'a text'),
      failure('x'.repeat(289), undefined),
      failure('x'.repeat(290), undefined),
      'a text\nof lines',
      undefined
    ].map((error) => shortened(failureReason(error)))
    const bodies = [
      'Error: no\n    at f (/a/b.js:1:2)',
      '{"stack":"Error\\n    at async f (file:///a.js:1:2)"}',
      'at f (a.js:1:2)',
      'Traceback (most recent call last)',
      '\tat a.B.c(D.java:5)',
      '  at A.b(Int32 c) in C:\\d.cs:line 5',
      'goroutine 5 [running]',
      "/a/b.rb:5:in `c'",
      '#0 /a/b.php(5): c',
      'look at (b:1:2)',
      `at ${'x'.repeat(200)}`,
      '',
      'a secret-token b',
      'SECRET-TOKEN',
      'short',
      'a'.repeat(1_000_001)
    ]
    const carriers = [
      request('GET', '/', [
        ['authorization', 'Bearer secret-token'],
        ['cookie', 'a=look-at-this'],
        ['x-api-key', 'short']
      ]),
      request('GET', '/secret-token', [['authorization', 'Bearer secret-token']]),
      request('POST', '/', [['x-api-key', 'secret-token']], 'secret-token')
    ]
    const leaks = bodies.map((text) => {
      const found = carriers.map((each) => {
        const leaked = judgeLeaks(each, { status: 200, headers: {}, body: Buffer.from(text) })
        return leaked.map(({ kind, what, judge }) => `${kind} ${what}: ${judge}`).join('; ') || 'nothing'
      })
      return `${shortened(JSON.stringify(text))}: ${[...new Set(found)].join(' | ')}`
    })
    const csv = [
      '',
      'a',
      'a,b\nc,d',
      'a,b\r\nc,d\r\n',
      'a,b\nc',
      'a\nb,c',
      '"a',
      '"a""b",c\nd,e',
      '"a,b\nc",d\ne,f',
      'a\n\nb',
      'a,b\n\n',
      '"a"b,c\nd,e'
    ].map((text) => `${JSON.stringify(text)}: ${csvFault(text)}`)
    const contents = [
      '\x89PNG\r\n\x1a\n',
      '\xff\xd8\xff',
      'GIF87a',
      'GIF89a',
      'RIFF',
      '%PDF-',
      'PK\x03\x04',
      'PK\x05\x06',
      'PK\x07\x08',
      '<',
      '{"a":1}',
      'text',
      'a\x00b',
      '\xff\xfe',
      ''
    ]
    const essences = [
      'image/png',
      'image/jpeg',
      'image/gif',
      'image/webp',
      'application/pdf',
      'application/zip',
      'image/svg+xml',
      'application/xml',
      'text/plain',
      'application/json',
      'application/octet-stream'
    ]
    const beginnings = contents.map((text) => {
      const fitting = essences.filter((essence) => !contradictsType(essence, Buffer.from(text, 'latin1')))
      return `${JSON.stringify(text)} can be ${fitting.join(', ')}`
    })
    expectListed(LIST, 'failures', [...reasons, '', ...leaks, '', ...csv, '', ...beginnings])
  })

  it('has no secret in reports', () => {
    const secrets = new Secrets()
    for (const [text, shell] of [
      ['ab', '${AB}'],
      ['abc', '${ABC}'],
      ['s3cret-Key', '${KEY}'],
      ['s3cret-Key2', undefined],
      ['a"b$c', '${ODD}'],
      ['püß=/+&x', '${UNI}']
    ] as const)
      secrets.add({ text, shell })
    secrets.addDerived({ text: 'half', shell: '${HALF}' })
    secrets.addDerived({ text: 'halfs', shell: '${HALFS}' })
    const inBase64 = (text: string) => Buffer.from(text).toString('base64')
    const texts = [
      ...[
        'ab',
        'abc',
        'xabcx',
        'ABC',
        's3cret-Key',
        's3cret-Key2',
        's3cret-Key3',
        'S3CRET-KEY',
        'half',
        'halfs',
        'a"b$c',
        '"a\\"b$c"',
        'a&quot;b$c',
        'a%22b%24c'
      ],
      ...[
        inBase64('s3cret-Key'),
        inBase64('user:s3cret-Key'),
        inBase64('us:s3cret-Key'),
        inBase64('u:s3cret-Key!'),
        Buffer.from('s3cret-Key').toString('hex'),
        Buffer.from('s3cret-Key').toString('hex').toUpperCase(),
        inBase64('abc')
      ],
      ...[
        'püß=/+&x',
        'p%C3%BC%C3%9F%3D%2F%2B%26x',
        'p\\u00fc\\u00df=/+&x',
        JSON.stringify('püß=/+&x'),
        'abcs3cret-Key',
        'abc and abc',
        'nothing `$x` "here"',
        'x abc `$x` "y" \\',
        ''
      ]
    ]
    const none = new Secrets()
    const lines = texts.map(
      (text) =>
        `${text} → ${secrets.mask(text)}, ${secrets.shellWord(text)}; ${none.mask(text)} ${none.shellWord(text)}`
    )
    expectListed(LIST, 'secrets', lines)
  })

  it('is what a service in this process gets and returns', async () => {
    type Result = Awaited<ReturnType<ConstructorParameters<typeof InProcessTarget>[0]['inject']>>
    const got: unknown[] = []
    const plain = (error: Error) => Object.assign(error, { stack: '' })
    const replied = (statusCode: number, more: object) => async () => {
      return { statusCode, headers: {}, rawBody: Buffer.from('x'), ...more }
    }
    const replies: readonly (() => Promise<unknown>)[] = [
      async () => ({
        statusCode: 200,
        headers: { A: 'b', c: ['d', 'e'], 'set-cookie': ['f=1', 'g=2'], h: 5, i: undefined },
        rawBody: Buffer.from('x')
      }),
      async () => ({
        statusCode: 500,
        headers: {},
        rawBody: Buffer.from(''),
        error: plain(new Error('no')),
        faults: [1]
      }),
      async () => ({ statusCode: 400, headers: {}, rawBody: Buffer.from(''), error: new Error('no'), faults: [1] }),
      async () => ({
        statusCode: 200,
        headers: { 'content-type': 'text/event-stream' },
        rawBody: Buffer.from('data: 1'),
        isCut: true
      }),
      async () => ({ statusCode: 200, headers: { 'content-encoding': 'gzip' }, rawBody: Buffer.from('x') }),
      async () => ({ statusCode: 200, headers: { 'content-encoding': 'odd' }, rawBody: Buffer.from('x') }),
      () => Promise.reject(new Error('cut', { cause: plain(new RangeError('deep')) })),
      () => Promise.reject('a text'),
      replied(499, { error: plain(new Error('no')) }),
      replied(503, { error: undefined }),
      replied(503, { error: 'a text' }),
      replied(200, { error: plain(new Error('half')), isCut: true }),
      replied(200, { error: null, isCut: true }),
      replied(200, { error: Object.assign(new Error('destroyed'), { code: 'LIGHT_ECONNRESET' }), isCut: true }),
      replied(500, { error: plain(new Error('half')), isCut: true }),
      replied(200, { error: plain(new Error('half')), isCut: false }),
      replied(200, { headers: { 'Set-Cookie': 'a=1, 2', 'content-Encoding': 'gzip' }, rawBody: Buffer.from('') }),
      replied(200, { headers: { 'content-encoding': 'gzip' }, rawBody: gzipSync('abc') }),
      replied(200, { headers: { 'content-encoding': 'zstd' } }),
      () => new Promise(() => {})
    ]
    const lines: string[] = []
    for (const [index, respond] of replies.entries()) {
      const target = new InProcessTarget({
        document: {},
        inject: (injected) => {
          const { signal: _, ...rest } = injected
          got.push(rest)
          return respond() as Promise<Result>
        }
      })
      const sent = request(
        'POST',
        '/a?b',
        [
          ['a', '1'],
          ['a', '2'],
          ['accept-encoding', 'identity']
        ],
        index === 0 ? undefined : 'x'
      )
      const isLast = index === replies.length - 1
      const response = await target.send(sent, { timeout: isLast ? 20 : 60_000, client: index * 300 })
      const shown =
        response instanceof NoResponse ? { ...response } : { ...response, body: Buffer.from(response.body).toString() }
      lines.push(JSON.stringify(got[index]), `  ${JSON.stringify(shown).replace(/(cannot be decoded: )[^"]*/, '$1…')}`)
    }
    const times: number[] = []
    const streams = new InProcessTarget({
      document: {},
      inject: async ({ streamTime, url }) => {
        times.push(streamTime)
        const isCut = !url.includes('end')
        return { statusCode: 200, headers: {}, rawBody: Buffer.from(''), isCut }
      }
    })
    for (const url of ['/a', '/a?b', '/b', '/a', '/end', '/a', '/a', '/a', '/end']) {
      await streams.send(request('GET', url), { timeout: 60_000, client: 0 })
    }
    lines.push(`streams are read for ${times.join(', ')} ms`)
    let isAborted = false
    const waiting = new InProcessTarget({
      document: {},
      inject: ({ signal }) => new Promise(() => signal.addEventListener('abort', () => (isAborted = true)))
    })
    await waiting.send(request('GET', '/'), { timeout: 1, client: 0 })
    lines.push(`a late request is ${isAborted ? '' : 'not '}cut`)
    expectListed(LIST, 'in this process', lines)
  })

  it('are of services whose addresses are read as wire-list.txt says', () => {
    const addresses = [
      ...[
        'http://a.example',
        'https://a.example',
        'http://a.example:80',
        'http://a.example:8080/',
        'https://a.example:80'
      ],
      ...[
        'http://a.example/b/c//',
        'http://a.example/b?c#d',
        'http://localhost',
        'http://a.localhost:3000',
        'http://localhost.a'
      ],
      ...[
        'http://127.0.0.1',
        'https://127.1.2.3:5',
        'http://[::1]:3000',
        'https://[::1]',
        'https://[2001:db8::1]',
        'https://10.0.0.1'
      ],
      ...['http://128.0.0.1', 'http://127.example', 'http://alocalhost']
    ]
    const places = ['127.0.0.1', '127.1.2.3', '::1', '10.0.0.1', 'localhost', '127.example']
    const errors: readonly Error[] = [
      new Error('refused'),
      Object.assign(new Error(''), { code: 'ECONNRESET' }),
      new AggregateError([new Error('a'), new Error('b')]),
      new AggregateError([new Error('a')], 'all'),
      Object.assign(new AggregateError([]), { code: 'ENOTFOUND' })
    ]
    expectListed(LIST, 'addresses', [
      ...calls(
        'readServiceAddress',
        (text: string) => readServiceAddress(new URL(text)),
        addresses.map((each) => [each])
      ),
      ...calls('localAddressOf', localAddressOf, [
        ...[0, 1, 2, 300].map((client) => [client, '127.0.0.1', 'linux']),
        ...places.map((place) => [1, place, 'linux']),
        [1, '127.0.0.1', 'darwin']
      ]),
      ...errors.map((error) => `${shown(error)} → ${shown(connectionFault(error))}`)
    ])
  })
})
