import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { UploadedFile } from 'fieldstone'
import { SpecFolder } from '../support/files.js'

/** Memory as a file system of its own, which Linux has. */
const OTHER = '/dev/shm'

describe('an uploaded file', () => {
  it('stays where it is if it cannot be moved', async () => {
    const here = new SpecFolder()
    try {
      const path = join(here.path, 'upload')
      writeFileSync(path, 'content')
      const file = new UploadedFile({ field: 'f', filename: 'a', contentType: 'text/plain', size: 7, path })
      const failure = await file.moveTo(join(here.path, 'none', 'kept')).catch((error: unknown) => error)
      expect(failure).to.include({ code: 'ENOENT', syscall: 'rename' })
      expect(here.names).to.deep.equal(['upload'])
    } finally {
      here.remove()
    }
  })

  it('is moved to another file system', async function () {
    const here = new SpecFolder()
    if (!existsSync(OTHER) || statSync(OTHER).dev === statSync(here.path).dev) {
      here.remove()
      this.skip()
    }
    const there = mkdtempSync(join(OTHER, 'fieldstone-'))
    try {
      const path = join(here.path, 'upload')
      writeFileSync(path, 'content')
      const file = new UploadedFile({ field: 'f', filename: 'a', contentType: 'text/plain', size: 7, path })
      await file.moveTo(join(there, 'kept'))
      expect(readFileSync(join(there, 'kept'), 'latin1')).to.equal('content')
      expect(here.names).to.deep.equal([])
    } finally {
      rmSync(there, { recursive: true })
      here.remove()
    }
  })
})
