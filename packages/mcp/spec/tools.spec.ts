import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect } from 'chai'
import { Application, type ApplicationOptions, bootstrap, Field, type Router } from 'fieldstone'
import { mcp } from 'fieldstone-mcp'
import { message, resultOf, toolClients } from './client.js'
import { BOOKS, toolsService } from './tools-service.js'

describe('the tools of an application', () => {
  const { connected } = toolClients(() => toolsService({ ...BOOKS, responseLimit: 1_000 }))

  it('introduces itself by the title, the version and the description of the document', async () => {
    const client = await connected()
    expect(client.getServerVersion()).to.include({ name: 'Books', version: '1.2.3' })
    expect(client.getInstructions()).to.equal('A shop of books.')
  })

  it('lists the operations that are selected, but for streams, in the order of the document', async () => {
    const { tools } = await (await connected()).listTools()
    expect(tools.map(({ name }) => name)).to.deep.equal([
      ...['getBook', 'renameBook', 'removeBook', 'listBooks', 'addBook', 'cover', 'wholeStock'],
      ...['mine', 'keyed', 'broken', 'slow']
    ])
  })

  it('describes a tool by the operation, its parameters, its body, and what it returns', async () => {
    const { tools } = await (await connected()).listTools()
    const book = {
      type: 'object',
      properties: {
        id: { type: 'integer', format: 'int64', minimum: -9007199254740991, maximum: 9007199254740991 },
        title: { type: 'string' },
        sequels: { type: 'array', items: { $ref: '#/$defs/Book' } }
      },
      required: ['id', 'title']
    }
    expect(tools.find(({ name }) => name === 'getBook')).to.deep.equal({
      name: 'getBook',
      title: 'One book',
      description: 'Finds a book by its number.',
      inputSchema: {
        type: 'object',
        properties: {
          id: { type: 'integer', format: 'int64', minimum: 1, maximum: 9007199254740991, description: 'Its number' }
        },
        required: ['id'],
        additionalProperties: false
      },
      outputSchema: { ...book, $defs: { Book: book } },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
    })
    expect(tools.find(({ name }) => name === 'addBook')).to.deep.include({
      inputSchema: {
        type: 'object',
        properties: { body: { $ref: '#/$defs/NewBook' } },
        required: ['body'],
        additionalProperties: false,
        $defs: {
          NewBook: {
            type: 'object',
            properties: {
              title: { type: 'string', minLength: 1, description: 'As on the cover' },
              authors: { type: 'array', items: { type: 'string' }, maxItems: 3 }
            },
            required: ['title']
          }
        }
      },
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false }
    })
  })

  const VERSIONED: [string, ApplicationOptions['versioning']][] = [
    ['a header', { by: 'header', name: 'api-version' }],
    ['a media type', { by: 'mediaType', type: 'application/vnd.shop.v{version}+json', default: '2' }],
    ['the path', { by: 'path' }]
  ]
  for (const [by, versioning] of VERSIONED) {
    it(`calls operations of one version, which ${by} names, without an argument for it`, async () => {
      for (const apiVersion of ['1', '2', undefined]) {
        const application = new Application({
          title: 'a',
          version: '1',
          logger: false,
          ...(versioning && { versioning }),
          hooks: [mcp({ tags: ['a'], ...(apiVersion !== undefined && { apiVersion }) })],
          routes: (router) => {
            for (const version of ['1', '2']) {
              const responses = { 200: { body: String } }
              const operationId = `get${version}`
              router.getFunc('/a', (ctx) => ctx.json(200, version), { version, tags: ['a'], operationId, responses })
            }
          }
        })
        const own = await bootstrap(application)
        const send = async (method: string, params: object) =>
          resultOf(await own.inject(message(method, params))).result
        const expected = apiVersion ?? '2'
        const { tools } = await send('tools/list', {})
        expect(tools.map(({ name }: { name: string }) => name)).to.deep.equal([`get${expected}`])
        expect(tools[0].inputSchema.properties).to.deep.equal({})
        const { content } = await send('tools/call', { name: `get${expected}`, arguments: {} })
        expect(content[0].text).to.equal(`"${expected}"`)
      }
    })
  }

  it('warns once for each endpoint of an operation that is no tool, and of nothing else', async () => {
    const lines: string[] = []
    const logger = { debug() {}, info() {}, error() {}, warn: (_: object, message: string) => void lines.push(message) }
    const tags = ['a', 'b'].map((name) => ({ name }))
    const application = new Application({
      ...{ title: 'A', version: '1', logger, tags, tagGroups: [{ name: 'All', tags: ['a'] }], openapi: '3.1' },
      hooks: [mcp({ tags: ['a'], path: '/one' }), mcp({ tags: ['a'], path: '/two' })],
      routes(router) {
        router.getFunc('/tool', () => '', { tags: ['a'], operationId: 'tool', responses: { 200: { body: String } } })
        const stream = { contentType: 'text/event-stream', body: String }
        router.getFunc('/stream', () => '', { tags: ['a', 'b'], operationId: 'stream', responses: { 200: stream } })
      }
    })
    await (await bootstrap(application)).close()
    expect(lines.filter((line) => line.startsWith('mcp(): stream has a selected tag'))).to.have.length(2)
    expect(lines.filter((line) => line.startsWith('Pages that show groups of tags'))).to.have.length(1)
  })

  it('has operations of QUERY as tools', async () => {
    const application = new Application({
      title: 'a',
      version: '1',
      openapi: '3.2',
      logger: false,
      hooks: [mcp({ operations: ['find'] })],
      routes: (router) => {
        router.queryFunc('/a', (ctx) => ctx.json(200, ctx.body()), {
          operationId: 'find',
          requestBody: [String],
          responses: { 200: { body: [String] } }
        })
      }
    })
    const own = await bootstrap(application)
    const params = { name: 'find', arguments: { body: ['a'] } }
    const response = await own.inject(message('tools/call', params))
    expect(response.body).to.include('[\\"a\\"]')
  })

  it('promises no format of a result that clients read in other ways, so that they neither warn nor reject it', async () => {
    class Contact {
      @Field(() => String, { format: 'email' }) address!: string
      @Field(() => String, { format: 'language' }) language!: string
      @Field(() => Date) since!: Date
    }
    const contact = { address: '"a b"@example.com', language: 'de-CH', since: '2026-01-01T00:00:00.000Z' }
    const application = new Application({
      title: 'a',
      version: '1',
      hooks: [mcp({ operations: ['find'] })],
      routes: (router) => {
        router.postFunc('/a', (ctx) => ctx.json(200, ctx.body()), {
          operationId: 'find',
          requestBody: Contact,
          responses: { 200: Contact }
        })
      }
    })
    const own = await bootstrap(application)
    const { url: at } = await own.listen({ port: 0, host: '127.0.0.1', signals: false })
    const client = new Client({ name: 'spec', version: '1' })
    const warnings: unknown[] = []
    const { warn } = console
    console.warn = (text: unknown) => warnings.push(text)
    try {
      await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', at)))
      const { tools } = await client.listTools()
      expect(JSON.stringify(tools[0]?.outputSchema)).to.include('date-time').and.not.include('email')
      expect(JSON.stringify(tools[0]?.inputSchema)).to.include('email').and.include('language')
      const result = await client.callTool({ name: 'find', arguments: { body: contact } })
      expect(result.structuredContent).to.deep.equal(contact)
      expect(warnings).to.deep.equal([])
    } finally {
      console.warn = warn
      await client.close()
      await own.close()
    }
  })

  /** The tools of an application with these routes, each of which has the tag `a`. */
  async function toolsOf(routes: (router: Router) => void) {
    const own = await bootstrap(
      new Application({ title: 'a', version: '1', logger: false, hooks: [mcp({ tags: ['a'] })], routes })
    )
    const { tools } = resultOf(await own.inject(message('tools/list'))).result
    await own.close()
    return tools as {
      name: string
      description: string
      annotations: object
      inputSchema: { properties: object }
      outputSchema?: object
    }[]
  }
  const tool = (operationId: string, more: object = {}) => ({
    tags: ['a'],
    operationId,
    responses: { 204: {} },
    ...more
  })

  it('have a name that is no longer than 64 characters of letters, digits, _, . and -', async () => {
    const tools = await toolsOf((router) => {
      router.getFunc('/a', () => '', tool(`${'n'.repeat(61)}_.-`))
      router.getFunc('/b', () => '', tool('n'.repeat(65)))
      router.getFunc('/c', () => '', tool('a name'))
    })
    expect(tools.map(({ name }) => name)).to.deep.equal([`${'n'.repeat(61)}_.-`])
  })

  it('are those whose body an argument can carry: JSON, a form or a text', async () => {
    const body = (contentType: string) => ({ requestBody: { type: String, consumes: contentType } })
    const upload = { requestBody: { type: Buffer, consumes: 'image/png' } }
    const tools = await toolsOf((router) => {
      router.postFunc('/text', () => '', tool('text', body('text/plain')))
      router.postFunc('/json', () => '', tool('json', { requestBody: String }))
      router.postFunc('/image', () => '', tool('image', upload))
    })
    expect(tools.map(({ name }) => name)).to.deep.equal(['text', 'json'])
  })

  it('tell by their method what a client may assume', async () => {
    const tools = await toolsOf((router) => {
      router.getFunc('/a', () => '', tool('get'))
      router.postFunc('/a', () => '', tool('post'))
      router.putFunc('/a', () => '', tool('put'))
      router.patchFunc('/a', () => '', tool('patch'))
      router.deleteFunc('/a', () => '', tool('delete'))
    })
    const hints = (readOnlyHint: boolean, destructiveHint: boolean, idempotentHint: boolean) => ({
      ...{ readOnlyHint, destructiveHint, idempotentHint },
      openWorldHint: false
    })
    expect(Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]))).to.deep.equal({
      get: hints(true, false, true),
      post: hints(false, false, false),
      put: hints(false, true, true),
      patch: hints(false, true, false),
      delete: hints(false, true, true)
    })
  })

  it('are described by what there is: the description, the summary, or the method and the path', async () => {
    const tools = await toolsOf((router) => {
      router.getFunc('/a', () => '', tool('described', { summary: 'A', description: 'More of A', deprecated: true }))
      router.getFunc('/b', () => '', tool('summed', { summary: 'B' }))
      router.getFunc('/c', () => '', tool('bare'))
    })
    expect(tools.map(({ description }) => description)).to.deep.equal(['More of A\n\nDeprecated.', 'B', 'GET /c'])
  })

  it('have arguments of names that clients accept', async () => {
    const query = (name: string) => ({ in: 'query', name, schema: String }) as const
    const [first] = await toolsOf((router) => {
      const parameters = [query('odd name[é]'), query('x'.repeat(60)), query('body')]
      router.postFunc('/a', () => '', tool('a', { parameters, requestBody: String }))
    })
    expect(Object.keys(first?.inputSchema.properties ?? {})).to.deep.equal([
      'odd_name___',
      'x'.repeat(56),
      'body',
      'request_body'
    ])
  })

  it('promise a result where there is one success, of JSON, that is an object', async () => {
    class Item {
      @Field() name!: string
    }
    const tools = await toolsOf((router) => {
      router.getFunc('/a', () => '', tool('one', { responses: { 200: { body: Item }, 404: {} } }))
      router.getFunc('/b', () => '', tool('two', { responses: { 200: { body: Item }, 201: { body: Item } } }))
      router.getFunc('/c', () => '', tool('list', { responses: { 200: { body: [Item] } } }))
      router.getFunc('/d', () => '', tool('text', { responses: { 200: { body: String, contentType: 'text/plain' } } }))
    })
    expect(tools.filter(({ outputSchema }) => outputSchema !== undefined).map(({ name }) => name)).to.deep.equal([
      'one'
    ])
  })
})
