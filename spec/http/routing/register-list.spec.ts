import {
  apiKeyScheme,
  BootstrapError,
  basicScheme,
  bearerScheme,
  type Context,
  type ContextHandler,
  connect,
  Field,
  type HttpOptions,
  type InjectRequest,
  mutualTLSScheme,
  type RouteOptions,
  SetupError,
  Unknown
} from 'fieldstone'
import { HttpRouter } from '../../../src/http/exchange/router.js'
import { inject } from '../../../src/http/fetch/inject.js'
import { parseSecurity, parseSecuritySchemes } from '../../../src/http/security.js'
import {
  compareVersions,
  parseVersioning,
  parseVersions,
  responseInVersion,
  versioningOrPath,
  versionMedia,
  versionType
} from '../../../src/http/versioning.js'
import { RecordingLogger } from '../../support/recording-logger.js'
import { expectWholeList, shown } from '../../support/whole-list.js'

class Item {
  @Field() name!: string
}

class Upload {
  @Field({ minLength: 2 }) title!: string
}

const MEDIA = { by: 'mediaType', type: 'application/vnd.shop.v{version}+json', default: '1' } as const
const item = { name: 'ab' }
const place = () => 'here'

/** What a call comes to; of setup errors their messages alone. */
function brief(call: () => unknown): string {
  try {
    return shown(call())
  } catch (error) {
    return messageOf(error)
  }
}

function messageOf(error: unknown): string {
  if (error instanceof BootstrapError) return `wrong: ${error.errors.map(({ message }) => message).join(' ')}`
  if (error instanceof SetupError) return `wrong: ${error.message}`
  return `throws ${(error as Error).name}: ${(error as Error).message}`
}

const table = (name: string, call: (...args: never[]) => unknown, args: readonly (readonly unknown[])[]): string[] => [
  '',
  `# ${name}`,
  ...args.map((each) => `${each.map(shown).join(' ')} → ${brief(() => call(...(each as never[])))}`)
]

const VERSIONING: readonly unknown[] = [
  ...[
    undefined,
    null,
    5,
    'path',
    {},
    { by: 'query' },
    { by: 'path' },
    { by: 'path', prefix: '' },
    { by: 'path', prefix: 'api-v.' }
  ],
  ...['a/b', 'ä', 5, null].map((prefix) => ({ by: 'path', prefix })),
  { by: 'path', name: 'x' },
  { by: 'header' },
  { by: 'header', name: 'X-Version', default: '2' },
  ...['', 'a b', 'Accept', 'authorization', 5, null].map((name) => ({ by: 'header', name })),
  ...['', 'a b', 5, null, 'ä', '1.0-x_'].map((version) => ({ by: 'header', default: version })),
  { by: 'header', prefix: 'v' },
  MEDIA,
  ...[
    undefined,
    5,
    '',
    'application/json',
    'application/v{version}+JSON',
    'application/v{version}',
    'a/{version}{version}+json',
    'a/v{version}+json; a=b',
    '{version}'
  ].map((type) => ({ ...MEDIA, type })),
  ...[undefined, '', 5, 'a b'].map((version) => ({ ...MEDIA, default: version })),
  { ...MEDIA, name: 'x' }
]

const SCHEMES = {
  token: bearerScheme({ authenticate: () => true, scopes: ['read', 'write'], scopesOf: () => ['read'] }),
  pair: basicScheme({ authenticate: () => true }),
  key: apiKeyScheme({ in: 'query', name: 'key', authenticate: () => true }),
  auth: apiKeyScheme({ in: 'header', name: 'Authorization', authenticate: () => true }),
  queryAuth: apiKeyScheme({ in: 'query', name: 'Authorization', authenticate: () => true }),
  certificate: mutualTLSScheme({ authenticate: () => true }),
  cookie: apiKeyScheme({ in: 'cookie', name: 'session', authenticate: () => true })
}

