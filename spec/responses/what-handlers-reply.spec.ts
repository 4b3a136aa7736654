import { Readable } from 'node:stream'
import { expect } from 'chai'
import { BadRequest, type Context, type ContextHandler, HttpError, type ResponseOption } from 'fieldstone'
import { oneHandler, recordingLogger } from '../support/one-handler.js'

const circle: { self?: unknown } = {}
circle.self = circle

/** The last of values: what a handler returns after calls. */
const last = (...values: readonly unknown[]) => values.at(-1)

type Case = readonly [what: string, handler: ContextHandler, status: number, body: string, headers?: object]

const JSON_TYPE = 'application/json; charset=utf-8'
const PROBLEM = 'application/problem+json'

const RETURNED: readonly Case[] = [
  ['nothing', () => undefined, 204, ''],
  ['null', () => null, 200, 'null', { 'content-type': JSON_TYPE }],
  ['a text', () => 'ä', 200, '"ä"', { 'content-length': '4' }],
  ['a number', () => 0, 200, '0'],
  ['what is no number', () => Number.NaN, 200, 'null'],
  ['a time', () => new Date(0), 200, '"1970-01-01T00:00:00.000Z"'],
  ['a list with gaps', () => [1, undefined, () => 1], 200, '[1,null,null]'],
  ['a promise', () => Promise.resolve({ a: 1 }), 200, '{"a":1}'],
  ['what has a JSON form', () => ({ toJSON: () => ({ b: 2 }) }), 200, '{"b":2}'],
  ['an error', () => new BadRequest('returned'), 400, problem(400, 'Bad Request', 'returned')]
]

function problem(status: number, title: string, detail: string): string {
  return JSON.stringify({ type: 'about:blank', title, status, detail })
}

const FAILED = problem(500, 'Internal Server Error', 'Internal server error')

