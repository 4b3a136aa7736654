import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { WatchedFiles } from '../src/dev/watched-files.js'

describe('the files that fieldstone dev watches', () => {
  let folder: string
  let files: WatchedFiles
  let next: PromiseWithResolvers<string>
  const path = (name: string) => join(folder, name)

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fieldstone-watch-'))
    mkdirSync(path('views'))
    for (const name of ['a.ts', 'b.ts', 'views/one.html']) writeFileSync(path(name), name)
    files = new WatchedFiles((changed) => next.resolve(changed))
  })
  afterEach(() => {
    files.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** The file that is reported after a change; the first one, if there are several. */
  function reported(change: () => void): Promise<string> {
    next = withResolvers()
    change()
    return next.promise
  }

  it('report another content, however it was saved', async () => {
    for (const name of ['a.ts', 'b.ts']) files.add(path(name))
    expect(await reported(() => writeFileSync(path('a.ts'), 'changed'))).to.equal(path('a.ts'))
    const replaced = () => {
      writeFileSync(path('a.ts.tmp'), 'replaced')
      renameSync(path('a.ts.tmp'), path('a.ts'))
    }
    expect(await reported(replaced)).to.equal(path('a.ts'))
    expect(await reported(() => rmSync(path('b.ts')))).to.equal(path('b.ts'))
    expect(await reported(() => writeFileSync(path('b.ts'), 'again'))).to.equal(path('b.ts'))
  })

  it('report no file that was saved as it is, and none that was not loaded', async () => {
    for (const name of ['a.ts', 'b.ts']) files.add(path(name))
    const others = () => {
      writeFileSync(path('a.ts'), 'a.ts')
      writeFileSync(path('c.ts'), 'c.ts')
      writeFileSync(path('b.ts'), 'changed')
    }
    expect(await reported(others)).to.equal(path('b.ts'))
  })

  it('report a file that was written after it was read, before it was watched', async () => {
    const { mtimeMs } = statSync(path('a.ts'))
    files.add(path('b.ts'), statSync(path('b.ts')).mtimeMs + 1)
    expect(await reported(() => files.add(path('a.ts'), mtimeMs - 1))).to.equal(path('a.ts'))
  })

  it('report a new file where an import may lack it', async () => {
    files.add(path('a.ts'))
    files.acceptsNew = true
    const added = () => {
      writeFileSync(path('notes.txt'), 'no code')
      writeFileSync(path('missing.ts'), 'here')
    }
    expect(await reported(added)).to.equal(path('missing.ts'))
  })

  it('report all files of a folder, and a file that is given', async () => {
    files.addPath(path('views'))
    files.addPath(path('b.ts'))
    expect(await reported(() => writeFileSync(path('views/two.html'), 'new'))).to.equal(path('views/two.html'))
    expect(await reported(() => writeFileSync(path('b.ts'), 'new'))).to.equal(path('b.ts'))
  })
})

interface PromiseWithResolvers<T> {
  readonly promise: Promise<T>
  readonly resolve: (value: T) => void
}

function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
