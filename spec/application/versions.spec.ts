import { expect } from 'chai'
import {
  type ApplicationOptions,
  Body,
  type Context,
  Controller,
  Field,
  Get,
  Integer,
  type Next,
  Options,
  Param,
  Post,
  Returns,
  type Router,
  type Service,
  type VersioningOptions
} from 'fieldstone'
import { verify } from 'fieldstone-verify'
import { serviceOf, setupErrorsOf } from '../support/applications.js'
import { complaintsAbout } from '../support/openapi-validators.js'

class Book {
  @Field() title!: string
}

class Work {
  @Field() title!: string
  @Field(() => Integer) year!: number
}

@Controller('/books', { version: '1' })
class FirstBooks {
  @Get('/{id}')
  @Returns(200, Book)
  find(@Param('id', Integer) _id: number): Book {
    return { title: 'Emma' }
  }

  @Post('/{id}/copies')
  @Returns(204)
  copy(@Param('id', Integer) _id: number): void {}
}

@Controller('/books', { version: '2' })
class SecondBooks {
  @Get('/{id}')
  @Returns(200, Work)
  find(@Param('id', Integer) _id: number): Work {
    return { title: 'Emma', year: 1815 }
  }

  @Get('/newest', { version: ['2', '10'] })
  @Returns(200, Work)
  newest(): Work {
    return { title: 'Persuasion', year: 1817 }
  }
}

@Controller('/status')
class StatusController {
  @Get()
  @Returns(200, String)
  status() {
    return 'good'
  }
}

const ALL = [FirstBooks, SecondBooks, StatusController]

function versioned(versioning: VersioningOptions, options: Partial<ApplicationOptions> = {}): Promise<Service> {
  return serviceOf(ALL, { versioning, spec: '/openapi-{version}.json', ...options })
}

