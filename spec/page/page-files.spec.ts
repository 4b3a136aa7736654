import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect } from 'chai'
import { type RunningService, sendRaw, startService } from '../support/docs-service.js'

describe('A file of the documentation page', () => {
  const [FILE, IMAGE] = ['/docs/docs-ui.css', '/docs/favicon-16x16.png']
  let service: RunningService
  let bytes: Buffer
  let varyBefore: string | string[] | undefined

  before(async () => {
    service = await startService((router) => {
      router.use((ctx, next) => {
        if (varyBefore !== undefined) ctx.header('vary', varyBefore)
        return next()
      })
      router.serveDocsUI('/docs')
    })
    bytes = (await sendRaw(service.origin, FILE)).bytes
  })

  beforeEach(() => {
    varyBefore = undefined
  })

  after(() => service.close())

  const negotiations: readonly { readonly accepts: string | undefined; readonly sends: string | undefined }[] = [
    { accepts: undefined, sends: undefined },
    { accepts: '', sends: undefined },
    { accepts: 'gzip, deflate, br, zstd', sends: 'br' },
    { accepts: 'gzip', sends: 'gzip' },
    { accepts: 'x-gzip', sends: 'gzip' },
    { accepts: 'GZIP', sends: 'gzip' },
    { accepts: 'br', sends: 'br' },
    { accepts: 'deflate', sends: undefined },
    { accepts: '*', sends: 'br' },
    { accepts: 'br;q=0, *', sends: 'gzip' },
    { accepts: 'br;q=0.5, gzip;q=0.8', sends: 'gzip' },
    { accepts: 'br; q=0.5 , gzip; Q=0.8', sends: 'gzip' },
    { accepts: 'gzip;q=0', sends: undefined },
    { accepts: '*;q=0', sends: undefined },
    { accepts: 'gzip;q=0.5, identity', sends: undefined },
    { accepts: 'identity;q=0.5, gzip', sends: 'gzip' },
    { accepts: 'br;q=much, gzip', sends: 'gzip' },
    { accepts: 'bro, gzipped, ;;,=', sends: undefined }
  ]
  for (const { accepts, sends } of negotiations) {
    it(`sends ${sends ?? 'the plain file'} to a client that accepts ${JSON.stringify(accepts)}`, async () => {
      const headers: Record<string, string> = accepts === undefined ? {} : { 'accept-encoding': accepts }
      const answer = await sendRaw(service.origin, FILE, headers)
      expect(answer.status).to.equal(200)
      expect(answer.headers['content-encoding']).to.equal(sends)
      expect(answer.headers['content-length']).to.equal(String(answer.bytes.length))
      const decode = { br: brotliDecompressSync, gzip: gunzipSync }[sends ?? '']
      expect((decode ? decode(answer.bytes) : answer.bytes).equals(bytes)).to.equal(true)
      expect(answer.headers.vary).to.equal('Accept-Encoding')
    })
  }

  it('gives each coding its own strong ETag, which stays the same', async () => {
    const tags = await Promise.all(
      ['br', 'gzip', 'identity', 'br'].map(
        async (coding) => (await sendRaw(service.origin, FILE, { 'accept-encoding': coding })).headers.etag
      )
    )
    for (const tag of tags) expect(tag).to.match(/^"[\w-]{43}"$/)
    expect(new Set(tags).size).to.equal(3)
    expect(tags[3]).to.equal(tags[0])
  })

  const conditions: readonly { readonly condition: (tag: string) => string; readonly status: number }[] = [
    { condition: (tag) => tag, status: 304 },
    { condition: (tag) => `W/${tag}`, status: 304 },
    { condition: (tag) => `"a", ${tag} , W/"b"`, status: 304 },
    { condition: (tag) => `"a,b",${tag}`, status: 304 },
    { condition: () => '*', status: 304 },
    { condition: () => ' * ', status: 304 },
    { condition: () => '"other"', status: 200 },
    { condition: (tag) => tag.slice(1, -1), status: 200 },
    { condition: (tag) => `"x${tag.slice(1)}`, status: 200 },
    { condition: () => '"*"', status: 200 },
    { condition: () => '', status: 200 }
  ]
  for (const { condition, status } of conditions) {
    it(`responds with ${status} to If-None-Match: ${condition('"tag"')}`, async () => {
      const first = await sendRaw(service.origin, FILE)
      const again = await sendRaw(service.origin, FILE, { 'if-none-match': condition(first.headers.etag ?? '') })
      expect(again.status).to.equal(status)
      expect(again.headers.etag).to.equal(first.headers.etag)
      expect(again.headers.vary).to.equal('Accept-Encoding')
      expect(again.headers['cache-control']).to.equal('no-cache')
      if (status === 304) {
        expect(again.bytes).to.have.length(0)
        expect(again.headers).not.to.have.any.keys('content-type', 'content-length', 'content-encoding')
      }
    })
  }

  const strict: readonly { readonly condition: (tag: string) => string; readonly status: number }[] = [
    { condition: (tag) => tag, status: 200 },
    { condition: (tag) => `"a", ${tag}`, status: 200 },
    { condition: () => '*', status: 200 },
    { condition: (tag) => `W/${tag}`, status: 412 },
    { condition: () => '"other"', status: 412 },
    { condition: () => '', status: 412 }
  ]
  for (const { condition, status } of strict) {
    it(`responds with ${status} to If-Match: ${condition('"tag"')}, whatever If-None-Match says beside a false one`, async () => {
      const first = await sendRaw(service.origin, FILE)
      const tag = first.headers.etag ?? ''
      const again = await sendRaw(service.origin, FILE, { 'if-match': condition(tag) })
      expect(again.status).to.equal(status)
      expect(again.bytes.length > 0).to.equal(status === 200)
      const both = await sendRaw(service.origin, FILE, { 'if-match': condition(tag), 'if-none-match': tag })
      expect(both.status).to.equal(status === 200 ? 304 : 412)
    })
  }

  it('does not confuse the ETag of another coding with its own', async () => {
    const compressed = await sendRaw(service.origin, FILE, { 'accept-encoding': 'br' })
    const plain = await sendRaw(service.origin, FILE, { 'if-none-match': compressed.headers.etag ?? '' })
    expect(plain.status).to.equal(200)
    expect(plain.bytes.equals(bytes)).to.equal(true)
  })

  const varies: readonly { readonly before: string | string[]; readonly after: string }[] = [
    { before: 'Origin', after: 'Origin, Accept-Encoding' },
    { before: ['Origin', 'Accept'], after: 'Origin, Accept, Accept-Encoding' },
    { before: 'origin, accept-encoding', after: 'origin, accept-encoding' },
    { before: '*', after: '*' },
    { before: 'X-Accept-Encoding', after: 'X-Accept-Encoding, Accept-Encoding' }
  ]
  for (const { before, after } of varies) {
    it(`keeps what middleware said of Vary: ${before}`, async () => {
      varyBefore = before
      expect((await sendRaw(service.origin, FILE)).headers.vary).to.equal(after)
    })
  }

  it('does not vary where there is one form of the file', async () => {
    const answer = await sendRaw(service.origin, IMAGE, { 'accept-encoding': 'br, gzip' })
    expect(answer.headers).not.to.have.any.keys('vary', 'content-encoding')
    expect(answer.bytes.toString('latin1')).to.contain('PNG')
  })

  it('responds to HEAD with the headers of GET and no body', async () => {
    const head = await sendRaw(service.origin, FILE, { 'accept-encoding': 'gzip' }, 'HEAD')
    const get = await sendRaw(service.origin, FILE, { 'accept-encoding': 'gzip' })
    expect(head.bytes).to.have.length(0)
    expect({ ...head.headers, date: '' }).to.deep.equal({ ...get.headers, date: '' })
  })
})
