import { expect } from 'chai'
import { type Context, type Next, type Service } from 'fieldstone'
import { serviceOf } from '../support/applications.js'
import { complaintsAbout } from '../support/openapi-validator.js'
import { ALL, StatusController, versioned } from '../support/versioned-books.js'

describe('Versions of routes by a header', () => {
  let service: Service
  before(async () => {
    service = await versioned({ by: 'header', name: 'Api-Version' })
  })
  const get = (url: string, version?: string, method = 'GET') =>
    service.inject({ method, url, headers: version === undefined ? {} : { 'api-version': version } })

  it('are chosen by the header, and the response says that it depends on it', async () => {
    const first = await get('/books/1', '1')
    expect(first.json()).to.deep.equal({ title: 'Emma' })
    expect(first.headers.vary).to.equal('api-version')
    expect((await get('/books/1', '2')).json()).to.deep.equal({ title: 'Emma', year: 1815 })
    expect((await get('/books/1', '2', 'HEAD')).statusCode).to.equal(200)
  })

  it('have paths of their own: what a version does not have is found as if there was no other', async () => {
    expect((await get('/books/newest', '2')).statusCode).to.equal(200)
    expect((await get('/books/newest', '10')).statusCode).to.equal(200)
    // Version 1 has /books/{id} alone.
    expect((await get('/books/newest', '1')).statusCode).to.equal(400)
    expect((await get('/books/1', '10')).statusCode).to.equal(404)
    expect((await get('/books/1/copies', '2', 'POST')).statusCode).to.equal(404)
    expect((await get('/books/1/copies', '1', 'POST')).statusCode).to.equal(204)
  })

  it('have methods of their own', async () => {
    const wrong = await get('/books/1', '1', 'DELETE')
    expect([wrong.statusCode, wrong.headers.allow, wrong.headers.vary]).to.deep.equal([
      405,
      'GET, HEAD, OPTIONS',
      'api-version'
    ])
    // A preflight has no header of the application's own.
    expect((await get('/books/1/copies', undefined, 'OPTIONS')).headers.allow).to.equal('POST, OPTIONS')
  })

  it('are named in the error of a request that names none, or one that does not exist', async () => {
    const none = await get('/books/1')
    expect(none.statusCode).to.equal(400)
    expect(none.faults).to.deep.equal([{ in: 'header', path: 'api-version', rule: 'required', message: 'is required' }])
    const other = await get('/books/1', '3')
    expect(other.statusCode).to.equal(400)
    expect(other.faults).to.deep.include({
      in: 'header',
      path: 'api-version',
      rule: 'enum',
      message: 'must be one of 1, 2, 10'
    })
    expect((await get('/nothing')).statusCode).to.equal(404)
  })

  it('are not asked for where a route is the same in all of them', async () => {
    const response = await get('/status')
    expect([response.statusCode, response.headers.vary]).to.deep.equal([200, undefined])
    for (const version of ['1', '10', 'any']) expect((await get('/status', version)).statusCode, version).to.equal(200)
  })

  it('may have a default', async () => {
    service = await versioned({ by: 'header', default: '1' })
    expect((await get('/books/1')).json()).to.deep.equal({ title: 'Emma' })
    expect((await get('/books/1', '2')).json()).to.deep.equal({ title: 'Emma', year: 1815 })
    expect([...service.documents.keys()]).to.deep.equal(['openapi-1', 'openapi-10', 'openapi-2'])
    expect(service.document.paths['/books/{id}']?.get?.parameters?.[1]).to.deep.equal({
      name: 'api-version',
      in: 'header',
      description: 'The version of the API.',
      required: false,
      schema: { type: 'string', enum: ['1'], default: '1' },
      'x-other-versions': ['2', '10']
    })
  })

  it('have each a document of its own', async () => {
    service = await versioned({ by: 'header' })
    expect([...service.documents.keys()]).to.deep.equal(['openapi-10', 'openapi-2', 'openapi-1'])
    const [, second, first] = [...service.documents.values()]
    expect(Object.keys(first?.paths ?? {})).to.deep.equal(['/books/{id}', '/books/{id}/copies', '/status'])
    expect(Object.keys(second?.paths ?? {})).to.deep.equal(['/books/{id}', '/books/newest', '/status'])
    expect((await service.inject('/openapi-2.json')).json()).to.deep.equal(second)
    for (const [name, document] of service.documents) expect(await complaintsAbout(document), name).to.deep.equal([])
  })

  it('have documents that say where requests without the header are for one of them', async () => {
    service = await versioned({ by: 'header', default: '2' })
    const [header] = service.documents.get('openapi-1')?.paths['/books/{id}/copies']?.post?.parameters?.slice(1) ?? []
    expect(header).to.deep.include({ 'x-other-versions': ['2', '10'], 'x-default-version': '2' })
  })

  it('have documents of a name of their own', async () => {
    const documents = [
      { path: '/a-{version}.json', name: 'a' },
      { path: '/b-{version}.json', name: '{version}-b' }
    ]
    service = await serviceOf(ALL, { versioning: { by: 'header' }, documents })
    expect([...service.documents.keys()]).to.deep.equal(['a-10', 'a-2', 'a-1', '10-b', '2-b', '1-b'])
  })

  it('are of a route that is declared once for several versions, and told by it', async () => {
    service = await serviceOf([], {
      versioning: { by: 'header' },
      routes: (router) =>
        router.getFunc('/which', (ctx) => ctx.json(200, ctx.route?.version ?? ''), {
          version: ['1', '2'],
          responses: { 200: String }
        })
    })
    expect((await get('/which', '1')).json()).to.equal('1')
    expect((await get('/which', '2')).json()).to.equal('2')
    expect([...service.documents.keys()]).to.deep.equal(['openapi-2', 'openapi-1'])
  })
})

