import { expect } from 'chai'
import { type VerifiableService, verify } from 'fieldstone-verify'

const TEXT = 'Here is the mole.'
const ETAG = '"1"'

interface Response {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** What is sent for a range, from one byte to before another, or for none. */
type Part = (from: number, to: number) => Response

const right: Part = (from, to) => {
  if (from >= TEXT.length) return { status: 416, headers: { 'content-range': `bytes */${TEXT.length}` } }
  const headers = { 'content-range': `bytes ${from}-${to - 1}/${TEXT.length}` }
  return { status: 206, headers, body: TEXT.slice(from, to) }
}

const NOT_MET: Response = { status: 412 }

function service(part: Part = right, unmatched: Response | null = NOT_MET): VerifiableService {
  const content = { 'text/plain': { schema: { type: 'string' } } }
  const responses = { 200: { content }, 206: { content }, 304: {}, 412: {}, 416: {} }
  const answer = (headers: Readonly<Record<string, string>>): Response => {
    if (headers['if-none-match'] !== undefined) {
      const tags = headers['if-none-match'].split(', ').map((tag) => tag.replace('W/', ''))
      return tags.includes(ETAG) || tags.includes('*') ? { status: 304 } : { status: 200, body: TEXT }
    }
    if (headers['if-match'] !== undefined && headers['if-match'] !== ETAG && unmatched !== null) return unmatched
    const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? []
    if (from === undefined) return { status: 200, body: TEXT }
    if (from === '') return part(TEXT.length - Number(to), TEXT.length)
    return part(Number(from), to === '' ? TEXT.length : Number(to) + 1)
  }
  return {
    document: { openapi: '3.1.0', info: {}, paths: { '/chart': { get: { operationId: 'chart', responses } } } },
    inject: async ({ method, url, headers }) => {
      if (url.split('?')[0] !== '/chart') return { statusCode: 404, headers: {}, rawBody: Buffer.of() }
      if (method !== 'GET' && method !== 'HEAD')
        return { statusCode: 405, headers: { allow: 'GET, HEAD' }, rawBody: Buffer.of() }
      const { status, headers: own, body = '' } = answer(headers)
      const isText = body !== '' && { 'content-type': 'text/plain' }
      const rawBody = Buffer.from(method === 'HEAD' ? '' : body)
      return { statusCode: status, headers: { etag: ETAG, ...isText, ...own }, rawBody }
    }
  }
}

async function findings(tried: VerifiableService): Promise<{ found: string[]; unmet: readonly string[] }> {
  const { disagreements, suspicions, coverage } = await verify(tried, { seed: 1 })
  const found = [...disagreements, ...suspicions].map(({ kind, what }) => `${kind} ${what}`)
  return { found, unmet: coverage.parts.flatMap((part) => part.unmet) }
}

describe('Verification of ranges', () => {
  it('meets every status of an operation that sends parts, and finds nothing in one that is right', async () => {
    expect(await findings(service())).to.deep.equal({ found: [], unmet: [] })
  })

  it('finds nothing in an operation that ignores ranges, whose 206 never occurs', async () => {
    const { found, unmet } = await findings(service(() => ({ status: 200, body: TEXT })))
    expect([found, unmet]).to.deep.equal([[], ['chart 206', 'chart 416', 'chart 206 text/plain']])
  })

  const mistakes: readonly (readonly [what: string, part: Part, found: readonly string[]])[] = [
    ['a part has a byte too many', (from, to) => ({ ...right(from, to), body: TEXT.slice(from, to + 1) }), ['part']],
    [
      'the last bytes are the first',
      (from, to) => (from === TEXT.length - 1 ? right(0, 1) : right(from, to)),
      ['part']
    ],
    ['a part does not say which it is', (from, to) => ({ ...right(from, to), headers: {} }), ['part']],
    ['a part after the end is the last byte', (from, to) => right(Math.min(from, TEXT.length - 1), to), ['beyond']]
  ]
  for (const [what, part, found] of mistakes) {
    it(`finds that ${what}`, async () => {
      expect((await findings(service(part))).found).to.deep.equal(found.map((each) => `broken-range ${each}`))
    })
  }

  it('finds that a wrong If-Match is ignored where the document lists 412', async () => {
    expect((await findings(service(right, null))).found).to.deep.equal(['ignored-condition if-match'])
  })
})
