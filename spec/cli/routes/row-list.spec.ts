import { explain } from '../../../src/cli/routes/explain.js'
import { inMatchingOrder, overlap, valuesIn } from '../../../src/cli/routes/matching-order.js'
import { type RouteRow, rowsOf } from '../../../src/cli/routes/route-row.js'
import type { SampleRequest } from '../../../src/cli/routes/sample-request.js'
import type { RouteDefinition } from '../../../src/http/route.js'
import { describedRoute } from '../../support/described-route.js'
import { expectListed } from '../../support/listed.js'
import { shown } from '../../support/whole-list.js'

const LIST = 'cli/routes/row-list.txt'

// biome-ignore lint/suspicious/noExplicitAny: any schema
type Loose = any

const REF = { $ref: '#/components/schemas/Item' }
const SCHEMAS: readonly Loose[] = [
  undefined,
  {},
  REF,
  { $ref: '#/components/schemas/a/b' },
  { $ref: 'Item' },
  { type: 'string' },
  { type: 'string', format: 'binary' },
  { type: 'integer', format: 'binary' },
  { type: 'string', format: 'date' },
  { type: 'string', nullable: true },
  { type: ['string', 'null'] },
  { type: ['array', 'null'], items: { type: ['integer', 'string'] } },
  { type: 'array' },
  { type: 'array', items: REF },
  { type: 'array', items: { type: 'array', items: REF } },
  { type: 'array', items: { oneOf: [REF, { type: 'integer' }] } },
  { oneOf: [REF, { type: 'string' }, REF] },
  { anyOf: [REF, { type: 'null' }], nullable: true },
  { allOf: [REF], nullable: true },
  { oneOf: [], anyOf: [REF] },
  { type: 'object', additionalProperties: REF },
  { nullable: true },
  { enum: ['a'] }
]

const document = (paths: Loose, components: Loose = {}) => ({ openapi: '3.0.3', paths, components }) as Loose
const named = (path: string, version?: string, more: object = {}): RouteDefinition => ({
  ...describedRoute('GET', path, {}, `${path} of ${version ?? 'all'}`),
  ...(version !== undefined && { version }),
  ...more
})

const PATHS = [
  ...['/a', '/a/', '/a/b', '/{x}', '/{x}/b', '/{x:[0-9]+}', '/{x:[a-z]+}', '/{x:*}', '/a/{x:*}', '/{y}', '/{x}/{y}'],
  ...['/{x:[0-9]+}/b', '/a/{x}', '/']
]

/** What the command prints, as text and as JSON. */
function told(request: SampleRequest, routes: readonly RouteDefinition[], rows: readonly RouteRow[]): string[] {
  return [false, true].flatMap((isJson) => {
    let text = ''
    const out = (each: string) => {
      text += each
    }
    const code = explain(request, routes, rows, { isJson, terminal: { out, err: out, columns: undefined } })
    if (!isJson) return [...text.trimEnd().split('\n'), `→ ${code}`]
    const { route, before, ...more } = JSON.parse(text)
    return `${shown({ route: route?.source ?? null, ...more, before: before.map((each: RouteRow) => each.source) })} → ${code}`
  })
}

