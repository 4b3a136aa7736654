// Fastify decompresses no bodies; its documentation shows how by the hook preParsing.
import { createGunzip } from 'node:zlib'
import Fastify from 'fastify'
import { PORT } from '../../data.js'
import { LIMIT, sumOf } from './series.js'

const integer = { type: 'integer' }
const number = { type: 'number' }
const object = (properties) => ({ type: 'object', properties, required: Object.keys(properties) })
const values = { type: 'array', maxItems: 1_000, items: object({ at: integer, value: number }) }

const app = Fastify({ bodyLimit: LIMIT })
app.get('/ready', async () => ({ status: 'ready' }))
app.post(
  '/series',
  {
    preParsing: async (request, _reply, payload) => {
      if (request.headers['content-encoding'] !== 'gzip') return payload
      const plain = createGunzip()
      plain.receivedEncodedLength = 0
      payload.on('data', (chunk) => {
        plain.receivedEncodedLength += chunk.length
      })
      plain.on('error', (error) => {
        error.statusCode = 400
      })
      return payload.pipe(plain)
    },
    schema: {
      body: object({ sensor: { type: 'string' }, values }),
      response: { 201: object({ count: integer, sum: number }) }
    }
  },
  async (request, reply) => {
    reply.code(201)
    return { count: request.body.values.length, sum: sumOf(request.body.values) }
  }
)
await app.listen({ port: PORT, host: '127.0.0.1' })
