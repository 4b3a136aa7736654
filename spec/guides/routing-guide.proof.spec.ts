import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { type InjectRequest, type Router } from 'fieldstone'
import { Guide } from '../support/guide.js'

const guide = new Guide('routing')

describe('the guide to routing', () => {
  before('compiles its examples', () => {
    guide.compile()
  })

  it('needs no class for a service with a document', async () => {
    const { server } = await guide.import<{ router: Router; server: Server }>('router')
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    try {
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const headers = { 'content-type': 'application/json' }
      const created = await fetch(`${origin}/items`, { method: 'POST', headers, body: '{"name":"Widget"}' })
      expect([created.status, await created.json()]).to.deep.equal([201, { id: 1, name: 'Widget' }])
      expect((await fetch(`${origin}/items/1`)).status).to.equal(200)
      expect((await fetch(`${origin}/items/2`)).status).to.equal(404)
      expect(await (await fetch(`${origin}/plain/Ada%20L`)).text()).to.equal('Hello Ada L')
      const document = (await (await fetch(`${origin}/openapi.json`)).json()) as { paths: object }
      expect(Object.keys(document.paths)).to.deep.equal(['/items/{id}', '/items'])
      expect((await fetch(`${origin}/docs/`)).status).to.equal(200)
    } finally {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    }
  })

  it('has a document for each version of its routes', async () => {
    const service = await guide.service('versions')
    const get = (headers: Record<string, string>) => service.inject({ method: 'GET', url: '/books/1', headers })
    expect((await get({})).json()).to.deep.equal({ title: 'Book 1' })
    expect((await get({ 'api-version': '2' })).json()).to.deep.equal({ title: 'Book 1', year: 1815 })
    const rejected = await get({ 'api-version': '3' })
    expect([rejected.statusCode, rejected.headers.vary]).to.deep.equal([400, 'api-version'])
    expect(rejected.body).to.include('must be one of 1, 2')
    expect([...service.documents.keys()]).to.deep.equal(['openapi-1', 'openapi-2'])
    expect((await service.inject('/about')).statusCode).to.equal(200)
  })

  it('checks what the options of a route declare, before its handler', async () => {
    const service = await guide.service('declared')
    const get = async (url: string) => (await service.inject(url)).json()
    expect(await get('/rooms/3/visits?since=2026-01-02')).to.deep.equal({ room: 3, limit: 20, since: '2026-01-02' })
    expect(
      (await service.inject('/rooms/3/visits?limit=500&since=today')).json<{ errors: unknown[] }>().errors
    ).to.have.length(2)
    const post = (payload: object) => service.inject({ method: 'POST', url: '/rooms/3/visits', payload })
    expect((await post({ guest: 'Ada' })).json()).to.equal('Ada')
    expect((await post({ guest: '' })).statusCode).to.equal(400)
  })

  it('replaces a returned value by an interceptor', async () => {
    const service = await guide.service('interceptors')
    expect((await service.inject('/hello')).body).to.equal('{"data":"hello"}')
  })

  it('declares an envelope that an interceptor makes', async () => {
    const service = await guide.service('envelope')
    expect((await service.inject('/books/first')).body).to.equal('{"data":{"title":"Emma"}}')
    expect(Object.keys(service.document.components?.schemas ?? {})).to.include('BookEnvelope')
  })

  it('changes the items of a stream by an interceptor that leaves it a stream', async () => {
    const service = await guide.service('stream-interceptors')
    expect((await service.inject('/prices')).json()).to.deep.equal({ data: [{ symbol: 'A', amount: 1.5 }] })
    const { body } = await service.inject('/prices/lines')
    expect(body).to.equal('{"symbol":"A","amount":2}\n{"symbol":"B","amount":2}\n')
  })

  it('matches paths as its table says', async () => {
    const service = await guide.service('paths')
    const rows = [...guide.text.matchAll(/^\| `(\/users\S+)` \| (.+) \|$/gm)]
    expect(rows).to.have.length(7)
    for (const [, url = '', documented] of rows) {
      const { statusCode, json } = await service.inject(url)
      expect(statusCode === 200 ? json() : String(statusCode), url).to.equal(documented)
    }
  })

  it('gives groups middleware and responses of their own', async () => {
    const service = await guide.service('groups')
    const as = async (user: string, url: string) => {
      const request: InjectRequest = { url, headers: user === '' ? {} : { authorization: `Bearer ${user}` } }
      const { statusCode, json } = await service.inject(request)
      return statusCode === 200 ? json() : `${statusCode} ${json<{ detail: string }>().detail}`
    }
    expect(await as('', '/')).to.equal('for everybody')
    expect(await as('', '/api/me')).to.equal('401 Who are you?')
    expect(await as('ada', '/api/me')).to.equal('ada')
    expect(await as('ada', '/api/you')).to.equal('404 There is no /api/you')
    expect(await as('', '/api/you')).to.equal('401 Who are you?')
    expect(await as('ada', '/api/admin/log')).to.equal('403 Not for you')
    expect(await as('root', '/api/admin/log')).to.deep.equal([])
  })

  it('sets headers on error responses, too, before the rest runs or in the end', async () => {
    const service = await guide.service('onion')
    for (const [method, url, status] of [
      ['GET', '/items', 200],
      ['GET', '/nothing', 404],
      ['DELETE', '/items', 405]
    ] as const) {
      const { statusCode, headers } = await service.inject({ method, url })
      expect(statusCode).to.equal(status)
      expect(headers['x-content-type-options']).to.equal('nosniff')
      expect(headers['server-timing']).to.match(new RegExp(`desc=${status}$`))
    }
  })

  it('uses middleware of Express', async () => {
    const service = await guide.service('express')
    const { headers, json } = await service.inject({ url: '/hello', headers: { origin: 'https://example.com' } })
    expect(json()).to.deep.equal({ hello: 'world' })
    expect(headers).to.include({ 'access-control-allow-origin': '*', 'x-content-type-options': 'nosniff' })
  })

  it('redirects to where its table says', async () => {
    const service = await guide.service('redirects')
    const locationOf = async (url: string) => {
      const { statusCode, headers } = await service.inject(url)
      return [statusCode, headers.location]
    }
    expect(await locationOf('/login')).to.deep.equal([302, 'https://login.example.com/authorize?client_id=shop'])
    expect(await locationOf('/docs')).to.deep.equal([301, 'https://docs.example.com/shop'])
    expect(await locationOf('/done?next=/items/3')).to.deep.equal([303, '/items/3'])
    const [, row = ''] = /^\| (`https:\/\/evil.*) \| anything else/m.exec(guide.text) ?? []
    const refused = [...row.matchAll(/`([^`]+)`/g)].map(([, location = '']) => location.replace('…', 'alert(1)'))
    expect(refused).to.have.length(7)
    for (const location of refused) {
      const log: string[] = []
      const { write } = process.stderr
      process.stderr.write = (text: string | Uint8Array) => log.push(String(text)) > 0
      try {
        const answer = await locationOf(`/done?next=${encodeURIComponent(location)}`)
        expect(answer, location).to.deep.equal([400, undefined])
      } finally {
        process.stderr.write = write
      }
      expect(log).to.deep.equal([])
    }
  })
})
