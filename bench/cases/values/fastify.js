// Fastify as its guide shows it, with all errors of a body in its refusal, as the others have them.
import Fastify from 'fastify'
import { orderTotal, PORT } from '../../data.js'
import { PAYMENTS } from './data.js'

const string = { type: 'string' }
const number = { type: 'number' }
const text = { type: 'string', minLength: 1 }
const email = { type: 'string', format: 'email' }
const object = (properties, required = Object.keys(properties)) => ({ type: 'object', properties, required })
const array = (items, limits = {}) => ({ type: 'array', items, ...limits })

const app = Fastify({ ajv: { customOptions: { allErrors: true, coerceTypes: false } } })
app.setErrorHandler((error, _request, reply) => {
  const status = error.statusCode ?? 500
  const errors = error.validation?.map(({ instancePath, keyword, message }) => ({
    in: 'body',
    path: instancePath,
    rule: keyword,
    message
  }))
  const detail = errors === undefined ? error.message : `validation failed: ${error.message}`
  const problem = { type: 'about:blank', title: 'Bad Request', status, detail, errors }
  reply.code(status).type('application/problem+json').send(JSON.stringify(problem))
})

app.get('/ready', async () => 'ready')

const kind = (name, properties) =>
  object({ kind: { type: 'string', const: name }, id: string, amount: number, ...properties })
const payment = {
  anyOf: [
    kind('card', { network: string, last4: string }),
    kind('transfer', { iban: string, name: string }),
    kind('cash', { currency: string })
  ]
}
app.get('/payments', { schema: { response: { 200: array(payment) } } }, async () => PAYMENTS)

const stock = { type: 'object', additionalProperties: { type: 'integer' } }
app.post('/stock', { schema: { body: stock, response: { 200: stock } } }, async (request) => request.body)

const zip = { type: 'string', pattern: '^\\d{5}(-\\d{4})?$' }
const address = object({ street: text, city: text, zip })
const member = object({
  username: { type: 'string', minLength: 3, maxLength: 20, pattern: '^[A-Za-z0-9]+$' },
  email,
  password: { type: 'string', minLength: 8 },
  age: { type: 'integer', minimum: 16, maximum: 120 },
  address,
  interests: array(text, { maxItems: 20 })
})
app.post(
  '/members',
  { schema: { body: member, response: { 201: object({ status: string, username: string }) } } },
  async (request, reply) => {
    reply.code(201)
    return { status: 'created', username: request.body.username }
  }
)

const line = object({ sku: text, qty: { type: 'integer', minimum: 1 }, price: { type: 'number', minimum: 0 } })
const order = object(
  {
    customer: object({ name: text, email, address }),
    lines: array(line, { minItems: 1, maxItems: 100 }),
    note: { type: 'string', maxLength: 500 }
  },
  ['customer', 'lines']
)
app.post(
  '/order',
  { schema: { body: order, response: { 201: object({ status: string, total: number }) } } },
  async (request, reply) => {
    reply.code(201)
    return { status: 'created', total: orderTotal(request.body.lines) }
  }
)

await app.listen({ port: PORT, host: '127.0.0.1' })
