import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import type { VerifyOptions } from 'fieldstone-verify'
import { json, mistaken, type Responded } from '../support/services.js'
import { PROBLEM, things } from '../support/things.js'
import { found } from '../support/verified.js'

const BODY = Buffer.from('{"id":1}')

/** What verify finds where the response to a GET of the id 1 has this body and content coding. */
function coded(body: Uint8Array, coding: string, options: VerifyOptions = {}): Promise<string[]> {
  const service = mistaken(things(), async ({ method, query }, right): Promise<Responded> => {
    const own = await right()
    const isCoded = own.status === 200 && method === 'GET' && query.get('id') === '1'
    return isCoded ? { ...own, body, headers: { ...own.headers, 'content-encoding': coding } } : own
  })
  return found(service, options)
}

const ASKING = { headers: { 'accept-encoding': 'gzip, x-gzip, deflate, br' } }

describe('A response in a content coding', () => {
  for (const [coding, body] of [
    ['gzip', gzipSync(BODY)],
    ['X-GZIP', gzipSync(BODY)],
    ['deflate', deflateSync(BODY)],
    ['deflate', deflateRawSync(BODY)],
    ['br', brotliCompressSync(BODY)],
    ['br, gzip', gzipSync(brotliCompressSync(BODY))],
    ['identity', BODY]
  ] as const) {
    it(`is decoded, and right where the request accepts it: ${coding}`, async () => {
      expect(await coded(body, coding, ASKING)).to.deep.equal([])
    })
  }

  it('is judged by what is decoded', async () => {
    expect(await coded(gzipSync('{"id":"x"}'), 'gzip', ASKING)).to.deep.equal(['broken-response things 200 id type'])
  })

  for (const [what, coding, body] of [
    ['is not there', 'gzip', BODY],
    ['is cut off', 'gzip', gzipSync(BODY).subarray(0, -6)],
    ['was applied once, and is named twice', 'gzip, gzip', gzipSync(BODY)],
    ['does not exist', 'foo', BODY]
  ] as const) {
    it(`contradicts the document where the coding ${what}: no client reads the body`, async () => {
      expect(await coded(body, coding, ASKING)).to.deep.equal(['broken-response things 200 content-encoding'])
    })
  }

  for (const [accepted, coding, body] of [
    ['identity', 'gzip', gzipSync(BODY)],
    ['gzip;q=0, *', 'gzip', gzipSync(BODY)]
  ] as const) {
    it(`is a suspicion where the request accepts ${accepted}, and it is in ${coding}`, async () => {
      expect(await coded(body, coding, { headers: { 'accept-encoding': accepted } })).to.deep.equal([
        'ignored-accept things 200 content-encoding'
      ])
    })
  }
})

describe('The media type of a response', () => {
  const of = async (types: readonly string[], sent: string) => {
    const content = Object.fromEntries(types.map((type) => [type, { schema: { type: 'object' } }]))
    const service = things(
      (_, right) =>
        right().status === 200 ? { status: 200, body: '{"id":1}', headers: { 'content-type': sent } } : right(),
      {
        responses: { 200: { description: 'It', content }, 400: PROBLEM }
      }
    )
    return (await found(service)).filter((line) => !line.startsWith('ignored-accept'))
  }
  const CONTENT = ['application/json; charset=utf-8', 'application/*', 'application/*+json', 'image/*']
  for (const [sent, isListed] of [
    ['application/json', true],
    ['Application/JSON;charset=utf-8', true],
    ['application/vnd.api+json', true],
    ['application/xml', true],
    ['image/png', true],
    ['image/', false],
    ['text/plain', false]
  ] as const) {
    it(`${sent} is ${isListed ? '' : 'not '}in the document of ${CONTENT.join(', ')}`, async () => {
      expect(await of(CONTENT, sent)).to.deep.equal(isListed ? [] : [`undocumented-media-type things 200 ${sent}`])
    })
  }

  it('may be any where the document has */*', async () => {
    expect(await of(['*/*'], 'odd/type')).to.deep.equal([])
  })

  it('of a service that negotiates it is the one that the request accepts', async () => {
    const responses = {
      200: { ...json({ type: 'object' }), content: { 'application/json': {}, 'text/csv': {} } },
      400: PROBLEM
    }
    const service = (regards: boolean) =>
      things(
        (_, right, { headers }) => {
          if (right().status !== 200) return right()
          return regards && headers.accept === 'text/csv'
            ? { status: 200, body: 'id\n1\n', headers: { 'content-type': 'text/csv' } }
            : right()
        },
        { responses }
      )
    expect(await found(service(true))).to.deep.equal([])
    expect(await found(service(false))).to.deep.equal(['ignored-accept things text/csv'])
  })

  it('is no success for an unknown one where the document lists 406', async () => {
    const responses = { 200: json({ type: 'object' }), 400: PROBLEM, 406: PROBLEM }
    expect(await found(things(undefined, { responses }))).to.deep.equal(['ignored-accept things unknown'])
  })
})
