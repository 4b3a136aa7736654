import { expect } from 'chai'
import { callerWith } from '../../../src/cli/mcp/caller.js'

describe('fieldstone mcp --credential', () => {
  const schemes = { bearer: { type: 'http', scheme: 'bearer' } } as const

  it('takes a credential from a variable of the environment', () => {
    const caller = callerWith(['bearer=env:TOKEN'], schemes, { TOKEN: 't' })
    expect(caller.header('authorization')).to.equal('Bearer t')
  })

  for (const variable of ['NONE', 'toString', '__proto__', 'constructor']) {
    it(`rejects the variable ${variable}, which is not set`, () => {
      expect(() => callerWith([`bearer=env:${variable}`], schemes, { TOKEN: 't' })).to.throw(
        `The environment variable ${variable} is not set`
      )
    })
  }
})
