// Hono on Node, with its zod validator.
import { serve } from '@hono/node-server'
import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { z } from 'zod'
import { orderTotal, PORT } from '../../data.js'
import { schemas } from '../../peers/zod-schemas.js'
import { PAYMENTS } from './data.js'

const text = z.string().min(1)
const member = z.object({
  username: schemas.signup.shape.username,
  email: z.email(),
  password: z.string().min(8),
  age: z.int().min(16).max(120),
  address: schemas.order.shape.customer.shape.address,
  interests: z.array(text).max(20)
})
const problem = ({ success, error }, c) => {
  if (success) return undefined
  const errors = error.issues.map(({ path, code, message }) => ({
    in: 'body',
    path: path.join('.'),
    rule: code,
    message
  }))
  const detail = `validation failed: ${errors.map(({ path, message }) => `${path} ${message}`).join('; ')}`
  const body = JSON.stringify({ type: 'about:blank', title: 'Bad Request', status: 400, detail, errors })
  return c.body(body, 400, { 'content-type': 'application/problem+json' })
}

const app = new Hono()
  .get('/ready', (c) => c.text('ready'))
  .get('/payments', (c) => c.json(PAYMENTS))
  .post('/stock', zValidator('json', z.record(z.string(), z.int()), problem), (c) => c.json(c.req.valid('json')))
  .post('/members', zValidator('json', member, problem), (c) =>
    c.json({ status: 'created', username: c.req.valid('json').username }, 201)
  )
  .post('/order', zValidator('json', schemas.order, problem), (c) =>
    c.json({ status: 'created', total: orderTotal(c.req.valid('json').lines) }, 201)
  )
serve({ fetch: app.fetch, port: PORT, hostname: '127.0.0.1' })
