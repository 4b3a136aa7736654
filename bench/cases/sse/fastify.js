// Fastify has no events of its own: the response is taken over, and written by hand, without heartbeats.
import { once } from 'node:events'
import Fastify from 'fastify'
import { PORT } from '../../data.js'
import { memory, publish, subscribe, subscribed } from './ticks.js'

const HEAD = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', 'x-accel-buffering': 'no' }
const app = Fastify()
app.get('/events', async (_request, reply) => {
  reply.hijack()
  const { raw } = reply
  const events = subscribe()
  raw.on('close', () => events.return())
  raw.writeHead(200, HEAD)
  for await (const event of events) {
    if (!raw.write(`data: ${JSON.stringify(event)}\n\n`) && !raw.destroyed) await once(raw, 'drain')
  }
})
app.get('/ready', async () => 'ready')
app.get('/memory', async () => String(await memory()))
app.get('/subscribed', async () => String(subscribed()))
app.get('/ticks/:tick', async (request) => {
  publish(Number(request.params.tick))
  return 'published'
})
await app.listen({ port: PORT, host: '127.0.0.1' })
