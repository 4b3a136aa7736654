import { BootstrapError } from '../../../src/errors.js'
import type { Method } from '../../../src/http/operation-options.js'
import { callbackRoutes, type OutgoingRoute, outgoingRoute } from '../../../src/http/outgoing/outgoing-route.js'
import { assertSendable, type SendOptions, send } from '../../../src/http/outgoing/send.js'
import { type Signer, signer } from '../../../src/http/outgoing/signature.js'
import { Field } from '../../../src/record/field/field.js'
import { File } from '../../../src/record/field/file-fields.js'
import { Integer, mapOf, nullable } from '../../../src/record/type/type-expression.js'
import type { UploadedFile } from '../../../src/record/type/uploaded-file.js'
import { expectWholeList, shown } from '../../support/whole-list.js'

class Event {
  @Field({ minLength: 2 }) name!: string
  @Field(() => [Integer], { optional: true, maxItems: 2 }) list?: number[]
  @Field(() => nullable(String), { optional: true }) note?: string | null
}

class Span {
  @Field(() => Integer) from!: number
  @Field(() => nullable(Integer), { optional: true }) to?: number | null
}

class Nested {
  @Field(() => Event) event!: Event
}

class Upload {
  @File() file!: UploadedFile
}

const DONE = { 204: 'Received' }
const EVENT = { name: 'ab', list: [1, 2], note: null, secret: 1 }
const URL_OF = 'https://a.example/hook'

interface Declared {
  readonly method?: Method
  readonly url?: string | undefined
  readonly options?: object
}

/** An operation, as it is declared in a few words. */
function routeOf({ method = 'POST', options = {}, ...more }: Declared): OutgoingRoute {
  const url = 'url' in more ? more.url : '{$request.query.url}/hook'
  return outgoingRoute({ method, url, options: { responses: DONE, ...options } as never, source: 'Hooks.on' })
}

function brief(error: unknown): string {
  if (error instanceof BootstrapError) return `throws ${error.errors.map(({ message }) => message).join(' ')}`
  const { name, message, failure, status, code, faults, cause } = error as Error & Record<string, unknown>
  const details = {
    failure,
    status,
    code,
    faults,
    cause: cause === undefined ? undefined : String(cause).replace(/(SyntaxError|Headers\.set): .*/s, '$1')
  }
  const known = Object.entries(details).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)
  )
  const text = message.replace(/(Headers\.set): .*/s, '$1')
  return `throws ${name}: ${text}${known.length === 0 ? '' : ` ${shown(Object.fromEntries(known))}`}`
}

async function said(work: () => unknown): Promise<string> {
  try {
    return shown(await work())
  } catch (error) {
    return brief(error)
  }
}

const DECLARATIONS: readonly Declared[] = [
  {},
  { options: { responses: undefined } },
  { options: { responses: {} } },
  { options: { responses: { 200: Event, '4XX': 'Wrong', default: { body: null } } } },
  { options: { responses: { 99: 'x' } } },
  { options: { responses: { 200: { body: Event, headers: { 'a b': Integer } } } } },
  { options: { responses: { 200: { content: { x: Event } } } } },
  ...(['GET', 'HEAD', 'TRACE', 'QUERY', 'DELETE', 'OPTIONS'] as const).flatMap((method) => [
    { method },
    { method, options: { requestBody: Event } }
  ]),
  { options: { requestBody: Event } },
  { options: { requestBody: Upload } },
  { options: { requestBody: Event, consumes: ['application/json', 'multipart/form-data'] } },
  { options: { requestBody: Event, consumes: 'text/csv' } },
  { options: { requestBody: String, consumes: 'text/csv' } },
  ...[
    'bodyLimit',
    'callbacks',
    'handlerTimeout',
    'hidden',
    'requestTimeout',
    'security',
    'uploads',
    'version',
    'middleware',
    'interceptors',
    'sumary'
  ].map((name) => ({
    options: { [name]: 1 }
  })),
  { options: { tags: 'x' } },
  { options: { parameters: 5 } },
  { options: { parameters: [{ name: 'a', in: 'path' }] } },
  { options: { parameters: [{ name: 'a', in: 'query', schema: Event }] } },
  { options: { 'x-own': 1, summary: 'S', deprecated: true } }
]

