import { expect } from 'chai'
import {
  Application,
  Body,
  bearerScheme,
  bootstrap,
  type Context,
  Controller,
  type ErrorsOptions,
  enumOf,
  Field,
  generateOpenAPISpec,
  type InjectRequest,
  Integer,
  type OpenAPIDocument,
  Post,
  type Problem,
  type RouteOptions,
  Router,
  Unknown,
  ValidationError
} from 'fieldstone'
import { rateLimit } from 'fieldstone/rate-limit'
import { serviceOf } from '../support/applications.js'
import { CONFIG, type DescribedRoute, describedRoute, documentOf } from '../support/described-route.js'
import { exchange } from '../support/one-handler.js'
import { complaintsAbout } from '../support/openapi-validator.js'

class Line {
  @Field({ minLength: 3 }) sku!: string
}

class Order {
  @Field(() => [Line]) lines!: Line[]
}

class Note {
  @Field() text!: string
}

/** An application's own record of the name that the framework would have used. */
const OwnProblem = class {}
Object.defineProperty(OwnProblem, 'name', { value: 'Problem' })
Field(() => String)(OwnProblem.prototype, 'cause')

type OpenAPIResponse = NonNullable<NonNullable<OpenAPIDocument['components']>['responses']>[string]

function responsesOf(route: DescribedRoute) {
  const [item] = Object.values(documentOf([route]).paths)
  return Object.values(item ?? {})[0]?.responses ?? {}
}

function refusedStatuses(route: DescribedRoute): string[] {
  return Object.entries(responsesOf(route)).flatMap(([status, response]) => ('$ref' in response ? [status] : []))
}

const ok = { responses: { 200: {} } }

