import { type ApplicationOptions, BootstrapError, generateOpenAPISpec, SetupError } from 'fieldstone'
import { prometheus } from 'fieldstone/prometheus'
import { RedisStore, rateLimit } from 'fieldstone/rate-limit'
import { HttpRouter } from '../src/http/exchange/router.js'
import { serverSettings } from '../src/http/server/options.js'
import { serviceOf } from './support/applications.js'
import { expectWholeList } from './support/whole-list.js'

/** Wrong options of an application, in groups of one option. */
const APPLICATION: readonly object[] = [
  ...[-1, 1.5, '1mb'].map((bodyLimit) => ({ bodyLimit })),
  ...[-1, '1s'].map((handlerTimeout) => ({ handlerTimeout })),
  ...['warning', 5].map((accessLog) => ({ accessLog })),
  { errorFormatter: {} },
  { errors: { format: () => ({}) } },
  { errors: { body: String } },
  { errors: { body: String, format: () => '', contentType: 'text/plain' } },
  { errors: { body: Buffer, format: () => '' } },
  { errors: { statuses: { validation: 409 } } },
  { errors: { map: {} } },
  { responses: [] },
  { responses: { 42: 'x' } },
  { responseChecks: 'on' },
  { unknownFields: 'keep' },
  ...[true, {}, 'verbose'].map((logger) => ({ logger })),
  ...['a', [5], ['(']].map((trustedPatterns) => ({ trustedPatterns })),
  ...[
    5,
    null,
    [],
    { maxRequests: -1 },
    { maxRequests: 1.5 },
    { maxMemory: '1gb' },
    { maxRequests: 1, retryAfter: 0 }
  ].map((overload) => ({ overload })),
  ...[true, 1, 3, 0, -1, '', null, {}, [1], { hops: 1 }, { hops: 0, from: 'any' }, { hops: 1, from: true }].map(
    (trustProxy) => ({ trustProxy })
  ),
  ...['1', 'any', '10.0.0.0/99', { hops: 1, from: ['any'] }].map((trustProxy) => ({ trustProxy })),
  ...[[], { origins: 'https://a.example' }, { origins: ['a.example'] }, { origins: [null] }, { origins: [5] }].map(
    (redirects) => ({ redirects })
  ),
  ...['https://a.example/', 'https://*.example'].map((origin) => ({ redirects: { origins: [origin] } })),
  ...[
    { fileSize: -1 },
    { files: 1.5 },
    { fields: '5' },
    { parts: Number.NaN },
    { requestSize: -1 },
    { folder: '' }
  ].map((uploads) => ({ uploads })),
  ...[5, [5], [{}], [{ onRequests() {} }], [{ onRequest: 5 }]].map((hooks) => ({ hooks })),
  ...[
    5,
    { 'a b': { type: 'http', scheme: 'bearer', authenticate() {} } },
    { a: 5 },
    { a: {} },
    { a: { type: 'http' } },
    { a: { type: 'http', scheme: 'bearer' } },
    { a: { type: 'apiKey', in: 'body', name: 'x', authenticate() {} } },
    { a: { type: 'apiKey', in: 'header', name: '', authenticate() {} } },
    { a: { type: 'oauth2', flows: {}, authenticate() {} } },
    { a: { type: 'openIdConnect', openIdConnectUrl: 'x', authenticate() {} } }
  ].map((securitySchemes) => ({ securitySchemes })),
  ...[5, [{ nothing: [] }], ['nothing'], 'nothing'].map((security) => ({ security })),
  ...['x', [5], [null]].map((middleware) => ({ middleware })),
  ...[5, 'x', { prefix: 5 }].flatMap((docs) => [{ docs }, { docs, spec: '/openapi.json' }]),
  ...[5, 'openapi.json', ''].map((spec) => ({ spec })),
  ...[5, '/x', [String]].map((controllers) => ({ controllers }))
]

