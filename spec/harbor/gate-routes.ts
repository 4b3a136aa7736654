import { createHash } from 'node:crypto'
import {
  type ContextHandler,
  DateOnly,
  Gone,
  HttpError,
  Integer,
  NotFound,
  type Routes,
  TooManyRequests
} from 'fieldstone'
import { Manifest, Quote, Ticket } from './records.js'
import { Store } from './store.js'

const TICKET = 'a9f5b0c2-3d4e-4f60-8a7b-1c2d3e4f5a6b'
const TICKET_ID = {
  name: 'ticketId',
  in: 'path',
  format: 'uuid',
  example: TICKET,
  description: 'The id of the ticket'
} as const

const GATE = {
  name: 'gate',
  in: 'path',
  enum: ['east', 'west', 'north'],
  example: 'east',
  description: 'Which'
} as const

/** A handler behind the check that there is such a gate; the one in the north was never built. */
const at =
  (handler: ContextHandler): ContextHandler =>
  (ctx) =>
    handler(ctx.parameter('gate') === 'north' ? NotFound.throw('There is no gate in the north') : ctx)

/** The router's own form: handlers of the context and of Node, a group, HEAD and OPTIONS. */
export function gateRoutes(router: Routes): void {
  const gate = router.group('/gates/{gate}').returns({ 404: 'No such gate' })

  gate.getFunc(
    '/slots',
    at((ctx) => slots(ctx.parameter('day'), ctx.parameter('limit'))),
    {
      tags: ['gate'],
      summary: 'Free slots of a day',
      parameters: [
        GATE,
        { name: 'day', in: 'query', schema: DateOnly, required: true, description: 'The day', example: '2026-12-24' },
        { name: 'limit', in: 'query', schema: Integer, minimum: 1, maximum: 24, default: 3, description: 'How many' },
        { name: 'x-lorry', in: 'header', schema: String, minLength: 2, maxLength: 9, description: 'Its number' },
        { name: 'lane', in: 'query', schema: [Integer], style: 'comma', maxItems: 3, description: 'Which lanes' }
      ],
      responses: { 200: [Date] }
    }
  )

  gate.postFunc(
    '/manifests',
    at(async (ctx) => ctx.json(201, digestOf(await ctx.bindValidated(Manifest)))),
    {
      tags: ['gate'],
      summary: 'The digest of a manifest',
      parameters: [GATE],
      requestBody: Manifest,
      bodyLimit: 20_000,
      responses: { 201: { contentType: 'application/json', body: String } }
    }
  )

  gate.getFunc(
    '/tickets/{ticketId}',
    at((ctx) => ticket(ctx.parameter('ticketId'))),
    {
      tags: ['gate'],
      summary: 'Show a ticket',
      parameters: [GATE, TICKET_ID],
      responses: { 200: Ticket, 410: 'It was used' }
    }
  )

  gate.getFunc(
    '/tickets/{ticketId}/door',
    at((ctx) => {
      const { id } = ticket(ctx.parameter('ticketId'))
      ctx.redirect(`/v1/gates/${ctx.urlParam('gate')}/tickets/${id}`, 303)
    }),
    {
      tags: ['gate'],
      summary: 'Where to go with a ticket',
      parameters: [GATE, TICKET_ID],
      responses: { 303: { description: 'To the ticket', headers: { Location: String } }, 410: 'It was used' }
    }
  )

  gate.headFunc(
    '/beacon',
    at((ctx) => ctx.status(204)),
    {
      tags: ['gate'],
      summary: 'Is the gate lit?',
      parameters: [GATE],
      responses: { 204: 'It is' }
    }
  )

  gate.optionsFunc(
    '/beacon',
    at((ctx) => ctx.status(204)),
    {
      tags: ['gate'],
      summary: 'What can be asked of the beacon',
      parameters: [GATE],
      responses: { 204: 'Nothing but whether it is lit' }
    }
  )

  gate.get(
    '/hours',
    (req, res) => {
      if (req.url?.startsWith('/v1/gates/north/') === true) NotFound.throw('There is no gate in the north')
      res.writeHead(200, { 'content-type': 'application/json' })
      res.end(JSON.stringify({ price: 0, until: new Date(0) }))
    },
    {
      tags: ['gate'],
      summary: 'When it opens, by a handler of Node',
      parameters: [GATE, { name: 'day', in: 'query', schema: DateOnly, description: 'The day' }],
      responses: { 200: Quote }
    }
  )

  gate.postFunc('/bell', () => TooManyRequests.throw('It rings', { headers: { 'retry-after': '1' } }), {
    hidden: true
  })

  gate.deleteFunc(
    '/queue/{place}',
    at((ctx) => {
      const place = ctx.parameter<number>('place')
      if (place > 3) throw new HttpError(423, 'This place is locked')
      ctx.resolve(Store).documents++
    }),
    {
      tags: ['gate'],
      summary: 'Leave the queue',
      parameters: [
        GATE,
        { name: 'place', in: 'path', schema: Integer, minimum: 1, maximum: 5, description: 'From the front' }
      ],
      responses: { 204: 'Left', 423: { body: null, description: 'The place is locked' } }
    }
  )
}

function slots(day: string, limit: number): Date[] {
  return Array.from({ length: limit }, (_, hour) => new Date(Date.parse(day) + hour * 3_600_000))
}

function ticket(id: string): Ticket {
  if (id.toLowerCase() !== TICKET) throw new Gone('It was used')
  return { id: TICKET, state: 'waiting' }
}

function digestOf(manifest: Manifest): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex')
}
