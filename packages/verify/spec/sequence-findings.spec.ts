import { expect } from 'chai'
import { openApi } from '../../../spec/support/published.js'
import { verify } from '../src/verify.js'
import { listedRun } from './listed-run.js'
import { type Asked, type Responded, responding } from './sequences/responding.js'

const LIST = 'verify/sequence-findings-list.txt'
const DOCUMENT = openApi(
  {
    '/clock': {
      get: {
        operationId: 'clock',
        responses: {
          200: {
            description: 'The time',
            content: {
              'application/json': { schema: { type: 'object', required: ['hour'], properties: { hour: {} } } }
            }
          }
        }
      }
    }
  },
  {},
  '3.1.0'
)

/** Requests of a run that are no part of a sequence never have it. */
const TAG = '"the ninth hour"'

/** A service that responds to a request with its tag in its own way. */
function clock(respond: (asked: Asked) => Responded) {
  return responding(DOCUMENT, (asked) => {
    const { method, path, headers } = asked
    if (path !== '/clock') return { status: 404 }
    if (method !== 'GET') return { status: 405, headers: { allow: 'GET' } }
    if (headers['if-none-match'] === TAG) return respond(asked)
    return { status: 200, body: { hour: 9 }, headers: { etag: TAG } }
  })
}

describe('What a request of a sequence shows', () => {
  const services: readonly (readonly [what: string, respond: (asked: Asked) => Responded])[] = [
    ['a failure', () => ({ status: 500, body: {} })],
    ['a wrong response', () => ({ status: 200, body: { minute: 5 }, headers: { etag: TAG } })],
    ['a failure in every second response', ({ time }) => ({ status: time % 2 === 0 ? 500 : 304 })],
    ['no response', () => ({ status: 0 })]
  ]
  for (const [what, respond] of services) {
    it(`is in the report of sequence-findings-list.txt: ${what}`, async () => {
      await listedRun([LIST, what], clock(respond), { seed: 1, runs: 60 })
    })
  }

  it('ends the run where it is as much as may be found', async () => {
    // The sequence shows a suspicion, too.
    const service = clock(() => ({ status: 200, body: {}, headers: { etag: TAG } }))
    const report = await verify(service, { seed: 1, runs: 60, maxDisagreements: 1 })
    const found = [...report.disagreements, ...report.suspicions].map(({ kind }) => kind)
    expect([...found, report.isStoppedEarly]).to.deep.equal(['broken-response', true])
  })

  it('is not waited for again where there is no response in time', async () => {
    const inTime = clock(() => ({ status: 304 }))
    let waiting = 0
    const service: typeof inTime = {
      ...inTime,
      inject: (request) => {
        if (request.headers['if-none-match'] !== TAG) return inTime.inject(request)
        waiting++
        return new Promise(() => {})
      }
    }
    const report = await verify(service, { seed: 1, runs: 60, timeout: 400, maxResponseTime: 60_000 })
    expect(waiting).to.equal(1)
    expect(report.disagreements.map(({ kind }) => kind)).to.deep.equal(['server-error'])
    expect(report.shrinkRequests).to.equal(0)
  })
})
