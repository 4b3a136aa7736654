import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import {
  apiKeyScheme,
  BadRequest,
  basicScheme,
  bearerScheme,
  Conflict,
  type Context,
  type ContextHandler,
  DateOnly,
  Field,
  Forbidden,
  HttpError,
  type HttpOptions,
  type InjectRequest,
  Integer,
  type Method,
  NotFound,
  oauth2Scheme,
  type RouteOptions
} from 'fieldstone'
import { HttpRouter } from '../../../src/http/exchange/router.js'
import { inject } from '../../../src/http/fetch/inject.js'
import { FetchServer } from '../../../src/http/fetch/server.js'
import { RecordingLogger } from '../../support/recording-logger.js'
import { expectWholeList, shown } from '../../support/whole-list.js'

class Part {
  @Field({ pattern: '^[a-z]+$' }) sku!: string
  @Field(() => Integer, { minimum: 1, default: 1 }) count!: number
}

class Order {
  @Field({ minLength: 2 }) name!: string
  @Field(() => DateOnly, { optional: true }) day?: unknown
  @Field(() => [Part], { maxItems: 2, optional: true }) parts?: Part[]
  @Field({ optional: true, readOnly: true }) id?: string
}

class Flat {
  @Field() name!: string
  @Field(() => Integer, { optional: true }) age?: number
  @Field(() => [String], { optional: true }) tags?: string[]
}

class Oops {
  @Field() code!: string
  @Field({ optional: true }) more?: string
}

class Missing extends Error {}

type Line = readonly [line: string, more?: Omit<InjectRequest, 'url' | 'method'>]

const FOLDER = mkdtempSync(join(tmpdir(), 'fieldstone-list-'))
const JSON_TYPE = { 'content-type': 'application/json' }

/** The whole response to each request, and what the log then has. */
async function transcript(title: string, options: HttpOptions, register: (on: On) => unknown, lines: readonly Line[]) {
  const log = new RecordingLogger()
  const router = new HttpRouter({ logger: log, ...options })
  register((line, handler, more = {}) => {
    const [method = '', path = ''] = line.split(' ')
    router.add({ method: method as Method, path, handler, options: more, source: `Spec ${line}` })
    return router
  })
  const server = new FetchServer(router.handler)
  const text = [`\n# ${title}`]
  for (const [line, more = {}] of lines) {
    const [method, ...url] = line.split(' ')
    text.push(
      '',
      `${line}${Object.entries(more)
        .map(([name, value]) => ` ${name}: ${shown(value)}`)
        .join('')}`
    )
    try {
      log.entries.length = 0
      const sent = { headers: { 'x-request-id': 'request-1' }, ...more, method, url: url.join(' ') } as InjectRequest
      text.push(...headOf(await inject(router.handler, sent)))
      // The line of the access log comes behind the response.
      await setImmediate()
      text.push(...logged(log), ...(await fetched(server, sent)))
      await setImmediate()
    } catch (error) {
      text.push(`  fails with ${shown(error)}`, ...logged(log))
    }
  }
  await server.close()
  return text
}

type On = (line: string, handler: ContextHandler, options?: RouteOptions) => HttpRouter

function headOf({ statusCode, headers, body }: { statusCode: number; headers: object; body: string }): string[] {
  const { date, ...rest } = headers as Record<string, unknown>
  const fields = Object.entries(rest).map(([name, value]) => `${name}: ${withoutChance(String(value))}`)
  return [`  ${statusCode} ${fields.join(' | ')}`, ...(body === '' ? [] : [`  ${shown(withoutChance(body))}`])]
}

/** What differs from run to run: ids of requests, tags of files, the folder. */
function withoutChance(text: string): string {
  return text
    .replaceAll(FOLDER, '(folder)')
    .replace(/\b[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}\b/g, '(id)')
    .replace(/"memory": \d+/, '"memory": (bytes)')
}

function logged({ entries }: RecordingLogger): string[] {
  return entries.map(({ level, message, fields }) => {
    const { err, ...rest } = fields as Record<string, unknown>
    const error = err === undefined ? '' : ` ${shown(err)}`
    const kept = { ...rest, ...('ms' in rest && { ms: 0 }) }
    return withoutChance(`  log ${level}: ${message.replace(/[\d.]+ ms$/, '0 ms')}${error} ${shown(kept)}`)
  })
}

/** What the other way in, by WHATWG requests, responds with: in short. */
async function fetched(server: FetchServer, sent: InjectRequest): Promise<string[]> {
  const { body, method = 'GET', headers = {} } = sent
  if (body instanceof Readable || !sent.url.startsWith('/')) return []
  const isText = typeof body === 'string' || body instanceof Uint8Array || body === undefined
  const init = { method, headers: new Headers(), body: (isText ? body : JSON.stringify(body)) as string }
  for (const [name, value] of Object.entries(headers)) {
    for (const each of [value].flat()) init.headers.append(name, String(each))
  }
  if (!isText && !init.headers.has('content-type')) init.headers.set('content-type', 'application/json')
  const response = await server.answer(new Request(`http://a.example${sent.url}`, init))
  const text = await response.text()
  const type = response.headers.get('content-type')
  return [
    `  fetched ${response.status} ${[...response.headers.keys()].filter((name) => name !== 'date').join(' ')} ${type} ${text.length}`
  ]
}

