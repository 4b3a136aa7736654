import { expect } from 'chai'
import { bare, json, openApi, parameter, type Responded } from '../support/services.js'
import { sound, type Valid } from '../support/sound.js'
import { expectSound, findingsOf, stepsOf, theFinding, verified } from '../support/verified.js'

const TICKET = {
  type: 'object',
  required: ['id', 'seat'],
  properties: {
    id: { type: 'integer' },
    seat: { type: 'object', required: ['row'], properties: { row: { type: 'integer' } } }
  }
}
const NUMBER = parameter('path', 'number', { type: 'integer', minimum: 1 })

/** A service that sells tickets; `link` is what its document says of a new one. */
function tickets(link: object, keeps = true) {
  const rows = new Map<number, number>()
  const document = openApi({
    '/halls/{hall}/sales': {
      post: {
        operationId: 'sell',
        parameters: [
          parameter('path', 'hall', { type: 'integer', minimum: 1, maximum: 3 }),
          parameter('query', 'row', { type: 'integer', minimum: 1, maximum: 9 }, { required: true }),
          parameter('header', 'X-Number', { type: 'integer', minimum: 11, maximum: 99 }, { required: true })
        ],
        responses: { 201: json(TICKET, { links: { ticket: link } }), ...bare(400) }
      }
    },
    '/tickets/{number}': {
      get: { operationId: 'readTicket', parameters: [NUMBER], responses: { 200: json(TICKET), ...bare(400, 404) } }
    },
    '/rows/{row}': {
      get: {
        operationId: 'readRow',
        parameters: [parameter('path', 'row', { type: 'integer', minimum: 1, maximum: 9 })],
        responses: { ...bare(204, 400) }
      }
    }
  })
  const service = sound(document, {
    sell: ({ params }) => {
      const { row, 'X-Number': number } = params as unknown as { row: number; 'X-Number': number }
      if (keeps) rows.set(number, row)
      return {
        status: 201,
        body: { id: number, seat: { row } },
        headers: { location: `/tickets/${number}`, 'x-id': `${number}` }
      }
    },
    readTicket: ({ params: { number } }: Valid): Responded => {
      const row = rows.get(number as never)
      return row === undefined ? { status: 404 } : { status: 200, body: { id: number, seat: { row } } }
    },
    readRow: () => ({ status: 204 })
  })
  const reset = () => {
    rows.clear()
    rows.set(1, 1)
  }
  reset()
  return { ...service, reset }
}

const TO_TICKET = { operationId: 'readTicket', parameters: { number: '$response.body#/id' } }

describe('verify follows the links of a document', () => {
  for (const [what, link] of [
    ['the id of an operation', TO_TICKET],
    [
      'a reference to an operation',
      { operationRef: '#/paths/~1tickets~1{number}/get', parameters: TO_TICKET.parameters }
    ],
    ['the place of a parameter', { operationId: 'readTicket', parameters: { 'path.number': '$response.body#/id' } }],
    ['a header of the response', { operationId: 'readTicket', parameters: { number: '$response.header.X-Id' } }],
    ['a header of the request', { operationId: 'readTicket', parameters: { number: '$request.header.X-Number' } }],
    ['a query parameter of the request', { operationId: 'readRow', parameters: { row: '$request.query.row' } }],
    ['a path parameter of the request', { operationId: 'readRow', parameters: { row: '$request.path.hall' } }],
    ['a part of the body', { operationId: 'readRow', parameters: { row: '$response.body#/seat/row' } }],
    ['an expression in a text', { operationId: 'readRow', parameters: { row: '{$request.path.hall}' } }],
    ['a constant', { operationId: 'readRow', parameters: { row: 5 } }]
  ] as const) {
    it(`by ${what}`, () => expectSound(tickets(link)))
  }

  it('and finds one that leads to nothing, with a script', async () => {
    const { document, curl } = theFinding(await verified(tickets(TO_TICKET, false)), 'broken-link')
    expect(document).to.equal("the link 'ticket' leads to readTicket, which succeeds")
    const [sell, create = '', follow, read] = curl.split('\n')
    expect([sell, follow]).to.deep.equal(['# sell: 201', '# follow the link ticket: 404'])
    expect(create).to.match(
      /^ID=\$\(curl -s .* -X POST .*\/halls\/\d\/sales\?row=\d' \| node -p 'JSON\.parse\(fs\.readFileSync\(0\)\)\.id'\); echo "\$ID"$/
    )
    expect(read).to.equal(`curl -i -g --path-as-is 'http://localhost:8080/tickets/'"$ID"`)
  })

  for (const [what, link, document] of [
    [
      'whose expression has no value',
      { ...TO_TICKET, parameters: { number: '$response.body#/number' } },
      "the link 'ticket' needs $response.body#/number, which is not there"
    ],
    [
      'whose header is not there',
      { ...TO_TICKET, parameters: { number: '$response.header.X-None' } },
      "the link 'ticket' needs $response.header.X-None, which is not there"
    ],
    [
      'whose parameter the operation does not have',
      { ...TO_TICKET, parameters: { no: '$response.body#/id' } },
      "readTicket has the parameter 'no' of the link"
    ],
    [
      'that leads to a request which is rejected',
      { operationId: 'readRow', parameters: { row: 77 } },
      "the link 'ticket' leads to readRow, which succeeds"
    ]
  ] as const) {
    it(`and finds one ${what}`, async () => {
      expect(theFinding(await verified(tickets(link)), 'broken-link').document).to.equal(document)
    })
  }

  it('from an action on a resource, which is made for it', async () => {
    const states = new Map<number, 'sold' | 'refunded'>()
    const link = { operationId: 'refund', parameters: { number: '$request.path.number' } }
    const found = json({ type: 'object', required: ['id'], properties: { id: { type: 'integer' } } })
    const document = openApi({
      '/tickets': { post: { operationId: 'sell', responses: { 201: found } } },
      '/tickets/{number}': {
        get: { operationId: 'readTicket', parameters: [NUMBER], responses: { 200: found, ...bare(400, 404) } }
      },
      '/tickets/{number}/refund': {
        post: {
          operationId: 'refund',
          parameters: [NUMBER],
          responses: { 200: { ...found, links: { again: link } }, ...bare(400, 404) }
        }
      }
    })
    const service = sound(document, {
      sell: () => {
        states.set(states.size + 10_001, 'sold')
        return { status: 201, body: { id: states.size + 10_000 } }
      },
      readTicket: ({ params: { number } }) =>
        states.has(number as never) ? { status: 200, body: { id: number } } : { status: 404 },
      refund: ({ params: { number } }) => {
        if (states.get(number as never) !== 'sold') return { status: 404 }
        states.set(number as never, 'refunded')
        return { status: 200, body: { id: number } }
      }
    })
    const [broken, ...more] = findingsOf(await verified(service))
    expect([broken?.kind, broken?.document, ...more]).to.deep.equal([
      'broken-link',
      "the link 'again' leads to refund, which succeeds"
    ])
    expect(broken && stepsOf(broken).length).to.be.above(1)
  })
})