const CALLBACKS: readonly object[] = [
  {},
  { '{$request.query.url}': {} },
  {
    '{$request.query.url}': { post: { responses: DONE } },
    'https://b.example': { put: { responses: DONE, requestBody: Event } }
  },
  { '{$request.query.url}': { POST: { responses: DONE }, fetch: {}, post: {} } },
  { a: null, b: 5, c: { get: { responses: DONE, requestBody: Event } } },
  { a: { trace: { responses: DONE }, post: { responses: DONE, hidden: true } } }
]

const PARAMETERS = {
  parameters: [
    { name: 'id', in: 'query', schema: Integer, required: true, minimum: 1 },
    { name: 'tags', in: 'query', schema: [String] },
    { name: 'comma', in: 'query', schema: [String], style: 'comma' },
    { name: 'span', in: 'query', schema: Span, style: 'deepObject' },
    { name: 'since', in: 'query', schema: Date },
    { name: 'X-A', in: 'header', schema: [Integer] },
    { name: 'c', in: 'cookie', schema: String },
    { name: 'd', in: 'cookie', schema: Integer }
  ]
}
const MEDIA = {
  requestBody: {
    content: {
      'application/json': Event,
      'application/x-www-form-urlencoded': Event,
      'text/plain': String,
      'image/png': Buffer
    }
  }
}

/** Requests that are sent, and those that are not. */
const SENT: readonly (readonly [Declared, unknown, Signer?])[] = [
  [{}, {}],
  [{}, { url: URL_OF }],
  [{}, { url: new URL('http://b.example:81/hook?x=1#y') }],
  ...[
    '',
    '/hook',
    'ftp://a.example/hook',
    'https://a:b@c.example/hook',
    'https://a@c.example/hook',
    'https://:b@c.example/hook',
    'https://a.example/other',
    5
  ].map((url) => [{}, { url }] as const),
  [{}, { url: URL_OF, values: {} }],
  [{}, { values: {} }],
  [{}, { values: { '$request.query.url': 'https://a.example' } }],
  [{}, { values: { '$request.query.url': 5 } }],
  [{}, { values: { '$request.query.url': 'a.example' } }],
  [
    { url: 'https://a.example/{$request.body#/id}/{$response.header.x}' },
    { values: { '$request.body#/id': 'a b', '$response.header.x': '/..' } }
  ],
  [{ url: 'https://a.example/{$request.body#/id}' }, { values: { constructor: 'x' } }],
  [{ url: 'https://a.example/{$request.body#/id' }, { values: {} }],
  [{ url: undefined }, { url: 'https://a.example/anything' }],
  [{ url: undefined }, { values: {} }],
  [{}, { url: URL_OF, body: 1 }],
  ...[EVENT, { name: 'a', list: [1, 2, 3] }, {}, 5, null, undefined, { name: 1n }, { name: 'ab', list: undefined }].map(
    (body) => [{ options: { requestBody: Event } }, { url: URL_OF, body }] as const
  ),
  [{ options: { requestBody: { type: Event, required: false } } }, { url: URL_OF }],
  [{ options: { requestBody: { type: Event, required: false } } }, { url: URL_OF, body: EVENT }],
  [{ options: { requestBody: Nested } }, { url: URL_OF, body: { event: EVENT } }],
  [
    { options: { requestBody: { type: Nested, consumes: 'application/x-www-form-urlencoded' } } },
    { url: URL_OF, body: { event: EVENT } }
  ],
  [{ options: { requestBody: mapOf(Integer) } }, { url: URL_OF, body: { a: 1, b: 'x' } }],
  ...['application/json', 'application/x-www-form-urlencoded', 'text/plain', 'image/png', 'text/csv'].flatMap(
    (contentType) =>
      [EVENT, 'text', Buffer.from([1, 2]), 5].map(
        (body) => [{ options: MEDIA }, { url: URL_OF, contentType, body }] as const
      )
  ),
  [{ options: MEDIA }, { url: URL_OF, body: EVENT }],
  ...[
    {},
    { id: 1 },
    { id: 0 },
    { id: '1' },
    { id: null },
    {
      id: 1,
      tags: ['a', 'b c'],
      comma: ['x', 'y'],
      span: { from: 1, to: null },
      since: new Date(0),
      'X-A': [1, 2],
      c: 'ä;',
      d: 7
    },
    { id: 1, c: '' },
    { id: 1, tags: 'a' },
    { id: 1, 'x-a': [1] },
    { id: 1, none: 1 },
    { id: 1, constructor: 1 },
    { id: 1, span: { to: 1 } },
    { id: 1, tags: [], comma: [] },
    undefined
  ].map((parameters) => [{ options: PARAMETERS }, { url: URL_OF, parameters }] as const),
  [{}, { url: URL_OF, headers: { authorization: 'Bearer x', 'X-B': '1' } }],
  [
    { options: { requestBody: Event } },
    { url: URL_OF, body: EVENT, headers: { 'content-type': 'application/own+json' } }
  ],
  [
    { options: { requestBody: Event } },
    { url: URL_OF, body: EVENT, headers: { a: 'b' } },
    (body) => ({ a: `signed ${String(body)}` })
  ],
  [{}, { url: URL_OF, headers: { 'a b': '1' } }],
  [{}, { url: URL_OF, headers: { a: '1\n2' } }],
  ...[1, 2_147_483_647, 0, 2_147_483_648, -1, 1.5, '5', null, Number.NaN].map(
    (timeout) => [{}, { url: URL_OF, timeout }] as const
  ),
  [{}, { url: URL_OF, timeuot: 5 }],
  [{}, 5],
  [{}, null],
  [{ method: 'GET' }, { url: URL_OF }],
  [{ method: 'DELETE' }, { url: URL_OF }]
]

