import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { type Context, type FileOptions, type Service } from 'fieldstone'
import { SpecFolder } from '../support/files.js'
import { oneHandler } from '../support/one-handler.js'

/** The moment of the file, 1994-11-06T08:49:37Z, in the three forms that HTTP has (RFC 9110, section 5.6.7). */
const SECONDS = 784_111_777
const THEN = 'Sun, 06 Nov 1994 08:49:37 GMT'
const OLDER_FORMS = ['Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994']
const BEFORE = 'Sat, 05 Nov 1994 08:49:37 GMT'
const AFTER = 'Mon, 07 Nov 1994 08:49:37 GMT'
const NO_DATES = [
  'never',
  '1994',
  '',
  '1994-11-06T08:49:37Z',
  'Sun, 31 Feb 1994 08:49:37 GMT',
  'Sun, 06 Nov 1994 24:49:37 GMT'
]

describe('A file', () => {
  const folder = new SpecFolder()
  let service: Service
  let path: string
  before(async () => {
    path = join(folder.path, 'a.txt')
    for (const [name, content] of [
      ['a.txt', '0123456789'],
      ['empty', '']
    ] as const) {
      writeFileSync(join(folder.path, name), content)
      utimesSync(join(folder.path, name), SECONDS, SECONDS)
    }
    service = await oneHandler((ctx) => ctx.file(join(folder.path, ctx.query.get('name') ?? 'a.txt')))
  })
  after(() => folder.remove())

  const ask = (headers: Record<string, string>, method = 'GET', url = '/') => service.inject({ method, url, headers })

  const ranges: readonly [range: string, status: number, body: string, contentRange?: string][] = [
    ['bytes=0-', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=0-0', 206, '0', 'bytes 0-0/10'],
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=9-', 206, '9', 'bytes 9-9/10'],
    ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
    ['bytes= 2-4', 206, '234', 'bytes 2-4/10'],
    ['BYTES=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=-10', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=99-100', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=5-2', 416, '', 'bytes */10'],
    ['bytes=', 200, '0123456789'],
    ['bytes=-', 200, '0123456789'],
    ['bytes=a-b', 200, '0123456789'],
    ['bytes 0-1', 200, '0123456789'],
    ['items=0-1', 200, '0123456789'],
    ['bytes=0-1,4-5', 200, '0123456789'],
    ['bytes=0-1,-5', 200, '0123456789']
  ]
  for (const [range, status, body, contentRange] of ranges) {
    it(`is ${status} for the range ${range}, and whole for HEAD`, async () => {
      const response = await ask({ range })
      expect([response.statusCode, response.headers['content-range']]).to.deep.equal([status, contentRange])
      if (status !== 416) expect(response.body).to.equal(body)
      const head = await ask({ range }, 'HEAD')
      expect([head.statusCode, head.headers['content-length'], head.body]).to.deep.equal([200, '10', ''])
      expect((await ask({ range }, 'POST')).statusCode).to.equal(200)
    })
  }

  it('without bytes has no range', async () => {
    for (const range of ['bytes=0-', 'bytes=-5']) {
      expect((await ask({ range }, 'GET', '/?name=empty')).headers['content-range']).to.equal('bytes */0')
    }
  })

  /** One of each day of the week, before the file was changed. */
  const days = Array.from({ length: 7 }, (_, day) => new Date((SECONDS - (day + 1) * 86_400) * 1_000))
  const LONG_DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  for (const date of days) {
    const [day, month, time] = [date.getUTCDate(), date.toUTCString().slice(8, 11), date.toUTCString().slice(17, 25)]
    for (const text of [
      date.toUTCString(),
      `${LONG_DAYS[date.getUTCDay()]}, ${twoDigits(day)}-${month}-94 ${time} GMT`,
      `${date.toUTCString().slice(0, 3)} ${month} ${String(day).padStart(2)} ${time} 1994`
    ]) {
      it(`is 412 for If-Unmodified-Since: ${text}`, async () => {
        expect((await ask({ 'if-unmodified-since': text })).statusCode).to.equal(412)
      })
    }
  }

  it('knows every month', async () => {
    for (let month = 0; month < 12; month++) {
      const date = new Date(Date.UTC(1993, month, 15)).toUTCString()
      expect((await ask({ 'if-unmodified-since': date })).statusCode, date).to.equal(412)
    }
  })

  const conditions: readonly (readonly [headers: Readonly<Record<string, string>>, status: number])[] = [
    [{ 'if-modified-since': BEFORE }, 200],
    ...[THEN, AFTER, ...OLDER_FORMS].map((date) => [{ 'if-modified-since': date }, 304] as const),
    ...NO_DATES.map((date) => [{ 'if-modified-since': date }, 200] as const),
    [{ 'if-unmodified-since': BEFORE }, 412],
    // A leap second.
    [{ 'if-unmodified-since': 'Sat, 05 Nov 1994 23:59:60 GMT' }, 412],
    ...[THEN, AFTER, ...OLDER_FORMS, ...NO_DATES].map((date) => [{ 'if-unmodified-since': date }, 200] as const),
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': '"other"' }, 200],
    [{ 'if-none-match': '"other"', 'if-modified-since': THEN }, 200],
    [{ 'if-match': '*' }, 200],
    [{ 'if-match': '"other"' }, 412],
    [{ 'if-match': '*', 'if-unmodified-since': BEFORE }, 200],
    ...[THEN, ...OLDER_FORMS].map((date) => [{ range: 'bytes=0-1', 'if-range': date }, 206] as const),
    [{ range: 'bytes=0-1', 'if-range': BEFORE }, 200],
    [{ range: 'bytes=0-1', 'if-range': AFTER }, 200],
    [{ range: 'bytes=0-1', 'if-range': '"other"' }, 200]
  ]
  for (const [headers, status] of conditions) {
    it(`is ${status} for ${JSON.stringify(headers)}, for HEAD as well, and whole for POST`, async () => {
      expect((await ask(headers)).statusCode).to.equal(status)
      // Only GET has ranges.
      expect((await ask(headers, 'HEAD')).statusCode).to.equal(status === 206 ? 200 : status)
      const posted = await ask(headers, 'POST')
      expect([posted.statusCode, posted.body]).to.deep.equal([200, '0123456789'])
    })
  }

  it('is not sent again to who has its ETag, alone or among others; and a weak tag meets no If-Match', async () => {
    const etag = String((await ask({})).headers.etag)
    for (const tags of [etag, `"a", ${etag}`, `${etag}, "b"`]) {
      const known = await ask({ 'if-none-match': tags })
      expect([known.statusCode, known.body, known.headers.etag]).to.deep.equal([304, '', etag])
    }
    expect((await ask({ 'if-match': etag })).statusCode).to.equal(412)
  })

  it('is as old in every time zone', async () => {
    const zone = process.env.TZ
    try {
      for (const TZ of ['UTC', 'America/New_York', 'Asia/Kolkata']) {
        process.env.TZ = TZ
        expect((await ask({})).headers['last-modified']).to.equal(THEN)
        for (const date of [THEN, ...OLDER_FORMS]) {
          expect((await ask({ 'if-modified-since': date })).statusCode, `${TZ} ${date}`).to.equal(304)
          expect((await ask({ 'if-unmodified-since': date })).statusCode, `${TZ} ${date}`).to.equal(200)
        }
      }
    } finally {
      if (zone === undefined) delete process.env.TZ
      else process.env.TZ = zone
    }
  })

  const withOptions = async (options: unknown) => {
    const made = await oneHandler((ctx: Context) => ctx.file(path, options as FileOptions))
    return made.inject('/')
  }

  for (const [options, caching] of [
    [{}, undefined],
    [{ maxAge: 0 }, 'public, max-age=0'],
    [{ maxAge: 1_500 }, 'public, max-age=1'],
    [{ maxAge: 86_400_000, immutable: true }, 'public, max-age=86400, immutable'],
    [{ maxAge: 1_000, immutable: false }, 'public, max-age=1']
  ] as const) {
    it(`is cached as its options say: ${JSON.stringify(options)}`, async () => {
      expect((await withOptions(options)).headers['cache-control']).to.equal(caching)
    })
  }

  for (const [options, fault] of [
    [
      { contentTyp: 'a/b' },
      "there is no option 'contentTyp' (did you mean 'contentType'?); correct its name or remove it"
    ],
    [{ immutable: 'yes' }, "the option immutable is 'yes'; give true or false"],
    [null, 'the options are null; give an object']
  ] as const) {
    it(`is a 500 by wrong options, and the log says what to write: ${JSON.stringify(options)}`, async () => {
      const { statusCode, error } = await withOptions(options)
      expect([statusCode, error?.message]).to.deep.equal([500, `The options of a file: ${fault}`])
    })
  }
})
