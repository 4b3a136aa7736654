import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { parseImports } from '../support/imports.js'

const run = promisify(execFile)
const mocha = createRequire(import.meta.url).resolve('mocha/bin/mocha.js')
const FLAG = '--disallow-code-generation-from-strings'

/** Packages that generate code themselves. */
const GENERATING = new Set(['ajv', 'arktype', 'esbuild'])

const verdicts = new Map<string, boolean>()

/** Whether the compiled module, or any of the specs' modules that it imports, uses what generates code itself. */
function generatesCode(file: string): boolean {
  const known = verdicts.get(file)
  if (known !== undefined) return known
  // Modules may import each other in a circle.
  verdicts.set(file, false)
  const generates = parseImports(readFileSync(file, 'utf8')).some(({ specifier }) =>
    specifier.startsWith('.')
      ? generatesCode(resolve(dirname(file), specifier))
      : GENERATING.has(specifier.split('/')[0] as string)
  )
  verdicts.set(file, generates)
  return generates
}

/** The specs of records, rules and schemas, but for proofs and those that use what generates code itself. */
function specs(): string[] {
  return ['.', '../rules', '../schemas'].flatMap((folder) => {
    const path = join(import.meta.dirname, folder)
    const files = readdirSync(path).filter((file) => file.endsWith('.spec.js') && !file.includes('.proof.'))
    return files.map((file) => join(path, file)).filter((file) => !generatesCode(file))
  })
}

/** It runs many specs; the limit is against hanging. */
const LONGEST_MS = 900_000

describe('Where no code may be generated from strings', () => {
  it('the specs of records, rules and schemas pass', async function () {
    this.timeout(LONGEST_MS)
    // Where they run like that already, nothing is left to say.
    if (process.execArgv.includes(FLAG)) this.skip()
    const files = specs()
    expect(files.length).to.be.greaterThan(20)
    const args = [FLAG, '--enable-source-maps', '--conditions=fieldstone-modules', mocha]
    const options = ['--no-config', '--timeout', '180000', '--reporter', 'json', '--forbid-only']
    const { stdout, stderr } = await run(process.execPath, [...args, ...options, ...files], {
      env: { ...process.env, FIELDSTONE_CASES_SHARE: '0.25' },
      timeout: LONGEST_MS,
      maxBuffer: 2 ** 26
    }).catch((error: { stdout: string; stderr: string }) => error)
    const { failed, passing } = outcomeOf(stdout)
    expect(failed, 'what failed').to.deep.equal([])
    expect(passing, stderr).to.be.greaterThan(100)
  })
})

interface Outcome {
  readonly stats: { readonly passes: number }
  readonly failures: readonly { readonly fullTitle: string; readonly err: { readonly message?: string } }[]
}

/** What mocha's JSON reporter says; specs may print before it. Without a report nothing passed. */
function outcomeOf(output: string): { failed: readonly string[]; passing: number } {
  const start = output.search(/^\{\n {2}"stats"/m)
  if (start < 0) return { failed: [`no report of mocha: ${output.slice(-2000)}`], passing: 0 }
  const { stats, failures }: Outcome = JSON.parse(output.slice(start))
  return { failed: failures.map(({ fullTitle, err }) => `${fullTitle}: ${err.message}`), passing: stats.passes }
}
