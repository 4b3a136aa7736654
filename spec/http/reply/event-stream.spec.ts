import { expect } from 'chai'
import { type Context, NotFound, type ServerSentEvent } from 'fieldstone'
import { HttpRouter } from '../../../src/http/exchange/router.js'
import { inject } from '../../../src/http/fetch/inject.js'
import { eventText } from '../../../src/http/reply/event-stream.js'
import { exchange, openSocket, Servers, until } from '../../support/one-handler.js'
import { RecordedTimers } from '../../support/recorded-timers.js'

/** Longer than any spec takes, in milliseconds, and a time that no other timer has. */
const FOREVER = 987_654

/** A request whose connection also closes after a whole response. */
const CLOSING = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

describe('ctx.sse', () => {
  const servers = new Servers()
  afterEach(() => servers.close())

  const given: readonly [event: ServerSentEvent | string, text: string][] = [
    ['one line', 'data: one line\n\n'],
    ['', 'data: \n\n'],
    ['two\nlines', 'data: two\ndata: lines\n\n'],
    ['a\r\nb\rc', 'data: a\ndata: b\ndata: c\n\n'],
    [{ data: { name: 'Ada' } }, 'data: {"name":"Ada"}\n\n'],
    [{ data: null }, 'data: null\n\n'],
    [{ event: 'price', id: '7', retry: 0, data: 'x' }, 'event: price\nid: 7\nretry: 0\ndata: x\n\n'],
    [{ id: '' }, 'id: \n\n']
  ]
  for (const [event, text] of given) {
    it(`writes ${JSON.stringify(event)}`, () => expect(eventText(event)).to.equal(text))
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
    it(`rejects an event with ${what}`, () => expect(() => eventText(event as string)).to.throw(TypeError))
  }

  for (const name of ['event', 'id', 'retry']) {
    it(`rejects an event whose ${name} is a promise, which does not end the process where it fails`, async () => {
      const unhandled: unknown[] = []
      const note = (reason: unknown) => unhandled.push(reason)
      process.on('unhandledRejection', note)
      const event = { [name]: Promise.reject(new Error('later')), data: 'x' }
      expect(() => eventText(event as never)).to.throw(TypeError)
      await new Promise(setImmediate)
      process.off('unhandledRejection', note)
      expect(unhandled).to.deep.equal([])
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
      const router = new HttpRouter({ logger: false, handlerTimeout: 20 })
      router.getFunc('/', (ctx) => ctx.sse(waiting(ctx), { headDelay: FOREVER }))
      expect((await inject(router.handler, '/')).statusCode).to.equal(503)
    })
  })

  describe('leaves no timer behind', () => {
    const timers = new RecordedTimers(FOREVER)
    beforeEach(() => timers.start())
    afterEach(() => timers.stop())

    const endings: readonly [what: string, source: (ctx: Context) => AsyncIterable<string>][] = [
      ['an event', () => giving('first')],
      ['the end of the events', () => giving()],
      ['a failure', () => failing(new Error('source'))]
    ]
    for (const [what, source] of endings) {
      it(`after ${what}`, async () => {
        const { url } = await servers.serve((ctx) => ctx.sse(source(ctx), { headDelay: FOREVER }))
        await (await fetch(url)).text()
        await until(() => timers.made === 1 && timers.open === 0)
      })
    }

    it('after the client has gone', async () => {
      const { port, log } = await servers.serve((ctx) => ctx.sse(waiting(ctx), { headDelay: FOREVER }))
      const socket = await openSocket(port)
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
      await until(() => timers.open === 1)
      socket.destroy()
      await until(() => timers.open === 0)
      await until(() => log.length === 1)
      expect(log.map(({ level, message }) => [level, message])).to.deep.equal([
        ['debug', 'Spec.handler was left by its client']
      ])
    })

    it('after the service has stopped and cut the connection', async () => {
      const { port, log } = await servers.serve((ctx) => ctx.sse(waiting(ctx), { headDelay: FOREVER }))
      const response = exchange(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n')
      await until(() => timers.open === 1)
      await servers.close()
      expect(await response).to.equal('')
      await until(() => timers.open === 0)
      expect(log.filter(({ level }) => level === 'error')).to.deep.equal([])
    })
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

  it('is a 500 for a source that is not an iterable, and for a heartbeat or a delay that is not a time', async () => {
    const handlers = [
      (ctx: Context) => ctx.sse(5 as never),
      (ctx: Context) => ctx.sse([], { heartbeat: 0 }),
      (ctx: Context) => ctx.sse([], { headDelay: -1 }),
      (ctx: Context) => ctx.sse([], { headDelay: 1.5 }),
      (ctx: Context) => ctx.sse([], { headDelay: '5' as never }),
      (ctx: Context) => ctx.sse([], { headDelay: 2 ** 31 })
    ]
    for (const handler of handlers) {
      const { url, log } = await servers.serve(handler)
      expect((await fetch(url)).status).to.equal(500)
      expect(log[0]?.level).to.equal('error')
    }
  })

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
