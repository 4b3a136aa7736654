import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect } from 'chai'
import { File, Files, UploadedFile, type UploadOptions } from 'fieldstone'
import { BodyFlow } from '../../../src/http/body/body-flow.js'
import { MemoryBudget } from '../../../src/http/body/memory-budget.js'
import { MemoryFile } from '../../../src/http/body/memory-file.js'
import { formPlanOf } from '../../../src/http/body/multipart-fields.js'
import { readForm } from '../../../src/http/body/multipart-reader.js'
import { TemporaryFiles } from '../../../src/http/body/temporary-files.js'
import { uploadSettings } from '../../../src/http/body/uploads.js'
import { RequestAborted } from '../../../src/http/lifetime/abort-signal.js'
import { openFiles, SpecFolder } from '../../support/files.js'
import { BOUNDARY, bodyOf, file } from '../../support/multipart.js'
import { until } from '../../support/one-handler.js'

class Upload {
  @Files({ optional: true }) files?: UploadedFile[]
  @File({ optional: true, maxSize: 1_000_000 }) one?: UploadedFile
}

const PLAN = formPlanOf({ kind: 'record', class: Upload })

describe('files of a form, in memory or on disk by their sizes', () => {
  const folder = new SpecFolder()
  after(() => folder.remove())
  afterEach(() => until(() => folder.names.length === 0 && openFiles(folder.path).length === 0))

  function begin(options: UploadOptions = {}) {
    const uploads = uploadSettings({ folder: folder.path, ...options })
    const temporary = new TemporaryFiles(folder.path, new MemoryBudget(uploads.requestMemory, uploads.memory))
    const source = new PassThrough()
    const reading = { plan: PLAN, uploads, textLimit: 100, temporary }
    const form = readForm(BodyFlow.ofStream(source), BOUNDARY, reading) as Promise<{
      files: UploadedFile[]
      one: UploadedFile
    }>
    return { form, source, temporary, uploads }
  }

  /** The files of these sizes, and what the request has of them. */
  async function receive(sizes: readonly number[], options?: UploadOptions) {
    const request = begin(options)
    request.source.end(bodyOf(...sizes.map((size, index) => file('files', String(index).repeat(size)))))
    const { files } = await request.form
    return { ...request, files }
  }

  const places = (files: readonly UploadedFile[]) =>
    files.map((each) => (each instanceof MemoryFile ? 'memory' : 'disk'))

  it('are in memory up to fileMemory, and on disk above it', async () => {
    const { files, temporary } = await receive([65_536, 65_537, 1, 0])
    expect(places(files)).to.deep.equal(['memory', 'disk', 'memory', 'memory'])
    expect(folder.names).to.have.length(1)
    expect(files.map(({ size }) => size)).to.deep.equal([65_536, 65_537, 1, 0])
    for (const [index, each] of files.entries()) {
      expect((await each.bytes()).toString()).to.equal(String(index).repeat(each.size))
    }
    await temporary.removeAll()
  })

  it('are in memory as long as requestMemory lasts, and on disk after that', async () => {
    const { files, temporary } = await receive([60, 50, 40, 1], { fileMemory: 100, requestMemory: 100 })
    expect(places(files)).to.deep.equal(['memory', 'disk', 'memory', 'disk'])
    expect((await files[1]?.bytes())?.toString()).to.equal('1'.repeat(50))
    await temporary.removeAll()
  })

  it('are on disk where fileMemory is 0, empty ones among them', async () => {
    const { files, temporary } = await receive([1, 70_000], { fileMemory: 0 })
    expect(places(files)).to.deep.equal(['disk', 'disk'])
    await temporary.removeAll()
  })

  it('share totalMemory with those of other requests, until these are over', async () => {
    const { uploads, temporary, files } = await receive([90], { totalMemory: 100 })
    expect(places(files)).to.deep.equal(['memory'])
    const second = async () => {
      const other = new TemporaryFiles(folder.path, new MemoryBudget(uploads.requestMemory, uploads.memory))
      const source = new PassThrough()
      const form = readForm(BodyFlow.ofStream(source), BOUNDARY, {
        plan: PLAN,
        uploads,
        textLimit: 9,
        temporary: other
      })
      source.end(bodyOf(file('one', 'x'.repeat(20))))
      const { one } = (await form) as unknown as { one: UploadedFile }
      await other.removeAll()
      return places([one])
    }
    expect(await second()).to.deep.equal(['disk'])
    await temporary.removeAll()
    expect(uploads.memory.taken).to.equal(0)
    expect(await second()).to.deep.equal(['memory'])
  })

  it('take no memory when the request is over, however it ended', async () => {
    const ended = await receive([10, 100_000, 20])
    expect(ended.uploads.memory.taken).to.equal(30)
    await ended.temporary.removeAll()
    expect(ended.uploads.memory.taken).to.equal(0)

    for (const size of [1_000, 500_000]) {
      const { form, source, temporary, uploads } = begin()
      const body = bodyOf(file('files', 'x'), file('files', 'y'.repeat(size)))
      source.write(body.slice(0, -40))
      await until(() => uploads.memory.taken > 0)
      source.destroy(new RequestAborted())
      expect(await form.catch((error: unknown) => error)).to.be.instanceOf(RequestAborted)
      await temporary.removeAll()
      expect(uploads.memory.taken).to.equal(0)
    }

    const { form, source, temporary, uploads } = begin()
    source.end(bodyOf(file('one', 'x'.repeat(1_000_001))))
    expect(await form.catch((error: Error) => error.message)).to.equal("The file 'one' is larger than 1000000 bytes")
    await temporary.removeAll()
    expect(uploads.memory.taken).to.equal(0)
  })

  it('are written in the right order however they are cut into chunks, and wait for the disk', async () => {
    const content = Buffer.alloc(900_000, 'the content of a file\r\n--x-')
    for (const chunk of [1_000, 65_536, 1_000_000]) {
      const { form, source, temporary, uploads } = begin()
      const body = Buffer.from(bodyOf(file('one', content.toString())))
      for (let at = 0; at < body.length; at += chunk) {
        if (!source.write(body.subarray(at, at + chunk))) await new Promise((resolve) => source.once('drain', resolve))
        expect(uploads.memory.taken).to.be.at.most(uploads.requestMemory)
      }
      source.end()
      const { one } = await form
      expect((await one.bytes()).equals(content)).to.equal(true)
      await temporary.removeAll()
    }
  })

  it('fail with the error of the disk, and leave nothing behind', async () => {
    const { form, source, temporary, uploads } = begin({ folder: join(folder.path, 'missing') })
    Object.assign(temporary, {})
    temporary.newPath = () => join(folder.path, 'missing', 'x')
    source.write(bodyOf(file('one', 'x'.repeat(900_000))).slice(0, 800_000))
    expect(await form.catch((error: NodeJS.ErrnoException) => error.code)).to.equal('ENOENT')
    await temporary.removeAll()
    expect(uploads.memory.taken).to.equal(0)
  })

  it('leave no file behind when the request is over before the file is open', async () => {
    const { form, source, temporary } = begin({ fileMemory: 0 })
    // All files are removed before this one exists: only its writer can remove it.
    temporary.claim = () => {
      void temporary.removeAll()
      setImmediate(() => source.destroy(new RequestAborted()))
      return join(folder.path, 'late')
    }
    source.write(bodyOf(file('one', 'x'.repeat(1000))).slice(0, 500))
    expect(await form.catch((failure: unknown) => failure)).to.be.instanceOf(RequestAborted)
    await until(() => openFiles(folder.path).length === 0)
    expect(folder.names).to.deep.equal([])
    expect(() => TemporaryFiles.prototype.claim.call(temporary)).to.throw('over')
  })

  for (const [where, fileMemory] of [
    ['in memory', 65_536],
    ['on disk', 0]
  ] as const) {
    describe(`one ${where}`, () => {
      const one = async () => {
        const { files, temporary } = await receive([10], { fileMemory })
        return { one: files[0] as UploadedFile, temporary }
      }

      it('can be read again and again, each time as a copy of its own', async () => {
        const { one: upload, temporary } = await one()
        expect(upload).to.be.instanceOf(UploadedFile)
        ;(await upload.bytes()).fill('x')
        for (const chunk of await upload.stream().toArray()) (chunk as Buffer).fill('x')
        expect((await upload.bytes()).toString()).to.equal('0000000000')
        expect(Buffer.concat(await upload.stream().toArray()).toString()).to.equal('0000000000')
        await temporary.removeAll()
      })

      it('has a path to a private file with its content, which goes with the request', async () => {
        const { one: upload, temporary } = await one()
        const { path } = upload
        expect(upload.path).to.equal(path)
        expect(statSync(path).mode & 0o777).to.equal(0o600)
        expect(readFileSync(path, 'latin1')).to.equal('0000000000')
        expect((await upload.bytes()).toString()).to.equal('0000000000')
        expect(folder.names).to.have.length(1)
        await temporary.removeAll()
        expect(existsSync(path)).to.equal(false)
      })

      it('is moved to a path, and replaces what is there', async () => {
        const { one: upload, temporary } = await one()
        const kept = new SpecFolder()
        const target = join(kept.path, 'kept')
        writeFileSync(target, 'something that was there before')
        await upload.moveTo(target)
        expect(folder.names).to.deep.equal([])
        await temporary.removeAll()
        expect(readFileSync(target, 'latin1')).to.equal('0000000000')
        expect(statSync(target).mode & 0o777).to.equal(0o600)
        expect(kept.names).to.deep.equal(['kept'])
        for (const again of [() => upload.bytes(), () => upload.moveTo(target), () => upload.stream().toArray()])
          expect(await again().catch((error: NodeJS.ErrnoException) => error.code)).to.equal('ENOENT')
        kept.remove()
      })

      it('rejects where it cannot be moved, and can be moved elsewhere', async () => {
        const { one: upload, temporary } = await one()
        const kept = new SpecFolder()
        const failed = await upload.moveTo(join(kept.path, 'missing', 'x')).catch((error) => error.code)
        expect(failed).to.equal('ENOENT')
        await upload.moveTo(join(kept.path, 'kept'))
        expect(readFileSync(join(kept.path, 'kept'), 'latin1')).to.equal('0000000000')
        await temporary.removeAll()
        kept.remove()
      })

      it('is gone when the request is over', async () => {
        const { one: upload, temporary } = await one()
        await temporary.removeAll()
        const attempts = [() => upload.bytes(), () => upload.moveTo('elsewhere'), () => upload.stream().toArray()]
        for (const attempt of attempts) {
          expect(await attempt().catch((error: NodeJS.ErrnoException) => error.code)).to.equal('ENOENT')
        }
        expect(existsSync(upload.path)).to.equal(false)
      })

      it('leaves nothing behind when the request ends while it is moved', async () => {
        const { one: upload, temporary } = await one()
        const kept = new SpecFolder()
        const moving = upload.moveTo(join(kept.path, 'kept')).catch(() => {})
        await temporary.removeAll()
        await moving
        kept.remove()
      })
    })
  }
})
