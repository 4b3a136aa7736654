import { expect } from 'chai'
import { Application, bootstrap, type Context, Field, type RouteOptions, type Service } from 'fieldstone'
import { verify } from 'fieldstone-verify'

class Price {
  @Field() symbol!: string
  @Field({ minimum: 0 }) value!: number
  @Field({ writeOnly: true, optional: true }) note?: string
}

const EVENTS: RouteOptions = { responses: { 200: { events: { price: Price, log: String } } } }
const LINES: RouteOptions = { responses: { 200: { lines: Price } } }

const GOOD = '{"symbol":"FS","value":1}'

function serviceOf(handler: (ctx: Context) => unknown, options: RouteOptions): Promise<Service> {
  return bootstrap(
    new Application({
      ...{ title: 'Prices', version: '1', logger: false, spec: '/openapi.json' },
      routes: (router) => router.getFunc('/prices', handler, options)
    })
  )
}

/** What verification finds of a service that sends this text as its stream. */
async function findingsOf(text: string, options: RouteOptions): Promise<string[]> {
  const contentType = options === EVENTS ? 'text/event-stream' : 'application/jsonl'
  const sent = text === '' ? [] : [text]
  const service = await serviceOf((ctx) => ctx.stream(200, sent, { contentType }), options)
  const { disagreements, suspicions } = await verify(service, { runs: 3, seed: 1 })
  return [...disagreements, ...suspicions].map(({ kind, document }) => `${kind}: ${document}`)
}

describe('Streams of records, as verification sees them', () => {
  const right: readonly [what: string, text: string, options: RouteOptions][] = [
    ['no event', '', EVENTS],
    [
      'events and comments',
      `:\n\nevent: price\nid: 1\ndata: ${GOOD}\n\nretry: 5\n\nevent: log\ndata: no JSON\n\n`,
      EVENTS
    ],
    ['data of several lines, with other ends', 'event: log\r\ndata: a\r\ndata: b\r\n\r\n', EVENTS],
    ['a blank line and a last comment without an end', ': a\n\n\n: b', EVENTS],
    ['no line', '', LINES],
    ['lines', `${GOOD}\n${GOOD}\n`, LINES],
    ['a last line without an end', `${GOOD}\n${GOOD}`, LINES]
  ]
  for (const [what, text, options] of right) {
    it(`are right with ${what}`, async () => expect(await findingsOf(text, options)).to.deep.equal([]))
  }

  const wrong: readonly [what: string, text: string, options: RouteOptions, findings: string[]][] = [
    [
      'an event that breaks its schema, once for many',
      `event: price\ndata: {"symbol":"FS","value":"x"}\n\n`.repeat(3),
      EVENTS,
      ["broken-response: event price: 'value' must be number"]
    ],
    [
      'an event that is not documented',
      'data: x\n\n',
      EVENTS,
      ['broken-response: event message: the document lists the events price, log']
    ],
    ['data that is no JSON', 'event: price\ndata: x\n\n', EVENTS, ['broken-response: event price: it is not JSON']],
    [
      'an event without its end',
      `event: price\ndata: ${GOOD}\n`,
      EVENTS,
      ['broken-response: event price: the stream ends before the blank line of its last event']
    ],
    [
      'an event with a name and without data',
      'event: price\n\n',
      EVENTS,
      ['broken-response: event price: it has no data']
    ],
    ['a name without its event', 'event: price\n', EVENTS, ['broken-response: event price: the stream ends before']],
    [
      'a line without its end',
      `event: price\ndata: ${GOOD}\n\ndata: {"sym`,
      EVENTS,
      ['broken-response: event message: the stream ends before']
    ],
    [
      'undocumented and write-only properties',
      `event: price\ndata: {"symbol":"FS","value":1,"secret":1}\n\n`,
      EVENTS,
      ['undocumented-property: event price: ']
    ],
    [
      'a line that breaks its schema',
      `${GOOD}\n{"symbol":1,"value":1}\n`,
      LINES,
      ["broken-response: line: 'symbol' must be string"]
    ],
    ['a line that is none', `${GOOD}\n[\n`, LINES, ['broken-response: line: it is not JSON']],
    ['a line of another type', '1\n', LINES, ['broken-response: line: the value must be object']]
  ]
  for (const [what, text, options, findings] of wrong) {
    it(`are found with ${what}`, async () => {
      const found = await findingsOf(text, options)
      expect(found).to.have.length(findings.length)
      for (const [index, start] of findings.entries()) expect(found[index]).to.include(start)
    })
  }

  for (const where of ['in this process', 'over the network'] as const) {
    it(`are judged by their beginning where they do not end, ${where}`, async () => {
      let left = 0
      async function* prices() {
        try {
          for (let value = 5; ; value--) {
            yield { event: 'price', data: { symbol: 'FS', value } as Price }
            await new Promise(setImmediate)
          }
        } finally {
          left++
        }
      }
      const service = await serviceOf((ctx) => ctx.sse(prices()), EVENTS)
      const { port } = await service.listen({ port: 0, host: '127.0.0.1' })
      try {
        const target =
          where === 'in this process' ? service : { url: `http://127.0.0.1:${port}`, document: service.document }
        const { disagreements, requests } = await verify(target as typeof service, { runs: 3, seed: 1 })
        expect(disagreements.map(({ kind, document }) => `${kind}: ${document}`)).to.deep.equal([
          "broken-response: event price: 'value' must be >= 0"
        ])
        expect(left).to.be.greaterThan(0)
        expect(requests).to.be.at.least(3)
      } finally {
        await service.close({ deadline: 1 })
      }
    }).timeout(60_000)
  }

  it('are a failure where they break off', async () => {
    const service = await serviceOf(async function* () {
      yield { symbol: 'FS', value: 1 } as Price
      await new Promise(setImmediate)
      throw new Error('The market is closed')
    }, LINES)
    const { disagreements } = await verify(service, { runs: 3, seed: 1 })
    expect(disagreements.map(({ kind }) => kind)).to.deep.equal(['server-error'])
  })
})
