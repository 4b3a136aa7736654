import { dirname } from 'node:path'
import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { PORT } from '../../data.js'

const app = new Hono()
app.get('/ready', (c) => c.text('ready'))
app.use('/*', serveStatic({ root: dirname(process.env.FILE) }))
serve({ fetch: app.fetch, port: PORT, hostname: '127.0.0.1' })
