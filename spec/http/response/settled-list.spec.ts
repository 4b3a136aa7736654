import { EventEmitter } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import {
  BadRequest,
  Conflict,
  type Context,
  Field,
  type Hooks,
  HttpError,
  type HttpOptions,
  Integer,
  type Middleware,
  NotFound,
  type ResponseChecks,
  type RouteOptions,
  ServiceUnavailable
} from 'fieldstone'
import { HttpRouter } from '../../../src/http/exchange/router.js'
import { inject } from '../../../src/http/fetch/inject.js'
import { FetchServer } from '../../../src/http/fetch/server.js'
import { HttpServer } from '../../../src/http/server/server.js'
import { InjectFailures } from '../../../src/http/settings.js'
import { exchange } from '../../support/one-handler.js'
import { RecordingLogger } from '../../support/recording-logger.js'
import { expectWholeList, shown } from '../../support/whole-list.js'

class Item {
  @Field({ minLength: 2 }) name!: string
}

class Row {
  @Field(() => Integer) id!: number
}

class Oops {
  @Field() code!: string
}

/** What became of something during a request, for its lines. */
type Note = (text: string) => void

interface Case {
  readonly reply: (ctx: Context, note: Note) => unknown
  readonly responses?: Readonly<Record<string, unknown>>
  readonly middleware?: (note: Note) => Middleware
  readonly interceptors?: readonly ((value: unknown) => unknown)[]
  readonly options?: RouteOptions
  readonly accept?: string
  readonly method?: string
}

const FOLDER = mkdtempSync(join(tmpdir(), 'fieldstone-settled-'))
const FILE = join(FOLDER, 'a.txt')

const ITEM = { 200: Item }
const item = { name: 'ab' }
/** Breaks a rule of the item. */
const short = { name: 'a' }
const TYPES = { 200: { content: { 'application/json': Item, 'application/vnd.item+json': Item, 'text/csv': String } } }
const ROWS = { 200: { body: [Row], lines: Row, events: Row } }

const afterwards =
  (work: (ctx: Context, note: Note) => unknown) =>
  (note: Note): Middleware =>
  async (ctx, next) => {
    await next()
    await work(ctx, note)
  }

/** A stream that notes when it is destroyed. */
function noted(note: Note, ...chunks: readonly unknown[]): Readable {
  const stream = Readable.from(chunks)
  stream.on('close', () => note(`stream closed, read ${stream.readableEnded}`))
  return stream
}

/** An iterable that notes when it is left. */
function* leaving(note: Note, ...items: readonly unknown[]): Generator<unknown> {
  try {
    yield* items
  } finally {
    note('generator left')
  }
}

