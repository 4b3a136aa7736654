import { expect } from 'chai'
import { type CredentialPart, type CredentialPlace, withExtras, withParts } from '../../src/credentials/presented.js'
import type { WireRequest } from '../../src/wire/wire-request.js'

const request = (url: string, headers: WireRequest['headers'] = []): WireRequest => {
  return { method: 'GET', url, headers, body: undefined }
}

describe('the credentials of a request', () => {
  it('add a parameter of the query once, and remove it where it is omitted', () => {
    const key = { in: 'query', key: 'k y' } as const
    const urlOf = (url: string, omitted: readonly CredentialPlace[] = [], parts: readonly CredentialPart[] = []) => {
      return withParts(withExtras(request(url), { headers: [], query: [['k y', 'a&b']] }), parts, omitted).url
    }
    expect(urlOf('/a')).to.equal('/a?k%20y=a%26b')
    expect(urlOf('/a?k%20y=1')).to.equal('/a?k%20y=1')
    expect(urlOf('/a?b=1')).to.equal('/a?b=1&k%20y=a%26b')
    expect(urlOf('/a', [key])).to.equal('/a')
    expect(urlOf('/a?b=1', [key], [{ ...key, text: 'x' }])).to.equal('/a?b=1&k%20y=x')
  })

  it('are omitted, and nothing else is', () => {
    const session = { in: 'cookie', key: 'session' } as const
    const token = { in: 'header', key: 'authorization' } as const
    const key = { in: 'query', key: 'k y' } as const
    const given = [
      ['cookie', 'session=1; sessions=2'],
      ['authorization', 'Bearer 1'],
      ['x-other', '3']
    ] as const
    const sent = (omitted: readonly CredentialPlace[], parts: readonly CredentialPart[]) => {
      const whole = withExtras(request('/a', [['cookie', 'theme=dark']]), { headers: given, query: [] })
      const { url, headers } = withParts(whole, parts, omitted)
      return [url, Object.fromEntries(headers)]
    }
    const cookie = 'theme=dark; sessions=2'
    expect(sent([session, token], [])).to.deep.equal(['/a', { cookie, 'x-other': '3' }])
    expect(sent([session, token, key], [{ ...session, text: 'x' }])).to.deep.equal([
      '/a',
      { cookie: `${cookie}; session=x`, 'x-other': '3' }
    ])
    const parts = [
      { ...token, text: 'Bearer x' },
      { ...key, text: 'x' }
    ]
    expect(sent([token], parts)).to.deep.equal([
      '/a?k%20y=x',
      { cookie: 'theme=dark; session=1; sessions=2', authorization: 'Bearer x', 'x-other': '3' }
    ])
    const alone = withExtras(request('/a'), { headers: [['cookie', 'session=1']], query: [] })
    expect(withParts(alone, [], [session]).headers).to.deep.equal([])
  })
})
