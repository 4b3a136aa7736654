import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2'
import { Readable } from 'node:stream'
import { expect } from 'chai'
import {
  type ApplicationOptions,
  type Context,
  Controller,
  Ctx,
  DateOnly,
  enumOf,
  Field,
  Get,
  Integer,
  nullable,
  oneOf,
  Param,
  Returns,
  type Router
} from 'fieldstone'
import * as z from 'zod'
import { serviceOf, setupErrorsOf } from '../support/applications.js'
import { exchange, openSocket, until } from '../support/one-handler.js'
import { RecordingLogger } from '../support/recording-logger.js'

class Price {
  @Field() symbol!: string
  @Field({ minimum: 0 }) value!: number
}

class Halt {
  @Field() reason!: string
  @Field() since!: Date
}

const price = (value: unknown) => ({ symbol: 'FS', value, secret: 'x' }) as unknown as Price

/** What each request of a spec gives; set by the spec. */
let items: (ctx: Context) => AsyncIterable<unknown> | Iterable<unknown> = () => []

@Controller()
class Prices {
  @Get('/events')
  @Returns(200, { events: Price })
  events(@Ctx() ctx: Context) {
    return items(ctx) as AsyncIterable<Price>
  }

  @Get('/named')
  @Returns(200, { events: { price: Price, halt: Halt, log: String } })
  named(@Ctx() ctx: Context) {
    return items(ctx) as never
  }

  @Get('/sse')
  @Returns(200, { events: { price: Price, halt: Halt, log: String } })
  sse(@Ctx() ctx: Context) {
    ctx.sse(items(ctx) as never)
  }

  @Get('/lines')
  @Returns(200, { lines: Price })
  lines(@Ctx() ctx: Context) {
    return items(ctx) as AsyncIterable<Price>
  }

  @Get('/either/{form}')
  @Returns(200, [Price], { events: Price, lines: Price, description: 'Prices' })
  either(@Ctx() ctx: Context, @Param('form') form: string) {
    return (form === 'list' ? [...(items(ctx) as Iterable<Price>)] : items(ctx)) as Price[]
  }

  @Get('/none')
  @Returns(200, { events: Price })
  none() {
    return { symbol: 'FS', value: 1 } as never
  }
}

/** What the generator of a spec went through. */
const seen: string[] = []

async function* endless() {
  try {
    for (let value = 0; ; value++) {
      yield price(value)
      await new Promise(setImmediate)
    }
  } finally {
    seen.push('returned')
  }
}

