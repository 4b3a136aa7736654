import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { inMatchingOrder } from '../../src/cli/routes/matching-order.js'
import { formatTable } from '../../src/cli/routes/table.js'
import { Router } from '../../src/index.js'
import { runHere } from '../support/command.js'

const INDEX = import.meta.resolve('fieldstone')

const SOURCE = `
import { Application, bearerScheme, Field } from '${INDEX}'
class Item { }
Field(() => String)(Item.prototype, 'name')
const item = { responses: { 200: { body: Item } } }
export const application = new Application({
  title: 'Items', version: '1', docs: '/docs', spec: '/openapi.json',
  securitySchemes: { token: bearerScheme({ authenticate: () => ({}), scopes: ['read'], scopesOf: () => [] }) },
  routes(router) {
    router.getFunc('/items/{id}', function find(ctx) {}, { ...item, security: [{ token: ['read'] }] })
    router.getFunc('/items/{rest:*}', function rest(ctx) {}, { ...item, hidden: true })
    router.getFunc('/items/{id:[0-9]+}', function numbered(ctx) {}, { ...item, hidden: true })
    router.getFunc('/items/latest', function latest(ctx) {}, { responses: { 200: { body: [Item] } } })
    router.postFunc('/items', function add(ctx) {}, { requestBody: Item, responses: { 201: { body: Item } } })
  }
})`

