import { expect } from 'chai'
import type { Context } from '../../src/http/context.js'
import { eventText, type ServerSentEvent } from '../../src/http/event-stream.js'
import { exchange, openSocket, Servers, until } from '../support/one-handler.js'

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

  const refused: readonly [what: string, event: unknown][] = [
    ['a line feed in the name', { event: 'a\nb', data: 'x' }],
    ['a carriage return in the name', { event: 'a\rdata: forged', data: 'x' }],
    ['a line feed in the id', { id: '1\n\n', data: 'x' }],
    ['a NUL in the id', { id: '1\0', data: 'x' }],
    ['a name that is no text', { event: 5, data: 'x' }],
    ['a retry that is no time', { retry: -1 }],
    ['a retry of another type', { retry: '5' }],
    ['nothing in it', {}],
    ['data without a JSON form', { data: () => {} }],
    ['no event at all', undefined]
  ]
  for (const [what, event] of refused) {
    it(`refuses an event with ${what}`, () => expect(() => eventText(event as string)).to.throw(TypeError))
  }

  it('sends the head at once, before there is any event', async () => {
    const { url } = await servers.serve((ctx) => ctx.sse(waiting(ctx)))
    const response = await fetch(url)
    expect(response.status).to.equal(200)
    expect(response.headers.get('content-type')).to.equal('text/event-stream')
    expect(response.headers.get('cache-control')).to.equal('no-cache')
    await response.body?.cancel()
  })

  it('sends events as they come, and ends when there are no more', async () => {
    const { url } = await servers.serve((ctx) => ctx.sse(['a', { id: '1', data: 'b' }]))
    expect(await (await fetch(url)).text()).to.equal('data: a\n\nid: 1\ndata: b\n\n')
  })

  it('sends comments while there are no events', async () => {
    const { url } = await servers.serve((ctx) => ctx.sse(waiting(ctx), { heartbeat: 10 }))
    const reader = (await fetch(url)).body!.getReader()
    let text = ''
    while (text.length < 9) text += Buffer.from((await reader.read()).value!).toString()
    await reader.cancel()
    expect(text).to.match(/^(:\n\n)+$/)
  })

  it('returns the iterator when the client goes away, at once even while it waits for an event', async () => {
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

  it('runs the end of a generator that waits with the signal of the request', async () => {
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
      const answer = await exchange(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n')
      expect(answer)
        .to.contain('data: first')
        .and.not.match(/0\r\n\r\n$/)
      expect(log.map(({ level }) => level)).to.deep.equal(['error'])
    }
  })

  it('is a 500 for what cannot be iterated, and for a heartbeat that is no time', async () => {
    const handlers = [(ctx: Context) => ctx.sse(5 as never), (ctx: Context) => ctx.sse([], { heartbeat: 0 })]
    for (const handler of handlers) {
      const { url, log } = await servers.serve(handler)
      expect((await fetch(url)).status).to.equal(500)
      expect(log[0]?.level).to.equal('error')
    }
  })

  it('answers HEAD without asking for events', async () => {
    let asked = 0
    const { url } = await servers.serve((ctx) =>
      ctx.sse(
        (async function* () {
          asked++
          yield 'x'
        })()
      )
    )
    const response = await fetch(url, { method: 'HEAD' })
    expect([response.status, response.headers.get('content-type'), asked]).to.deep.equal([200, 'text/event-stream', 0])
  })
})

/** Gives nothing until the request is over. */
async function* waiting(ctx: Context): AsyncGenerator<string, void> {
  await new Promise<void>((resolve) => ctx.signal.addEventListener('abort', () => resolve()))
}
