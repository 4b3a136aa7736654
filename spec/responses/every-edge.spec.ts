import { Readable } from 'node:stream'
import { expect } from 'chai'
import {
  type ApplicationOptions,
  type Context,
  DateOnly,
  Field,
  HttpError,
  Integer,
  NotFound,
  type Router,
  TooManyRequests,
  Unauthorized
} from 'fieldstone'
import { EDGES, type EdgeRequest, type EdgeResponse, Edges } from '../support/edges.js'

class Item {
  @Field(() => Integer, { minimum: 1 }) id!: number
  @Field({ maxLength: 5 }) name!: string
}

class Moment {
  @Field() at!: Date
  @Field(() => DateOnly) day!: string
}

const JSON_TYPE = 'application/json; charset=utf-8'
const TEXT_TYPE = 'text/plain; charset=utf-8'
const PROBLEM_TYPE = 'application/problem+json'

async function* apart(...texts: readonly string[]) {
  for (const text of texts) {
    await new Promise(setImmediate)
    yield text
  }
}

interface Case {
  readonly what: string
  readonly register: (router: Router) => unknown
  readonly request?: EdgeRequest
  readonly options?: Partial<ApplicationOptions>
  readonly status: number
  /** All headers; where it is left out, any. */
  readonly headers?: Record<string, string>
  readonly body: string | object
}

const get = (handler: (ctx: Context) => unknown, options = {}) => {
  return (router: Router) => router.getFunc('/', handler, options)
}
const length = (body: string) => String(Buffer.byteLength(body))
const json = (body: string) => ({ 'content-type': JSON_TYPE, 'content-length': length(body) })
const problem = (status: number, title: string, detail: string) => ({ type: 'about:blank', title, status, detail })

