import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { type Context, fileResponses, Router } from 'fieldstone'
import { ask } from '../support/ask.js'
import { openFiles, SpecFolder } from '../support/files.js'
import { Servers, until } from '../support/one-handler.js'

const folder = new SpecFolder()
const root = join(folder.path, 'public')
const TEXT = 'abcdefghij'

function write(path: string, content: string): void {
  writeFileSync(join(root, path), content)
}

describe('files', () => {
  const servers = new Servers()
  before(() => {
    mkdirSync(join(root, 'sub'), { recursive: true })
    mkdirSync(join(root, '.git'))
    mkdirSync(join(root, 'empty'))
    writeFileSync(join(folder.path, 'secret.txt'), 'secret')
    mkdirSync(`${root}-beside`)
    writeFileSync(`${root}-beside/secret.txt`, 'secret')
    write('a.txt', TEXT)
    write('100%.txt', 'percent')
    write('ä b.json', '{}')
    write('.env', 'secret')
    write('.git/config', 'secret')
    write('index.html', '<p>home')
    write('sub/index.html', '<p>sub')
    symlinkSync(join(folder.path, 'secret.txt'), join(root, 'out.txt'))
    symlinkSync(folder.path, join(root, 'up'))
    symlinkSync(join(root, '.env'), join(root, 'env.txt'))
    symlinkSync(join(root, 'a.txt'), join(root, 'inside.txt'))
    utimesSync(join(root, 'a.txt'), 1_700_000_000, 1_700_000_000)
  })
  afterEach(() => servers.close())
  after(() => folder.remove())

  describe('by ctx.file', () => {
    const path = join(root, 'a.txt')
    const get = async (
      headers: Record<string, string> = {},
      method = 'GET',
      handler = (ctx: Context) => ctx.file(path)
    ) => {
      const { url, log } = await servers.serve(handler, { route: { responses: fileResponses('text/plain') } })
      // Otherwise fetch adds no-cache to conditional requests, which means the whole file.
      const response = await fetch(url, { headers: { 'cache-control': 'max-age=0', ...headers }, method })
      const text = await response.text()
      await until(() => openFiles(folder.path).length === 0)
      return { status: response.status, headers: response.headers, text, log }
    }

    it('are sent with type, length, ETag and time', async () => {
      const { status, headers, text, log } = await get()
      expect([status, text, log]).to.deep.equal([200, TEXT, []])
      expect(Object.fromEntries(headers)).to.include({
        'content-type': 'text/plain; charset=utf-8',
        'content-length': '10',
        'accept-ranges': 'bytes',
        'last-modified': 'Tue, 14 Nov 2023 22:13:20 GMT',
        'x-content-type-options': 'nosniff'
      })
      expect(headers.get('etag')).to.match(/^W\/".+"$/)
      expect(headers.has('cache-control')).to.equal(false)
    })

    it('are sent by their head alone for HEAD', async () => {
      const { status, headers, text } = await get({}, 'HEAD')
      expect([status, headers.get('content-length'), text]).to.deep.equal([200, '10', ''])
    })

    const ranges: readonly [range: string, status: number, text: string, contentRange: string | null][] = [
      ['bytes=0-3', 206, 'abcd', 'bytes 0-3/10'],
      ['bytes=8-', 206, 'ij', 'bytes 8-9/10'],
      ['bytes=-2', 206, 'ij', 'bytes 8-9/10'],
      ['bytes=5-99', 206, 'fghij', 'bytes 5-9/10'],
      ['lines=0-3', 200, TEXT, null],
      ['bytes=0-1,4-5', 200, TEXT, null]
    ]
    for (const [range, status, text, contentRange] of ranges) {
      it(`are sent for the range ${range}`, async () => {
        const response = await get({ range })
        expect([response.status, response.text, response.headers.get('content-range')]).to.deep.equal([
          status,
          text,
          contentRange
        ])
      })
    }

    it('are a 416 for a range that they do not have', async () => {
      const { status, headers } = await get({ range: 'bytes=10-' })
      expect([status, headers.get('content-range'), headers.get('content-type')]).to.deep.equal([
        416,
        'bytes */10',
        'application/problem+json'
      ])
    })

    it('are a 304 if the client has them, a 412 if they have changed, and complete after an outdated range', async () => {
      const etag = (await get()).headers.get('etag') as string
      const known = await get({ 'if-none-match': etag })
      expect([known.status, known.text, known.headers.get('etag'), known.log]).to.deep.equal([304, '', etag, []])
      expect((await get({ 'if-modified-since': 'Tue, 14 Nov 2023 22:13:20 GMT' })).status).to.equal(304)
      expect((await get({ 'if-modified-since': 'Tue, 14 Nov 2023 22:13:19 GMT' })).status).to.equal(200)
      expect((await get({ 'if-match': '"other"' })).status).to.equal(412)
      expect((await get({ range: 'bytes=0-1', 'if-range': '"other"' })).status).to.equal(200)
    })

    it('ignore the conditions of a POST', async () => {
      expect((await get({ range: 'bytes=0-1', 'if-none-match': '*' }, 'POST')).status).to.equal(200)
    })

    it('are a 404 if there are none, and for a folder', async () => {
      expect((await get({}, 'GET', (ctx) => ctx.file(join(root, 'missing')))).status).to.equal(404)
      expect((await get({}, 'GET', (ctx) => ctx.file(root))).status).to.equal(404)
    })

    it('keep to their root', async () => {
      const within = (name: string) => get({}, 'GET', (ctx) => ctx.file(name, { root }))
      expect((await within('sub/index.html')).text).to.equal('<p>sub')
      for (const name of ['../secret.txt', '/etc/passwd', 'out.txt', '.env', 'sub/../a.txt', '', 'a.txt/', 'a\0.txt']) {
        expect((await within(name)).status, name).to.equal(404)
      }
    })

    it('are sent with the type and the caching that the program chooses', async () => {
      const options = { contentType: 'text/plain', maxAge: 60_000, immutable: true }
      const { headers } = await get({}, 'GET', (ctx) => ctx.file(path, options))
      expect([headers.get('content-type'), headers.get('cache-control')]).to.deep.equal([
        'text/plain',
        'public, max-age=60, immutable'
      ])
    })

    it('are saved by clients under the name that ctx.download gives', async () => {
      const { headers, text } = await get({}, 'GET', (ctx) => ctx.download(path, 'Ä.txt'))
      expect(text).to.equal(TEXT)
      expect(headers.get('content-disposition')).to.equal('attachment; filename="?.txt"; filename*=UTF-8\'\'%C3%84.txt')
      expect((await get({}, 'GET', (ctx) => ctx.download(path))).headers.get('content-disposition')).to.contain(
        '"a.txt"'
      )
      const missing = await get({}, 'GET', (ctx) => ctx.download(join(root, 'missing')))
      expect([missing.status, missing.headers.has('content-disposition')]).to.deep.equal([404, false])
    })
  })

  describe('by router.static', () => {
    const router = () => new Router({ logger: false }).static('/s', root)

    const served: readonly [target: string, body: string][] = [
      ['/s/a.txt', TEXT],
      ['/s/%61.txt', TEXT],
      ['/s/100%25.txt', 'percent'],
      ['/s/%C3%A4%20b.json', '{}'],
      ['/s/inside.txt', TEXT],
      ['/s/', '<p>home'],
      ['/s/sub/', '<p>sub'],
      ['/s/a.txt?v=1', TEXT]
    ]
    for (const [target, body] of served) {
      it(`are served: ${target}`, async () => {
        const response = await ask(router(), `GET ${target}`)
        expect([response.status, response.body]).to.deep.equal([200, body])
      })
    }

    const hidden = [
      '/s/missing.txt',
      '/s/a.txt/',
      '/s/.env',
      '/s/.git/config',
      '/s/%2eenv',
      '/s/env.txt',
      '/s/out.txt',
      '/s/up/secret.txt',
      '/s/../secret.txt',
      '/s/%2e%2e/secret.txt',
      '/s/..%2fsecret.txt',
      '/s/..%5csecret.txt',
      '/s/%252e%252e/secret.txt',
      '/s/sub%2findex.html',
      '/s/sub//index.html',
      '/s//etc/passwd',
      '/s/%2fetc/passwd',
      '/s/../public-beside/secret.txt',
      '/s/./a.txt',
      '/s/a.txt%00',
      '/s/empty',
      '/s/empty/'
    ]
    for (const target of hidden) {
      it(`are a 404, and no secret: ${target}`, async () => {
        const { status, body } = await ask(router(), `GET ${target}`)
        expect(status).to.equal(404)
        expect(body).not.to.contain('secret')
      })
    }

    it('are a 400 for a broken percent sequence, and a 405 for another method', async () => {
      expect((await ask(router(), 'GET /s/%c0%ae%c0%ae/secret.txt')).status).to.equal(400)
      expect((await ask(router(), 'POST /s/a.txt')).status).to.equal(405)
    })

    it('redirect a folder to its slash, with the query, relative and percent-encoded', async () => {
      const found = await Promise.all(['/s', '/s?x=1', '/s/sub?x=1'].map((path) => ask(router(), `GET ${path}`)))
      expect(found.map(({ status, headers }) => [status, headers.location])).to.deep.equal([
        [308, './s/'],
        [308, './s/?x=1'],
        [308, './sub/?x=1']
      ])
    })

    it('can be at the root of the service beside its routes, and in groups', async () => {
      const at = new Router({ logger: false }).static('/', root)
      at.getFunc('/api', () => 1)
      at.group('/g').static('/files', root, { index: false })
      expect((await ask(at, 'GET /')).body).to.equal('<p>home')
      expect((await ask(at, 'GET /a.txt')).body).to.equal(TEXT)
      expect((await ask(at, 'GET /api')).body).to.equal('1')
      expect((await ask(at, 'GET /g/files/a.txt')).body).to.equal(TEXT)
      expect((await ask(at, 'GET /g/files/')).status).to.equal(404)
      expect((await ask(at, 'GET /g/files/sub')).status).to.equal(404)
    })

    it('are not in the document', () => expect(router().routes.every(({ options }) => options.hidden)).to.equal(true))

    it('are a setup error if their folder does not exist', () => {
      const at = new Router({ logger: false })
      expect(() => at.static('/s', join(root, 'missing'))).to.throw(/^ROUTE_OPTIONS_INVALID: there is no folder/)
      expect(() => at.static('/s', join(root, 'a.txt'))).to.throw(/^ROUTE_OPTIONS_INVALID/)
      expect(() => at.static('/s', root, { index: '../x' })).to.throw(/^ROUTE_OPTIONS_INVALID/)
      expect(() => at.group('/g').static('/', root)).to.throw(/^PATH_INVALID/)
      expect(() => at.static('/{x}/../', root)).to.throw(/^PATH_INVALID/)
    })
  })
})
