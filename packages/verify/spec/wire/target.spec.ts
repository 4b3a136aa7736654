import { expect } from 'chai'
import { Application, bootstrap, type Context } from 'fieldstone'
import { until } from '../../../../spec/support/one-handler.js'
import { InProcessTarget, NoResponse } from '../../src/wire/target.js'

const promised = { responses: { 200: { body: String } } }

async function sent(handler: (ctx: Context) => unknown, timeout = 60_000) {
  const application = new Application({
    ...{ title: 'Things', version: '1', logger: false, responseChecks: 'enforce' },
    routes: (router) => router.getFunc('/things', handler, promised)
  })
  const target = new InProcessTarget(await bootstrap(application))
  const request = { method: 'GET', url: '/things', headers: [], body: undefined }
  return target.send(request, { timeout, client: 0 })
}

const textOf = ({ body }: { body: Uint8Array }) => Buffer.from(body).toString()

describe('A service in this process, as verification sees it', () => {
  it('responds as it does without checks, although the application enforces them', async () => {
    const missing = await sent((ctx) => ctx.jsonError(404, 'No such thing'))
    expect(missing).to.include({ status: 404 }).and.not.to.have.property('error')
    const wrong = await sent(() => 7)
    expect(wrong).to.include({ status: 200 })
    expect(textOf(wrong as never)).to.equal('7')
  })

  it('shows why it failed, and where in its code', async () => {
    const failed = await sent(function find() {
      throw new TypeError('no thing')
    })
    expect(failed).to.have.property('status', 500)
    expect(failed)
      .to.have.property('error')
      .that.matches(/^TypeError: no thing, at .*find \(packages\/verify\/spec\/wire\/target\.spec\.ts:\d/)
    expect(textOf(failed as never)).not.to.include('no thing')
  })

  it('shows why it cut a response', async () => {
    const failed = await sent((ctx) =>
      ctx.send(
        200,
        'text/plain',
        (function* () {
          yield 'a'
          throw new Error('half')
        })()
      )
    )
    expect(failed).to.be.instanceOf(NoResponse)
    expect(failed)
      .to.have.property('message')
      .that.matches(/: Error: half, at /)
  })

  it('is cut when the time is up, so that its signal fires and no stream goes on', async () => {
    let left: (reason: unknown) => void = () => undefined
    const isLeft = new Promise<unknown>((resolve) => {
      left = resolve
    })
    const late = await sent(async ({ signal }) => {
      // On a slow machine the time may be up before the handler is called.
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve))
      left(signal.reason)
    }, 200)
    expect(late)
      .to.be.instanceOf(NoResponse)
      .and.to.include({ isLate: true, message: 'nothing came within 0.2 seconds' })
    expect(await isLeft).to.have.property('name', 'RequestAborted')
    let isReleased = false
    async function* events() {
      try {
        for (;;) yield 'tick'
      } finally {
        isReleased = true
      }
    }
    expect(await sent((ctx) => ctx.stream(200, events(), { contentType: 'text/plain' }), 20)).to.have.property(
      'isLate',
      true
    )
    await until(() => isReleased)
  })

  it('is left when enough of a stream of events is there', async () => {
    let isReleased = false
    async function* events() {
      try {
        for (;;) {
          yield 'tick'
          await new Promise(setImmediate)
        }
      } finally {
        isReleased = true
      }
    }
    const response = await sent((ctx) => ctx.sse(events()))
    expect(response).to.include({ status: 200, cut: 'open' })
    expect(textOf(response as never)).to.match(/^data: tick\n\n/)
    await until(() => isReleased)
  })
})