const json = (
  value: unknown,
  status = 200,
  headers: NonNullable<ResponseInit['headers']> = { 'content-type': 'application/json' }
) => new Response(typeof value === 'string' ? value : JSON.stringify(value), { status, headers })
const empty = (status: number, headers: NonNullable<ResponseInit['headers']> = {}) =>
  new Response(null, { status, headers })
const large = (size: number) => new Response(new Uint8Array(size), { headers: { 'content-type': 'image/png' } })

/** A body that does not end until it is cancelled. */
const endless = (status: number, headers: NonNullable<ResponseInit['headers']>, notes: string[]) => {
  const body = new ReadableStream(
    {
      pull: (controller) => controller.enqueue(new Uint8Array(1_000_000)),
      cancel: () => void notes.push('the body is cancelled')
    },
    { highWaterMark: 0 }
  )
  return new Response(body, { status, headers })
}

const RESPONSES = {
  200: { content: { 'application/json': Event, 'text/plain': String, 'image/png': Buffer } },
  201: { body: Event, headers: { 'x-total': Integer, 'set-cookie': { type: [String], optional: true, maxItems: 2 } } },
  203: { description: 'Cookies', headers: { 'set-cookie': [String] } },
  204: 'Nothing',
  '4XX': Event,
  500: { body: null }
}

