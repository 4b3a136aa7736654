import { Validator } from '@seriousme/openapi-schema-validator'
import { expect } from 'chai'
import {
  Application,
  type ApplicationOptions,
  Body,
  bootstrap,
  Controller,
  Field,
  Get,
  mutualTLSScheme,
  type OpenAPIDocument,
  QueryMethod,
  Record,
  Returns,
  Trace
} from 'fieldstone'
import { verify } from 'fieldstone-verify'

@Record({ name: 'Filter' })
class Filter {
  @Field({ minLength: 2 }) words!: string
}

@Record({ name: 'Price' })
class Price {
  @Field({ minimum: 0 }) amount!: number
}

@Controller('/items', { tags: ['search'] })
class SearchController {
  @QueryMethod()
  @Returns(200, [String])
  search(@Body() filter: Filter): string[] {
    return filter.words.split(' ')
  }

  @Trace()
  @Returns(204)
  trace(): void {}
}

@Controller('/prices')
class PriceController {
  @Get('/events', { responses: { 200: { events: { price: Price, note: String, message: Price } } } })
  async *events() {
    yield { event: 'price', data: { amount: 1 } }
  }

  @Get('/lines', { responses: { 200: { lines: Price } } })
  async *lines() {
    yield { amount: 1 }
  }
}

const application = (options: Partial<ApplicationOptions> = {}) =>
  new Application({
    title: 'Search',
    version: '1',
    openapi: '3.2',
    logger: false,
    controllers: [SearchController, PriceController],
    ...options
  })

async function documentOf(options?: Partial<ApplicationOptions>): Promise<OpenAPIDocument> {
  return (await bootstrap(application(options))).document
}

async function messageOf(options: Partial<ApplicationOptions>): Promise<string> {
  return documentOf(options).then(
    () => 'none',
    (error: Error) => error.message
  )
}