const CASES: readonly Case[] = [
  {
    what: 'a returned value is JSON of its length in bytes',
    register: get(() => ({ name: 'é' })),
    status: 200,
    headers: json('{"name":"é"}'),
    body: '{"name":"é"}'
  },
  { what: 'null is JSON', register: get(() => null), status: 200, headers: json('null'), body: 'null' },
  {
    what: 'a 204 has nothing of content that middleware has announced',
    register: (router) =>
      router
        .use(async (ctx, next) => {
          ctx.header('content-type', 'text/csv')
          ctx.header('content-length', 5)
          ctx.header('x-kept', 'yes')
          await next()
        })
        .getFunc('/', (ctx) => ctx.noContent()),
    status: 204,
    headers: { 'x-kept': 'yes' },
    body: ''
  },
  { what: 'nothing is a 204 without content', register: get(() => undefined), status: 204, headers: {}, body: '' },
  {
    what: 'text has its length in bytes',
    register: get((ctx) => ctx.text(201, 'Grüße, 世界 🎉')),
    status: 201,
    headers: { 'content-type': TEXT_TYPE, 'content-length': '20' },
    body: 'Grüße, 世界 🎉'
  },
  {
    what: 'bytes have their media type',
    register: get((ctx) => ctx.send(200, 'text/csv', Buffer.from('a,b'))),
    status: 200,
    headers: { 'content-type': 'text/csv', 'content-length': '3' },
    body: 'a,b'
  },
  {
    what: 'a redirection has its location and no content',
    register: get((ctx) => ctx.redirect('/items?a=b', 307)),
    status: 307,
    headers: { location: '/items?a=b', 'content-length': '0' },
    body: ''
  },
  {
    what: 'HEAD has the headers of GET, and no content',
    register: get(() => ({ name: 'a' })),
    request: { method: 'HEAD' },
    status: 200,
    headers: json('{"name":"a"}'),
    body: ''
  },
  {
    what: 'a 304 has no content, whatever the handler gives',
    register: get((ctx) => {
      ctx.header('etag', '"1"')
      ctx.json(304, { a: 1 })
    }),
    status: 304,
    headers: { etag: '"1"' },
    body: ''
  },
  {
    what: 'a 205 has content of length 0',
    register: get((ctx) => ctx.json(205, { a: 1 })),
    status: 205,
    headers: { 'content-length': '0' },
    body: ''
  },
  {
    what: 'a status that nobody registered is sent',
    register: get((ctx) => ctx.text(299, 'odd')),
    status: 299,
    body: 'odd'
  },
  {
    what: 'the status that a handler sets counts for the value that it returns',
    register: get((ctx) => {
      ctx.status(202)
      return 'later'
    }),
    status: 202,
    headers: json('"later"'),
    body: '"later"'
  },
  {
    what: 'headers that middleware sets after the handler are sent',
    register: (router) =>
      router
        .use(async (ctx, next) => {
          await next()
          ctx.header('x-status', String(ctx.replyStatus))
        })
        .getFunc('/', () => 1),
    status: 200,
    headers: { ...json('1'), 'x-status': '200' },
    body: '1'
  },
  {
    what: 'Set-Cookie, Link and Vary of several lines arrive whole, by a context handler',
    register: get((ctx) => {
      ctx.setCookie('a', '1')
      ctx.setCookie('b', '2, 3', { maxAge: 60 })
      ctx.header('link', ['</1>; rel=prev', '</3>; rel="next, last"'])
      ctx.header('vary', ['origin', 'accept-encoding'])
      return 1
    }),
    status: 200,
    headers: {
      ...json('1'),
      'set-cookie': 'a=1; Path=/; HttpOnly; SameSite=Lax; and b=2%2C%203; Max-Age=60; Path=/; HttpOnly; SameSite=Lax',
      link: '</1>; rel=prev, </3>; rel="next, last"',
      vary: 'origin, accept-encoding'
    },
    body: '1'
  },
  {
    what: 'Set-Cookie, Link and Vary of several lines arrive whole, by a Node handler',
    register: (router) =>
      router.get('/', (_req, res) => {
        res.setHeader('Set-Cookie', ['a=1', 'b=2'])
        res.appendHeader('Link', '</1>; rel=prev')
        res.appendHeader('link', '</3>; rel=next')
        res.setHeader('vary', ['origin', 'accept'])
        res.write('x')
        res.end()
      }),
    status: 200,
    headers: {
      'set-cookie': 'a=1; and b=2',
      link: '</1>; rel=prev, </3>; rel=next',
      vary: 'origin, accept'
    },
    body: 'x'
  },
  {
    what: 'Set-Cookie of several lines arrives whole with a stream',
    register: get((ctx) => {
      ctx.header('set-cookie', ['a=1', 'b=2'])
      ctx.stream(200, apart('x', 'y'), { contentType: 'text/csv' })
    }),
    status: 200,
    headers: { 'set-cookie': 'a=1; and b=2', 'content-type': 'text/csv' },
    body: 'xy'
  },
  {
    what: 'Set-Cookie of several lines arrives whole with a problem',
    register: get((ctx) => {
      ctx.header('set-cookie', ['a=1', 'b=2'])
      throw new NotFound('gone')
    }),
    status: 404,
    headers: { 'set-cookie': 'a=1; and b=2', 'content-type': PROBLEM_TYPE, 'content-length': '71' },
    body: problem(404, 'Not Found', 'gone')
  },
  {
    what: 'dates and times are written in UTC',
    register: get(() => ({ at: new Date(Date.UTC(2024, 4, 17, 8, 30, 15, 250)), day: '2024-05-17' }), {
      responses: { 200: { body: Moment, headers: { 'x-at': Date } } }
    }),
    status: 200,
    options: {
      middleware: [
        (ctx, next) => {
          ctx.header('x-at', new Date(0))
          ctx.header('last-modified', new Date(Date.UTC(2026, 9, 21, 7, 28)))
          return next()
        }
      ]
    },
    headers: {
      ...json('{"at":"2024-05-17T08:30:15.250Z","day":"2024-05-17"}'),
      'x-at': '1970-01-01T00:00:00.000Z',
      'last-modified': 'Wed, 21 Oct 2026 07:28:00 GMT'
    },
    body: '{"at":"2024-05-17T08:30:15.250Z","day":"2024-05-17"}'
  },
  {
    what: 'a stream is sent whole, without a length',
    register: get((ctx) => ctx.stream(200, apart('one ', 'two'), { contentType: 'text/csv' })),
    status: 200,
    headers: { 'content-type': 'text/csv' },
    body: 'one two'
  },
  {
    what: 'a stream has the length that is declared',
    register: get((ctx) => ctx.stream(200, Readable.from(['abc']), { contentLength: 3 })),
    status: 200,
    headers: { 'content-type': 'application/octet-stream', 'content-length': '3' },
    body: 'abc'
  },
  {
    what: 'a stream is not read for HEAD',
    register: get((ctx) => ctx.stream(200, Readable.from(['abc']), { contentLength: 3 })),
    request: { method: 'HEAD' },
    status: 200,
    headers: { 'content-type': 'application/octet-stream', 'content-length': '3' },
    body: ''
  },
  {
    what: 'events are sent as text/event-stream that nobody keeps',
    register: get((ctx) => ctx.sse(['a', { event: 'b', data: { c: 1 } }])),
    status: 200,
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', 'x-accel-buffering': 'no' },
    body: 'data: a\n\nevent: b\ndata: {"c":1}\n\n'
  },
  {
    what: 'lines are sent as JSON Lines, with declared fields only',
    register: get(() => [{ id: 1, name: 'a', secret: 'x' }], { responses: { 200: { lines: Item } } }),
    status: 200,
    headers: { 'content-type': 'application/jsonl', 'x-accel-buffering': 'no' },
    body: '{"id":1,"name":"a"}\n'
  },
  {
    what: 'a body is read and bound',
    register: (router) => router.postFunc('/', (ctx) => ctx.bindValidated(Item), { requestBody: Item }),
    request: { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"id":5,"name":"a"}' },
    status: 200,
    headers: json('{"id":5,"name":"a"}'),
    body: '{"id":5,"name":"a"}'
  },
  {
    what: 'a body that breaks rules is a 400 with its faults',
    register: (router) => router.postFunc('/', (ctx) => ctx.bindValidated(Item), { requestBody: Item }),
    request: { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"id":0,"name":"a"}' },
    status: 400,
    body: {
      ...problem(400, 'Bad Request', "validation failed: Field 'id' must be at least 1"),
      errors: [{ in: 'body', path: 'id', rule: 'minimum', limit: 1, message: 'must be at least 1' }]
    }
  },
  {
    what: 'a body above the limit is a 413',
    register: (router) => router.postFunc('/', (ctx) => ctx.bodyText(), { bodyLimit: 3 }),
    request: { method: 'POST', body: 'abcd' },
    status: 413,
    body: problem(413, 'Content Too Large', 'The request body is larger than 3 bytes')
  },
  {
    what: 'a body of another media type is a 415',
    register: (router) => router.postFunc('/', (ctx) => ctx.bindValidated(Item), { requestBody: Item }),
    request: { method: 'POST', headers: { 'content-type': 'text/csv' }, body: 'a' },
    status: 415,
    body: problem(415, 'Unsupported Media Type', 'The content type of the request body must be application/json')
  },
  {
    what: 'what an HttpError says is sent: status, detail, headers',
    register: get(() => {
      throw new TooManyRequests('slowly', { headers: { 'retry-after': '3' } })
    }),
    status: 429,
    headers: { 'retry-after': '3', 'content-type': PROBLEM_TYPE, 'content-length': '81' },
    body: problem(429, 'Too Many Requests', 'slowly')
  },
  {
    what: 'an error of middleware is sent, and no handler runs',
    register: (router) => router.use(() => Unauthorized.throw('who?')).getFunc('/', () => 'secret'),
    status: 401,
    body: problem(401, 'Unauthorized', 'who?')
  },
  {
    what: 'any other error is a 500 that tells nothing',
    register: get(() => Promise.reject(new Error('secret'))),
    status: 500,
    headers: { 'content-type': PROBLEM_TYPE, 'content-length': '100' },
    body: problem(500, 'Internal Server Error', 'Internal server error')
  },
  {
    what: 'a source that fails before its first bytes is a 500',
    register: get((ctx) => ctx.stream(200, Readable.from(failing()))),
    status: 500,
    body: problem(500, 'Internal Server Error', 'Internal server error')
  },
  {
    what: 'a handler whose time is up is a 503',
    register: get(() => new Promise(() => {}), { handlerTimeout: 5 }),
    status: 503,
    body: problem(503, 'Service Unavailable', 'The request took too long to be answered')
  },
  {
    what: 'what is not found is a 404',
    register: get(() => 1),
    request: { path: '/none' },
    status: 404,
    headers: { 'content-type': PROBLEM_TYPE, 'content-length': '76' },
    body: problem(404, 'Not Found', 'Not found')
  },
  {
    what: 'another method is a 405 with those that are allowed',
    register: get(() => 1),
    request: { method: 'PUT' },
    status: 405,
    headers: { allow: 'GET, HEAD, OPTIONS', 'content-type': PROBLEM_TYPE, 'content-length': '94' },
    body: problem(405, 'Method Not Allowed', 'Method not allowed')
  },
  {
    what: 'OPTIONS has the methods that are allowed',
    register: get(() => 1),
    request: { method: 'OPTIONS' },
    status: 204,
    headers: { allow: 'GET, HEAD, OPTIONS' },
    body: ''
  },
  {
    what: 'a status that an error cannot have is a 500',
    register: get((ctx) => ctx.jsonError(200, 'fine')),
    status: 500,
    body: problem(500, 'Internal Server Error', 'Internal server error')
  },
  {
    what: 'an error may have any status from 400 to 599',
    register: get(() => Promise.reject(new HttpError(599, 'last'))),
    status: 599,
    body: problem(599, 'Status 599', 'last')
  },
  {
    what: 'the first of two replies counts',
    register: get((ctx) => {
      ctx.json(200, 'first')
      ctx.json(201, 'second')
    }),
    status: 200,
    headers: json('"first"'),
    body: '"first"'
  },
  {
    what: 'a Node handler writes head and body by hand',
    register: (router) =>
      router.get('/', (_req, res) => {
        res.writeHead(202, { 'x-a': '1', 'content-type': 'text/csv' })
        res.write('two ')
        res.end('pieces')
      }),
    status: 202,
    headers: { 'x-a': '1', 'content-type': 'text/csv' },
    body: 'two pieces'
  },
  {
    what: 'a Node handler that throws is a 500',
    register: (router) =>
      router.get('/', () => {
        throw new Error('secret')
      }),
    status: 500,
    body: problem(500, 'Internal Server Error', 'Internal server error')
  }
]