/** Wrong members of a document. */
const DOCUMENT: readonly object[] = [
  ...[null, '', 5].flatMap((value) => [{ title: value }, { version: value }]),
  { description: 5 },
  { summary: 5, openapi: '3.1' },
  { summary: 'x' },
  ...['2.0', 3.1].map((openapi) => ({ openapi })),
  ...[5, 'x', '/terms', 'ftp://a.example'].map((termsOfService) => ({ termsOfService })),
  ...[5, null, [], { name: 5 }, { url: 'x' }, { email: 'x' }, { mail: 'a@b' }].map((contact) => ({ contact })),
  ...[5, {}, { name: '' }, { name: 'MIT', url: 'x' }, { name: 'MIT', identifier: 'MIT' }].map((license) => ({
    license
  })),
  { openapi: '3.1', license: { name: 'MIT', identifier: 'MIT', url: 'https://a.example' } },
  ...[5, {}, { url: 'x' }, { url: 'https://a.example', description: 5 }].map((externalDocs) => ({ externalDocs })),
  ...[
    5,
    [5],
    [{}],
    [{ name: 'a', description: 5 }],
    [{ name: 'a', externalDocs: 5 }],
    [{ name: 'a' }, { name: 'a' }]
  ].map((tags) => ({ tags })),
  { operationId: 'x' },
  ...[
    5,
    [5],
    [{}],
    [{ url: '' }],
    [{ url: 'a b' }],
    [{ url: 'https://a.example?b' }],
    [{ url: '/', description: 5 }],
    [{ url: '/{a}' }],
    [{ url: '/', variables: { a: { default: 'b' } } }],
    [{ url: '/{a}', variables: 5 }],
    [{ url: '/{a}', variables: { a: {} } }],
    [{ url: '/{a}', variables: { a: { default: 5 } } }],
    [{ url: '/{a}', variables: { a: { default: 'b', enum: [] } } }],
    [{ url: '/{a}', variables: { a: { default: 'b', enum: [5] } } }],
    [{ url: '/{a}', variables: { a: { default: 'b', enum: ['c'] } } }],
    [{ url: '/{a}', variables: { a: { default: 'b', description: 5 } } }],
    [{ url: '/{a}', variables: { a: { default: '?' } } }],
    [{ url: 'x' }, { url: 5 }]
  ].map((servers) => ({ servers }))
]

/** Options of a route that only its document rejects. */
const DOCUMENTED: readonly object[] = [
  ...[
    5,
    { 99: String },
    { ok: String },
    { 200: 5 },
    { 200: undefined },
    { 200: { description: 5 } },
    { 200: { body: undefined } },
    { 204: { body: String } },
    { 200: { text: 'x' } }
  ].map((responses) => ({ responses })),
  ...[
    5,
    [5],
    [{}],
    [{ name: '' }],
    [{ name: 'a', in: 'body' }],
    [{ name: 'a' }],
    [{ name: 'b', in: 'path' }],
    [{ name: 'a', in: 'query', type: 5 }],
    [{ name: 'a', in: 'query', description: 5 }],
    [{ name: 'a', in: 'query', required: 'yes' }],
    [{ name: 'a', in: 'query', deprecated: 1 }],
    [{ name: 'a', in: 'query', kind: 1 }],
    [
      { name: 'a', in: 'query' },
      { name: 'a', in: 'query' }
    ],
    [{ name: 'a b', in: 'header' }]
  ].map((parameters) => ({ parameters }))
]

/** Wrong options of a server. */
const SERVER: readonly object[] = [
  ...['headersTimeout', 'requestTimeout', 'keepAliveTimeout', 'connectionsCheckingInterval', 'maxHeaderSize'].flatMap(
    (name) => [{ [name]: -1 }, { [name]: 'x' }]
  ),
  { connectionsCheckingInterval: 0 },
  { maxHeaderSize: 0 },
  { headersTimeout: 5_001, requestTimeout: 5_000 }
]

/** Wrong options of a route. */
const ROUTE: readonly unknown[] = [
  'x',
  null,
  () => undefined,
  { tags: 'A' },
  { tags: [''] },
  ...['summary', 'description', 'operationId'].map((name) => ({ [name]: 5 })),
  ...['deprecated', 'hidden'].map((name) => ({ [name]: 1 })),
  ...['requestTimeout', 'handlerTimeout'].map((name) => ({ [name]: -1 })),
  { bodyLimit: -1 },
  { bodyLimit: '1mb' },
  { uploads: { files: -1 } },
  { uploads: { folder: '/x' } },
  { middleware: 5 },
  { middleware: [5] },
  { consumes: 'text/plain' },
  { requestBody: String, consumes: [] },
  { requestBody: String, consumes: 'text' },
  { requestBody: String, consumes: [5] },
  { responses: { 200: { content: {} } } },
  { responses: { 200: { content: { text: String } } } },
  { responses: { 200: { content: { 'text/plain': String }, body: String } } },
  { responses: { 200: { contentType: [], body: String } } },
  { responses: { 200: { events: {} } } },
  { responses: { 200: { events: { '': String } } } },
  { security: 'nothing' },
  { security: [{ nothing: [] }] },
  { query: 5 }
]

