import { Readable } from 'node:stream'
import { expect } from 'chai'
import { type ContextHandler, Field, NotFound, type ResponseOption, type RouteOptions } from 'fieldstone'
import { oneHandler, recordingLogger } from '../support/one-handler.js'

class Item {
  @Field({ minLength: 2 }) name!: string
}

/** What a response is declared as. */
const DECLARED = {
  'a record': { body: Item },
  'a list': { body: [Item] },
  text: { contentType: 'text/plain' },
  bytes: { body: Buffer, contentType: 'image/png' },
  'JSON of its own type': { body: Item, contentType: 'application/vnd.item+json' },
  'JSON or text': { content: { 'application/json': Item, 'text/csv': String } },
  lines: { lines: Item },
  events: { events: Item },
  'a description only': { description: 'Done' },
  'no body': { body: null }
} as const satisfies Readonly<Record<string, ResponseOption>>

/** What a handler replies. */
const REPLIES = {
  json: (ctx) => ctx.json(200, { name: 'Ada', secret: 1 }),
  'wrong json': (ctx) => ctx.json(200, { name: 'A' }),
  text: (ctx) => ctx.text(200, 'text'),
  bytes: (ctx) => ctx.send(200, 'image/png', Buffer.from('png')),
  stream: (ctx) => ctx.stream(200, Readable.from(['a,b']), { contentType: 'text/csv' }),
  events: (ctx) => ctx.sse([{ data: { name: 'Ada' } }]),
  nothing: (ctx) => ctx.status(200)
} as const satisfies Readonly<Record<string, ContextHandler>>

const type = (name: string) => `the media type ${name} is not documented`
const JSON_TYPE = type('application/json; charset=utf-8')
const TEXT = type('text/plain; charset=utf-8')
const [PNG, CSV, EVENTS] = [type('image/png'), type('text/csv'), type('text/event-stream')]
const SHORT = "'name' must be at least 2 characters long"
const NO_BODY = 'the document promises no body'

/** How the document is broken by each reply; an empty text where it is not. */
const VERDICTS: Readonly<Record<keyof typeof DECLARED, Readonly<Partial<Record<keyof typeof REPLIES, string>>>>> = {
  'a record': { json: '', 'wrong json': SHORT, text: TEXT, bytes: PNG, stream: CSV, events: EVENTS },
  'a list': { text: TEXT, bytes: PNG, stream: CSV, events: EVENTS },
  text: { json: JSON_TYPE, text: '', bytes: PNG, stream: CSV, events: EVENTS },
  bytes: { json: JSON_TYPE, text: TEXT, bytes: '', stream: CSV, events: EVENTS },
  'JSON of its own type': { json: '', 'wrong json': SHORT, text: TEXT, bytes: PNG, stream: CSV, events: EVENTS },
  'JSON or text': { json: '', 'wrong json': SHORT, text: TEXT, bytes: PNG, stream: '', events: EVENTS },
  lines: { json: JSON_TYPE, text: TEXT, bytes: PNG, stream: CSV, events: EVENTS },
  events: { json: JSON_TYPE, text: TEXT, bytes: PNG, stream: CSV, events: '' },
  'a description only': { json: NO_BODY, text: NO_BODY, bytes: NO_BODY, stream: NO_BODY, nothing: '' },
  'no body': { json: NO_BODY, text: NO_BODY, bytes: NO_BODY, stream: NO_BODY, nothing: '' }
}

/** Declarations that name no fields, so that a value is sent as it is. */
const FIELDLESS: ReadonlySet<string> = new Set(['text', 'bytes', 'a description only', 'no body'])

async function replied(
  declared: ResponseOption,
  handler: ContextHandler,
  responseChecks: 'off' | 'report' | 'enforce'
) {
  const { logger, entries } = recordingLogger()
  const route: RouteOptions = { responses: { 200: declared } }
  const service = await oneHandler(handler, { route, logger, responseChecks })
  const { statusCode, body } = await service.inject('/')
  return {
    status: statusCode,
    body,
    log: entries.filter(({ level }) => level !== 'debug').map(({ message }) => message)
  }
}

describe('A response that is declared as', () => {
  for (const [declared, verdicts] of Object.entries(VERDICTS)) {
    for (const [reply, verdict] of Object.entries(verdicts)) {
      it(`${declared} ${verdict === '' ? 'may be' : 'is broken by'} ${reply}: ${verdict || 'nothing is logged'}`, async () => {
        const option = DECLARED[declared as keyof typeof DECLARED]
        const handler: ContextHandler = REPLIES[reply as keyof typeof REPLIES]
        const reported = await replied(option, handler, 'report')
        const enforced = await replied(option, handler, 'enforce')
        const unchecked = await replied(option, handler, 'off')
        expect(unchecked.log).to.deep.equal([])
        expect([unchecked.status, reported.status]).to.deep.equal([200, 200])
        expect(reported.body).to.equal(unchecked.body)
        if (!FIELDLESS.has(declared)) expect(reported.body).not.to.contain('secret')
        if (verdict === '') {
          expect([reported.log, enforced.log, enforced.status]).to.deep.equal([[], [], 200])
        } else {
          for (const { log } of [reported, enforced]) {
            expect(log).to.have.length(1)
            expect(log[0]).to.include(`responded 200, which breaks the document: ${verdict}`)
          }
          expect(enforced.status).to.equal(500)
        }
      })
    }
  }

  it('an error has the form of every error, and is broken by anything else', async () => {
    const responses = { 404: 'None' }
    const by = async (handler: ContextHandler) => {
      const service = await oneHandler(handler, { route: { responses }, responseChecks: 'enforce' })
      return (await service.inject('/')).statusCode
    }
    expect(await by(() => NotFound.throw())).to.equal(404)
    expect(await by((ctx) => ctx.jsonError(404, 'none'))).to.equal(404)
    expect(await by((ctx) => ctx.json(404, { name: 'Ada' }))).to.equal(500)
    expect(await by((ctx) => ctx.text(404, 'none'))).to.equal(500)
  })
})
