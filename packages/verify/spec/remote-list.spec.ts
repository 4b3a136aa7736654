import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expectListed } from '../../../spec/support/listed.js'
import { openApi } from '../../../spec/support/published.js'
import { settled, shown } from '../../../spec/support/whole-list.js'
import { type VerifyOptions, verifySettings } from '../src/options.js'
import { parseDocument, type RemoteService, reach } from '../src/remote-service.js'
import { verify } from '../src/verify.js'
import type { VerifiableService } from '../src/wire/target.js'

const LIST = 'verify/remote-list.txt'

/** The servers of a document, and where the service is that has them. */
const SERVERS: readonly unknown[] = [
  undefined,
  [],
  {},
  ['/a'],
  [{}],
  [{ url: 5 }],
  [{ url: '' }],
  [{ url: '/' }],
  [{ url: '/api/v1/' }],
  [{ url: 'api' }],
  [{ url: '../api?x=y#z' }],
  [{ url: 'https://a.example/b/c' }, { url: '/second' }],
  [{ url: '//a.example/b' }],
  [{ url: 'https://' }],
  [{ url: '/{base}' }],
  [{ url: '/{base}', variables: [] }],
  [{ url: '/{base}', variables: { base: 'api' } }],
  [{ url: '/{base}', variables: { base: {} } }],
  [{ url: '/{base}', variables: { base: { default: 'api', enum: ['x'] } } }],
  [{ url: '/{a}/{b}/{a}', variables: { a: { default: 1 }, b: { default: null } } }],
  [{ url: '/{constructor}', variables: { a: {} } }],
  [{ url: '{scheme}://{host}/c', variables: { scheme: { default: 'http' }, host: { default: 'x' } } }],
  [{ url: '{scheme}://x/c' }]
]

/** Texts of documents. */
const TEXTS: readonly string[] = [
  '{"a":1}',
  '\uFEFF{"a":1}',
  ' \n{"a":1',
  '\uFEFF {"a"',
  '[1]',
  '[1',
  '5',
  '"a"',
  '',
  'a: 1',
  '\uFEFFa: 1',
  'a: &x { b: 1 }\nc: *x\nd: { <<: *x, e: 2 }',
  'a: 2020-01-01\nb: 0x10\nc: yes\nd: ~\n5: .inf',
  'a: [1',
  'a: 1\na: 2',
  'a: *x',
  '%YAML 1.1\n---\na: yes',
  'a: 1\n---\nb: 2',
  'a: &x\n  b: *x'
]

