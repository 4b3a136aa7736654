// Fastify as its guide shows it: a JSON schema for each input and each output.
import Fastify from 'fastify'
import { CATALOG, EXTRA_ROUTES, findItem, orderTotal, PORT } from '../data.js'

const string = { type: 'string' }
const integer = { type: 'integer' }
const number = { type: 'number' }
const text = { type: 'string', minLength: 1 }
const email = { type: 'string', format: 'email' }
const timestamp = { type: 'string', format: 'date-time' }
const object = (properties, required = Object.keys(properties)) => ({ type: 'object', properties, required })

const app = Fastify()

app.post(
  '/data',
  {
    schema: {
      body: object({ name: string, value: integer }),
      response: { 200: object({ status: string, received_name: string }) }
    }
  },
  async (request) => ({ status: 'success', received_name: request.body.name })
)

app.get(
  '/items',
  {
    schema: {
      querystring: object({ name: text, id: { type: 'string', pattern: '^-?\\d+$' } }),
      response: { 200: object({ item_name: string, item_id: string }) }
    }
  },
  async (request) => ({ item_name: request.query.name, item_id: request.query.id })
)

app.get(
  '/users/:id',
  { schema: { params: object({ id: string }), response: { 200: object({ status: string, user_id: string }) } } },
  async (request) => ({ status: 'ok', user_id: request.params.id })
)

app.get(
  '/items/:id',
  {
    schema: {
      params: object({ id: integer }),
      response: { 200: object({ id: integer, name: string, createdAt: timestamp }) }
    }
  },
  async (request) => findItem(request.params.id)
)

app.post(
  '/signup',
  {
    schema: {
      body: object({
        username: { type: 'string', minLength: 3, maxLength: 20, pattern: '^[A-Za-z0-9]+$' },
        email,
        password: { type: 'string', minLength: 8 }
      }),
      response: { 201: object({ status: string, username: string }) }
    }
  },
  async (request, reply) => {
    reply.code(201)
    return { status: 'created', username: request.body.username }
  }
)

const catalogItem = object({
  id: integer,
  name: string,
  price: number,
  tags: { type: 'array', items: string },
  dimensions: object({ w: number, h: number, d: number }),
  createdAt: timestamp
})

app.get('/catalog', { schema: { response: { 200: { type: 'array', items: catalogItem } } } }, async () => CATALOG)

const address = object({ street: text, city: text, zip: { type: 'string', pattern: '^\\d{5}(-\\d{4})?$' } })
const line = object({ sku: text, qty: { type: 'integer', minimum: 1 }, price: { type: 'number', minimum: 0 } })

app.post(
  '/order',
  {
    schema: {
      body: object(
        {
          customer: object({ name: text, email, address }),
          lines: { type: 'array', minItems: 1, maxItems: 100, items: line },
          note: { type: 'string', maxLength: 500 }
        },
        ['customer', 'lines']
      ),
      response: { 201: object({ status: string, total: number }) }
    }
  },
  async (request, reply) => {
    reply.code(201)
    return { status: 'created', total: orderTotal(request.body.lines) }
  }
)

for (let route = 0; route < EXTRA_ROUTES; route++) {
  app.get(
    `/r${route}/:id/sub`,
    { schema: { params: object({ id: string }), response: { 200: object({ route: integer, id: string }) } } },
    async (request) => ({ route, id: request.params.id })
  )
}

await app.listen({ port: PORT, host: '127.0.0.1' })
