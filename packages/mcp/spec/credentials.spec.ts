import { expect } from 'chai'
import type { SecuritySchemeObject } from 'fieldstone'
import { callerWith } from '../src/credentials.js'

const SCHEMES: Readonly<Record<string, SecuritySchemeObject>> = {
  bearer: { type: 'http', scheme: 'bearer' },
  basic: { type: 'http', scheme: 'basic' },
  oauth: { type: 'oauth2', flows: {} },
  oidc: { type: 'openIdConnect', openIdConnectUrl: 'https://id.example' },
  header: { type: 'apiKey', in: 'header', name: 'X-Key' },
  query: { type: 'apiKey', in: 'query', name: 'key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
  other: { type: 'apiKey', in: 'cookie', name: 'own' }
}

describe('the credentials of calls over stdio', () => {
  const authorizations: readonly (readonly [scheme: string, value: string, header: string])[] = [
    ['bearer', 't', 'Bearer t'],
    ['oauth', 't', 'Bearer t'],
    ['oidc', 't', 'Bearer t'],
    ['basic', 'ann:é', `Basic ${Buffer.from('ann:é').toString('base64')}`]
  ]
  for (const [scheme, value, header] of authorizations) {
    it(`are ${header} for the scheme ${scheme}`, () => {
      expect(callerWith({ [scheme]: value }, SCHEMES).header('authorization')).to.equal(header)
    })
  }

  it('are API keys in the header, the query and the cookies that their schemes name', () => {
    const caller = callerWith({ header: 'h', query: 'q&', cookie: 'c', other: 'd' }, SCHEMES)
    expect(caller.header('x-key')).to.equal('h')
    expect(`${caller.query}`).to.equal('key=q%26')
    expect(caller.header('cookie')).to.equal('sid=c; own=d')
    expect(caller.header('authorization')).to.equal(undefined)
  })

  it('are none by default', () => {
    const caller = callerWith({}, {})
    expect([caller.header('authorization'), caller.header('cookie'), `${caller.query}`]).to.deep.equal([
      undefined,
      undefined,
      ''
    ])
  })

  for (const name of ['beare', 'toString']) {
    it(`cannot be of a scheme that the document does not have: ${name}`, () => {
      expect(() => callerWith({ [name]: 't' }, SCHEMES)).to.throw(
        `APPLICATION_INVALID: there is no security scheme ${name}, credentials; the document has bearer, basic,`
      )
    })
  }

  it('have no character that a header cannot have, and the message has no credential', () => {
    for (const value of ['secret\r\nx-evil: 1', '☃', '', 5 as never]) {
      expect(() => callerWith({ bearer: value }, { bearer: { type: 'http', scheme: 'bearer' } })).to.throw(
        'APPLICATION_INVALID: the credential for bearer is no text that a header can have'
      )
    }
  })
})
