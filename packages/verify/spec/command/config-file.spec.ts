import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { configSchema, readConfig } from '../../src/command/config-file.js'
import { runOn, smallService } from './small-service.js'

describe('the configuration file of verify', () => {
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
  const errorOf = (file: string) => readConfig(file).then(undefined, (error: Error) => error.message)

  it('has options in JSON, with paths that are relative to it and times with units', async () => {
    const file = written('all.json', {
      $schema: './config.schema.json',
      module: 'dist/app.js',
      document: '/openapi.json',
      junit: 'reports/verify.xml',
      time: '1.5m',
      timeout: 500,
      include: ['GET'],
      credentials: { bearer: { file: 'token.txt' }, key: { env: 'KEY' } },
      principals: { reader: { bearer: { file: 'reader.txt' } } },
      strict: true
    })
    expect(await readConfig(file)).to.deep.equal({
      module: join(folder, 'dist/app.js'),
      document: '/openapi.json',
      junit: join(folder, 'reports/verify.xml'),
      time: 90_000,
      timeout: 500,
      include: ['GET'],
      credentials: { bearer: { file: join(folder, 'token.txt') }, key: { env: 'KEY' } },
      principals: { reader: { bearer: { file: join(folder, 'reader.txt') } } },
      strict: true
    })
    const { document } = await readConfig(written('document.json', { document: 'openapi.yaml' }))
    expect(document).to.equal(join(folder, 'openapi.yaml'))
  })

  it('is fieldstone-verify.json of the folder, if there is one', async () => {
    expect(await readConfig(undefined, folder)).to.deep.equal({})
    written('fieldstone-verify.json', { runs: 7 })
    expect(await readConfig(undefined, folder)).to.deep.equal({ runs: 7 })
  })

  it('may be JavaScript, and have functions', async () => {
    const { reset, include } = await readConfig(
      written('config.mjs', "export default { reset: () => 'done', include: ({ id }) => id === 'a' }")
    )
    expect(reset?.()).to.equal('done')
    expect(include).to.be.a('function')
  })

  it('says what the command line does not', async () => {
    const config = written('lines.json', { runs: 5, seed: 7, json: true, module: 'other.js' })
    const report = JSON.parse((await runOn(smallService(), '--config', config, '--runs', '20')).stdout)
    expect(report).to.include({ requests: 20, seed: 1 })
  })

  it('has a JSON Schema that accepts what is accepted', () => {
    const validate = new Ajv2020({ strictTypes: false }).compile(configSchema())
    expect(validate({ $schema: 'x', runs: 5, time: '60s', credentials: { a: 'b' }, query: { c: 'd' } })).to.equal(true)
    for (const wrong of [{ rusn: 5 }, { runs: '5' }, { time: 'x' }, { reset: 'x' }]) {
      expect(validate(wrong), JSON.stringify(wrong)).to.equal(false)
    }
  })

  const FAULTS: readonly [what: string, content: object | string, message: RegExp][] = [
    ['a key that does not exist', { rusn: 5 }, /rusn\.json: there is no option 'rusn' \(did you mean 'runs'\?\)/],
    ['a wrong type', { runs: '5' }, /: runs must be integer, not "5"$/],
    ['a wrong type inside', { include: ['a', 5] }, /: include\.1 must be string, not \["a",5\]$/],
    ['a number that is too small', { shrinkRuns: -1 }, /: shrinkRuns must be >= 0, not -1$/],
    [
      'a time without a known unit',
      { time: '5 weeks' },
      /: time must be a time, as 500, "60s" or "2m", not "5 weeks"$/
    ],
    ['a function in JSON', { reset: 'x' }, /: reset must be a function, which only a file in JavaScript has$/],
    ['a list', [], /is not an object with options$/],
    ['text that is not JSON', '{"runs":', /^The configuration .* is not JSON: /]
  ]
  for (const [what, content, message] of FAULTS) {
    it(`rejects ${what}, with the name of the key`, async () => {
      expect(await errorOf(written('rusn.json', content))).to.match(message)
    })
  }

  it('must exist where it is named', async () => {
    expect(await errorOf(join(folder, 'none.json'))).to.match(/^The configuration .* cannot be read: ENOENT/)
    expect(await errorOf(join(folder, 'none.mjs'))).to.match(/^The configuration .* cannot be imported: /)
    expect(await errorOf(written('empty.mjs', 'export const runs = 5'))).to.match(/is not an object with options$/)
  })
})
