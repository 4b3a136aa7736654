import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { published } from '../../../../spec/support/published.js'
import { judgeResponse } from '../../src/judge/response-judge.js'
import { decoded } from '../../src/wire/content-coding.js'

const BODY = Buffer.from('{"x":1}')
const LONGEST = 10_000

describe('the content coding of a response', () => {
  for (const [header, content] of [
    ['gzip', gzipSync(BODY)],
    ['X-GZIP', gzipSync(BODY)],
    ['deflate', deflateSync(BODY)],
    ['deflate', deflateRawSync(BODY)],
    ['br', brotliCompressSync(BODY)],
    ['br, gzip', gzipSync(brotliCompressSync(BODY))],
    ['identity', BODY]
  ] as const) {
    it(`is undone where it is ${header} and the request accepts it`, async () => {
      const { body, ...more } = await decoded(content, header, undefined, LONGEST)
      expect([Buffer.from(body).toString(), more]).to.deep.equal([BODY.toString(), {}])
    })
  }

  for (const [what, header, content] of [
    ['is not there', 'gzip', BODY],
    ['is cut off', 'gzip', gzipSync(BODY).subarray(0, -6)],
    ['was applied once, and is named twice', 'gzip, gzip', gzipSync(BODY)],
    ['does not exist', 'foo', BODY]
  ] as const) {
    it(`is a disagreement where it ${what}: no client reads the body`, async () => {
      expect(await findings(content, header, undefined)).to.deep.equal(['broken-response 200 content-encoding'])
    })
  }

  for (const [header, content, accepted] of [
    ['gzip', gzipSync(BODY), 'identity'],
    ['gzip', gzipSync(BODY), 'gzip;q=0, *'],
    ['zstd', BODY, 'gzip, br']
  ] as const) {
    it(`is a suspicion where it is ${header} and the request accepts ${accepted}`, async () => {
      expect(await findings(content, header, accepted)).to.deep.equal(['ignored-accept 200 content-encoding'])
    })
  }

  it('is none where there is no body, and where it is accepted, also by its weight', async () => {
    expect(await findings(new Uint8Array(), 'gzip', 'identity')).to.deep.equal(['broken-response 200 empty'])
    expect(await findings(gzipSync(BODY), 'gzip', 'br;q=1, *;q=0.1')).to.deep.equal([])
  })

  it('is not undone beyond the length that is read', async () => {
    const { body, isLong } = await decoded(gzipSync(Buffer.alloc(LONGEST + 1)), 'gzip', undefined, LONGEST)
    expect([body.length < 100, isLong]).to.deep.equal([true, true])
  })
})

async function findings(content: Uint8Array, header: string, accepted: string | undefined): Promise<string[]> {
  const schema = { type: 'object', properties: { x: { type: 'integer' } }, required: ['x'] }
  const responses = { 200: { description: 'x', content: { 'application/json': { schema } } } }
  const { checks, document } = await published({ '/x': { get: { responses } } })
  const headers = { 'content-type': 'application/json', 'content-encoding': header }
  const read = await decoded(content, header, accepted, LONGEST)
  const [operation] = document.operations
  return judgeResponse(checks, operation!, { status: 200, headers, ...read }).map(({ kind, what }) => `${kind} ${what}`)
}