const PATHS = [
  ...['', 'items', '/items//a', '/{', '/{}', '/{a}{b}', '/{a}/{a}', '/{a:(}', '/a?b', '/a#b', '/%zz'],
  ...['/..', '/{1a}', '/a}']
]

/** The messages of what `work` throws. */
async function messagesOf(work: () => unknown): Promise<string[]> {
  try {
    await work()
  } catch (error) {
    if (error instanceof BootstrapError) return error.errors.map(({ message }) => message)
    if (error instanceof SetupError) return [error.message]
    return [`${(error as Error).name}: ${(error as Error).message}`]
  }
  return ['nothing is wrong']
}

const shown = (value: unknown) =>
  JSON.stringify(value, (_, each) => (typeof each === 'function' ? each.name || 'a function' : each))

describe('The messages of setup errors', () => {
  it('are those of setup-message-list.txt, whole', async () => {
    const lines: string[] = []
    const add = async (title: string, work: () => unknown) => {
      lines.push(
        '',
        title,
        ...(await messagesOf(work)).map((message) => `  ${message.replaceAll(/\S+\.[jt]s:\d+/g, 'its line')}`)
      )
    }
    for (const options of APPLICATION) {
      await add(`application ${shown(options)}`, async () => {
        const service = await serviceOf([], options as Partial<ApplicationOptions>)
        await service.close()
      })
    }
    for (const options of SERVER) await add(`server ${shown(options)}`, () => serverSettings(options))
    const handler = () => undefined
    const routed = (path: string, options?: unknown) => () => {
      const router = new HttpRouter()
      router.post(path, handler as never, options as never)
      router.freeze()
    }
    for (const options of ROUTE) await add(`route ${shown(options)}`, routed('/a', options))
    for (const members of DOCUMENT) {
      const config = { title: 'Shop', version: '1', ...members }
      await add(`document ${shown(members)}`, () => generateOpenAPISpec(new HttpRouter(), config as never))
    }
    for (const options of DOCUMENTED) {
      await add(`document of a route ${shown(options)}`, () => {
        const router = new HttpRouter()
        router.post('/a', handler as never, options as never)
        generateOpenAPISpec(router, { title: 'Shop', version: '1' })
      })
    }
    for (const path of PATHS) await add(`path ${shown(path)}`, routed(path))
    for (const [title, work] of [
      ['no handler', (router: HttpRouter) => router.get('/a', undefined as never)],
      ['the same route', (router: HttpRouter) => router.get('/a', handler as never).get('/a', handler as never)],
      [
        'a shadowed route',
        (router: HttpRouter) => [router.get('/{a:.+}', handler as never), router.get('/{b:.+}', handler as never)]
      ],
      ['a group with a slash', (router: HttpRouter) => router.group('/a/')],
      ['a group with wrong middleware', (router: HttpRouter) => router.group('/a', 5 as never)],
      ['a folder that is not there', (router: HttpRouter) => router.static('/a', '/there/is/none')],
      ['a folder with a wrong index', (router: HttpRouter) => router.static('/a', '/tmp', { index: 5 as never })],
      ['wrong middleware', (router: HttpRouter) => router.use(5 as never)]
    ] as const) {
      await add(title, () => {
        const router = new HttpRouter()
        work(router)
        router.freeze()
        router.get('/late', handler as never)
      })
    }
    for (const options of [
      undefined,
      ...[0, 1.5, '5'].map((limit) => ({ limit, window: 1_000 })),
      ...[0, 1_500, '5'].map((window) => ({ limit: 1, window })),
      ...[
        { name: 'a b' },
        { name: 5 },
        { key: 5 },
        { cost: 5 },
        { store: {} },
        { whenAway: 'x' },
        { headers: 'x' },
        { limits: 5 }
      ].map((more) => ({ limit: 1, window: 1_000, ...more }))
    ]) {
      await add(`rateLimit ${shown(options)}`, () => rateLimit(options as never))
    }
    for (const options of [
      { registry: {} },
      { buckets: [2, 1] },
      { buckets: [0, 1] },
      { prefix: '1' },
      { prefixes: '' }
    ]) {
      await add(`prometheus ${shown(options)}`, () => prometheus(options as never))
    }
    for (const [client, options] of [[5], ['x'], ['http://a'], [{}], ['redis://localhost', { timeout: 0 }]] as const) {
      await add(
        `RedisStore ${shown(client)} ${shown(options)}`,
        () => new RedisStore(client as never, options as never)
      )
    }
    expectWholeList('setup-message-list.txt', lines)
  })
})
