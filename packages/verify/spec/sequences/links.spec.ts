import { expect } from 'chai'
import { openApi } from '../../../../spec/support/published.js'
import type { VerifiableService } from '../../src/wire/target.js'
import { playSequences } from './play-sequences.js'

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const TICKET = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }

/** A service that sells tickets; `link` is what its document says of a new one. */
function tickets(link: object, keeps = true): VerifiableService {
  const ids = new Set<number>()
  const found = { description: 'It', ...json(TICKET) }
  const document = openApi({
    '/sales': {
      post: {
        operationId: 'sell',
        responses: { 201: { ...found, links: { ticket: link } } }
      }
    },
    '/tickets/{number}': {
      get: {
        operationId: 'readTicket',
        parameters: [{ name: 'number', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 200: found, 404: { description: 'None' } }
      }
    }
  })
  return {
    document,
    async inject({ method, url }) {
      const number = Number(url.split('/').at(-1))
      const id = method === 'POST' ? ids.size + 1 : ids.has(number) ? number : undefined
      if (method === 'POST' && id !== undefined && keeps) ids.add(id)
      const status = id === undefined ? 404 : method === 'POST' ? 201 : 200
      const body = id === undefined ? '' : JSON.stringify({ id })
      return { statusCode: status, headers: { 'content-type': 'application/json' }, rawBody: Buffer.from(body) }
    }
  }
}

/** A service whose tickets can be refunded, and once alone, although a link of the refund says otherwise. */
function refunds(): VerifiableService {
  const states = new Map<string, 'sold' | 'refunded'>()
  const found = { description: 'It', ...json(TICKET) }
  const parameters = [{ name: 'number', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }]
  const none = { 404: { description: 'None' } }
  const link = { operationId: 'refund', parameters: { number: '$request.path.number' } }
  const document = openApi({
    '/tickets': { post: { operationId: 'sell', responses: { 201: found } } },
    '/tickets/{number}': { get: { operationId: 'readTicket', parameters, responses: { 200: found, ...none } } },
    '/tickets/{number}/refund': {
      post: { operationId: 'refund', parameters, responses: { 200: { ...found, links: { again: link } }, ...none } }
    }
  })
  return {
    document,
    async inject({ url }) {
      const isSale = url === '/tickets'
      const number = isSale ? String(states.size + 10_001) : (url.split('/')[2] as string)
      const state = states.get(number)
      const isRefund = url.endsWith('/refund')
      const isDone = isSale || (isRefund ? state === 'sold' : state !== undefined)
      if (isDone && (isSale || isRefund)) states.set(number, isSale ? 'sold' : 'refunded')
      const statusCode = isDone ? (isSale ? 201 : 200) : 404
      const body = isDone ? JSON.stringify({ id: Number(number) }) : ''
      return { statusCode, headers: { 'content-type': 'application/json' }, rawBody: Buffer.from(body) }
    }
  }
}

async function broken(service: VerifiableService): Promise<string[]> {
  const { findings } = await playSequences(service, { labels: /the link/ })
  return findings.map(({ kind, document, script }) => `${kind}: ${document}\n${script}`)
}

const RIGHT = { operationId: 'readTicket', parameters: { number: '$response.body#/id' } }

describe('verify follows the links of a document', () => {
  it('by the id of an operation, and by a reference to it', async () => {
    expect(await broken(tickets(RIGHT))).to.deep.equal([])
    const { parameters } = RIGHT
    expect(await broken(tickets({ operationRef: '#/paths/~1tickets~1{number}/get', parameters }))).to.deep.equal([])
  })

  it('and finds one that leads to nothing, with a script', async () => {
    expect(await broken(tickets(RIGHT, false))).to.deep.equal([
      [
        "broken-link: the link 'ticket' leads to readTicket, which succeeds",
        '# sell: 201',
        `ID=$(curl -s -g --path-as-is -X POST -H 'content-length: 0' http://h/sales | node -p 'JSON.parse(fs.readFileSync(0)).id'); echo "$ID"`,
        '# follow the link ticket: 404',
        `curl -i -g --path-as-is 'http://h/tickets/'"$ID"`
      ].join('\n')
    ])
  })

  it('from an action on a resource, which is made for it', async () => {
    const { findings, missing } = await playSequences(refunds(), { labels: /the link/ })
    expect(missing).to.deep.equal([])
    expect(findings.map(({ document }) => document)).to.deep.equal(["the link 'again' leads to refund, which succeeds"])
  })

  it('and finds one whose expression has no value, or whose parameter does not exist', async () => {
    const [missing] = await broken(tickets({ ...RIGHT, parameters: { number: '$response.body#/number' } }))
    expect(missing).to.match(/^broken-link: the link 'ticket' needs \$response.body#\/number, which is not there\n/)
    const [unknown] = await broken(tickets({ ...RIGHT, parameters: { no: '$response.body#/id' } }))
    expect(unknown).to.match(/^broken-link: readTicket has the parameter 'no' of the link\n/)
  })
})
