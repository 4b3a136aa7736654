import { expect } from 'chai'
import { type Context, type ContextHandler, Field, File, Files, type UploadedFile, type UploadLimits } from 'fieldstone'
import { inChunks, streamedPost } from '../support/chunked-body.js'
import { BOUNDARY, bodyOf, file, text, type WrittenPart } from '../support/multipart.js'
import { type HandlerOptions, oneHandler } from '../support/one-handler.js'

class Upload {
  @Field(() => [String], { optional: true }) texts?: string[]
  @Files({ optional: true }) files?: UploadedFile[]
  @File({ optional: true, maxSize: 10 }) small?: UploadedFile
}

const READERS: Readonly<Record<string, ContextHandler>> = {
  'bound to a record': async (ctx: Context) => typeof (await ctx.bindValidated(Upload)),
  'read part by part': async (ctx: Context) => {
    for await (const part of ctx.bodyParts()) if (part.kind === 'file') await part.stream.toArray()
    return 'object'
  }
}

const times = (count: number, part: WrittenPart): WrittenPart[] => Array.from({ length: count }, () => part)
const sizeOf = (parts: readonly WrittenPart[]) => bodyOf(...parts).length

const TWO = [file('files', 'x'), text('texts', 'y')]

/** The most that is accepted under each limit, and a little more; `bodyLimit` is that of the texts together. */
const LIMITS: readonly [
  limit: UploadLimits | { bodyLimit: number },
  most: WrittenPart[],
  more: WrittenPart[],
  detail: RegExp
][] = [
  [
    { fileSize: 10 },
    times(2, file('files', 'x'.repeat(10))),
    [file('files', 'x'.repeat(11))],
    /'files' is larger than 10 bytes/
  ],
  [{ fileSize: 0 }, [file('files', '')], [file('files', 'x')], /'files' is larger than 0 bytes/],
  [{ files: 2 }, times(2, file('files', 'x')), times(3, file('files', 'x')), /more than 2 files/],
  [{ files: 0 }, [text('texts', 'x')], [file('files', 'x')], /more than 0 files/],
  [{ fields: 2 }, times(2, text('texts', 'x')), times(3, text('texts', 'x')), /more than 2 texts/],
  [{ parts: 2 }, TWO, [...TWO, text('texts', 'z')], /more than 2 parts/],
  [{ requestSize: sizeOf(TWO) }, TWO, [file('files', 'xx'), text('texts', 'y')], /larger than \d+ bytes/],
  [
    { bodyLimit: 4 },
    [text('texts', 'ab'), text('texts', 'cd')],
    [text('texts', 'ab'), text('texts', 'cde')],
    /than 4 bytes/
  ]
]

describe('A limit of uploads', () => {
  const TYPE = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }

  async function post(handler: ContextHandler, options: HandlerOptions, parts: readonly WrittenPart[]) {
    const service = await oneHandler(handler, { responseChecks: 'off', ...options })
    const body = Buffer.from(bodyOf(...parts), 'latin1')
    const response = await service.fetch(streamedPost('http://a/', inChunks(body, 100), TYPE))
    return [response.status, await response.text()] as const
  }

  for (const [limit, most, more, detail] of LIMITS) {
    const options = 'bodyLimit' in limit ? limit : { uploads: limit }
    for (const [how, handler] of Object.entries(READERS)) {
      for (const [of, set] of Object.entries({
        'the application': { ...options, route: { requestBody: Upload } },
        'a route': { route: { ...options, requestBody: Upload } }
      })) {
        it(`of ${of} is exact in a form that is ${how}: ${JSON.stringify(limit)}`, async () => {
          expect((await post(handler, set, most))[0]).to.equal(200)
          const [status, problem] = await post(handler, set, more)
          expect(status).to.equal(413)
          expect(JSON.parse(problem).detail).to.match(detail)
        })
      }
    }
  }

  it('of a route goes before that of the application, whose others hold beside it', async () => {
    const route = { uploads: { fileSize: 5 }, requestBody: Upload }
    for (const handler of Object.values(READERS)) {
      const send = async (parts: readonly WrittenPart[]) =>
        (await post(handler, { uploads: { fileSize: 1, files: 1 }, route }, parts))[0]
      expect(await send([file('files', 'x'.repeat(5))])).to.equal(200)
      expect(await send(times(2, file('files', 'x')))).to.equal(413)
    }
  })

  it('of a field is exact, too, and goes before that of all files', async () => {
    const options = { uploads: { fileSize: 5 }, route: { requestBody: Upload } }
    const handler = READERS['bound to a record'] as ContextHandler
    expect((await post(handler, options, [file('small', 'x'.repeat(5))]))[0]).to.equal(200)
    expect((await post(handler, { route: options.route }, [file('small', 'x'.repeat(10))]))[0]).to.equal(200)
    const [status, problem] = await post(handler, { route: options.route }, [file('small', 'x'.repeat(11))])
    expect([status, JSON.parse(problem).detail]).to.deep.equal([413, "The file 'small' is larger than 10 bytes"])
  })

  it('counts what no field declares among the parts, and not among the files of a record', async () => {
    const unknown = times(2, file('unknown', 'x'))
    const bound = READERS['bound to a record'] as ContextHandler
    for (const [uploads, status] of [
      [{ files: 1 }, 200],
      [{ parts: 1 }, 413]
    ] as const) {
      expect((await post(bound, { uploads, route: { requestBody: Upload } }, unknown))[0]).to.equal(status)
    }
  })
})
