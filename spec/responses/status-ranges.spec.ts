import { expect } from 'chai'
import {
  type ApplicationOptions,
  BootstrapError,
  Conflict,
  type Context,
  type ContextHandler,
  Controller,
  Delete,
  Field,
  Get,
  generateOpenAPISpec,
  HttpError,
  Integer,
  Returns,
  type RouteOptions,
  Router,
  type Service
} from 'fieldstone'
import { serviceOf, setupErrorsOf } from '../support/applications.js'
import { complaintsAbout } from '../support/openapi-validator.js'
import { RecordingLogger } from '../support/recording-logger.js'
import { ServedRouters, told } from '../support/served-router.js'

class Book {
  @Field(() => Integer) id!: number
  @Field() title!: string
}

class Teapot {
  @Field() handle!: string
}

class Refusal {
  @Field() reason!: string
}

class Anything {
  @Field() what!: string
}

const SECRET = { secret: 'x' }
const REPLIES: Readonly<Record<number, object>> = {
  200: { id: 1, title: 'Emma', ...SECRET },
  418: { handle: 'left', ...SECRET },
  404: { reason: 'gone', ...SECRET },
  302: { what: 'elsewhere', ...SECRET },
  502: { what: 'broken', ...SECRET }
}

const RESPONSES: RouteOptions['responses'] = {
  200: Book,
  418: Teapot,
  '4XX': { description: 'Refused', body: Refusal },
  default: Anything
}

const reply: ContextHandler = (ctx) => {
  const status = Number(ctx.urlParam('status'))
  ctx.json(status, REPLIES[status])
}

@Controller('/decorated')
class Decorated {
  @Get('/{status}')
  @Returns(200, Book)
  @Returns(418, Teapot)
  @Returns('4XX', Refusal, { description: 'Refused' })
  @Returns('default', Anything)
  show(ctx: Context) {
    return reply(ctx) as undefined
  }
}

@Controller('/options')
class WithOptions {
  @Get('/{status}', { responses: RESPONSES })
  show(ctx: Context) {
    return reply(ctx) as undefined
  }
}

const documentOf = (router: Router) => generateOpenAPISpec(router, { title: 'Books', version: '1.0.0' })

