import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect as connectHttp2 } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import {
  Application,
  type ApplicationOptions,
  bearerScheme,
  bootstrap,
  type Context,
  Controller,
  Ctx,
  enumOf,
  Field,
  fileResponses,
  Get,
  Integer,
  NotFound,
  Post,
  Returns,
  type RouteOptions
} from 'fieldstone'
import { rateLimit } from 'fieldstone/rate-limit'
import { verify } from 'fieldstone-verify'
import { serviceOf, setupErrorsOf } from '../support/applications.js'
import { RecordingLogger } from '../support/recording-logger.js'

class Book {
  @Field() title!: string
}

const WHEN = new Date(Date.UTC(2026, 9, 21, 7, 28))

/** What the handlers of a spec do with the context. */
let act: (ctx: Context) => unknown = () => undefined

@Controller('/books')
class Books {
  @Post()
  @Returns(201, Book, {
    headers: {
      Location: String,
      'x-total': { type: Integer, optional: true, minimum: 0, description: 'All books', example: 3 },
      'x-when': { type: Date, optional: true },
      'x-tags': { type: [String], optional: true, maxItems: 2 },
      'x-kind': { type: enumOf(['new', 'used']), optional: true, deprecated: true },
      'x-flag': { type: Boolean, optional: true },
      Expires: { optional: true }
    }
  })
  create(@Ctx() ctx: Context) {
    act(ctx)
    return { title: 'Moby-Dick' }
  }

  @Get()
  @Returns(200, { lines: Book, headers: { 'x-total': Integer } })
  @Returns(404, { headers: { 'x-reason': String } })
  list(@Ctx() ctx: Context) {
    act(ctx)
    return [{ title: 'Moby-Dick' }]
  }
}

