import { expect } from 'chai'
import { Application, bootstrap, type Context } from 'fieldstone'
import { until } from '../../../../spec/support/one-handler.js'
import { findingsOf, inShort, theFinding, verified } from '../support/verified.js'

const promised = { operationId: 'things', responses: { 200: { body: String } } }

const serviceOf = (handler: (ctx: Context) => unknown) =>
  bootstrap(
    new Application({
      ...{ title: 'Things', version: '1', logger: false, responseChecks: 'enforce' },
      routes: (router) => router.getFunc('/things', handler, promised)
    })
  )

describe('A service of Fieldstone in this process', () => {
  it('responds as it does without checks, although the application enforces them', async () => {
    const report = await verified(await serviceOf(() => 7))
    expect(findingsOf(report).map(inShort)).to.deep.equal(['broken-response things 200  type'])
    const missing = await verified(await serviceOf((ctx) => ctx.jsonError(404, 'No such thing')))
    expect(findingsOf(missing).map(inShort)).to.deep.equal(['undocumented-status things 404'])
  })

  it('shows why it failed, and where in its code', async () => {
    const service = await serviceOf(function find() {
      throw new TypeError('no thing')
    })
    const { response } = theFinding(await verified(service, { runs: 20 }), 'server-error')
    expect(response.status).to.equal(500)
    expect(response.error).to.match(
      /^TypeError: no thing, at .*find \(packages\/verify\/spec\/findings\/in-process\.spec\.ts:\d/
    )
    expect(response.body).not.to.include('no thing')
  })

  it('shows the cause of what was thrown, in one line', async () => {
    const service = await serviceOf(() => {
      throw new Error('first\nsecond', { cause: new RangeError('the third') })
    })
    const { error } = theFinding(await verified(service, { runs: 20 }), 'server-error').response
    expect(error)
      .to.match(/^Error: first, .*in-process\.spec\.ts/)
      .and.not.to.contain('\n')
  })

  it('shows why it cut a response', async () => {
    const service = await serviceOf((ctx) =>
      ctx.send(
        200,
        'text/plain',
        (function* () {
          yield 'a'
          throw new Error('half')
        })()
      )
    )
    const { response } = theFinding(await verified(service, { runs: 20 }), 'server-error', 'none')
    expect(response.body).to.match(/: Error: half, at /)
  })

  it('is cut when the time is up, so that its signal fires and no stream goes on', async () => {
    let left: (reason: unknown) => void = () => undefined
    const isLeft = new Promise<unknown>((resolve) => {
      left = resolve
    })
    const waiting = await serviceOf(async ({ signal }) => {
      // On a slow machine the time may be up before the handler is called.
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve))
      left(signal.reason)
    })
    const { response } = theFinding(await verified(waiting, { timeout: 200 }), 'server-error', 'none')
    expect(response.body).to.equal('nothing came within 0.2 seconds')
    expect(await isLeft).to.have.property('name', 'RequestAborted')
    let isReleased = false
    async function* texts() {
      try {
        for (;;) yield 'tick'
      } finally {
        isReleased = true
      }
    }
    await verified(await serviceOf((ctx) => ctx.stream(200, texts(), { contentType: 'text/plain' })), {
      timeout: 20,
      runs: 5
    })
    await until(() => isReleased)
  })
})
