import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  BootstrapError,
  bearerScheme,
  connect,
  Field,
  File,
  type HttpOptions,
  type RouteOptions,
  type UploadedFile
} from 'fieldstone'
import { HttpRouter } from '../../../src/http/exchange/router.js'
import { assertRouteOptions } from '../../../src/http/routing/options.js'
import type { RegisteredRoute } from '../../../src/http/routing/registered-route.js'
import { bodyOf, checkedBodyOf } from '../../../src/http/routing/route-body.js'
import { assertInterceptors, assertMiddleware, RouteScope } from '../../../src/http/routing/scope.js'
import { staticRoutes } from '../../../src/http/routing/static-files.js'
import { bodyInVersion, responseInVersion } from '../../../src/http/versioning.js'
import { SpecFolder } from '../../support/files.js'
import { expectWholeList, shown } from '../../support/whole-list.js'

class Item {
  @Field() name!: string
}

class Upload {
  @Field() title!: string
  @File() file!: UploadedFile
}

const MOST = 2_147_483_647
const DEEP = { a: { b: { c: 1 } } }
const work = () => undefined
const withMembers = Object.assign(() => 1, DEEP)

const LINE = /[\w/.-]+route-list\.spec\.[jt]s:\d+/g

/** What a call comes to; of errors their messages alone. */
function brief(call: () => unknown): string {
  try {
    const value = call()
    return value === undefined ? 'right' : shown(value)
  } catch (error) {
    const all = error instanceof BootstrapError ? error.errors : [error as Error]
    return all.map(({ message }) => message.replaceAll(LINE, 'its line')).join(' ')
  }
}

/** By the name of an option, values of it, right and wrong. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  middleware: [[], [5], 5, null, undefined, {}],
  interceptors: [[], [5], 5, null, undefined, work],
  tags: [[], ['a'], ['a', ''], ['a', 5], 'a', null, undefined],
  ...Object.fromEntries(['summary', 'description', 'operationId'].map((name) => [name, ['', 'a', 5, null, undefined]])),
  ...Object.fromEntries(['deprecated', 'hidden'].map((name) => [name, [true, false, 0, 'yes', null, undefined]])),
  ...Object.fromEntries(
    ['requestTimeout', 'handlerTimeout'].map((name) => [name, [0, 1, MOST, MOST + 1, -1, 1.5, '5', null, undefined]])
  ),
  uploads: [
    {},
    { folder: '/tmp' },
    { sizes: 5 },
    ...['requestSize', 'fileSize', 'files', 'fields', 'parts'].flatMap((name) => [{ [name]: 0 }, { [name]: -1 }]),
    undefined,
    5,
    null
  ],
  bodyLimit: [0, 1, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER + 1, -1, 1.5, '5', null, undefined]
}

const SCHEMES = { token: bearerScheme({ authenticate: () => true }), other: bearerScheme({ authenticate: () => true }) }
const MEDIA = { by: 'mediaType', type: 'application/vnd.shop.v{version}+json', default: '1' } as const

/** What routers of several settings are asked to register. */
const SETTINGS: Readonly<Record<string, HttpOptions>> = {
  plain: {},
  secured: { securitySchemes: SCHEMES, security: ['token'] },
  'in a hurry': { handlerTimeout: 500, overload: { maxRequests: 5 } },
  'with responses': { responses: { 404: 'None' } },
  'with successes': { responses: { 200: Item } },
  'by path': { versioning: { by: 'path', prefix: 'v' } },
  'by header': { versioning: { by: 'header', name: 'api-version', default: '2' } },
  'by media type': { versioning: MEDIA }
}

function register(router: HttpRouter): void {
  const around = async (_ctx: unknown, next: () => Promise<void>) => next()
  router.use(around).intercept((value) => value)
  const add = (
    target: { getFunc(path: string, handler: () => undefined, options?: RouteOptions): unknown },
    path: string,
    options?: RouteOptions
  ) => target.getFunc(path, work, options)
  add(router, '/plain')
  add(router, '/', { handlerTimeout: 0 })
  add(router, '/slow', { handlerTimeout: 900, responses: { 200: Item, 404: Item } })
  add(router, '/own', { middleware: [around, around], interceptors: [(value) => value] })
  add(router, '/listed', { responses: [] as never })
  router.optionsFunc('/plain', work)
  router.post('/node', work as never)
  router.add({ method: 'GET', path: '/probe', handler: work, isProbe: true, source: 'a probe' })
  router.add({
    method: 'GET',
    path: '/declared',
    handler: work,
    source: () => 'declared',
    responses: { 409: 'Conflict' },
    middleware: [around],
    interceptors: [(value) => value]
  })
  const group = router
    .group('/group', around)
    .intercept((value) => value)
    .returns({ 410: 'Gone' })
  add(group, '')
  add(group, '/b', { responses: { 201: Item } })
}