/** What the other side responds. */
const ANSWERS: readonly (readonly [name: string, answer: (notes: string[]) => unknown, responses?: object])[] = [
  ['a record', () => json({ name: 'ab', more: 1 })],
  ['a wrong record', () => json({ name: 'a' })],
  ['no JSON', () => json('{')],
  ['no body', () => empty(200)],
  ['a text', () => json('ä', 200, { 'content-type': 'text/plain; charset=utf-8' })],
  ['bytes', () => large(3)],
  ['the most bytes', () => large(1_048_576)],
  ['more bytes', () => large(1_048_577)],
  ['another type', () => json('a,b', 200, { 'content-type': 'text/csv' })],
  ['no media type', () => json('x', 200, { 'content-type': 'x' })],
  ['a header', () => json({ name: 'ab' }, 201, { 'content-type': 'application/json', 'x-total': '5' })],
  [
    'cookies',
    () =>
      json({ name: 'ab' }, 201, [
        ['content-type', 'application/json'],
        ['x-total', '5'],
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=2, 3']
      ])
  ],
  ['a wrong header', () => json({ name: 'ab' }, 201, { 'content-type': 'application/json', 'x-total': 'x' })],
  ['no header', () => json({ name: 'ab' }, 201)],
  ['no cookie', () => empty(203)],
  ['a cookie', () => empty(203, { 'set-cookie': 'a=1' })],
  [
    'more cookies than may be',
    () =>
      empty(
        201,
        [1, 2, 3].map((each) => ['set-cookie', `a=${each}`])
      )
  ],
  ['without end', (notes) => endless(200, { 'content-type': 'image/png' }, notes)],
  ['without end, and a wrong header', (notes) => endless(201, { 'x-total': 'x' }, notes)],
  ['without end, and no body is declared', (notes) => endless(500, {}, notes)],
  ['without end, and an undeclared status', (notes) => endless(502, {}, notes)],
  ['nothing', () => empty(204)],
  ['a range', () => json({ name: 'ab' }, 404)],
  ['a status without a body', () => json({ name: 'ab' }, 500)],
  ['an undeclared status', () => json({ name: 'ab' }, 502)],
  ['an undeclared status of many', () => json({ name: 'ab' }, 502), { 200: Event, default: Event }],
  ['a redirection', () => empty(302, { location: '/x' })],
  [
    'no response',
    () =>
      Promise.reject(
        new TypeError('fetch failed', {
          cause: Object.assign(new Error('connect ECONNREFUSED 1.2.3.4'), { code: 'ECONNREFUSED' })
        })
      )
  ],
  [
    'no address',
    () =>
      Promise.reject(
        new TypeError('fetch failed', { cause: Object.assign(new Error('not found'), { code: 'ENOTFOUND' }) })
      )
  ],
  [
    'several failures',
    () =>
      Promise.reject(
        new TypeError('fetch failed', {
          cause: new AggregateError([Object.assign(new Error(''), { code: 'EHOSTDOWN' }), new Error('b')])
        })
      )
  ],
  [
    'a circle of causes',
    () => {
      const error: Error & { cause?: unknown } = new Error('round')
      error.cause = error
      return Promise.reject(error)
    }
  ],
  [
    'a longer circle of causes',
    () => {
      const [first, second]: (Error & { cause?: unknown })[] = [new Error('first'), new Error('second')]
      Object.assign(first as Error, { cause: second })
      Object.assign(second as Error, { cause: first })
      return Promise.reject(first)
    }
  ],
  ['what is no error', () => Promise.reject(new Error('', { cause: 'a text' }))],
  ['a text in the place of an error', () => Promise.reject('a text')],
  ['nothing in the place of an error', () => Promise.reject(undefined)],
  [
    'what is thrown',
    () => {
      throw new RangeError('at once')
    }
  ]
]

const key = (bytes: number) => Buffer.alloc(bytes, 1).toString('base64')
const SIGNATURES: readonly object[] = [
  {},
  { id: 'msg_1' },
  { id: '' },
  { id: 'a b' },
  { id: 'a.b' },
  { id: 'ä' },
  { id: '!~' },
  { id: 5 },
  { id: 'i', secret: [] },
  ...[23, 24, 32, 64, 65].map((bytes) => ({ id: 'i', secret: `whsec_${key(bytes)}` })),
  { id: 'i', secret: key(32) },
  { id: 'i', secret: [key(24), `whsec_${key(32)}`] },
  { id: 'i', secret: [key(24), 'x'] },
  ...['', 'whsec_', 'whsec_ä', `${key(32)}===`, `x${key(32)}-`, 5, null].map((secret) => ({ id: 'i', secret }))
]

