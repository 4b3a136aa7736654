// express.json() decompresses.
import express from 'express'
import { z } from 'zod'
import { PORT } from '../../data.js'
import { LIMIT, sumOf } from './series.js'

const schema = z.object({
  sensor: z.string(),
  values: z.array(z.object({ at: z.int(), value: z.number() })).max(1_000)
})

const app = express()
app.disable('x-powered-by')
app.use(express.json({ limit: LIMIT }))
app.get('/ready', (_req, res) => {
  res.json({ status: 'ready' })
})
app.post('/series', (req, res) => {
  const result = schema.safeParse(req.body)
  if (!result.success) return res.status(400).json({ message: 'validation failed', issues: result.error.issues })
  const { values } = result.data
  res.status(201).json({ count: values.length, sum: sumOf(values) })
})
app.use((error, _req, res, _next) => {
  res.status(error.status ?? 500).json({ message: error.status ? error.message : 'internal error' })
})
app.listen(PORT, '127.0.0.1')
