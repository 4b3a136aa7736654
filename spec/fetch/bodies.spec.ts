import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'chai'
import { type Context, type EndedExchange, type Router } from 'fieldstone'
import { fetched } from '../support/fetched.js'
import { until } from '../support/one-handler.js'
import { told } from '../support/served-router.js'

const bytes = (router: Router) => router.postFunc('/', async (ctx) => (await ctx.bodyBytes()).length)

/** A body that comes chunk by chunk, 1,000 bytes each, and fails where more was read than anything should. */
function chunks(count: number): { body: ReadableStream; given: () => number; isCancelled: () => boolean } {
  let given = 0
  let isCancelled = false
  const body = new ReadableStream(
    {
      async pull(controller) {
        await wait(0)
        if (given === count) controller.close()
        else if (given === 5_000) controller.error(new Error('The body was read without a limit'))
        else {
          given += 1
          controller.enqueue(new Uint8Array(1_000))
        }
      },
      cancel() {
        isCancelled = true
      }
    },
    { highWaterMark: 0 }
  )
  return { body, given: () => given, isCancelled: () => isCancelled }
}

const post = (body: NonNullable<RequestInit['body']>, headers: Record<string, string> = {}) =>
  ({ method: 'POST', body, headers, duplex: 'half' }) as const

describe('A request by fetch that needs none of Node’s messages', () => {
  describe('its body', () => {
    it('is read to its end, whatever its Content-Length says', async () => {
      const { ask } = await fetched(bytes)
      for (const length of ['0', '5', '2999', '9999', 'x', '-1']) {
        const response = await ask('/', post(chunks(3).body, { 'content-length': length }))
        expect([response.status, await response.text()], length).to.deep.equal([200, '3000'])
      }
    })

    it('keeps the limit without a Content-Length, and with a false one', async () => {
      const { ask } = await fetched(bytes, { bodyLimit: 10_000 })
      for (const headers of [{}, { 'content-length': '5' }, { 'content-length': '10000' }]) {
        const { body, given } = chunks(Number.POSITIVE_INFINITY)
        const response = await ask('/', post(body, headers as Record<string, string>))
        expect(response.status, JSON.stringify(headers)).to.equal(413)
        await response.body?.cancel()
        expect(given()).to.be.lessThan(1_000)
      }
    })

    it('is not read where its Content-Length is above the limit', async () => {
      const { ask } = await fetched(bytes, { bodyLimit: 10_000 })
      const { body } = chunks(1)
      const response = await ask('/', post(body, { 'content-length': '10001' }))
      expect(response.status).to.equal(413)
      expect(await response.json()).to.include({ detail: 'The request body is larger than 10000 bytes' })
    })

    it('is given back where nothing reads it', async () => {
      const { ask } = await fetched((router) => router.postFunc('/', () => 'unread'))
      const { body, given, isCancelled } = chunks(3)
      expect((await ask('/', post(body))).status).to.equal(200)
      await until(isCancelled)
      expect(given()).to.equal(0)
    })

    it('that fails is one whose client has gone: hooks get that, and the log nothing', async () => {
      const ended: (Pick<EndedExchange, 'status' | 'isAborted'> | undefined)[] = []
      const onResponse = ({ status, isAborted }: EndedExchange) => ended.push({ status, isAborted })
      const { ask, log, service } = await fetched(bytes, { hooks: [{ onResponse }] })
      const body = new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) })
      const failure = await ask('/', post(body)).then(
        () => undefined,
        (error: Error) => error.message
      )
      expect(failure).to.equal('The connection was cut before the response had begun')
      expect(ended).to.deep.equal([{ status: undefined, isAborted: true }])
      expect(told(log)).to.deep.equal([])
      await service.close()
    })

    it('that a client leaves in its middle ends as a 499, and the rest is given back', async () => {
      const { ask, service } = await fetched(bytes)
      const { body, given, isCancelled } = chunks(4_000)
      const controller = new AbortController()
      const response = ask('/', { ...post(body), signal: controller.signal })
      await until(() => given() > 3)
      controller.abort()
      expect((await response).status).to.equal(499)
      await until(isCancelled)
      await service.close()
    })
  })

  describe('whose handler uses Node’s messages later', () => {
    it('finds there what was read and set before', async () => {
      const { ask } = await fetched((router) =>
        router.postFunc('/{id}', async (ctx) => {
          ctx.header('x-before', '1')
          ctx.setCookie('a', 'b')
          const text = await ctx.bodyText()
          const req = ctx.request()
          const res = ctx.response()
          await new Promise((resolve) => req.once('end', resolve).resume())
          const seen = {
            url: req.url,
            complete: req.complete,
            before: res.getHeader('x-before'),
            same: res.req === req
          }
          res.setHeader('x-later', '2')
          ctx.json(200, { ...seen, text, again: await ctx.bodyText() })
        })
      )
      const response = await ask('/7?a=b', post('body', { 'content-type': 'text/plain' }))
      const seen = { url: '/7?a=b', complete: true, before: '1', same: true }
      expect(await response.json()).to.deep.equal({ ...seen, text: 'body', again: 'body' })
      const { headers } = response
      expect([headers.get('x-before'), headers.get('x-later')]).to.deep.equal(['1', '2'])
      expect(headers.getSetCookie()).to.deep.equal(['a=b; Path=/; HttpOnly; SameSite=Lax'])
    })

    it('finds its context by the request', async () => {
      const { ask } = await fetched((router) =>
        router.getFunc('/{id}', (ctx) => ctx.text(200, router.urlParam(ctx.request(), 'id')))
      )
      expect(await (await ask('/seven')).text()).to.equal('seven')
    })

    it('finds a response that was given already, and changes nothing of it', async () => {
      let context: Context | undefined
      const { ask, log } = await fetched((router) =>
        router.getFunc('/', (ctx) => {
          context = ctx
          ctx.json(202, 'given')
        })
      )
      const response = await ask('/')
      const res = context?.response()
      expect([res?.headersSent, res?.statusCode, res?.writableEnded]).to.deep.equal([true, 202, true])
      res?.end('more')
      expect(await response.json()).to.equal('given')
      await until(() => told(log).length > 0)
      expect(told(log).map(({ fields }) => fields.err?.message)).to.deep.equal(['write after end'])
    })

    it('has what it waits for ended with the response', async () => {
      const ends: unknown[] = []
      const { ask, service } = await fetched((router) => {
        router.getFunc('/whole', (ctx) => {
          ctx.whenOver((isSent, status) => ends.push(['whole', isSent, status]))
          return 1
        })
        router.getFunc('/stream', (ctx) => {
          ctx.whenOver((isSent, status) => ends.push(['stream', isSent, status]))
          ctx.stream(200, Readable.from(['a', 'b']))
        })
      })
      await ask('/whole')
      expect(await (await ask('/stream')).text()).to.equal('ab')
      await until(() => ends.length === 2)
      expect(ends).to.deep.equal([
        ['whole', true, 200],
        ['stream', true, 200]
      ])
      await service.close()
    })
  })

  it('is waited for by close, and cut at its deadline', async () => {
    let reason: Error | undefined
    let finish = (): void => {}
    let isEntered = false
    const { ask, service } = await fetched((router) => {
      router.getFunc('/slow', async () => {
        isEntered = true
        await new Promise<void>((resolve) => {
          finish = resolve
        })
        return 'finished'
      })
      router.getFunc('/never', async (ctx) => {
        ctx.signal.addEventListener('abort', () => {
          reason = ctx.signal.reason
        })
        await new Promise(() => {})
      })
    })
    const slow = ask('/slow')
    await until(() => isEntered)
    const closed = service.close()
    finish()
    expect(await (await slow).json()).to.equal('finished')
    await closed
    await service.start()
    const never = ask('/never')
    await service.close({ deadline: 1 })
    expect((await never).status).to.equal(503)
    expect(reason?.message).to.equal('The service stopped before the response was sent')
  })

  it('is rejected where its body was read before', async () => {
    const { service } = await fetched(bytes)
    const request = new Request('http://api.example/', { method: 'POST', body: 'abc' })
    await request.text()
    const error = await service.fetch(request).catch((failure: Error) => failure)
    expect(String(error)).to.equal('TypeError: The body of the request was already read by someone else')
  })

  it('has a response in time: the handler’s own comes too late', async () => {
    let isAborted = false
    const { ask, log } = await fetched(
      (router) =>
        router.getFunc('/', async (ctx) => {
          await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve))
          isAborted = true
          return 'late'
        }),
      { handlerTimeout: 5 }
    )
    const response = await ask('/')
    expect([response.status, response.headers.get('content-type')]).to.deep.equal([503, 'application/problem+json'])
    await until(() => isAborted)
    expect(told(log)).to.have.length.greaterThan(0)
  })
})
