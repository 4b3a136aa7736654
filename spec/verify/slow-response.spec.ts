import { expect } from 'chai'
import { verify } from '../../src/verify/verify.js'
import { openApi } from '../support/published.js'

/** A service whose responses take the time that `delay` says, by the number of the request. */
function service(delay: (request: number) => number) {
  let count = 0
  return {
    document: openApi({ '/slow': { get: { operationId: 'slow', responses: { 204: { description: 'Done' } } } } }),
    async inject() {
      const end = performance.now() + delay(count++)
      while (performance.now() < end) await new Promise((resolve) => setImmediate(resolve))
      return { statusCode: 204, headers: {}, rawBody: Buffer.alloc(0) }
    }
  }
}

async function suspicions(delay: (request: number) => number, maxResponseTime?: number): Promise<string[]> {
  const report = await verify(service(delay), {
    runs: 3,
    seed: 1,
    ...(maxResponseTime !== undefined && { maxResponseTime })
  })
  return report.suspicions.filter(({ kind }) => kind === 'slow-response').map(({ document }) => document)
}

describe('verify with maxResponseTime', () => {
  it('reports an operation whose responses take longer, each time', async () => {
    const [slow, ...more] = await suspicions(() => 20, 5)
    expect(slow).to.match(/^the response comes within 5 ms; it took at least \d+ ms, three times$/)
    expect(more).to.deep.equal([])
  })

  it('takes no single slow response for a slow operation', async () => {
    // The machine that runs this may be slow, but not by a second three times in a row.
    expect(await suspicions((request) => (request === 0 ? 1_100 : 0), 1_000)).to.deep.equal([])
  }).timeout(60_000)

  it('reports none without it', async () => {
    expect(await suspicions(() => 20)).to.deep.equal([])
  })
})
