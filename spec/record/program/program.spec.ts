import { expect } from 'chai'
import { mayGenerateCode } from '../../../src/record/program/program.js'

describe('Code is generated', () => {
  it('where text may become code', () => {
    expect(mayGenerateCode({})).to.equal(true)
    expect(mayGenerateCode({ navigator: { userAgent: 'Node.js/22' } })).to.equal(true)
  })

  it('not in Workers, which allow it while they start alone', () => {
    expect(mayGenerateCode({ navigator: { userAgent: 'Cloudflare-Workers' } })).to.equal(false)
  })
})