const SECURITY: readonly unknown[] = [
  ...[
    undefined,
    null,
    'token',
    {},
    [],
    ['token'],
    [{}],
    [{}, 'token'],
    ['token', {}],
    ['none'],
    [5],
    [null],
    [['token']]
  ],
  ...[
    { token: ['read'] },
    { token: ['read', 'read', 'write'] },
    { token: ['all'] },
    { token: 'read' },
    { token: [5] },
    { token: undefined }
  ].map((one) => [one]),
  ...[
    { pair: ['x'] },
    { token: [], pair: [] },
    { token: [], auth: [] },
    { token: [], key: [], cookie: [] },
    { pair: [], auth: [], key: [] },
    { pair: [], queryAuth: [] },
    { pair: [], certificate: [] },
    { certificate: [], auth: [] }
  ].map((one) => [one])
]

interface Setup {
  readonly options?: HttpOptions
  readonly register: (router: HttpRouter) => unknown
  readonly requests?: readonly (string | InjectRequest)[]
}

const reply =
  (name: string): ContextHandler =>
  (ctx) =>
    ctx.json(200, [name, ctx.route?.version ?? null, { ...ctx.params }])
const around = (name: string) => async (ctx: Context, next: () => Promise<void>) => {
  ctx.header('x-around', [ctx.path, name].join(' '))
  await next()
}
const responses = { 200: Item }
const versioned = (version: RouteOptions['version'], more: RouteOptions = {}): RouteOptions => ({ version, ...more })

const ANY = { responses: { 200: { body: Unknown } } }

const ALL = (router: HttpRouter) =>
  router
    .getFunc('/items', reply('first'), versioned('1', ANY))
    .getFunc('/items', reply('second'), versioned(['2', '10'], ANY))
    .getFunc('/neutral', reply('neutral'), ANY)
    .getFunc('/only', reply('only'), versioned('2', ANY))
    .postFunc(
      '/items',
      async (ctx) => ctx.json(200, await ctx.bind(Item)),
      versioned(['1', '2'], { requestBody: Item, responses })
    )

const byHeader = (name: string, ...values: readonly (string | undefined)[]): InjectRequest[] =>
  ['/items', '/neutral', '/only', '/none'].flatMap((url) =>
    values.map((value) => ({ url, ...(value !== undefined && { headers: { [name]: value } }) }))
  )

const post = (type: string, headers: Record<string, string> = {}): InjectRequest => ({
  method: 'POST',
  url: '/items',
  body: '{"name":"ab"}',
  headers: { 'content-type': type, ...headers }
})

