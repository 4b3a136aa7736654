import { bootstrap, generateOpenAPISpec, type OpenAPIConfig, type OpenAPIDocument, type Operation } from 'fieldstone'
import { assignOperationIds } from '../../src/openapi/operation-id.js'
import { harbor } from '../harbor/application.js'
import { conduit } from '../real-world/application.js'
import { CONFIG, describedRoute } from '../support/described-route.js'
import { expectListed } from '../support/listed.js'
import { outcome, shown } from '../support/whole-list.js'

const routes = [
  describedRoute('GET', '/items', { tags: ['extra', 'items'] }),
  describedRoute('GET', '/orders/{id:\\d+}', { tags: ['orders'] }),
  describedRoute('POST', '/orders/{id:\\d+}', { tags: ['orders'], hidden: true })
]

/** Members of a configuration: right ones, those of each wrong type, and those at each limit. */
const MEMBERS: Readonly<Record<string, readonly unknown[]>> = {
  title: [undefined, '', ' ', 5, 'Ä'],
  version: [undefined, '', null],
  openapi: ['3.0', '3.1', '3.2', '3.3', 3, null],
  description: ['', 'x', 5, null],
  summary: ['x', 5],
  termsOfService: [
    ...[
      'https://a.example',
      'HTTP://a.example/b?c#d',
      'a.example',
      'ftp://a',
      'https://',
      'https://a b',
      'xhttps://a',
      ''
    ],
    ...['https://a/<', 'https://a/{b}', 'https://[', 5, null]
  ],
  contact: [
    ...[
      {},
      { name: 'N', url: 'https://a', email: 'a@b', 'x-a': 1 },
      { email: 'a' },
      { email: 'a b@c' },
      { email: 'a@b c' },
      { email: '@' }
    ],
    ...[{ email: 5 }, { url: 'a' }, { name: 5 }, { mail: 'a@b' }, [], null, 'a', 5]
  ],
  license: [
    ...[
      { name: 'N' },
      { name: 'N', url: 'https://a', 'x-a': 1 },
      { name: 'N', url: 'a' },
      { name: '' },
      {},
      [],
      null,
      'MIT'
    ],
    ...[{ name: 'N', identifier: 'MIT' }, { name: 'N', identifier: 5 }, { names: 'N' }]
  ],
  externalDocs: [
    ...[
      { url: 'https://a' },
      { url: 'https://a', description: 'D', 'x-a': 1 },
      {},
      { url: 'a' },
      { url: '' },
      { url: 5 }
    ],
    ...[{ url: 'https://a', description: 5 }, { link: 'https://a' }, [], null, 'https://a']
  ],
  info: [{}, { 'x-a': { b: 1 } }, { title: 'T' }, { summary: 'S' }, { own: 1 }, [], null, 5],
  tags: [
    [],
    [{ name: 'items' }, { name: 'none', description: 'D', externalDocs: { url: 'https://a' }, 'x-a': 1 }],
    ...[[{ name: 'a' }, { name: 'b' }, { name: 'a' }], [{}], [{ name: '' }], [null], ['a'], {}, 'a', null],
    ...[[{ name: 'a', description: 5 }], [{ name: 'a', externalDocs: {} }], [{ name: 'a', names: 1 }]],
    ...[
      [{ name: 'a', summary: 'S' }],
      [{ name: 'a', parent: 'b' }],
      [{ name: 'a', kind: 'nav' }],
      [{ name: 'a', kind: 5 }]
    ]
  ],
  tagGroups: [
    ...[
      [],
      [{ name: 'G', tags: ['items', 'extra'] }],
      [
        { name: 'G', tags: ['orders'] },
        { name: 'H', tags: ['items'] }
      ]
    ],
    ...[
      [{ name: 'G', tags: ['none'] }],
      [{ name: 'G', tags: [] }],
      [{ name: 'G' }],
      [{ tags: ['items'] }],
      [{ name: 'G', tags: [5] }]
    ],
    [
      { name: 'G', tags: ['items'] },
      { name: 'G', tags: ['orders'] }
    ],
    [{ name: 'G', tags: ['items', 'items'] }],
    [
      { name: 'G', tags: ['items'] },
      { name: 'H', tags: ['orders', 'items'] }
    ],
    ...[[{ name: 'G', tags: ['items'], 'x-a': 1 }], [null], {}, null, [['items']]]
  ],
  servers: [
    [],
    ...['https://a', '/', '/v1', '', ' ', 'a b', 'https://a?b', 'https://a#b', 'https://[', '//a', 'a|b', 5].map(
      (url) => [{ url }]
    ),
    [
      {
        url: 'https://{a}.example/{b}',
        description: 'D',
        'x-a': 1,
        variables: { a: { default: 'x', enum: ['x', 'y'] }, b: { default: '' } }
      }
    ],
    [{ url: '/{a}' }],
    [{ url: '/{a}', variables: {} }],
    [{ url: '/{}', variables: { '': { default: 'x', description: 'D', 'x-a': 1 } } }],
    [{ url: '/', variables: { a: { default: 'x' } } }],
    [{ url: '/{a}/{a}', variables: { a: { default: '$&' } } }],
    ...[
      {},
      { default: 5 },
      { default: 'x', enum: [] },
      { default: 'x', enum: ['y'] },
      { default: 'x', enum: [5] },
      { default: 'x', enum: 'x' },
      null
    ].map((a) => [{ url: '/{a}', variables: { a } }]),
    ...[
      { default: 'a b' },
      { default: 'x', enum: ['x', '?'] },
      { default: 'x', description: 5 },
      { defaults: 'x' }
    ].map((a) => [{ url: '/{a}', variables: { a } }]),
    ...[
      [{ url: '/', variables: [] }],
      [{ url: '/', variables: null }],
      [{ url: '/', description: 5 }],
      [{ urls: '/' }]
    ],
    ...[[null], [undefined], ['/'], {}, null, [{ url: '' }, { url: 5 }]]
  ],
  paths: [
    ...[
      {},
      { 'x-a': 1 },
      { '/items': { summary: 'S', description: 'D', 'x-a': 1 } },
      { '/orders/{id}': { summary: 'S' } }
    ],
    ...[
      { '/orders/{id:\\d+}': {} },
      { '/item': {} },
      { '/items': { summary: 5 } },
      { '/items': { description: null } }
    ],
    ...[
      { '/items': { title: 'T' } },
      { '/items': null },
      { '/items': [] },
      { '/nowhere/at/all': {} },
      [],
      null,
      { '/item': {}, '/order': {} }
    ]
  ],
  webhooks: [[], {}, [5], null],
  schemas: ['flat', 'allOf', 'none'],
  operationId: [
    ...['text', null, () => undefined, () => '', () => null, () => 5, () => 'same'],
    ({ method, defaultId, tags }: { method: string; defaultId: string; tags: readonly string[] }) =>
      `${method}${tags.join('')}${defaultId}`,
    () => {
      throw new TypeError('none')
    }
  ],
  editDocument: ['text', null, (document: OpenAPIDocument) => void Object.assign(document.info, { 'x-edited': true })],
  'x-own': [{ a: [1] }, undefined],
  own: [1]
}

