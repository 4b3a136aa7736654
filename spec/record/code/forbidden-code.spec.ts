import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { canGenerateCode } from '../../../src/record/code/program.js'

const run = promisify(execFile)
const mocha = createRequire(import.meta.url).resolve('mocha/bin/mocha.js')

/** The specs of the binder that need no generated code themselves, as Ajv does. */
const SPECS =
  /^(?:bad-input|binder|class-validator-check|class-validator-dto|declared-binder|mapped|text|union.*|validation-tree|value-readers)\.spec\.js$/

describe('Where no code may be generated', () => {
  it('closures pass the specs of the binder and of the drop-ins', async function () {
    this.timeout(60_000)
    if (!canGenerateCode) this.skip()
    const folder = join(import.meta.dirname, '..')
    const binder = readdirSync(folder).filter((file) => SPECS.test(file))
    expect(binder.length).to.be.greaterThan(5)
    const specs = [...binder, '../drop-in/agreement.spec.js']
    const flags = ['--disallow-code-generation-from-strings', mocha, '--reporter', 'dot', '--forbid-only']
    const { stdout } = await run(process.execPath, [...flags, ...specs.map((file) => join(folder, file))], {
      timeout: 50_000
    }).catch((error: { stdout: string }) => error)
    expect(stdout)
      .to.match(/\d{2,} passing/)
      .and.not.to.match(/\d failing/)
  })
})