const SETUPS: Readonly<Record<string, Setup>> = {
  'versions by path': {
    options: { versioning: { by: 'path' } },
    register: ALL,
    requests: [
      '/v1/items',
      '/v2/items',
      '/v10/items',
      '/v3/items',
      '/items',
      '/neutral',
      '/v2/neutral',
      '/v2/only',
      '/v1/only',
      { method: 'OPTIONS', url: '/v1/items' }
    ]
  },
  'versions by path, below a prefix': {
    options: { versioning: { by: 'path', prefix: '' } },
    register: (router) => {
      router
        .base('/api')
        .getFunc('/items', reply('api'), versioned('1'))
        .group('/admin', around('admin'))
        .getFunc('/', reply('admin'), versioned('2'))
      router.group('/other', around('other')).getFunc('/items', reply('other'), versioned('2'))
    },
    requests: [
      '/api/1/items',
      '/api/2/admin',
      '/2/other/items',
      '/1/other/none',
      '/2/other/none',
      '/other/none',
      '/api/1/admin/none',
      '/api/none'
    ]
  },
  'versions by a header': {
    options: { versioning: { by: 'header' } },
    register: ALL,
    requests: [
      ...byHeader('api-version', undefined, '1', '2', '3', ''),
      { method: 'PUT', url: '/items', headers: { 'api-version': '10' } }
    ]
  },
  'versions by a header with a default': {
    options: { versioning: { by: 'header', name: 'X-Version', default: '2' } },
    register: ALL,
    requests: byHeader('x-version', undefined, '1', '2', '3')
  },
  'versions by media types': {
    options: { versioning: MEDIA },
    register: ALL,
    requests: [
      ...byHeader(
        'accept',
        undefined,
        '*/*',
        'application/json',
        'application/vnd.shop.v1+json',
        'application/vnd.shop.v2+json',
        'application/vnd.shop.v3+json',
        'text/html'
      ),
      post('application/json'),
      post('application/vnd.shop.v1+json'),
      post('application/vnd.shop.v2+json'),
      post('application/vnd.shop.v2+json', { accept: 'application/vnd.shop.v1+json' }),
      post('application/json', { accept: 'application/vnd.shop.v2+json' }),
      post('application/vnd.shop.v9+json'),
      post('text/plain')
    ]
  },
  'a version without versioning': { register: (router) => router.getFunc('/a', reply('a'), versioned('1')) },
  ...Object.fromEntries(
    [[], [''], ['1', '1'], 5, ['1', 5], 'a b', null].map((version) => [
      `the version ${shown(version)}`,
      {
        options: { versioning: { by: 'path' } },
        register: (router: HttpRouter) => router.getFunc('/a', reply('a'), versioned(version as never))
      }
    ])
  ),
  'a default that no route has': {
    options: { versioning: { by: 'header', default: '3' } },
    register: ALL
  },
  'a header that is read': {
    options: { versioning: { by: 'header' } },
    register: (router) =>
      router.getFunc('/a', reply('a'), versioned('1', { parameters: [{ name: 'API-Version', in: 'header' }] }))
  },
  'parameters that are no list': {
    options: { versioning: { by: 'header' } },
    register: (router) => router.getFunc('/a', reply('a'), versioned('1', { parameters: 5 as never }))
  },
  'a version that no request names': {
    options: { versioning: MEDIA },
    register: (router) =>
      router
        .getFunc('/a', reply('a'), versioned('1'))
        .getFunc('/b', reply('b'), versioned('2', { responses: { 204: 'None' } }))
  },
  'a version that no request need name': {
    options: { versioning: MEDIA },
    register: (router) => router.getFunc('/b', reply('b'), versioned(['1', '2'], { responses: { 204: 'None' } }))
  },
  'a route of all versions that another takes': {
    options: { versioning: { by: 'header' } },
    register: (router) =>
      router
        .getFunc('/a', reply('a'), versioned('1'))
        .getFunc('/{x}', reply('x'))
        .getFunc('/b', reply('b'), versioned(['2', '3']))
  },
  'the same in the default': {
    options: { versioning: { by: 'header', default: '2' } },
    register: (router) =>
      router
        .getFunc('/a', reply('a'), versioned('1'))
        .getFunc('/{x}', reply('x'))
        .getFunc('/b', reply('b'), versioned(['2', '3']))
  },
  'the same route in two versions': {
    options: { versioning: { by: 'header' } },
    register: (router) =>
      router.getFunc('/a', reply('a'), versioned(['1', '2'])).getFunc('/a', reply('b'), versioned('2'))
  },
  groups: {
    register: (router) => {
      router.use(around('root'))
      const outer = router.group('/a', around('a'))
      outer.getFunc('', reply('a')).getFunc('/', reply('again'))
    }
  },
  'groups in groups': {
    register: (router) => {
      router.use(around('root'))
      const outer = router.group('/a', around('a')).use(around('more'))
      outer.getFunc('/x', reply('ax')).postFunc('/x', reply('post'), { middleware: [around('own')] })
      const inner = outer.subrouter('/{b}').notFound((ctx) => ctx.text(404, `none in ${ctx.path}`))
      inner.deleteFunc('/y', reply('by'))
      router.group('', around('unnamed')).getFunc('/z', reply('z'))
      router
        .group('/a/{c}')
        .methodNotAllowed((ctx) => ctx.text(405, 'not so'))
        .putFunc('/w', reply('w'))
    },
    requests: [
      ...['/a/x', '/a/5/y', '/a/5/w', '/z', '/a', '/a/', '/a/none', '/a/5/none', '/a/5', '/none', '/'],
      ...['/a/x', '/a/5/y', '/a/5/w', '/z'].flatMap((url) => [
        { method: 'OPTIONS', url },
        { method: 'PATCH', url },
        { method: 'OPTIONS', url, headers: { 'access-control-request-method': 'POST' } }
      ])
    ]
  },
  'fallbacks of the router': {
    register: (router) => {
      router.getFunc('/a', reply('a'))
      router.notFound((ctx) => void ctx.header('x-own', '1')).methodNotAllowed(() => ({ code: 405 }))
    },
    requests: [
      '/a',
      '/none',
      { method: 'POST', url: '/a' },
      { method: 'OPTIONS', url: '/a' },
      { method: 'OPTIONS', url: '*' },
      '/%zz'
    ]
  },
  'fallbacks that negotiate': {
    register: (router) => router.notFound((ctx) => ctx.text(404, ctx.accepts())),
    requests: [
      '/none',
      ...['text/html', '*/*', 'application/*', ''].map((accept) => ({ url: '/none', headers: { accept } }))
    ]
  },
  'middleware that says nothing': {
    register: (router) => router.use((() => undefined) as never).getFunc('/a', reply('a')),
    requests: ['/a', '/none', { method: 'POST', url: '/a' }]
  },
  'security of groups': {
    options: { securitySchemes: SCHEMES, security: ['key'] },
    register: (router) => {
      router
        .getFunc('/a', reply('a'))
        .getFunc('/open', reply('open'), { security: [] })
        .optionsFunc('/a', reply('options'))
      const group = router.group('/g').secure(['token'])
      group.getFunc('/a', reply('ga')).getFunc('/pair', reply('pair'), { security: ['pair'] })
      group.subrouter('/open').secure([]).getFunc('/a', reply('goa'))
    },
    requests: [
      '/a',
      '/a?key=k',
      '/open',
      { method: 'OPTIONS', url: '/a' },
      '/g/a',
      { url: '/g/a', headers: { authorization: 'Bearer x' } },
      '/g/pair',
      { url: '/g/pair', headers: { authorization: 'Basic YTpi' } },
      '/g/open/a'
    ]
  },
  'interceptors of groups': {
    register: (router) => {
      router.intercept((value) => ['root', value])
      const group = router.group('/g').intercept(
        (value) => ['group', value],
        async (value) => ['more', value]
      )
      group.getFunc('/a', () => 1, { interceptors: [(value) => ['own', value]] })
      group.getFunc('/b', (ctx) => ctx.json(200, 2))
      group.getFunc('/none', () => undefined)
      router.getFunc('/a', () => 3)
    },
    requests: ['/g/a', '/g/b', '/g/none', '/a']
  },
  'responses of groups': {
    options: { responses: { 500: { body: null } }, responseChecks: 'enforce' },
    register: (router) => {
      const group = router.group('/g').returns({ 404: 'None' }).returns({ 409: Item, 404: 'Gone' })
      group.getFunc('/a', (ctx) => ctx.jsonError(404, 'x'), { responses })
      group.getFunc('/b', (ctx) => ctx.json(409, item), { responses })
      group.getFunc('/c', (ctx) => ctx.json(410, item), { responses })
      group.getFunc('/d', (ctx) => ctx.json(410, item))
      router.getFunc('/d', (ctx) => ctx.json(410, item), { responses })
    },
    requests: ['/g/a', '/g/b', '/g/c', '/g/d', '/d']
  },
  'handlers of Node': {
    register: (router) => {
      for (const [name, method] of Object.entries({
        get: 'GET',
        post: 'POST',
        put: 'PUT',
        patch: 'PATCH',
        delete: 'DELETE',
        options: 'OPTIONS',
        trace: 'TRACE',
        query: 'QUERY'
      })) {
        const add = router[name as 'get'].bind(router)
        add(`/${name}`, (req, res) => res.end(`${req.method} ${method}`))
      }
      router.head('/head', (_req, res) => res.end())
      router.handle('GET', '/handle', (req, res) => res.end(router.urlParam(req as never, 'none')))
      router.handle('GET', '/fails', () => Promise.reject(new Error('later')) as never)
    },
    requests: [
      ...['get', 'post', 'put', 'patch', 'delete', 'options', 'trace', 'query', 'head'].map((name) => ({
        method: name.toUpperCase(),
        url: `/${name}`
      })),
      '/handle',
      '/fails'
    ]
  },
  'handlers of the context': {
    register: (router) => {
      for (const name of ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace', 'query'] as const)
        router[`${name}Func`](`/${name}`, (ctx) => ctx.text(200, name))
      router.handleFunc('GET', '/handle', reply('handle'))
    },
    requests: [
      ...['get', 'post', 'put', 'patch', 'delete', 'options', 'trace', 'query', 'head'].map((name) => ({
        method: name.toUpperCase(),
        url: `/${name}`
      })),
      '/handle'
    ]
  },
  'Express-style middleware': {
    register: (router) => {
      const add = (name: string, ...middleware: never[]) =>
        router
          .group(`/${name}`)
          .connect(...middleware)
          .getFunc('/', reply(name))
      add('next', ((_req: unknown, _res: unknown, next: () => void) => next()) as never)
      add('later', ((_req: unknown, _res: unknown, next: () => void) => void setImmediate(next)) as never)
      add('route', ((_req: unknown, _res: unknown, next: (how: string) => void) => next('route')) as never)
      add('router', ((_req: unknown, _res: unknown, next: (how: string) => void) => next('router')) as never)
      add('twice', ((_req: unknown, _res: unknown, next: () => void) => [next(), next()]) as never)
      add('writes', ((_req: unknown, res: { end(text: string): void }) => res.end('written')) as never)
      add('header', ((_req: unknown, res: { setHeader(name: string, value: string): void }, next: () => void) => [
        res.setHeader('x-a', '1'),
        next()
      ]) as never)
      add('text', ((_req: unknown, _res: unknown, next: (error: unknown) => void) => next('a text')) as never)
      add('error', ((_req: unknown, _res: unknown, next: (error: unknown) => void) =>
        next(new Error('secret'))) as never)
      for (const [name, more] of Object.entries({
        exposed: { expose: true, status: 418, headers: { 'x-b': '2' } },
        hidden: { expose: false, status: 418 },
        low: { expose: true, status: 399 },
        high: { expose: true, status: 500 },
        least: { expose: true, status: 400 },
        most: { expose: true, status: 499 },
        odd: { expose: true, status: '400' }
      }))
        add(name, ((_req: unknown, _res: unknown, next: (error: unknown) => void) =>
          next(Object.assign(new Error('said'), more))) as never)
      add('throws', (() => {
        throw new Error('thrown')
      }) as never)
      add('rejects', (async () => Promise.reject(new Error('rejected'))) as never)
      add('fails', ((_req: unknown, _res: unknown, next: (error?: unknown) => void) => [
        next(),
        next(new Error('too late'))
      ]) as never)
      add(
        'two',
        ((_req: unknown, _res: unknown, next: () => void) => next()) as never,
        ((_req: unknown, res: { end(text: string): void }) => res.end('second')) as never
      )
    },
    requests: [
      'next',
      'later',
      'route',
      'router',
      'twice',
      'writes',
      'header',
      'text',
      'error',
      'exposed',
      'hidden',
      'low',
      'high',
      'least',
      'most',
      'odd',
      'throws',
      'rejects',
      'fails',
      'two'
    ].map((name) => `/${name}`)
  },
  'a declared body': {
    register: (router) => {
      router.postFunc('/a', async (ctx) => ctx.json(200, await ctx.bind(Upload)), { requestBody: Upload })
      router.post('/node', (_req, res) => res.end('by hand'), { requestBody: Upload })
      router.getFunc('/get', reply('get'), { requestBody: Upload })
      router.traceFunc('/trace', reply('trace'), { requestBody: Upload })
      router.deleteFunc('/delete', reply('delete'), { requestBody: Upload })
    },
    requests: [
      { method: 'POST', url: '/a', body: { title: 'ab' } },
      { method: 'POST', url: '/a', body: { title: 'a' } },
      { method: 'POST', url: '/node', body: { title: 'a' } },
      { method: 'GET', url: '/get', body: { title: 'a' } },
      { method: 'TRACE', url: '/trace' },
      { method: 'DELETE', url: '/delete', body: { title: 'a' } }
    ]
  }
}

/** What is registered wrongly, one by one. */
const WRONG: readonly ((router: HttpRouter) => unknown)[] = [
  (router) => router.getFunc('a', reply('a')),
  (router) => router.getFunc('/a', 5 as never),
  (router) => router.get('/a', null as never),
  (router) => router.handleFunc('FETCH' as never, '/a', reply('a')),
  (router) => router.getFunc(5 as never, reply('a')),
  (router) =>
    router.getFunc('/a', reply('a'), {
      middleware: [connect as never, ((a: unknown, b: unknown, c: unknown) => [a, b, c]) as never]
    }),
  (router) =>
    router.getFunc('/a', reply('a'), { interceptors: [((a: unknown, b: unknown, c: unknown) => [a, b, c]) as never] }),
  (router) => router.use('/a' as never),
  (router) => router.use(((a: unknown, b: unknown, c: unknown) => [a, b, c]) as never),
  (router) => router.group('/a', '/b' as never),
  (router) => router.group('a'),
  (router) => router.group('/a/'),
  (router) => router.group('/{rest:*}'),
  (router) => router.subrouter('/a//b'),
  (router) => router.connect('/a' as never),
  (router) => router.intercept(5 as never),
  (router) => router.secure('token' as never),
  (router) => router.secure(['token']),
  (router) => router.returns({ 99: 'x' } as never),
  (router) => router.returns(5 as never),
  (router) => router.returns({ 200: { bdy: Item } } as never),
  (router) => router.notFound(5 as never),
  (router) => router.methodNotAllowed(undefined as never),
  (router) => router.static('/', '/tmp').group('/a').static('/', '/tmp'),
  (router) => router.static('/a', 5 as never),
  (router) => router.static('/a', '/tmp', { index: 'a/b' }),
  (router) => router.static('/a', '/tmp', { index: '' }),
  (router) => router.static('/a', '/tmp', { indx: 'a' } as never),
  (router) => router.postFunc('/a', reply('a'), { consumes: 'text/plain' }),
  (router) => router.getFunc('/a', reply('a')).getFunc('/{x}', reply('x')).getFunc('/a', reply('b')),
  (router) => router.getFunc('/{a:*}', reply('a')).getFunc('/{b:*}', reply('b')),
  (router) => [router.freeze(), router.freeze(), router.getFunc('/a', reply('a'))],
  (router) => [router.freeze(), router.use(around('x'))],
  (router) => [router.freeze(), router.group('/a')],
  (router) => [router.freeze(), router.subrouter('/a')],
  (router) => [router.freeze(), router.connect()],
  (router) => [router.freeze(), router.intercept()],
  (router) => [router.freeze(), router.secure([])],
  (router) => [router.freeze(), router.returns({})],
  (router) => [router.freeze(), router.notFound(reply('x'))],
  (router) => [router.freeze(), router.methodNotAllowed(reply('x'))],
  (router) => [router.freeze(), router.static('/a', '/tmp')],
  (router) => router.urlParam({} as never, 'a')
]

/** What requests to a router come to. */
async function courseOf(name: string, { options = {}, register, requests = [] }: Setup): Promise<string[]> {
  const log = new RecordingLogger()
  const lines = ['', `# ${name}`]
  try {
    const router = new HttpRouter({ logger: log, ...options })
    register(router)
    router.freeze()
    lines.push(`versions ${shown(router.versions)}, replaced ${shown(router.replaced)}`)
    for (const route of router.routes)
      lines.push(
        `${String(route)} ${route.allMiddleware?.length} middleware, security ${route.security?.length}, ${route.isPromising === true ? 'promising' : 'open'}`
      )
    for (const request of requests) {
      const sent = typeof request === 'string' ? { url: request } : request
      const { statusCode, headers, body } = await inject(router.handler, {
        ...sent,
        headers: { 'x-request-id': 'one', ...sent.headers } as never
      })
      const { date, connection, 'content-length': length, 'content-type': type, ...rest } = headers
      const { url, ...more } = sent
      lines.push(
        `${url} ${shown(more)} → ${statusCode} ${type} ${shown(rest)} ${body.replace(/^\{"type":"about:blank","title":"[^"]*",/, '{…')}`
      )
      lines.push(
        ...log.entries.splice(0).map(({ level, message, fields: { err } }) => `  log ${level}: ${message} ${err ?? ''}`)
      )
    }
  } catch (error) {
    lines.push(messageOf(error))
  }
  return lines
}

describe('What is registered', () => {
  it('responds, or is wrong, as register-list.txt says', async () => {
    const schemes = parseSecuritySchemes(SCHEMES)
    const described = (given: never) =>
      parseSecurity(given, schemes, place).map((all) => all.map(({ name, scopes }) => [name, ...scopes].join(' ')))
    const lines = [
      ...table(
        'parseVersioning',
        parseVersioning,
        VERSIONING.map((each) => [each])
      ),
      ...table('versioningOrPath', versioningOrPath, [
        [undefined],
        [{ by: 'header' }],
        [{ by: 'header', name: '' }],
        [MEDIA]
      ]),
      ...table(
        'parseVersions',
        ((given: unknown, versioning: never) => parseVersions(given, versioning, place)) as never,
        [[], '1', ['1', '2'], ['1', '1'], '', 'a b', 5, null, undefined, ['x', 5]].flatMap((given) => [
          [given, { by: 'path' }],
          [given, undefined]
        ])
      ),
      ...table('compareVersions', compareVersions, [
        ['1', '2'],
        ['2', '10'],
        ['10', '2'],
        ['1', '1'],
        ['a', 'B'],
        ['1.2', '1.10']
      ]),
      ...table('versionType', versionType, [
        [MEDIA, '2'],
        [MEDIA, 'RC-1']
      ]),
      ...table('versionMedia', versionMedia, [
        [undefined, '1'],
        [{ by: 'path' }, '1'],
        [MEDIA, '1'],
        [MEDIA, '2']
      ]),
      ...table(
        'responseInVersion',
        responseInVersion,
        [
          {},
          { body: Item },
          { body: null },
          { contentType: 'text/csv' },
          { contentType: 'application/json', body: Item },
          { contentType: ['text/csv', 'application/json'], body: Item },
          { content: { 'application/json': Item, 'text/csv': String } },
          { content: null },
          { content: 5, body: Item }
        ].map((option) => [option, ['a/b', 'c/d']])
      ),
      ...table(
        'parseSecuritySchemes',
        ((given: unknown) => [...parseSecuritySchemes(given).keys()]) as never,
        [[undefined], [null], [5], [[]], [{}], [SCHEMES], [{ 'a b': SCHEMES.key }], [{ a: 5 }], [{ a: undefined }]].map(
          ([given]) => [given === SCHEMES ? { ...SCHEMES } : given]
        )
      ).map((line) => line.replaceAll(/SecurityScheme \{.*?"class": undefined\}/g, 'a scheme')),
      ...table(
        'parseSecurity',
        described as never,
        SECURITY.map((each) => [each])
      )
    ]
    for (const [name, setup] of Object.entries(SETUPS)) lines.push(...(await courseOf(name, setup)))
    lines.push('', '# what is wrong')
    for (const register of WRONG) {
      const text = brief(() => {
        const router = new HttpRouter({ logger: false })
        register(router)
        router.freeze()
        return 'nothing is wrong'
      })
      lines.push(
        `${String(register)
          .replace(/\s+/g, ' ')
          .replace('(router) => ', '')
          .replace(/'use strict'; ?/, '')} → ${text}`
      )
    }
    expectWholeList(
      'http/routing/register-list.txt',
      lines.map((line) => line.replaceAll(/\(?[^\s(]+register-list\.spec\.[jt]s:\d+\)?/g, 'its line'))
    )
  })
})
