import { expect } from 'chai'
import { type Service } from 'fieldstone'
import { Guide } from '../support/guide.js'

const guide = new Guide('middleware')
const SHOP = 'https://shop.example'

describe('the guide to middleware', () => {
  let service: Service

  before('compiles its examples', () => {
    guide.compile()
  })

  afterEach(() => service.close({ deadline: 100 }))

  async function answersOf(title: string) {
    service = await guide.service(title)
    return async (method: 'GET' | 'OPTIONS' | 'PUT', url: string, headers: Record<string, string> = {}) => {
      const answer = await service.inject({ method, url, headers })
      return { ...answer, status: answer.statusCode }
    }
  }

  const preflight = (method: string, origin = SHOP) => ({ origin, 'access-control-request-method': method })

  it('permits the named sites, and no others', async () => {
    const ask = await answersOf('browser')
    const allowed = await ask('GET', '/items/1', { origin: SHOP })
    expect(allowed.headers).to.include({
      'access-control-allow-origin': SHOP,
      'access-control-allow-credentials': 'true',
      'x-content-type-options': 'nosniff'
    })
    for (const origin of ['https://evil.example', 'https://shop.example.evil.net', 'http://shop.example', 'null']) {
      expect((await ask('GET', '/items/1', { origin })).headers, origin).not.to.have.property(
        'access-control-allow-origin'
      )
    }
  })

  it('responds to a preflight, also for a path that has no such method', async () => {
    const ask = await answersOf('browser')
    const { status, headers } = await ask('OPTIONS', '/items/1', preflight('DELETE'))
    expect(status).to.equal(204)
    expect(headers).to.include({ 'access-control-allow-origin': SHOP, 'access-control-max-age': '600' })
  })

  it('sends its headers with errors as well', async () => {
    const ask = await answersOf('browser')
    const { status, headers } = await ask('GET', '/nowhere', { origin: SHOP })
    expect(status).to.equal(404)
    expect(headers).to.include({ 'access-control-allow-origin': SHOP })
    expect(headers).to.have.property('strict-transport-security')
  })

  it('keeps the docs page’s own policy', async () => {
    const ask = await answersOf('browser')
    const policy = (headers: { 'content-security-policy'?: unknown }) => String(headers['content-security-policy'])
    expect(policy((await ask('GET', '/docs/')).headers)).to.match(/^default-src 'none'; script-src 'self'/)
    expect(policy((await ask('GET', '/items/1')).headers)).to.match(/^default-src 'self'/)
  })

  it('gives groups rules of their own', async () => {
    const ask = await answersOf('groups')
    const open = await ask('GET', '/public/prices', { origin: 'https://any.example' })
    expect(open.headers).to.include({ 'access-control-allow-origin': '*' })
    const strict = await ask('OPTIONS', '/account/name', preflight('PUT'))
    expect(strict.headers).to.include({
      'access-control-allow-origin': SHOP,
      'access-control-allow-credentials': 'true'
    })
  })

  it('compresses, but no events', async () => {
    const ask = await answersOf('compression')
    const gzip = { 'accept-encoding': 'gzip' }
    expect((await ask('GET', '/report', gzip)).headers).to.include({ 'content-encoding': 'gzip' })
    const controller = new AbortController()
    const ticks = await service.fetch(
      new Request('http://localhost/ticks', { headers: gzip, signal: controller.signal })
    )
    expect(ticks.headers.get('content-encoding')).to.equal(null)
    const first = await ticks.body?.getReader().read()
    expect(new TextDecoder().decode(first?.value)).to.equal('data: at once\n\n')
    controller.abort()
  })
})
