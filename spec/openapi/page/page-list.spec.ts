import { type ApplicationOptions, type InjectRequest } from 'fieldstone'
import { serviceOf, setupErrorsOf } from '../../support/applications.js'
import { expectWholeList, shown } from '../../support/whole-list.js'

/** Applications by what they say of their documents and pages. */
const APPLICATIONS: Readonly<Record<string, Partial<ApplicationOptions>>> = {
  nothing: {},
  'a document': { spec: '/openapi.json' },
  'a page': { docs: '/docs', spec: '/openapi.json' },
  'a page at the root': { docs: '/', spec: '/v1/openapi.json' },
  'a page below other folders': { docs: '/a/b', spec: '/c d.json' },
  'a page without a document': { docs: '/docs' },
  'servers elsewhere': {
    docs: '/docs',
    spec: '/openapi.json',
    servers: [
      { url: 'https://api.example:8443/v1', description: 'Live' },
      { url: '/relative' },
      { url: 'https://{name}.example', variables: { name: { default: 'a', enum: ['a', 'b'], description: 'Which' } } },
      { url: 'http://[::1]:80/' }
    ]
  },
  'all that is said of a document': {
    openapi: '3.1',
    spec: '/openapi.json',
    description: 'D',
    summary: 'S',
    termsOfService: 'https://a.example/terms',
    contact: { name: 'N', url: 'https://a.example', email: 'a@b.example' },
    license: { name: 'MIT', identifier: 'MIT' },
    externalDocs: { url: 'https://a.example/docs', description: 'More' },
    tags: [{ name: 'A', description: 'Of A', externalDocs: { url: 'https://a.example/a' } }, { name: 'B' }],
    operationId: ({ method, path }: { method: string; path: string }) => `${method.toLowerCase()}${path.length}`
  } as Partial<ApplicationOptions>,
  'ids that are the same': { spec: '/openapi.json', operationId: () => 'same' } as Partial<ApplicationOptions>,
  'health that is good': { health: true, spec: '/openapi.json' },
  'health of parts': {
    health: {
      livez: '/alive',
      readyz: '/ready',
      checks: {
        good: () => true,
        bad: () => false,
        throwing: () => {
          throw new Error('no store')
        },
        later: async () => Promise.reject(new Error('late')),
        slow: () => new Promise(() => undefined)
      },
      timeout: 20
    }
  },
  'the same path twice': { docs: '/docs', spec: '/docs' },
  'a path with a parameter': { docs: '/{a}', spec: '/openapi.json' },
  'health at one path': { health: { livez: '/x', readyz: '/x' } },
  'wrong health': { health: { livez: 'x', checks: { a: 5 as never }, timeout: -1 } }
}

const SENT: readonly (readonly [string, Record<string, string>?])[] = [
  ['GET /docs?a=b'],
  ['GET /docs/'],
  ['HEAD /docs/'],
  ['GET /docs/index.html'],
  ['GET /docs/none.js'],
  ['GET /'],
  ['GET /a/b/'],
  ['GET /openapi.json'],
  ['GET /openapi.json', { 'accept-encoding': 'gzip' }],
  ['GET /openapi.json', { 'accept-encoding': 'br;q=0.5, gzip;q=0' }],
  ['GET /openapi.json', { 'accept-encoding': 'x-gzip, identity;q=0' }],
  ['GET /openapi.json', { 'accept-encoding': '*;q=0' }],
  ['GET /openapi.json', { 'accept-encoding': 'GZIP;q=1.0 , ,deflate' }],
  ['GET /openapi.json', { 'if-none-match': '*' }],
  ['GET /openapi.json', { 'if-none-match': '"a", W/"b"' }],
  ['GET /openapi.json', { range: 'bytes=0-1' }],
  ['HEAD /openapi.json'],
  ['POST /openapi.json'],
  ['GET /v1/openapi.json'],
  ['GET /c%20d.json'],
  ['GET /livez'],
  ['GET /readyz'],
  ['HEAD /livez'],
  ['GET /alive'],
  ['GET /ready']
]

describe('Documents, pages and probes', () => {
  it('are served as page-list.txt says', async () => {
    const lines: string[] = []
    for (const [name, options] of Object.entries(APPLICATIONS)) {
      lines.push(`\n# ${name}`)
      const routes: ApplicationOptions['routes'] = (router) => {
        router.getFunc('/items/{id}', () => 1, { tags: ['B', 'C'] })
        router.getFunc('/items', () => 1)
      }
      const errors = await setupErrorsOf([], { routes, ...options })
      if (errors.length > 0) {
        lines.push(...errors.map(({ message }) => message.replaceAll(/\S+\.[tj]s:\d+/g, 'its line')))
        continue
      }
      const service = await serviceOf([], { routes, ...options })
      for (const [line, headers = {}] of SENT) {
        const [method, url = ''] = line.split(' ')
        const response = await service.inject({ method, url, headers } as InjectRequest)
        if (response.statusCode === 404) continue
        const { date: _date, connection: _connection, ...own } = response.headers as Record<string, string>
        const isPage = String(own['content-type']).includes('html') || line.includes('.js ')
        // What is compressed has other lengths by other versions of Node.
        const isOfAnyLength = isPage || own['content-encoding'] !== undefined
        const fields = Object.entries(own).map(
          ([key, value]) => `${key}: ${isOfAnyLength && key === 'content-length' ? '(some)' : value}`
        )
        const isText = own['content-encoding'] === undefined && !isPage
        lines.push(
          `${line} ${shown(headers)} → ${response.statusCode} ${fields.join(' | ').replace(/etag: "[^"]*"/, 'etag: (tag)')}`
        )
        if (
          isText &&
          response.body !== '' &&
          (line.startsWith('GET /openapi.json') ? Object.keys(headers).length === 0 : true)
        ) {
          lines.push(`  ${response.body.length < 4_000 ? response.body : `${response.body.slice(0, 4_000)}…`}`)
        }
        if (isPage)
          lines.push(
            ...(response.body.match(/<(?:meta|fieldstone|script|link)[^>]*>|data-[a-z]+="[^"]*"/g) ?? []).map(
              (tag) => `  ${tag}`
            )
          )
      }
      await service.close()
    }
    expectWholeList('openapi/page/page-list.txt', lines)
  })
})
