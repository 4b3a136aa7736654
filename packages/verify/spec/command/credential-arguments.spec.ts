import { expect } from 'chai'
import { readCredentials, readScopes } from '../../src/command/credential-arguments.js'
import { UsageError } from '../../src/command/usage-error.js'

describe('--credential', () => {
  it('names a scheme, where its credential is, and whose it is', () => {
    const texts = ['bearer=env:TOKEN', 'basic=value:ada:p=w', 'key@reader=file:./key.txt', 'bearer@reader=env:READER']
    expect(readCredentials(texts)).to.deep.equal({
      credentials: { bearer: { env: 'TOKEN' }, basic: 'ada:p=w' },
      principals: { reader: { key: { file: './key.txt' }, bearer: { env: 'READER' } } }
    })
  })

  for (const text of [
    's3cret',
    'bearer=s3cret',
    'bearer=env:s3-cret',
    '=value:s3cret',
    'bearer=value:',
    '@a=value:s3cret'
  ]) {
    it(`rejects ${text}, and does not show what could be a credential`, () => {
      expect(() => readCredentials([text])).to.throw(UsageError, /scheme=env:NAME/)
      expect(() => readCredentials([text])).to.throw(/^((?!s3-?cret).)*$/)
    })
  }
})

describe('--scopes', () => {
  it('names a principal and its scopes, or none', () => {
    expect(readScopes(['reader=read', 'writer=read,write', 'guest='])).to.deep.equal({
      reader: ['read'],
      writer: ['read', 'write'],
      guest: []
    })
    expect(() => readScopes(['read'])).to.throw(UsageError, /name=scope/)
  })
})
