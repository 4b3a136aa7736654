import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadDescription } from '../../src/cli/module/load-description.js'
import { explain } from '../../src/cli/routes/explain.js'
import { inMatchingOrder } from '../../src/cli/routes/matching-order.js'
import { rowsOf } from '../../src/cli/routes/route-row.js'
import { requestOf } from '../../src/cli/routes/sample-request.js'
import { type Column, formatTable } from '../../src/cli/routes/table.js'
import { runHere } from '../support/command.js'
import { expectWholeList, outcome } from '../support/whole-list.js'

const INDEX = import.meta.resolve('fieldstone')

const column = (title: string, cells: readonly string[], shortest?: number): Column => ({
  title,
  cells,
  ...(shortest !== undefined && { shortest })
})
const WIDE = [
  column('Method', ['GET', 'DELETE']),
  column('Path', ['/items/{id}/parts', '/'], 6),
  column('Else', ['', ''], 2),
  column('Source', ['ItemController.find', 'x'], 8)
]

const TABLES: readonly (readonly [columns: readonly Column[], width: number | undefined])[] = [
  [[], undefined],
  [[column('A', [])], undefined],
  [[column('A', [''])], undefined],
  [[column('A', ['x', '']), column('Longer', ['', 'y'])], undefined],
  [WIDE, undefined],
  ...[46, 45, 44, 40, 30, 25, 24, 23, 1].map((width) => [WIDE, width] as const),
  [[column('Title', ['abc'], 1)], 3],
  [[column('Title', ['abc'], 5)], 3],
  [[column('One', ['abcdef'], 2), column('Two', ['abcdef'], 2)], 11]
]

/** A module whose application has routes of each form. */
const ROUTES = `
import { Application, bearerScheme, apiKeyScheme, Field, Integer, oneOf } from '${INDEX}'
class Item { }
Field(() => String)(Item.prototype, 'name')
class Card { }
Field(() => String)(Card.prototype, 'number')
const authenticate = () => ({})
const of = (body) => ({ responses: { 200: { body } } })
function handler(ctx) {}
export const application = new Application({
  title: 'Items', version: '1', spec: '/openapi.json',
  securitySchemes: {
    token: bearerScheme({ authenticate, scopes: ['read', 'write'], scopesOf: () => [] }),
    key: apiKeyScheme({ in: 'header', name: 'x-key', authenticate })
  },
  routes(router) {
    router.getFunc('/items/{id}', handler, { ...of(Item), security: [{ token: ['read', 'write'], key: [] }, 'token', {}] })
    router.putFunc('/items/{id}', handler, { ...of(Item), requestBody: Item, security: ['key'] })
    router.getFunc('/items/{id:[0-9]+}/parts', handler, of([Integer]))
    router.getFunc('/items/{id:[a-f]+/x}', handler, { hidden: true })
    router.getFunc('/items/{number:[0-9]+}', handler, { hidden: true })
    router.getFunc('/items/new', handler, of(oneOf(Item, Card)))
    router.getFunc('/items/{rest:*}', handler, { hidden: true })
    router.getFunc('/items/', handler, { hidden: true })
    router.postFunc('/items', handler, { requestBody: Item, responses: { 201: { body: Item }, 204: {} } })
    router.headFunc('/own', handler, { hidden: true })
    router.getFunc('/own', handler, of(String))
    router.deleteFunc('/a/{one}/c', handler, { hidden: true })
    router.deleteFunc('/a/{two}/c/', handler, { hidden: true })
    router.deleteFunc('/a/b/{three}', handler, { hidden: true })
  }
})`

const MATCHED = [
  ...[
    'GET /items/5',
    'get  /items/new',
    'GET /items/a',
    'GET /items/a/b',
    'GET /items/5/parts',
    'GET /items/5/parts/',
    'PUT /items/5?a=b'
  ],
  ...[
    'HEAD /items/5',
    'HEAD /own',
    'OPTIONS /own',
    'OPTIONS /none',
    'DELETE /own',
    'POST /items',
    'POST /items/',
    'GET /items/',
    'GET /items'
  ],
  ...[
    'DELETE /a/b/c',
    'DELETE /a/x/c',
    'DELETE /a//c',
    'GET /items/%2F',
    'GET /items/%C3%A9',
    'GET /',
    'GET //',
    'PATCH /a/b/c',
    'QUERY /items'
  ],
  ...['GET', '/items', 'GET items', 'GET /%zz', 'GET  ', 'FETCH /items', 'GET /a b', 'GET https://a.example/own']
]