/** Members that only one version of OpenAPI has, in each. */
const BY_VERSION: readonly object[] = [
  { summary: 'S' },
  { license: { name: 'N', identifier: 'MIT' } },
  { license: { name: 'N', identifier: 'MIT', url: 'https://a' } },
  {
    tags: [
      { name: 'a', summary: 'S', kind: 'nav' },
      { name: 'b', parent: 'a' }
    ]
  },
  { tags: [{ name: 'a', parent: 'b' }] },
  { tags: [{ name: 'a', parent: 'a' }] },
  {
    tags: [
      { name: 'a', parent: 'b' },
      { name: 'b', parent: 'c' },
      { name: 'c', parent: 'a' }
    ]
  },
  { tags: [{ name: 'a', parent: 5 }] }
]

const NAMED: readonly (readonly [method: string, path: string])[] = [
  ...[
    '/',
    '/items',
    '/items/{id}',
    '/items/{id}/parts/{part}',
    '/items/{rest...}',
    '/a-b_c.d',
    '/a b',
    '/ä/ö',
    '/1/2',
    '/v1/items'
  ].map((path) => ['GET', path] as const),
  ...['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'QUERY', 'TRACE'].map(
    (method) => [method, '/items/{itemId}'] as const
  ),
  ...['/items/{item-id}', '/items/{item_id}/', '/items/{id:\\d+}', '/itemsById', '/items/by/{id}', '/UPPER/Case'].map(
    (path) => ['GET', path] as const
  )
]

