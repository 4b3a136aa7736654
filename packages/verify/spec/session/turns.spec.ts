import { expect } from 'chai'
import { openApi, published } from '../../../../spec/support/published.js'
import { Principals } from '../../src/credentials/principals.js'
import { RequestMaker } from '../../src/requests/request-maker.js'
import { Session } from '../../src/session/session.js'
import { drawWith } from '../../src/values/draw.js'
import { verify } from '../../src/verify.js'
import { InProcessTarget, type VerifiableService } from '../../src/wire/target.js'

const PATHS = { '/a': { post: { operationId: 'a', responses: { 204: { description: 'Done' } } } } }
const DONE = { statusCode: 204, headers: {}, rawBody: Buffer.from('') }

/** Keeps the processor for so many milliseconds, longer than requests go on without a turn for others. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

async function sessionOf(inject: VerifiableService['inject']) {
  const { document, checks, maker, judge, libraries } = await published(PATHS)
  const none = { extras: { headers: [], query: [] }, credentials: {}, principals: {}, scopes: {} }
  const settings = { timeout: 60_000, reset: () => {}, resetEvery: 1 }
  const target = new InProcessTarget({ document: {}, inject })
  const session = new Session(target, checks, judge, new Principals([], none), settings)
  const [operation] = document.operations
  const parts = drawWith(libraries.fastCheck, 1, (draw) => new RequestMaker(maker).valid(operation!, draw))
  return { session, parts: parts! }
}

describe('A session of verify', () => {
  it('gives timers a turn while a service responds at once', async () => {
    const controller = new AbortController()
    let count = 0
    const inject = async () => {
      if (++count === 1) setTimeout(() => controller.abort(), 1)
      return DONE
    }
    const service = { document: openApi(PATHS), inject }
    const { isAborted } = await verify(service, {
      seed: 1,
      runs: 20_000,
      maxDisagreements: 1000,
      signal: controller.signal
    })
    expect(isAborted).to.equal(true)
  }).timeout(120_000)

  it('gives no turn between requests at the same time, of which one would be done before the other is sent', async () => {
    const seen: string[] = []
    let count = 0
    const { session, parts } = await sessionOf(async () => {
      const number = ++count
      seen.push(`begin ${number}`)
      for (let times = 0; times < 50; times++) await undefined
      seen.push(`end ${number}`)
      return DONE
    })
    const first = session.attemptNext(parts)
    work(70)
    await Promise.all([first, session.attemptNext(parts), session.attemptNext(parts)])
    expect(seen).to.deep.equal(['begin 1', 'begin 2', 'begin 3', 'end 1', 'end 2', 'end 3'])
  })

  it('sends requests at the same time in their order, also after a turn', async () => {
    const seen: string[] = []
    const { session, parts } = await sessionOf(async ({ headers }) => {
      seen.push(headers['x-number'] ?? '')
      return DONE
    })
    for (let round = 0; round < 3; round++) {
      work(70)
      const numbered = ['1', '2', '3'].map((text) => ({ ...parts, headers: [['x-number', text] as const] }))
      await Promise.all(numbered.map((each) => session.attemptNext(each)))
    }
    expect(seen.join(' ')).to.equal('1 2 3 1 2 3 1 2 3')
  })
})
