// Fastify has no 405: a route for the other methods, as its documentation suggests.
import Fastify from 'fastify'
import { PORT } from '../../data.js'
import { NOT_ALLOWED, NOT_FOUND } from './problems.js'

const string = { type: 'string' }
const schema = {
  params: { type: 'object', properties: { id: string } },
  response: { 200: { type: 'object', properties: { status: string, user_id: string } } }
}
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

const app = Fastify()
app.get('/ready', async () => ({ status: 'ready' }))
app.get('/items', async () => [])
app.post('/items', async () => [])
app.get('/users/:id', { schema }, async (request) => ({ status: 'ok', user_id: request.params.id }))
app.delete('/orders/:id', { schema }, async () => ({ status: 'gone' }))
const only = (url, ...allowed) => {
  const allow = [...allowed, 'OPTIONS'].join(', ')
  const method = methods.filter((name) => !allowed.includes(name))
  app.route({
    url,
    method,
    handler: (_request, reply) =>
      reply.code(405).header('allow', allow).type('application/problem+json').send(JSON.stringify(NOT_ALLOWED))
  })
}
only('/ready', 'GET', 'HEAD')
only('/items', 'GET', 'HEAD', 'POST')
only('/users/:id', 'GET', 'HEAD')
only('/orders/:id', 'DELETE')
app.setNotFoundHandler((_request, reply) =>
  reply.code(404).type('application/problem+json').send(JSON.stringify(NOT_FOUND))
)
await app.listen({ port: PORT, host: '127.0.0.1' })
