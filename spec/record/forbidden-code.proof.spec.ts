import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { canGenerateCode } from '../../src/record/program/program.js'

const run = promisify(execFile)
const mocha = createRequire(import.meta.url).resolve('mocha/bin/mocha.js')

/** The specs of the binder that need no generated code themselves, as Ajv does. */
const SPECS =
  /^(?:bad-input|binder|class-validator-check|class-validator-dto|declared-binder|mapped|text|union.*|validation-tree|enum)\.spec\.js$/

function specsOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => SPECS.test(basename(file)))
    .map((file) => join(folder, file))
}

/** It runs many specs; the limit is against hanging. */
const LONGEST_MS = 300_000

describe('Where no code may be generated', () => {
  it('closures pass the specs of the binder', async function () {
    this.timeout(LONGEST_MS)
    if (!canGenerateCode) this.skip()
    const specs = specsOf(import.meta.dirname)
    expect(specs.length).to.be.greaterThan(8)
    const flags = [
      '--disallow-code-generation-from-strings',
      mocha,
      '--no-parallel',
      '--reporter',
      'dot',
      '--forbid-only'
    ]
    const { stdout } = await run(process.execPath, [...flags, ...specs], {
      env: { ...process.env, FIELDSTONE_CASES_SHARE: '0.25' },
      timeout: LONGEST_MS
    }).catch((error: { stdout: string }) => error)
    expect(stdout)
      .to.match(/\d{2,} passing/)
      .and.not.to.match(/\d failing/)
  })
})
