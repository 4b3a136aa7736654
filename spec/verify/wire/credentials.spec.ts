import { expect } from 'chai'
import { type BadCredentials, withCredentials } from '../../../src/verify/wire/credentials.js'

describe('the credentials of a request', () => {
  it('add a parameter of the query once, and remove it where it is omitted', () => {
    const key = { name: 'c', in: 'query', key: 'k y', wrong: 'x' } as const
    const urlOf = (url: string, omitted: BadCredentials['omitted'] = [], wrong: BadCredentials['wrong'] = []) => {
      const request = { method: 'GET', url, headers: [], body: undefined }
      return withCredentials(request, { headers: [], query: [['k y', 'a&b']] }, { omitted, wrong }).url
    }
    expect(urlOf('/a')).to.equal('/a?k%20y=a%26b')
    expect(urlOf('/a?k%20y=1')).to.equal('/a?k%20y=1')
    expect(urlOf('/a?b=1')).to.equal('/a?b=1&k%20y=a%26b')
    expect(urlOf('/a', [key])).to.equal('/a')
    expect(urlOf('/a?b=1', [key], [key])).to.equal('/a?b=1&k%20y=x')
  })

  it('are omitted, and nothing else is', () => {
    const session = { name: 'a', in: 'cookie', key: 'session', wrong: 'x' } as const
    const token = { name: 'b', in: 'header', key: 'authorization', wrong: 'Bearer x' } as const
    const key = { name: 'c', in: 'query', key: 'k y', wrong: 'x' } as const
    const request = { method: 'GET', url: '/a', headers: [['cookie', 'theme=dark'] as const], body: undefined }
    const given = [
      ['cookie', 'session=1; sessions=2'],
      ['authorization', 'Bearer 1'],
      ['x-other', '3']
    ] as const
    const sent = (omitted: BadCredentials['omitted'], wrong: BadCredentials['wrong']) => {
      const { url, headers } = withCredentials(request, { headers: given, query: [] }, { omitted, wrong })
      return [url, Object.fromEntries(headers)]
    }
    const cookie = 'theme=dark; sessions=2'
    expect(sent([session, token], [])).to.deep.equal(['/a', { cookie, 'x-other': '3' }])
    expect(sent([session, token, key], [session])).to.deep.equal([
      '/a',
      { cookie: `${cookie}; session=x`, 'x-other': '3' }
    ])
    expect(sent([token], [token, key])).to.deep.equal([
      '/a?k%20y=x',
      { cookie: 'theme=dark; session=1; sessions=2', authorization: 'Bearer x', 'x-other': '3' }
    ])
    const alone = withCredentials(
      { ...request, headers: [] },
      { headers: [['cookie', 'session=1']], query: [] },
      { omitted: [session], wrong: [] }
    )
    expect(alone.headers).to.deep.equal([])
  })
})
