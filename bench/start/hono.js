// The named application on Hono, with @hono/zod-openapi.
import { serve } from '@hono/node-server'
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { findOrder, orderTotal, PORT } from './orders.js'

const NewOrder = z
  .object({
    customer: z.object({
      name: z.string().min(1),
      email: z.email(),
      address: z.object({
        street: z.string().min(1),
        city: z.string().min(1),
        zip: z.string().regex(/^\d{5}(-\d{4})?$/)
      })
    }),
    lines: z
      .array(z.object({ sku: z.string().min(1), qty: z.int().min(1), price: z.number().min(0) }))
      .min(1)
      .max(100),
    note: z.string().max(500).optional()
  })
  .openapi('NewOrder')
const Receipt = z.object({ status: z.string(), total: z.number() }).openapi('Receipt')
const Order = z.object({ id: z.int(), customer: z.string(), createdAt: z.iso.datetime() }).openapi('Order')
const Problem = z.object({ message: z.string() }).openapi('Problem')
const json = (schema, description) => ({ content: { 'application/json': { schema } }, description })

const app = new OpenAPIHono()
app.openapi(
  createRoute({
    method: 'post',
    path: '/orders',
    request: { body: { ...json(NewOrder, 'The order'), required: true } },
    responses: { 201: json(Receipt, 'Created') }
  }),
  (c) => c.json({ status: 'created', total: orderTotal(c.req.valid('json').lines) }, 201)
)
app.openapi(
  createRoute({
    method: 'get',
    path: '/orders/{id}',
    request: { params: z.object({ id: z.coerce.number().int().min(1) }) },
    responses: { 200: json(Order, 'The order'), 404: json(Problem, 'Not found') }
  }),
  (c) => {
    const order = findOrder(c.req.valid('param').id)
    return order === undefined ? c.json({ message: 'There is no such order' }, 404) : c.json(order, 200)
  }
)
app.openapi(
  createRoute({
    method: 'get',
    path: '/orders',
    request: { query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(20) }) },
    responses: { 200: json(z.array(Order), 'The orders') }
  }),
  (c) => c.json(Array.from({ length: Math.min(c.req.valid('query').limit, 3) }, (_, index) => findOrder(index + 1)))
)
app.doc31('/openapi.json', { openapi: '3.1.0', info: { title: 'Orders', version: '1.0.0' } })

serve({ fetch: app.fetch, port: PORT, hostname: '127.0.0.1' })