const echoed = async (ctx: Context) => ({
  method: ctx.method,
  path: ctx.path,
  params: { ...ctx.params },
  search: ctx.search,
  query: [...ctx.query],
  route: ctx.route?.source,
  id: ctx.requestId,
  ip: ctx.ip,
  protocol: ctx.protocol,
  host: ctx.host,
  cookies: { ...ctx.cookies },
  header: ctx.requestHeader('X-A') ?? null,
  body: await ctx.bodyText()
})

const throwing: Readonly<Record<string, () => unknown>> = {
  error: () => new Error('secret'),
  text: () => 'a text',
  undefined: () => undefined,
  null: () => null,
  badRequest: () => new BadRequest('no good'),
  conflict: () => new Conflict('again', { headers: { 'x-a': '1' } }),
  notFound: () => new NotFound(),
  teapot: () => new HttpError(418, 'tea'),
  gone: () => new HttpError(410, 'gone', { cause: new Error('why') }),
  status: () => Object.assign(new Error('payment'), { status: 402 }),
  statusCode: () => Object.assign(new Error('locked'), { statusCode: 423, expose: false }),
  wrongStatus: () => Object.assign(new Error('odd'), { status: 200 }),
  server: () => Object.assign(new Error('bad gateway'), { status: 502 }),
  missing: () => new Missing('nothing'),
  forbidden: () => new Forbidden(),
  object: () => ({ a: 1 }),
  type: () => new TypeError('x'),
  aggregate: () => new AggregateError([new Error('a'), 'b'], 'both')
}

const returned: Readonly<Record<string, () => unknown>> = {
  undefined: () => undefined,
  null: () => null,
  text: () => 'ä',
  number: () => 0,
  not: () => Number.NaN,
  big: () => 5n,
  date: () => new Date(0),
  list: () => [1, undefined, () => 1],
  map: () => new Map([['a', 1]]),
  promise: () => Promise.resolve({ a: 1 }),
  rejects: () => Promise.reject(new Error('late')),
  error: () => new BadRequest('returned'),
  symbol: () => Symbol('s'),
  function: () => () => 1,
  circle: () => {
    const circle: { self?: unknown } = {}
    circle.self = circle
    return circle
  },
  toJSON: () => ({ toJSON: () => ({ b: 2 }) }),
  bytes: () => Buffer.from('a'),
  generator: function* () {
    yield 1
  }
}

/** The last of values. */
const last = (...values: readonly unknown[]) => values.at(-1)

