import { expect } from 'chai'
import { Application, bootstrap } from 'fieldstone'
import { formatReport, verify } from 'fieldstone-verify'
import { application } from '../../../../sample-app/application.js'
import { cases, isDeep, seed } from '../../../../spec/support/chance.js'
import { wideApplication } from './wide-application.js'

/** Forms at the default limits have 32 MiB or a thousand parts; the document states these as it states those. */
const SMALL_FORMS = { requestSize: 1_200_000, fileSize: 600_000, fields: 20, parts: 30 }

/** Thousands of requests; the limit is against hanging. */
const LONGEST_MS = 600_000

describe('the promise that verify checks', () => {
  it('is kept by the sample application in many requests', async () => {
    const report = await verify(await bootstrap(application), { ...(isDeep && { runs: 10_000 }), seed: seed(2026) })
    expect(report.ok, formatReport(report)).to.equal(true)
    for (const { id, isReached, edgeCases } of report.operations) {
      expect(isReached && edgeCases.tried + edgeCases.shared === edgeCases.total, id).to.equal(true)
    }
  }).timeout(LONGEST_MS)

  for (const [index, openapi] of (['3.0', '3.1'] as const).entries()) {
    const share = isDeep ? '' : `, every other operation of it,`
    it(`is kept by an application of every type and rule${share} documented in OpenAPI ${openapi}`, async () => {
      const service = await bootstrap(
        new Application({ ...wideApplication.options, openapi, ...(!isDeep && { uploads: SMALL_FORMS }) })
      )
      // The versions write the same schemas in other words: each operation is tried by one of them.
      let count = 0
      const exclude = () => !isDeep && count++ % 2 !== index
      const report = await verify(service, { ...(isDeep && { runs: 16_000 }), seed: seed(2026), exclude })
      expect(report.ok, formatReport(report)).to.equal(true)
      const tried = report.operations.filter(({ isSkipped }) => !isSkipped)
      expect(tried.length).to.be.at.least(Math.floor(report.operations.length / cases(2, 1)))
      for (const { id, isReached, edgeCases } of tried) {
        expect(isReached, id).to.equal(true)
        expect(edgeCases.tried + edgeCases.shared, id).to.equal(edgeCases.total)
      }
    }).timeout(LONGEST_MS)
  }
})
