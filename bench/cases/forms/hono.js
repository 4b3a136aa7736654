// Hono has all of a form in memory.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { PORT } from '../../data.js'
import { PICTURE_LIMIT, VALUE_LIMIT, VIDEO_LIMIT } from './forms.js'

const upload = z.object({ title: z.string().max(80), content: z.instanceof(File) })
const list = z.object({ values: z.array(z.string().max(80)).max(VALUE_LIMIT) })
const invalid = (c, { error }) => c.json({ message: 'validation failed', issues: error.issues }, 400)

const app = new Hono()
app.get('/ready', (c) => c.json({ status: 'ready' }))
app.use(bodyLimit({ maxSize: 33_554_432 }))
app.post('/pictures', async (c) => {
  const result = upload.safeParse(await c.req.parseBody())
  if (!result.success) return invalid(c, result)
  const { title, content } = result.data
  if (content.size > PICTURE_LIMIT) return c.json({ message: 'too large' }, 413)
  if (content.type !== 'image/png') return c.json({ message: 'no picture' }, 400)
  const bytes = new Uint8Array(await content.arrayBuffer())
  return c.json({ title, size: bytes.length, first: bytes[0] }, 201)
})
app.post('/videos', async (c) => {
  const result = upload.safeParse(await c.req.parseBody())
  if (!result.success) return invalid(c, result)
  const { title, content } = result.data
  if (content.size > VIDEO_LIMIT) return c.json({ message: 'too large' }, 413)
  return c.json({ title, size: content.size }, 201)
})
app.post('/values', async (c) => {
  const result = list.safeParse(await c.req.parseBody({ all: true }))
  if (!result.success) return invalid(c, result)
  const { values } = result.data
  return c.json({ count: values.length, size: values.reduce((sum, text) => sum + text.length, 0) }, 201)
})
serve({ fetch: app.fetch, port: PORT, hostname: '127.0.0.1' })
