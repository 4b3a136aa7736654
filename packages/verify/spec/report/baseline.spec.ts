import { expect } from 'chai'
import { Baseline, readBaseline, writeBaseline } from '../../src/report/baseline.js'
import { findingReport } from './reports.js'

describe('A baseline of accepted findings', () => {
  const [known, other] = [findingReport(), findingReport({ what: 'query id maximum' })]

  it('accepts a finding of the same kind, operation and place, and no other', () => {
    const baseline = new Baseline([{ kind: 'accepted-invalid', operation: 'getItems', what: 'query id type' }])
    expect([known, other].map((finding) => baseline.accepts(finding))).to.deep.equal([true, false])
    expect(baseline.accepts({ ...known, operation: 'getThings' })).to.equal(false)
  })

  it('names what is not found any more', () => {
    const accepted = readBaseline(writeBaseline([known, other], []))
    expect(new Baseline(accepted).without([known]).map(({ what }) => what)).to.deep.equal(['query id maximum'])
  })

  it('is read as it was written, in one order, and keeps the reasons', () => {
    const reasoned = { kind: known.kind, operation: known.operation, what: known.what, reason: 'an old client' }
    const text = writeBaseline([known, other], [reasoned])
    expect(readBaseline(text)).to.deep.equal([
      { kind: 'accepted-invalid', operation: 'getItems', what: 'query id maximum' },
      reasoned
    ])
    expect(writeBaseline([other, known], [reasoned])).to.equal(text)
  })

  for (const [text, message] of [
    ['[]', 'a baseline is an object with a list `accepted`'],
    ['null', 'a baseline is an object with a list `accepted`'],
    ['{"accepted":[{"kind":"server-error"}]}', 'accepted[0] needs the texts `kind`, `operation` and `what`']
  ] as const) {
    it(`says what is wrong with ${text}`, () => expect(() => readBaseline(text)).to.throw(message))
  }
})
