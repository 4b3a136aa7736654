import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { expect } from 'chai'
import { type Context, Field, File, Files, Integer, Router, UploadedFile } from 'fieldstone'
import { openFiles, SpecFolder } from '../support/files.js'
import { BOUNDARY, bodyOf, file, text } from '../support/multipart.js'
import { exchange, type HandlerOptions, openSocket, Servers, until } from '../support/one-handler.js'

class Profile {
  @Field({ maxLength: 20 }) name!: string
  @Field(() => Integer, { optional: true }) age?: number
  @Field(() => [String], { optional: true }) tags?: string[]
  @File({ maxSize: 100_000, contentTypes: ['image/png', 'text/*'] }) avatar!: UploadedFile
  @Files({ optional: true, maxItems: 2 }) photos?: UploadedFile[]
}

for (const [where, kept] of [
  ['on disk', { fileMemory: 0 }],
  ['in memory', {}]
] as const) {
  describe(`a form with files that are kept ${where}`, () => {
    const servers = new Servers()
    const folder = new SpecFolder()
    afterEach(() => servers.close())
    after(() => folder.remove())

    const serve = (handler: (ctx: Context) => unknown, options: HandlerOptions = {}) =>
      servers.serve(handler as never, { uploads: { folder: folder.path, ...kept }, ...options })

    async function post(
      handler: (ctx: Context) => unknown,
      body: string | Buffer,
      options?: HandlerOptions,
      type?: string
    ) {
      const { url, log } = await serve(handler, options)
      const headers = { 'content-type': type ?? `multipart/form-data; boundary=${BOUNDARY}` }
      const response = await fetch(url, { method: 'POST', body, headers })
      const result = {
        status: response.status, // biome-ignore lint/suspicious/noExplicitAny: whatever the handler returns
        body: (await response.json()) as any,
        log
      }
      await until(() => folder.names.length === 0)
      return result
    }

    const route = { requestBody: Profile }
    it('tells in the log of a file that cannot be removed', async () => {
      const { url, log } = await serve(
        async (ctx) => {
          const { avatar } = await ctx.bindValidated(Profile)
          const { path } = avatar
          rmSync(path)
          mkdirSync(path)
          return 'kept'
        },
        { route }
      )
      const body = bodyOf(text('name', 'Ada'), file('avatar', 'abc'))
      const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
      expect(await (await fetch(url, { method: 'POST', body, headers })).text()).to.equal('"kept"')
      await until(() => log.length > 0)
      for (const name of folder.names) rmdirSync(join(folder.path, name))
      expect(log.map(({ level, message }) => [level, message])).to.deep.equal([
        ['error', 'Spec.handler left a temporary file behind']
      ])
    })

    /** How many files there are while a form with one is handled. */
    const present = where === 'on disk' ? 1 : 0
    const describeProfile = async (ctx: Context) => {
      const profile = await ctx.bindValidated(Profile)
      const { avatar, photos } = profile
      return {
        isRecord: profile instanceof Profile,
        ...profile,
        avatar: [
          avatar instanceof UploadedFile,
          avatar.filename,
          avatar.contentType,
          avatar.size,
          (await avatar.bytes()).toString()
        ],
        photos: photos?.map((photo) => [photo.field, photo.size])
      }
    }

    it('is bound by the record: texts by their lexical form, files as files, in private files that are gone afterwards', async () => {
      let path = ''
      const handler = async (ctx: Context) => {
        const { avatar } = await ctx.bindValidated(Profile)
        path = avatar.path
        expect(statSync(path).mode & 0o777).to.equal(0o600)
        expect(basename(path)).not.to.contain('png')
        return { exists: existsSync(path) }
      }
      const body = bodyOf(text('name', 'Ada'), file('avatar', 'bytes', 'me.png'))
      expect((await post(handler, body, { route })).body).to.deep.equal({ exists: true })
      expect(existsSync(path)).to.equal(false)
      const all = bodyOf(
        text('name', 'Ädä'),
        text('age', '36'),
        text('tags', 'a'),
        text('tags', 'b'),
        file('photos', 'one'),
        file('avatar', 'bytes', '..\\..\\C:/x/me.png'),
        file('photos', 'three')
      )
      expect((await post(describeProfile, all, { route })).body).to.deep.equal({
        isRecord: true,
        name: 'Ädä',
        age: 36,
        tags: ['a', 'b'],
        avatar: [true, 'me.png', 'image/png', 5, 'bytes'],
        photos: [
          ['photos', 3],
          ['photos', 5]
        ]
      })
    })

    it('reads a part as the record declares it, not as the client does', async () => {
      const body = bodyOf(file('name', 'Ada'), text('avatar', 'just text'), file('unknown', 'x'.repeat(100)))
      const { body: result } = await post(describeProfile, body, { route })
      expect(result).to.include({ name: 'Ada' })
      expect(result.avatar).to.deep.equal([true, null, 'text/plain', 9, 'just text'])
    })

    const faulty: readonly [what: string, body: string, faults: readonly string[]][] = [
      [
        'a text that is not a number',
        bodyOf(text('name', 'Ada'), text('age', '1e3'), file('avatar', 'x')),
        ['age type']
      ],
      ['a text sent twice', bodyOf(text('name', 'A'), text('name', 'B'), file('avatar', 'x')), ['name type']],
      ['a missing file', bodyOf(text('name', 'Ada')), ['avatar required']],
      ['a file field that was left empty', bodyOf(text('name', 'Ada'), file('avatar', '', '')), ['avatar required']],
      ['a file sent twice', bodyOf(text('name', 'Ada'), file('avatar', 'x'), file('avatar', 'y')), ['avatar type']],
      [
        'a file of another type',
        bodyOf(text('name', 'Ada'), file('avatar', 'x', 'a.gif', 'image/gif')),
        ['avatar contentType']
      ],
      [
        'a file of only the beginning of a type',
        bodyOf(text('name', 'Ada'), file('avatar', 'x', 'a', 'text/')),
        ['avatar contentType']
      ],
      [
        'too many files of a list',
        bodyOf(text('name', 'Ada'), file('avatar', 'x'), ...[1, 2, 3].map(() => file('photos', 'x'))),
        ['photos maxItems']
      ]
    ]
    for (const [what, body, faults] of faulty) {
      it(`is a 400 that names the field with ${what}`, async () => {
        const result = await post(describeProfile, body, { route })
        expect(result.status).to.equal(400)
        const found = result.body.errors.map((fault: { path: string; rule: string }) => `${fault.path} ${fault.rule}`)
        expect(found).to.deep.equal(faults)
      })
    }

    const WHOLE = [text('name', 'Ada'), file('avatar', 'x')]
    const whole = bodyOf(...WHOLE)
    const malformed: readonly [what: string, body: string | Buffer, type?: string][] = [
      ['no boundary', whole, 'multipart/form-data'],
      ['an overlong boundary', whole, `multipart/form-data; boundary=${'x'.repeat(71)}`],
      ['another boundary', whole, 'multipart/form-data; boundary=other'],
      ['no end', whole.slice(0, -6)],
      ['an end in the middle of a file', whole.slice(0, whole.indexOf('filename') + 46)],
      ['nothing in it', ''],
      ['text that is not a form', 'name=Ada'],
      ['a part without a name', bodyOf(['Content-Disposition: form-data', 'x'], text('name', 'Ada'))],
      ['a part that is an attachment', bodyOf(['Content-Disposition: attachment; name="x"', 'x'], ...WHOLE)],
      ['a long part that is an attachment', bodyOf(['Content-Disposition: attachment', 'x'.repeat(200_000)], ...WHOLE)],
      ['a part without an empty line after its head', bodyOf(...WHOLE).replace(/\r\n\r\n/, '\r\n')],
      ['a part without a head', bodyOf(...WHOLE).replace(/^--x-1\r\n[\s\S]*?\r\n\r\n/, '--x-1\r\n\r\n')],
      ['one dash after the last boundary', bodyOf(...WHOLE).replace('--x-1--\r\n', '--x-1-\r\n')],
      ['a last boundary without an end of the line', bodyOf(...WHOLE).replace('--x-1--\r\n', '--x-1')],
      ['something else after a boundary', bodyOf(...WHOLE).replace(/^--x-1/, '--x-1 x')],
      ['a line feed alone after a boundary', bodyOf(...WHOLE).replace('--x-1\r\n', '--x-1\n')],
      ['a NUL in a file name', bodyOf(text('name', 'Ada'), file('avatar', 'x', 'a.png\0.exe'))],
      ['text that is not UTF-8', Buffer.from(bodyOf(text('name', '\xff\xfe'), file('avatar', 'x')), 'latin1')]
    ]
    for (const [what, body, type] of malformed) {
      it(`is a 400 with ${what}`, async () => {
        const { status, log } = await post(describeProfile, body, { route }, type)
        expect([status, log]).to.deep.equal([400, []])
      })
    }

    const limits: readonly [what: string, body: string, options: HandlerOptions, detail: RegExp][] = [
      [
        'a file above its own limit',
        bodyOf(text('name', 'A'), file('avatar', 'x'.repeat(100_001))),
        {},
        /'avatar' is larger than 100000/
      ],
      [
        'a file above the limit of files',
        bodyOf(file('photos', 'x'.repeat(11))),
        { uploads: { fileSize: 10 } },
        /'photos' is larger than 10 /
      ],
      [
        'too many files',
        bodyOf(file('photos', 'x'), file('photos', 'x')),
        { uploads: { files: 1 } },
        /more than 1 files/
      ],
      ['too many texts', bodyOf(text('name', 'x'), text('name', 'x')), { uploads: { fields: 1 } }, /more than 1 texts/],
      [
        'too many parts',
        bodyOf(text('q', 'x'), text('r', 'x'), text('s', 'x')),
        { uploads: { parts: 2 } },
        /more than 2 parts/
      ],
      [
        'texts that are too large together',
        bodyOf(text('name', 'x'.repeat(8)), text('tags', 'x'.repeat(8))),
        { bodyLimit: 15 },
        /larger than 15 bytes/
      ],
      [
        'a body that is too large',
        bodyOf(text('q', 'x'.repeat(200))),
        { uploads: { requestSize: 100 } },
        /larger than 100 bytes/
      ]
    ]
    for (const [what, body, { uploads, ...options }, detail] of limits) {
      it(`is a 413 with ${what}`, async () => {
        const settings = { ...options, route, uploads: { folder: folder.path, ...kept, ...uploads } }
        const result = await post(describeProfile, body, settings)
        expect(result.status).to.equal(413)
        expect(result.body.detail).to.match(detail)
      })
    }

    it('has limits of its own on a route', async () => {
      const own = { ...route, uploads: { fileSize: 3 } }
      const result = await post(describeProfile, bodyOf(file('photos', 'four')), { route: own })
      expect(result.status).to.equal(413)
    })

    it('is a 415 if the route accepts only JSON, as JSON is if it accepts only forms', async () => {
      class Name {
        @Field() name!: string
      }
      const bind = (ctx: Context) => ctx.bind(Name)
      expect((await post(bind, whole, { route: { requestBody: Name } })).status).to.equal(415)
      const json = await post(describeProfile, '{"name":"Ada"}', { route }, 'application/json')
      expect([json.status, json.body.detail]).to.deep.equal([
        415,
        'The content type of the request body must be multipart/form-data'
      ])
    })

    it('leaves no file and no descriptor behind when the client goes away in the middle of a file', async () => {
      let begun = 0
      let settled = 0
      const { port, log } = await serve(
        async (ctx) => {
          begun++
          try {
            return await ctx.bindValidated(Profile)
          } finally {
            settled++
          }
        },
        { route }
      )
      for (let turn = 1; turn <= 5; turn++) {
        const socket = await openSocket(port)
        socket.write(
          `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: 90000\r\n\r\n`
        )
        socket.write(bodyOf(text('name', 'Ada'), file('avatar', 'x'.repeat(50_000))).slice(0, 40_000))
        await until(() => begun === turn && folder.names.length === present)
        socket.destroy()
        await until(() => settled === turn && folder.names.length === 0)
      }
      await until(() => openFiles(folder.path).length === 0)
      expect(log.filter(({ level }) => level !== 'debug')).to.deep.equal([])
    })

    it('leaves no file behind when the handler fails, or has moved it away', async () => {
      const { status } = await post(
        async (ctx) => {
          await ctx.bindValidated(Profile)
          throw new Error('defect')
        },
        whole,
        { route }
      )
      expect(status).to.equal(500)
      const kept = new SpecFolder()
      const target = join(kept.path, 'kept')
      await post(
        async (ctx) => {
          const { avatar } = await ctx.bindValidated(Profile)
          await avatar.moveTo(target)
          return {}
        },
        whole,
        { route }
      )
      expect(readFileSync(target, 'utf8')).to.equal('x')
      kept.remove()
    })

    it('leaves no file behind when its handler runs out of time', async () => {
      const router = new Router({ logger: false, uploads: { folder: folder.path, ...kept }, handlerTimeout: 500 })
      let seen = 0
      router.postFunc(
        '/',
        async (ctx) => {
          await ctx.bindValidated(Profile)
          seen = folder.names.length
          await new Promise(() => {})
        },
        { requestBody: Profile }
      )
      const server = createServer(router.handler)
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as AddressInfo
      const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
      const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: whole, headers })
      expect([response.status, seen]).to.deep.equal([503, present])
      await response.text()
      await until(() => folder.names.length === 0)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    })

    it('leaves no file behind when its response waits in a pipeline and the connection is cut, on any server', async () => {
      const router = new Router({ logger: false, uploads: { folder: folder.path, ...kept } })
      let arrived = 0
      router.getFunc('/', () => new Promise(() => {}))
      router.postFunc(
        '/',
        async (ctx) => {
          await ctx.bindValidated(Profile)
          arrived++
          return {}
        },
        route
      )
      const server = createServer(router.handler)
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const socket = await openSocket((server.address() as AddressInfo).port)
      const type = `Content-Type: multipart/form-data; boundary=${BOUNDARY}`
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
      socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${type}\r\nContent-Length: ${whole.length}\r\n\r\n${whole}`)
      await until(() => arrived === 1)
      expect(folder.names).to.have.length(present)
      socket.destroy()
      await until(() => folder.names.length === 0)
      server.close()
    })

    it('leaves the connection usable for the next request after one that was rejected', async () => {
      const { port } = await serve(describeProfile, { route })
      const head = `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\n`
      const bad = bodyOf(['Content-Disposition: form-data', 'x'], file('photos', 'x'.repeat(200_000)))
      const responses = await exchange(
        port,
        `${head}Content-Length: ${bad.length}\r\n\r\n${bad}`,
        `${head}Connection: close\r\nContent-Length: ${whole.length}\r\n\r\n${whole}`
      )
      expect(responses.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 400', 'HTTP/1.1 200'])
    })
  })
}