function factsOf(route: RegisteredRoute): string {
  const { version, versionHeader, versionMedia, handlerTimeout, isProbe, isLimited, isPromising, readsItself } = route
  const facts = {
    version,
    versionHeader: versionHeader?.name,
    versionMedia,
    handlerTimeout,
    isProbe,
    isLimited,
    isPromising,
    readsItself,
    middleware: `${route.middleware.length} of ${route.allMiddleware.length}`,
    interceptors: route.interceptors.length,
    security: route.security.map((all) => all.map(({ name }) => name).join(' and ')),
    responses: Object.keys(route.options.responses ?? {})
  }
  const said = Object.entries(facts).filter(([, value]) => value !== undefined && value !== false)
  return `${String(route).replace(LINE, 'its line')} ${shown(Object.fromEntries(said))}`
}

/** Whether the body is put together once. */
function isKept(route: never): boolean {
  const first = bodyOf(route)
  return bodyOf(route) === first
}

describe('A route', () => {
  const folder = new SpecFolder()
  before(() => {
    mkdirSync(join(folder.path, 'sub'))
    writeFileSync(join(folder.path, 'index.html'), '')
  })
  after(() => folder.remove())

  it('has the options, or is wrong, as route-list.txt says', () => {
    const place = () => 'here'
    const lines: string[] = ['# options']
    for (const options of [undefined, null, 5, 'text', withMembers, [], DEEP, {}, { sumary: 'x' }])
      lines.push(`${shown(options)} → ${brief(() => assertRouteOptions(options, place))}`)
    for (const [name, values] of Object.entries(VALUES))
      for (const value of values)
        lines.push(`${name}: ${shown(value)} → ${brief(() => assertRouteOptions({ [name]: value }, place))}`)
    lines.push('\n# functions')
    const two = (_a: unknown, _b: unknown) => 1
    const three = (_a: unknown, _b: unknown, _c: unknown) => 1
    for (const given of [work, two, three, 'text', 5, null, undefined, DEEP, withMembers]) {
      lines.push(`${shown(given)} as middleware → ${brief(() => assertMiddleware([given], 'here'))}`)
      lines.push(`${shown(given)} as an interceptor → ${brief(() => assertInterceptors([given], 'here'))}`)
      lines.push(`${shown(given)} as interceptors → ${brief(() => assertInterceptors(given, 'here'))}`)
      lines.push(`${shown(given)} connected → ${brief(() => typeof connect(given as never))}`)
      lines.push(`${shown(given)} as a handler → ${brief(() => void new HttpRouter().getFunc('/', given as never))}`)
      lines.push(`${shown(given)} where nothing is → ${brief(() => void new HttpRouter().notFound(given as never))}`)
    }
    lines.push('\n# prefixes')
    const root = RouteScope.root()
    for (const prefix of ['', '/', '/a', '/a/', '/a/b', 'a', '/{x}', '/{x:*}', '/a//b']) {
      lines.push(`${shown(prefix)} → ${brief(() => root.below('/base', 'here', true).below(prefix, 'here').prefix)}`)
      const paths = ['', '/', '/x', 'x'].flatMap((path) =>
        ['', '/v1'].map((version) =>
          brief(() => root.below('/base', 'here', true).below(prefix, 'here').path(path, version))
        )
      )
      lines.push(`  paths ${paths.join(' ')}`)
      const served = brief(() => staticRoutes(prefix, folder.path, {}, 'here').map(({ path }) => path))
      lines.push(`  files ${served}`)
    }
    for (const [path, options] of [
      ['none', {}],
      [5, {}],
      ['sub', {}],
      ['index.html', {}],
      ...['', 'a/b', 'a\\b', 5, null, false, 'a.html'].map((index) => ['sub', { index }] as const),
      ['sub', { maxage: 5 }],
      ['sub', { immutable: 5 }]
    ] as const) {
      const target = typeof path === 'string' ? join(folder.path, path) : path
      const text = brief(() => staticRoutes('/f', target as string, options as never, 'here').length)
      lines.push(`${shown(path)} ${shown(options)} → ${text.replaceAll(folder.path, '(folder)')}`)
    }
    lines.push('\n# bodies')
    for (const [method, options, more] of [
      ['POST', {}],
      ['POST', { requestBody: Item }],
      ['PUT', { requestBody: Item, consumes: 'application/json' }],
      ['POST', { consumes: 'text/plain' }],
      ['GET', { requestBody: Item }],
      ['HEAD', { requestBody: Item }],
      ['TRACE', { requestBody: Item }],
      ['POST', { requestBody: Upload }],
      ['POST', { requestBody: Buffer }],
      ['POST', { requestBody: { type: Upload, required: false } }],
      ['POST', { requestBody: { type: Upload, required: false } }, { readsItself: 'body' }],
      ['POST', { requestBody: { type: Item, required: false } }],
      ['POST', { requestBody: Item }, { readsItself: 'body' }],
      ['POST', { requestBody: Item }, { versionMedia: ['application/vnd.a'] }],
      ['POST', { requestBody: { type: String, consumes: 'text/plain' } }, { versionMedia: ['application/vnd.a'] }],
      ['POST', {}, { inputs: { parameters: [], body: { media: new Map([['a/b', 'own']]) } } }],
      ['POST', { requestBody: Item }, { inputs: { parameters: [], body: { media: new Map() } } }]
    ] as const) {
      const route = { method, options, source: 'here', ...more } as never
      const media = (body: { media: ReadonlyMap<string, unknown> } | undefined) =>
        body ? [...body.media.keys()] : 'none'
      lines.push(
        `${method} ${shown(options)} ${shown(more)} → ${brief(() => media(bodyOf(route)))}, again ${brief(() => isKept(route))}, checked ${brief(() => media(checkedBodyOf(route)))}`
      )
    }
    lines.push('\n# bodies of versions')
    const names = ['application/vnd.a', 'application/vnd.b']
    for (const media of [[], ['application/json'], ['text/plain'], ['text/plain', 'application/json', 'a/b']]) {
      const map = new Map(media.map((name) => [name, { kind: 'string' }]))
      lines.push(
        `${shown(media)} → ${brief(() => bodyInVersion({ media: map, examples: map, required: true } as never, names))}`
      )
    }
    for (const option of [
      {},
      { description: 'All', body: Item },
      { body: null, description: 'None' },
      { body: undefined },
      { body: Item, contentType: 'application/json', description: 'All' },
      { body: Item, contentType: 'text/plain' },
      { body: Item, contentType: ['text/plain', 'application/json'] },
      { content: { 'application/json': Item, 'text/plain': String }, description: 'All' },
      { content: null }
    ])
      lines.push(`${shown(option)} → ${brief(() => responseInVersion(option as never, names))}`)
    expectWholeList('http/routing/route-list.txt', lines)
  })

  it('is known by the facts of registered-list.txt', () => {
    const lines: string[] = []
    const plain = new Set<string>()
    const [first] = Object.keys(SETTINGS)
    for (const [name, options] of Object.entries(SETTINGS)) {
      const router = new HttpRouter({ logger: false, ...options })
      register(router)
      if (options.versioning !== undefined) {
        router.getFunc('/versioned', work, { version: ['1', '2'], responses: { 200: Item } })
        router.group('/deep').getFunc('/versioned', work, { version: '10' })
      }
      if (options.securitySchemes !== undefined) {
        const group = router.group('/secured').secure(['other'])
        group.getFunc('/a', work)
        group.optionsFunc('/a', work)
        group.subrouter('/open').secure([]).getFunc('/a', work)
        group.getFunc('/own', work, { security: [] })
        group.getFunc('/both', work, { security: [{ token: [], other: [] }] })
      }
      const routes = router.routes as readonly RegisteredRoute[]
      if (name === first) lines.push(`run: ${brief(() => routes[0]?.run({} as never))}`)
      const open = routes.map(factsOf)
      // What is as ever is there once.
      lines.push(`\n# ${name}`, ...open.filter((line) => !plain.has(line)))
      for (const line of open) plain.add(line)
      lines.push(`frozen: ${brief(() => router.freeze())}`)
      const changed = routes.map(factsOf).filter((line, index) => line !== open[index])
      lines.push(...changed.map((line) => `  then ${line}`))
    }
    const router = new HttpRouter({ logger: false })
    const group = router.group('/a')
    router.freeze()
    lines.push('\n# after that')
    const calls: Readonly<Record<string, () => unknown>> = {
      use: () => router.use((_ctx, next) => next()),
      connect: () => group.connect(((_req: unknown, _res: unknown, next: () => void) => next()) as never),
      intercept: () => router.intercept((value) => value),
      secure: () => group.secure([]),
      returns: () => group.returns({ 404: 'None' }),
      group: () => router.group('/b'),
      'a group of nothing': () => group.group('/'),
      subrouter: () => router.subrouter('/b'),
      notFound: () => router.notFound(work),
      methodNotAllowed: () => group.methodNotAllowed(work),
      getFunc: () => router.getFunc('/b', work),
      handle: () => group.handle('GET', '/b', work as never),
      static: () => router.static('/b', folder.path)
    }
    for (const [name, call] of Object.entries(calls)) lines.push(`${name} → ${brief(call)}`)
    expectWholeList('http/routing/registered-list.txt', lines)
  })
})