describe('A service that is reached over the network', () => {
  let folder: string
  let server: Server
  let origin: string
  let requests: IncomingMessage[] = []
  const port = () => (server.address() as AddressInfo).port
  const named = (text: string) => text.replaceAll(folder, 'FOLDER').replaceAll(`:${port()}`, ':PORT')

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'fieldstone-reached-'))
    writeFileSync(join(folder, 'a.json'), '{"a":1}')
    writeFileSync(join(folder, 'a.yaml'), 'servers: [{ url: v2 }]')
    writeFileSync(join(folder, 'broken.json'), '{"a"')
    server = createServer((request, response) => {
      requests.push(request)
      const { url = '' } = request
      if (url.startsWith('/docs/')) response.end('{"servers":[{"url":"v1"}]}')
      else if (url.startsWith('/slow')) return
      else if (url.startsWith('/cut')) request.socket.destroy()
      else if (url.startsWith('/moved')) response.writeHead(302, { location: '/docs/a' }).end()
      else if (url.startsWith('/created')) response.writeHead(201).end('{}')
      else if (url.startsWith('/text')) response.end('{')
      else response.writeHead(404).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${port()}`
  })
  after(() => {
    rmSync(folder, { recursive: true, force: true })
    server.close()
    server.closeAllConnections()
  })
  beforeEach(() => {
    requests = []
  })

  async function reached(service: RemoteService, options: VerifyOptions = {}): Promise<string> {
    const outcome = await settled(async () => {
      const { target, json } = await reach(service, verifySettings({ seed: 1, ...options }))
      target.close()
      return { at: target.address, json }
    })
    // What is wrong is said by Node, each version in its own words.
    return named(outcome).replace(/(is not JSON: ).*(?= \{)/, '$1…')
  }

  it('has its paths below that of the first server, as remote-list.txt says', async () => {
    const lines: string[] = []
    for (const servers of SERVERS) {
      const document = { ...(servers !== undefined && { servers }) }
      const outcomes = [await reached({ url: origin, document })]
      outcomes.push(await reached({ url: `${origin}/own/`, document }))
      const at = outcomes.map((outcome) => /"at": "http:..127.0.0.1:PORT(.*?)"/.exec(outcome)?.[1] ?? outcome)
      lines.push(`${shown(servers)}: ${at.map((each) => each || '/').join(', or ')}`)
    }
    expectListed(LIST, 'servers', lines)
  })

  it('has the address and the document of remote-list.txt', async () => {
    const lines: string[] = []
    const document = { a: 1 }
    const services: readonly (readonly [RemoteService, VerifyOptions?])[] = [
      ...['', 'localhost:80', 'ftp://a', 'file:///a', '/a', 'http://'].map((url) => [{ url, document }] as const),
      [{ url: 5 as never, document }],
      [{ url: new URL(`${origin}/a`), document }],
      [{ url: 'http://127.0.0.1:1', document }, { timeout: 150 }],
      [{ url: origin, document: { a: undefined, b: new Date(0), c: [undefined] } }],
      [{ url: origin, document: [1] }],
      [{ url: origin, document: `${folder}/a.json` }],
      [{ url: origin, document: pathToFileURL(`${folder}/a.json`) }],
      [{ url: origin, document: `${folder}/a.yaml` }],
      [{ url: origin, document: `${folder}/broken.json` }],
      [{ url: origin, document: folder }],
      [{ url: origin, document: `${folder}/none.json` }],
      [{ url: origin, document: 'none.json' }],
      [{ url: origin, document: './none.json' }],
      [{ url: origin, document: new URL('file:///none.json') }],
      [{ url: origin, document: '/docs/a?b=c' }],
      [{ url: `${origin}/own`, document: '/docs/a' }],
      [{ url: origin, document: `${origin}/docs/b/c` }],
      [{ url: origin, document: new URL(`${origin}/docs/d?e`) }],
      [{ url: origin, document: `http://localhost:${port()}/docs/a` }],
      [
        { url: origin, document: '/docs/a' },
        { headers: { 'X-Key': 'k' }, query: { tenant: '1' } }
      ],
      [{ url: origin, document: `${origin}/docs/a` }, { headers: { 'X-Key': 'k' } }],
      [
        { url: origin, document: `http://localhost:${port()}/docs/a` },
        { headers: { 'X-Key': 'k' }, query: { a: '1' } }
      ],
      [{ url: origin, document: '/none' }],
      [{ url: origin, document: '/moved' }],
      [{ url: origin, document: '/created' }],
      [{ url: origin, document: '/text' }],
      [{ url: origin, document: `${origin}/text` }],
      [{ url: origin, document: '/cut' }],
      [{ url: origin, document: '/slow' }, { timeout: 300 }],
      [{ url: origin, document: 'http://127.0.0.1:1/a' }, { timeout: 150 }]
    ]
    for (const [service, options] of services) {
      requests = []
      lines.push(named(`${shown(service)} ${options === undefined ? '' : shown(options)}`))
      lines.push(`  ${await reached(service, options)}`)
      for (const { url, headers } of requests) {
        lines.push(named(`  by GET ${url} ${JSON.stringify({ host: headers.host, key: headers['x-key'] })}`))
      }
    }
    expectListed(LIST, 'documents', lines)
  })

  it('has documents that are read as remote-list.txt says', async () => {
    const lines: string[] = []
    for (const text of TEXTS) {
      const outcome = await settled(() => parseDocument(text, 'a.txt'))
      // What is wrong is said by Node and the library, each version in its own words.
      lines.push(`${JSON.stringify(text)} → ${outcome.replace(/(is not (?:JSON|YAML): ).*/, '$1…')}`)
    }
    expectListed(LIST, 'texts', lines)
  })

  it('is verified by the document of remote-list.txt', async () => {
    const lines: string[] = []
    const own = (operationId: string, more: object = {}) => ({
      ...openApi({ '/a': { get: { operationId, responses: { 200: { description: 'ok' } } } } }),
      ...more
    })
    const sent = new Set<string>()
    const service = (more: object = {}): VerifiableService => ({
      document: own('first'),
      inject: async ({ method, url, headers }) => {
        sent.add(`${method} ${url} ${headers.accept ?? ''}`)
        const isDocument = url.startsWith('/openapi')
        const rawBody = Buffer.from(isDocument ? JSON.stringify(own('of the path')) : '')
        return { statusCode: url.startsWith('/none') ? 500 : 200, headers: {}, rawBody }
      },
      ...more
    })
    const documents = new Map([
      ['v1', own('of v1')],
      ['v2', own('of v2', { 'x-version-media-type': 'Application/VND.a+json' })]
    ])
    const cases: readonly (readonly [string, VerifiableService | RemoteService, VerifyOptions])[] = [
      ['one document', service(), {}],
      ['the path of the document', service(), { documentPath: '/openapi.json' }],
      ['a path that fails', service(), { documentPath: '/none' }],
      ['a path and a name', service({ documents }), { documentPath: '/openapi.json', documentName: 'v1' }],
      ['a name', service({ documents }), { documentName: 'v1' }],
      ['a name that none has', service({ documents }), { documentName: 'v3' }],
      ['a name, and one document', service(), { documentName: 'v1' }],
      ['a name, and no document', service({ documents: new Map() }), { documentName: 'v1' }],
      ['several documents', service({ documents }), {}],
      ['a version', service({ documents }), { documentName: 'v2' }],
      ['a version, and a header', service({ documents }), { documentName: 'v2', headers: { Accept: 'text/css' } }],
      ['no document', service({ document: undefined }), {}],
      ['no OpenAPI', service({ document: {} }), {}],
      ['elsewhere, with a name', { url: origin, document: own('a') }, { documentName: 'v1' }],
      ['wrong options', service(), { runs: 0 }],
      ['no credential', service(), { credentials: { key: 5 as never } }],
      ['an empty credential', service(), { credentials: { key: {} as never } }],
      ['the credential of no scheme', service(), { credentials: { key: 'a' } }]
    ]
    for (const [title, each, options] of cases) {
      sent.clear()
      const outcome = await settled(async () => {
        const report = await verify(each, { seed: 1, runs: 1, timeout: 60_000, maxResponseTime: 60_000, ...options })
        return `${report.operations.map(({ id }) => id)} in ${report.requests} request`
      })
      lines.push(`${title}: ${outcome}`, ...[...sent].map((line) => `  ${line}`))
    }
    expectListed(LIST, 'in this process', lines)
  })
})
