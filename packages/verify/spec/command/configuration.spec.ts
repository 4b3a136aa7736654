import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { runVerifyCommand } from 'fieldstone-verify/command'
import { BUILD, moduleOf } from '../../../../spec/support/build.js'
import { runOn, runWith, smallService } from '../support/command.js'

describe('The configuration file of the command', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'fieldstone-config-'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  function written(name: string, content: object | string): string {
    const file = join(folder, name)
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
    return file
  }
  const reportOf = async (config: string, ...args: string[]) =>
    JSON.parse((await runOn(smallService(), '--config', config, '--json', ...args)).stdout)
  const errorOf = async (file: string) => (await runOn(smallService(), '--config', file)).error

  it('has the options of `verify`, and those of the command, by their names in code', async () => {
    const config = written('all.json', {
      $schema: './config.schema.json',
      runs: 30,
      time: '1.5m',
      timeout: 60_000,
      include: ['GET'],
      strict: true,
      minCoverage: 10,
      allowUnproved: ['hello'],
      headers: { 'x-a': 'b' },
      query: { c: 'd' },
      maxDisagreements: 5,
      baseUrl: 'http://own.example'
    })
    expect(await reportOf(config)).to.include({ requests: 30, isStrict: true, minCoverage: 10, outcome: 'proved' })
  })

  it('has paths that are relative to it', async () => {
    const loaded: string[] = []
    written('token.txt', 'f1le')
    const config = written('paths.json', {
      module: 'dist/app.js',
      junit: 'reports/verify.xml',
      jsonFile: 'reports/verify.json',
      markdown: 'reports/verify.md',
      baseline: 'baseline.json',
      updateBaseline: true,
      credentials: { key: { file: 'token.txt' } },
      runs: 40
    })
    const service = smallService()
    const document = {
      ...(service.document as object),
      components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-key' } } },
      security: [{ key: [] }]
    }
    const keys = new Set<string | undefined>()
    const own: typeof service = {
      document,
      inject: (request) => {
        keys.add(request.headers['x-key'])
        return service.inject(request)
      }
    }
    const load = async (path: string) => {
      loaded.push(path)
      return { service: own, reset: undefined }
    }
    const terminal = { out: () => {}, err: () => {}, columns: undefined }
    await runVerifyCommand(['--config', config], terminal, { name: 'verify', load })
    expect(loaded).to.deep.equal([join(folder, 'dist/app.js')])
    expect([...keys]).to.include('f1le')
    for (const file of ['reports/verify.xml', 'reports/verify.json', 'reports/verify.md', 'baseline.json']) {
      expect(existsSync(join(folder, file)), file).to.equal(true)
    }
  })

  it('is fieldstone-verify.json of the current folder, if there is one', async () => {
    const before = process.cwd()
    process.chdir(folder)
    try {
      expect(JSON.parse((await runOn(smallService(), '--json')).stdout).requests).to.be.above(300)
      written('fieldstone-verify.json', { runs: 7 })
      expect(JSON.parse((await runOn(smallService(), '--json')).stdout).requests).to.equal(7)
    } finally {
      process.chdir(before)
      rmSync(join(folder, 'fieldstone-verify.json'), { force: true })
    }
  })

  it('may be JavaScript, and have functions', async () => {
    const config = written(
      'config.mjs',
      "export default { runs: 20, reset: () => { globalThis.resetByConfig = true }, include: ({ id }) => id === 'hello' }"
    )
    const report = await reportOf(config)
    expect(report).to.include({ requests: 20 })
    expect(Reflect.get(globalThis, 'resetByConfig')).to.equal(true)
    Reflect.deleteProperty(globalThis, 'resetByConfig')
  })

  it('says what the command line does not', async () => {
    const config = written('lines.json', { runs: 5, seed: 7, module: 'other.js' })
    expect(await reportOf(config, '--runs', '20')).to.include({ requests: 20, seed: 1 })
    const { stdout } = await runWith({ service: smallService() }, '--config', config, '--json')
    expect(JSON.parse(stdout)).to.include({ requests: 5, seed: 7 })
  })

  it('has a JSON Schema that accepts what is accepted', async () => {
    const module = pathToFileURL(join(BUILD, moduleOf('configSchema'))).href
    const schema = (await import(module)).configSchema()
    const validate = new Ajv2020({ strictTypes: false }).compile(schema)
    expect(validate({ $schema: 'x', runs: 5, time: '60s', credentials: { a: 'b' }, query: { c: 'd' } })).to.equal(true)
    for (const wrong of [{ rusn: 5 }, { runs: '5' }, { time: 'x' }, { reset: 'x' }]) {
      expect(validate(wrong), JSON.stringify(wrong)).to.equal(false)
    }
  })

  const FAULTS: readonly [what: string, content: object | string, message: RegExp][] = [
    ['a key that does not exist', { rusn: 5 }, /wrong\.json: there is no option 'rusn' \(did you mean 'runs'\?\)/],
    ['a key of every object', { toString: 5 }, /there is no option 'toString'/],
    ['a wrong type', { runs: '5' }, /: runs must be integer, not "5"$/],
    ['a wrong type inside', { include: ['a', 5] }, /: include\.1 must be string, not \["a",5\]$/],
    ['a number that is too small', { shrinkRuns: -1 }, /: shrinkRuns must be >= 0, not -1$/],
    [
      'a time without a known unit',
      { time: '5 weeks' },
      /: time must be a time, as 500, "60s" or "2m", not "5 weeks"$/
    ],
    ['a function in JSON', { reset: 'x' }, /: reset must be a function, which only a file in JavaScript has$/],
    ['an address of no service', { url: 'ftp://a' }, /: url must /],
    ['a credential in two places', { credentials: { a: { env: 'A', file: 'b' } } }, /: credentials/],
    ['a list', [], /is not an object with options$/],
    ['text that is not JSON', '{"runs":', /^The configuration .* is not JSON: /]
  ]
  for (const [what, content, message] of FAULTS) {
    it(`is rejected with ${what}, by the name of the key`, async () => {
      expect(await errorOf(written('wrong.json', content))).to.match(message)
    })
  }

  it('must exist where it is named', async () => {
    expect(await errorOf(join(folder, 'none.json'))).to.match(/^The configuration .* cannot be read: ENOENT/)
    expect(await errorOf(join(folder, 'none.mjs'))).to.match(/^The configuration .* cannot be imported: /)
    expect(await errorOf(written('empty.mjs', 'export const runs = 5'))).to.match(/is not an object with options$/)
  })
})
