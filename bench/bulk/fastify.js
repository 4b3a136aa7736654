// The same 10,000 routes on Fastify, with @fastify/swagger's document, which is made when it is asked for.
import swagger from '@fastify/swagger'
import Fastify from 'fastify'
import { CONTROLLERS, ready } from './application.js'

const integer = (rules = {}) => ({ type: 'integer', ...rules })
const text = { type: 'string', minLength: 1, maxLength: 80 }
const common = () => ({
  name: { ...text },
  email: { type: 'string', format: 'email' },
  tags: { type: 'array', items: { type: 'string' }, maxItems: 10 }
})
const object = (properties, required = Object.keys(properties)) => ({ type: 'object', properties, required })
const one = { id: 1, name: 'a', email: 'a@example.com', tags: [], createdAt: new Date(0) }

const app = Fastify()
await app.register(swagger, { openapi: { info: { title: 'Bulk', version: '1.0.0' } } })
await app.register(async (scope) => {
  for (let index = 0; index < CONTROLLERS; index++) declareRoutes(scope, index)
})
app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger())
await app.listen({ port: 0, host: '127.0.0.1' })
ready(app.server.address().port)

function declareRoutes(scope, index) {
  // Within each route: with 2,000 shared schemas (`addSchema`) it takes minutes, as each route's compilers get all of them.
  const thing = object({
    id: integer({ minimum: 1 }),
    ...common(),
    createdAt: { type: 'string', format: 'date-time' }
  })
  const body = object(common())
  const params = object({ id: integer({ minimum: 1 }) })
  const both = object({ id: integer({ minimum: 1 }), partId: integer({ minimum: 1 }) })
  const page = object(
    { limit: integer({ minimum: 1, maximum: 100, default: 20 }), search: { type: 'string', minLength: 1 } },
    []
  )
  const querystring = object({ expand: { type: 'boolean', default: false } }, [])
  const tags = [`things${index}`]
  const route = (method, url, status, response, schema) => {
    const result = status === 204 ? undefined : response === thing ? one : [one]
    const answer = async (_request, reply) => {
      reply.code(status)
      return result
    }
    scope.route({ method, url, schema: { tags, response: { [status]: response }, ...schema }, handler: answer })
  }
  const path = `/things${index}`
  const list = { type: 'array', items: thing }
  route('GET', path, 200, list, { querystring: page })
  route('POST', path, 201, thing, { querystring, body })
  route('GET', `${path}/:id`, 200, thing, { params, querystring })
  route('PUT', `${path}/:id`, 200, thing, { params, querystring, body })
  route('PATCH', `${path}/:id`, 200, thing, { params, querystring, body })
  route('DELETE', `${path}/:id`, 204, { type: 'null' }, { params, querystring })
  route('GET', `${path}/:id/parts`, 200, list, { params, querystring: page })
  route('POST', `${path}/:id/parts`, 201, thing, { params, querystring, body })
  route('GET', `${path}/:id/parts/:partId`, 200, thing, { params: both, querystring })
  route('PUT', `${path}/:id/parts/:partId`, 200, thing, { params: both, querystring, body })
}
