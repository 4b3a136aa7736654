// Hono on Node has no middleware that decompresses: DecompressionStream, as one would write it on any platform.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { z } from 'zod'
import { PORT } from '../../data.js'
import { LIMIT, sumOf } from './series.js'

const schema = z.object({
  sensor: z.string(),
  values: z.array(z.object({ at: z.int(), value: z.number() })).max(1_000)
})

class TooLarge extends Error {}

async function textOf(request) {
  const isPacked = request.headers.get('content-encoding') === 'gzip'
  const stream = isPacked ? request.body.pipeThrough(new DecompressionStream('gzip')) : request.body
  const chunks = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > LIMIT) throw new TooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

const app = new Hono()
app.get('/ready', (c) => c.json({ status: 'ready' }))
app.post('/series', async (c) => {
  let body
  try {
    body = JSON.parse(await textOf(c.req.raw))
  } catch (error) {
    return c.json({ message: 'no JSON' }, error instanceof TooLarge ? 413 : 400)
  }
  const result = schema.safeParse(body)
  if (!result.success) return c.json({ message: 'validation failed', issues: result.error.issues }, 400)
  const { values } = result.data
  return c.json({ count: values.length, sum: sumOf(values) }, 201)
})
serve({ fetch: app.fetch, port: PORT, hostname: '127.0.0.1' })
