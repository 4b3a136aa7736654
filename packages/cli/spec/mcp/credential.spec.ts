import { expect } from 'chai'
import { credentialOf } from '../../src/mcp/run-mcp.js'

const ENVIRONMENT = { TOKEN: 't', EMPTY: '', 'a=b': 'odd' }

describe('fieldstone mcp --credential', () => {
  it('reads the value of an environment variable', () => {
    expect(credentialOf('bearer=env:TOKEN', ENVIRONMENT)).to.deep.equal(['bearer', 't'])
    expect(credentialOf('key=env:a=b', ENVIRONMENT)).to.deep.equal(['key', 'odd'])
  })

  for (const variable of ['EMPTY', 'NONE', 'toString', '__proto__']) {
    it(`rejects the variable ${variable}, which is not set`, () => {
      expect(() => credentialOf(`bearer=env:${variable}`, ENVIRONMENT)).to.throw(
        `The environment variable ${variable} is not set`
      )
    })
  }

  for (const text of ['bearer=env:', 'bearer=TOKEN', 'bearer=secret=env:TOKEN', '=env:TOKEN', '', 'bearer']) {
    it(`rejects ${JSON.stringify(text)}, without a value after the "="`, () => {
      const [scheme] = text.split('=')
      expect(() => credentialOf(text, ENVIRONMENT)).to.throw(
        `--credential ${JSON.stringify(scheme)} is not <scheme>=env:<NAME>; write bearer=env:TOKEN`
      )
    })
  }
})
