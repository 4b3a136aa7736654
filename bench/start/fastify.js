// The named application on Fastify, with @fastify/swagger.
import swagger from '@fastify/swagger'
import Fastify from 'fastify'
import { findOrder, orderTotal, PORT } from './orders.js'

const string = { type: 'string' }
const text = { type: 'string', minLength: 1 }
const object = (properties, required = Object.keys(properties)) => ({ type: 'object', properties, required })
const address = object({ street: text, city: text, zip: { type: 'string', pattern: '^\\d{5}(-\\d{4})?$' } })
const line = object({ sku: text, qty: { type: 'integer', minimum: 1 }, price: { type: 'number', minimum: 0 } })
const newOrder = object(
  {
    customer: object({ name: text, email: { type: 'string', format: 'email' }, address }),
    lines: { type: 'array', minItems: 1, maxItems: 100, items: line },
    note: { type: 'string', maxLength: 500 }
  },
  ['customer', 'lines']
)
const receipt = object({ status: string, total: { type: 'number' } })
const order = object({ id: { type: 'integer' }, customer: string, createdAt: { type: 'string', format: 'date-time' } })
const problem = object({ message: string })

async function main() {
  const app = Fastify()
  await app.register(swagger, { openapi: { openapi: '3.1.0', info: { title: 'Orders', version: '1.0.0' } } })
  app.post('/orders', { schema: { body: newOrder, response: { 201: receipt } } }, async (request, reply) => {
    reply.code(201)
    return { status: 'created', total: orderTotal(request.body.lines) }
  })
  app.get(
    '/orders/:id',
    { schema: { params: object({ id: { type: 'integer', minimum: 1 } }), response: { 200: order, 404: problem } } },
    async (request, reply) => {
      const found = findOrder(request.params.id)
      if (found !== undefined) return found
      reply.code(404)
      return { message: 'There is no such order' }
    }
  )
  const limit = { type: 'integer', minimum: 1, maximum: 100, default: 20 }
  app.get(
    '/orders',
    { schema: { querystring: object({ limit }, []), response: { 200: { type: 'array', items: order } } } },
    async (request) => Array.from({ length: Math.min(request.query.limit, 3) }, (_, index) => findOrder(index + 1))
  )
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  await app.listen({ port: PORT, host: '127.0.0.1' })
}

main().catch((error) => {
  console.error(error)
  process.exitCode = 1
})
