import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { runHere } from '../../../spec/support/command.js'

const INDEX = import.meta.resolve('fieldstone')

/** A document with one operation, whose query parameter `q` has this schema. */
function documentOf(schema: object, more: object = {}): string {
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Small', version: '1' },
    paths: {
      '/items': {
        get: {
          operationId: 'list',
          parameters: [{ name: 'q', in: 'query', schema }],
          responses: { 200: { description: 'OK' } },
          ...more
        }
      }
    }
  })
}

describe('fieldstone diff', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'fieldstone-diff-'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  let files = 0
  function file(name: string, text: string): string {
    const path = join(folder, `${files++}-${name}`)
    writeFileSync(path, text)
    return path
  }

  async function diff(...args: string[]): Promise<{ code: number; out: string }> {
    const { status, stdout } = await runHere('diff', ...args)
    return { code: status, out: stdout }
  }

  async function failure(...args: string[]): Promise<string> {
    const { stdout, error } = await runHere('diff', ...args)
    expect(stdout).to.equal('')
    return error?.message.replaceAll(folder, '') ?? 'no failure'
  }

  const loose = () => file('old.json', documentOf({ type: 'string' }))
  const strict = () => file('new.json', documentOf({ type: 'string', maxLength: 3 }))

  it('exits with 1 for a breaking change, and says what, where, by which rule, and with an example', async () => {
    const { code, out } = await diff(loose(), strict())
    expect(code).to.equal(1)
    expect(out.split('\n').slice(1)).to.deep.equal([
      '',
      'GET /items',
      '  breaking: The query parameter `q` has maxLength 3, before no maxLength',
      '    for example "abcd"',
      '    request-max-length-lowered, #/paths/~1items/get/parameters/0/schema -> #/paths/~1items/get/parameters/0/schema/maxLength',
      '',
      '1 breaking',
      ''
    ])
  })

  it('exits with 0 for the change in the other direction, and where nothing changed', async () => {
    expect(await diff(strict(), loose())).to.include({ code: 0 })
    const { code, out } = await diff(loose(), loose())
    expect(code).to.equal(0)
    expect(out.trimEnd().split('\n').at(-1)).to.equal('no changes')
  })

  it('exits with 1 for what --fail-on names, and for what is worse', async () => {
    const [one, other] = [
      file('a.json', documentOf({ pattern: '^a+$' })),
      file('b.json', documentOf({ pattern: '^a*$' }))
    ]
    const codes = await Promise.all(
      ['breaking', 'may-break', 'generated-clients', 'any', 'none'].map(async (level) => {
        return (await diff(one, other, '--fail-on', level)).code
      })
    )
    expect(codes).to.deep.equal([0, 1, 1, 1, 0])
    expect((await diff(loose(), strict(), '--fail-on', 'none')).code).to.equal(0)
    expect((await diff(strict(), loose(), '--fail-on', 'any')).code).to.equal(1)
  })

  it('prints JSON', async () => {
    const { out } = await diff(loose(), strict(), '--format', 'json')
    const { changes, counts } = JSON.parse(out)
    expect(counts).to.deep.equal({ breaking: 1, 'may-break': 0, 'generated-clients': 0, compatible: 0 })
    expect(changes).to.have.length(1)
    expect(changes[0]).to.include({ level: 'breaking', rule: 'request-max-length-lowered', operation: 'GET /items' })
  })

  it('writes Markdown to a file, and prints the counts', async () => {
    const report = join(folder, 'changes.md')
    const { code, out } = await diff(loose(), strict(), '--format', 'markdown', '--out', report)
    expect({ code, out }).to.deep.equal({ code: 1, out: `1 breaking; the report is in ${report}\n` })
    const lines = readFileSync(report, 'utf8').split('\n')
    expect(lines[0]).to.equal('## API changes: 1 breaking')
    expect(lines).to.include(
      '- **GET /items**: The query parameter `q` has maxLength 3, before no maxLength, for example `"abcd"` (`request-max-length-lowered`)'
    )
  })

  it('says what was to be ignored and matches no change, in each format', async () => {
    const ignored = [
      '--ignore',
      'operation-removed',
      '--ignore',
      'GET /items',
      '--ignore',
      'request-enum-narrowed@GET /items'
    ]
    const { code, out } = await diff(loose(), strict(), ...ignored)
    expect(code).to.equal(0)
    expect(out.trimEnd().split('\n').slice(2)).to.deep.equal([
      "--ignore 'operation-removed' matches no change; leave it out",
      "--ignore 'request-enum-narrowed@GET /items' matches no change; leave it out",
      'no changes, 1 ignored'
    ])
    const json = await diff(loose(), strict(), ...ignored, '--format', 'json')
    expect(JSON.parse(json.out).unmatched).to.deep.equal(['operation-removed', 'request-enum-narrowed@GET /items'])
    const markdown = await diff(loose(), strict(), ...ignored, '--format', 'markdown')
    expect(markdown.out).to.match(/^- --ignore 'operation-removed' matches no change/m)
  })

  it('leaves out what is to be ignored: a rule, an operation, and a rule of an operation', async () => {
    for (const ignored of ['request-max-length-lowered', 'GET /items', 'request-max-length-lowered@GET /items']) {
      const { code, out } = await diff(loose(), strict(), '--ignore', ignored)
      expect(code, ignored).to.equal(0)
      expect(out.trimEnd().split('\n').at(-1), ignored).to.equal('no changes, 1 ignored')
    }
    expect((await diff(loose(), strict(), '--ignore', 'operation-removed', '--ignore', 'GET /items')).code).to.equal(0)
  })

  it('reads YAML, applications, URLs, and files of other commits', async () => {
    const yaml = file(
      'a.yaml',
      'openapi: 3.0.3\ninfo: {title: A, version: "1"}\npaths: {/gone: {get: {responses: {}}}}\n'
    )
    const app = file(
      'app.mjs',
      `import { Application } from '${INDEX}'
export const app = new Application({
  title: 'A', version: '1',
  routes: (router) => router.getFunc('/hello', (ctx) => ctx.json(200, 'hello'), { responses: { 200: { body: String } } })
})`
    )
    const { out } = await diff(yaml, app)
    expect(out).to.include('operation-removed').and.to.include('GET /hello')

    const server = createServer((_, response) => response.end(documentOf({})))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/openapi.json`
      expect((await diff(url, strict())).code).to.equal(1)
    } finally {
      server.close()
    }

    const git = (...args: string[]) => spawnSync('git', ['-C', folder, ...args], { encoding: 'utf8' })
    git('init', '-q')
    const committed = file('committed.json', documentOf({}))
    git('add', committed)
    git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-qm', 'one')
    const before = process.env.GIT_DIR
    process.env.GIT_DIR = join(folder, '.git')
    try {
      const name = committed.slice(folder.length + 1)
      expect((await diff(`HEAD:${name}`, strict())).code).to.equal(1)
      expect((await diff(`git:HEAD:${name}`, strict())).code).to.equal(1)
      expect(await failure('HEAD:none.json', strict())).to.match(/^HEAD:none.json is not a file, and git has none/)
    } finally {
      if (before === undefined) delete process.env.GIT_DIR
      else process.env.GIT_DIR = before
    }
  })

  it('says what is wrong with a document that it cannot read', async () => {
    const cases: readonly (readonly [args: string[], message: RegExp])[] = [
      [['/none.json', strict()], /^There is no file \/none\.json$/],
      [[file('swagger.json', '{"swagger":"2.0"}'), strict()], /is Swagger 2\.0; convert it to OpenAPI 3 first/],
      [[file('list.json', '[]'), strict()], /is not an OpenAPI document: it is not an object$/],
      [[file('other.json', '{"a":1}'), strict()], /it has no member `openapi` that begins with 3$/],
      [[file('broken.yaml', 'a: [1'), strict()], /is neither JSON nor YAML: /],
      [['http://127.0.0.1:1/openapi.json', strict()], /cannot be read: /],
      [[loose(), strict(), '--ignore', 'request-max-length'], /^There is no rule request-max-length to ignore; /],
      [
        [loose(), strict(), '--ignore', 'nonsense'],
        /^There is no rule nonsense to ignore; docs\/diff\.md lists the rules$/
      ],
      [
        [loose(), strict(), '--ignore', 'GET /itmes'],
        /^Neither document has the operation GET \/itmes to ignore; did you mean GET \/items\?$/
      ],
      [
        [loose(), strict(), '--ignore', 'request-max-length-lowered@DELETE /other'],
        /has the operation DELETE \/other to ignore; there are GET \/items$/
      ],
      [[loose(), strict(), '--ignore', '/items'], /is neither a rule nor an operation, as in GET \/items$/],
      [[loose(), strict(), '--out', `${loose()}/all.txt`], /^The report cannot be written to .*\/all\.txt: /],
      [[loose()], /The argument <new> is missing/],
      [['-x:y', strict()], /^There is no option -x:y; /],
      [['--', '-x:y', strict()], /^-x:y is neither a file nor one of a commit, as in main:openapi\.json$/],
      [[loose(), strict(), '--ignore', 'operation-remove'], /; did you mean operation-removed\?$/],
      [[loose(), strict(), '--ignore', 'x@GET /items'], /^There is no rule x to ignore; /],
      [[loose(), strict(), '--ignore', ''], /^--ignore {2}is neither a rule nor an operation, as in GET \/items$/]
    ]
    for (const [args, message] of cases) expect(await failure(...args)).to.match(message)
  })

  it('names ten of many operations where none is the one to ignore', async () => {
    const paths = Object.fromEntries(Array.from({ length: 13 }, (_, at) => [`/${at}`, { get: {} }]))
    const many = file('many.json', JSON.stringify({ openapi: '3.1.0', paths }))
    expect(await failure(many, many, '--ignore', 'PUT /nothing/like/it')).to.match(
      /; there are GET \/0, .*, GET \/9 and 3 more$/
    )
    expect(await failure(many, many, '--ignore', 'GET /1', '--ignore', 'webhook a POST')).to.match(
      /the operation webhook a POST/
    )
  })

  it('says that git is not installed', async () => {
    const { PATH } = process.env
    process.env.PATH = ''
    try {
      expect(await failure('HEAD:old.json', strict())).to.match(
        /^HEAD:old\.json is not a file, and git has none .*ENOENT/
      )
    } finally {
      process.env.PATH = PATH
    }
  })

  it('takes one of several documents of an application by its name', async () => {
    const app = file(
      'several.mjs',
      `import { Application } from '${INDEX}'
export const app = new Application({ title: 'A', version: '1', documents: [{ path: '/a.json' }, { path: '/b.json', version: '2' }] })`
    )
    const { out } = await diff(app, app, '--name', 'b', '--format', 'json')
    expect(JSON.parse(out).new.version).to.equal('2')
    expect(await failure(app, app, '--name', 'c')).to.equal('The application has no document c, only a, b')
  })
})
