import { expect } from 'chai'
import { application } from '../../sample-app/application.js'
import { Application } from '../../src/application/application.js'
import { bootstrap } from '../../src/application/bootstrap.js'
import { formatReport } from '../../src/verify/report/format-report.js'
import { verify } from '../../src/verify/verify.js'
import { wideApplication } from './wide-application.js'

describe('the promise that verify checks', () => {
  it('is kept by the sample application in 10,000 requests', async () => {
    const report = await verify(await bootstrap(application), { runs: 10_000, seed: 2026 })
    expect(report.ok, formatReport(report)).to.equal(true)
    for (const { id, isReached, probes } of report.operations) {
      expect(isReached && probes.tried === probes.total, id).to.equal(true)
    }
  }).timeout(120_000)

  for (const openapi of ['3.0', '3.1'] as const) {
    it(`is kept by an application of every type and rule in 13,000 requests, documented in OpenAPI ${openapi}`, async () => {
      const wide = new Application({
        ...wideApplication.options,
        openapi
      })
      const report = await verify(await bootstrap(wide), { runs: 13_000, seed: 2026 })
      expect(report.ok, formatReport(report)).to.equal(true)
      for (const operation of report.operations) {
        expect(operation.isReached, operation.id).to.equal(true)
        expect(operation.probes.tried, operation.id).to.equal(operation.probes.total)
      }
    }).timeout(120_000)
  }
})
