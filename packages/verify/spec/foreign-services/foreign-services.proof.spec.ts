import { expect } from 'chai'
import { formatReport, verify } from 'fieldstone-verify'
import { isDeep, seed } from '../../../../spec/support/chance.js'
import { EXPRESS_MISTAKES, startExpressService } from './express-service.js'
import { FASTIFY_MISTAKES, startFastifyService } from './fastify-service.js'
import type { ForeignService, Mistake } from './listening.js'
import { NEST_MISTAKES, startNestService } from './nest-service.js'

/** A whole run takes seconds of processor time. */
const EFFORT = isDeep ? {} : { runs: 700, shrinkRuns: 4 }

/** What is a matter of a framework's taste: none of it contradicts a document. */
const TASTES = new Set(['accepted-unusual', 'undocumented-limit', 'undocumented-property', 'changed-value'])

describe('verify, on services of other frameworks', () => {
  const services: readonly [name: string, start: () => Promise<ForeignService>, mistakes: readonly Mistake[]][] = [
    ['Express', startExpressService, EXPRESS_MISTAKES],
    ['Fastify', startFastifyService, FASTIFY_MISTAKES],
    ['NestJS', startNestService, NEST_MISTAKES]
  ]
  for (const [name, start, mistakes] of services) {
    it(`finds what is wrong with one of ${name}, and accuses it of nothing else`, async () => {
      const { url, document, reset, close } = await start()
      try {
        const report = await verify({ url, document }, { seed: seed(1), reset, maxDisagreements: 100, ...EFFORT })
        const found = report.disagreements.map(({ kind, operation, what }) => `${kind} ${operation} ${what}`)
        const known = mistakes.map((mistake) => (typeof mistake === 'string' ? mistake : mistake.line))
        const text = formatReport(report)
        expect(found, text).to.include.members(mistakes.filter((mistake) => typeof mistake === 'string'))
        expect(known, text).to.include.members(found)
        expect(report.suspicions.filter(({ kind }) => !TASTES.has(kind))).to.deep.equal([])
      } finally {
        await close()
      }
    })
  }
})