describe('What is sent to others', () => {
  const { now } = Date
  before(() => {
    Date.now = () => 1_700_000_000_999
  })
  after(() => {
    Date.now = now
  })

  it('is declared, made, signed and read as send-list.txt says', async () => {
    const lines = ['# declared']
    for (const declared of DECLARATIONS) {
      const text = await said(() => {
        const route = routeOf(declared)
        assertSendable([route])
        const { method, url, name, options } = route
        return { method, url, name, ...options }
      })
      lines.push(`${shown(declared)} → ${text}`)
    }
    lines.push('', '# callbacks')
    for (const callback of CALLBACKS) {
      const text = await said(() =>
        callbackRoutes(callback as never, 'the callback').map(({ method, url, source }) => [method, url, source])
      )
      lines.push(`${shown(callback)} → ${text}`)
    }
    lines.push('', '# sent')
    for (const [declared, options, sign] of SENT) {
      const notes: string[] = []
      const fetch = async (request: Request) => {
        const { method, url, headers, redirect } = request
        const body = Buffer.from(await request.arrayBuffer())
        notes.push(
          `${method} ${url} ${redirect} ${shown(Object.fromEntries(headers))} ${shown(body.toString('latin1'))}`
        )
        return empty(204)
      }
      const given = typeof options === 'object' && options !== null ? { ...options, fetch } : options
      const text = await said(async () => {
        const { status, body } = await send(routeOf(declared), given as never, sign)
        return [status, body]
      })
      const short = shown(declared).replace(shown(MEDIA), 'MEDIA').replace(shown(PARAMETERS), 'PARAMETERS')
      lines.push(`${short} ${shown(options)} → ${[...notes, text].join(' → ')}`)
    }
    lines.push('', '# received')
    for (const [name, answer, responses = RESPONSES] of ANSWERS) {
      const route = routeOf({ options: { responses } })
      const notes: string[] = []
      const options = { url: URL_OF, fetch: async () => answer(notes) } as SendOptions
      const text = await said(async () => {
        const { status, body } = await send(route, options)
        return [status, body instanceof Uint8Array ? `${body.length} bytes` : body]
      })
      lines.push(`${name} → ${[...notes, text].join(' → ')}`)
    }
    lines.push('', '# cut')
    let sent: Request | undefined
    const waiting = (request: Request) => {
      sent = request
      return new Promise<never>(() => undefined)
    }
    const client = new AbortController()
    const cuts: readonly (readonly [string, SendOptions, (() => void)?])[] = [
      ['in time', { timeout: 2 }],
      ['at once', { signal: AbortSignal.abort(new Error('enough')) }],
      ['later', { signal: client.signal }, () => client.abort(new Error('later'))]
    ]
    for (const [name, options, cut] of cuts) {
      const text = said(() => send(routeOf({}), { url: URL_OF, fetch: waiting, ...options }))
      cut?.()
      lines.push(`${name} → ${await text} → ${sent?.signal.aborted ? 'the request is cut' : 'the request goes on'}`)
    }
    lines.push('', '# signed')
    for (const options of SIGNATURES) {
      const text = await said(() => {
        const sign = signer(options as never, 'Hooks.on')
        return [undefined, '', 'ä', Buffer.from([1])].map((body) => sign(body))
      })
      lines.push(`${shown(options)} → ${text.replaceAll(/msg_[\da-f-]{36}/g, 'msg_ID')}`)
    }
    lines.push('', '# handled', await said(() => routeOf({}).handler({} as never)))
    expectWholeList('http/outgoing/send-list.txt', lines)
  })
})
