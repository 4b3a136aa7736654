import { expect } from 'chai'
import { bootstrap } from 'fieldstone'
import { formatReport, verify } from 'fieldstone-verify'
import { cases, isDeep, seed } from '../support/chance.js'
import { fixtureIn } from '../support/compiled-forms.js'
import type { BerthModule } from '../support/forms/berths.js'
import { complaintsAbout } from '../support/openapi-validator.js'
import { type HarborOptions, harbor } from './application.js'

/** Thousands of requests; the limit is against hanging. */
const LONGEST_MS = 600_000

/** One operation of each kind; `npm run deep` and `npm run judges:check` try all. */
// biome-ignore format: one row a line
const FEW: readonly (readonly string[])[] = [
  ['GET /v1/watch/all', 'POST /v1/office/papers', 'PUT /v1/office/notice', 'PUT /v1/east/berths/*', '/v1/gates/*/hours'],
  ['GET /v1/watch/log', '/v1/office/stamp', 'DELETE /v1/east/berths/*', 'GET /v1/ships/*', '/v1/gates/*/queue/*', 'PATCH /v1/desk/opening']
]

describe('an application with every form of route, response and error, and all security schemes', () => {
  const versions: readonly (readonly [
    what: string,
    options: Omit<HarborOptions, 'berths'>,
    form: string | undefined
  ])[] = [
    ['OpenAPI 3.0, with problems', { openapi: '3.0', ownErrors: false }, undefined],
    ['OpenAPI 3.1, with errors of its own and standard decorators', { openapi: '3.1', ownErrors: true }, 'standard']
  ]
  for (const [index, [what, options, form]] of versions.entries()) {
    it(`is proved by verify, which has nothing to report: ${what}`, async function () {
      this.timeout(LONGEST_MS)
      const berths = form && (await fixtureIn<BerthModule>('standard by esbuild', 'berths'))
      const { application, options: known } = harbor({ ...options, ...(berths && { berths }) })
      const service = await bootstrap(application)
      try {
        expect(await complaintsAbout(service.document)).to.deep.equal([])
        const include = isDeep ? [] : FEW[index]
        const report = await verify(service, { ...known, strict: true, seed: seed(2026), ...(!isDeep && { include }) })
        expect(report.outcome, formatReport(report)).to.equal('proved')
        expect(report.unproved, formatReport(report)).to.deep.equal([])
        const tried = report.operations.filter(({ isSkipped }) => !isSkipped)
        expect(tried.length).to.be.at.least(cases(5, 44))
        for (const { id, isReached, edgeCases } of tried) {
          expect([id, isReached, edgeCases.tried + edgeCases.shared]).to.deep.equal([id, true, edgeCases.total])
        }
        const unmet = report.coverage.parts.flatMap((part) => part.unmet)
        expect(unmet.filter((point) => tried.some(({ id }) => point.startsWith(`${id} `)))).to.deep.equal([])
        if (isDeep) expect(report.untriedSequences).to.deep.equal([])
      } finally {
        await service.close()
      }
    })
  }
})
