import { expect } from 'chai'
import { type Context, NotFound, type ServerSentEvent } from 'fieldstone'
import { exchange, oneHandler, openSocket, Servers, until } from '../support/one-handler.js'
import { RecordedTimers } from '../support/recorded-timers.js'
import { messageOf } from '../support/recording-logger.js'
import { unhandledRejections } from '../support/unhandled-rejections.js'

/** Longer than any spec takes, in milliseconds, and a time that no other timer has. */
const FOREVER = 987_654

/** A request whose connection also closes after a whole response. */
const CLOSING = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

describe('ctx.sse', () => {
  const servers = new Servers()
  afterEach(() => servers.close())

  /** What comes of one event, without a connection. */
  const sent = async (event: unknown) => {
    const service = await oneHandler((ctx) => ctx.sse([event as ServerSentEvent]), { responseChecks: 'off' })
    return service.inject('/')
  }

  const given: readonly [event: ServerSentEvent | string, text: string][] = [
    ['one line', 'data: one line\n\n'],
    ['', 'data: \n\n'],
    ['two\nlines', 'data: two\ndata: lines\n\n'],
    ['a\r\nb\rc', 'data: a\ndata: b\ndata: c\n\n'],
    [{ data: { name: 'Ada' } }, 'data: {"name":"Ada"}\n\n'],
    [{ data: null }, 'data: null\n\n'],
    [{ data: new Date(0) }, 'data: "1970-01-01T00:00:00.000Z"\n\n'],
    [{ event: 'price', id: '7', retry: 0, data: 'x' }, 'event: price\nid: 7\nretry: 0\ndata: x\n\n'],
    [{ id: '' }, 'id: \n\n'],
    [{ retry: 100 }, 'retry: 100\n\n']
  ]
  for (const [event, text] of given) {
    it(`writes ${JSON.stringify(event)}`, async () => expect((await sent(event)).body).to.equal(text))
  }

  const rejected: readonly [what: string, event: unknown][] = [
    ['a line feed in the name', { event: 'a\nb', data: 'x' }],
    ['a carriage return in the name', { event: 'a\rdata: forged', data: 'x' }],
    ['a line feed in the id', { id: '1\n\n', data: 'x' }],
    ['a NUL in the id', { id: '1\0', data: 'x' }],
    ['a name that is not a text', { event: 5, data: 'x' }],
    ['a retry that is not a time', { retry: -1 }],
    ['a retry of another type', { retry: '5' }],
    ['nothing in it', {}],
    ['data without a JSON form', { data: () => {} }],
    ['no event at all', undefined]
  ]
  for (const [what, event] of rejected) {
    it(`is a 500 for an event with ${what}, and nothing of it is sent`, async () => {
      const { statusCode, error, json } = await sent(event)
      expect([statusCode, json<{ detail: string }>().detail]).to.deep.equal([500, 'Internal server error'])
      expect(error).to.be.instanceOf(TypeError)
    })
  }

  for (const name of ['event', 'id', 'retry']) {
    it(`is a 500 for an event whose ${name} is a promise, which does not end the process where it fails`, async () => {
      let status: number | undefined
      const unhandled = await unhandledRejections(async () => {
        const rejecting = () =>
          ({ [name]: Promise.reject(new Error('later')), data: 'x' }) as unknown as ServerSentEvent
        const service = await oneHandler((ctx) => ctx.sse([rejecting()]), { responseChecks: 'off' })
        status = (await service.inject('/')).statusCode
      })
      expect([status, unhandled]).to.deep.equal([500, []])
    })
  }

  describe('sends the head', () => {
    for (const [when, options] of [
      ['after a while without an event', undefined],
      ['after the delay that is given', { headDelay: 1 }],
      ['at once, before there is any event, if there is no delay', { headDelay: 0 }]
    ] as const) {
      it(when, async () => {
        const { url } = await servers.serve((ctx) => ctx.sse(waiting(ctx), options))
        const response = await fetch(url)
        expect(response.status).to.equal(200)
        expect(response.headers.get('content-type')).to.equal('text/event-stream')
        expect(response.headers.get('cache-control')).to.equal('no-cache')
        await response.body?.cancel()
      })
    }

    it('with the first event, however long the delay', async () => {
      const { url } = await servers.serve((ctx) =>
        ctx.sse(
          (async function* () {
            yield 'first'
            yield* waiting(ctx)
          })(),
          { headDelay: FOREVER }
        )
      )
      const response = await fetch(url)
      const { value } = (await response.body?.getReader().read()) ?? {}
      expect([response.status, String(Buffer.from(value ?? []))]).to.deep.equal([200, 'data: first\n\n'])
    })

    it('not with a comment before the delay is over', async () => {
      let isOver = false
      const { url } = await servers.serve((ctx) =>
        ctx.sse(
          (async function* () {
            await beats(20)
            isOver = true
            yield 'first'
          })(),
          { headDelay: FOREVER, heartbeat: 1 }
        )
      )
      const response = await fetch(url)
      expect(isOver).to.equal(true)
      expect(await response.text()).to.match(/^data: first\n\n/)
    })

    it('of an empty stream', async () => {
      const { url } = await servers.serve((ctx) => ctx.sse([], { headDelay: FOREVER }))
      const response = await fetch(url)
      expect([response.status, await response.text()]).to.deep.equal([200, ''])
    })
  })

  describe('responds with the error of a source that fails before the first event', () => {
    const failures: readonly [what: string, source: () => AsyncIterable<string>, status: number, detail: string][] = [
      ['an error', () => failing(new Error('secret')), 500, 'Internal server error'],
      ['an HttpError', () => failing(new NotFound('There is no such channel')), 404, 'There is no such channel'],
      ['something that is not an Error', () => failing('secret'), 500, 'Internal server error'],
      ['an event that cannot be sent', () => giving({ event: 'a\nb' } as never), 500, 'Internal server error'],
      [
        'an iterator that cannot be made',
        () => ({
          [Symbol.asyncIterator]() {
            throw new Error('secret')
          }
        }),
        500,
        'Internal server error'
      ]
    ]
    for (const [what, source, status, detail] of failures) {
      it(`${what}: a problem of ${status}`, async () => {
        const { url, log } = await servers.serve((ctx) => ctx.sse(source()))
        const response = await fetch(url)
        expect([response.status, response.headers.get('content-type')]).to.deep.equal([
          status,
          'application/problem+json'
        ])
        expect(response.headers.get('cache-control')).to.equal(null)
        expect(await response.json()).to.include({ status, detail })
        expect(log.filter(({ level }) => level === 'error')).to.have.length(status === 500 ? 1 : 0)
      })
    }

    it('also when it waits a little, and the head is not sent yet', async () => {
      const { url } = await servers.serve((ctx) =>
        ctx.sse(
          (async function* () {
            await new Promise(setImmediate)
            yield* failing(new Error('late'))
          })(),
          { headDelay: FOREVER }
        )
      )
      expect((await fetch(url)).status).to.equal(500)
    })

    it('but cuts the connection if the head was sent', async () => {
      const { port, log } = await servers.serve((ctx) => ctx.sse(failing(new Error('source')), { headDelay: 0 }))
      const [head = '', body] = (await exchange(port, CLOSING)).split('\r\n\r\n')
      expect(head).to.match(/^HTTP\/1\.1 200 OK\r\n[\s\S]*transfer-encoding: chunked/i)
      // A whole body would end with a chunk of length 0.
      expect(body).to.equal('')
      expect(log.map(({ level }) => level)).to.deep.equal(['error'])
    })

    it('and with a 503 when the request has run out of time', async () => {
      const service = await oneHandler((ctx) => ctx.sse(waiting(ctx), { headDelay: FOREVER }), { handlerTimeout: 20 })
      expect((await service.inject('/')).statusCode).to.equal(503)
    })
  })

  describe('leaves no timer behind', () => {
    const timers = new RecordedTimers()
    beforeEach(() => timers.start())
    afterEach(() => timers.stop())

    const times = () => ({ headDelay: timers.delay('headDelay'), heartbeat: timers.delay('heartbeat') })

    const endings: readonly [what: string, source: (ctx: Context) => Iterable<string> | AsyncIterable<string>][] = [
      ['an event and the end of the events', () => giving('first')],
      ['an event that is there at once, and the end', () => ['first']],
      ['the end of the events, where there was none', () => giving()],
      ['a failure', () => failing(new Error('source'))],
      ['an event and a failure', () => failingAfter('first')]
    ]
    for (const [what, source] of endings) {
      it(`after ${what}`, async () => {
        const options = times()
        const { url, log } = await servers.serve((ctx) => ctx.sse(source(ctx), options))
        await (await fetch(url)).text().catch(() => undefined)
        await until(
          () => timers.made > 0,
          () => `no timer was set; the log: ${log.map(messageOf).join()}`
        )
        await timers.allCleared()
      })
    }

    const leaving: readonly [when: string, timer: string, source: (ctx: Context) => AsyncIterable<string>][] = [
      ['before the head', 'headDelay', (ctx) => waiting(ctx)],
      ['after the first event', 'heartbeat', (ctx) => givingAndWaiting(ctx, 'first')]
    ]
    for (const [when, timer, source] of leaving) {
      it(`after the client has gone, ${when}`, async () => {
        const options = times()
        const { port, log } = await servers.serve((ctx) => ctx.sse(source(ctx), options))
        const socket = await openSocket(port)
        socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
        await until(
          () => timers.open.join() === timer,
          () => `set are: ${timers.open.join()}`
        )
        socket.destroy()
        await timers.allCleared()
        await until(
          () => log.length === 1,
          () => `the log has ${log.map(messageOf).join()}`
        )
        expect(log.map((entry) => [entry.level, messageOf(entry)])).to.deep.equal([['debug', 'was left by its client']])
      })

      it(`after the service has stopped and cut the connection, ${when}`, async () => {
        const options = times()
        const { port, log } = await servers.serve((ctx) => ctx.sse(source(ctx), options))
        const response = exchange(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n')
        await until(
          () => timers.open.join() === timer,
          () => `set are: ${timers.open.join()}`
        )
        await servers.close()
        expect((await response).includes('200 OK')).to.equal(timer === 'heartbeat')
        await timers.allCleared()
        expect(log.filter(({ level }) => level === 'error')).to.deep.equal([])
      })
    }
  })

  it('sends events as they come, and ends when there are no more', async () => {
    const { url } = await servers.serve((ctx) => ctx.sse(['a', { id: '1', data: 'b' }]))
    expect(await (await fetch(url)).text()).to.equal('data: a\n\nid: 1\ndata: b\n\n')
  })

  it('sends comments while there are no events', async () => {
    const { url } = await servers.serve((ctx) => ctx.sse(waiting(ctx), { heartbeat: 10, headDelay: 0 }))
    const reader = (await fetch(url)).body!.getReader()
    let text = ''
    while (text.length < 9) text += Buffer.from((await reader.read()).value!).toString()
    await reader.cancel()
    expect(text).to.match(/^(:\n\n)+$/)
  })

  it('calls the return of the iterator when the client goes away, even while it waits for an event', async () => {
    let returned = 0
    const { port, log } = await servers.serve((ctx) =>
      ctx.sse({
        [Symbol.asyncIterator]: () => ({
          next: () => new Promise<IteratorResult<string>>(() => {}),
          return: async () => {
            returned++
            return { done: true, value: undefined }
          }
        })
      })
    )
    const socket = await openSocket(port)
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await new Promise((resolve) => socket.once('data', resolve))
    socket.destroy()
    await until(() => returned === 1)
    expect(log.filter(({ level }) => level !== 'debug')).to.deep.equal([])
  })

  it('runs the finally of a generator that waits for the signal of the request', async () => {
    let isOver = false
    const { port } = await servers.serve((ctx) =>
      ctx.sse(
        (async function* () {
          try {
            yield 'first'
            yield* waiting(ctx)
          } finally {
            isOver = true
          }
        })()
      )
    )
    const socket = await openSocket(port)
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await new Promise((resolve) => socket.once('data', resolve))
    socket.destroy()
    await until(() => isOver)
  })

  it('cuts the connection when the source fails, or gives what no event can carry', async () => {
    for (const bad of [
      () => {
        throw new Error('source')
      },
      () => ({ event: 'a\nb' })
    ]) {
      const { port, log } = await servers.serve((ctx) =>
        ctx.sse(
          (async function* () {
            yield 'first'
            yield bad()
          })()
        )
      )
      const [head = '', body] = (await exchange(port, CLOSING)).split('\r\n\r\n')
      expect(head).to.match(/^HTTP\/1\.1 200 OK\r\n[\s\S]*transfer-encoding: chunked/i)
      // The first event, and no chunk of length 0, with which a whole body would end.
      expect(body).to.equal('d\r\ndata: first\n\n\r\n')
      expect(log.map(({ level }) => level)).to.deep.equal(['error'])
    }
  })

  const wrong: readonly [what: string, source: unknown, options: object, told: RegExp][] = [
    ['a source that is not an iterable', 5, {}, /^The source of the events must be an iterable/],
    ['a text as its source', 'text', {}, /^The source of the events must be an iterable/],
    ...[0, -1, 1.5, '5', Number.NaN, 2 ** 31].map((heartbeat): [string, unknown, object, RegExp] => [
      `a heartbeat of ${JSON.stringify(heartbeat)}`,
      [],
      { heartbeat },
      /^The heartbeat must be a whole number of milliseconds, 1 or more/
    ]),
    ...[-1, 1.5, '5', 2 ** 31].map((headDelay): [string, unknown, object, RegExp] => [
      `a head delay of ${JSON.stringify(headDelay)}`,
      [],
      { headDelay },
      /^The headDelay must be a whole number of milliseconds, 0 or more/
    ]),
    ['a misspelt option', [], { heartBeat: 5 }, /^The options of a stream of events.*'heartBeat'.*'heartbeat'/]
  ]
  for (const [what, source, options, message] of wrong) {
    it(`is a 500 for ${what}`, async () => {
      const { url, log } = await servers.serve((ctx) => ctx.sse(source as never, options))
      expect((await fetch(url)).status).to.equal(500)
      expect(log.map(({ level }) => level)).to.deep.equal(['error'])
      expect(log[0]?.fields.err?.message).to.match(message)
    })
  }

  it('may have the longest time of a timer as its heartbeat and its head delay', async () => {
    const longest = 2 ** 31 - 1
    const { url } = await servers.serve((ctx) => ctx.sse(['a'], { heartbeat: longest, headDelay: longest }))
    expect(await (await fetch(url)).text()).to.equal('data: a\n\n')
  })

  for (const responseChecks of ['off', 'report'] as const) {
    it(`has its own headers beside those that middleware sets when it has replied, with checks ${responseChecks}`, async () => {
      const { url } = await servers.serve((ctx) => ctx.sse(['a']), {
        responseChecks,
        route: {
          middleware: [
            async (ctx, next) => {
              await next()
              ctx.header('x-later', 'yes')
            }
          ]
        }
      })
      const { headers } = await fetch(url)
      expect(['x-later', 'cache-control', 'content-type'].map((name) => headers.get(name))).to.deep.equal([
        'yes',
        'no-cache',
        'text/event-stream'
      ])
    })
  }

  it('responds to HEAD without reading events', async () => {
    let read = 0
    const { url } = await servers.serve((ctx) =>
      ctx.sse(
        (async function* () {
          read++
          yield 'x'
        })()
      )
    )
    const response = await fetch(url, { method: 'HEAD' })
    expect([response.status, response.headers.get('content-type'), read]).to.deep.equal([200, 'text/event-stream', 0])
  })
})

async function* giving(...events: readonly string[]) {
  yield* events
}

async function* failingAfter(event: string): AsyncGenerator<string, void> {
  yield event
  await new Promise(setImmediate)
  throw new Error('source')
}

/** Resolves after as many times of a heartbeat of 1 ms: timers of the same delay fire in the order in which they were set. */
async function beats(count: number): Promise<void> {
  for (let beat = 0; beat < count; beat++) await new Promise((resolve) => setTimeout(resolve, 1))
}

async function* failing(error: unknown): AsyncGenerator<string, void> {
  yield await Promise.reject(error)
}

/** Gives nothing until the request is over. */
async function* waiting(ctx: Context): AsyncGenerator<string, void> {
  await new Promise<void>((resolve) => ctx.signal.addEventListener('abort', () => resolve()))
}

async function* givingAndWaiting(ctx: Context, event: string): AsyncGenerator<string, void> {
  yield event
  yield* waiting(ctx)
}
