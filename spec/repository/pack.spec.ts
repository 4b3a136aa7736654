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
    for (const source of ['src/a.ts', 'src/b/page.css']) write(source, 10)
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
    return (script as { staleBuild(home: string, lib: string): string | undefined })
      .staleBuild(home, 'dist/lib')
      ?.replaceAll(`${home}/`, '')
  }

  it('packs a build that is as new as the sources', async () => {
    expect(await fault()).to.equal(undefined)
  })

  for (const [what, change, message] of [
    ['is older', () => write('src/a.ts', 40), 'dist/lib is older than src/a.ts'],
    ['has another page', () => write('src/b/page.css', 40), 'dist/lib is older than src/b/page.css'],
    ['is not there', () => rmSync(join(home, 'dist'), { recursive: true }), 'dist/lib is missing']
  ] as const) {
    it(`packs nothing of a build that ${what}, and says what to run`, async () => {
      change()
      expect(await fault()).to.equal(message)
      const script = resolve('scripts/pack.mjs')
      const { status, stderr } = spawnSync(process.execPath, [script], { cwd: home, encoding: 'utf8' })
      expect([status, stderr]).to.deep.equal([1, `Nothing is packed: ${message}; run \`npm run pack\`\n`])
      expect(existsSync(join(home, '.build'))).to.equal(false)
    }).timeout(60_000)
  }
})
