import { expectListed } from '../../../../spec/support/listed.js'
import type { VerifiableService } from '../../src/wire/target.js'
import { Depot } from '../sequences/depot.js'
import { playChanged } from '../sequences/play-sequences.js'

type Reply = Awaited<ReturnType<VerifiableService['inject']>>

const MODIFIED = 'Sat, 17 May 2025 08:30:15 GMT'
const bodiless = (statusCode: number, headers: Reply['headers'] = {}): Reply => ({
  ...{ statusCode, headers, rawBody: Buffer.alloc(0) }
})

/** What becomes of one reply, while the service has done what it was sent. */
const CHANGES: Readonly<Record<string, (reply: Reply) => Reply>> = {
  'is a 200': (reply) => ({ ...reply, statusCode: 200 }),
  'is a 404': () => bodiless(404),
  'is a 412': () => bodiless(412),
  'has no tag': ({ headers, ...reply }) => ({
    ...reply,
    headers: { 'content-type': headers['content-type'] } as never
  }),
  'has another tag': ({ headers, ...reply }) => ({ ...reply, headers: { ...headers, etag: '"other"' } }),
  'has another body': (reply) => ({ ...reply, rawBody: Buffer.from('{}') })
}

/** The depot behind what knows tags, dates and HEAD. */
function serviceWith(name: string | undefined, at: number): VerifiableService {
  const depot = new Depot().service()
  let count = 0
  const respond = async (request: Parameters<VerifiableService['inject']>[0]): Promise<Reply> => {
    const { method, headers } = request
    const sent = new Headers(headers as Record<string, string>)
    const isRead = method === 'GET' || method === 'HEAD'
    const read = await depot.inject({ ...request, method: 'GET', body: undefined })
    const tag = read.headers.etag as string | undefined
    const isTagged = (list: string | null) =>
      list === '*' ? tag !== undefined : list?.split(', ').some((one) => one.replace('W/', '') === tag) === true
    const isUnchanged = sent.has('if-none-match')
      ? isTagged(sent.get('if-none-match'))
      : Date.parse(sent.get('if-modified-since') ?? '') >= Date.parse(MODIFIED)
    if (tag !== undefined && isRead && isUnchanged) return bodiless(304, { etag: tag })
    if (tag !== undefined && !isRead && isTagged(sent.get('if-none-match'))) return bodiless(412)
    if (tag !== undefined && sent.has('if-match') && !isTagged(sent.get('if-match'))) return bodiless(412)
    if (!isRead) return depot.inject(request)
    const dated = { ...read, headers: { ...read.headers, ...(tag && { 'last-modified': MODIFIED }) } }
    return method === 'HEAD' ? { ...dated, rawBody: Buffer.alloc(0) } : dated
  }
  return {
    document: depot.document,
    inject: async (request) => {
      const reply = await respond(request)
      return name !== undefined && count++ === at ? (CHANGES[name] as (reply: Reply) => Reply)(reply) : reply
    }
  }
}

describe('A convention of HTTP of which one reply is odd', () => {
  it('is found broken, or not, as odd-reply-list.txt says', async () => {
    const labels = /listShelves|(?:read|replace|change|delete)Shelf|readPicture|Shelf|shelves/
    const lines = await playChanged(serviceWith, Object.keys(CHANGES), (name) => name, labels, 'conventions')
    expectListed('verify/conventions/odd-reply-list.txt', 'a depot', lines)
  }).timeout(60_000)
})
