import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { expect } from 'chai'
import { needCommitted, readProject, writeChanges } from '../../../src/cli/migrate/project-files.js'
import { runHere } from '../../support/command.js'
import { expectListed } from '../../support/listed.js'
import { outcome } from '../../support/whole-list.js'

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

  it('are read, and rejected, as files-list.txt says', () => {
    const plain = (text: string) => text.replaceAll(src, '<src>')
    const names = [
      ...['b.ts', 'Z.ts', 'c.tsx', 'd.js', 'e.mts', 'f.d.ts', 'g.ts.txt', 'h.spec.ts', 'i.test.tsx', 'j.e2e-spec.ts'],
      ...['k.e2e-test.ts', 'l.specs.ts', 'spec.ts', 'm.spec.ts', 'dist/n.ts', '.git/o.ts', 'p/dist/q.ts', 'dists/r.ts'],
      ...['node_modules/s.ts', 'p/t.ts']
    ]
    for (const name of names) {
      mkdirSync(dirname(join(src, name)), { recursive: true })
      writeFileSync(join(src, name), name.startsWith('m') ? 'plain' : CONTROLLER)
    }
    symlinkSync('b.ts', join(src, 'link.js'))
    symlinkSync('b.ts', join(src, 'link.d.ts'))
    symlinkSync('b.ts', join(src, 'link.spec.ts'))
    const { texts, skipped } = readProject(src)
    const lines = [`read: ${[...texts.keys()].map((path) => relative(src, path))}`]
    for (const { file, line, what, remedy } of skipped) lines.push(plain(`${file}:${line}: ${what}; ${remedy}`))
    writeFileSync(join(src, 'latin.ts'), Buffer.from([0xe9]))
    lines.push(plain(outcome(() => readProject(src))))
    rmSync(join(src, '.git'), { recursive: true })
    const change = { path: join(src, 'a.ts'), before: CONTROLLER, after: '' }
    lines.push(plain(outcome(() => needCommitted(src, [change]))))
    const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' })
    git('init', '-q')
    lines.push(plain(outcome(() => needCommitted(src, [change]))))
    writeFileSync(join(root, '.gitignore'), 'src\n')
    lines.push(plain(outcome(() => needCommitted(src, [change]))))
    lines.push(plain(outcome(() => needCommitted(src, [{ ...change, before: undefined }]))))
    lines.push(plain(outcome(() => needCommitted(src, []))))
    expectListed('cli/migrate/files-list.txt', 'files', lines)
  })

  it('are all written, or none of them', () => {
    const [a, b, c] = ['a.ts', 'b.ts', 'c.ts'].map((name) => join(src, name)) as [string, string, string]
    writeFileSync(c, CONTROLLER)
    const changes = [
      { path: a, before: CONTROLLER, after: 'changed' },
      { path: b, before: undefined, after: 'new' },
      { path: c, before: CONTROLLER, after: undefined }
    ]
    const nowhere = { path: join(src, 'none/d.ts'), before: undefined, after: 'x' }
    expect(() => writeChanges([...changes, nowhere])).to.throw(/^Nothing was written: ENOENT/)
    expect(readdirSync(src)).to.deep.equal(['a.ts', 'c.ts'])
    expect(readFileSync(a, 'utf8')).to.equal(CONTROLLER)
    writeChanges(changes)
    expect(readdirSync(src)).to.deep.equal(['a.ts', 'b.ts'])
    expect([a, b].map((path) => readFileSync(path, 'utf8'))).to.deep.equal(['changed', 'new'])
  })
})