const CASES: Readonly<Record<string, Case>> = {
  // What handlers return.
  'a value': { reply: () => item, responses: ITEM },
  'a value that breaks a rule': { reply: () => short, responses: ITEM },
  'a value of another kind': { reply: () => 5, responses: ITEM },
  'a property of another kind': { reply: () => ({ name: 5 }), responses: ITEM },
  'an instance': { reply: () => Object.assign(new Item(), item), responses: ITEM },
  null: { reply: () => null, responses: ITEM },
  'a promise of a value': { reply: async () => item, responses: ITEM },
  'a value that fails while it is written': {
    reply: () => ({
      get name() {
        throw new Error('in a getter')
      }
    }),
    responses: ITEM
  },
  'a value that fails once': {
    reply: () => {
      let reads = 0
      return {
        get name() {
          if (reads++ === 0) throw new Error('in a getter')
          return 'ab'
        }
      }
    },
    responses: ITEM
  },
  'a value that sets a status while it is written': {
    reply: (ctx) => ({
      get name() {
        ctx.status(201)
        ctx.header('x-a', '1')
        return 'ab'
      }
    }),
    responses: { 200: Item, 201: Item }
  },
  'a value of another kind that sets a header while it is written': {
    reply: (ctx) => ({
      get name() {
        ctx.header('content-language', 'de')
        return 5
      }
    }),
    responses: ITEM
  },
  'a value that replies while it is written': {
    reply: (ctx) => ({
      get name() {
        if (ctx.replyStatus === undefined) ctx.text(202, 'of the getter')
        return 'ab'
      }
    }),
    responses: { 200: Item, 202: String }
  },
  'a value that gives a stream while it is written': {
    reply: (ctx, note) => ({
      get name() {
        if (ctx.replyStatus === undefined) ctx.stream(200, noted(note, 'a'))
        return 'ab'
      }
    }),
    responses: ITEM
  },
  'a value, and afterwards another reply': {
    reply: (ctx, note) => {
      ctx.whenOver(() => {
        ctx.json(200, item)
        ctx.header('x-late', '1')
        note(`replied ${ctx.replyStatus}`)
      })
      return item
    },
    responses: ITEM
  },
  'a value behind a status': { reply: (ctx) => [ctx.status(201), item][1], responses: { 200: Item, 201: Item } },
  'a value behind a status without a body': { reply: (ctx) => [ctx.status(204), item][1], responses: { 204: {} } },
  'a value behind an undocumented status': { reply: (ctx) => [ctx.status(202), item][1], responses: ITEM },
  'nothing behind an error status': { reply: (ctx) => ctx.status(409), responses: { 200: Item, 409: 'Taken' } },
  'nothing behind an error with a body of its own': { reply: (ctx) => ctx.status(409), responses: { 409: Oops } },
  'nothing behind an error without a body': { reply: (ctx) => ctx.status(412), responses: { 412: { body: null } } },
  'nothing behind 400': { reply: (ctx) => ctx.status(400), responses: { 400: 'x' } },
  'nothing behind 399': { reply: (ctx) => ctx.status(399), responses: { 399: {} } },
  'nothing, and no status for it': { reply: () => undefined, responses: ITEM },
  'nothing, behind a status with a body': { reply: (ctx) => ctx.status(201), responses: { 201: Item } },
  'nothing, behind a status without one': { reply: (ctx) => ctx.status(202), responses: { 202: {} } },
  'nothing after a reply': { reply: (ctx) => ctx.json(200, item), responses: ITEM },
  'an error': { reply: () => new BadRequest('returned'), responses: ITEM },
  'an error with a cause': { reply: () => new Conflict('x', { cause: new Error('why') }), responses: { 409: 'x' } },
  'the response': { reply: (ctx) => ctx.response().end('by hand'), responses: { 200: { contentType: 'text/csv' } } },
  'the response of a documented body': { reply: (ctx) => ctx.response().end('by hand'), responses: ITEM },
  'the request': { reply: (ctx) => ctx.request() },
  'one of several types': { reply: () => item, responses: TYPES },
  'one of several types that is liked': { reply: () => item, responses: TYPES, accept: 'application/vnd.item+json' },
  'a text of several types': { reply: () => 'a,b', responses: TYPES, accept: 'text/csv' },
  'none of several types': { reply: () => item, responses: TYPES, accept: 'image/png' },
  'a type that is no text': { reply: () => Buffer.from('ab'), responses: { 200: { contentType: 'image/png' } } },
  'a text type': { reply: () => 'a', responses: { 200: { contentType: 'text/csv' } } },
  'a number of a text type': { reply: () => 5, responses: { 200: { contentType: 'text/csv' } } },
  'a stream of a text type': {
    reply: (_, note) => noted(note, 'a', 'b'),
    responses: { 200: { contentType: 'text/csv' } }
  },
  'a stream of JSON': { reply: (_, note) => noted(note, 'a'), responses: ITEM },
  'a stream that nothing documents': { reply: (_, note) => noted(note, 'a') },
  'rows as a list': { reply: () => [{ id: 1 }], responses: ROWS, accept: 'application/json' },
  'rows as lines': { reply: () => [{ id: 1 }, { id: 2 }], responses: ROWS, accept: 'application/jsonl' },
  'rows as events': { reply: () => [{ id: 1 }], responses: ROWS, accept: 'text/event-stream' },
  'rows as nothing that there is': { reply: () => [{ id: 1 }], responses: ROWS, accept: 'image/png' },
  'rows of a generator': { reply: (_, note) => leaving(note, { id: 1 }), responses: ROWS },
  'rows of a generator, wanted as JSON': {
    reply: (_, note) => leaving(note, { id: 1 }),
    responses: ROWS,
    accept: 'application/json'
  },
  'no iterable': { reply: () => ({ id: 1 }), responses: { 200: { lines: Row } } },
  'no iterable, but a body': { reply: () => ({ id: 1 }), responses: { 200: { body: Row, lines: Row } } },
  'no iterable, of interceptors': {
    reply: () => [{ id: 1 }],
    responses: { 200: { lines: Row } },
    interceptors: [
      function wrapped(value) {
        return { value }
      },
      (value) => value
    ]
  },
  'a list without its own type': { reply: () => [{ id: 1 }], responses: { 200: { body: [Row], lines: Row } } },
  'rows that are wrong': { reply: () => [{ id: 1 }, { id: 'x' }, { id: 'y' }], responses: { 200: { lines: Row } } },
  'rows that fail': {
    reply: function* () {
      yield { id: 1 }
      throw new NotFound('no more')
    } as never,
    responses: { 200: { lines: Row } }
  },
  'rows that fail at once': {
    // biome-ignore lint/correctness/useYield: it fails before.
    reply: function* () {
      throw new NotFound('none')
    } as never,
    responses: { 200: { lines: Row } }
  },
  'rows behind headers': {
    reply: (ctx) => [ctx.header('x-a', '1'), ctx.header('cache-control', 'private'), [{ id: 1 }]][2],
    responses: { 200: { lines: Row } }
  },
  'rows after a reply': {
    reply: (ctx, note) => [ctx.json(200, []), leaving(note, { id: 1 })][1],
    responses: { 200: { body: [Row], lines: Row } }
  },
  'rows with a header that is missing': {
    reply: () => [{ id: 1 }],
    responses: { 200: { lines: Row, headers: { 'x-total': Integer } } }
  },
  'rows that set a header': {
    reply: function* (ctx: Context) {
      ctx.header('x-total', 5)
      yield { id: 1 }
    } as never,
    responses: { 200: { lines: Row, headers: { 'x-total': Integer } } }
  },
  // What they give.
  'JSON of its own type': { reply: (ctx) => ctx.json(200, item, 'application/vnd.item+json'), responses: TYPES },
  'JSON of the type that is liked': {
    reply: (ctx) => ctx.json(200, item),
    responses: TYPES,
    accept: 'application/vnd.item+json'
  },
  'JSON, where none is liked': { reply: (ctx) => ctx.json(200, item), responses: TYPES, accept: 'image/png' },
  'JSON, with another Vary': {
    reply: (ctx) => [ctx.header('vary', 'origin'), ctx.json(200, item)][1],
    responses: TYPES
  },
  'JSON of a type with a parameter': {
    reply: (ctx) => ctx.json(200, item, 'Application/JSON; charset=utf-8'),
    responses: ITEM
  },
  'JSON of another type': { reply: (ctx) => ctx.json(200, item, 'application/vnd.other+json'), responses: ITEM },
  'JSON of another type, of several': {
    reply: (ctx) => ctx.json(200, item, 'application/vnd.other+json'),
    responses: TYPES
  },
  'JSON of another type, undocumented': { reply: (ctx) => ctx.json(202, item, 'application/vnd.a+json') },
  'JSON of a type that is not JSON': { reply: (ctx) => ctx.json(200, item, 'text/csv'), responses: ITEM },
  'JSON of no type': { reply: (ctx) => ctx.json(200, item, 'json'), responses: ITEM },
  'JSON of a documented type that is not JSON': { reply: (ctx) => ctx.json(200, 'a', 'text/csv'), responses: TYPES },
  'JSON where there is none': { reply: (ctx) => ctx.json(204, item), responses: { 204: {} } },
  'JSON of a stream': { reply: (ctx, note) => ctx.json(200, noted(note, 'a')), responses: ITEM },
  'JSON of a wrong status': { reply: (ctx) => ctx.json(199, item), responses: ITEM },
  'JSON, and then more': {
    reply: (ctx, note) => [ctx.json(200, item), ctx.send(200, 'a/b', noted(note, 'a') as never)][0]
  },
  'a type set before': {
    reply: (ctx) => [ctx.header('content-type', 'application/vnd.item+json'), ctx.json(200, item)][0],
    responses: ITEM
  },
  'the same type set before': {
    reply: (ctx) => [ctx.header('content-type', 'application/json'), ctx.json(200, item)][0],
    responses: ITEM
  },
  'text of an object': { reply: (ctx) => ctx.text(200, { toString: () => 'a text' } as never) },
  'text of a documented body': { reply: (ctx) => ctx.text(200, '{"name":"ab"}'), responses: ITEM },
  'bytes of JSON': { reply: (ctx) => ctx.send(200, 'application/json', Buffer.from('{"name":"a"}')), responses: ITEM },
  'bytes of no type': { reply: (ctx) => ctx.send(200, 'png', Buffer.from('a')) },
  'a stream of JSON by hand': {
    reply: (ctx, note) => ctx.send(200, 'application/json', noted(note, '{"name":', '"a"}')),
    responses: ITEM
  },
  'a stream of a wrong type': { reply: (ctx, note) => ctx.send(200, 'png', noted(note, 'a')) },
  'a stream of a wrong status': { reply: (ctx, note) => ctx.stream(600, noted(note, 'a')) },
  'a stream without a type': { reply: (ctx, note) => ctx.stream(200, noted(note, 'a', Buffer.from('b'))) },
  'a stream after a reply': { reply: (ctx, note) => [ctx.text(200, 'a'), ctx.stream(200, noted(note, 'b'))][0] },
  'a stream without a body': { reply: (ctx, note) => ctx.stream(204, noted(note, 'a')) },
  'a stream of 205': { reply: (ctx, note) => ctx.stream(205, noted(note, 'a'), { contentLength: 1 }) },
  'a stream of 304': { reply: (ctx, note) => ctx.stream(304, noted(note, 'a'), { contentType: 'a/b' }) },
  'a stream for HEAD': {
    reply: (ctx, note) => ctx.stream(200, noted(note, 'a'), { contentLength: 1 }),
    method: 'HEAD'
  },
  'a stream with its length': {
    reply: (ctx, note) => ctx.stream(201, noted(note, 'ä', 'b'), { contentLength: 3, contentType: 'text/plain' })
  },
  'a stream with a length of its own': {
    reply: (ctx, note) =>
      [
        ctx.header('content-length', 1),
        ctx.header('transfer-encoding', 'chunked'),
        ctx.stream(200, noted(note, 'ab'), { contentLength: 2 })
      ][0]
  },
  'a stream that is too short': { reply: (ctx, note) => ctx.stream(200, noted(note, 'a'), { contentLength: 2 }) },
  'a stream that is too long': { reply: (ctx, note) => ctx.stream(200, noted(note, 'a', 'bc'), { contentLength: 2 }) },
  'a stream that is too long at once': {
    reply: (ctx, note) => ctx.stream(200, noted(note, 'abc'), { contentLength: 2 })
  },
  'a stream of nothing': { reply: (ctx, note) => ctx.stream(200, noted(note), { contentLength: 0 }) },
  'a stream of nothing, without a length': { reply: (ctx, note) => ctx.stream(200, noted(note)) },
  'a stream of numbers': { reply: (ctx, note) => ctx.stream(200, noted(note, 'a', 5)) },
  'a stream of null': { reply: (ctx) => ctx.stream(200, ['a', null] as never) },
  'a stream of later chunks': { reply: (ctx) => ctx.stream(200, [Promise.resolve('a'), Buffer.from('b')] as never) },
  'a stream that fails at once': {
    reply: (ctx) => ctx.stream(200, Readable.from([Promise.reject(new Conflict('late'))])),
    responses: { 409: 'x' }
  },
  'a stream that fails in the middle': {
    reply: (ctx) =>
      ctx.stream(
        200,
        (function* () {
          yield 'a'
          throw new Error('half')
        })()
      )
  },
  'a stream with a documented header': {
    reply: (ctx, note) => ctx.stream(200, noted(note, 'a'), { contentType: 'text/csv' }),
    responses: { 200: { contentType: 'text/csv', headers: { 'x-total': Integer } } }
  },
  'a stream of a large text': { reply: (ctx, note) => ctx.stream(200, noted(note, 'a'.repeat(70_000), 'b')) },
  'a file': { reply: (ctx) => ctx.file(FILE), responses: { 200: { contentType: 'text/plain' } } },
  'a file for HEAD': { reply: (ctx) => ctx.file(FILE), method: 'HEAD' },
  'a file after a reply': { reply: async (ctx) => [ctx.text(200, 'a'), await ctx.file(FILE)][0] },
  'a file with a documented header': {
    reply: (ctx) => ctx.file(FILE),
    responses: { 200: { contentType: 'text/plain', headers: { 'x-total': Integer } } }
  },
  'a file that is documented otherwise': { reply: (ctx) => ctx.file(FILE), responses: ITEM },
  'a redirection': { reply: (ctx) => ctx.redirect('/a', 303), responses: { 303: {} } },
  'a redirection away': { reply: (ctx) => ctx.redirect('https://a.example/'), responses: { 302: {} } },
  'a redirection of another status': { reply: (ctx) => ctx.redirect('/a', 301), responses: { 302: {} } },
  'a problem': { reply: (ctx) => ctx.jsonError(409, 'taken'), responses: { 409: 'x' } },
  'a problem without a body': { reply: (ctx) => ctx.jsonError(412, 'no'), responses: { 412: { body: null } } },
  'a problem of a wrong status': { reply: (ctx) => ctx.jsonError(399, 'no') },
  'a problem of an object': { reply: (ctx) => ctx.jsonError(400, { toString: () => 'as a text' } as never) },
  'a problem of a type': {
    reply: (ctx) => [ctx.header('content-type', 'text/html'), ctx.jsonError(400, 'no')][0]
  },
  'a problem of its own type': {
    reply: (ctx) => [ctx.header('content-type', 'application/problem+json; x=y'), ctx.jsonError(400, 'no')][0]
  },
  // What changes afterwards.
  'a status afterwards': {
    reply: () => item,
    responses: { 200: Item, 201: Item },
    middleware: afterwards((ctx) => ctx.status(201))
  },
  'an undocumented status afterwards': {
    reply: () => item,
    responses: ITEM,
    middleware: afterwards((ctx) => ctx.status(202))
  },
  'the same status afterwards': {
    reply: () => item,
    responses: ITEM,
    middleware: afterwards((ctx) => ctx.status(200))
  },
  'a status of another body afterwards': {
    reply: () => item,
    responses: { 200: Item, 201: Row },
    middleware: afterwards((ctx) => ctx.status(201))
  },
  'a status without a body afterwards': {
    reply: () => item,
    responses: { 200: Item, 204: {} },
    middleware: afterwards((ctx) => ctx.status(204))
  },
  'a wrong status afterwards': { reply: () => item, middleware: afterwards((ctx) => ctx.status(600)) },
  'a header afterwards': {
    reply: () => item,
    responses: ITEM,
    middleware: afterwards((ctx, note) => [note(`replied ${ctx.replyStatus}`), ctx.header('x-a', ['1', '2'])])
  },
  'a type afterwards': {
    reply: () => item,
    responses: ITEM,
    middleware: afterwards((ctx) => ctx.header('content-type', 'text/csv'))
  },
  'a cookie twice': {
    reply: (ctx) => [ctx.setCookie('a', '1'), ctx.setCookie('a', '2', { path: '/b' }), ctx.setCookie('a', '3'), 'x'][3]
  },
  'an error afterwards': { reply: () => item, responses: ITEM, middleware: afterwards(() => BadRequest.throw('late')) },
  'an error after a stream': {
    reply: (ctx, note) => ctx.stream(200, noted(note, 'a')),
    middleware: afterwards(() => BadRequest.throw('late'))
  },
  'a reply after an error': {
    reply: () => BadRequest.throw('first'),
    middleware: () => async (ctx, next) => {
      try {
        await next()
      } finally {
        ctx.json(200, item)
      }
    }
  },
  'no reply before next': {
    reply: () => item,
    middleware: (note) => async (ctx, next) => {
      note(`before ${ctx.replyStatus}`)
      await next()
      note(`after ${ctx.replyStatus}`)
    }
  },
  'no next': { reply: () => item, middleware: () => () => undefined },
  'no next, but handed over': { reply: () => item, middleware: () => (ctx) => void ctx.handOver().end('by hand') },
  'a middleware that replies': { reply: () => item, responses: ITEM, middleware: () => (ctx) => ctx.json(200, item) },
  // By hand.
  'a head by hand': { reply: (ctx) => void ctx.handOver().writeHead(202).end('x'), responses: ITEM },
  'a documented head by hand': { reply: (ctx) => void ctx.handOver().end('{"name":"ab"}'), responses: ITEM },
  'a hand-over twice': { reply: (ctx) => [ctx.handOver(), ctx.handOver().writeHead(202).end()][2], responses: ITEM },
  'half a response by hand, then an error': {
    reply: (ctx) => {
      ctx.response().write('half')
      throw new Error('midway')
    }
  },
  'a whole response by hand, then an error': {
    reply: (ctx) => {
      ctx.response().end('whole')
      throw new Error('too late')
    }
  },
  'a response by hand, then a value': { reply: (ctx) => [ctx.response().end('whole'), item][1], responses: ITEM },
  'a response by hand, then a stream': {
    reply: (ctx, note) => [ctx.handOver().end('whole'), noted(note, 'a')][1]
  },
  'a response by hand, then changes': {
    reply: (ctx, note) => {
      ctx.handOver().end('whole')
      ctx.header('x-a', '1')
      ctx.setCookie('a', 'b')
      ctx.status(201)
      note(`replied ${ctx.replyStatus}`)
    }
  },
  'a listener that fails': {
    reply: async (ctx) => {
      const res = ctx.handOver() as unknown as EventEmitter
      res.on('own', () => BadRequest.throw('in a listener'))
      res.emit('own')
    }
  },
  'a listener of the request that fails': {
    reply: async (ctx) => {
      const req = ctx.request() as unknown as EventEmitter
      req.on('own', () => {
        throw new Error('in a listener')
      })
      req.emit('own')
      await turn()
      return item
    }
  },
  'a listener of the signal that fails': {
    reply: async (ctx, note) => {
      ctx.signal.addEventListener('abort', () => note(`aborted: ${ctx.signal.reason?.name}`))
      await turn()
      return item
    }
  },
  // Errors.
  'an error with headers': {
    reply: () => {
      throw new HttpError(429, 'slow', { headers: { 'retry-after': '5', 'x\n': 'no', 'x-list': ['a', 'b'] as never } })
    },
    responses: { 429: 'x' }
  },
  'a server error': { reply: () => ServiceUnavailable.throw('busy'), responses: { 503: 'x' } },
  'an undocumented error': { reply: () => NotFound.throw('none'), responses: ITEM },
  'an undocumented error of a whole document': {
    reply: () => NotFound.throw('none'),
    responses: { 200: Item, 409: 'x' }
  },
  'an error over headers': {
    reply: (ctx) => {
      for (const name of ['etag', 'content-language', 'expires', 'x-kept', 'content-disposition']) ctx.header(name, 'a')
      ctx.header('cache-control', 'max-age=5')
      throw new BadRequest('no')
    }
  },
  'an error whose type is set': {
    reply: (ctx) => {
      ctx.header('x-a', '1')
      throw new BadRequest('no')
    },
    middleware: afterwards((ctx) => ctx.header('content-type', 'text/html'))
  },
  'an error of an operation without error bodies': {
    reply: () => BadRequest.throw('no'),
    responses: { 400: { body: null } }
  },
  'a report': {
    reply: (ctx) => [ctx.report(new Error('told'), 'was odd'), ctx.report('a text', 'was odd, too'), 1][2]
  },
  'what waits for the end': {
    reply: (ctx, note) => {
      ctx.whenOver((isSent, status) => note(`over ${isSent} ${status}`))
      ctx.whenOver(() => {
        throw new Error('in what waited')
      })
      return item
    }
  },
  'a time that is up': {
    reply: async (ctx, note) => {
      const left = new Promise((resolve) => ctx.signal.addEventListener('abort', resolve))
      await left
      note(`${ctx.signal.reason?.name}, replied ${ctx.replyStatus}`)
      return item
    },
    options: { handlerTimeout: 3 }
  },
  'a time that is up after a reply': {
    reply: async (ctx, note) => {
      ctx.json(200, item)
      await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve))
      note(`replied ${ctx.replyStatus}`)
    },
    options: { handlerTimeout: 3 }
  }
}

