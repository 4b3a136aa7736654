import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'chai'
import { type ContextHandler, type HttpOptions, type RouteOptions, Unknown } from 'fieldstone'
import { openSocket, until } from '../support/one-handler.js'
import { ServedRouters, told } from '../support/served-router.js'

const servers = new ServedRouters()

describe('handlerTimeout', () => {
  afterEach(() => servers.close())

  async function ask(handler: ContextHandler, route: RouteOptions, options: HttpOptions = {}) {
    const served = await servers.serve((router) => {
      router.getFunc('/', handler, route)
      router.getFunc('/next', () => 'next')
    }, options)
    const answer = await fetch(served.url)
    return { ...served, status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
  }

  const never: readonly [what: string, handler: ContextHandler][] = [
    ['never settles', () => new Promise(() => {})],
    ['hands over and never answers', (ctx) => void ctx.handOver()],
    ['has replied and never settles', (ctx) => new Promise(() => ctx.json(200, 'kept'))],
    ['waits for what the signal ends', (ctx) => wait(60_000, undefined, { signal: ctx.signal })]
  ]
  for (const [what, handler] of never) {
    it(`answers 503 for a handler that ${what}`, async () => {
      const { status, type, text, log, url } = await ask(handler, { handlerTimeout: 20 })
      expect([status, type]).to.deep.equal([503, 'application/problem+json'])
      expect(JSON.parse(text).detail).to.equal('The request took too long to be answered')
      expect(told(log)).to.have.length(1)
      expect(told(log)[0]?.level).to.equal('warn')
      expect(told(log)[0]?.message).to.match(/responded 503: its time was up$/)
      expect(told(log)[0]?.fields.route).to.match(/\.spec/)
      expect(await (await fetch(`${url}/next`)).json()).to.equal('next')
    })
  }

  it('counts for the layers around the handler too', async () => {
    const { status } = await ask(() => 'unreached', { handlerTimeout: 20, middleware: [() => new Promise(() => {})] })
    expect(status).to.equal(503)
  })

  it('fires the signal with a TimeoutError, also for who asks later', async () => {
    const reasons: unknown[] = []
    let release = (): void => {}
    const answered = new Promise<void>((resolve) => {
      release = resolve
    })
    const { status } = await ask(
      async (ctx) => {
        await answered
        reasons.push(ctx.signal.reason.name)
      },
      { handlerTimeout: 10 }
    )
    release()
    await until(() => reasons.length === 1)
    expect([status, reasons]).to.deep.equal([503, ['TimeoutError']])
  })

  const late: readonly [what: string, handler: ContextHandler, told: string | undefined][] = [
    ['returns', () => 'late', undefined],
    ['replies', (ctx) => ctx.json(200, 'late'), 'replied twice, after its time was up'],
    ['sets a header', (ctx) => ctx.header('x-late', '1'), 'set the header x-late too late, after its time was up'],
    ['throws', () => Promise.reject(new Error('late')), 'failed, after its time was up'],
    ['throws the reason of its signal', (ctx) => Promise.reject(ctx.signal.reason), undefined]
  ]
  for (const [what, finish, message] of late) {
    it(`lets nothing come of a handler that ${what} after it`, async () => {
      let isDone = false
      const { status, log } = await ask(
        async (ctx) => {
          await once(ctx.signal, 'abort')
          await wait(5)
          isDone = true
          return finish(ctx)
        },
        { handlerTimeout: 10 }
      )
      expect(status).to.equal(503)
      await until(() => isDone)
      await wait(5)
      const after = told(log).slice(1)
      expect(after.map(({ level }) => level)).to.deep.equal(message === undefined ? [] : ['warn'])
      if (message !== undefined) expect(after[0]?.message).to.contain(message)
    })
  }

  it('does not count the time in which the process could run nothing, so that a busy one does not fail everybody', async () => {
    const { status, text } = await ask(
      async () => {
        const start = performance.now()
        while (performance.now() - start < 300);
        for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate)
        return 'in time'
      },
      { handlerTimeout: 150 }
    )
    expect([status, text]).to.deep.equal([200, '"in time"'])
  })

  it('leaves an answer alone that has begun', async () => {
    const { status, text } = await ask(
      async (ctx) => {
        const res = ctx.handOver()
        res.write('begun ')
        await wait(40)
        res.end('and ended')
      },
      { handlerTimeout: 10 }
    )
    expect([status, text]).to.deep.equal([200, 'begun and ended'])
  })

  it('leaves a handler alone that is in time', async () => {
    const { status, text, log } = await ask(() => wait(5, 'in time'), { handlerTimeout: 60_000 })
    expect([status, text, log]).to.deep.equal([200, '"in time"', []])
  })

  it('leaves no timer behind, however the request ends', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    let isWaiting = false
    const { url, port } = await servers.serve(
      (router) => {
        router.getFunc('/sound', () => 'sound')
        router.getFunc('/failing', () => Promise.reject(new Error('broken')))
        router.getFunc('/never', () => {
          isWaiting = true
          return new Promise(() => {})
        })
      },
      { handlerTimeout: 60_000 }
    )
    const ask = async (path: string) => (await fetch(`${url}/${path}`)).text()
    await ask('sound')
    await wait(5)
    const before = timers()
    for (const path of ['sound', 'failing']) await ask(path)
    await until(() => timers() <= before)
    const socket = await openSocket(port)
    socket.write('GET /never HTTP/1.1\r\nHost: x\r\n\r\n')
    await until(() => isWaiting)
    const during = timers()
    socket.destroy()
    await until(() => timers() < during)
  })

  it('is set for all routes by the application, and otherwise for one by its route', async () => {
    const slow = () => wait(40, 'slow')
    expect((await ask(() => new Promise(() => {}), {}, { handlerTimeout: 10 })).status).to.equal(503)
    expect((await ask(slow, { handlerTimeout: 0 }, { handlerTimeout: 10 })).status).to.equal(200)
    expect((await ask(slow, { handlerTimeout: 60_000 }, { handlerTimeout: 10 })).status).to.equal(200)
    expect((await ask(slow, {})).status).to.equal(200)
  })

  it('answers in the form of the application, and although responses are enforced', async () => {
    const { status, text } = await ask(
      () => new Promise(() => {}),
      { handlerTimeout: 10, responses: { 200: { description: 'fine' } } },
      { responseChecks: 'enforce', errors: { body: Unknown, format: ({ status }) => ({ code: status }) } }
    )
    expect([status, text]).to.deep.equal([503, '{"code":503}'])
  })
})