describe('The rows of routes', () => {
  it('name types as row-list.txt says', () => {
    const lines = SCHEMAS.map((schema) => {
      const media = (more: Loose) => ({ content: { 'a/b': more } })
      const responses = {
        200: media({ schema }),
        201: media({ schema, 'x-events': { a: schema, b: { type: 'integer' } } }),
        202: media({ 'x-lines': schema }),
        203: { description: 'None' }
      }
      const operation = { operationId: 'a', requestBody: media({ schema }), responses }
      const [row] = rowsOf([named('/a')], new Map([['openapi', document({ '/a': { get: operation } })]]))
      return `${shown(schema)} → ${shown([row?.body, row?.responses])}`
    })
    expectListed(LIST, 'types', lines)
  })

  it('find operations in documents as row-list.txt says', () => {
    const get = (operationId: string, more: object = {}) => ({ get: { operationId, responses: {}, ...more } })
    const component = { content: { 'a/b': { schema: REF } } }
    const components = { responses: { Done: component, $ref: component }, requestBodies: { Sent: component } }
    const referring = {
      requestBody: { $ref: '#/components/requestBodies/Sent' },
      responses: {
        200: { $ref: '#/components/responses/Done' },
        201: { $ref: '#/components/responses/None' },
        202: { $ref: '#/components/none/Done' },
        203: { $ref: '#/components/responses/Done/content' },
        204: { $ref: 'https://example.com/a#/components/responses/Done' }
      }
    }
    const documents: Readonly<Record<string, readonly (readonly [name: string, document: Loose])[]>> = {
      none: [],
      'one without paths': [['openapi', { openapi: '3.1.0' }]],
      one: [['openapi', document({ '/a/{id}': get('one'), '/b': get('other') })]],
      'one with another name of the parameter': [['openapi', document({ '/a/{other}': get('one') })]],
      references: [['openapi', document({ '/a/{id}': get('one', referring) }, components)]],
      'references without components': [['openapi', { paths: { '/a/{id}': get('one', referring) } }]],
      two: [
        ['first', document({ '/a/{id}': get('first') })],
        ['second', document({ '/a/{id}': get('second') })]
      ],
      'versions by names': [
        ['openapi-v1', document({ '/a/{id}': get('v1') })],
        ['2.0', document({ '/a/{id}': get('v2') })],
        ['open2x0', document({ '/a/{id}': get('x') })]
      ],
      'versions by operations': [
        ['a', document({ '/a/{id}': get('v1', { 'x-version': '1' }) })],
        ['b', document({ '/a/{id}': get('v2', { 'x-version': '2.0' }) })]
      ]
    }
    const scheme = (name: string, ...scopes: string[]) => ({ name, scopes }) as Loose
    const routes = [
      named('/a/{id:[0-9]+}'),
      named('/a/{id}', '1'),
      named('/a/{id}', '2.0'),
      named('/a/{id}', '3'),
      { ...named('/a/{id}'), options: { hidden: true } },
      named('/b', undefined, { security: [[scheme('key')], [scheme('login', 'a', 'b'), scheme('key')], []] })
    ]
    const lines = Object.entries(documents).flatMap(([name, all]) => {
      const rows = rowsOf(routes, new Map(all) as Loose)
      return [`\n# ${name}`, ...rows.map((row) => shown(row))]
    })
    expectListed(LIST, 'operations', lines)
  })

  it('are in the order in which they are tried, and explained, as row-list.txt says', () => {
    const routes = inMatchingOrder(PATHS.map((path) => named(path)))
    const rows = rowsOf(routes, new Map())
    const lines = ['# order', ...routes.map(({ path }) => path), '# overlaps']
    for (const one of routes)
      lines.push(`${one.path}: ${routes.filter((other) => overlap(one, other)).map(({ path }) => path)}`)
    const request: SampleRequest = {
      method: 'GET',
      path: '/',
      chooser: undefined,
      version: undefined,
      isVersionGiven: false,
      known: [],
      segments: []
    }
    for (const path of ['/', '/a', '/a/', '/a/b', '/5', '/5/b', '/zz', '/Z9', '/Z9/', '/Z9/b', '/a/b/c', '/x/y/z']) {
      lines.push(`\n# ${path}`, `${routes.map((route) => shown(valuesIn(route, path)))}`)
      lines.push(...told({ ...request, path }, routes, rows))
    }
    for (const method of ['HEAD', 'OPTIONS', 'POST'])
      lines.push(`\n# ${method}`, ...told({ ...request, method, path: '/a' }, routes, rows))
    expectListed(LIST, 'order', lines)
  })

  it('are explained for versions as row-list.txt says', () => {
    const head = { ...named('/b', '1'), method: 'HEAD' as const }
    const routes = inMatchingOrder([
      ...[named('/a', '1'), named('/a', '2'), named('/{x}'), named('/{x}', '2'), named('/b', '1'), head],
      ...[named('/v1/c'), named('/only', '1')]
    ])
    const rows = rowsOf(routes, new Map())
    const byHeader = { by: 'header', name: 'api-version' } as Loose
    const byMedia = { by: 'mediaType' } as Loose
    const lines: string[] = []
    for (const [method, path] of [
      ...[
        ['GET', '/a'],
        ['GET', '/b'],
        ['HEAD', '/b'],
        ['HEAD', '/a'],
        ['POST', '/a'],
        ['OPTIONS', '/a'],
        ['GET', '/only']
      ],
      ...[
        ['GET', '/c'],
        ['GET', '/none/at/all'],
        ['GET', '/only/']
      ]
    ] as [string, string][]) {
      for (const [chooser, version, isVersionGiven] of [
        [undefined, undefined, false],
        [byHeader, undefined, false],
        [byHeader, undefined, true],
        [byMedia, undefined, false],
        [byHeader, '1', true],
        [byMedia, '2', true],
        [byHeader, '1', false],
        [undefined, '1', true]
      ] as const) {
        const request = { method, path, chooser, version, isVersionGiven, known: ['1', '2'], segments: [] }
        lines.push(
          `\n# ${method} ${path}, ${chooser?.by ?? 'by nothing'}, ${version}${isVersionGiven ? ', given' : ''}`
        )
        lines.push(...told(request, routes, rows))
      }
    }
    const segments = [
      ['/v1', '1'],
      ['/v2', '2']
    ] as const
    const request = { chooser: undefined, version: undefined, isVersionGiven: false, known: ['1', '2'], segments }
    for (const method of ['GET', 'POST'])
      lines.push(`\n# ${method} /c by paths`, ...told({ ...request, method, path: '/c' }, routes, rows))
    expectListed(LIST, 'versions', lines)
  })
})
