import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { PORT } from '../../data.js'
import { NOT_ALLOWED, NOT_FOUND } from './problems.js'

const headers = { 'content-type': 'application/problem+json' }
const app = new Hono()
app.get('/ready', (c) => c.json({ status: 'ready' }))
app.get('/items', (c) => c.json([])).post('/items', (c) => c.json([]))
app.get('/users/:id', (c) => c.json({ status: 'ok', user_id: c.req.param('id') }))
app.delete('/orders/:id', (c) => c.json({ status: 'gone' }))
const only = (path, allow) => app.all(path, (c) => c.body(JSON.stringify(NOT_ALLOWED), 405, { ...headers, allow }))
only('/ready', 'GET, HEAD, OPTIONS')
only('/items', 'GET, HEAD, POST, OPTIONS')
only('/users/:id', 'GET, HEAD, OPTIONS')
only('/orders/:id', 'DELETE, OPTIONS')
app.notFound((c) => c.body(JSON.stringify(NOT_FOUND), 404, headers))
serve({ fetch: app.fetch, port: PORT, hostname: '127.0.0.1' })