async function disagreements(service: Service, name: string): Promise<string[]> {
  const document = service.documents.get(name)
  const target = { document, inject: (request: never) => service.inject(request) }
  const { disagreements, suspicions, unproved } = await verify(target as never, { seed: 1 })
  return [...disagreements, ...suspicions, ...unproved].map((found) => JSON.stringify(found))
}

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
    expect((await get('/status', 'any')).statusCode).to.equal(200)
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

  it('have each a document of its own, to which the service agrees', async () => {
    service = await versioned({ by: 'header' })
    expect([...service.documents.keys()]).to.deep.equal(['openapi-10', 'openapi-2', 'openapi-1'])
    const [, second, first] = [...service.documents.values()]
    expect(Object.keys(first?.paths ?? {})).to.deep.equal(['/books/{id}', '/books/{id}/copies', '/status'])
    expect(Object.keys(second?.paths ?? {})).to.deep.equal(['/books/{id}', '/books/newest', '/status'])
    expect((await service.inject('/openapi-2.json')).json()).to.deep.equal(second)
    for (const [name, document] of service.documents) {
      expect(await complaintsAbout(document), name).to.deep.equal([])
      expect(await disagreements(service, name), name).to.deep.equal([])
    }
  }).timeout(60_000)

  it('have documents to which the service agrees where requests without the header are for one of them', async () => {
    service = await versioned({ by: 'header', default: '2' })
    const [header] = service.documents.get('openapi-1')?.paths['/books/{id}/copies']?.post?.parameters?.slice(1) ?? []
    expect(header).to.deep.include({ 'x-other-versions': ['2', '10'], 'x-default-version': '2' })
    for (const name of service.documents.keys()) expect(await disagreements(service, name), name).to.deep.equal([])
  }).timeout(60_000)

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
    for (const name of service.documents.keys()) expect(await disagreements(service, name), name).to.deep.equal([])
  }).timeout(60_000)

  it('can be in one document', async () => {
    const service = await versioned({ by: 'path', prefix: '' }, { spec: '/openapi.json' })
    expect(Object.keys(service.document.paths)).to.include.members(['/1/books/{id}', '/2/books/{id}', '/status'])
  })

  it('are before the prefixes of groups, whose middleware and responses they have', async () => {
    const service = await serviceOf(
      [
        {
          prefix: '/shop',
          version: '3',
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
    expect((await service.inject('/v3/shop/status')).statusCode).to.equal(200)
    const missing = await service.inject('/v3/shop/nothing')
    expect([missing.statusCode, missing.headers['x-seen']]).to.deep.equal([404, 'yes'])
  })
})

describe('Wrong versions', () => {
  const messages = async (controllers: never[] | readonly unknown[], options: object) =>
    (await setupErrorsOf(controllers as never, options as never)).map(({ message }) => message)

  it('are setup errors', async () => {
    expect(await messages([FirstBooks], {})).to.deep.include(
      "VERSION_INVALID: it has a version, and the application does not say how requests name one, GET /books/{id} (FirstBooks.find); write versioning: { by: 'path' } among the options of the application, or remove the version."
    )
    expect(await messages([], { versioning: { by: 'query' } })).to.deep.equal([
      "VERSION_INVALID: it does not say by what requests name a version, the option versioning; write { by: 'path' }, { by: 'header' } or { by: 'mediaType', type: …, default: '1' }."
    ])
    // The routes are right: nothing is said of their versions.
    for (const spec of ['/openapi.json', '/openapi-{version}.json']) {
      expect(await messages(ALL, { versioning: { by: 'query' }, spec }), spec).to.have.length(1)
      expect(await messages(ALL, { versioning: { by: 'path' }, bodyLimit: -1, spec }), spec).to.have.length(1)
    }
    expect(await messages(ALL, { versioning: { by: 'header' }, bodyLimit: -1, security: ['none'] })).to.have.length(2)
    expect(await messages([], { versioning: { by: 'path', default: '1' } })).to.have.length(1)
    expect(await messages([], { versioning: { by: 'path', prefix: '/v' } })).to.have.length(1)
    expect(await messages([], { versioning: { by: 'header', name: 'accept' } })).to.have.length(1)
    expect(await messages([], { versioning: { by: 'header', default: '' } })).to.have.length(1)
    for (const type of [
      'application/vnd.a+json',
      'application/vnd.a.{version}',
      'x{version}+json',
      'application/A.{version}+json',
      5
    ]) {
      expect(await messages([], { versioning: { by: 'mediaType', type, default: '1' } }), String(type)).to.have.length(
        1
      )
    }
    expect(
      await messages([], { versioning: { by: 'mediaType', type: 'application/vnd.a.{version}+json' } })
    ).to.have.length(1)
    const versioning = { by: 'header' }
    for (const version of [2, '', 'a b', [], ['1', '1'], [null]]) {
      const routes = (router: Router) => router.getFunc('/a', () => 1, { version } as never)
      expect(await messages([], { versioning, routes }), JSON.stringify(version)).to.have.length(1)
    }
    expect(await messages([StatusController], { versioning, spec: '/openapi-{version}.json' })).to.deep.equal([
      "VERSION_INVALID: the path of the document has {version}, and no route has a version, the options of the application; declare the version of routes, or write the path without it: '/openapi.json'."
    ])
    expect(await messages(ALL, { versioning: { by: 'header', default: '4' } })).to.deep.equal([
      'VERSION_INVALID: no route has the version 4, the default, the option versioning; choose one of 1, 2, 10.'
    ])
    expect(await messages(ALL, { versioning, documents: [{ path: '/a.json', apiVersion: '7' }] })).to.deep.equal([
      'DOCUMENT_INVALID: no route has the version 7, the options of the application; choose one of 1, 2, 10.'
    ])
    expect((await messages(ALL, { versioning, spec: '/openapi.json' })).slice(0, 1)).to.deep.equal([
      "DOCUMENT_CONFLICT: one document cannot describe GET /books/{id} in the versions 1 and 2, declared by FirstBooks.find and by SecondBooks.find; write a document for each version: spec: '/openapi-{version}.json'."
    ])
  })

  it('are routes that read the header of the version themselves, and two of one version', async () => {
    const versioning = { by: 'header' }
    const parameters = [{ name: 'API-Version', in: 'header' } as const]
    const [message] = await messages([], {
      versioning,
      routes: (router: Router) => router.getFunc('/a', () => 1, { version: '1', parameters })
    })
    expect(message).to.match(/^VERSION_INVALID: it reads the header api-version, which names its version, GET \/a /)
    const [twice] = await messages([], {
      versioning,
      routes: (router: Router) =>
        router.getFunc('/a', () => 1, { version: '1' }).getFunc('/a', () => 2, { version: ['2', '1'] })
    })
    expect(twice).to.match(/^ROUTE_DUPLICATE: .*GET \/a, version 1 .* and GET \/a, version 1 /)
    const [neutral] = await messages([], {
      versioning,
      routes: (router: Router) => router.getFunc('/a', () => 1).getFunc('/a', () => 2, { version: '1' })
    })
    expect(neutral).to.match(/^ROUTE_DUPLICATE: /)
  })
})

@Controller('/preflight', { version: '1' })
class PreflightController {
  @Get()
  @Returns(200, String)
  get() {
    return ''
  }

  @Options()
  @Returns(204)
  options(): void {}
}

describe('Routes of all versions beside those of one', () => {
  type Declared = readonly [path: string, version?: string | readonly string[]]
  const wrong = async (declared: readonly Declared[], versioning: object = { by: 'header' }) => {
    const routes = (router: Router) => {
      for (const [path, version] of declared) router.getFunc(path, () => path, { ...(version && { version }) } as never)
    }
    const errors = await setupErrorsOf([], { versioning, routes } as never)
    return errors.filter(({ code }) => code === 'VERSION_INVALID').map(({ message }) => message)
  }
  const NEUTRAL = '/books/{id}'
  const other: Declared = ['/other', '2']

  it('have no request that another route gets where it names no version, as the document of another version could not say it', async () => {
    const [message] = await wrong([[NEUTRAL], ['/books/newest', '1'], other])
    expect(message?.replace(/ \((?:dist\/)?spec[^)]*\)/g, '')).to.equal(
      "VERSION_INVALID: some requests without api-version are for GET /books/newest, version 1, although in version 2 they are for this route, GET /books/{id}; declare its versions, so that requests name one: version: ['1', '2']."
    )
  })

  const ambiguous: readonly (readonly [neutral: string, rival: string])[] = [
    ['/books/{id}', '/books/{id:[0-9]+}'],
    ['/books/{id:[a-z]+}', '/books/newest'],
    ['/books/{path:*}', '/books/newest'],
    ['/books/{path:*}', '/books/{id}/pages'],
    ['/{shelf}/newest', '/books/{id}'],
    ['/{shelf}/{id}', '/books/{id}']
  ]
  for (const [neutral, rival] of ambiguous) {
    it(`are setup errors: ${neutral} beside ${rival}`, async () => {
      expect(await wrong([[neutral], [rival, '1'], other])).to.have.length(1)
    })
  }

  const clear: readonly (readonly [what: string, declared: readonly Declared[], versioning?: object])[] = [
    ['its own path comes first', [['/books/newest'], [NEUTRAL, '1'], other]],
    ['no path is for both', [['/books/{id:[0-9]+}'], ['/books/newest', '1'], other]],
    ['other paths', [['/books/{id}/pages'], ['/books/newest', '1'], other]],
    ['only a slash at the end', [['/books/{id}'], ['/books/', '1'], other]],
    ['all versions have the other one', [[NEUTRAL], ['/books/newest', ['1', '2']], other]],
    ['there is one version', [[NEUTRAL], ['/books/newest', '1']]],
    [
      'requests that name no version are for another one',
      [[NEUTRAL], ['/books/newest', '1'], other],
      { by: 'header', default: '2' }
    ],
    ['the path names the version', [[NEUTRAL], ['/books/newest', '1'], other], { by: 'path' }]
  ]
  for (const [what, declared, versioning] of clear) {
    it(`are right where ${what}`, async () => {
      expect(await wrong(declared, versioning)).to.deep.equal([])
    })
  }

  it('are wrong beside a route of the default version, which requests without the header are for', async () => {
    const [message] = await wrong([[NEUTRAL], ['/books/newest', '1'], other], { by: 'header', default: '1' })
    expect(message).to.include('although in version 2 they are for this route')
  })
})

