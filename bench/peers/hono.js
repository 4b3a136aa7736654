// Hono on Node.
import { serve } from '@hono/node-server'
import { PORT } from '../data.js'
import { app } from './hono-app.js'

serve({ fetch: app.fetch, port: PORT, hostname: '127.0.0.1' })