describe('Responses of a range of statuses', () => {
  const routers = new ServedRouters()
  afterEach(() => routers.close())

  /** What a route does over HTTP, and what its log says. */
  async function answers(
    handler: ContextHandler,
    responses: NonNullable<RouteOptions['responses']>,
    path = '/a/200',
    { http = {}, method = 'GET' }: { http?: Partial<ApplicationOptions>; method?: string } = {}
  ) {
    const { url, log } = await routers.serve((router) => {
      router.getFunc('/a/{status}', handler, { responses })
    }, http as object)
    const response = await fetch(url + path, { method, redirect: 'manual' })
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      body: await response.text(),
      log: told(log).map(({ message }) => message)
    }
  }

  it('are written by the most exact declaration: the status, the range, the default', async () => {
    const fields = async (status: number) => {
      const { body, log } = await answers(reply, RESPONSES ?? {}, `/a/${status}`)
      return [Object.keys(JSON.parse(body)).join(), ...log]
    }
    expect(await fields(200)).to.deep.equal(['id,title'])
    expect(await fields(418)).to.deep.equal(['handle'])
    expect(await fields(404)).to.deep.equal(['reason'])
    expect(await fields(302)).to.deep.equal(['what'])
    expect(await fields(502)).to.deep.equal(['what'])
  })

  it('are checked by it, and replaced where that is enforced', async () => {
    const wrong: ContextHandler = (ctx) => ctx.json(Number(ctx.urlParam('status')), { title: 3 })
    const log = async (status: number) => (await answers(wrong, RESPONSES ?? {}, `/a/${status}`)).log.join()
    expect(await log(418)).to.match(/responded 418, which breaks the document: 'handle' is required/)
    const missing: ContextHandler = (ctx) => ctx.json(409, { reason: undefined })
    const { log: entries } = await answers(missing, RESPONSES ?? {})
    expect(entries.join()).to.match(/responded 409, which breaks the document: 'reason' is required/)
    const enforced = await answers(missing, RESPONSES ?? {}, '/a/1', { http: { responseChecks: 'enforce' } })
    expect([enforced.status, enforced.type]).to.deep.equal([500, 'application/problem+json'])
  })

  it('leave out what no key covers: a status of another range is not documented', async () => {
    const { log } = await answers((ctx) => ctx.json(409, {}), { '2XX': Book, '5XX': 'Broken' })
    expect(log.join()).to.match(/the status 409 is not documented/)
  })

  it('are the same in both forms of decorators and among the options, and in a valid document of both versions', async () => {
    for (const openapi of ['3.0', '3.1'] as const) {
      const service = await serviceOf([Decorated, WithOptions], { openapi, responseChecks: 'enforce' })
      const [decorated, options] = Object.values(service.document.paths).map((path) => path.get?.responses)
      expect(decorated).to.deep.equal({ ...options })
      expect(Object.keys(decorated ?? {})).to.deep.equal(['200', '400', '418', '500', '4XX', 'default'])
      expect(decorated?.['4XX']).to.deep.equal({
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } }
      })
      expect(decorated?.default).to.deep.equal({
        description: 'Any other response',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Anything' } } }
      })
      expect(await complaintsAbout(service.document)).to.deep.equal([])
      for (const path of ['/decorated/404', '/options/404']) {
        expect((await service.inject(path)).body, path).to.equal('{"reason":"gone"}')
      }
      await service.close()
    }
  })

  it('of errors have the body of every error where they name none, and `default` as well', async () => {
    const thrown: ContextHandler = (ctx) => {
      throw new HttpError(Number(ctx.urlParam('status')), 'No')
    }
    const responses = { 200: Book, '4XX': 'Refused', default: 'Whatever else' }
    for (const status of [409, 451, 507]) {
      const { type, log, ...response } = await answers(thrown, responses, `/a/${status}`)
      expect([response.status, type]).to.deep.equal([status, 'application/problem+json'])
      expect(JSON.parse(response.body).status).to.equal(status)
      expect(log.filter((message) => message.includes('breaks the document'))).to.deep.equal([])
    }
    const router = new Router().getFunc('/a', thrown, { responses })
    const described = documentOf(router).paths['/a']?.get?.responses ?? {}
    const content = (status: number, title: string, detail: string) => ({
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        example: { type: 'about:blank', title, status, detail }
      }
    })
    expect(described['4XX']).to.deep.equal({ description: 'Refused', content: content(400, 'Bad Request', 'Refused') })
    expect(described.default).to.deep.equal({
      description: 'Whatever else',
      content: content(500, 'Internal Server Error', 'Whatever else')
    })
  })

  it('of errors without a body have none, also where an error is thrown', async () => {
    const thrown: ContextHandler = () => {
      throw new Conflict()
    }
    const { status, type, body, log } = await answers(thrown, { 200: Book, '4XX': { body: null } })
    expect([status, type, body, log]).to.deep.equal([409, null, '', []])
  })

  it('have the body of every error of the application, where that has a form of its own', async () => {
    const errors: ApplicationOptions['errors'] = { body: Refusal, format: ({ detail }) => ({ reason: detail }) }
    @Controller()
    class Refusing {
      @Get()
      @Returns(200, Book)
      @Returns('default', 'Refused')
      show(): Book {
        throw new Conflict('Lent')
      }
    }
    const service = await serviceOf([Refusing], { errors, responseChecks: 'enforce' })
    const { statusCode, body } = await service.inject('/')
    expect([statusCode, body]).to.deep.equal([409, '{"reason":"Lent"}'])
    expect(service.document.paths['/']?.get?.responses.default).to.deep.equal({
      description: 'Refused',
      content: {
        'application/json': { schema: { $ref: '#/components/schemas/Refusal' }, example: { reason: 'Refused' } }
      }
    })
    await service.close()
  })

  it('do not take a `default` of errors for the body of a success, of which they drop nothing and promise nothing', async () => {
    const { body, type, log } = await answers(() => ({ id: 1 }), { default: 'An error' })
    expect([type, body]).to.deep.equal(['application/json; charset=utf-8', '{"id":1}'])
    expect(log.join()).to.match(/the status 200 is not documented/)
  })

  it('take the status of a returned value from the usual ones', async () => {
    const statusOf = async (responses: NonNullable<RouteOptions['responses']>, value: unknown) => {
      const { status, body, log } = await answers(() => value, responses)
      return [status, body, ...log]
    }
    const book = { id: 1, title: 'Emma', ...SECRET }
    const text = '{"id":1,"title":"Emma"}'
    expect(await statusOf({ '2XX': Book }, book)).to.deep.equal([200, text])
    expect(await statusOf({ default: Book }, book)).to.deep.equal([200, text])
    expect(await statusOf({ 201: Book, '2XX': Anything }, book)).to.deep.equal([201, text])
    expect(await statusOf({ 202: 'Later', '2XX': Book }, book)).to.deep.equal([200, text])
    expect(await statusOf({ '2XX': 'Done' }, undefined)).to.deep.equal([204, ''])
    expect(await statusOf({ 202: 'Later', '2XX': Book }, undefined)).to.deep.equal([202, ''])
    const nothing = await statusOf({ '2XX': Book }, undefined)
    expect(nothing[0]).to.equal(500)
    expect(nothing.join()).to.match(/returned nothing, but the document promises a body/)
  })

  it('let a status without content have none, and nothing but it', async () => {
    const { log: none } = await answers((ctx) => ctx.noContent(), { '2XX': Book })
    expect(none).to.deep.equal([])
    const unchanged = await answers((ctx) => ctx.status(304), { default: Book })
    expect([unchanged.status, ...unchanged.log]).to.deep.equal([304])
    const empty = await answers((ctx) => ctx.status(202), { '2XX': Book })
    expect([empty.status, empty.log.join()]).to.deep.equal([500, empty.log.join()])
    expect(empty.log.join()).to.match(/promises a body/)
    const headers = { '2XX': { body: Book, headers: { 'x-total': Integer } } }
    const { log } = await answers((ctx) => ctx.noContent(), headers)
    expect(log.join()).to.match(/the header x-total is required/)
  })

  it('choose among media types by the client, and reject what it cannot read', async () => {
    const responses = { '2XX': { content: { 'application/json': Book, 'text/csv': String } } }
    const handler: ContextHandler = (ctx) => (ctx.accepts() === 'text/csv' ? '1,Emma\n' : { id: 1, title: 'Emma' })
    const { url } = await routers.serve((router) => router.getFunc('/a', handler, { responses }))
    const get = async (accept: string) => {
      const response = await fetch(`${url}/a`, { headers: { accept } })
      return [response.status, response.headers.get('content-type')]
    }
    expect(await get('text/csv')).to.deep.equal([200, 'text/csv; charset=utf-8'])
    expect(await get('application/json')).to.deep.equal([200, 'application/json; charset=utf-8'])
    expect(await get('image/png')).to.deep.equal([406, 'application/problem+json'])
  })

  it('are shared by the application, groups and controllers; a route that declares a status goes before', async () => {
    @Controller('/books', { responses: { '4XX': Refusal, 404: 'No such book' } })
    class Books {
      @Delete('/{id}')
      @Returns(204)
      remove(ctx: Context) {
        const status = Number(ctx.urlParam('id'))
        if (status > 299) ctx.json(status, REPLIES[status])
      }
    }
    const logger = new RecordingLogger()
    const options = { responses: { default: Anything }, logger, responseChecks: 'enforce' } as const
    const service: Service = await serviceOf(
      [{ prefix: '/v1', responses: { '5XX': Anything }, controllers: [Books] }],
      options
    )
    const responses = service.document.paths['/v1/books/{id}']?.delete?.responses ?? {}
    expect(Object.keys(responses)).to.deep.equal(['204', '400', '404', '500', '4XX', '5XX', 'default'])
    expect((await service.inject({ method: 'DELETE', url: '/v1/books/502' })).body).to.equal('{"what":"broken"}')
    expect((await service.inject({ method: 'DELETE', url: '/v1/books/418' })).statusCode).to.equal(500)
    expect(await complaintsAbout(service.document)).to.deep.equal([])
    await service.close()
  })

  it('that are shared as `default` promise every success, too', async () => {
    const { url, log } = await routers.serve((router) => router.getFunc('/a', () => ({ id: 1 })), {
      responses: { default: 'An error' }
    })
    await fetch(`${url}/a`)
    expect(
      told(log)
        .map(({ message }) => message)
        .join()
    ).to.match(/the status 200 is not documented/)
    const router = new Router({ responses: { default: 'An error' } }).getFunc('/a', () => undefined)
    expect(documentOf(router).paths['/a']?.get?.responses.default).to.have.property('description', 'An error')
  })

  it('keep the statuses of the framework apart, which are more exact', async () => {
    const { url } = await routers.serve(
      (router) => {
        router.getFunc('/a', () => ({ id: 1, title: '' }), {
          parameters: [{ name: 'page', in: 'query', schema: Integer }],
          responses: { 200: Book, '4XX': Refusal, default: Refusal }
        })
      },
      { responseChecks: 'enforce' }
    )
    const response = await fetch(`${url}/a?page=x`)
    expect([response.status, response.headers.get('content-type')]).to.deep.equal([400, 'application/problem+json'])
  })

  it('are a setup error where no status is in them, or they are misspelt', async () => {
    const errorsOf = (responses: Readonly<Record<string, unknown>>): string[] => {
      const router = new Router().getFunc('/a', function handler() {}, { responses } as never)
      try {
        documentOf(router)
      } catch (error) {
        if (error instanceof BootstrapError) return error.errors.map(({ message }) => message)
        throw error
      }
      return []
    }
    const place = 'response'
    const messages = errorsOf({ '0XX': Book, '9XX': Book, '4xx': Book, Default: Book, '4X': Book, '40XX': Book })
    expect(messages.map((message) => message.replace(/handler at [^,]+, /, ''))).to.deep.equal([
      `RESPONSE_INVALID: "0XX" is not a range of HTTP status codes, ${place} 0XX; the ranges are '1XX', '2XX', '3XX', '4XX' and '5XX'.`,
      `RESPONSE_INVALID: "40XX" is not an HTTP status code, ${place} 40XX; use an integer from 100 to 599, a range such as '4XX', or 'default'.`,
      `RESPONSE_INVALID: "4X" is not an HTTP status code, ${place} 4X; use an integer from 100 to 599, a range such as '4XX', or 'default'.`,
      `RESPONSE_INVALID: "4xx" is not written as a range of statuses, ${place} 4xx; write '4XX'.`,
      `RESPONSE_INVALID: "9XX" is not a range of HTTP status codes, ${place} 9XX; the ranges are '1XX', '2XX', '3XX', '4XX' and '5XX'.`,
      `RESPONSE_INVALID: "Default" is not a status, ${place} Default; write 'default'.`
    ])
    expect(errorsOf({ '1XX': Book }).join()).to.match(/a 1XX response cannot have a body/)
    @Controller()
    class Wrong {
      @Get()
      @Returns('9XX' as 'default', Book)
      show() {
        return { id: 1, title: '' }
      }
    }
    const [error] = await setupErrorsOf([Wrong])
    expect(error?.message).to.match(/"9XX" is not a range of HTTP status codes, Wrong.show, response 9XX/)
    const [shared] = await setupErrorsOf([Decorated], { responses: { '4xx': Book } } as never)
    expect(shared?.message).to.match(/"4xx" is not written as a range of statuses, the option responses, response 4xx/)
  })
})
