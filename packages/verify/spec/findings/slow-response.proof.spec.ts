import { expect } from 'chai'
import { verify } from 'fieldstone-verify'
import { openApi30 as openApi } from '../support/services.js'

/** A service whose response to one kind of search takes longer, in milliseconds. */
function search(delays: Readonly<Record<string, number>>) {
  const kind = { name: 'kind', in: 'query', required: true, schema: { type: 'string', enum: Object.keys(delays) } }
  const responses = { 204: { description: 'Done' }, 400: { description: 'Wrong' } }
  return {
    document: openApi({ '/search': { get: { operationId: 'search', parameters: [kind], responses } } }),
    async inject({ url }: { readonly url: string }) {
      const delay = delays[new URL(url, 'http://host').searchParams.get('kind') ?? '']
      if (delay !== undefined && delay > 0) await new Promise((resolve) => setTimeout(resolve, delay))
      return { statusCode: delay === undefined ? 400 : 204, headers: {}, rawBody: Buffer.alloc(0) }
    }
  }
}

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

describe('verify without maxResponseTime', () => {
  it('reports a request that takes far longer than others of its operation, and more than a second', async () => {
    const { suspicions } = await verify(search({ a: 0, b: 0, c: 0, slow: 1_300 }), { seed: 1, runs: 60 })
    const [slow, ...more] = suspicions.filter(({ kind }) => kind === 'slow-response')
    expect(slow?.document).to.match(
      /^the response comes within 1000 ms, as half of the operation's responses do within \d+ ms; it took at least \d+ ms, three times$/
    )
    expect(slow?.curl).to.include('kind=slow')
    expect(more).to.deep.equal([])
  }).timeout(120_000)
})
