import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { Router } from 'fieldstone'
import { runHere, runProgramHere } from '../../../spec/support/command.js'

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
    router.getFunc('/streams', function follow(ctx) {}, { responses: { 200: { events: { added: Item, left: String } } } })
    router.getFunc('/streams/all', function all(ctx) {}, { responses: { 200: { lines: Item } } })
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

  it('names streams by their items', async () => {
    const { stdout } = await runHere('routes', file, '--path', '/streams')
    expect(stdout).to.include(' 200 AsyncIterable<Item | string>, ').and.to.include(' 200 AsyncIterable<Item>, ')
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
    const order = router.routesInMatchingOrder.map(({ method, path }) => `${method} ${path}`)
    expect(order).to.deep.equal(['POST /{a:[0-9]+}', 'GET /{a:[0-9a-f]+}', 'POST /{a:[0-9a-f]+}', 'GET /{a:[0-9]+x?}'])
    const other = new Router()
    other.postFunc('/{a:[0-9]+}', () => undefined)
    other.getFunc('/{a:[0-9a-f]+}', () => undefined)
    other.getFunc('/{a:[0-9]+}', () => undefined)
    const grouped = other.routesInMatchingOrder.map(({ method, path }) => `${method} ${path}`)
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

  describe('with versions', () => {
    const one = 'GET /items/{id}, version 1 \\(getItemsById, one'
    const two = 'GET /items/{id}, version 2 \\(getItemsById, two'
    const files: Record<string, string> = {}
    before(() => {
      const versionings = {
        header: { by: 'header', name: 'api-version' },
        default: { by: 'header', name: 'api-version', default: '2' },
        media: { by: 'mediaType', type: 'application/vnd.shop.v{version}+json', default: '1' },
        path: { by: 'path' }
      }
      for (const [name, versioning] of Object.entries(versionings)) {
        files[name] = join(folder, `versions-${name}.mjs`)
        writeFileSync(
          files[name],
          `import { Application } from '${INDEX}'
const of = (version) => ({ version, responses: { 200: { body: String } } })
export const application = new Application({
  title: 'Items', version: '1', versioning: ${JSON.stringify(versioning)},
  routes(router) {
    router.getFunc('/items/{id}', function one(ctx) {}, of('1'))
    router.getFunc('/items/{id}', function two(ctx) {}, of('2'))
    router.postFunc('/items', function add(ctx) {}, { ...of('2'), requestBody: String })
    router.getFunc('/about', function about(ctx) {}, { responses: { 200: { body: String } } })
  }
})`
        )
      }
    })

    const found: readonly (readonly [by: string, args: readonly string[], status: number, text: string])[] = [
      [
        'header',
        ['GET /items/5', '--version', '2'],
        0,
        `^GET /items/5 of version 2 is taken by ${two}.*\\n  id = "5"\\n$`
      ],
      ['header', ['GET /items/5', '--header', 'API-Version: 1'], 0, `of version 1 is taken by ${one}`],
      [
        'header',
        ['GET /items/5'],
        1,
        `: 400, the header api-version must name one of the versions 2, 1\\n  as a request of version 1 .* by ${one}.*\\n  as .* 2 .* by ${two}`
      ],
      ['header', ['GET /items/5', '--header', 'api-version: 9'], 1, ': 400, the header api-version must name one of'],
      ['header', ['GET /about'], 0, 'taken by GET /about \\('],
      ['header', ['GET /about', '--version', '1'], 0, 'of version 1 is taken by GET /about \\('],
      [
        'header',
        ['POST /items', '--version', '1'],
        1,
        '404, no route has this path\\n  as a request of version 2 .* POST /items'
      ],
      ['header', ['DELETE /items/5', '--version', '1'], 1, '405, the path has routes of GET alone\\n$'],
      ['default', ['GET /items/5'], 0, `taken by ${two}.*\\n  id = "5"\\n  or, as the version .* by ${one}`],
      ['media', ['GET /items/5'], 0, `taken by ${one}`],
      ['media', ['GET /items/5', '--version', '2'], 0, `of version 2 is taken by ${two}`],
      ['media', ['GET /items/5', '--header', 'accept: application/vnd.shop.v2+json, */*;q=0.1'], 0, `taken by ${two}`],
      ['media', ['POST /items', '--header', 'content-type: application/vnd.shop.v2+json'], 0, 'taken by POST /items'],
      ['path', ['GET /items/5', '--version', '2'], 0, '^GET /v2/items/5 is taken by GET /v2/items/{id}, version 2 '],
      ['path', ['GET /v1/items/5'], 0, 'taken by GET /v1/items/{id}, version 1 '],
      ['path', ['GET /items/5'], 1, '404, no route has this path; with a version it has: /v2/items/5, /v1/items/5\\n']
    ]
    for (const [by, args, status, text] of found) {
      it(`says which route takes ${args.join(' ')}, where versions are chosen by ${by}, as the service does`, async () => {
        const run = await runHere('routes', files[by] ?? '', '--match', ...args)
        expect(run.error?.message).to.equal(undefined)
        expect(run.stdout).to.match(new RegExp(text.replace(/[{}]/g, '\\$&')))
        expect(run.status).to.equal(status)
      })
    }

    it('lists the routes of one version', async () => {
      const { stdout } = await runHere('routes', files.header ?? '', '--version', '1')
      expect(stdout.match(/^\w+ +\/(items|about)\S*/gm)).to.have.length(2)
      expect(stdout)
        .to.match(/ one at/)
        .and.not.to.match(/ two at| add at/)
    })

    const wrong: readonly (readonly [by: string, args: readonly string[], message: RegExp])[] = [
      ['header', ['--version', '3'], /^There is no version 3; give one of 2, 1$/],
      ['header', ['--header', 'api-version: 1'], /^--header belongs to the request of --match/],
      ['header', ['--match', 'GET /about', '--header', 'api-version'], /^--header takes a name and a value/],
      ['path', ['--match', 'GET /about', '--header', 'api-version: 1'], /^No header chooses among the routes/]
    ]
    for (const [by, args, message] of wrong) {
      it(`rejects ${args.join(' ')} of versions by ${by}`, async () => {
        expect((await runHere('routes', files[by] ?? '', ...args)).error?.message).to.match(message)
      })
    }

    it('rejects a version where there are none', async () => {
      expect((await runHere('routes', file, '--version', '1')).error?.message).to.match(/have no versions$/)
    })
  })

  it('fits the width of the terminal, of which the path keeps its beginning', async () => {
    const width = async (columns: number) => {
      const { stdout } = await runProgramHere(['routes', file, '--path', '/items'], { columns })
      return stdout.split('\n')
    }
    const [narrow, wide] = [await width(100), await width(400)]
    const widest = (lines: string[]) => Math.max(...lines.map((line) => line.length))
    expect(widest(narrow)).to.be.below(widest(wide))
    expect(narrow.some((line) => /^GET +\/items\/.*…/.test(line))).to.equal(true)
    expect(wide.join('\n')).to.not.include('…')
  })
})
