import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'

describe('scripts/pack.mjs', () => {
  let home: string
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'pack-'))
    writeFileSync(join(home, 'package.json'), '{ "name": "a", "version": "1.0.0" }')
    for (const source of ['src/a.ts', 'src/b/c.cts', 'src/b/page.css']) write(source, 10)
    for (const built of ['dist/src/a.js', 'dist/src/b/c.cjs']) write(built, 20)
    write('dist/lib/index.js', 30)
  })
  afterEach(() => {
    rmSync(home, { recursive: true })
  })

  const write = (file: string, seconds: number) => {
    const path = join(home, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, '')
    utimesSync(path, seconds, seconds)
  }
  const fault = async () => {
    const script = await import(pathToFileURL(resolve('scripts/stale-build.mjs')).href)
    return (script as { staleBuild(home: string): string | undefined }).staleBuild(home)?.replaceAll(`${home}/`, '')
  }

  it('packs a build that is as new as the sources', async () => {
    expect(await fault()).to.equal(undefined)
  })

  for (const [what, change, message] of [
    ['is older', () => write('src/a.ts', 25), 'dist/src/a.js is older than src/a.ts'],
    ['has no module of a source', () => rmSync(join(home, 'dist/src/b/c.cjs')), 'dist/src/b/c.cjs is missing'],
    ['is not bundled again', () => write('src/b/page.css', 40), 'dist/lib/index.js is older than src/b/page.css'],
    ['is not there', () => rmSync(join(home, 'dist'), { recursive: true }), 'dist/lib/index.js is missing']
  ] as const) {
    it(`packs nothing of a build that ${what}, and says what to run`, async () => {
      change()
      expect(await fault()).to.equal(message)
      const script = resolve('scripts/pack.mjs')
      const { status, stderr } = spawnSync(process.execPath, [script], { cwd: home, encoding: 'utf8' })
      expect([status, stderr]).to.deep.equal([1, `Nothing is packed: ${message}; run \`npm run build\` first\n`])
      expect(existsSync(join(home, '.build'))).to.equal(false)
    }).timeout(60_000)
  }
})
