import { expect } from 'chai'
import { bootstrap } from 'fieldstone'
import { formatReport, verify } from 'fieldstone-verify'
import { isDeep, seed } from '../../../../spec/support/chance.js'
import { foreignApplication } from '../../../../spec/support/foreign-application.js'
import { FOREIGN_SCHEMAS } from '../../../../spec/support/foreign-schemas.js'
import { RecordingLogger } from '../../../../spec/support/recording-logger.js'

describe('The promise of schemas of other libraries', () => {
  for (const [index, [vendor, schemas]] of Object.entries(FOREIGN_SCHEMAS).entries()) {
    // The versions write the same schemas in other words.
    const openapi = index % 2 === 0 ? '3.1' : '3.0'
    it(`is kept with ${vendor} in every place, documented in OpenAPI ${openapi}`, async () => {
      const logger = new RecordingLogger()
      const service = await bootstrap(foreignApplication(schemas, { openapi, responseChecks: 'enforce', logger }))
      const report = await verify(service, { ...(isDeep ? {} : { runs: 500 }), seed: seed(2026) })
      // Its handlers do not repeat what they get, and some of these libraries drop entries as __proto__ and constructor.
      const suspicions = report.suspicions.filter(({ kind }) => kind !== 'changed-value')
      expect([...report.disagreements, ...suspicions], formatReport(report)).to.deep.equal([])
      expect(report.ok).to.equal(isDeep)
      for (const { id, isReached } of report.operations) expect(isReached, id).to.equal(true)
      expect(logger.entries.filter(({ level }) => level === 'warn' || level === 'error')).to.deep.equal([])
    }).timeout(600_000)
  }
})