describe('A document of OpenAPI 3.2', () => {
  it('is valid by the schema of that version', async () => {
    const document = await documentOf()
    expect(document.openapi).to.equal('3.2.0')
    const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)))
    expect(errors).to.equal(undefined)
    expect(valid).to.equal(true)
  })

  it('has operations of QUERY, with a body, and of TRACE', async () => {
    const { paths } = await documentOf()
    const { query, trace } = paths['/items'] ?? {}
    expect(query?.requestBody?.content).to.deep.equal({
      'application/json': { schema: { $ref: '#/components/schemas/Filter' } }
    })
    expect([query?.operationId, trace?.operationId]).to.deep.equal(['queryItems', 'traceItems'])
  })

  it('describes the items of streams by itemSchema', async () => {
    const { paths } = await documentOf()
    const contentOf = (path: string) => {
      const response = paths[path]?.get?.responses['200']
      return response !== undefined && 'content' in response ? response.content : undefined
    }
    const price = { $ref: '#/components/schemas/Price' }
    expect(contentOf('/prices/lines')?.['application/jsonl']?.itemSchema).to.deep.equal(price)
    const json = { type: 'string', contentMediaType: 'application/json', contentSchema: price }
    expect(contentOf('/prices/events')?.['text/event-stream']?.itemSchema).to.deep.equal({
      type: 'object',
      properties: {
        event: { type: 'string' },
        data: { type: 'string' },
        id: { type: 'string' },
        retry: { type: 'integer', minimum: 0 }
      },
      required: ['data'],
      anyOf: [
        { properties: { event: { const: 'price' }, data: json }, required: ['event'] },
        { properties: { event: { const: 'note' }, data: { type: 'string' } }, required: ['event'] },
        { properties: { event: { const: 'message' }, data: json } }
      ]
    })
  })

  it('has tags below others', async () => {
    const tags = [
      { name: 'all', summary: 'Everything', kind: 'nav' },
      { name: 'search', parent: 'all' }
    ]
    expect((await documentOf({ tags })).tags).to.deep.equal(tags)
  })

  it('has the tags that those of a part of its operations are below', async () => {
    const tags = [
      { name: 'search', parent: 'shop' },
      { name: 'shop', parent: 'all' },
      { name: 'all' },
      { name: 'below', parent: 'search' },
      { name: 'other' }
    ]
    const documents = [{ path: '/part.json', include: () => true }]
    const service = await bootstrap(application({ tags, documents, controllers: [SearchController] }))
    const [document] = service.documents.values()
    expect(document?.tags).to.deep.equal(tags.slice(0, 3))
  })

  it('has one security scheme for certificates, from 3.1 on', async () => {
    const securitySchemes = { certificate: mutualTLSScheme({ authenticate: () => 'Ann' }) }
    const options = { securitySchemes, security: ['certificate'] }
    for (const openapi of ['3.1', '3.2'] as const) {
      const controllers = [PriceController]
      const document = await documentOf({ ...options, openapi, controllers })
      expect(document.components?.securitySchemes).to.deep.equal({ certificate: { type: 'mutualTLS' } })
    }
    expect(await messageOf({ ...options, openapi: '3.0', controllers: [PriceController] })).to.include(
      "DOCUMENT_INVALID: OpenAPI 3.0 has no security scheme of certificates (mutualTLS), the security scheme certificate; write openapi: '3.1'."
    )
  })

  // biome-ignore format: one row a line
  const WRONG: [string, Partial<ApplicationOptions>, string][] = [
    ['QUERY in 3.1', { openapi: '3.1' }, "OpenAPI 3.1 has no method QUERY, SearchController.search; write openapi: '3.2', or leave the route out of the document with hidden: true."],
    ['a parent in 3.1', { openapi: '3.1', controllers: [], tags: [{ name: 'a', parent: 'b' }] }, "OpenAPI 3.1 has no parent of a tag, the option tags[0]; write openapi: '3.2', or group the tags with tagGroups."],
    ['a kind in 3.0', { openapi: '3.0', controllers: [], tags: [{ name: 'a', kind: 'nav' }] }, "OpenAPI 3.0 has no kind of a tag, the option tags[0]; write openapi: '3.2', or remove kind."],
    ['an unknown parent', { tags: [{ name: 'a', parent: 'b' }] }, 'tags has no "b", its parent, the option tags, "a"; describe the parent in tags.'],
    ['a circle of parents', { tags: [{ name: 'a', parent: 'b' }, { name: 'b', parent: 'a' }] }, 'it is below itself: a < b < a, the option tags, "a"; correct its parent.']
  ]
  for (const [what, options, message] of WRONG) {
    it(`is a setup error for ${what}`, async () => {
      expect(await messageOf(options)).to.include(message)
    })
  }

  it('is proved by verify, QUERY and TRACE among its operations', async () => {
    const report = await verify(await bootstrap(application({ controllers: [SearchController] })), { runs: 200 })
    expect(report.disagreements).to.deep.equal([])
    expect(report.outcome).to.equal('proved')
  })
})

describe('QUERY and TRACE', () => {
  it('are routed, bound, checked and listed in Allow like other methods', async () => {
    const service = await bootstrap(application())
    const { url } = await service.listen({ port: 0, host: '127.0.0.1', signals: false })
    try {
      const query = (body: object) =>
        fetch(new URL('/items', url), {
          method: 'QUERY',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body)
        })
      const found = await query({ words: 'a b' })
      expect([found.status, await found.json()]).to.deep.equal([200, ['a', 'b']])
      expect((await query({ words: '' })).status).to.equal(400)
      const wrong = await fetch(new URL('/items', url))
      expect([wrong.status, wrong.headers.get('allow')]).to.deep.equal([405, 'TRACE, QUERY, OPTIONS'])
      expect((await service.inject({ method: 'TRACE', url: '/items' })).statusCode).to.equal(204)
    } finally {
      await service.close()
    }
  })
})