/** What a service is asked by, and how it is said what came. */
type Ask = (router: HttpRouter, sent: Case, failures: InjectFailures) => Promise<string>

const bySocket: Ask = async (router, { method = 'GET', accept }) => {
  const server = new HttpServer(router.handler, router.settings.logger)
  const { port } = await server.listen({ port: 0, host: '127.0.0.1' })
  const head = `${method} / HTTP/1.1\r\nHost: a\r\nX-Request-Id: one\r\n${accept === undefined ? '' : `Accept: ${accept}\r\n`}Connection: close\r\n\r\n`
  const text = await exchange(port, head)
  await server.close({ deadline: 50 })
  return shown(joined(text.replace(/Date: [^\r]*\r\n/, '')).replaceAll('\r\n', ' | '))
}

/** The chunks of a body as one: newer versions of Node join what is written in one turn. */
function joined(text: string): string {
  const head = text.slice(0, text.indexOf('\r\n\r\n') + 4)
  if (!head.includes('Transfer-Encoding: chunked')) return text
  let data = ''
  let rest = text.slice(head.length)
  for (;;) {
    const [line, size] = /^([\da-f]+)\r\n/.exec(rest) ?? []
    if (line === undefined || size === '0') break
    const end = line.length + Number.parseInt(size as string, 16)
    data += rest.slice(line.length, end)
    rest = rest.slice(end + 2)
  }
  return `${head}${data}\r\n${rest}`
}

