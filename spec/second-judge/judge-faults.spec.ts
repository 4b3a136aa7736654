import { expect } from 'chai'
import { SecondJudge } from './hyperjump.js'
import { HYPERJUMP_FAULTS, type JudgeFault, withFaults } from './hyperjump-faults.js'

/** The verdict of the second judge by a document of this schema alone; undefined where it throws. */
async function verdictOf({ version, schema, text }: JudgeFault): Promise<boolean | undefined> {
  const judge = new SecondJudge({
    openapi: version === '3.0' ? '3.0.3' : '3.1.1',
    info: { title: 'Spec', version: '1' },
    paths: {},
    components: { schemas: { Judged: schema } }
  })
  try {
    return (await judge.at('components', 'schemas', 'Judged'))(JSON.parse(text))
  } catch {
    return undefined
  } finally {
    judge.close()
  }
}

describe('The second judge', () => {
  for (const fault of HYPERJUMP_FAULTS) {
    it(`judges rightly, where hyperjump ${fault.what}`, async () => {
      expect(await verdictOf(fault)).to.equal(fault.isValid)
    })

    it(`has to mend that hyperjump ${fault.what}`, async () => {
      // Fails when the library has mended it: then the entry goes, and what mends it.
      expect(await withFaults(() => verdictOf(fault))).not.to.equal(fault.isValid)
    })
  }
})