const replied: Readonly<Record<string, (ctx: Context) => unknown>> = {
  json: (ctx) => ctx.json(201, { a: 1 }),
  jsonError: (ctx) => ctx.jsonError(409, 'not now'),
  jsonErrorLow: (ctx) => ctx.jsonError(399, 'not now'),
  jsonHigh: (ctx) => ctx.json(600, {}),
  jsonBig: (ctx) => ctx.json(200, 5n),
  text: (ctx) => ctx.text(202, 'ä'),
  textOdd: (ctx) => ctx.text(199, 'a'),
  html: (ctx) => ctx.html(200, '<p>'),
  noContent: (ctx) => ctx.noContent(),
  redirect: (ctx) => ctx.redirect('/a?b'),
  redirect308: (ctx) => ctx.redirect('/ä', 308),
  redirectAway: (ctx) => ctx.redirect('https://evil.example/'),
  redirectThere: (ctx) => ctx.redirect('https://good.example/x', { status: 303 }),
  redirectExternal: (ctx) => ctx.redirect('https://evil.example/', { external: true }),
  sendText: (ctx) => ctx.send(200, 'text/csv', 'a,b'),
  sendBytes: (ctx) => ctx.send(200, 'image/png', Buffer.from([1, 2])),
  sendStream: (ctx) => ctx.send(200, 'text/plain', Readable.from(['a', 'b'])),
  sendOdd: (ctx) => ctx.send(200, 'text', 'a'),
  stream: (ctx) => ctx.stream(200, Readable.from(['a'])),
  streamType: (ctx) => ctx.stream(206, Readable.from(['ab']), { contentType: 'text/csv', contentLength: 2 }),
  streamShort: (ctx) => ctx.stream(200, Readable.from(['a']), { contentLength: 2 }),
  streamLong: (ctx) => ctx.stream(200, Readable.from(['abc']), { contentLength: 2 }),
  streamFails: (ctx) =>
    ctx.stream(
      200,
      new Readable({
        read() {
          this.destroy(new NotFound('the end'))
        }
      })
    ),
  streamIterable: (ctx) => ctx.stream(200, ['a', Buffer.from('b')]),
  streamWrong: (ctx) => ctx.stream(200, [5] as never),
  streamNone: (ctx) => ctx.stream(200, 5 as never),
  sse: (ctx) => ctx.sse([{ event: 'e', data: { a: 1 }, id: '7', retry: 5 }, 'x\ny', { data: 'ä\r\nb' }]),
  sseNone: (ctx) => ctx.sse([]),
  sseFails: (ctx) => ctx.sse([{}]),
  sseWrong: (ctx) => ctx.sse(5 as never),
  sseLine: (ctx) => ctx.sse([{ event: 'a\nb', data: 1 }]),
  sseId: (ctx) => ctx.sse([{ id: 'a\0' }]),
  sseRetry: (ctx) => ctx.sse([{ retry: -1 }]),
  sseNoJson: (ctx) => ctx.sse([{ data: () => 1 }]),
  sseLater: (ctx) => ctx.sse([{ data: Promise.resolve(1), id: '1', event: 'a', retry: 0 }]),
  sseHeartbeat: (ctx) => ctx.sse([], { heartbeat: 0 }),
  sseDelay: (ctx) => ctx.sse([], { headDelay: -1 }),
  sseOption: (ctx) => ctx.sse([], { delay: 1 } as never),
  file: (ctx) => ctx.file(join(FOLDER, 'a.txt')),
  fileNone: (ctx) => ctx.file(join(FOLDER, 'none.txt')),
  fileFolder: (ctx) => ctx.file(FOLDER),
  fileRoot: (ctx) => ctx.file('../x', { root: FOLDER }),
  fileCached: (ctx) => ctx.file('a.txt', { root: FOLDER, maxAge: 5000, immutable: true, contentType: 'text/csv' }),
  fileOption: (ctx) => ctx.file('a.txt', { rot: FOLDER } as never),
  download: (ctx) => ctx.download(join(FOLDER, 'a.txt')),
  downloadNamed: (ctx) => ctx.download(join(FOLDER, 'a.txt'), 'ä.txt', { maxAge: 1000 }),
  header: (ctx) => last(ctx.header('X-A', '1'), ctx.header('x-list', ['a', 'b']), ctx.header('x-number', 5), 'a'),
  headerDate: (ctx) => last(ctx.header('x-date', new Date(0)), ctx.header('x-true', true), 'a'),
  headerOdd: (ctx) => ctx.header('x a', '1'),
  headerValue: (ctx) => ctx.header('x-a', 'a\nb'),
  headerObject: (ctx) => ctx.header('x-a', {} as never),
  headerType: (ctx) => last(ctx.header('content-type', 'application/x'), { a: 1 }),
  status: (ctx) => last(ctx.status(203), { a: 1 }),
  statusEmpty: (ctx) => ctx.status(404),
  statusLast: (ctx) => last(ctx.text(200, 'a'), ctx.status(203)),
  statusOdd: (ctx) => ctx.status(1000),
  twice: (ctx) => last(ctx.json(200, 1), ctx.json(201, 2)),
  both: (ctx) => last(ctx.json(200, 1), { b: 2 }),
  thrownAfter: (ctx) => {
    ctx.header('etag', '"a"')
    ctx.header('cache-control', 'max-age=5')
    ctx.header('x-kept', '1')
    ctx.json(200, 1)
    throw new BadRequest('after')
  },
  noStore: (ctx) => {
    ctx.header('cache-control', 'no-store')
    throw new BadRequest('after')
  },
  cookies: (ctx) => {
    ctx.setCookie('a', 'b c', { maxAge: 5 })
    ctx.setCookie('a', 'd')
    ctx.clearCookie('e')
    return ctx.cookie('sent') ?? 'no cookie'
  },
  cookieOdd: (ctx) => ctx.setCookie('__Host-a', 'b'),
  accepts: (ctx) => ctx.accepts(['text/csv', 'text/html']),
  parameterNone: (ctx) => ctx.parameter('none'),
  urlParamNone: (ctx) => ctx.urlParam('none'),
  byHand: (ctx) => {
    ctx.handOver().end('by hand')
  },
  byHandLate: (ctx) => {
    ctx.handOver().end('by hand')
    ctx.header('x-a', '1')
    ctx.status(201)
    ctx.json(200, 1)
  },
  response: (ctx) => Readable.from(['a']).pipe(ctx.response()),
  resetContent: (ctx) => ctx.text(205, 'dropped'),
  notModified: (ctx) => ctx.text(304, 'dropped'),
  noBody: (ctx) => ctx.text(204, 'dropped'),
  report: (ctx) => last(ctx.report(new Error('told'), 'was odd'), 'a'),
  bodyTwice: async (ctx) => [await ctx.bodyText(), await ctx.bodyText()],
  principal: (ctx) => ({ ...ctx.state }),
  parts: async (ctx) => {
    for await (const part of ctx.bodyParts()) return part.name
    return 'none'
  }
}

const each = (names: object, path: string): Line[] => Object.keys(names).map((name) => [`GET ${path}/${name}`])