const byInject: Ask = async (router, { method = 'GET', accept }, failures) => {
  const headers = { 'x-request-id': 'one', ...(accept !== undefined && { accept }) }
  try {
    const {
      statusCode,
      headers: sent,
      body,
      isCut,
      error,
      faults
    } = await inject(
      router.handlerWith(router.settings.responseChecks.mode, failures),
      { url: '/', method, headers },
      failures
    )
    const { date, ...rest } = sent
    return `${statusCode} ${shown(rest)} ${shown(body)}${isCut ? ' cut' : ''} ${error && `${error} because of ${error.cause}`} ${shown(faults)}`
  } catch (error) {
    return `fails: ${error} because of ${(error as Error).cause}`
  }
}

const byFetch: Ask = async (router, { method = 'GET', accept }) => {
  const server = new FetchServer(router.handler)
  const headers = { 'x-request-id': 'one', ...(accept !== undefined && { accept }) }
  try {
    const response = await server.answer(new Request('http://a.example/', { method, headers }))
    const sent = [...response.headers].filter(([name]) => name !== 'date').map((pair) => pair.join(': '))
    const body = await response.text().catch((error: unknown) => `${error} because of ${(error as Error).cause}`)
    return `${response.status} ${shown(sent)} ${shown(body)}`
  } catch (error) {
    return `fails: ${error} because of ${(error as Error).cause}`
  } finally {
    await server.close({ deadline: 50 })
  }
}

