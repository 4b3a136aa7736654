import { expect } from 'chai'
import { readBaseline, writeBaseline } from 'fieldstone-verify'
import { findingReport } from './reports.js'

describe('A baseline of accepted findings', () => {
  const [known, other] = [findingReport(), findingReport({ what: 'query id maximum' })]

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
    ['{"accepted":[{"kind":"server-error"}]}', 'accepted[0] needs the texts `kind`, `operation` and `what`'],
    [
      '{"accepted":[{"kind":"server-eror","operation":"a","what":""}]}',
      'accepted[0].kind is "server-eror", which no finding is'
    ]
  ] as const) {
    it(`says what is wrong with ${text}`, () => expect(() => readBaseline(text)).to.throw(message))
  }
})
