import { expect } from 'chai'
import { ValidateBy } from 'class-validator'
import {
  Application,
  Body,
  bearerScheme,
  bootstrap,
  Controller,
  Field,
  Get,
  NotFound,
  Param,
  Post,
  type Problem,
  Returns,
  type Service
} from 'fieldstone'
import { formatReport, verify } from 'fieldstone-verify'
import { complaintsAbout } from '../support/openapi-validator.js'

/** The errors of the RealWorld API: `422 {"errors": {"body": ["…"]}}`. */
class Messages {
  @Field(() => [String], { minItems: 1 }) body!: string[]
}

class ApiError {
  @Field() errors!: Messages
}

class Article {
  // Rules that JSON Schema has no keyword for.
  @Field({ minLength: 1, maxLength: 80, rules: [ValidateBy({ name: 'even', validator: { validate: isEven } })] })
  title!: string
  @Field({ maxLength: 200, rules: [ValidateBy({ name: 'calm', validator: { validate: isCalm } })] }) text!: string
}

class NewArticle {
  @Field() article!: Article
}

class EntityNotFound extends Error {}

function isEven(text: unknown): boolean {
  return typeof text === 'string' && text.length % 2 === 0
}

function isCalm(text: unknown): boolean {
  return typeof text === 'string' && !text.includes('e')
}

@Controller('/articles')
class ArticleController {
  @Post({ security: ['bearer'] })
  @Returns(201, NewArticle)
  create(@Body() article: NewArticle): NewArticle {
    return article
  }

  @Get('/{slug}')
  @Returns(200, NewArticle)
  @Returns(404)
  show(@Param('slug', String, { minLength: 3 }) slug: string): NewArticle {
    if (slug === 'fails') throw new Error('the password of the database is 1234')
    throw new EntityNotFound(slug)
  }
}

function format({ detail, errors }: Problem): ApiError {
  const faults = errors?.map(({ path, message }) => `${path.replace(/^article\./, '')} ${message}`)
  return { errors: { body: faults ?? [detail] } }
}

const TOKEN = { authorization: 'Bearer t0k3n' }

describe('the errors of the RealWorld API', () => {
  let service: Service

  beforeEach('declares them in one place, and in no route', async () => {
    service = await bootstrap(
      new Application({
        title: 'Conduit',
        version: '1.0.0',
        controllers: [ArticleController],
        securitySchemes: { bearer: bearerScheme({ authenticate: (token) => token === 't0k3n' }) },
        errors: {
          body: ApiError,
          format,
          statuses: { validation: 422 },
          map: [[EntityNotFound, (error: EntityNotFound) => new NotFound(`there is no article ${error.message}`)]]
        },
        logger: false
      })
    )
  })

  const rejected: readonly [what: string, request: { method?: string; url: string; body?: unknown }, sent: string][] = [
    [
      'broken rules',
      { method: 'POST', url: '/articles', body: { article: { title: '' } } },
      '422 title must be at least 1 character long, text is required'
    ],
    ['a parameter that breaks one', { url: '/articles/a' }, '422 slug must be at least 3 characters long'],
    ['a body that is no JSON', { method: 'POST', url: '/articles', body: '{' }, '400 Invalid JSON payload'],
    ['an error of another library', { url: '/articles/tea' }, '404 there is no article tea'],
    ['a path that nothing has', { url: '/nothing' }, '404 Not found'],
    ['a method that the path has not', { method: 'PUT', url: '/articles' }, '405 Method not allowed'],
    ['a defect, of which it says nothing', { url: '/articles/fails' }, '500 Internal server error']
  ]
  for (const [what, request, sent] of rejected) {
    it(`has the form for ${what}`, async () => {
      const headers = { ...TOKEN, 'content-type': 'application/json' }
      const { statusCode, headers: received, body } = await service.inject({ ...request, headers })
      expect(received['content-type']).to.equal('application/json; charset=utf-8')
      const { errors } = JSON.parse(body) as ApiError
      expect(`${statusCode} ${errors.body.join(', ')}`).to.equal(sent)
    })
  }

  it('is for requests without credentials, too, which has its header', async () => {
    const { statusCode, headers, json } = await service.inject({ method: 'POST', url: '/articles', body: {} })
    expect([statusCode, headers['www-authenticate'], json()]).to.deep.equal([
      401,
      'Bearer realm="bearer"',
      { errors: { body: ['Authentication is required'] } }
    ])
  })

  it('is all that the document says of errors, with an example of each status, and the document lints clean', async () => {
    const { document } = service
    expect(await complaintsAbout(document)).to.deep.equal([])
    const inline = Object.values(document.paths).flatMap((item) => Object.values(item))
    const own = inline.flatMap(({ responses }) => Object.entries(responses).filter(([status]) => status >= '400'))
    const described = [...own.map(([, response]) => response), ...Object.values(document.components?.responses ?? {})]
    const contents = described.flatMap((response) => ('$ref' in response ? [] : [response.content]))
    expect(contents).to.have.length.above(7)
    for (const content of contents) {
      const { schema, example } = content?.['application/json'] ?? {}
      expect(Object.keys(content ?? {})).to.deep.equal(['application/json'])
      expect(schema).to.deep.equal({ $ref: '#/components/schemas/ApiError' })
      expect((example as ApiError | undefined)?.errors.body).to.have.length.above(0)
    }
    const examples = Object.entries(document.components?.responses ?? {}).map(([name, { content }]) => {
      const example = content?.['application/json']?.example as ApiError | undefined
      return [name, example?.errors.body[0]]
    })
    expect(Object.fromEntries(examples)).to.include({
      UnprocessableContent: 'lines[3].sku must be at least 3 characters long',
      InternalServerError: 'Internal server error'
    })
    expect(Object.keys(document.components?.schemas ?? {})).not.to.include.members(['Problem', 'Fault'])
  })

  /** Few requests: the specs of verify try the rest. */
  const FEW = { seed: 1, runs: 150, headers: TOKEN, exclude: ['GET /articles/{slug}'] }

  it('is proved by verify, which sees that a rule listed under x-rules rejects a request', async function () {
    this.timeout(60_000)
    const report = await verify(service, FEW)
    expect(report.disagreements, formatReport(report)).to.deep.equal([])
    const created = report.operations.find(({ method }) => method === 'POST')
    expect(created?.rejectedByRule).to.be.above(0)
    expect(Object.keys(created?.statuses ?? {})).to.include.members(['201', '400', '401', '422'])
  })

  it('is proved over the network, too, where no response says which rule it was', async function () {
    this.timeout(60_000)
    const { port } = await service.listen({ port: 0, host: '127.0.0.1', signals: false })
    try {
      const report = await verify({ url: `http://127.0.0.1:${port}`, document: service.document }, FEW)
      expect(report.disagreements, formatReport(report)).to.deep.equal([])
      expect(report.operations.find(({ method }) => method === 'POST')?.rejectedByRule).to.be.above(0)
    } finally {
      await service.close()
    }
  })

  it('is a disagreement where a rule rejects requests that the document does not list', async function () {
    this.timeout(60_000)
    const document = structuredClone(service.document)
    // The rule of the other field is still listed.
    delete document.components?.schemas?.Article?.properties?.title?.['x-rules']
    const inject: Service['inject'] = (request) => service.inject(request)
    const report = await verify({ document, inject } as never, FEW)
    expect(report.disagreements.map(({ kind }) => kind)).to.include('refused-valid')
  })
})