async function* failing(): AsyncGenerator<string, void> {
  yield await Promise.reject(new Error('secret'))
}

describe('A date-time in a response', () => {
  const edges = new Edges()
  const zone = process.env.TZ
  afterEach(async () => {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
    await edges.close()
  })

  for (const TZ of ['Asia/Kolkata', 'America/New_York', 'Pacific/Chatham']) {
    it(`is in UTC over every edge, in a process of the zone ${TZ}`, async () => {
      process.env.TZ = TZ
      const at = new Date(2024, 4, 17, 12)
      expect(at.getUTCHours()).not.to.equal(12)
      for (const edge of EDGES) {
        for (const responses of [{ 200: { body: Moment } }, {}]) {
          const { send } = await edges.reach(
            edge,
            get(() => ({ at, day: '2024-05-17' }), { responses })
          )
          const { at: sent } = JSON.parse((await send()).body)
          expect(sent).to.match(/Z$/)
          expect(new Date(sent).getTime()).to.equal(at.getTime())
        }
      }
    })
  }
})

for (const edge of EDGES) {
  describe(`Over ${edge}`, () => {
    const edges = new Edges()
    afterEach(() => edges.close())

    for (const { what, register, request = {}, options, status, headers, body } of CASES) {
      it(what, async () => {
        const { send } = await edges.reach(edge, register, options)
        const response: EdgeResponse = await send(request)
        expect([response.status, response.isCut]).to.deep.equal([status, false])
        if (headers !== undefined) expect(response.headers).to.deep.equal(headers)
        if (typeof body === 'string') expect(response.body).to.equal(body)
        else expect(JSON.parse(response.body)).to.deep.equal(body)
      })
    }
  })
}
