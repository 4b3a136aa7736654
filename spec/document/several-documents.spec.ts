import { brotliDecompressSync } from 'node:zlib'
import { expect } from 'chai'
import {
  Application,
  type ApplicationOptions,
  bearerScheme,
  Controller,
  Get,
  type OpenAPIDocument,
  Returns,
  Router
} from 'fieldstone'
import { parse } from 'yaml'
import { serviceOf, setupErrorsIn, setupErrorsOf } from '../support/applications.js'
import { RecordingLogger } from '../support/recording-logger.js'

@Controller('/books', { tags: ['public'] })
class BookController {
  @Get('/{id}')
  @Returns(200, String)
  find() {
    return 'Emma'
  }
}

@Controller('/reports', { tags: ['internal'], hidden: false })
class ReportController {
  @Get()
  @Returns(200, [String])
  list() {
    return []
  }
}

const TWO: Partial<ApplicationOptions> = {
  tags: [{ name: 'public' }, { name: 'internal', description: 'For us' }],
  documents: [
    { path: '/openapi/public.json', title: 'Books', include: ({ tags }) => tags.includes('public') },
    {
      path: ['/openapi/internal.json', '/openapi/internal.yaml'],
      openapi: '3.1',
      include: ({ tags }) => tags.includes('internal')
    }
  ]
}