/** A document, one line a member of each of its objects that others look into. */
function linesOf(document: OpenAPIDocument): string[] {
  const { paths, components = {}, ...rest } = document
  const lines = Object.entries(rest).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  for (const [path, item] of Object.entries(paths))
    for (const [method, operation] of Object.entries(item as Record<string, Operation>))
      if (typeof operation !== 'object' || Array.isArray(operation))
        lines.push(`${path} ${method}: ${JSON.stringify(operation)}`)
      else
        for (const [name, value] of Object.entries(operation)) {
          const parts = name === 'responses' || name === 'parameters' ? Object.entries(value as object) : []
          if (parts.length === 0) lines.push(`${path} ${method} ${name}: ${JSON.stringify(value)}`)
          for (const [part, each] of parts) lines.push(`${path} ${method} ${name} ${part}: ${JSON.stringify(each)}`)
        }
  for (const [kind, members] of Object.entries(components))
    for (const [name, value] of Object.entries(members as object))
      lines.push(`${kind} ${name}: ${JSON.stringify(value)}`)
  return lines
}

/** Documents in several versions: of each but the first, what others do not have. */
function versions(documents: Readonly<Record<string, OpenAPIDocument>>): string[] {
  const known = new Set<string>()
  return Object.entries(documents).flatMap(([version, document]) => {
    const lines = linesOf(document).filter((line) => !known.has(line))
    for (const line of lines) known.add(line)
    return [`\n# ${version}`, ...lines]
  })
}

describe('A document', () => {
  const list = (title: string, lines: readonly string[]) => expectListed('openapi/document-list.txt', title, lines)

  it('has what its configuration says, or the configuration is wrong, as document-list.txt says', () => {
    const lines: string[] = []
    for (const [member, values] of Object.entries(MEMBERS)) {
      lines.push(`\n${member}`)
      for (const value of values) {
        const config = { ...CONFIG, [member]: value } as OpenAPIConfig
        const document = outcome(() => {
          const { paths, components: _, 'x-edge-responses': _edge, ...head } = generateOpenAPISpec({ routes }, config)
          const ids = Object.values(paths).map((item) => item.get?.operationId)
          const isOfPaths = member === 'paths' || member === 'operationId'
          return isOfPaths
            ? [head, ids, Object.entries(paths).map(([path, { get: _own, ...rest }]) => [path, rest])]
            : head
        })
        lines.push(`${shown(value)} → ${document.replace(/ \{"name": "BootstrapError".*/, '')}`)
      }
    }
    for (const config of [undefined, null, 'title', {}])
      lines.push(
        `${shown(config)} → ${outcome(() => generateOpenAPISpec({ routes }, config as never)).replace(/ \{"name".*/, '')}`
      )
    list('configurations', lines)
  })

  it('has in each version of OpenAPI what that version has', () => {
    const lines = BY_VERSION.flatMap((members) =>
      (['3.0', '3.1', '3.2'] as const).map((openapi) => {
        const document = outcome(() => {
          const { info, tags } = generateOpenAPISpec({ routes: [] }, { ...CONFIG, ...members, openapi })
          return [info, tags]
        })
        return `${openapi} ${shown(members)} → ${document.replace(/ \{"name": "BootstrapError".*/, '')}`
      })
    )
    list('versions', lines)
  })

  it('names operations by method and path', () => {
    const named = NAMED.map(([method, path]) => describedRoute(method as 'GET', path))
    const ids = named.map((route) => outcome(() => [...assignOperationIds([route]).values()]))
    list(
      'operationIds',
      NAMED.map((line, index) => `${line.join(' ')} → ${ids[index]}`)
    )
  })

  for (const ownErrors of [false, true])
    it(`of a service with all forms of routes is document-list.txt${ownErrors ? ', with errors of its own' : ''}`, async () => {
      const documents: Record<string, OpenAPIDocument> = {}
      for (const openapi of ['3.0', '3.1', '3.2'] as const) {
        const service = await bootstrap(harbor({ openapi, ownErrors }).application)
        documents[openapi] = service.document
        await service.close()
      }
      list(ownErrors ? 'harbor, own errors' : 'harbor', versions(documents))
    })

  it('of the blog of many frameworks is document-list.txt', async () => {
    const service = await bootstrap(conduit())
    list('conduit', linesOf(service.document))
    await service.close()
  })
})
