import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { type Context, File, Files, type Service, UploadedFile, type UploadOptions } from 'fieldstone'
import { inChunks, streamedPost } from '../support/chunked-body.js'
import { openFiles, SpecFolder } from '../support/files.js'
import { BOUNDARY, bodyOf, file } from '../support/multipart.js'
import { oneHandler, recordingLogger, until } from '../support/one-handler.js'

class Upload {
  @Files({ optional: true }) files?: UploadedFile[]
  @File({ optional: true, maxSize: 1_000_000 }) one?: UploadedFile
}

const TYPE = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }

describe('Files of a form, in memory or on disk by their sizes', () => {
  const folder = new SpecFolder()
  after(() => folder.remove())
  afterEach(() => until(() => folder.names.length === 0 && openFiles(folder.path).length === 0))

  /** A service whose handler gets the files of a form. */
  const serve = (handle: (files: UploadedFile[], ctx: Context) => unknown, uploads: UploadOptions = {}) =>
    oneHandler(
      async (ctx) => {
        const { files = [], one } = await ctx.bindValidated(Upload)
        return handle(one === undefined ? files : [...files, one], ctx)
      },
      { uploads: { folder: folder.path, ...uploads }, route: { requestBody: Upload }, responseChecks: 'off' }
    )

  const post = (service: Service, body: string, chunk = 65_536) =>
    service.fetch(streamedPost('http://a/', inChunks(Buffer.from(body, 'latin1'), chunk), TYPE))

  /** Waits until a form with a file of this size is taken in memory: a request is over a moment after its response. */
  async function untilInMemory(service: Service, size: number): Promise<void> {
    while ((await (await post(service, formOf([size]))).json()) !== 0) await new Promise(setImmediate)
  }

  const formOf = (sizes: readonly number[]) =>
    bodyOf(...sizes.map((size, index) => file('files', String(index).repeat(size))))

  const placed: readonly [what: string, uploads: UploadOptions, sizes: readonly number[], onDisk: number][] = [
    ['up to 64 KiB in memory, larger ones on disk', {}, [65_536, 65_537, 1, 0], 1],
    ['up to fileMemory in memory', { fileMemory: 100 }, [100, 101, 0], 1],
    ['in memory as long as requestMemory lasts', { fileMemory: 100, requestMemory: 100 }, [60, 50, 40, 1], 2],
    ['on disk where fileMemory is 0', { fileMemory: 0 }, [1, 70_000], 2],
    ['on disk where totalMemory is 0', { totalMemory: 0 }, [1, 2], 2]
  ]
  for (const [what, uploads, sizes, onDisk] of placed) {
    it(`are ${what}, and have the same content`, async () => {
      const service = await serve(async (files) => {
        const contents = await Promise.all(files.map((each) => each.bytes()))
        const isRight = contents.every((bytes, index) => bytes.toString() === String(index).repeat(sizes[index] ?? 0))
        return [folder.names.length, files.map(({ size }) => size), isRight]
      }, uploads)
      expect(await (await post(service, formOf(sizes))).json()).to.deep.equal([onDisk, sizes, true])
    })
  }

  it('share totalMemory with those of other requests, until these are over', async () => {
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let isHolding = false
    const service = await serve(
      async (files) => {
        const count = folder.names.length
        if (files[0]?.size === 90) {
          isHolding = true
          await held
        }
        return count
      },
      { totalMemory: 100 }
    )
    const first = post(service, formOf([90]))
    await until(() => isHolding)
    expect(await (await post(service, formOf([20]))).json()).to.equal(1)
    release()
    expect(await (await first).json()).to.equal(0)
    await untilInMemory(service, 20)
  })

  for (const [what, body, status] of [
    ['is too large', bodyOf(file('files', 'x'.repeat(90)), file('one', 'x'.repeat(1_000_001))), 413],
    ['ends early', formOf([90]).slice(0, -20), 400]
  ] as const) {
    it(`take no memory and no disk any more when a request is over that ${what}`, async () => {
      const service = await serve(() => folder.names.length, { totalMemory: 100 })
      expect((await post(service, body)).status).to.equal(status)
      await untilInMemory(service, 100)
    })
  }

  it('are written in the right order however they are cut into chunks', async () => {
    const content = Buffer.alloc(900_000, 'the content of a file\r\n--x-').toString()
    const service = await serve(async ([one]) => (await one?.bytes())?.toString() === content)
    for (const chunk of [1_000, 65_536, 1_000_000]) {
      expect(await (await post(service, bodyOf(file('one', content)), chunk)).json(), `${chunk}`).to.equal(true)
    }
  })

  it('are a 500 that the log explains where they cannot be written', async () => {
    const { logger, entries } = recordingLogger()
    const service = await oneHandler((ctx) => ctx.bindValidated(Upload), {
      logger,
      uploads: { folder: join(folder.path, 'missing'), fileMemory: 0 },
      route: { requestBody: Upload }
    })
    expect((await post(service, formOf([10]))).status).to.equal(500)
    expect(entries.map(({ fields }) => (fields.err as NodeJS.ErrnoException | undefined)?.code)).to.include('ENOENT')
  })

  it('are removed when the process ends while a request has some', () => {
    const program = `
      import { readdirSync } from 'node:fs'
      import { Application, bootstrap, File } from 'fieldstone'
      class Upload {}
      File()(Upload.prototype, 'file')
      const folder = process.argv[1]
      const handler = async (ctx) => {
        await ctx.bindValidated(Upload)
        console.log(readdirSync(folder).length)
        process.exit()
      }
      const routes = (router) => router.postFunc('/', handler, { requestBody: Upload })
      const uploads = { folder, fileMemory: 0 }
      const service = await bootstrap(new Application({ title: 'a', version: '1', uploads, routes }))
      const form = new FormData()
      form.set('file', new Blob(['x']), 'x.txt')
      await service.inject({ method: 'POST', url: '/', body: form })`
    const flags = ['--conditions=fieldstone-modules', '--input-type=module', '-e', program, folder.path]
    const root = fileURLToPath(new URL('../../../', import.meta.url))
    expect(execFileSync(process.execPath, flags, { cwd: root, encoding: 'utf8' })).to.equal('1\n')
    expect(folder.names).to.deep.equal([])
  })

  for (const [where, fileMemory] of [
    ['in memory', 65_536],
    ['on disk', 0]
  ] as const) {
    describe(`one ${where}`, () => {
      /** Runs the work with an uploaded file of ten zeros, while its request is handled. */
      async function withUpload<T>(work: (upload: UploadedFile) => T): Promise<Awaited<T>> {
        let result: { value: Awaited<T> } | undefined
        let failure: unknown
        const service = await serve(
          async (files) => {
            try {
              result = { value: await work(files[0] as UploadedFile) }
            } catch (error) {
              failure = error
            }
          },
          { fileMemory }
        )
        await post(service, formOf([10]))
        if (result === undefined) throw failure
        return result.value
      }

      const TEXT = '0000000000'
      const code = (error: NodeJS.ErrnoException) => error.code

      it('can be read again and again, each time as a copy of its own', async () => {
        const texts = await withUpload(async (upload) => {
          expect(upload).to.be.instanceOf(UploadedFile)
          ;(await upload.bytes()).fill('x')
          for (const chunk of await upload.stream().toArray()) (chunk as Buffer).fill('x')
          return [String(await upload.bytes()), String(Buffer.concat(await upload.stream().toArray()))]
        })
        expect(texts).to.deep.equal([TEXT, TEXT])
      })

      it('has a path to a private file with its content, which goes with the request', async () => {
        const path = await withUpload(async (upload) => {
          const { path } = upload
          expect(upload.path).to.equal(path)
          expect(statSync(path).mode & 0o777).to.equal(0o600)
          expect(readFileSync(path, 'latin1')).to.equal(TEXT)
          expect(String(await upload.bytes())).to.equal(TEXT)
          expect(folder.names).to.have.length(1)
          return path
        })
        await until(() => !existsSync(path))
      })

      it('is moved to a path, replaces what is there, and is gone then', async () => {
        const kept = new SpecFolder()
        const target = join(kept.path, 'kept')
        writeFileSync(target, 'something that was there before')
        await withUpload(async (upload) => {
          await upload.moveTo(target)
          expect(folder.names).to.deep.equal([])
          for (const again of [() => upload.bytes(), () => upload.moveTo(target), () => upload.stream().toArray()]) {
            expect(await again().catch(code)).to.equal('ENOENT')
          }
        })
        expect([readFileSync(target, 'latin1'), kept.names]).to.deep.equal([TEXT, ['kept']])
        expect(statSync(target).mode & 0o777).to.equal(0o600)
        kept.remove()
      })

      it('rejects where it cannot be moved, and can be moved elsewhere', async () => {
        const kept = new SpecFolder()
        await withUpload(async (upload) => {
          expect(await upload.moveTo(join(kept.path, 'missing', 'x')).catch(code)).to.equal('ENOENT')
          await upload.moveTo(join(kept.path, 'kept'))
        })
        expect(readFileSync(join(kept.path, 'kept'), 'latin1')).to.equal(TEXT)
        kept.remove()
      })

      it('is gone when the request is over', async () => {
        const upload = await withUpload((each) => [each])
        const [gone] = upload as [UploadedFile]
        // The request is over a moment after its response.
        while ((await gone.bytes().catch(code)) !== 'ENOENT') await new Promise(setImmediate)
        const attempts = [() => gone.bytes(), () => gone.moveTo('elsewhere'), () => gone.stream().toArray()]
        for (const attempt of attempts) expect(await attempt().catch(code)).to.equal('ENOENT')
        expect(existsSync(gone.path)).to.equal(false)
      })
    })
  }
})
