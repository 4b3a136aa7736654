import swagger from '@fastify/swagger'
import { Ajv } from 'ajv'
import fastify from 'fastify'
import { type ForeignService, type Mistake, rarely } from './listening.js'

interface Order {
  readonly id: number
  readonly customer: string
  readonly state: 'open' | 'paid'
  readonly lines: readonly { readonly sku: string; readonly quantity: number }[]
}

const LINE = {
  type: 'object',
  required: ['sku', 'quantity'],
  additionalProperties: false,
  properties: {
    sku: { type: 'string', pattern: '^[A-Z]{2}-[0-9]{3}$' },
    quantity: { type: 'integer', minimum: 1, maximum: 99 }
  }
}
const NEW_ORDER = {
  type: 'object',
  required: ['customer', 'lines'],
  properties: {
    customer: { type: 'string', minLength: 2, maxLength: 30 },
    lines: { type: 'array', items: LINE, minItems: 1, maxItems: 3 }
  }
}
const STATE = { type: 'string', enum: ['open', 'paid'] }
const ORDER = {
  type: 'object',
  required: ['id', 'customer', 'state', 'lines'],
  properties: { id: { type: 'integer' }, state: STATE, ...NEW_ORDER.properties }
}
const FAULT = {
  type: 'object',
  required: ['statusCode', 'error', 'message'],
  properties: {
    statusCode: { type: 'integer' },
    code: { type: 'string' },
    error: { type: 'string' },
    message: { type: 'string' }
  }
}
const ID = { type: 'object', required: ['id'], properties: { id: { type: 'integer', minimum: 1 } } }

/** What is wrong with the service. */
export const FASTIFY_MISTAKES: readonly Mistake[] = [
  // Two lines of one article are an error that no keyword describes.
  'refused-valid createOrder 400 Each article has one line',
  // Paying an order that is paid is an error of another status.
  'undocumented-status payOrder 409',
  // The list of orders comes as it is stored, with a state that is not in the document.
  rarely('broken-response listOrders 200 [].state enum'),
  // The name of a customer is taken for a pattern.
  'server-error findCustomer 500'
]

/**
 * A service of Fastify, with the document that @fastify/swagger makes of the schemas of its routes. Bodies are validated
 * without coercion, as Fastify's guide has it for each part of a request; everything else by its defaults.
 */
export async function startFastifyService(): Promise<ForeignService> {
  let orders: Map<number, Order>
  let next: number
  const reset = () => {
    next = 3
    orders = new Map([
      [1, { id: 1, customer: 'Ada', state: 'open', lines: [{ sku: 'AB-001', quantity: 2 }] }],
      [2, { id: 2, customer: 'Bo', state: 'paid', lines: [{ sku: 'AB-002', quantity: 1 }] }]
    ])
  }
  reset()

  const app = fastify()
  const strict = new Ajv({ strict: false })
  const lenient = new Ajv({ strict: false, coerceTypes: 'array', useDefaults: true })
  app.setValidatorCompiler(({ schema, httpPart }) => (httpPart === 'body' ? strict : lenient).compile(schema as object))
  await app.register(swagger, { openapi: { openapi: '3.1.0', info: { title: 'Orders', version: '1.0.0' } } })

  app.get<{ Querystring: { state?: string; limit: number } }>(
    '/orders',
    {
      schema: {
        operationId: 'listOrders',
        querystring: {
          type: 'object',
          properties: { state: STATE, limit: { type: 'integer', minimum: 1, maximum: 50, default: 20 } }
        },
        response: { 200: { type: 'array', items: ORDER }, 400: FAULT }
      }
    },
    ({ query }, reply) => {
      reply.type('application/json').serializer((payload: unknown) => JSON.stringify(payload))
      const found = [...orders.values()].filter(({ state }) => query.state === undefined || state === query.state)
      return found.slice(0, query.limit).map((order) => (order.lines.length > 2 ? { ...order, state: 'large' } : order))
    }
  )
  app.post<{ Body: Pick<Order, 'customer' | 'lines'> }>(
    '/orders',
    { schema: { operationId: 'createOrder', body: NEW_ORDER, response: { 201: ORDER, 400: FAULT } } },
    ({ body }, reply) => {
      if (new Set(body.lines.map(({ sku }) => sku)).size < body.lines.length)
        throw Object.assign(new Error('Each article has one line'), { statusCode: 400 })
      const order: Order = { ...body, id: next++, state: 'open' }
      orders.set(order.id, order)
      return reply.status(201).send(order)
    }
  )
  app.get<{ Params: { id: number } }>(
    '/orders/:id',
    { schema: { operationId: 'getOrder', params: ID, response: { 200: ORDER, 400: FAULT, 404: FAULT } } },
    ({ params }, reply) => orders.get(params.id) ?? reply.callNotFound()
  )
  app.post<{ Params: { id: number } }>(
    '/orders/:id/payment',
    { schema: { operationId: 'payOrder', params: ID, response: { 200: ORDER, 400: FAULT, 404: FAULT } } },
    ({ params }, reply) => {
      const order = orders.get(params.id)
      if (order === undefined) return reply.callNotFound()
      if (order.state === 'paid') return reply.status(409).send(new Error('It is paid'))
      orders.set(order.id, { ...order, state: 'paid' })
      return orders.get(order.id)
    }
  )
  app.delete<{ Params: { id: number } }>(
    '/orders/:id',
    { schema: { operationId: 'removeOrder', params: ID, response: { 204: { type: 'null' }, 400: FAULT, 404: FAULT } } },
    ({ params }, reply) => (orders.delete(params.id) ? reply.status(204).send() : reply.callNotFound())
  )
  app.get<{ Params: { name: string } }>(
    '/customers/:name',
    {
      schema: {
        operationId: 'findCustomer',
        params: { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 30 } } },
        response: { 200: { type: 'object', properties: { orders: { type: 'integer' } } }, 400: FAULT }
      }
    },
    ({ params }) => {
      const pattern = new RegExp(params.name, 'i')
      return { orders: [...orders.values()].filter(({ customer }) => pattern.test(customer)).length }
    }
  )

  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, document: app.swagger(), reset, close: () => app.close() }
}
