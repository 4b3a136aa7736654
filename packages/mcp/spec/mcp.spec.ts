import { once } from 'node:events'
import { connect } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect } from 'chai'
import { Application, type ApplicationOptions, bootstrap, Field, type Service } from 'fieldstone'
import { type McpOptions, mcp } from '../src/index.js'
import { slowly, toolsService } from './tools-service.js'

const BOOKS: McpOptions = { tags: ['books'], operations: ['mine', 'keyed', 'broken', 'slow'] }

describe('mcp()', () => {
  let service: Service
  let url: URL
  const clients: Client[] = []

  before(async () => {
    service = await toolsService({ ...BOOKS, responseLimit: 1_000 })
    url = new URL('/mcp', (await service.listen({ port: 0, host: '127.0.0.1', signals: false })).url)
  })
  afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())))
  after(() => service.close())

  async function connected(headers: Record<string, string> = {}): Promise<Client> {
    const client = new Client({ name: 'spec', version: '1' })
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
    clients.push(client)
    return client
  }

  async function call(name: string, given: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
    const client = await connected(headers)
    const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: given })
    return { content, structuredContent, isError, text: content[0]?.type === 'text' ? content[0].text : undefined }
  }

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

  it('gives arguments of one name the name of their place', async () => {
    const { tools } = await (await connected()).listTools()
    const { inputSchema } = tools.find(({ name }) => name === 'renameBook') ?? {}
    expect(Object.keys(inputSchema?.properties ?? {})).to.deep.equal(['id', 'query_id', 'body'])
    const { text } = await call('renameBook', { id: 3, query_id: 'a&b=c', body: { title: 'x' } })
    expect(text).to.equal('["3","a&b=c","x"]')
  })

  it('returns JSON as text and as the value', async () => {
    const { text, structuredContent, isError } = await call('getBook', { id: 3 })
    expect(text).to.equal('{"id":3,"title":"Book 3","sequels":[]}')
    expect(structuredContent).to.deep.equal({ id: 3, title: 'Book 3', sequels: [] })
    expect(isError).to.equal(false)
  })

  const SENT: [string, Record<string, unknown>, string][] = [
    ['defaults for what is absent', {}, '["tags undefined","limit 2","price undefined-undefined","shelf undefined"]'],
    ['nothing for null', { limit: null }, '["tags undefined","limit 2","price undefined-undefined","shelf undefined"]'],
    [
      'lists, objects and headers',
      { tag: ['a,b', 'c'], limit: 9, price: { from: 1, to: 2.5 }, 'x-shelf': 'A 1' },
      '["tags a,b+c","limit 9","price 1-2.5","shelf A 1"]'
    ]
  ]
  for (const [what, given, text] of SENT) {
    it(`sends ${what} as the operation reads them`, async () => {
      expect((await call('listBooks', given)).text).to.equal(text)
    })
  }

  it('says of a success other than 200 which it is, and where what was created is found', async () => {
    const { text, structuredContent } = await call('addBook', { body: { title: 'New' } })
    expect(text).to.equal('HTTP status 201, location /books/7\n{"id":7,"title":"New"}')
    expect(structuredContent).to.deep.equal({ id: 7, title: 'New' })
    expect((await call('removeBook', { id: 1 })).text).to.equal('HTTP status 204')
  })

  it('returns an image as an image', async () => {
    const { content } = await call('cover', { id: 1 })
    expect(content).to.deep.equal([{ type: 'image', data: 'iVBORw==', mimeType: 'image/png' }])
  })

  const REJECTED: [string, string, Record<string, unknown>, RegExp][] = [
    ['a rule that is broken', 'getBook', { id: 0 }, /^HTTP status 400\n.*validation failed.*"in":"path","path":"id"/],
    ['a field of the body', 'addBook', { body: { title: '' } }, /^HTTP status 400\n.*"in":"body","path":"title"/],
    ['a body that is missing', 'addBook', {}, /^HTTP status 4\d\d\n/],
    ['what does not exist', 'getBook', { id: 10 }, /^HTTP status 404\n.*There is no book 10/],
    [
      'an argument that there is not',
      'getBook',
      { id: 1, idd: 2 },
      /getBook has no argument "idd": its arguments are id$/
    ],
    ['a path that leads elsewhere', 'getBook', { id: '..' }, /^the argument "id" must be a text other than/],
    ['a path in an argument', 'getBook', { id: '1/cover' }, /^HTTP status 400\n/],
    ['an empty path parameter', 'getBook', {}, /^the argument "id" must be a text other than/],
    [
      'a header that would end early',
      'listBooks',
      { 'x-shelf': 'a\r\nb: c' },
      /^the argument "x-shelf" is sent as a header/
    ],
    ['a response that is too large', 'wholeStock', {}, /has more than 1000 bytes/]
  ]
  for (const [what, tool, given, text] of REJECTED) {
    it(`says in a tool error what is wrong: ${what}`, async () => {
      const result = await call(tool, given)
      expect(result.isError).to.equal(true)
      expect(result.text).to.match(text)
    })
  }

  it('keeps to itself why an operation failed', async () => {
    const { text, isError } = await call('broken')
    expect(isError).to.equal(true)
    expect(text)
      .to.match(/^HTTP status 500\n/)
      .and.not.include('12345')
  })

  it('passes on the credentials that the operation requires, and no others', async () => {
    const headers = { authorization: 'Bearer right', 'x-key': 'secret' }
    expect((await call('mine', {}, headers)).text).to.equal('"Ann at 127.0.0.1"')
    expect((await call('keyed', {}, headers)).text).to.equal('"Bob, authorization undefined"')
    expect((await call('mine')).text).to.match(/^HTTP status 401\n/)
    expect((await call('mine', {}, { authorization: 'Bearer wrong' })).text).to.match(/^HTTP status 401\n/)
  })

  it('rejects a tool that there is not', async () => {
    const client = await connected()
    const error = await client.callTool({ name: 'wholeStocks', arguments: {} }).catch((thrown: Error) => thrown)
    expect(error).to.be.instanceOf(Error).with.property('message').that.includes('There is no tool "wholeStocks"')
  })

  it('cuts the operation when the call is cancelled', async () => {
    const client = await connected()
    const controller = new AbortController()
    const aborted = new Promise<void>((resolve) => {
      slowly.aborted = resolve
    })
    slowly.started = () => controller.abort()
    const failed = await client
      .callTool({ name: 'slow', arguments: {} }, { signal: controller.signal })
      .catch((thrown: Error) => thrown)
    expect(failed).to.be.instanceOf(Error)
    await client.close()
    await aborted
  })

  it('serves several clients at once', async () => {
    const texts = await Promise.all(
      Array.from({ length: 9 }, async (_, index) => (await call('getBook', { id: index + 1 })).text)
    )
    expect(texts.map((text) => JSON.parse(text as string).id)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  const ORIGINS: [string | undefined, number][] = [
    [undefined, 200],
    ['http://localhost:3000', 200],
    ['http://127.0.0.1', 200],
    ['https://chat.example', 200],
    ['https://evil.example', 403],
    ['http://localhost.evil.example', 403],
    ['null', 403]
  ]
  for (const [origin, status] of ORIGINS) {
    it(`responds with ${status} to a page of ${origin ?? 'no origin'}`, async () => {
      const own = await toolsService({ operations: ['getBook'], origins: ['https://chat.example'] })
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
      const headers = { accept: 'application/json, text/event-stream', ...(origin !== undefined && { origin }) }
      expect((await own.inject({ method: 'POST', url: '/mcp', headers, body })).statusCode).to.equal(status)
    })
  }

  const MALFORMED: [string, string | object][] = [
    ['no JSON', '{'],
    ['a list of nothing', []],
    ['no method', { jsonrpc: '2.0', id: 1 }],
    ['another version', { jsonrpc: '1.0', id: 1, method: 'tools/list' }],
    ['an unknown method', { jsonrpc: '2.0', id: 1, method: 'tools/nothing' }],
    [
      'arguments that are a list',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'getBook', arguments: [] } }
    ],
    [
      'an object with __proto__',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"__proto__","arguments":{"__proto__":{"x":1}}}}'
    ],
    [
      'an unknown protocol',
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '1999', capabilities: {}, clientInfo: { name: 'a', version: '1' } }
      }
    ],
    ['a null', 'null'],
    ['a deep value', `${'['.repeat(50_000)}`]
  ]
  for (const [what, body] of MALFORMED) {
    it(`survives a message with ${what}`, async () => {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
      const response = await fetch(url, { method: 'POST', headers, body: text })
      expect(response.status).to.be.lessThan(500)
      await response.text()
      expect((await call('getBook', { id: 1 })).isError).to.equal(false)
      expect(({} as { x?: unknown }).x).to.equal(undefined)
    })
  }

  it('is limited as every request of the service', async () => {
    const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body: `"${'x'.repeat(2_000_000)}"` })
    expect(response.status).to.equal(413)
    await response.text()
  })

  it('survives a client that goes away in the middle of a message', async () => {
    const socket = connect(Number(url.port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write('POST /mcp HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"json')
    socket.destroy()
    await once(socket, 'close')
    expect((await call('getBook', { id: 1 })).isError).to.equal(false)
  })

  for (const host of ['a.example/private/mine?', 'a.example/private?', 'a.example\\b', 'a@b', 'a b', '[', 'a:99999']) {
    it(`leads no call to another path by the host ${host}`, async () => {
      const own = await toolsService({ operations: ['getBook'] })
      const params = { name: 'getBook', arguments: { id: 1 } }
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
      const headers = { accept: 'application/json, text/event-stream', host }
      const { statusCode, json } = await own.inject({ method: 'POST', url: '/mcp', headers, body })
      expect([statusCode, (json() as { detail?: string }).detail]).to.deep.equal([
        400,
        'The host of the request is not valid'
      ])
    })
  }

  it('rejects an argument however deeply it is nested', async () => {
    const own = await toolsService({ operations: ['addBook'] })
    const title = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"addBook","arguments":{"body":${title}}}}`
    const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
    const response = await own.inject({ method: 'POST', url: '/mcp', headers, body })
    // Newer versions of Node write JSON of any depth: then the operation rejects it.
    expect(response.body).to.match(/the argument \\"body\\" is nested too deeply|\\"message\\":\\"must be an object/)
    expect(response.body).to.include('"isError":true')
  })

  it('is not in the document', async () => {
    expect(Object.keys(service.document.paths).filter((path) => path.includes('mcp'))).to.deep.equal([])
  })

  it('can require a credential itself', async () => {
    const own = await toolsService({ operations: ['mine'], security: ['token'] })
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
    const accept = 'application/json, text/event-stream'
    const sent = async (headers: Record<string, string>) =>
      (await own.inject({ method: 'POST', url: '/mcp', headers: { accept, ...headers }, body })).statusCode
    expect([await sent({}), await sent({ authorization: 'Bearer right' })]).to.deep.equal([401, 200])
  })

  const WRONG: [McpOptions, string][] = [
    [{ tags: ['boks'] }, "no operation has the tag 'boks' (did you mean 'books'?), mcp(); correct or remove it"],
    [{ operations: ['getBok'] }, "no operation has the operationId 'getBok' (did you mean 'getBook'?), mcp()"],
    [{ operations: ['news'] }, 'the operation news cannot be a tool: its response is a stream (text/event-stream)'],
    [{}, 'no operation is a tool, mcp(); name tags or operations'],
    [{ tags: 'books' as never }, "tags is not a list of texts, mcp(); write tags: ['…']"],
    [{ origins: ['chat.example'] }, 'origins has "chat.example", which is not an origin'],
    [{ responseLimit: 0 }, 'responseLimit is not a size, mcp(); give a whole number of bytes above 0'],
    [{ paths: '/x' } as never, "there is no option 'paths' (did you mean 'path'?), mcp()"]
  ]
  for (const [options, message] of WRONG) {
    it(`reports a wrong selection or option when the application starts: ${message}`, async () => {
      const error = await (async () => toolsService(options))().catch((thrown: Error) => thrown)
      expect((error as Error).message).to.include(message)
    })
  }

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
        const message = { jsonrpc: '2.0', id: 1 }
        const headers = { accept: 'application/json, text/event-stream' }
        const send = async (method: string, params: object) => {
          const body = { ...message, method, params }
          const response = await own.inject({ method: 'POST', url: '/mcp', headers, body })
          return JSON.parse(/\{.*\}/s.exec(response.body)?.[0] ?? 'null').result
        }
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
    const response = await own.inject({
      method: 'POST',
      url: '/mcp',
      headers: { accept: 'application/json, text/event-stream' },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    })
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

  it('reports what is wrong with the tools together with other setup errors', async () => {
    const application = new Application({
      title: 'a',
      version: '1',
      hooks: [mcp({ tags: ['none'] })],
      spek: '/openapi.json',
      routes: (router) => void router.getFunc('/a', (ctx) => ctx.text(200, 'a'))
    } as ApplicationOptions)
    const error = await bootstrap(application).catch((thrown: Error) => thrown)
    expect((error as Error).message)
      .to.include('OPTION_UNKNOWN')
      .and.include("no operation has the tag 'none'")
  })
})