const REPLIED: readonly Case[] = [
  ['JSON', (ctx) => ctx.json(201, { a: 1 }), 201, '{"a":1}', { 'content-type': JSON_TYPE }],
  ['a text', (ctx) => ctx.text(202, 'ä'), 202, 'ä', { 'content-type': 'text/plain; charset=utf-8' }],
  ['HTML', (ctx) => ctx.html(200, '<p>'), 200, '<p>', { 'content-type': 'text/html; charset=utf-8' }],
  ['no content', (ctx) => ctx.noContent(), 204, ''],
  ['a text in another type', (ctx) => ctx.send(200, 'text/csv', 'a,b'), 200, 'a,b', { 'content-type': 'text/csv' }],
  ['bytes', (ctx) => ctx.send(200, 'image/png', Buffer.from('x')), 200, 'x', { 'content-length': '1' }],
  ['a sent stream', (ctx) => ctx.send(200, 'text/plain', Readable.from(['a', 'b'])), 200, 'ab'],
  [
    'a stream',
    (ctx) => ctx.stream(200, ['a', Buffer.from('b')]),
    200,
    'ab',
    { 'content-type': 'application/octet-stream' }
  ],
  [
    'a stream of a known length',
    (ctx) => ctx.stream(206, Readable.from(['ab']), { contentType: 'text/csv', contentLength: 2 }),
    206,
    'ab',
    { 'content-type': 'text/csv', 'content-length': '2' }
  ],
  [
    'events',
    (ctx) => ctx.sse([{ event: 'e', data: { a: 1 }, id: '7', retry: 5 }, 'x\ny', { data: 'ä\r\nb' }]),
    200,
    'event: e\nid: 7\nretry: 5\ndata: {"a":1}\n\ndata: x\ndata: y\n\ndata: ä\ndata: b\n\n',
    { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', 'x-accel-buffering': 'no' }
  ],
  ['no events', (ctx) => ctx.sse([]), 200, ''],
  ['an error', (ctx) => ctx.jsonError(409, 'not now'), 409, problem(409, 'Conflict', 'not now')],
  ['only a status', (ctx) => ctx.status(404), 404, '', { 'content-length': '0' }],
  ['a status, and a value', (ctx) => last(ctx.status(203), { a: 1 }), 203, '{"a":1}'],
  ['a status after a reply', (ctx) => last(ctx.text(200, 'a'), ctx.status(203)), 203, 'a'],
  ['205, which has no content', (ctx) => ctx.text(205, 'dropped'), 205, '', { 'content-length': '0' }],
  ['304, which has no content', (ctx) => ctx.text(304, 'dropped'), 304, ''],
  ['204, which has no content', (ctx) => ctx.text(204, 'dropped'), 204, ''],
  [
    'headers',
    (ctx) => {
      ctx.header('X-A', '1')
      ctx.header('x-number', 5)
      ctx.header('x-date', new Date(0))
      ctx.header('x-true', true)
      return 'a'
    },
    200,
    '"a"',
    { 'x-a': '1', 'x-number': '5', 'x-date': 'Thu, 01 Jan 1970 00:00:00 GMT', 'x-true': 'true' }
  ],
  [
    'a content type of its own',
    (ctx) => last(ctx.header('content-type', 'application/x'), { a: 1 }),
    200,
    '{"a":1}',
    { 'content-type': 'application/x' }
  ],
  ['by hand', (ctx) => void ctx.handOver().end('by hand'), 200, 'by hand'],
  ['what it negotiates', (ctx) => ctx.accepts(['text/csv', 'text/html']), 200, '"text/csv"', { vary: 'accept' }]
]

/** Mistakes of a program: each is a 500 whose reason is in the log alone. */
const MISTAKES: readonly [what: string, handler: ContextHandler, reason: RegExp][] = [
  ['returns a big integer', () => 5n, /BigInt/],
  ['returns a symbol', () => Symbol('s'), /symbol has no JSON form/],
  ['returns a function', () => () => 1, /function has no JSON form/],
  ['returns a circle', () => circle, /circular/],
  ['rejects', () => Promise.reject(new Error('late')), /late/],
  ['throws what is no error', () => Promise.reject('a text'), /Something that is not an Error was thrown: 'a text'/],
  ['has an error status below 400', (ctx) => ctx.jsonError(399, 'x'), /from 400 to 599, not 399/],
  ['has a status above 599', (ctx) => ctx.json(600, {}), /from 200 to 599, not 600/],
  ['has a status below 200', (ctx) => ctx.text(199, 'a'), /from 200 to 599, not 199/],
  ['sets a status of 1000', (ctx) => ctx.status(1000), /from 200 to 599, not 1000/],
  ['sends what is no media type', (ctx) => ctx.send(200, 'text', 'a'), /"text" is not a media type/],
  ['streams what is no stream', (ctx) => ctx.stream(200, 5 as never), /must be a stream or an iterable/],
  ['streams numbers', (ctx) => ctx.stream(200, [5] as never), /must give texts or bytes/],
  ['sends what are no events', (ctx) => ctx.sse(5 as never), /must be an iterable/],
  ['sends an empty event', (ctx) => ctx.sse([{}]), /at least one of event, data, id and retry/],
  ['sends an event of two lines', (ctx) => ctx.sse([{ event: 'a\nb', data: 1 }]), /must be a text of one line/],
  ['sends an id with a NUL', (ctx) => ctx.sse([{ id: 'a\0' }]), /must not contain a NUL/],
  ['sends a negative retry', (ctx) => ctx.sse([{ retry: -1 }]), /whole number of milliseconds, not -1/],
  ['has a heartbeat of 0', (ctx) => ctx.sse([], { heartbeat: 0 }), /The heartbeat must be .*, not 0/],
  [
    'sets a header that has a space',
    (ctx) => ctx.header('x a', '1'),
    /"x a" has a name or value that HTTP cannot carry/
  ],
  ['sets a header of two lines', (ctx) => ctx.header('x-a', 'a\nb'), /"x-a" has a name or value that HTTP cannot/],
  ['sets a header to an object', (ctx) => ctx.header('x-a', {} as never), /"x-a" is set to \{\}/]
]

/** The response to a request of a handler, and the messages of the errors in the log. */
async function responseTo(handler: ContextHandler, method = 'GET') {
  const { logger, entries } = recordingLogger()
  const service = await oneHandler(handler, { logger, responseChecks: 'off' })
  const { statusCode, headers, body } = await service.inject({ method, url: '/' })
  const fetched = await service.fetch(new Request('http://a/', { method }))
  return { status: statusCode, headers, body, fetched: [fetched.status, await fetched.text()], entries }
}

describe('The response to what a handler', () => {
  for (const [verb, cases] of [
    ['returns', RETURNED],
    ['replies', REPLIED]
  ] as const) {
    for (const [what, handler, status, body, headers = {}] of cases) {
      it(`${verb} has its status, headers and body, and no log entry: ${what}`, async () => {
        const response = await responseTo(handler)
        expect([response.status, response.body]).to.deep.equal([status, body])
        expect(response.headers).to.include(headers)
        expect(response.fetched).to.deep.equal([status, body])
        if (status < 400) expect(response.entries).to.deep.equal([])
      })
    }
  }

  for (const [what, handler, reason] of MISTAKES) {
    it(`does wrong is a 500 without details, and the log has the reason: it ${what}`, async () => {
      const { status, headers, body, fetched, entries } = await responseTo(handler)
      expect([status, headers['content-type'], body]).to.deep.equal([500, PROBLEM, FAILED])
      expect(fetched).to.deep.equal([500, FAILED])
      expect(entries.map(({ level }) => level)).to.deep.equal(['error', 'error'])
      expect(entries[0]?.fields.err?.message).to.match(reason)
    })
  }

  it('replies twice is the first of the two, and the log says so', async () => {
    for (const second of [(ctx: Context) => ctx.json(201, 2), () => ({ b: 2 })]) {
      const { status, body, entries } = await responseTo((ctx) => last(ctx.json(200, 1), second(ctx)))
      expect([status, body]).to.deep.equal([200, '1'])
      expect(entries[0]?.message).to.match(/replied twice$/)
    }
  })

  it('sets after it has responded by hand comes too late, and the log says so', async () => {
    const { body, entries } = await responseTo((ctx) => {
      ctx.handOver().end('by hand')
      ctx.header('x-a', '1')
      ctx.status(201)
      ctx.json(200, 1)
    })
    expect(body).to.equal('by hand')
    expect(entries.slice(0, 3).map(({ message }) => message.replace('Spec.handler ', ''))).to.deep.equal([
      'set the header x-a too late',
      'set the status 201 too late',
      'replied twice'
    ])
  })

  it('throws after it has replied is the error, with the headers that were not of the reply alone', async () => {
    const { status, headers } = await responseTo((ctx) => {
      ctx.header('etag', '"a"')
      ctx.header('cache-control', 'max-age=5')
      ctx.header('x-kept', '1')
      ctx.json(200, 1)
      throw new BadRequest('after')
    })
    expect([status, headers.etag, headers['cache-control'], headers['x-kept']]).to.deep.equal([
      400,
      undefined,
      undefined,
      '1'
    ])
    const unstored = await responseTo((ctx) => {
      ctx.header('cache-control', 'no-store')
      throw new HttpError(418, 'tea')
    })
    expect([unstored.status, unstored.headers['cache-control']]).to.deep.equal([418, 'no-store'])
  })

  it('reports is in the log, and changes no response', async () => {
    const { status, body, entries } = await responseTo((ctx) => last(ctx.report(new Error('told'), 'was odd'), 'a'))
    expect([status, body]).to.deep.equal([200, '"a"'])
    expect([entries[0]?.message, entries[0]?.fields.err?.message]).to.deep.equal(['Spec.handler was odd', 'told'])
  })
})

describe('A returned value', () => {
  const bodies: readonly [what: string, option: ResponseOption, value: unknown][] = [
    ['body', { body: String }, 'a'],
    ['contentType', { contentType: 'text/plain' }, 'a'],
    ['content', { content: { 'text/plain': String } }, 'a'],
    ['events', { events: String }, ['a']],
    ['lines', { lines: String }, ['a']]
  ]
  for (const [what, option, value] of bodies) {
    it(`has the status of the one success that has a body, by ${what}`, async () => {
      const responses = { 201: option, 202: 'Later' }
      const service = await oneHandler(() => value, { route: { responses } })
      expect((await service.inject('/')).statusCode).to.equal(201)
    })
  }
})
