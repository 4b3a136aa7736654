import { expect } from 'chai'
import { type ContractPart, formatReport, type VerifyOptions } from 'fieldstone-verify'
import { bare, json, mistaken, openApi, parameter } from '../support/services.js'
import { sound } from '../support/sound.js'
import { verified } from '../support/verified.js'

const NOTE = {
  type: 'object',
  required: ['text'],
  properties: { text: { type: 'string', minLength: 2, maxLength: 9 }, rank: { type: 'integer', minimum: 1 } }
}
const DOCUMENT = openApi({
  '/notes': {
    get: {
      operationId: 'list',
      parameters: [parameter('query', 'limit', { type: 'integer', maximum: 9 })],
      responses: {
        200: json({ type: 'object' }),
        ...bare(400),
        500: { description: 'Failed' },
        default: { description: 'Any' }
      }
    },
    post: {
      operationId: 'add',
      requestBody: { required: true, ...json(NOTE) },
      responses: { ...bare(201, 400, 409, 429, 503) }
    }
  }
})
const service = () => sound(DOCUMENT, { list: () => ({ status: 200, body: {} }), add: () => ({ status: 201 }) })

async function parts(given: ReturnType<typeof service>, options: VerifyOptions = {}) {
  const { coverage } = await verified(given, options)
  return Object.fromEntries(
    coverage.parts.map(({ part, met, total, unmet }) => [part, { met, total, unmet }])
  ) as Record<ContractPart, { met: number; total: number; unmet: readonly string[] }>
}

describe('The coverage of the contract', () => {
  it('counts operations, statuses, parameters, media types and keywords that a run met', async () => {
    const met = await parts(service())
    expect(met).to.deep.equal({
      operations: { met: 2, total: 2, unmet: [] },
      // No request leads to a 429, a 5xx or `default` for certain.
      statuses: { met: 4, total: 5, unmet: ['add 409'] },
      parameters: { met: 1, total: 1, unmet: [] },
      'request media types': { met: 1, total: 1, unmet: [] },
      'response media types': { met: 1, total: 1, unmet: [] },
      keywords: { met: 9, total: 9, unmet: [] }
    })
  })

  it('is the part of all these together, in percent', async () => {
    const { coverage } = await verified(service())
    expect(coverage.percentage).to.be.closeTo((100 * 18) / 19, 0.1)
  })

  it('has no operation, status or media type of which the service never responded so', async () => {
    const closed = mistaken(service(), async ({ method, path }, right) => {
      const own = await right()
      return method === 'POST' && path === '/notes' && own.status === 201 ? { status: 409 } : own
    })
    const { operations, statuses, parameters } = await parts(closed)
    expect(operations).to.deep.equal({ met: 1, total: 2, unmet: ['add'] })
    expect(statuses.unmet).to.deep.equal(['add 201'])
    expect(parameters.met).to.equal(1)
  })

  it('has no keyword that no request broke', async () => {
    const { keywords } = await parts(service(), { runs: 12 })
    expect(keywords.met).to.be.below(9)
    expect(keywords.unmet.length).to.equal(keywords.total - keywords.met)
  })

  it('counts only the operations that were chosen', async () => {
    const { operations, keywords } = await parts(service(), { include: ['list'] })
    expect([operations.total, keywords.total]).to.deep.equal([1, 2])
  })

  it('is required by minCoverage, and less is no proof', async () => {
    const whole = await verified(service(), { minCoverage: 90 })
    expect([whole.ok, whole.minCoverage]).to.deep.equal([true, 90])
    const report = await verified(service(), { minCoverage: 99 })
    expect([report.ok, report.outcome]).to.deep.equal([false, 'unproved'])
    expect(formatReport(report)).to.match(/^Coverage of the contract: 94\.7 %, less than the 99 % that are required$/m)
  })

  it('is in the report with what was not met', async () => {
    expect(formatReport(await verified(service()))).to.contain(`Coverage of the contract: 94.7 %
  operations               2 of 2
  statuses                 4 of 5      not met: add 409
  parameters               1 of 1
  request media types      1 of 1
  response media types     1 of 1
  keywords                 9 of 9`)
  })
})
