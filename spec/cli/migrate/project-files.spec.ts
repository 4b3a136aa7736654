import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect } from 'chai'
import { needCommitted, readProject, writeChanges } from '../../../src/cli/migrate/project-files.js'
import { runHere } from '../../support/command.js'

const CONTROLLER = "import { Controller } from '@nestjs/common'\n@Controller('a')\nexport class A {}\n"

describe('the files that fieldstone migrate rewrites', () => {
  let root: string
  let src: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'fieldstone-files-'))
    src = join(root, 'src')
    mkdirSync(src)
    writeFileSync(join(src, 'a.ts'), CONTROLLER)
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  it('are those of the folder itself: links are listed and not followed, folders may have any name', () => {
    mkdirSync(join(root, 'outside'))
    mkdirSync(join(src, 'folder.ts/node_modules'), { recursive: true })
    for (const file of ['../outside/b.ts', 'folder.ts/c.tsx', 'folder.ts/d.d.ts', 'folder.ts/node_modules/e.ts'])
      writeFileSync(join(src, file), CONTROLLER)
    for (const [target, link] of [
      ['..', 'folder.ts/up'],
      ['../outside', 'outside'],
      ['../outside/b.ts', 'b.ts'],
      ['loop.ts', 'loop.ts'],
      ['nowhere', 'nowhere']
    ] as const)
      symlinkSync(target, join(src, link))
    const { texts, skipped } = readProject(src)
    expect([...texts.keys()].map((path) => relative(src, path))).to.deep.equal(['a.ts', join('folder.ts', 'c.tsx')])
    expect(skipped.map(({ file, what }) => `${relative(src, file)}: ${what}`)).to.have.members(
      ['b.ts', join('folder.ts', 'up'), 'loop.ts', 'outside'].map((file) => `${file}: a link, which is not followed`)
    )
  })

  it('are UTF-8: bytes of other encodings would be lost, so nothing is written', async () => {
    writeFileSync(join(src, 'latin.ts'), Buffer.from(`${CONTROLLER}const s = 'caf\xe9'\n`, 'latin1'))
    const { error } = await runHere('migrate', 'nestjs', src, '--force')
    expect(error?.message).to.include('latin.ts is not UTF-8, and nothing was written')
    expect(readFileSync(join(src, 'a.ts'), 'utf8')).to.equal(CONTROLLER)
  })

  it('may be nested deeper than a stack', async () => {
    writeFileSync(join(src, 'sum.ts'), `${CONTROLLER}export const sum = ${Array(6000).fill("'a'").join(' + ')}\n`)
    const { error, status } = await runHere('migrate', 'nestjs', src, '--force')
    expect(error).to.equal(undefined)
    expect(status).to.equal(0)
  })

  it('keep their permissions', () => {
    const path = join(src, 'a.ts')
    chmodSync(path, 0o555)
    writeChanges([{ path, before: CONTROLLER, after: 'rewritten' }])
    expect(statSync(path).mode & 0o777).to.equal(0o555)
    expect(readFileSync(path, 'utf8')).to.equal('rewritten')
  })

  it('are committed: what git ignores could not be brought back', () => {
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
        cwd: root,
        stdio: 'pipe'
      })
    const [known, ignored, added] = ['a.ts', 'ignored.ts', 'application.ts'].map((name) => join(src, name))
    writeFileSync(join(root, '.gitignore'), 'ignored.ts\n')
    writeFileSync(ignored as string, CONTROLLER)
    git('init', '-q')
    git('add', '-A')
    git('commit', '-q', '-m', 'first')
    const change = (path: string | undefined, before?: string) => ({ path: path as string, before, after: '' })
    needCommitted(src, [change(known, CONTROLLER), change(added)])
    expect(() => needCommitted(src, [change(known, CONTROLLER), change(ignored, CONTROLLER)]))
      .to.throw(`${ignored} is not in the git repository`)
      .with.property('message')
      .which.includes('--force')
  })
})
