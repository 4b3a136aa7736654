import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect } from 'chai'

/** The declarations that a package's `exports` name, under whatever conditions. */
function declarationsOf(exports: unknown): string[] {
  if (typeof exports === 'string') return /\.d\.c?ts$/.test(exports) ? [exports] : []
  return Object.values(exports as object).flatMap(declarationsOf)
}

describe('The compiler', () => {
  it('rejects a declaration that contradicts the code beside it, in words, and accepts all others', () => {
    const { stdout, stderr } = spawnSync(process.execPath, ['scripts/check-types.mjs', '--strict'], {
      encoding: 'utf8'
    })
    expect(stderr).to.equal('')
    expect(stdout).to.include('as expected')
  }).timeout(180_000)

  it('accepts the published declarations in a project that checks those of its libraries, too', () => {
    const settings = ['--target', 'es2022', '--module', 'nodenext', '--types', 'node', '--strict', '--noEmit']
    const declarations = declarationsOf(JSON.parse(readFileSync('package.json', 'utf8')).exports)
    expect(declarations).to.include('./dist/src/index.d.ts')
    const { stdout } = spawnSync('npx', ['tsc', '--ignoreConfig', ...settings, ...declarations], { encoding: 'utf8' })
    expect(stdout).to.equal('')
  }).timeout(60_000)
})