describe('Several documents of one application', () => {
  it('have the routes that each includes, and what each says of the whole API', async () => {
    const service = await serviceOf([BookController, ReportController], TWO)
    const [own, internal] = service.documents.values() as Iterable<OpenAPIDocument> as unknown as OpenAPIDocument[]
    expect([...service.documents.keys()]).to.deep.equal(['public', 'internal'])
    expect(service.document).to.equal(own)
    expect(own?.info).to.deep.equal({ title: 'Books', version: '1.0.0' })
    expect(Object.keys(own?.paths ?? {})).to.deep.equal(['/books/{id}'])
    expect(own?.tags).to.deep.equal([{ name: 'public' }])
    expect([internal?.openapi, internal?.info.title]).to.deep.equal(['3.1.1', 'Shop'])
    expect(Object.keys(internal?.paths ?? {})).to.deep.equal(['/reports'])
    expect((await service.inject('/openapi/public.json')).json()).to.deep.equal(own)
    expect(parse((await service.inject('/openapi/internal.yaml')).body)).to.deep.equal(internal)
  })

  it('are beside the document of all routes, which is the first', async () => {
    const service = await serviceOf([BookController, ReportController], { ...TWO, spec: '/openapi.json' })
    expect([...service.documents.keys()]).to.deep.equal(['openapi', 'public', 'internal'])
    expect(Object.keys(service.document.paths)).to.deep.equal(['/books/{id}', '/reports'])
  })

  it('have names of their own, or the whole path where two end alike', async () => {
    const service = await serviceOf([BookController], {
      documents: [{ path: '/a/openapi.json', name: 'first' }, { path: '/b/openapi.json' }, { path: '/c/openapi.json' }]
    })
    expect([...service.documents.keys()]).to.deep.equal(['first', 'openapi', '/c/openapi.json'])
    const later = await serviceOf([BookController], {
      documents: [{ path: '/a/first.json' }, { path: '/b.json', name: 'first' }]
    })
    expect([...later.documents.keys()]).to.deep.equal(['/a/first.json', 'first'])
  })

  it('say of all routes what the document of all says, where a function includes them', async () => {
    const bearer = bearerScheme({ authenticate: () => ({}) })
    const service = await serviceOf([BookController], {
      securitySchemes: { bearer },
      security: ['bearer'],
      bodyLimit: 1000,
      routes: (router) => {
        router.notFound((ctx) => ctx.text(404, 'Nothing'))
        router.postFunc('/books', () => undefined, { requestBody: String, responses: { 204: 'Done' } })
      },
      documents: [{ path: '/all.json' }, { path: '/part.json', include: () => true }]
    })
    const [all, part] = service.documents.values()
    expect(part).to.deep.equal(all)
    expect(all?.security).to.deep.equal([{ bearer: [] }])
    expect(all?.['x-unmatched-responses']).to.have.property('default')
  })

  it('have the groups of their own tags, whatever else is described, and no response that nothing refers to', async () => {
    const service = await serviceOf([BookController], {
      tags: [{ name: 'public' }, { name: 'later' }, { name: 'last' }],
      tagGroups: [
        { name: 'All', tags: ['public', 'later'] },
        { name: 'None', tags: ['last'] }
      ],
      routes: (router) =>
        router.getFunc('/own', () => 'a', { tags: ['public'], responses: { 404: 'None of our own' } }),
      documents: [{ path: '/part.json', include: () => true }]
    })
    expect(service.document['x-tagGroups']).to.deep.equal([{ name: 'All', tags: ['public'] }])
    expect(service.document.components?.responses).to.not.have.property('NotFound')
  })

  it('say nothing of routes that one of them has, where another has all', async () => {
    const logger = new RecordingLogger()
    const documents = [{ path: '/all.json' }, { path: '/part.json', include: () => false }]
    await serviceOf([BookController], { logger, documents, tags: [{ name: 'public' }] })
    expect(logger.entries).to.deep.equal([])
  })

  it('are named by what is wrong with the configuration of one of them, where a router serves them', () => {
    const config = { title: 'Books', version: '1' }
    const router = new Router({ logger: false }).getFunc('/books', () => undefined, { responses: { 204: 'Done' } })
    router.serveOpenAPISpec('/all.json', config).serveOpenAPISpec('/part.json', { ...config, apiVersion: '9' })
    expect(setupErrorsIn(() => router.freeze())).to.deep.equal([
      'DOCUMENT_INVALID: no route has the version 9, OpenAPIConfig (in the document part); declare the version of routes.'
    ])
  })

  it('are all in the page', async () => {
    const service = await serviceOf([BookController, ReportController], { ...TWO, docs: '/docs' })
    const page = await service.inject('/docs/')
    expect(page.body).to.include('/openapi/public.json').and.to.include('/openapi/internal.json')
  })

  it('show a function what it needs to choose', async () => {
    const shown: unknown[] = []
    await serviceOf([BookController], {
      documents: [
        {
          path: '/openapi.json',
          include: (route) => {
            shown.push(route)
            return true
          }
        }
      ]
    })
    expect(shown).to.have.length(1)
    expect(shown[0]).to.deep.include({
      method: 'GET',
      path: '/books/{id}',
      source: 'BookController.find',
      tags: ['public'],
      defaultId: 'getBooksById',
      securitySchemes: [],
      apiVersion: undefined
    })
    expect(shown[0]).to.have.nested.property('options.responses')
  })

  it('show a function each scheme once, whatever the ways to meet the requirements', async () => {
    const shown: unknown[] = []
    const scheme = bearerScheme({ authenticate: () => undefined })
    await serviceOf([], {
      securitySchemes: { first: scheme, second: scheme, unused: scheme },
      routes: (router) => {
        router.getFunc('/', () => 'fine', { security: [{ first: [], second: [] }, 'first', 'second'], hidden: false })
        router.getFunc('/hidden', () => 'fine', { security: ['unused'], hidden: true })
      },
      documents: [
        {
          path: '/openapi.json',
          include: ({ path, securitySchemes }) => {
            shown.push([path, securitySchemes])
            return true
          }
        }
      ]
    })
    expect(shown).to.deep.equal([['/', ['first', 'second']]])
  })

  for (const [count, end] of [
    [5, 'GET /5'],
    [6, 'GET /5 and 1 more'],
    [8, 'GET /5 and 3 more']
  ] as const) {
    it(`are reported to the log where none of them has ${count} routes, of which five are named`, async () => {
      const logger = new RecordingLogger()
      await serviceOf([], {
        logger,
        routes: (router) => {
          for (let number = 1; number <= count; number++) router.getFunc(`/${number}`, () => 'fine')
        },
        documents: [{ path: '/openapi.json', include: () => false }]
      })
      const [{ message = '' } = {}, ...others] = logger.entries
      expect(message).to.contain(`GET /1, GET /2, GET /3, GET /4, ${end}: `)
      expect(others).to.deep.equal([])
    })
  }

  it('are reported to the log where none of them has a route that is not hidden', async () => {
    const lines: unknown[] = []
    const log = (_fields: unknown, message?: string) => void lines.push(message)
    const logger = { debug: log, info: log, warn: log, error: log }
    await serviceOf([BookController, ReportController], {
      logger: logger as never,
      documents: [{ path: '/openapi.json', include: ({ tags }) => tags.includes('public') }]
    })
    expect(lines).to.deep.equal([
      'No document describes GET /reports: let the include of a document return true, or write hidden: true'
    ])
  })

  it('warn once of what is the same in several of them', async () => {
    const lines: unknown[] = []
    const log = (_fields: unknown, message?: string) => void lines.push(message)
    const service = await serviceOf([BookController, ReportController], {
      logger: { debug: log, info: log, warn: log, error: log } as never,
      openapi: '3.1',
      tagGroups: [{ name: 'All', tags: ['public'] }],
      documents: [
        { path: '/a.json', include: () => true },
        { path: '/b.json', include: () => true },
        { path: '/c.json', include: ({ tags }) => tags.includes('public') }
      ]
    })
    expect([...service.documents.values()]).to.have.length(3)
    const message = 'Pages that show groups of tags leave out tags of operations (internal): add them to tagGroups'
    expect(lines.filter((line) => line === message)).to.have.length(1)
  })

  it('name the option of a path that is that of a route, and the route', async () => {
    const messages = async (options: Partial<ApplicationOptions>) =>
      (await setupErrorsOf([ReportController], options)).map(({ message }) => message)
    const include = () => true
    const duplicate = (place: string) =>
      `ROUTE_DUPLICATE: two routes match the same requests, GET /reports (ReportController.list) and GET /reports (${place}); change the path of one, or remove it.`
    expect(await messages({ documents: [{ path: '/a.json' }, { path: '/reports', include }] })).to.deep.equal([
      duplicate('the option documents[1].path')
    ])
    expect(await messages({ documents: [{ path: ['/a.json', '/reports'], include }] })).to.deep.equal([
      duplicate('the option documents[0].path')
    ])
    expect(await messages({ spec: '/reports' })).to.deep.equal([duplicate('the option spec')])
    expect(await messages({ spec: '/openapi.json', docs: '/reports' })).to.deep.equal([duplicate('the option docs')])
  })

  it('say which of them has a conflict, where not all have it', async () => {
    @Controller('/other')
    class OtherController {
      @Get({ operationId: 'same', tags: ['other'] })
      @Returns(200, [String])
      one() {
        return []
      }

      @Get('/two', { operationId: 'same' })
      @Returns(200, [String])
      two() {
        return []
      }
    }
    const conflict =
      'DOCUMENT_CONFLICT: two routes have the operationId "same", GET /other (OtherController.one) and GET /other/two (OtherController.two)'
    const messages = async (documents: ApplicationOptions['documents']) =>
      (await setupErrorsOf([OtherController], { documents: documents ?? [] })).map(({ message }) => message)
    const part = { path: '/part.json', include: ({ tags }: { tags: readonly string[] }) => tags.includes('other') }
    const all = { path: '/all.json', include: () => true }
    expect(await messages([part, all])).to.deep.equal([`${conflict} (in the document all); change one of them.`])
    expect(await messages([part, all, { ...all, path: '/every.json' }])).to.deep.equal([
      `${conflict} (in the documents all, every); change one of them.`
    ])
    expect(await messages([all])).to.deep.equal([`${conflict}; change one of them.`])
  })

  it('are setup errors where something is wrong with them', async () => {
    const messages = async (documents: unknown) =>
      (await setupErrorsOf([BookController], { documents } as never)).map(({ message }) => message)
    expect(await messages('/openapi.json')).to.deep.equal([
      "APPLICATION_INVALID: `documents` must be a list of objects with a `path`, the application; write documents: [{ path: '/openapi/public.json', include: ({ tags }) => tags.includes('public') }]."
    ])
    expect(await messages([{ path: '/a.json', includes: () => true }])).to.deep.equal([
      "OPTION_UNKNOWN: there is no option 'includes' (did you mean 'include'?), the option documents[0]; correct its name or remove it."
    ])
    expect(await messages([{ path: '/a.json', include: true, title: '' }])).to.deep.equal([
      "DOCUMENT_INVALID: include is not a function, the option documents[0]; write include: ({ tags }) => tags.includes('public').",
      'DOCUMENT_INVALID: title is empty, the option documents[0]; make title a non-empty string.'
    ])
    expect(await messages([{ path: '/a.json', include: () => undefined }])).to.deep.equal([
      'DOCUMENT_INVALID: it returns nothing, BookController.find, the function include of a document; return true or false.'
    ])
    expect(
      await messages([
        {
          path: '/a.json',
          include: () => {
            throw new Error('oh')
          }
        }
      ])
    ).to.deep.equal([
      'DOCUMENT_INVALID: it throws Error: oh, BookController.find, the function include of a document; return true or false.'
    ])
    expect(
      await messages([
        { path: '/a.json', name: 'a' },
        { path: '/b.json', name: 'a' }
      ])
    ).to.deep.equal([
      'DOCUMENT_INVALID: two documents have the name "a", the option documents[1]; give each document a name of its own.'
    ])
    expect((await messages([{ path: [] }]))[0]).to.match(/^PATH_INVALID: /)
  })

  it('leave an application without documents one that it can read', async () => {
    const service = await serviceOf([BookController])
    expect([...service.documents.keys()]).to.deep.equal(['openapi'])
    expect(new Application({ title: 'A', version: '1' }).options.documents).to.equal(undefined)
  })
})

