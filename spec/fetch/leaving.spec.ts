import { getEventListeners } from 'node:events'
import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { expect } from 'chai'
import { type Context, type NodeHandler } from 'fieldstone'
import { type Fetched, fetched } from '../support/fetched.js'
import { until } from '../support/one-handler.js'
import { RecordedTimers } from '../support/recorded-timers.js'
import { told } from '../support/served-router.js'

const withNode = (handler: NodeHandler) => fetched((router) => router.get('/', handler).post('/', handler))

async function rejection(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise
  } catch (error) {
    return error as Error
  }
  throw new Error('It did not reject')
}

describe('What is in flight by service.fetch', () => {
  describe('a stream of events that waits for its first one', () => {
    const awaiting = async (headDelay: number) => {
      let isAsked = false
      let isLeft = false
      const got = await fetched((router) =>
        router.getFunc('/', (ctx) =>
          ctx.sse(
            (async function* (): AsyncGenerator<string, void> {
              isAsked = true
              await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve))
              isLeft = true
              yield 'too late'
            })(),
            { headDelay }
          )
        )
      )
      return { got, isAsked: () => isAsked, isLeft: () => isLeft }
    }

    it('is given when its delay is over', async () => {
      const { got, isLeft } = await awaiting(1)
      const { status, headers, body } = await got.ask('/')
      expect([status, headers.get('content-type')]).to.deep.equal([200, 'text/event-stream'])
      await body?.cancel()
      await until(isLeft)
      await got.service.close()
    })

    it('is left by a client that goes away before, and is a 503 when the service stops', async () => {
      for (const end of ['leave', 'stop']) {
        const { got, isAsked, isLeft } = await awaiting(600_000)
        const controller = new AbortController()
        const answer = got.ask('/', { signal: controller.signal })
        await until(isAsked)
        if (end === 'leave') controller.abort()
        else await got.service.close({ deadline: 1 })
        expect((await answer).status).to.equal(end === 'leave' ? 499 : 503)
        await until(isLeft)
        expect(told(got.log)).to.deep.equal([])
        await got.service.close()
      }
    })
  })

  describe('a client that goes away', () => {
    const waiting = async (): Promise<{ got: Fetched; reasons: string[]; isLeft: () => boolean }> => {
      const reasons: string[] = []
      let isLeft = false
      const got = await fetched((router) => {
        router.getFunc('/wait', async (ctx: Context) => {
          ctx.response().on('close', () => {
            isLeft = true
          })
          await new Promise((_resolve, reject) => {
            ctx.signal.addEventListener('abort', () => {
              reasons.push(ctx.signal.reason.name)
              reject(ctx.signal.reason)
            })
          })
        })
        router.getFunc('/stream', (ctx) => {
          async function* parts() {
            try {
              for (;;) {
                yield 'x'
                await wait(1)
              }
            } finally {
              isLeft = true
            }
          }
          ctx.stream(200, parts())
        })
      })
      return { got, reasons, isLeft: () => isLeft }
    }

    it('fires the signal of the context, and nobody minds what is answered', async () => {
      const { got, reasons, isLeft } = await waiting()
      const controller = new AbortController()
      const answer = got.ask('/wait', { signal: controller.signal })
      await wait(5)
      controller.abort()
      expect((await answer).status).to.equal(499)
      await until(isLeft)
      expect(reasons).to.deep.equal(['RequestAborted'])
      expect(told(got.log)).to.deep.equal([])
      await got.service.close()
    })

    it('before the handler runs finds its signal fired', async () => {
      const { got } = await waiting()
      expect((await got.ask('/wait', { signal: AbortSignal.abort() })).status).to.equal(499)
      await got.service.close()
    })

    it('ends the source of a stream, by its signal and by not reading on', async () => {
      for (const leave of [
        async (_answer: Response, controller: AbortController) => controller.abort(),
        (answer: Response) => answer.body?.cancel()
      ]) {
        const { got, isLeft } = await waiting()
        const controller = new AbortController()
        const answer = await got.ask('/stream', { signal: controller.signal })
        await leave(answer, controller)
        await until(isLeft)
        expect(told(got.log)).to.deep.equal([])
        await got.service.close()
      }
    })

    it('tells what begins to wait for the end later that nothing was sent', async () => {
      let isSent: boolean | undefined
      const { ask } = await fetched((router) =>
        router.getFunc('/', async (ctx) => {
          await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve))
          ctx.whenOver((whole) => {
            isSent = whole
          })
        })
      )
      const controller = new AbortController()
      const answer = ask('/', { signal: controller.signal })
      await setImmediate()
      controller.abort()
      expect((await answer).status).to.equal(499)
      await until(() => isSent !== undefined)
      expect(isSent).to.equal(false)
    })

    it('is not listened to any more after the response', async () => {
      const { service } = await fetched((router) => router.getFunc('/', () => setImmediate('late')))
      const request = new Request('http://api.example/')
      expect(await (await service.fetch(request)).json()).to.equal('late')
      expect(getEventListeners(request.signal, 'abort')).to.have.length(0)
    })

    it('after the whole answer changes nothing', async () => {
      let reason: unknown
      const { ask } = await fetched((router) =>
        router.getFunc('/', (ctx) => {
          ctx.signal.addEventListener('abort', () => {
            reason = ctx.signal.reason
          })
          ctx.text(200, 'done')
        })
      )
      const controller = new AbortController()
      const answer = await ask('/', { signal: controller.signal })
      expect(await answer.text()).to.equal('done')
      controller.abort()
      await wait(5)
      expect(reason).to.equal(undefined)
    })
  })

  describe('closing', () => {
    it('lets the requests in flight finish, and refuses new ones', async () => {
      const finish: (() => void)[] = []
      const { ask, service } = await withNode((_req, res) => void finish.push(() => res.end('finished')))
      const answer = ask('/')
      await until(() => finish.length === 1)
      const closed = service.close()
      const refused = await ask('/')
      expect([refused.status, refused.headers.get('content-type')]).to.deep.equal([503, 'application/problem+json'])
      finish[0]?.()
      expect(await (await answer).text()).to.equal('finished')
      await closed
      await service.start()
      const after = ask('/')
      await until(() => finish.length === 2)
      finish[1]?.()
      expect((await after).status).to.equal(200)
      await service.close()
    })

    for (const [what, given] of Object.entries({
      'a text': 'http://api.example/',
      nothing: {},
      'a request whose target cannot be read': Object.create(Request.prototype, {
        bodyUsed: { value: false },
        method: { value: 'GET' },
        url: { get: assertNever }
      })
    })) {
      it(`does not wait for ${what} that was given in the place of a request`, async () => {
        const { service } = await fetched((router) => router.getFunc('/', () => 1))
        await new Promise<Response>((resolve) => resolve(service.fetch(given as Request))).catch(() => undefined)
        const isFinished = await Promise.race([service.close().then(() => true), setImmediate(false)])
        expect(isFinished).to.equal(true)
      })
    }

    it('leaves no timer behind when the last request has finished', async () => {
      const timers = new RecordedTimers()
      timers.start()
      const deadline = timers.delay('deadline')
      try {
        let finish: (() => void) | undefined
        const { ask, service } = await withNode((_req, res) => {
          finish = () => res.end('finished')
        })
        const response = ask('/')
        await until(() => finish !== undefined)
        const closed = service.close({ deadline })
        await until(() => timers.open.includes('deadline'))
        finish?.()
        await response
        await closed
        expect(timers.open).to.deep.equal([])
      } finally {
        timers.stop()
      }
    })

    it('cuts what is left at the deadline: a 503 where no answer had begun, else a body that fails', async () => {
      let reason: Error | undefined
      const { ask, service } = await fetched((router) => {
        router.getFunc('/never', async (ctx) => {
          await new Promise((_resolve, reject) => {
            ctx.signal.addEventListener('abort', () => {
              reason = ctx.signal.reason
              reject(reason)
            })
          })
        })
        router.get('/half', (_req, res) => res.write('half'))
      })
      const never = ask('/never')
      const half = await ask('/half')
      await service.close({ deadline: 10 })
      expect((await never).status).to.equal(503)
      expect(reason?.message).to.equal('The service stopped before the response was sent')
      await rejection(half.text())
    })

    it('cuts those that are left, in whatever order the others have ended', async () => {
      const paths = ['/?a', '/?b', '/?c', '/?d', '/?e']
      for (const first of paths) {
        for (const second of paths.filter((path) => path !== first)) {
          const ends = new Map<string, () => void>()
          const { ask, service } = await withNode((req, res) => {
            ends.set(req.url ?? '', () => res.end('finished'))
          })
          const responses = new Map(paths.map((path) => [path, ask(path)]))
          await until(() => ends.size === paths.length)
          for (const path of [first, second]) {
            ends.get(path)?.()
            expect((await responses.get(path))?.status).to.equal(200)
          }
          await service.close({ deadline: 1 })
          const left = paths.filter((path) => path !== first && path !== second)
          const statuses = await Promise.all(left.map(async (path) => (await responses.get(path))?.status))
          expect(statuses).to.deep.equal([503, 503, 503])
        }
      }
    })
  })
})

function assertNever(): never {
  throw new Error('cannot be read')
}
