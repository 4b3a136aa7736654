import { expect } from 'chai'
import { published } from '../../../../spec/support/published.js'
import { judgeResponse } from '../../src/judge/response-judge.js'

const RESPONSES = {
  200: {
    description: 'a picture or a table',
    content: {
      'image/png': { schema: { type: 'string', format: 'binary', maxLength: 3 } },
      'text/csv': { schema: { type: 'string', maxLength: 3 } },
      'application/zip': {}
    }
  }
}

/** The findings in a response with this body: their kinds and what they are about. */
async function findings(type: string, body: Uint8Array, headers: Record<string, string> = {}) {
  const { checks, document } = await published({ '/files': { get: { responses: RESPONSES } } })
  const [operation] = document.operations
  const response = { status: 200, headers: { 'content-type': type, ...headers }, body }
  return judgeResponse(checks, operation!, response).map(({ kind, what }) => `${kind} ${what}`)
}

describe('the judge of responses that are files', () => {
  it('counts their bytes, of which each is one character', async () => {
    expect(await findings('image/png', Uint8Array.of(0xc3, 0xa4, 0xff))).to.deep.equal([])
    expect(await findings('image/png', Uint8Array.of(0xc3, 0xa4, 0xff, 0))).to.deep.equal([
      'broken-response 200  maxLength'
    ])
  })

  it('counts the characters of texts', async () => {
    expect(await findings('text/csv; charset=utf-8', Buffer.from('äöü'))).to.deep.equal([])
    expect(await findings('text/csv', Buffer.from('äöüß'))).to.deep.equal(['broken-response 200  maxLength'])
  })

  it('finds media types that are not listed, and missing bodies', async () => {
    expect(await findings('image/gif', Buffer.from('GIF'))).to.deep.equal(['undocumented-media-type 200 image/gif'])
    expect(await findings('image/png', Buffer.alloc(0))).to.deep.equal(['broken-response 200 empty'])
  })

  it('finds a content-length that is not that of the body', async () => {
    const of = (length: string, more: Record<string, string> = {}) =>
      findings('application/zip', Buffer.from('zip'), { 'content-length': length, ...more })
    expect(await of('3')).to.deep.equal([])
    expect(await of('4')).to.deep.equal(['broken-response 200 content-length'])
    expect(await of('4', { 'content-encoding': 'gzip' })).to.deep.equal([])
  })
})