/** A module whose routes have versions. */
const versions = (versioning: string) => `
import { Application } from '${INDEX}'
const of = (version, body) => ({ version, responses: { 200: { body } } })
function handler(ctx) {}
export const application = new Application({
  title: 'Items', version: '1', versioning: ${versioning},
  routes(router) {
    router.getFunc('/items', handler, of('1', String))
    router.getFunc('/items', handler, of('2', Number))
    router.postFunc('/items', handler, of('2', Number))
    router.getFunc('/all', handler, { responses: { 200: { body: String } } })
  }
})`

/** Requests to them: with a version behind the first @, and headers behind others. */
const OF_VERSIONS = [
  ...[
    'GET /items',
    'GET /items @1',
    'GET /items @2',
    'GET /items @3',
    'POST /items',
    'POST /items @1',
    'POST /items @2',
    'DELETE /items @2',
    'GET /all',
    'GET /all @2'
  ],
  ...[
    'GET /items @ @api-version: 2',
    'GET /items @ @API-Version:2 ',
    'GET /items @ @api-version',
    'GET /items @ @: 2',
    'GET /items @ @accept: application/vnd.shop.v2+json'
  ],
  ...[
    'GET /items @ @other: 2',
    'GET /items @1 @api-version: 2',
    'GET /items @ @accept: a/b @api-version: 1',
    'GET /v1/items',
    'GET /v1/items @1',
    'GET /v1/items @2',
    'GET /v2',
    'GET /v3/items',
    'GET /items/'
  ]
]

const VERSIONED: readonly (readonly [file: string, requests: readonly string[]])[] = [
  'header.mjs',
  'default.mjs',
  'media.mjs',
  'path.mjs'
].map((file) => [file, OF_VERSIONS])

const CALLS = [
  'app.mjs',
  'app.mjs --method put --path /items',
  'app.mjs --method FETCH',
  'app.mjs --path /none',
  'app.mjs --json --path /items',
  'app.mjs --version 1',
  'app.mjs --header a:b',
  'header.mjs',
  'header.mjs --version 2',
  'header.mjs --version 3',
  'path.mjs',
  'path.mjs --version 1 --json'
]

describe('Routes', () => {
  let folder: string
  const home = process.cwd()
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'fieldstone-route-list-'))
    process.chdir(folder)
    const files: Readonly<Record<string, string>> = {
      'app.mjs': ROUTES,
      'header.mjs': versions("{ by: 'header', name: 'api-version' }"),
      'default.mjs': versions("{ by: 'header', name: 'api-version', default: '1' }"),
      'media.mjs': versions("{ by: 'mediaType', type: 'application/vnd.shop.v{version}+json', default: '1' }"),
      'path.mjs': versions("{ by: 'path', prefix: 'v' }")
    }
    for (const [name, text] of Object.entries(files)) writeFileSync(name, text)
  })
  after(() => {
    process.chdir(home)
    rmSync(folder, { recursive: true, force: true })
  })

  it('are listed, and explained for requests, as route-list.txt says', async () => {
    const lines: string[] = []
    for (const line of CALLS) {
      const { status, stdout, error } = await runHere('routes', ...line.split(' '))
      lines.push(
        `$ fieldstone routes ${line} → ${status}`,
        (error?.message ?? stdout).replace(/ at \S+:\d+/g, ' at (place)')
      )
    }
    for (const [file, requests] of [['app.mjs', MATCHED], ...VERSIONED] as const) {
      const { documents, router } = await loadDescription(file)
      const routes = inMatchingOrder(router.routes)
      const rows = rowsOf(routes, new Map([...documents].map(([name, document]) => [name, document()])))
      lines.push(`\n# ${file}`)
      for (const request of requests) {
        const [text = '', version, ...header] = request.split(' @')
        const given = { ...(version && { version }), ...(header.length > 0 && { header }) }
        for (const isJson of [false, true]) {
          let told = ''
          const out = (each: string) => {
            told += each
          }
          const terminal = { out, err: () => undefined, columns: undefined }
          const status = outcome(() => explain(requestOf(text, given, router), routes, rows, { isJson, terminal }))
          if (isJson && told === '') continue
          const shown = isJson ? shortOf(JSON.parse(told)) : told.trimEnd()
          lines.push(`${request} → ${status}`, shown.replace(/ at \S+:\d+/g, ' at (place)'), '')
        }
      }
    }
    for (const [columns, width] of TABLES)
      lines.push(`\nformatTable ${width}`, ...formatTable(columns, width).split('\n'))
    expectWholeList(
      'cli/route-list.txt',
      lines.flatMap((line) => line.split('\n').map((each) => each.trimEnd()))
    )
  })
})

/** What JSON says of a match, without what the table of routes has. */
function shortOf(found: {
  route: { method: string; path: string } | null
  before: readonly { method: string; path: string }[]
}): string {
  const name = (row: { method: string; path: string } | null) => row && `${row.method} ${row.path}`
  return JSON.stringify({ ...found, route: name(found.route), before: found.before.map(name) })
}