describe('Declared headers of responses', () => {
  const closing: (() => Promise<unknown>)[] = []
  afterEach(() => Promise.all(closing.splice(0).map((close) => close())))

  const create = async (work: typeof act, options: Partial<ApplicationOptions> = {}) => {
    act = work
    const logger = new RecordingLogger()
    const service = await serviceOf([Books], { logger, ...options })
    const response = await service.inject({ method: 'POST', url: '/books' })
    return { ...response, log: logger.entries }
  }
  const located = (ctx: Context) => ctx.header('location', '/books/1')

  it('are written by their types', async () => {
    const { statusCode, headers, log } = await create((ctx) => {
      ctx.header('Location', '/books/1')
      ctx.header('x-total', 5)
      ctx.header('x-when', WHEN)
      ctx.header('x-tags', ['a', 'b'])
      ctx.header('x-kind', 'new')
      ctx.header('X-Flag', true)
      ctx.header('expires', WHEN)
    })
    expect(statusCode).to.equal(201)
    expect(headers).to.include({
      location: '/books/1',
      'x-total': '5',
      'x-when': '2026-10-21T07:28:00.000Z',
      'x-tags': 'a,b',
      'x-kind': 'new',
      'x-flag': 'true',
      expires: 'Wed, 21 Oct 2026 07:28:00 GMT'
    })
    expect(log).to.deep.equal([])
  })

  it('are written by the types of their items, where these are dates', async () => {
    const headers = { 'x-times': { type: [Date] } }
    const service = await serviceOf([], {
      routes: (router) =>
        router.getFunc('/', (ctx) => ctx.header('x-times', [WHEN, new Date(0)]), { responses: { 204: { headers } } })
    })
    expect((await service.inject('/')).headers['x-times']).to.equal('2026-10-21T07:28:00.000Z,1970-01-01T00:00:00.000Z')
  })

  it('that are not declared are written, too: lists as repeated headers, dates as HTTP has them', async () => {
    const { headers } = await create((ctx) => {
      located(ctx)
      ctx.header('x-list', ['a', 2, false])
      ctx.header('last-modified', WHEN)
      ctx.header('x-big', 12345678901234567890n)
    })
    expect(headers['x-list']).to.deep.equal(['a', '2', 'false'])
    expect(headers).to.include({ 'last-modified': 'Wed, 21 Oct 2026 07:28:00 GMT', 'x-big': '12345678901234567890' })
  })

  it('of an empty list are not there', async () => {
    const { headers } = await create((ctx) => {
      located(ctx)
      ctx.header('x-tags', ['a'])
      ctx.header('x-tags', [])
    })
    expect(headers).not.to.have.property('x-tags')
  })

  const unsendable: readonly [what: string, work: typeof act, message: string][] = [
    ['an item with a comma', (ctx) => ctx.header('x-tags', ['a,b']), 'has a comma, which separates items'],
    ['an invalid date', (ctx) => ctx.header('x-when', new Date('no')), 'is no valid date'],
    ['a line break', (ctx) => ctx.header('x-tags', ['a\r\nx: y']), 'that HTTP cannot carry']
  ]
  for (const [what, work, message] of unsendable) {
    it(`are a 500 with ${what}`, async () => {
      const { statusCode, error } = await create(work)
      expect(statusCode).to.equal(500)
      expect(error?.message).to.include(message)
    })
  }

  const broken: readonly [what: string, work: typeof act, sentence: string][] = [
    ['a required one that is missing', () => undefined, 'the header location is required'],
    [
      'another type',
      (ctx) => {
        located(ctx)
        ctx.header('x-total', 'many')
      },
      'the header x-total must be an integer'
    ],
    [
      'a value that breaks a rule',
      (ctx) => {
        located(ctx)
        ctx.header('x-total', -1)
      },
      'the header x-total must be at least 0'
    ],
    [
      'a list that is too long, also where it was set as one text',
      (ctx) => {
        located(ctx)
        ctx.header('x-tags', 'a, b, c')
      },
      'the header x-tags must have at most 2 items'
    ],
    [
      'two values where there is one',
      (ctx) => {
        located(ctx)
        ctx.header('x-kind', ['new', 'used'])
      },
      'the header x-kind must be given once'
    ]
  ]
  for (const [what, work, sentence] of broken) {
    it(`are checked: ${what} is a 500 where checks are enforced`, async () => {
      const { statusCode, error } = await create(work, { responseChecks: 'enforce' })
      expect([statusCode, error?.message]).to.deep.equal([
        500,
        `POST /books (Books.create) responded 201, which breaks the document: ${sentence}`
      ])
    })

    it(`are checked: ${what} is in the log where checks report`, async () => {
      const { statusCode, log } = await create(work, { responseChecks: 'report' })
      expect(statusCode).to.equal(201)
      expect(log.map(({ level, message }) => [level, message])).to.deep.equal([
        ['warn', `Books.create responded 201, which breaks the document: ${sentence}`]
      ])
    })
  }

  it('are not checked where nothing is', async () => {
    const { statusCode, log } = await create(() => undefined, { responseChecks: 'off' })
    expect([statusCode, log]).to.deep.equal([201, []])
  })

  it('are checked before a stream begins, and of errors, whose own headers count', async () => {
    const service = await serviceOf([Books], { responseChecks: 'enforce' })
    const statusOf = async (work: typeof act) => {
      act = work
      return (await service.inject('/books')).statusCode
    }
    expect(await statusOf(() => undefined)).to.equal(500)
    expect(await statusOf((ctx) => ctx.header('x-total', 1))).to.equal(200)
    expect(await statusOf(() => NotFound.throw('None'))).to.equal(500)
    expect(await statusOf(() => NotFound.throw('None', { headers: { 'x-reason': 'all lent' } }))).to.equal(404)
  })

  it('are sent over the network, by HTTP/1.1, HTTP/2 and to WHATWG requests', async () => {
    act = (ctx) => {
      located(ctx)
      ctx.header('x-tags', ['a', 'b'])
      ctx.header('x-when', WHEN)
    }
    const expected = { location: '/books/1', 'x-tags': 'a,b', 'x-when': '2026-10-21T07:28:00.000Z' }
    const start = async (http2: boolean) => {
      const service = await serviceOf([Books], { responseChecks: 'enforce' })
      closing.push(() => service.close({ deadline: 100 }))
      return { service, port: (await service.listen({ port: 0, host: '127.0.0.1', http2 })).port }
    }
    const { service, port } = await start(false)
    const request = { method: 'POST' }
    for (const response of [
      await fetch(`http://127.0.0.1:${port}/books`, request),
      await service.fetch(new Request('http://x/books', request))
    ]) {
      await response.text()
      expect(response.status).to.equal(201)
      for (const [name, value] of Object.entries(expected)) expect(response.headers.get(name)).to.equal(value)
    }
    const session = connectHttp2(`http://127.0.0.1:${(await start(true)).port}`)
    closing.push(async () => session.destroy())
    const head = await new Promise<object>((resolve) => {
      session.request({ ':method': 'POST', ':path': '/books' }).on('response', resolve)
    })
    expect(head).to.include({ ':status': 201, ...expected })
  })

  it('are in the document', async () => {
    const { document } = await serviceOf([Books])
    const { post, get } = document.paths['/books'] ?? {}
    expect(post?.responses['201'])
      .to.have.property('headers')
      .that.deep.equals({
        Location: { required: true, schema: { type: 'string' } },
        'x-total': {
          description: 'All books',
          schema: { type: 'integer', format: 'int64', minimum: 0, maximum: 9007199254740991 },
          example: 3
        },
        'x-when': { schema: { type: 'string', format: 'date-time' } },
        'x-tags': { schema: { type: 'array', items: { type: 'string' }, maxItems: 2 } },
        'x-kind': { deprecated: true, schema: { type: 'string', enum: ['new', 'used'] } },
        'x-flag': { schema: { type: 'boolean' } },
        Expires: { schema: { type: 'string' } }
      })
    expect(get?.responses['404']).to.deep.include({
      description: 'Not Found',
      headers: { 'x-reason': { required: true, schema: { type: 'string' } } }
    })
  })

  const routed = async (options: RouteOptions, work: typeof act, more: Partial<ApplicationOptions> = {}) => {
    return bootstrap(
      new Application({
        ...{ title: 'Books', version: '1', logger: false },
        ...more,
        routes: (router) => router.getFunc('/books', work, options)
      })
    )
  }

  it('are declared by routers without controllers, and judged by verification', async () => {
    const headers = { 'x-total': Integer, 'x-tags': { type: [Integer], optional: true } }
    const options = { responses: { 200: { body: String, headers } } }
    const found = async (work: typeof act) => {
      const { disagreements } = await verify(await routed(options, work), { runs: 3, seed: 1 })
      return disagreements.map(({ kind, document }) => `${kind}: ${document}`)
    }
    expect(
      await found((ctx) => {
        ctx.header('x-total', 1)
        ctx.header('x-tags', [1, 2])
        return 'a'
      })
    ).to.deep.equal([])
    expect(await found(() => 'a')).to.deep.equal(['broken-header: the document promises x-total'])
    expect(
      await found((ctx) => {
        ctx.header('x-total', 'a')
        ctx.header('x-tags', ['b'])
        return 'a'
      })
    ).to.deep.equal([
      'broken-header: the header x-total must be integer',
      'broken-header: the header x-tags must be integer'
    ])
  })

  it('may be cookies, of which there can be several', async () => {
    const options = { responses: { 200: { body: String, headers: { 'Set-Cookie': String } } } }
    const cookies = (ctx: Context) => {
      ctx.setCookie('a', '1')
      ctx.setCookie('b', '2')
      return 'a'
    }
    const service = await routed(options, cookies, { responseChecks: 'enforce' })
    expect((await service.inject('/books')).statusCode).to.equal(200)
    const without = await routed(options, () => 'a', { responseChecks: 'enforce' })
    expect((await without.inject('/books')).statusCode).to.equal(500)
  })

  it('do not hide those that the framework sets on the same status', async () => {
    const bearer = bearerScheme({ authenticate: () => undefined })
    const service = await routed(
      { security: ['bearer'], responses: { 200: String, 401: { headers: { 'x-hint': { optional: true } } } } },
      () => 'a',
      { securitySchemes: { bearer } }
    )
    const { responses } = service.document.paths['/books']?.get ?? {}
    expect(responses?.['401']).to.have.property('headers').that.has.all.keys('WWW-Authenticate', 'x-hint')
    expect((await service.inject('/books')).headers).to.have.property('www-authenticate')
  })

  const theFrameworksOwn: readonly (readonly [status: 401 | 429 | 503, name: string, options: RouteOptions])[] = [
    [401, 'WWW-Authenticate', { security: ['bearer'] }],
    [429, 'Retry-After', { middleware: [rateLimit({ limit: 1, window: 60_000 })] }],
    [503, 'Retry-After', { handlerTimeout: 9 }]
  ]
  for (const [status, name, options] of theFrameworksOwn) {
    for (const written of [name, name.toLowerCase(), name.toUpperCase()]) {
      it(`take the place of the framework's own on a ${status}, once, as the route writes it: ${written}`, async () => {
        const headers = { [written]: { type: String, description: 'Of the route' }, 'x-other': String }
        const service = await routed({ ...options, responses: { 200: String, [status]: { headers } } }, () => 'a', {
          securitySchemes: { bearer: bearerScheme({ authenticate: () => undefined }) }
        })
        const responses = service.document.paths['/books']?.get?.responses ?? {}
        expect(responses[status])
          .to.have.property('headers')
          .that.deep.equals({
            [written]: { description: 'Of the route', required: true, schema: { type: 'string' } },
            'x-other': { required: true, schema: { type: 'string' } }
          })
      })
    }
  }

  it('of files are those that ctx.file sends', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fieldstone-headers-'))
    closing.push(async () => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'a.txt'), 'some text')
    const options = { responses: fileResponses('text/plain') }
    const service = await routed(options, (ctx) => ctx.file(join(folder, 'a.txt')), { responseChecks: 'enforce' })
    const { headers } = await service.inject('/books')
    const statusOf = async (more: Record<string, string>) => {
      return (await service.inject({ url: '/books', headers: more })).statusCode
    }
    expect(await statusOf({})).to.equal(200)
    expect(await statusOf({ range: 'bytes=0-2' })).to.equal(206)
    expect(await statusOf({ range: 'bytes=90-' })).to.equal(416)
    expect(await statusOf({ 'if-none-match': String(headers.etag) })).to.equal(304)
    const described = service.document.paths['/books']?.get?.responses['206']
    expect(described).to.have.property('headers').that.has.all.keys('ETag', 'Last-Modified', 'Content-Range')
  })

  it('are one header for each cookie where these are declared as a list', async () => {
    const headers = { 'Set-Cookie': { type: [String], minItems: 2 } }
    const service = await routed({ responses: { 200: { body: String, headers } } }, (ctx) => {
      ctx.setCookie('a', '1', { expires: new Date(0) })
      ctx.setCookie('b', '2')
      return 'a'
    })
    const { statusCode, headers: sent } = await service.inject('/books')
    expect(statusCode).to.equal(200)
    expect(sent['set-cookie']).to.be.an('array').with.lengthOf(2)
    expect((sent['set-cookie'] as unknown as string[])[0]).to.match(/^a=1; .*Expires=Thu, 01 Jan 1970/)
  })

  it('of responses without an operation are in the document, and sent', async () => {
    const service = await routed({ responses: { 200: String } }, () => 'a')
    const unmatched = service.document['x-unmatched-responses'] ?? {}
    for (const [status, request] of [
      ['204', { method: 'OPTIONS', url: '/books' }],
      ['404', { url: '/none' }],
      ['405', { method: 'PUT', url: '/books' }]
    ] as const) {
      const { statusCode, headers } = await service.inject(request)
      expect(String(statusCode)).to.equal(status)
      for (const name of Object.keys(unmatched[status]?.headers ?? {})) {
        expect(headers).to.have.property(name.toLowerCase(), 'GET, HEAD, OPTIONS')
      }
    }
    expect(unmatched['405']?.headers).to.have.property('Allow')
    expect(Object.keys(unmatched)).to.deep.equal(['204', '400', '404', '405'])
  })

  const wrong: readonly [what: string, headers: unknown, message: string][] = [
    ['no object', [], 'its headers are not an object'],
    ['an empty object', {}, 'its headers name none, Wrong.get, response 200; remove them'],
    ['no name of a header', { 'a b': String }, 'no header can have this name, Wrong.get, response 200, header a b'],
    ['the content type', { 'Content-Type': String }, 'OpenAPI ignores it'],
    ...['Connection', 'Content-Length', 'Date', 'Keep-Alive', 'Trailer', 'Transfer-Encoding', 'Upgrade'].map(
      (name): [string, object, string] => [`the header ${name}`, { [name]: String }, 'every response has its own']
    ),
    ['one header twice', { 'X-A': String, 'x-a': Integer }, 'it is declared twice, as X-A, too'],
    ['no type', { 'x-a': undefined }, 'its type is undefined'],
    ['a record', { 'x-a': Book }, 'text cannot express its type'],
    ['a list of records', { 'x-a': [Book] }, 'text cannot express its type'],
    ...['Expires', 'Last-Modified', 'Retry-After', 'Sunset'].map((name): [string, object, string] => [
      `a Date as ${name}`,
      { [name]: Date },
      'it is a date as HTTP writes it'
    ]),
    ['`required`', { 'x-a': { required: true } }, 'a header is required unless `optional: true` is given'],
    ['a misspelt option', { 'x-a': { type: String, optinal: true } }, "did you mean 'optional'?"],
    ['a rule of another type', { 'x-a': { type: Boolean, minLength: 2 } }, 'the option minLength does not apply'],
    ['an example of another type', { 'x-a': { type: Integer, example: 'a' } }, 'the example']
  ]
  for (const [what, headers, message] of wrong) {
    it(`are a setup error with ${what}`, async () => {
      @Controller()
      class Wrong {
        @Get('/', { responses: { 200: { body: String, headers: headers as never } } })
        get() {
          return 'a'
        }
      }
      const errors = await setupErrorsOf([Wrong])
      expect(errors.map(({ message: said }) => said).join('\n')).to.include(message)
    })
  }
})