describe('fieldstone routes', () => {
  let folder: string
  let file: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'fieldstone-routes-'))
    file = join(folder, 'application.mjs')
    writeFileSync(file, SOURCE)
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('lists routes in the order in which they are tried, with what each takes and returns', async () => {
    const { status, stdout, error } = await runHere('routes', file, '--path', '/items')
    const lines = stdout.split('\n').map((line) => line.replace(/ at .*?:\d+/, '').replace(/ {2,}/g, ' | '))
    expect({ status, error }).to.deep.equal({ status: 0, error: undefined })
    expect(lines).to.deep.equal([
      'Method | Path | Operation | Security | Body | Responses | Source | After',
      'POST | /items | postItems | Item | 201 Item, 400/408/413/415/500 Problem | add',
      'GET | /items/latest | getItemsLatest | 200 Item[], 500 Problem | latest',
      'GET | /items/{id:[0-9]+} | (hidden) | numbered',
      'GET | /items/{id} | getItemsById | token(read) | 200 Item, 400/401/403/500 Problem | find | GET /items/latest, GET /items/{id:[0-9]+}',
      'GET | /items/{rest:*} | (hidden) | rest | GET /items/latest, GET /items/{id:[0-9]+}, GET /items/{id}',
      ''
    ])
  })

  it('lists what is no operation, and folds the files of the documentation page', async () => {
    const { stdout } = await runHere('routes', file, '--method', 'get')
    expect(stdout).to.match(/^GET +\/openapi\.json +\(hidden\)/m)
    expect(stdout.match(/^GET +\/docs \(and \d+ below\)/gm)).to.have.length(1)
    expect(stdout).not.to.match(/^POST/m)
  })

  it('prints JSON', async () => {
    const { stdout } = await runHere('routes', file, '--json', '--path', '/items/{id}')
    const [route] = JSON.parse(stdout) as [Record<string, unknown>]
    expect(route).to.deep.include({ method: 'GET', path: '/items/{id}', operationId: 'getItemsById', body: {} })
    expect(route).to.deep.include({
      security: [['token(read)']],
      after: ['GET /items/latest', 'GET /items/{id:[0-9]+}']
    })
    expect(route.responses).to.have.property('200').that.deep.equals({ 'application/json': 'Item' })
  })

  const matches: readonly (readonly [request: string, status: number, text: RegExp])[] = [
    [
      'GET /items/latest',
      0,
      /taken by GET \/items\/latest \(.*\n {2}before GET \/items\/\{id\} .*, since a literal \(latest\) is tried before a parameter \(\{id\}\)\n {2}before GET \/items\/\{rest:\*\} .*the rest of the path/
    ],
    [
      'GET /items/5',
      0,
      /taken by GET \/items\/\{id:\[0-9\]\+\}.*\n {2}id = "5"\n {2}before .* since a regular expression \(\{id:\[0-9\]\+\}\) is tried/
    ],
    ['get /items/a%20b?x=1', 0, /taken by GET \/items\/\{id\} .*\n {2}id = "a b"/],
    ['HEAD /items/a/b', 0, /taken by GET \/items\/\{rest:\*\} .*\n {2}rest = "a\/b"/],
    ['DELETE /items/5', 1, /405, the path has routes of GET alone/],
    ['GET /items', 1, /405, the path has routes of POST alone/],
    ['POST /items/', 1, /404, no route has this path; POST \/items takes \/items: a slash at the end counts/],
    ['GET /nowhere', 1, /404, no route has this path\n/]
  ]
  for (const [request, status, text] of matches) {
    it(`says which route takes ${request}, or why none does`, async () => {
      const found = await runHere('routes', file, '--match', request)
      expect(found.stdout).to.match(text)
      expect(found.status).to.equal(status)
      const json = JSON.parse((await runHere('routes', file, '--match', request, '--json')).stdout)
      expect(json.route === null).to.equal(status === 1)
    })
  }

  it('rejects a method and a request that are none', async () => {
    expect((await runHere('routes', file, '--method', 'GTE')).error?.message).to.match(
      /^There is no method GTE; give one of GET, HEAD/
    )
    for (const text of ['/items', 'GET items', 'GET /%zz']) {
      expect((await runHere('routes', file, '--match', text)).error?.message).to.include(
        '--match takes a method and a path'
      )
    }
  })

  it('has the order of each method, where regular expressions are registered in different orders', () => {
    const router = new Router()
    const add = (method: 'getFunc' | 'postFunc', path: string) => router[method](path, () => undefined)
    add('postFunc', '/{a:[0-9]+}')
    add('getFunc', '/{a:[0-9a-f]+}')
    add('getFunc', '/{a:[0-9]+x?}')
    add('postFunc', '/{a:[0-9a-f]+}')
    const order = inMatchingOrder(router.routes).map(({ method, path }) => `${method} ${path}`)
    expect(order).to.deep.equal(['POST /{a:[0-9]+}', 'GET /{a:[0-9a-f]+}', 'POST /{a:[0-9a-f]+}', 'GET /{a:[0-9]+x?}'])
    const other = new Router()
    other.postFunc('/{a:[0-9]+}', () => undefined)
    other.getFunc('/{a:[0-9a-f]+}', () => undefined)
    other.getFunc('/{a:[0-9]+}', () => undefined)
    const grouped = inMatchingOrder(other.routes).map(({ method, path }) => `${method} ${path}`)
    expect(grouped).to.deep.equal(['GET /{a:[0-9a-f]+}', 'GET /{a:[0-9]+}', 'POST /{a:[0-9]+}'])
  })

  it('shows the versions of a route, each as its own document has it', async () => {
    const versioned = join(folder, 'versioned.mjs')
    writeFileSync(
      versioned,
      `import { Application } from '${INDEX}'
const of = (version, body) => ({ version, responses: { 200: { body } } })
export const application = new Application({
  title: 'Items', version: '1', versioning: { by: 'header', name: 'api-version', default: '1' },
  routes(router) {
    router.getFunc('/items', function one(ctx) {}, of('1', String))
    router.getFunc('/items', function two(ctx) {}, of('2', Number))
  }
})`
    )
    const { stdout, error } = await runHere('routes', versioned)
    expect(error).to.equal(undefined)
    expect(stdout).to.match(/^GET +\/items +1 +getItems +200 string.* one at/m)
    expect(stdout).to.match(/^GET +\/items +2 +getItems +200 number.* two at/m)
    expect(stdout).not.to.include('After')
    expect((await runHere('routes', versioned, '--match', 'GET /items')).stdout).to.match(
      /^GET \/items is taken by GET \/items, version 1 \(.*\n {2}or, as the version of the request says, by GET \/items, version 2 /
    )
  })

  it('fits the width of the terminal', () => {
    const columns = [
      { title: 'Method', cells: ['GET', 'POST'] },
      { title: 'Path', cells: ['/items/{identifier}/lines', '/items'], shortest: 10 },
      { title: 'Nothing', cells: ['', ''] }
    ]
    expect(formatTable(columns)).to.equal('Method  Path\nGET     /items/{identifier}/lines\nPOST    /items')
    expect(formatTable(columns, 20)).to.equal('Method  Path\nGET     /items/{ide…\nPOST    /items')
    expect(formatTable(columns, 5).split('\n')[1]).to.equal('GET     /items/{i…')
  })
})
