import { expect } from 'chai'
import { type Service } from 'fieldstone'
import { formatReport, verify } from 'fieldstone-verify'
import { Guide } from '../support/guide.js'

const guide = new Guide('security')
const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` })

describe('the guide to security', () => {
  before('compiles its examples', () => {
    guide.compile()
  })

  it('names every example', () => {
    const names = guide.blocks.filter(({ language }) => language === 'ts').map(({ name }) => name)
    expect(names).to.deep.equal([
      'notes',
      'keys',
      'certificates',
      'scheme-class',
      'principals',
      'principal-type',
      'override',
      'oauth'
    ])
  })

  it('responds as its table says', async () => {
    const service = await guide.service('notes')
    const rows = [...guide.text.matchAll(/^\| `(\w+) (\/\S+)`(?: as (\S+))? \| (\d+) \|$/gm)]
    expect(rows).to.have.length(6)
    for (const [row, method = '', url = '', token, status] of rows) {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
      const body = method === 'POST' ? { text: '' } : undefined
      expect((await service.inject({ method, url, headers, body })).statusCode, row).to.equal(Number(status))
    }
    const { json } = await service.inject({ url: '/notes', headers: { authorization: 'Bearer ada-token' } })
    expect(json()).to.equal('The notes of ada')
  })

  it('sends the challenges that it shows', async () => {
    const service = await guide.service('notes')
    const documented = [...guide.text.matchAll(/^\| 40[13], .* \| `(Bearer .*)` \|$/gm)].map(
      ([, challenge]) => challenge
    )
    const challengeOf = async (method: string, headers: Record<string, string>) => {
      return (await service.inject({ method, url: '/notes', headers })).headers['www-authenticate']
    }
    expect(documented).to.deep.equal([
      await challengeOf('GET', {}),
      await challengeOf('GET', { authorization: 'Bearer eve-token' }),
      await challengeOf('POST', { authorization: 'Bearer bob-token' })
    ])
  })

  it('gives handlers the principals that its example takes', async () => {
    const service = await guide.service('principals')
    const token = { authorization: 'Bearer ada-token' }
    const key = { 'x-api-key': 'shop-key' }
    const table: [url: string, headers: Record<string, string>, expected: unknown][] = [
      ['/callers', token, 'ada'],
      ['/callers', key, 401],
      ['/callers/greeting', {}, 'Hello'],
      ['/callers/greeting', token, 'Hello, ada'],
      ['/callers/either', token, 'ada'],
      ['/callers/either', key, 'shop'],
      ['/callers/both', token, 401],
      ['/callers/both', { ...token, ...key }, 'ada by shop'],
      ['/plain', token, 'ada']
    ]
    for (const [url, headers, expected] of table) {
      const { statusCode, json } = await service.inject({ url, headers })
      expect(statusCode === 200 ? json() : statusCode, url).to.equal(expected)
    }
    const credentials = { token: 'ada-token', key: 'shop-key' }
    const report = await verify(service, { seed: 1, credentials })
    expect([report.ok, report.disagreements, report.unproved], formatReport(report)).to.deep.equal([true, [], []])
  }).timeout(60_000)

  it('overrides a scheme in a spec', async () => {
    await guide.import('override')
  })

  it('compares keys and passwords', async () => {
    const service = await guide.service('keys')
    const key = { 'x-api-key': 'only for this example' }
    const admin = basic('root:pässword')
    const table: [url: string, headers: Record<string, string>, answer: unknown][] = [
      ['/reports', {}, 401],
      ['/reports', { 'x-api-key': 'guessed' }, 401],
      ['/reports', key, ['May']],
      ['/reports', admin, ['May']],
      ['/both', key, 401],
      ['/both', { ...key, ...admin }, 'both'],
      ['/greeting', {}, 'Hello'],
      ['/greeting', admin, 'Hello again'],
      ['/admin/users', key, 401],
      ['/admin/users', admin, ['ada']],
      ['/admin/health', {}, 'well']
    ]
    for (const [url, headers, answer] of table) {
      const { statusCode, json } = await service.inject({ url, headers })
      expect(statusCode === 200 ? json() : statusCode, url).to.deep.equal(answer)
    }
  })

  it('compares scopes', async () => {
    const service = await guide.service('oauth')
    const headers = { authorization: 'Bearer a-token' }
    expect((await service.inject({ url: '/orders', headers })).statusCode).to.equal(200)
    expect((await service.inject({ method: 'POST', url: '/orders', headers })).statusCode).to.equal(403)
    expect(service.document.components?.securitySchemes?.login).to.include({ type: 'oauth2' })
  })

  it('agrees with its document', async () => {
    const services: [Service, Record<string, string>][] = [
      [await guide.service('notes'), { authorization: 'Bearer ada-token' }],
      [await guide.service('keys'), { ...basic('root:pässword'), 'x-api-key': 'only for this example' }]
    ]
    for (const [service, headers] of services) {
      const report = await verify(service, { runs: 300, seed: 1, headers })
      expect(report.ok, formatReport(report)).to.equal(true)
    }
  }).timeout(120_000)

  it('constructs a scheme with its dependencies', async () => {
    const service = await guide.service('scheme-class')
    expect((await service.inject('/me')).statusCode).to.equal(401)
    const headers = { authorization: 'Bearer ada-token' }
    expect((await service.inject({ url: '/me', headers })).json()).to.equal('ada')
  })
})
