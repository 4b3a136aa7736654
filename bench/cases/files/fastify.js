import { dirname } from 'node:path'
import fastifyStatic from '@fastify/static'
import Fastify from 'fastify'
import { PORT } from '../../data.js'

const app = Fastify()
app.get('/ready', async () => 'ready')
app.register(fastifyStatic, { root: dirname(process.env.FILE), cacheControl: false })
await app.listen({ port: PORT, host: '127.0.0.1' })