describe('Routes of OPTIONS with a version', () => {
  it('read the header like others', async () => {
    const service = await serviceOf([PreflightController], { versioning: { by: 'header', default: '1' } })
    expect((await service.inject({ method: 'OPTIONS', url: '/preflight' })).statusCode).to.equal(204)
  })
})

describe('Versions of routes by media types', () => {
  const versioning = { by: 'mediaType', type: 'application/vnd.shop.v{version}+json', default: '1' } as const
  const type = (version: string) => `application/vnd.shop.v${version}+json`

  @Controller('/notes', { version: '1' })
  class FirstNotes {
    @Post()
    @Returns(201, Book)
    add(@Body(Book) book: Book): Book {
      return book
    }

    @Get()
    @Returns(200, Book)
    get(): Book {
      return { title: 'one' }
    }
  }

  @Controller('/notes', { version: '2' })
  class SecondNotes {
    @Post()
    @Returns(201, Work)
    add(@Body(Work) work: Work): Work {
      return work
    }

    @Get()
    @Returns(200, { content: { 'application/json': Work, 'text/csv': String } })
    get(ctx: Context): Work | string {
      return ctx.accepts() === 'text/csv' ? 'one,1' : { title: 'one', year: 1 }
    }

    @Get('/both', { version: ['1', '2'] })
    @Returns(200, String)
    both() {
      return 'both'
    }
  }

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

  it('have each a document of its own, to which the service agrees', async () => {
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
    for (const [name, document] of service.documents) {
      expect(await complaintsAbout(document), name).to.deep.equal([])
      expect(await disagreements(service, name), name).to.deep.equal([])
    }
  }).timeout(60_000)

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