describe('Declared streams', () => {
  const closing: (() => Promise<unknown>)[] = []
  beforeEach(() => {
    seen.length = 0
  })
  afterEach(() => Promise.all(closing.splice(0).map((close) => close())))

  const start = async (options: Partial<ApplicationOptions> = {}) => {
    const logger = new RecordingLogger()
    const service = await serviceOf([Prices], { logger, ...options })
    closing.push(() => service.close({ deadline: 100 }))
    const { port } = await service.listen({ port: 0, host: '127.0.0.1' })
    return { service, port, url: `http://127.0.0.1:${port}`, log: logger.entries }
  }
  const read = async (path: string, given: typeof items, options?: Partial<ApplicationOptions>, accept = '*/*') => {
    items = given
    const { url, log } = await start(options)
    const response = await fetch(url + path, { headers: { accept } })
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text(), log }
  }

  describe('contain only declared fields', () => {
    const sent: readonly [path: string, what: string, given: () => Iterable<unknown>, type: string, text: string][] = [
      ['/events', 'data', () => [price(1)], 'text/event-stream', 'data: {"symbol":"FS","value":1}\n\n'],
      [
        '/named',
        'events with names',
        () => [
          { event: 'price', data: price(1), id: '1' },
          { event: 'halt', data: { reason: 'Noon', since: new Date(0), secret: 'x' }, retry: 5 },
          { event: 'log', data: 'two\nlines "quoted"' }
        ],
        'text/event-stream',
        'event: price\nid: 1\ndata: {"symbol":"FS","value":1}\n\n' +
          'event: halt\nretry: 5\ndata: {"reason":"Noon","since":"1970-01-01T00:00:00.000Z"}\n\n' +
          'event: log\ndata: two\ndata: lines "quoted"\n\n'
      ],
      [
        '/sse',
        'events of ctx.sse',
        () => [{ event: 'price', data: price(2) }, { retry: 100 }],
        'text/event-stream',
        'event: price\ndata: {"symbol":"FS","value":2}\n\nretry: 100\n\n'
      ],
      [
        '/lines',
        'lines',
        () => [price(1), price(2.5)],
        'application/jsonl',
        '{"symbol":"FS","value":1}\n{"symbol":"FS","value":2.5}\n'
      ]
    ]
    for (const [path, what, given, type, text] of sent) {
      for (const responseChecks of ['off', 'report', 'enforce'] as const) {
        it(`as ${what}, with checks ${responseChecks}`, async () => {
          const response = await read(path, given, { responseChecks })
          expect([response.status, response.type, response.text]).to.deep.equal([200, type, text])
          expect(response.log.filter(({ level }) => level !== 'debug')).to.deep.equal([])
        })
      }
    }

    it('given by WHATWG streams, too', async () => {
      const { text } = await read('/lines', () => ReadableStream.from([price(1)]) as AsyncIterable<unknown>)
      expect(text).to.equal('{"symbol":"FS","value":1}\n')
    })

    it('and no event that is not declared, whatever the checks', async () => {
      for (const responseChecks of ['off', 'report', 'enforce'] as const) {
        const given = () => [{ event: 'secret', data: { secret: 'x' } }]
        const { status, text, log } = await read('/named', given, { responseChecks })
        expect(status).to.equal(500)
        expect(text).not.to.include('secret')
        expect(String(log.find(({ level }) => level === 'error')?.fields.err)).to.equal(
          'TypeError: The event "secret" is not declared: the events are "price", "halt", "log"'
        )
      }
    })
  })

  describe('that break the document', () => {
    const bad = (path: string) => {
      const wrap = (data: unknown) => (path === '/sse' ? { event: 'price', data } : data)
      return async function* () {
        try {
          yield wrap(price(1))
          await new Promise(setImmediate)
          yield wrap(price('wrong'))
          yield wrap(price('also wrong'))
          yield wrap(price(2))
        } finally {
          seen.push('returned')
        }
      }
    }
    for (const [path, sentence] of [
      ['/events', "event message: 'value' must be a number"],
      ['/sse', "event price: 'value' must be a number"],
      ['/lines', "'value' must be a number"]
    ] as const) {
      it(`are cut in ${path} where checks are enforced, and the log says why`, async () => {
        items = bad(path)
        const { port, log } = await start({ responseChecks: 'enforce' })
        const whole = await exchange(port, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
        expect(whole).to.match(/^HTTP\/1\.1 200 OK\r\n/)
        expect(whole).to.include('"value":1')
        // A whole body would end with a chunk of length 0.
        expect(whole).not.to.match(/wrong|\r\n0\r\n\r\n$/)
        const [entry, ...more] = log.filter(({ level }) => level === 'error')
        expect(more).to.deep.equal([])
        expect(entry?.message).to.match(/failed in the middle of its stream: the connection is cut$/)
        expect(entry?.fields.err?.message).to.include(`responded 200, which breaks the document: ${sentence}`)
        await until(() => seen.length === 1)
      })

      it(`are sent by ${path} where checks report, and the log says it once`, async () => {
        const { text, log } = await read(path, bad(path), { responseChecks: 'report' })
        expect(text).to.include('"value":"wrong"').and.to.include('"value":2')
        const warnings = log.filter(({ level }) => level === 'warn').map(({ message }) => message)
        expect(warnings).to.have.length(1)
        expect(warnings[0]).to.include(`responded 200, which breaks the document: ${sentence}`)
      })

      it(`are sent by ${path} where nothing is checked, without undeclared fields`, async () => {
        const { text, log } = await read(path, bad(path), { responseChecks: 'off' })
        expect(text).to.include('"value":"wrong"').and.not.to.include('secret')
        expect(log.filter(({ level }) => level !== 'debug')).to.deep.equal([])
      })
    }

    it('are a 500 where the first item does, and checks are enforced', async () => {
      const { status, type } = await read('/lines', () => [price(-1)], { responseChecks: 'enforce' })
      expect([status, type]).to.deep.equal([500, 'application/problem+json'])
    })

    it('fail an injected request with the reason', async () => {
      items = () => [price(-1)]
      const { service } = await start()
      const { statusCode, error } = await service.inject('/lines')
      expect([statusCode, error?.message]).to.deep.equal([
        500,
        "GET /lines (Prices.lines) responded 200, which breaks the document: 'value' must be at least 0"
      ])
    })
  })

  describe('that nothing reads', () => {
    const idle = () => new Readable({ objectMode: true, read() {} })

    for (const path of ['/events', '/named', '/sse', '/lines']) {
      it(`are released at HEAD in ${path}, and their failure ends nothing`, async () => {
        const canceled: unknown[] = []
        const missing = () => createReadStream('/no/such/file', { encoding: 'utf8' })
        const rejected = () => [Promise.reject(new Error('Rejected')), { data: Promise.reject(new Error('Rejected')) }]
        const web = () => new ReadableStream({ cancel: (reason) => void canceled.push(reason) })
        const { url } = await start()
        const given: unknown[] = []
        for (const make of [missing, rejected, web, idle]) {
          items = () => {
            const source = make()
            given.push(source)
            return source as never
          }
          expect((await fetch(url + path, { method: 'HEAD' })).status).to.equal(200)
        }
        await until(() => (given[0] as Readable).closed && canceled.length === 1 && (given[3] as Readable).destroyed)
      })
    }

    it('are released after another reply, for a body that is no stream, and for a client that accepts none', async () => {
      const sources: Readable[] = []
      const source = () => {
        const readable = idle()
        sources.push(readable)
        setImmediate(() => readable.destroy(new Error('Too late')))
        return readable as never
      }
      const lines = { responses: { 200: { body: [String], lines: String, events: String } } }
      const service = await serviceOf([], {
        routes: (router) => {
          router.getFunc(
            '/twice',
            (ctx) => {
              ctx.json(200, ['a'])
              return source()
            },
            lines
          )
          router.getFunc('/json', source, { responses: { 200: { body: [String] } } })
          router.getFunc('/refused', source, lines)
        }
      })
      expect((await service.inject('/twice')).body).to.equal('["a"]')
      expect((await service.inject('/json')).statusCode).to.equal(500)
      const refused = await service.inject({ url: '/refused', headers: { accept: 'text/csv' } })
      expect(refused.statusCode).to.equal(406)
      await until(() => sources.length === 2 && sources.every(({ closed }) => closed))
    })

    it('are released when the time of the handler is up', async () => {
      const late = idle()
      let give = () => {}
      const service = await serviceOf([Prices], { logger: new RecordingLogger(), handlerTimeout: 1 })
      closing.push(() => service.close({ deadline: 100 }))
      items = () =>
        new Promise((resolve) => {
          give = () => resolve(late)
        }) as never
      expect((await service.inject('/lines')).statusCode).to.equal(503)
      give()
      setImmediate(() => late.destroy(new Error('Too late')))
      await until(() => late.closed)
    })

    it('are released when the client leaves while it waits', async () => {
      const source = idle()
      source.push(price(1))
      items = () => source
      const { port } = await start()
      const socket = await openSocket(port)
      socket.write('GET /lines HTTP/1.1\r\nHost: x\r\n\r\n')
      await once(socket, 'data')
      socket.destroy()
      await until(() => source.closed)
    })
  })

  describe('of promises', () => {
    const later = async (item: unknown) => {
      await new Promise(setImmediate)
      return item
    }
    const line = '{"symbol":"FS","value":1}\n{"symbol":"FS","value":2}\n'
    const event = 'event: price\ndata: {"symbol":"FS","value":1}\n\nevent: log\nid: 7\nretry: 5\ndata: a\n\n'
    const events = () => [
      later({ event: 'price', data: later(price(1)) }),
      { event: 'log', id: '7', retry: 5, data: Promise.resolve('a') }
    ]
    const sent: readonly [path: string, what: string, given: () => Iterable<unknown>, text: string][] = [
      ['/lines', 'a list', () => [later(price(1)), Promise.resolve(price(2))], line],
      [
        '/lines',
        'a generator',
        function* () {
          yield later(price(1))
          yield price(2)
        },
        line
      ],
      ['/events', 'data', () => [later(price(1))], 'data: {"symbol":"FS","value":1}\n\n'],
      ['/named', 'events', events, event],
      ['/sse', 'events of ctx.sse', events, event]
    ]
    for (const [path, what, given, text] of sent) {
      it(`are sent in their order, as ${what}`, async () => {
        const response = await read(path, given, { responseChecks: 'enforce' })
        expect([response.status, response.text]).to.deep.equal([200, text])
      })
    }

    for (const path of ['/lines', '/events', '/named', '/sse']) {
      it(`are cut in ${path} where one is rejected`, async () => {
        const wrap = (data: unknown) => (path === '/lines' || path === '/events' ? data : { event: 'price', data })
        items = () =>
          [price(1), later(price(2)), Promise.reject(new Error('Rejected')), Promise.reject(new Error())].map(wrap)
        const { port, log } = await start()
        const whole = await exchange(port, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
        expect(whole)
          .to.include('"value":2')
          .and.not.match(/\r\n0\r\n\r\n$/)
        expect(log.map(({ level, fields }) => [level, fields.err?.message])).to.deep.equal([['error', 'Rejected']])
      })
    }
  })

  it('are a 500 where the iteration cannot start, even with an error that cannot be read', async () => {
    const unreadable = Object.defineProperty(new Error('x'), 'stack', {
      get() {
        throw new Error('No stack')
      }
    })
    const given = () => ({
      [Symbol.asyncIterator]() {
        throw unreadable
      }
    })
    expect((await read('/lines', given)).status).to.equal(500)
  })

  for (const path of ['/named', '/sse']) {
    it(`break the document in ${path} where an event has a name and no data`, async () => {
      const enforced = await read(path, () => [{ event: 'price' }], { responseChecks: 'enforce' })
      expect(enforced.status).to.equal(500)
      expect(String(enforced.log.find(({ level }) => level === 'error')?.fields.err)).to.include(
        'breaks the document: event price: it has no data'
      )
      const reported = await read(path, () => [{ event: 'price' }], { responseChecks: 'report' })
      expect([reported.status, reported.text]).to.deep.equal([200, 'event: price\n\n'])
      expect(reported.log.map(({ level }) => level)).to.include('warn')
      const undeclared = await read(path, () => [{ event: 'secret' }], { responseChecks: 'off' })
      expect(undeclared.status).to.equal(500)
    })
  }

  it('that fail in the middle are cut, after what came before', async () => {
    items = async function* () {
      yield price(1)
      throw new Error('The market is closed')
    }
    const { port, log } = await start()
    const [, body] = (await exchange(port, 'GET /lines HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).split(
      '\r\n\r\n'
    )
    expect(body).to.equal('1a\r\n{"symbol":"FS","value":1}\n\r\n')
    expect(log.map(({ level, fields }) => [level, fields.err?.message])).to.deep.equal([
      ['error', 'The market is closed']
    ])
  })

  for (const path of ['/lines', '/sse']) {
    it(`are no failures of ${path} where a stop cuts them, and their source ends by the signal of the request`, async () => {
      items = async function* (ctx) {
        yield path === '/sse' ? { event: 'price', data: price(1) } : price(1)
        seen.push('waits')
        await new Promise((_resolve, reject) => {
          ctx.signal.addEventListener('abort', () => reject(new DOMException('The wait was aborted', 'AbortError')))
        })
      }
      const { port, log, service } = await start()
      const whole = exchange(port, `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
      await until(() => seen.includes('waits'))
      await service.close({ deadline: 1 })
      expect(await whole).to.match(/^HTTP\/1\.1 200 OK\r\n/)
      const failures = log.filter(({ level, fields }) => level === 'error' || fields.err !== undefined)
      expect(failures).to.deep.equal([])
    })
  }

  it('are sent together where items come together, and each at once where they do not', async () => {
    const bodyOf = async (given: typeof items) => {
      items = given
      const { port } = await start()
      const [, body] = (await exchange(port, 'GET /lines HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).split(
        '\r\n\r\n'
      )
      return body
    }
    const line = '{"symbol":"FS","value":1}\n'
    expect(await bodyOf(() => [price(1), price(1)])).to.equal(`34\r\n${line}${line}\r\n0`)
    async function* apart() {
      yield price(1)
      await new Promise((resolve) => setTimeout(resolve, 1))
      yield price(1)
    }
    expect(await bodyOf(apart)).to.equal(`1a\r\n${line}\r\n1a\r\n${line}\r\n0`)
  })

  it('end when the client leaves: the generator returns', async () => {
    for (const path of ['/events', '/lines']) {
      seen.length = 0
      items = endless
      const { port, log } = await start()
      const socket = await openSocket(port)
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
      await once(socket, 'data')
      socket.destroy()
      await until(() => seen.length === 1)
      expect(log.filter(({ level }) => level !== 'debug')).to.deep.equal([])
    }
  })

  it('are read no faster than the client takes them', async () => {
    let given = 0
    items = async function* () {
      for (;;) {
        given++
        yield { symbol: 'x'.repeat(60_000), value: 1 }
      }
    }
    const { port } = await start({ responseChecks: 'off' })
    const socket = await openSocket(port)
    socket.pause()
    socket.write('GET /lines HTTP/1.1\r\nHost: x\r\n\r\n')
    let before = -1
    await until(() => {
      const isStill = given > 0 && given === before
      before = given
      return isStill
    })
    // 60 MB, far more than the buffers of a connection hold.
    expect(given).to.be.lessThan(1_000)
    socket.destroy()
  }).timeout(60_000)

  it('are sent over HTTP/2, where a failure resets the stream and a client that leaves ends the generator', async () => {
    const service = await serviceOf([Prices], { responseChecks: 'enforce' })
    closing.push(() => service.close({ deadline: 100 }))
    const { port } = await service.listen({ port: 0, host: '127.0.0.1', http2: true })
    const session = connectHttp2(`http://127.0.0.1:${port}`)
    closing.push(async () => session.destroy())
    items = () => [price(1)]
    expect(await http2Text(session, '/events')).to.deep.equal({ text: 'data: {"symbol":"FS","value":1}\n\n', code: 0 })
    items = async function* () {
      yield price(1)
      await new Promise(setImmediate)
      yield price('wrong')
    }
    const cut = await http2Text(session, '/lines')
    expect(cut).to.deep.equal({ text: '{"symbol":"FS","value":1}\n', code: 2 })
    items = endless
    const stream = session.request({ ':path': '/lines' })
    await once(stream, 'data')
    stream.close(8)
    await until(() => seen.length === 1)
  })

  it('are sent to WHATWG requests, whose bodies fail where the stream does', async () => {
    const { service } = await start({ responseChecks: 'enforce' })
    const { fetch: handle } = service
    items = () => [price(1)]
    expect(await (await handle(new Request('http://x/events'))).text()).to.equal('data: {"symbol":"FS","value":1}\n\n')
    items = async function* () {
      yield price(1)
      await new Promise(setImmediate)
      yield price('wrong')
    }
    const failed = await handle(new Request('http://x/lines'))
    const error = await failed.text().catch((thrown: unknown) => thrown)
    expect(error).to.be.instanceOf(Error)
    items = endless
    const left = await handle(new Request('http://x/lines'))
    const reader = left.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    await until(() => seen.length === 1)
  })

  describe('beside a body', () => {
    const two = () => [price(1), price(2)]
    const lines = '{"symbol":"FS","value":1}\n{"symbol":"FS","value":2}\n'
    const cases: readonly [what: string, path: string, accept: string, type: string, given?: typeof items][] = [
      ['a list is JSON by default', '/either/list', '*/*', 'application/json; charset=utf-8'],
      ['a list is lines for who wants lines', '/either/list', 'application/jsonl', 'application/jsonl'],
      ['a list is events for who wants events', '/either/list', 'text/event-stream', 'text/event-stream'],
      ['a generator is never JSON', '/either/stream', '*/*', 'text/event-stream', () => two()[Symbol.iterator]()],
      ['a generator is lines for who wants lines', '/either/stream', 'application/jsonl', 'application/jsonl']
    ]
    for (const [what, path, accept, type, given = two] of cases) {
      it(what, async () => {
        const response = await read(path, given, {}, accept)
        expect([response.status, response.type]).to.deep.equal([200, type])
        if (type === 'application/jsonl') expect(response.text).to.equal(lines)
      })
    }

    it('nothing is acceptable for who wants none of them', async () => {
      expect((await read('/either/list', two, {}, 'text/csv')).status).to.equal(406)
    })
  })

  it('need an iterable: anything else is a 500', async () => {
    const { status, log } = await read('/none', () => [])
    expect(status).to.equal(500)
    expect(String(log[0]?.fields.err)).to.include('The returned value is no iterable')
  })

  it('are declared by routers without controllers as well', async () => {
    const routes = (router: Router) =>
      router.getFunc('/lines', () => [price(1)], { responses: { 200: { lines: Price } } })
    const response = await (await serviceOf([], { routes })).inject('/lines')
    expect([response.headers['content-type'], response.body]).to.deep.equal([
      'application/jsonl',
      '{"symbol":"FS","value":1}\n'
    ])
  })

  for (const openapi of ['3.0', '3.1'] as const) {
    it(`are text in a document of ${openapi}, with the schemas of their items beside it`, async () => {
      const { document } = (await start({ openapi } as Partial<ApplicationOptions>)).service
      const content = (path: string) => document.paths[path]?.get?.responses['200'] as { content: object }
      const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
      const events = {
        type: 'string',
        description:
          'Server-sent events: `x-events` has, by name, the schema of their data, which is JSON unless it is a string.'
      }
      const lines = { type: 'string', description: 'JSON Lines: each line is a value of the schema in `x-lines`.' }
      expect(content('/events').content).to.deep.equal({
        'text/event-stream': { schema: events, 'x-events': { message: ref('Price') } }
      })
      expect(content('/named').content).to.deep.equal({
        'text/event-stream': {
          schema: events,
          'x-events': { price: ref('Price'), halt: ref('Halt'), log: { type: 'string' } }
        }
      })
      expect(content('/either/{form}').content).to.deep.equal({
        'application/json': { schema: { type: 'array', items: ref('Price') } },
        'text/event-stream': { schema: events, 'x-events': { message: ref('Price') } },
        'application/jsonl': { schema: lines, 'x-lines': ref('Price') }
      })
      expect(document.components?.schemas).to.include.keys('Price', 'Halt')
    })
  }

  const wrong: readonly [what: string, response: object, message: string][] = [
    [
      'the old form of events',
      { body: Price, contentType: 'text/event-stream' },
      'text/event-stream is a stream of many values, and not one, Wrong.get, response 200; write { events: Price } in its place'
    ],
    [
      'a record as lines',
      { content: { 'application/jsonl': Price } },
      'application/jsonl is a stream of many values, and not one, Wrong.get, response 200; write { lines: Price } in its place'
    ],
    [
      'a union as lines of the older name',
      { body: oneOf(Price, Halt), contentType: 'application/x-ndjson' },
      'write { lines: … } in its place'
    ],
    ['no event', { events: {} }, 'it names no event'],
    ['an event without a name', { events: { '': Price } }, '"" is no name of an event'],
    ['an event of two lines', { events: { 'a\nb': Price } }, 'is no name of an event'],
    ['an event without a type', { events: { a: undefined } }, 'its type is undefined'],
    ['events without a type', { events: undefined }, 'its type is undefined'],
    ['lines of bytes', { lines: Buffer }, 'bytes have no JSON form'],
    [
      'events twice',
      { contentType: 'text/event-stream', events: Price },
      'it declares text/event-stream twice, Wrong.get, response 200; leave it to `events`'
    ]
  ]
  for (const [what, response, message] of wrong) {
    it(`are a setup error with ${what}`, async () => {
      @Controller()
      class Wrong {
        @Get('/', { responses: { 200: response as never } })
        get() {
          return [] as never
        }
      }
      const errors = await setupErrorsOf([Wrong])
      expect(errors.map((error) => error.code)).to.deep.equal(['RESPONSE_INVALID'])
      expect(errors[0]?.message).to.include(message)
    })
  }

  it('are a setup error where the status has no content', async () => {
    @Controller()
    class Wrong {
      @Get('/')
      @Returns(204, { lines: Integer })
      get() {
        return [] as never
      }
    }
    expect((await setupErrorsOf([Wrong])).map((error) => error.code)).to.deep.equal(['RESPONSE_INVALID'])
  })
})

describe('The data of an event', () => {
  for (const [what, type, value, text] of [
    ['a text', String, 'a "b"', 'a "b"'],
    ['a moment', Date, new Date(0), '1970-01-01T00:00:00.000Z'],
    ['a date', DateOnly, '2024-05-17', '2024-05-17'],
    ['an enum of texts', enumOf(['a', 'b']), 'a', 'a'],
    ['an enum of texts and numbers', enumOf(['a', 1]), 'a', '"a"'],
    ['a number', Integer, 5, '5'],
    ['a text or null', nullable(String), 'a', '"a"'],
    ['a list', [String], ['a'], '["a"]'],
    ['a text by a schema of another library', z.string(), 'a', 'a'],
    ['a number by a schema of another library', z.number(), 5, '5'],
    ['a record by a schema of another library', z.object({ a: z.string() }), { a: 'b' }, '{"a":"b"}']
  ] as const) {
    it(`is ${text} where it is ${what}`, async () => {
      const routes = (router: Router) =>
        router.getFunc('/', () => [value], { responses: { 200: { events: type as never } } })
      const { body } = await (await serviceOf([], { routes })).inject('/')
      expect(body).to.equal(`data: ${text}\n\n`)
    })
  }
})

function http2Text(session: ClientHttp2Session, path: string): Promise<{ text: string; code: number }> {
  return new Promise((resolve) => {
    const stream = session.request({ ':path': path })
    let text = ''
    stream.setEncoding('utf8')
    stream.on('data', (chunk: string) => {
      text += chunk
    })
    stream.on('error', () => {})
    stream.on('close', () => resolve({ text, code: stream.rstCode }))
  })
}
