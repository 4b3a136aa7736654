import { Application, type ApplicationOptions, BootstrapError, Controller, Get, Post, Returns } from 'fieldstone'
import { registerApplication } from '../../src/application/registration.js'
import { expectWholeList, shown } from '../support/whole-list.js'

@Controller('/books')
class Books {
  @Get({ tags: ['public'] })
  @Returns(200, String)
  list() {
    return 'all'
  }
}

@Controller('/shelves', { version: '1' })
class Shelves {
  @Get()
  @Returns(200, String)
  list() {
    return 'one'
  }
}

@Controller('/shelves', { version: ['2', '10'] })
class LaterShelves {
  @Get()
  @Returns(200, String)
  list() {
    return 'two'
  }
}

@Controller('/hooks')
class Hooks {
  @Post({ responses: { 204: 'Got' } })
  changed() {}
}

class Unnamed {}

const HEADER = { versioning: { by: 'header', name: 'api-version', default: '2' } } as const
const VERSIONS = { ...HEADER, controllers: [Shelves, LaterShelves, Books] }
const wrong = [{ url: 5 }] as never
const routes = (() => undefined) as never

/** What applications say of their documents. */
const APPLICATIONS: readonly Partial<ApplicationOptions>[] = [
  {},
  { spec: '/openapi.json' },
  { spec: ['/openapi.json', '/openapi.yaml'] },
  { spec: [] },
  { spec: '' },
  { spec: 'openapi.json' },
  { spec: 5 as never },
  { spec: '/books' },
  { spec: '/{version}.json' },
  { spec: '/openapi.json', docs: '/docs' },
  { spec: '/openapi.json', docs: { path: '/docs', title: 'Books' } },
  { spec: '/openapi.json', docs: '/books' },
  { spec: '/openapi.json', docs: 'docs' },
  { spec: '/openapi.json', docs: { path: '/docs', titel: 'x' } as never },
  { spec: '/openapi.json', docs: { path: '/docs', title: 5 } as never },
  { servers: wrong },
  { spec: '/openapi.json', servers: wrong },
  { spec: '/openapi.json', name: 'all' } as never,
  { documents: [{ path: '/a.json' }] },
  { documents: [{ path: '/a.json' }, { path: '/b.json' }] },
  {
    documents: [
      { path: '/a.json', name: 'a', title: 'A' },
      { path: '/b.json', name: 'b', version: '2.0.0' }
    ]
  },
  {
    documents: [
      { path: '/a.json', name: 'a' },
      { path: '/b.json', name: 'a' }
    ]
  },
  { documents: [{ path: '/a.json', name: '' }] },
  {
    documents: [{ path: '/a.json', name: 'a', title: undefined, servers: [{ url: '/own' }] }],
    servers: [{ url: '/all' }]
  },
  { documents: [{ path: '/a.json' }, { path: '/b.json', servers: wrong }] },
  { documents: [{ path: '/a.json', titel: 'x' } as never] },
  { documents: [{ path: 'a.json' }, { path: 5 as never }, { path: '/books' }] },
  { documents: [{ path: '/a.json', include: ({ tags }) => tags.includes('public') }] },
  { documents: [{ path: '/a.json', include: 5 as never }] },
  { documents: [{ path: '/a.json' }], spec: '/openapi.json' },
  { documents: [{ path: '/a.json' }], spec: '/a.json' },
  { documents: [{ path: '/{version}.json' }] },
  { ...VERSIONS },
  { ...VERSIONS, spec: '/openapi.json' },
  { ...VERSIONS, spec: '/openapi/{version}.json' },
  { ...VERSIONS, spec: ['/{version}/a.json', '/{version}/{version}.yaml', '/plain.json'] },
  { ...VERSIONS, spec: ['/{version}/a.json', '/b.yaml'] },
  { ...VERSIONS, documents: [{ path: '/{version}.json', name: 'all' }] },
  { ...VERSIONS, documents: [{ path: '/{version}.json', name: 'all {version}' }] },
  { ...VERSIONS, documents: [{ path: '/{version}.json', apiVersion: '2', name: 'one' }] },
  {
    ...VERSIONS,
    documents: [
      { path: '/one.json', apiVersion: '1' },
      { path: '/other.json', apiVersion: '10' }
    ]
  },
  { ...VERSIONS, documents: [{ path: '/one.json', apiVersion: '3' }] },
  {
    ...VERSIONS,
    documents: [
      { path: '/one.json', apiVersion: '1' },
      { path: '/other.json', apiVersion: '3' }
    ]
  },
  { ...VERSIONS, documents: [{ path: '/one.json', apiVersion: 5 as never }] },
  { ...HEADER, controllers: [], spec: '/{version}.json' },
  { ...HEADER, controllers: [Shelves], spec: '/{version}.json' },
  { webhooks: [Hooks] },
  { webhooks: [Hooks, Unnamed, 5 as never] },
  { webhooks: 5 as never },
  { webhooks: [Hooks], openapi: '3.1', documents: [{ path: '/a.json' }, { path: '/b.json', openapi: '3.2' }] },
  { routes },
  { routes: (router) => void router.getFunc('/own', (ctx) => ctx.text(200, 'x')), spec: '/own' },
  { routes: () => Promise.reject(new Error('no routes')) as never },
  { middleware: [5 as never, routes, null as never], interceptors: [5 as never, routes] },
  { security: ['none'], bodyLimit: -1 },
  { security: ['none'], securitySchemes: 5 as never, bodyLimit: -1, ...VERSIONS },
  { health: true, spec: '/livez' },
  { prefix: '/api', spec: '/openapi.json', docs: '/docs' },
  { prefix: 'api' }
]

async function linesOf(options: Partial<ApplicationOptions>): Promise<string[]> {
  try {
    const application = new Application({
      title: 'T',
      version: '1.0.0',
      controllers: [Books],
      logger: false,
      ...options
    })
    const { router, documents } = await registerApplication(application)
    const routes = router.routes.filter(({ path }) => !/^\/docs\/./.test(path))
    const served = routes.map(({ method, path, version }) => `${method} ${path}${version ? ` of ${version}` : ''}`)
    const described = [...documents].map(([name, document]) => {
      const { openapi, info, paths, servers } = document()
      const { webhooks, 'x-webhooks': older } = document() as never as Readonly<Record<string, object | undefined>>
      const hooks = Object.keys(webhooks ?? older ?? {})
      return `  ${name}: ${openapi} ${info.title} ${info.version} ${shown(servers)} ${Object.keys(paths)} ${hooks}`
    })
    return [`  ${served.join(', ')}`, ...described]
  } catch (error) {
    const all = error instanceof BootstrapError ? error.errors : [error as Error]
    return all.map(({ message }) => `  wrong: ${message}`)
  }
}

describe('The documents of an application', () => {
  it('are those of document-list.txt, with what is wrong with others', async () => {
    const lines: string[] = []
    for (const options of APPLICATIONS) lines.push(`\n${shown(options)}`, ...(await linesOf(options)))
    expectWholeList(
      'application/document-list.txt',
      lines.map((line) => line.replaceAll(/[\w/.-]+document-list\.spec\.[jt]s:\d+/g, 'its line'))
    )
  })
})