/** Each way in with another mode of checks, as each pair of them would cost more than it says. */
const ASKS: readonly (readonly [way: string, checks: ResponseChecks, ask: Ask])[] = [
  ['socket, report', 'report', bySocket],
  ['socket, a sample', { mode: 'report', sample: 0 }, bySocket],
  ['inject, enforce', 'enforce', byInject],
  ['fetch, off', 'off', byFetch]
]

function heard(note: Note): Hooks {
  return {
    onViolation: (_exchange, { status, messages }) => note(`violation ${status} ${messages.join('; ')}`),
    onError: (_exchange, error) => note(`error ${error} because of ${(error as Error | undefined)?.cause}`),
    onResponse: ({ status, isAborted }) => note(`ended ${status} ${isAborted ? 'aborted' : 'whole'}`)
  }
}

/** What differs from run to run, and what every line would say. */
function brief(text: string): string {
  return text
    .replaceAll(FOLDER, '(folder)')
    .replace(/ because of TypeError[\s\S]*/, ' because of a TypeError')
    .replace(/\\?"[\da-f]+-[\da-f]+\\?"/g, '(tag)')
    .replace(/\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT/g, '(date)')
    .replaceAll(/ because of undefined| undefined$|(?:, )?"connection": "keep-alive"| \| Connection: close/g, '')
    .replaceAll(/\{\\"type\\":\\"about:blank\\",\\"title\\":\\"[^"]*",\\"status\\":\d+/g, '{…')
    .replace('{"route": "Spec.handler", "method": "GET", "path": "/", "requestId": "one"}', '')
    .replace(/\s+$/, '')
}

/** What a request comes to: its response, and what was heard and logged of it. */
async function outcomeOf(one: Case, responseChecks: ResponseChecks, ask: Ask): Promise<[string, string]> {
  const notes: string[] = []
  const note: Note = (text) => notes.push(text)
  const logger = new RecordingLogger()
  const options: HttpOptions = { logger, responseChecks, hooks: [heard(note)] }
  const router = new HttpRouter(options)
  const { responses, middleware, interceptors = [], options: more = {} } = one
  router.add({
    method: 'GET',
    path: '/',
    handler: (ctx) => one.reply(ctx, note),
    options: { ...more, ...(responses !== undefined && { responses: responses as never }) },
    middleware: middleware === undefined ? [] : [middleware(note)],
    interceptors: interceptors as never,
    source: 'Spec.handler'
  })
  const text = await ask(router, one, new InjectFailures())
  await turn()
  const log = logger.entries.map(({ level, message, fields: { err, ...fields } }) => {
    return `log ${level}: ${message} ${shown(fields)} ${err === undefined ? '' : `${err} because of ${err.cause}`}`
  })
  return [brief(text), [...notes.sort(), ...log].map((each) => `  ${brief(each)}`).join('\n')]
}

/** The outcomes of a case by all ways; those of several that are the same are said once. */
async function linesOf(name: string, one: Case): Promise<string[]> {
  const responses = new Map<string, string[]>()
  const consequences = new Map<string, string[]>()
  for (const [way, checks, ask] of ASKS) {
    const [response, consequence] = await outcomeOf(one, checks, ask)
    responses.set(response, [...(responses.get(response) ?? []), way])
    consequences.set(consequence, [...(consequences.get(consequence) ?? []), way])
  }
  return [
    '',
    `# ${name}`,
    ...[...responses].map(([text, ways]) => `${ways.join('; ')} → ${text}`),
    ...[...consequences].flatMap(([text, ways]) => [consequences.size === 1 ? 'all' : ways.join('; '), text])
  ]
}

describe('What a handler comes to', () => {
  before(() => {
    // Removed where the specs have run before, as the sieve of mutants does.
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(FILE, 'abcde')
  })
  after(() => rmSync(FOLDER, { recursive: true }))

  it('is as settled-list.txt says, over a socket, injected and fetched', async () => {
    const lines = await Promise.all(Object.entries(CASES).map(([name, one]) => linesOf(name, one)))
    expectWholeList('http/response/settled-list.txt', lines.flat())
  })
})