describe('The document as YAML', () => {
  it('is at each path that ends in .yaml or .yml, with an ETag for each coding, 304 and HEAD', async () => {
    const service = await serviceOf([BookController], { spec: ['/openapi.json', '/openapi.yaml', '/api.YML'] })
    const get = (headers: Record<string, string>, method = 'GET') =>
      service.inject({ method, url: '/openapi.yaml', headers })
    const plain = await get({})
    expect(plain.headers).to.include({ 'content-type': 'application/yaml', vary: 'Accept-Encoding' })
    expect(parse(plain.body)).to.deep.equal(service.document)
    const packed = await get({ 'accept-encoding': 'gzip, br' })
    expect(packed.headers['content-encoding']).to.equal('br')
    expect(brotliDecompressSync(packed.rawBody).equals(plain.rawBody)).to.equal(true)
    expect(packed.headers.etag).not.to.equal(plain.headers.etag)
    expect((await get({ 'if-none-match': String(plain.headers.etag) })).statusCode).to.equal(304)
    const head = await get({}, 'HEAD')
    expect([head.body, head.headers['content-length']]).to.deep.equal(['', plain.headers['content-length']])
    expect((await service.inject('/api.YML')).body).to.equal(plain.body)
    expect((await service.inject('/openapi.json')).json()).to.deep.equal(service.document)
  })
})