describe('Versions of routes by the path', () => {
  it('are a segment behind the prefix of the application', async () => {
    const service = await versioned({ by: 'path' }, { prefix: '/api' })
    expect((await service.inject('/api/v1/books/1')).json()).to.deep.equal({ title: 'Emma' })
    expect((await service.inject('/api/v2/books/1')).json()).to.deep.equal({ title: 'Emma', year: 1815 })
    expect((await service.inject('/api/books/1')).statusCode).to.equal(404)
    expect((await service.inject('/api/status')).statusCode).to.equal(200)
    expect([...service.documents].map(([name, { paths }]) => [name, ...Object.keys(paths)])).to.deep.equal([
      ['openapi-10', '/api/v10/books/newest', '/api/status'],
      ['openapi-2', '/api/v2/books/{id}', '/api/v2/books/newest', '/api/status'],
      ['openapi-1', '/api/v1/books/{id}', '/api/v1/books/{id}/copies', '/api/status']
    ])
  })

  it('can be in one document', async () => {
    const service = await versioned({ by: 'path', prefix: '' }, { spec: '/openapi.json' })
    expect(Object.keys(service.document.paths)).to.include.members(['/1/books/{id}', '/2/books/{id}', '/status'])
  })

  it('are before the prefixes of groups, whose middleware and responses they have', async () => {
    const service = await serviceOf(
      [
        {
          prefix: '/shop',
          version: ['3', '4'],
          controllers: [StatusController],
          middleware: [
            (ctx: Context, next: Next) => {
              ctx.header('x-seen', 'yes')
              return next()
            }
          ]
        }
      ],
      { versioning: { by: 'path' } }
    )
    for (const version of ['v3', 'v4']) {
      expect((await service.inject(`/${version}/shop/status`)).statusCode).to.equal(200)
      const missing = await service.inject(`/${version}/shop/nothing`)
      expect([missing.statusCode, missing.headers['x-seen']]).to.deep.equal([404, 'yes'])
    }
  })
})