describe("The framework's own error responses in the document", () => {
  // biome-ignore format: one row a line
  const table: [string, DescribedRoute, string[]][] = [
    ['an operation that reads nothing', describedRoute('GET', '/a', ok), ['500']],
    ['a path parameter, whose encoding can be broken', describedRoute('GET', '/a/{id}', ok), ['400', '500']],
    ['a path parameter with a pattern', describedRoute('GET', '/a/{id:[0-9]+}', ok), ['400', '404', '500']],
    ['a query parameter', describedRoute('GET', '/a', { ...ok, parameters: [{ name: 'q', in: 'query', schema: Integer }] }), ['400', '500']],
    ['a declared body', describedRoute('POST', '/a', { ...ok, requestBody: Note }), ['400', '408', '413', '415', '500']],
    ['a declared body that may take any time', describedRoute('POST', '/a', { ...ok, requestBody: Note, requestTimeout: 0 }), ['400', '413', '415', '500']],
    ['a time for the request', describedRoute('POST', '/a', { ...ok, requestTimeout: 9 }), ['408', '500']],
    ['no limit of time', describedRoute('POST', '/a', { ...ok, requestTimeout: 0 }), ['500']],
    ['a time for the handler', describedRoute('GET', '/a', { ...ok, handlerTimeout: 9 }), ['500', '503']]
  ]
  for (const [what, route, statuses] of table) {
    it(`are ${statuses.join(', ')} for ${what}`, () => {
      expect(refusedStatuses(route)).to.deep.equal(statuses)
    })
  }

  it('give way to what the route declares for the same status', () => {
    const route = describedRoute('POST', '/a', { requestBody: Note, responses: { 400: { description: 'Bad note' } } })
    expect(responsesOf(route)['400']).to.have.property('description', 'Bad note')
  })

  it('are shared components that describe the problem as it is really sent', () => {
    const route = describedRoute('POST', '/a', { ...ok, requestBody: Note })
    const { components } = documentOf([route])
    const { 'application/problem+json': problem, ...others } = components?.responses?.BadRequest?.content ?? {}
    expect(problem?.schema).to.deep.equal({ $ref: '#/components/schemas/Problem' })
    expect(others).to.deep.equal({})
    expect(Object.keys(components?.schemas?.Problem?.properties ?? {})).to.have.members([
      ...['type', 'title', 'status', 'detail', 'errors']
    ])
    expect(Object.keys(components?.schemas?.Fault?.properties ?? {})).to.have.members([
      ...['in', 'path', 'rule', 'message', 'limit']
    ])
  })

  describe('have an example', () => {
    const statuses = ['400', '401', '403', '404', '406', '408', '413', '415', '422', '429', '500', '503']

    /** The responses and schemas of services whose operations can get every error. */
    async function everyError() {
      const documentWith = async (errors: ErrorsOptions) => {
        const { document } = await serviceOf([], {
          errors,
          securitySchemes: {
            token: bearerScheme({ authenticate: () => true, scopes: ['write'], scopesOf: () => ['write'] })
          },
          versioning: { by: 'mediaType', type: 'application/vnd.shop.v{version}+json', default: '1' },
          routes: (router) =>
            router.postFunc('/notes/{id:[0-9]+}', () => undefined, {
              version: '1',
              security: [{ token: ['write'] }],
              requestBody: Note,
              handlerTimeout: 9,
              middleware: [rateLimit({ limit: 1, window: 1_000 })],
              responses: { 200: Note }
            })
        })
        return document.components ?? {}
      }
      const { responses: with422 } = await documentWith({ statuses: { validation: 422 } })
      const { responses, schemas } = await documentWith({})
      const all = { ...responses, UnprocessableContent: with422?.UnprocessableContent as OpenAPIResponse }
      const byStatus = ({ content }: OpenAPIResponse) =>
        content?.['application/problem+json']?.example as Problem | undefined
      const examples = Object.entries(all)
        .map(([name, response]) => ({ name, example: byStatus(response) as Problem }))
        .sort((one, other) => one.example.status - other.example.status)
      return { responses: all, schemas, examples }
    }

    it('and these words, schemas and headers', async () => {
      const { responses, schemas } = await everyError()
      const described = Object.entries(responses).map(([name, { content: _content, ...rest }]) => [name, rest])
      expect(Object.fromEntries(described)).to.deep.equal({
        BadRequest: { description: 'The request is malformed or breaks a rule; `errors` lists every fault.' },
        Unauthorized: {
          description: 'The request shows no credentials, or none that are known.',
          headers: {
            'WWW-Authenticate': { description: 'The credentials that are taken.', schema: { type: 'string' } }
          }
        },
        Forbidden: { description: 'The credentials are known, and do not suffice.' },
        NotFound: { description: 'Nothing answers at this path.' },
        NotAcceptable: { description: 'The service can answer in none of the media types that are accepted.' },
        RequestTimeout: { description: 'The body of the request took too long to arrive.' },
        ContentTooLarge: { description: 'The request body is larger than the service takes.' },
        UnsupportedMediaType: { description: 'The request body is of a media type that is not taken.' },
        UnprocessableContent: { description: 'The request breaks a rule; `errors` lists every fault.' },
        TooManyRequests: {
          description: 'The client has sent too many requests.',
          headers: { 'Retry-After': { description: 'The seconds to wait.', schema: { type: 'integer', minimum: 1 } } }
        },
        InternalServerError: { description: 'The service failed.' },
        ServiceUnavailable: {
          description: 'The service took too long to answer, or cannot answer now.',
          headers: {
            'Retry-After': {
              description: 'The seconds to wait, where the service knows them.',
              schema: { type: 'integer', minimum: 1 }
            }
          }
        }
      })
      expect({ Problem: schemas?.Problem, Fault: schemas?.Fault }).to.deep.equal({
        Problem: {
          type: 'object',
          description: 'An error, as RFC 9457 describes it.',
          properties: {
            type: { type: 'string', example: 'about:blank' },
            title: { type: 'string', description: 'The reason phrase of the status.' },
            status: { type: 'integer', format: 'int32', minimum: 400, maximum: 599 },
            detail: { type: 'string', description: 'What went wrong this time, to be read by a person.' },
            errors: {
              type: 'array',
              description: 'What is wrong with the request, one entry a fault.',
              items: { $ref: '#/components/schemas/Fault' }
            }
          },
          required: ['type', 'title', 'status', 'detail']
        },
        Fault: {
          type: 'object',
          description: 'One thing wrong with a request.',
          properties: {
            in: { type: 'string', enum: ['body', 'query', 'path', 'header', 'cookie'], example: 'body' },
            path: {
              type: 'string',
              description: 'The way to the value; empty for the whole body.',
              example: 'lines[3].sku'
            },
            rule: { type: 'string', description: 'The keyword or rule that was broken.', example: 'minLength' },
            message: { type: 'string', example: 'must be at least 3 characters long' },
            limit: {
              anyOf: [
                { type: 'number', format: 'double', minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE },
                { type: 'string' }
              ],
              description: 'The value that the rule was declared with: a bound, a length, the name of a format.',
              example: 3
            }
          },
          required: ['in', 'path', 'rule', 'message']
        }
      })
    })

    it('each, of its own status, that agrees with itself, and no shared schema has one', async () => {
      const { schemas, examples } = await everyError()
      expect(examples.map(({ example }) => String(example.status))).to.deep.equal(statuses)
      for (const member of ['status', 'title', 'detail', 'errors']) {
        expect(schemas?.Problem?.properties?.[member], member).not.to.have.property('example')
      }
      for (const { name, example } of examples) {
        const { status, title, detail, errors } = example
        expect(title.replaceAll(' ', '')).to.equal(name)
        if (status === 400) expect(errors).to.have.length.above(0)
        if (errors === undefined) expect(detail).not.to.match(/validation failed|Field/)
        else expect(detail).to.equal(new ValidationError(errors).detail)
      }
    })

    it('of a 400, a 404, a 413 and a 500 that the service really sends', async () => {
      const { examples } = await everyError()
      const service = await serviceOf([], {
        bodyLimit: 200,
        routes: (router) => {
          router.postFunc('/orders', (ctx) => ctx.bindValidated(Order), { requestBody: Order })
          router.getFunc('/failing', () => {
            throw new Error('secret')
          })
        }
      })
      const order = { lines: [{ sku: 'abc' }, { sku: 'abc' }, { sku: 'abc' }, { sku: 'ab' }] }
      const url = '/orders'
      const requests: Record<string, InjectRequest> = {
        400: { method: 'POST', url, body: order },
        404: { url: '/nothing' },
        413: { method: 'POST', url, body: { lines: [{ sku: 'x'.repeat(200) }] } },
        500: { url: '/failing' }
      }
      for (const [status, request] of Object.entries(requests)) {
        const { example } = examples[statuses.indexOf(status)] as (typeof examples)[number]
        const { body } = await service.inject(request)
        expect({ ...JSON.parse(body), ...(status === '413' && { detail: example.detail }) }, status).to.deep.equal(
          example
        )
      }
    })
  })

  it('step aside for a record of the application that is called Problem', async () => {
    const route = describedRoute('POST', '/a', { requestBody: OwnProblem, responses: { 200: { body: OwnProblem } } })
    const document = documentOf([route])
    expect(Object.keys(document.components?.schemas ?? {})).to.deep.equal(['Problem', 'HttpProblem', 'Fault'])
    expect(document.components?.responses?.BadRequest?.content?.['application/problem+json']?.schema).to.deep.equal({
      $ref: '#/components/schemas/HttpProblem'
    })
    expect(await complaintsAbout(document)).to.deep.equal([])
    class HttpProblem extends OwnProblem {}
    const both = describedRoute('POST', '/a', { requestBody: OwnProblem, responses: { 200: { body: HttpProblem } } })
    expect(Object.keys(documentOf([both]).components?.schemas ?? {})).to.include('HttpHttpProblem')
    const listed = describedRoute('GET', '/a', { responses: { 200: { body: enumOf(['a'], 'Problem') } } })
    expect(Object.keys(documentOf([listed]).components?.schemas ?? {})).to.have.members([
      'Problem',
      'HttpProblem',
      'Fault'
    ])
  })

  it('are as those of a route that declares no body: a problem, with an example of its status', async () => {
    const bare = describedRoute('GET', '/a', { responses: { 200: {}, 404: { description: 'No such page' } } })
    const document = documentOf([bare])
    const example = { type: 'about:blank', title: 'Not Found', status: 404, detail: 'No such page' }
    expect(document.paths['/a']?.get?.responses['404']).to.deep.equal({
      description: 'No such page',
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' }, example } }
    })
    expect(document.paths['/a']?.get?.responses['200']).to.deep.equal({ description: 'OK' })
    expect(await complaintsAbout(document)).to.deep.equal([])
    expect(document).not.to.have.property('x-error-content')
    expect(documentOf([])).not.to.have.any.keys('x-edge-responses', 'components')
  })

  it('have no content where a route says so, and none for HEAD', () => {
    const empty = describedRoute('GET', '/a', { responses: { 200: {}, 404: { body: null } } })
    expect(responsesOf(empty)['404']).to.deep.equal({ description: 'Not Found' })
    const head = describedRoute('HEAD', '/a', { responses: { 200: {}, 404: {} } })
    expect(responsesOf(head)['404']).to.deep.equal({ description: 'Not Found' })
  })

  it('are sent for values beyond the limits that the document names at its root', async () => {
    class Anything {
      @Field(() => Unknown) any!: unknown
    }
    const application = new Application({
      ...CONFIG,
      logger: false,
      routes: (router) =>
        router.postFunc('/a', async (ctx: Context) => ctx.json(200, await ctx.bindValidated(Anything)), {
          requestBody: Anything,
          responses: { 200: Anything }
        })
    })
    const service = await bootstrap(application)
    const { depth = 0, magnitude } = service.document['x-limits'] ?? {}
    expect([depth, magnitude]).to.deep.equal([256, Number.MAX_VALUE])
    const post = async (any: string) => {
      const body = Buffer.from(`{"any":${any}}`)
      const headers = { 'content-type': 'application/json' }
      const { statusCode, body: text } = await service.inject({ method: 'POST', url: '/a', headers, body })
      return statusCode === 200 ? text : (JSON.parse(text).errors[0].rule as string)
    }
    const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    expect(await post(lists(depth - 1))).to.equal(`{"any":${lists(depth - 1)}}`)
    expect(await post(lists(depth))).to.equal('depth')
    expect(await post(`[${magnitude}]`)).to.equal('{"any":[1.7976931348623157e+308]}')
    expect(await post('[1e309]')).to.equal('magnitude')
  })

  it('describe at the root the server’s responses before it knows the operation, and these are sent', async () => {
    const document = documentOf([describedRoute('GET', '/a', ok)])
    expect(await complaintsAbout(document)).to.deep.equal([])
    const service = await serviceOf([], {
      server: { headersTimeout: 500, connectionsCheckingInterval: 10 },
      routes: (router) => router.postFunc('/', (ctx) => ctx.bodyText())
    })
    const { port } = await service.listen({ port: 0, host: '127.0.0.1', signals: false })
    const post = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n'
    const broken = {
      400: 'GET / HTTP/1.1\r\n\r\n',
      408: 'GET / HTTP/1.1\r\nHo',
      413: `${post}\r\n1;${'x'.repeat(20_000)}\r\n`,
      417: `${post}Expect: wonders\r\n\r\n`,
      431: `GET / HTTP/1.1\r\nA: ${'x'.repeat(20_000)}\r\n\r\n`,
      501: 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n',
      505: 'GET / HTTP/2.0\r\n\r\n'
    }
    expect(document['x-edge-responses']).to.have.all.keys(...Object.keys(broken))
    for (const [status, request] of Object.entries(broken)) {
      const received = await exchange(port, request)
      expect(received)
        .to.match(new RegExp(`^HTTP/1\\.1 ${status} `))
        .and.contain('content-type: application/problem+json')
    }
    await service.close()
  })

  describe('to requests that no operation is for', () => {
    class Missing {
      @Field() lost!: string
    }

    /** What comes without an operation over HTTP, and what the document says of it. */
    async function unmatched(declare: (router: Router) => unknown, errors: ErrorsOptions = {}) {
      const service = await serviceOf([], {
        errors,
        routes: (router) => {
          router.getFunc('/a', () => ({}), { responses: { 200: Unknown } })
          declare(router)
        }
      })
      const { document } = service
      expect(await complaintsAbout(document)).to.deep.equal([])
      const send = async (request: InjectRequest) => {
        const { statusCode, headers, body } = await service.inject(request)
        return { status: statusCode, type: String(headers['content-type']).split(';')[0] as string, body }
      }
      const sent = [
        await send({ url: '/none' }),
        await send({ method: 'POST', url: '/a' }),
        await send({ url: '/%zz' })
      ]
      return { described: document['x-unmatched-responses'] ?? {}, sent }
    }

    it('have the body of every error in the document, with an example of what is sent', async () => {
      const own: ErrorsOptions = { body: Missing, format: ({ detail }) => ({ lost: detail }) }
      for (const errors of [{}, own]) {
        const { described, sent } = await unmatched(() => undefined, errors)
        expect(Object.keys(described)).to.deep.equal(['204', '400', '404', '405'])
        expect(sent.map(({ status }) => status)).to.deep.equal([404, 405, 400])
        for (const { status, type, body } of sent) {
          const media = described[status]?.content?.[type]
          expect(media?.schema).to.deep.equal({
            $ref: `#/components/schemas/${errors === own ? 'Missing' : 'Problem'}`
          })
          expect(Object.keys(media?.example as object)).to.deep.equal(Object.keys(JSON.parse(body)))
        }
        expect(described['404']?.content).to.have.all.keys(sent[0]?.type ?? '')
      }
    })

    it('may be anything where the application has a handler in the place of one, and the other is as it was', async () => {
      const any = { '*/*': { schema: {} } }
      const { described, sent } = await unmatched((router) => {
        router.group('/none').notFound((ctx) => ctx.text(200, 'all is well'))
      })
      expect(described['404']?.content).to.deep.equal(any)
      expect(described.default?.content).to.deep.equal(any)
      expect(described['405']?.content).to.have.all.keys('application/problem+json')
      expect(sent[0]).to.deep.equal({ status: 200, type: 'text/plain', body: 'all is well' })
      const other = await unmatched((router) => router.methodNotAllowed((ctx) => ctx.text(405, 'no')))
      expect(other.described['405']?.content).to.deep.equal(any)
      expect(other.described.default?.content).to.deep.equal(any)
      expect(other.described['404']?.content).to.have.all.keys('application/problem+json')
      expect(other.sent[1]).to.deep.equal({ status: 405, type: 'text/plain', body: 'no' })
    })
  })

  describe('in the form of an application', () => {
    class ApiError {
      @Field() message!: string
      @Field(() => [String], { optional: true }) fields?: string[]
    }

    const own: ErrorsOptions = {
      body: ApiError,
      format: ({ detail, errors }) => ({ message: detail, fields: errors?.map(({ path }) => path) })
    }
    const describe422 = (errors: ErrorsOptions) => {
      const router = new Router({ errors, logger: false })
      const options = { requestBody: Note, responses: { 200: Note, 404: 'No such note' } }
      router.postFunc('/a', (ctx) => ctx.bindValidated(Note), options)
      return generateOpenAPISpec(router, CONFIG)
    }

    it('are of its type everywhere, each with an example', async () => {
      const document = describe422(own)
      const schema = { $ref: '#/components/schemas/ApiError' }
      expect(document.paths['/a']?.post?.responses['404']).to.deep.equal({
        description: 'No such note',
        content: { 'application/json': { schema, example: { message: 'No such note' } } }
      })
      const { BadRequest: bad, InternalServerError: failed } = document.components?.responses ?? {}
      expect(bad).to.deep.equal({
        description: 'The request is malformed or breaks a rule.',
        content: {
          'application/json': {
            schema,
            example: {
              message: "validation failed: Field 'lines[3].sku' must be at least 3 characters long",
              fields: ['lines[3].sku']
            }
          }
        }
      })
      expect(failed?.content).to.deep.equal({
        'application/json': { schema, example: { message: 'Internal server error' } }
      })
      expect(Object.keys(document.components?.schemas ?? {})).to.deep.equal(['Note', 'ApiError'])
      expect(await complaintsAbout(document)).to.deep.equal([])
    })

    it('have a 422 for requests that break a rule, beside the 400 of malformed ones', async () => {
      for (const errors of [{ statuses: { validation: 422 } }, { ...own, statuses: { validation: 422 } }] as const) {
        const document = describe422(errors)
        const { responses = {} } = document.paths['/a']?.post ?? {}
        expect(Object.keys(responses)).to.deep.equal(['200', '400', '404', '408', '413', '415', '422', '500'])
        expect(responses['422']).to.deep.equal({ $ref: '#/components/responses/UnprocessableContent' })
        expect(document.components?.responses?.BadRequest?.description).to.equal('The request is malformed.')
        expect(await complaintsAbout(document)).to.deep.equal([])
      }
    })

    it('have a 422 where something that is read may break a rule, and nowhere else', () => {
      const router = new Router({ errors: { statuses: { validation: 422 } }, logger: false })
      const has422: readonly (readonly [path: string, options: RouteOptions, expected: boolean])[] = [
        ['/query', { parameters: [{ name: 'q', in: 'query' }] }, true],
        ['/rule', { parameters: [{ name: 'x-a', in: 'header', minLength: 2 }] }, true],
        ['/type', { parameters: [{ name: 'x-a', in: 'header', schema: Integer }] }, true],
        ['/required', { parameters: [{ name: 'x-a', in: 'header', required: true }] }, true],
        ['/optional', { parameters: [{ name: 'x-a', in: 'header', schema: String, description: 'Any' }] }, false],
        ['/paths/{id}', { parameters: [{ name: 'id', in: 'path', format: 'uuid' }] }, true],
        ['/texts/{id}', { parameters: [{ name: 'id', in: 'path', example: 'a' }] }, false],
        ['/undeclared/{id}', {}, false]
      ]
      for (const [path, options] of has422) router.getFunc(path, () => 'x', options)
      const { paths } = generateOpenAPISpec(router, CONFIG)
      const found = has422.map(([path]) => [path, '422' in (paths[path]?.get?.responses ?? {})])
      expect(found).to.deep.equal(has422.map(([path, , expected]) => [path, expected]))
    })

    it('have no 422 for a body that may be any text or bytes', async () => {
      @Controller('/notes')
      class NoteController {
        @Post('/text') text(@Body(String, { consumes: 'text/plain' }) text: string) {
          return text.length
        }

        @Post('/bytes') bytes(@Body(Buffer, { consumes: 'image/*' }) bytes: Buffer) {
          return bytes.length
        }

        @Post('/json') json(@Body(String) text: string) {
          return text.length
        }
      }
      const { document } = await serviceOf([NoteController], { errors: { statuses: { validation: 422 } } })
      const having = Object.entries(document.paths).filter(([, { post }]) => '422' in (post?.responses ?? {}))
      expect(having.map(([path]) => path)).to.deep.equal(['/notes/json'])
    })

    it('have no example where the form needs a request, fails, or is another from call to call', () => {
      let calls = 0
      const formats: ErrorsOptions['format'][] = [
        (_problem, ctx) => ({ message: String(ctx.request().headers.host) }),
        () => ({ message: String(++calls) }),
        () => ({ message: new Date().toISOString() }),
        () => ({}),
        async () => Promise.reject(new Error('late'))
      ]
      for (const format of formats) {
        const { content } =
          describe422({ body: ApiError, format } as ErrorsOptions).components?.responses?.BadRequest ?? {}
        expect(content).to.deep.equal({ 'application/json': { schema: { $ref: '#/components/schemas/ApiError' } } })
      }
    })
  })
})