const bodies: readonly Line[] = [
  ...[{ name: 'ab' }, { name: 'a' }, {}, [], null, 5, 'text'].map(
    (body): Line => ['POST /orders', { body, headers: JSON_TYPE }]
  ),
  ['POST /orders'],
  ['POST /orders', { headers: JSON_TYPE }],
  ['POST /orders', { body: '', headers: JSON_TYPE }],
  ['POST /orders', { body: '{', headers: JSON_TYPE }],
  [
    'POST /orders',
    {
      body: '{"name":"ab","x":1,"id":"1","day":"2020-02-30","parts":[{},{"sku":"A","count":0},{}]}',
      headers: JSON_TYPE
    }
  ],
  ['POST /orders', { body: '{"name":"ab","__proto__":{"a":1},"parts":[{"sku":"a"}]}', headers: JSON_TYPE }],
  ['POST /orders', { body: '\ufeff{"name":"ab"}', headers: JSON_TYPE }],
  ['POST /orders', { body: Buffer.from([0x22, 0xff, 0x22]), headers: JSON_TYPE }],
  ...[
    'text/plain',
    'application/x+json',
    'application/json; charset=latin1',
    'application/json;charset="UTF-8"',
    'x',
    ''
  ].map((type): Line => ['POST /orders', { body: '{"name":"ab"}', headers: { 'content-type': type } }]),
  ...['gzip', 'identity', 'x-gzip', 'zstd', 'gzip, br, deflate', 'br', ','].map(
    (coding): Line => ['POST /orders', { body: '{"name":"ab"}', headers: { ...JSON_TYPE, 'content-encoding': coding } }]
  ),
  ['POST /orders', { body: `{"name":"${'a'.repeat(90)}"}`, headers: JSON_TYPE }],
  ['POST /orders', { body: `{"name":"${'a'.repeat(89)}"}`, headers: JSON_TYPE }],
  ['POST /orders', { body: `{"name":"${'a'.repeat(88)}"}`, headers: JSON_TYPE }],
  ...['name=a&age=5&tags=x&tags=y', 'name=a&name=b', 'age=x', '', 'name=%', 'name=a&other=1', 'name=&tags='].map(
    (body): Line => ['POST /flat', { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }]
  ),
  ['POST /flat', { body: { name: 'a' } }],
  ['POST /flat', { body: 'name=a', headers: { 'content-type': 'text/plain' } }],
  ['POST /bound', { body: { name: 'ab' } }],
  ['POST /bound', { body: { name: 'a' } }],
  ['POST /bound', { body: 'name=ab', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
  ['POST /boundJSON', { body: 'name=ab', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
  ['POST /boundJSON', { body: { name: 'ab' } }],
  ['POST /boundList', { body: [{ name: 'ab' }, { name: 'a' }] }],
  ['POST /boundList', { body: [{ name: 'ab' }] }],
  ['POST /text', { body: 'ä', headers: { 'content-type': 'text/plain' } }],
  ['POST /text', { body: Buffer.from([0xff]), headers: { 'content-type': 'text/plain' } }],
  ['POST /bytes', { body: Buffer.from([0xff]), headers: { 'content-type': 'image/png' } }],
  ['POST /bytes', { body: 'a', headers: { 'content-type': 'text/plain' } }]
]

const MULTIPART = { 'content-type': 'multipart/form-data; boundary=X' }
const part = (head: string, body: string) => `--X\r\n${head}\r\n\r\n${body}\r\n`
const named = (more: string, body: string) => part(`Content-Disposition: form-data; ${more}`, body)

const parts: readonly Line[] = [
  `${named('name="name"', 'a')}${named('name=age', '5')}${named('name="tags"', 'x')}${named('name=tags', 'y')}--X--`,
  `preamble\r\n${named('name="name"', 'a')}--X--\r\nepilogue`,
  `${named('name="name"', 'a')}`,
  `${named('name="other"', 'a')}--X--`,
  `${named('name="name"; filename="a.txt"', 'a')}--X--`,
  `${named('name="name"; name="x"', 'a')}--X--`,
  `${named('filename=x', 'a')}--X--`,
  `${part('Content-Disposition: attachment; name=name', 'a')}--X--`,
  `${part('X: y', 'a')}--X--`,
  `${named('name="name"', 'a'.repeat(101))}--X--`,
  `${named('name="name"', '\xff')}--X--`,
  `--X  \r\nContent-Disposition: form-data; name=name\r\n\r\na\r\n--X--`,
  `--Xx\r\nContent-Disposition: form-data; name=name\r\n\r\na\r\n--X--`,
  '--X--',
  '',
  'a'
].map((body) => ['POST /multipart', { body, headers: MULTIPART }] as const)

const FILE_PARTS = [
  `${named('name=a; filename="b.png"', 'x')}${named('name=c', 'y')}--X--`,
  `${part('Content-Disposition: form-data; name=a; filename=b\r\nContent-Type: image/png', 'x')}--X--`,
  `${part('Content-Disposition: form-data; name=a\r\nContent-Type: application/json', '{}')}--X--`,
  `${named('name=a; filename=""', '')}--X--`,
  `${named('name=a; filename="C:\\\\x\\\\y.txt"', 'x')}--X--`,
  `${named("name=a; filename*=UTF-8''%C3%A4.txt; filename=b", 'x')}--X--`,
  `${named("name=a; filename*=latin1''x", 'x')}--X--`,
  `${named('name="a\\"b"; filename=".."', 'x')}--X--`,
  `${named('name=', 'x')}--X--`,
  `${named('name=a; filename=b', 'x'.repeat(150))}--X--`,
  `${named('name=a', 'x')}${named('name=a', 'y')}${named('name=b', 'z')}`,
  '--X\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n--X \t\r\nContent-Disposition: form-data; name=b\r\n\r\ny\r\n--X--\r\nz',
  '--X\r\nno head\r\n\r\nx\r\n--X--',
  '--X\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n--X-\r\n'
]

const streamed: readonly Line[] = [
  ...[...parts.map(([, more]) => String(more?.body)), ...FILE_PARTS].map(
    (body): Line => ['POST /parts', { body, headers: MULTIPART }]
  ),
  ['POST /parts'],
  ['POST /parts', { body: 'a', headers: { 'content-type': 'text/plain' } }],
  ['POST /parts', { body: '--X--', headers: { 'content-type': 'multipart/form-data' } }],
  ['POST /parts', { body: '--X--', headers: { 'content-type': 'multipart/mixed; boundary=X' } }],
  ['POST /stream', { body: 'abc' }],
  ['POST /stream', { body: 'a'.repeat(101) }],
  ['POST /stream'],
  ['POST /stream', { body: 'abc', headers: { 'content-encoding': 'gzip' } }]
]

const SCHEMES = {
  token: bearerScheme({
    authenticate: (text) => {
      if (text === 'throws') throw new Error('no store')
      if (text === 'banned') throw new Forbidden('You are banned')
      if (text === 'expired') throw Object.assign(new Error('It has expired'), { status: 401 })
      return text.startsWith('good') && { text }
    },
    scopes: ['read', 'write'],
    scopesOf: (principal) => principal.text.split('-').slice(1)
  }),
  later: bearerScheme({ authenticate: async (text) => (text === 'bad' ? Promise.reject(new Error('late')) : text) }),
  pair: basicScheme({ realm: 'here', authenticate: (user, password) => user === 'a' && password === 'b:c' }),
  key: apiKeyScheme({ in: 'header', name: 'X-Key', authenticate: (text) => text === 'k' && { key: text } }),
  asked: apiKeyScheme({ in: 'query', name: 'key', authenticate: (text) => text === 'k' }),
  kept: apiKeyScheme({ in: 'cookie', name: 'key', authenticate: (text) => text === 'k' }),
  oauth: oauth2Scheme({
    flows: { clientCredentials: { tokenUrl: 'https://a.example/', scopes: { all: 'All' } } },
    authenticate: (text) => text === 'good',
    scopesOf: () => []
  })
}

const authorization = (path: string, ...values: readonly (string | string[])[]): Line[] =>
  values.map((value) => [`GET ${path}`, { headers: { authorization: value as string } }])

const secured: readonly Line[] = [
  ...['/token', '/scoped', '/pair', '/key', '/asked', '/kept', '/both', '/either', '/later', '/oauth', '/open'].map(
    (path): Line => [`GET ${path}`]
  ),
  ...authorization(
    '/token',
    'Bearer good',
    'bearer good',
    'Bearer bad',
    'Bearer',
    'Bearer ',
    'Bearer a b',
    'Bearer  good '
  ),
  ...authorization('/token', 'good', 'Basic YTpi', ['Bearer good', 'Bearer good'], 'Bearer throws', 'Bearer banned'),
  ...authorization(
    '/token',
    'Bearer expired',
    'Bearer good=',
    'Bearer =',
    'Be arer good',
    'Bearer göod',
    'Bearer good,x'
  ),
  ...authorization('/scoped', 'Bearer good', 'Bearer good-read', 'Bearer good-write-read', 'Bearer good-write'),
  ...authorization(
    '/pair',
    'Basic YTpiOmM=',
    'Basic YTpi',
    'Basic YQ==',
    'Basic !',
    'Basic YToK',
    'basic YTpiOmM',
    'Basic //86'
  ),
  ...authorization('/later', 'Bearer x', 'Bearer bad'),
  ...authorization('/oauth', 'Bearer good', 'Bearer bad'),
  ...authorization('/either', 'Bearer good', 'Bearer bad', 'Basic YTpiOmM=', 'Basic YTpi'),
  ['GET /key', { headers: { 'x-key': 'k' } }],
  ['GET /key', { headers: { 'x-key': '' } }],
  ['GET /key', { headers: { 'x-key': 'other' } }],
  ['GET /key', { headers: { 'x-key': ['k', 'k'] } }],
  ['GET /key', { headers: { 'x-key': 'ab' } }],
  ['GET /asked?key=k'],
  ['GET /asked?key=k&key=k'],
  ['GET /asked?key='],
  ['GET /asked?key=%00'],
  ['GET /asked?key=x'],
  ['GET /kept', { headers: { cookie: 'key=k' } }],
  ['GET /kept', { headers: { cookie: 'key=k; key=k' } }],
  ['GET /kept', { headers: { cookie: 'key=x' } }],
  ['GET /both', { headers: { authorization: 'Bearer good', 'x-key': 'k' } }],
  ['GET /both', { headers: { authorization: 'Bearer good' } }],
  ['GET /both', { headers: { authorization: 'Bearer good', 'x-key': 'x' } }],
  ['OPTIONS /token'],
  ['GET /none']
]

const PARAMETERS = {
  parameters: [
    { name: 'id', in: 'path', schema: Integer },
    { name: 'limit', in: 'query', schema: Integer, minimum: 1, maximum: 50, default: 20 },
    { name: 'since', in: 'query', schema: Date },
    { name: 'on', in: 'query', schema: Boolean },
    { name: 'tags', in: 'query', schema: [String], style: 'comma', maxItems: 2 },
    { name: 'many', in: 'query', schema: [Integer] },
    { name: 'X-Tenant', in: 'header', required: true, pattern: '^[a-z]+$' },
    { name: 'visits', in: 'cookie', schema: Integer }
  ]
} as const satisfies RouteOptions

const TENANT = { 'x-tenant': 'acme' }
const parameters: readonly Line[] = [
  ...[
    ...['/p/5', '/p/x', '/p/5?limit=0', '/p/5?limit=1', '/p/5?limit=50&limit=51', '/p/5?limit=', '/p/5?limit=1.0'],
    ...[
      '/p/5?since=2020-01-02',
      '/p/5?since=2020-01-02T03:04:05Z',
      '/p/5?on=true',
      '/p/5?on=1',
      '/p/5?on',
      '/p/5?tags=a'
    ],
    ...['/p/5?tags=a,b', '/p/5?tags=a,b,c', '/p/5?tags=', '/p/5?tags=a%2Cb,c', '/p/5?many=1&many=2', '/p/5?many=1,2'],
    ...[
      '/p/5?many',
      '/p/5?limit=%',
      '/p/5?limit=%31',
      '/p/5?limit=+1',
      '/p/5?x=1',
      '/p/5?limit=-0',
      '/p/9007199254740993'
    ]
  ].map((url): Line => [`GET ${url}`, { headers: TENANT }]),
  ['GET /p/5'],
  ['GET /p/5', { headers: { 'x-tenant': 'ACME' } }],
  ['GET /p/5', { headers: { 'x-tenant': ['a', 'b'] } }],
  ['GET /p/5', { headers: { ...TENANT, cookie: 'visits=7' } }],
  ['GET /p/5', { headers: { ...TENANT, cookie: 'visits=7; visits=8' } }],
  ['GET /p/5', { headers: { ...TENANT, cookie: 'visits=x' } }],
  ['GET /p/x?limit=x&tags=a,b,c']
]

const PROMISES: Readonly<Record<string, readonly [RouteOptions['responses'], ContextHandler]>> = {
  right: [{ 200: Order }, () => ({ name: 'ab', id: '1', more: 1 })],
  wrong: [{ 200: Order }, () => ({ name: 'a' })],
  other: [{ 200: Order }, (ctx) => ctx.json(201, {})],
  type: [{ 200: Order }, (ctx) => ctx.text(200, 'a')],
  error: [{ 200: Order }, (ctx) => ctx.jsonError(409, 'x')],
  declaredError: [{ 200: Order, 409: 'x' }, (ctx) => ctx.jsonError(409, 'x')],
  bare: [{ 200: Order, 412: { body: null } }, (ctx) => ctx.jsonError(412, 'x')],
  ownError: [{ 200: Order, 409: Oops }, (ctx) => ctx.json(409, { code: 'x' })],
  empty: [{ 200: Order }, () => undefined],
  none: [{ 204: 'Nothing' }, () => undefined],
  noneBody: [{ 204: 'Nothing' }, () => ({ a: 1 })],
  created: [{ 201: Order }, () => ({ name: 'ab' })],
  two: [{ 200: Order, 201: Order }, () => ({ name: 'ab' })],
  text: [{ 200: { contentType: 'text/csv', body: String } }, () => 'a,b'],
  bytes: [{ 200: { contentType: 'image/png' } }, () => Buffer.from([1])],
  chosen: [
    { 200: { content: { 'text/csv': String, 'application/json': Order } } },
    (ctx) => (ctx.accepts() === 'text/csv' ? 'a' : { name: 'ab' })
  ],
  events: [{ 200: { events: Part } }, () => [{ sku: 'a', count: 1 }]],
  eventsWrong: [{ 200: { events: Part } }, () => [{ sku: 'A', count: 1 }]],
  eventsNamed: [
    { 200: { events: { part: Part, text: String } } },
    () => [
      { event: 'part', data: { sku: 'a', count: 2 } },
      { event: 'text', data: 'x' },
      { event: 'no', data: 1 }
    ]
  ],
  lines: [
    { 200: { lines: Part } },
    () => [
      { sku: 'a', count: 1 },
      { sku: 'b', count: 2 }
    ]
  ],
  linesWrong: [{ 200: { lines: Part } }, () => [{ sku: 'a', count: 1 }, {}]],
  linesNone: [{ 200: { lines: Part } }, () => 5],
  linesOrBody: [{ 200: { lines: Part, body: [Part] } }, () => [{ sku: 'a', count: 1 }]],
  headers: [
    { 200: { headers: { 'x-total': Integer, 'x-day': { type: Date, optional: true } } } },
    (ctx) => last(ctx.header('x-total', 5), ctx.header('x-day', new Date(0)), ctx.text(200, ''))
  ],
  headersAbsent: [{ 200: { headers: { 'x-total': Integer } } }, (ctx) => ctx.text(200, '')],
  headersWrong: [
    { 200: { headers: { 'x-total': Integer } } },
    (ctx) => last(ctx.header('x-total', 'a'), ctx.text(200, ''))
  ],
  range: [{ 299: Order, 500: Oops }, (ctx) => ctx.json(299, { name: 'ab' })],
  otherwise: [{ 299: Order, 500: Oops }, (ctx) => ctx.json(500, { code: 'a', no: 1 })],
  byHand: [{ 200: Order }, (ctx) => void ctx.handOver().writeHead(202).end()]
}

const conditions: readonly Line[] = [
  ...[
    { range: 'bytes=0-1' },
    { range: 'bytes=1-' },
    { range: 'bytes=-2' },
    { range: 'bytes=-99' },
    { range: 'bytes=9-' },
    { range: 'bytes=0-0,2-2' },
    { range: 'items=0-1' },
    { range: 'bytes=a' },
    { range: 'Bytes= 0-1' },
    { 'if-modified-since': 'Thu, 01 Jan 1970 00:00:10 GMT' },
    { 'if-modified-since': 'Thu, 01 Jan 1970 00:00:09 GMT' },
    { 'if-modified-since': 'Thursday, 01-Jan-70 00:00:10 GMT' },
    { 'if-modified-since': 'Thu Jan  1 00:00:10 1970' },
    { 'if-modified-since': '1970' },
    { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:09 GMT' },
    { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:10 GMT' },
    { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:09 GMT', 'if-match': '*' },
    { 'if-match': '*' },
    { 'if-match': '"a"' },
    { 'if-none-match': '*' },
    { 'if-none-match': '"a"' },
    { 'if-range': 'Thu, 01 Jan 1970 00:00:10 GMT', range: 'bytes=0-1' },
    { 'if-range': 'Thu, 01 Jan 1970 00:00:09 GMT', range: 'bytes=0-1' },
    { 'if-range': '"a"', range: 'bytes=0-1' }
  ].map((headers): Line => ['GET /replied/file', { headers }]),
  ['HEAD /replied/file'],
  ['HEAD /replied/file', { headers: { range: 'bytes=0-1' } }]
]

describe('The responses of a router', () => {
  before(() => {
    // Removed where the specs have run before, as the sieve of mutants does.
    mkdirSync(join(FOLDER, 'sub'), { recursive: true })
    for (const name of ['a.txt', 'index.html', '.hidden', 'sub/b.bin', 'sub/ä.json', 'c%41.css']) {
      writeFileSync(join(FOLDER, name), 'abcde')
      utimesSync(join(FOLDER, name), 10, 10)
    }
    symlinkSync(tmpdir(), join(FOLDER, 'out'))
  })
  after(() => rmSync(FOLDER, { recursive: true }))

  const ERRORS: HttpOptions['errors'] = {
    body: Oops,
    contentType: 'application/vnd.oops+json',
    format: ({ status, detail, errors }, ctx) => {
      if (detail === 'formats wrongly') return { no: 1 } as never
      if (detail === 'formats late') return Promise.resolve({ code: 'x' })
      if (detail === 'fails') throw new Error('format failed')
      if (detail === 'again') ctx.jsonError(400, 'inner')
      return {
        code: String(status),
        more: [detail, ...(errors ?? []).map(({ path, rule }) => `${path} ${rule}`)].join('; ')
      }
    },
    statuses: { validation: 422 },
    map: [[Missing, (error: Error) => new NotFound(error.message)]]
  }

  it('are those of response-list.txt, with every header and what the log has of them', async () => {
    const on =
      (table: Readonly<Record<string, unknown>>, path: string, make: (name: string) => ContextHandler) => (add: On) => {
        for (const name of Object.keys(table)) add(`GET ${path}/${name}`, make(name))
      }
    const withReplies = on(replied, '/replied', (name) => replied[name] as ContextHandler)
    const withThrown = on(throwing, '/thrown', (name) => () => {
      throw throwing[name]?.()
    })
    const withBodies = (add: On) => {
      add('POST /orders', async (ctx) => ({ read: await ctx.bind(Order) }), { requestBody: Order })
      add('POST /flat', async (ctx) => ({ ...(await ctx.bind(Flat)) }), {
        requestBody: Flat,
        consumes: ['application/json', 'application/x-www-form-urlencoded']
      })
      add('POST /multipart', async (ctx) => ({ ...(await ctx.bind(Flat)) }), {
        requestBody: Flat,
        consumes: 'multipart/form-data'
      })
      add('POST /parts', async (ctx) => {
        const found: unknown[] = []
        for await (const part of ctx.bodyParts()) {
          const { stream, ...facts } = part as unknown as { stream?: Readable } & Record<string, unknown>
          let text = ''
          for await (const chunk of stream ?? []) text += String(chunk)
          found.push([shown(facts), text])
        }
        return found
      })
      add('POST /stream', (ctx) => ctx.stream(200, ctx.bodyStream(), { contentType: 'text/plain' }))
      add('POST /bound', async (ctx) => ({ ...(await ctx.bindValidated(Order)) }))
      add('POST /boundJSON', async (ctx) => ({ ...(await ctx.bindJSON(Order)) }))
      add('POST /boundList', async (ctx) => await ctx.bind([Order]))
      add('POST /text', (ctx) => ctx.bodyText(), { requestBody: String, consumes: 'text/plain' })
      add('POST /bytes', async (ctx) => (await ctx.bodyBytes()).length, { requestBody: Buffer, consumes: ['image/*'] })
    }
    const list = [
      ...(await transcript(
        'what requests are read as',
        { trustProxy: 'loopback', accessLog: 'info' },
        (add) => {
          add('GET /echo/{id}/{rest:*}', echoed)
          add('GET /echo/{id}', echoed)
          add('POST /echo/{id}', echoed)
          add('PUT /echo/{id:[0-9]+}', echoed)
          add('GET /', () => 'root')
            .group('/group', async (ctx, next) => {
              ctx.header('x-group', ctx.path)
              await next()
            })
            .handle('DELETE', '/inner', (_req, res) => res.end('gone'))
        },
        [
          ['GET /'],
          [
            'GET /echo/a%2fb/c/%64?x=1&y=%20&x=2',
            { headers: { 'x-a': ['1', '2'], cookie: 'a=1', 'x-request-id': 'id' } }
          ],
          [
            'GET /echo/7',
            {
              headers: {
                'x-request-id': 'ä b',
                'x-forwarded-for': '1.2.3.4',
                'x-forwarded-proto': 'https',
                'x-forwarded-host': 'b.example'
              }
            }
          ],
          [
            'GET /echo/7',
            {
              remoteAddress: '9.9.9.9',
              headers: { 'x-forwarded-for': '1.2.3.4', host: 'c.example:8', 'x-request-id': 'x'.repeat(64) }
            }
          ],
          ['GET /echo/7', { headers: { 'x-request-id': 'x'.repeat(200) } }],
          ['HEAD /echo/7'],
          ['POST /echo/7', { body: 'a' }],
          ['PUT /echo/x'],
          ['PUT /echo/7'],
          ['DELETE /echo/7'],
          ['PATCH /echo/7'],
          ['OPTIONS /echo/7'],
          ['OPTIONS /'],
          ['OPTIONS *'],
          ['GET *'],
          ['GET /none'],
          ['GET /echo'],
          ['GET /echo/'],
          ['GET /echo/%'],
          ['GET /group'],
          ['GET /group/none'],
          ['GET /group/inner'],
          [
            'OPTIONS /group/inner',
            { headers: { origin: 'https://a.example', 'access-control-request-method': 'DELETE' } }
          ],
          ['DELETE /group/inner'],
          ['TRACE /'],
          ['BREW /']
        ]
      )),
      ...(await transcript('what is thrown', {}, withThrown, each(throwing, '/thrown'))),
      ...(await transcript(
        'what is thrown, with errors of its own form',
        { errors: ERRORS },
        (add) => {
          withThrown(add)
          withBodies(add)
          for (const detail of ['formats wrongly', 'formats late', 'fails', 'again']) {
            add(`GET /formatted/${detail.replace(' ', '-')}`, () => BadRequest.throw(detail))
          }
        },
        [
          ...each(throwing, '/thrown'),
          ...['formats-wrongly', 'formats-late', 'fails', 'again'].map((name): Line => [`GET /formatted/${name}`]),
          ['POST /orders', { body: { name: 'a', parts: [{}] } }],
          ['GET /none'],
          ['GET /%'],
          ['PUT /orders']
        ]
      )),
      ...(await transcript(
        'what is returned',
        {},
        on(returned, '/returned', (name) => returned[name] as ContextHandler),
        [...each(returned, '/returned'), ['HEAD /returned/text']]
      )),
      ...(await transcript(
        'what is replied',
        { redirects: { origins: ['https://good.example'] }, accessLog: 'debug' },
        withReplies,
        [
          ...each(replied, '/replied'),
          ['HEAD /replied/sse'],
          ['HEAD /replied/stream'],
          ['GET /replied/accepts', { headers: { accept: 'text/html' } }],
          ['GET /replied/accepts', { headers: { accept: 'image/png' } }],
          ['GET /replied/cookies', { headers: { cookie: 'sent=1; sent=2' } }],
          ...conditions
        ]
      )),
      ...(await transcript('bodies', { bodyLimit: 100, unknownFields: 'strip' }, withBodies, [
        ...bodies,
        ...parts,
        ...streamed
      ])),
      ...(await transcript(
        'bodies without unknown fields',
        { unknownFields: 'reject', uploads: { parts: 3, fields: 2 } },
        withBodies,
        [['POST /orders', { body: { name: 'ab', x: 1, parts: [{ sku: 'a', y: 2 }] } }], ...parts.slice(0, 4)]
      )),
      ...(await transcript(
        'parameters',
        {},
        (add) => {
          const names = ['id', 'limit', 'since', 'on', 'tags', 'many', 'X-Tenant', 'visits']
          add('GET /p/{id}', (ctx) => shown(names.map((name) => ctx.parameter(name))), PARAMETERS)
        },
        parameters
      )),
      ...(await transcript(
        'security',
        { securitySchemes: SCHEMES },
        (add) => {
          const who: ContextHandler = (ctx) => shown(ctx.state.principal)
          add('GET /token', who, { security: ['token'] })
          add('GET /scoped', who, { security: [{ token: ['read', 'write'] }] })
          for (const name of ['pair', 'key', 'asked', 'kept', 'later']) add(`GET /${name}`, who, { security: [name] })
          add('GET /both', who, { security: [{ token: [], key: [] }] })
          add('GET /either', who, { security: ['token', 'pair'] })
          add('GET /oauth', who, { security: [{ oauth: ['all'] }] })
          add('GET /open', who, { security: [] })
        },
        secured
      )),
      ...(
        await Promise.all(
          (['off', 'report', 'enforce'] as const).map((responseChecks) =>
            transcript(
              `responses that a document promises, with checks: ${responseChecks}`,
              { responseChecks },
              (add) => {
                for (const [name, [responses, handler]] of Object.entries(PROMISES))
                  add(`GET /${name}`, handler, { responses })
              },
              [
                ...Object.keys(PROMISES).map((name): Line => [`GET /${name}`]),
                ['GET /chosen', { headers: { accept: 'application/json' } }],
                ['GET /chosen', { headers: { accept: 'image/png' } }],
                ['GET /linesOrBody', { headers: { accept: 'application/jsonl' } }],
                ['HEAD /right'],
                ['HEAD /events']
              ]
            )
          )
        )
      ).flat(),
      ...(await transcript(
        'files of a folder',
        {},
        (add) => {
          add('GET /x', () => 'x')
            .static('/files', FOLDER, { maxAge: 60_000 })
            .static('/bare', FOLDER, { index: false })
        },
        [
          ...[
            '',
            '/',
            '/a.txt',
            '/a.txt/',
            '/sub',
            '/sub/',
            '/sub/b.bin',
            '/sub/%C3%A4.json',
            '/.hidden',
            '/out',
            '/out/x',
            '/..%2fx'
          ],
          ...['/../x', '/c%2541.css', '/sub%2Fb.bin', '/none', '/a%00', '//a.txt', '/index.html?x=1', '/sub/../a.txt']
        ].flatMap((path): Line[] => [
          [`GET /files${path}`],
          ...(path.length < 6 ? [[`GET /bare${path}`] as const] : [])
        ])
      )),
      ...(await transcript(
        'a service that is busy',
        { overload: { maxRequests: 0, maxMemory: 1, retryAfter: 7 } },
        (add) => {
          add('GET /a', () => 1)
        },
        [['GET /a'], ['GET /a'], ['GET /b']]
      ))
    ]
    expectWholeList('http/exchange/response-list.txt', list)
  })
})
