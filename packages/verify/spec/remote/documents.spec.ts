import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import type { RemoteService, VerifyOptions } from 'fieldstone-verify'
import { bare, openApi } from '../support/services.js'
import { verified } from '../support/verified.js'

const DOCUMENT = openApi({
  '/a': { get: { operationId: 'a', responses: bare(200) }, post: { operationId: 'b', responses: bare(200) } }
})

describe('verify reads the document of a service', () => {
  let folder: string
  let server: Server
  let requests: IncomingMessage[] = []
  let document: object = DOCUMENT
  const port = () => (server.address() as AddressInfo).port
  const origin = () => `http://127.0.0.1:${port()}`

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'fieldstone-documents-'))
    server = createServer((request, response) => {
      requests.push(request)
      const { url = '' } = request
      if (url.startsWith('/docs/')) response.end(JSON.stringify(document))
      else if (url.startsWith('/moved')) response.writeHead(302, { location: '/docs/a' }).end()
      else if (url.startsWith('/created')) response.writeHead(201).end('{}')
      else if (url.startsWith('/cut')) request.socket.destroy()
      else response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  })
  after(() => {
    rmSync(folder, { recursive: true, force: true })
    server.close()
    server.closeAllConnections()
  })
  beforeEach(() => {
    requests = []
    document = DOCUMENT
  })

  /** The paths of the requests of a short run. */
  async function paths(service: RemoteService, options: VerifyOptions = {}): Promise<string[]> {
    await verified(service, { runs: 2, shrinkRuns: 0, ...options })
    return requests.map(({ url }) => url ?? '')
  }

  it('below the path of its first server, whose variables have their defaults', async () => {
    for (const [servers, path] of [
      [undefined, '/a'],
      [[], '/a'],
      [[{ url: '/' }], '/a'],
      [[{ url: '/api/v1/' }], '/api/v1/a'],
      [[{ url: 'https://a.example/b/c' }, { url: '/second' }], '/b/c/a'],
      [[{ url: '//a.example/b' }], '/b/a'],
      [[{ url: '/{base}', variables: { base: { default: 'api', enum: ['x'] } } }], '/api/a'],
      [[{ url: '{scheme}://{host}/c', variables: { scheme: { default: 'http' }, host: { default: 'x' } } }], '/c/a']
    ] as const) {
      requests = []
      expect(
        await paths({ url: origin(), document: { ...DOCUMENT, ...(servers && { servers }) } }),
        JSON.stringify(servers)
      ).to.include(path)
      requests = []
      expect(
        await paths({ url: `${origin()}/own/`, document: { ...DOCUMENT, ...(servers && { servers }) } })
      ).to.include('/own/a')
    }
  })

  it('relative to where it was read', async () => {
    document = { ...DOCUMENT, servers: [{ url: 'v1' }] }
    expect(await paths({ url: origin(), document: '/docs/b/openapi.json' })).to.include('/docs/b/v1/a')
  })

  it('from a file in JSON or YAML, by its path or its address, also with a byte order mark', async () => {
    const texts: Record<string, string> = {
      'a.json': JSON.stringify(DOCUMENT),
      'bom.json': `\uFEFF${JSON.stringify(DOCUMENT)}`,
      'a.yaml':
        "openapi: 3.1.0\ninfo: { title: A, version: '1' }\nx-one: &one { operationId: a }\npaths:\n  /a:\n    get: { <<: *one, responses: { 200: { description: It } } }\n"
    }
    for (const [name, text] of Object.entries(texts)) {
      const file = join(folder, name)
      writeFileSync(file, text)
      for (const from of [file, pathToFileURL(file)]) {
        requests = []
        expect(await paths({ url: origin(), document: from }), String(from)).to.include('/a')
      }
    }
  })

  it('with the headers and the query of every request, but from no other service', async () => {
    const options = { headers: { 'X-Key': 'k' }, query: { tenant: '1' } }
    const read = async (from: string) => {
      requests = []
      await paths({ url: origin(), document: from }, options)
      return requests
        .filter(({ url }) => url?.startsWith('/docs'))
        .map(({ url, headers }) => `${url} ${headers['x-key']}`)
    }
    expect(await read('/docs/a')).to.deep.equal(['/docs/a?tenant=1 k'])
    expect(await read(`${origin()}/docs/a`)).to.deep.equal(['/docs/a?tenant=1 k'])
    expect(await read(`http://localhost:${port()}/docs/a`)).to.deep.equal(['/docs/a undefined'])
  })

  for (const [what, service, message] of [
    [
      'where it is moved',
      () => ({ url: origin(), document: '/moved' }),
      /^VerifyError: The document at \/moved cannot be read: the service responded 302$/
    ],
    [
      'where the status is another',
      () => ({ url: origin(), document: '/created' }),
      /^VerifyError: .*the service responded 201$/
    ],
    [
      'where the connection is cut',
      () => ({ url: origin(), document: '/cut' }),
      /^VerifyError: The document at \/cut cannot be read: /
    ],
    [
      'without an address',
      () => ({ url: 'localhost:80', document: DOCUMENT }),
      /^TypeError: `url` is the address of a service, as http:\/\/127\.0\.0\.1:3000, not "localhost:80"$/
    ],
    ['at an address that is none of HTTP', () => ({ url: 'ftp://a', document: DOCUMENT }), /^TypeError: /],
    [
      'of Swagger 2.0',
      () => ({ url: origin(), document: { swagger: '2.0', paths: {} } }),
      /^VerifyError: This is a document of Swagger 2\.0; convert it to OpenAPI 3\.0, 3\.1 or 3\.2$/
    ]
  ] as readonly [string, () => RemoteService, RegExp][]) {
    it(`or says what is wrong: ${what}`, async () => {
      const error = await verified(service(), { timeout: 500 }).then(
        () => '',
        (reason: Error) => `${reason.name}: ${reason.message}`
      )
      expect(error).to.match(message)
    })
  }

  it('and sends only GET, HEAD and OPTIONS to one on another machine, unless allowWrites', async function () {
    const address = Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      .find(({ family, internal }) => family === 'IPv4' && !internal)?.address
    if (address === undefined) return this.skip()
    const url = `http://${address}:${port()}`
    const methods = async (options: VerifyOptions) => {
      requests = []
      const report = await verified({ url, document: DOCUMENT }, { runs: 60, shrinkRuns: 0, ...options })
      return {
        sent: new Set(requests.map(({ method }) => method)),
        needs: report.unproved.map(({ operation, needs }) => `${operation} ${needs}`)
      }
    }
    const { sent, needs } = await methods({})
    expect([...sent].every((method) => ['GET', 'HEAD', 'OPTIONS'].includes(method ?? ''))).to.equal(true)
    expect(needs).to.include('b `--allow-writes`')
    expect((await methods({ allowWrites: true })).sent).to.include('POST')
  })
})
