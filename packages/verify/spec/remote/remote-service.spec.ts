import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { type RemoteService, VerifyError, type VerifyOptions, verify } from 'fieldstone-verify'
import { runVerifyCommand } from 'fieldstone-verify/command'
import { openApi30 as openApi } from '../support/services.js'

const ITEM = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }

const okay = { description: 'ok', content: { 'application/json': { schema: ITEM } } }

/** A service that lists items, shows one, and creates one. */
const DOCUMENT = openApi({
  '/items/{id}': {
    get: {
      operationId: 'show',
      tags: ['reading'],
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1, maximum: 9 } }],
      responses: { 200: okay, 400: { description: 'bad' } }
    }
  },
  '/items': {
    post: { operationId: 'create', tags: ['writing'], responses: { 200: okay } }
  }
})

const SMALL: VerifyOptions = { runs: 60, seed: 1 }

describe('verify, over the network', () => {
  let folder: string
  let server: Server
  let requests: IncomingMessage[]
  let origin: string
  let handler: (request: IncomingMessage, response: ServerResponse) => void

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'fieldstone-remote-'))
    server = createServer((request, response) => {
      requests.push(request)
      handler(request, response)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  })
  after(() => {
    rmSync(folder, { recursive: true, force: true })
    server.close()
  })
  beforeEach(() => {
    requests = []
    handler = honest('')
  })

  /** The service below a path, with its document. */
  function honest(below: string) {
    return ({ method, url }: IncomingMessage, response: ServerResponse) => {
      const end = (status: number, body?: unknown) => {
        response.writeHead(status, { ...(body !== undefined && { 'content-type': 'application/json' }) })
        response.end(body === undefined ? undefined : JSON.stringify(body))
      }
      if (url === '/openapi.json') return end(200, { ...DOCUMENT, servers: [{ url: below === '' ? '/' : below }] })
      const id = new RegExp(`^${below}/items/([^/?]*)(?:\\?.*)?$`).exec(String(url))?.[1]
      if (method === 'POST' && url?.split('?')[0] === `${below}/items`) end(200, { id: 1 })
      else if (id === undefined || method !== 'GET') end(404)
      else if (/^[1-9]$/.test(id)) end(200, { id: Number(id) })
      else end(400)
    }
  }

  const check = (document: RemoteService['document'], options: VerifyOptions = {}, url = origin) =>
    verify({ url, document }, { ...SMALL, ...options })

  it('finds nothing in a service that does what its document says', async () => {
    const { requests: sent, disagreements, suspicions, operations } = await check(DOCUMENT, { runs: 200 })
    expect({ disagreements, suspicions }).to.deep.equal({ disagreements: [], suspicions: [] })
    expect(operations.map(({ isReached }) => isReached)).to.deep.equal([true, true])
    expect(requests).to.have.length(sent)
  })

  it('writes curl lines with the address of the service', async () => {
    handler = (request, response) =>
      honest('')(Object.assign(request, { url: request.url?.replace('/0', '/1') }), response)
    const [finding] = (await check(DOCUMENT)).disagreements
    expect(finding?.curl).to.equal(`curl -i -g --path-as-is ${origin}/items/0`)
  })

  it('reads the document from a file in JSON or YAML, from an address, and from a path of the service', async () => {
    const [json, yaml] = [join(folder, 'openapi.json'), join(folder, 'openapi.yaml')]
    writeFileSync(json, JSON.stringify(DOCUMENT))
    writeFileSync(
      yaml,
      `openapi: 3.0.3
info: { title: Items, version: '1' }
paths:
  /items/{id}:
    get:
      operationId: show
      parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 9 } }]
      responses:
        200: &any { description: ok }
        default: *any
`
    )
    for (const document of [json, yaml, '/openapi.json', `${origin}/openapi.json`, new URL('/openapi.json', origin)]) {
      const { operations } = await check(document, { runs: 20 })
      expect(operations[0], String(document)).to.include({ id: 'show', isReached: true })
    }
  })

  it('sends its requests below the path of the first server, or below that of the address', async () => {
    handler = honest('/api/v1')
    const servers = [
      { url: 'https://{host}/{base}', variables: { host: { default: 'x.example' }, base: { default: 'api/v1' } } }
    ]
    const reached = async (...args: Parameters<typeof check>) => {
      return (await check(...args)).operations.map(({ isReached }) => isReached)
    }
    expect(await reached({ ...DOCUMENT, servers })).to.deep.equal([true, true])
    expect(await reached('/openapi.json')).to.deep.equal([true, true])
    expect(await reached(DOCUMENT, {}, `${origin}/api/v1/`)).to.deep.equal([true, true])
    expect(await reached({ ...DOCUMENT, servers: [{ url: '/v2' }] }, {}, `${origin}/api/v1`)).to.deep.equal([
      true,
      true
    ])
    expect(await reached(DOCUMENT)).to.deep.equal([false, false])
  })

  it('sends no request that may change state where that is not allowed', async () => {
    const { unproved } = await check(DOCUMENT, { allowWrites: false, runs: 300 })
    expect(new Set(requests.map(({ method }) => method))).to.deep.equal(new Set(['GET', 'HEAD', 'OPTIONS']))
    expect(unproved).to.deep.include({
      operation: 'create',
      why: 'POST may change the state of the service, which is not allowed',
      needs: '`--allow-writes`',
      isAllowed: false
    })
  })

  const CHOICES: readonly [what: string, options: VerifyOptions, chosen: readonly string[]][] = [
    ['an id', { include: ['show'] }, ['show']],
    ['a tag', { exclude: ['reading'] }, ['create']],
    ['a method', { exclude: ['POST'] }, ['show']],
    ['a path', { include: ['/items/*'] }, ['show']],
    ['a method and a path', { exclude: ['POST /*'] }, ['show']],
    ['some that include and others that exclude', { include: ['/items*'], exclude: ['show'] }, ['create']],
    ['a function', { include: ({ tags }) => tags.includes('reading') }, ['show']]
  ]
  for (const [what, options, chosen] of CHOICES) {
    it(`sends requests to the operations that are chosen by ${what}`, async () => {
      const { operations } = await check(DOCUMENT, options)
      expect(operations.flatMap(({ id, isSkipped }) => (isSkipped ? [] : [id]))).to.deep.equal(chosen)
    })
  }

  it('ends where the service does, with the request that ended it', async () => {
    const fragile = createServer((request, response) => {
      if (request.url !== '/items/0') return honest('')(request, response)
      request.socket.resetAndDestroy()
      fragile.close()
      fragile.closeAllConnections()
    })
    await new Promise<void>((resolve) => fragile.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(fragile.address() as { port: number }).port}`
    const report = await check(DOCUMENT, { timeout: 300 }, url)
    expect(report.isGone).to.equal(true)
    expect(report.disagreements.map(({ kind, curl }) => `${kind} ${curl}`)).to.deep.equal([
      `server-error curl -i -g --path-as-is ${url}/items/0`
    ])
  })

  const FAULTS: readonly [what: string, service: () => RemoteService, message: RegExp][] = [
    [
      'an address where nothing listens',
      () => ({ url: 'http://127.0.0.1:1', document: DOCUMENT }),
      /cannot be reached: connect ECONNREFUSED/
    ],
    [
      'a document that is nowhere',
      () => ({ url: origin, document: 'nowhere.json' }),
      /there is no file nowhere\.json$/
    ],
    [
      'a path that has none',
      () => ({ url: origin, document: '/nowhere' }),
      /^The document at \/nowhere cannot be read: the service responded 404$/
    ],
    [
      'a document that is not JSON',
      () => ({ url: origin, document: written('a.json', '{"a":') }),
      /a\.json is not JSON: /
    ],
    [
      'a document that is not YAML',
      () => ({ url: origin, document: written('a.yaml', 'a: [') }),
      /a\.yaml is not YAML: /
    ],
    [
      'a text that is no document',
      () => ({ url: origin, document: written('a.txt', 'hello') }),
      /not an OpenAPI 3\.0, 3\.1 or 3\.2 document/
    ]
  ]
  function written(name: string, text: string): string {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  for (const [what, service, message] of FAULTS) {
    it(`rejects ${what}`, async () => {
      const error = await verify(service(), { timeout: 100 }).then(undefined, (error: Error) => error)
      expect(error).to.be.instanceOf(VerifyError)
      expect((error as Error).message).to.match(message)
    })
  }

  describe('by the command', () => {
    const run = async (...args: string[]) => {
      let stdout = ''
      const out = (text: string) => {
        stdout += text
      }
      const status = await runVerifyCommand(
        args,
        { out, err: () => {}, columns: undefined },
        { name: 'fieldstone-verify' }
      )
      return { status, stdout }
    }

    it('verifies the service at --url against the document at --document', async () => {
      const { status, stdout } = await run(
        ...['--url', origin, '--document', '/openapi.json', '--runs', '400', '--rate', '9999/s', '--exclude', 'create']
      )
      expect(stdout).to.match(/No disagreement in 400 requests/)
      expect(stdout).to.include('Skipped: create (POST /items)')
      expect(status).to.equal(0)
    })

    const misuses: readonly [title: string, args: readonly string[], message: RegExp][] = [
      ['without an address', [], /^The service is missing: fieldstone-verify --url/],
      ['without a document', ['--url', 'http://a'], /^--url needs --document/],
      ['with something else than an address', ['--url', 'localhost:80', '--document', 'x'], /^--url takes an address/],
      ['with a module beside the address', ['--url', 'http://a', 'b.js'], /^Either --url or a module/],
      ['with a rate of 0', ['--url', 'http://a', '--rate', '0'], /^--rate takes a number/]
    ]
    for (const [title, args, message] of misuses) {
      it(`rejects a command line ${title}`, async () => {
        const error = await run(...args).then(undefined, (error: Error) => error)
        expect(error).to.have.property('name', 'UsageError')
        expect((error as Error).message).to.match(message)
      })
    }
  })
})
