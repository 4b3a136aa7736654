import { expect } from 'chai'
import type { Router, Service } from 'fieldstone'
import { serviceOf, setupErrorsOf } from '../support/applications.js'
import { complaintsAbout } from '../support/openapi-validator.js'
import { Book, FirstNotes, SecondNotes, StatusController, Work } from '../support/versioned-books.js'

describe('Versions of routes by media types', () => {
  const versioning = { by: 'mediaType', type: 'application/vnd.shop.v{version}+json', default: '1' } as const
  const type = (version: string) => `application/vnd.shop.v${version}+json`

  let service: Service
  before(async () => {
    service = await serviceOf([FirstNotes, SecondNotes, StatusController], {
      versioning,
      spec: '/openapi-{version}.json'
    })
  })
  const send = (method: string, headers: Record<string, string>, body?: object) =>
    service.inject({ method, url: '/notes', headers, ...(body && { body: JSON.stringify(body) }) })

  it('choose the version, and the response is of its media type', async () => {
    const plain = await send('GET', {})
    expect([plain.headers['content-type'], plain.json(), plain.headers.vary]).to.deep.equal([
      'application/json; charset=utf-8',
      { title: 'one' },
      'accept'
    ])
    expect((await send('GET', { accept: '*/*' })).json()).to.deep.equal({ title: 'one' })
    const first = await send('GET', { accept: type('1') })
    expect([first.headers['content-type'], first.json()]).to.deep.equal([type('1'), { title: 'one' }])
    const second = await send('GET', { accept: `${type('1')};q=0.5, ${type('2')}` })
    expect([second.headers['content-type'], second.json()]).to.deep.equal([type('2'), { title: 'one', year: 1 }])
    const csv = await send('GET', { accept: `text/csv, ${type('2')};q=0.2` })
    expect([csv.statusCode, csv.headers['content-type']]).to.deep.equal([200, 'text/csv; charset=utf-8'])
    expect((await send('GET', { accept: type('3') })).statusCode).to.equal(406)
  })

  it('are named by the bodies of requests', async () => {
    const book = { title: 'a' }
    const work = { title: 'a', year: 2 }
    expect((await send('POST', { 'content-type': 'application/json' }, book)).statusCode).to.equal(201)
    expect((await send('POST', { 'content-type': type('1') }, book)).statusCode).to.equal(201)
    const second = await send('POST', { 'content-type': type('2') }, work)
    expect([second.statusCode, second.headers['content-type']]).to.deep.equal([201, type('2')])
    expect((await send('POST', { 'content-type': type('2') }, book)).statusCode).to.equal(400)
    expect((await send('POST', { 'content-type': type('3') }, work)).statusCode).to.equal(415)
    expect((await send('POST', { 'content-type': 'application/json', accept: type('2') }, work)).statusCode).to.equal(
      415
    )
    expect((await send('POST', { 'content-type': type('2'), accept: type('1') }, work)).statusCode).to.equal(406)
  })

  it('have each a document of its own', async () => {
    const [first, second] = [...service.documents.values()]
    expect([...service.documents.keys()]).to.deep.equal(['openapi-1', 'openapi-2'])
    const mediaOf = (document: typeof first) => {
      const { post, get } = document?.paths['/notes'] ?? {}
      const response = get?.responses['200'] as { content: object }
      return [Object.keys(post?.requestBody?.content ?? {}), Object.keys(response.content)]
    }
    expect(mediaOf(first)).to.deep.equal([
      ['application/json', type('1')],
      ['application/json', type('1')]
    ])
    expect(mediaOf(second)).to.deep.equal([[type('2')], [type('2'), 'text/csv']])
    expect([first?.['x-version-media-type'], second?.['x-version-media-type']]).to.deep.equal([undefined, type('2')])
    for (const [name, document] of service.documents) expect(await complaintsAbout(document), name).to.deep.equal([])
  })

  it('promise a 406 only where a request that accepts no such type is for them: by its body, or by default', async () => {
    const routes = (router: Router) => {
      for (const version of ['1', '2']) {
        router.getFunc('/notes', () => ({ title: 'a', year: 2 }), { version, responses: { 200: Work } })
        router.postFunc('/notes', () => ({ title: 'a', year: 2 }), {
          version,
          requestBody: Work,
          responses: { 200: Work }
        })
      }
    }
    service = await serviceOf([], { versioning, spec: '/openapi-{version}.json', routes })
    const promised = [...service.documents.values()].map(({ paths }) => {
      const { get, post } = paths['/notes'] ?? {}
      return ['406' in (get?.responses ?? {}), '406' in (post?.responses ?? {})]
    })
    expect(promised).to.deep.equal([
      [true, true],
      [false, true]
    ])
    const pictures = { accept: 'image/png' }
    const get = (headers: Record<string, string>) => service.inject({ url: '/notes', headers })
    expect((await get(pictures)).statusCode).to.equal(406)
    expect((await get({ accept: `image/png, ${type('2')};q=0.1` })).statusCode).to.equal(200)
    const post = { 'content-type': type('2'), ...pictures }
    expect((await service.inject({ method: 'POST', url: '/notes', headers: post, body: '{}' })).statusCode).to.equal(
      406
    )
  })

  it('are in the router’s own form, too', async () => {
    service = await serviceOf([], {
      versioning,
      routes: (router) => {
        router.postFunc('/notes', (ctx) => ctx.json(201, ctx.body()), {
          version: '1',
          requestBody: Book,
          responses: { 201: Book }
        })
        router.postFunc('/notes', (ctx) => ctx.json(201, ctx.body()), {
          version: ['2', '3'],
          requestBody: { content: { 'application/json': Work } },
          responses: { 201: { body: Work, contentType: ['application/json'] } }
        })
      }
    })
    const response = await send('POST', { 'content-type': type('3') }, { title: 'a', year: 2 })
    expect([response.statusCode, response.headers['content-type']]).to.deep.equal([201, type('3')])
    expect((await send('POST', { 'content-type': type('1') }, { title: 'a' })).headers['content-type']).to.equal(
      'application/json; charset=utf-8'
    )
  })

  it('have the examples of their bodies, and the other media types of their responses', async () => {
    service = await serviceOf([], {
      versioning,
      spec: '/openapi-{version}.json',
      routes: (router) => {
        for (const version of ['1', '2']) {
          router.postFunc('/notes', () => 'a', {
            version,
            requestBody: { content: { 'application/json': { type: Book, example: { title: version } } } },
            responses: { 200: { body: String, contentType: ['text/csv', 'application/json'] } }
          })
        }
      }
    })
    const described = [...service.documents.values()].map(({ paths }) => {
      const { requestBody, responses } = paths['/notes']?.post ?? {}
      const examples = Object.entries(requestBody?.content ?? {}).map(([name, media]) => [name, media.example])
      return [examples, Object.keys((responses?.['200'] as { content?: object })?.content ?? {})]
    })
    const first = ['application/json', type('1')]
    expect(described).to.deep.equal([
      [first.map((name) => [name, { title: '1' }]), ['text/csv', ...first]],
      [[[type('2'), { title: '2' }]], ['text/csv', type('2')]]
    ])
  })

  it('must be named by something', async () => {
    const [message] = await setupErrorsOf([], {
      versioning,
      routes: (router) =>
        router.deleteFunc('/notes', (ctx) => ctx.noContent(), { version: '2', responses: { 204: {} } })
    })
    expect(message?.message).to.match(
      /^VERSION_INVALID: no request can name its version: it has neither a body nor a success of JSON, DELETE \/notes, version 2 /
    )
    const both = await serviceOf([], {
      versioning,
      routes: (router) =>
        router.deleteFunc('/notes', (ctx) => ctx.noContent(), { version: ['1', '2'], responses: { 204: {} } })
    })
    expect((await both.inject({ method: 'DELETE', url: '/notes' })).statusCode).to.equal(204)
  })
})
